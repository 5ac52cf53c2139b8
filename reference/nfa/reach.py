"""Which events an instance can take next: in scope, of the type, distinct, within the window.

Paper: [D] sections 4 and 5 (scoping parameters), [T] section 3.4 (``InScope``), 3.6 (``iterate``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

from augury.reference.nfa.automaton import Scope
from augury.spec.events import Dialect, Event
from augury.spec.language.normal import Branch
from augury.spec.semantics import Binding, distinct, events_of, fits


@dataclass(frozen=True, slots=True)
class Reach:
    """The rules 1, 2 and 4 for one more name.  Semantics: S-4.2, S-4.3, S-4.5."""

    branch: Branch
    dialect: Dialect

    def eligible(
        self, name: str, scope: Scope, bound: Binding, events: Iterable[Event]
    ) -> list[Event]:
        """Return the events that a name can take alone, in (ts, id) order."""
        type_ = self.branch.types[name]
        return sorted(
            (e for e in events if e.type == type_ and self._in_scope(scope, bound, e)),
            key=lambda e: e.key,
        )

    def _in_scope(self, scope: Scope, bound: Binding, event: Event) -> bool:
        return (
            all(self.dialect.before(a, event) for p in scope.after for a in bound[p])
            and all(self.dialect.before(event, b) for q in scope.before for b in bound[q])
            and self._joins(bound, (event,))
        )

    def _joins(self, bound: Binding, group: tuple[Event, ...]) -> bool:
        joined = {**bound, "": group}
        return not events_of(joined) or (
            distinct(joined) and fits(joined, self.branch, self.dialect)
        )

    def groups(
        self, name: str, bound: Binding, eligible: list[Event], must: Event | None = None
    ) -> Iterator[tuple[Event, ...]]:
        """Yield what a name can take: single events, or all sets of a Kleene name.

        With ``must``, only what contains that event.
        """
        others = [event for event in eligible if must is None or event.id != must.id]
        given = () if must is None else (must,)
        low, high = self.branch.kleene.get(name, (1, 1))
        most = len(others) + len(given)
        for size in range(max(low, len(given)), min(most, most if high is None else high) + 1):
            for rest in combinations(others, size - len(given)):
                group = tuple(sorted((*rest, *given), key=lambda event: event.key))
                if self._joins(bound, group):
                    yield group
