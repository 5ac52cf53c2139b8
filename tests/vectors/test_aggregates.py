"""Aggregates: one value of all events of a Kleene name; missing values are skipped."""

from __future__ import annotations


def values(*items, key="x"):
    """One B a tick with the given values; None stands for a B without the attribute."""
    return [("B", ts, {} if v is None else {key: v}) for ts, v in enumerate(items, start=1)]


def sets(table, structure="B+ b", **others):
    """One case for each condition: the sets of b for which it is true."""
    for name, condition, found, because in table:
        yield "case", name
        yield "pattern", f"PATTERN {structure} WHERE {condition} WITHIN 100"
        yield "because", because
        yield "expect", [others | {"b": b} for b in found]


def test_missing_values():
    yield "clause", "S-3.4"
    yield "features", ["kleene", "aggregates", "missing"]
    yield "events", values(1, None, 5)
    with_0, with_2 = [[0], [0, 1], [0, 2], [0, 1, 2]], [[2], [0, 2], [1, 2], [0, 1, 2]]
    both, one = [[0, 2], [0, 1, 2]], [[0], [2], [0, 1], [1, 2]]
    yield from sets(
        (
            ("count", "COUNT(b) = 2", [[0, 1], [0, 2], [1, 2]], "events, missing x or not"),
            ("count-attr", "COUNT(b.x) = 1", one, "sets with the 1 or the 5 but not both"),
            ("count-attr-0", "COUNT(b.x) = 0", [[1]], "only the event without x"),
            ("sum", "SUM(b.x) = 6", both, "1 + 5, the missing one skipped"),
            ("sum-at-most", "SUM(b.x) <= 5", one, "1 or 5; the sum over [1] alone is missing"),
            ("not-sum", "NOT (SUM(b.x) = 6)", one, "for [1] alone unknown stays unknown"),
            ("avg", "AVG(b.x) = 3", both, "6 over the two that are not missing"),
            ("min", "MIN(b.x) = 1", with_0, "every set with the 1"),
            ("max", "MAX(b.x) = 5", with_2, "every set with the 5"),
            ("first", "FIRST(b.x) = 1", with_0, "every set with event 0, which comes first"),
            ("first-missing", "FIRST(b.x) = 5", [[2]], "FIRST does not skip: [1, 2] is missing"),
            ("last", "LAST(b.x) = 5", with_2, "every set with event 2, which comes last"),
            ("last-missing", "LAST(b.x) = 1", [[0]], "LAST does not skip: [0, 1] is missing"),
            ("first-last", "FIRST(b.x) = LAST(b.x)", [[0], [2]], "1 = 5 fails, missing is unknown"),
            ("range", "MAX(b.x) - MIN(b.x) = 4", both, "5 - 1"),
            ("field", "LAST(b.ts) - FIRST(b.ts) = 2", both, "from tick 1 to tick 3"),
            ("two-in-or", "SUM(b.x) = 6 OR COUNT(b.x) = 0", [[1], *both], "unknown or true"),
        )
    )


def test_empty_set():
    """Over nothing an aggregate is missing, but COUNT is 0; its clause is not vacuous."""
    yield "clause", "S-3.4"
    yield "features", ["seq", "kleene", "bounds", "aggregates", "missing"]
    yield "events", [("A", 1), ("B", 2, {"x": 4})]
    fails = "over the empty set it is missing, so the clause is unknown and fails"
    table = [
        ("count", "COUNT(b) = 0", [[]], "COUNT of the empty set is 0"),
        ("count-attr", "COUNT(b.x) = 0", [[]], "COUNT of the empty set is 0"),
        ("not", "NOT (SUM(b.x) > 100)", [[1]], fails + ", negated or not"),
        ("or", "SUM(b.x) > 100 OR COUNT(b) = 0", [[]], "unknown or true; false or false"),
        ("mixed", "COUNT(b) < b.x", [[], [1]], "b outside the aggregate: vacuous; and 1 < 4"),
        ("plain", "a.x < b.x", [[]], "a.x is missing, but without b nothing is asked"),
    ]
    table += [
        (fn.lower(), f"{fn}(b.x) = 4", [[1]], fails)
        for fn in ("SUM", "AVG", "MIN", "MAX", "FIRST", "LAST")
    ]
    yield from sets(table, "SEQ(A a, B{0,} b)", a=0)


def test_with_other_names():
    yield "clause", "S-3.4"
    yield "features", ["seq", "kleene", "aggregates"]
    yield (
        "pattern",
        "PATTERN SEQ(A a, B+ b, C c) WHERE AVG(b.x) < c.x AND COUNT(b) > a.n WITHIN 100",
    )
    b = [("B", 2, {"x": 1}), ("B", 3, {"x": 4}), ("B", 4, {"x": 7})]
    yield "events", [("A", 1, {"n": 1}), *b, ("C", 5, {"x": 4.25})]
    yield "because", "of the sets with two or more: 2.5, 4 (1 and 7), 5.5 (4 and 7), 4 (all)"
    yield "expect", [{"a": 0, "b": b, "c": 4} for b in ([1, 2], [1, 3], [1, 2, 3])]


def test_inside_and_outside():
    yield "clause", "S-4.4"
    yield "features", ["kleene", "aggregates"]
    yield "pattern", "PATTERN B+ b WHERE b.x <= AVG(b.x) WITHIN 100"
    yield "events", values(2, 2, 4)
    yield "because", "no event above the average of its set: all equal, so not 2 with 4"
    yield "expect", [{"b": [0]}, {"b": [1]}, {"b": [2]}, {"b": [0, 1]}]


def test_first_and_last_follow_ts_then_id():
    yield "clause", "S-3.4"
    yield "features", ["kleene", "aggregates"]
    yield "events", [("B", 3, {"x": 1}, 5), ("B", 3, {"x": 9}, 2), ("B", 1, {"x": 4}, 8)]
    yield from sets(
        (
            ("tie", "FIRST(b.x) = 9", [[2], [2, 5]], "at 3 id 2 comes first; 8 is at 1"),
            (
                "ts",
                "FIRST(b.x) = 4",
                [[8], [2, 8], [5, 8], [2, 5, 8]],
                "8 is first, though last id",
            ),
            ("last", "LAST(b.x) = 1", [[5], [2, 5], [5, 8], [2, 5, 8]], "at 3 id 5 comes last"),
        )
    )


def test_sum_is_a_left_fold():
    """Neither compensated nor pairwise nor in another order."""
    yield "clause", "S-3.4"
    yield "features", ["kleene", "bounds", "aggregates"]
    all_three = [{"b": [0, 1, 2]}]
    for name, items, total, expect, because in (
        ("lost", (1e16, 1.0, -1e16), "0", all_three, "1e16 + 1 rounds to 1e16, then 0"),
        ("lost-not-1", (1e16, 1.0, -1e16), "1", [], "the exact sum 1 is not the answer"),
        ("kept", (1e16, -1e16, 1.0), "1", all_three, "0 + 1"),
        ("up", (0.1, 0.2, 0.3), "0.6000000000000001", all_three, "0.30000000000000004 + 0.3"),
        ("up-not", (0.1, 0.2, 0.3), "0.6", [], "0.6 is another float"),
        ("down", (0.3, 0.2, 0.1), "0.6", all_three, "0.5 + 0.1"),
    ):
        yield "case", name
        yield "pattern", f"PATTERN B{{3,3}} b WHERE SUM(b.x) = {total} WITHIN 100"
        yield "events", values(*items)
        yield "because", because
        yield "expect", expect


def test_sum_folds_in_ts_then_id():
    yield "clause", "S-3.4"
    yield "features", ["kleene", "bounds", "aggregates"]
    yield "pattern", "PATTERN B{3,3} b WHERE SUM(b.x) = 0.6 WITHIN 100"
    for name, ids, expect in (("down", (0, 1, 2), [{"b": [0, 1, 2]}]), ("up", (2, 1, 0), [])):
        yield "case", name
        items = zip(ids, (0.3, 0.2, 0.1), strict=True)
        yield "events", [("B", 7, {"x": x}, id_) for id_, x in items]
        yield "because", "at one ts the ids order the fold: 0.3 0.2 0.1 gives 0.6, 0.1 0.2 0.3 not"
        yield "expect", expect


def test_big_integers():
    """MIN, MAX, FIRST, LAST keep their value; SUM and AVG give a float."""
    yield "clause", "S-3.4"
    yield "features", ["kleene", "aggregates"]
    yield "events", values(2**53, 2**53 + 1)
    odd, every = [[1], [0, 1]], [[0], [1], [0, 1]]
    yield from sets(
        (
            ("max", "MAX(b.x) = 9007199254740993", odd, "int with int is exact: 2^53 is not it"),
            ("last", "LAST(b.x) = 9007199254740993", odd, "LAST keeps the int"),
            ("min", "MIN(b.x) = 9007199254740993", [[1]], "2^53 is smaller by one"),
            (
                "sum",
                "SUM(b.x) = 9007199254740993",
                [[0], [1]],
                "both convert to 2^53, and so does the constant beside a float; 2^54 is not it",
            ),
            ("max-float", "MAX(b.x) = 9007199254740992.0", every, "all convert to 2^53"),
        )
    )


def test_text_and_bool():
    yield "clause", "S-3.4"
    yield "features", ["kleene", "aggregates"]
    with_1 = [[1], [0, 1], [1, 2], [0, 1, 2]]
    for part, value in sets(
        (
            ("text-min", "MIN(b.x) = 'a'", with_1, "a is below b and c: every set with event 1"),
            ("text-sum", "SUM(b.x) > 0", [], "text is no number, it acts as missing"),
            ("text-count", "COUNT(b.x) = 3", [[0, 1, 2]], "text is not missing"),
        )
    ):
        yield part, value
        if part == "case":
            yield "events", values("b", "a", "c")
    yield "case", "bool-max"
    yield "pattern", "PATTERN B+ b WHERE MAX(b.x) = TRUE WITHIN 100"
    yield "events", values(False, True, False)
    yield "because", "FALSE is below TRUE: every set with event 1"
    yield "expect", [{"b": b} for b in with_1]


def test_mixed_kinds():
    yield "clause", "S-3.4"
    yield "features", ["kleene", "aggregates", "missing"]
    yield "events", values(1, "x", 3.0)
    yield from sets(
        (
            ("min", "MIN(b.x) = 1", [[0], [0, 2]], "beside a text the minimum is missing"),
            ("max", "MAX(b.x) = 3", [[2], [0, 2]], "int and float are both numbers"),
            ("max-text", "MAX(b.x) = 'x'", [[1]], "alone the text is its own maximum"),
            ("sum", "SUM(b.x) = 4", [[0, 2], [0, 1, 2]], "in a sum the text acts as missing"),
            ("avg", "AVG(b.x) = 2", [[0, 2], [0, 1, 2]], "4 over two numbers"),
            ("count", "COUNT(b.x) = 3", [[0, 1, 2]], "the text is not missing for COUNT"),
            ("first", "FIRST(b.x) = 'x'", [[1], [1, 2]], "FIRST keeps its value"),
        )
    )


def test_the_first_of_equals_is_kept():
    yield "clause", "S-3.4"
    yield "features", ["kleene", "bounds", "aggregates"]
    yield "pattern", "PATTERN B{2,2} b WHERE MAX(b.x) = 9007199254740992 WITHIN 100"
    odd = 9007199254740993
    for name, first, second, hit, because in (
        ("float-first", 9007199254740992.0, odd, True, "equal as float64, so the float is kept"),
        ("int-first", odd, 9007199254740992.0, False, "the int is kept, and is not 2^53"),
    ):
        yield "case", name
        yield "events", [("B", 1, {"x": first}), ("B", 2, {"x": second})]
        yield "because", f"2^53 as a float and 2^53 + 1 as an int: {because}"
        yield "expect", [{"b": [0, 1]}] if hit else []
