"""The generators: deterministic, within their sizes, strong enough; and how failures get small."""

from __future__ import annotations

import json
import shlex
from dataclasses import replace

import pytest
from hypothesis import find, given

from augury.spec.events import DIALECTS, Dialect, Event, Stream
from augury.spec.language import ast
from augury.spec.language.check import check
from augury.spec.language.normal import normal_form
from augury.spec.language.parser import parse
from augury.spec.semantics import count_candidates, matches
from augury.spec.strategies import (
    Question,
    RandomChoices,
    Size,
    blind_stream,
    command,
    directed_stream,
    drawn,
    question,
    random_pattern,
    shrunk,
)
from augury.spec.strategies.streams import CANDIDATES, EVENTS

# ------------------------------------------------------------------ choices


def test_the_same_seed_gives_the_same_case() -> None:
    assert question(RandomChoices(7)) == question(RandomChoices(7))
    assert len({str(random_pattern(RandomChoices(seed))) for seed in range(50)}) > 40


def test_choices_stay_in_their_range_and_reach_its_ends() -> None:
    choices = RandomChoices(1)
    assert {choices.integer(-1, 2) for _ in range(200)} == {-1, 0, 1, 2}
    assert {choices.pick("abc") for _ in range(200)} == {"a", "b", "c"}
    assert choices.integer(5, 5) == 5
    assert not any(choices.chance(0) for _ in range(50))
    assert all(choices.chance(100) for _ in range(50))
    assert 300 < sum(choices.chance(40) for _ in range(1000)) < 500


@given(drawn(lambda c: (c.integer(-1, 2), c.pick("abc"), c.chance(0), c.chance(100))))
def test_drawn_choices_stay_in_their_range(drawn_choices) -> None:
    number, letter, never, always = drawn_choices
    assert number in (-1, 0, 1, 2)
    assert letter in "abc"
    assert (never, always) == (False, True)


def test_drawn_choices_shrink_towards_the_first_option() -> None:
    assert find(drawn(lambda c: c.pick("abc")), lambda _: True) == "a"
    assert find(drawn(lambda c: c.chance(50)), lambda _: True) is False
    small = find(drawn(question), lambda q: len(q.stream) > 0)
    assert len(small.stream) == 1
    assert len(ast.leaves(small.pattern.structure)) == 1


# ------------------------------------------------------------------ patterns and streams

SIZES = {
    "plain": Size(kleene=False, negation=False, disjunction=False),
    "small": Size(names=1, clauses=0),
    "flat": Size(names=3, depth=1),
    "large": Size(names=8, depth=5, clauses=5),
}


@pytest.mark.parametrize("name", SIZES)
def test_a_pattern_keeps_to_its_size(name) -> None:
    size = SIZES[name]
    seen: set[type] = set()
    for seed in range(150):
        pattern = random_pattern(RandomChoices(seed), size)
        check(pattern)
        leaves = ast.leaves(pattern.structure)
        assert 1 <= len(leaves) <= size.names
        assert len(pattern.where) <= size.clauses
        assert ast.depth(pattern.structure) <= size.depth + 1
        seen |= {type(node) for node in ast.walk(pattern.structure)}
    assert (ast.Kleene in seen) == size.kleene
    if size.names > 1:
        assert (ast.Absent in seen) == size.negation
        assert (ast.Or in seen) == size.disjunction


def test_a_question_stays_within_its_candidates_and_uses_every_dialect() -> None:
    dialects = set()
    for seed in range(300):
        asked = question(RandomChoices(seed))
        count = sum(count_candidates(b, asked.stream) for b in normal_form(asked.pattern))
        assert count <= CANDIDATES
        dialects.add(asked.dialect)
        assert all(type(event.get("x")) is not tuple for event in asked.stream)
    assert dialects == set(DIALECTS)


def test_streams_have_ties_disorder_missing_values_and_all_kinds() -> None:
    streams = [question(RandomChoices(seed)).stream for seed in range(200)]
    kinds = {type(event.get("x")).__name__ for stream in streams for event in stream}
    assert kinds == {"int", "float", "str", "bool", "NoneType"}
    assert any(len({e.ts for e in s}) < len(s) for s in streams)
    assert any([e.id for e in s] != sorted(e.id for e in s) for s in streams)


def test_a_blind_stream_is_bounded() -> None:
    pattern = parse("PATTERN SEQ(A+ a, B+ b, C+ c, A+ d) WITHIN 9")
    lengths = set()
    for seed in range(60):
        stream = blind_stream(RandomChoices(seed), pattern)
        assert count_candidates(normal_form(pattern)[0], stream) <= CANDIDATES
        lengths.add(len(stream))
    assert max(lengths) <= EVENTS
    assert min(lengths) <= 2


def test_directed_streams_match_and_nearly_match() -> None:
    plain = Size(clauses=1)
    found = [
        len(matches(q.stream, q.pattern, q.dialect))
        for q in (question(RandomChoices(seed), plain) for seed in range(150))
    ]
    assert 75 < sum(map(bool, found)) < 150


def test_an_optional_name_that_binds_nothing_spoils_no_planted_match() -> None:
    pattern = parse("PATTERN AND(A{0,1} a, B b) WITHIN 4")
    for seed in range(100):
        stream = directed_stream(RandomChoices(seed), pattern, Dialect())
        bound = {event.type for event in stream}
        assert bool(matches(stream, pattern)) == ("B" in bound)


# ------------------------------------------------------------------ shrinking

ASKED = Question(
    Stream(Event(k, "A", k, {"x": k}) for k in range(6)),
    parse("PATTERN A a WHERE a.x > 0 AND a.x < 9 AND a.ts != 7 WITHIN 5"),
    Dialect("arrival", "exclusive"),
)


def test_a_failing_question_is_made_as_small_as_it_still_fails() -> None:
    def fails(asked: Question) -> bool:
        return {2, 4} <= {e.id for e in asked.stream} and "a.x < 9" in str(asked.pattern)

    small = shrunk(ASKED, fails)
    assert [event.id for event in small.stream] == [2, 4]
    assert str(small.pattern) == "PATTERN A a\nWHERE a.x < 9\nWITHIN 5"
    assert small.dialect == ASKED.dialect


def test_what_does_not_fail_smaller_stays() -> None:
    assert shrunk(ASKED, lambda asked: asked == ASKED) == ASKED
    nothing = shrunk(ASKED, lambda asked: True)
    assert len(nothing.stream) == 0
    assert nothing.pattern.where == ()


def test_a_question_as_a_command_to_paste() -> None:
    text = "PATTERN A a WHERE a.x = 'it''s' WITHIN 5"
    asked = replace(ASKED, pattern=parse(text), stream=Stream([Event(3, "A", 1, {"x": "é"})]))
    head, line, end = command(asked, "chain").split("\n")
    words = shlex.split(head.removesuffix(" <<'EVENTS'"))
    assert words == [
        "augury", "match", "--engine", "chain", "--dialect", "order=arrival,window=exclusive",
        "--pattern", text, "--events", "-",
    ]  # fmt: skip
    assert json.loads(line) == {"id": 3, "type": "A", "ts": 1, "x": "é"}
    assert end == "EVENTS"
