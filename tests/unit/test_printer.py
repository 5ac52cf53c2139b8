"""AST to text: canonical, with the fewest parentheses, and it parses back (S-2.1)."""

from __future__ import annotations

import itertools
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from augury.spec.language import ast
from augury.spec.language.check import check
from augury.spec.language.parser import parse
from augury.spec.language.printer import (
    RESERVED,
    show_bounds,
    show_condition,
    show_name,
    show_structure,
    show_term,
    show_window,
)
from augury.spec.limits import PATTERN_DEPTH

X, Y, Z = (ast.Ref(name, "x") for name in "abc")
ABC = ast.Seq((ast.One("A", "a"), ast.One("B", "b"), ast.Kleene("C", "c")))
OPS = get_args(ast.ArithOp)


def pattern(*where: ast.Condition, structure: ast.Structure = ABC) -> ast.Pattern:
    return ast.Pattern(structure, where, ast.Window(5))


def term_back(text: str) -> ast.Term:
    (clause,) = parse(f"PATTERN SEQ(A a, B b, C+ c) WHERE {text} = a.y WITHIN 5").where
    return clause.left


def back(*where: ast.Condition) -> None:
    assert parse(str(pattern(*where))) == pattern(*where)


# ------------------------------------------------------------------ the whole


def test_a_pattern_is_three_lines_or_two() -> None:
    clauses = (ast.Compare("<", X, Y), ast.AnyOf((ast.Compare("=", X, Y), ast.Compare("=", X, Z))))
    assert str(pattern(*clauses)) == (
        "PATTERN SEQ(A a, B b, C+ c)\nWHERE a.x < b.x AND (a.x = b.x OR a.x = c.x)\nWITHIN 5"
    )
    assert str(pattern()) == "PATTERN SEQ(A a, B b, C+ c)\nWITHIN 5"


@pytest.mark.parametrize(
    "text",
    ["A a", "NOT(A a)", "A+ a", "A{0,} a", "A{0,1} a", "A{1,1} a", "A{2,5} a", "SEQ(A a)",
     "AND(A a, OR(B b, SEQ(C c, NOT(D d))))"],
)  # fmt: skip
def test_structures(text) -> None:
    if "NOT" not in text and "{0," not in text:
        assert show_structure(parse(f"PATTERN {text} WITHIN 5").structure) == text
    both = f"SEQ(Z z, {text})"
    assert show_structure(parse(f"PATTERN {both} WITHIN 5").structure) == both


def test_one_or_more_is_a_plus() -> None:
    assert show_bounds(1, None) == "+"
    assert show_bounds(1, 1) == "{1,1}"
    assert show_bounds(0, None) == "{0,}"


@pytest.mark.parametrize(
    ("window", "text"),
    [((0, None), "0"), ((1, None), "1"), ((1, "us"), "1 us"), ((1, "ms"), "1 ms"),
     ((2, "ms"), "2 ms"), ((1, "seconds"), "1 second"), ((1, "minutes"), "1 minute"),
     ((1, "hours"), "1 hour"), ((1, "days"), "1 day"), ((0, "days"), "0 days"),
     ((90, "minutes"), "90 minutes")],
)  # fmt: skip
def test_windows(window, text) -> None:
    assert show_window(ast.Window(*window)) == text
    assert parse(f"PATTERN A a WITHIN {text}").within == ast.Window(*window)


# ------------------------------------------------------------------ names and constants


@pytest.mark.parametrize(
    ("name", "text"),
    [("a", "a"), ("_a1", "_a1"), ("count", "count"), ("i", "i"), ("1a", '"1a"'), ("a b", '"a b"'),
     ('"', '""""'), ("é", '"é"'), ("a.b", '"a.b"'), ("#", '"#"'), ("\n", '"\n"'),
     *((word, f'"{word}"') for word in sorted(RESERVED))],
)  # fmt: skip
def test_a_name_is_quoted_where_it_must_be(name, text) -> None:
    assert show_name(name) == text
    structure = ast.Seq((ast.One(name, "z"), ast.Kleene(name, name)))
    clause = ast.AnyOf((
        ast.Compare("=", ast.Ref(name, name), ast.Indexed(name, name, 1)),
        ast.Compare("=", ast.Aggregate("SUM", name, name), ast.Aggregate("COUNT", name)),
    ))  # fmt: skip
    assert parse(str(pattern(clause, structure=structure))) == pattern(clause, structure=structure)


names = st.text(st.characters(exclude_categories=["Cs"]), min_size=1).filter(
    lambda n: n != "branch"
)


@given(names, names, names)
def test_any_name_parses_back(type_, name, attr) -> None:
    structure = ast.Kleene(type_, name, 2)
    clause = ast.Compare("=", ast.Ref(name, f"{attr}'"), ast.Indexed(name, f'{attr}"', 0))
    assert parse(str(pattern(clause, structure=structure))) == pattern(clause, structure=structure)


@pytest.mark.parametrize(
    ("value", "text"),
    [(True, "TRUE"), (False, "FALSE"), ("", "''"), ("it's", "'it''s'"), ("''", "''''''"),
     ("\n\t\x00\x7f", "'\n\t\x00\x7f'"), ('"', "'\"'"), ("# no comment", "'# no comment'"),
     ("\U0001f600", "'\U0001f600'"), (0, "0"), (-1, "-1"), (2**63 - 1, "9223372036854775807"),
     (-(2**63), "-9223372036854775808"), (1.0, "1.0"), (-0.5, "-0.5"), (1e-300, "1e-300"),
     (1e16, "1e+16"), (1.7976931348623157e308, "1.7976931348623157e+308"), (5e-324, "5e-324"),
     (0.1, "0.1"), (1 / 3, "0.3333333333333333")],
)  # fmt: skip
def test_constants(value, text) -> None:
    assert show_term(ast.Constant(value)) == text
    if not isinstance(value, str):
        assert repr(clause_constant(text).value) == repr(value)
    else:
        assert clause_constant(text) == ast.Constant(value)


def clause_constant(text: str) -> ast.Constant:
    (clause,) = parse(f"PATTERN A a WHERE a.x = {text} WITHIN 5").where
    return clause.right


@given(st.integers(-(2**63), 2**63 - 1) | st.floats(allow_nan=False, allow_infinity=False)
       | st.text(st.characters(exclude_categories=["Cs"])) | st.booleans())  # fmt: skip
def test_any_constant_parses_back_in_any_place(value) -> None:
    constant = ast.Constant(value)
    assert clause_constant(show_term(constant)) == constant
    back(ast.In(X, (constant,)))
    if constant.kind in ("int", "float"):
        for left, right in ((X, constant), (constant, X), (constant, constant)):
            for op in OPS:
                back(ast.Compare("=", ast.Arith(op, left, right), Y))


# ------------------------------------------------------------------ precedence


@pytest.mark.parametrize(("outer", "inner"), list(itertools.product(OPS, OPS)))
def test_arithmetic_of_every_pair_of_signs(outer, inner) -> None:
    """Parentheses stand just where leaving them out would change the tree."""
    for tree, plain in (
        (ast.Arith(outer, ast.Arith(inner, X, Y), Z), f"a.x {inner} b.x {outer} c.x"),
        (ast.Arith(outer, X, ast.Arith(inner, Y, Z)), f"a.x {outer} b.x {inner} c.x"),
    ):
        shown = show_term(tree)
        assert term_back(shown) == tree
        assert ("(" in shown) == (term_back(plain) != tree)


def test_minus_before_a_term() -> None:
    tree = ast.Arith("*", ast.Arith("-", ast.Constant(0), X), Y)
    assert show_term(tree) == "(0 - a.x) * b.x"
    assert term_back("-a.x * b.x") == tree
    assert show_term(ast.Arith("-", X, ast.Constant(-1))) == "a.x - -1"
    assert term_back("a.x--1") == ast.Arith("-", X, ast.Constant(-1))


def test_terms() -> None:
    assert show_term(ast.Call("abs", (ast.Arith("+", X, Y),))) == "abs(a.x + b.x)"
    assert show_term(ast.Call("f", ())) == "f()"
    assert show_term(ast.Indexed("c", "x", 0)) == "c[i].x"
    assert show_term(ast.Indexed("c", "x", 1)) == "c[i-1].x"
    assert show_term(ast.Aggregate("COUNT", "c")) == "COUNT(c)"
    assert show_term(ast.Aggregate("MIN", "c", "x y")) == 'MIN(c."x y")'


E, F, G = (ast.Compare(op, X, Y) for op in ("=", "<", ">="))


@pytest.mark.parametrize(
    ("condition", "text"),
    [
        (ast.Not(E), "NOT a.x = b.x"),
        (ast.Not(ast.Not(E)), "NOT NOT a.x = b.x"),
        (ast.Not(ast.AnyOf((E, F))), "NOT (a.x = b.x OR a.x < b.x)"),
        (ast.Not(ast.AllOf((E, F))), "NOT (a.x = b.x AND a.x < b.x)"),
        (ast.Not(ast.In(X, (Y, Z))), "NOT a.x IN (b.x, c.x)"),
        (ast.AnyOf((ast.Not(E), F)), "NOT a.x = b.x OR a.x < b.x"),
        (ast.AnyOf((ast.AllOf((E, F)), G)), "a.x = b.x AND a.x < b.x OR a.x >= b.x"),
        (ast.AnyOf((G, ast.AllOf((ast.Not(E), F)))), "a.x >= b.x OR NOT a.x = b.x AND a.x < b.x"),
        (ast.AnyOf((G, ast.AllOf((ast.AnyOf((E, F)), F)))),
         "a.x >= b.x OR (a.x = b.x OR a.x < b.x) AND a.x < b.x"),
        (ast.In(ast.Arith("+", X, Y), (ast.Constant("p"),)), "a.x + b.x IN ('p')"),
    ],
)  # fmt: skip
def test_logic(condition, text) -> None:
    assert show_condition(condition) == text
    if condition.__class__ is not ast.In:
        back(condition)
        back(condition, condition)


# ------------------------------------------------------------------ at the limit


@pytest.mark.parametrize("clauses", [1, 2])
def test_the_deepest_pattern_parses_back(clauses) -> None:
    deep: ast.Condition = E
    while ast.depth(pattern(deep)) < PATTERN_DEPTH:
        deep = ast.Not(deep)
    whole = pattern(*[deep] * clauses)
    check(whole)
    assert parse(str(whole)) == whole


def test_the_deepest_structure_parses_back() -> None:
    structure: ast.Structure = ast.One("A", "a")
    while ast.depth(pattern(structure=structure)) < PATTERN_DEPTH:
        structure = ast.Seq((structure,))
    assert parse(str(pattern(structure=structure))) == pattern(structure=structure)
