"""Figures 7 to 10 of the evaluation of lazy automata, measured anew from a seed.

Paper: [D] section 7.
"""

from __future__ import annotations

import platform
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict, dataclass
from time import perf_counter
from typing import Any

from augury import __version__
from augury.benchmarks import figures_data as data
from augury.benchmarks.figures_claims import Claim
from augury.benchmarks.figures_run import Point, Progress, compared, makers
from augury.benchmarks.figures_verdicts import Measured, verdicts
from augury.benchmarks.startup import commit
from augury.spec.events import Event

SEED = 7
SEQUENCES = ("abc", "cba", "acb")


@dataclass(frozen=True, slots=True)
class Report:
    """All points, the claims judged on them, and what would be needed to run them again."""

    scale: data.Scale
    seed: int
    measured: Measured
    claims: tuple[Claim, ...]
    about: Mapping[str, Any]

    def as_json(self) -> dict[str, Any]:
        """Return everything for one file."""
        figures = {f"figure{number}": self.figure_json(number) for number in (7, 8, 9, 10)}
        repeats = {
            str(seed): [point.as_json() for point in points]
            for seed, points in self.measured.repeats.items()
        }
        claims = [claim.as_json() for claim in self.claims]
        return {**self.about, "claims": claims, **figures, "repeats": repeats}

    def figure_json(self, number: int) -> dict[str, Any]:
        """Return the data of one figure for a file."""
        series = self.measured.figure(number)
        shown = {name: [point.as_json() for point in points] for name, points in series.items()}
        return {**self.about, "figure": number, "series": shown}


def about(scale: data.Scale, seed: int) -> dict[str, Any]:
    """Return what decides the numbers: the seed, the scale, the code."""
    return {
        "seed": seed,
        "scale": asdict(scale),
        "augury": __version__,
        "commit": commit(),
        "python": platform.python_version(),
    }


def run(
    scale: data.Scale,
    seed: int = SEED,
    progress: Progress = nullcontext,  # type: ignore[assignment]
) -> Report:
    """Measure all figures and judge the claims; raise if two engines ever disagree."""
    began, known = perf_counter(), about(scale, seed)
    source = data.market(scale.market_events, scale.history, seed)
    moved = {
        sequence: _shares(
            scale, sequence, source, seed, progress,
            shares=scale.shares if sequence == "abc" else scale.shares_moved,
        )
        for sequence in SEQUENCES
    }  # fmt: skip
    repeats = {
        other: _shares(
            scale, "abc", data.market(scale.repeat_events, scale.history, other), other, progress,
            shares=scale.repeat_shares,
        )
        for other in range(seed + 1, seed + 1 + scale.repeats)
    }  # fmt: skip
    memory = _memory(scale, source, seed, progress)
    found = Measured(moved, repeats, memory, _switching(scale, seed, progress))
    claims = tuple(verdicts(found, scale))
    seconds = round(perf_counter() - began, 1)
    return Report(scale, seed, found, claims, {**known, "seconds": seconds})


def _labelled(progress: Progress, label: str) -> Progress:
    def labelled(name: str) -> AbstractContextManager[None]:
        return progress(f"{label}, {name}")

    return labelled


def _shares(
    scale: data.Scale,
    sequence: str,
    source: list[Event],
    seed: int,
    progress: Progress,
    *,
    shares: Sequence[float],
) -> tuple[Point, ...]:
    """Return a point for each f_c of one sequence of names."""
    pattern = data.correlated(sequence, scale.history, scale.threshold)
    engines = makers(pattern, data.Correlations().functions)
    return tuple(
        compared(
            share,
            data.thinned(source, share, seed),
            engines,
            progress=_labelled(progress, f"SEQ({','.join(sequence)}), f_c {share:g}, seed {seed}"),
        )
        for share in shares
    )


def _memory(scale: data.Scale, source: list[Event], seed: int, progress: Progress) -> Point:
    """Return the one point of figure 9, read at every input size."""
    stream = data.thinned(source, scale.memory_share, seed)[: scale.memory_sizes[-1]]
    pattern = data.correlated("abc", scale.history, scale.threshold)
    engines = makers(pattern, data.Correlations().functions)
    label = _labelled(progress, "figure 9")
    return compared(scale.memory_share, stream, engines, scale.memory_sizes, label)


def _switching(scale: data.Scale, seed: int, progress: Progress) -> Point:
    """Return the one point of figure 10, read at the end of every bucket."""
    stream = list(data.switching(scale, seed))
    sizes = range(scale.bucket, len(stream) + 1, scale.bucket)
    label = _labelled(progress, "figure 10")
    return compared(scale.rare, stream, makers(data.keyed(scale)), sizes, label)
