"""Static kinds: what can be said of a clause before any event is seen.

A set of kinds is what an expression may evaluate to; ``None`` means nothing is known. An
operation is rejected only if every possible kind makes it unknown: a pattern that can never
match is more likely a mistake than a wish.

Semantics: S-2.10, S-3.2, S-3.3.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final, TypeAlias

from augury.spec.errors import InvalidPatternError
from augury.spec.events import Kind, shown
from augury.spec.language import ast
from augury.spec.language.functions import Functions
from augury.spec.language.printer import show_term
from augury.spec.limits import INT64_MAX, INT64_MIN

Known: TypeAlias = frozenset[Kind] | None
Kinds: TypeAlias = Callable[[ast.Ref | ast.Indexed | ast.Aggregate], Known]

_NUMBER: Final = frozenset[Kind]({"int", "float"})
_CLASSES: Final = (_NUMBER, frozenset[Kind]({"str"}), frozenset[Kind]({"bool"}))
"""Kinds that compare with each other; a list compares with nothing."""
_WORD: Final = {"int": "a number", "float": "a number", "str": "a text", "bool": "a truth value",
                "list": "a list"}  # fmt: skip


def check_kinds(condition: ast.Condition, kinds: Kinds, functions: Functions) -> None:
    """Raise if a condition stands where a value must, or a value can never fit its place."""
    if isinstance(condition, (ast.AllOf, ast.AnyOf)):
        if len(condition.parts) < 2 or any(type(p) is type(condition) for p in condition.parts):
            word = "AND" if isinstance(condition, ast.AllOf) else "OR"
            raise InvalidPatternError(f"{word} needs two operands or more, unnested", condition.at)
        for part in condition.parts:
            check_kinds(part, kinds, functions)
    elif isinstance(condition, ast.Not):
        check_kinds(condition.part, kinds, functions)
    elif isinstance(condition, ast.Compare):
        _check_comparison(condition, (condition.left, condition.right), kinds, functions)
    elif isinstance(condition, ast.In):
        if not condition.options:
            raise InvalidPatternError("IN () is empty; name at least one value", condition.at)
        for option in condition.options:
            _check_comparison(condition, (condition.item, option), kinds, functions)
    else:
        raise InvalidPatternError(
            "a condition must be a comparison; write for example a.flag = TRUE", condition.at
        )


def _check_comparison(
    node: ast.Compare | ast.In,
    sides: tuple[ast.Term, ast.Term],
    kinds: Kinds,
    functions: Functions,
) -> None:
    left, right = (kinds_of(side, kinds, functions) for side in sides)
    for side, known in zip(sides, (left, right), strict=True):
        if known is not None and known <= {"list"}:
            reason = f"the list {show_term(side)} cannot be compared; use a function of it"
            raise InvalidPatternError(reason, side.at)
    if left is None or right is None or any(left & c and right & c for c in _CLASSES):
        return
    shown = (f"{show_term(x)} ({_words(k)})" for x, k in zip(sides, (left, right), strict=True))
    raise InvalidPatternError(f"cannot compare {' with '.join(shown)}", node.at)


def kinds_of(term: ast.Term, kinds: Kinds, functions: Functions) -> Known:
    """Return the kinds that a term may have, or ``None`` if nothing is known."""
    if isinstance(term, ast.Constant):
        _check_constant(term)
        return frozenset({term.kind})
    if isinstance(term, (ast.Ref, ast.Indexed)):
        return kinds(term)
    if isinstance(term, ast.Aggregate):
        return _kinds_of_aggregate(term, kinds)
    if isinstance(term, ast.Call):
        return _kinds_of_call(term, kinds, functions)
    if isinstance(term, ast.Arith):
        for side in (term.left, term.right):
            _demand(side, kinds_of(side, kinds, functions), _NUMBER, f"'{term.op}'")
        return frozenset({"float"})
    raise InvalidPatternError("a condition stands where a value is expected", term.at)


def _check_constant(term: ast.Constant) -> None:
    value = term.value
    if isinstance(value, int) and not INT64_MIN <= value <= INT64_MAX:
        raise InvalidPatternError(f"the int {shown(value)} is outside 64 bits", term.at)
    if isinstance(value, float) and not math.isfinite(value):
        raise InvalidPatternError(f"{value} is not a constant of the language", term.at)


def _kinds_of_aggregate(term: ast.Aggregate, kinds: Kinds) -> Known:
    inside = kinds(term)
    if term.fn == "COUNT":
        return frozenset({"int"})
    if term.fn in ("SUM", "AVG"):
        _demand(term, inside, _NUMBER, term.fn)
        return frozenset({"float"})
    return inside


def _kinds_of_call(term: ast.Call, kinds: Kinds, functions: Functions) -> Known:
    function = functions.get(term.fn)
    if function is None:
        known = ", ".join(sorted(functions))
        raise InvalidPatternError(
            f"unknown function '{term.fn}'; known are {known} (load others with --functions)",
            term.at,
        )
    if len(term.args) != function.arity:
        raise InvalidPatternError(
            f"{term.fn} takes {function.arity} arguments, not {len(term.args)}", term.at
        )
    for index, arg in enumerate(term.args):
        found = kinds_of(arg, kinds, functions)
        if function.takes is not None:
            _demand(arg, found, function.takes[index], term.fn)
    return frozenset({"float"})


def _demand(term: ast.Term, found: Known, wanted: frozenset[Kind], where: str) -> None:
    if found is not None and not found & wanted:
        reason = f"{where} needs {_words(wanted)}, and {show_term(term)} is {_words(found)}"
        raise InvalidPatternError(reason, term.at)


def _words(kinds: frozenset[Kind]) -> str:
    return " or ".join(sorted({_WORD[kind] for kind in kinds}))
