"""Terms and conditions over vectors: the evaluator of the language, three-valued, in columns.

It says of every row what ``augury.spec.evaluate`` says of one scope, bit for bit: sums are left
folds written out column by column, and nothing is handed to a sum, a solver or a SQL engine.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, assert_never

import numpy as np

from augury.spark_impl.columnar import calls
from augury.spark_impl.columnar.table import Table
from augury.spark_impl.columnar.vectors import (
    CLASS,
    MISSING,
    OPPOSITE,
    Array,
    Mask,
    Vector,
    both,
    compare,
    constant,
    floats,
    known,
    number,
    where,
)
from augury.spec.language import ast
from augury.spec.language.functions import BUILTINS, Functions

_ARITHMETIC: Final = {"+": np.add, "-": np.subtract, "*": np.multiply, "/": np.divide}


@dataclass(frozen=True, slots=True)
class Rows:
    """What the names of a clause stand for: rows of the table, all arrays of one length.

    Semantics: S-2.8, S-2.9, S-4.4.
    """

    table: Table
    event: Mapping[str, Array]
    """The rows that ``a.x`` or ``b[i].x`` speaks of."""
    previous: Mapping[str, Array] = field(default_factory=dict)
    """The rows before them, for ``b[i-1].x``."""
    group: Mapping[str, tuple[Array, ...]] = field(default_factory=dict)
    """All rows of a Kleene name in (ts, id) order, one array a place, for aggregates."""
    functions: Functions = field(default_factory=lambda: BUILTINS)


def value(term: ast.Term, rows: Rows) -> Vector:
    """Return the value of a term in every row.  Semantics: S-3.1 to S-3.5."""
    match term:
        case ast.Constant(value=one, kind=kind):
            return constant(rows.table.code(one) if isinstance(one, str) else one, kind)
        case ast.Ref(name=name, attr=attr):
            return rows.table.column(attr).take(rows.event[name])
        case ast.Indexed(name=name, attr=attr, back=back):
            return rows.table.column(attr).take((rows.previous if back else rows.event)[name])
        case ast.Aggregate(fn=fn, name=name, attr=attr):
            return aggregate(fn, rows.group[name], attr, rows.table)
        case ast.Call(fn=fn, args=args):
            values = tuple(value(arg, rows) for arg in args)
            return calls.call(fn, values, rows.functions, rows.table)
        case ast.Arith(op=op, left=left, right=right):
            return arithmetic(op, value(left, rows), value(right, rows))
    assert_never(term)


def truth(condition: ast.Condition, rows: Rows, wanted: bool = True) -> Mask:  # noqa: FBT001, FBT002
    """Return where a condition is true (or, if that is wanted, where it is false).

    Unknown is neither: NOT asks for the other truth of its part.  Semantics: S-3.1, S-3.2.
    """
    match condition:
        case ast.Compare(op=op, left=left, right=right):
            sign = op if wanted else OPPOSITE[op]
            return compare(sign, value(left, rows), value(right, rows))
        case ast.In(item=item, options=options):
            found = value(item, rows)
            sign = "=" if wanted else "!="
            tests = [compare(sign, found, value(option, rows)) for option in options]
            return _any(tests) if wanted else _all(tests)
        case ast.Not(part=part):
            return truth(part, rows, not wanted)
        case ast.AllOf(parts=parts):
            tests = [truth(part, rows, wanted) for part in parts]
            return _all(tests) if wanted else _any(tests)
        case ast.AnyOf(parts=parts):
            tests = [truth(part, rows, wanted) for part in parts]
            return _any(tests) if wanted else _all(tests)
    assert_never(condition)


def _any(tests: list[Mask]) -> Mask:
    found = tests[0]
    for test in tests[1:]:
        found = found | test
    return found


def _all(tests: list[Mask]) -> Mask:
    found = tests[0]
    for test in tests[1:]:
        found = found & test
    return found


def arithmetic(op: ast.ArithOp, left: Vector, right: Vector) -> Vector:
    """Return float64; a missing operand, ``x / 0`` and NaN give missing.  Semantics: S-3.3."""
    (x, here), (y, there) = number(left), number(right)
    mask = both(here, there)
    if op == "/":
        mask = both(mask, y != 0)
    with np.errstate(all="ignore"):
        return floats(_ARITHMETIC[op](x, y), mask)


def aggregate(
    fn: ast.AggregateFn, group: tuple[Array, ...], attr: str | None, table: Table
) -> Vector:
    """Return the aggregate of an attribute over the places of a Kleene name.  Semantics: S-3.4."""
    if attr is None:
        return constant(len(group), "int")
    if not group:
        return constant(0, "int") if fn == "COUNT" else MISSING
    column = table.column(attr)
    if fn in ("FIRST", "LAST"):
        return column.take(group[0 if fn == "FIRST" else -1])
    values = [column.take(rows) for rows in group]
    if fn == "COUNT":
        counted = [known(one).astype(np.int64) for one in values]
        return Vector({"int": (_fold(counted), None)})
    if fn in ("SUM", "AVG"):
        return _total(values, mean=fn == "AVG")
    return _extreme("<" if fn == "MIN" else ">", values)


def _fold(numbers: list[Array]) -> Array:
    total = np.zeros(1, dtype=numbers[0].dtype)
    for one in numbers:
        total = total + one
    return total


def _total(values: list[Vector], *, mean: bool) -> Vector:
    """Return the left fold of + from 0.0 over the numbers, place by place."""
    total, count = np.zeros(1), np.zeros(1, dtype=np.int64)
    with np.errstate(all="ignore"):
        for one in values:
            data, mask = number(one)
            if mask is None:
                total, count = total + data, count + 1
            else:
                total, count = np.where(mask, total + data, total), count + mask
        result = total / np.maximum(count, 1) if mean else total
    return floats(*np.broadcast_arrays(result, count > 0))


def _extreme(op: ast.CompareOp, values: list[Vector]) -> Vector:
    """Return the least (greatest) value, the first of equals; missing where classes mix."""
    best = MISSING
    seen: dict[str, Mask] = {}
    for one in values:
        present = one.without("list")
        for kind, part in present.parts.items():
            here = known(Vector({kind: part}))
            seen[CLASS[kind]] = seen.get(CLASS[kind], np.zeros(1, dtype=bool)) | here
        better = compare(op, present, best) | (known(present) & ~known(best))
        best = where(better, present, best)
    if len(seen) <= 1:
        return best
    classes = _fold([mask.astype(np.int64) for mask in seen.values()])
    return where(classes == 1, best, MISSING)
