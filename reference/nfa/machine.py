"""The machine that runs an automaton: instances, a shared input buffer, time and finality.

Every pair of an instance and an event is examined once: an instance scans the buffer when it is
made, and every event is shown to the instances that exist when it arrives. Nothing here depends
on the order of arrival but the moment at which a match is found.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from heapq import heappop, heappush
from math import inf

from augury.reference.nfa.automaton import Topology
from augury.reference.nfa.buffer import Buffer
from augury.reference.nfa.choice import Choice
from augury.reference.nfa.instance import Counters, Instance, Road, Station, station_of
from augury.reference.nfa.negation import Judge
from augury.reference.nfa.reach import Reach
from augury.spec.errors import InvalidEventError, TooManyCandidates
from augury.spec.events import Dialect, Event, Stream
from augury.spec.finality import Time
from augury.spec.language.functions import BUILTINS, Functions
from augury.spec.limits import CANDIDATES
from augury.spec.semantics import Binding, Match


@dataclass(slots=True)
class Machine:
    """One automaton at work; ``push``, ``advance`` and ``close`` return what became final.

    Semantics: S-5.1, S-5.2.
    """

    automaton: Topology
    dialect: Dialect
    functions: Functions = field(default_factory=lambda: BUILTINS)
    limit: int = CANDIDATES
    counters: Counters = field(default_factory=Counters)
    time: Time = -inf
    arrivals: int = 0
    serial: int = 0
    active: int = 0
    stations: dict[str, Station] = field(default_factory=dict)
    """The states that hold an instance, or did within the last window."""
    sweep: Time = -inf
    """When the states without instances are looked for."""
    instances: dict[int, Instance] = field(default_factory=dict)
    waiting: dict[str, dict[int, Instance]] = field(default_factory=dict)
    """The instances by the type of the events they wait for."""
    expiring: list[tuple[Time, int]] = field(default_factory=list)
    tick: list[Event] = field(default_factory=list)
    made: set[tuple[int, frozenset[tuple[str, int]]]] = field(default_factory=set)
    buffer: Buffer = field(init=False)
    judges: tuple[Judge, ...] = field(init=False)
    reaches: tuple[Reach, ...] = field(init=False)
    choices: tuple[Choice, ...] = field(init=False)

    def __post_init__(self) -> None:
        branches = self.automaton.branches
        stored = {branch.types[n] for branch in branches for n in branch.negated}
        if self.automaton.stores == "window":
            stored |= {type_ for branch in branches for type_ in branch.types.values()}
        self.buffer = Buffer(stored)
        self.judges = tuple(
            Judge(branch, self.dialect, number, self.buffer, self.functions)
            for number, branch in enumerate(branches)
        )
        self.reaches = tuple(Reach(branch, self.dialect) for branch in branches)
        self.choices = tuple(Choice(reach, self.buffer) for reach in self.reaches)

    # ---------------------------------------------------------------- the three calls

    def push(self, event: Event) -> list[Match]:
        """Take an event that is not late; return the matches that became final by it."""
        found = self._start()
        if self.automaton.stores != "window":
            self._tick(event)
        self.arrivals += 1
        for judge in self.judges:
            judge.see(event)
        self.buffer.add(event, self.arrivals)
        self.counters.peak_buffered = max(self.counters.peak_buffered, self.buffer.size)
        # A new instance scans the buffer, which holds the event already: only older ones see it.
        for instance in tuple(self.waiting.get(event.type, {}).values()):
            found += self._show(instance, event)
        if self.automaton.adaptive:
            found += self._begin()
        return found

    def advance(self, time: Time) -> list[Match]:
        """Let time reach a tick; return the matches that became final by it."""
        if time <= self.time:
            return []
        self.time = time
        # Drop what no event to come can use.  Semantics: S-5.2.  Proof: PR-WIN-04 to PR-WIN-07.
        while self.expiring and self.expiring[0][0] <= time:
            instance = self.instances.get(heappop(self.expiring)[1])
            if instance is not None and instance.until <= time:
                self._leave(instance)
        reach = max(self.dialect.reach(branch.window) for branch in self.automaton.branches)
        self.buffer.drop(time + 1 - reach)
        self._sweep(reach)
        return [match for judge in self.judges for match in judge.advance(time)]

    def close(self) -> list[Match]:
        """End the stream; return the matches that were still waiting for time."""
        return self._start() + self.advance(inf)

    def whole(self, stream: Stream) -> frozenset[Match]:
        """Return all matches of a finite stream, fed in (ts, id) order.  Semantics: S-4.7."""
        found: list[Match] = []
        for event in stream:
            found += self.advance(event.ts - 1)
            found += self.push(event)
        return frozenset([*found, *self.close()])

    # ---------------------------------------------------------------- instances come and go

    def _start(self) -> list[Match]:
        """Put the first instance into q1, where it stays."""
        return [] if self.serial else self._enter(self.automaton.initial, 0, {}, {})

    def _enter(
        self, state: str, number: int, bound: Binding, since: Mapping[str, int]
    ) -> list[Match]:
        """Put an instance into a state: it is judged, or waits and scans what is buffered."""
        station = self._station(state, bound, number)
        if station.judged:
            return self.judges[number].complete(self._complete(bound, number))
        if any(self._rejects(road, bound) for road in station.rejecting):
            return []
        self.serial += 1
        instance = Instance(self.serial, state, number, bound, since)
        found: list[Match] = []
        whole = self._complete(bound, number)
        for road in station.completing:
            if self._is_whole(bound, number) and road.test.holds(whole):
                found += self.judges[number].complete(whole)
        return found + self._wait(instance, station)

    def _station(self, state: str, bound: Binding, number: int) -> Station:
        found = self.stations.get(state)
        if found is None:
            names = tuple(bound)
            found = station_of(self.automaton, state, names, number, self.functions)
            self.stations[state] = found
        found.used = True
        return found

    def _complete(self, bound: Binding, number: int) -> Binding:
        return {name: bound.get(name, ()) for name in self.automaton.branches[number].positive}

    def _is_whole(self, bound: Binding, number: int) -> bool:
        reach = self.reaches[number]
        return all(reach.enough(name, bound) for name in reach.branch.positive)

    def _wait(self, instance: Instance, station: Station) -> list[Match]:
        """Let an instance wait on its edges as long as an event can come, and scan what is there.

        Paper: [D] section 4.
        """
        instance.roads, instance.types = station.taking, ()
        instance.until = self._latest(instance, station.taking)
        if self.automaton.adaptive:
            self._follow(instance, station)
        if instance.until > self.time:
            self._register(instance, station)
        self.active += 1
        self.counters.peak_instances = max(self.counters.peak_instances, self.active)
        found = [m for road in instance.roads for m in self._scan(instance, road)]
        if instance.serial not in self.instances:
            self.active -= 1
        return found

    def _latest(self, instance: Instance, roads: tuple[Road, ...]) -> Time:
        """Return the last tick at which an event could be taken on one of some edges."""
        return max(
            (self.reaches[road.number].interval(road.scope, instance.bound)[1] for road in roads),
            default=-inf,
        )

    def _register(self, instance: Instance, station: Station) -> None:
        types = instance.types or tuple(road.type for road in instance.roads)
        watched = tuple(road.type for road in station.rejecting)
        instance.types = tuple(dict.fromkeys((*types, *watched)))
        for type_ in instance.types:
            self.waiting.setdefault(type_, {})[instance.serial] = instance
        self.instances[instance.serial] = instance
        if instance.until < inf:
            heappush(self.expiring, (instance.until, instance.serial))
        station.instances += 1

    def _leave(self, instance: Instance) -> None:
        """End an instance that waits."""
        del self.instances[instance.serial]
        for type_ in instance.types:
            del self.waiting[type_][instance.serial]
        self.active -= 1
        self.stations[instance.state].instances -= 1

    def _sweep(self, reach: int) -> None:
        """Forget the states that no instance has been in for a window.

        Paper: [D] section 6.1.
        """
        if self.time < self.sweep:
            return
        self.sweep = self.time + reach
        self.stations = {
            state: station
            for state, station in self.stations.items()
            if station.instances or station.used
        }
        for station in self.stations.values():
            station.used = False

    # ---------------------------------------------------------------- an event and an instance

    def _show(self, instance: Instance, event: Event) -> list[Match]:
        """Show an arriving event to an instance that waits for its type."""
        station = self.stations[instance.state]
        for road in station.rejecting:
            if road.type == event.type and self._rejects(road, instance.bound, event):
                self._leave(instance)
                return []
        if self.automaton.adaptive and not instance.roads:
            self._leave(instance)
            return self._wait(instance, station)
        return [
            match
            for road in instance.roads
            if road.type == event.type
            for match in self._offer(instance, road, event)
        ]

    def _scan(self, instance: Instance, road: Road) -> Iterator[Match]:
        """Offer an instance what the automaton has stored."""
        if self.automaton.stores == "tick":
            for event in tuple(self.tick):
                if event.type == road.type:
                    yield from self._offer(instance, road, event)
        elif self.automaton.stores == "window":
            eligible = self._eligible(instance, road)
            for group in self._groups(instance, road, eligible):
                yield from self._take(instance, road, group)

    def _offer(self, instance: Instance, road: Road, event: Event) -> Iterator[Match]:
        """Offer an instance one event: alone, or in every set that it completes."""
        reach, bound = self.reaches[road.number], instance.bound
        if reach.admits(road.scope, bound, event) and all(
            reach.enough(p, bound) for p in road.scope.after
        ):
            sets = road.edge.action == "iterate" and road.name not in bound
            others = self._eligible(instance, road) if sets else []
            for group in self._groups(instance, road, others, event):
                yield from self._take(instance, road, group)

    def _groups(
        self, instance: Instance, road: Road, eligible: list[Event], must: Event | None = None
    ) -> Iterator[tuple[Event, ...]]:
        reach = self.reaches[road.number]
        if road.edge.action == "take":
            return reach.singles(eligible, must)
        return reach.sets(road.name, instance.bound, eligible, must)

    def _eligible(self, instance: Instance, road: Road) -> list[Event]:
        reach = self.reaches[road.number]
        low, high = reach.interval(road.scope, instance.bound)
        events = self.buffer.shelves[road.type].between(low, high)
        return reach.eligible(road.scope, instance.bound, events)

    def _take(self, instance: Instance, road: Road, group: tuple[Event, ...]) -> list[Match]:
        """Traverse a take or iterate edge with some events, if its condition holds."""
        since = instance.since.get(road.name)
        if since is not None and all(self.buffer.arrival[e.id] <= since for e in group):
            return []
        bound = {**instance.bound, road.name: group}
        self._count()
        if not road.test.holds(bound) or self._seen(bound, road.number):
            return []
        return self._enter(road.edge.target, road.number, bound, instance.since)

    def _count(self) -> None:
        """Count an evaluation; past the limit nothing is answered, and nothing in part."""
        self.counters.evaluations += 1
        if self.counters.evaluations > self.limit:
            raise TooManyCandidates(self.counters.evaluations, self.limit)

    def _rejects(self, road: Road, bound: Binding, event: Event | None = None) -> bool:
        """Return whether an event of a negated name between the bound ones refutes them.

        Paper: [T] section 3.5.2, first-chance negation.
        """
        times = [other.ts for group in bound.values() for other in group] or [0]
        near = self.buffer.shelves[road.type].between(min(times), max(times))
        if event is not None:
            near = [event] if event in near else []
        return bool(near) and self.judges[road.number].refuted(road.name, bound, near)

    # ---------------------------------------------------------------- ties, and the tree

    def _tick(self, event: Event) -> None:
        """Keep the events of the current tick, which come in (ts, id) order."""
        if self.tick and event.key < self.tick[-1].key:
            raise InvalidEventError(f"event {event.id} is out of (ts, id) order; sort the stream")
        if self.tick and event.ts > self.tick[-1].ts:
            self.tick, self.made = [], set()
        self.tick.append(event)

    def _seen(self, bound: Binding, number: int) -> bool:
        """Return whether a replayed tick has made this instance before."""
        if self.automaton.stores != "tick":
            return False
        key = frozenset((name, event.id) for name, group in bound.items() for event in group)
        seen = (number, key) in self.made
        self.made.add((number, key))
        return seen

    def _follow(self, instance: Instance, station: Station) -> None:
        """Let an instance of the tree follow one edge, or wait for the name it lacks."""
        if not instance.bound:
            instance.roads = ()
            return
        choice = self.choices[instance.number]
        road, lacking = choice.follow(station.taking, instance.bound)
        if road is not None:
            instance.roads, instance.until = (road,), self._latest(instance, (road,))
        elif lacking is not None:
            instance.roads, instance.types = (), (lacking[0].type,)
            instance.until = lacking[1]

    def _begin(self) -> list[Match]:
        """Begin instances of the tree with the events of the first name that have not begun."""
        root = self.instances[1]
        found: list[Match] = []
        for number, choice in enumerate(self.choices):
            name = choice.begin()
            if name is None:
                continue
            road = next(
                road
                for road in self.stations[root.state].taking
                if road.number == number and road.name == name
            )
            since = {other: last for other, last in choice.upto.items() if other != name}
            start = Instance(0, root.state, number, {}, since)
            fresh = self._fresh(start, road, choice.upto.get(name, 0))
            choice.upto[name] = self.arrivals
            found += [match for group in fresh for match in self._take(start, road, group)]
        return found

    def _fresh(self, start: Instance, road: Road, upto: int) -> list[tuple[Event, ...]]:
        """Return what the first name can take that contains an event that has not begun."""
        arrival = self.buffer.arrival
        events = sorted(self.buffer.of_type(road.type), key=lambda event: arrival[event.id])
        return [
            group
            for place, event in enumerate(events)
            if arrival[event.id] > upto
            for group in self._groups(start, road, events[:place], event)
        ]
