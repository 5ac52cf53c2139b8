"""Which events an instance can take next: in scope, of the type, distinct, within the window.

Paper: [D] sections 4 and 5 (scoping parameters), [T] section 3.4 (``InScope``), 3.6 (``iterate``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import inf

from augury.reference.nfa.automaton import Action, Scope
from augury.spec.events import Dialect, Event
from augury.spec.finality import Time
from augury.spec.language.normal import Branch
from augury.spec.semantics import Binding, events_of


@dataclass(frozen=True, slots=True)
class Reach:
    """The rules 1, 2 and 4 for one more name.  Semantics: S-4.2, S-4.3, S-4.5."""

    branch: Branch
    dialect: Dialect

    def interval(self, scope: Scope, bound: Binding) -> tuple[Time, Time]:
        """Return the ticks that scope and window leave; ties are left to ``eligible``."""
        times = [event.ts for group in bound.values() for event in group]
        if not times:
            return -inf, inf
        w, s = self.dialect.reach(self.branch.window), self.dialect.step
        after = [event.ts + s for p in scope.after for event in bound[p]]
        until = [event.ts - s for q in scope.before for event in bound[q]]
        return max([*after, max(times) - w]), min([*until, min(times) + w])

    def eligible(self, scope: Scope, bound: Binding, events: Iterable[Event]) -> list[Event]:
        """Return the events that can be taken alone, of those of the type in the interval."""
        taken = {event.id for event in events_of(bound)}
        if self.dialect.order != "arrival":
            return [event for event in events if event.id not in taken]
        return [event for event in events if event.id not in taken and _tied(scope, bound, event)]

    def admits(self, scope: Scope, bound: Binding, event: Event) -> bool:
        """Return whether an event of the type can be taken alone."""
        low, high = self.interval(scope, bound)
        return low <= event.ts <= high and bool(self.eligible(scope, bound, (event,)))

    def taken(
        self,
        action: Action,
        name: str,
        bound: Binding,
        eligible: Sequence[Event],
        must: Event | None = None,
    ) -> Iterator[tuple[Event, ...]]:
        """Yield what an edge can take; with ``must``, only what contains that event."""
        if action == "take":
            return self.singles(eligible, must)
        return self.sets(name, bound, eligible, must)

    def singles(
        self, eligible: Iterable[Event], must: Event | None = None
    ) -> Iterator[tuple[Event, ...]]:
        """Yield what ``take`` can take: each event alone, or the one that it must."""
        if self.dialect.reach(self.branch.window) >= 0:
            for event in eligible if must is None else (must,):
                yield (event,)

    def sets(
        self, name: str, bound: Binding, eligible: Sequence[Event], must: Event | None = None
    ) -> Iterator[tuple[Event, ...]]:
        """Yield what ``iterate`` can take: all sets of a Kleene name.

        With ``must``, only what contains that event. A set that has begun takes one event more.

        Paper: [T] section 3.6.
        """
        low, high = self.branch.kleene[name]
        if name in bound:
            if must is not None and (high is None or len(bound[name]) < high):
                yield tuple(sorted((*bound[name], must), key=lambda event: event.key))
            return
        others = [event for event in eligible if must is None or event.id != must.id]
        given = () if must is None else (must,)
        most = len(others) + len(given)
        for size in range(max(low, len(given)), min(most, most if high is None else high) + 1):
            for rest in combinations(others, size - len(given)):
                group = tuple(sorted((*rest, *given), key=lambda event: event.key))
                if self._fits(bound, group):
                    yield group

    def _fits(self, bound: Binding, group: tuple[Event, ...]) -> bool:
        """Return whether a set fits with what is bound; each of its events alone does."""
        w = self.dialect.reach(self.branch.window)
        if len(group) < 2:
            return w >= 0 or not group
        times = [event.ts for event in (*events_of(bound), *group)]
        return max(times) - min(times) <= w

    def enough(self, name: str, bound: Mapping[str, tuple[Event, ...]]) -> bool:
        """Return whether a name has as many events as it must have."""
        return len(bound.get(name, ())) >= self.branch.kleene.get(name, (1, 1))[0]


def _tied(scope: Scope, bound: Binding, event: Event) -> bool:
    """Return whether an event is after and before those of its scope by (ts, id)."""
    return all(a.key < event.key for p in scope.after for a in bound[p]) and all(
        event.key < b.key for q in scope.before for b in bound[q]
    )
