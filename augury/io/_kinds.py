"""In CSV the kind belongs to the column: the first of int, float, bool, list that fits all cells.

An empty cell is missing and fits every kind; a column that fits none of the four is text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from typing import Final

from augury.io._check import finite, int64, outside
from augury.spec.events import Value

INT: Final = re.compile(r"[+-]?(?:0|[1-9][0-9]*)")
_NUMBER: Final = re.compile(r"[+-]?(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_NONFINITE: Final = re.compile(r"[+-]?(?:nan|inf|infinity)", re.IGNORECASE)
_BOOL: Final = {"true": True, "false": False}
_INT64_DIGITS: Final = 20
_DECODER: Final = json.JSONDecoder(parse_int=float, parse_constant=float)


def reader_of(cells: Sequence[str]) -> Callable[[str], Value]:
    """Return the function that reads the cells of a column which are not empty.

    Numbers that are not finite, and ints outside 64 bits, do not change the kind of the
    column: the function refuses them.
    """
    filled = [cell for cell in cells if cell]
    if all(INT.fullmatch(cell) for cell in filled):
        return whole
    if all(_NUMBER.fullmatch(cell) or _NONFINITE.fullmatch(cell) for cell in filled):
        return _float
    if all(cell.lower() in _BOOL for cell in filled):
        return _bool
    if all(_list(cell) is not None for cell in filled):
        return _finite_list
    return str


def whole(cell: str) -> int:
    """Return an int cell, which must fit 64 bits."""
    if len(cell) > _INT64_DIGITS:
        raise outside(cell)
    return int64(int(cell))


def _float(cell: str) -> float:
    return finite(float(cell), cell)


def _bool(cell: str) -> bool:
    return _BOOL[cell.lower()]


def _list(cell: str) -> tuple[float, ...] | None:
    """Return the numbers of a JSON list, infinite ones too; None if the cell is no such list."""
    if not cell.startswith("["):
        return None
    try:
        found = _DECODER.decode(cell)
    except (ValueError, RecursionError):
        return None
    return tuple(found) if all(type(item) is float for item in found) else None


def _finite_list(cell: str) -> tuple[float, ...]:
    return tuple(finite(item, f"a number of the list {cell}") for item in _list(cell) or ())
