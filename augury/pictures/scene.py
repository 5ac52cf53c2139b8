"""The places of events and matches on a timeline: lanes, columns and the way through a match."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final, TypeAlias

from augury.pictures.markup import clipped, columns
from augury.spec.errors import InvalidBindingError
from augury.spec.events import Event, Stream

Match: TypeAlias = Mapping[str, int | Sequence[int]]
"""Each name with the id of its event, or the ids of its events."""

WIDTH, MARGIN, HEAD, LANE, AXIS, LEGEND = 1080, 28, 84, 84, 44, 24
"""The picture, its margin, its caption, a lane, the axis, and a line of the legend."""
SPREAD: Final = 22
"""How far from the middle of its lane an event may be moved by others at the same ts."""
LONGEST_TYPE: Final = 20
SANS_PITCH, SMALL_PITCH = 7.6, 7.3
"""Estimated width of a character at 13 and 12 pixels."""


@dataclass(frozen=True, slots=True)
class Dot:
    """An event and its place."""

    event: Event
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything that a part of the picture needs to know."""

    lanes: tuple[str, ...]
    left: float
    low: int
    high: int
    dots: Mapping[int, Dot]
    matches: tuple[Match, ...]

    def x(self, ts: int) -> float:
        """Return the place of a ts; the middle if the stream has one ts only."""
        share = (ts - self.low) / (self.high - self.low) if self.high > self.low else 0.5
        return self.left + 16 + share * (WIDTH - MARGIN - self.left - 32)

    @property
    def bottom(self) -> float:
        """The lower edge of the lanes."""
        return HEAD + LANE * max(1, len(self.lanes))


def ids_of(bound: int | Sequence[int]) -> Sequence[int]:
    """Return the ids that one name is bound to."""
    return (bound,) if isinstance(bound, int) else bound


def binding(match: Match) -> str:
    """Return a match as ``a=3 b=[4,5]``, events by id."""
    return " ".join(
        f"{name}={bound if isinstance(bound, int) else '[' + ','.join(map(str, bound)) + ']'}"
        for name, bound in match.items()
    )


def described(event: Event) -> str:
    """Return an event with its short attributes, for a reader who points at it."""
    words = [f"id {event.id}", event.type, f"ts {event.ts:,}"]
    words += [
        f"{name} {value}"
        for name, value in sorted(event.attrs.items())
        if isinstance(value, (int, float, str)) and len(str(value)) <= 24
    ]
    return ", ".join(words)


def check(stream: Stream, matches: Sequence[Match]) -> None:
    """Raise if a match binds an id that no event has."""
    for index, match in enumerate(matches):
        for name, bound in match.items():
            for unknown in (id_ for id_ in ids_of(bound) if id_ not in stream.by_id):
                raise InvalidBindingError(
                    f"match {index} binds {name} to id {unknown}, which is no event; "
                    "give the matches of this stream"
                )


def scene_of(stream: Stream, matches: Sequence[Match], room: float = 0.0) -> Scene:
    """Return the places; lanes in the order in which matches name types, then by appearance.

    ``room`` is the width that labels at the left need beyond the types.
    """
    bound = (stream.by_id[id_] for m in matches for ids in m.values() for id_ in ids_of(ids))
    lanes = tuple(dict.fromkeys(event.type for events in (bound, stream) for event in events))
    widest = max((columns(clipped(lane, LONGEST_TYPE)) for lane in lanes), default=8)
    left = MARGIN + max(76.0, widest * SANS_PITCH, room) + 16
    low, high = (stream.events[0].ts, stream.events[-1].ts) if len(stream) else (0, 0)
    empty = Scene(lanes, left, low, high, {}, ())
    dots = {dot.event.id: dot for dot in _places(empty, stream)}
    return Scene(lanes, left, low, high, dots, tuple(matches))


def _places(scene: Scene, stream: Stream) -> Iterator[Dot]:
    """Yield every event with its place; events of one type and ts stand above each other."""
    for lane, type_ in enumerate(scene.lanes):
        middle = HEAD + LANE * (lane + 0.5)
        for ts, group in groupby(stream.of_type(type_), key=lambda event: event.ts):
            tied = tuple(group)
            gap = min(11.0, 2 * SPREAD / max(1, len(tied) - 1))
            top = middle - gap * (len(tied) - 1) / 2
            for index, event in enumerate(tied):
                yield Dot(event, scene.x(ts), top + gap * index)


def way(scene: Scene, match: Match) -> tuple[Dot, ...]:
    """Return the bound events from the earliest to the latest."""
    dots = (scene.dots[id_] for bound in match.values() for id_ in ids_of(bound))
    return tuple(sorted(dots, key=lambda dot: dot.event.key))
