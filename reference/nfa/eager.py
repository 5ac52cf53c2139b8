"""The eager automaton: every event is bound or ignored when it arrives, prefix by prefix.

A state is the set of names that have events; an edge adds a name whose predecessors are complete,
or iterates a Kleene name. A sequence is a chain of states, a conjunction the lattice of subsets.
Events come in (ts, id) order; where the dialect admits ties (``nonstrict``), a new instance is
shown the current tick again.

Paper: [D] section 3.2, [T] section 3.3 on why the lattice is exponential.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import inf

from augury.reference.nfa.machine import Counters
from augury.reference.nfa.negation import Judge
from augury.spec.errors import InvalidEventError, TooManyCandidates
from augury.spec.events import Dialect, Event
from augury.spec.finality import Time
from augury.spec.language import ast
from augury.spec.language.functions import BUILTINS, Functions
from augury.spec.language.normal import Branch
from augury.spec.limits import CANDIDATES
from augury.spec.semantics import (
    Binding,
    Match,
    distinct,
    events_of,
    fits,
    ordered,
    positive_clauses,
    satisfied,
)


@dataclass(slots=True)
class Eager:
    """One branch at work; ``push``, ``advance`` and ``close`` return what became final.

    Semantics: S-5.1, S-5.2.
    """

    branch: Branch
    dialect: Dialect
    number: int = 0
    functions: Functions = field(default_factory=lambda: BUILTINS)
    limit: int = CANDIDATES
    counters: Counters = field(default_factory=Counters)
    time: Time = -inf
    instances: list[Binding] = field(default_factory=lambda: [{}])
    tick: list[Event] = field(default_factory=list)
    made: set[frozenset[tuple[str, int]]] = field(default_factory=set)
    judge: Judge = field(init=False)

    def __post_init__(self) -> None:
        self.judge = Judge(self.branch, self.dialect, self.number, self.functions)

    def push(self, event: Event) -> list[Match]:
        """Take the next event in (ts, id) order; return the matches that became final by it."""
        if self.tick and event.key < self.tick[-1].key:
            raise InvalidEventError(f"event {event.id} is out of (ts, id) order; sort the stream")
        if self.tick and event.ts > self.tick[-1].ts:
            self.tick, self.made = [], set()
        self.tick.append(event)
        self.judge.see(event)
        return [
            match for instance in tuple(self.instances) for match in self._offer(instance, event)
        ]

    def advance(self, time: Time) -> list[Match]:
        """Let time reach a tick; return the matches that became final by it."""
        if time <= self.time:
            return []
        self.time = time
        w = self.dialect.reach(self.branch.window)
        self.instances = [
            mu for mu in self.instances if not mu or min(e.ts for e in events_of(mu)) + w > time
        ]
        return self.judge.advance(time)

    def close(self) -> list[Match]:
        """End the stream; return the matches that were still waiting for time."""
        return self.advance(inf)

    # ---------------------------------------------------------------- one event, one instance

    def _offer(self, instance: Binding, event: Event) -> list[Match]:
        """Replicate an instance for every name under which it can take an event."""
        return [match for bound in self._taken(instance, event) for match in self._enter(bound)]

    def _taken(self, instance: Binding, event: Event) -> Iterator[Binding]:
        for name in self.branch.positive:
            if event.type == self.branch.types[name] and self._open(name, instance):
                group = sorted((*instance.get(name, ()), event), key=lambda e: e.key)
                bound = {**instance, name: tuple(group)}
                if distinct(bound) and self._in_place(bound) and self._condition(name, bound):
                    yield bound

    def _open(self, name: str, instance: Binding) -> bool:
        """Return whether a name can take another event: its predecessors have all they need."""
        high = self.branch.kleene.get(name, (1, 1))[1]
        return (high is None or len(instance.get(name, ())) < high) and all(
            self._enough(p, instance) for p in self.branch.predecessors(name)
        )

    def _enough(self, name: str, instance: Binding) -> bool:
        return len(instance.get(name, ())) >= self.branch.kleene.get(name, (1, 1))[0]

    def _in_place(self, bound: Binding) -> bool:
        return ordered(bound, self.branch, self.dialect) and fits(bound, self.branch, self.dialect)

    def _condition(self, name: str, bound: Binding) -> bool:
        """Evaluate the clauses of single events that this take makes decidable; counts one.

        Paper: [D] section 7 on what is counted.
        """
        self.counters.evaluations += 1
        if self.counters.evaluations > self.limit:
            raise TooManyCandidates(self.counters.evaluations, self.limit)
        decidable = tuple(
            clause
            for clause in positive_clauses(self.branch)
            if name in ast.names(clause) <= set(bound) - set(self.branch.kleene)
        )
        return satisfied(bound, decidable, self.functions)

    def _enter(self, bound: Binding) -> list[Match]:
        """Keep a new instance, judge it if it is complete, and show it the current tick."""
        found: list[Match] = []
        if self.dialect.order == "nonstrict":
            key = frozenset((name, event.id) for name, group in bound.items() for event in group)
            if key in self.made:
                return []
            self.made.add(key)
        self.instances.append(bound)
        self.counters.peak_instances = max(self.counters.peak_instances, len(self.instances))
        if all(self._enough(name, bound) for name in self.branch.positive):
            whole = {name: bound.get(name, ()) for name in self.branch.positive}
            if satisfied(whole, self._last_clauses(), self.functions):
                found += self.judge.complete(whole)
        if self.dialect.order == "nonstrict":
            for event in tuple(self.tick):
                found += self._offer(bound, event)
        return found

    def _last_clauses(self) -> tuple[ast.Condition, ...]:
        """Return the clauses that need whole sets, and those without a name."""
        return tuple(
            clause
            for clause in positive_clauses(self.branch)
            if not ast.names(clause) or ast.names(clause) & set(self.branch.kleene)
        )
