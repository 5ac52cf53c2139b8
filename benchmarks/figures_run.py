"""Every engine on one stream: what it counted, and proof that all gave the same answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from itertools import permutations
from time import perf_counter
from typing import Any, Final, TypeAlias

from augury.reference.nfa import engine
from augury.reference.nfa.machine import Machine
from augury.spec.events import Event
from augury.spec.language.ast import Pattern
from augury.spec.language.functions import BUILTINS, Functions
from augury.spec.semantics import Match

CHAINS: Final = tuple("".join(order) for order in permutations("abc"))
ENGINES: Final = ("eager", *CHAINS, "tree")
LIMIT: Final = 10**12
Progress: TypeAlias = Callable[[str], AbstractContextManager[None]]
Maker: TypeAlias = Callable[[], Machine]


class DisagreementError(Exception):
    """Two engines answered differently: no count of theirs can be compared."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What one engine counted on one stream, after some numbers of events."""

    engine: str
    matches: int
    digest: str
    """A hash of the sorted matches."""
    evaluations: tuple[int, ...]
    examined: tuple[int, ...]
    """Pairs of an arriving event and an instance that is there, whatever it waits for."""
    peak_instances: tuple[int, ...]
    peak_buffered: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Point:
    """The readings of all engines on one stream; their answers are equal."""

    at: float
    events: Mapping[str, int]
    """The events of each type."""
    sizes: tuple[int, ...]
    """After how many events the counts were read."""
    readings: Mapping[str, Reading]

    def evaluations(self, name: str) -> int:
        """Return the evaluations of an engine on the whole stream."""
        return self.readings[name].evaluations[-1]

    def examined(self, name: str) -> int:
        """Return how many events were held against how many instances, on the whole stream."""
        return self.readings[name].examined[-1]

    def best_chain(self, among: Sequence[str] = CHAINS) -> str:
        """Return the chain with the fewest evaluations."""
        return min(among, key=self.evaluations)

    def as_json(self) -> dict[str, Any]:
        """Return the point for a file; lists have a number for each of ``sizes``."""
        first = self.readings[ENGINES[0]]
        return {
            "at": self.at,
            "events": dict(self.events),
            "sizes": list(self.sizes),
            "matches": first.matches,
            "digest": first.digest,
            "engines": {
                name: {
                    "evaluations": list(r.evaluations),
                    "examined": list(r.examined),
                    "peak_instances": list(r.peak_instances),
                    "peak_buffered": r.peak_buffered,
                    "seconds": round(r.seconds, 3),
                }
                for name, r in self.readings.items()
            },
        }


def makers(pattern: Pattern, functions: Functions = BUILTINS) -> dict[str, Maker]:
    """Return how to make each engine at rest: eager, a chain for each order, tree."""
    more: Any = {"functions": functions, "limit": LIMIT}
    chains = {name: partial(engine.chain, pattern, [tuple(name)], **more) for name in CHAINS}
    eager, tree = partial(engine.eager, pattern, **more), partial(engine.tree, pattern, **more)
    return {"eager": eager, **chains, "tree": tree}


def measured(name: str, machine: Machine, stream: Sequence[Event], every: Sequence[int]) -> Reading:
    """Return what a machine counts on a stream, read after each of some numbers of events.

    Time follows the events as it does for a finite stream.  Semantics: S-4.7.
    """
    found: list[Match] = []
    rows: list[tuple[int, int, int]] = []
    stops, examined = set(every), 0
    began = perf_counter()
    for number, event in enumerate(stream, 1):
        found += machine.advance(event.ts - 1)
        examined += machine.crowd.active
        found += machine.push(event)
        if number in stops:
            counters = machine.counters
            rows.append((counters.evaluations, examined, counters.peak_instances))
    found += machine.close()
    seconds = perf_counter() - began
    evaluations, shown, peaks = zip(*rows, strict=True)
    digest = digest_of(found)
    buffered = machine.counters.peak_buffered
    return Reading(name, len(found), digest, evaluations, shown, peaks, buffered, seconds)


def digest_of(found: Sequence[Match]) -> str:
    """Return a hash of some matches that does not depend on their order; doubles count."""
    text = "\n".join(f"{match.branch} {match.ids}" for match in sorted(found))
    return sha256(text.encode()).hexdigest()


def compared(
    at: float,
    stream: Sequence[Event],
    engines: Mapping[str, Maker],
    sizes: Sequence[int] = (),
    progress: Progress = nullcontext,  # type: ignore[assignment]
) -> Point:
    """Run every engine on a stream and return the counts, or raise if any answer differs."""
    sizes = tuple(sizes) or (len(stream),)
    readings = {}
    for name, make in engines.items():
        with progress(name):
            readings[name] = measured(name, make(), stream, sizes)
    answers: dict[tuple[int, str], list[str]] = {}
    for name, reading in readings.items():
        answers.setdefault((reading.matches, reading.digest), []).append(name)
    if len(answers) > 1:
        said = "; ".join(f"{', '.join(who)}: {n} ({d[:12]})" for (n, d), who in answers.items())
        raise DisagreementError(f"the engines disagree on the matches of point {at:g}: {said}")
    events: dict[str, int] = {}
    for event in stream:
        events[event.type] = events.get(event.type, 0) + 1
    return Point(at, events, sizes, readings)
