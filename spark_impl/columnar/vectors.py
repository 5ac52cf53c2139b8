"""Vectors of values: the kind belongs to the value, so a vector has one part a kind.

A part is an array with a mask of the rows where the value has that kind; a row in no mask is
missing. Texts are numbers in the sorted vocabulary of their table, so that they compare by code
point; lists are numbers of rows in its list store. No part holds a NaN where its mask is set.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from augury.spec.events import Kind
from augury.spec.language.ast import CompareOp

Array: TypeAlias = NDArray[Any]
Mask: TypeAlias = NDArray[np.bool_]
Part: TypeAlias = tuple[Array, Mask | None]
"""The data and where they count; no mask means everywhere."""

CLASS: Final = {"int": "number", "float": "number", "str": "str", "bool": "bool"}
"""Values compare iff they are of one class; a list is of none."""
OPERATORS: Final[dict[CompareOp, Any]] = {
    "=": np.equal,
    "!=": np.not_equal,
    "<": np.less,
    "<=": np.less_equal,
    ">": np.greater,
    ">=": np.greater_equal,
}
OPPOSITE: Final[dict[CompareOp, CompareOp]] = {
    "=": "!=",
    "!=": "=",
    "<": ">=",
    ">=": "<",
    ">": "<=",
    "<=": ">",
}
"""What is true exactly where a known comparison is false: within a class the order is total."""


@dataclass(frozen=True, slots=True)
class Vector:
    """The values of a term for many rows; a constant is a vector of one row.  Semantics: S-1.2."""

    parts: Mapping[Kind, Part]

    def take(self, rows: Array) -> Vector:
        """Return the values at the given rows."""
        return Vector(
            {
                kind: (data[rows], None if mask is None else mask[rows])
                for kind, (data, mask) in self.parts.items()
            }
        )

    @property
    def kind(self) -> Kind | None:
        """The one kind that its values have, if there is one."""
        return next(iter(self.parts)) if len(self.parts) == 1 else None

    def without(self, kind: Kind) -> Vector:
        """Return the vector in which values of a kind are missing."""
        return Vector({other: part for other, part in self.parts.items() if other != kind})


MISSING: Final = Vector({})
"""Nothing but missing values."""


def constant(value: Any, kind: Kind) -> Vector:
    """Return a value that every row has."""
    return Vector({kind: (np.array([value]), None)})


def floats(data: Array, mask: Mask | None = None) -> Vector:
    """Return computed numbers; a NaN is missing.  Semantics: S-3.3."""
    bad = np.isnan(data)
    if bad.any():
        mask = ~bad if mask is None else mask & ~bad
    return Vector({"float": (data, mask)})


def both(left: Mask | None, right: Mask | None) -> Mask | None:
    """Return where both masks are set."""
    if left is None:
        return right
    return left if right is None else left & right


def known(vector: Vector) -> Mask:
    """Return where a vector has a value; of one row, if it is a constant."""
    found: Mask = np.zeros(1, dtype=bool)
    for data, mask in vector.parts.values():
        found = found | (np.ones(len(data), dtype=bool) if mask is None else mask)
    return found


def compare(op: CompareOp, left: Vector, right: Vector) -> Mask:
    """Return where a comparison is true: both values known, of one class, and so related.

    An int with an int compares exactly, an int with a float after conversion to float64.
    Semantics: S-3.2.
    """
    found: Mask = np.zeros(1, dtype=bool)
    for kind, (x, here) in left.parts.items():
        for other, (y, there) in right.parts.items():
            if kind == "list" or CLASS[kind] != CLASS.get(other):
                continue
            if kind != other:
                x_, y_ = x.astype(np.float64), y.astype(np.float64)
            else:
                x_, y_ = x, y
            hit = OPERATORS[op](x_, y_)
            where = both(here, there)
            found = found | (hit if where is None else hit & where)
    return found


def number(vector: Vector) -> Part:
    """Return numbers as float64 and where there are any.  Semantics: S-3.3."""
    ints, reals = vector.parts.get("int"), vector.parts.get("float")
    if reals is None:
        if ints is None:
            return np.zeros(1), np.zeros(1, dtype=bool)
        return ints[0].astype(np.float64), ints[1]
    if ints is None:
        return reals
    where = np.ones(1, dtype=bool) if reals[1] is None else reals[1]
    data = np.where(where, reals[0], ints[0].astype(np.float64))
    return data, where | (np.ones(1, dtype=bool) if ints[1] is None else ints[1])


def where(mask: Mask, left: Vector, right: Vector) -> Vector:
    """Return the left values where the mask is set, and the right ones elsewhere."""
    parts: dict[Kind, Part] = {}
    for kind in (*left.parts, *(kind for kind in right.parts if kind not in left.parts)):
        (x, here), (y, there) = (_part(side, kind) for side in (left, right))
        parts[kind] = np.where(mask, x, y), np.where(mask, here, there)
    return Vector(parts)


def _part(vector: Vector, kind: Kind) -> tuple[Array, Mask]:
    """Return a part with its mask written out; a part that is not there is set nowhere."""
    if kind not in vector.parts:
        zero = {"float": np.float64, "bool": np.bool_}.get(kind, np.int64)
        return np.zeros(1, dtype=zero), np.zeros(1, dtype=bool)
    data, mask = vector.parts[kind]
    return data, np.ones(len(data), dtype=bool) if mask is None else mask


def joined(vectors: Sequence[Vector], sizes: Sequence[int]) -> Vector:
    """Return the rows of several vectors one after another."""
    kinds = dict.fromkeys(kind for vector in vectors for kind in vector.parts)
    parts: dict[Kind, Part] = {}
    for kind in kinds:
        pieces = [
            tuple(np.broadcast_to(piece, size) for piece in _part(vector, kind))
            for vector, size in zip(vectors, sizes, strict=True)
        ]
        data, mask = (np.concatenate(side) for side in zip(*pieces, strict=True))
        parts[kind] = data, None if mask.all() else mask
    return Vector(parts)
