"""The machine that runs an automaton: instances, a shared input buffer, time and finality.

Every pair of an instance and an event is examined once: an instance scans the buffer when it is
made, and every event is shown to the instances that exist when it arrives. Nothing here depends
on the order of arrival but the moment at which a match is found.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from math import inf

from augury.reference.nfa.automaton import Automaton, Edge
from augury.reference.nfa.negation import Judge
from augury.spec.errors import TooManyCandidates
from augury.spec.events import Dialect, Event
from augury.spec.finality import Time
from augury.spec.language.functions import BUILTINS, Functions
from augury.spec.limits import CANDIDATES
from augury.spec.semantics import Binding, Match, distinct, events_of, fits, satisfied


@dataclass(slots=True)
class Counters:
    """What the documents count.  Paper: [D] section 7."""

    evaluations: int = 0
    peak_instances: int = 0
    peak_buffered: int = 0


@dataclass(frozen=True, slots=True)
class Instance:
    """A partial match and the edge on which it waits."""

    edge: Edge
    bound: Binding


@dataclass(slots=True)
class Machine:
    """One automaton at work; ``push``, ``advance`` and ``close`` return what became final.

    Semantics: S-5.1, S-5.2.
    """

    automaton: Automaton
    dialect: Dialect
    number: int = 0
    functions: Functions = field(default_factory=lambda: BUILTINS)
    limit: int = CANDIDATES
    counters: Counters = field(default_factory=Counters)
    time: Time = -inf
    buffer: list[Event] = field(default_factory=list)
    waiting: list[Instance] = field(default_factory=list)
    started: bool = False
    judge: Judge = field(init=False)

    def __post_init__(self) -> None:
        branch = self.automaton.branch
        self.judge = Judge(branch, self.dialect, self.number, self.functions)

    # ---------------------------------------------------------------- the three calls

    def push(self, event: Event) -> list[Match]:
        """Take an event that is not late; return the matches that became final by it."""
        found = self._start()
        self.judge.see(event)
        self.buffer.append(event)
        self.counters.peak_buffered = max(self.counters.peak_buffered, len(self.buffer))
        # A new instance scans the buffer, which holds the event already: only older ones see it.
        for instance in tuple(self.waiting):
            for group in self._new_groups(instance, event):
                found += self._take(instance, group)
        return found

    def advance(self, time: Time) -> list[Match]:
        """Let time reach a tick; return the matches that became final by it."""
        if time <= self.time:
            return []
        self.time = time
        self._expire()
        return self.judge.advance(time)

    def close(self) -> list[Match]:
        """End the stream; return the matches that were still waiting for time."""
        return self._start() + self.advance(inf)

    # ---------------------------------------------------------------- instances

    def _start(self) -> list[Match]:
        if self.started:
            return []
        self.started = True
        return self._enter(self.automaton.initial, {})

    def _enter(self, state: str, bound: Binding) -> list[Match]:
        """Put an instance into a state: it waits there, and scans what is buffered."""
        edges = [e for e in self.automaton.leaving(state) if e.action in ("take", "iterate")]
        if state == self.automaton.accept or edges[0].target == self.automaton.reject:
            return self.judge.complete(bound)
        instance = Instance(edges[0], bound)
        self.waiting.append(instance)
        self.counters.peak_instances = max(self.counters.peak_instances, len(self.waiting))
        found: list[Match] = []
        for group in self._buffered_groups(instance):
            found += self._take(instance, group)
        return found

    def _take(self, instance: Instance, group: tuple[Event, ...]) -> list[Match]:
        """Traverse the take or iterate edge with some events, if its condition holds."""
        edge = instance.edge
        bound = {**instance.bound, edge.names[0]: group}
        self._count()
        if satisfied(bound, edge.condition, self.functions):
            return self._enter(edge.target, bound)
        return []

    def _count(self) -> None:
        """Count an evaluation; past the limit nothing is answered, and nothing in part."""
        self.counters.evaluations += 1
        if self.counters.evaluations > self.limit:
            raise TooManyCandidates(self.counters.evaluations, self.limit)

    # ---------------------------------------------------------------- groups of events

    def _eligible(self, instance: Instance, events: list[Event]) -> list[Event]:
        """Return the events that lie in the scope of an instance's edge, in (ts, id) order."""
        name = instance.edge.names[0]
        type_ = self.automaton.branch.types[name]
        return sorted(
            (e for e in events if e.type == type_ and self._in_scope(instance, e)),
            key=lambda e: e.key,
        )

    def _in_scope(self, instance: Instance, event: Event) -> bool:
        scope, bound = instance.edge.scope, instance.bound
        assert scope is not None
        return (
            all(self.dialect.before(a, event) for p in scope.after for a in bound[p])
            and all(self.dialect.before(event, b) for q in scope.before for b in bound[q])
            and self._joins(instance.bound, (event,))
        )

    def _joins(self, bound: Binding, group: tuple[Event, ...]) -> bool:
        joined = {**bound, "": group}
        if not events_of(joined):
            return True
        return distinct(joined) and fits(joined, self.automaton.branch, self.dialect)

    def _sizes(self, name: str, available: int) -> range:
        low, high = self.automaton.branch.kleene[name]
        return range(low, min(available, available if high is None else high) + 1)

    def _buffered_groups(self, instance: Instance) -> Iterator[tuple[Event, ...]]:
        """Yield every group that the buffer offers: single events, or sets for ``iterate``."""
        eligible = self._eligible(instance, self.buffer)
        if instance.edge.action == "take":
            yield from ((event,) for event in eligible)
            return
        for size in self._sizes(instance.edge.names[0], len(eligible)):
            for group in combinations(eligible, size):
                if self._joins(instance.bound, group):
                    yield group

    def _new_groups(self, instance: Instance, event: Event) -> Iterator[tuple[Event, ...]]:
        """Yield the groups that an arriving event completes: those that contain it."""
        if not self._eligible(instance, [event]):
            return
        if instance.edge.action == "take":
            yield (event,)
            return
        others = [e for e in self._eligible(instance, self.buffer) if e.id != event.id]
        for size in self._sizes(instance.edge.names[0], len(others) + 1):
            if size:
                for rest in combinations(others, size - 1):
                    group = tuple(sorted((*rest, event), key=lambda e: e.key))
                    if self._joins(instance.bound, group):
                        yield group

    # ---------------------------------------------------------------- the end of the window

    def _expire(self) -> None:
        """Drop what no event to come can use.  Semantics: S-5.2."""
        w = self.dialect.reach(self.automaton.branch.window)
        self.buffer = [event for event in self.buffer if event.ts >= self.time + 1 - w]
        self.waiting = [
            instance
            for instance in self.waiting
            if not (bound := events_of(instance.bound))
            or min(event.ts for event in bound) + w > self.time
        ]
