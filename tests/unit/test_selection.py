"""SELECT and SKIP one by one: words, positions, what can be taken, and who refuses them."""

from __future__ import annotations

import pytest

import augury
from augury.engines import ENGINES
from augury.spec.crosscheck import denotation, sqlite
from augury.spec.errors import (
    InvalidCaseError,
    InvalidPatternError,
    TooManyCandidates,
    UnsupportedError,
)
from augury.spec.events import Dialect, Event, Stream
from augury.spec.finality import End, run
from augury.spec.language import ast
from augury.spec.language.builder import one, pattern, seq, within
from augury.spec.language.check import check
from augury.spec.language.json_form import from_json, to_json
from augury.spec.language.normal import normal_form
from augury.spec.language.parser import parse
from augury.spec.selection import first, last, lasting_clauses, prefix, skipped, takers
from augury.spec.semantics import matches
from augury.spec.why import why

STRICT = Dialect()


def letters(text: str) -> Stream:
    return Stream(Event(number, letter, number) for number, letter in enumerate(text))


def refused(text: str) -> str:
    with pytest.raises(InvalidPatternError) as caught:
        parse(f"PATTERN A a WITHIN 5 {text}")
    return str(caught.value)


# ------------------------------------------------------------------ words (S-6.1)


@pytest.mark.parametrize("select", ["any", "next", "strict"])
@pytest.mark.parametrize("skip", ["none", "past last", "to next"])
def test_words_are_kept_by_text_json_and_builder(select, skip) -> None:
    """S-6.1: and the default is written nowhere."""
    p = parse(f"PATTERN SEQ(A a, B b) WITHIN 5 SELECT {select} SKIP {skip}")
    assert (p.select, p.skip) == (select, skip)
    assert p.selective == ((select, skip) != ("any", "none"))
    assert ("SELECT" in str(p), "SKIP" in str(p)) == (select != "any", skip != "none")
    assert ("select" in to_json(p), "skip" in to_json(p)) == (select != "any", skip != "none")
    assert parse(str(p)) == from_json(to_json(p)) == p
    structure = seq(one("A", "a"), one("B", "b"))
    assert pattern(structure, (), within(5), select=select, skip=skip) == p


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("SELECT ALL", "1:29: unknown SELECT 'ALL'; choose any, next or strict (write SELECT any)"),
        ("SELECT NEXT", "1:29: unknown SELECT 'NEXT'; choose any, next or strict (in lower case)"),
        ("SELECT best", "1:29: unknown SELECT 'best'; choose any, next or strict"),
        ("SELECT", "1:28: the pattern ends too early; expected any, next or strict"),
        ("SKIP past last row", "1:27: unknown SKIP 'past last row'; choose none, past last or "
         "to next (write SKIP past last)"),
        ("SKIP none SELECT next", "1:27: unknown SKIP 'none SELECT next'; choose none, past last "
         "or to next (SELECT stands before SKIP)"),
        ("AFTER MATCH SKIP past last", "1:28: unexpected 'MATCH'; expected SELECT, SKIP, the end "
         "(write SKIP past last or SKIP to next, after WITHIN)"),
        ("ms AFTER MATCH SKIP", "1:25: unexpected 'AFTER'; expected SELECT, SKIP, the end "
         "(write SKIP past last or SKIP to next, after WITHIN)"),
        ("select next", "1:29: unexpected 'next'; expected SELECT, SKIP, the end "
         "(keywords are written in capitals)"),
    ],
)  # fmt: skip
def test_an_unknown_word_is_named_with_its_place_and_the_choices(text, reason) -> None:
    assert refused(text) == f"pattern:{reason}"


def test_an_ast_or_json_with_an_unknown_word_is_refused() -> None:
    for words, reason in (
        ({"select": "all"}, "unknown SELECT 'all'; choose any, next or strict (write SELECT any)"),
        ({"skip": 3}, "unknown SKIP 3; choose none, past last or to next"),
    ):
        with pytest.raises(InvalidPatternError) as caught:
            check(ast.Pattern(ast.One("A", "a"), (), ast.Window(5), **words))
        assert str(caught.value) == f"pattern: {reason}"
        data = {**to_json(parse("PATTERN A a WITHIN 5")), **words}
        with pytest.raises(InvalidCaseError, match=r"pattern\.(select|skip): must be one of "):
            from_json(data)


def test_words_of_selection_are_names_in_quotes() -> None:
    p = parse("PATTERN SEQ(SELECT a, SKIP b) WHERE a.SELECT = b.SKIP WITHIN 5 SKIP to next")
    assert str(p).startswith('PATTERN SEQ("SELECT" a, "SKIP" b)\nWHERE a."SELECT" = b."SKIP"')
    assert parse(str(p)) == p


# ------------------------------------------------------------------ positions (S-6.2)


def test_first_last_and_what_is_between() -> None:
    events = [Event(9, "A", 1), Event(4, "B", 2), Event(1, "X", 2), Event(3, "C", 5)]
    stream, (a, b, x, c) = Stream(events), events
    mu = {"c": (c,), "e": (), "a": (a,)}
    assert (first(mu), last(mu)) == (a, c)
    assert skipped(mu, stream) == (x, b)
    assert skipped({"a": (a,)}, stream) == ()
    assert skipped({"a": (a,), "b": (b,)}, stream) == (x,)
    assert prefix(mu, c) == {"c": (), "e": (), "a": (a,)}
    assert prefix(mu, b) == prefix(mu, x) == {"c": (), "e": (), "a": (a,)}


# ------------------------------------------------------------------ what can be taken (S-6.4)


def taken(structure: str, event: Event, held, where: str = "", dialect=STRICT, window=10):
    (branch,) = normal_form(parse(f"PATTERN {structure} {where} WITHIN {window}"))
    nu = {name: tuple(held.get(name, ())) for name in branch.positive}
    return takers(event, nu, branch, dialect)


def test_an_event_is_taken_under_each_name_that_has_room() -> None:
    a, b = Event(0, "A", 1), Event(1, "A", 2)
    assert taken("SEQ(A a, A+ b, A{0,1} c)", b, {"a": [a]}) == ("b",)
    assert taken("AND(A a, A+ b, A{0,1} c)", b, {"a": [a]}) == ("b", "c")
    assert taken("AND(A a, A+ b, A{1,1} c)", b, {"c": [a]}) == ("a", "b")
    assert taken("SEQ(A{0,1} a, A b)", b, {"a": [a]}) == ("b",)
    assert taken("SEQ(A{2,} a, A b)", b, {"a": [a]}) == ("a",)


def test_an_event_is_taken_only_in_order_in_the_window_and_by_its_clauses() -> None:
    a, b, c = Event(0, "A", 1, {"x": 1}), Event(1, "B", 1, {"x": 1}), Event(2, "C", 3)
    pair = "SEQ(A a, B b)"
    assert taken(pair, b, {"a": [a]}) == ()
    assert taken(pair, b, {"a": [a]}, dialect=Dialect("arrival")) == ("b",)
    assert taken("SEQ(A a, C c)", c, {"a": [a]}, window=2) == ("c",)
    assert taken("SEQ(A a, C c)", c, {"a": [a]}, window=1) == ()
    any_order = "AND(A a, B b, C c)"
    assert taken(any_order, b, {"a": [a]}, "WHERE a.x < b.x") == ()
    assert taken(any_order, b, {"a": [a]}, "WHERE b.x < c.x") == ("b",)
    assert taken(any_order, c, {"a": [a]}, "WHERE c.x = 1") == ()
    assert taken("SEQ(A a, NOT(C n), C c)", c, {"a": [a]}, "WHERE n.x = a.x") == ("c",)


def test_clauses_that_last_have_no_aggregate_and_no_negated_name() -> None:
    text = "SEQ(A a, NOT(N n), B+ b) WHERE a.x = 1 AND n.x = 1 AND SUM(b.x) > 1 AND b.x > 1"
    (branch,) = normal_form(parse(f"PATTERN {text} WITHIN 5"))
    assert lasting_clauses(branch) == (branch.clauses[0], branch.clauses[3])


# ------------------------------------------------------------------ why, limits, engines


def findings(text: str, ids, stream: str):
    found = why(ids, letters(stream), parse(f"PATTERN {text}"))
    return str(found), [(f.rule, f.holds, f.text) for f in found.findings if f.rule > 5]


def test_why_names_the_event_that_could_have_been_taken() -> None:
    """S-6.5: a match that is not selected is still a match of section 4."""
    said, found = findings("SEQ(A a, B+ b) WITHIN 9 SELECT next", {"a": [0], "b": [2]}, "ABB")
    text = "SELECT next: the skipped event 1 at 1 could have been taken as b"
    assert found == [(6, False, text)]
    assert said.startswith("a match of branch 0 that is not reported\n")
    said, found = findings("SEQ(A a, B+ b) WITHIN 9 SELECT next", {"a": [0], "b": [1]}, "ABB")
    assert found == [(6, True, "SELECT next: no skipped event could be taken")]
    assert said.startswith("a match of branch 0\n")


def test_why_names_the_event_between() -> None:
    """S-6.3."""
    text = "SEQ(A a, B b) WITHIN 9 SELECT strict SKIP to next"
    _, found = findings(text, {"a": [0], "b": [2]}, "AXB")
    assert found == [(6, False, "SELECT strict: the skipped event 1 at 1 is not bound")]
    _, found = findings(text, {"a": [0], "b": [1]}, "ABX")
    assert found == [
        (6, True, "SELECT strict: no event is skipped"),
        (7, True, "SKIP to next: no reported match before it displaces it"),
    ]


def test_why_names_the_match_that_displaces() -> None:
    """S-6.7: of a binding that is no match SKIP says nothing."""
    text = "SEQ(A a, B+ b) WITHIN 9 SKIP past last"
    said, found = findings(text, {"a": [0], "b": [1, 2]}, "ABB")
    assert found == [(7, False, "SKIP past last: displaced by a=0, b=[1] of branch 0")]
    assert said.startswith("a match of branch 0 that is not reported\n")
    said, found = findings(text, {"a": [1], "b": [0]}, "BA")
    assert found == []
    assert said.startswith("not a match of branch 0\n")


def test_the_limit_counts_candidates_of_a_selective_pattern_too() -> None:
    p = parse("PATTERN SEQ(A a, B b) WITHIN 9 SELECT next SKIP to next")
    stream = letters("AABB")
    for ask in (
        lambda: matches(stream, p, limit=3),
        lambda: run([*stream, End()], p, limit=3),
        lambda: why({"a": [0], "b": [2]}, stream, p, limit=3),
    ):
        with pytest.raises(TooManyCandidates):
            ask()


@pytest.mark.parametrize(
    "words", ["SELECT next", "SELECT strict", "SKIP to next", "SKIP past last"]
)
def test_an_engine_that_does_not_select_says_so(words) -> None:
    """S-6.1: never a wrong answer."""
    text, able = f"PATTERN A a WITHIN 5 {words}", [e.name for e in ENGINES.values() if e.selects]
    assert "declarative" in able
    for name, engine in ENGINES.items():
        if engine.selects:
            assert len(augury.match(letters("AA"), text, engine=name)) == 2
        else:
            with pytest.raises(UnsupportedError) as caught:
                augury.match(letters("AA"), text, engine=name)
            assert str(caught.value) == f"engine {name} has no {words}; choose {' or '.join(able)}"


def test_the_other_readings_refuse_too() -> None:
    p = parse("PATTERN A a WITHIN 5 SELECT next")
    assert not sqlite.supports(p)
    for reading in (denotation, sqlite):
        with pytest.raises(UnsupportedError, match="SELECT and SKIP"):
            reading.matches(letters("A"), p)
