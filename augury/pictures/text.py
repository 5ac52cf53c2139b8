"""The normal form as plain text: names, order, clauses and window of each branch."""

from __future__ import annotations

from collections.abc import Sequence

from augury.pictures.hasse import Show, bounds, covering, paths, printer, spelled, within
from augury.pictures.markup import visible
from augury.spec.language.normal import Branch


def as_text(branches: Sequence[Branch], show: Show | None = None) -> str:
    """Return each branch as its names, the arrows of its order, its clauses and its window."""
    shown = printer(show)
    return "\n".join(
        line
        for number, branch in enumerate(branches)
        for line in (
            f"branch {number} of {len(branches)}, {within(branch)}",
            *_section("names", [name_line(branch, name) for name in branch.names]),
            *_section("order", order_lines(branch)),
            *_section("where", [visible(shown(clause)) for clause in branch.clauses]),
        )
    )


def name_line(branch: Branch, name: str) -> str:
    """Return a name as it stands in a structure: ``T a``, ``T{2,4} b`` or ``NOT(T n)``."""
    leaf = visible(f"{spelled(branch.types[name])}{bounds(branch, name)} {spelled(name)}")
    return f"NOT({leaf})" if name in branch.negated else leaf


def order_lines(branch: Branch) -> list[str]:
    """Return paths such as ``a < n < c`` that hold every arrow, then the names without one."""
    pairs = covering(branch)
    ordered = {name for pair in pairs for name in pair}
    free = [visible(spelled(name)) for name in branch.names if name not in ordered]
    lines = [" < ".join(visible(spelled(name)) for name in path) for path in paths(pairs)]
    return [*lines, f"at any time: {', '.join(free)}"] if free else lines


def _section(head: str, lines: Sequence[str]) -> list[str]:
    return [f"  {head if index == 0 else '':<5}  {line}" for index, line in enumerate(lines)]
