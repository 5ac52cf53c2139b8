"""What every automaton does with a complete binding: look for a witness, then wait for time.

A negated name is judged when the positive names are bound, because its condition may speak of any
of them; witnesses that are still to come are awaited until time has reached the horizon.

Paper: [T] section 3.5.1, post-processing negation, with the time-out of a negated name at the last
tick at which a witness could come instead of at the expiry of a bound event.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf

from augury.spec.events import Dialect, Event, Stream
from augury.spec.finality import Time, horizon
from augury.spec.language.functions import BUILTINS, Functions
from augury.spec.language.normal import Branch
from augury.spec.semantics import Binding, Match, match_of, witnesses


@dataclass(slots=True)
class Judge:
    """Complete bindings of one branch on their way to being final.  Semantics: S-4.6, S-5.2."""

    branch: Branch
    dialect: Dialect
    number: int
    functions: Functions = field(default_factory=lambda: BUILTINS)
    time: Time = -inf
    seen: list[Event] = field(default_factory=list)
    pending: list[tuple[Time, Binding]] = field(default_factory=list)

    def see(self, event: Event) -> None:
        """Take note of an event: it may refute what waits, and what is still to be completed."""
        if event.type in {self.branch.types[n] for n in self.branch.negated}:
            self.seen.append(event)
            self.pending = [(h, mu) for h, mu in self.pending if not self._refuted(mu, [event])]

    def complete(self, mu: Binding) -> list[Match]:
        """Judge a complete binding: refuted, final at once, or waiting for its horizon."""
        if self._refuted(mu, self.seen):
            return []
        h = horizon(mu, self.branch, self.dialect)
        if h <= self.time:
            return [match_of(mu, self.branch, self.number)]
        self.pending.append((h, mu))
        return []

    def advance(self, time: Time) -> list[Match]:
        """Let time reach a tick: what waited for it is final, old witnesses are forgotten."""
        self.time = time
        final = [mu for h, mu in self.pending if h <= time]
        self.pending = [(h, mu) for h, mu in self.pending if h > time]
        w = self.dialect.reach(self.branch.window)
        self.seen = [event for event in self.seen if event.ts >= time + 1 - w]
        return [match_of(mu, self.branch, self.number) for mu in final]

    def _refuted(self, mu: Binding, events: list[Event]) -> bool:
        stream = Stream(events)
        return any(
            witnesses(n, mu, self.branch, stream, self.dialect, self.functions)
            for n in self.branch.negated
        )
