"""Values: missing, kinds, three-valued logic, texts."""

from __future__ import annotations


def rows(attributes):
    """One A a tick with the given attributes; its id is its position."""
    return [("A", ts, attrs) for ts, attrs in enumerate(attributes, start=1)]


def conditions(table):
    """One case for each condition: the events for which it is true."""
    for name, condition, ids, because in table:
        yield "case", name
        yield "pattern", f"PATTERN A a WHERE {condition} WITHIN 0"
        yield "because", because
        yield "expect", [{"a": id_} for id_ in ids]


XY = rows(
    (
        {"x": 1, "y": 1},
        {"x": 1},
        {"x": 2, "y": 1},
        {"x": 2, "y": 2},
        {"y": 1},
        {"y": 2, "x": None},
        {},
    )
)


def test_three_valued_logic():
    """Events 1, 4, 5 and 6 lack x or y, or both; T, F, U stand for the truth values."""
    yield "clause", "S-3.1"
    yield "features", ["single", "missing"]
    yield "events", XY
    both = "a.x = 1 AND a.y = 1"
    yield from conditions(
        (
            ("equal", "a.x = 1", [0, 1], "unknown without x"),
            ("unequal", "a.x != 1", [2, 3], "unknown without x"),
            ("not", "NOT (a.x = 1)", [2, 3], "NOT U is U"),
            ("not-not", "NOT (NOT (a.x = 1))", [0, 1], "NOT NOT U is U"),
            ("itself", "a.x = a.x", [0, 1, 2, 3], "missing is not equal to itself"),
            ("attributes", "a.x = a.y", [0, 3], "1 = 1 and 2 = 2; event 6 has neither"),
            ("middle", "a.x = 1 OR NOT (a.x = 1)", [0, 1, 2, 3], "U OR U is U"),
            ("and", both, [0], "1: T AND U, 4: U AND T, 5: U AND F"),
            ("or", "a.x = 1 OR a.y = 1", [0, 1, 2, 4], "1: T OR U, 4: U OR T; 5: U OR F is U"),
            ("not-or", "NOT (a.x = 1 OR a.y = 1)", [3], "only 3 is F OR F; 5 and 6 are U"),
            ("not-and", f"NOT ({both})", [2, 3, 5], "5: U AND F is F; 1, 4, 6 are U"),
            ("priority", "a.x = 1 OR a.y = 1 AND a.y = 2", [0, 1], "AND binds first and is F or U"),
        )
    )


def test_in():
    yield "clause", "S-3.1"
    yield "features", ["single", "in", "missing"]
    yield "events", XY
    yield from conditions(
        (
            ("in", "a.x IN (1, 3)", [0, 1], "an OR of ="),
            ("one", "a.x IN (2)", [2, 3], "a single option"),
            ("not-in", "NOT (a.x IN (1, 3))", [2, 3], "unknown without x"),
            ("option", "a.x IN (2, a.y)", [0, 2, 3], "0: 1 = y; 1: F OR U is U"),
            ("not-option", "NOT (a.x IN (3, a.y))", [2], "2: F OR F; 1: F OR U stays unknown"),
            ("item", "1 IN (a.x, a.y)", [0, 1, 2, 4], "x or y is 1, the other may be missing"),
        )
    )


def test_kinds():
    """The kind belongs to the value: the same attribute differs from event to event."""
    yield "clause", "S-1.2"
    yield "features", ["single", "missing"]
    given = [2, 2.5, "2", True, None, [2.0]]
    yield "events", rows([*({"x": x} for x in given), {}])
    yield from conditions(
        (
            ("above", "a.x > 1", [0, 1], "only numbers compare with a number"),
            ("equal", "a.x = 2", [0], "'2' and TRUE are no numbers"),
            ("unequal", "a.x != 2", [1], "other kinds are unknown, not different"),
            ("not-equal", "NOT (a.x = 2)", [1], "NOT U is U"),
            ("text", "a.x = '2'", [2], "only the text"),
            ("text-unequal", "a.x != '3'", [2], "only texts compare with a text"),
            ("bool", "a.x = TRUE", [3], "only bools compare with a bool"),
            ("bool-unequal", "a.x != FALSE", [3], "only bools compare with a bool"),
            ("itself", "a.x = a.x", [0, 1, 2, 3], "lists are arguments only, never compared"),
            ("in", "a.x IN (2, '2', TRUE)", [0, 2, 3], "one option of each kind"),
            ("not-in", "NOT (a.x IN (2, '2', TRUE))", [], "2.5: F OR U OR U is unknown"),
            ("sum", "a.x + 0 = 2", [0], "text, bool and list act as missing in arithmetic"),
        )
    )


def test_other_kind_between_names():
    yield "clause", "S-3.2"
    yield "features", ["seq", "missing"]
    yield "events", [("A", 1, {"x": "1"}), ("A", 2, {"x": True}), ("A", 3), ("B", 4, {"x": 1})]
    yield "because", "text, bool and missing against an int: every comparison is unknown"
    yield "expect", []
    for name, operator in (("eq", "="), ("ne", "!="), ("lt", "<"), ("ge", ">=")):
        yield "case", name
        yield "pattern", f"PATTERN SEQ(A a, B b) WHERE a.x {operator} b.x WITHIN 10"
        yield "case", f"not-{name}"
        yield "pattern", f"PATTERN SEQ(A a, B b) WHERE NOT (a.x {operator} b.x) WITHIN 10"


def test_missing_on_both_sides():
    yield "clause", "S-3.1"
    yield "features", ["seq", "missing"]
    yield "events", [("A", 1, {"x": None}), ("B", 2)]
    yield "because", "missing with missing is unknown, whether absent or given as missing"
    yield "expect", []
    for name, operator in (("eq", "="), ("ne", "!="), ("le", "<=")):
        yield "case", name
        yield "pattern", f"PATTERN SEQ(A a, B b) WHERE a.x {operator} b.x WITHIN 10"


def test_bools():
    yield "clause", "S-3.2"
    yield "features", ["single"]
    pairs = [(False, True), (True, False), (True, True), (True, 1)]
    yield "events", rows({"f": f, "g": g} for f, g in pairs)
    yield from conditions(
        (
            ("below", "a.f < a.g", [0], "FALSE is below TRUE; TRUE with 1 is unknown"),
            ("at-most", "a.f <= a.g", [0, 2], "TRUE with 1 is unknown"),
            ("equal", "a.f = a.g", [2], "TRUE with 1 is unknown"),
            ("unequal", "a.f != a.g", [0, 1], "TRUE with 1 is unknown"),
            ("constant", "a.f > FALSE", [1, 2, 3], "where f is TRUE"),
        )
    )


def test_texts():
    """Texts compare by code point, neither by locale nor by UTF-16 unit."""
    yield "clause", "S-3.2"
    yield "features", ["single"]
    texts = ["Z", "a", "\u00e9", "10", "9", "", "\uff5e", "\U0001f600", "it's"]
    yield "events", rows({"s": s} for s in texts)
    yield from conditions(
        (
            ("below-a", "a.s < 'a'", [0, 3, 4, 5], "capitals and digits are below small letters"),
            ("above-z", "a.s > 'z'", [2, 6, 7], "e with an accent is U+00E9, above z"),
            ("planes", "a.s > '\uff5e'", [7], "U+1F600 is above U+FF5E; in UTF-16 it is not"),
            ("digits", "a.s < '9'", [3, 5], "as texts 10 is below 9; so is the empty text"),
            ("quote", "a.s = 'it''s'", [8], "two quotes stand for one"),
            ("empty", "a.s = ''", [5], "an empty text is a value, not missing"),
            ("prefix", "a.s > 'it'", [2, 6, 7, 8], "a text is above its prefix"),
            ("case", "a.s = 'A'", [], "letters keep their case"),
        )
    )
