"""Adjacency: b[i] with b[i-1] speaks of each adjacent pair of the set, in (ts, id) order."""

from __future__ import annotations


def values(*items):
    """One B a tick with the given x; None stands for a B without x."""
    return [("B", ts, {} if x is None else {"x": x}) for ts, x in enumerate(items, start=1)]


def test_rising():
    yield "clause", "S-2.9"
    yield "features", ["kleene", "adjacency"]
    yield "pattern", "PATTERN B+ b WHERE b[i].x > b[i-1].x WITHIN 10"
    yield "events", values(1, 3, 2, 4)
    yield (
        "because",
        "rising subsequences: 4 single; 1 3, 1 2, 1 4, 3 4, 2 4 (not 3 2); 1 3 4, 1 2 4",
    )
    singles, pairs = [[0], [1], [2], [3]], [[0, 1], [0, 2], [0, 3], [1, 3], [2, 3]]
    yield "expect", [{"b": b} for b in [*singles, *pairs, [0, 1, 3], [0, 2, 3]]]


def test_without_a_pair():
    yield "clause", "S-2.9"
    yield "features", ["seq", "kleene", "bounds", "adjacency"]
    yield "pattern", "PATTERN SEQ(A a, B{0,} b) WHERE b[i].x > b[i-1].x WITHIN 10"
    yield "events", [("A", 1), ("B", 2), ("B", 3, {"x": 1})]
    yield "because", "the empty set and single events have no pair, not even with x missing"
    yield "expect", [{"a": 0, "b": []}, {"a": 0, "b": [1]}, {"a": 0, "b": [2]}]


def test_missing_in_a_pair():
    yield "clause", "S-2.9"
    yield "features", ["kleene", "adjacency", "missing"]
    yield "pattern", "PATTERN B+ b WHERE b[i].x > b[i-1].x WITHIN 10"
    yield "events", values(1, None, 2)
    yield "because", "a pair with the missing x is unknown and fails; 1, 2 are adjacent in [0, 2]"
    yield "expect", [{"b": b} for b in ([0], [1], [2], [0, 2])]


def test_gap_between_adjacent_events():
    """A wish of Flink's users (FLINK-27392): the gap of neighbours, not first to last."""
    yield "clause", "S-2.9"
    yield "features", ["kleene", "adjacency", "arithmetic"]
    yield "pattern", "PATTERN B+ b WHERE b[i].ts - b[i-1].ts <= 3 WITHIN 10"
    yield "events", [("B", 1), ("B", 3), ("B", 6), ("B", 10)]
    yield (
        "because",
        (
            "gaps: 1-3 is 2, 3-6 is 3, 1-6 is 5, 6-10 is 4; so 10 stands alone, and 1 3 6 holds "
            "although 1 and 6 are 5 apart"
        ),
    )
    yield "expect", [{"b": b} for b in ([0], [1], [2], [3], [0, 1], [1, 2], [0, 1, 2])]


def test_plain_name_means_the_current_event():
    yield "clause", "S-2.9"
    yield "features", ["kleene", "adjacency"]
    yield "pattern", "PATTERN B+ b WHERE b[i].x > b[i-1].x OR b.y = 1 WITHIN 10"
    yield (
        "events",
        [("B", 1, {"x": 3, "y": 0}), ("B", 2, {"x": 2, "y": 1}), ("B", 3, {"x": 1, "y": 0})],
    )
    yield (
        "because",
        (
            "x never rises, so each event but the first of a set needs y = 1: only event 1 may "
            "follow; a single event has no pair and is not asked for y"
        ),
    )
    yield "expect", [{"b": [0]}, {"b": [1]}, {"b": [2]}, {"b": [0, 1]}]


def test_index_alone_means_the_name():
    yield "clause", "S-2.9"
    yield "features", ["kleene", "adjacency"]
    yield "pattern", "PATTERN B+ b WHERE b[i].x > 2 WITHIN 10"
    yield "events", values(1, 3, 4)
    yield "because", "without b[i-1] the clause holds for each event, of a single one too"
    yield "expect", [{"b": [1]}, {"b": [2]}, {"b": [1, 2]}]


def test_pairs_follow_ts_then_id():
    yield "clause", "S-2.9"
    yield "features", ["kleene", "adjacency"]
    yield "pattern", "PATTERN B+ b WHERE b[i].x > b[i-1].x WITHIN 10"
    for name, late, early, because in (
        ("ts", ("B", 5, {"x": 5}, 0), ("B", 2, {"x": 1}, 7), "by ts 1 comes before 5"),
        ("id", ("B", 2, {"x": 5}, 7), ("B", 2, {"x": 1}, 0), "at one ts id 0 is before id 7"),
    ):
        yield "case", name
        yield "events", [late, early]
        yield "because", because
        yield "expect", [{"b": [0]}, {"b": [7]}, {"b": [0, 7]}]
    yield "case", "id-falling"
    yield "events", [("B", 2, {"x": 1}, 7), ("B", 2, {"x": 5}, 0)]
    yield "because", "at one ts id 0 (5) is before id 7 (1): not rising"
    yield "expect", [{"b": [0]}, {"b": [7]}]


def test_with_another_name():
    yield "clause", "S-2.9"
    yield "features", ["seq", "kleene", "adjacency", "arithmetic"]
    yield "pattern", "PATTERN SEQ(A a, B+ b) WHERE b[i].x - b[i-1].x > a.x WITHIN 10"
    yield "events", [("A", 1, {"x": 2}), ("B", 2, {"x": 1}), ("B", 3, {"x": 4}), ("B", 4, {"x": 6})]
    yield "because", "steps: 1-4 is 3, 1-6 is 5, 4-6 is 2, which is not above 2"
    yield "expect", [{"a": 0, "b": b} for b in ([1], [2], [3], [1, 2], [1, 3])]


def test_with_another_kleene_name():
    yield "clause", "S-2.9"
    yield "features", ["seq", "kleene", "adjacency", "arithmetic"]
    yield "pattern", "PATTERN SEQ(A+ a, B+ b) WHERE b[i].x - b[i-1].x >= a.x WITHIN 10"
    events = [("A", 1, {"x": 1}), ("A", 2, {"x": 3}), ("B", 3, {"x": 5}), ("B", 4, {"x": 7})]
    yield "events", events
    yield "because", "the step of 2 must reach every x of a: 1 yes, 3 no; single B have no step"
    pairs = [(a, b) for a in ([0], [1], [0, 1]) for b in ([2], [3])]
    yield "expect", [{"a": a, "b": b} for a, b in [*pairs, ([0], [2, 3])]]


def test_with_an_aggregate():
    yield "clause", "S-2.9"
    yield "features", ["kleene", "adjacency", "aggregates", "arithmetic"]
    yield "pattern", "PATTERN B+ b WHERE b[i].x - b[i-1].x <= AVG(b.x) WITHIN 10"
    yield "events", values(1, 2, 6)
    yield "because", "1 2: 1 <= 1.5; 1 6: 5 > 3.5; 2 6: 4 <= 4; 1 2 6: 4 > 3"
    yield "expect", [{"b": b} for b in ([0], [1], [2], [0, 1], [1, 2])]


def test_with_a_negated_name():
    """For a set without a pair the clause is vacuous, so any N in place refutes."""
    yield "clause", "S-2.9"
    yield "features", ["seq", "kleene", "not", "adjacency", "arithmetic"]
    yield (
        "pattern",
        "PATTERN SEQ(A a, B+ b, NOT(N n)) WHERE b[i].x - b[i-1].x > n.x WITHIN 10",
    )
    yield (
        "events",
        [("A", 1), ("B", 2, {"x": 1}), ("B", 3, {"x": 5}), ("N", 4, {"x": 10})],
    )
    yield "because", "for [1, 2] 4 > 10 fails, so N does not refute; for single B it does"
    yield "expect", [{"a": 0, "b": [1, 2]}]
