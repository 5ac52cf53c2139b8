"""Ties: what equal timestamps mean is a choice of the dialect."""

from __future__ import annotations

ORDERS = ("strict", "arrival", "nonstrict")


def orders(*expected):
    """One case for each order; the tuple gives the answers in the order of ``ORDERS``."""
    for order, expect in zip(ORDERS, expected, strict=True):
        yield "case", order
        yield "dialect", {"order": order, "window": "inclusive"}
        yield "level", "required" if order == "strict" else "dialect"
        yield "expect", expect


def test_in_order_of_arrival():
    yield "clause", "S-1.4"
    yield "features", ["seq"]
    yield "pattern", "PATTERN SEQ(A a, B b) WITHIN 10"
    yield "events", [("A", 5), ("B", 5)]
    yield "because", "5 < 5 fails; (5, 0) < (5, 1) holds; 5 <= 5 holds"
    match = [{"a": 0, "b": 1}]
    yield from orders([], match, match)


def test_against_the_order_of_arrival():
    """OpenCEP matches this; engines that follow arrival do not."""
    yield "clause", "S-1.4"
    yield "features", ["seq"]
    yield "pattern", "PATTERN SEQ(A a, B b) WITHIN 10"
    yield "events", [("B", 5), ("A", 5)]
    yield "because", "5 < 5 fails; (5, 1) < (5, 0) fails; 5 <= 5 holds"
    yield from orders([], [], [{"a": 1, "b": 0}])


def test_arrival_never_beats_time():
    """Siddhi matches A at 7, then B at 5, because A arrived first."""
    yield "clause", "S-1.4"
    yield "features", ["seq"]
    yield "pattern", "PATTERN SEQ(A a, B b) WITHIN 10"
    yield "events", [("A", 7), ("B", 5)]
    yield "because", "7 is after 5 in every order"
    yield from orders([], [], [])


def test_late_id_at_an_early_time():
    yield "clause", "S-1.4"
    yield "features", ["seq"]
    yield "pattern", "PATTERN SEQ(A a, B b) WITHIN 10"
    yield "events", [("A", 1, {}, 9), ("B", 3, {}, 2)]
    yield "because", "1 < 3, and (1, 9) < (3, 2): ids decide only at equal ts"
    match = [{"a": 9, "b": 2}]
    yield from orders(match, match, match)


def test_negative_ids():
    yield "clause", "S-1.1"
    yield "features", ["seq"]
    yield "pattern", "PATTERN SEQ(A a, B b) WITHIN 10"
    yield "events", [("A", 5, {}, 3), ("B", 5, {}, -4), ("A", 5, {}, -7)]
    yield "because", "ids are signed: by arrival -7 < -4 < 3; nonstrict asks for no id"
    first, second = {"a": -7, "b": -4}, {"a": 3, "b": -4}
    yield from orders([], [first], [first, second])


def test_two_names_of_one_type():
    yield "clause", "S-4.2"
    yield "features", ["seq"]
    yield "pattern", "PATTERN SEQ(A x, A y) WITHIN 10"
    yield "events", [("A", 5), ("A", 5)]
    yield "because", "nonstrict orders the two both ways, but one event never fills both names"
    forth, back = {"x": 0, "y": 1}, {"x": 1, "y": 0}
    yield from orders([], [forth], [forth, back])


def test_three_names_of_one_type():
    yield "clause", "S-4.3"
    yield "features", ["seq"]
    yield "pattern", "PATTERN SEQ(A x, A y, A z) WITHIN 10"
    yield "events", [("A", 5), ("A", 5), ("A", 6)]
    yield "because", "the event at 6 comes last; the first two tie"
    forth, back = {"x": 0, "y": 1, "z": 2}, {"x": 1, "y": 0, "z": 2}
    yield from orders([], [forth], [forth, back])


def test_kleene_between_ties():
    yield "clause", "S-4.3"
    yield "features", ["seq", "kleene"]
    yield "pattern", "PATTERN SEQ(A a, B+ b, C c) WITHIN 10"
    yield "events", [("B", 5), ("A", 5), ("B", 5), ("C", 5)]
    yield "because", "by arrival only B 2 is between A 1 and C 3; nonstrict takes both B"
    sets = [{"a": 1, "b": b, "c": 3} for b in ([0], [2], [0, 2])]
    yield from orders([], [sets[1]], sets)


def test_two_kleene_names_of_one_type():
    yield "clause", "S-4.3"
    yield "features", ["seq", "kleene"]
    yield "pattern", "PATTERN SEQ(A+ x, A+ y) WITHIN 10"
    yield "events", [("A", 5), ("A", 5)]
    yield "because", "the sets are disjoint, so each holds one of the two"
    forth, back = {"x": [0], "y": [1]}, {"x": [1], "y": [0]}
    yield from orders([], [forth], [forth, back])


def test_negated_name_of_the_same_type():
    yield "clause", "S-4.6"
    yield "features", ["seq", "not"]
    yield "pattern", "PATTERN SEQ(A a, NOT(A n), B b) WITHIN 10"
    yield "events", [("A", 1), ("A", 1), ("B", 2)]
    yield (
        "because",
        (
            "strict: neither A is after the other, both match; arrival: A 1 is after A 0 and "
            "refutes it; nonstrict: each is at or after the other, none matches"
        ),
    )
    first, second = {"a": 0, "b": 2}, {"a": 1, "b": 2}
    yield from orders([first, second], [second], [])


def test_and_asks_for_no_order():
    yield "clause", "S-2.2"
    yield "features", ["and"]
    yield "pattern", "PATTERN AND(A a, B b) WITHIN 0"
    yield "events", [("B", 5), ("A", 5)]
    yield "because", "AND compares no times"
    match = [{"a": 1, "b": 0}]
    yield from orders(match, match, match)


def test_partial_order_with_ties():
    yield "clause", "S-4.3"
    yield "features", ["seq", "and", "nesting"]
    yield "pattern", "PATTERN SEQ(AND(A a, B b), C c) WITHIN 10"
    yield "events", [("B", 4), ("C", 5), ("A", 5), ("C", 6)]
    yield "because", "c at 6 is after both; c at 5 ties with a, and a arrived after it"
    late, tied = {"a": 2, "b": 0, "c": 3}, {"a": 2, "b": 0, "c": 1}
    yield from orders([late], [late], [late, tied])
