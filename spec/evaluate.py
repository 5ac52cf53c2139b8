"""Values and truth: the scalar evaluator, three-valued, over the AST itself.

``None`` is a missing value and an unknown truth. All other engines are held to this module bit
for bit, so every sum is a left fold and every conversion is written out.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from operator import add, mul, sub, truediv
from typing import Final, TypeAlias, assert_never

from augury.spec.events import Event, Value, kind_of
from augury.spec.language import ast
from augury.spec.language.functions import BUILTINS, Functions, fold

Truth: TypeAlias = bool | None

_CLASS: Final = {"int": "number", "float": "number", "str": "str", "bool": "bool"}
"""Values compare iff they are of one class; a list is of none."""
_ARITHMETIC: Final = {"+": add, "-": sub, "*": mul, "/": truediv}


@dataclass(frozen=True, slots=True)
class Scope:
    """What the names of a clause stand for while it is evaluated.

    Semantics: S-2.8, S-2.9, S-4.4.
    """

    event: Mapping[str, Event]
    """The one event that ``a.x`` or ``b[i].x`` speaks of."""
    previous: Mapping[str, Event] = field(default_factory=dict)
    """The event before it, for ``b[i-1].x``."""
    group: Mapping[str, tuple[Event, ...]] = field(default_factory=dict)
    """All events of a Kleene name in (ts, id) order, for aggregates."""
    functions: Functions = field(default_factory=lambda: BUILTINS)


def value(term: ast.Term, scope: Scope) -> Value:
    """Return the value of a term; missing where any rule says so.  Semantics: S-3.1 to S-3.5."""
    match term:
        case ast.Constant(value=constant):
            return constant
        case ast.Ref(name=name, attr=attr):
            return scope.event[name].get(attr)
        case ast.Indexed(name=name, attr=attr, back=back):
            return (scope.previous if back else scope.event)[name].get(attr)
        case ast.Aggregate(fn=fn, name=name, attr=attr):
            return aggregate(fn, scope.group[name], attr)
        case ast.Call(fn=fn, args=args):
            return scope.functions[fn](fn, tuple(value(arg, scope) for arg in args))
        case ast.Arith(op=op, left=left, right=right):
            return arithmetic(op, value(left, scope), value(right, scope))
    assert_never(term)


def truth(condition: ast.Condition, scope: Scope) -> Truth:
    """Return whether a condition holds; ``None`` is unknown.  Semantics: S-3.1, S-3.2."""
    match condition:
        case ast.Compare(op=op, left=left, right=right):
            return compare(op, value(left, scope), value(right, scope))
        case ast.In(item=item, options=options):
            found = value(item, scope)
            return disjunction(compare("=", found, value(option, scope)) for option in options)
        case ast.Not(part=part):
            return negation(truth(part, scope))
        case ast.AllOf(parts=parts):
            return conjunction(truth(part, scope) for part in parts)
        case ast.AnyOf(parts=parts):
            return disjunction(truth(part, scope) for part in parts)
    assert_never(condition)


def negation(part: Truth) -> Truth:
    """NOT: unknown stays unknown.  Semantics: S-3.1."""
    return None if part is None else not part


def conjunction(parts: Iterable[Truth]) -> Truth:
    """AND: false if any part is false, else unknown if any is.  Semantics: S-3.1."""
    found = tuple(parts)
    return False if False in found else None if None in found else True


def disjunction(parts: Iterable[Truth]) -> Truth:
    """OR: true if any part is true, else unknown if any is.  Semantics: S-3.1."""
    found = tuple(parts)
    return True if True in found else None if None in found else False


def compare(op: ast.CompareOp, left: Value, right: Value) -> Truth:
    """Compare two values of one class; anything else is unknown.

    An int with an int compares exactly, an int with a float after conversion to float64, texts
    by code point, FALSE < TRUE.  Semantics: S-3.2.
    """
    kinds = kind_of(left), kind_of(right)
    classes = {_CLASS.get(kind or "") for kind in kinds}
    if len(classes) > 1 or None in classes:
        return None
    if set(kinds) == {"int", "float"}:
        left, right = float(left), float(right)  # type: ignore[arg-type]
    if op in ("=", "!="):
        return (left == right) == (op == "=")
    if op in ("<", ">="):
        return (left < right) == (op == "<")  # type: ignore[operator]
    return (left > right) == (op == ">")  # type: ignore[operator]


def number(x: Value) -> float | None:
    """Return a number as a float64; a value of another kind acts as missing.  Semantics: S-3.3."""
    return float(x) if isinstance(x, (int, float)) and not isinstance(x, bool) else None


def arithmetic(op: ast.ArithOp, left: Value, right: Value) -> float | None:
    """Return a float64; a missing operand, ``x / 0`` and NaN give missing.  Semantics: S-3.3."""
    x, y = number(left), number(right)
    if x is None or y is None:
        return None
    if op == "/" and y == 0:
        return None
    result = _ARITHMETIC[op](x, y)
    return None if math.isnan(result) else result


def aggregate(fn: ast.AggregateFn, events: tuple[Event, ...], attr: str | None) -> Value:
    """Return the aggregate of an attribute over events in (ts, id) order.  Semantics: S-3.4."""
    if attr is None:
        return len(events)
    values = tuple(event.get(attr) for event in events)
    match fn:
        case "COUNT":
            return sum(x is not None for x in values)
        case "FIRST":
            return values[0] if values else None
        case "LAST":
            return values[-1] if values else None
        case "SUM" | "AVG":
            numbers = tuple(x for x in map(number, values) if x is not None)
            if not numbers:
                return None
            total = fold(numbers)
            result = total if fn == "SUM" else total / len(numbers)
            return None if math.isnan(result) else result
        case "MIN" | "MAX":
            return _extreme("<" if fn == "MIN" else ">", values)
    assert_never(fn)


def _extreme(op: ast.CompareOp, values: tuple[Value, ...]) -> Value:
    """Return the least (greatest) value, the first of equals; missing if classes mix."""
    present = tuple(x for x in values if _CLASS.get(kind_of(x) or ""))
    if len({_CLASS[kind_of(x) or ""] for x in present}) != 1:
        return None
    best = present[0]
    for x in present[1:]:
        if compare(op, x, best):
            best = x
    return best
