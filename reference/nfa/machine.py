"""The machine that runs an automaton: instances, a shared input buffer, time and finality.

Every pair of an instance and an event is examined once: an instance scans the buffer when it is
made, and every event is shown to the instances that exist when it arrives. Nothing here depends
on the order of arrival but the moment at which a match is found.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import inf

from augury.reference.nfa.automaton import Topology
from augury.reference.nfa.buffer import Buffer, Tick
from augury.reference.nfa.choice import Choice
from augury.reference.nfa.crowd import Crowd
from augury.reference.nfa.instance import Counters, Instance, Road, Station, station_of
from augury.reference.nfa.negation import Judge
from augury.reference.nfa.reach import Reach
from augury.reference.nfa.selection import Reporter, Selector
from augury.spec.errors import TooManyCandidates
from augury.spec.events import Dialect, Event, Stream
from augury.spec.finality import Time
from augury.spec.language.ast import Select, Skip
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
    tick: Tick = field(default_factory=Tick)
    select: Select = "any"
    skip: Skip = "none"
    took: bool = False
    """Whether an edge was traversed; ``next`` asks it."""
    crowd: Crowd = field(init=False)
    selector: Selector = field(init=False)
    reporter: Reporter = field(init=False)
    buffer: Buffer = field(init=False)
    judges: tuple[Judge, ...] = field(init=False)
    reaches: tuple[Reach, ...] = field(init=False)
    choices: tuple[Choice, ...] = field(init=False)

    def __post_init__(self) -> None:
        branches = self.automaton.branches
        held = self.skip != "none"
        selective = held or self.select != "any"
        stored = {branch.types[n] for branch in branches for n in branch.negated}
        if self.automaton.stores == "window":
            stored |= {type_ for branch in branches for type_ in branch.types.values()}
        self.buffer = Buffer(stored)
        self.crowd = Crowd(self.counters)
        self.selector = Selector(self.select, self.dialect, self.functions)
        self.judges = tuple(
            Judge(branch, self.dialect, number, self.buffer, self.functions, selective, held)
            for number, branch in enumerate(branches)
        )
        self.reporter = Reporter(self.skip, self.judges, self.reach)
        self.reaches = tuple(Reach(branch, self.dialect) for branch in branches)
        self.choices = tuple(
            Choice(reach, self.buffer, number) for number, reach in enumerate(self.reaches)
        )

    @property
    def reach(self) -> int:
        """The largest span of a match."""
        return max(self.dialect.reach(branch.window) for branch in self.automaton.branches)

    # ---------------------------------------------------------------- the three calls

    def push(self, event: Event) -> list[Match]:
        """Take an event that is not late; return the matches that became final by it."""
        found = self._start()
        if self.automaton.stores != "window":
            self.tick.add(event)
        self.arrivals += 1
        for judge in self.judges:
            judge.see(event)
        self.buffer.add(event, self.arrivals)
        self.counters.peak_buffered = max(self.counters.peak_buffered, self.buffer.size)
        self.selector.see(event)
        older = tuple(self.crowd.instances.values()) if self.selector.stepwise else ()
        # A new instance scans the buffer, which holds the event already: only older ones see it.
        for instance in self.crowd.awaiting(event.type):
            found += self._show(instance, event)
        if self.select == "strict":
            self._leave_all(older)
        if self.automaton.adaptive:
            found += self._begin()
        return found + self._report()

    def advance(self, time: Time) -> list[Match]:
        """Let time reach a tick; return the matches that became final by it."""
        if time <= self.time:
            return []
        self.time = time
        # Drop what no event to come can use.  Semantics: S-5.2.  Proof: PR-WIN-04 to PR-WIN-07.
        self.crowd.expire(time, self.reach)
        self.buffer.drop(time + 1 - self.reach)
        self.selector.advance(time + 1 - self.reach)
        return [m for judge in self.judges for m in judge.advance(time)] + self._report()

    def _report(self) -> list[Match]:
        return self.reporter.report(self.time) if self.skip != "none" else []

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
            return self._judge(bound, number)
        if any(self._rejects(road, bound) for road in station.rejecting):
            return []
        self.serial += 1
        instance = Instance(self.serial, state, number, bound, since)
        found: list[Match] = []
        for road in station.completing:
            if self._is_whole(bound, number) and road.test.holds(self._complete(bound, number)):
                found += self._judge(bound, number)
        return found + self._wait(instance, station)

    def _judge(self, bound: Binding, number: int) -> list[Match]:
        judge, whole = self.judges[number], self._complete(bound, number)
        return judge.complete(whole) if self.selector.admits(whole, judge.branch) else []

    def _station(self, state: str, bound: Binding, number: int) -> Station:
        found = self.crowd.stations.get(state)
        if found is None:
            names = tuple(bound)
            found = station_of(self.automaton, state, names, number, self.functions)
            self.crowd.stations[state] = found
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
            self.choices[instance.number].settle(instance)
        if instance.until > self.time:
            self.crowd.register(instance, station)
        self.crowd.begin()
        found = [m for road in instance.roads for m in self._scan(instance, road)]
        self.crowd.end(instance)
        return found

    def _latest(self, instance: Instance, roads: tuple[Road, ...]) -> Time:
        """Return the last tick at which an event could be taken on one of some edges."""
        return max(
            (self.reaches[road.number].interval(road.scope, instance.bound)[1] for road in roads),
            default=-inf,
        )

    # ---------------------------------------------------------------- an event and an instance

    def _show(self, instance: Instance, event: Event) -> list[Match]:
        """Show an arriving event to an instance that waits for its type."""
        station = self.crowd.stations[instance.state]
        for road in station.rejecting:
            if road.type == event.type and self._rejects(road, instance.bound, event):
                self.crowd.leave(instance)
                return []
        if self.automaton.adaptive and not instance.roads:
            self.crowd.leave(instance)
            return self._wait(instance, station)
        self.took = False
        found = [
            match
            for road in instance.roads
            if road.type == event.type
            for match in self._offer(instance, road, event)
        ]
        if self.took and self.select == "next" and self.selector.stepwise:
            self._leave_all((instance,))
        return found

    def _leave_all(self, instances: tuple[Instance, ...]) -> None:
        """End instances that may not ignore an event; the one in q1 begins again with each.

        Semantics: S-6.3, S-6.5.
        """
        for instance in instances:
            if instance.bound and instance.serial in self.crowd.instances:
                self.crowd.leave(instance)

    def _scan(self, instance: Instance, road: Road) -> Iterator[Match]:
        """Offer an instance what the automaton has stored."""
        if self.automaton.stores == "tick":
            for event in tuple(self.tick.events):
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
        return reach.taken(road.edge.action, road.name, instance.bound, eligible, must)

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
        held = road.test.holds(bound)
        if self.automaton.adaptive:
            self.choices[road.number].learn(road, held=held)
        if not held:
            return []
        self.took = True
        if self.automaton.stores == "tick" and self.tick.seen(bound, road.number):
            return []
        return self._enter(road.edge.target, road.number, bound, instance.since)

    def _count(self) -> None:
        """Count an evaluation; past the limit nothing is answered, and nothing in part."""
        self.counters.evaluations += 1
        if self.counters.evaluations > self.limit:
            raise TooManyCandidates(self.counters.evaluations, self.limit)

    def _rejects(self, road: Road, bound: Binding, event: Event | None = None) -> bool:
        """Return whether an event of a negated name between the bound ones refutes them.

        Names that may be empty can be bound before any event is; then nothing lies between.
        Paper: [T] section 3.5.2, first-chance negation.
        """
        times = [other.ts for group in bound.values() for other in group]
        near = self.buffer.shelves[road.type].between(min(times), max(times)) if times else []
        if event is not None:
            near = [event] if event in near else []
        return bool(near) and self.judges[road.number].refuted(road.name, bound, near)

    def _begin(self) -> list[Match]:
        """Begin instances of the tree with the events that have not begun one."""
        roads = self.crowd.stations[self.automaton.initial].taking
        return [
            match
            for choice in self.choices
            for start, road, group in choice.starts(roads, self.arrivals)
            for match in self._take(start, road, group)
        ]
