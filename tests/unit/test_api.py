"""The front door: what ``match`` and ``why`` accept, refuse and give back."""

from __future__ import annotations

import pytest

import augury
from augury import Dialect, Event, match, why
from augury.spec.errors import (
    AuguryError,
    InvalidDialectError,
    InvalidPatternError,
    TooManyCandidates,
    UnsupportedError,
)

EVENTS = [Event(0, "A", 1, {"x": 1}), Event(1, "B", 2, {"x": 5}), Event(2, "B", 3)]
SEQ = "PATTERN SEQ(A a, B+ b) WITHIN 5"


def test_matches_are_a_sequence_in_canonical_order() -> None:
    found = match(reversed(EVENTS), SEQ)
    assert [m.bindings for m in found] == [
        {"a": 0, "b": (1,)},
        {"a": 0, "b": (1, 2)},
        {"a": 0, "b": (2,)},
    ]
    assert len(found) == 3
    assert found[1:] == tuple(found)[1:]
    assert found == match(EVENTS, augury.parse(SEQ), engine="denotation")
    assert len({found, match(EVENTS, SEQ)}) == 1
    assert repr(found).startswith("<Matches 3: 0:{'a': 0, 'b': (1,)}")


def test_tables_keep_absent_names_and_empty_sets_apart() -> None:
    found = match(EVENTS, "PATTERN OR(SEQ(A a, C{0,1} c), B b) WITHIN 5")
    rows = found.to_arrow().to_pylist()
    assert rows == [
        {"branch": 0, "a": 0, "c": [], "b": None},
        {"branch": 1, "a": None, "c": None, "b": 1},
        {"branch": 1, "a": None, "c": None, "b": 2},
    ]
    frame = found.to_pandas()
    assert list(frame.columns) == ["branch", "a", "c", "b"]
    assert frame["a"].dtype == "Int64"
    assert frame["c"].tolist() == [[], None, None]


def test_files_of_matches(tmp_path) -> None:
    found = match(EVENTS, SEQ)
    found.to_jsonl(tmp_path / "m.jsonl")
    assert (tmp_path / "m.jsonl").read_text().splitlines()[1] == (
        '{"branch": 0, "bindings": {"a": 0, "b": [1, 2]}}'
    )
    import pyarrow.parquet as pq

    found.to_parquet(tmp_path / "m.parquet")
    assert pq.read_table(tmp_path / "m.parquet").equals(found.to_arrow())


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"engine": "nope"}, AuguryError, "unknown engine 'nope'; choose one of columnar"),
        ({"order": ["a", "b"], "engine": "eager"}, UnsupportedError, "drop 'order'"),
        ({"dialect": "strict"}, InvalidDialectError, r"a dialect is a Dialect\(order="),
        ({"limit": 2}, TooManyCandidates, r"candidate bindings: 3 exceeds the limit of 2"),
        ({"limit": 2, "engine": "declarative"}, TooManyCandidates, "3 exceeds"),
        ({"order": ["a", "a"]}, InvalidPatternError, "an order names every positive name once"),
        ({"limit": 2, "engine": "denotation"}, TooManyCandidates, "3 exceeds"),
        ({"engine": "sqlite"}, UnsupportedError, "Kleene of 'b'"),
    ],
)
def test_what_match_refuses(arguments, error, words) -> None:
    with pytest.raises(error, match=words):
        match(EVENTS, SEQ, **arguments)


def test_a_pattern_is_text_or_an_ast() -> None:
    with pytest.raises(InvalidPatternError, match="a pattern is text or an AST, not a int"):
        match(EVENTS, 5)


def test_own_functions_reach_every_engine_that_can() -> None:
    text = "PATTERN SEQ(A a, B b) WHERE twice(a.x) < b.x WITHIN 5"
    own = {"twice": lambda x: 2 * x}
    for engine in ("declarative", "denotation"):
        assert [m.bindings for m in match(EVENTS, text, functions=own, engine=engine)] == [
            {"a": 0, "b": 1}
        ]
    with pytest.raises(UnsupportedError, match="no user functions"):
        match(EVENTS, text, functions=own, engine="sqlite")
    with pytest.raises(InvalidPatternError, match="unknown function 'twice'"):
        match(EVENTS, text)


def test_why_takes_ids_and_lists_of_ids() -> None:
    assert why(EVENTS, SEQ, {"a": 0, "b": [2, 1]}).is_match
    late = why(
        EVENTS,
        "PATTERN SEQ(A a, B b) WITHIN 1",
        {"a": 0, "b": 1},
        dialect=Dialect(window="exclusive"),
        functions={"f": lambda x: x},
    )
    assert [finding.rule for finding in late.findings if not finding.holds] == [4]


def test_an_order_is_for_engines_that_take_one() -> None:
    for order in (["a", "b"], ["b", "a"]):
        assert match(EVENTS, SEQ, engine="chain", order=order) == match(EVENTS, SEQ)
    with pytest.raises(InvalidPatternError, match="an order names every positive name once: a, b"):
        match(EVENTS, SEQ, engine="chain", order=["a"])


def test_engines_are_listed_default_first() -> None:
    assert augury.matching_engines() == (
        *("columnar", "declarative", "denotation", "sqlite"),
        *("eager", "chain", "tree"),
    )


def test_an_automaton_counts_and_rejects_when_it_is_told() -> None:
    stream = [Event(i, type_, i) for i, type_ in enumerate("ANBCC")]
    pattern = "PATTERN SEQ(A a, NOT(N n), B b, C c) WITHIN 9"
    counts = {}
    for negation in ("post", "first"):
        counts[negation] = {}
        order = ["a", "b", "c"]
        more = {"negation": negation, "counters": counts[negation]}
        assert not match(stream, pattern, engine="chain", order=order, **more)
    assert counts["post"]["evaluations"] == 4
    assert counts["first"]["evaluations"] == 2
    assert set(counts["first"]) == {"evaluations", "peak_instances", "peak_buffered"}


def test_negation_is_for_automata() -> None:
    for engine, negation, wanted in (
        ("declarative", "first", "engine declarative is no automaton; drop 'negation'"),
        ("chain", "last", "negation is 'post' or 'first', not 'last'"),
    ):
        with pytest.raises(UnsupportedError, match=wanted):
            match([], "PATTERN A a WITHIN 1", engine=engine, negation=negation)
