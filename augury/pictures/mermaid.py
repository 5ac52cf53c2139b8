"""The normal form as a Mermaid flowchart, one subgraph a branch."""

from __future__ import annotations

from collections.abc import Sequence

from augury.pictures.hasse import Show, bounds, covering, printer, within
from augury.pictures.markup import mermaid
from augury.spec.language.normal import Branch

STYLES = (
    "classDef one fill:#eff6ff,stroke:#2563eb,color:#1f2937",
    "classDef many fill:#f0fdf4,stroke:#059669,color:#1f2937,stroke-width:3px",
    "classDef absent fill:#fef2f2,stroke:#dc2626,color:#1f2937,stroke-dasharray:5 4",
    "classDef where fill:#f9fafb,stroke:#9ca3af,color:#1f2937,text-align:left",
)


def as_mermaid(branches: Sequence[Branch], show: Show | None = None) -> str:
    """Return a flowchart whose edges are the covering relation of each branch."""
    shown = printer(show)
    lines = ["flowchart LR"]
    for number, branch in enumerate(branches):
        lines += _subgraph(number, branch, shown)
    lines += [f"  {style}" for style in STYLES]
    return "\n".join(lines) + "\n"


def _subgraph(number: int, branch: Branch, show: Show) -> list[str]:
    """Return one branch; ids are numbers, so no text of a user is ever part of the syntax."""
    ids = {name: f"b{number}n{index}" for index, name in enumerate(branch.names)}
    lines = [f'  subgraph b{number}["{mermaid(f"branch {number}, {within(branch)}")}"]']
    lines += [f"    {ids[name]}{_node(branch, name)}" for name in branch.names]
    lines += [f"    {ids[p]} --> {ids[q]}" for p, q in covering(branch)]
    if branch.clauses:
        clauses = "<br/>".join(mermaid(show(clause)) for clause in branch.clauses)
        lines.append(f'    b{number}w["{clauses}"]:::where')
    return [*lines, "  end"]


def _node(branch: Branch, name: str) -> str:
    """Return a box for one event, a stadium for a set, a dashed box for a negated name."""
    text = mermaid(f"{branch.types[name]}{bounds(branch, name)} {name}")
    if name in branch.negated:
        return f'["{mermaid("NOT")} {text}"]:::absent'
    return f'(["{text}"]):::many' if name in branch.kleene else f'["{text}"]:::one'
