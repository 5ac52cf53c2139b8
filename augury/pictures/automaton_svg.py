"""An automaton as a self-contained SVG: states in layers, labels on arrows, loops above states.

The name of an action stands above its line, the clauses below. The accepting state is double, the
rejecting one red, special edges are dashed.
"""

from __future__ import annotations

from typing import Final

from augury.pictures.automaton import (
    automaton_text,
    check_size,
    shown_states,
    state_text,
    windows,
)
from augury.pictures.automaton_drawing import (
    LINE,
    LONGEST_STATE,
    LOOP,
    MARGIN,
    RADIUS,
    START,
    Drawing,
    Line,
    drawing_of,
    half,
    lines_of,
    loop_lines,
)
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

NARROWEST: Final = 420
SIZE: Final = 12


def automaton_svg(automaton: Automaton, title: str = "Automaton", show: Show | None = None) -> str:
    """Return a picture of an automaton; its description is the list of all edges."""
    check_size(len(automaton.states))
    printed = printer(show)
    drawing = drawing_of(automaton, printed)
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
    return picture(width, drawing.bottom + MARGIN, title, description, "\n".join(parts))


def _text(x: float, y: float, line: Line, **style: str | float) -> str:
    spans = tag("tspan", xml(line.bold), font_weight="700") if line.bold else ""
    spans += tag("tspan", xml(line.plain)) if line.plain else ""
    all_: Style = {"fill": INK, "font_size": SIZE, "font_family": MONO, **style}
    return tag("text", spans, x=x, y=y, xml__space="preserve", **all_)


def _state(drawing: Drawing, state: str) -> str:
    """Return a state with its loop, its mark and the word under it."""
    automaton = drawing.automaton
    x, y = drawing.middle(state)
    wide, text = half(state), clipped(state_text(state), LONGEST_STATE)
    accepts, rejects = state == automaton.accept, state == automaton.reject
    stroke, fill = RED if rejects else BLUE
    style: Style = {"fill": fill, "stroke": stroke, "stroke_width": 2.4 if rejects else 1.6}
    parts = [tag("title", xml(state_text(state))), _pill(x, y, wide, RADIUS, **style)]
    if accepts:
        parts.append(_pill(x, y, wide - 4, RADIUS - 4, **style))
    middle: Style = {"text_anchor": "middle", "font_family": MONO}
    parts.append(label(x, y + 4.5, text, **middle, font_weight="600"))
    if accepts or rejects:
        word = "accept" if accepts else "reject"
        ink = RED[0] if rejects else MUTED
        parts.append(label(x, y + RADIUS + 15, word, text_anchor="middle", fill=ink, font_size=11))
    if state == automaton.initial:
        parts.append(_line(f"M{number(x - wide - START + 4)} {number(y)}H{number(x - wide - 9)}"))
        parts.append(_head(x - wide - 1, y, MUTED))
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
    inks = [GREEN[0] if loop.action == "iterate" else MUTED for loop in loops]
    ink = GREEN[0] if GREEN[0] in inks else MUTED
    curve = f"M{number(x - 9)} {number(top + 1)}C{number(x - 26)} {number(top - 30)} "
    curve += f"{number(x + 26)} {number(top - 30)} {number(x + 11)} {number(top - 5)}"
    tip = tag("path", d=f"M{number(x + 8)} {number(top + 1)}l-1.5 -11 9 3.5z", fill=ink)
    whole = "; ".join(loop.whole for loop in loops)
    parts = [tag("title", xml(f"{state_text(state)}: {whole}")), _line(curve, ink), tip]
    line_y = top - LOOP - LINE * (len(loop_lines(loops)) - 1) - 2
    for loop, colour in zip(loops, inks, strict=True):
        for line in loop_lines([loop]):
            parts.append(_text(x, line_y, line, text_anchor="middle", fill=colour))
            line_y += LINE
    return tag("g", "".join(parts))


def _arrow(drawing: Drawing, index: int) -> str:
    """Return an arrow through its label and through all places reserved for it."""
    arrow, way = drawing.arrows[index], drawing.plan.ways[index]
    place = {key: c for c, keys in enumerate(drawing.plan.columns) for key in keys}
    x, y = drawing.middle(arrow.source)
    path = f"M{number(x + half(arrow.source))} {number(y)}"
    for key in way[1:]:
        before = place[key] - 1
        right = drawing.left[before] + drawing.widths[before]
        to = drawing.level(key)
        path += f"H{number(right)}" + _curve(right, y, drawing.left[place[key]], to)
        y = to
    x, _ = drawing.middle(arrow.target)
    tip = x - half(arrow.target) - 1
    rejects = arrow.target == drawing.automaton.reject
    many = arrow.label.action == "iterate"
    ink = RED[0] if rejects else GREEN[0] if many else MUTED
    dashes: Style = {"stroke_dasharray": "5 4"} if arrow.special else {}
    whole = f"{state_text(arrow.source)} to {state_text(arrow.target)}: {arrow.label.whole}"
    parts = [tag("title", xml(whole)), _line(f"{path}H{number(tip - 8)}", ink, **dashes)]
    parts.append(_head(tip, y, ink))
    head, body = lines_of(arrow.label)
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
