"""Conformance cases: JSON and back, and offences named by their path."""

from __future__ import annotations

import json
import math
from dataclasses import replace

import pytest

from augury.spec.cases import (
    Case,
    case_from_json,
    case_to_json,
    match_from_json,
    match_to_json,
    run_to_json,
    topic_from_json,
    topic_to_json,
)
from augury.spec.errors import InvalidCaseError, InvalidDialectError
from augury.spec.events import Dialect, Event
from augury.spec.finality import End, Watermark, run
from augury.spec.language.parser import parse
from augury.spec.semantics import Match

TEXT = "PATTERN SEQ(A a, B{0,} b) WITHIN 5"
FULL = Case(
    id="topic/case",
    clause="S-4.1",
    level="recommended",
    features=("seq", "kleene"),
    text=TEXT,
    pattern=parse(TEXT),
    dialect=Dialect("arrival", "exclusive"),
    input=(
        Event(0, "A", 1, {"i": 1, "f": 1.5, "s": "p", "b": True, "l": [1, 2], "m": None}),
        Watermark(0),
        Event(1, "B", 3),
        End(),
    ),
    disorder=2,
    expect=(Match(0, (0, ()), ("a", "b")), Match(0, (0, (1,)), ("a", "b"))),
    emits=((Match(0, (0, ()), ("a", "b")),), (), (Match(0, (0, (1,)), ("a", "b")),), ()),
    late=(7,),
    because="of reasons",
)


def full():
    return json.loads(json.dumps(case_to_json(FULL)))


def refused(data, kind=InvalidCaseError) -> str:
    with pytest.raises(kind) as caught:
        case_from_json(data)
    assert "\n" not in str(caught.value)
    return str(caught.value)


# ------------------------------------------------------------------ there and back


def test_a_case_survives_json() -> None:
    assert case_from_json(full()) == FULL
    assert case_to_json(case_from_json(full())) == full()


def test_what_is_not_said_is_not_written() -> None:
    bare = Case("x", "", "required", (), TEXT, None, Dialect(), ())
    data = case_to_json(bare)
    assert list(data) == [
        "id",
        "clause",
        "level",
        "features",
        "dialect",
        "text",
        "pattern",
        "input",
    ]
    assert data["pattern"] is None
    assert case_from_json(data) == bare
    some = Case("x", "", "required", (), TEXT, parse(TEXT), Dialect(), (), expect=())
    assert case_to_json(some)["expect"] == {"matches": []}
    assert case_from_json(case_to_json(some)) == some


def test_a_question_needs_a_pattern_and_an_input() -> None:
    asked = case_from_json({"pattern": full()["pattern"], "input": []})
    assert asked == Case("", "", "required", (), "", parse(TEXT), Dialect(), ())
    half = case_from_json({"pattern": None, "input": [], "dialect": {"window": "exclusive"}})
    assert half.dialect == Dialect(window="exclusive")


def test_items_as_json() -> None:
    assert full()["input"] == [
        {"event": {"id": 0, "type": "A", "ts": 1, "attrs":
            {"i": 1, "f": 1.5, "s": "p", "b": True, "l": [1.0, 2.0], "m": None}}},
        {"watermark": 0},
        {"event": {"id": 1, "type": "B", "ts": 3, "attrs": {}}},
        {"end": True},
    ]  # fmt: skip
    short = {**full(), "input": [{"event": {"id": 1, "type": "B", "ts": 3}}]}
    assert case_from_json(short).input == (Event(1, "B", 3),)


def test_a_match_is_the_object_of_one_line() -> None:
    match = Match(2, (5, (), (1, 2)), ("a", "b", "c"))
    assert match_to_json(match) == {"branch": 2, "bindings": {"a": 5, "b": [], "c": [1, 2]}}
    assert match_from_json(match_to_json(match)) == match


def test_a_run_as_json_is_in_canonical_order() -> None:
    items = (Watermark(0), Event(9, "A", 0), Event(2, "A", 1), Event(1, "B", 3), End())
    assert run_to_json(run(items, parse(TEXT))) == {
        "emits": [
            [],
            [],
            [{"branch": 0, "bindings": {"a": 2, "b": []}}],
            [{"branch": 0, "bindings": {"a": 2, "b": [1]}}],
            [],
        ],
        "late": [9],
    }
    three = (Event(3, "A", 0), Event(1, "B", 1), Event(2, "B", 1))
    emitted = run_to_json(run(three, parse("PATTERN SEQ(A a, B+ b) WITHIN 5")))["emits"][2]
    assert [m["bindings"]["b"] for m in emitted] == [[1, 2], [2]]


def test_the_stream_of_a_case_is_what_is_punctual() -> None:
    late, tied = Event(2, "A", 5), Event(3, "A", 6)
    case = Case("x", "", "required", (), TEXT, None, Dialect(),
                (Event(0, "A", 9), late, tied, Watermark(8), Event(4, "A", 8), End(),
                 Event(5, "A", 99)), disorder=3)  # fmt: skip
    assert [event.id for event in case.stream] == [3, 0]


def test_a_topic_is_sorted_by_id() -> None:
    first = replace(FULL, id="a")
    data = topic_to_json("topic", "0.1", [FULL, first])
    assert (data["topic"], data["version"]) == ("topic", "0.1")
    assert [case["id"] for case in data["cases"]] == ["a", "topic/case"]
    assert topic_from_json(data) == (first, FULL)


# ------------------------------------------------------------------ offences


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"id": 1}, "case.id: must be a text, not 1"),
        ({"clause": None}, "case.clause: must be a text, not None"),
        ({"level": "best"},
         "case.level: must be one of required recommended dialect, not 'best'"),
        ({"level": []}, "case.level: must be one of required recommended dialect, not []"),
        ({"features": "seq"}, "case.features: must be a list, not 'seq'"),
        ({"features": ["seq", 1]}, "case.features[1]: must be a text, not 1"),
        ({"text": 1}, "case.text: must be a text, not 1"),
        ({"text": "\ud800"}, "case.text: half a surrogate pair is no character"),
        ({"because": 1}, "case.because: must be a text, not 1"),
        ({"dialect": []}, "case.dialect: must be an object"),
        ({"dialect": {"x": 1}},
         "case.dialect: has the unknown key 'x'; its keys are order, window"),
        ({"disorder": 1.0}, "case.disorder: must be an int, not 1.0"),
        ({"disorder": -1}, "case.disorder: must be 0 or more, not -1"),
        ({"pattern": {}},
         "pattern: lacks 'structure'; its keys are structure, where, within, select, skip"),
        ({"input": {}}, "case.input: must be a list, not {}"),
        ({"input": [[]]}, "case.input[0]: must have one of the keys event, watermark, end"),
        ({"input": [{}]}, "case.input[0]: must have one of the keys event, watermark, end"),
        ({"input": [{"end": True, "watermark": 1}]},
         "case.input[0]: must have one of the keys event, watermark, end"),
        ({"input": [{"end": True}, {"watermark": "1"}]},
         "case.input[1].watermark: must be an int, not '1'"),
        ({"input": [{"end": False}]}, "case.input[0].event: must be an object"),
        ({"input": [{"other": 1}]}, "case.input[0].event: must be an object"),
        ({"input": [{"event": {"id": 1, "type": "A"}}]},
         "case.input[0].event: lacks 'ts'; its keys are id, type, ts, attrs"),
        ({"input": [{"event": {"id": 1, "type": "A", "ts": 1.5}}]},
         "case.input[0].event: ts must be an int with |ts| < 2^62, not 1.5"),
        ({"input": [{"event": {"id": 1, "type": "A", "ts": 1, "attrs": []}}]},
         "case.input[0].event.attrs: must be an object, not []"),
        ({"input": [{"event": {"id": 1, "type": "A", "ts": 1, "attrs": {"x": math.nan}}}]},
         "case.input[0].event: attribute 'x': NaN is not a value; use None for missing"),
        ({"expect": []}, "case.expect: must be an object"),
        ({"expect": {}}, "case.expect: lacks 'matches'; its keys are matches, emits, late"),
        ({"expect": {"matches": 1}}, "case.expect.matches: must be a list, not 1"),
        ({"expect": {"matches": [1]}}, "case.expect.matches[0]: must be an object"),
        ({"expect": {"matches": [], "emits": 1}}, "case.expect.emits: must be a list, not 1"),
        ({"expect": {"matches": [], "emits": [1]}},
         "case.expect.emits[0]: must be a list, not 1"),
        ({"expect": {"matches": [], "emits": [[], [{"branch": "0", "bindings": {}}]]}},
         "case.expect.emits[1][0].branch: must be an int, not '0'"),
        ({"expect": {"matches": [], "late": 5}}, "case.expect.late: must be a list, not 5"),
        ({"expect": {"matches": [], "late": [5, "x"]}},
         "case.expect.late[1]: must be an int, not 'x'"),
        ({"other": 1},
         "case: has the unknown key 'other'; its keys are pattern, input, id, clause, level, "
         "features, dialect, text, disorder, expect, because"),
    ],
)  # fmt: skip
def test_an_offence_is_named_by_its_path(changes, reason) -> None:
    assert refused({**full(), **changes}) == reason


def test_the_rest() -> None:
    assert refused([]) == "case: must be an object"
    assert refused({"input": []}).startswith("case: lacks 'pattern'; its keys are pattern, input")
    assert refused({**full(), "dialect": {"order": "x"}}, InvalidDialectError).startswith(
        "unknown dialect order=x"
    )


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (5, "match: must be an object"),
        ({"branch": 0}, "match: lacks 'bindings'; its keys are branch, bindings"),
        ({"branch": 0, "bindings": []}, "match.bindings: must be an object, not []"),
        ({"branch": True, "bindings": {}}, "match.branch: must be an int, not True"),
        ({"branch": 0, "bindings": {"a": "1"}}, "match.bindings.a: must be an int, not '1'"),
        ({"branch": 0, "bindings": {"a": [1, 2.0]}}, "match.bindings.a: must be an int, not 2.0"),
    ],
)
def test_a_match_that_is_none(data, reason) -> None:
    with pytest.raises(InvalidCaseError) as caught:
        match_from_json(data)
    assert str(caught.value) == reason


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ({"topic": "x", "cases": []}, "topic: lacks 'version'; its keys are topic, version, cases"),
        ({"topic": "x", "version": "1", "cases": 1}, "topic.cases: must be a list, not 1"),
        ([], "topic: must be an object"),
    ],
)
def test_a_topic_that_is_none(data, reason) -> None:
    with pytest.raises(InvalidCaseError) as caught:
        topic_from_json(data)
    assert str(caught.value) == reason
