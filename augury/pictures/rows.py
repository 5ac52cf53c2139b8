"""Crowded matches on a timeline: the events on top, and below them a row for each match.

Rows never cross, so matches that share events or a lane stay apart; inside a row names keep the
order of their events and give way sideways.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Final

from augury.pictures.markup import (
    COLOURS,
    FAINT,
    MONO,
    MUTED,
    PAPER,
    RULE,
    Style,
    clipped,
    columns,
    label,
    tag,
    xml,
)
from augury.pictures.scene import (
    MARGIN,
    SMALL_PITCH,
    WIDTH,
    Dot,
    Match,
    Scene,
    binding,
    described,
    ids_of,
    way,
)
from augury.spec.events import Stream

ROW, ABOVE = 32, 14
"""The height of a row, and the space between the lanes and the first."""
LONGEST_ROW, LONGEST_NAMES = 30, 24
MANY_MATCHES, MANY_USERS = 6, 2
"""With more matches, or with more matches at one event, lines can no longer be told apart."""
HIDDEN: Final = 5.0
"""Dots that are closer than this have no rim."""
GAP: Final = 4.0
"""The least distance of two names in a row."""


def crowded(stream: Stream, matches: Sequence[Match]) -> bool:
    """Return whether rows show the matches better than lines do.

    They do if all bound events have one type, or if there are many matches, or many at one event.
    """
    bound = [{id_ for ids in match.values() for id_ in ids_of(ids)} for match in matches]
    users = Counter(id_ for ids in bound for id_ in ids)
    types = {stream.by_id[id_].type for id_ in users}
    most = max(users.values(), default=0)
    return len(types) == 1 or len(matches) > MANY_MATCHES or most > MANY_USERS


def room(matches: Sequence[Match]) -> float:
    """Return the width that the labels of the rows take."""
    return max((columns(_text(match)) for match in matches), default=0) * SMALL_PITCH


def _text(match: Match) -> str:
    return clipped(binding(match), LONGEST_ROW)


@dataclass(frozen=True, slots=True)
class Word:
    """The names of one dot in a row, or of neighbours with equal names, and their middle."""

    names: tuple[str, ...]
    x: float

    @property
    def text(self) -> str:
        """The names as they are written."""
        return clipped(",".join(self.names), LONGEST_NAMES)

    @property
    def half(self) -> float:
        """Half of the width, with half of the distance to the next."""
        return (columns(self.text) * SMALL_PITCH + GAP) / 2


def stops(scene: Scene, match: Match) -> tuple[tuple[Dot, ...], ...]:
    """Return the bound events, those at one ts together, from the earliest to the latest."""
    dots = {dot.event.id: dot for dot in way(scene, match)}
    return tuple(tuple(group) for _, group in groupby(dots.values(), key=lambda dot: dot.event.ts))


def words_of(scene: Scene, match: Match) -> tuple[Word, ...]:
    """Return the names in a row: in the order of the events, and apart from each other."""
    words: list[tuple[Word, ...]] = []
    for stop in stops(scene, match):
        ids = {dot.event.id for dot in stop}
        names = tuple(name for name, bound in match.items() if not ids.isdisjoint(ids_of(bound)))
        word = Word(names, stop[0].x)
        if words and words[-1][0].names == names and word.x - words[-1][0].x < 2 * word.half:
            words[-1] = (*words[-1], word)
        else:
            words.append((word,))
    seldom = tuple(Word(group[0].names, _middle(group)) for group in words)
    return _apart(tuple(word for group in _touching(seldom) for word in _once(group)), scene.left)


def _middle(words: Sequence[Word]) -> float:
    return (words[0].x + words[-1].x) / 2


def _once(group: tuple[Word, ...]) -> tuple[Word, ...]:
    """Return one word for neighbours without room if some name is repeated among them."""
    every = [name for word in group for name in word.names]
    names = tuple(dict.fromkeys(every))
    return group if len(names) == len(every) else (Word(names, _middle(group)),)


def _offsets(words: Sequence[Word]) -> list[float]:
    """Return how far each word is from the first if all of them touch."""
    offsets, end = [], 0.0
    for word in words:
        offsets.append(end + word.half)
        end += 2 * word.half
    return offsets


def _touching(words: tuple[Word, ...]) -> list[tuple[Word, ...]]:
    """Return the words in groups that have to give way to each other."""
    groups: list[tuple[Word, ...]] = []
    for word in words:
        groups.append((word,))
        while len(groups) > 1 and _start(groups[-2]) + _width(groups[-2]) > _start(groups[-1]):
            last = groups.pop()
            groups[-1] += last
    return groups


def _width(group: Sequence[Word]) -> float:
    return sum(2 * word.half for word in group)


def _start(group: Sequence[Word]) -> float:
    """Return where a group begins if its words touch and are, on average, above their dots."""
    wishes = (word.x - offset for word, offset in zip(group, _offsets(group), strict=True))
    return sum(wishes) / len(group)


def _apart(words: tuple[Word, ...], left: float) -> tuple[Word, ...]:
    """Return the words moved as little as keeps them apart and inside the picture."""
    right = WIDTH - MARGIN / 2
    if _width(words) > right - left:
        names = tuple(dict.fromkeys(name for word in words for name in word.names))
        words = (Word(names, _middle(words)),)
    found: list[Word] = []
    before, after = 0.0, _width(words)
    for group in _touching(words):
        after -= _width(group)
        start = min(max(_start(group), left + before), right - after - _width(group))
        for word, offset in zip(group, _offsets(group), strict=True):
            found.append(Word(word.names, start + offset))
        before += _width(group)
    return tuple(found)


def rim_of(places: Sequence[float]) -> float:
    """Return the width of the rim of dots: none if it would hide a neighbour."""
    return 0.0 if any(0 < q - p < HIDDEN for p, q in pairwise(sorted(places))) else 1.2


def rows_of(scene: Scene, total: int) -> tuple[list[str], float]:
    """Return a row for each match, and the lower edge of the last."""
    top = scene.bottom + ABOVE
    bottom = top + ROW * len(scene.matches)
    parts = list(_guides(scene, top))
    for index, match in enumerate(scene.matches):
        title = tag("title", xml(f"match {binding(match)}"))
        parts.append(tag("g", title + "".join(_row(scene, index, _level(top, index)))))
    if total > len(scene.matches):
        words = f"and {total - len(scene.matches):,} more"
        parts.append(label(MARGIN, bottom + 18, words, fill=MUTED, font_size=12))
        bottom += 24
    return parts, bottom


def _level(top: float, index: int) -> float:
    """Return where the line of a row is: its names stand above."""
    return top + ROW * index + 21


def _guides(scene: Scene, top: float) -> Iterator[str]:
    """Yield a faint line from each bound event down to the last row that has it."""
    last = {
        dot.event.id: (dot, index)
        for index, match in enumerate(scene.matches)
        for dot in way(scene, match)
    }
    style: Style = {"stroke": FAINT, "stroke_opacity": 0.55, "stroke_dasharray": "1.5 3"}
    for dot, index in last.values():
        yield tag("line", x1=dot.x, x2=dot.x, y1=dot.y, y2=_level(top, index), **style)


def _row(scene: Scene, index: int, y: float) -> Iterator[str]:
    """Yield a track across the picture, and the match on it from its first event to its last."""
    match, ink = scene.matches[index], COLOURS[index]
    places = stops(scene, match)
    yield label(MARGIN, y + 4, _text(match), font_family=MONO, font_size=12)
    yield tag("line", x1=scene.left, x2=WIDTH - MARGIN, y1=y, y2=y, stroke=RULE)
    if len(places) > 1:
        ends: Style = {"x1": places[0][0].x, "x2": places[-1][0].x, "y1": y, "y2": y}
        yield tag("line", **ends, stroke=ink, stroke_width=2.5, stroke_linecap="round")
    rim = rim_of([stop[0].x for stop in places])
    for stop in places:
        title = tag("title", xml("; ".join(described(dot.event) for dot in stop)))
        style: Style = {"r": 4, "fill": ink, "stroke": PAPER, "stroke_width": rim}
        yield tag("circle", title, cx=stop[0].x, cy=y, **style)
    halo: Style = {"stroke": PAPER, "stroke_width": 3, "stroke_linejoin": "round"}
    font: Style = {"font_family": MONO, "font_size": 12, "font_weight": "600"}
    for word in words_of(scene, match):
        style = {"fill": ink, "text_anchor": "middle", **font, **halo, "paint_order": "stroke"}
        yield label(word.x, y - 8, word.text, **style)
