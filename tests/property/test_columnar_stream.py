"""The columnar kernel on a stream that goes on: each match once, at its moment, in little state."""

from __future__ import annotations

import random
from math import inf

import numpy as np
import pyarrow as pa
import pytest

import augury
from augury.io import to_arrow
from augury.spark_impl.columnar.results import matches_in
from augury.spark_impl.columnar.settings import Settings
from augury.spark_impl.columnar.stream import Matcher, late_of
from augury.spec.errors import InputError, TooManyCandidates, UnsupportedError
from augury.spec.events import Event, Stream, kind_of
from augury.spec.finality import End, Watermark, run
from augury.spec.language.parser import parse

TYPES = {"int": pa.int64(), "float": pa.float64(), "str": pa.string(), "bool": pa.bool_()}


def cut(events: list[Event], choose: random.Random) -> list[list[Event]]:
    """Return events in batches, in each of which an attribute has one kind or is missing."""
    batches, start = [], 0
    while start < len(events):
        size = choose.choice((1, 1, 2, 3, len(events)))
        part = events[start : start + size]
        kept = {}
        for name in ("x", "y"):
            kinds = [kind_of(e.attrs[name]) for e in part if e.attrs.get(name) is not None]
            kept[name] = choose.choice(kinds) if kinds else None
        batches.append(
            [
                Event(
                    e.id, e.type, e.ts, {n: v for n, v in e.attrs.items() if kind_of(v) == kept[n]}
                )
                for e in part
            ]
        )
        start += size
    return batches


def table(events: list[Event]) -> pa.Table:
    """Return events as a batch, in the order of their arrival."""
    columns = {
        "id": pa.array([e.id for e in events], pa.int64()),
        "type": pa.array([e.type for e in events], pa.string()),
        "ts": pa.array([e.ts for e in events], pa.int64()),
    }
    for name in ("x", "y"):
        values = [e.attrs.get(name) for e in events]
        kinds = {kind_of(value) for value in values} - {None}
        if kinds:
            columns[name] = pa.array(values, TYPES[kinds.pop()])
    return pa.table(columns)


def once(found) -> frozenset:
    matches = list(matches_in(found))
    assert len(matches) == len(set(matches)), "a match was emitted twice"
    return frozenset(matches)


def test_pushes_emit_at_the_moment_of_finality_in_bulk(bulk) -> None:
    """S-5.2: any split into batches, any arrival within the disorder; not before, not later."""
    count, hits = bulk.count(300, 3_000, 20_000), 0
    for seed, q in bulk.questions(count):
        choose = random.Random(seed)
        arrivals = list(q.stream)
        if choose.random() < 0.7:
            choose.shuffle(arrivals)
        batches = cut(arrivals, choose)
        disorder = choose.choice((0, 1, 3, 50))
        items = [event for batch in batches for event in batch]
        wanted = run((*items, End()), q.pattern, q.dialect, disorder=disorder)
        way = choose.choice(("auto", "scan", "lookup"))
        settings = Settings(choose.choice((1, 3, 1 << 17)), way)
        machine = Matcher(q.pattern, q.dialect, disorder=disorder, settings=settings)
        start, late = 0, []
        for batch in batches:
            stop = start + len(batch)
            expected = frozenset().union(*wanted.emits[start:stop])
            assert once(machine.push(table(batch))) == expected, f"seed {seed}, push at {start}"
            late += machine.late
            start = stop
        assert once(machine.close()) == wanted.emits[-1], f"seed {seed}, at the end"
        assert tuple(late) == wanted.late, f"seed {seed}"
        assert machine.state.late == len(late)
        assert len(machine.state.table) == 0
        hits += any(wanted.emits)
    bulk.record(
        "columnar stream = definition, push by push",
        f"{count} cases, {100 * hits / count:.1f} % emit",
    )
    assert hits >= count * 0.4


def test_time_may_be_told_instead_of_read_off_the_events(bulk) -> None:
    """S-5.1: watermarks between batches; an event at or before the time is late."""
    for seed, q in bulk.questions(bulk.count(100, 500, 4_000)):
        choose = random.Random(seed)
        batches = cut(list(q.stream), choose)
        machine = Matcher(q.pattern, q.dialect)
        items, found, late = [], [], []
        for batch in batches:
            items += batch
            found += [frozenset()] * (len(batch) - 1) + [once(machine.push(table(batch)))]
            late += machine.late
            items.append(Watermark(batch[-1].ts - choose.choice((0, 1, 2))))
            found.append(once(machine.advance(items[-1].time)))
        items.append(End())
        found.append(once(machine.close()))
        wanted = run(items, q.pattern, q.dialect)
        start = 0
        for batch in batches:
            told = start + len(batch)
            pushed = frozenset().union(*wanted.emits[start:told])
            assert found[told - 1] == pushed, f"seed {seed}: push before {told}"
            assert found[told] == wanted.emits[told], f"seed {seed}: watermark {told}"
            start = told + 1
        assert found[-1] == wanted.emits[-1]
        assert tuple(late) == wanted.late


# ------------------------------------------------------------------ state


def test_memory_does_not_grow_with_the_stream(bulk) -> None:
    """S-5.2: after many windows the stream holds what it held after the first."""
    text = "PATTERN SEQ(A a, B{0,1} b, C c, NOT(D n)) WHERE a.k = c.k AND n.k = a.k WITHIN 20"
    machine = Matcher(parse(text), disorder=3)
    held, found = [], 0
    for start in range(0, bulk.count(8_000, 40_000, 200_000), 100):
        rows = range(start, start + 100)
        batch = pa.table(
            {
                "id": pa.array(rows),
                "ts": pa.array(rows),
                "type": pa.array(["ABCD"[i % 4] for i in rows]),
                "k": pa.array([f"key {i // (8 if i % 4 == 3 else 4)}" for i in rows]),
            }
        )
        found += len(machine.push(batch))
        state = machine.state
        waiting = sum(one.size for one in state.waiting.values())
        held.append((len(state.table), waiting, len(state.table.vocabulary)))
    assert found > 0
    assert max(held)[0] <= 30
    assert max(waiting for _, waiting, _ in held) < 50
    assert max(texts for _, _, texts in held) < 1_400


def test_texts_of_different_batches_compare() -> None:
    """S-3.2: each batch brings words that sort before and after those that are known."""
    machine = Matcher(parse("PATTERN SEQ(A a, B b) WHERE a.x <= b.x WITHIN 9"), disorder=0)
    assert (
        len(machine.push(table([Event(0, "A", 1, {"x": "m"}), Event(1, "A", 1, {"x": "z"})]))) == 0
    )
    found = machine.push(table([Event(2, "B", 2, {"x": "a"}), Event(3, "B", 2, {"x": "m"})]))
    assert found.to_pylist() == [{"branch": 0, "a": 0, "b": 3}]
    found = machine.push(table([Event(4, "B", 3, {"x": "zz"}), Event(5, "B", 3, {"x": "n"})]))
    assert {(row["a"], row["b"]) for row in found.to_pylist()} == {(0, 4), (1, 4), (0, 5)}


def test_a_push_that_raises_changes_nothing() -> None:
    """The guard names its limit; the same batch can be pushed again, and nothing is lost."""
    events = [Event(i, "A", i) for i in range(30)]
    machine = Matcher(parse("PATTERN A{1,2} a WITHIN 100"), limit=100)
    with pytest.raises(TooManyCandidates, match="exceeds the limit of 100"):
        machine.push(table(events))
    machine.limit = 1_000
    assert len(once(machine.push(table(events)))) == 30 + 30 * 29 // 2
    for again in (events[:1], [Event(99, "A", 5), Event(99, "A", 6)]):
        with pytest.raises(InputError, match="used twice"):
            machine.push(table(again))
    assert len(once(machine.push(table([Event(30, "A", 30)])))) == 31


def test_events_without_ids_are_numbered_by_arrival() -> None:
    machine = Matcher(parse("PATTERN SEQ(A a, B b) WITHIN 10"), disorder=0)
    first = pa.table({"type": ["A", "X"], "ts": [1, 1]})
    assert len(machine.push(first)) == 0
    found = machine.push(pa.table({"type": ["B", "A"], "ts": [2, 0]}).to_batches()[0])
    assert found.to_pylist() == [{"branch": 0, "a": 0, "b": 2}]
    assert machine.late == [3]


def test_late_events_are_those_at_or_before_the_time() -> None:
    """S-5.1, row by row: an event that is late moves no time."""
    late, time = late_of(np.array([5, 3, 9, 6, 7]), 2, 1)
    assert (late.tolist(), time) == ([False, True, False, True, True], 7)
    assert late_of(np.array([5, 3]), 3, None)[0].tolist() == [False, True]
    assert late_of(np.array([5]), inf, 0)[0].tolist() == [True]
    assert late_of(np.array([-5]), -inf, None)[0].tolist() == [False]
    assert late_of(np.array([], dtype=np.int64), 4, 0)[1] == 4


def test_the_front_door_has_a_matcher() -> None:
    machine = augury.matcher("PATTERN SEQ(A a, NOT(N n), B b) WITHIN 5", disorder=0)
    events = [Event(0, "A", 1), Event(1, "B", 3)]
    assert len(machine.push(to_arrow(Stream(events)))) == 1
    with pytest.raises(UnsupportedError, match="no SELECT"):
        augury.matcher("PATTERN SEQ(A a, B b) WITHIN 5 SELECT next")
