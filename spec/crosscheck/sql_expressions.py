"""A condition becomes one SQL expression whose value is 1, 0 or NULL: true, false or unknown.

SQLite has the three-valued logic of the definition but not its values: it turns text into
numbers, divides integers as integers and orders numbers before text.  So every operand is
looked at with ``typeof`` first, and arithmetic is done on ``CAST(... AS REAL)`` alone.

=========  ==================  ==========================================================
kind       in SQLite           why
=========  ==================  ==========================================================
int        INTEGER             64 bits, compared exactly
float      REAL                IEEE 754 doubles; NaN becomes NULL, infinities stay
str        TEXT                compared as UTF-8 bytes, which is the order of code points
bool       x'00', x'01'        a BLOB, hence never equal to a number; false < true
list       NULL                only functions take lists, and none of those is translated
missing    NULL                an attribute without a row
=========  ==================  ==========================================================

No text of a user becomes SQL: types, attribute names and constants are bound parameters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from augury.spec.errors import InvalidPatternError, UnsupportedError
from augury.spec.events import Value
from augury.spec.language.ast import (
    Aggregate,
    AllOf,
    Arith,
    Call,
    Compare,
    Condition,
    Constant,
    In,
    Indexed,
    Kleene,
    Node,
    Not,
    Pattern,
    Ref,
    Term,
    depth,
    walk,
)

Scalar: TypeAlias = int | float | str | bytes | None

DEPTH: Final = 200
"""Levels of a pattern that are translated; SQLite's own parser gives up earlier."""
PARAMETERS: Final = 10_000
"""Values of one query; SQLite looks a placeholder up by a linear search."""
OPERATORS: Final = frozenset({"+", "-", "*", "/", "=", "!=", "<", "<=", ">", ">="})
"""All that a pattern writes into SQL itself; an AST made by hand could hold anything."""
FIELDS: Final = ("ts", "id")
"""The fields of an event that a condition can read."""


def encode(value: Value) -> Scalar:
    """Keep the kind of a value in SQLite; a list is missing, for nothing here can use it."""
    if isinstance(value, bool):
        return b"\x01" if value else b"\x00"
    if isinstance(value, int):
        if not -(2**63) <= value < 2**63:
            raise UnsupportedError(f"SQLite has no int {value}; use an int of 64 bits")
        return int(value)
    if isinstance(value, float):
        return float(value)
    if isinstance(value, str):
        try:
            value.encode("utf-8")
        except UnicodeEncodeError:
            raise UnsupportedError(
                f"SQLite has no text {value!a}; remove the half surrogate pair"
            ) from None
        return value
    return None


@dataclass(slots=True)
class Parameters:
    """The values of a query, each bound once: ``p0``, ``p1``, ..."""

    values: list[Scalar] = field(default_factory=list)
    places: dict[tuple[type, Scalar], str] = field(default_factory=dict)

    def bind(self, value: Value) -> str:
        """Return the placeholder of a value."""
        scalar = encode(value)
        key = type(scalar), scalar
        if key not in self.places:
            if len(self.values) == PARAMETERS:
                raise UnsupportedError(f"more than {PARAMETERS:,} constants; use fewer")
            self.places[key] = f":p{len(self.values)}"
            self.values.append(scalar)
        return self.places[key]


@dataclass(frozen=True, slots=True)
class Scope:
    """What an expression is translated in: the row of each name, and where values go."""

    aliases: Mapping[str, str]
    bind: Callable[[Value], str]


def check_supported(node: Node) -> None:
    """Only single events, their fields and attributes, and ``abs`` are translated."""
    if depth(node) > DEPTH:
        raise UnsupportedError(f"nested deeper than {DEPTH} levels; SQLite cannot parse it")
    for below in walk(node):
        if isinstance(below, Pattern) and below.selective:
            raise UnsupportedError("SELECT and SKIP have no translation to SQL")
        if isinstance(below, (Kleene, Aggregate, Indexed)):
            what = type(below).__name__
            raise UnsupportedError(f"{what} of {below.name!r} has no translation to SQL")
        if isinstance(below, Call) and below.fn != "abs":
            raise UnsupportedError(f"the function {below.fn!r} has no translation to SQL")
        if isinstance(below, (Arith, Compare)) and below.op not in OPERATORS:
            raise UnsupportedError(f"the operator {below.op!r} has no translation to SQL")


def joined(word: str, parts: Iterable[str], empty: str) -> str:
    """AND and OR are associative in three values too, so they are nested as a flat tree."""
    level = list(parts)
    if not level:
        return empty
    while len(level) > 1:
        pairs = [level[i : i + 2] for i in range(0, len(level), 2)]
        level = [f"({f' {word} '.join(pair)})" if len(pair) == 2 else pair[0] for pair in pairs]
    return level[0]


def all_true(parts: Iterable[str]) -> str:
    """Return the AND of conditions; of none it is true."""
    return joined("AND", parts, "1")


def any_true(parts: Iterable[str]) -> str:
    """Return the OR of conditions; of none it is false."""
    return joined("OR", parts, "0")


def value_of(term: Term, scope: Scope) -> str:
    """Return a term as SQL without affinity: no comparison converts its other side."""
    if isinstance(term, Constant):
        return scope.bind(term.value)
    if isinstance(term, Ref):
        row = scope.aliases[term.name]
        if term.attr in FIELDS:
            return f"+{row}.{term.attr}"
        held = f"place = {row}.place AND name = {scope.bind(term.attr)}"
        return f"(SELECT value FROM attribute WHERE {held})"  # noqa: S608 - placeholders only
    return number(term, scope)


def number(term: Term, scope: Scope) -> str:
    """Return a term as a float64; what is neither int nor float is missing."""
    if isinstance(term, Arith):
        return f"({number(term.left, scope)} {term.op} {number(term.right, scope)})"
    if isinstance(term, Call) and term.fn == "abs":
        if len(term.args) != 1:
            raise InvalidPatternError("abs takes one argument", term.at)
        return f"ABS({number(term.args[0], scope)})"
    assert isinstance(term, (Constant, Ref)), "check_supported refuses all other terms"
    value = value_of(term, scope)
    return f"CASE WHEN {_is_number(value)} THEN CAST({value} AS REAL) END"


def _is_number(value: str) -> str:
    return f"typeof({value}) IN ('integer', 'real')"


def comparison(op: str, left: str, right: str) -> str:
    """Equal kinds compare as they are, int with float as float64, all else is unknown."""
    return (
        f"CASE WHEN typeof({left}) = typeof({right}) THEN {left} {op} {right}"
        f" WHEN {_is_number(left)} AND {_is_number(right)}"
        f" THEN CAST({left} AS REAL) {op} CAST({right} AS REAL) END"
    )


def truth_of(condition: Condition, scope: Scope) -> str:
    """Return a condition as SQL with the value 1, 0 or NULL."""
    if isinstance(condition, Compare):
        left, right = value_of(condition.left, scope), value_of(condition.right, scope)
        return comparison(condition.op, left, right)
    if isinstance(condition, In):
        item = value_of(condition.item, scope)
        return any_true(comparison("=", item, value_of(x, scope)) for x in condition.options)
    if isinstance(condition, Not):
        return f"(NOT {truth_of(condition.part, scope)})"
    parts = (truth_of(part, scope) for part in condition.parts)
    return all_true(parts) if isinstance(condition, AllOf) else any_true(parts)


def clauses_of(where: Iterable[Condition]) -> tuple[Condition, ...]:
    """Return the operands of the outermost ANDs, even if one was left unsplit."""
    found: list[Condition] = []
    for condition in where:
        found.extend(clauses_of(condition.parts) if isinstance(condition, AllOf) else [condition])
    return tuple(found)
