"""Finality: which moment counts when several rules meet."""

from __future__ import annotations


def timeline(*steps):
    """The items in order of arrival, each with the matches that become final at it."""
    yield "input", [item for item, _ in steps]
    yield "emits", [matches for _, matches in steps]


def event(id_, type_, ts, **attrs):
    return "event", type_, ts, attrs, id_


def reached(time):
    return "watermark", time


def test_the_last_of_several_negated_names():
    yield "clause", "S-5.2"
    yield "features", ["seq", "not", "finality"]
    yield "pattern", "PATTERN SEQ(NOT(M m), A a, NOT(N n)) WITHIN 10"
    yield "because", "m can come up to 19, n up to 30: T* is 30"
    yield from timeline(
        (event(0, "A", 20), []),
        (reached(19), []),
        (reached(29), []),
        (reached(30), [{"a": 0}]),
        (("end",), []),
    )


def test_not_inside_and():
    yield "clause", "S-5.2"
    yield "features", ["and", "not", "finality"]
    yield "pattern", "PATTERN AND(A a, B b, NOT(N n)) WITHIN 10"
    yield "because", "an N from 25 - 10 to 20 + 10 could refute: T* is 30"
    yield from timeline(
        (event(1, "B", 25), []),
        (event(0, "A", 20), []),
        (reached(29), []),
        (reached(30), [{"a": 0, "b": 1}]),
        (("end",), []),
    )


def test_full_window():
    yield "clause", "S-5.2"
    yield "features", ["seq", "not", "finality"]
    yield "pattern", "PATTERN SEQ(A a, B b, NOT(N n)) WITHIN 10"
    match = [{"a": 0, "b": 1}]
    for order, at_once, later in (("strict", match, []), ("nonstrict", [], match)):
        yield "case", order
        yield "dialect", {"order": order, "window": "inclusive"}
        yield "level", "required" if order == "strict" else "dialect"
        yield "because", "after b at 11 = 1 + 10 only a tie at 11 fits, which strict excludes"
        yield from timeline(
            (event(0, "A", 1), []),
            (event(1, "B", 11), at_once),
            (reached(10), []),
            (reached(11), later),
            (("end",), []),
        )


def test_clauses_play_no_part():
    yield "clause", "S-5.2"
    yield "features", ["seq", "not", "finality", "missing"]
    yield "pattern", "PATTERN SEQ(A a, NOT(N n)) WHERE n.x > a.x WITHIN 10"
    yield "because", "a.x is missing, so no N can refute; the match waits for T* = 11 all the same"
    yield from timeline(
        (event(0, "A", 1), []),
        (event(1, "N", 5, x=1), []),
        (reached(10), []),
        (reached(11), [{"a": 0}]),
        (("end",), []),
    )


def test_branches_wait_for_themselves():
    yield "clause", "S-5.2"
    yield "features", ["seq", "or", "not", "nesting", "finality"]
    yield "pattern", "PATTERN OR(SEQ(A a, B b, NOT(N n)), SEQ(A x, B y)) WITHIN 10"
    yield "because", "branch 0 waits for T* = 11; branch 1 has nothing to wait for"
    yield from timeline(
        (event(0, "A", 1), []),
        (event(1, "B", 3), [{"branch": 1, "x": 0, "y": 1}]),
        (reached(11), [{"branch": 0, "a": 0, "b": 1}]),
        (("end",), []),
    )


def test_optional_name_moves_the_moment():
    yield "clause", "S-5.2"
    yield "features", ["seq", "not", "kleene", "bounds", "finality"]
    yield "pattern", "PATTERN SEQ(A a, NOT(N n), T{0,1} t) WITHIN 10"
    yield "disorder", 0
    yield (
        "because",
        "with t at 5, T* is 4 and time is 4 once T has arrived; without t, T* is 1 + 10",
    )
    yield from timeline(
        (event(0, "A", 1), []),
        (event(1, "T", 5), [{"a": 0, "t": [1]}]),
        (event(2, "X", 11), []),
        (event(3, "X", 12), [{"a": 0, "t": []}]),
        (("end",), []),
    )


def test_kleene_bounds_the_negated_name():
    yield "clause", "S-5.2"
    yield "features", ["seq", "not", "kleene", "finality"]
    yield "pattern", "PATTERN SEQ(A+ a, NOT(N n)) WITHIN 10"
    yield "because", "T* is the smallest ts of the set plus 10: 11 with A 0, 14 without"
    yield from timeline(
        (event(0, "A", 1), []),
        (event(1, "A", 4), []),
        (reached(10), []),
        (reached(11), [{"a": [0]}, {"a": [0, 1]}]),
        (reached(13), []),
        (reached(14), [{"a": [1]}]),
        (("end",), []),
    )


def test_only_the_end_moves_time():
    """Without disorder and watermarks time stands still until the end."""
    yield "clause", "S-5.1"
    yield "features", ["seq", "not", "finality"]
    yield "pattern", "PATTERN SEQ(A a, NOT(N n), B b) WITHIN 10"
    yield (
        "because",
        "events alone promise nothing: an N at 3 can still come, and in one case it does",
    )
    yield "case", "kept"
    match = [{"a": 0, "b": 1}]
    yield from timeline(
        (event(0, "A", 1), []),
        (event(1, "B", 5), []),
        (event(2, "X", 1000), []),
        (("end",), match),
    )
    yield "case", "refuted"
    yield from timeline(
        (event(0, "A", 1), []),
        (event(1, "B", 5), []),
        (event(2, "X", 1000), []),
        (event(3, "N", 3), []),
        (("end",), []),
    )


def test_time_never_goes_back():
    yield "clause", "S-5.1"
    yield "features", ["seq", "not", "finality"]
    yield "pattern", "PATTERN SEQ(A a, NOT(N n)) WITHIN 10"
    yield (
        "because",
        "after watermark 20 a watermark 5 changes nothing: N at 15 is late, A at 23 not",
    )
    yield "late", [1]
    yield from timeline(
        (event(0, "A", 12), []),
        (reached(20), []),
        (reached(5), []),
        (event(1, "N", 15), []),
        (reached(22), [{"a": 0}]),
        (event(2, "A", 23), []),
        (("end",), [{"a": 2}]),
    )
