"""Time and finality: the first moment at which no event to come can undo a match.

*Time has reached t* when no event with ``ts <= t`` can still arrive. A match is final when its
last event has arrived and time has reached its horizon H, the last tick at which an event of a
negated name could still refute it. Clauses play no part: finality depends on places only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf
from typing import TypeAlias

from augury.spec.events import Dialect, Event, Stream
from augury.spec.language import ast
from augury.spec.language.functions import BUILTINS, Functions
from augury.spec.language.normal import Branch, normal_form
from augury.spec.limits import CANDIDATES
from augury.spec.selection import Selected, last, reported, selected
from augury.spec.semantics import Binding, Match, events_of, guard, matches

Time: TypeAlias = int | float
"""Ticks, or -inf before anything is known, or +inf after the end of the stream."""


@dataclass(frozen=True, slots=True)
class Watermark:
    """The promise that no event with ``ts <= time`` will arrive.  Semantics: S-5.1."""

    time: int


@dataclass(frozen=True, slots=True)
class End:
    """The promise that no event will arrive: time is +infinity.  Semantics: S-5.1."""


Item: TypeAlias = Event | Watermark | End


@dataclass(frozen=True, slots=True)
class Run:
    """What a streaming engine must say: the matches emitted at each item, and the late ids.

    Semantics: S-5.1, S-5.2.
    """

    emits: tuple[frozenset[Match], ...]
    late: tuple[int, ...]


def refutable(n: str, mu: Binding, branch: Branch, dialect: Dialect) -> tuple[int, int]:
    """Return the ticks [lo, hi] in which an event of n could refute a match; empty if lo > hi.

    Semantics: S-5.2.
    """
    times = [event.ts for event in events_of(mu)]
    w, s = dialect.reach(branch.window), dialect.step
    after = [event.ts + s for p in branch.predecessors(n) for event in mu[p]]
    until = [event.ts - s for q in branch.successors(n) for event in mu[q]]
    return max([*after, max(times) - w]), min([*until, min(times) + w])


def horizon(mu: Binding, branch: Branch, dialect: Dialect) -> Time:
    """Return H, the last tick at which an event could refute a match; -inf if none could.

    Semantics: S-5.2.  Proof: PR-FINAL-01 to PR-FINAL-07.
    """
    intervals = (refutable(n, mu, branch, dialect) for n in branch.negated)
    return max((hi for lo, hi in intervals if lo <= hi), default=-inf)


def binding_of(match: Match, stream: Stream) -> Binding:
    """Return the events that a match binds, by name and in (ts, id) order."""
    return {
        name: tuple(sorted((stream.by_id[i] for i in _tuple(ids)), key=lambda event: event.key))
        for name, ids in match.bindings.items()
    }


def _tuple(ids: int | tuple[int, ...]) -> tuple[int, ...]:
    return ids if isinstance(ids, tuple) else (ids,)


def clock(items: Sequence[Item], disorder: int | None = None) -> tuple[Time, ...]:
    """Return the time after each item; with disorder d the largest ts M seen promises M - d - 1.

    Semantics: S-5.1.
    """
    times: list[Time] = []
    now: Time = -inf
    for item in items:
        match item:
            case Watermark(time=promised):
                now = max(now, promised)
            case End():
                now = inf
            case Event(ts=ts) if disorder is not None:
                now = max(now, ts - disorder - 1)
        times.append(now)
    return tuple(times)


def run(
    items: Sequence[Item],
    pattern: ast.Pattern,
    dialect: Dialect = Dialect(),  # noqa: B008 - frozen
    *,
    disorder: int | None = None,
    functions: Functions = BUILTINS,
    limit: int = CANDIDATES,
) -> Run:
    """Return when each match of the punctual events becomes final, not before and not later.

    Semantics: S-5.1, S-5.2, S-5.3, S-6.8.
    """
    after = clock(items, disorder)
    earlier = (-inf, *after)
    arrivals = [(i, item) for i, item in enumerate(items) if isinstance(item, Event)]
    punctual = [(i, event) for i, event in arrivals if event.ts > earlier[i]]
    late = tuple(event.id for i, event in arrivals if event.ts <= earlier[i])
    stream = Stream(event for _, event in punctual)
    if pattern.selective:
        guard(normal_form(pattern), stream, limit)
        said = [
            _reported_at(i, punctual, now, pattern, dialect, functions)
            for i, now in enumerate(after)
        ]
        return Run(tuple(b - a for a, b in pairwise([frozenset(), *said])), late)
    arrived = {event.id: i for i, event in punctual}
    branches = normal_form(pattern)
    emits: list[set[Match]] = [set() for _ in items]
    for match in matches(stream, pattern, dialect, functions=functions, limit=limit):
        mu = binding_of(match, stream)
        complete = max(arrived[event.id] for event in events_of(mu))
        wait = horizon(mu, branches[match.branch], dialect)
        moment = next((i for i in range(complete, len(items)) if after[i] >= wait), None)
        if moment is not None:
            emits[moment].add(match)
    return Run(tuple(map(frozenset, emits)), late)


def _reported_at(
    moment: int,
    punctual: Sequence[tuple[int, Event]],
    now: Time,
    pattern: ast.Pattern,
    dialect: Dialect,
    functions: Functions,
) -> frozenset[Match]:
    """Return what is reported at a moment: a function of the events so far and the time.

    Semantics: S-6.8, S-6.9.
    """
    stream = Stream(event for i, event in punctual if i <= moment)
    branches = normal_form(pattern)

    def settled(one: Selected) -> bool:
        return now >= max(horizon(one.mu, branches[one.match.branch], dialect), last(one.mu).ts)

    chosen = selected(stream, pattern, dialect, functions)
    return frozenset(one.match for one in reported(chosen, pattern.skip, settled))
