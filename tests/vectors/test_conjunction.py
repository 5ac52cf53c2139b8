"""Conjunctions: all parts, in any order."""

from __future__ import annotations

from itertools import permutations


def test_either_may_come_first():
    """A reported bug of Siddhi: A and B matched only if A came first."""
    yield "clause", "S-2.2"
    yield "features", ["and"]
    yield "pattern", "PATTERN AND(A a, B b) WITHIN 10"
    for name, events, expect in (
        ("a-first", [("A", 1), ("B", 2)], [{"a": 0, "b": 1}]),
        ("b-first", [("B", 1), ("A", 2)], [{"a": 1, "b": 0}]),
        ("same-time", [("B", 1), ("A", 1)], [{"a": 1, "b": 0}]),
        ("both", [("B", 1), ("A", 2), ("B", 3)], [{"a": 1, "b": 0}, {"a": 1, "b": 2}]),
    ):
        yield "case", name
        yield "events", events
        yield "because", "AND sets no order between a and b"
        yield "expect", expect


def test_three_in_every_arrangement():
    yield "clause", "S-2.2"
    yield "features", ["and"]
    yield "pattern", "PATTERN AND(A a, B b, C c) WITHIN 2"
    for arrangement in permutations("ABC"):
        yield "case", "".join(arrangement).lower()
        yield "events", [(type_, ts) for ts, type_ in enumerate(arrangement, start=1)]
        yield "because", "each arrangement is one match; its span is 2"
        yield "expect", [{type_.lower(): id_ for id_, type_ in enumerate(arrangement)}]


def test_one_type_under_two_names():
    yield "clause", "S-4.2"
    yield "features", ["and"]
    yield "pattern", "PATTERN AND(A x, A y) WITHIN 10"
    yield "events", [("A", 1), ("A", 2), ("A", 20)]
    yield "because", "the names may be exchanged, but never share an event; 20 is out of reach"
    yield "expect", [{"x": 0, "y": 1}, {"x": 1, "y": 0}]


def test_a_clause_breaks_the_symmetry():
    yield "clause", "S-4.4"
    yield "features", ["and"]
    yield "pattern", "PATTERN AND(A x, A y) WHERE x.v < y.v WITHIN 10"
    yield "events", [("A", 1, {"v": 5}), ("A", 2, {"v": 4}), ("A", 3, {"v": 5})]
    yield "because", "x must be the 4; y is one of the two 5, earlier or later"
    yield "expect", [{"x": 1, "y": 0}, {"x": 1, "y": 2}]


def test_window_in_both_directions():
    yield "clause", "S-4.5"
    yield "features", ["and"]
    yield "pattern", "PATTERN AND(A a, B b) WITHIN 10"
    yield "events", [("B", 9), ("B", 10), ("A", 20), ("B", 30), ("B", 31)]
    yield "because", "B may lie up to 10 before or after A: 10 and 30, not 9 and 31"
    yield "expect", [{"a": 2, "b": 1}, {"a": 2, "b": 3}]


def test_two_kleene_names():
    yield "clause", "S-2.3"
    yield "features", ["and", "kleene"]
    yield "pattern", "PATTERN AND(A+ a, B+ b) WITHIN 10"
    yield "events", [("A", 1), ("B", 2), ("A", 3)]
    yield "because", "three non-empty sets of A, one of B, no order between them"
    yield "expect", [{"a": [0], "b": [1]}, {"a": [2], "b": [1]}, {"a": [0, 2], "b": [1]}]


def test_two_kleene_names_of_one_type():
    yield "clause", "S-4.2"
    yield "features", ["and", "kleene"]
    yield "pattern", "PATTERN AND(A+ x, A+ y) WITHIN 10"
    yield "events", [("A", 1), ("A", 2), ("A", 3)]
    yield "because", "disjoint non-empty sets: 3^3 - 2 * 2^3 + 1 = 12"
    pairs = [([0], [1]), ([0], [2]), ([0], [1, 2]), ([1], [0]), ([1], [2]), ([1], [0, 2])]
    pairs += [([2], [0]), ([2], [1]), ([2], [0, 1]), ([0, 1], [2]), ([0, 2], [1]), ([1, 2], [0])]
    yield "expect", [{"x": x, "y": y} for x, y in pairs]


def test_optional_part():
    yield "clause", "S-2.3"
    yield "features", ["and", "kleene", "bounds"]
    yield "pattern", "PATTERN AND(A a, B{0,1} b) WITHIN 10"
    yield "events", [("B", 1), ("A", 2), ("B", 3)]
    yield "because", "no B, the first or the second; never both"
    yield "expect", [{"a": 1, "b": []}, {"a": 1, "b": [0]}, {"a": 1, "b": [2]}]
