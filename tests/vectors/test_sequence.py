"""Sequences: every event of a part is before every event of the next parts."""

from __future__ import annotations


def test_paper_example_1():
    """Example 1 of the lazy-evaluation paper: prices must rise along the sequence."""
    yield "clause", "S-4.1"
    yield "features", ["seq"]
    yield "pattern", "PATTERN SEQ(A a, B b, C c) WHERE a.p < b.p AND b.p < c.p WITHIN 100"
    prices = [("A", 3), ("A", 5), ("A", 8), ("B", 7), ("B", 13), ("C", 9)]
    yield "events", [(type_, ts, {"p": p}) for ts, (type_, p) in enumerate(prices, start=1)]
    yield "because", "c is 9, so b must be 7, not 13; below 7 are the first two a (3, 5), not 8"
    yield "expect", [{"a": 0, "b": 3, "c": 5}, {"a": 1, "b": 3, "c": 5}]


def test_every_combination_is_reported():
    yield "clause", "S-4.7"
    yield "features", ["seq"]
    yield "pattern", "PATTERN SEQ(A a, B b) WITHIN 10"
    yield "events", [("A", 1), ("A", 2), ("B", 3), ("B", 4)]
    yield "because", "both A are before both B; events are reused, so two times two matches"
    yield (
        "expect",
        [{"a": 0, "b": 2}, {"a": 0, "b": 3}, {"a": 1, "b": 2}, {"a": 1, "b": 3}],
    )


def test_other_events_may_lie_between():
    yield "clause", "S-4.7"
    yield "features", ["seq"]
    yield "pattern", "PATTERN SEQ(A a, B b) WITHIN 10"
    yield "events", [("A", 1), ("X", 2), ("C", 3), ("B", 4)]
    yield "because", "nothing forbids X and C between a and b"
    yield "expect", [{"a": 0, "b": 3}]


def test_order_is_required():
    yield "clause", "S-4.3"
    yield "features", ["seq"]
    yield "pattern", "PATTERN SEQ(A a, B b, C c) WITHIN 100"
    for order, expect in (
        ("ABC", [{"a": 0, "b": 1, "c": 2}]),
        ("ACB", []),
        ("BAC", []),
        ("BCA", []),
        ("CAB", []),
        ("CBA", []),
    ):
        yield "case", order.lower()
        yield "events", [(type_, ts) for ts, type_ in enumerate(order, start=1)]
        yield "because", "of the six arrangements only A, B, C has a before b before c"
        yield "expect", expect


def test_one_type_under_two_names():
    yield "clause", "S-4.2"
    yield "features", ["seq"]
    yield "pattern", "PATTERN SEQ(A x, A y) WITHIN 10"
    yield "events", [("A", 1), ("A", 2), ("A", 3)]
    yield "because", "any two different events in the order of time: three pairs"
    yield "expect", [{"x": 0, "y": 1}, {"x": 0, "y": 2}, {"x": 1, "y": 2}]


def test_peak_of_one_type():
    yield "clause", "S-4.2"
    yield "features", ["seq"]
    yield "pattern", "PATTERN SEQ(S a, S b, S c) WHERE a.p < b.p AND b.p > c.p WITHIN 10"
    yield "events", [("S", ts, {"p": p}) for ts, p in enumerate([1, 3, 2, 4, 0], start=1)]
    yield (
        "because",
        (
            "of the ten triples these rise, then fall: 1 3 2, 1 3 0, 1 2 0, 1 4 0, 3 4 0, 2 4 0; "
            "not 1 3 4, 1 2 4 (no fall), 3 2 4, 3 2 0 (no rise)"
        ),
    )
    triples = [(0, 1, 2), (0, 1, 4), (0, 2, 4), (0, 3, 4), (1, 3, 4), (2, 3, 4)]
    yield "expect", [{"a": a, "b": b, "c": c} for a, b, c in triples]


def test_clause_between_distant_names():
    yield "clause", "S-4.4"
    yield "features", ["seq"]
    yield "pattern", "PATTERN SEQ(A a, B b, C c) WHERE a.k = c.k WITHIN 10"
    yield "events", [("A", 1, {"k": 1}), ("A", 2, {"k": 2}), ("B", 3), ("C", 4, {"k": 2})]
    yield "because", "only the second A has the k of C; b carries no condition"
    yield "expect", [{"a": 1, "b": 2, "c": 3}]


def test_a_stream_is_a_set():
    """The order in which a file lists events plays no part."""
    yield "clause", "S-1.3"
    yield "features", ["seq"]
    yield "pattern", "PATTERN SEQ(A a, B b) WITHIN 10"
    listed = [("A", 1, {}, 3), ("B", 5, {}, 7), ("A", 6, {}, 9)]
    yield "because", "A 3 (at 1) is before B 7 (at 5); A 9 (at 6) is after it"
    yield "expect", [{"a": 3, "b": 7}]
    for name, events in (("sorted", listed), ("reversed", listed[::-1])):
        yield "case", name
        yield "events", events


def test_ids_do_not_follow_time():
    yield "clause", "S-4.3"
    yield "features", ["seq"]
    yield "pattern", "PATTERN SEQ(A a, B b) WITHIN 10"
    yield "events", [("B", 4), ("A", 9), ("A", 2), ("B", 1)]
    yield "because", "by ts: B 3 at 1, A 2 at 2, B 0 at 4, A 1 at 9; only A 2 is before a B, B 0"
    yield "expect", [{"a": 2, "b": 0}]


def test_negative_times():
    yield "clause", "S-1.1"
    yield "features", ["seq"]
    yield "pattern", "PATTERN SEQ(A a, B b) WITHIN 4"
    yield "events", [("A", -5), ("A", -3), ("B", -1), ("B", 1), ("B", 0)]
    yield "because", "A at -5 reaches to -1; A at -3 reaches to 1"
    yield (
        "expect",
        [{"a": 0, "b": 2}, {"a": 1, "b": 2}, {"a": 1, "b": 3}, {"a": 1, "b": 4}],
    )


def test_fields_in_clauses():
    yield "clause", "S-2.8"
    yield "features", ["seq", "arithmetic"]
    yield "events", [("A", 1), ("B", 5), ("A", 3)]
    for name, clause, expect, because in (
        ("ts", "b.ts - a.ts >= 3", [{"a": 0, "b": 1}], "5 - 1 is 4, but 5 - 3 is 2"),
        ("id", "a.id > b.id", [{"a": 2, "b": 1}], "ids are arrival numbers: 2 > 1, but 0 < 1"),
    ):
        yield "case", name
        yield "pattern", f"PATTERN SEQ(A a, B b) WHERE {clause} WITHIN 10"
        yield "because", because
        yield "expect", expect


def test_a_pattern_of_one_event():
    yield "clause", "S-2.3"
    yield "features", ["single"]
    yield "events", [("A", 1, {"x": 1}), ("A", 2, {"x": 2}), ("B", 3, {"x": 5}), ("A", 3, {"x": 3})]
    yield "because", "the A with x above 1 are 1 and 3; a lone event has span 0"
    yield "expect", [{"a": 1}, {"a": 3}]
    for name, structure in (("leaf", "A a"), ("seq", "SEQ(A a)"), ("and", "AND(A a)")):
        yield "case", name
        yield "pattern", f"PATTERN {structure} WHERE a.x > 1 WITHIN 0"


def test_clause_without_names():
    yield "clause", "S-2.5"
    yield "features", ["seq"]
    yield "events", [("A", 1), ("B", 2)]
    for name, clause, expect in (("true", "1 = 1", [{"a": 0, "b": 1}]), ("false", "1 = 2", [])):
        yield "case", name
        yield "pattern", f"PATTERN SEQ(A a, B b) WHERE {clause} WITHIN 10"
        yield "because", "a clause of constants is true for every binding or for none"
        yield "expect", expect


def test_how_a_pattern_is_written():
    """Comments, quoted identifiers, and small letters that are no keywords."""
    yield "clause", "S-2.1"
    yield "features", ["seq"]
    yield (
        "pattern",
        (
            "# first an order line\n"
            'PATTERN SEQ("Order line" seq, _B2 within)  # then a B\n'
            'WHERE seq."unit price" < within.p\n'
            "WITHIN 10"
        ),
    )
    yield (
        "events",
        [("Order line", 1, {"unit price": 3}), ("_B2", 2, {"p": 2}), ("_B2", 3, {"p": 4})],
    )
    yield "because", "3 is below 4 but not below 2; seq and within in small letters are names"
    yield "expect", [{"seq": 0, "within": 2}]


def test_no_event_of_the_type():
    yield "clause", "S-4.1"
    yield "features", ["seq"]
    yield "pattern", "PATTERN SEQ(A a, B b) WITHIN 10"
    for name, events in (("empty", []), ("no-b", [("A", 1), ("A", 2), ("b", 3)])):
        yield "case", name
        yield "events", events
        yield "because", "b has no event to bind; types are compared as texts, b is not B"
        yield "expect", []
