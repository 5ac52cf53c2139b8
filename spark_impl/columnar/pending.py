"""Complete matches that wait: an event of a negated name may still refute them.

They are kept as rows of the table that the stream holds. A match waits until time has reached its
horizon, and the window keeps all its events at least as long.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np

from augury.spark_impl.columnar.vectors import Array

NEVER: Final = np.iinfo(np.int64).min
"""The horizon of a match that no event can refute."""
Shape: TypeAlias = tuple[int, tuple[int, ...]]
"""The number of a branch, and how many events each of its names binds."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """Matches of one shape: the rows that they bind, and the horizon of each."""

    rows: Mapping[str, tuple[Array, ...]]
    horizon: Array

    @property
    def size(self) -> int:
        """How many matches wait."""
        return len(self.horizon)

    def take(self, chosen: Array) -> Waiting:
        """Return some of the matches."""
        rows = {name: tuple(one[chosen] for one in own) for name, own in self.rows.items()}
        return Waiting(rows, self.horizon[chosen])

    def moved(self, place: Array) -> Waiting:
        """Return the matches with the rows where they have gone."""
        rows = {name: tuple(place[one] for one in own) for name, own in self.rows.items()}
        return Waiting(rows, self.horizon)

    def split(self, time: float) -> tuple[Waiting, Waiting]:
        """Return the matches that are final at a time, and those that wait on."""
        final = (self.horizon <= time) | (self.horizon == NEVER)
        return self.take(np.flatnonzero(final)), self.take(np.flatnonzero(~final))


def joined(parts: Mapping[Shape, list[Waiting]]) -> dict[Shape, Waiting]:
    """Return the matches of each shape in one."""
    return {shape: _one(list(_some(waiting))) for shape, waiting in parts.items() if any(
        one.size for one in waiting)}  # fmt: skip


def _some(waiting: list[Waiting]) -> Iterator[Waiting]:
    return (one for one in waiting if one.size)


def _one(parts: list[Waiting]) -> Waiting:
    if len(parts) == 1:
        return parts[0]
    rows = {
        name: tuple(
            np.concatenate([part.rows[name][place] for part in parts]) for place in range(len(own))
        )
        for name, own in parts[0].rows.items()
    }
    return Waiting(rows, np.concatenate([part.horizon for part in parts]))
