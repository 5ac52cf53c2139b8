"""Lists of numbers, stored end to end; a value is the number of its list."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from augury.spark_impl.columnar.vectors import Array


@dataclass(frozen=True, slots=True)
class Lists:
    """All lists of a table."""

    flat: Array
    start: Array
    length: Array

    @staticmethod
    def of(lists: Iterable[tuple[float, ...]]) -> Lists:
        """Return the store of some lists, numbered as they come."""
        kept = list(lists)
        length = np.array([len(one) for one in kept], dtype=np.int64)
        flat = np.array([item for one in kept for item in one], dtype=np.float64)
        return Lists(flat, np.cumsum(length) - length, length)

    def items(self, rows: Array) -> list[Array]:
        """Return lists of one length, transposed: the first items of all, the second, ..."""
        start = self.start[rows]
        return [self.flat[start + place] for place in range(int(self.length[rows[0]]))]

    def cell(self, row: int) -> tuple[float, ...]:
        """Return one list."""
        begin = int(self.start[row])
        return tuple(self.flat[begin : begin + int(self.length[row])].tolist())

    def followed_by(self, other: Lists) -> Lists:
        """Return the lists of both; those of the other are numbered after these."""
        return Lists(
            np.concatenate([self.flat, other.flat]),
            np.concatenate([self.start, other.start + len(self.flat)]),
            np.concatenate([self.length, other.length]),
        )
