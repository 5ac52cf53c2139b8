"""How large the parts of a picture of an automaton are, and in which column each stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from textwrap import wrap
from typing import Final

from augury.pictures.automaton import (
    Arrow,
    Label,
    arrows_of,
    loops_of,
    names_text,
    shown_states,
    state_text,
)
from augury.pictures.automaton_layout import Key, Plan, Room, plan_of
from augury.pictures.hasse import Show
from augury.pictures.markup import clipped, columns
from augury.reference.nfa.automaton import Automaton

MARGIN, HEAD, START, RADIUS = 28, 58, 34, 22
"""Around the picture, the caption, the arrow into the first state, half the height of a state."""
LOOP, LINE, APART, CAPTION = 26, 16, 12, 20
"""The height of a loop, of a line of text, between parts of a column, of a word under a state."""
PITCH, LONGEST, FOLD = 7.4, 44, 30
"""Of a fixed-pitch character; the longest text before it is cut; where lists are folded."""
LONGEST_STATE: Final = 28


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

    @property
    def bottom(self) -> float:
        """The lower edge of the lowest part."""
        return max(
            self.level(key) + room_of(self.arrows, self.loops, self.automaton, key)[1]
            for column in self.plan.columns
            for key in column
        )

    def middle(self, state: str) -> tuple[float, float]:
        """Return the middle of a state."""
        key: Key = ("state", state, 0)
        (column,) = (c for c, keys in enumerate(self.plan.columns) if key in keys)
        return self.left[column] + self.widths[column] / 2, self.level(key)


def drawing_of(automaton: Automaton, show: Show) -> Drawing:
    """Return all parts of an automaton with their columns and levels."""
    arrows, states = arrows_of(automaton, show), shown_states(automaton)
    loops = {state: loops_of(automaton, state, show) for state in states}
    plan = plan_of(
        states,
        [(arrow.source, arrow.target) for arrow in arrows],
        lambda key: room_of(arrows, loops, automaton, key),
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
        for p, q in pairwise(way)
        if p in before and q in here
    ]
    return min(120.0, 30 + 0.3 * max(rises, default=0.0))


def room_of(
    arrows: Sequence[Arrow], loops: dict[str, tuple[Label, ...]], automaton: Automaton, key: Key
) -> Room:
    """Return how far a part reaches above and below its line, with the space to the next."""
    kind, what, _ = key
    if kind == "pass":
        return 8.0, 8.0
    if kind == "label":
        assert isinstance(what, int)
        head, body = lines_of(arrows[what].label)
        return LINE * len(head) + 6.0 + APART / 2, LINE * len(body) + 4.0 + APART / 2
    state = str(what)
    lines = loop_lines(loops[state])
    up = RADIUS + (LOOP + LINE * len(lines) + 4 if lines else 0) + APART / 2
    named = state in (automaton.accept, automaton.reject)
    return up, RADIUS + (CAPTION if named else 0) + APART / 2


def _width(arrows: Sequence[Arrow], loops: dict[str, tuple[Label, ...]], key: Key) -> float:
    kind, what, _ = key
    if kind == "pass":
        return 0.0
    if kind == "label":
        assert isinstance(what, int)
        head, body = lines_of(arrows[what].label)
        return max(line.width for line in (*head, *body)) + 12
    state = str(what)
    return max([2.0 * half(state), *(line.width for line in loop_lines(loops[state]))])


def half(state: str) -> float:
    """Return half of the width of a state: a circle, or longer if its name is."""
    return max(float(RADIUS), columns(clipped(state_text(state), LONGEST_STATE)) * 4.0 + 12)


def lines_of(what: Label) -> tuple[list[Line], list[Line]]:
    """Return the lines above and below the line of an arrow."""
    names = names_text(what.names)
    first = f"{what.action} {names}".strip()
    if columns(first + what.where) < FOLD:
        head = [Line(first, f"  {what.where}" if what.where else "")]
    else:
        head = [Line(part, "") for part in _folded(first)]
        head += [Line("", clipped(what.where, LONGEST))] if what.where else []
    return head, [Line("", clipped(clause, LONGEST)) for clause in what.clauses]


def loop_lines(loops: Sequence[Label]) -> list[Line]:
    """Return the lines above a loop, what is done first and the clauses of it below."""
    return [line for loop in loops for part in lines_of(loop) for line in part]


def _folded(text: str) -> list[str]:
    return [
        clipped(part, LONGEST)
        for part in wrap(text, FOLD, break_long_words=False, break_on_hyphens=False)
    ]
