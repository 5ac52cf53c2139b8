"""Why a binding is a match or is not: the sentence of each rule, and bindings that are none."""

from __future__ import annotations

import pytest

from augury.spec.errors import InvalidBindingError
from augury.spec.events import Dialect, Event, Stream
from augury.spec.language.functions import BUILTINS, register
from augury.spec.language.parser import parse
from augury.spec.why import Explanation, Finding, why

STRICT = Dialect()
STREAM = Stream([
    Event(0, "A", 1, {"x": 1, "h": [1.0]}),
    Event(1, "B", 2, {"x": 2}),
    Event(2, "B", 4, {"x": "p"}),
    Event(3, "C", 5),
    Event(4, "N", 3, {"x": 1}),
    Event(5, "N", 3, {"x": 9}),
    Event(6, "B", 9, {"x": 0}),
])  # fmt: skip


def said(text: str, ids, dialect=STRICT, functions=BUILTINS) -> list[tuple[int, bool, str]]:
    pattern = parse(f"PATTERN {text}", functions=functions)
    found = why(ids, STREAM, pattern, dialect, functions=functions)
    assert found.is_match == all(finding.holds for finding in found.findings)
    return [(finding.rule, finding.holds, finding.text) for finding in found.findings]


def refused(text: str, ids, **more) -> str:
    with pytest.raises(InvalidBindingError) as caught:
        why(ids, STREAM, parse(f"PATTERN {text}"), **more)
    return str(caught.value)


# ------------------------------------------------------------------ findings


def test_a_match_holds_all_rules() -> None:
    text = "SEQ(A a, B+ b, C c) WHERE a.x = 1 AND b.ts > a.ts AND COUNT(b) = 2 WITHIN 4"
    assert said(text, {"a": [0], "b": [2, 1], "c": [3]}) == [
        (1, True, "the 4 bound events are distinct"),
        (2, True, "a < b"),
        (2, True, "a < c"),
        (2, True, "b < c"),
        (3, True, "a.x = 1 is true"),
        (3, True, "b.ts > a.ts is true for all 2 choices"),
        (3, True, "COUNT(b) = 2 is true"),
        (4, True, "the span from 1 to 5 is <= 4 ticks"),
    ]


def test_rule_1_names_the_event_and_its_names() -> None:
    found = said("AND(B a, B+ b) WITHIN 5", {"a": [1], "b": [1, 2]})
    assert found[0] == (1, False, "event 1 is bound to a and b")
    assert not any(holds for rule, holds, _ in found if rule == 1)


def test_rule_2_names_the_first_pair_and_the_dialect() -> None:
    text = "SEQ(B+ b, A a) WITHIN 5"
    assert (2, False, "b < a: event 1 at 2 is not before event 0 at 1 (strict)") in said(
        text, {"a": [0], "b": [1, 2]}
    )
    assert (2, False, "b < a: event 1 at 2 is not before event 0 at 1 (arrival)") in said(
        text, {"a": [0], "b": [1]}, Dialect("arrival")
    )


@pytest.mark.parametrize(
    ("clause", "sentence"),
    [
        ("a.x = 2", "a.x = 2 is false for a=0: a.x = 1"),
        ("a.y = 2", "a.y = 2 is unknown for a=0: a.y = missing"),
        ("b.x > a.x", "b.x > a.x is unknown for a=0, b=2: b.x = 'p', a.x = 1"),
        ("SUM(b.x) > 5", "SUM(b.x) > 5 is false: SUM(b.x) = 2.0"),
        ("b[i].ts < b[i-1].ts",
         "b[i].ts < b[i-1].ts is false for b=2: b[i].ts = 4, b[i-1].ts = 2"),
        ("2 < 1", "2 < 1 is false: no name is mentioned"),
        ("corr(a.h, a.h) = 1",
         "corr(a.h, a.h) = 1 is unknown for a=0: a.h = (1.0,)"),
        ("NOT (a.x = 1 OR a.y = 1)",
         "NOT (a.x = 1 OR a.y = 1) is false for a=0: a.x = 1, a.y = missing"),
    ],
)  # fmt: skip
def test_rule_3_shows_the_choice_and_the_values(clause, sentence) -> None:
    found = said(f"SEQ(A a, B+ b) WHERE {clause} WITHIN 9", {"a": [0], "b": [1, 2]})
    assert (3, False, sentence) in found


def test_rule_3_holds_vacuously() -> None:
    text = "SEQ(A a, B{0,} b) WHERE b.x = 99 AND b[i].x > b[i-1].x WITHIN 9"
    assert said(text, {"a": [0]})[2:4] == [
        (3, True, "b.x = 99 is true vacuously"),
        (3, True, "b[i].x > b[i-1].x is true vacuously"),
    ]


def test_rule_4_shows_the_span() -> None:
    ids = {"a": [0], "c": [3]}
    assert (4, False, "the span from 1 to 5 is not <= 3 ticks") in said(
        "SEQ(A a, C c) WITHIN 3", ids
    )
    exclusive = Dialect(window="exclusive")
    assert (4, False, "the span from 1 to 5 is not < 4 ticks") in said(
        "SEQ(A a, C c) WITHIN 4", ids, exclusive
    )
    assert (4, True, "the span from 1 to 5 is < 5 ticks") in said(
        "SEQ(A a, C c) WITHIN 5", ids, exclusive
    )


def test_rule_5_names_the_witnesses() -> None:
    text = "SEQ(A a, NOT(N n), NOT(M m), C c) WITHIN 9"
    assert said(text, {"a": [0], "c": [3]})[-2:] == [
        (5, False, "NOT(N n) is refuted by event 4 at 3, event 5 at 3"),
        (5, True, "NOT(M m): no event refutes it"),
    ]
    text = "SEQ(A a, NOT(N n), C c) WHERE n.x = a.x WITHIN 9"
    assert said(text, {"a": [0], "c": [3]})[-1] == (
        5, False, "NOT(N n) is refuted by event 4 at 3"
    )  # fmt: skip


def test_functions_reach_the_clauses() -> None:
    functions = register({"twice": lambda x: 2 * x})
    found = said("A a WHERE twice(a.x) = 2 WITHIN 9", {"a": [0]}, functions=functions)
    assert (3, True, "twice(a.x) = 2 is true") in found


def test_an_explanation_is_a_match_iff_all_hold() -> None:
    good, bad = Finding(1, holds=True, text="x"), Finding(2, holds=False, text="y")
    assert Explanation(0, (good, good)).is_match
    assert not Explanation(0, (good, bad)).is_match


# ------------------------------------------------------------------ branches

EITHER = "SEQ(A a, OR(B b, C c)) WITHIN 9"
OPTIONAL = "OR(SEQ(A a, B{0,} b), SEQ(A a2, C c)) WITHIN 9"


def test_the_names_choose_the_branch() -> None:
    pattern = parse(f"PATTERN {EITHER}")
    assert why({"a": [0], "b": [1]}, STREAM, pattern).branch == 0
    assert why({"a": [0], "c": [3]}, STREAM, pattern).branch == 1
    assert why({"a": [0], "c": [3]}, STREAM, pattern, branch=1).branch == 1


def test_bindings_that_fit_no_branch() -> None:
    both = "bind the names of one branch: (a, b) or (a, c)"
    assert refused(EITHER, {"a": [0]}) == both
    assert refused(EITHER, {"a": [0], "b": [1], "c": [3]}) == both
    assert refused(EITHER, {"a": [0], "z": [1]}) == both
    assert refused(EITHER, {"a": [0], "c": [3]}, branch=0) == both
    negated = "SEQ(A a, NOT(N n)) WITHIN 9"
    assert refused(negated, {"a": [0], "n": [4]}) == (
        "'n' is negated and binds no event; leave it out"
    )


def test_times_are_shown_in_the_unit_of_the_window() -> None:
    ids = {"a": [0], "c": [3]}
    seconds = "SEQ(A a, C c) WITHIN 1 second"
    assert (4, True, "the span from 1 to 5, 4 us, is <= 1 second") in said(seconds, ids)


def test_an_explanation_prints_as_the_command_line_says_it() -> None:
    found = why({"a": [0], "c": [3]}, STREAM, parse("PATTERN SEQ(A a, C c) WITHIN 3"))
    assert str(found).splitlines()[0] == "not a match of branch 0"
    assert "  FAIL rule 4: the span from 1 to 5 is not <= 3 ticks" in str(found).splitlines()


def test_a_branch_that_does_not_exist() -> None:
    for number in (2, -1):
        expected = f"there is no branch {number}; the last is 1"
        assert refused(EITHER, {"a": [0], "b": [1]}, branch=number) == expected


def test_names_that_fit_two_branches() -> None:
    pattern = "SEQ(A a, OR(B{0,} b, C{0,} c)) WITHIN 9"
    assert refused(pattern, {"a": [0]}) == "the names fit the branches 0, 1; choose with --branch"
    assert why({"a": [0]}, STREAM, parse(f"PATTERN {pattern}"), branch=1).branch == 1


def test_only_the_first_branches_are_listed() -> None:
    many = f"OR({', '.join(f'A a{k}' for k in range(9))}) WITHIN 9"
    assert refused(many, {}) == "bind the names of one branch: (a0) or (a1) or (a2) or (a3)"


# ------------------------------------------------------------------ events


@pytest.mark.parametrize(
    ("ids", "reason"),
    [
        ({"a": [77], "b": [1]}, "a=77: the stream has no event with this id"),
        ({"a": [1], "b": [1]}, "a=1: this event has type B, not A"),
        ({"a": [], "b": [1]}, "'A a' cannot bind 0 events: []"),
        ({"a": [0], "b": [1, 1]}, "'B{1,2} b' cannot bind twice the same event: [1, 1]"),
        ({"a": [0], "b": []}, "'B{1,2} b' cannot bind 0 events: []"),
        ({"a": [0], "b": [1, 2, 6]}, "'B{1,2} b' cannot bind 3 events: [1, 2, 6]"),
    ],
)
def test_what_is_no_candidate_is_refused(ids, reason) -> None:
    assert refused("SEQ(A a, B{1,2} b) WITHIN 9", ids) == reason


def test_one_event_is_one_event() -> None:
    assert refused("B b WITHIN 9", {"b": [1, 2]}) == "'B b' cannot bind 2 events: [1, 2]"
