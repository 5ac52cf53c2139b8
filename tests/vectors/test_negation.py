"""Negation: no event of the type may extend the match."""

from __future__ import annotations


def test_where_a_negated_name_looks():
    yield "clause", "S-4.6"
    yield "features", ["seq", "not"]
    for name, structure, before, between, after in (
        ("leading", "SEQ(NOT(N n), A a, B b)", False, True, True),
        ("middle", "SEQ(A a, NOT(N n), B b)", True, False, True),
        ("trailing", "SEQ(A a, B b, NOT(N n))", True, True, False),
    ):
        for place, n, matches in (
            ("before", 2, before),
            ("between", 4, between),
            ("after", 6, after),
        ):
            yield "case", f"{name}-{place}"
            yield "pattern", f"PATTERN {structure} WITHIN 10"
            yield "events", [("A", 3), ("B", 5), ("N", n)]
            yield "because", "an N refutes only where its name stands in the sequence"
            yield "expect", [{"a": 0, "b": 1}] if matches else []


def test_joined_with_an_earlier_name():
    yield "clause", "S-4.6"
    yield "features", ["seq", "not"]
    yield "pattern", "PATTERN SEQ(A a, NOT(N n), C c) WHERE n.x = a.x WITHIN 10"
    yield "events", [("A", 1, {"x": 1}), ("A", 2, {"x": 2}), ("N", 3, {"x": 2}), ("C", 4)]
    yield "because", "the N has the x of the second A only"
    yield "expect", [{"a": 0, "c": 3}]


def test_joined_with_a_later_name():
    """A negated name cannot be decided before the names of its clauses are bound."""
    yield "clause", "S-4.6"
    yield "features", ["seq", "not"]
    yield "pattern", "PATTERN SEQ(A a, NOT(N n), C c) WHERE n.x < c.y WITHIN 10"
    yield "events", [("A", 1), ("N", 2, {"x": 5}), ("C", 3, {"y": 3}), ("C", 4, {"y": 9})]
    yield "because", "5 < 3 fails, so the N does not refute the first C; 5 < 9 refutes the second"
    yield "expect", [{"a": 0, "c": 2}]


def test_joined_with_a_much_later_name():
    """The paper's example: C bounds the place of B, D decides its clause, E and F do neither."""
    yield "clause", "S-4.6"
    yield "features", ["seq", "not"]
    yield (
        "pattern",
        "PATTERN SEQ(A a, NOT(B b), C c, D d, E e, F f) WHERE b.x < d.y WITHIN 100",
    )
    begin = [("A", 1), ("B", 2, {"x": 5}), ("C", 3), ("B", 4, {"x": 0})]
    yield "events", [*begin, ("D", 5, {"y": 5}), ("D", 6, {"y": 6}), ("E", 7), ("F", 8)]
    yield "because", "B at 2: 5 < 5 fails, 5 < 6 refutes the second D; B at 4 is not before c"
    yield "expect", [{"a": 0, "c": 2, "d": 4, "e": 6, "f": 7}]


def test_joined_with_a_kleene_name():
    yield "clause", "S-4.6"
    yield "features", ["seq", "not", "kleene"]
    yield "pattern", "PATTERN SEQ(A a, NOT(N n), B+ b) WHERE n.x < b.x WITHIN 10"
    yield (
        "events",
        [("A", 1), ("N", 2, {"x": 3}), ("B", 3, {"x": 5}), ("B", 4, {"x": 2})],
    )
    yield (
        "because",
        (
            "the N refutes if its clause is true for every event of b: {5} is refuted; {2} and "
            "{5, 2} are not, as 3 < 2 fails"
        ),
    )
    yield "expect", [{"a": 0, "b": [3]}, {"a": 0, "b": [2, 3]}]


def test_joined_with_an_empty_name():
    yield "clause", "S-4.6"
    yield "features", ["seq", "not", "kleene", "bounds"]
    yield "pattern", "PATTERN SEQ(A a, NOT(N n), B{0,} b) WHERE n.x < b.x WITHIN 10"
    yield "events", [("A", 1), ("N", 2, {"x": 3}), ("B", 3, {"x": 1})]
    yield "because", "for b empty the clause holds vacuously and N refutes; for {1}, 3 < 1 fails"
    yield "expect", [{"a": 0, "b": [2]}]


def test_joined_with_an_aggregate():
    yield "clause", "S-4.6"
    yield "features", ["seq", "not", "kleene", "aggregates"]
    yield "pattern", "PATTERN SEQ(A a, NOT(N n), B+ b) WHERE n.x < SUM(b.x) WITHIN 10"
    yield (
        "events",
        [("A", 1), ("N", 2, {"x": 6}), ("B", 3, {"x": 5}), ("B", 4, {"x": 2})],
    )
    yield "because", "6 < 5 and 6 < 2 fail; 6 < 7 refutes the set of both"
    yield "expect", [{"a": 0, "b": [2]}, {"a": 0, "b": [3]}]


def test_own_clause():
    yield "clause", "S-4.6"
    yield "features", ["seq", "not", "missing"]
    yield "pattern", "PATTERN SEQ(A a, NOT(N n), B b) WHERE n.x > 3 WITHIN 10"
    for name, attrs, matches, because in (
        ("true", {"x": 4}, False, "4 > 3 is true: refuted"),
        ("false", {"x": 3}, True, "3 > 3 is false: this N is allowed"),
        ("missing", {}, True, "a missing x makes the clause unknown, which refutes nothing"),
        ("text", {"x": "4"}, True, "text with a number is unknown, which refutes nothing"),
    ):
        yield "case", name
        yield "events", [("A", 1), ("N", 2, attrs), ("B", 3)]
        yield "because", because
        yield "expect", [{"a": 0, "b": 2}] if matches else []


def test_unknown_because_of_the_other_name():
    yield "clause", "S-4.6"
    yield "features", ["seq", "not", "missing"]
    yield "pattern", "PATTERN SEQ(A a, NOT(N n), B b) WHERE n.x = a.x WITHIN 10"
    yield "events", [("A", 1), ("N", 2), ("B", 3)]
    yield "because", "missing = missing is unknown, so the N does not refute"
    yield "expect", [{"a": 0, "b": 2}]


def test_one_of_several_events_suffices():
    yield "clause", "S-4.6"
    yield "features", ["seq", "not"]
    yield "pattern", "PATTERN SEQ(A a, NOT(N n), B b) WHERE n.x = b.x WITHIN 10"
    events = [
        ("A", 1),
        ("N", 2, {"x": 1}),
        ("N", 3, {"x": 2}),
        ("B", 4, {"x": 2}),
        ("B", 5, {"x": 3}),
    ]
    yield "events", events
    yield "because", "the second N has the x of the first B; no N has the x of the second B"
    yield "expect", [{"a": 0, "b": 4}]


def test_behind_an_optional_name():
    """If the optional name is empty, the negated name has no predecessor and leads."""
    yield "clause", "S-4.6"
    yield "features", ["seq", "not", "kleene", "bounds"]
    yield "pattern", "PATTERN SEQ(T{0,1} t, NOT(N n), C c) WITHIN 10"
    for name, t, n, expect, because in (
        ("n-first", 6, 5, [[0]], "t at 6 hides the N at 5; for t empty it is before c"),
        ("n-between", 4, 5, [], "the N is before c and after t"),
        ("n-last", 4, 9, [[], [0]], "the N is after c"),
        ("edge", 0, -2, [[0]], "8 - (-2) is 10: for t empty the N is still in the window"),
        ("outside", 0, -3, [[], [0]], "8 - (-3) is 11: out of the window"),
    ):
        yield "case", name
        yield "events", [("T", t), ("N", n), ("C", 8)]
        yield "because", because
        yield "expect", [{"t": bound, "c": 2} for bound in expect]


def test_before_an_optional_name():
    yield "clause", "S-4.6"
    yield "features", ["seq", "not", "kleene", "bounds"]
    yield "pattern", "PATTERN SEQ(A a, NOT(N n), T{0,1} t) WITHIN 10"
    for name, n, expect, because in (
        ("between", 3, [], "the N at 3 is after a and before t"),
        ("after-t", 7, [[1]], "t at 5 hides the N; for t empty it is after a"),
        ("edge", 11, [[1]], "11 - 1 is 10: for t empty the N is still in the window"),
        ("outside", 12, [[], [1]], "12 - 1 is 11: out of the window"),
    ):
        yield "case", name
        yield "events", [("A", 1), ("T", 5), ("N", n)]
        yield "because", because
        yield "expect", [{"a": 0, "t": bound} for bound in expect]


def test_two_negated_names():
    yield "clause", "S-4.6"
    yield "features", ["seq", "not"]
    for name, structure, types, matches, because in (
        ("apart-none", "SEQ(NOT(M m), A a, NOT(N n), B b)", "NAMB", True, "neither is in place"),
        ("apart-first", "SEQ(NOT(M m), A a, NOT(N n), B b)", "MAXB", False, "M leads"),
        ("apart-second", "SEQ(NOT(M m), A a, NOT(N n), B b)", "XANB", False, "N is between"),
        ("side-by-side", "SEQ(A a, NOT(M m), NOT(N n), B b)", "XAXB", True, "neither occurs"),
        ("side-m", "SEQ(A a, NOT(M m), NOT(N n), B b)", "XAMB", False, "M alone refutes"),
        ("side-n", "SEQ(A a, NOT(M m), NOT(N n), B b)", "XANB", False, "N alone refutes"),
    ):
        yield "case", name
        yield "pattern", f"PATTERN {structure} WITHIN 10"
        yield "events", [(type_, ts) for ts, type_ in enumerate(types, start=1)]
        yield "because", because + "; each negated name is judged alone"
        yield "expect", [{"a": 1, "b": 3}] if matches else []


def test_negated_names_do_not_order_each_other():
    yield "clause", "S-4.6"
    yield "features", ["seq", "not"]
    yield (
        "pattern",
        "PATTERN SEQ(A a, NOT(N m), NOT(N n), B b) WHERE m.x = a.x AND n.x = b.x WITHIN 10",
    )
    for x, matches, because in (
        (1, False, "m refutes: the x of a"),
        (2, True, "neither the x of a nor that of b"),
        (3, False, "n refutes: the x of b; that m is unbound is no excuse"),
    ):
        yield "case", f"x-{x}"
        yield "events", [("A", 1, {"x": 1}), ("N", 2, {"x": x}), ("B", 3, {"x": 3})]
        yield "because", because
        yield "expect", [{"a": 0, "b": 2}] if matches else []


def test_the_type_of_a_positive_name():
    """A bound event is no refutation of its own match: extended matches are distinct too."""
    yield "clause", "S-4.2"
    yield "features", ["seq", "and", "not"]
    aab, abb = [("A", 1), ("A", 2), ("B", 3)], [("A", 1), ("B", 2), ("B", 3)]
    for name, structure, events, expect, because in (
        ("nearest", "SEQ(A a, NOT(A n), B b)", aab, [(1, 2)], "A 1 lies between A 0 and b"),
        ("oldest", "SEQ(NOT(A n), A a, B b)", aab, [(0, 2)], "A 0 is before A 1"),
        ("first", "SEQ(A a, NOT(B n), B b)", abb, [(0, 1)], "B 1 lies between a and B 2"),
        ("last", "SEQ(A a, B b, NOT(B n))", abb, [(0, 2)], "B 2 is after B 1"),
        ("only", "AND(A a, B b, NOT(A n))", abb, [(0, 1), (0, 2)], "no other A in the window"),
        ("not-only", "AND(A a, B b, NOT(A n))", aab, [], "each A sees the other"),
    ):
        yield "case", name
        yield "pattern", f"PATTERN {structure} WITHIN 10"
        yield "events", events
        yield "because", because
        yield "expect", [{"a": a, "b": b} for a, b in expect]


def test_a_lonely_event():
    yield "clause", "S-4.6"
    yield "features", ["and", "not"]
    yield "pattern", "PATTERN AND(A a, NOT(A n)) WITHIN 10"
    yield "events", [("A", 1), ("A", 11), ("A", 22), ("A", 32)]
    yield "because", "1 and 11 are 10 apart and see each other, so do 22 and 32: nobody is alone"
    yield "expect", []
    yield "case", "crowd"
    yield "case", "alone"
    yield "events", [("A", 1), ("A", 12), ("A", 22)]
    yield "because", "12 - 1 is 11, so 1 is alone; 12 and 22 see each other"
    yield "expect", [{"a": 0}]


def test_beside_kleene_names():
    yield "clause", "S-4.6"
    yield "features", ["seq", "not", "kleene"]
    for name, structure, types, expect, because in (
        (
            "after",
            "SEQ(A+ a, NOT(N n), B b)",
            "ANAB",
            [{"a": [2], "b": 3}, {"a": [0, 2], "b": 3}],
            "n is after every event of a: the N at 2 is so for {0} only",
        ),
        (
            "before",
            "SEQ(A a, NOT(N n), B+ b)",
            "ABNB",
            [{"a": 0, "b": [1]}, {"a": 0, "b": [1, 3]}],
            "n is before every event of b: the N at 3 is so for {3} only",
        ),
        (
            "no-gap-at-the-end",
            "SEQ(A a, B+ b, NOT(B n), C c)",
            "ABBC",
            [{"a": 0, "b": [2], "c": 3}, {"a": 0, "b": [1, 2], "c": 3}],
            "B 2 refutes {1}; it belongs to the other two sets, and B 1 is not after {2}",
        ),
        (
            "trailing",
            "SEQ(A a, B+ b, NOT(B n))",
            "ABB",
            [{"a": 0, "b": [2]}, {"a": 0, "b": [1, 2]}],
            "a set must hold the last B",
        ),
    ):
        yield "case", name
        yield "pattern", f"PATTERN {structure} WITHIN 10"
        yield "events", [(type_, ts) for ts, type_ in enumerate(types, start=1)]
        yield "because", because
        yield "expect", expect
