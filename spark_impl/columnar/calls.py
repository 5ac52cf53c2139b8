"""Calls of functions over vectors: the built-in ones in columns, a user's own row by row."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from augury.spark_impl.columnar.lists import Lists
from augury.spark_impl.columnar.vectors import (
    MISSING,
    Array,
    Mask,
    Vector,
    both,
    floats,
    known,
    number,
)
from augury.spec.events import Value
from augury.spec.language.functions import BUILTINS, Functions

if TYPE_CHECKING:
    from augury.spark_impl.columnar.table import Table


def call(fn: str, args: tuple[Vector, ...], functions: Functions, table: Table) -> Vector:
    """Return a function of values; of a missing value it is missing.  Semantics: S-3.5."""
    if functions.get(fn) is BUILTINS.get(fn):
        if fn == "abs":
            data, mask = number(args[0])
            return floats(np.abs(data), mask)
        return _of_lists(_FORMULAS[fn], args, table.lists)
    return _by_row(fn, args, functions, table)


# ------------------------------------------------------------------------ lists


def _of_lists(formula: Callable[..., Array], args: tuple[Vector, ...], lists: Lists) -> Vector:
    """Return a formula of two lists of one length, all pairs of a length at once."""
    if any("list" not in arg.parts for arg in args):
        return MISSING
    (x, here), (y, there) = (arg.parts["list"] for arg in args)
    x, y = np.broadcast_arrays(x, y)
    found = np.full(len(x), np.nan)
    where = both(here, there)
    good = lists.length[x] == lists.length[y]
    good = good if where is None else good & where
    with np.errstate(all="ignore"):
        for size in np.unique(lists.length[x[good]]):
            chosen = np.flatnonzero(good & (lists.length[x] == size))
            found[chosen] = formula(lists.items(x[chosen]), lists.items(y[chosen]))
    return floats(found)


def _fold(items: list[Array], size: int) -> Array:
    """Return the left fold of + from 0.0, item by item.  Semantics: S-3.4."""
    total = np.zeros(size)
    for item in items:
        total = total + item
    return total


def _corr(x: list[Array], y: list[Array]) -> Array:
    """Return Pearson's correlation, by the formula of the definition.  Semantics: S-3.5."""
    count = len(x)
    if count == 0:
        return np.array(np.nan)
    size = len(x[0])
    mean_x, mean_y = _fold(x, size) / count, _fold(y, size) / count
    cov = _fold([(a - mean_x) * (b - mean_y) for a, b in zip(x, y, strict=True)], size)
    var_x = _fold([(a - mean_x) * (a - mean_x) for a in x], size)
    var_y = _fold([(b - mean_y) * (b - mean_y) for b in y], size)
    scale = np.sqrt(var_x) * np.sqrt(var_y)
    return np.where(scale != 0, cov / scale, np.nan)


def _distance(x: list[Array], y: list[Array]) -> Array:
    """Return the Euclidean distance.  Semantics: S-3.5."""
    size = len(x[0]) if x else 1
    return np.sqrt(_fold([(a - b) * (a - b) for a, b in zip(x, y, strict=True)], size))


_FORMULAS: Final[dict[str, Callable[..., Array]]] = {"corr": _corr, "distance": _distance}


# ------------------------------------------------------------------------ a user's own


def _by_row(fn: str, args: tuple[Vector, ...], functions: Functions, table: Table) -> Vector:
    """Return what a user's function says of each row in which no argument is missing."""
    size = max((_length(arg) for arg in args), default=1)
    present: Mask = np.ones(size, dtype=bool)
    for arg in args:
        present = present & known(arg)
    found = np.full(size, np.nan)
    for row in np.flatnonzero(present):
        result = functions[fn](fn, tuple(_cell(arg, int(row), table) for arg in args))
        if result is not None:
            found[row] = result
    return floats(found)


def _length(vector: Vector) -> int:
    return max(
        (max(len(data), 0 if mask is None else len(mask)) for data, mask in vector.parts.values()),
        default=1,
    )


def _cell(vector: Vector, row: int, table: Table) -> Value:
    """Return one value as Python has it."""
    for kind, (data, mask) in vector.parts.items():
        if mask is None or _at(mask, row):
            return table.decoded(kind, _at(data, row))
    return None


def _at(data: Array, row: int) -> Any:
    return data[row if len(data) > 1 else 0]
