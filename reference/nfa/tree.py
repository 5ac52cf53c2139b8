"""The tree automaton: each instance chooses its next name by what the buffer holds.

A state is a sequence of bound names; it exists while an instance is in it. An event is put into the
buffer when it arrives, and starts an instance for every name it can have; that instance binds the
other names from the buffer, the one with the fewest buffered events first. So a match is found when
the last of its events arrives, once, and in the order that is cheapest at that moment. As long as a
name that must bind has no buffered event, nothing is evaluated.

Paper: [D] section 6. The printed edges take an event or store it; here every event is stored, since
another instance may need it in another order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import inf

from augury.reference.nfa.machine import Counters
from augury.reference.nfa.negation import Judge
from augury.reference.nfa.reach import Reach
from augury.reference.nfa.topology import scope_of
from augury.spec.errors import TooManyCandidates
from augury.spec.events import Dialect, Event
from augury.spec.finality import Time
from augury.spec.language import ast
from augury.spec.language.functions import BUILTINS, Functions
from augury.spec.language.normal import Branch
from augury.spec.limits import CANDIDATES
from augury.spec.semantics import Binding, Match, positive_clauses, satisfied


@dataclass(slots=True)
class Tree:
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
    buffer: list[Event] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    judge: Judge = field(init=False)
    reach: Reach = field(init=False)

    def __post_init__(self) -> None:
        self.judge = Judge(self.branch, self.dialect, self.number, self.functions)
        self.reach = Reach(self.branch, self.dialect)

    def push(self, event: Event) -> list[Match]:
        """Take an event that is not late; return the matches that became final by it."""
        self.judge.see(event)
        self.buffer.append(event)
        self.counts[event.type] += 1
        self.counters.peak_buffered = max(self.counters.peak_buffered, len(self.buffer))
        if not all(self.counts[self.branch.types[name]] for name in self.branch.required):
            return []
        return [
            match
            for name in self.branch.positive
            if self.branch.types[name] == event.type
            for match in self._bind(name, {}, 1, event)
        ]

    def advance(self, time: Time) -> list[Match]:
        """Let time reach a tick; return the matches that became final by it."""
        if time <= self.time:
            return []
        self.time = time
        w = self.dialect.reach(self.branch.window)
        self.buffer = [event for event in self.buffer if event.ts >= time + 1 - w]
        self.counts = Counter(event.type for event in self.buffer)
        return self.judge.advance(time)

    def close(self) -> list[Match]:
        """End the stream; return the matches that were still waiting for time."""
        return self.advance(inf)

    # ---------------------------------------------------------------- one instance after another

    def _bind(
        self, name: str, bound: Binding, depth: int, must: Event | None = None
    ) -> Iterator[Match]:
        """Bind a name in every way the buffer offers, and go on with the next."""
        self.counters.peak_instances = max(self.counters.peak_instances, depth)
        scope = scope_of(name, tuple(bound), self.branch)
        eligible = self.reach.eligible(name, scope, bound, self.buffer)
        if must is not None and must not in eligible:
            return
        for group in self.reach.groups(name, bound, eligible, must):
            extended = {**bound, name: group}
            if self._condition(name, extended):
                yield from self._next(extended, depth + 1)

    def _next(self, bound: Binding, depth: int) -> Iterator[Match]:
        """Go on with the name that is cheapest now."""
        left = [name for name in self.branch.positive if name not in bound]
        if left:
            yield from self._bind(min(left, key=lambda name: self._cost(name, bound)), bound, depth)
        else:
            whole = {name: bound[name] for name in self.branch.positive}
            yield from self.judge.complete(whole)

    def _cost(self, name: str, bound: Binding) -> tuple[bool, int, bool]:
        """Kleene names last, then by buffered events, and of equals one that a clause can prune.

        Paper: [D] section 6 leaves the rule for equal counters open.
        """
        prunes = any(
            name in ast.names(clause) and ast.names(clause) & set(bound)
            for clause in positive_clauses(self.branch)
        )
        return name in self.branch.kleene, self.counts[self.branch.types[name]], not prunes

    def _condition(self, name: str, bound: Binding) -> bool:
        """Evaluate the clauses that this name makes decidable; counts one.

        Paper: [D] section 7 on what is counted.
        """
        self.counters.evaluations += 1
        if self.counters.evaluations > self.limit:
            raise TooManyCandidates(self.counters.evaluations, self.limit)
        decidable = tuple(
            clause
            for clause in positive_clauses(self.branch)
            if ast.names(clause) <= set(bound) and (name in ast.names(clause) or len(bound) == 1)
        )
        return satisfied(bound, decidable, self.functions)
