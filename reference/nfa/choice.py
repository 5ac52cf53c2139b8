"""How the tree chooses: the next name of an instance, and the name with which instances begin.

An instance goes on when every name that must bind has a buffered event in scope; then it follows
one edge for good, to the name of which the fewest events are expected to pass. The first name is
chosen likewise, and may change while the stream runs. ``upto`` remembers for each name up to which
arrival its events have begun instances; an instance demands of every other name an event that came
later than that. So a match belongs to the first of its events that began an instance, whichever
names were first at the time, and is found once.

Paper: [D] section 6. The printed edges let every instance change its mind, which loses matches and
finds others twice; the rule for equal counters is open there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from augury.reference.nfa.buffer import Buffer
from augury.reference.nfa.instance import Road
from augury.reference.nfa.reach import Reach
from augury.spec.finality import Time
from augury.spec.semantics import Binding


@dataclass(slots=True)
class Choice:
    """The choices of one branch."""

    reach: Reach
    buffer: Buffer
    first: str | None = None
    upto: dict[str, int] = field(default_factory=dict)

    def begin(self) -> str | None:
        """Return the name with which instances begin now, or None while a match is impossible.

        The name changes when another has at most half as many buffered events.
        """
        branch = self.reach.branch
        counts = {name: len(self.buffer.of_type(branch.types[name])) for name in branch.required}
        if any(count < self._low(name) for name, count in counts.items()):
            return None
        best = min(counts, key=lambda name: (name in branch.kleene, counts[name]))
        if self.first is None or 2 * counts[best] <= counts[self.first]:
            self.first = best
        return self.first

    def _low(self, name: str) -> int:
        return self.reach.branch.kleene.get(name, (1, 1))[0]

    def follow(
        self, roads: Sequence[Road], bound: Binding
    ) -> tuple[Road | None, tuple[Road, Time] | None]:
        """Return the edge to follow; or, if a name lacks events in scope, that and until when.

        The cost of an edge is the number of events in scope, halved for each clause; sets last.
        """
        best: tuple[tuple[bool, float], Road] | None = None
        for road in roads:
            low, high = self.reach.interval(road.scope, bound)
            count = self.buffer.shelves[road.type].count(low, high)
            if count < self._low(road.name):
                return None, (road, high)
            clauses = len(road.test.single) + len(road.test.ranging)
            cost = road.name in self.reach.branch.kleene, count / 2**clauses
            if best is None or cost < best[0]:
                best = cost, road
        assert best is not None
        return best[1], None
