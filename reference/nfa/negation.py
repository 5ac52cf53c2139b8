"""What every automaton does with a complete binding: look for a witness, then wait for time.

All states r1, ..., rk are passed at once: each would look into the buffer when it is entered, and a
witness of the second may be gone by the time the first lets go. Witnesses that are still to come
are awaited until time has reached the horizon.

Paper: [T] section 3.5.1, post-processing negation, with the time-out of a negated name at the last
tick at which a witness could come instead of at the expiry of a bound event.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import inf

from augury.reference.nfa.buffer import Buffer
from augury.spec.events import Dialect, Event, Stream
from augury.spec.finality import Time, horizon, refutable
from augury.spec.language.functions import BUILTINS, Functions
from augury.spec.language.normal import Branch
from augury.spec.semantics import Binding, Match, events_of, match_of, witnesses


@dataclass(slots=True)
class Judge:
    """Complete bindings of one branch on their way to being final.  Semantics: S-4.6, S-5.2."""

    branch: Branch
    dialect: Dialect
    number: int
    buffer: Buffer
    functions: Functions = field(default_factory=lambda: BUILTINS)
    selective: bool = False
    """Whether an event before the last bound one could still matter.  Semantics: S-6.8."""
    held: bool = False
    """Whether somebody else decides what is reported.  Semantics: S-6.9."""
    time: Time = -inf
    pending: list[tuple[Time, Binding]] = field(default_factory=list)

    def see(self, event: Event) -> None:
        """Take note of an event: it may refute what waits."""
        if self.pending and event.type in {self.branch.types[n] for n in self.branch.negated}:
            self.pending = [
                (h, mu)
                for h, mu in self.pending
                if not any(self.refuted(n, mu, (event,)) for n in self.branch.negated)
            ]

    def complete(self, mu: Binding) -> list[Match]:
        """Judge a complete binding: refuted, final at once, or waiting for its horizon."""
        for n in self.branch.negated:
            low, high = refutable(n, mu, self.branch, self.dialect)
            near = self.buffer.shelves[self.branch.types[n]].between(low, high)
            if near and self.refuted(n, mu, near):
                return []
        h = horizon(mu, self.branch, self.dialect)
        if self.selective:
            h = max(h, max(event.ts for event in events_of(mu)))
        if h <= self.time and not self.held:
            return [match_of(mu, self.branch, self.number)]
        self.pending.append((h, mu))
        return []

    def advance(self, time: Time) -> list[Match]:
        """Let time reach a tick: what waited for it is final."""
        self.time = time
        if not self.pending or self.held:
            return []
        final = [mu for h, mu in self.pending if h <= time]
        self.pending = [(h, mu) for h, mu in self.pending if h > time]
        return [match_of(mu, self.branch, self.number) for mu in final]

    def refuted(self, n: str, mu: Binding, events: Iterable[Event]) -> bool:
        """Return whether one of some events refutes a binding, by a negated name."""
        stream = Stream(events)
        return bool(witnesses(n, mu, self.branch, stream, self.dialect, self.functions))
