"""The claims of the evaluation on memory and on switching input, and all claims together.

Paper: [D] section 7, observations on figures 9 and 10.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from augury.benchmarks.figures_claims import (
    CLOSE,
    LIKE,
    ORDER,
    TWO_ORDERS,
    Claim,
    frequency_claims,
    shown,
)
from augury.benchmarks.figures_data import Scale
from augury.benchmarks.figures_run import CHAINS, ENGINES, Point


@dataclass(frozen=True, slots=True)
class Measured:
    """The points of all figures."""

    shares: Mapping[str, tuple[Point, ...]]
    """By sequence of names; SEQ(a,b,c) is figure 7, the others are figure 8."""
    repeats: Mapping[int, tuple[Point, ...]]
    """By further seed; they belong to no figure and are judged with figure 7."""
    memory: Point
    switching: Point

    def figure(self, number: int) -> dict[str, tuple[Point, ...]]:
        """Return the points of a figure, by sequence of names."""
        if number == 7:
            return {"abc": self.shares["abc"]}
        if number == 8:
            return {name: points for name, points in self.shares.items() if name != "abc"}
        return {"abc": (self.memory if number == 9 else self.switching,)}


def verdicts(measured: Measured, scale: Scale) -> Iterator[Claim]:
    """Yield every claim with its verdict, in the order of the document."""
    *early, last = frequency_claims(measured.shares, measured.repeats)
    yield from early
    yield from memory_claims(measured.memory)
    yield from switching_claims(measured.switching, scale)
    yield last


# ------------------------------------------------------------------------ figure 9


def memory_claims(point: Point) -> Iterator[Claim]:
    """Yield the claims on the peak number of instances, judged at the largest input."""
    peak = {name: point.readings[name].peak_instances[-1] for name in ENGINES}
    first = {letter: [name for name in CHAINS if name[0] == letter] for letter in "abc"}
    low = max(peak[name] for name in first["c"])
    source = "[D] section 7, figure 9, observation "
    others = min(peak[name] for name in (*first["a"], *first["b"], "eager"))
    yield Claim("6a", "orders that begin with c have the fewest instances", source + "1",
                low < others, {"peak instances": peak})  # fmt: skip
    like = {name: shown(peak["eager"] / peak[name]) for name in first["a"]}
    unlike = [name for name, factor in like.items() if factor > LIKE]
    yield Claim(
        "6b",
        f"orders that begin with a have about as many instances as eager (within {LIKE:g}x)",
        source + "2",
        not unlike,
        {"eager/chain": like},
        "" if not unlike else (
            f"{', '.join(unlike)} never holds an instance with both a and b: it waits for c with "
            "a alone, so its peak is the number of a in a window, not of correlated pairs."
        ),
    )  # fmt: skip
    middle = {name: peak[name] for name in first["b"]}
    yield Claim(
        "6c",
        "orders that begin with b lie between those that begin with c and eager",
        source + "3",
        all(low < count < peak["eager"] for count in middle.values()),
        {"first c, largest": low, **middle, "eager": peak["eager"]},
    )
    best = min(peak[name] for name in CHAINS)
    yield Claim(
        "6d",
        f"the tree has about as many instances as the best chain (within {LIKE:g}x)",
        source + "4",
        peak["tree"] <= LIKE * best,
        {"tree": peak["tree"], "best chain": best},
    )


# ------------------------------------------------------------------------ figure 10


def steps(counts: Sequence[int], every: int = 1) -> list[int]:
    """Return what was added in each run of ``every`` readings."""
    ends = [0, *counts[every - 1 :: every]]
    return [after - before for before, after in pairwise(ends)]


def per_bucket(point: Point, every: int = 1) -> dict[str, list[int]]:
    """Return the evaluations of each engine in each bucket, or in each run of buckets."""
    return {name: steps(r.evaluations, every) for name, r in point.readings.items()}


def _factors(rows: Mapping[str, Sequence[int]], name: str) -> list[float]:
    """Return by how much an engine exceeds the best chain in each bucket, at least one counted."""
    best = [max(1, min(row)) for row in zip(*(rows[chain] for chain in CHAINS), strict=True)]
    return [max(1, count) / least for count, least in zip(rows[name], best, strict=True)]


def switching_claims(point: Point, scale: Scale) -> Iterator[Claim]:
    """Yield the claims on a stream whose rarest type changes."""
    rows = per_bucket(point, scale.phase // scale.bucket)
    source = f"[D] section 7, figure 10 (here {scale.phase:,} events a phase, [D]: 100,000)"
    factors = {name: _factors(rows, name) for name in CHAINS}
    yield _behind(factors, source)
    yield _lead(rows, factors, scale, source)
    yield _steady(per_bucket(point), scale, source)
    total = {name: point.evaluations(name) for name in ENGINES}
    best = min(total[name] for name in CHAINS)
    yield Claim("7d", "over the whole switching stream the tree is ahead of every chain", source,
                total["tree"] < best,
                {"evaluations": total, "best chain/tree": shown(best / total["tree"])},
                )  # fmt: skip
    ratio = {f"{number} ({rarest} rarest)": shown(factor) for number, (rarest, factor)
             in enumerate(zip(scale.phases, _factors(rows, "tree"), strict=True), 1)}  # fmt: skip
    better = all(factor <= CLOSE for factor in ratio.values())
    yield Claim(
        "7e",
        f"the tree is at least as good as every chain in every phase (within {CLOSE:g}x)",
        source,
        better,
        {"tree/best chain by phase": ratio},
        "" if better else (
            "after a switch the counters still hold events of the phase before, and until it has "
            "seen enough of a clause the tree takes it to halve the events."
        ),
    )  # fmt: skip


def _behind(factors: Mapping[str, Sequence[float]], source: str) -> Claim:
    """Judge whether every chain falls behind in some phase, and one of them far."""
    worst = {name: shown(max(row)) for name, row in factors.items()}
    return Claim(
        "7a",
        f"every chain falls behind at some switch (by {ORDER:g}x the best chain of some phase), by "
        f"up to two orders of magnitude ({TWO_ORDERS:g}x for one at least)",
        source,
        min(worst.values()) >= ORDER and max(worst.values()) >= TWO_ORDERS,
        {"worst phase over best chain": worst},
    )


def _lead(
    rows: Mapping[str, Sequence[int]],
    factors: Mapping[str, Sequence[float]],
    scale: Scale,
    source: str,
) -> Claim:
    """Judge whether whoever leads a phase is an order of magnitude behind in the next one."""
    leaders = [min(CHAINS, key=lambda name: rows[name][k]) for k in range(len(scale.phases))]
    fallen = {
        f"{leader}, {scale.phases[k]} to {scale.phases[k + 1]}": shown(factors[leader][k + 1])
        for k, leader in enumerate(leaders[:-1])
        if scale.phases[k] != scale.phases[k + 1]
    }
    kept = [switch for switch, factor in fallen.items() if factor < ORDER]
    return Claim(
        "7b",
        "as soon as the frequencies change, the chain that led loses its advantage (it is "
        f"{ORDER:g}x behind in the very next phase)",
        source,
        not kept,
        {"leaders": leaders, "over the new leader": fallen},
        "" if not kept else (
            f"not at {'; '.join(kept)}: the order of that chain has the newly rare name second, "
            "and such a chain pays only one evaluation for each event of its first type, as in 2b."
            if all(s.split(",")[0][1] == s[-1] for s in kept) else f"not at {'; '.join(kept)}"
        ),
    )  # fmt: skip


def _steady(buckets: Mapping[str, Sequence[int]], scale: Scale, source: str) -> Claim:
    tree = _factors(buckets, "tree")
    chains = {name: shown(max(_factors(buckets, name))) for name in CHAINS}
    place = max(range(len(tree)), key=tree.__getitem__)
    return Claim(
        "7c",
        f"the tree never loses its lead (below {ORDER:g}x the best chain in every bucket of "
        f"{scale.bucket:,} events)",
        source,
        max(tree) < ORDER,
        {"tree, worst bucket": shown(max(tree)), "ends at event": (place + 1) * scale.bucket,
         "chains, worst bucket": chains},
    )  # fmt: skip
