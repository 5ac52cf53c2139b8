"""The instances of a machine, the states they are in, and when each must go."""

from __future__ import annotations

from dataclasses import dataclass, field
from heapq import heappop, heappush
from math import inf

from augury.reference.nfa.instance import Counters, Instance, Station
from augury.spec.finality import Time


@dataclass(slots=True)
class Crowd:
    """Who waits for which type of event, and until when.

    Paper: [D] section 6.1 on states that exist while an instance needs them.
    """

    counters: Counters
    instances: dict[int, Instance] = field(default_factory=dict)
    waiting: dict[str, dict[int, Instance]] = field(default_factory=dict)
    """The instances by the type of the events they wait for."""
    expiring: list[tuple[Time, int]] = field(default_factory=list)
    stations: dict[str, Station] = field(default_factory=dict)
    """The states that hold an instance, or did within the last window."""
    active: int = 0
    sweep: Time = -inf
    """When the states without instances are looked for."""

    def awaiting(self, type_: str) -> tuple[Instance, ...]:
        """Return the instances that wait for a type of event."""
        return tuple(self.waiting.get(type_, {}).values())

    def begin(self) -> None:
        """Count an instance that begins to scan."""
        self.active += 1
        self.counters.peak_instances = max(self.counters.peak_instances, self.active)

    def end(self, instance: Instance) -> None:
        """Let go of an instance that has scanned and for which no event can come."""
        if instance.serial not in self.instances:
            self.active -= 1

    def register(self, instance: Instance, station: Station) -> None:
        """Let an instance wait for the events of its edges, and for those that reject it."""
        types = instance.types or tuple(road.type for road in instance.roads)
        watched = tuple(road.type for road in station.rejecting)
        instance.types = tuple(dict.fromkeys((*types, *watched)))
        for type_ in instance.types:
            self.waiting.setdefault(type_, {})[instance.serial] = instance
        self.instances[instance.serial] = instance
        if instance.until < inf:
            heappush(self.expiring, (instance.until, instance.serial))
        station.instances += 1

    def leave(self, instance: Instance) -> None:
        """End an instance that waits."""
        del self.instances[instance.serial]
        for type_ in instance.types:
            del self.waiting[type_][instance.serial]
        self.active -= 1
        self.stations[instance.state].instances -= 1

    def expire(self, time: Time, reach: int) -> None:
        """End the instances that no event to come can join, and forget states of no use.

        Semantics: S-5.2.  Proof: PR-WIN-04, PR-WIN-05.
        """
        while self.expiring and self.expiring[0][0] <= time:
            instance = self.instances.get(heappop(self.expiring)[1])
            if instance is not None and instance.until <= time:
                self.leave(instance)
        if time >= self.sweep:
            self.sweep = time + reach
            self.stations = {
                state: station
                for state, station in self.stations.items()
                if station.instances or station.used
            }
            for station in self.stations.values():
                station.used = False
