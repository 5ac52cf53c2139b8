"""What an automaton stores: the events of the window, by type, or those of the current tick."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from augury.spec.errors import InvalidEventError
from augury.spec.events import Event
from augury.spec.finality import Time
from augury.spec.semantics import Binding


@dataclass(slots=True)
class Shelf:
    """The buffered events of one type; ``times`` repeats their ts for the binary search."""

    events: list[Event] = field(default_factory=list)
    times: list[int] = field(default_factory=list)

    def add(self, event: Event) -> None:
        """Put an event into its place; most events come in order and go to the end."""
        place = len(self.events)
        if self.events and event.key < self.events[-1].key:
            place = bisect_left(self.events, event.key, key=lambda other: other.key)
        self.events.insert(place, event)
        self.times.insert(place, event.ts)

    def between(self, low: Time, high: Time) -> list[Event]:
        """Return the events with low <= ts <= high."""
        return self.events[bisect_left(self.times, low) : bisect_right(self.times, high)]

    def count(self, low: Time, high: Time) -> int:
        """Return how many events have low <= ts <= high."""
        return max(0, bisect_right(self.times, high) - bisect_left(self.times, low))

    def drop(self, before: Time) -> list[Event]:
        """Remove and return the events with ts < before."""
        gone = bisect_left(self.times, before)
        dropped = self.events[:gone]
        if gone:
            del self.events[:gone], self.times[:gone]
        return dropped


@dataclass(slots=True)
class Buffer:
    """What instances may still take, and what may still refute.  Paper: [D] section 4."""

    types: Iterable[str]
    shelves: dict[str, Shelf] = field(init=False)
    arrival: dict[int, int] = field(default_factory=dict)
    """The number of the push by which each buffered event came."""
    oldest: Time = 0
    size: int = 0

    def __post_init__(self) -> None:
        self.shelves = {type_: Shelf() for type_ in self.types}

    def add(self, event: Event, number: int) -> None:
        """Store an event, if any edge stores its type."""
        if event.type in self.shelves:
            self.shelves[event.type].add(event)
            self.arrival[event.id] = number
            self.oldest = min(self.oldest, event.ts) if self.size else event.ts
            self.size += 1

    def drop(self, before: Time) -> None:
        """Remove the events with ts < before.  Semantics: S-5.2."""
        if not self.size or self.oldest >= before:
            return
        for shelf in self.shelves.values():
            for event in shelf.drop(before):
                del self.arrival[event.id]
        self.size = len(self.arrival)
        self.oldest = min((s.times[0] for s in self.shelves.values() if s.times), default=0)

    def of_type(self, type_: str) -> Sequence[Event]:
        """Return the buffered events of one type."""
        return self.shelves[type_].events


@dataclass(slots=True)
class Tick:
    """The events of one tick, and the instances that were made in it.

    Semantics: S-1.4, where an order admits ties.
    """

    events: list[Event] = field(default_factory=list)
    made: set[tuple[int, frozenset[tuple[str, int]]]] = field(default_factory=set)

    def add(self, event: Event) -> None:
        """Keep the next event in (ts, id) order; a new tick forgets the one before."""
        if self.events and event.key < self.events[-1].key:
            raise InvalidEventError(f"event {event.id} is out of (ts, id) order; sort the stream")
        if self.events and event.ts > self.events[-1].ts:
            self.events, self.made = [], set()
        self.events.append(event)

    def seen(self, bound: Binding, number: int) -> bool:
        """Return whether a replay of the tick has made this instance before."""
        key = frozenset((name, event.id) for name, group in bound.items() for event in group)
        seen = (number, key) in self.made
        self.made.add((number, key))
        return seen
