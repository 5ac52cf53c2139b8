"""The normal form as a self-contained SVG: boxes in layers, arrows for the covering relation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap

from augury.pictures.hasse import Pair, Show, bounds, printer, within
from augury.pictures.layout import Layout, layout
from augury.pictures.markup import (
    FAINT,
    INK,
    MONO,
    MUTED,
    RULE,
    Style,
    clipped,
    columns,
    label,
    number,
    picture,
    tag,
    visible,
    xml,
)
from augury.pictures.text import as_text, name_line
from augury.spec.language.normal import Branch

MARGIN, GAP, ROW, BOX = 28, 60, 82, 58
"""Around the picture, between columns, from row to row, and the height of a box."""
HEAD, LINE, NARROWEST, LONGEST = 52, 20, 560, 40
"""The caption, a line of a clause, the narrowest picture, the longest name before it is cut."""
NAME_PITCH, TYPE_PITCH, CLAUSE_PITCH = 9.2, 7.4, 7.9
"""Estimated width of a fixed-pitch character at 15, 12 and 13 pixels."""

BLUE, GREEN, RED = ("#2563eb", "#eff6ff"), ("#059669", "#ecfdf5"), ("#dc2626", "#fef2f2")


@dataclass(frozen=True, slots=True)
class Frame:
    """A branch with the places of its columns and rows in pixels, relative to its own corner."""

    branch: Branch
    plan: Layout
    left: tuple[float, ...]
    widths: tuple[float, ...]

    @property
    def width(self) -> float:
        """The width of the graph with its margins."""
        return self.left[-1] + self.widths[-1] + MARGIN

    def y(self, row: float) -> float:
        """Return the middle of a row."""
        return HEAD + MARGIN / 2 + BOX / 2 + row * ROW

    @property
    def bottom(self) -> float:
        """The lower edge of the graph."""
        return self.y(self.plan.rows - 1) + BOX / 2


def as_svg(branches: Sequence[Branch], show: Show | None = None) -> str:
    """Return a picture of all branches, one below the other, each with its clauses."""
    shown = printer(show)
    frames = [_frame(branch) for branch in branches]
    width = max([NARROWEST, *(frame.width for frame in frames)])
    parts: list[str] = []
    top = 0.0
    for index, frame in enumerate(frames):
        body, height = _branch(index, frame, width, shown)
        if index:
            parts.append(tag("line", x1=MARGIN, x2=width - MARGIN, y1=top, y2=top, stroke=RULE))
        parts.append(tag("g", "\n" + body + "\n", transform=f"translate(0 {number(top)})"))
        top += height
    title = f"Pattern with {len(branches)} branch{'' if len(branches) == 1 else 'es'}"
    return picture(width, max(top, HEAD), title, as_text(branches, shown), "\n".join(parts))


def _frame(branch: Branch) -> Frame:
    plan = layout(branch)
    widths = [0.0] * (1 + max(plan.column.values(), default=0))
    for name, column in plan.column.items():
        widths[column] = max(widths[column], _box_width(branch, name))
    left = [MARGIN + sum(widths[:column]) + GAP * column for column in range(len(widths))]
    return Frame(branch, plan, tuple(map(float, left)), tuple(widths))


def _box_width(branch: Branch, name: str) -> float:
    first, second = _lines(branch, name)
    return max(84.0, columns(first) * NAME_PITCH + 32, columns(second) * TYPE_PITCH + 32)


def _lines(branch: Branch, name: str) -> tuple[str, str]:
    prefix = "NOT " if name in branch.negated else ""
    kind = clipped(branch.types[name], LONGEST) + bounds(branch, name)
    return prefix + clipped(name, LONGEST), kind


def _branch(index: int, frame: Frame, width: float, show: Show) -> tuple[str, float]:
    """Return one branch and its height."""
    caption = label(MARGIN, 36, f"Branch {index}", font_size=16, font_weight="600")
    window = within(frame.branch)
    note = label(width - MARGIN, 36, window, fill=MUTED, text_anchor="end")
    arrows = [_arrow(frame, pair) for pair in frame.plan.passages]
    boxes = [_box(frame, name) for name in frame.branch.names]
    clauses, bottom = _clauses(frame, width, show)
    return "\n".join([caption, note, *arrows, *boxes, *clauses]), bottom + MARGIN


def _box(frame: Frame, name: str) -> str:
    """Return a name: solid blue; double and green for a set; dashed and red if negated."""
    branch, column = frame.branch, frame.plan.column[name]
    x, y, width = frame.left[column], frame.y(frame.plan.row[name]), frame.widths[column]
    absent, many = name in branch.negated, name in branch.kleene
    stroke, fill = RED if absent else GREEN if many else BLUE
    style: Style = {"stroke": stroke, "stroke_width": 1.6}
    if absent:
        style["stroke_dasharray"] = "6 4"
    top = y - BOX / 2
    parts = [
        tag("title", xml(name_line(branch, name))),
        tag("rect", x=x, y=top, width=width, height=BOX, rx=10, fill=fill, **style),
    ]
    if many:
        inner: Style = {"x": x + 4, "y": top + 4, "width": width - 8, "height": BOX - 8, "rx": 7}
        parts.append(tag("rect", **inner, fill="none", **style))
    first, second = _lines(branch, name)
    middle: Style = {"text_anchor": "middle", "font_family": MONO}
    ink = RED[0] if absent else INK
    parts += [
        label(x + width / 2, y - 3, first, **middle, fill=ink, font_size=15, font_weight="600"),
        label(x + width / 2, y + 17, second, **middle, fill=MUTED, font_size=12),
    ]
    return tag("g", "".join(parts))


def _arrow(frame: Frame, pair: Pair) -> str:
    """Return a curve from box to box through the rows that the layout reserved for it."""
    p, q = pair
    plan = frame.plan
    start, end = plan.column[p], plan.column[q]
    x, y = frame.left[start] + frame.widths[start], frame.y(plan.row[p])
    path = f"M{number(x)} {number(y)}"
    for column, row in enumerate(plan.passages[pair], start + 1):
        path += _curve(x, y, frame.left[column], frame.y(row))
        x, y = frame.left[column] + frame.widths[column], frame.y(row)
        path += f"H{number(x)}"
    tip, level = frame.left[end] - 2, frame.y(plan.row[q])
    path += _curve(x, y, tip - 8, level)
    head = f"M{number(tip)} {number(level)}l-10 -5v10z"
    line = tag("path", d=path, fill="none", stroke=MUTED, stroke_width=1.6)
    return line + tag("path", d=head, fill=MUTED)


def _curve(x: float, y: float, to_x: float, to_y: float) -> str:
    middle = number((x + to_x) / 2)
    return f"C{middle} {number(y)} {middle} {number(to_y)} {number(to_x)} {number(to_y)}"


def _clauses(frame: Frame, width: float, show: Show) -> tuple[list[str], float]:
    """Return the clauses under the graph, wrapped, and where they end."""
    y = frame.bottom
    if not frame.branch.clauses:
        return [], y
    parts = [label(MARGIN, y + 32, "WHERE", fill=FAINT, font_size=11, letter_spacing=1.2)]
    fits = int((width - 2 * MARGIN - 70) / CLAUSE_PITCH)
    for clause in frame.branch.clauses:
        text = visible(show(clause))
        for part, line in enumerate(wrap(text, fits, replace_whitespace=False) or [""]):
            y += LINE
            indent = 60 if part == 0 else 76
            parts.append(label(MARGIN + indent, y + 12, line, font_family=MONO))
    return parts, y + 12
