"""How the eager automaton reports where a pattern says SELECT or SKIP.

Events come in (ts, id) order, so an instance is the prefix of a match before the next event. Under
``next`` an instance that can take an event does not also ignore it; under ``strict`` no instance
ignores any event. Only where the order admits ties can an event be taken after one that came later;
there a complete match is held against the events that are kept. SKIP is decided in the order of
completion, when what could displace a match is decided itself.

Semantics: S-6.3 to S-6.9.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from augury.reference.nfa.negation import Judge
from augury.spec.events import Dialect, Event, Stream
from augury.spec.finality import Time
from augury.spec.language.ast import Select, Skip
from augury.spec.language.functions import BUILTINS, Functions
from augury.spec.language.normal import Branch
from augury.spec.selection import obstacles
from augury.spec.semantics import Binding, Match, events_of, match_of


@dataclass(slots=True)
class Selector:
    """What an instance may do with an event.  Semantics: S-6.3 to S-6.5."""

    select: Select
    dialect: Dialect
    functions: Functions = field(default_factory=lambda: BUILTINS)
    kept: list[Event] = field(default_factory=list)

    @property
    def stepwise(self) -> bool:
        """Whether ignoring an event is decided when it comes."""
        return self.select != "any" and self.dialect.order != "nonstrict"

    @property
    def looks_back(self) -> bool:
        """Whether a match is judged when it is complete."""
        return self.select != "any" and self.dialect.order == "nonstrict"

    def see(self, event: Event) -> None:
        """Keep an event for the matches that it may stand between."""
        if self.looks_back:
            self.kept.append(event)

    def advance(self, before: Time) -> None:
        """Forget the events with ts < before."""
        if self.kept and self.kept[0].ts < before:
            self.kept = [event for event in self.kept if event.ts >= before]

    def admits(self, mu: Binding, branch: Branch) -> bool:
        """Return whether no event was skipped that a complete match should have taken."""
        return not self.looks_back or not obstacles(
            mu, self.select, branch, Stream(self.kept), self.dialect, self.functions
        )


@dataclass(slots=True)
class Reporter:
    """Which of the matches that wait are reported, in the order of completion.

    Semantics: S-6.6, S-6.7, S-6.9.
    """

    skip: Skip
    judges: tuple[Judge, ...]
    reach: int
    ended: tuple[int, int] | None = None
    """The last position that a reported match covers."""
    begun: dict[tuple[int, int], None] = field(default_factory=dict)
    """The first positions of reported matches."""

    def report(self, time: Time) -> list[Match]:
        """Return what is reported when time has reached a tick, and let go of what is dropped."""
        waiting = (
            sorted(
                (_completion(mu, judge.number, judge.branch), h, mu, judge)
                for judge in self.judges
                for h, mu in judge.pending
            )
            if any(judge.pending for judge in self.judges)
            else []
        )
        said: list[Match] = []
        open_: list[tuple[tuple[int, int], tuple[int, int]]] = []
        kept: dict[int, list[tuple[Time, Binding]]] = {}
        for (last, first, match), h, mu, judge in waiting:
            if self._displaced(first):
                continue
            if h <= time and not any(self._covers(first, *other) for other in open_):
                said.append(match)
                self.ended = last if self.ended is None else max(self.ended, last)
                self.begun[first] = None
            else:
                open_.append((first, last))
                kept.setdefault(judge.number, []).append((h, mu))
        for judge in self.judges:
            judge.pending = kept.get(judge.number, [])
        self.begun = {first: None for first in self.begun if first[0] + 2 * self.reach >= time}
        return said

    def _displaced(self, first: tuple[int, int]) -> bool:
        if self.skip == "to next":
            return first in self.begun
        return self.ended is not None and first <= self.ended

    def _covers(
        self, first: tuple[int, int], begun: tuple[int, int], ended: tuple[int, int]
    ) -> bool:
        return first == begun if self.skip == "to next" else first <= ended


def _completion(
    mu: Binding, number: int, branch: Branch
) -> tuple[tuple[int, int], tuple[int, int], Match]:
    positions = [event.key for event in events_of(mu)]
    return max(positions), min(positions), match_of(mu, branch, number)
