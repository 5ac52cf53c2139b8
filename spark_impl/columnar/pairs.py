"""Pairs of a partial match and a place in a pool: ranges expanded, looked up or scanned.

A *range* is a scope of consecutive places. With a key whose values must lie in an interval, the
pairs that pass are found by scanning the range, by an index sorted by (value, place) if the
interval is a point, or by a tree of sorted runs, whose cost grows with the pairs that pass.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from augury.spark_impl.columnar import fast
from augury.spark_impl.columnar.vectors import Array

Pairs: TypeAlias = tuple[Array, Array]
"""The numbers of partial matches, ascending, and a place for each."""


@dataclass(frozen=True, slots=True)
class Bound:
    """Values of a pool and, for each partial match, the interval in which they must lie."""

    values: Array
    low: Array | None
    high: Array | None


def pieces(low: Array, high: Array, most: int) -> Iterator[tuple[int, Array, Array]]:
    """Cut ranges into pieces of at most so many pairs; a long range is cut inside.

    Each piece is the number of its first partial match and its own ranges.
    """
    counts = high - low
    ends = np.cumsum(counts)
    total = int(ends[-1]) if len(ends) else 0
    for start in range(0, total, most):
        stop = min(start + most, total)
        first = int(np.searchsorted(ends, start, "right"))
        last = int(np.searchsorted(ends, stop, "left")) + 1
        begin, end = low[first:last].copy(), high[first:last].copy()
        begin[0] += start - (int(ends[first]) - int(counts[first]))
        end[-1] -= int(ends[last - 1]) - stop
        yield first, begin, end


def expanded(low: Array, high: Array) -> Pairs:
    """Return every place of every range."""
    counts = high - low
    total = int(counts.sum())
    owners = np.repeat(np.arange(len(low)), counts)
    shift = low - (np.cumsum(counts) - counts)
    places = np.arange(total) + np.repeat(shift, counts)
    return owners, places


def scanned(low: Array, high: Array, bounds: list[Bound]) -> Pairs:
    """Return the pairs of some ranges whose values lie in all intervals."""
    if bounds and fast.pays(low, high):
        owners, places = fast.scan(low, high, bounds[0].values, bounds[0].low, bounds[0].high)
        rest = bounds[1:]
    else:
        owners, places = expanded(low, high)
        rest = bounds
    for bound in rest:
        values = bound.values[places]
        if bound.low is not None:
            passed = values >= bound.low[owners]
            if bound.high is not None:
                passed &= values <= bound.high[owners]
        else:
            assert bound.high is not None
            passed = values <= bound.high[owners]
        chosen = np.flatnonzero(passed)
        owners, places = owners[chosen], places[chosen]
    return owners, places


@dataclass(frozen=True, slots=True)
class PointIndex:
    """Places by (value, place): the places of one value in a range are consecutive."""

    distinct: Array
    places: Array
    keys: Array

    @staticmethod
    def of(values: Array) -> PointIndex:
        """Return the index of some values."""
        distinct, groups = np.unique(values, return_inverse=True)
        places = np.argsort(groups, kind="stable")
        return PointIndex(distinct, places, groups[places] * (len(values) + 1) + places)

    def ranges(self, low: Array, high: Array, points: Array) -> Pairs:
        """Return ranges in ``places`` that hold what a range holds of one value."""
        if not len(self.distinct):
            return low, low
        group = np.searchsorted(self.distinct, points)
        inside = np.minimum(group, len(self.distinct) - 1)
        present = self.distinct[inside] == points
        base = inside * (len(self.places) + 1)
        begin = np.searchsorted(self.keys, base + low)
        end = np.searchsorted(self.keys, base + np.where(present, high, low))
        return begin, np.maximum(begin, end)


RUN = 16
"""Places in a run of the lowest level of a tree."""


@dataclass(frozen=True, slots=True)
class Tree:
    """Runs of 16, 32, 64, ... places, each sorted by value: any range is a few whole runs.

    A level holds ``run * size + rank of the value``, sorted as a whole, with the place of each.
    """

    ordered: Array
    """All values, sorted; a rank is a place here."""
    levels: tuple[tuple[Array, Array], ...]

    @staticmethod
    def of(values: Array) -> Tree:
        """Return the tree of some values."""
        size = len(values)
        ordered = np.sort(values)
        ranks = np.searchsorted(ordered, values)
        levels = []
        run = RUN
        while run <= max(size, RUN):
            keys = (np.arange(size) // run) * (size + 1) + ranks
            places = np.argsort(keys, kind="stable")
            levels.append((keys[places], places))
            run *= 2
        return Tree(ordered, tuple(levels))

    def find(self, low: Array, high: Array, bound: Bound) -> Pairs:
        """Return the pairs of some ranges whose values lie in an interval, by owner."""
        size = len(self.ordered)
        least = (
            np.zeros(len(low), dtype=np.int64)
            if bound.low is None
            else np.searchsorted(self.ordered, bound.low, "left")
        )
        most = (
            np.full(len(low), size)
            if bound.high is None
            else np.searchsorted(self.ordered, bound.high, "right")
        )
        alive = np.flatnonzero((high > low) & (most > least))
        found = self._ends(low[alive], high[alive], bound, alive)
        begin, end = -(-low[alive] // RUN), high[alive] // RUN
        for keys, places in self.levels:
            odd = (begin & 1 == 1) & (begin < end)
            found.append(self._runs(keys, places, begin[odd], alive[odd], least, most))
            begin = begin + odd
            odd = (end & 1 == 1) & (begin < end)
            found.append(self._runs(keys, places, end[odd] - 1, alive[odd], least, most))
            end = end - odd
            begin, end = begin >> 1, end >> 1
        owners = np.concatenate([pair[0] for pair in found])
        places = np.concatenate([pair[1] for pair in found])
        order = np.lexsort((places, owners))
        return owners[order], places[order]

    def _ends(self, low: Array, high: Array, bound: Bound, owner: Array) -> list[Pairs]:
        """Return what lies before the first whole run of a range and after the last, scanned."""
        first = np.minimum(-(-low // RUN) * RUN, high)
        last = np.maximum(high // RUN * RUN, first)
        mine = [Bound(bound.values, *(None if side is None else side[owner]
                for side in (bound.low, bound.high)))]  # fmt: skip
        found = []
        for begin, end in ((low, first), (last, high)):
            owners, places = scanned(begin, end, mine)
            found.append((owner[owners], places))
        return found

    def _runs(
        self, keys: Array, places: Array, run: Array, owner: Array, least: Array, most: Array
    ) -> Pairs:
        """Return what whole runs of one level hold between two ranks."""
        base = run * (len(self.ordered) + 1)
        begin = np.searchsorted(keys, base + least[owner])
        end = np.searchsorted(keys, base + most[owner])
        owners, found = expanded(begin, end)
        return owner[owners], places[found]
