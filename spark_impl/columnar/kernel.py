"""The kernel: a branch over a table is a plan, and a plan runs as nested streams of blocks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np

from augury.spark_impl.columnar.clauses import Clause, Split, holds, split
from augury.spark_impl.columnar.expressions import Rows, truth, value
from augury.spark_impl.columnar.frontier import Step, extended
from augury.spark_impl.columnar.negation import refuted
from augury.spark_impl.columnar.planning import best_order, decided, positive_clauses, prefixes
from augury.spark_impl.columnar.sets import SetStep, with_sets
from augury.spark_impl.columnar.settings import Budget, Settings
from augury.spark_impl.columnar.space import EMPTY, Block, Pool, Space
from augury.spark_impl.columnar.table import Table
from augury.spark_impl.columnar.vectors import Array, known
from augury.spec.events import Dialect
from augury.spec.language.functions import BUILTINS, Functions
from augury.spec.language.normal import Branch

AnyStep: TypeAlias = Step | SetStep


@dataclass(frozen=True, slots=True)
class Query:
    """A branch, compiled as far as it can be without events."""

    branch: Branch
    dialect: Dialect
    clauses: tuple[Clause, ...]
    splits: Mapping[str, tuple[Split, ...]]
    """The comparisons of each name with names that bind exactly one event."""
    functions: Functions = field(default_factory=lambda: BUILTINS)

    @staticmethod
    def of(branch: Branch, dialect: Dialect, functions: Functions = BUILTINS) -> Query:
        """Return a branch with what its clauses mention."""
        clauses = tuple(Clause.of(condition) for condition in branch.clauses)
        singles = set(branch.positive).difference(branch.kleene)
        splits = {
            name: tuple(
                one
                for clause in clauses
                if clause.names - {name} <= singles and (one := split(clause, name)) is not None
            )
            for name in branch.names
        }
        return Query(branch, dialect, clauses, splits, functions)

    def unary(self, name: str) -> tuple[Clause, ...]:
        """Return the clauses that each event of a name must satisfy by itself."""
        return tuple(
            clause
            for clause in self.clauses
            if clause.names == {name} and name not in clause.grouped and clause.adjacent != name
        )


# ------------------------------------------------------------------------ pools


def pools(query: Query, table: Table) -> dict[str, Pool]:
    """Return for each name the rows that pass its own conditions.

    A row without a value that a comparison needs never passes it, and is left out at once.
    """
    found: dict[str, Pool] = {}
    for name in query.branch.names:
        rows = table.rows_of(query.branch.types[name])
        for clause in query.unary(name):
            scope = Rows(table, {name: rows}, functions=query.functions)
            rows = rows[np.broadcast_to(truth(clause.condition, scope), len(rows))]
        for one in query.splits[name]:
            vector = value(one.own, Rows(table, {name: rows})).without("list")
            rows = rows[np.broadcast_to(known(vector), len(rows))]
        found[name] = Pool.of(rows, table)
    return found


# ------------------------------------------------------------------------ plans


@dataclass(frozen=True, slots=True)
class Plan:
    """The steps of a branch in the order in which they run."""

    query: Query
    order: tuple[str, ...]
    steps: tuple[AnyStep, ...]
    absent: Mapping[str, Step]
    """The negated names, each with the clauses that mention others too."""
    final: tuple[str, ...]
    """The negated names that only a whole match decides."""


def plan(query: Query, space: Space, order: Sequence[str] | None = None) -> Plan:
    """Return the plan of a branch; the order of names changes its cost and never its answer."""
    branch = query.branch
    chosen = tuple(order) if order else best_order(space, positive_clauses(branch, query.clauses))
    judged: set[str] = set()
    steps: list[AnyStep] = []
    for before, name in prefixes(chosen):
        bound = (*before, name)
        now = tuple(n for n in branch.names if n in branch.negated and n not in judged
                    and decided(n, bound, branch))  # fmt: skip
        judged.update(now)
        steps.append(_step(query, space, before, name, now))
    absent = {n: _absent(query, space, n) for n in branch.names if n in branch.negated}
    return Plan(query, chosen, tuple(steps), absent, tuple(n for n in absent if n not in judged))


def _step(
    query: Query, space: Space, before: tuple[str, ...], name: str, negated: tuple[str, ...]
) -> AnyStep:
    branch = query.branch
    unary = query.unary(name)
    due = [
        clause
        for clause in positive_clauses(branch, query.clauses)
        if name in clause.names <= {*before, name} and clause not in unary
    ]
    apart = tuple(other for other in before if not space.distinct(name, other))
    whole = tuple(clause for clause in due if name in clause.grouped)
    pairs = tuple(clause for clause in due if clause not in whole and clause.adjacent == name)
    each = [clause for clause in due if clause not in whole and clause not in pairs]
    own = _sorted(query, name, each, apart, negated)
    if name not in branch.kleene:
        return own
    low, high = branch.kleene[name]
    return SetStep(own, pairs, whole, low, high)


def _sorted(
    query: Query,
    name: str,
    clauses: Iterable[Clause],
    apart: tuple[str, ...],
    negated: tuple[str, ...],
) -> Step:
    """Return a step with its clauses sorted: intervals first, calls of functions last."""
    due = list(clauses)
    splits = tuple(one for one in query.splits[name] if one.clause in due)
    whole = [clause for clause in due if all(clause != one.clause for one in splits)]
    rest = sorted(whole, key=Clause.calls_user_code)
    return Step(name, splits, tuple(rest), apart, negated)


def _absent(query: Query, space: Space, name: str) -> Step:
    clauses = [c for c in query.clauses if name in c.names and len(c.names) > 1]
    apart = tuple(p for p in query.branch.positive if not space.distinct(name, p))
    return _sorted(query, name, clauses, apart, ())


# ------------------------------------------------------------------------ running


def run(
    made: Plan, space: Space, settings: Settings, budget: Budget, *, judge: bool = True
) -> Iterator[Block]:
    """Yield all matches of a branch in blocks; without ``judge``, refuted ones too."""
    if space.dialect.reach(space.branch.window) < 0 or not _constants(made, space):
        return
    yield from _from(made, 0, EMPTY, space, settings, budget, judge)


def _constants(made: Plan, space: Space) -> bool:
    """Return whether all clauses without names hold.  Semantics: S-2.5."""
    return all(
        bool(holds(clause, space, {}, 1).all()) for clause in made.query.clauses if not clause.names
    )


def _from(
    made: Plan,
    depth: int,
    block: Block,
    space: Space,
    settings: Settings,
    budget: Budget,
    judge: bool,  # noqa: FBT001 - passed through
) -> Iterator[Block]:
    if depth == len(made.steps):
        left = unrefuted(made, made.final, block, space, settings) if judge else block
        if left.size:
            yield left
        return
    step = made.steps[depth]
    if isinstance(step, SetStep):
        grown: Iterable[Block] = with_sets(step, block, space, settings, budget)
        negated = step.each.negated
    else:
        grown = coalesced(extended(step, block, space, settings), settings.block // 8)
        negated = step.negated
    for one in grown:
        left = unrefuted(made, negated, one, space, settings) if judge else one
        if left.size:
            yield from _from(made, depth + 1, left, space, settings, budget, judge)


def unrefuted(
    made: Plan, negated: Iterable[str], block: Block, space: Space, settings: Settings
) -> Block:
    """Return the partial matches that no event of some negated names refutes."""
    for name in negated:
        if block.size:
            gone = refuted(made.absent[name], block, space, settings)
            block = block.take(np.flatnonzero(~gone)) if gone.any() else block
    return block


def coalesced(blocks: Iterable[Block], least: int) -> Iterator[Block]:
    """Yield the same partial matches in fewer blocks, so that small ones do not cost a step each.

    All blocks bind the same number of events to each name.
    """
    held: list[Block] = []
    size = 0
    for block in blocks:
        if block.size:
            held.append(block)
            size += block.size
        if size >= least and held:
            yield joined(held)
            held, size = [], 0
    if held:
        yield joined(held)


def joined(blocks: list[Block]) -> Block:
    """Return the partial matches of several blocks of one shape."""
    if len(blocks) == 1:
        return blocks[0]
    bound: dict[str, tuple[Array, ...]] = {
        name: tuple(
            np.concatenate([block.bound[name][place] for block in blocks])
            for place in range(len(places))
        )
        for name, places in blocks[0].bound.items()
    }
    return Block(sum(block.size for block in blocks), bound)


def space_of(query: Query, table: Table, own: dict[str, Pool] | None = None) -> Space:
    """Return the space of a branch over a table."""
    found = pools(query, table) if own is None else own
    return Space(table, query.branch, query.dialect, found, query.functions)
