"""Finality: a match is emitted when it is final, not before and not later.

A match is final at the later of: its last event arrived; time reached T*, the last moment at
which an event could still refute it.
"""

from __future__ import annotations

AB = {"a": 0, "b": 1}


def timeline(*steps):
    """The items in order of arrival, each with the matches that become final at it."""
    yield "input", [item for item, _ in steps]
    yield "emits", [matches for _, matches in steps]


def event(id_, type_, ts, **attrs):
    return "event", type_, ts, attrs, id_


def reached(time):
    return "watermark", time


def test_without_negation():
    yield "clause", "S-5.2"
    yield "features", ["seq", "finality"]
    yield "pattern", "PATTERN SEQ(A a, B b) WITHIN 10"
    yield "because", "nothing can refute the match: it is final when its last event arrives"
    yield "case", "in-order"
    yield from timeline((event(0, "A", 1), []), (event(1, "B", 2), [AB]), (("end",), []))
    yield "case", "out-of-order"
    yield from timeline((event(1, "B", 2), []), (event(0, "A", 1), [AB]), (("end",), []))


def test_kleene_set_that_could_grow():
    yield "clause", "S-5.3"
    yield "features", ["seq", "kleene", "finality"]
    yield "pattern", "PATTERN SEQ(A a, B+ b) WITHIN 10"
    yield "because", "each set is a match of its own, final when its last event arrives"
    yield from timeline(
        (event(0, "A", 1), []),
        (event(1, "B", 2), [{"a": 0, "b": [1]}]),
        (event(2, "B", 3), [{"a": 0, "b": [2]}, {"a": 0, "b": [1, 2]}]),
        (("end",), []),
    )


def test_kleene_event_in_the_middle_arrives_last():
    yield "clause", "S-5.3"
    yield "features", ["seq", "kleene", "finality"]
    yield "pattern", "PATTERN SEQ(A a, B+ b, C c) WITHIN 10"
    yield "because", "the sets with B 3 become final when it arrives, after C"
    yield from timeline(
        (event(0, "A", 1), []),
        (event(1, "B", 2), []),
        (event(2, "C", 4), [{"a": 0, "b": [1], "c": 2}]),
        (event(3, "B", 3), [{"a": 0, "b": [3], "c": 2}, {"a": 0, "b": [1, 3], "c": 2}]),
        (("end",), []),
    )


def test_trailing_not_waits_for_the_window():
    """Reported for Elasticsearch: a trailing NOT fired before its span was over."""
    yield "clause", "S-5.2"
    yield "features", ["seq", "not", "finality"]
    yield "pattern", "PATTERN SEQ(A a, B b, NOT(N n)) WITHIN 10"
    yield "because", "an N at up to 1 + 10 could refute, up to 1 + 9 if the window is exclusive"
    begin = (event(0, "A", 1), []), (event(1, "B", 3), [])
    yield "case", "inclusive"
    yield from timeline(*begin, (reached(10), []), (reached(11), [AB]), (("end",), []))
    yield "case", "exclusive"
    yield "dialect", {"order": "strict", "window": "exclusive"}
    yield "level", "dialect"
    yield from timeline(*begin, (reached(9), []), (reached(10), [AB]), (("end",), []))
    yield "case", "end"
    yield from timeline(*begin, (reached(10), []), (("end",), [AB]))
    yield "case", "far"
    yield from timeline(*begin, (reached(1000), [AB]), (("end",), []))
    yield "case", "refuted"
    yield from timeline(*begin, (reached(10), []), (event(2, "N", 11), []), (("end",), []))
    yield "case", "outside"
    yield from timeline(*begin, (event(2, "N", 12), []), (reached(11), [AB]), (("end",), []))


def test_trailing_not_under_disorder():
    yield "clause", "S-5.1"
    yield "features", ["seq", "not", "finality"]
    yield "pattern", "PATTERN SEQ(A a, B b, NOT(N n)) WITHIN 10"
    yield "because", "T* is 11; after the largest ts M, time is M - d - 1: it takes M = 12 + d"
    for d in (0, 3):
        yield "case", f"d-{d}"
        yield "disorder", d
        yield from timeline(
            (event(0, "A", 1), []),
            (event(1, "B", 3), []),
            (event(2, "X", 11 + d), []),
            (event(3, "X", 12 + d), [AB]),
            (("end",), []),
        )


def test_late_events():
    """An event is late iff its ts is at or before time; it is set aside, not matched."""
    yield "clause", "S-5.1"
    yield "features", ["seq", "finality"]
    yield "pattern", "PATTERN SEQ(A a, B b) WITHIN 100"
    yield "case", "watermark"
    yield "because", "time is 5: B at 5 is late, B at 6 is not; A stays although it is older"
    yield "late", [1]
    yield from timeline(
        (event(0, "A", 1), []),
        (reached(5), []),
        (event(1, "B", 5), []),
        (event(2, "B", 6), [{"a": 0, "b": 2}]),
        (("end",), []),
    )
    yield "case", "disorder"
    yield "disorder", 2
    yield "because", "after M = 10 time is 7: B at 7 is late, B at 8 is not"
    yield "late", [2]
    yield from timeline(
        (event(0, "A", 1), []),
        (event(1, "X", 10), []),
        (event(2, "B", 7), []),
        (event(3, "B", 8), [{"a": 0, "b": 3}]),
        (("end",), []),
    )
    yield "case", "same-tick"
    yield "disorder", 0
    yield "because", "after M = 4 time is 3: another event at 4 is not late"
    yield from timeline(
        (event(0, "A", 1), []),
        (event(1, "X", 4), []),
        (event(2, "B", 4), [{"a": 0, "b": 2}]),
        (("end",), []),
    )


def test_late_negated_event():
    """What is final stays final."""
    yield "clause", "S-5.1"
    yield "features", ["seq", "not", "finality"]
    yield "pattern", "PATTERN SEQ(A a, B b, NOT(N n)) WITHIN 10"
    yield "because", "N at 8 would have refuted, but time is 11: it is late"
    yield "late", [2]
    yield from timeline(
        (event(0, "A", 1), []),
        (event(1, "B", 3), []),
        (reached(11), [AB]),
        (event(2, "N", 8), []),
        (("end",), []),
    )


def test_middle_not():
    yield "clause", "S-5.2"
    yield "features", ["seq", "not", "finality"]
    yield "pattern", "PATTERN SEQ(A a, NOT(N n), B b) WITHIN 10"
    yield "case", "watermark"
    yield "because", "an N at 2, 3 or 4 could refute: T* is 4"
    begin = (event(0, "A", 1), []), (event(1, "B", 5), [])
    yield from timeline(*begin, (reached(3), []), (reached(4), [AB]), (("end",), []))
    yield "case", "reached-before"
    yield "because", "time has reached 4 before B arrives, so B completes a final match"
    steps = (event(0, "A", 1), []), (reached(4), []), (event(1, "B", 5), [AB]), (("end",), [])
    yield from timeline(*steps)
    yield "case", "no-room"
    yield "because", "no time lies strictly between 1 and 2: nothing can refute"
    yield from timeline((event(0, "A", 1), []), (event(1, "B", 2), [AB]), (("end",), []))
    yield "case", "refuted-later"
    yield "because", "N arrives after B but lies between a and b, and is not late"
    yield from timeline(*begin, (reached(3), []), (event(2, "N", 4), []), (("end",), []))


def test_middle_not_and_ties():
    yield "clause", "S-5.2"
    yield "features", ["seq", "not", "finality"]
    yield "pattern", "PATTERN SEQ(A a, NOT(N n), B b) WITHIN 10"
    yield "disorder", 0
    for order, first, then in (
        ("strict", [AB], []),
        ("arrival", [], [AB]),
        ("nonstrict", [], [AB]),
    ):
        yield "case", order
        yield "dialect", {"order": order, "window": "inclusive"}
        yield "level", "required" if order == "strict" else "dialect"
        yield "because", "T* is 4 if strict, 5 else (arrival waits too); B at 5 brings time to 4"
        yield from timeline(
            (event(0, "A", 1), []),
            (event(1, "B", 5), first),
            (event(2, "X", 5), []),
            (event(3, "X", 6), then),
            (("end",), []),
        )


def test_leading_not():
    yield "clause", "S-5.2"
    yield "features", ["seq", "not", "finality"]
    yield "pattern", "PATTERN SEQ(NOT(N n), A a) WITHIN 10"
    yield "because", "an N from 10 to 19 could refute: T* is 19"
    match = [{"a": 0}]
    yield "case", "waits"
    yield from timeline(
        (event(0, "A", 20), []), (reached(18), []), (reached(19), match), (("end",), [])
    )
    yield "case", "refuted"
    yield from timeline((event(0, "A", 20), []), (event(1, "N", 10), []), (("end",), []))
    yield "case", "too-old"
    yield from timeline((event(1, "N", 9), []), (event(0, "A", 20), []), (("end",), match))
