"""The five rules one by one, the candidates and their count (S-4.1 to S-4.8)."""

from __future__ import annotations

from math import comb

import pytest

from augury.spec.errors import TooManyCandidates
from augury.spec.events import Dialect, Event, Stream
from augury.spec.language.functions import BUILTINS, register
from augury.spec.language.normal import normal_form
from augury.spec.language.parser import parse
from augury.spec.semantics import (
    Match,
    adjacent_name,
    bounds,
    candidates,
    choices,
    count_candidates,
    count_subsets,
    distinct,
    events_of,
    fits,
    is_match,
    match_of,
    matches,
    ordered,
    positive_clauses,
    satisfied,
    witnesses,
)

PATTERN = parse(
    "PATTERN SEQ(A a, NOT(N n), B+ b) WHERE a.x < b.x AND n.x = a.x AND SUM(b.x) < 9 WITHIN 5"
)
(BRANCH,) = normal_form(PATTERN)
A0 = Event(0, "A", 10, {"x": 1})
B1, B2, B3 = Event(1, "B", 12, {"x": 2}), Event(2, "B", 15, {"x": 3}), Event(3, "B", 16, {"x": 4})
N4, N5 = Event(4, "N", 11, {"x": 1}), Event(5, "N", 12, {"x": 7})
MU = {"a": (A0,), "b": (B1, B2)}
STRICT, LOOSE = Dialect(), Dialect("nonstrict")


def test_rule_1() -> None:
    assert distinct(MU)
    assert not distinct({"a": (A0,), "b": (A0,)})
    assert not distinct({"b": (B1, B1)})
    assert distinct({"a": (), "b": ()})


def test_rule_2() -> None:
    assert ordered(MU, BRANCH, STRICT)
    assert not ordered({"a": (B1,), "b": (A0, B2)}, BRANCH, STRICT)
    tied = Event(9, "B", 10)
    assert not ordered({"a": (A0,), "b": (tied,)}, BRANCH, STRICT)
    assert ordered({"a": (A0,), "b": (tied,)}, BRANCH, LOOSE)
    assert not ordered({**MU, "n": (N5,)}, BRANCH, STRICT)
    assert ordered({**MU, "n": (N4,)}, BRANCH, STRICT)
    assert ordered({"a": (A0,), "b": ()}, BRANCH, STRICT)


def test_rule_3_is_for_every_choice() -> None:
    clauses = positive_clauses(BRANCH)
    assert clauses == (PATTERN.where[0], PATTERN.where[2])
    assert satisfied(MU, clauses, BUILTINS)
    assert not satisfied({"a": (A0,), "b": (B1, B2, B3, Event(6, "B", 16))}, clauses, BUILTINS)
    assert not satisfied({"a": (A0,), "b": (B1, Event(6, "B", 16, {"x": 1}))}, clauses, BUILTINS)
    assert not satisfied({"a": (Event(0, "A", 0),), "b": (B1,)}, clauses, BUILTINS)
    assert satisfied({"a": (A0,), "b": ()}, clauses[:1], BUILTINS)


def test_rule_4() -> None:
    assert fits(MU, BRANCH, STRICT)
    assert not fits({"a": (A0,), "b": (B3,)}, BRANCH, STRICT)
    assert not fits(MU, BRANCH, Dialect(window="exclusive"))
    assert fits({"a": (A0,), "b": (B1,)}, BRANCH, Dialect(window="exclusive"))


def test_rule_5_names_the_witnesses() -> None:
    at_the_edge = Event(7, "N", 10, {"x": 1})
    stream = Stream([A0, B1, B2, N4, N5, at_the_edge])
    assert witnesses("n", MU, BRANCH, stream, STRICT) == (N4,)
    assert witnesses("n", MU, BRANCH, stream, LOOSE) == (at_the_edge, N4)
    assert witnesses("n", MU, BRANCH, Stream([N5]), STRICT) == ()
    assert not is_match(MU, BRANCH, stream, STRICT)
    assert is_match(MU, BRANCH, Stream([A0, B1, B2, N5]), STRICT)


def test_a_witness_may_stretch_the_span_only_as_far_as_the_window() -> None:
    (branch,) = normal_form(parse("PATTERN SEQ(A a, B b, NOT(N n)) WITHIN 5"))
    mu = {"a": (A0,), "b": (B1,)}
    events = Stream(Event(ts, "N", ts) for ts in range(8, 20))
    assert [e.ts for e in witnesses("n", mu, branch, events, STRICT)] == [13, 14, 15]
    assert [e.ts for e in witnesses("n", mu, branch, events, LOOSE)] == [12, 13, 14, 15]


# ------------------------------------------------------------------ choices


def test_choices_are_the_product_of_the_names_outside_aggregates() -> None:
    found = list(choices(PATTERN.where[0], MU, BUILTINS))
    assert [(s.event["a"].id, s.event["b"].id) for s in found] == [(0, 1), (0, 2)]
    (only,) = choices(PATTERN.where[2], MU, BUILTINS)
    assert only.event == {}
    assert only.group == MU


def test_an_index_chooses_adjacent_pairs() -> None:
    clause = parse("PATTERN SEQ(A a, B+ b) WHERE b[i].x > b[i-1].x + a.x WITHIN 9").where[0]
    assert adjacent_name(clause) == "b"
    three = {"a": (A0,), "b": (B1, B2, B3)}
    found = [(s.previous["b"].id, s.event["b"].id) for s in choices(clause, three, BUILTINS)]
    assert found == [(1, 2), (2, 3)]
    assert list(choices(clause, {"a": (A0,), "b": (B1,)}, BUILTINS)) == []
    assert list(choices(clause, {"a": (A0,), "b": ()}, BUILTINS)) == []
    alone = parse("PATTERN SEQ(A a, B+ b) WHERE b[i].x > 1 WITHIN 9").where[0]
    assert adjacent_name(alone) is None
    assert len(list(choices(alone, three, BUILTINS))) == 3


# ------------------------------------------------------------------ candidates


def test_bounds() -> None:
    (branch,) = normal_form(parse("PATTERN SEQ(A a, B+ b, C{0,2} c, D{3,} d) WITHIN 5"))
    assert list(bounds("a", branch, 4)) == [1]
    assert list(bounds("a", branch, 0)) == []
    assert list(bounds("b", branch, 3)) == [1, 2, 3]
    assert list(bounds("c", branch, 9)) == [0, 1, 2]
    assert list(bounds("c", branch, 1)) == [0, 1]
    assert list(bounds("d", branch, 2)) == []


def test_subsets_are_counted_by_formula() -> None:
    for available in range(7):
        for low in range(5):
            for high in range(low, 9):
                sizes = range(low, min(high, available) + 1)
                expected = sum(comb(available, k) for k in sizes)
                assert count_subsets(available, sizes) == expected
    assert count_subsets(5_000, range(1, 5_001)) == 2**5_000 - 1


def test_candidates_bind_types_only() -> None:
    stream = Stream([A0, B1, B2, N4, Event(8, "A", 99)])
    found = [{n: [e.id for e in bound] for n, bound in mu.items()}
             for mu in candidates(BRANCH, stream)]  # fmt: skip
    assert found == [{"a": [a], "b": b} for a in (0, 8) for b in ([1], [2], [1, 2])]
    assert count_candidates(BRANCH, stream) == 6
    assert events_of(MU) == (A0, B1, B2)


def test_the_definition_never_answers_in_part() -> None:
    stream = Stream([A0, B1, B2, Event(8, "A", 99)])
    assert matches(stream, PATTERN, limit=6)
    with pytest.raises(TooManyCandidates) as caught:
        matches(stream, PATTERN, limit=5)
    assert (caught.value.count, caught.value.limit) == (6, 5)
    two = parse("PATTERN OR(A a, B b) WITHIN 5")
    with pytest.raises(TooManyCandidates) as caught:
        matches(stream, two, limit=3)
    assert caught.value.count == 4
    huge = Stream(Event(k, "B", 1) for k in range(300))
    with pytest.raises(TooManyCandidates, match=r"about 10\^90 exceeds the limit of 1,000,000"):
        matches(huge, parse("PATTERN B+ b WITHIN 5"))


# ------------------------------------------------------------------ matches


def test_a_match_reports_ids_and_sorts_canonically() -> None:
    late = Event(-7, "B", 14, {"x": 2})
    assert match_of({"a": (A0,), "b": (B1, late)}, BRANCH, 2) == Match(2, (0, (-7, 1)), ("a", "b"))
    assert Match(0, (1, (2, 3)), ("a", "b")).bindings == {"a": 1, "b": (2, 3)}
    found = [
        Match(1, (0, (1,)), ("a", "b")),
        Match(0, (0, (2,)), ("a", "b")),
        Match(0, (0, (1, 2)), ("a", "b")),
        Match(0, (0, (1,)), ("a", "b")),
        Match(0, (0, ()), ("a", "b")),
    ]
    assert sorted(found) == found[::-1]


def test_functions_reach_the_clauses() -> None:
    functions = register({"double": lambda x: 2 * x})
    pattern = parse("PATTERN SEQ(A a, NOT(N n), B b) WHERE double(a.x) = b.x AND double(n.x) = b.x "
                    "WITHIN 9", functions=functions)  # fmt: skip
    found = matches(Stream([A0, B1, B2, N5]), pattern, functions=functions)
    assert found == {Match(0, (0, 1), ("a", "b"))}
    assert not matches(Stream([A0, B1, B2, N4]), pattern, functions=functions)
