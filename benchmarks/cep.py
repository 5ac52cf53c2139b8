"""The columnar kernel, side by side: each time is reported after all answers were found equal.

Every figure is a ratio within one run on one machine; times are medians of several runs that take
turns, so that a noisy neighbour disturbs all of them alike.
"""

from __future__ import annotations

import math
import platform
import resource
from collections.abc import Callable, Iterable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from importlib.util import find_spec
from statistics import median
from time import perf_counter
from typing import Any, Final

import numpy as np
import pyarrow as pa

from augury.benchmarks import limit
from augury.benchmarks.figures_run import DisagreementError, Progress
from augury.benchmarks.peers.workloads import TYPES, checksum, generate
from augury.benchmarks.startup import commit
from augury.spark_impl.columnar import fast
from augury.spark_impl.columnar.engine import batches
from augury.spark_impl.columnar.reading import of_arrow
from augury.spark_impl.columnar.settings import Settings
from augury.spark_impl.columnar.table import Needs
from augury.spec.events import Dialect
from augury.spec.language.parser import parse

HEADLINE: Final = "PATTERN SEQ(A a, B b, C c) WHERE a.x < b.x AND b.x < c.x WITHIN {}"
PAIR: Final = "PATTERN SEQ(A a, B b) WHERE a.x < b.x WITHIN {}"
RUNS: Final = 5


@dataclass(frozen=True, slots=True)
class Scale:
    """How much is measured."""

    name: str
    headline: int
    window: int
    growth: tuple[int, ...]
    selective: int


FULL: Final = Scale("full", 1_000_000, 200, (100_000, 1_000_000), 200_000)
QUICK: Final = Scale("quick", 50_000, 200, (10_000, 100_000), 30_000)


@dataclass(frozen=True, slots=True)
class Row:
    """What one way to answer a question took."""

    question: str
    way: str
    events: int
    matches: int
    seconds: float

    def as_json(self) -> dict[str, Any]:
        """Return the row for a file."""
        return {
            "question": self.question,
            "way": self.way,
            "events": self.events,
            "matches": self.matches,
            "seconds": round(self.seconds, 5),
            "events_per_second": round(self.events / self.seconds),
        }


# ------------------------------------------------------------------------ streams


def stream_of(events: int, seed: int) -> pa.Table:
    """Return one event a tick, A:B:C = 100:100:1, with a number x in [0, 1)."""
    work = generate(events, seed)
    words = pa.DictionaryArray.from_arrays(pa.array(work.types), pa.array(TYPES))
    x = np.random.PCG64(seed + 1).random_raw(events).astype(np.float64) / 2.0**64
    times = pa.array(work.times)
    return pa.table({"type": words, "ts": times, "id": times, "x": pa.array(x)})


def rare_pairs(events: int, share: float, seed: int) -> pa.Table:
    """Return A and B in turns; about the given share of all pairs has a.x < b.x."""
    x = np.random.PCG64(seed).random_raw(events).astype(np.float64) / 2.0**64
    kinds = np.arange(events, dtype=np.int8) % 2
    # P(u < v - gap) = (1 - gap)^2 / 2 for independent u, v in [0, 1).
    gap = 1 - math.sqrt(2 * share)
    x = np.where(kinds == 1, x - gap, x)
    words = pa.DictionaryArray.from_arrays(pa.array(kinds), pa.array(TYPES[:2]))
    times = pa.array(np.arange(events))
    return pa.table({"type": words, "ts": times, "id": times, "x": pa.array(x)})


# ------------------------------------------------------------------------ ways


def answered(
    table: pa.Table,
    text: str,
    dialect: Dialect = Dialect(),  # noqa: B008 - frozen
    settings: Settings = Settings(),  # noqa: B008 - frozen
) -> list[pa.RecordBatch]:
    """Return the matches of a pattern in an Arrow table; reading the table is part of it."""
    pattern = parse(text)
    return list(batches(of_arrow(table, Needs.of(pattern)), pattern, dialect, settings=settings))


def digest(found: Iterable[pa.RecordBatch], names: Sequence[str]) -> tuple[int, str]:
    """Return how many matches there are, and a checksum of their ids in any order."""
    whole = pa.Table.from_batches(found)
    columns = [whole.column(name).to_numpy() for name in names]
    columns += [np.zeros(len(whole), dtype=np.int64)] * (3 - len(columns))
    return len(whole), checksum(np.stack(columns, axis=1))


def turns(ways: dict[str, Callable[[], Any]], runs: int) -> dict[str, tuple[float, Any]]:
    """Return the median time of each way and its last answer; the ways take turns."""
    times: dict[str, list[float]] = {name: [] for name in ways}
    answers: dict[str, Any] = {}
    for _ in range(runs + 1):
        for name, way in ways.items():
            began = perf_counter()
            answers[name] = way()
            times[name].append(perf_counter() - began)
    return {name: (median(times[name][1:]), answers[name]) for name in ways}


def agreed(question: str, answers: dict[str, tuple[int, str]]) -> int:
    """Return the number of matches on which all ways agree, or refuse to report a time."""
    if len(set(answers.values())) != 1:
        said = ", ".join(f"{name} {count}" for name, (count, _) in answers.items())
        raise DisagreementError(f"{question}: the answers differ: {said}")
    return next(iter(answers.values()))[0]


def _with_fast(way: Callable[[], Any], *, enabled: bool) -> Callable[[], Any]:
    def run() -> Any:
        before = fast.ENABLED
        fast.ENABLED = enabled
        try:
            return way()
        finally:
            fast.ENABLED = before

    return run


# ------------------------------------------------------------------------ measurements


def headline(scale: Scale, seed: int, runs: int) -> list[Row]:
    """Compare the kernel with a loop by hand of the same query, which holds its columns ready."""
    table = stream_of(scale.headline, seed)
    types = table.column("type").combine_chunks().indices.to_numpy().astype(np.int64)
    x = table.column("x").to_numpy().copy()
    loop = limit.compiled()
    most = scale.headline * 8 + 10_000
    out = np.empty((3, most), dtype=np.int64)
    text = HEADLINE.format(scale.window)
    ways: dict[str, Callable[[], Any]] = {
        "loop by hand": lambda: out[:, : loop(types, x, scale.window, out)],
        "columnar, numpy": _with_fast(lambda: answered(table, text), enabled=False),
        "columnar, numba": _with_fast(lambda: answered(table, text), enabled=True),
    }
    took = turns(ways, runs)
    answers = {name: digest(got, "abc") for name, (_, got) in took.items() if "loop" not in name}
    rows = np.ascontiguousarray(took["loop by hand"][1].T)
    answers["loop by hand"] = (len(rows), checksum(rows))
    matches = agreed("headline", answers)
    return [Row("headline", n, scale.headline, matches, s) for n, (s, _) in took.items()]


def selective(scale: Scale, seed: int, runs: int) -> list[Row]:
    """Compare scanning with looking up, where one pair in a thousand passes a wide window."""
    table = rare_pairs(scale.selective, 0.001, seed)
    text = PAIR.format(20_000)
    took = turns(
        {
            "scan": lambda: answered(table, text, settings=Settings(path="scan")),
            "chosen": lambda: answered(table, text),
        },
        max(1, runs // 3),
    )
    matches = agreed("selective", {n: digest(got, "ab") for n, (_, got) in took.items()})
    return [Row("selective", n, scale.selective, matches, s) for n, (s, _) in took.items()]


def growth(scale: Scale, seed: int, runs: int) -> list[Row]:
    """Measure how time grows with events at fixed rates, and with the window at fixed output."""
    rows = []
    for events in scale.growth:
        table = stream_of(events, seed)
        text = HEADLINE.format(scale.window)
        seconds, got = turns({"columnar": partial(answered, table, text)}, runs)["columnar"]
        rows.append(Row("events", f"{events:,} events", events, digest(got, "abc")[0], seconds))
    for window in (200, 2_000, 20_000):
        # The share of pairs that pass falls as the window grows: the output stays.
        table = rare_pairs(scale.selective, 0.2 / window, seed)
        text = PAIR.format(window)
        seconds, got = turns({"columnar": partial(answered, table, text)}, runs)["columnar"]
        found = digest(got, "ab")[0]
        rows.append(Row("window", f"W = {window:,}", scale.selective, found, seconds))
    return rows


MEASUREMENTS: Final = {"headline": headline, "selective": selective, "growth": growth}


@dataclass(frozen=True, slots=True)
class Report:
    """All rows of a run, and where and how it ran."""

    scale: Scale
    seed: int
    rows: tuple[Row, ...]
    peak_bytes: int

    def ratio(self, question: str, way: str, to: str) -> float:
        """Return how many times one way is faster than another."""
        times = {row.way: row.seconds for row in self.rows if row.question == question}
        return times[to] / times[way]

    def exponent(self, question: str) -> float:
        """Return by which power time grows from the first to the last row of a question."""
        own = [row for row in self.rows if row.question == question]
        size = own[-1].events / own[0].events if question == "events" else 100.0
        return math.log(own[-1].seconds / own[0].seconds) / math.log(size)

    def as_json(self) -> dict[str, Any]:
        """Return the report for a file."""
        return {
            "scale": self.scale.name,
            "seed": self.seed,
            "rows": [row.as_json() for row in self.rows],
            "ratios": {
                "numba to loop": round(
                    self.ratio("headline", "columnar, numba", "loop by hand"), 3
                ),
                "numpy to loop": round(
                    self.ratio("headline", "columnar, numpy", "loop by hand"), 3
                ),
                "chosen to scan": round(self.ratio("selective", "chosen", "scan"), 2),
            },
            "exponents": {
                "events": round(self.exponent("events"), 3),
                "window": round(self.exponent("window"), 3),
            },
            "peak_bytes": self.peak_bytes,
            "python": platform.python_version(),
            "numpy": np.__version__,
            "numba": version("numba") if find_spec("numba") else None,
            "commit": commit(),
        }


def run(scale: Scale, seed: int, progress: Progress = nullcontext, runs: int = RUNS) -> Report:  # type: ignore[assignment]
    """Return all measurements, or raise if two answers differ."""
    rows: list[Row] = []
    for name, measure in MEASUREMENTS.items():
        with progress(name):
            rows += measure(scale, seed, runs)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return Report(scale, seed, tuple(rows), peak)


if __name__ == "__main__":
    import json
    import sys

    chosen = QUICK if "--quick" in sys.argv else FULL
    print(json.dumps(run(chosen, 7).as_json(), indent=1))  # noqa: T201
