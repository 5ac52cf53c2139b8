"""SELECT where timestamps are equal: positions follow (ts, id), whatever the order."""

from __future__ import annotations

ORDERS = ("strict", "arrival", "nonstrict")


def orders(*expected):
    """One case for each order of the dialect, with its matches."""
    for order, expect in zip(ORDERS, expected, strict=True):
        yield "case", order
        yield "dialect", {"order": order, "window": "inclusive"}
        yield "level", "required" if order == "strict" else "dialect"
        yield "expect", expect


def test_a_tie_that_can_or_cannot_be_taken():
    yield "clause", "S-6.4"
    yield "features", ["seq", "select"]
    yield "pattern", "PATTERN SEQ(A a, B b) WITHIN 10 SELECT next"
    yield "events", [("A", 1), ("B", 1), ("B", 2)]
    yield "because", "B 1 at the tick of A could be taken, unless before is strict"
    yield from orders([{"a": 0, "b": 2}], [{"a": 0, "b": 1}], [{"a": 0, "b": 1}])


def test_a_tie_stands_between():
    yield "clause", "S-6.2"
    yield "features", ["seq", "select"]
    yield "pattern", "PATTERN SEQ(A a, B b) WITHIN 10 SELECT strict"
    yield "events", [("A", 1), ("B", 1), ("B", 2)]
    yield "because", "B 1 has a position between 0 and 2 even where it is not after A"
    yield from orders([], [{"a": 0, "b": 1}], [{"a": 0, "b": 1}])


def test_ids_place_a_foreign_event():
    yield "clause", "S-6.2"
    yield "features", ["seq", "select"]
    yield "pattern", "PATTERN SEQ(A a, B b) WITHIN 10 SELECT strict"
    yield "case", "after-the-first"
    yield "events", [("A", 1, {}, 0), ("X", 1, {}, 1), ("B", 2, {}, 2)]
    yield "because", "X at the tick of A has the larger id: it is between"
    yield "expect", []
    yield "case", "before-the-first"
    yield "events", [("X", 1, {}, 0), ("A", 1, {}, 1), ("B", 2, {}, 2)]
    yield "because", "X at the tick of A has the smaller id: it is before first"
    yield "expect", [{"a": 1, "b": 2}]
    yield "case", "after-the-last"
    yield "events", [("A", 1, {}, 0), ("B", 2, {}, 1), ("X", 2, {}, 2)]
    yield "because", "X at the tick of B has the larger id: it is after last"
    yield "expect", [{"a": 0, "b": 1}]


def test_ids_that_do_not_follow_time():
    yield "clause", "S-6.2"
    yield "features", ["seq", "select"]
    yield "pattern", "PATTERN SEQ(A a, B b) WITHIN 10 SELECT next"
    yield "events", [("A", 1, {}, 9), ("B", 2, {}, 5), ("B", 3, {}, 1)]
    yield "because", "positions go by ts first: B 5 is the next one"
    yield "expect", [{"a": 9, "b": 5}]


def test_against_the_order_of_arrival():
    yield "clause", "S-6.2"
    yield "features", ["seq", "select"]
    yield "pattern", "PATTERN SEQ(A a, B b) WITHIN 10 SELECT strict"
    yield "events", [("B", 5), ("A", 5), ("B", 6)]
    yield "because", "nonstrict: first is B 0, last is A 1, and nothing is between them"
    later = {"a": 1, "b": 2}
    yield from orders([later], [later], [{"a": 1, "b": 0}, later])


def test_a_set_before_its_predecessor():
    yield "clause", "S-6.4"
    yield "features", ["seq", "kleene", "select"]
    yield "pattern", "PATTERN SEQ(A a, B+ b) WITHIN 10 SELECT next"
    yield "events", [("B", 5), ("B", 5), ("A", 5)]
    yield "because", "nonstrict: before A 2 the predecessor a has no event, so B 1 may be skipped"
    every = [{"a": 2, "b": b} for b in ([0], [1], [0, 1])]
    yield from orders([], [], every)


def test_a_set_and_a_tie():
    yield "clause", "S-6.5"
    yield "features", ["seq", "kleene", "select"]
    yield "pattern", "PATTERN SEQ(B+ b, C c) WITHIN 10 SELECT next"
    yield "events", [("B", 1), ("C", 2), ("B", 2), ("C", 3)]
    yield (
        "because",
        (
            "c=1 skips nothing; c=3 skips C 1 but for the set that begins at B 2; "
            "nonstrict: B 2 is not after C 1 at the same tick, and may join it"
        ),
    )
    usual = [{"b": [0], "c": 1}, {"b": [2], "c": 3}]
    yield from orders(usual, usual, [*usual, {"b": [0, 2], "c": 1}, {"b": [2], "c": 1}])
