"""A small stream and its matches: a lane for each event type, a line through each match.

Where lines would be too many to follow, each match has a row of its own below the lanes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from augury.pictures.axis import Unit, marks, step_of, written
from augury.pictures.lines import Segment, named, segments_of
from augury.pictures.markup import (
    COLOURS,
    FAINT,
    INK,
    MONO,
    MUTED,
    PAPER,
    RULE,
    Style,
    clipped,
    columns,
    label,
    picture,
    tag,
    xml,
)
from augury.pictures.rows import crowded, rim_of, room, rows_of
from augury.pictures.scene import (
    AXIS,
    HEAD,
    LANE,
    LEGEND,
    LONGEST_TYPE,
    MARGIN,
    SMALL_PITCH,
    WIDTH,
    Match,
    Scene,
    binding,
    check,
    described,
    scene_of,
    way,
)
from augury.spec.events import Event, Stream

LONGEST_TITLE, LONGEST_MATCH = 110, 64


def timeline_svg(
    events: Iterable[Event],
    matches: Sequence[Match],
    pattern_title: str,
    *,
    unit: Unit = "ticks",
) -> str:
    """Return a picture of all events and of the first twelve matches, given by event ids."""
    stream = Stream(events)
    check(stream, matches)
    drawn = matches[: len(COLOURS)]
    rows = crowded(stream, drawn)
    scene = scene_of(stream, drawn, room(drawn) if rows else 0.0)
    title = " ".join(pattern_title.split())
    counts = _counts(len(stream), len(matches), len(drawn))
    body, height = _rows(scene, unit, len(matches)) if rows else _lines(scene, unit)
    head = [
        label(MARGIN, 38, clipped(title, LONGEST_TITLE), font_size=17, font_weight="600"),
        label(MARGIN, 60, counts, fill=MUTED),
        *_lanes(scene, stream),
    ]
    description = "\n".join([counts, *(f"match {binding(m)}" for m in scene.matches)])
    return picture(WIDTH, height, title or "Timeline", description, "\n".join([*head, *body]))


def _lines(scene: Scene, unit: Unit) -> tuple[list[str], float]:
    """Return a line through each match, a legend below, and the height of the picture."""
    segments = segments_of(scene)
    legend, height = _legend(scene)
    colours = {id_: _colour(used) for id_, used in _users(scene).items()}
    body = [
        *(_axis(scene, unit, scene.bottom) if scene.dots else ()),
        *(_line(scene, index, segments) for index in range(len(scene.matches))),
        *_dots(scene, colours, 5, 1.5),
        *_labels(scene, segments),
        *legend,
    ]
    return body, height


def _rows(scene: Scene, unit: Unit, total: int) -> tuple[list[str], float]:
    """Return a row for each match, the axis below, and the height of the picture."""
    rows, bottom = rows_of(scene, total)
    colours = dict.fromkeys(_users(scene), INK)
    bound = [scene.dots[id_] for id_ in colours]
    lanes = ([dot.x for dot in bound if dot.event.type == lane] for lane in scene.lanes)
    rim = min(map(rim_of, lanes), default=0.0)
    body = [
        *(_axis(scene, unit, bottom) if scene.dots else ()),
        *rows,
        *_dots(scene, colours, 4.5, rim),
    ]
    return body, bottom + AXIS


def _counts(events: int, matches: int, drawn: int) -> str:
    stream = f"{events:,} event{'' if events == 1 else 's'}"
    found = f"{matches:,} match{'' if matches == 1 else 'es'}"
    return f"{stream}, {found}" + (f", the first {drawn} drawn" if drawn < matches else "")


def _lanes(scene: Scene, stream: Stream) -> Iterator[str]:
    right = WIDTH - MARGIN - scene.left
    for lane, type_ in enumerate(scene.lanes):
        top, count = HEAD + LANE * lane, len(stream.of_type(type_))
        box: Style = {
            "x": scene.left,
            "y": top + 3.0,
            "width": right,
            "height": LANE - 6.0,
            "rx": 8,
        }
        yield tag("rect", **box, fill="#f9fafb" if lane % 2 == 0 else "#f3f4f6")
        name = label(MARGIN, top + LANE / 2 - 1, clipped(type_, LONGEST_TYPE), font_weight="600")
        yield tag("g", tag("title", xml(type_)) + name)
        words = f"{count:,} event{'' if count == 1 else 's'}"
        yield label(MARGIN, top + LANE / 2 + 16, words, fill=FAINT, font_size=11)
    if not scene.lanes:
        middle: Style = {"text_anchor": "middle", "fill": FAINT}
        yield label(WIDTH / 2, HEAD + LANE / 2, "no events", **middle)


def _axis(scene: Scene, unit: Unit, bottom: float) -> Iterator[str]:
    """Yield marks as many as fit without touching, and their times below."""
    days = scene.high // 86_400_000_000 != scene.low // 86_400_000_000
    room = WIDTH - MARGIN - scene.left
    most = 10
    while True:
        step = step_of(scene.low, scene.high, most, unit)
        texts = {
            ts: written(ts, step, unit, days=days) for ts in marks(scene.low, scene.high, step)
        }
        if most == 1 or max(map(len, texts.values())) * SMALL_PITCH + 24 <= room / len(texts):
            break
        most -= 1
    for ts, text in texts.items():
        x, half = scene.x(ts), len(text) * SMALL_PITCH / 2
        yield tag("line", x1=x, x2=x, y1=HEAD + 3, y2=bottom + 3, stroke=RULE)
        place = min(max(x, scene.left + half), WIDTH - MARGIN / 2 - half)
        style: Style = {"fill": MUTED, "font_size": 12, "text_anchor": "middle"}
        yield label(place, bottom + 20, text, **style)
    words = "ts" if unit == "ticks" else "time (UTC)"
    yield label(MARGIN, bottom + 20, words, fill=FAINT, font_size=11)


def _line(scene: Scene, index: int, segments: Iterable[Segment]) -> str:
    """Return a line through a match, in its colour."""
    style: Style = {"stroke": COLOURS[index], "stroke_width": 2, "stroke_opacity": 0.85}
    path = "".join(segment.path for segment in segments if segment.match == index)
    line = tag("path", d=path, fill="none", stroke_linecap="round", **style) if path else ""
    return tag("g", tag("title", xml(f"match {binding(scene.matches[index])}")) + line)


def _dots(scene: Scene, colours: Mapping[int, str], size: float, rim: float) -> Iterator[str]:
    """Yield unbound events small and grey, bound ones large and in the colour given by id."""
    for dot in sorted(scene.dots.values(), key=lambda dot: dot.event.id in colours):
        style: Style = {"r": 3.5, "fill": "#c3c8d0"}
        if ink := colours.get(dot.event.id):
            style = {"r": size, "fill": ink, "stroke": PAPER, "stroke_width": rim}
        yield tag("circle", tag("title", xml(described(dot.event))), cx=dot.x, cy=dot.y, **style)


def _users(scene: Scene) -> dict[int, tuple[int, ...]]:
    """Return the numbers of the matches that bind each bound event."""
    users: dict[int, tuple[int, ...]] = {}
    for index, match in enumerate(scene.matches):
        for dot in way(scene, match):
            users[dot.event.id] = (*users.get(dot.event.id, ()), index)
    return users


def _colour(used: Sequence[int]) -> str:
    """Return the colour of the only match that binds an event."""
    return COLOURS[used[0]] if len(used) == 1 else INK


def _labels(scene: Scene, segments: Iterable[Segment]) -> Iterator[str]:
    """Yield the names at bound events."""
    users = _users(scene)
    halo: Style = {
        "stroke": PAPER,
        "stroke_width": 3,
        "stroke_linejoin": "round",
        "paint_order": "stroke",
    }
    for name in named(scene, segments):
        ink: Style = {"fill": _colour(users[name.id]), "font_size": 12, "font_weight": "600"}
        style: Style = {"text_anchor": "middle", "font_family": MONO} | ink | halo
        yield label(name.x, name.y + 4, name.text, **style)


def _legend(scene: Scene) -> tuple[list[str], float]:
    """Return a line for each match, in as many columns as fit, and the height of the picture."""
    top = scene.bottom + (AXIS if scene.lanes else 0)
    texts = [clipped(binding(match), LONGEST_MATCH) for match in scene.matches]
    widest = max((columns(text) for text in texts), default=1) * SMALL_PITCH + 56
    across = max(1, min(4, int((WIDTH - 2 * MARGIN) / widest)))
    rows = -(-len(texts) // across)
    parts = []
    for index, text in enumerate(texts):
        x = MARGIN + (index // rows) * (WIDTH - 2 * MARGIN) / across
        y = top + LEGEND * (index % rows + 0.5)
        ink = COLOURS[index]
        parts += [
            tag("line", x1=x, x2=x + 24, y1=y, y2=y, stroke=ink, stroke_width=2.5),
            tag("circle", cx=x + 12, cy=y, r=4, fill=ink, stroke=PAPER, stroke_width=1.5),
            label(x + 34, y + 4, text, font_family=MONO, font_size=12),
        ]
    return parts, top + LEGEND * rows + MARGIN / 2
