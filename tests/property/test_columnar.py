"""The columnar kernel against the definition: same matches, whatever the blocks and the way."""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given

from augury import match, match_batches
from augury.conformance.judge import judge
from augury.conformance.suite import load
from augury.io import to_arrow
from augury.spark_impl.columnar import fast
from augury.spark_impl.columnar.engine import batches
from augury.spark_impl.columnar.pairs import Bound, PointIndex, Tree, expanded, scanned
from augury.spark_impl.columnar.reading import of_arrow
from augury.spark_impl.columnar.results import matches_in
from augury.spark_impl.columnar.settings import Settings
from augury.spark_impl.columnar.table import Needs, of_events
from augury.spec import semantics
from augury.spec.errors import InputError, TooManyCandidates
from augury.spec.events import DIALECTS, Dialect, Event, Stream
from augury.spec.language.normal import normal_form
from augury.spec.language.parser import parse
from augury.spec.strategies import drawn, question

questions = drawn(question)
VECTORS = Path(__file__).resolve().parents[2] / "spec" / "vectors"
BLOCKS = (1, 2, 5, 1 << 17)
WAYS = ("auto", "scan", "lookup")


def answer(table, q, **how) -> frozenset:
    """Return the matches of a question; a match that comes twice is no set."""
    found = [m for b in batches(table, q.pattern, q.dialect, **how) for m in matches_in(b)]
    assert len(found) == len(set(found)), "a match was found twice"
    return frozenset(found)


def shuffled(q, seed: int) -> list[str]:
    names = sorted({name for branch in normal_form(q.pattern) for name in branch.positive})
    random.Random(seed).shuffle(names)
    return names


def test_columnar_equals_definition_in_bulk(bulk, monkeypatch) -> None:
    """S-4.1: blocks, ways to find pairs, numba and orders of names change no answer."""
    count, hits = bulk.count(300, 4_000, 20_000), 0
    monkeypatch.setattr(fast, "LEAST", 0)
    for seed, q in bulk.questions(count):
        choose = random.Random(seed)
        settings = Settings(choose.choice(BLOCKS), choose.choice(WAYS))
        order = shuffled(q, seed) if seed % 2 else None
        monkeypatch.setattr(fast, "ENABLED", seed % 3 == 0)

        def fails(asked, settings=settings, order=order) -> bool:
            table = of_events(asked.stream.events, Needs.of(asked.pattern))
            wanted = semantics.matches(asked.stream, asked.pattern, asked.dialect)
            return answer(table, asked, settings=settings, order=order) != wanted

        bulk.hold(q, fails, seed)
        hits += bool(semantics.matches(q.stream, q.pattern, q.dialect))
    bulk.record("columnar = definition", f"{count} cases, {100 * hits / count:.1f} % with a match")
    assert hits >= count * 0.45


@given(questions)
def test_match_by_default_equals_definition(q) -> None:
    expected = semantics.matches(q.stream, q.pattern, q.dialect)
    assert frozenset(match(q.stream, q.pattern, dialect=q.dialect)) == expected


def one_kind(stream: Stream) -> Stream:
    """Return a stream that fits Arrow: an attribute is a float in all events or missing."""
    return Stream(
        Event(e.id, e.type, e.ts, {n: float(v) for n, v in e.attrs.items() if type(v) is int})
        for e in stream
    )


def test_columns_of_arrow_equal_columns_of_events(bulk) -> None:
    """S-1.2: a table that never was an event answers alike."""
    for seed, q in bulk.questions(bulk.count(100, 500, 4_000)):
        stream = one_kind(q.stream)
        expected = semantics.matches(stream, q.pattern, q.dialect)
        rows = list(range(len(stream)))
        random.Random(seed).shuffle(rows)
        table = of_arrow(to_arrow(stream).take(pa.array(rows, pa.int64())), Needs.of(q.pattern))
        assert answer(table, q) == expected, f"seed {seed}"


def test_columnar_gives_the_answers_derived_by_hand() -> None:
    """All vectors but those with SELECT and SKIP, which it refuses."""
    told = Counter()
    for case in (case for cases in load(VECTORS).values() for case in cases):
        verdict = judge(case, "columnar")
        asked = case.pattern or (parse(case.text) if case.expect is not None else None)
        wanted = "unsupported" if asked is not None and asked.selective else "passed"
        assert verdict.outcome == wanted, verdict
        told[wanted] += 1
    assert told["passed"] > 500


EARLY = (
    ("AND(SEQ(A a, NOT(N n), X{0,1} x, C c), D d)", "A1 C3 N5 D9"),
    ("SEQ(A a, NOT(N n), B b, C c)", "A1 B2 N3 C4"),
    ("AND(SEQ(A a, NOT(B n), C c), B b)", "A1 B2 C3"),
    ("AND(SEQ(X{0,1} x, NOT(N n), C c), A a)", "N0 C4 A8"),
    ("SEQ(A a, NOT(N n), B b, C c)", "A1 N2 B3 C4"),
    ("AND(SEQ(A a, NOT(B n), C c), B b)", "A1 B2 B3 C4"),
)


@pytest.mark.parametrize(("structure", "told"), EARLY)
@pytest.mark.parametrize("window", [5, 10])
def test_a_negated_name_is_judged_as_soon_as_it_can_and_not_sooner(structure, told, window) -> None:
    """S-4.6: whichever names are bound first."""
    events = [Event(i, word[0], int(word[1:])) for i, word in enumerate(told.split())]
    pattern = parse(f"PATTERN {structure} WITHIN {window}")
    wanted = semantics.matches(Stream(events), pattern)
    for order in permutations(normal_form(pattern)[0].positive):
        assert frozenset(match(events, pattern, order=order)) == wanted, order


def test_a_clause_without_names_applies_to_every_branch() -> None:
    """S-2.5."""
    some = [Event(0, "A", 1), Event(1, "C", 2)]
    for condition, count in (("1 = 2", 0), ("1 = 1", 2)):
        assert (
            len(match(some, f"PATTERN OR(A a, SEQ(A b, C c)) WHERE {condition} WITHIN 5")) == count
        )


def test_pairs_are_found_alike_by_scan_index_and_tree(bulk) -> None:
    """All ways to find the values in an interval and a range give the same pairs."""
    for seed in bulk.seeds(bulk.count(60, 300, 3_000)):
        draw = np.random.default_rng(seed)
        size, owners = int(draw.integers(1, 400)), int(draw.integers(0, 40))
        values = draw.integers(0, 20, size).astype(float)
        low = draw.integers(0, size + 1, owners)
        high = np.minimum(size, low + draw.integers(0, size, owners))
        least, most = np.sort(draw.integers(-1, 21, (2, owners)).astype(float), axis=0)
        for bound in (
            Bound(values, least, most),
            Bound(values, None, most),
            Bound(values, least, None),
            Bound(values, least, least),
        ):
            a = values.min() if bound.low is None else bound.low
            b = values.max() if bound.high is None else bound.high
            every = expanded(low, high)
            a, b = (np.broadcast_to(side, owners)[every[0]] for side in (a, b))
            inside = (values[every[1]] >= a) & (values[every[1]] <= b)
            wanted = [part[inside].tolist() for part in every]
            ways = [scanned(low, high, [bound]), Tree.of(values).find(low, high, bound)]
            if bound.low is bound.high:
                index = PointIndex.of(values)
                found = expanded(*index.ranges(low, high, least))
                ways.append((found[0], index.places[found[1]]))
            for way in ways:
                assert [part.tolist() for part in way] == wanted, f"seed {seed}"


# ------------------------------------------------------------------ larger than the definition


def crowd(size: int, seed: int, *, ties: bool = False) -> Stream:
    choose = random.Random(seed)
    return Stream(
        Event(
            number,
            choose.choice("AABBC"),
            number // 3 * 3 if ties else number,
            {"x": choose.randrange(40), "y": choose.random(), "k": choose.choice("pqrs")},
        )
        for number in range(size)
    )


LARGER = (
    "PATTERN SEQ(A a, B b, C c) WHERE a.x < b.x AND b.x < c.x WITHIN 40",
    "PATTERN SEQ(A a, B b, C c) WHERE a.k = b.k AND b.k = c.k WITHIN 60",
    "PATTERN SEQ(A a, NOT(B n), C c) WHERE n.k = a.k AND n.x > c.x WITHIN 60",
    "PATTERN SEQ(NOT(C n), A a, B b) WHERE a.x = b.x AND n.y < a.y WITHIN 30",
    "PATTERN AND(A a, B b, C c) WHERE a.x = c.x AND b.y > c.y AND b.y > a.y WITHIN 40",
    "PATTERN SEQ(A a, B{1,2} b, C c) WHERE b.k = a.k AND SUM(b.x) < c.x WITHIN 20",
    "PATTERN SEQ(A a, A b) WHERE a.x = 39 - b.x AND a.y * 2 > b.y WITHIN 100",
)


@pytest.mark.parametrize("text", LARGER)
@pytest.mark.parametrize("ties", [False, True])
def test_columnar_equals_the_chain_on_larger_streams(text, ties, bulk) -> None:
    """Pools are large enough here for samples, lookups and several blocks."""
    stream = crowd(bulk.count(400, 800, 2_000), 1, ties=ties)
    pattern = parse(text)
    table = of_events(stream.events, Needs.of(pattern))
    for dialect in DIALECTS[:: 3 if ties else 5]:
        wanted = frozenset(match(stream, pattern, engine="chain", dialect=dialect, limit=10**9))
        assert wanted
        for settings in (Settings(), Settings(1 << 10, "lookup"), Settings(1 << 9, "scan")):
            found = [
                m
                for b in batches(table, pattern, dialect, settings=settings)
                for m in matches_in(b)
            ]
            assert len(found) == len(wanted)
            assert frozenset(found) == wanted


@pytest.mark.parametrize("op", ["<", "<=", ">", ">=", "=", "!="])
@pytest.mark.parametrize("way", WAYS)
def test_numbers_at_the_edge_of_float64_compare_as_defined(op, way) -> None:
    """S-3.2: int with int exactly, int with float after conversion, infinities are values."""
    numbers = [2**53, 2**53 + 1, -(2**53) - 1, 2**63 - 1, 0, float(2**53), -0.0, 5e-324]
    numbers += [float("inf"), float("-inf"), 1.5, True, "1"]
    events = [Event(i, "A", 0, {"x": x}) for i, x in enumerate(numbers)]
    events += [Event(100 + i, "B", 1, {"x": x}) for i, x in enumerate(numbers)]
    for kinds in ((int,), (float,), (int, float), (bool, str, int, float)):
        stream = Stream(e for e in events if type(e.attrs["x"]) in kinds)
        pattern = parse(f"PATTERN SEQ(A a, B b) WHERE a.x {op} b.x WITHIN 5")
        table = of_events(stream.events, Needs.of(pattern))
        for order in (("a", "b"), ("b", "a")):
            found = batches(table, pattern, settings=Settings(4, way), order=order)
            assert frozenset(m for b in found for m in matches_in(b)) == semantics.matches(
                stream, pattern
            )


def test_numba_changes_no_answer(monkeypatch) -> None:
    """The extra ``fast`` is optional: the scan with and without it is the same."""
    assert fast.AVAILABLE, "the extra fast belongs to the environment of the tests"
    stream = crowd(800, 5)
    found = []
    for enabled in (False, True):
        monkeypatch.setattr(fast, "ENABLED", enabled)
        monkeypatch.setattr(fast, "LEAST", 0)
        found.append([match(stream, text) for text in LARGER])
    assert found[0] == found[1]
    assert all(found[0])


# ------------------------------------------------------------------ memory and limits


def test_batches_are_bounded_by_a_block() -> None:
    """Many matches come in batches that are not larger when there are more of them."""
    stream = [Event(i, "A", i) for i in range(900)]
    sizes = [len(batch) for batch in match_batches(stream, "PATTERN SEQ(A a, A b) WITHIN 1000")]
    assert sum(sizes) == 900 * 899 // 2
    assert max(sizes) <= 1 << 17
    assert len(sizes) > 1


def test_too_many_sets_are_refused_and_what_was_found_stays_found() -> None:
    """S-4.8: the guard raises; the batches before it were handed on."""
    stream = [Event(i, "A", i) for i in range(40)]
    found = match_batches(stream, "PATTERN A+ a WITHIN 100", limit=200_000)
    assert len(next(found)) > 0
    with pytest.raises(TooManyCandidates, match="exceeds the limit of 200,000"):
        list(found)


@pytest.mark.parametrize(
    ("clause", "most"),
    [
        ("COUNT(b) <= 2", 1_000),
        ("SUM(b.x) < 3", 1_000),
        ("MAX(b.i) < 4", 100),
        ("MIN(b.i) > 35", 100),
        ("3 = COUNT(b)", 12_000),
    ],
)
def test_monotone_aggregates_cut_the_growth_of_sets(clause, most) -> None:
    """2^40 sets would be tried without a cut; the limit says how many are tried with it."""
    stream = [Event(i, "A", i, {"x": 1, "i": i}) for i in range(40)]
    text = f"PATTERN A+ b WHERE {clause} WITHIN 100"
    assert len(match(stream, text, limit=most)) > 0


def test_a_sum_that_may_fall_cuts_nothing() -> None:
    """S-3.4: {1} is over the bound, {1, -2} is not."""
    stream = [Event(i, "A", i, {"x": x}) for i, x in enumerate((1, -2, 3))]
    for clause in ("SUM(b.x) < 0", "SUM(b.x) <= -1", "MAX(b.x) = 3", "MIN(b.x) = -2"):
        text = f"PATTERN A+ b WHERE {clause} WITHIN 100"
        assert match(stream, text) == match(stream, text, engine="declarative")


def test_a_table_that_cannot_be_read_names_row_and_column() -> None:
    """The fast reader refuses in general; the slow one then says where."""
    table = pa.table({"type": ["A", "A"], "ts": [1, 2], "id": [7, 7]})
    with pytest.raises(InputError, match=r"row 1 \(from 0\), column 'id': the id 7 is used twice"):
        match(table, "PATTERN A a WITHIN 5")


def test_columns_of_all_kinds_are_read_from_arrow() -> None:
    table = pa.table(
        {
            "type": pa.array(["A", "B", "A"]).dictionary_encode(),
            "ts": pa.array([3_000, 1_000, 2_000], pa.timestamp("ns")),
            "f": pa.array([1.5, None, float("nan")], pa.float32()),
            "t": pa.array(["é", None, "z"]),
            "h": pa.array([[1.0, 2.0], None, []], pa.list_(pa.float64())),
            "b": pa.array([True, None, False]),
            "u": pa.array([2**63 - 1, None, 0], pa.uint64()),
        }
    )
    for clause, ids in (
        ("a.f > 1", [0]),
        ("a.f != 3", [0]),
        ("a.t > 'y'", [0, 2]),
        ("distance(a.h, a.h) = 0", [0, 2]),
        ("a.b = TRUE", [0]),
        ("a.u > 9223372036854775806", [0]),
        ("a.ts >= 2", [0, 2]),
        ("a.none = 1", []),
    ):
        found = match(table, f"PATTERN A a WHERE {clause} WITHIN 5")
        assert [m.bindings["a"] for m in found] == ids, clause
        assert match(table, f"PATTERN A a WHERE {clause} WITHIN 5", engine="declarative") == found


def test_rows_of_one_tick_are_put_in_the_order_of_their_ids() -> None:
    """S-1.3: the answer is a function of the set of events, not of the order of a table."""
    arrival = Dialect(order="arrival")
    for types in (pa.array(["B", "A"]), pa.array(["B", "A"]).dictionary_encode()):
        table = pa.table({"type": types, "ts": [5, 5], "id": [1, 0]})
        assert len(match(table, "PATTERN SEQ(A a, B b) WITHIN 5", dialect=arrival)) == 1
        assert len(match(table, "PATTERN SEQ(B b, A a) WITHIN 5", dialect=arrival)) == 0


def test_a_user_function_is_asked_only_where_the_answer_needs_it() -> None:
    """A function that would fail on some rows is not tried on rows that another clause refuses."""
    stream = [Event(i, "A", i, {"x": i}) for i in range(600)]

    def inverse(x):
        return 1 / x

    text = "PATTERN SEQ(A a, A b) WHERE inverse(a.x - b.x) < 0 AND a.x = 5 WITHIN 2"
    assert len(match(stream, text, functions={"inverse": inverse})) == 2


def test_nothing_matches_in_no_window_and_in_no_events() -> None:
    none = Dialect(window="exclusive")
    assert not match([Event(0, "A", 1)], "PATTERN A a WITHIN 0", dialect=none)
    assert not match([], "PATTERN SEQ(A a, B+ b, NOT(C c)) WHERE a.x < b.x WITHIN 5")
