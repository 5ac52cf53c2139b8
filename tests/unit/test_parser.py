"""Text to AST: what parses, the limits, and that nothing else can happen."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from augury.spec.errors import InvalidPatternError, LimitExceededError
from augury.spec.language import ast
from augury.spec.language.parser import parse
from augury.spec.limits import PATTERN_CHARACTERS, PATTERN_DEPTH


def where(condition: str) -> str:
    return f"PATTERN SEQ(A a, B+ b)\nWHERE {condition}\nWITHIN 5"


def clause(condition: str) -> ast.Condition:
    (found,) = parse(where(condition)).where
    return found


# ------------------------------------------------------------------ what parses

A, X, Y = ast.One("A", "a"), ast.Ref("a", "x"), ast.Ref("a", "y")


@pytest.mark.parametrize(
    ("text", "structure"),
    [
        ("A a", A),
        ("WHERE SEQ", ast.One("WHERE", "SEQ")),
        ('"a b" "c""d"', ast.One("a b", 'c"d')),
        ("A+ a", ast.Kleene("A", "a", 1, None)),
        ("A* a", ast.Kleene("A", "a", 1, None)),
        ("A {2,} a", ast.Kleene("A", "a", 2, None)),
        ("A{1,3}a", ast.Kleene("A", "a", 1, 3)),
        ("SEQ(A a)", ast.Seq((A,))),
        (
            "SEQ(A a, NOT(B n), AND(C c, OR(D d, E e)))",
            ast.Seq((A, ast.Absent("B", "n"), ast.And((ast.One("C", "c"),
             ast.Or((ast.One("D", "d"), ast.One("E", "e"))))))),
        ),
    ],
)  # fmt: skip
def test_structures(text, structure) -> None:
    assert parse(f"PATTERN {text} WITHIN 0") == ast.Pattern(structure, (), ast.Window(0))


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("1", ast.Constant(1)),
        ("007", ast.Constant(7)),
        ("1.0", ast.Constant(1.0)),
        ("1.", ast.Constant(1.0)),
        (".5", ast.Constant(0.5)),
        ("1e2", ast.Constant(100.0)),
        ("1E-300", ast.Constant(1e-300)),
        ("1e-400", ast.Constant(0.0)),
        ("-1", ast.Constant(-1)),
        ("- -1", ast.Constant(1)),
        ("-(1)", ast.Constant(-1)),
        (f"-{2**63}", ast.Constant(-(2**63))),
        ("-a.x", ast.Arith("-", ast.Constant(0), X)),
        ("-(1 + 2)", ast.Arith("-", ast.Constant(0), ast.Arith("+", ast.Constant(1),
         ast.Constant(2)))),
        ("-1 * a.x", ast.Arith("*", ast.Constant(-1), X)),
        ("a . x", X),
        ('a."y z"', ast.Ref("a", "y z")),
        ("a.COUNT", ast.Ref("a", "COUNT")),
        ("COUNT(b)", ast.Aggregate("COUNT", "b")),
        ("MAX ( b . x )", ast.Aggregate("MAX", "b", "x")),
        ("b[i].x", ast.Indexed("b", "x", 0)),
        ("b [ i - 1 ] . x", ast.Indexed("b", "x", 1)),
        ("abs(a.x)", ast.Call("abs", (X,))),
        ("distance(a.x, a.y)", ast.Call("distance", (X, Y))),
    ],
)  # fmt: skip
def test_terms(text, term) -> None:
    assert clause(f"a.z = {text}") == ast.Compare("=", ast.Ref("a", "z"), term)


@pytest.mark.parametrize(
    ("text", "value"),
    [("'p'", "p"), ("''", ""), ("'it''s'", "it's"), ("''''", "'"), ('\'"\'', '"'),
     ("'# \n\t\x00'", "# \n\t\x00"), ("'\U0001f600'", "\U0001f600"), ("TRUE", True),
     ("FALSE", False)],
)  # fmt: skip
def test_texts_and_truth_values(text, value) -> None:
    assert clause(f"a.z = {text}") == ast.Compare("=", ast.Ref("a", "z"), ast.Constant(value))


ONE, TWO, THREE = (ast.Compare("=", X, ast.Constant(n)) for n in (1, 2, 3))


@pytest.mark.parametrize(
    ("text", "condition"),
    [
        ("a.x = 1 OR a.x = 2 OR a.x = 3", ast.AnyOf((ONE, TWO, THREE))),
        ("(a.x = 1 OR a.x = 2) OR a.x = 3", ast.AnyOf((ONE, TWO, THREE))),
        ("a.x = 1 OR a.x = 2 AND a.x = 3", ast.AnyOf((ONE, ast.AllOf((TWO, THREE))))),
        ("a.x = 1 OR (a.x = 2 AND (a.x = 3 AND a.x = 1))",
         ast.AnyOf((ONE, ast.AllOf((TWO, THREE, ONE))))),
        ("NOT a.x = 1 OR a.x = 2", ast.AnyOf((ast.Not(ONE), TWO))),
        ("NOT (a.x = 1 OR a.x = 2)", ast.Not(ast.AnyOf((ONE, TWO)))),
        ("NOT (a.x = 1 AND a.x = 2)", ast.Not(ast.AllOf((ONE, TWO)))),
        ("NOT NOT a.x = 1", ast.Not(ast.Not(ONE))),
        ("a.x IN (1)", ast.In(X, (ast.Constant(1),))),
        ("a.x IN (1, 'p', a.y)", ast.In(X, (ast.Constant(1), ast.Constant("p"), Y))),
        ("NOT a.x + 1 IN (a.y)", ast.Not(ast.In(ast.Arith("+", X, ast.Constant(1)), (Y,)))),
    ],
)  # fmt: skip
def test_logic(text, condition) -> None:
    assert clause(text) == condition


def test_clauses_are_the_operands_of_the_outermost_ands() -> None:
    """S-2.1: parentheses are transparent, nothing else is rewritten."""
    found = parse(where("a.x = 1 AND (a.x = 2 AND (NOT (a.x = 1 AND a.x = 2))) AND a.x = 3")).where
    assert found == (ONE, TWO, ast.Not(ast.AllOf((ONE, TWO))), THREE)


@pytest.mark.parametrize(
    ("text", "window"),
    [("5", (5, None)), ("5.0", (5, None)), ("1e3", (1000, None)), ("1 us", (1, "us")),
     ("1 ms", (1, "ms")), ("1 second", (1, "seconds")), ("2 seconds", (2, "seconds")),
     ("1 minute", (1, "minutes")), ("3 hour", (3, "hours")), ("1 day", (1, "days")),
     ("1.5 hours", (90, "minutes")), ("0.5 ms", (500, "us")), ("1.5 days", (36, "hours")),
     ("0.25 seconds", (250, "ms")), ("0 days", (0, "days")), (f"{2**62 - 1}", (2**62 - 1, None))],
)  # fmt: skip
def test_windows(text, window) -> None:
    """S-2.7: a fraction becomes a whole number of the largest unit that allows it."""
    assert parse(f"PATTERN A a WITHIN {text}").within == ast.Window(*window)


def test_comments_and_white_space_mean_nothing() -> None:
    text = "# one\nPATTERN\tA a # WHERE a.x = 2\r\n\f WHERE a.x=1#\n WITHIN 5 # end"
    assert parse(text) == ast.Pattern(A, (ONE,), ast.Window(5))


def test_a_node_knows_its_offset() -> None:
    text = "PATTERN SEQ(A a, B+ b) WHERE a.x = 1 AND NOT SUM(b.y) IN (-2) WITHIN 5"
    pattern = parse(text)
    for node in ast.walk(pattern):
        start = {"Pattern": "PATTERN", "Seq": "SEQ(", "One": "A a", "Kleene": "B+", "Ref": "a.x",
                 "Constant": "-2" if getattr(node, "value", 0) == -2 else "1", "Window": "5",
                 "Not": "NOT", "Aggregate": "SUM", "In": "SUM", "Compare": "a.x"}  # fmt: skip
        assert text[node.at :].startswith(start[type(node).__name__]), node


# ------------------------------------------------------------------ limits


def test_a_text_has_at_most_65536_characters() -> None:
    text = "PATTERN A a WITHIN 5"
    assert parse(text.ljust(PATTERN_CHARACTERS)) == parse(text)
    with pytest.raises(LimitExceededError) as caught:
        parse(text.ljust(PATTERN_CHARACTERS + 1))
    assert str(caught.value) == (
        "characters of the pattern: 65,537 exceeds the limit of 65,536; split the pattern"
    )


def test_a_limit_names_the_file() -> None:
    for text in ("x" * 70_000, f"PATTERN {'SEQ(' * 200}A a{')' * 200} WITHIN 5"):
        with pytest.raises(LimitExceededError, match=r"^my\.sase: "):
            parse(text, source="my.sase")


NESTED = {
    "SEQ": lambda n: f"PATTERN {'SEQ(' * n}A a{')' * n} WITHIN 5",
    "NOT": lambda n: where("NOT " * n + "a.x = 1"),
    "minus": lambda n: where("a.x = " + "-" * n + "a.y"),
    "sum": lambda n: where("a.x = 1" + "+1" * n),
    "call": lambda n: where("a.x = " + "abs(" * n + "1" + ")" * n),
    "OR AND": lambda n: where("a.x = 1 AND (a.x = 1 OR " * (n // 2) + "a.x = 2" + ")" * (n // 2)),
}


@pytest.mark.parametrize("depth", [PATTERN_DEPTH + 1, 1_000, 10_000])
@pytest.mark.parametrize("kind", NESTED)
def test_no_depth_exhausts_the_stack(kind, depth) -> None:
    text = NESTED[kind](depth)
    with pytest.raises(LimitExceededError) as caught:
        parse(text)
    if len(text) <= PATTERN_CHARACTERS:
        assert str(caught.value).startswith("nesting depth of the pattern: ")
        assert str(caught.value).endswith(" exceeds the limit of 100; flatten the pattern")
        assert depth - 2 <= caught.value.size <= depth + 4


@pytest.mark.parametrize("size", [1_000, 20_000])
def test_parentheses_and_lists_are_no_depth(size) -> None:
    inside = "(" * size + "a.x = 1" + ")" * size
    assert clause(inside) == ONE
    assert len(clause(f"a.x IN (1{',1' * size})").options) == size + 1


@pytest.mark.parametrize("rest", ["(" * 20_000, "1" + "+1" * 20_000 + ")", "1" + "+1" * 20_000])
def test_a_syntax_error_behind_a_deep_text_is_still_one(rest) -> None:
    text = f"PATTERN A a WHERE a.x = {rest}"
    with pytest.raises(InvalidPatternError) as caught:
        parse(text)
    assert caught.value.column == len(text) + (0 if rest.endswith(")") else 1)


# ------------------------------------------------------------------ anything at all

WORDS = [
    *("PATTERN", "WHERE", "WITHIN", "SEQ", "AND", "OR", "NOT", "IN", "TRUE", "FALSE", "COUNT"),
    *("SUM", "MIN", "LAST", "abs", "corr", "A", "B+", "a", "b", "x", "i", "hours", "us", "ms"),
    *("1", "2.5", "1e9", "0", "'p'", "''", '"q"', '""', "[i]", "[i-1]", "(", ")", "[", "]"),
    *("{", "}", ",", ".", "+", "-", "*", "/", "=", "!=", "<", ">=", "#", "\n", "\x00"),
]


def survives(text: str) -> None:
    """A text parses, and what it parses to prints and parses back; or it is refused."""
    try:
        pattern = parse(text)
    except (InvalidPatternError, LimitExceededError):
        return
    assert parse(str(pattern)) == pattern


@given(st.text())
@example("'")
@example("PATTERN A a WITHIN 1e-9999999999999999999")
@example("PATTERN A a WITHIN 0e9999999999999999999")
def test_any_text_parses_or_is_refused(text) -> None:
    survives(text)


@given(st.lists(st.sampled_from(WORDS), max_size=30).map(" ".join))
def test_any_soup_of_words_parses_or_is_refused(soup) -> None:
    survives(soup)
    survives(f"PATTERN {soup} WITHIN 5")
    survives(where(soup))
    survives(f"PATTERN A a WITHIN {soup}")


@given(st.data())
def test_any_edit_of_a_pattern_parses_or_is_refused(data) -> None:
    text = where("a.x = 1 AND NOT (a.x IN ('p', -2.5) OR SUM(b.y) < b[i].y - b[i-1].\"z\" / 2)")
    words = re.findall(r"\w+|\s+|.", text)
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(words) - 1))
        words[place : place + data.draw(st.integers(0, 2))] = [data.draw(st.sampled_from(WORDS))]
    survives("".join(words))
