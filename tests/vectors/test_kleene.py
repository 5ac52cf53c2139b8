"""Kleene names: a name bound to a set of events; every set is a match of its own."""

from __future__ import annotations

ABBBC = [(type_, ts) for ts, type_ in enumerate("ABBBC", start=1)]
SETS = [[], [1], [2], [3], [1, 2], [1, 3], [2, 3], [1, 2, 3]]


def test_seven_sets():
    """The paper prints six subsets of three events; there are 2^3 - 1."""
    yield "clause", "S-4.7"
    yield "features", ["seq", "kleene"]
    yield "events", ABBBC
    yield "because", "every non-empty subset of the three B; * and + both mean one or more"
    yield "expect", [{"a": 0, "b": b, "c": 4} for b in SETS[1:]]
    for name, mark in (("star", "*"), ("plus", "+")):
        yield "case", name
        yield "pattern", f"PATTERN SEQ(A a, B{mark} b, C c) WITHIN 10"


def test_one_event():
    """OpenCEP reported no match here."""
    yield "clause", "S-4.7"
    yield "features", ["seq", "kleene"]
    yield "pattern", "PATTERN SEQ(A a, B+ b, C c) WITHIN 10"
    yield "events", [("A", 1), ("B", 2), ("C", 3)]
    yield "because", "the only set is the one B"
    yield "expect", [{"a": 0, "b": [1], "c": 2}]


def test_none_is_not_enough():
    yield "clause", "S-2.3"
    yield "features", ["seq", "kleene"]
    yield "events", [("A", 1), ("C", 3)]
    yield "because", "* means one or more, as in the source documents; there is no B"
    yield "expect", []
    for name, mark in (("star", "*"), ("plus", "+")):
        yield "case", name
        yield "pattern", f"PATTERN SEQ(A a, B{mark} b, C c) WITHIN 10"


def test_bounds():
    yield "clause", "S-2.3"
    yield "features", ["seq", "kleene", "bounds"]
    yield "events", ABBBC
    for name, bounds, low, high in (
        ("optional", "{0,1}", 0, 1),
        ("exactly-one", "{1,1}", 1, 1),
        ("exactly-two", "{2,2}", 2, 2),
        ("any", "{0,}", 0, 3),
        ("two-or-more", "{2,}", 2, 3),
        ("one-or-two", "{1,2}", 1, 2),
        ("zero-to-two", "{0,2}", 0, 2),
        ("too-many", "{4,5}", 4, 5),
    ):
        yield "case", name
        yield "pattern", f"PATTERN SEQ(A a, B{bounds} b, C c) WITHIN 10"
        yield "because", "the sets of three B whose size lies in the bounds: 1, 3, 3, 1 of size 0-3"
        yield "expect", [{"a": 0, "b": b, "c": 4} for b in SETS if low <= len(b) <= high]


def test_at_the_ends():
    yield "clause", "S-4.7"
    yield "features", ["seq", "kleene"]
    for name, structure, types, expect in (
        ("leading", "SEQ(A+ a, B b)", "AAB", [{"a": a, "b": 2} for a in ([0], [1], [0, 1])]),
        ("trailing", "SEQ(A a, B+ b)", "ABB", [{"a": 0, "b": b} for b in ([1], [2], [1, 2])]),
        ("alone", "B+ b", "BB", [{"b": b} for b in ([0], [1], [0, 1])]),
    ):
        yield "case", name
        yield "pattern", f"PATTERN {structure} WITHIN 10"
        yield "events", [(type_, ts) for ts, type_ in enumerate(types, start=1)]
        yield "because", "no set is preferred: three sets of two events"
        yield "expect", expect


def test_leading_optional():
    yield "clause", "S-2.3"
    yield "features", ["seq", "kleene", "bounds"]
    yield "pattern", "PATTERN SEQ(B{0,} b, A a) WITHIN 10"
    yield "events", [("B", 1), ("B", 2), ("A", 3), ("B", 4)]
    yield "because", "any set of the two B before the A, the empty one too"
    yield "expect", [{"b": b, "a": 2} for b in ([], [0], [1], [0, 1])]


def test_a_clause_holds_for_every_event():
    yield "clause", "S-4.4"
    yield "features", ["seq", "kleene"]
    yield "pattern", "PATTERN SEQ(A a, B+ b) WHERE a.x < b.x WITHIN 10"
    yield (
        "events",
        [("A", 1, {"x": 3}), ("B", 2, {"x": 5}), ("B", 3, {"x": 1}), ("B", 4, {"x": 7})],
    )
    yield "because", "3 < 1 fails, so the second B is in no set"
    yield "expect", [{"a": 0, "b": [1]}, {"a": 0, "b": [3]}, {"a": 0, "b": [1, 3]}]


def test_a_clause_of_two_kleene_names():
    yield "clause", "S-4.4"
    yield "features", ["seq", "kleene"]
    yield "pattern", "PATTERN SEQ(A+ a, B+ b) WHERE a.x < b.x WITHIN 10"
    values = [("A", 1), ("A", 5), ("B", 3), ("B", 9)]
    yield "events", [(type_, ts, {"x": x}) for ts, (type_, x) in enumerate(values, start=1)]
    yield "because", "every pair must hold: with the 5 in a, the 3 cannot be in b"
    pairs = [([0], [2]), ([0], [3]), ([0], [2, 3]), ([1], [3]), ([0, 1], [3])]
    yield "expect", [{"a": a, "b": b} for a, b in pairs]


def test_order_of_two_kleene_names():
    yield "clause", "S-4.3"
    yield "features", ["seq", "kleene"]
    for name, structure, types, pairs, because in (
        (
            "two-types",
            "SEQ(A+ x, B+ y)",
            "ABAB",
            [([0], [1]), ([0], [3]), ([0], [1, 3]), ([2], [3]), ([0, 2], [3])],
            "every A of x is before every B of y",
        ),
        (
            "one-type",
            "SEQ(A+ x, A+ y)",
            "AAA",
            [([0], [1]), ([0], [2]), ([1], [2]), ([0], [1, 2]), ([0, 1], [2])],
            "a set of two or three events, cut once",
        ),
    ):
        yield "case", name
        yield "pattern", f"PATTERN {structure} WITHIN 10"
        yield "events", [(type_, ts) for ts, type_ in enumerate(types, start=1)]
        yield "because", because
        yield "expect", [{"x": x, "y": y} for x, y in pairs]


def test_events_of_a_set_may_tie():
    yield "clause", "S-4.3"
    yield "features", ["seq", "kleene"]
    yield "pattern", "PATTERN SEQ(A a, B+ b, C c) WITHIN 10"
    yield "events", [("A", 1), ("B", 2), ("B", 2), ("C", 3)]
    yield "because", "order is between names; inside a set none is demanded"
    yield "expect", [{"a": 0, "b": b, "c": 3} for b in ([1], [2], [1, 2])]


def test_window_of_a_set():
    yield "clause", "S-4.5"
    yield "features", ["kleene"]
    for name, structure, window, events, expect, because in (
        (
            "alone",
            "B+ b",
            3,
            [("B", 1), ("B", 2), ("B", 5)],
            [{"b": b} for b in ([0], [1], [2], [0, 1], [1, 2])],
            "1 and 5 are 4 apart, more than 3",
        ),
        (
            "trailing",
            "SEQ(A a, B+ b)",
            5,
            [("A", 1), ("B", 3), ("B", 6), ("B", 7)],
            [{"a": 0, "b": b} for b in ([1], [2], [1, 2])],
            "7 is 6 after a, more than 5",
        ),
    ):
        yield "case", name
        yield "pattern", f"PATTERN {structure} WITHIN {window}"
        yield "events", events
        yield "because", because
        yield "expect", expect


def test_an_empty_set_satisfies_its_clauses():
    yield "clause", "S-4.4"
    yield "features", ["seq", "kleene", "bounds"]
    yield "events", [("A", 1, {"x": 2}), ("B", 2, {"x": 1}), ("C", 3)]
    for name, where, sets, because in (
        ("own", "b.x > 5", [[]], "1 > 5 fails; the empty set has no event to fail for"),
        ("joined", "b.x > 5 OR a.x = 1", [[]], "no choice of b, so the whole clause is vacuous"),
        ("negated", "NOT (b.x <= 5 OR a.x != 1)", [[]], "one clause: nothing is taken apart"),
        ("two-clauses", "b.x > 5 AND a.x = 1", [], "a.x = 1 is a clause of its own and fails"),
        ("parentheses", "(b.x > 5 AND (a.x = 1))", [], "parentheses are transparent"),
        ("true", "b.x < 5", [[], [1]], "1 < 5 holds, and the empty set passes as well"),
    ):
        yield "case", name
        yield "pattern", f"PATTERN SEQ(A a, B{{0,1}} b, C c) WHERE {where} WITHIN 10"
        yield "because", because
        yield "expect", [{"a": 0, "b": b, "c": 2} for b in sets]
