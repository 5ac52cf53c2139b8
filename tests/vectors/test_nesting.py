"""Nesting: SEQ and AND together give a partial order on names."""

from __future__ import annotations


def arranged(types):
    """One event a tick, in the order of the letters."""
    return [(type_, ts) for ts, type_ in enumerate(types, start=1)]


def arrangements(table):
    """One case for each arrangement of types, with the matches it has."""
    for types, expect, because in table:
        yield "case", types.lower()
        yield "events", arranged(types)
        yield "because", because
        yield "expect", expect


def test_and_inside_seq():
    yield "clause", "S-2.2"
    yield "features", ["seq", "and", "nesting"]
    yield "pattern", "PATTERN SEQ(A a, AND(B b, C c), D d) WITHIN 100"
    yield from arrangements(
        (
            ("ABCD", [{"a": 0, "b": 1, "c": 2, "d": 3}], "b and c are between a and d"),
            ("ACBD", [{"a": 0, "b": 2, "c": 1, "d": 3}], "b and c may change places"),
            ("CABD", [], "c is not after a"),
            ("ABDC", [], "c is not before d"),
        )
    )


def test_seq_inside_and():
    yield "clause", "S-2.2"
    yield "features", ["seq", "and", "nesting"]
    yield "pattern", "PATTERN AND(SEQ(A a, B b), SEQ(C c, D d)) WITHIN 100"
    yield from arrangements(
        (
            ("ACDB", [{"a": 0, "b": 3, "c": 1, "d": 2}], "the two sequences interleave"),
            ("CABD", [{"a": 1, "b": 2, "c": 0, "d": 3}], "either may begin"),
            ("CDAB", [{"a": 2, "b": 3, "c": 0, "d": 1}], "one may follow the other"),
            ("ADCB", [], "d is not after c"),
            ("BCDA", [], "b is not after a"),
        )
    )


def test_seq_of_two_conjunctions():
    yield "clause", "S-2.2"
    yield "features", ["seq", "and", "nesting"]
    yield "pattern", "PATTERN SEQ(AND(A a, B b), AND(C c, D d)) WITHIN 100"
    yield from arrangements(
        (
            ("BADC", [{"a": 1, "b": 0, "c": 3, "d": 2}], "both of the first, then both others"),
            ("ACBD", [], "b is not before c: all four pairs across are ordered"),
            ("ADBC", [], "b is not before d"),
        )
    )


def test_seq_is_associative():
    yield "clause", "S-2.2"
    yield "features", ["seq", "nesting"]
    yield "events", arranged("ABACBC")
    yield "because", "a before b before c: a=0 with b=1, c=3 or 5; any a with b=4, c=5"
    triples = [(0, 1, 3), (0, 1, 5), (0, 4, 5), (2, 4, 5)]
    yield "expect", [{"a": a, "b": b, "c": c} for a, b, c in triples]
    for name, structure in (
        ("flat", "SEQ(A a, B b, C c)"),
        ("left", "SEQ(SEQ(A a, B b), C c)"),
        ("right", "SEQ(A a, SEQ(B b, C c))"),
    ):
        yield "case", name
        yield "pattern", f"PATTERN {structure} WITHIN 100"


def test_order_through_a_negated_name():
    """A negated name binds nothing but its neighbours stay ordered."""
    yield "clause", "S-2.2"
    yield "features", ["seq", "not"]
    yield "pattern", "PATTERN SEQ(A a, NOT(N n), C c) WITHIN 100"
    yield from arrangements(
        (
            ("AC", [{"a": 0, "c": 1}], "a before c, no N"),
            ("CA", [], "a < n < c gives a < c, which fails"),
        )
    )


def test_order_through_an_empty_name():
    yield "clause", "S-2.2"
    yield "features", ["seq", "kleene", "bounds"]
    yield "pattern", "PATTERN SEQ(A a, B{0,1} b, C c) WITHIN 100"
    yield from arrangements(
        (
            ("AC", [{"a": 0, "b": [], "c": 1}], "a before c, b is empty"),
            ("CA", [], "a < b < c gives a < c even if b is empty"),
            ("BAC", [{"a": 1, "b": [], "c": 2}], "the B is not after a, only b empty remains"),
        )
    )


def test_three_levels():
    yield "clause", "S-2.2"
    yield "features", ["seq", "and", "nesting"]
    yield "pattern", "PATTERN SEQ(A a, AND(B b, SEQ(C c, D d)), E e) WITHIN 100"
    yield from arrangements(
        (
            ("ACBDE", [{"a": 0, "b": 2, "c": 1, "d": 3, "e": 4}], "b in the middle of c, d"),
            ("ACDBE", [{"a": 0, "b": 3, "c": 1, "d": 2, "e": 4}], "b after c, d"),
            ("ADBCE", [], "d is not after c"),
            ("ACDEB", [], "b is not before e"),
            (
                "ABCBDE",
                [
                    {"a": 0, "b": 1, "c": 2, "d": 4, "e": 5},
                    {"a": 0, "b": 3, "c": 2, "d": 4, "e": 5},
                ],
                "either B will do",
            ),
        )
    )


def test_not_at_the_end_of_a_group():
    """A reported bug of Flink (FLINK-15980): NOT at the end of a group was ignored."""
    yield "clause", "S-4.6"
    yield "features", ["seq", "not", "nesting"]
    yield "pattern", "PATTERN SEQ(SEQ(A a, NOT(N n)), C c) WITHIN 100"
    yield from arrangements(
        (
            ("ANC", [], "n belongs to the first part, so a < n < c: the N lies there"),
            ("ACN", [{"a": 0, "c": 1}], "the N is not before c"),
            ("NAC", [{"a": 1, "c": 2}], "the N is not after a"),
        )
    )


def test_not_at_the_end_of_a_free_group():
    yield "clause", "S-4.6"
    yield "features", ["seq", "and", "not", "nesting"]
    yield "pattern", "PATTERN AND(SEQ(A a, NOT(N n)), C c) WITHIN 10"
    for name, c, n, refuted, because in (
        ("c-first-inside", 15, 25, True, "after a at 20, and 25 - 15 fits 10"),
        ("c-first-outside", 15, 26, False, "26 - 15 is 11"),
        ("c-last-inside", 25, 30, True, "after a, on the other side of c, and 30 - 20 fits 10"),
        ("c-last-outside", 25, 31, False, "31 - 20 is 11"),
        ("between", 25, 22, True, "after a; nothing orders n and c"),
        ("before-a", 15, 18, False, "between c and a, but not after a"),
    ):
        yield "case", name
        yield "events", [("A", 20), ("C", c), ("N", n)]
        yield "because", because
        yield "expect", [] if refuted else [{"a": 0, "c": 1}]


def test_not_beside_a_name_inside_seq():
    yield "clause", "S-4.6"
    yield "features", ["seq", "and", "not", "nesting"]
    yield "pattern", "PATTERN SEQ(A a, AND(NOT(N n), B b), C c) WITHIN 100"
    yield from arrangements(
        (
            ("ABNC", [], "n is between a and c, after b"),
            ("ANBC", [], "n is between a and c, before b"),
            ("ABCN", [{"a": 0, "b": 1, "c": 2}], "the N is not before c"),
            ("NABC", [{"a": 1, "b": 2, "c": 3}], "the N is not after a"),
        )
    )
