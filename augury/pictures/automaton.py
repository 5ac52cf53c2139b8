"""What a picture of an automaton says at each arrow, and the automaton as a list of its edges.

The scope of an edge is an interval as the documents write it: ``(a, c)``, ``(start, c)``,
``(start, finish)``. Where several events bound it, ``max(a, b)`` is the latest of them in time and
``min(b, c)`` the earliest. Self-loops of one state are merged, and so are two special events that
lead the same way.

Paper: [D] sections 3.2 and 5.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from augury.pictures.hasse import Show, printer, within
from augury.pictures.markup import columns, visible
from augury.reference.nfa.automaton import Automaton, Edge
from augury.spec.errors import LimitExceededError
from augury.spec.language.ast import AllOf
from augury.spec.language.normal import Branch
from augury.spec.language.printer import show_name

STATES: Final = 60
"""An automaton with more states is not drawn: nobody could read it."""


@dataclass(frozen=True, slots=True)
class Label:
    """What stands at an arrow: what is done with which names, where, and under which clauses."""

    action: str
    names: tuple[str, ...]
    where: str
    """The scope, the special event, or both; nothing where every event is meant."""
    clauses: tuple[str, ...]
    whole: str
    """All of it in one line."""


@dataclass(frozen=True, slots=True)
class Arrow:
    """One or more edges that are drawn as one arrow from a state to another."""

    source: str
    target: str
    label: Label
    special: bool


def check_size(states: int) -> None:
    """Refuse an automaton that has too many states to be read."""
    if states > STATES:
        fix = "draw a chain, or a pattern of fewer names"
        raise LimitExceededError("states of the automaton to draw", states, STATES, fix)


def state_text(state: str) -> str:
    """Return how a state is called; a state of no name is the empty sequence."""
    return visible(state) or "()"


def names_text(names: Sequence[str]) -> str:
    """Return names as a pattern writes them, in one line."""
    return ", ".join(visible(show_name(name)) for name in names)


def interval(edge: Edge, branch: Branch) -> str:
    """Return the scope of an edge as an interval; nothing for an edge without one.

    A limit that a nearer event implies is left out; an optional name may have no event, so it
    implies nothing.
    """
    if edge.scope is None:
        return ""
    after, before, sure = edge.scope.after, edge.scope.before, branch.required
    latest = [
        p for p in after if not any((p, q) in branch.order for q in after if q in sure)
    ]  # fmt: skip
    earliest = [
        q for q in before if not any((p, q) in branch.order for p in before if p in sure)
    ]  # fmt: skip
    return f"({_limit('max', latest, 'start')}, {_limit('min', earliest, 'finish')})"


def _limit(word: str, names: Sequence[str], otherwise: str) -> str:
    if not names:
        return otherwise
    return names_text(names) if len(names) == 1 else f"{word}({names_text(names)})"


def drawn(automaton: Automaton) -> tuple[Edge, ...]:
    """Return the edges that a picture shows: all but loops that store or ignore nothing."""
    return tuple(edge for edge in automaton.edges if edge.names or edge.source != edge.target)


def shown_states(automaton: Automaton) -> tuple[str, ...]:
    """Return the states that a picture shows: all but a rejecting one that no edge reaches."""
    reached = {edge.target for edge in automaton.edges} | {edge.source for edge in automaton.edges}
    return tuple(s for s in automaton.states if s != automaton.reject or s in reached)


def label_of(edges: Sequence[Edge], automaton: Automaton, show: Show) -> Label:
    """Return the label of edges that differ in their names or in their special events only."""
    first = edges[0]
    names = tuple(dict.fromkeys(name for edge in edges for name in edge.names))
    special = " or ".join(dict.fromkeys(edge.special for edge in edges if edge.special))
    scope = interval(first, automaton.branches[first.branch])
    where = " ".join(part for part in (scope, f"on {special}" if special else "") if part)
    parts = [first.action, names_text(names), where]
    if first.condition:
        parts.append("where " + condition_text(first, show))
    return Label(
        first.action,
        names,
        where,
        tuple(visible(show(clause)) for clause in first.condition),
        " ".join(part for part in parts if part),
    )


def condition_text(edge: Edge, show: Show) -> str:
    """Return the whole condition of an edge in one line."""
    if not edge.condition:
        return ""
    whole = edge.condition[0] if len(edge.condition) == 1 else AllOf(edge.condition)
    return visible(show(whole))


def arrows_of(automaton: Automaton, show: Show) -> tuple[Arrow, ...]:
    """Return the arrows from a state to another, in the order of the edges."""
    groups: dict[object, list[Edge]] = {}
    for number, edge in enumerate(drawn(automaton)):
        if edge.source != edge.target:
            alike = (edge.source, edge.target, edge.action, edge.names, edge.branch)
            key = (*alike, edge.condition, edge.scope) if edge.special else number
            groups.setdefault(key, []).append(edge)
    return tuple(
        Arrow(
            edges[0].source,
            edges[0].target,
            label_of(edges, automaton, show),
            edges[0].special is not None,
        )
        for edges in groups.values()
    )


def loops_of(automaton: Automaton, state: str, show: Show) -> tuple[Label, ...]:
    """Return the labels of the self-loops of a state; what is stored or ignored is one list."""
    groups: dict[object, list[Edge]] = {}
    for number, edge in enumerate(drawn(automaton)):
        if edge.source == edge.target == state:
            plain = edge.action in ("store", "ignore") and not edge.condition and not edge.scope
            groups.setdefault(edge.action if plain else number, []).append(edge)
    return tuple(label_of(edges, automaton, show) for edges in groups.values())


def windows(automaton: Automaton) -> str:
    """Return the windows of all branches, each once."""
    return ", ".join(dict.fromkeys(within(branch) for branch in automaton.branches))


def automaton_text(automaton: Automaton, title: str = "Automaton", show: Show | None = None) -> str:
    """Return an aligned list, one edge a line, under a line that names the states."""
    check_size(len(automaton.states))
    printed = printer(show)
    several = len(automaton.branches) > 1
    head = ["from", "to", "branch", "action", "names", "scope", "condition"]
    table = [head, *(_row(edge, automaton, printed) for edge in drawn(automaton))]
    if not several:
        table = [[*row[:2], *row[3:]] for row in table]
    widths = [max(columns(row[index]) for row in table) for index in range(len(table[0]))]
    rows = [
        "  ".join(cell + " " * int(widths[index] - columns(cell)) for index, cell in enumerate(row))
        for row in table
    ]
    return "\n".join(
        [
            f"{visible(title)}, {windows(automaton)}",
            *_ends(automaton),
            *(f"  {r}".rstrip(" ") for r in rows),
        ]
    )


def _ends(automaton: Automaton) -> list[str]:
    states = ", ".join(map(state_text, shown_states(automaton)))
    ends = f"begins in {state_text(automaton.initial)}, accepts in {state_text(automaton.accept)}"
    if automaton.reject in shown_states(automaton):
        ends += f", rejects in {state_text(automaton.reject)}"
    return [f"  states {states}", f"  {ends}"]


def _row(edge: Edge, automaton: Automaton, show: Show) -> list[str]:
    special = f" on {edge.special}" if edge.special else ""
    return [
        state_text(edge.source),
        state_text(edge.target),
        str(edge.branch),
        edge.action + special,
        names_text(edge.names),
        interval(edge, automaton.branches[edge.branch]),
        condition_text(edge, show),
    ]
