"""An automaton as a Mermaid flowchart; ids are numbers, so no text of a user is ever syntax."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from augury.pictures.automaton import (
    Label,
    arrows_of,
    check_size,
    loops_of,
    names_text,
    shown_states,
    state_text,
)
from augury.pictures.hasse import Show, printer
from augury.pictures.markup import mermaid
from augury.reference.nfa.automaton import Automaton

STYLES: Final = (
    "classDef state fill:#eff6ff,stroke:#2563eb,color:#1f2937",
    "classDef accept fill:#eff6ff,stroke:#2563eb,color:#1f2937,stroke-width:2px",
    "classDef reject fill:#fef2f2,stroke:#dc2626,color:#1f2937,stroke-width:3px",
    "classDef begin fill:#1f2937,stroke:#1f2937,color:#ffffff",
)


def automaton_mermaid(automaton: Automaton, show: Show | None = None) -> str:
    """Return a flowchart: special edges are dotted, the accepting state is a double circle."""
    check_size(len(automaton.states))
    printed = printer(show)
    states = shown_states(automaton)
    ids = {state: f"s{index}" for index, state in enumerate(states)}
    lines = ["flowchart LR", '  begin["begin"]:::begin']
    lines += [f"  {ids[state]}{_node(automaton, state)}" for state in states]
    lines.append(f"  begin --> {ids[automaton.initial]}")
    for state in states:
        if loops := loops_of(automaton, state, printed):
            lines.append(f'  {ids[state]} -->|"{_labels(loops)}"| {ids[state]}')
    for arrow in arrows_of(automaton, printed):
        line = "-.->" if arrow.special else "-->"
        ends = ids[arrow.source], ids[arrow.target]
        lines.append(f'  {ends[0]} {line}|"{_labels([arrow.label])}"| {ends[1]}')
    return "\n".join([*lines, *(f"  {style}" for style in STYLES)]) + "\n"


def _node(automaton: Automaton, state: str) -> str:
    text = mermaid(state_text(state))
    if state == automaton.accept:
        return f'((("{text}"))):::accept'
    kind = "reject" if state == automaton.reject else "state"
    return f'(["{text}"]):::{kind}'


def _labels(labels: Sequence[Label]) -> str:
    return "<br/>".join(mermaid(line) for label in labels for line in _lines(label))


def _lines(label: Label) -> list[str]:
    head = " ".join(part for part in (label.action, names_text(label.names)) if part)
    return [line for line in (head, label.where, *label.clauses) if line]
