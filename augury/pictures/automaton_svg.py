"""An automaton as a self-contained SVG: states in layers, labels on arrows, loops above states.

The name of an action stands above its line, the clauses below. The accepting state is double, the
rejecting one red, special edges are dashed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Final

from augury.pictures.automaton import (
    Arrow,
    Label,
    arrows_of,
    automaton_text,
    check_size,
    loops_of,
    names_text,
    shown_states,
    state_text,
    windows,
)
from augury.pictures.automaton_layout import Key, Plan, Room, plan_of
from augury.pictures.hasse import Show, printer
from augury.pictures.markup import (
    INK,
    MONO,
    MUTED,
    Style,
    clipped,
    columns,
    label,
    number,
    picture,
    tag,
    xml,
)
from augury.pictures.svg import BLUE, GREEN, RED
from augury.reference.nfa.automaton import Automaton

MARGIN, HEAD, START, RADIUS = 28, 58, 34, 22
"""Around the picture, the caption, the arrow into the first state, half the height of a state."""
LOOP, LINE, APART, CAPTION = 26, 16, 12, 20
"""The height of a loop, of a line of text, between parts of a column, of a word under a state."""
PITCH, SIZE, LONGEST, FOLD = 7.4, 12, 44, 30
"""Of a fixed-pitch character; the longest text before it is cut; where lists are folded."""
LONGEST_STATE: Final = 28
NARROWEST: Final = 420


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a label: a bold part and a plain part."""

    bold: str
    plain: str

    @property
    def width(self) -> float:
        """The width, estimated."""
        return columns(self.bold + self.plain) * PITCH


@dataclass(frozen=True, slots=True)
class Drawing:
    """All that is drawn, and where its columns stand."""

    automaton: Automaton
    arrows: tuple[Arrow, ...]
    loops: dict[str, tuple[Label, ...]]
    plan: Plan
    left: tuple[float, ...]
    widths: tuple[float, ...]
    top: float

    def level(self, key: Key) -> float:
        """Return the height of the line that enters a part."""
        return self.top + self.plan.level[key]

    def middle(self, state: str) -> tuple[float, float]:
        """Return the middle of a state."""
        key: Key = ("state", state, 0)
        (column,) = (c for c, keys in enumerate(self.plan.columns) if key in keys)
        return self.left[column] + self.widths[column] / 2, self.level(key)


def automaton_svg(automaton: Automaton, title: str = "Automaton", show: Show | None = None) -> str:
    """Return a picture of an automaton; its description is the list of all edges."""
    check_size(len(automaton.states))
    printed = printer(show)
    drawing = _drawing(automaton, printed)
    bottom = max(
        drawing.level(key) + _room(drawing.arrows, drawing.loops, automaton, key)[1]
        for column in drawing.plan.columns
        for key in column
    )
    note = windows(automaton)
    caption = clipped(title, 60)
    wide = (columns(caption) * 9.2 + columns(note) * 7.9) + 3 * MARGIN
    width = max(NARROWEST, wide, drawing.left[-1] + drawing.widths[-1] + MARGIN)
    parts = [
        label(MARGIN, 36, caption, font_size=16, font_weight="600"),
        label(width - MARGIN, 36, note, fill=MUTED, text_anchor="end"),
        *(_arrow(drawing, index) for index in range(len(drawing.arrows))),
        *(_state(drawing, state) for state in shown_states(automaton)),
    ]
    description = automaton_text(automaton, title, printed)
    return picture(width, bottom + MARGIN, title, description, "\n".join(parts))


def _drawing(automaton: Automaton, show: Show) -> Drawing:
    arrows, states = arrows_of(automaton, show), shown_states(automaton)
    loops = {state: loops_of(automaton, state, show) for state in states}
    plan = plan_of(
        states,
        [(arrow.source, arrow.target) for arrow in arrows],
        lambda key: _room(arrows, loops, automaton, key),
    )
    widths = [max(_width(arrows, loops, key) for key in column) for column in plan.columns]
    left = [float(MARGIN + START)]
    for column in range(1, len(widths)):
        left.append(left[-1] + widths[column - 1] + _gap(plan, column))
    return Drawing(automaton, arrows, loops, plan, tuple(left), tuple(widths), float(HEAD))


def _gap(plan: Plan, column: int) -> float:
    """Return how wide the curves before a column need it: the steeper, the wider."""
    before, here = set(plan.columns[column - 1]), set(plan.columns[column])
    rises = [
        abs(plan.level[p] - plan.level[q])
        for way in plan.ways
        for p, q in zip(way, way[1:], strict=False)
        if p in before and q in here
    ]
    return min(120.0, 30 + 0.3 * max(rises, default=0.0))


def _room(
    arrows: Sequence[Arrow], loops: dict[str, tuple[Label, ...]], automaton: Automaton, key: Key
) -> Room:
    """Return how far a part reaches above and below its line, with the space to the next."""
    kind, what, _ = key
    if kind == "pass":
        return 8.0, 8.0
    if kind == "label":
        assert isinstance(what, int)
        head, body = _lines(arrows[what].label)
        return LINE * len(head) + 6.0 + APART / 2, LINE * len(body) + 4.0 + APART / 2
    state = str(what)
    lines = _loop_lines(loops[state])
    up = RADIUS + (LOOP + LINE * len(lines) + 4 if lines else 0) + APART / 2
    named = state in (automaton.accept, automaton.reject)
    return up, RADIUS + (CAPTION if named else 0) + APART / 2


def _width(arrows: Sequence[Arrow], loops: dict[str, tuple[Label, ...]], key: Key) -> float:
    kind, what, _ = key
    if kind == "pass":
        return 0.0
    if kind == "label":
        assert isinstance(what, int)
        head, body = _lines(arrows[what].label)
        return max(line.width for line in (*head, *body)) + 12
    state = str(what)
    return max([2.0 * _half(state), *(line.width for line in _loop_lines(loops[state]))])


def _half(state: str) -> float:
    """Return half of the width of a state: a circle, or longer if its name is."""
    return max(float(RADIUS), columns(clipped(state_text(state), LONGEST_STATE)) * 4.0 + 12)


def _lines(what: Label) -> tuple[list[Line], list[Line]]:
    """Return the lines above and below the line of an arrow."""
    names = names_text(what.names)
    first = f"{what.action} {names}".strip()
    if len(first) + len(what.where) < FOLD:
        head = [Line(first, f"  {what.where}" if what.where else "")]
    else:
        head = [Line(part, "") for part in _folded(first)]
        head += [Line("", clipped(what.where, LONGEST))] if what.where else []
    return head, [Line("", clipped(clause, LONGEST)) for clause in what.clauses]


def _loop_lines(loops: Sequence[Label]) -> list[Line]:
    lines = []
    for loop in loops:
        head, body = _lines(loop)
        lines += [*head, *body]
    return lines


def _folded(text: str) -> list[str]:
    return [clipped(part, LONGEST) for part in wrap(text, FOLD, break_long_words=False)]


# ---------------------------------------------------------------- parts of the picture


def _text(x: float, y: float, line: Line, **style: str | float) -> str:
    spans = tag("tspan", xml(line.bold), font_weight="700") if line.bold else ""
    spans += tag("tspan", xml(line.plain)) if line.plain else ""
    all_: Style = {"fill": INK, "font_size": SIZE, "font_family": MONO, **style}
    return tag("text", spans, x=x, y=y, xml__space="preserve", **all_)


def _state(drawing: Drawing, state: str) -> str:
    """Return a state with its loop, its mark and the word under it."""
    automaton = drawing.automaton
    x, y = drawing.middle(state)
    half, text = _half(state), clipped(state_text(state), LONGEST_STATE)
    accepts, rejects = state == automaton.accept, state == automaton.reject
    stroke, fill = RED if rejects else BLUE
    style: Style = {"fill": fill, "stroke": stroke, "stroke_width": 2.4 if rejects else 1.6}
    parts = [tag("title", xml(state_text(state))), _pill(x, y, half, RADIUS, **style)]
    if accepts:
        parts.append(_pill(x, y, half - 4, RADIUS - 4, **style))
    middle: Style = {"text_anchor": "middle", "font_family": MONO}
    parts.append(label(x, y + 4.5, text, **middle, font_weight="600"))
    if accepts or rejects:
        word = "accept" if accepts else "reject"
        ink = RED[0] if rejects else MUTED
        parts.append(label(x, y + RADIUS + 15, word, text_anchor="middle", fill=ink, font_size=11))
    if state == automaton.initial:
        parts.append(_line(f"M{number(x - half - START + 4)} {number(y)}H{number(x - half - 9)}"))
        parts.append(_head(x - half - 1, y, MUTED))
    return tag("g", "".join(parts)) + _loop(drawing, state)


def _pill(x: float, y: float, half: float, radius: float, **style: str | float) -> str:
    box: Style = {"x": x - half, "y": y - radius, "width": 2 * half, "height": 2 * radius}
    return tag("rect", **box, rx=radius, **style)


def _loop(drawing: Drawing, state: str) -> str:
    """Return the loop above a state, and above it what it stands for."""
    loops = drawing.loops[state]
    if not loops:
        return ""
    x, y = drawing.middle(state)
    top = y - RADIUS
    ink = GREEN[0] if any(loop.action == "iterate" for loop in loops) else MUTED
    lines = _loop_lines(loops)
    curve = f"M{number(x - 9)} {number(top + 1)}C{number(x - 26)} {number(top - 30)} "
    curve += f"{number(x + 26)} {number(top - 30)} {number(x + 11)} {number(top - 5)}"
    tip = tag("path", d=f"M{number(x + 8)} {number(top + 1)}l-1.5 -11 9 3.5z", fill=ink)
    whole = "; ".join(loop.whole for loop in loops)
    parts = [tag("title", xml(whole)), _line(curve, ink), tip]
    first = top - LOOP - LINE * (len(lines) - 1)
    for index, line in enumerate(lines):
        parts.append(_text(x, first + LINE * index - 2, line, text_anchor="middle", fill=ink))
    return tag("g", "".join(parts))


def _arrow(drawing: Drawing, index: int) -> str:
    """Return an arrow through its label and through all places reserved for it."""
    arrow, way = drawing.arrows[index], drawing.plan.ways[index]
    place = {key: c for c, keys in enumerate(drawing.plan.columns) for key in keys}
    x, y = drawing.middle(arrow.source)
    path = f"M{number(x + _half(arrow.source))} {number(y)}"
    for key in way[1:]:
        before = place[key] - 1
        right = drawing.left[before] + drawing.widths[before]
        to = drawing.level(key)
        path += f"H{number(right)}" + _curve(right, y, drawing.left[place[key]], to)
        y = to
    x, _ = drawing.middle(arrow.target)
    tip = x - _half(arrow.target) - 1
    rejects = arrow.target == drawing.automaton.reject
    many = arrow.label.action == "iterate"
    ink = RED[0] if rejects else GREEN[0] if many else MUTED
    dashes: Style = {"stroke_dasharray": "5 4"} if arrow.special else {}
    whole = f"{state_text(arrow.source)} to {state_text(arrow.target)}: {arrow.label.whole}"
    parts = [tag("title", xml(whole)), _line(f"{path}H{number(tip - 8)}", ink, **dashes)]
    parts.append(_head(tip, y, ink))
    head, body = _lines(arrow.label)
    left, level = drawing.left[place[way[1]]] + 6, drawing.level(way[1])
    start = level - 6 - LINE * (len(head) - 1)
    parts += [_text(left, start + LINE * row, line) for row, line in enumerate(head)]
    parts += [
        _text(left, level + 14 + LINE * row, line, fill=MUTED) for row, line in enumerate(body)
    ]
    return tag("g", "".join(parts))


def _line(path: str, ink: str = MUTED, **style: str | float) -> str:
    return tag("path", d=path, fill="none", stroke=ink, stroke_width=1.5, **style)


def _head(x: float, y: float, ink: str) -> str:
    return tag("path", d=f"M{number(x)} {number(y)}l-10 -5v10z", fill=ink)


def _curve(x: float, y: float, to_x: float, to_y: float) -> str:
    middle = number((x + to_x) / 2)
    return f"C{middle} {number(y)} {middle} {number(to_y)} {number(to_x)} {number(to_y)}"
