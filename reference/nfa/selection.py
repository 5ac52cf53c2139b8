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
from typing import TypeAlias

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


Place: TypeAlias = tuple[tuple[int, int], tuple[int, int], Match]
"""Where a match stands in the order of completion: last position, first position, itself."""


@dataclass(slots=True)
class Reporter:
    """Which of the matches that wait are reported, in the order of completion.

    Semantics: S-6.6, S-6.7, S-6.9.
    """

    skip: Skip
    judges: tuple[Judge, ...]
    reach: int
    said: list[Place] = field(default_factory=list)
    """What was reported and may still displace a match."""

    def report(self, time: Time) -> list[Match]:
        """Return what is reported when time has reached a tick, and let go of what is dropped."""
        waiting = sorted(
            (_completion(mu, judge.number, judge.branch), h, mu, judge)
            for judge in self.judges
            for h, mu in judge.pending
        )
        for judge in self.judges:
            judge.pending = []
        new: list[Match] = []
        open_: list[Place] = []
        for place, h, mu, judge in waiting:
            if self._displaced(place, self.said):
                continue
            if h <= time and not self._displaced(place, open_):
                new.append(place[2])
                self.said.append(place)
            else:
                open_.append(place)
                judge.pending.append((h, mu))
        self.said = [place for place in self.said if place[0][0] + 2 * self.reach >= time]
        return new

    def _displaced(self, place: Place, others: list[Place]) -> bool:
        """Return whether one of some matches that are complete before another displaces it."""
        _, first, _ = place
        if self.skip == "to next":
            return any(other < place and other[1] == first for other in others)
        return any(other < place and other[0] >= first for other in others)


def _completion(mu: Binding, number: int, branch: Branch) -> Place:
    positions = [event.key for event in events_of(mu)]
    return max(positions), min(positions), match_of(mu, branch, number)
