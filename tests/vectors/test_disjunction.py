"""Disjunctions: a pattern is a list of branches, the left-most OR varying slowest."""

from __future__ import annotations

STREAM = [(type_, ts) for ts, type_ in enumerate("ABCDEF", start=1)]


def test_two_branches():
    yield "clause", "S-2.4"
    yield "features", ["or"]
    yield "pattern", "PATTERN OR(A a, B b) WITHIN 10"
    yield "events", [("B", 1), ("A", 2)]
    yield "because", "branch 0 binds a, branch 1 binds b, in the order of writing"
    yield "expect", [{"branch": 0, "a": 1}, {"branch": 1, "b": 0}]


def test_one_event_in_two_branches():
    yield "clause", "S-4.7"
    yield "features", ["or"]
    yield "pattern", "PATTERN OR(A x, A y) WITHIN 10"
    yield "events", [("A", 1)]
    yield "because", "the two branches are two answers: x binds the event in one, y in the other"
    yield "expect", [{"branch": 0, "x": 0}, {"branch": 1, "y": 0}]


def test_or_inside_seq():
    yield "clause", "S-2.4"
    yield "features", ["seq", "or", "nesting"]
    yield "pattern", "PATTERN SEQ(A a, OR(B b, C c), D d) WITHIN 10"
    yield "events", STREAM
    yield "because", "branch 0 is a, b, d and branch 1 is a, c, d"
    yield "expect", [{"a": 0, "b": 1, "d": 3}, {"branch": 1, "a": 0, "c": 2, "d": 3}]


def test_or_inside_and():
    yield "clause", "S-2.4"
    yield "features", ["and", "or", "nesting"]
    yield "pattern", "PATTERN AND(OR(B b, D d), C c) WITHIN 10"
    yield "events", STREAM
    yield "because", "b before c, or d after it: AND sets no order"
    yield "expect", [{"b": 1, "c": 2}, {"branch": 1, "d": 3, "c": 2}]


def test_two_ors_count_like_digits():
    yield "clause", "S-2.4"
    yield "features", ["seq", "or", "nesting"]
    yield "pattern", "PATTERN SEQ(OR(A a, B b), OR(C c, D d)) WITHIN 10"
    yield "events", STREAM
    yield "because", "the left-most OR varies slowest: ac, ad, bc, bd"
    yield (
        "expect",
        [
            {"branch": 0, "a": 0, "c": 2},
            {"branch": 1, "a": 0, "d": 3},
            {"branch": 2, "b": 1, "c": 2},
            {"branch": 3, "b": 1, "d": 3},
        ],
    )


def test_or_inside_seq_inside_or():
    yield "clause", "S-2.4"
    yield "features", ["seq", "or", "nesting"]
    yield "events", STREAM
    for name, structure, expect in (
        (
            "first",
            "OR(SEQ(A a, OR(B b, C c)), D d)",
            [{"a": 0, "b": 1}, {"branch": 1, "a": 0, "c": 2}, {"branch": 2, "d": 3}],
        ),
        (
            "last",
            "OR(A a, SEQ(B b, OR(C c, D d), OR(E e, F f)))",
            [
                {"branch": 0, "a": 0},
                {"branch": 1, "b": 1, "c": 2, "e": 4},
                {"branch": 2, "b": 1, "c": 2, "f": 5},
                {"branch": 3, "b": 1, "d": 3, "e": 4},
                {"branch": 4, "b": 1, "d": 3, "f": 5},
            ],
        ),
        (
            "direct",
            "OR(A a, OR(B b, C c), D d)",
            [{"a": 0}, {"branch": 1, "b": 1}, {"branch": 2, "c": 2}, {"branch": 3, "d": 3}],
        ),
    ):
        yield "case", name
        yield "pattern", f"PATTERN {structure} WITHIN 10"
        yield "because", "branches are numbered in the order of writing, inner ones in place"
        yield "expect", expect


def test_a_branch_without_match_keeps_its_number():
    yield "clause", "S-2.4"
    yield "features", ["or"]
    yield "pattern", "PATTERN OR(X x, Y y, C c) WITHIN 10"
    yield "events", STREAM
    yield "because", "no X and no Y; the third branch has number 2 all the same"
    yield "expect", [{"branch": 2, "c": 2}]


def test_a_clause_of_one_branch():
    """The papers print one disjunction of all conditions; each branch keeps its own."""
    yield "clause", "S-2.5"
    yield "features", ["seq", "or", "nesting"]
    yield "events", [("A", 1, {"x": 5}), ("B", 2, {"x": 3}), ("C", 3, {"x": 1})]
    both = [{"a": 0, "b": 1}, {"branch": 1, "a": 0, "c": 2}]
    for name, where, expect, because in (
        ("b-fails", "a.x < b.x", both[1:], "5 < 3 fails in branch 0; branch 1 has no b"),
        ("c-fails", "a.x < c.x", both[:1], "5 < 1 fails in branch 1; branch 0 has no c"),
        ("each-its-own", "a.x > b.x AND a.x < c.x", both[:1], "5 > 3 holds, 5 < 1 fails"),
        ("shared", "a.x > 9", [], "the clause of a applies to both branches"),
        ("constant", "1 = 2", [], "a clause without names applies to every branch"),
    ):
        yield "case", name
        yield "pattern", f"PATTERN SEQ(A a, OR(B b, C c)) WHERE {where} WITHIN 10"
        yield "because", because
        yield "expect", expect


def test_a_negated_name_of_one_branch():
    yield "clause", "S-4.6"
    yield "features", ["seq", "or", "not", "nesting"]
    yield "pattern", "PATTERN OR(SEQ(A a, NOT(N n), B b), SEQ(A x, B y)) WITHIN 10"
    yield "events", [("A", 1), ("N", 2), ("B", 3)]
    yield "because", "the N refutes branch 0; branch 1 does not speak of N"
    yield "expect", [{"branch": 1, "x": 0, "y": 2}]


def test_a_negated_name_as_an_alternative():
    yield "clause", "S-4.6"
    yield "features", ["seq", "or", "not", "nesting"]
    yield "pattern", "PATTERN SEQ(A a, OR(NOT(N n), C c), B b) WITHIN 10"
    with_c = {"branch": 1, "a": 0, "c": 2, "b": 3}
    for name, second, expect, because in (
        ("without-n", "X", [{"a": 0, "b": 3}, with_c], "no N for branch 0, a C for branch 1"),
        ("with-n", "N", [with_c], "the N refutes branch 0, branch 1 wants only a C"),
    ):
        yield "case", name
        yield "events", [("A", 1), (second, 2), ("C", 3), ("B", 4)]
        yield "because", because
        yield "expect", expect


def test_a_clause_of_a_negated_name_of_one_branch():
    yield "clause", "S-2.5"
    yield "features", ["seq", "or", "not", "nesting"]
    yield "pattern", "PATTERN SEQ(A a, OR(SEQ(NOT(N n), B b), C c)) WHERE n.x = a.x WITHIN 10"
    for name, x, expect, because in (
        ("equal", 1, [{"branch": 1, "a": 0, "c": 3}], "the N refutes branch 0 only"),
        (
            "different",
            2,
            [{"a": 0, "b": 2}, {"branch": 1, "a": 0, "c": 3}],
            "2 = 1 fails, so this N is allowed in branch 0",
        ),
    ):
        yield "case", name
        yield "events", [("A", 1, {"x": 1}), ("N", 2, {"x": x}), ("B", 3), ("C", 4)]
        yield "because", because
        yield "expect", expect


def test_a_kleene_branch():
    yield "clause", "S-2.4"
    yield "features", ["or", "kleene", "aggregates"]
    yield "pattern", "PATTERN OR(A+ a, B b) WHERE COUNT(a) = 2 WITHIN 10"
    yield "events", [("A", 1), ("B", 2), ("A", 3)]
    yield "because", "the clause of a concerns branch 0 alone: both A; branch 1 is the B"
    yield "expect", [{"a": [0, 2]}, {"branch": 1, "b": 1}]
