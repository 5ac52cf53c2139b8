"""Patterns in Python: the same AST as the text; and the checks of trees that no text gives."""

from __future__ import annotations

import doctest
import math

import pytest

from augury.spec.errors import InvalidPatternError, LimitExceededError
from augury.spec.language import ast, builder
from augury.spec.language.builder import (
    Name,
    absent,
    aggregate,
    all_of,
    and_,
    any_of,
    call,
    kleene,
    not_,
    one,
    or_,
    pattern,
    previous,
    seq,
    this,
    within,
)
from augury.spec.language.check import check
from augury.spec.language.functions import register
from augury.spec.language.parser import parse
from augury.spec.limits import PATTERN_DEPTH, PATTERN_NAMES

a, b, n = Name("a"), Name("b"), Name("n")


def clause_of(text: str) -> ast.Condition:
    (found,) = parse(f"PATTERN SEQ(A a, NOT(N n), B+ b) WHERE {text} WITHIN 5").where
    return found


@pytest.mark.parametrize(
    ("built", "text"),
    [
        (a.x < b.x, "a.x < b.x"),
        (a.x <= 1, "a.x <= 1"),
        (a.x > 1.5, "a.x > 1.5"),
        (a.x >= "p", "a.x >= 'p'"),
        (a.x < 1, "a.x < 1"),
        (a.x.eq(True), "a.x = TRUE"),
        (a.x.ne(b.y), "a.x != b.y"),
        (a["x y"].isin(1, 2.0, "p"), 'a."x y" IN (1, 2.0, \'p\')'),
        (a["called"] < 1, "a.called < 1"),
        (a.ts + 1 < 1 + b.ts, "a.ts + 1 < 1 + b.ts"),
        (a.x - 1 < 1 - b.x, "a.x - 1 < 1 - b.x"),
        (a.x * 2 < 2 * b.x, "a.x * 2 < 2 * b.x"),
        (a.x / 2 < 2 / b.x, "a.x / 2 < 2 / b.x"),
        ((a.x + 1) * a.y < 0, "(a.x + 1) * a.y < 0"),
        (this(b, "x") > previous(b, "x"), "b[i].x > b[i-1].x"),
        (aggregate("COUNT", b) > aggregate("SUM", b, "x"), "COUNT(b) > SUM(b.x)"),
        (call("abs", a.x) < call("corr", a.h, b.h), "abs(a.x) < corr(a.h, b.h)"),
        (not_(a.x < 1), "NOT a.x < 1"),
        (not_(all_of(a.x < 1, all_of(a.y < 1, a.z < 1))), "NOT (a.x < 1 AND a.y < 1 AND a.z < 1)"),
        (any_of(a.x < 1, any_of(a.y < 1, n.z < 1)), "a.x < 1 OR a.y < 1 OR n.z < 1"),
        (any_of(a.x < 1), "a.x < 1"),
        (all_of(a.x < 1), "a.x < 1"),
    ],
)  # fmt: skip
def test_a_built_clause_is_the_parsed_one(built, text) -> None:
    assert built == clause_of(text)


def test_a_built_pattern_is_the_parsed_one() -> None:
    c, d, e = Name("c"), Name("d"), Name("e")
    built = pattern(
        seq(one("A", a), absent("N", n), and_(kleene("B", b), kleene("C", c, 0, 2)),
            or_(one("D", d), kleene("E", e, 2))),
        [all_of(a.x < 1, n.x.eq(a.x)), b.y > 2],
        within(3, "hours"),
    )  # fmt: skip
    assert built == parse(
        "PATTERN SEQ(A a, NOT(N n), AND(B+ b, C{0,2} c), OR(D d, E{2,} e)) "
        "WHERE a.x < 1 AND n.x = a.x AND b.y > 2 WITHIN 3 hours"
    )
    assert len(built.where) == 3


def test_a_built_pattern_is_checked() -> None:
    with pytest.raises(InvalidPatternError) as caught:
        pattern(one("A", a), [b.x < 1], within(5))
    assert str(caught.value) == "pattern: unknown name 'b'; the names are a"
    functions = register({"f": lambda x: x})
    assert pattern(one("A", a), [call("f", a.x) < 1], within(5), functions=functions)
    with pytest.raises(InvalidPatternError, match="unknown function 'f'"):
        pattern(one("A", a), [call("f", a.x) < 1], within(5))


def test_an_unknown_unit_is_refused() -> None:
    with pytest.raises(ValueError, match=r"unknown unit 'weeks'; use us, ms, seconds, minutes"):
        within(5, "weeks")


def test_a_name_has_no_special_attributes() -> None:
    with pytest.raises(AttributeError, match="__wrapped__"):
        _ = a.__wrapped__


def test_the_story_in_the_module_is_true() -> None:
    result = doctest.testmod(builder)
    assert (result.failed, result.attempted) == (0, 3)


@pytest.mark.parametrize("wrong", [None, [1.0], b"x"], ids=repr)
def test_a_constant_of_no_kind_is_refused_with_a_reason(wrong) -> None:
    """A value that is no constant is the user's mistake, and is said so."""
    with pytest.raises(InvalidPatternError):
        pattern(one("A", a), [a.x < wrong], within(5))


def test_names_and_a_single_condition_may_be_given_plainly() -> None:
    plain = pattern(one("A", "a"), a.x < 1, within(5))
    assert plain == pattern(one("A", a), [a.x < 1], within(5))


def test_two_equals_signs_are_answered_with_the_fix() -> None:
    """Python's == compares the expressions and gives a bool, which is no condition."""
    with pytest.raises(InvalidPatternError, match="eq"):
        pattern(one("A", a), [a.x == a.y], within(5))


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: pattern(one("A", a), [], within(1.5)),
        lambda: pattern(kleene("A", a, 1.5), [], within(5)),
        lambda: pattern(kleene("A", a), [aggregate("sum", a, "x") > 1], within(5)),
        lambda: pattern(seq(one("A", a), a.x < 1), [], within(5)),
        lambda: pattern(seq(one("A", a), "B b"), [], within(5)),
        lambda: pattern(ast.Seq([one("A", a)]), [], within(5)),
        lambda: pattern(one("A", a), [], 5),
        lambda: pattern(
            one("A", a), [ast.Compare("==", ast.Ref("a", "x"), ast.Constant(1))], within(5)
        ),
        lambda: pattern(one("A", 7), [], within(5)),
    ],
    ids=[
        "window",
        "bounds",
        "aggregate",
        "clause as event",
        "text as event",
        "list of parts",
        "int as window",
        "sign",
        "int as name",
    ],
)
def test_what_the_types_forbid_is_refused_with_a_reason(wrong) -> None:
    """A pattern that passes the builder has a meaning: it prints, parses and is evaluated."""
    with pytest.raises(InvalidPatternError):
        wrong()


@pytest.mark.parametrize(
    "wrong", [lambda: 1 < a.x < 5, lambda: a.x < 5 and a.y < 3], ids=["chain", "and"]
)
def test_no_condition_is_lost_to_the_truth_of_another(wrong) -> None:
    """Python's ``and`` asks the first condition for its truth and then forgets it."""
    with pytest.raises((TypeError, InvalidPatternError), match="all_of"):
        wrong()


# ------------------------------------------------------------------ trees that no text gives

X = ast.Ref("a", "x")
ONE = ast.Compare("=", X, ast.Constant(1))
A = ast.One("A", "a")


def unmeant(*clauses, structure=A, window=5) -> str:
    with pytest.raises(InvalidPatternError) as caught:
        check(ast.Pattern(structure, clauses, ast.Window(window)))
    assert caught.value.line == 0
    return caught.value.reason


@pytest.mark.parametrize(
    ("clause", "reason"),
    [
        (ast.AnyOf((ONE,)), "OR needs two operands or more, unnested"),
        (ast.AnyOf((ONE, ast.AnyOf((ONE, ONE)))), "OR needs two operands or more, unnested"),
        (ast.Not(ast.AllOf(())), "AND needs two operands or more, unnested"),
        (ast.Not(ast.AllOf((ast.AllOf((ONE, ONE)), ONE))),
         "AND needs two operands or more, unnested"),
        (ast.AllOf((ONE, ONE)), "a clause is an operand of the outermost ANDs, not an AND"),
        (ast.In(X, ()), "IN () is empty; name at least one value"),
        (ast.Compare("=", X, ast.Constant(math.inf)), "inf is not a constant of the language"),
        (ast.Compare("=", X, ast.Constant(math.nan)), "nan is not a constant of the language"),
    ],
)  # fmt: skip
def test_clauses_that_no_text_gives(clause, reason) -> None:
    assert unmeant(clause) == reason


def test_structures_that_no_text_gives() -> None:
    assert unmeant(structure=ast.One("", "a")) == "a type and a name must not be empty"
    assert unmeant(structure=ast.Kleene("A", "")) == "a type and a name must not be empty"
    assert unmeant(window=-3) == "the window -3 is negative; use 0 or more"
    pair = ast.Compare("=", ast.Indexed("b", "x", 2), ast.Constant(1))
    assert unmeant(pair, structure=ast.Kleene("B", "b")) == "an index is [i] or [i-1]"
    assert "-1,2" in unmeant(structure=ast.Kleene("A", "a", -1, 2))


def test_half_a_surrogate_pair_is_refused_wherever_it_stands() -> None:
    reason = "half a surrogate pair is no character"
    assert unmeant(structure=ast.One("\ud800", "a")) == reason
    assert unmeant(structure=ast.Kleene("A", "a\ud800")) == reason
    assert unmeant(ast.Compare("=", X, ast.Constant("p\udfff"))) == reason
    assert unmeant(ast.Compare("=", ast.Ref("a", "\ud800"), ast.Constant(1))) == reason


def test_an_attribute_is_not_empty() -> None:
    assert "empty" in unmeant(ast.Compare("=", ast.Ref("a", ""), ast.Constant(1)))


@pytest.mark.parametrize("huge", [10**5000, -(10**5000)], ids=["plus", "minus"])
def test_a_huge_int_is_refused_in_a_short_line(huge) -> None:
    assert len(unmeant(ast.Compare("=", X, ast.Constant(huge)))) < 200
    assert len(unmeant(structure=ast.Kleene("A", "a", huge))) < 200
    assert len(unmeant(window=huge)) < 200


# ------------------------------------------------------------------ limits


def test_the_limits_of_depth_names_and_branches() -> None:
    deep = ONE
    while ast.depth(deep) < PATTERN_DEPTH - 1:
        deep = ast.Not(deep)
    check(ast.Pattern(A, (deep,), ast.Window(1)))
    many = [ast.One("T", f"n{k}") for k in range(PATTERN_NAMES + 1)]
    check(ast.Pattern(ast.Seq(tuple(many[1:])), (), ast.Window(1)))
    pairs = [ast.Or((ast.One("A", f"a{k}"), ast.One("B", f"b{k}"))) for k in range(11)]
    check(ast.Pattern(ast.Seq(tuple(pairs[1:])), (), ast.Window(1)))
    for structure, clause, message in (
        (A, ast.Not(deep),
         "nesting depth of the pattern: 101 exceeds the limit of 100; flatten the pattern"),
        (ast.Seq(tuple(many)), ONE,
         "names of the pattern: 65 exceeds the limit of 64; use fewer names"),
        (ast.And(tuple(pairs)), ONE,
         "branches of the pattern: 2,048 exceeds the limit of 1,024; use fewer ORs"),
    ):  # fmt: skip
        with pytest.raises(LimitExceededError) as caught:
            check(ast.Pattern(structure, (clause,), ast.Window(1)))
        assert str(caught.value) == message
