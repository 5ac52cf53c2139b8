"""A stream that goes on: batches of events in, final matches out, state bounded by the window.

A match is found at the push of the last of its events to arrive. A branch is asked once for each
of its names: this name binds a new event, the names before it only old ones, the names after it
any. So every match that holds a new event is found exactly once, and no old match again.

Proof: PR-DELTA-01.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import inf

import numpy as np
import pyarrow as pa

from augury.spark_impl.columnar.kernel import Plan, Query, plan, pools, run, space_of
from augury.spark_impl.columnar.negation import horizon, refuted
from augury.spark_impl.columnar.pending import Shape, Waiting, joined
from augury.spark_impl.columnar.reading import of_arrow, ticks
from augury.spark_impl.columnar.results import batch_of, schema_of
from augury.spark_impl.columnar.sets import SetStep
from augury.spark_impl.columnar.settings import Budget, Settings
from augury.spark_impl.columnar.space import Block, Pool, Space
from augury.spark_impl.columnar.table import (
    Needs,
    Table,
    compacted,
    merged,
    of_events,
    repeated_id,
)
from augury.spark_impl.columnar.vectors import Array, Mask
from augury.spec.errors import InputError, UnsupportedError
from augury.spec.events import Dialect
from augury.spec.finality import Time
from augury.spec.handover import share
from augury.spec.language.ast import Pattern
from augury.spec.language.functions import BUILTINS, Functions
from augury.spec.language.normal import normal_form
from augury.spec.limits import KLEENE_SETS

REPLAN = 16
"""Pushes after which an order of names is weighed anew."""


def late_of(ts: Array, time: Time, disorder: int | None) -> tuple[Mask, Time]:
    """Return which events of a batch, in the order of arrival, are late, and the time after it.

    With a disorder d the largest ts M seen so far promises M - d - 1; what an event itself promises
    never makes it late.  Semantics: S-5.1.
    """
    if not len(ts):
        return np.zeros(0, dtype=bool), time
    floor = np.iinfo(np.int64).min if time == -inf else int(min(time, 2**62))
    before = np.full(len(ts), floor)
    if time == inf:
        return np.ones(len(ts), dtype=bool), time
    if disorder is None:
        return ts <= before if time > -inf else np.zeros(len(ts), dtype=bool), time
    promised = np.maximum.accumulate(ts) - disorder - 1
    late = ts <= np.maximum(before, promised)
    return late, max(time, int(promised[-1]))


@dataclass(slots=True)
class State:
    """What a stream holds between pushes."""

    table: Table
    time: Time = -inf
    waiting: dict[Shape, Waiting] = field(default_factory=dict)
    arrived: int = 0
    late: int = 0


class Matcher:
    """A pattern over a stream: push batches, let time advance, close.

    With ``disorder`` d the events say the time themselves; without it ``advance`` does. If a push
    raises, the state is as before it, so the same batch can be pushed again.
    """

    def __init__(
        self,
        pattern: Pattern,
        dialect: Dialect = Dialect(),  # noqa: B008 - frozen
        *,
        disorder: int | None = None,
        functions: Functions = BUILTINS,
        settings: Settings = Settings(),  # noqa: B008 - frozen
        limit: int = KLEENE_SETS,
    ) -> None:
        if pattern.selective:
            raise UnsupportedError("engine columnar has no SELECT and no SKIP; choose eager")
        self.disorder, self.settings, self.limit = disorder, settings, limit
        self.needs, self.schema = Needs.of(pattern), schema_of(pattern)
        self.queries = [Query.of(branch, dialect, functions) for branch in normal_form(pattern)]
        self.reach = dialect.reach(pattern.within.ticks)
        self.state = State(of_events((), self.needs))
        self.late: list[int] = []
        """The ids of the events of the last push that came too late."""
        self._plans: dict[tuple[int, str], tuple[int, Plan]] = {}
        self._pushes = 0

    # -------------------------------------------------------------------- what a caller does

    def push(self, batch: pa.RecordBatch | pa.Table) -> pa.Table:
        """Take events in the order of their arrival, and return the matches that became final.

        Semantics: S-5.1, S-5.2.
        """
        state = self.state
        late, time = late_of(ticks(batch), state.time, self.disorder)
        numbered = _numbered(batch, state.arrived)
        punctual = numbered.filter(pa.array(~late)) if late.any() else numbered
        fresh = of_arrow(punctual, self.needs)
        whole, old, new = merged(state.table, fresh)
        twice = repeated_id(whole.ids)
        if twice is not None:
            raise InputError(f"the id {twice} is used twice; ids must be unique", "batch")
        is_new: Mask = np.zeros(len(whole), dtype=bool)
        is_new[new] = True
        found = self._found(whole, is_new) if len(new) else {}
        kept = {shape: [one.moved(old)] for shape, one in state.waiting.items()}
        if len(new):
            kept = {s: [self._unrefuted(s[0], o, whole, is_new) for o in kept[s]] for s in kept}
        for shape, parts in found.items():
            kept.setdefault(shape, []).extend(parts)
        lost = int(late.sum())
        after = State(whole, state.time, joined(kept), state.arrived + len(late), state.late + lost)
        out = self._advanced(after, time)
        self.state, self._pushes = after, self._pushes + 1
        self.late = numbered.column("id").filter(pa.array(late)).to_pylist() if lost else []
        return out

    def advance(self, time: int) -> pa.Table:
        """Let time reach a tick: no event with ``ts <= time`` will arrive.  Semantics: S-5.1."""
        return self._advanced(self.state, max(self.state.time, time))

    def close(self) -> pa.Table:
        """End the stream: what waits is final."""
        return self._advanced(self.state, inf)

    # -------------------------------------------------------------------- time

    def _advanced(self, state: State, time: Time) -> pa.Table:
        """Let time reach a tick; return what became final, forget what no match can need."""
        state.time = time
        out: list[pa.RecordBatch] = []
        for shape, waiting in list(state.waiting.items()):
            final, rest = waiting.split(time)
            if final.size:
                ids = state.table.ids
                named = {n: tuple(ids[one] for one in own) for n, own in final.rows.items()}
                out.append(batch_of(shape[0], final.size, named, self.schema))
            if rest.size:
                state.waiting[shape] = rest
            else:
                del state.waiting[shape]
        self._forget(state)
        return pa.Table.from_batches(out, self.schema)

    def _forget(self, state: State) -> None:
        """Drop the events before the window.  Semantics: S-5.2.  Proof: PR-FINAL-09."""
        if state.time == -inf or not len(state.table):
            return
        first = np.iinfo(np.int64).max if state.time == inf else int(state.time) + 1 - self.reach
        start = int(np.searchsorted(state.table.ts, first))
        if start == 0:
            return
        state.table = compacted(state.table.take(np.arange(start, len(state.table))))
        place = np.arange(-start, len(state.table))
        state.waiting = {shape: one.moved(place) for shape, one in state.waiting.items()}

    # -------------------------------------------------------------------- what is new

    def _found(self, table: Table, is_new: Mask) -> dict[Shape, list[Waiting]]:
        """Return the matches that hold a new event, by shape, refuted ones left out."""
        budget = Budget(self.limit)
        found: dict[Shape, list[Waiting]] = {}
        for number, query in enumerate(self.queries):
            own = pools(query, table)
            for name in _last_first(query):
                space = _term(query, table, own, is_new, name)
                if space is None:
                    continue
                made = self._plan(number, name, query, space)
                made = _with_fresh(made, name, is_new[space.pools[name].rows])
                for block in run(made, space, self.settings, budget):
                    sizes = tuple(len(block.bound[n]) for n in query.branch.positive)
                    waiting = Waiting(space.rows(block), horizon(block, space))
                    found.setdefault((number, sizes), []).append(waiting)
        return found

    def _plan(self, number: int, name: str, query: Query, space: Space) -> Plan:
        """Return the plan for a name with new events; it is weighed anew now and then."""
        since, made = self._plans.get((number, name), (-REPLAN, None))
        if made is None or self._pushes - since >= REPLAN:
            made = plan(query, space)
            self._plans[number, name] = self._pushes, made
        return made

    def _unrefuted(self, number: int, waiting: Waiting, table: Table, is_new: Mask) -> Waiting:
        """Return the matches that no new event refutes.  Semantics: S-4.6."""
        query = self.queries[number]
        own = pools(query, table)
        for n in query.branch.negated:
            own[n] = Pool.of(own[n].rows[is_new[own[n].rows]], table)
        absent = [n for n in query.branch.names if n in query.branch.negated and len(own[n])]
        if not absent or not waiting.size:
            return waiting
        space = space_of(query, table, own)
        bound = {
            name: tuple(np.searchsorted(own[name].rows, one) for one in rows)
            for name, rows in waiting.rows.items()
        }
        made = plan(query, space, query.branch.positive)
        block = Block(waiting.size, bound)
        gone: Mask = np.zeros(waiting.size, dtype=bool)
        for n in absent:
            gone |= refuted(made.absent[n], block, space, self.settings)
        return waiting.take(np.flatnonzero(~gone)) if gone.any() else waiting


def _numbered(batch: pa.RecordBatch | pa.Table, first: int) -> pa.Table:
    """Return a batch in which every event has an id: its own or its number of arrival."""
    table = pa.table(batch) if isinstance(batch, pa.RecordBatch) else batch
    if table.schema.get_field_index("id") >= 0:
        return table
    return table.append_column("id", pa.array(np.arange(first, first + len(table))))


def _last_first(query: Query) -> list[str]:
    """Return the positive names, those with most predecessors first.

    Events mostly arrive in their order; then only the first of these names binds new events
    beside old ones, and the terms of the others are empty.
    """
    branch = query.branch
    return sorted(branch.positive, key=lambda name: -len(branch.predecessors(name)))


def _term(
    query: Query, table: Table, own: dict[str, Pool], is_new: Mask, name: str
) -> Space | None:
    """Return the space in which one name binds a new event and the names before it only old ones.

    None if it is plain that nothing can be found there.
    """
    branch = query.branch
    mine = dict(own)
    fresh = own[name].rows[is_new[own[name].rows]]
    if not len(fresh):
        return None
    order = _last_first(query)
    for other in order:
        part, rows = share(other, name, order), own[other].rows
        if part == "new" and other not in branch.kleene:
            mine[other] = Pool.of(fresh, table)
        elif part == "old":
            mine[other] = Pool.of(rows[~is_new[rows]], table)
        if other not in branch.required:
            continue
        if not len(mine[other]):
            return None
        if (name, other) in branch.order and mine[other].ts[-1] < table.ts[fresh[0]]:
            return None
    return Space(table, branch, query.dialect, mine, query.functions)


def _with_fresh(made: Plan, name: str, is_new: Mask) -> Plan:
    """Return a plan in which every set of a Kleene name holds a new event."""
    steps = tuple(
        replace(step, fresh=is_new)
        if isinstance(step, SetStep) and step.each.name == name
        else step
        for step in made.steps
    )
    return replace(made, steps=steps)
