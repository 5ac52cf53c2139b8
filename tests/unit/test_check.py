"""What is refused: each error says what is wrong, points at it, and can be read in one line."""

from __future__ import annotations

import pytest

from augury.spec.errors import InvalidPatternError
from augury.spec.language.functions import register
from augury.spec.language.parser import parse

MARK = "¦"
"""Stands in a text right before the offence; it is taken out before the text is parsed."""
VALUE = "'(', '-', TRUE or FALSE, a name, a number, a text in quotes, an aggregate"
CHAIN = " (comparisons do not chain: write x < y AND y < z)"
TOO_LONG = "the window is too long a number, or not a whole number of ticks"
CAPITALS = " (keywords are written in capitals)"
ONE_EVENT = " (NOT takes one event: NOT(Type name), not SEQ, AND, OR or a Kleene name)"


def where(condition: str) -> str:
    return f"PATTERN SEQ(A a, B+ b)\nWHERE {condition}\nWITHIN 5"


def refused(marked: str, **known) -> str:
    """Return the reason of a rejection that points at the mark, with a caret right below it."""
    text, at = marked.replace(MARK, ""), marked.index(MARK)
    with pytest.raises(InvalidPatternError) as caught:
        parse(text, source="p.sase", **known)
    error = caught.value
    lines = marked[:at].split("\n")
    assert (error.at, error.line, error.column) == (at, len(lines), len(lines[-1]) + 1)
    assert str(error) == f"p.sase:{error.line}:{error.column}: {error.reason}"
    line = text.split("\n")[error.line - 1]
    assert error.excerpt() == f"{line[:72]}\n{' ' * len(lines[-1])}^"
    return error.reason


# ------------------------------------------------------------------ the grammar


@pytest.mark.parametrize(
    ("marked", "reason"),
    [
        ("¦", "the pattern ends too early; expected PATTERN"),
        ("¦pattern A a WITHIN 5", f"unexpected 'pattern'; expected PATTERN{CAPITALS}"),
        ("PATTERN A a¦\n ", "the pattern ends too early; expected WHERE, WITHIN"),
        ("PATTERN A a ¦within 5", f"unexpected 'within'; expected WHERE, WITHIN{CAPITALS}"),
        ("PATTERN A a WITHIN ¦a", "unexpected 'a'; expected '-', a number"),
        ("PATTERN A a WITHIN 5 ms ¦zebra", "unexpected 'zebra'; expected SELECT, SKIP, the end"),
        ("PATTERN A a WITHIN 5 ¦;", "unexpected ';'; expected a name"),
        ("PATTERN SEQ(A a,¦) WITHIN 5", "unexpected ')'; expected AND, NOT, OR, SEQ, a name"),
        ("PATTERN SEQ(A¦, B b) WITHIN 5", "unexpected ','; expected '*', '+', '{', a name"),
        ("PATTERN A{1¦} a WITHIN 5",
         "unexpected '}'; expected ',' (two of them are written T{2,2} a)"),
        ("PATTERN SEQ(A a, NOT(B¦+ b)) WITHIN 5", f"unexpected '+'; expected a name{ONE_EVENT}"),
        ("PATTERN NOT(SEQ¦(A a)) WITHIN 5", f"unexpected '('; expected a name{ONE_EVENT}"),
        (where("a.x = ¦)"), f"unexpected ')'; expected {VALUE}"),
        (where("a.x = ¦@"), f"unexpected '@'; expected {VALUE}"),
        (where("NOT (b¦)"), "unexpected ')'; expected '(', '.', '['"),
        (where("a.x = ¦'p"), "the quote ' is never closed"),
        ('PATTERN ¦"A a WITHIN 5', 'the quote " is never closed'),
        (where("1 < 2 ¦< 3"), f"unexpected '<'; expected AND, OR, WITHIN, '+', '-'{CHAIN}"),
        (where("a.x IN ¦1"), "unexpected '1'; expected '('"),
        (where("a.x IN (¦)"), f"unexpected ')'; expected {VALUE}"),
        (where("SUM(¦1) = 1"), "unexpected '1'; expected a name"),
        (where("b[¦j].x = 1"), "unexpected 'j'; expected 'i'"),
        (where("b[i-¦2].x = 1"), "unexpected '2'; expected '1'"),
        (where("a.x = 1 ¦and a.y = 2"),
         f"unexpected 'and'; expected AND, OR, WITHIN, '*', '+', '-', '/'{CAPITALS}"),
        ("PATTERN A{¦1.5,} a WITHIN 5", "a count must be a whole number, not 1.5"),
        ("PATTERN A{1,¦2e0} a WITHIN 5", "a count must be a whole number, not 2e0"),
        (where("a.x =¦= 1"),
         f"unexpected '='; expected {VALUE} (equality is written with one =)"),
        ("PATTERN A a WITHIN ¦1e401", TOO_LONG),
        ("PATTERN A a WITHIN ¦1e-401 days", TOO_LONG),
        (where("a.x = '¦\ud800'"),
         "half a surrogate pair is no character"),
        (where("a.x = ¦1e309"), "this number is outside float64"),
        ("PATTERN A a WITHIN ¦-5", "the window -5 is negative; use 0 or more"),
        ("PATTERN A a WITHIN ¦1.5", "the window 1.5 is not a whole number of ticks"),
        ("PATTERN A a WITHIN ¦0.0005 ms", "the window 0.0005 is not a whole number of ticks"),
        ("PATTERN A a WITHIN ¦1e-400 days", "the window 1e-400 is not a whole number of ticks"),
        ("PATTERN A a WITHIN 5 ¦s",
         "unknown unit 's'; use us, ms, seconds, minutes, hours, days"),
    ],
)  # fmt: skip
def test_syntax_errors_say_what_and_where(marked, reason) -> None:
    assert refused(marked) == reason


def test_an_int_of_thousands_of_digits_is_refused_in_one_short_line() -> None:
    with pytest.raises(InvalidPatternError) as caught:
        parse(where(f"a.x = 1{'0' * 5000}"))
    assert str(caught.value) == "pattern:2:13: this int has too many digits"


@pytest.mark.parametrize(
    ("marked", "start"),
    [(where("a ¦= 1"), "unexpected '='; expected '(', '.', '['"),
     (where("abs(1 ¦= 1) = 2"), "unexpected '='; expected ')', '+', ',', '-'")],
)  # fmt: skip
def test_the_hint_on_chains_is_given_for_chains_only(marked, start) -> None:
    reason = refused(marked)
    assert reason.startswith(start)
    assert CHAIN not in reason


def test_an_empty_name_in_quotes_is_not_called_unclosed() -> None:
    assert "never closed" not in refused('PATTERN ¦"" a WITHIN 5')


@pytest.mark.parametrize(
    "number",
    [f"0.1{'0' * 40}1 seconds", f"1.{'0' * 40}1 us", f"{'1234567890' * 5}.5 us"],
)
def test_no_number_of_digits_makes_a_window_whole(number) -> None:
    assert "whole number of ticks" in refused(f"PATTERN A a WITHIN ¦{number}")


@pytest.mark.parametrize(
    "text",
    ['PATTERN A a WHERE "q\nz".x = 1 WITHIN 1', "PATTERN A a WHERE 'x\ny' = 1 WITHIN 1",
     'PATTERN "A\nB" a WHERE a.type = 1 WITHIN 1', 'PATTERN A a WITHIN 1 "x\ny"',
     'PATTERN A a WHERE "x\ny"(1) = 1 WITHIN 1', "PATTERN A a WHERE 1 'x\ny' WITHIN 1",
     'PATTERN SEQ(A "x\ny", B "x\ny") WITHIN 1'],
)  # fmt: skip
def test_an_error_is_one_line_whatever_the_names_are(text) -> None:
    with pytest.raises(InvalidPatternError) as caught:
        parse(text)
    assert "\n" not in str(caught.value)


# ------------------------------------------------------------------ structure and window

NUT = "PATTERN SEQ(A a, NOT(M m), NOT(N n))\nWHERE "
EITHER = "PATTERN SEQ(A a, OR(B b, C+ c))\nWHERE "


@pytest.mark.parametrize(
    ("marked", "reason"),
    [
        ("PATTERN SEQ(A a, ¦SEQ()) WITHIN 5", "SEQ() is empty; name at least one event"),
        ("PATTERN ¦AND() WITHIN 5", "AND() is empty; name at least one event"),
        ("PATTERN ¦OR() WITHIN 5", "OR() is empty; name at least one event"),
        ("PATTERN SEQ(A a,\n ¦NOT(B a)) WITHIN 5",
         "the name 'a' is used twice; names are unique in a pattern"),
        ("PATTERN OR(A a, ¦B+ a) WITHIN 5",
         "the name 'a' is used twice; names are unique in a pattern"),
        ("PATTERN ¦A branch WITHIN 5",
         "the name 'branch' is reserved for results; choose another"),
        ("PATTERN ¦A{2,1} a WITHIN 5",
         "the bounds {2,1} of 'a' must satisfy 0 <= m <= n <= 1000000000 and n >= 1"),
        ("PATTERN ¦A{0,0} a WITHIN 5",
         "the bounds {0,0} of 'a' must satisfy 0 <= m <= n <= 1000000000 and n >= 1"),
        ("PATTERN ¦A{1000000001,} a WITHIN 5",
         "the bounds {1000000001,} of 'a' must satisfy 0 <= m <= n <= 1000000000 and n >= 1"),
        (f"PATTERN A a WITHIN ¦{2**62}", "the window is 2^62 ticks or more; use a smaller one"),
        ("PATTERN A a WITHIN ¦53375996 days",
         "the window is 2^62 ticks or more; use a smaller one"),
        ("PATTERN ¦OR(A a, SEQ(B{0,} b, NOT(N n))) WITHIN 5",
         "the branch (b, n) has no positive name that must bind an event; add one"),
    ],
)  # fmt: skip
def test_structures_and_windows_without_a_meaning(marked, reason) -> None:
    assert refused(marked) == reason


@pytest.mark.parametrize(
    ("marked", "reason"),
    [
        (where("a.x < ¦zebra.x"), "unknown name 'zebra'; the names are a, b"),
        (where("SUM(b.x) < ¦SUM(zebra.x)"), "unknown name 'zebra'; the names are a, b"),
        (where("¦zebra[i].x = 1"), "unknown name 'zebra'; the names are a, b"),
        (where("¦a.type = 'A'"), "'type' is not an attribute: 'a' has type A by the pattern"),
        (where("COUNT(b) = ¦COUNT(b.type)"),
         "'type' is not an attribute: 'b' has type B by the pattern"),
        (where("1 = ¦SUM(a.x)"), "SUM needs a Kleene name, and 'a' is one event"),
        (where("1 = ¦COUNT(a)"), "COUNT needs a Kleene name, and 'a' is one event"),
        (where("1 = ¦MAX(b)"), "MAX(b) needs an attribute: MAX(b.x)"),
        (where("¦a[i-1].x = 1"), "an index needs a Kleene name, and 'a' is one event"),
        (NUT + "a.x = 1 AND ¦m.x = n.x WITHIN 5",
         "a clause joins the negated names m, n; it may have one"),
        ("PATTERN SEQ(A+ a, B+ b) WHERE ¦a[i].x = b[i-1].x WITHIN 5",
         "a clause indexes a, b; it may index one name"),
        (EITHER + "a.x = 1 AND ¦b.x = MIN(c.x) WITHIN 5",
         "no branch has the names b, c together"),
    ],
)  # fmt: skip
def test_clauses_without_a_meaning(marked, reason) -> None:
    assert refused(marked) == reason


@pytest.mark.parametrize(
    ("marked", "reason"),
    [
        (where("(¦a.x)"), "a condition must be a comparison; write for example a.flag = TRUE"),
        (where("a.x = 1 OR NOT ¦TRUE"),
         "a condition must be a comparison; write for example a.flag = TRUE"),
        (where("(¦1 = 1) = 2"), "a condition stands where a value is expected"),
        (where("2 + (¦1 = 1) = 2"), "a condition stands where a value is expected"),
        (where("abs((¦1 = 1)) = 2"), "a condition stands where a value is expected"),
        (where("(¦a.x IN (1)) IN (2)"), "a condition stands where a value is expected"),
        (where("¦1 < 'x'"), "cannot compare 1 (a number) with 'x' (a text)"),
        (where("¦a.x + 1 = TRUE"), "cannot compare a.x + 1 (a number) with TRUE (a truth value)"),
        (where("¦COUNT(b) IN (1, 'x')"), "cannot compare COUNT(b) (a number) with 'x' (a text)"),
        (where("¦a.ts = 'x'"), "cannot compare a.ts (a number) with 'x' (a text)"),
        (where("¦MIN(b.id) = 'x'"), "cannot compare MIN(b.id) (a number) with 'x' (a text)"),
        (where("1 = 2 * ¦'x'"), "'*' needs a number, and 'x' is a text"),
        (where("1 = ¦TRUE - a.x"), "'-' needs a number, and TRUE is a truth value"),
        (where("abs(¦'x') = 1"), "abs needs a number, and 'x' is a text"),
        (where("corr(a.x, ¦1) = 1"), "corr needs a list, and 1 is a number"),
        (where("1 = ¦f(a.x)"),
         "unknown function 'f'; known are abs, corr, distance (load others with --functions)"),
        (where("1 = ¦abs()"), "abs takes 1 arguments, not 0"),
        (where("1 = ¦corr(a.x)"), "corr takes 2 arguments, not 1"),
        (where(f"a.x = ¦{2**63}"), "the int 9223372036854775808 is outside 64 bits"),
        (where(f"a.x = ¦-{2**63 + 1}"), "the int -9223372036854775809 is outside 64 bits"),
    ],
)  # fmt: skip
def test_values_that_can_never_fit(marked, reason) -> None:
    assert refused(marked) == reason


# ------------------------------------------------------------------ schemas and functions

SCHEMA = {
    "A": {"n": frozenset({"int", "float"}), "t": frozenset({"str"}), "h": frozenset({"list"}),
          "any": frozenset({"int", "str"}), "flag": frozenset({"bool"})},
    "B": {},
}  # fmt: skip


@pytest.mark.parametrize(
    ("marked", "reason"),
    [
        (where("¦a.zebra = 1"), "type A has no attribute 'zebra'; it has any, flag, h, n, t"),
        (where("1 < ¦SUM(b.x)"), "type B has no attribute 'x'; it has none"),
        (where("a.n = ¦a.h"), "the list a.h cannot be compared; use a function of it"),
        (where("¦a.h IN (1)"), "the list a.h cannot be compared; use a function of it"),
        (where("¦a.n < a.t"), "cannot compare a.n (a number) with a.t (a text)"),
        (where("¦a.any = TRUE"),
         "cannot compare a.any (a number or a text) with TRUE (a truth value)"),
        (where("1 = 1 + ¦a.flag"), "'+' needs a number, and a.flag is a truth value"),
        (where("corr(a.h, ¦a.t) = 1"), "corr needs a list, and a.t is a text"),
        (where("1 < ¦SUM(c.t)").replace("B+ b", "A+ c"),
         "SUM needs a number, and SUM(c.t) is a text"),
    ],
)  # fmt: skip
def test_a_schema_tells_kinds_beforehand(marked, reason) -> None:
    assert refused(marked, schema=SCHEMA) == reason


def test_what_may_fit_is_let_through() -> None:
    for condition in ("a.any = 1", "a.any = 'x'", "a.any + 1 = 2", "corr(a.h, a.h) = a.n",
                      "COUNT(b) = a.ts", "abs(a.any) < 2", "a.flag = TRUE"):  # fmt: skip
        assert parse(where(condition), schema=SCHEMA) == parse(where(condition))
    assert parse(where("a.zebra = 1"), schema={"B": {}})


def test_a_registered_function_is_known_by_name_and_arity() -> None:
    functions = register({"f": lambda x, y: x})
    assert parse(where("f(a.x, 'p') = 1"), functions=functions).where[0].left.fn == "f"
    assert refused(where("1 = ¦f(a.x)"), functions=functions) == "f takes 2 arguments, not 1"
    assert refused(where("1 = ¦g(a.x)"), functions=functions).startswith(
        "unknown function 'g'; known are abs, corr, distance, f "
    )
