"""Numbers: exact integers, float64 arithmetic, functions."""

from __future__ import annotations


def conditions(attributes, table):
    """One A a tick; one case for each condition: the events for which it is true."""
    yield "events", [("A", ts, attrs) for ts, attrs in enumerate(attributes, start=1)]
    for name, condition, ids, because in table:
        yield "case", name
        yield "pattern", f"PATTERN A a WHERE {condition} WITHIN 0"
        yield "because", because
        yield "expect", [{"a": id_} for id_ in ids]


def test_int_with_float():
    """int with int is exact, int with float compares after conversion to float64."""
    yield "clause", "S-3.2"
    yield "features", ["single", "arithmetic"]
    yield from conditions(
        [{"x": 2**53 + 1}, {"x": 2**53}, {"x": float(2**53)}],
        (
            (
                "odd",
                "a.x = 9007199254740993",
                [0, 2],
                "exact beside an int; beside a float it converts to 2^53",
            ),
            ("even", "a.x = 9007199254740992", [1, 2], "2^53 + 1 is another int"),
            ("float", "a.x = 9007199254740992.0", [0, 1, 2], "2^53 + 1 converts to 2^53"),
            ("above", "a.x > 9007199254740992", [0], "exact, larger by one"),
            ("above-float", "a.x > 9007199254740992.0", [], "after conversion all are equal"),
            ("unequal", "a.x != 9007199254740993", [1], "only the int 2^53 differs"),
            ("plus-0", "a.x + 0 = 9007199254740992", [0, 1, 2], "arithmetic gives a float"),
            ("minus", "-a.x = -9007199254740992", [0, 1, 2], "0 - x is a float"),
        ),
    )


def test_int_with_float_between_names():
    yield "clause", "S-3.2"
    yield "features", ["and"]
    yield "pattern", "PATTERN AND(A a, B b) WHERE a.x = b.x WITHIN 10"
    given = [("A", 2**53 + 1), ("A", float(2**53)), ("B", 2**53), ("B", 2**53 + 1)]
    yield "events", [(type_, ts, {"x": x}) for ts, (type_, x) in enumerate(given, start=1)]
    yield "because", "the int 2^53 + 1 equals itself, not 2^53; the float equals both"
    yield "expect", [{"a": 0, "b": 3}, {"a": 1, "b": 2}, {"a": 1, "b": 3}]


def test_ends_of_int64():
    yield "clause", "S-3.2"
    yield "features", ["single"]
    yield from conditions(
        [{"x": -(2**63)}, {"x": 1 - 2**63}, {"x": 2**63 - 1}, {"x": -5}],
        (
            ("lowest", "a.x = -9223372036854775808", [0], "exact: its neighbour differs"),
            ("highest", "a.x = 9223372036854775807", [2], "exact"),
            ("high-float", "a.x = 9223372036854775808.0", [2], "2^63 - 1 converts to 2^63"),
            ("low-float", "a.x = -9223372036854775808.0", [0, 1], "both convert to -2^63"),
            ("negative", "a.x < -5", [0, 1], "a negative constant"),
            ("minus", "-a.x > 4", [0, 1, 3], "0 - x; the result is a float, it does not wrap"),
        ),
    )


def test_zeros():
    yield "clause", "S-3.2"
    yield "features", ["single", "arithmetic", "missing"]
    yield from conditions(
        [{"x": -0.0}, {"x": 0.0}, {"x": 0}],
        (
            ("equal", "a.x = 0.0", [0, 1, 2], "-0.0 = 0.0 = 0"),
            ("equal-int", "a.x = 0", [0, 1, 2], "-0.0 = 0.0 = 0"),
            ("equal-minus", "a.x = -0.0", [0, 1, 2], "-0.0 = 0.0 = 0"),
            ("below", "a.x < 0.0", [], "-0.0 is not below 0.0"),
            ("divide", "1 / a.x > 0 OR 1 / a.x <= 0", [], "x / 0 is missing, no infinity"),
        ),
    )


def test_division():
    yield "clause", "S-3.3"
    yield "features", ["single", "arithmetic", "missing"]
    yield from conditions(
        [{"x": 1, "y": 0}, {"x": 0, "y": 0}, {"x": 1, "y": 2}, {"x": 1.0, "y": -0.0}],
        (
            ("above", "a.x / a.y > 0", [2], "a quotient by zero is missing"),
            ("not-above", "NOT (a.x / a.y > 0)", [], "NOT U is U"),
            ("itself", "a.x / a.y = a.x / a.y", [2], "missing is not equal to itself"),
            ("guard", "a.y = 0 OR a.x / a.y > 1", [0, 1, 3], "T OR U is true"),
            ("float", "a.x / a.y = 0.5", [2], "int by int is not cut to 0"),
            ("then-zero", "a.x / a.y * 0 = 0", [2], "missing times 0 is missing"),
        ),
    )


def test_float_arithmetic():
    """Float64, left to right, * and / before + and -."""
    yield "clause", "S-3.3"
    yield "features", ["single", "arithmetic"]
    yield from conditions(
        [{"x": 0.1, "y": 0.2}, {"x": 7, "y": 2}, {"x": 10, "y": 4}],
        (
            ("tenths", "a.x + a.y = 0.3", [], "0.1 + 0.2 is not 0.3 in float64"),
            ("tenths-sum", "a.x + a.y = 0.30000000000000004", [0], "the float64 sum"),
            ("left", "a.x + a.y + 0.3 = 0.6000000000000001", [0], "(0.1 + 0.2) + 0.3"),
            ("right", "a.x + (a.y + 0.3) = 0.6", [0], "0.1 + 0.5"),
            ("divide", "a.x / a.y = 3.5", [1], "7 / 2"),
            ("minus-left", "a.x - a.y - 3 = 3", [2], "(10 - 4) - 3"),
            ("minus-right", "a.x - (a.y - 3) = 9", [2], "10 - 1"),
            ("divide-left", "a.x / a.y / 2 = 1.25", [2], "2.5 / 2"),
            ("priority", "a.x + a.y * 2 = 11", [1], "7 + 4"),
            ("parentheses", "(a.x + a.y) * 2 = 18", [1], "9 * 2"),
            ("minus", "-a.x < -7", [2], "-10 is below -7, -7 is not"),
        ),
    )


def test_infinity():
    """An infinity that is computed is a number; a NaN that is computed is missing."""
    yield "clause", "S-3.3"
    yield "features", ["single", "arithmetic", "missing"]
    yield from conditions(
        [{"x": 1e308}, {"x": 1.0}],
        (
            ("above", "a.x * 10 > a.x", [0, 1], "infinity is above 1e308; 10 is above 1"),
            ("nan", "a.x * 10 - a.x * 10 = 0", [1], "infinity minus infinity is missing"),
            ("not-nan", "NOT (a.x * 10 - a.x * 10 = 0)", [], "NOT U is U"),
            ("nan-unequal", "a.x * 10 - a.x * 10 != 0", [], "missing, not a different number"),
        ),
    )


def test_missing_operand():
    yield "clause", "S-3.3"
    yield "features", ["single", "arithmetic", "missing"]
    yield from conditions(
        [{"x": 1, "y": 1}, {"x": 1}, {"x": 1, "y": "1"}, {"x": 1, "y": True}],
        (
            ("plus", "a.x + a.y = 2", [0], "missing, text and bool: the sum is missing"),
            ("plus-unequal", "a.x + a.y != 2", [], "missing, text and bool: the sum is missing"),
            ("times-0", "0 * a.y = 0", [0], "0 times missing is missing"),
            ("minus", "-a.y < 0", [0], "0 - missing is missing"),
        ),
    )


def test_abs():
    yield "clause", "S-3.5"
    yield "features", ["single", "functions", "arithmetic", "missing"]
    yield from conditions(
        [{"x": -3}, {"x": 3.5}, {}, {"x": "3"}, {"x": True}],
        (
            ("equal", "abs(a.x) = 3", [0], "3.0 equals 3"),
            ("above", "abs(a.x) > 3", [1], "a function of missing, text or bool is missing"),
            ("not", "NOT (abs(a.x) > 100)", [0, 1], "a function of missing is missing"),
            ("argument", "abs(a.x - 10) = 6.5", [1], "3.5 - 10 is -6.5; -3 - 10 is -13"),
        ),
    )


def test_corr():
    yield "clause", "S-3.5"
    yield "features", ["single", "functions", "missing"]
    up, down, flat = [1.0, 2.0, 3.0], [3.0, 2.0, 1.0], [5.0, 5.0, 5.0]
    yield from conditions(
        [
            {"h": up, "g": [2.0, 4.0, 6.0]},
            {"h": up, "g": down},
            {"h": up, "g": flat},
            {"h": up},
            {"h": "123", "g": up},
        ],
        (
            ("rising", "corr(a.h, a.g) > 0.99", [0], "twice the list: correlation 1"),
            ("falling", "corr(a.h, a.g) < -0.99", [1], "reversed: correlation -1"),
            (
                "not-rising",
                "NOT (corr(a.h, a.g) > 0.99)",
                [1],
                "a flat list has no deviation: 0 / 0 is missing; so is a missing list or a text",
            ),
        ),
    )


def test_distance():
    yield "clause", "S-3.5"
    yield "features", ["and", "functions", "missing"]
    points = [("A", [0.0, 0.0]), ("B", [3.0, 4.0]), ("B", [0.0, 0.0]), ("B", None)]
    yield "events", [(type_, ts, {"p": p}) for ts, (type_, p) in enumerate(points, start=1)]
    for name, condition, ids, because in (
        ("equal", "distance(a.p, b.p) = 5", [1], "the root of 9 + 16"),
        ("zero", "distance(a.p, b.p) = 0", [2], "the same point"),
        ("at-most", "distance(a.p, b.p) <= 5", [1, 2], "5 and 0; without p it is missing"),
        ("not", "NOT (distance(a.p, b.p) <= 4)", [1], "5; without p it stays unknown"),
    ):
        yield "case", name
        yield "pattern", f"PATTERN AND(A a, B b) WHERE {condition} WITHIN 10"
        yield "because", because
        yield "expect", [{"a": 0, "b": b} for b in ids]
