"""Patterns without a meaning: one line with the place, the source, and a caret below it."""

from __future__ import annotations

import pytest

MEANINGLESS = [
    ("a comma too many", "PATTERN SEQ(A a,/, B b) WITHIN 5", "unexpected ','"),
    ("the end too early", "PATTERN SEQ(A a/", ".*ends too early"),
    ("no window", "PATTERN A a/", ".*WITHIN"),
    ("text after the end", "PATTERN A a WITHIN 5 us /here", "unexpected 'here'"),
    ("a letter outside the language", "PATTERN /é a WITHIN 5", "unexpected 'é'"),
    ("a keyword in small letters", "PATTERN A a /within 5", "unexpected 'within'.*capitals"),
    ("a chain of comparisons", "PATTERN A a WHERE 1 < a.x /< 2 WITHIN 5", "unexpected '<'.*chain"),
    ("an open quote", "PATTERN A a WHERE a.x = /'y WITHIN 5", ".*never closed"),
    ("an open quote of a name", 'PATTERN A /"a WITHIN 5', ".*never closed"),
    ("an unknown name", "PATTERN A a WHERE /b.x = 1 WITHIN 5", "unknown name 'b'"),
    ("a name twice", "PATTERN SEQ(A a, /B a) WITHIN 5", ".*'a' is used twice"),
    ("a reserved name", "PATTERN /A branch WITHIN 5", ".*'branch' is reserved"),
    ("an empty SEQ", "PATTERN /SEQ() WITHIN 5", ".*empty"),
    ("only a NOT", "PATTERN /NOT(A a) WITHIN 5", ".*no positive name"),
    ("only optional events", "PATTERN /A{0,2} a WITHIN 5", ".*no positive name"),
    ("bounds in the wrong order", "PATTERN SEQ(/A{3,2} a) WITHIN 5", ".*bounds"),
    ("a bound that is no count", "PATTERN A{/1.5,} a WITHIN 5", ".*whole number"),
    ("a bound of 5,000 digits", f"PATTERN A{{/{'9' * 5_000},}} a WITHIN 5", ".*digits"),
    ("a negative window", "PATTERN A a WITHIN /-1", ".*negative"),
    ("half a tick", "PATTERN A a WITHIN /1.5", ".*whole number"),
    ("half a microsecond", "PATTERN A a WITHIN /0.0000005 seconds", ".*whole number"),
    ("almost a tick", f"PATTERN A a WITHIN /1.{'0' * 40}1 us", ".*whole number"),
    ("almost no tick", "PATTERN A a WITHIN /1e-999999999 hours", ".*whole number"),
    ("a window of 2^62", "PATTERN A a WITHIN /4611686018427387904", r".*2\^62"),
    ("a window past float64", "PATTERN A a WITHIN /1e999999999", ".*"),
    ("a window of 30 digits", f"PATTERN A a WITHIN /{'9' * 30}.5 seconds", ".*"),
    ("an unknown unit", "PATTERN A a WITHIN 5 /weeks", "unknown unit 'weeks'"),
    ("an int of 2^63", "PATTERN A a WHERE a.x = /9223372036854775808 WITHIN 5", ".*64 bits"),
    ("a float past float64", "PATTERN A a WHERE a.x = /1e999 WITHIN 5", ".*float64"),
    ("a text with a number", "PATTERN A a WHERE /1 = 'x' WITHIN 5", "cannot compare"),
    ("no comparison", "PATTERN A a WHERE /a.x WITHIN 5", ".*comparison"),
    ("a condition as a value", "PATTERN A a WHERE (/a.x = 1) = 1 WITHIN 5", ".*condition"),
    ("the type as an attribute", "PATTERN A a WHERE /a.type = 'A' WITHIN 5", "'type' is not"),
    ("a count of one event", "PATTERN A a WHERE /COUNT(a) > 1 WITHIN 5", ".*Kleene"),
    ("an index of one event", "PATTERN A a WHERE /a[i].x > 1 WITHIN 5", ".*Kleene"),
    ("an index of j", "PATTERN A+ a WHERE a[/j].x > 1 WITHIN 5", ".*'i'"),
    ("an index two back", "PATTERN A+ a WHERE a[i-/2].x > 1 WITHIN 5", ".*'1'"),
    ("an unknown function", "PATTERN A a WHERE /nope(a.x) = 1 WITHIN 5", ".*'nope'.*abs"),
    ("an argument too many", "PATTERN A a WHERE /abs(a.x, a.x) = 1 WITHIN 5", "abs takes 1"),
    ("no branch with both", "PATTERN OR(A a, B b) WHERE /a.x = b.x WITHIN 5", "no branch"),
    ("markup", "PATTERN A a WHERE /[red]a.x[/red] = 1 WITHIN 5", r"unexpected '\['"),
]  # fmt: skip


def cut(marked: str) -> tuple[str, int]:
    """Return a text without its first slash, and the column (from 1) of what stood behind it."""
    at = marked.index("/")
    return marked[:at] + marked[at + 1 :], at + 1


@pytest.mark.parametrize(
    ("marked", "wanted"), [c[1:] for c in MEANINGLESS], ids=[c[0] for c in MEANINGLESS]
)
@pytest.mark.parametrize("command", ["match", "explain"])
def test_the_caret_stands_under_the_offence(desk, command, marked, wanted):
    text, column = cut(marked)
    argv = desk.match(pattern=text) if command == "match" else ["explain", "-p", text]
    ran = desk.expect_refusal(argv, f"pattern:1:{column}: {wanted}")
    assert ran.lines[1:] == [text[:72], " " * (column - 1) + "^"]


def test_a_file_is_named_with_line_and_column(desk):
    path = desk.file("p.sase", "# two events\nPATTERN\n\tSEQ(A a,,\n\tB b) WITHIN 5\n")
    ran = desk.expect_refusal(desk.match(pattern=path), r"DIR/p\.sase:3:10: unexpected ','")
    assert ran.lines[1:] == [" SEQ(A a,,", "         ^"]


def test_a_mark_and_crlf_do_not_move_the_place(desk):
    path = desk.file("p.sase", b"\xef\xbb\xbfPATTERN\r\nSEQ(A a,,\r\nB b) WITHIN 5\r\n")
    ran = desk.expect_refusal(desk.match(pattern=path), r"DIR/p\.sase:2:9: unexpected ','")
    assert ran.lines[1:] == ["SEQ(A a,,", "        ^"]
    first = desk.file("q.sase", b"\xef\xbb\xbfPATTERN ! a WITHIN 5")
    ran = desk.expect_refusal(desk.match(pattern=first), r"DIR/q\.sase:1:9: unexpected '!'")
    assert ran.lines[1:] == ["PATTERN ! a WITHIN 5", "        ^"]


def test_the_end_of_a_file_is_its_last_word(desk):
    path = desk.file("p.sase", "PATTERN SEQ(A a\n\n\n")
    ran = desk.expect_refusal(desk.match(pattern=path), r"DIR/p\.sase:1:16: .*ends too early")
    assert ran.lines[1:] == ["PATTERN SEQ(A a", "               ^"]


@pytest.mark.parametrize("gap", [10, 500, 60_000])
def test_a_long_line_is_cut_around_the_caret(desk, gap):
    text = f"PATTERN SEQ(A a,{' ' * gap}! B b) WITHIN 5{' ' * 500}# {'x' * 500}"
    ran = desk.expect_refusal(desk.match(pattern=text), f"pattern:1:{17 + gap}: unexpected '!'")
    _, source, caret = ran.lines
    assert source[caret.index("^")] == "!"


@pytest.mark.parametrize("text", ['PATTERN A "\x1b[31m"! WITHIN 5', "PATTERN\f\f A a! WITHIN 5"])
def test_control_characters_are_shown_and_do_not_move_the_caret(desk, text):
    ran = desk.expect_refusal(desk.match(pattern=text), r"pattern:1:\d+: unexpected '!'")
    _, source, caret = ran.lines
    assert "\\x" in source
    assert source[caret.index("^")] == "!"


def nested(before: str, inside: str, after: str, times: int = 1_000) -> str:
    return before * times + inside + after * times


DEEP = [
    ("SEQ", f"PATTERN {nested('SEQ(', 'A a', ')')} WITHIN 5"),
    ("AND and OR", f"PATTERN {nested('AND(OR(', 'A a', '))', 500)} WITHIN 5"),
    ("NOT", f"PATTERN A a WHERE {nested('NOT ', 'a.x = 1', '')} WITHIN 5"),
    ("NOT in parentheses", f"PATTERN A a WHERE {nested('NOT (', 'a.x = 1', ')')} WITHIN 5"),
    ("plus", f"PATTERN A a WHERE {nested('a.x + ', 'a.x', '')} = 1 WITHIN 5"),
    ("plus in parentheses", f"PATTERN A a WHERE {nested('(1 + ', 'a.x', ')')} = 1 WITHIN 5"),
    ("minus", f"PATTERN A a WHERE {nested('-', 'a.x', '')} = 1 WITHIN 5"),
    ("times", f"PATTERN A a WHERE {nested('2 * ', 'a.x', '')} = 1 WITHIN 5"),
    ("functions", f"PATTERN A a WHERE {nested('abs(', 'a.x', ')')} = 1 WITHIN 5"),
    (
        "conditions",
        f"PATTERN A a WHERE {nested('(a.x = 1 OR (a.x = 2 AND ', 'a.x = 3', '))')} WITHIN 5",
    ),
]
LARGE = [
    *((name, text, "nesting depth.*100") for name, text in DEEP),
    (
        "70 names",
        f"PATTERN SEQ({', '.join(f'A a{i}' for i in range(70))}) WITHIN 5",
        "names.*70.*64",
    ),
    (
        "4,096 branches",
        f"PATTERN SEQ({', '.join(f'OR(A a{i}, B b{i})' for i in range(12))}) WITHIN 5",
        "branches.*4,096.*1,024",
    ),
    ("100,000 characters", f"PATTERN A a WITHIN 5{' ' * 99_980}", "characters.*100,000.*65,536"),
]


@pytest.mark.parametrize(("text", "wanted"), [c[1:] for c in LARGE], ids=[c[0] for c in LARGE])
def test_a_pattern_past_a_limit(desk, text, wanted):
    ran = desk.expect_refusal(desk.match(pattern=text), wanted)
    assert len(ran.lines) == 1


FEW = [LARGE[0], *LARGE[-3:]]


@pytest.mark.parametrize(("text", "wanted"), [c[1:] for c in FEW], ids=[c[0] for c in FEW])
def test_a_pattern_file_past_a_limit_is_named(desk, text, wanted):
    desk.expect_refusal(desk.match(pattern=desk.file("p.sase", text)), rf"DIR/p\.sase: {wanted}")


def test_a_thousand_brackets_that_never_close(desk):
    text = "PATTERN " + "SEQ(" * 1_000
    desk.expect_refusal(desk.match(pattern=text), "pattern:1:4009: .*ends too early")
    desk.expect_refusal(
        desk.match(pattern="PATTERN A a WHERE " + "(" * 1_000), "pattern:1:1019: .*ends too early"
    )


def test_parentheses_alone_nest_without_limit(desk):
    """They are transparent: the abstract syntax does not have them, so its depth is not theirs."""
    text = f"PATTERN A a WHERE {nested('(', 'a.x = 1', ')', 10_000)} WITHIN 5"
    ran = desk.run(*desk.match(pattern=text))
    assert (ran.status, ran.out, ran.err) == (0, '{"branch": 0, "bindings": {"a": 0}}\n', "")


@pytest.mark.parametrize(
    "text",
    [
        f"PATTERN A a WHERE {'b' * 60_000}.x = 1 WITHIN 5",
        f"PATTERN A a WHERE a.x = {'9' * 4_000} WITHIN 5",
        f"PATTERN {'b' * 60_000} WITHIN 5",
        f"PATTERN A a WITHIN 5 {'u' * 60_000}",
    ],
    ids=["name", "int", "syntax", "unit"],
)
def test_an_error_about_a_long_word_can_still_be_read(desk, text):
    ran = desk.expect_refusal(desk.match(pattern=text), "pattern:1:")
    assert len(ran.lines[0]) <= 1_000


def test_half_a_character_in_a_name(desk):
    """An argument that is not UTF-8 reaches a program as lone surrogates."""
    desk.expect_refusal(desk.match(pattern='PATTERN A "\udcff" WITHIN 5'), r"(pattern:1:\d+: )?.*")
