"""The machine that runs an automaton: instances, a shared input buffer, time and finality.

Every pair of an instance and an event is examined once: an instance scans the buffer when it is
made, and every event is shown to the instances that exist when it arrives. Nothing here depends
on the order of arrival but the moment at which a match is found.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import inf

from augury.reference.nfa.automaton import Automaton, Edge
from augury.reference.nfa.negation import Judge
from augury.reference.nfa.reach import Reach
from augury.spec.errors import TooManyCandidates
from augury.spec.events import Dialect, Event
from augury.spec.finality import Time
from augury.spec.language.functions import BUILTINS, Functions
from augury.spec.limits import CANDIDATES
from augury.spec.semantics import Binding, Match, events_of, satisfied


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
    reach: Reach = field(init=False)

    def __post_init__(self) -> None:
        branch = self.automaton.branch
        self.judge = Judge(branch, self.dialect, self.number, self.functions)
        self.reach = Reach(branch, self.dialect)

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

    def _eligible(self, instance: Instance, events: Sequence[Event]) -> list[Event]:
        edge = instance.edge
        assert edge.scope is not None
        return self.reach.eligible(edge.names[0], edge.scope, instance.bound, events)

    def _buffered_groups(self, instance: Instance) -> Iterator[tuple[Event, ...]]:
        """Yield every group that the buffer offers: single events, or sets for ``iterate``."""
        eligible = self._eligible(instance, self.buffer)
        return self.reach.groups(instance.edge.names[0], instance.bound, eligible)

    def _new_groups(self, instance: Instance, event: Event) -> Iterator[tuple[Event, ...]]:
        """Yield the groups that an arriving event completes: those that contain it."""
        if not self._eligible(instance, (event,)):
            return iter(())
        others = self._eligible(instance, self.buffer) if instance.edge.action == "iterate" else []
        return self.reach.groups(instance.edge.names[0], instance.bound, others, event)

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
