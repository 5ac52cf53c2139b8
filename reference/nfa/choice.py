"""How the tree chooses: the next name of an instance, and the name with which instances begin.

An instance goes on when every name that must bind has a buffered event in scope; then it follows
one edge for good, to the name of which the counters let it expect the fewest events to pass. The
first name is chosen likewise, and may change while the stream runs. ``upto`` remembers for each
name up to which arrival its events have begun instances; an instance demands of every other name
an event that came later than that. So a match belongs to the first of its events that began an
instance, whichever names were first at the time, and is found once.

Paper: [D] section 6. The printed edges let every instance change its mind, which loses matches and
finds others twice; the rule for equal counters is open there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from augury.reference.nfa.buffer import Buffer
from augury.reference.nfa.instance import Instance, Road
from augury.reference.nfa.reach import Reach
from augury.spec.events import Event


@dataclass(slots=True)
class Choice:
    """The choices of one branch."""

    reach: Reach
    buffer: Buffer
    number: int
    first: str | None = None
    upto: dict[str, int] = field(default_factory=dict)
    tried: dict[tuple[str, tuple[int, ...]], int] = field(default_factory=dict)
    passed: dict[tuple[str, tuple[int, ...]], int] = field(default_factory=dict)

    def learn(self, road: Road, *, held: bool) -> None:
        """Take note of an evaluation: by name and clauses, whatever was bound before."""
        key = road.name, road.clauses
        self.tried[key] = self.tried.get(key, 0) + 1
        self.passed[key] = self.passed.get(key, 0) + held

    def share(self, road: Road) -> float:
        """Return the share of events that passed the clauses of an edge: a half, until known."""
        key = road.name, road.clauses
        if not road.clauses:
            return 1.0
        return (self.passed.get(key, 0) + 1) / (self.tried.get(key, 0) + 2)

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

    def settle(self, instance: Instance) -> None:
        """Let an instance follow one edge, or wait for the name that lacks events in scope.

        The cost of an edge is the number of events that are expected to pass: the counter of its
        name times the share that passed its clauses so far; sets last. Events in scope would say
        less: when an instance settles, few of those that will come have come.
        """
        roads, bound = instance.roads, instance.bound
        if not bound:
            instance.roads = ()
            return
        costs: list[tuple[bool, float]] = []
        for road in roads:
            low, high = self.reach.interval(road.scope, bound)
            count = self.buffer.shelves[road.type].count(low, high)
            if count < self._low(road.name):
                instance.roads, instance.types, instance.until = (), (road.type,), high
                return
            often = len(self.buffer.of_type(road.type))
            costs.append((road.name in self.reach.branch.kleene, often * self.share(road)))
        best = roads[costs.index(min(costs))]
        instance.roads = (best,)
        instance.until = self.reach.interval(best.scope, bound)[1]

    def starts(
        self, roads: Sequence[Road], arrivals: int
    ) -> Iterator[tuple[Instance, Road, tuple[Event, ...]]]:
        """Yield what the first name can take that contains an event that has not begun.

        With it comes an instance that demands later events of the names that were first before.
        """
        name = self.begin()
        if name is None:
            return
        number = next(i for i, road in enumerate(roads) if self._mine(road, name))
        road, upto = roads[number], self.upto.get(name, 0)
        since = {other: last for other, last in self.upto.items() if other != name}
        start = Instance(0, road.edge.source, road.number, {}, since)
        arrival = self.buffer.arrival
        events = sorted(self.buffer.of_type(road.type), key=lambda event: arrival[event.id])
        self.upto[name] = arrivals
        for place, event in enumerate(events):
            if arrival[event.id] > upto:
                for group in self.reach.taken(road.edge.action, name, {}, events[:place], event):
                    yield start, road, group

    def _mine(self, road: Road, name: str) -> bool:
        return road.number == self.number and road.name == name
