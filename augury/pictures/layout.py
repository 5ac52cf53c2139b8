"""Where the names of a branch stand: a column for each layer, a row of its own for each arrow.

An arrow that passes a layer reserves a row there, so no arrow runs through a box.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from augury.pictures.hasse import Pair, covering, layers
from augury.spec.language.normal import Branch

Item: TypeAlias = tuple[str, str, int]
"""A name as ``(name, "", layer)``, or the passage of an arrow through a layer ``(p, q, layer)``."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Columns and rows of names, and of the layers that each arrow passes."""

    column: Mapping[str, int]
    row: Mapping[str, float]
    passages: Mapping[Pair, tuple[float, ...]]
    """The rows of an arrow in the layers between its ends."""
    rows: float
    """The height in rows; row 0 is the top."""


def layout(branch: Branch) -> Layout:
    """Return the places of all names; p < q implies a column further left for p."""
    column, pairs = layers(branch), covering(branch)
    inputs = _inputs(branch, column, pairs)
    place = {name: index for index, name in enumerate(branch.names)}
    row: dict[Item, float] = {}
    for layer in range(1 + max(column.values(), default=0)):
        items = [item for item in inputs if item[2] == layer]
        wish = {item: _mean([row[before] for before in inputs[item]]) for item in items}
        items.sort(key=lambda item: (wish[item], place[item[0]], item[1]))
        row |= _spread(items, wish)
    top = min(row.values(), default=0.0)
    return Layout(
        column=column,
        row={name: row[name, "", column[name]] - top for name in branch.names},
        passages={
            (p, q): tuple(row[p, q, layer] - top for layer in range(column[p] + 1, column[q]))
            for p, q in pairs
        },
        rows=1 + max(row.values(), default=0.0) - top,
    )


def _inputs(
    branch: Branch, column: Mapping[str, int], pairs: Sequence[Pair]
) -> dict[Item, list[Item]]:
    """Return every item with the items of the layer before that lead to it."""
    inputs: dict[Item, list[Item]] = {(name, "", column[name]): [] for name in branch.names}
    for p, q in pairs:
        last: Item = (p, "", column[p])
        for layer in range(column[p] + 1, column[q]):
            inputs[p, q, layer] = [last]
            last = (p, q, layer)
        inputs[q, "", column[q]].append(last)
    return inputs


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def _spread(items: Sequence[Item], wish: Mapping[Item, float]) -> dict[Item, float]:
    """Return rows at least 1 apart, in the given order, on average where they wish to be."""
    row: dict[Item, float] = {}
    lowest = float("-inf")
    for item in items:
        row[item] = max(wish[item], lowest)
        lowest = row[item] + 1.0
    shift = _mean([wish[item] - row[item] for item in items])
    return {item: value + shift for item, value in row.items()}
