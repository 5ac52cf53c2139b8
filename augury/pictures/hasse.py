"""What every picture of a branch needs: the covering relation, layers, and how a name is written.

A branch stores its order with all transitive pairs; a picture draws only the pairs with nothing
between them, from which the others follow.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TypeAlias

from augury.spec.language.ast import Condition
from augury.spec.language.normal import Branch
from augury.spec.language.printer import show_span

Pair: TypeAlias = tuple[str, str]
Show: TypeAlias = Callable[[Condition], str]


def printer(show: Show | None) -> Show:
    """Return the given printer of conditions, or that of the language."""
    if show is not None:
        return show
    from augury.spec.language.printer import show_condition

    return show_condition


def covering(branch: Branch) -> tuple[Pair, ...]:
    """Return the pairs p < q with no name between, in the order of writing."""
    after: dict[str, set[str]] = {name: set() for name in branch.names}
    before: dict[str, set[str]] = {name: set() for name in branch.names}
    for p, q in branch.order:
        after[p].add(q)
        before[q].add(p)
    place = {name: index for index, name in enumerate(branch.names)}
    pairs = (pair for pair in branch.order if not after[pair[0]] & before[pair[1]])
    return tuple(sorted(pairs, key=lambda pair: (place[pair[0]], place[pair[1]])))


def layers(branch: Branch) -> Mapping[str, int]:
    """Return the length of the longest way to each name; p < q implies a smaller layer for p."""
    below = {name: [p for p, q in branch.order if q == name] for name in branch.names}
    layer: dict[str, int] = {}
    for name in sorted(branch.names, key=lambda name: len(below[name])):
        layer[name] = 1 + max((layer[p] for p in below[name]), default=-1)
    return layer


def paths(pairs: tuple[Pair, ...]) -> tuple[tuple[str, ...], ...]:
    """Return paths that together use every pair once, so that a reader loses no arrow."""
    left = list(pairs)
    found = []
    while left:
        path = list(left.pop(0))
        while step := next((pair for pair in left if pair[0] == path[-1]), None):
            left.remove(step)
            path.append(step[1])
        found.append(tuple(path))
    return tuple(found)


def bounds(branch: Branch, name: str) -> str:
    """Return ``{m,n}`` or ``{m,}`` for a Kleene name, nothing for any other."""
    if name not in branch.kleene:
        return ""
    low, high = branch.kleene[name]
    return f"{{{low},{'' if high is None else high}}}"


def spelled(name: str) -> str:
    """Return a name or type as a pattern writes it: quoted unless it is a plain word."""
    if re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", name):
        return name
    doubled = name.replace('"', '""')
    return f'"{doubled}"'


def within(branch: Branch) -> str:
    """Return the window in words, in the unit it was written in."""
    return f"within {show_span(branch.window, branch.unit)}"
