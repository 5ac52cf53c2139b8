"""Hand-computed answers of the SQL reading: rules 1 to 5, the values, and SQLite's traps."""

from __future__ import annotations

import math
import sqlite3
from contextlib import closing
from itertools import product

import pytest

from augury.spec.crosscheck import sqlite
from augury.spec.crosscheck.sqlite import LIMITS, matches, supports, translate, truth
from augury.spec.errors import InvalidBindingError, InvalidPatternError, UnsupportedError
from augury.spec.events import DIALECTS, Dialect, Event, Stream
from augury.spec.language.ast import (
    Absent,
    Aggregate,
    AllOf,
    And,
    AnyOf,
    Arith,
    Call,
    Compare,
    Constant,
    In,
    Indexed,
    Kleene,
    Not,
    One,
    Or,
    Pattern,
    Ref,
    Seq,
    Window,
)

A, B, C = One("A", "a"), One("B", "b"), One("C", "c")
STRICT, ARRIVAL, NONSTRICT = (Dialect(order) for order in ("strict", "arrival", "nonstrict"))
TRUE = Compare("=", Constant(1), Constant(1))
HOSTILE = "'; DROP TABLE event; --"


def stream(*rows):
    """Events from (type, ts) or (type, ts, attributes); ids count from 0."""
    return Stream(Event(i, row[0], row[1], *row[2:]) for i, row in enumerate(rows))


def pattern(structure, *where, within=100):
    return Pattern(structure, where, Window(within))


def found(events, structure, *where, within=100, dialect=STRICT):
    """The ids of the matches, sorted, with the branch first if there are several."""
    answers = sorted(matches(events, pattern(structure, *where, within=within), dialect))
    rows = [(number, tuple(i for _, i in binding)) for number, binding in answers]
    return rows if isinstance(structure, Or) else [ids for _, ids in rows]


def compare(op, left, right):
    """The truth of a comparison of two attribute values."""
    events = {"a": Event(7, "T", 0, {"x": left}), "b": Event(7, "T", 0, {"x": right})}
    return truth(Compare(op, Ref("a", "x"), Ref("b", "x")), events)


def signs(left, right):
    """What =, < and > say."""
    return tuple(compare(op, left, right) for op in "=<>")


LESS, EQUAL, GREATER = (False, True, False), (True, False, False), (False, False, True)
UNKNOWN = (None, None, None)

# ------------------------------------------------------------------------ structure


def test_one_name():
    events = stream(("A", 1), ("B", 2), ("A", 3))
    assert matches(events, pattern(A)) == {(0, (("a", 0),)), (0, (("a", 2),))}


def test_seq_orders_and_and_does_not():
    events = stream(("A", 1), ("B", 2), ("A", 3))
    assert found(events, Seq((A, B))) == [(0, 1)]
    assert found(events, And((A, B))) == [(0, 1), (2, 1)]


def test_names_stand_in_the_order_of_writing():
    assert matches(stream(("A", 1), ("B", 2)), pattern(And((B, A)))) == {
        (0, (("b", 1), ("a", 0))),
    }


def test_bound_events_are_distinct():
    assert found(stream(("A", 1)), And((A, One("A", "x")))) == []
    assert found(stream(("A", 1), ("A", 1)), And((A, One("A", "x")))) == [(0, 1), (1, 0)]


def test_nested_seq_and_and():
    events = stream(("A", 1), ("C", 2), ("B", 3), ("D", 4), ("C", 5))
    structure = Seq((A, And((B, C)), One("D", "d")))
    assert found(events, structure) == [(0, 2, 1, 3)]
    assert found(events, And((Seq((A, B)), Seq((C, One("D", "d")))))) == [(0, 2, 1, 3)]


def test_seq_orders_all_pairs_not_only_neighbours():
    middle = Seq((A, And((B, Absent("N", "n"))), C))
    assert found(stream(("A", 1), ("B", 2), ("C", 3)), middle) == [(0, 1, 2)]
    assert found(stream(("A", 1), ("B", 2), ("N", 2), ("C", 3)), middle) == []


def test_branches_are_numbered_left_most_or_slowest():
    d, e, f = One("D", "d"), One("E", "e"), One("F", "f")
    structure = Seq((Or((A, Seq((Or((B, C)), d)))), Or((e, f))))
    queries = translate(pattern(structure), STRICT)
    assert [query.names for query in queries] == [
        ("a", "e"),
        ("a", "f"),
        ("b", "d", "e"),
        ("b", "d", "f"),
        ("c", "d", "e"),
        ("c", "d", "f"),
    ]
    events = stream(("C", 1), ("D", 2), ("A", 3), ("F", 4))
    assert matches(events, pattern(structure)) == {
        (1, (("a", 2), ("f", 3))),
        (5, (("c", 0), ("d", 1), ("f", 3))),
    }


def test_nested_or_is_numbered_flat():
    assert found(stream(("A", 1), ("B", 1), ("C", 1)), Or((Or((A, B)), C))) == [
        (0, (0,)),
        (1, (1,)),
        (2, (2,)),
    ]


# ------------------------------------------------------------------------ dialects


@pytest.mark.parametrize(
    ("order", "expected"),
    [("strict", []), ("arrival", [(0, 1)]), ("nonstrict", [(0, 1), (2, 1)])],
)
def test_order_at_a_tie(order, expected):
    events = stream(("A", 5), ("B", 5), ("A", 5))
    for window in ("inclusive", "exclusive"):
        assert found(events, Seq((A, B)), dialect=Dialect(order, window)) == expected


def test_arrival_looks_at_ts_before_id():
    events = Stream([Event(9, "A", 1), Event(2, "B", 3)])
    assert found(events, Seq((A, B)), dialect=ARRIVAL) == [(9, 2)]


def test_nonstrict_order_does_not_bind_one_event_twice():
    assert found(stream(("A", 1)), Seq((A, One("A", "x"))), dialect=NONSTRICT) == []


@pytest.mark.parametrize("dialect", DIALECTS)
def test_window_edge(dialect):
    events = stream(("A", 0), ("B", 9), ("B", 10), ("B", 11))
    edge = [(0, 2)] if dialect.window == "inclusive" else []
    assert found(events, Seq((A, B)), within=10, dialect=dialect) == [(0, 1), *edge]


@pytest.mark.parametrize("dialect", DIALECTS)
def test_window_of_zero(dialect):
    expected = [(0,)] if dialect.window == "inclusive" else []
    assert found(stream(("A", 3)), A, within=0, dialect=dialect) == expected


def test_window_spans_all_names_at_the_ends_of_time():
    end = 2**62 - 1
    events = stream(("A", -end), ("B", 0), ("A", end))
    assert found(events, And((A, B)), within=end) == [(0, 1), (2, 1)]
    assert found(events, And((A, One("A", "x"))), within=end) == []
    assert found(events, And((A, B)), within=end - 1) == []


def test_window_with_a_unit():
    within = Pattern(Seq((A, B)), (), Window(1, "ms"))
    assert len(matches(stream(("A", 0), ("B", 1000), ("B", 1001)), within)) == 1


# ------------------------------------------------------------------------ negation

N = Absent("N", "n")


@pytest.mark.parametrize(
    ("order", "refuted"), [("strict", {3}), ("arrival", {3, 4}), ("nonstrict", {2, 3, 4})]
)
def test_middle_negation_at_ties(order, refuted):
    for ts in range(1, 6):
        rows = [Event(5, "A", 2), Event(7, "B", 4), Event(6, "N", ts)]
        if ts == 2:
            rows[2] = Event(4, "N", ts)
        events = Stream(rows)
        expected = [] if ts in refuted else [(5, 7)]
        assert found(events, Seq((A, N, B)), dialect=Dialect(order)) == expected


@pytest.mark.parametrize("dialect", DIALECTS)
def test_leading_and_trailing_negation_reach_as_far_as_the_window(dialect):
    edge = 1 if dialect.window == "inclusive" else 0
    for ts in range(-10, 31):
        events = Stream([Event(0, "A", 8), Event(1, "B", 10), Event(2, "N", ts)])
        tie = dialect.order == "nonstrict"
        arrival = dialect.order == "arrival"
        leading = -edge < ts < 8 + tie
        trailing = 10 - (tie or arrival) < ts < 18 + edge
        anywhere = -edge < ts < 18 + edge
        both = [(0, 1)]
        for structure, refuted in (
            (Seq((N, A, B)), leading),
            (Seq((A, B, N)), trailing),
            (And((A, B, N)), anywhere),
        ):
            answer = found(events, structure, within=10, dialect=dialect)
            assert answer == ([] if refuted else both), (ts, structure)


def test_a_negated_event_is_distinct_from_the_bound_ones():
    same = And((A, Absent("A", "n")))
    assert found(stream(("A", 1)), same) == [(0,)]
    assert found(stream(("A", 1), ("A", 2)), same) == []


def test_a_clause_of_a_negated_name_must_be_true_to_refute():
    clause = Compare("=", Ref("n", "k"), Ref("a", "k"))
    for value, expected in ((1, []), (2, [(0, 2)]), ("1", [(0, 2)]), (None, [(0, 2)])):
        events = stream(("A", 1, {"k": 1}), ("N", 2, {"k": value}), ("B", 3))
        assert found(events, Seq((A, N, B)), clause) == expected


def test_negated_names_do_not_see_each_other():
    events = stream(("A", 1), ("N", 2), ("B", 3))
    assert found(events, Seq((A, N, Absent("M", "m"), B))) == []
    assert found(events, Seq((A, Absent("M", "m"), N, B))) == []


# ------------------------------------------------------------------------ clauses


def test_a_clause_applies_to_the_branches_with_all_its_names():
    structure = Or((Seq((A, B)), Seq((One("A", "x"), C))))
    events = stream(("A", 1, {"v": 1}), ("B", 2), ("C", 3))
    assert found(events, structure, Compare(">", Ref("a", "v"), Constant(1))) == [(1, (0, 2))]
    assert found(events, structure, Compare(">", Constant(0), Constant(1))) == []
    assert len(found(events, structure, Compare("<", Constant(0), Constant(1)))) == 2


def test_a_disjunction_is_one_clause():
    structure = Or((A, B))
    clause = AnyOf((Compare("=", Ref("a", "v"), Constant(1)), TRUE))
    assert found(stream(("A", 1), ("B", 1)), structure, clause) == [(0, (0,)), (1, (1,))]


def test_an_unsplit_conjunction_is_split():
    structure = Or((A, B))
    parts = tuple(Compare("=", Ref(name, "v"), Constant(1)) for name in "ab")
    events = stream(("A", 1, {"v": 1}), ("B", 1, {"v": 2}))
    assert found(events, structure, AllOf(parts)) == found(events, structure, *parts)
    assert found(events, structure, *parts) == [(0, (0,))]


def test_an_unknown_clause_does_not_pass_nor_does_its_negation():
    clause = Compare("=", Ref("a", "v"), Constant(1))
    assert found(stream(("A", 1)), A, clause) == []
    assert found(stream(("A", 1)), A, Not(clause)) == []


def test_fields_are_ints():
    event = {"a": Event(2**53 + 1, "A", 2**61 + 1)}
    for attr, value in (("id", 2**53 + 1), ("ts", 2**61 + 1)):
        assert truth(Compare("=", Ref("a", attr), Constant(value)), event) is True
        assert truth(Compare("=", Ref("a", attr), Constant(value - 1)), event) is False
        assert truth(Compare("=", Ref("a", attr), Constant(float(value))), event) is True
        assert truth(Compare("=", Ref("a", attr), Constant(str(value))), event) is None
    assert truth(Compare("=", Ref("a", "type"), Constant("A")), event) is None


# ------------------------------------------------------------------------ values


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        (2**53, 2**53 + 1, LESS),
        (2**53 + 1, float(2**53), EQUAL),
        (2**63 - 1, float(2**63), EQUAL),
        (2**63 - 1, 2**63 - 1, EQUAL),
        (-(2**63), 2**63 - 1, LESS),
        (1, 1.0, EQUAL),
        (-0.0, 0, EQUAL),
        (5e-324, 0.0, GREATER),
        (math.inf, 2**63 - 1, GREATER),
        (math.inf, math.inf, EQUAL),
        (-math.inf, -1e308, LESS),
        ("", "a", LESS),
        ("Z", "a", LESS),
        ("a", "a ", LESS),
        ("\uffff", "\U00010000", LESS),
        ("a\0b", "a\0c", LESS),
        ("a", "a\0", LESS),
        ("1", "1.0", LESS),
        (False, True, LESS),
        (True, True, EQUAL),
    ],
)
def test_values_that_compare(left, right, expected):
    assert signs(left, right) == expected
    opposite = (expected[0], expected[2], expected[1])
    assert signs(right, left) == opposite
    equal, less, greater = expected
    assert compare("!=", left, right) is not equal
    assert compare("<=", left, right) is (equal or less)
    assert compare(">=", left, right) is (equal or greater)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("1", 1),
        ("1.0", 1.0),
        ("", False),
        (True, 1),
        (False, 0.0),
        ("true", True),
        ((1.0,), (1.0,)),
        ((), "a"),
        ((1.0,), 1.0),
        (None, None),
        (None, 0),
        (None, False),
        ("\x01", True),
    ],
)
def test_values_that_do_not_compare(left, right):
    assert signs(left, right) == signs(right, left) == UNKNOWN
    assert compare("!=", left, right) is None


def test_kinds_belong_to_values_not_to_columns():
    rows = [("A", i, {"x": x}) for i, x in enumerate((1, 1.0, "1", True, (1.0,), None))]
    for value, expected in ((1, [0, 1]), (1.0, [0, 1]), ("1", [2]), (True, [3])):
        clause = Compare("=", Ref("a", "x"), Constant(value))
        assert found(stream(*rows), A, clause) == [(i,) for i in expected]


@pytest.mark.parametrize(
    ("left", "op", "right", "result"),
    [
        (7, "/", 2, 3.5),
        (-7, "/", 2, -3.5),
        (2**53, "+", 1, float(2**53)),
        (2**63 - 1, "+", 1, float(2**63)),
        (2**63 - 1, "*", 2**63 - 1, float(2**63) ** 2),
        (0.1, "+", 0.2, 0.1 + 0.2),
        (1e308, "*", 10, math.inf),
        (-1e308, "-", 1e308, -math.inf),
        (1, "/", math.inf, 0.0),
        (5e-324, "/", 2, 0.0),
        (1, "/", 5e-324, math.inf),
        (math.inf, "-", math.inf, None),
        (0, "*", math.inf, None),
        (math.inf, "/", math.inf, None),
        (1, "/", 0, None),
        (0.0, "/", -0.0, None),
        (math.inf, "/", 0, None),
        ("1", "+", 1, None),
        (1, "+", True, None),
        (False, "*", 0, None),
        ((1.0,), "+", 1, None),
        (None, "+", 1, None),
        ("", "+", "", None),
    ],
)
def test_arithmetic(left, op, right, result):
    events = {"a": Event(0, "T", 0, {"x": left, "y": right, "z": result})}
    term = Arith(op, Ref("a", "x"), Ref("a", "y"))
    assert truth(Compare("=", term, Ref("a", "z")), events) is (None if result is None else True)
    assert truth(Compare("!=", term, Constant(0.25)), events) is (None if result is None else True)


def test_arithmetic_on_fields_is_in_float64():
    term = Arith("/", Ref("a", "ts"), Constant(2))
    assert truth(Compare("=", term, Constant(1.5)), {"a": Event(0, "A", 3)}) is True


@pytest.mark.parametrize(
    ("value", "result"),
    [(-3, 3.0), (-2.5, 2.5), (-(2**63), float(2**63)), (-math.inf, math.inf), ("-1", None)],
)
def test_abs(value, result):
    events = {"a": Event(0, "T", 0, {"x": value})}
    answer = truth(Compare("=", Call("abs", (Ref("a", "x"),)), Constant(result or 0.0)), events)
    assert answer is (None if result is None else True)
    with pytest.raises(InvalidPatternError):
        truth(Compare("=", Call("abs", ()), Constant(0)), events)


def test_a_constant_that_is_nan_is_missing():
    assert truth(Compare("=", Constant(math.nan), Constant(math.nan)), {}) is None


# ------------------------------------------------------------------------ logic

TRUTHS = {
    True: TRUE,
    False: Compare("=", Constant(0), Constant(1)),
    None: Compare("=", Constant(0), Constant("0")),
}


def test_three_values():
    for p, part in TRUTHS.items():
        assert truth(part, {}) is p
        assert truth(Not(part), {}) is (None if p is None else not p)
    for p, q in product(TRUTHS, repeat=2):
        both = (TRUTHS[p], TRUTHS[q])
        conjunction = False if False in (p, q) else None if None in (p, q) else True
        disjunction = True if True in (p, q) else None if None in (p, q) else False
        assert truth(AllOf(both), {}) is conjunction
        assert truth(AnyOf(both), {}) is disjunction


def test_empty_logic():
    assert truth(AllOf(()), {}) is True
    assert truth(AnyOf(()), {}) is False


@pytest.mark.parametrize(
    ("item", "options", "expected"),
    [
        (1, (2, 1), True),
        (1, (2, 1.0), True),
        (1, ("1", 1), True),
        (1, (2, 3), False),
        (1, (2, "1"), None),
        (1, (2, None), None),
        (None, (1, 2), None),
        ("a", ("b", "a"), True),
        (1, (True,), None),
        (1, (), False),
    ],
)
def test_in_is_an_or_of_equalities(item, options, expected):
    attrs = {"x": item} | {f"o{i}": option for i, option in enumerate(options)}
    condition = In(Ref("a", "x"), tuple(Ref("a", f"o{i}") for i in range(len(options))))
    assert truth(condition, {"a": Event(0, "A", 0, attrs)}) is expected


# ------------------------------------------------------------------------ hostile texts


@pytest.mark.parametrize("text", [HOSTILE, '"', "\0", "a\0b", ":p0", "?1", "%s{0}", "é\U0001f600"])
def test_texts_of_users_are_never_sql(text):
    events = stream((text, 1, {text: text}), ("B", 2, {text: 1}), (text, 3, {text: text + "x"}))
    structure = Seq((One(text, text), One("B", "b"), Absent(text, "n")))
    clauses = (
        Compare("=", Ref(text, text), Constant(text)),
        Compare("=", Ref("n", text), Ref(text, text)),
    )
    assert found(events, structure, *clauses) == [(0, 1)]
    assert found(events, structure, clauses[0]) == []
    (query,) = translate(pattern(structure, *clauses), STRICT)
    assert text in query.parameters
    assert "DROP" not in query.sql


def test_operators_are_never_sql():
    for bad in (
        Compare(HOSTILE, Constant(1), Constant(1)),
        Not(Compare("IS", *2 * (Constant(1),))),
    ):
        assert not supports(pattern(A, bad))
        with pytest.raises(UnsupportedError, match="operator"):
            truth(bad, {})


# ------------------------------------------------------------------------ what is refused

TOTAL = Compare("=", Aggregate("COUNT", "b"), Constant(1))
PAIRS = Compare("<", Indexed("b", "x", 1), Indexed("b", "x", 0))
FAR = Compare("<", Call("distance", (Ref("a", "x"), Ref("a", "x"))), Constant(1))


@pytest.mark.parametrize(
    "bad",
    [
        pattern(Kleene("B", "b")),
        pattern(B, TOTAL),
        pattern(B, Not(PAIRS)),
        pattern(A, AnyOf((FAR, TRUE))),
    ],
)
def test_what_has_no_translation(bad):
    assert not supports(bad)
    with pytest.raises(UnsupportedError):
        translate(bad, STRICT)
    with pytest.raises(UnsupportedError):
        matches(stream(), bad)


def test_supported_patterns():
    absolute = Compare("<", Call("abs", (Ref("a", "x"),)), Constant(1))
    assert supports(pattern(Seq((A, Or((B, C)), N)), absolute))
    for condition in (TOTAL, PAIRS, FAR):
        with pytest.raises(UnsupportedError):
            truth(condition, {name: Event(0, "T", 0) for name in "ab"})


@pytest.mark.parametrize(
    "bad",
    [
        pattern(And((A, One("B", "a")))),
        pattern(N),
        pattern(Or((A, N))),
        pattern(Or((A, B)), Compare("=", Ref("a", "x"), Ref("b", "x"))),
        pattern(A, Compare("=", Ref("z", "x"), Constant(1))),
        pattern(
            Seq((N, A, Absent("M", "m"))),
            Compare("=", Ref("n", "x"), Ref("m", "x")),
        ),
    ],
)
def test_patterns_without_meaning(bad):
    with pytest.raises(InvalidPatternError):
        translate(bad, STRICT)


def test_a_name_without_event():
    with pytest.raises(InvalidBindingError, match="'a'"):
        truth(Compare("=", Ref("a", "x"), Constant(1)), {})


def nested(count):
    term = Constant(0)
    for _ in range(count):
        term = Arith("+", Constant(1), term)
    return Compare("=", term, Constant(count))


def test_limits_of_sqlite_are_unsupported_and_never_a_crash():
    assert truth(nested(20), {}) is True
    for count in (150, 5_000):
        with pytest.raises(UnsupportedError):
            truth(nested(count), {})
    many = tuple(Constant(i) for i in range(1, 12_000))
    assert truth(In(Constant(0), many[:2_000]), {}) is False
    with pytest.raises(UnsupportedError, match="constants"):
        truth(In(Constant(0), many), {})
    for value in (2**63, "\ud800"):
        with pytest.raises(UnsupportedError):
            truth(Compare("=", Constant(value), Constant(0)), {})
    choice = tuple(Or((One("A", f"x{i}"), One("A", f"y{i}"))) for i in range(40))
    with pytest.raises(UnsupportedError, match="branches"):
        translate(pattern(Seq(choice)), STRICT)


def test_joins_of_many_names():
    wide = [Seq(tuple(One(f"T{i}", f"n{i}") for i in range(count))) for count in (40, 65)]
    events = stream(*((f"T{i}", i) for i in range(65)))
    assert found(events, wide[0]) == [tuple(range(40))]
    with pytest.raises(UnsupportedError, match="64"):
        found(events, wide[1])
    condition = AnyOf(tuple(Compare("=", Ref(f"n{i}", "x"), Constant(1)) for i in range(65)))
    with pytest.raises(UnsupportedError, match="64"):
        truth(condition, {f"n{i}": Event(i, "T", i) for i in range(65)})


def test_sqlite_still_words_its_limits_as_expected():
    with pytest.raises(sqlite3.Error) as raised:
        sqlite3.connect(":memory:").execute("SELECT " + "(" * 2_000 + "1" + ")" * 2_000)
    assert any(limit in str(raised.value) for limit in LIMITS)


def test_an_error_of_ours_is_not_called_a_limit() -> None:
    """Only what SQLite says of its limits is unsupported; anything else is a defect, and shows."""
    with closing(sqlite._loaded(())) as connection, pytest.raises(sqlite3.OperationalError):
        sqlite._answer(connection, sqlite.Query("SELECT nothing FROM nowhere", (), ()))
