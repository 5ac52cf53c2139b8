"""The frontier grows by one name: scope, intervals of values, then what is left of the clauses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from augury.spark_impl.columnar.clauses import Clause, Interval, Split, holds, interval, key
from augury.spark_impl.columnar.pairs import Bound, Pairs, expanded, pieces, scanned
from augury.spark_impl.columnar.settings import Settings
from augury.spark_impl.columnar.space import Block, Space
from augury.spark_impl.columnar.vectors import Array, Mask

SAMPLE = 1_024
"""Pairs that are tried before a way to find them is chosen."""
WORTH = 32
"""A lookup pays if it spares this many pairs for each partial match."""


@dataclass(frozen=True, slots=True)
class Step:
    """A name that joins the frontier, and what can be decided when it does."""

    name: str
    splits: tuple[Split, ...]
    clauses: tuple[Clause, ...]
    apart: tuple[str, ...]
    """Bound names whose events could be the same."""
    negated: tuple[str, ...]
    """Negated names that what is bound now decides."""


@dataclass(frozen=True, slots=True)
class Query:
    """The ranges of a step beside a block, with the intervals that its clauses leave."""

    low: Array
    high: Array
    bounds: list[Bound]
    splits: list[Split]
    points: list[bool]
    open_: tuple[Clause, ...]
    """Clauses that the intervals do not decide."""


def query(step: Step, block: Block, space: Space) -> Query:
    """Return what a step has to look for beside each partial match."""
    low, high = space.scope(step.name, block)
    bounds: list[Bound] = []
    splits: list[Split] = []
    points: list[bool] = []
    open_ = list(step.clauses)
    passable: Mask | None = None
    for one in step.splits:
        own = key(step.name, one.own, space)
        if own is None:
            open_.append(one.clause)
            continue
        left: Interval = interval(one, own, space, block)
        if not left.exact:
            open_.append(one.clause)
        passable = left.passable if passable is None else passable & left.passable
        bounds.append(Bound(own.values, left.low, left.high))
        splits.append(one)
        points.append(left.point)
    if passable is not None and not passable.all():
        high = np.where(passable, high, low)
    return Query(low, high, bounds, splits, points, tuple(open_))


def found(asked: Query, name: str, space: Space, settings: Settings) -> Iterator[Pairs]:
    """Yield the pairs that a query finds, by owner and place, in pieces that fit a block."""
    way = _way(asked, settings)
    if way is None:
        for first, low, high in pieces(asked.low, asked.high, settings.block):
            here = [_from(bound, first, len(low)) for bound in asked.bounds]
            owners, places = scanned(low, high, here)
            yield owners + first, places
        return
    bound, rest = asked.bounds[way], [b for i, b in enumerate(asked.bounds) if i != way]
    term = asked.splits[way].own
    if asked.points[way]:
        assert bound.low is not None
        index = space.point_index(name, term, bound.values)
        begin, end = index.ranges(asked.low, asked.high, bound.low)
        for first, low, high in pieces(begin, end, settings.block):
            owners, places = expanded(low, high)
            yield _within(owners + first, index.places[places], rest)
        return
    tree = space.tree(name, term, bound.values)
    for chosen in _groups(asked.high - asked.low, settings.block * 16):
        mine = Bound(bound.values, *(_part(side, chosen) for side in (bound.low, bound.high)))
        owners, places = tree.find(asked.low[chosen], asked.high[chosen], mine)
        yield _within(owners + chosen.start, places, rest)


def _part(side: Array | None, chosen: slice) -> Array | None:
    return None if side is None else side[chosen]


def _from(bound: Bound, first: int, count: int) -> Bound:
    chosen = slice(first, first + count)
    return Bound(bound.values, _part(bound.low, chosen), _part(bound.high, chosen))


def _within(owners: Array, places: Array, bounds: list[Bound]) -> Pairs:
    """Return the pairs whose values lie in all intervals."""
    for bound in bounds:
        values = bound.values[places]
        passed = np.ones(len(values), dtype=bool)
        if bound.low is not None:
            passed &= values >= bound.low[owners]
        if bound.high is not None:
            passed &= values <= bound.high[owners]
        owners, places = owners[passed], places[passed]
    return owners, places


def _groups(counts: Array, most: int) -> Iterator[slice]:
    """Cut partial matches into runs with at most so many pairs, or of one."""
    ends = np.cumsum(counts)
    start, before = 0, 0
    while start < len(counts):
        stop = max(start + 1, int(np.searchsorted(ends, before + most, "right")))
        yield slice(start, stop)
        start, before = stop, int(ends[stop - 1])


def _way(asked: Query, settings: Settings) -> int | None:
    """Return the number of the interval to look up by, or None to scan."""
    if not asked.bounds or settings.path == "scan":
        return None
    points = [i for i, point in enumerate(asked.points) if point]
    if settings.path == "lookup":
        return points[0] if points else 0
    total = int((asked.high - asked.low).sum())
    if total < WORTH * len(asked.low) or total < SAMPLE:
        return None
    if points:
        return points[0]
    shares = _shares(asked, total)
    best = int(np.argmin(shares))
    return best if shares[best] * 16 < 1 and total > 4 * len(asked.bounds[best].values) else None


def _shares(asked: Query, total: int) -> list[float]:
    """Return the share of sampled pairs that lies in each interval."""
    ends = np.cumsum(asked.high - asked.low)
    chosen = np.linspace(0, total - 1, SAMPLE).astype(np.int64)
    owners = np.searchsorted(ends, chosen, "right")
    places = asked.high[owners] - (ends[owners] - chosen)
    return [len(_within(owners, places, [bound])[0]) / SAMPLE for bound in asked.bounds]


def extended(step: Step, block: Block, space: Space, settings: Settings) -> Iterator[Block]:
    """Yield the partial matches that bind one name more.  Semantics: S-4.2 to S-4.5."""
    asked = query(step, block, space)
    for owners, places in found(asked, step.name, space, settings):
        if len(owners):
            yield kept(step.name, block, owners, (places,), asked.open_, step.apart, space)


def kept(
    name: str,
    block: Block,
    owners: Array,
    places: tuple[Array, ...],
    clauses: tuple[Clause, ...],
    apart: tuple[str, ...],
    space: Space,
) -> Block:
    """Return a block with one name more, without the rows that share an event or fail a clause."""
    grown = block.take(owners)
    grown = Block(grown.size, {**grown.bound, name: places})
    for other in apart:
        rows = space.rows(grown)
        same = np.zeros(grown.size, dtype=bool)
        for mine in rows[name]:
            for theirs in rows[other]:
                same |= mine == theirs
        grown = _without(same, grown)
    for clause in clauses:
        grown = passing(clause, grown, space)
    return grown


def _without(bad: Mask, block: Block) -> Block:
    return block.take(np.flatnonzero(~bad)) if bad.any() else block


def passing(clause: Clause, block: Block, space: Space) -> Block:
    """Return the partial matches of a block for which a clause holds.  Semantics: S-4.4."""
    return _without(~holds(clause, space, space.rows(block), block.size), block)
