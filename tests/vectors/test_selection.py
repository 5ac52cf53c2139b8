"""SELECT: which matches are kept, by the events that they skip."""

from __future__ import annotations

from itertools import combinations


def letters(text):
    """One event a letter, at the ticks 0, 1, 2 and so on; ids are the same numbers."""
    return [(letter, tick) for tick, letter in enumerate(text)]


def sets(name, subsets, **others):
    """One match for each set of the Kleene name, the other names fixed."""
    return [{**others, name: list(subset)} for subset in subsets]


def strategies(pattern, *, any_, next_, strict):
    """One case for each strategy, with its matches."""
    for word, expect in (("any", any_), ("next", next_), ("strict", strict)):
        yield "case", word
        yield "pattern", f"{pattern} SELECT {word}"
        yield "expect", expect


# ---------------------------------------------------------------- sequences and sets


def test_the_classic_example():
    yield "clause", "S-6.5"
    yield "features", ["seq", "kleene", "select"]
    yield "events", letters("ABBBC")
    yield "because", "any: the 7 sets of three Bs; next and strict: all three, none is left out"
    every = [s for k in (1, 2, 3) for s in combinations((1, 2, 3), k)]
    yield from strategies(
        "PATTERN SEQ(A a, B+ b, C c) WITHIN 10",
        any_=sets("b", every, a=0, c=4),
        next_=sets("b", [(1, 2, 3)], a=0, c=4),
        strict=sets("b", [(1, 2, 3)], a=0, c=4),
    )


def test_an_event_of_another_type_between():
    yield "clause", "S-6.3"
    yield "features", ["seq", "kleene", "select"]
    yield "events", letters("ABXBC")
    yield "because", "no name takes X: next goes past it, strict does not"
    yield from strategies(
        "PATTERN SEQ(A a, B+ b, C c) WITHIN 10",
        any_=sets("b", [(1,), (3,), (1, 3)], a=0, c=4),
        next_=sets("b", [(1, 3)], a=0, c=4),
        strict=[],
    )


def test_pairs_of_one_type():
    yield "clause", "S-6.5"
    yield "features", ["seq", "select"]
    yield "events", letters("AAA")
    yield "because", "a=0, b=2 skips 1, which could have been b"
    near, far = [{"a": 0, "b": 1}, {"a": 1, "b": 2}], [{"a": 0, "b": 2}]
    yield from strategies(
        "PATTERN SEQ(A a, A b) WITHIN 10", any_=near + far, next_=near, strict=near
    )


def test_two_starts_and_two_ends():
    yield "clause", "S-6.5"
    yield "features", ["seq", "select"]
    yield "events", letters("AABB")
    yield "because", "a=0, b=2 skips A 1, but a is taken; b=3 skips B 2, which could have been b"
    yield from strategies(
        "PATTERN SEQ(A a, B b) WITHIN 10",
        any_=[{"a": a, "b": b} for a in (0, 1) for b in (2, 3)],
        next_=[{"a": 0, "b": 2}, {"a": 1, "b": 2}],
        strict=[{"a": 1, "b": 2}],
    )


def test_greed_loses_a_match():
    yield "clause", "S-6.5"
    yield "features", ["seq", "select"]
    yield "events", [("A", 0), ("B", 1, {"x": 5}), ("B", 2, {"x": 1}), ("C", 3, {"x": 3})]
    yield "because", "B 1 must be taken, since c is not known yet; then 5 < 3 fails"
    yield from strategies(
        "PATTERN SEQ(A a, B b, C c) WHERE b.x < c.x WITHIN 10",
        any_=[{"a": 0, "b": 2, "c": 3}],
        next_=[],
        strict=[],
    )


def test_a_clause_that_is_known_keeps_an_event_out():
    yield "clause", "S-6.4"
    yield "features", ["seq", "select"]
    yield "events", [("A", 0, {"x": 2}), ("B", 1, {"x": 1}), ("B", 2, {"x": 3})]
    yield "because", "B 1 fails a.x < b.x, so it could not have been taken; strict minds it still"
    found = [{"a": 0, "b": 2}]
    yield from strategies(
        "PATTERN SEQ(A a, B b) WHERE a.x < b.x WITHIN 10", any_=found, next_=found, strict=[]
    )


def test_an_aggregate_keeps_no_event_out():
    yield "clause", "S-6.4"
    yield "features", ["seq", "kleene", "aggregates", "select"]
    yield "events", [("A", 0), *(("B", i, {"x": x}) for i, x in ((1, 1), (2, 5), (3, 2)))]
    yield "because", "sums below 4: {1}, {3}, {1,3}; B 2 could be taken after 1 whatever the sum"
    yield from strategies(
        "PATTERN SEQ(A a, B+ b) WHERE SUM(b.x) < 4 WITHIN 10",
        any_=sets("b", [(1,), (3,), (1, 3)], a=0),
        next_=sets("b", [(1,)], a=0),
        strict=sets("b", [(1,)], a=0),
    )


def test_a_rising_run():
    yield "clause", "S-6.4"
    yield "features", ["seq", "kleene", "adjacency", "select"]
    values = ((1, 1), (2, 3), (3, 2), (4, 4))
    yield "events", [("A", 0), *(("B", i, {"x": x}) for i, x in values), ("C", 5)]
    yield "because", "next: 1 and 3 are taken, 2 does not rise over 3, 4 does"
    rising = [(1,), (2,), (3,), (4,), (1, 2), (1, 3), (1, 4), (2, 4), (3, 4), (1, 2, 4), (1, 3, 4)]
    yield from strategies(
        "PATTERN SEQ(A a, B+ b, C c) WHERE b[i].x > b[i-1].x WITHIN 10",
        any_=sets("b", rising, a=0, c=5),
        next_=sets("b", [(1, 2, 4)], a=0, c=5),
        strict=[],
    )


def test_one_event_for_two_names():
    yield "clause", "S-6.5"
    yield "features", ["seq", "kleene", "select"]
    yield "events", letters("AAAA")
    yield "because", "next takes every event, as b or as c; {0, [1], 3} and {0, [2], 3} skip one"
    kept = [
        {"a": 0, "b": [1], "c": 2},
        {"a": 0, "b": [1, 2], "c": 3},
        {"a": 1, "b": [2], "c": 3},
    ]
    lost = [{"a": 0, "b": [1], "c": 3}, {"a": 0, "b": [2], "c": 3}]
    yield from strategies(
        "PATTERN SEQ(A a, A+ b, A c) WITHIN 10", any_=kept + lost, next_=kept, strict=kept
    )


# ---------------------------------------------------------------- bounds


def test_an_optional_name_is_taken():
    yield "clause", "S-6.4"
    yield "features", ["seq", "kleene", "bounds", "select"]
    yield "events", letters("ABBC")
    yield "because", "next: B 1 must be taken, then b is full and B 2 is passed"
    yield from strategies(
        "PATTERN SEQ(A a, B{0,1} b, C c) WITHIN 10",
        any_=sets("b", [(), (1,), (2,)], a=0, c=3),
        next_=sets("b", [(1,)], a=0, c=3),
        strict=[],
    )


def test_a_set_that_is_full():
    yield "clause", "S-6.4"
    yield "features", ["seq", "kleene", "bounds", "select"]
    yield "events", letters("AAAB")
    yield "because", "next: each start takes as many as fit: 0 and 1, 1 and 2, 2"
    every = [s for k in (1, 2) for s in combinations((0, 1, 2), k)]
    yield from strategies(
        "PATTERN SEQ(A{1,2} a, B b) WITHIN 10",
        any_=sets("a", every, b=3),
        next_=sets("a", [(0, 1), (1, 2), (2,)], b=3),
        strict=sets("a", [(1, 2), (2,)], b=3),
    )


def test_a_predecessor_that_is_too_small():
    yield "clause", "S-6.4"
    yield "features", ["seq", "kleene", "bounds", "select"]
    yield "events", letters("ABAB")
    yield "because", "at B 1 the set a has one event and needs two: it could not have been taken"
    found = [{"a": [0, 2], "b": 3}]
    yield from strategies(
        "PATTERN SEQ(A{2,2} a, B b) WITHIN 10", any_=found, next_=found, strict=[]
    )


# ---------------------------------------------------------------- AND, OR


def test_conjunction():
    yield "clause", "S-6.5"
    yield "features", ["and", "select"]
    yield "events", letters("BAAB")
    yield "because", "any order: b=3 with a=1 skips A 2, a is taken; b=0 with a=2 skips A 1"
    near, far = [{"a": 1, "b": 0}, {"a": 2, "b": 3}], [{"a": 1, "b": 3}]
    yield from strategies(
        "PATTERN AND(A a, B b) WITHIN 10",
        any_=[*near, *far, {"a": 2, "b": 0}],
        next_=near + far,
        strict=near,
    )


def test_conjunction_before_a_name():
    yield "clause", "S-6.4"
    yield "features", ["seq", "and", "nesting", "select"]
    yield "events", letters("ACBC")
    yield "because", "at C 1 the predecessor b has no event: C 1 could not have been taken"
    found = [{"a": 0, "b": 2, "c": 3}]
    yield from strategies(
        "PATTERN SEQ(AND(A a, B b), C c) WITHIN 10", any_=found, next_=found, strict=[]
    )


def test_each_branch_by_its_own_names():
    yield "clause", "S-6.1"
    yield "features", ["seq", "or", "nesting", "select"]
    yield "events", letters("ACB")
    yield "because", "the first branch has no name for C, so it passes C 1"
    first, second = {"branch": 0, "a": 0, "b": 2}, {"branch": 1, "x": 0, "y": 1}
    yield from strategies(
        "PATTERN OR(SEQ(A a, B b), SEQ(A x, C y)) WITHIN 10",
        any_=[first, second],
        next_=[first, second],
        strict=[second],
    )


def test_each_branch_by_its_own_clauses():
    yield "clause", "S-6.5"
    yield "features", ["seq", "or", "nesting", "select"]
    yield "events", [("A", 0, {"x": 2}), ("B", 1, {"x": 1}), ("B", 2, {"x": 3})]
    yield "because", "b asks for more than a.x and passes B 1; y asks for nothing and takes it"
    yield from strategies(
        "PATTERN OR(SEQ(A a, B b), SEQ(A x, B y)) WHERE a.x < b.x WITHIN 10",
        any_=[{"branch": 0, "a": 0, "b": 2}, *({"branch": 1, "x": 0, "y": y} for y in (1, 2))],
        next_=[{"branch": 0, "a": 0, "b": 2}, {"branch": 1, "x": 0, "y": 1}],
        strict=[{"branch": 1, "x": 0, "y": 1}],
    )


# ---------------------------------------------------------------- NOT


def test_negation_keeps_no_event_from_being_taken():
    yield "clause", "S-6.4"
    yield "features", ["seq", "not", "select"]
    yield "events", letters("ABNBC")
    yield "because", "b=1 is refuted by N 2; b=3 skips B 1, which could have been taken"
    yield from strategies(
        "PATTERN SEQ(A a, B b, NOT(N n), C c) WITHIN 10",
        any_=[{"a": 0, "b": 3, "c": 4}],
        next_=[],
        strict=[],
    )


def test_a_negated_event_that_does_not_refute():
    yield "clause", "S-6.3"
    yield "features", ["seq", "not", "select"]
    yield "events", [("A", 0), ("N", 1, {"x": 1}), ("B", 2)]
    yield "because", "N 1 refutes nothing and no name takes it, but it stands between"
    found = [{"a": 0, "b": 2}]
    yield from strategies(
        "PATTERN SEQ(A a, NOT(N n), B b) WHERE n.x > 5 WITHIN 10",
        any_=found,
        next_=found,
        strict=[],
    )


def test_negation_outside_the_match():
    yield "clause", "S-6.3"
    yield "features", ["seq", "not", "select"]
    found = [{"a": 1, "b": 2}]
    leading, trailing = "SEQ(NOT(N n), A a, B b)", "SEQ(A a, B b, NOT(N n))"
    for name, structure, ticks, expect, because in (
        ("leading", leading, (0, 20, 21), found, "N is too old for the window, and not between"),
        ("leading-refuted", leading, (12, 20, 21), [], "N is within the window of A and B"),
        ("trailing", trailing, (50, 20, 21), found, "N is past the window, and not between"),
        ("trailing-refuted", trailing, (30, 20, 21), [], "N at 30 is within 10 of A at 20"),
    ):
        for word in ("next", "strict"):
            yield "case", f"{name}-{word}"
            yield "pattern", f"PATTERN {structure} WITHIN 10 SELECT {word}"
            yield "events", [("N", ticks[0]), ("A", ticks[1]), ("B", ticks[2])]
            yield "because", because
            yield "expect", expect
