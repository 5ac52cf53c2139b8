"""The run-time behaviour as printed: an event is applied to every instance, edge by edge.

An instance has a state, a match buffer and an input buffer of its own. If an event traverses n
edges, the instance is replicated n - 1 times. A take edge also searches the input buffer when its
state is entered. The timing predicate is ``t_min > now - W``.

Paper: [D] sections 3.2, 3.2.1, 3.2.2 and 4; [T] sections 3.2, 3.5.1 and 3.6.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations
from math import inf
from typing import Final, Literal, TypeAlias

from augury.spec.events import Event, Stream
from augury.spec.semantics import Binding, events_of

Action: TypeAlias = Literal["take", "iterate", "store", "ignore", "timeout", "search_failed"]

ACCEPT: Final = "F"
REJECT: Final = "R"


@dataclass(frozen=True, slots=True)
class Instance:
    """One partial match: a state, a match buffer, an input buffer.  Paper: [D] section 4."""

    state: str
    match: Binding
    buffer: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Attempt:
    """What the condition of an edge looks at: some events, for a name, by an instance."""

    name: str
    group: tuple[Event, ...]
    instance: Instance


Condition: TypeAlias = Callable[[Attempt], bool]


def always(_: Attempt) -> bool:
    """The condition ``true``."""
    return True


@dataclass(frozen=True, slots=True)
class Edge:
    """``(q_s, q_d, action, name, condition)``; ``guard`` is what is no clause, and is not counted.

    Paper: [D] section 3.2, [T] section 3.2.
    """

    source: str
    target: str
    action: Action
    names: tuple[str, ...] = ()
    condition: Condition = always
    guard: Condition = always


@dataclass(frozen=True, slots=True)
class Reading:
    """How the gaps of the texts are filled.

    ``spawns``: an instance that takes an event also stays where it is, as the text of [D] section 4
    says and the edges do not. ``purges``: an input buffer forgets what is older than the window, as
    [D] section 6 says in passing. ``consumes``: what is taken from an input buffer leaves it, the
    word of [T] section 3.2. ``iterates``: an event that arrives at an iterate edge is returned
    *alone*, or stored, whereupon the whole buffer is returned *again*.
    """

    spawns: bool = True
    purges: bool = True
    consumes: bool = False
    iterates: Literal["alone", "again"] = "alone"


@dataclass(frozen=True, slots=True)
class Printed:
    """``A = (Q, E, q_1, F, R)`` with the type of each name and the window.

    ``ready`` says, of an instance before and after it stored an event, whether it then searches its
    input buffer; only the tree does.
    """

    initial: str
    edges: tuple[Edge, ...]
    types: Mapping[str, str]
    window: int
    reading: Reading = field(default_factory=Reading)
    ready: Callable[[Instance, Instance], bool] | None = None

    def leaving(self, state: str, *actions: Action) -> Iterator[Edge]:
        """Yield the edges that leave a state with one of some actions."""
        return (e for e in self.edges if e.source == state and e.action in actions)


@dataclass(slots=True)
class Run:
    """An automaton at work; ``accepted`` lists match buffers as often as they reach F."""

    automaton: Printed
    accepted: list[Binding] = field(default_factory=list)
    instances: list[Instance] = field(default_factory=list)
    evaluations: int = 0
    now: float = -inf

    def __post_init__(self) -> None:
        self.instances = [Instance(self.automaton.initial, {})]

    def push(self, event: Event) -> None:
        """Apply an event to every instance.  Paper: [D] section 3.2.2."""
        self.reach(event.ts)
        self.instances = [after for i in self.instances for after in self._apply(i, event)]

    def reach(self, now: float) -> None:
        """Let the current time be ``now``: send time-outs, discard by the timing predicate."""
        self.instances = [after for i in self.instances for after in self._age(i, now)]
        self.now = now

    # ---------------------------------------------------------------- an event from the stream

    def _apply(self, instance: Instance, event: Event) -> list[Instance]:
        moved: list[Instance] = []
        took = False
        for edge in self.automaton.leaving(instance.state, "take", "iterate"):
            for name in self._names(edge, event):
                for group in self._arriving(edge, name, instance, event):
                    if self._passes(edge, name, group, instance):
                        if edge.target == REJECT:
                            return []
                        took = True
                        moved += self._take(edge, name, group, instance)
        stays = self._loops(instance, event)
        if not stays and (self.automaton.reading.spawns or not took):
            stays = [instance]
        return [*moved, *stays]

    def _loops(self, instance: Instance, event: Event) -> list[Instance]:
        """Return the copies of an instance that ignored or stored an event."""
        copies: list[Instance] = []
        for edge in self.automaton.leaving(instance.state, "ignore", "store"):
            names = self._names(edge, event)
            if not any(edge.condition(Attempt(n, (event,), instance)) for n in names):
                continue
            if edge.action == "ignore":
                copies.append(replace(instance, state=edge.target))
                continue
            kept = replace(instance, state=edge.target, buffer=(*instance.buffer, event))
            copies.append(kept)
            ready = self.automaton.ready
            if ready is not None and ready(instance, kept):
                copies += self._search(kept)
        if self.automaton.reading.iterates == "again":
            iterated = self.automaton.leaving(instance.state, "iterate")
            if any(self._names(edge, event) for edge in iterated):
                copies = [replace(instance, buffer=(*instance.buffer, event))]
        return copies

    def _names(self, edge: Edge, event: Event) -> list[str]:
        return [name for name in edge.names if self.automaton.types[name] == event.type]

    def _arriving(
        self, edge: Edge, name: str, instance: Instance, event: Event
    ) -> Iterable[tuple[Event, ...]]:
        if edge.action == "iterate" and self.automaton.reading.iterates == "again":
            kept = replace(instance, buffer=(*instance.buffer, event))
            return self._buffered(edge, name, kept)
        return [(event,)]

    # ---------------------------------------------------------------- the input buffer

    def _buffered(self, edge: Edge, name: str, instance: Instance) -> Iterator[tuple[Event, ...]]:
        """Yield the buffered events of a name one by one, or all their subsets for ``iterate``."""
        type_ = self.automaton.types[name]
        fitting = [event for event in instance.buffer if event.type == type_]
        for size in range(1, len(fitting) + 1) if edge.action == "iterate" else (1,):
            yield from combinations(fitting, size)

    def _search(self, instance: Instance) -> list[Instance]:
        """Spawn an instance for everything that a take edge finds in the input buffer."""
        return [
            after
            for edge in self.automaton.leaving(instance.state, "take", "iterate")
            if edge.target != REJECT
            for name in edge.names
            for group in self._buffered(edge, name, instance)
            if self._passes(edge, name, group, instance)
            for after in self._take(edge, name, group, instance)
        ]

    def _take(
        self, edge: Edge, name: str, group: tuple[Event, ...], instance: Instance
    ) -> list[Instance]:
        left = instance.buffer
        if self.automaton.reading.consumes:
            left = tuple(event for event in left if event not in group)
        return self._enter(Instance(edge.target, {**instance.match, name: group}, left))

    def _enter(self, instance: Instance) -> list[Instance]:
        """Put an instance into a state: accepted, rejected, moved by a failed search, or kept."""
        if instance.state == ACCEPT:
            self.accepted.append(instance.match)
            return []
        for edge in self.automaton.leaving(instance.state, "take"):
            if edge.target == REJECT and any(
                self._passes(edge, name, group, instance)
                for name in edge.names
                for group in self._buffered(edge, name, instance)
            ):
                return []
        for edge in self.automaton.leaving(instance.state, "search_failed"):
            if edge.condition(Attempt(edge.names[0], (), instance)):
                return self._enter(replace(instance, state=edge.target))
        return [instance, *self._search(instance)]

    def _passes(self, edge: Edge, name: str, group: tuple[Event, ...], instance: Instance) -> bool:
        """Evaluate an edge; where timing predicate and guard hold, its condition counts one.

        Paper: [D] section 7 on what is counted.
        """
        attempt = Attempt(name, group, instance)
        if not (self._timely(instance, self.now) and edge.guard(attempt)):
            return False
        self.evaluations += 1
        return edge.condition(attempt)

    # ---------------------------------------------------------------- time

    def _timely(self, instance: Instance, now: float) -> bool:
        """``t_min > now - W``.  Paper: [D] section 3.2.1."""
        return all(event.ts > now - self.automaton.window for event in events_of(instance.match))

    def _age(self, instance: Instance, now: float) -> list[Instance]:
        """Send a time-out for each bound event that expires, or discard the instance."""
        w = self.automaton.window
        times = sorted(event.ts + w for event in events_of(instance.match))
        for moment in [t for t in times if self.now < t <= now]:
            edges = [*self.automaton.leaving(instance.state, "timeout")]
            if not edges:
                return []
            purged = self._purged(instance, moment)
            after = self._enter(replace(purged, state=edges[0].target))
            if not after:
                return []
            instance = after[0]
        waits = any(self.automaton.leaving(instance.state, "timeout"))
        return [self._purged(instance, now)] if waits or self._timely(instance, now) else []

    def _purged(self, instance: Instance, now: float) -> Instance:
        if not self.automaton.reading.purges:
            return instance
        w = self.automaton.window
        return replace(instance, buffer=tuple(e for e in instance.buffer if e.ts > now - w))


def run(automaton: Printed, stream: Stream) -> Run:
    """Return an automaton after it has seen a whole stream and time has run out."""
    machine = Run(automaton)
    for event in stream:
        machine.push(event)
    machine.reach(inf)
    return machine
