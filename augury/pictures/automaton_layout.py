"""Where the parts of an automaton stand: states and labels in columns, an arrow never through one.

Columns of states and columns of labels take turns. An arrow leads to its label in the next column,
and reserves a place in every further column that it passes; so between two columns there are
curves only, and inside a column each part has its own room. Parts are ordered to cross little, then
drawn towards their neighbours as far as the room of the others allows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Final, TypeAlias

from augury.spec.errors import UnsupportedError

Key: TypeAlias = tuple[str, str | int, int]
"""``("state", name, 0)``, ``("label", arrow, 0)`` or ``("pass", arrow, column)``."""
Room: TypeAlias = tuple[float, float]
"""How far a part reaches above and below the line that enters it."""
Link: TypeAlias = tuple[Key, Key]

SWEEPS: Final = 16
PULLS: Final = 80
STIFF: Final = 8
"""How many times more an arrow wants to be straight between its label and its last curve."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The parts of each column from top to bottom, the way of each arrow, and all levels."""

    columns: tuple[tuple[Key, ...], ...]
    ways: tuple[tuple[Key, ...], ...]
    level: Mapping[Key, float]


def depths(states: Sequence[str], ends: Sequence[tuple[str, str]]) -> Mapping[str, int]:
    """Return the length of the longest way to each state; an arrow leads to a greater depth."""
    depth = dict.fromkeys(states, 0)
    for _ in range(len(states) + 1):
        deeper = [(q, depth[p] + 1) for p, q in ends if depth[q] <= depth[p]]
        if not deeper:
            return depth
        for state, least in deeper:
            depth[state] = max(depth[state], least)
    raise UnsupportedError("an automaton with a way back to an earlier state cannot be drawn")


def plan_of(
    states: Sequence[str], ends: Sequence[tuple[str, str]], room: Callable[[Key], Room]
) -> Plan:
    """Return the places of all states, and of the labels and passages of all arrows."""
    depth = depths(states, ends)
    columns: list[list[Key]] = [[] for _ in range(1 + 2 * max(depth.values(), default=0))]
    for state in states:
        columns[2 * depth[state]].append(("state", state, 0))
    ways = []
    for arrow, (source, target) in enumerate(ends):
        first, last = 2 * depth[source] + 1, 2 * depth[target]
        passed: list[Key] = [("pass", arrow, column) for column in range(first + 1, last)]
        inner: list[Key] = [("label", arrow, 0), *passed]
        for column, key in enumerate(inner, first):
            columns[column].append(key)
        ways.append((("state", source, 0), *inner, ("state", target, 0)))
    links = [link for way in ways for link in pairwise(way)]
    ordered = _ordered(columns, links)
    return Plan(tuple(map(tuple, ordered)), tuple(ways), _levels(ordered, links, room))


# ---------------------------------------------------------------- the order in a column


def _ordered(columns: Sequence[Sequence[Key]], links: Sequence[Link]) -> list[list[Key]]:
    """Return the columns with their parts in an order that crosses least, of those tried."""
    now = [list(column) for column in columns]
    best, fewest = now, _crossings(now, links)
    for sweep in range(SWEEPS):
        now = _swept(now, links, forward=sweep % 2 == 0)
        crossings = _crossings(now, links)
        if crossings < fewest:
            best, fewest = now, crossings
    return best


def _swept(
    columns: Sequence[Sequence[Key]], links: Sequence[Link], *, forward: bool
) -> list[list[Key]]:
    """Return every column sorted by the mean place of its neighbours in the column before."""
    near: dict[Key, list[Key]] = {}
    for p, q in links:
        near.setdefault(q if forward else p, []).append(p if forward else q)
    place: dict[Key, float] = {}
    swept = []
    for column in columns if forward else reversed(columns):
        old = {key: index for index, key in enumerate(column)}
        wish = {key: _mean([place[n] for n in near.get(key, [])], old[key]) for key in column}
        sorted_ = sorted(column, key=lambda key, w=wish, o=old: (w[key], o[key]))  # type: ignore[misc]
        place |= {key: index / len(sorted_) for index, key in enumerate(sorted_)}
        swept.append(sorted_)
    return swept if forward else swept[::-1]


def _crossings(columns: Sequence[Sequence[Key]], links: Sequence[Link]) -> int:
    place = {key: (c, r) for c, column in enumerate(columns) for r, key in enumerate(column)}
    by_column: dict[int, list[tuple[int, int]]] = {}
    for p, q in links:
        by_column.setdefault(place[p][0], []).append((place[p][1], place[q][1]))
    return sum(
        (first[0] - second[0]) * (first[1] - second[1]) < 0
        for group in by_column.values()
        for first, second in combinations(group, 2)
    )


# ---------------------------------------------------------------- levels


def _levels(
    columns: Sequence[Sequence[Key]], links: Sequence[Link], room: Callable[[Key], Room]
) -> dict[Key, float]:
    """Return a level for each part: near its neighbours, and no part in the room of another."""
    near: dict[Key, list[Key]] = {key: [] for column in columns for key in column}
    for p, q in links:
        inside = p[0] != "state" != q[0]
        near[p] += [q] * (STIFF if inside else 1)
        near[q] += [p] * (STIFF if inside else 1)
    level: dict[Key, float] = {}
    for column in columns:
        level |= _spread(column, dict.fromkeys(column, 0.0), room)
    for pull in range(PULLS):
        for column in columns if pull % 2 else reversed(columns):
            wish = {key: _mean([level[n] for n in near[key]], level[key]) for key in column}
            level |= _spread(column, wish, room)
    top = min((level[key] - room(key)[0] for key in level), default=0.0)
    return {key: value - top for key, value in level.items()}


def _spread(
    column: Sequence[Key], wish: Mapping[Key, float], room: Callable[[Key], Room]
) -> dict[Key, float]:
    """Return the levels in the order of a column that are nearest to the wishes, squared.

    Parts that would overlap are pooled and stand side by side around their mean wish.
    """
    offset: dict[Key, float] = {}
    below = 0.0
    for key in column:
        up, down = room(key)
        offset[key] = below + up
        below += up + down
    pools: list[tuple[float, list[Key]]] = []
    for key in column:
        pool = (wish[key] - offset[key], [key])
        while pools and pools[-1][0] >= pool[0]:
            start, keys = pools.pop()
            both = len(keys) + len(pool[1])
            pool = ((start * len(keys) + pool[0] * len(pool[1])) / both, [*keys, *pool[1]])
        pools.append(pool)
    return {key: start + offset[key] for start, keys in pools for key in keys}


def _mean(values: Sequence[float], otherwise: float) -> float:
    return sum(values) / len(values) if values else float(otherwise)
