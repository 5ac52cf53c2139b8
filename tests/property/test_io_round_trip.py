"""What is written reads back as the same events, kind by kind and bit by bit."""

from __future__ import annotations

import struct
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from augury.io import from_arrow, from_pandas, read_events, to_arrow, to_pandas, write_events
from augury.spec.errors import InputError
from augury.spec.events import Event, Stream, Value, kind_of
from augury.spec.limits import INT64_MAX, INT64_MIN, TICKS

EDGES = (INT64_MIN, INT64_MIN + 1, -(2**53) - 1, -1, 0, 1, 2**53 + 1, INT64_MAX - 1, INT64_MAX)
INTS = st.sampled_from(EDGES) | st.integers(INT64_MIN, INT64_MAX)
FLOATS = st.floats(allow_nan=False, allow_infinity=False)
TEXTS = st.text(st.characters(exclude_categories=("Cs",)), max_size=8) | st.sampled_from(
    ("", "1", "true", "nan", "[1]", "a,b", '"', "\r\n", "\u2028", "\x85", "\ufeff", "\0", " ")
)
KINDS = {
    "int": INTS,
    "float": FLOATS | st.sampled_from((0.0, -0.0, 1.0, 1e16, 5e-324)),
    "str": TEXTS,
    "bool": st.booleans(),
    "list": st.lists(FLOATS, max_size=4).map(tuple),
}
NAMES = TEXTS.filter(lambda name: name not in ("id", "ts", "type"))
IDS = st.lists(INTS, max_size=8, unique=True)
TIMES = st.integers(1 - TICKS, TICKS - 1) | st.integers(-3, 3)
TYPES = TEXTS.filter(bool)
ROUND = settings(deadline=None, max_examples=60, derandomize=True)


@st.composite
def mixed(draw: st.DrawFn) -> Stream:
    """Events in which every value has a kind of its own, or is missing."""
    attrs = st.dictionaries(NAMES, st.one_of(st.none(), *KINDS.values()), max_size=4)
    return Stream(Event(id_, draw(TYPES), draw(TIMES), draw(attrs)) for id_ in draw(IDS))


@st.composite
def columns(draw: st.DrawFn) -> Stream:
    """Events in which an attribute has one kind in all events that have it."""
    kinds = draw(st.dictionaries(NAMES, st.sampled_from(sorted(KINDS)), max_size=4))
    attrs = st.fixed_dictionaries({name: st.none() | KINDS[kind] for name, kind in kinds.items()})
    return Stream(Event(id_, draw(TYPES), draw(TIMES), draw(attrs)) for id_ in draw(IDS))


def exact(value: Value) -> object:
    """Return a value so that equal means: the same kind and the same bits."""
    numbers = value if isinstance(value, tuple) else (value,)
    bits = [struct.pack("<d", item) if isinstance(item, float) else item for item in numbers]
    return kind_of(value), bits


def canonical(stream: Stream) -> list[object]:
    return [
        (e.id, e.type, e.ts, {n: exact(v) for n, v in e.attrs.items() if v is not None})
        for e in stream
    ]


def back(stream: Stream, path: Path) -> Stream:
    write_events(stream, path)
    return read_events(path)


def refusal(action: Callable[[], object]) -> InputError | None:
    try:
        action()
    except InputError as error:
        return error
    return None


def kept_or_refused(stream: Stream, path: Path) -> bool:
    error = refusal(lambda: write_events(stream, path))
    if error is None:
        assert canonical(read_events(path)) == canonical(stream)
        return True
    assert "write .jsonl or .parquet" in error.reason
    return False


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("round_trip")


@ROUND
@given(stream=mixed())
def test_jsonl(folder: Path, stream: Stream) -> None:
    found = back(stream, folder / "events.jsonl")
    assert canonical(found) == canonical(stream)
    assert all(None not in event.attrs.values() for event in found)
    first = (folder / "events.jsonl").read_bytes()
    write_events(found, folder / "events.jsonl")
    assert (folder / "events.jsonl").read_bytes() == first


@ROUND
@given(stream=mixed())
def test_pandas(stream: Stream) -> None:
    assert canonical(from_pandas(to_pandas(stream))) == canonical(stream)


@ROUND
@given(stream=columns())
def test_arrow(stream: Stream) -> None:
    assert canonical(from_arrow(to_arrow(stream))) == canonical(stream)


@ROUND
@given(stream=columns())
def test_parquet(folder: Path, stream: Stream) -> None:
    assert canonical(back(stream, folder / "events.parquet")) == canonical(stream)


@ROUND
@given(stream=columns(), suffix=st.sampled_from((".csv", ".csv.gz")))
def test_csv_keeps_or_refuses(folder: Path, stream: Stream, suffix: str) -> None:
    path = folder / f"events{suffix}"
    path.unlink(missing_ok=True)
    assert kept_or_refused(stream, path) == path.exists()


@ROUND
@given(stream=mixed())
def test_csv_never_changes_mixed_events(folder: Path, stream: Stream) -> None:
    kept_or_refused(stream, folder / "mixed.csv")


@ROUND
@given(
    data=st.binary(max_size=60),
    head=st.sampled_from((b"", b"type,ts,x\n", b'{"type": "A", "ts": ')),
)
def test_rubbish_is_refused_in_one_line(folder: Path, data: bytes, head: bytes) -> None:
    for name in ("rubbish.jsonl", "rubbish.csv", "rubbish.csv.gz", "rubbish.parquet"):
        path = folder / name
        path.write_bytes(head + data)
        error = refusal(lambda path=path: read_events(path))
        if error is not None:
            assert error.source == str(path)
            assert "\n" not in error.reason
