"""The lines and names of matches on a timeline, placed so that they stay apart.

Matches that share a pair of events run side by side; a name stands where it covers least.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot
from typing import Final, TypeAlias

from augury.pictures.markup import clipped, columns, number
from augury.pictures.scene import SMALL_PITCH, Dot, Scene, ids_of, way

Point: TypeAlias = tuple[float, float]

APART: Final = 2.4
"""The distance of two lines between the same events."""
SAMPLES: Final = 24
LONGEST_NAMES: Final = 24
HEIGHT: Final = 11.0
"""The height of a name."""
OFFSETS: Final = (
    (0, -14),
    (0, 14),
    (1, -1),
    (-1, -1),
    (1, 1),
    (-1, 1),
    (1, 0),
    (-1, 0),
    (0, -27),
    (0, 27),
)
"""Where a name may stand: sideways in halves of its width, or as a distance; best first."""


@dataclass(frozen=True, slots=True)
class Segment:
    """The part of a match's line between two neighbouring events, as a quadratic curve."""

    match: int
    start: Point
    bend: Point
    end: Point

    @property
    def path(self) -> str:
        """The curve in the language of SVG."""
        points = [f"{number(x)} {number(y)}" for x, y in (self.start, self.bend, self.end)]
        return f"M{points[0]}Q{points[1]} {points[2]}"

    def points(self) -> Iterator[Point]:
        """Yield points along the curve."""
        for part in range(SAMPLES + 1):
            t = part / SAMPLES
            a, b, c = (1 - t) * (1 - t), 2 * t * (1 - t), t * t
            yield (
                a * self.start[0] + b * self.bend[0] + c * self.end[0],
                a * self.start[1] + b * self.bend[1] + c * self.end[1],
            )


def segments_of(scene: Scene) -> tuple[Segment, ...]:
    """Return the lines of all matches: straight between lanes, bent inside a lane."""
    shared: dict[tuple[int, int], list[int]] = {}
    steps: list[tuple[int, Dot, Dot]] = []
    for index, match in enumerate(scene.matches):
        for first, second in pairwise(way(scene, match)):
            shared.setdefault((first.event.id, second.event.id), []).append(index)
            steps.append((index, first, second))
    found = []
    for index, first, second in steps:
        users = shared[first.event.id, second.event.id]
        shift = (users.index(index) - (len(users) - 1) / 2) * APART
        found.append(_segment(index, first, second, shift))
    return tuple(found)


def _segment(index: int, first: Dot, second: Dot, shift: float) -> Segment:
    across, down = second.x - first.x, second.y - first.y
    length = hypot(across, down) or 1.0
    x, y = -down / length * shift, across / length * shift
    bend = ((first.x + second.x) / 2 + x, (first.y + second.y) / 2 + y)
    if first.event.type == second.event.type:
        side = 1 if index % 2 else -1
        rise = min(60.0, 16 + 0.35 * across) + 4 * abs(shift)
        bend = (bend[0] + (rise if across == 0 else 0.0), bend[1] + side * rise)
    return Segment(index, (first.x + x, first.y + y), bend, (second.x + x, second.y + y))


@dataclass(frozen=True, slots=True)
class Name:
    """The names of one event and the middle of their text."""

    id: int
    text: str
    x: float
    y: float

    @property
    def half(self) -> float:
        """Half of the width of the text."""
        return columns(self.text) * SMALL_PITCH / 2 + 1.0


def named(scene: Scene, segments: Iterable[Segment]) -> tuple[Name, ...]:
    """Return the names of all bound events, each placed where it covers least."""
    ranks: dict[str, int] = {}
    names: dict[int, set[str]] = {}
    for match in scene.matches:
        for name, bound in match.items():
            ranks.setdefault(name, len(ranks))
            for id_ in ids_of(bound):
                names.setdefault(id_, set()).add(name)
    lines = [point for segment in segments for point in segment.points()]
    dots = [(dot.x, dot.y) for dot in scene.dots.values()]
    placed: list[Name] = []
    for id_ in sorted(names, key=lambda id_: scene.dots[id_].event.key):
        text = clipped(",".join(sorted(names[id_], key=ranks.__getitem__)), LONGEST_NAMES)
        choices = _choices(scene.dots[id_], text)
        placed.append(min(choices, key=lambda name: _cost(name, placed, dots, lines)))
    return tuple(placed)


def _choices(dot: Dot, text: str) -> Iterator[Name]:
    for right, down in OFFSETS:
        beside = columns(text) * SMALL_PITCH / 2 + 8
        y = down if right == 0 else 10 * down
        yield Name(dot.event.id, text, dot.x + right * beside, dot.y + y)


def _cost(
    name: Name, placed: Sequence[Name], dots: Sequence[Point], lines: Sequence[Point]
) -> float:
    """Return how much a name covers: another name is worst, then an event, then a line."""
    names = sum(
        abs(name.x - other.x) < name.half + other.half and abs(name.y - other.y) < HEIGHT
        for other in placed
    )
    return 100.0 * names + 10.0 * _inside(name, dots, 4.0) + min(9, _inside(name, lines, 1.0))


def _inside(name: Name, points: Sequence[Point], margin: float) -> int:
    wide, high = name.half + margin, HEIGHT / 2 + margin
    return sum(abs(name.x - x) < wide and abs(name.y - y) < high for x, y in points)
