"""Kleene names: sets of events grow in (ts, id) order, each level a block, the deepest first.

The events that one partial match may put into a set are found once; then a set is a tuple of
places in that list. A branch of the growth is cut when no larger set can pass: at the end of the
window, at the upper bound, and where an aggregate that can only move one way has gone too far.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from augury.spark_impl.columnar.clauses import Clause, holds
from augury.spark_impl.columnar.expressions import Rows, truth, value
from augury.spark_impl.columnar.frontier import Step, found, kept, passing, query
from augury.spark_impl.columnar.pairs import expanded, pieces
from augury.spark_impl.columnar.settings import Budget, Settings
from augury.spark_impl.columnar.space import Block, Pool, Space
from augury.spark_impl.columnar.vectors import Array, number
from augury.spec.language import ast


@dataclass(frozen=True, slots=True)
class SetStep:
    """A Kleene name that joins the frontier."""

    each: Step
    """What every event of the set must satisfy by itself."""
    pairs: tuple[Clause, ...]
    """What every two adjacent events must satisfy."""
    whole: tuple[Clause, ...]
    """What can be said of the whole set only."""
    low: int
    high: int | None
    fresh: Array | None = None
    """Places of which every set must hold one, for a stream that goes on."""


@dataclass(frozen=True, slots=True)
class Lists:
    """The eligible places of each partial match, one list after another."""

    block: Block
    owners: Array
    places: Array
    until: Array
    """Where, for a set that begins here, the window ends in its own list."""


@dataclass(frozen=True, slots=True)
class Sets:
    """Sets of one size: columns of positions in the lists, ascending."""

    positions: tuple[Array, ...]

    @property
    def size(self) -> int:
        """How many sets there are."""
        return len(self.positions[0])


def with_sets(
    step: SetStep, block: Block, space: Space, settings: Settings, budget: Budget
) -> Iterator[Block]:
    """Yield the partial matches that bind a Kleene name to a set of events.

    Semantics: S-2.3, S-4.2 to S-4.5.
    """
    if step.low == 0 and step.fresh is None:
        none = Block(block.size, {**block.bound, step.each.name: ()})
        for clause in step.whole:
            none = passing(clause, none, space)
        if none.size:
            yield none
    cuts = _limits(step, space)
    for lists in _eligible(step, block, space, settings):
        start = Sets((np.arange(len(lists.owners)),))
        levels = [iter([_pruned(start, lists, cuts, step, space)])]
        while levels:
            sets = next(levels[-1], None)
            if sets is None:
                levels.pop()
                continue
            if sets.size == 0:
                continue
            budget.spend(sets.size)
            yield from _complete(step, sets, lists, space)
            if step.high is None or len(sets.positions) < step.high:
                levels.append(_larger(step, sets, lists, cuts, space, settings))


def _eligible(step: SetStep, block: Block, space: Space, settings: Settings) -> Iterator[Lists]:
    """Yield the lists of eligible places, for as many partial matches at once as fit a block."""
    name = step.each.name
    low, high = space.scope(name, block)
    ends = np.cumsum(high - low)
    start = before = 0
    while start < block.size:
        stop = max(start + 1, int(np.searchsorted(ends, before + settings.block, "right")))
        part = block.take(np.arange(start, stop))
        start, before = stop, int(ends[stop - 1])
        numbers = np.arange(part.size)
        numbered = space.also("", Pool(numbers, numbers))
        asked = query(step.each, part, space)
        got = [
            kept(name, Block(part.size, {**part.bound, "": (numbers,)}),
                 owners, (places,), asked.open_, step.each.apart, numbered)
            for owners, places in found(asked, name, space, settings)
        ]  # fmt: skip
        if not got:
            continue
        owners = np.concatenate([one.bound[""][0] for one in got])
        places = np.concatenate([one.bound[name][0] for one in got])
        stride = len(space.pools[name]) + 1
        edge = space.edge("closes", name, name)
        until = np.searchsorted(owners * stride + places, owners * stride + edge[places])
        yield Lists(part, owners, places, until)


def _larger(
    step: SetStep, sets: Sets, lists: Lists, cuts: tuple[Clause, ...], space: Space,
    settings: Settings,
) -> Iterator[Sets]:  # fmt: skip
    """Yield the sets with one event more behind the last."""
    first, last = sets.positions[0], sets.positions[-1]
    low, high = last + 1, lists.until[first]
    lacking = step.low - len(sets.positions)
    high = np.where(high - low >= lacking, np.maximum(low, high), low)
    for begin, mine, end in pieces(low, high, settings.block):
        owners, positions = expanded(mine, end)
        owners = owners + begin
        grown = Sets((*(one[owners] for one in sets.positions), positions))
        for clause in step.pairs:
            if grown.size == 0:
                break
            rows = _rows(step, grown, lists, space)
            rows[step.each.name] = rows[step.each.name][-2:]
            grown = _chosen(grown, np.flatnonzero(holds(clause, space, rows, grown.size)))
        yield _pruned(grown, lists, cuts, step, space)


def _chosen(sets: Sets, rows: Array) -> Sets:
    return sets if len(rows) == sets.size else Sets(tuple(one[rows] for one in sets.positions))


def _block(step: SetStep, sets: Sets, lists: Lists) -> Block:
    """Return the partial matches that sets make."""
    part = lists.block.take(lists.owners[sets.positions[0]])
    places = tuple(lists.places[one] for one in sets.positions)
    return Block(sets.size, {**part.bound, step.each.name: places})


def _rows(step: SetStep, sets: Sets, lists: Lists, space: Space) -> dict[str, tuple[Array, ...]]:
    return space.rows(_block(step, sets, lists))


def _complete(step: SetStep, sets: Sets, lists: Lists, space: Space) -> Iterator[Block]:
    """Yield the sets that are large enough and satisfy what is said of whole sets."""
    if len(sets.positions) < step.low:
        return
    block = _block(step, sets, lists)
    if step.fresh is not None:
        new = np.zeros(block.size, dtype=bool)
        for one in block.bound[step.each.name]:
            new |= step.fresh[one]
        block = block.take(np.flatnonzero(new))
    for clause in step.whole:
        if block.size:
            block = passing(clause, block, space)
    if block.size:
        yield block


# ------------------------------------------------------------------------ what no larger set mends

_AT_MOST: Final[dict[ast.CompareOp, ast.CompareOp]] = {"<": "<", "<=": "<=", "=": "<="}
_AT_LEAST: Final[dict[ast.CompareOp, ast.CompareOp]] = {">": ">", ">=": ">=", "=": ">="}
_FLIPPED: Final[dict[ast.CompareOp, ast.CompareOp]] = {
    "=": "=", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<=",
}  # fmt: skip


def _limits(step: SetStep, space: Space) -> tuple[Clause, ...]:
    """Return conditions that, once false of a set, are false of every larger one.

    COUNT, MAX and a SUM of numbers that are not negative only rise, MIN only falls.
    """
    return tuple(
        Clause.of(cut) for clause in step.whole if (cut := _limit(clause, step, space)) is not None
    )


def _limit(clause: Clause, step: SetStep, space: Space) -> ast.Compare | None:
    condition, name = clause.condition, step.each.name
    if not isinstance(condition, ast.Compare) or name in clause.chosen:
        return None
    left, op, right = condition.left, condition.op, condition.right
    if not isinstance(left, ast.Aggregate) or left.name != name:
        left, op, right = right, _FLIPPED[op], left
    if not isinstance(left, ast.Aggregate) or left.name != name or name in ast.names(right):
        return None
    sign = (_AT_LEAST if left.fn == "MIN" else _AT_MOST).get(op)
    if sign is None or not _one_way(left, space):
        return None
    return ast.Compare(sign, left, right)


def _one_way(aggregate: ast.Aggregate, space: Space) -> bool:
    """Return whether an aggregate over the pool of its name can only move one way."""
    if aggregate.fn == "COUNT":
        return True
    if aggregate.fn not in ("SUM", "MIN", "MAX") or aggregate.attr is None:
        return False
    rows = Rows(space.table, {aggregate.name: space.pools[aggregate.name].rows})
    vector = value(ast.Ref(aggregate.name, aggregate.attr), rows)
    if aggregate.fn != "SUM":
        return vector.kind is not None
    data, mask = number(vector)
    return bool(((data >= 0) if mask is None else (data >= 0) | ~mask).all())


def _pruned(
    sets: Sets, lists: Lists, cuts: tuple[Clause, ...], step: SetStep, space: Space
) -> Sets:
    """Return the sets that some larger set, or they themselves, may still make a match."""
    for cut in cuts:
        if sets.size == 0:
            break
        rows = _rows(step, sets, lists, space)
        if any(len(rows[name]) != 1 for name in cut.chosen):
            continue
        events = {name: rows[name][0] for name in cut.chosen}
        scope = Rows(space.table, events, group=rows, functions=space.functions)
        gone = np.broadcast_to(truth(cut.condition, scope, wanted=False), sets.size)
        sets = _chosen(sets, np.flatnonzero(~gone))
    return sets
