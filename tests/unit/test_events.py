"""Events, streams and dialects: what is admitted, and what is said of the rest (S-1.1 to S-1.4)."""

from __future__ import annotations

import math
from dataclasses import FrozenInstanceError

import numpy as np
import pytest

from augury.spec.errors import InvalidDialectError, InvalidEventError
from augury.spec.events import DIALECTS, Dialect, Event, Stream, kind_of, shown
from augury.spec.language.parser import parse
from augury.spec.limits import INT64_MAX, INT64_MIN, TICKS
from augury.spec.semantics import matches

HALF = "\ud800"


def said(*args, **kwargs) -> str:
    with pytest.raises(InvalidEventError) as caught:
        Event(*args, **kwargs)
    assert "\n" not in str(caught.value)
    return str(caught.value)


# ------------------------------------------------------------------ values


@pytest.mark.parametrize(
    ("value", "kind"),
    [(None, None), (True, "bool"), (0, "int"), (1.0, "float"), ("", "str"), ((), "list"),
     ((1.0, 2.0), "list")],
)  # fmt: skip
def test_the_kind_belongs_to_the_value(value, kind) -> None:
    assert kind_of(value) == kind


@pytest.mark.parametrize(
    "value",
    [None, True, False, 0, INT64_MIN, INT64_MAX, -0.0, 5e-324, math.inf, -math.inf, "", "é\n\x00",
     "\U0001f600", ()],
)  # fmt: skip
def test_an_admitted_value_is_kept_as_it_is(value) -> None:
    kept = Event(0, "A", 0, {"x": value}).get("x")
    assert kept == value
    assert type(kept) is type(value)
    assert repr(kept) == repr(value)


def test_a_list_becomes_a_tuple_of_floats() -> None:
    kept = Event(0, "A", 0, {"x": [1, 2.5, -(2**70)]}).get("x")
    assert kept == (1.0, 2.5, -(2.0**70))
    assert [type(number) for number in kept] == [float] * 3


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (INT64_MAX + 1, "the int 9223372036854775808 is outside 64 bits"),
        (INT64_MIN - 1, "the int -9223372036854775809 is outside 64 bits"),
        pytest.param(10**5000, "the int of 16,610 bits is outside 64 bits", id="huge"),
        (math.nan, "NaN is not a value; use None for missing"),
        ([1.0, math.nan], "NaN is not a value, not even in a list"),
        ([10**400], "a list holds an int outside the range of float64"),
        pytest.param(
            f"a{HALF}b", "the text 'a\\ud800b' holds half a surrogate pair", id="half a pair"
        ),
        (b"x", "a bytes is not a value; use int, float, str, bool, a list of numbers, or None"),
        (["x"], "a list is not a value; use int, float, str, bool, a list of numbers, or None"),
        ([True], "a list is not a value; use int, float, str, bool, a list of numbers, or None"),
        ({}, "a dict is not a value; use int, float, str, bool, a list of numbers, or None"),
    ],
)
def test_any_other_value_is_refused_by_its_attribute(value, reason) -> None:
    assert said(0, "A", 0, {"fine": 1, "x": value}) == f"attribute 'x': {reason}"


def test_a_numpy_float_is_a_float() -> None:
    """S-1.2: what is admitted as a float compares and computes as one."""
    stream = Stream([Event(0, "A", 0, {"x": np.float64(-2.0)})])
    for clause in ("a.x < 0.5", "a.x = -2.0", "abs(a.x) = 2", "a.x + 1 = -1"):
        found = matches(stream, parse(f"PATTERN A a WHERE {clause} WITHIN 1"))
        assert len(found) == 1, clause


def test_shown_is_short_whatever_it_is_given() -> None:
    assert shown("x") == "'x'"
    assert shown("x" * 58) == "'" + "x" * 58 + "'"
    assert shown("x" * 59) == "'" + "x" * 56 + "..."
    assert shown(2**256 - 1) == f"{str(2**256 - 1)[:57]}..."
    assert shown(2**256) == "of 257 bits"
    assert shown(-(2**256)) == "of 257 bits"


# ------------------------------------------------------------------ events


@pytest.mark.parametrize("number", [True, 1.0, "1", None, INT64_MAX + 1, INT64_MIN - 1])
def test_an_id_is_a_64_bit_int(number) -> None:
    assert said(number, "A", 0) == f"id must be a 64-bit int, not {number!r}"


@pytest.mark.parametrize("type_", ["", None, 1, b"A"])
def test_a_type_is_a_text_that_is_not_empty(type_) -> None:
    assert said(0, type_, 0) == f"type must be a non-empty text, not {type_!r}"


def test_a_type_holds_no_half_of_a_pair() -> None:
    assert said(0, HALF, 0) == "the text '\\ud800' holds half a surrogate pair"


@pytest.mark.parametrize("ts", [TICKS, -TICKS, True, 1.0, "1", None])
def test_a_ts_is_an_int_below_2_to_the_62(ts) -> None:
    assert said(0, "A", ts) == f"ts must be an int with |ts| < 2^62, not {ts!r}"


def test_the_largest_ids_and_times_are_admitted() -> None:
    assert Event(INT64_MAX, "A", TICKS - 1).key == (TICKS - 1, INT64_MAX)
    assert Event(INT64_MIN, "\U0001f600", 1 - TICKS).key == (1 - TICKS, INT64_MIN)


@pytest.mark.parametrize("name", ["id", "ts", "type", 1, None])
def test_some_names_are_no_attributes(name) -> None:
    assert said(0, "A", 0, {name: 1}) == f"an attribute cannot be called {name!r}"


def test_an_attribute_name_holds_no_half_of_a_pair() -> None:
    expected = "attribute '\\ud800': the text '\\ud800' holds half a surrogate pair"
    assert said(0, "A", 0, {HALF: 1}) == expected


def test_fields_are_read_like_attributes_and_the_rest_is_missing() -> None:
    event = Event(7, "A", -3, {"x": 1, "gone": None})
    assert [event.get(name) for name in ("id", "ts", "x", "gone", "other")] == [
        7,
        -3,
        1,
        None,
        None,
    ]


def test_an_event_does_not_share_the_attributes_it_was_given() -> None:
    given = {"x": 1}
    event = Event(0, "A", 0, given)
    given["x"] = 2
    assert event.get("x") == 1


def test_an_event_is_frozen_equal_by_value_and_hashable() -> None:
    event = Event(0, "A", 0, {"x": [1]})
    with pytest.raises(FrozenInstanceError):
        event.ts = 5
    assert event == Event(0, "A", 0, {"x": (1.0,)})
    assert event != Event(0, "A", 0, {"x": (2.0,)})
    assert hash(event) == hash(Event(0, "A", 0))


# ------------------------------------------------------------------ streams


def test_a_stream_is_a_set_in_canonical_order() -> None:
    events = [Event(3, "A", 1), Event(1, "B", 1), Event(0, "A", 2), Event(9, "A", -5)]
    stream = Stream(events)
    assert [event.id for event in stream] == [9, 1, 3, 0]
    assert stream == Stream(reversed(events))
    assert len(stream) == 4
    assert [event.id for event in stream.of_type("A")] == [9, 3, 0]
    assert stream.of_type("C") == ()
    assert stream.by_id[1] is events[1]
    assert len(Stream()) == 0


def test_an_id_is_used_once() -> None:
    with pytest.raises(InvalidEventError) as caught:
        Stream([Event(4, "A", 0), Event(4, "B", 1)])
    assert str(caught.value) == "id 4 is used twice; ids must be unique"
    with pytest.raises(InvalidEventError):
        Stream([Event(4, "A", 0), Event(4, "A", 0)])


# ------------------------------------------------------------------ dialects

FIRST, TIED, AFTER, LAST = Event(5, "A", 0), Event(1, "A", 1), Event(2, "A", 1), Event(0, "A", 2)


@pytest.mark.parametrize(
    ("order", "ties"),
    [
        ("strict", []),
        ("arrival", [(TIED, AFTER)]),
        (
            "nonstrict",
            [(TIED, AFTER), (AFTER, TIED), *((e, e) for e in (FIRST, TIED, AFTER, LAST))],
        ),
    ],
)
def test_before_by_order(order, ties) -> None:
    """S-1.4: all agree on different ts, whatever the ids; they differ on equal ts only."""
    events = (FIRST, TIED, AFTER, LAST)
    found = {(a.id, b.id) for a in events for b in events if Dialect(order).before(a, b)}
    clear = {(5, 1), (5, 2), (5, 0), (1, 0), (2, 0)}
    assert found == clear | {(a.id, b.id) for a, b in ties}


def test_reach_and_step() -> None:
    """S-5.2: w is W or W - 1; s is 1 for strict only."""
    assert [Dialect(window=edge).reach(5) for edge in ("inclusive", "exclusive")] == [5, 4]
    assert Dialect(window="exclusive").reach(0) == -1
    assert [Dialect(order).step for order in ("strict", "arrival", "nonstrict")] == [1, 0, 0]


def test_the_default_is_the_first_of_six_dialects() -> None:
    assert Dialect() == Dialect("strict", "inclusive") == DIALECTS[0]
    assert len(set(DIALECTS)) == 6


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"order": "loose"}, "order=loose; choose one of strict, arrival, nonstrict"),
        ({"order": None}, "order=None; choose one of strict, arrival, nonstrict"),
        ({"window": "open"}, "window=open; choose one of inclusive, exclusive"),
    ],
)
def test_an_unknown_dialect_names_the_choices(fields, reason) -> None:
    with pytest.raises(InvalidDialectError) as caught:
        Dialect(**fields)
    assert str(caught.value) == f"unknown dialect {reason}"
