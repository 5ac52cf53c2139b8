"""Values and truth, by hand-computed tables (S-3.1 to S-3.4)."""

from __future__ import annotations

import itertools
import math
from typing import get_args

import pytest

from augury.spec.evaluate import (
    Scope,
    aggregate,
    arithmetic,
    compare,
    conjunction,
    disjunction,
    negation,
    number,
    truth,
    value,
)
from augury.spec.events import Event
from augury.spec.language import ast
from augury.spec.language.parser import parse
from augury.spec.limits import INT64_MAX, INT64_MIN

INF = math.inf
BIG = 2**53
OPS = get_args(ast.CompareOp)
SAMPLES = (None, True, 1, 1.0, "1", (1.0,))


def same(found, expected) -> bool:
    """Equal in value and kind; -0.0 is not 0.0 here."""
    return type(found) is type(expected) and repr(found) == repr(expected)


# ------------------------------------------------------------------ three-valued logic

T, F, U = True, False, None


def test_not() -> None:
    assert [negation(part) for part in (T, F, U)] == [F, T, U]


@pytest.mark.parametrize(
    ("left", "right", "both", "either"),
    [(T, T, T, T), (T, F, F, T), (T, U, U, T),
     (F, T, F, T), (F, F, F, F), (F, U, F, U),
     (U, T, U, T), (U, F, F, U), (U, U, U, U)],
)  # fmt: skip
def test_and_and_or_in_full(left, right, both, either) -> None:
    """S-3.1: the nine rows of Kleene's logic, on the functions and on the AST."""
    assert conjunction((left, right)) is both
    assert disjunction((left, right)) is either
    made = {
        T: ast.Compare("=", ast.Constant(1), ast.Constant(1)),
        F: ast.Compare("=", ast.Constant(1), ast.Constant(2)),
        U: ast.Compare("=", ast.Constant(1), ast.Constant("x")),
    }
    assert truth(ast.AllOf((made[left], made[right])), Scope({})) is both
    assert truth(ast.AnyOf((made[left], made[right])), Scope({})) is either
    assert truth(ast.Not(made[left]), Scope({})) is negation(left)


def test_logic_of_many_parts() -> None:
    assert conjunction((T, U, F)) is F
    assert disjunction((F, U, T)) is T
    assert conjunction((T, T, U)) is U
    assert conjunction(()) is T
    assert disjunction(()) is F


# ------------------------------------------------------------------ comparison


@pytest.mark.parametrize(
    ("left", "right", "order"),
    [
        (1, 2, "<"), (2, 2, "="), (1, 1.0, "="), (1.5, 1, ">"), (0, -0.0, "="), (0.0, -0.0, "="),
        (INT64_MAX, INT64_MAX - 1, ">"), (BIG + 1, BIG, ">"), (-BIG - 1, -BIG, "<"),
        (BIG + 1, float(BIG), "="), (float(BIG), BIG + 1, "="), (BIG + 2, float(BIG), ">"),
        (INT64_MAX, 2.0**63, "="), (INT64_MIN, -(2.0**63), "="), (INT64_MAX, INF, "<"),
        (INT64_MIN, -INF, ">"), (INF, INF, "="), (-INF, INF, "<"), (5e-324, 0, ">"),
        (False, True, "<"), (True, True, "="), ("", "a", "<"), ("B", "a", "<"), ("a", "a", "="),
        ("a", "aa", "<"), ("z", "\u00e9", "<"), ("10", "9", "<"), ("a\x00", "a", ">"),
        ("\uffff", "\U00010000", "<"), ("\U0001f600", "\ue000", ">"), ("e\u0301", "\u00e9", "<"),
    ],
)  # fmt: skip
def test_values_of_one_class(left, right, order) -> None:
    """S-3.2: ints exactly, int with float in float64, texts by code point, FALSE < TRUE."""
    holds = {"=": {"=", "<=", ">="}, "<": {"<", "<=", "!="}, ">": {">", ">=", "!="}}
    assert {op for op in OPS if compare(op, left, right)} == holds[order]
    turned = {"=": "=", "<": ">", ">": "<"}[order]
    assert {op for op in OPS if compare(op, right, left)} == holds[turned]
    assert {compare(op, left, right) for op in OPS} == {True, False}


@pytest.mark.parametrize(("left", "right"), list(itertools.product(SAMPLES, SAMPLES)), ids=repr)
def test_values_of_two_classes_are_unknown(left, right) -> None:
    """S-3.2: missing, a list, text with number, bool with number."""
    numbers = (1, 1.0)
    known = any(left is x for x in numbers) and any(right is x for x in numbers)
    known = known or (left is True and right is True) or (left == "1" and right == "1")
    for op in OPS:
        assert (compare(op, left, right) is None) == (not known)


def test_in_is_an_or_of_equals() -> None:
    def within(*options) -> bool | None:
        item = ast.Ref("a", "x")
        return truth(ast.In(item, tuple(map(ast.Constant, options))), scope)

    scope = Scope({"a": Event(0, "A", 0, {"x": 1})})
    assert within(1) is True
    assert within(2, 1.0) is True
    assert within("p", 1) is True
    assert within(2, 3) is False
    assert within(2, "p") is None
    scope = Scope({"a": Event(0, "A", 0)})
    assert within(1) is None


# ------------------------------------------------------------------ arithmetic


@pytest.mark.parametrize(
    ("op", "left", "right", "result"),
    [
        ("+", 1, 2, 3.0), ("-", 1, 2, -1.0), ("*", 3, 0.5, 1.5), ("/", 1, 2, 0.5),
        ("/", 6, 3, 2.0), ("+", BIG + 1, 0, float(BIG)), ("+", INT64_MAX, INT64_MAX, 2.0**64),
        ("+", 0.1, 0.2, 0.30000000000000004), ("*", -1, 0, -0.0), ("-", 0, 0.0, 0.0),
        ("/", 1, 0, None), ("/", 1, -0.0, None), ("/", 0, 0, None), ("/", INF, 0, None),
        ("*", 1e308, 10, INF), ("*", -1e308, 10, -INF), ("/", 1e308, 1e-308, INF),
        ("-", -1.7e308, 1.7e308, -INF), ("-", INF, INF, None), ("+", INF, -INF, None),
        ("*", INF, 0, None), ("/", INF, INF, None), ("/", 1, INF, 0.0), ("+", INF, 1, INF),
        ("*", 1e-308, 1e-308, 0.0), ("+", None, 1, None), ("+", 1, None, None),
        ("+", True, 1, None), ("+", "1", 1, None), ("*", (1.0,), 2, None), ("-", 1, "x", None),
    ],
)  # fmt: skip
def test_arithmetic(op, left, right, result) -> None:
    """S-3.3: float64 in, float64 or missing out."""
    assert same(arithmetic(op, left, right), result)


@pytest.mark.parametrize(
    ("x", "result"),
    [(1, 1.0), (1.5, 1.5), (BIG + 1, float(BIG)), (True, None), ("1", None), (None, None),
     ((1.0,), None)],
)  # fmt: skip
def test_number(x, result) -> None:
    assert same(number(x), result)


# ------------------------------------------------------------------ aggregates


def over(fn, *values, attr="x"):
    """The aggregate of x over events with these values; ``...`` is an event without x."""
    events = tuple(
        Event(index, "A", index, {} if x is ... else {"x": x}) for index, x in enumerate(values)
    )
    return aggregate(fn, events, attr)


@pytest.mark.parametrize(
    ("fn", "values", "result"),
    [
        ("COUNT", (), 0), ("COUNT", (1, None, "p", ..., True, [1.0]), 4),
        ("SUM", (), None), ("SUM", (None, ...), None), ("SUM", ("p", True), None),
        ("SUM", (1, 2), 3.0), ("SUM", (1, None, "p", True, 2), 3.0), ("SUM", (-0.0,), 0.0),
        ("SUM", (0.1, 0.2, 0.3), 0.6000000000000001), ("SUM", (0.3, 0.2, 0.1), 0.6),
        ("SUM", (1e16, 1.0, -1e16), 0.0), ("SUM", (1e16, -1e16, 1.0), 1.0),
        ("SUM", (BIG + 1, -BIG), 0.0), ("SUM", (1e308, 1e308), INF),
        ("SUM", (1e308, 1e308, -INF), None), ("SUM", (INF, 1), INF),
        ("AVG", (), None), ("AVG", ("p",), None), ("AVG", (1, 2), 1.5), ("AVG", (1, "p", 2), 1.5),
        ("AVG", (0.1, 0.2, 0.3), 0.20000000000000004),
        ("AVG", (0.3, 0.2, 0.1), 0.19999999999999998),
        ("AVG", (INF, -INF), None),
        ("MIN", (), None), ("MIN", (None, [1.0]), None), ("MIN", (3, 1, 2), 1),
        ("MIN", (1, 1.0), 1), ("MIN", (1.0, 1), 1.0), ("MAX", (1, 1.0), 1), ("MAX", (1.0, 1), 1.0),
        ("MIN", (0.0, -0.0), 0.0), ("MIN", (-0.0, 0.0), -0.0), ("MAX", (2, 2.5, None, 1), 2.5),
        ("MAX", (float(BIG), BIG + 1), float(BIG)), ("MAX", (BIG + 1, float(BIG)), BIG + 1),
        ("MIN", ("b", "a", "\U0001f600"), "a"), ("MAX", ("\uffff", "\U00010000"), "\U00010000"),
        ("MIN", (True, False), False), ("MAX", (False, None, True), True),
        ("MIN", (1, "a"), None), ("MAX", (True, 1), None), ("MIN", ("a", True), None),
        ("MIN", ([0.0], 5), 5), ("MAX", (INF, 1), INF),
        ("FIRST", (), None), ("FIRST", ("p", 1), "p"), ("FIRST", (..., 1), None),
        ("LAST", (), None), ("LAST", (1, True), True), ("LAST", (1, None), None),
        ("FIRST", ([1, 2], 1), (1.0, 2.0)),
    ],
)  # fmt: skip
def test_aggregates(fn, values, result) -> None:
    """S-3.4: left folds from 0.0, first of equals, missing where classes mix."""
    assert same(over(fn, *values), result)


def test_count_of_a_name_and_aggregates_of_fields() -> None:
    assert over("COUNT", ..., 1, attr=None) == 2
    assert over("COUNT", attr=None) == 0
    assert same(over("SUM", 5, 5, 5, attr="ts"), 3.0)
    assert same(over("MAX", 5, 5, attr="id"), 1)


# ------------------------------------------------------------------ terms in a scope


def test_every_term_reads_its_part_of_the_scope() -> None:
    first, second = Event(7, "B", 3, {"x": 1}), Event(8, "B", 4, {"x": 5})
    scope = Scope(
        event={"a": Event(9, "A", 2, {"x": -2}), "b": second},
        previous={"b": first},
        group={"b": (first, second)},
    )
    for text, expected in (
        ("a.x", -2), ("a.ts", 2), ("a.id", 9), ("a.y", None), ("b.x", 5), ("b[i].x", 5),
        ("b[i-1].x", 1), ("b[i-1].id", 7), ("COUNT(b)", 2), ("SUM(b.x)", 6.0), ("abs(a.x)", 2.0),
        ("abs(a.y)", None), ("a.x + b[i-1].x", -1.0), ("-a.x", 2.0), ("-a.y", None), ("'p'", "p"),
        ("TRUE", True), ("-3", -3), ("b.x - b[i-1].x * 2", 3.0), ("(b.x - b[i-1].x) * 2", 8.0),
    ):  # fmt: skip
        (clause,) = parse(f"PATTERN SEQ(A a, B+ b) WHERE a.z = {text} WITHIN 9").where
        assert same(value(clause.right, scope), expected), text
