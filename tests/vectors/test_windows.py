"""Windows: the span of all bound events fits W."""

from __future__ import annotations

TICKS = 2**62
INCLUSIVE, EXCLUSIVE = {"window": "inclusive"}, {"window": "exclusive"}


def test_edge():
    """Flink and Esper drop the event exactly at W; Siddhi and OpenCEP keep it."""
    yield "clause", "S-4.5"
    yield "features", ["seq"]
    yield "pattern", "PATTERN SEQ(A a, B b) WITHIN 10"
    yield "events", [("A", 1), ("B", 10), ("B", 11), ("B", 12)]
    for dialect, level, last, because in (
        (INCLUSIVE, "required", [1, 2], "spans 9, 10, 11: at most 10"),
        (EXCLUSIVE, "dialect", [1], "spans 9, 10, 11: below 10"),
    ):
        yield "case", dialect["window"]
        yield "dialect", {"order": "strict", **dialect}
        yield "level", level
        yield "because", because
        yield "expect", [{"a": 0, "b": b} for b in last]


def test_zero():
    yield "clause", "S-4.5"
    yield "features", ["seq", "and"]
    yield "events", [("A", 5), ("B", 5), ("B", 6)]
    same = [{"a": 0, "b": 1}]
    for name, structure, order, window, expect, because in (
        ("and", "AND(A a, B b)", "strict", "inclusive", same, "span 0 is at most 0"),
        ("and-exclusive", "AND(A a, B b)", "strict", "exclusive", [], "span 0 is not below 0"),
        ("seq", "SEQ(A a, B b)", "strict", "inclusive", [], "strict order needs a span of 1"),
        ("seq-nonstrict", "SEQ(A a, B b)", "nonstrict", "inclusive", same, "the tie is in order"),
        ("seq-arrival", "SEQ(A a, B b)", "arrival", "inclusive", same, "A arrived before B"),
        ("seq-exclusive", "SEQ(A a, B b)", "nonstrict", "exclusive", [], "0 is not below 0"),
        ("leaf", "A a", "strict", "inclusive", [{"a": 0}], "one event has span 0"),
        ("leaf-exclusive", "A a", "strict", "exclusive", [], "0 is not below 0: never a match"),
    ):
        yield "case", name
        yield "features", ["single" if structure == "A a" else structure[:3].lower()]
        yield "pattern", f"PATTERN {structure} WITHIN 0"
        yield "dialect", {"order": order, "window": window}
        yield "level", "required" if (order, window) == ("strict", "inclusive") else "dialect"
        yield "because", because
        yield "expect", expect


def test_one_exclusive_is_zero_inclusive():
    yield "clause", "S-4.5"
    yield "features", ["and"]
    yield "pattern", "PATTERN AND(A a, B b) WITHIN 1"
    yield "events", [("A", 5), ("B", 5), ("B", 6)]
    yield "dialect", EXCLUSIVE | {"order": "strict"}
    yield "level", "dialect"
    yield "because", "below 1 is only 0"
    yield "expect", [{"a": 0, "b": 1}]


def test_units():
    yield "clause", "S-2.7"
    yield "features", ["seq"]
    for written, ticks in (
        ("3", 3),
        ("3 us", 3),
        ("3 ms", 3_000),
        ("3 seconds", 3_000_000),
        ("3 minutes", 180_000_000),
        ("3 hours", 10_800_000_000),
        ("3 days", 259_200_000_000),
    ):
        yield "case", written.replace(" ", "-")
        yield "pattern", f"PATTERN SEQ(A a, B b) WITHIN {written}"
        yield "events", [("A", 0), ("B", ticks), ("B", ticks + 1)]
        yield "because", f"with a unit one tick is a microsecond: {ticks:,} ticks"
        yield "expect", [{"a": 0, "b": 1}]


def test_first_to_last():
    """Reported for Flink (FLINK-16011): a window bounds the whole pattern."""
    yield "clause", "S-4.5"
    yield "features", ["seq"]
    yield "pattern", "PATTERN SEQ(A a, B b, C c) WITHIN 6"
    yield "events", [("A", 1), ("A", 5), ("B", 6), ("C", 11)]
    yield "because", "gaps of 5 fit 6, but 1 to 11 is 10; 5 to 11 is 6"
    yield "expect", [{"a": 1, "b": 2, "c": 3}]


def test_siddhi_span():
    """Siddhi 5.1.7 returns a match of span 217 for a window of 202 on these six events."""
    yield "clause", "S-4.5"
    yield "features", ["seq"]
    events = [("A", 252, 0), ("A", 326, 8), ("B", 339, 8), ("B", 340, 0), ("B", 351, 1)]
    yield "events", [(type_, ts, {"k": k}) for type_, ts, k in [*events, ("C", 469, 0)]]
    for window, expect in ((202, []), (216, []), (217, [{"a": 0, "b": 3, "c": 5}])):
        yield "case", str(window)
        where = "a.k = b.k AND b.k = c.k"
        yield "pattern", f"PATTERN SEQ(A a, B b, C c) WHERE {where} WITHIN {window}"
        yield "because", "only k = 0 has an A, a B and a C; 469 - 252 is 217"
        yield "expect", expect


def test_expired_and_live_partial_matches():
    """An old start must not drop a young one, nor the young one keep the old alive."""
    yield "clause", "S-4.5"
    yield "features", ["seq"]
    yield "pattern", "PATTERN SEQ(A a, B b) WITHIN 5"
    yield "events", [("A", 1), ("A", 4), ("B", 6), ("B", 7), ("B", 9), ("B", 10)]
    yield "because", "A at 1 reaches 6, A at 4 reaches 9"
    pairs = [(0, 2), (1, 2), (1, 3), (1, 4)]
    yield "expect", [{"a": a, "b": b} for a, b in pairs]


def test_the_longest_window():
    yield "clause", "S-4.5"
    yield "features", ["seq"]
    yield "pattern", f"PATTERN SEQ(A a, B b) WITHIN {TICKS - 1}"
    yield "events", [("A", 1 - TICKS), ("A", -1), ("A", 0), ("B", TICKS - 1)]
    yield "because", "spans 2^63 - 2, 2^62 and 2^62 - 1: only the last fits; nothing overflows"
    yield "expect", [{"a": 2, "b": 3}]


def test_every_bound_event_counts():
    yield "clause", "S-4.5"
    yield "features", ["and", "kleene", "bounds"]
    yield "pattern", "PATTERN AND(A a, B{0,} b) WITHIN 10"
    yield "events", [("B", 14), ("A", 20), ("B", 24), ("B", 25)]
    yield "because", "each B alone fits; 14 with 24 is 10 and fits; 14 with 25 is 11"
    sets = ([], [0], [2], [3], [0, 2], [2, 3])
    yield "expect", [{"a": 1, "b": b} for b in sets]
