"""Arrow, Parquet and pandas: every column type that is read, and every one that is refused."""

from __future__ import annotations

import sys
from datetime import UTC, date, datetime, timedelta, timezone
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from augury.io import from_arrow, from_pandas, read_events, to_arrow, to_pandas, write_events
from augury.spec.errors import InputError, UnsupportedError
from augury.spec.events import Event, Stream, Value

TOP = 2**63 - 1
NAN, INF = float("nan"), float("inf")
SECOND = datetime(1970, 1, 1, 0, 0, 1)
EAST = timezone(timedelta(hours=1))


def table(values: Any, kind: pa.DataType | None = None, **others: Any) -> pa.Table:
    column = values if isinstance(values, (pa.Array, pa.ChunkedArray)) else pa.array(values, kind)
    size = len(column)
    return pa.table({"type": ["A"] * size, "ts": list(range(size)), "x": column} | others)


def same(found: list[Value], values: list[Value]) -> None:
    assert found == values
    assert list(map(type, found)) == list(map(type, values))


ARROW: list[tuple[list[Any], Any, list[Value]]] = [
    ([1, None, -1], pa.int8(), [1, None, -1]),
    ([TOP, None, -TOP - 1], pa.int64(), [TOP, None, -TOP - 1]),
    ([TOP, 0], pa.uint64(), [TOP, 0]),
    ([255], pa.uint8(), [255]),
    ([1.5, NAN, None, INF], pa.float64(), [1.5, None, None, INF]),
    ([0.5, NAN], pa.float32(), [0.5, None]),
    ([np.float16(0.5), np.float16("nan"), None], pa.float16(), [0.5, None, None]),
    ([True, None], pa.bool_(), [True, None]),
    (["a", "", None], pa.string(), ["a", "", None]),
    (["a"], pa.large_string(), ["a"]),
    (["a"], pa.string_view(), ["a"]),
    ([[1, 2], None, []], pa.list_(pa.int32()), [(1.0, 2.0), None, ()]),
    ([[1.5, INF]], pa.large_list(pa.float32()), [(1.5, INF)]),
    ([[1, 2], None], pa.list_(pa.float64(), 2), [(1.0, 2.0), None]),
    ([1, None], pa.timestamp("s"), [1_000_000, None]),
    ([1], pa.timestamp("ms", "Europe/Athens"), [1_000]),
    ([TOP], pa.timestamp("us"), [TOP]),
    ([-3_000], pa.timestamp("ns", "UTC"), [-3]),
    ([date(1970, 1, 2), None], pa.date32(), [86_400_000_000, None]),
    ([None, None], pa.null(), [None, None]),
]


@pytest.mark.parametrize(("cells", "kind", "values"), ARROW, ids=[str(row[1]) for row in ARROW])
def test_arrow_types(tmp_path: Path, cells: list[Any], kind: Any, values: list[Value]) -> None:
    found = table(cells, kind)
    same([event.get("x") for event in from_arrow(found)], values)
    same([event.get("x") for event in from_arrow(found.to_batches()[0])], values)
    assert all(None not in event.attrs.values() for event in from_arrow(found))


@pytest.mark.parametrize("kind", [pa.string(), pa.int64(), pa.timestamp("us")], ids=str)
def test_arrow_dictionaries(kind: Any) -> None:
    plain = pa.array(["1", None, "2", "1"]).cast(pa.string())
    column = plain.cast(pa.int64()).cast(kind) if kind != pa.string() else plain
    chunked = pa.chunked_array([column.dictionary_encode(), column.dictionary_encode()])
    expected = [event.get("x") for event in from_arrow(table(column))] * 2
    same([event.get("x") for event in from_arrow(table(chunked))], expected)


ARROW_BAD = [
    ("uint64", table([0, 2**63], pa.uint64()), "row 1 (from 0), column 'x': the int 9223"),
    ("null in a list", table([[1.0, None]]), "row 0 (from 0), column 'x': a list holds null"),
    ("NaN in a list", table([[1.0], [NAN]]), "row 1 (from 0), column 'x': a list holds null"),
    ("ns", table([1_001], pa.timestamp("ns")), "row 0 (from 0), column 'x': the time 1001 ns"),
    ("seconds", table([TOP], pa.timestamp("s")), "row 0 (from 0), column 'x': the int"),
    ("decimal", table([Decimal(1)]), "column 'x' has the type decimal128"),
    ("binary", table([b"x"]), "column 'x' has the type binary"),
    ("struct", table([{"y": 1}]), "column 'x' has the type struct"),
    ("time", table([1], pa.time64("us")), "column 'x' has the type time64"),
    ("duration", table([1], pa.duration("us")), "column 'x' has the type duration"),
    ("date64", table([0], pa.date64()), "column 'x' has the type date64"),
    ("list of texts", table([["a"]]), "column 'x' has the type list"),
    ("list of lists", table([[[1.0]]]), "column 'x' has the type list"),
    ("bad text", table(pa.array([b"\xff"]).view(pa.string())), "column 'x' (string) cannot be"),
    ("no ts", pa.table({"type": ["A"]}), "there is no column 'ts'"),
    ("no type", pa.table({"ts": [1]}), "there is no column 'type'"),
    ("names", pa.table([["A"], [1], [1], [1]], ["type", "ts", "x", "x"]), "two columns are called"),
    ("type null", table([1], type=pa.array([None], pa.string())), "column 'type': type is missing"),
    ("type empty", table([1], type=[""]), "column 'type': type must be a non-empty text"),
    ("type int", table([1], type=[5]), "column 'type': type must be a non-empty text, not 5"),
    ("ts null", table([1], ts=pa.array([None], pa.int64())), "column 'ts': ts is missing"),
    ("ts float", table([1], ts=[1.0]), "column 'ts': ts must be an integer of ticks"),
    ("ts bool", table([1], ts=[True]), "column 'ts': ts must be an integer of ticks"),
    ("ts 2^62", table([1], ts=[2**62]), "column 'ts': ts must satisfy |ts| < 2^62"),
    ("ts text", table([1], ts=["soon"]), "column 'ts': 'soon' is no time"),
    ("id float", table([1], id=[1.0]), "column 'id': id must be an integer, not 1.0"),
    ("id text", table([1], id=["1"]), "column 'id': id must be an integer, not '1'"),
    ("id twice", table([1, 1, 1], id=[5, 6, 5]), "id 5 is used twice, first in row 0"),
    ("id of a row", table([1, 1], id=[1, None]), "row 1 (from 0), column 'id': the id 1 is"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("found", "reason"), [row[1:] for row in ARROW_BAD], ids=[row[0] for row in ARROW_BAD]
)
def test_arrow_errors(found: pa.Table, reason: str) -> None:
    with pytest.raises(InputError) as caught:
        read_events(found)
    assert reason in caught.value.reason
    assert caught.value.source == "table"
    assert "\n" not in str(caught.value)


def test_arrow_fields() -> None:
    moments = pa.array([1, 2], pa.timestamp("ms"))
    expected = Stream([Event(7, "A", 1_000), Event(1, "A", 2_000)])
    assert from_arrow(pa.table({"id": [7, None], "type": ["A", "A"], "ts": moments})) == expected
    texts = ["1970-01-01T00:00:00.001Z", "1970-01-01T00:00:00.002Z"]
    assert from_arrow(pa.table({"id": [7, None], "type": ["A", "A"], "ts": texts})) == expected
    days = pa.table({"type": ["A"], "ts": pa.array([date(1970, 1, 2)])})
    assert from_arrow(days) == Stream([Event(0, "A", 86_400_000_000)])


def test_to_arrow() -> None:
    events = [
        Event(1, "B", 2, {"z": TOP, "l": (1.0, INF), "gone": None}),
        Event(0, "A", 1, {"b": True, "f": 1.0, "s": ""}),
    ]
    found = to_arrow(events)
    assert found.schema.names == ["id", "type", "ts", "b", "f", "l", "s", "z"]
    assert [str(kind) for kind in found.schema.types] == [
        "int64", "string", "int64", "bool", "double", "list<item: double>", "string", "int64",
    ]  # fmt: skip
    assert found.column("id").to_pylist() == [0, 1]
    assert to_arrow([]).schema.names == ["id", "type", "ts"]


def test_one_kind_a_column(tmp_path: Path) -> None:
    events = [Event(4, "A", 1, {"x": 1}), Event(5, "A", 2), Event(6, "A", 3, {"x": 1.0})]
    reason = r"'x' is int in event 4 and float in event 6; .* one kind a column, \.jsonl keeps"
    with pytest.raises(InputError, match=reason):
        to_arrow(events)
    with pytest.raises(InputError, match=reason):
        write_events(events, tmp_path / "out.parquet")
    assert list(tmp_path.iterdir()) == []
    write_events(events, tmp_path / "out.jsonl")
    assert list(read_events(tmp_path / "out.jsonl")) == events


def test_parquet_files(tmp_path: Path) -> None:
    folder = tmp_path / "year=2024"  # not a column, whatever Hive thinks
    folder.mkdir()
    path = folder / "events.parquet"
    pq.write_table(table([TOP]), path)
    assert list(read_events(path)) == [Event(0, "A", 0, {"x": TOP})]
    whole = path.read_bytes()
    for data in (b"", b"PAR1", whole[:-10], whole[100:], b"type,ts\n"):
        path.write_bytes(data)
        with pytest.raises(InputError, match="not a readable Parquet file") as caught:
            read_events(path)
        assert caught.value.source == str(path)
    pq.write_table(table([b"x"]), path)
    with pytest.raises(InputError, match="column 'x' has the type binary"):
        read_events(path)


def frame(values: Any, dtype: Any = None, **others: Any) -> pd.DataFrame:
    column = values if isinstance(values, pd.Series) else pd.Series(values, dtype=dtype)
    size = len(column)
    return pd.DataFrame({"type": ["A"] * size, "ts": range(size), "x": column} | others)


PANDAS: list[tuple[Any, Any, list[Value]]] = [
    ([TOP, -TOP - 1], "int64", [TOP, -TOP - 1]),
    ([1], "int8", [1]),
    ([TOP], "uint64", [TOP]),
    ([TOP, None], "Int64", [TOP, None]),
    ([TOP, None], "int64[pyarrow]", [TOP, None]),
    ([1.0, NAN, INF], "float64", [1.0, None, INF]),
    ([0.5], "float32", [0.5]),
    ([1.0, None], "Float64", [1.0, None]),
    ([True], "bool", [True]),
    ([True, None], "boolean", [True, None]),
    (["a", None, ""], "object", ["a", None, ""]),
    (["a", None], "string", ["a", None]),
    (["a", None], "string[pyarrow]", ["a", None]),
    (["a", None, "a"], "category", ["a", None, "a"]),
    ([TOP, None], pd.CategoricalDtype([TOP]), [TOP, None]),
    ([SECOND, None], "datetime64[ns]", [1_000_000, None]),
    ([SECOND, None], "datetime64[s]", [1_000_000, None]),
    ([SECOND], "datetime64[ns, Europe/Athens]", [1_000_000 - 7_200_000_000]),
    ([SECOND, None], "timestamp[ms][pyarrow]", [1_000_000, None]),
    ([1, 1.0, True, "1", None, NAN, pd.NA, pd.NaT, [1], (), TOP], "object",
     [1, 1.0, True, "1", None, None, None, None, (1.0,), (), TOP]),
    ([np.int32(1), np.float32(0.5), np.bool_(True), np.str_("a"), np.array([1, 2]), np.uint64(TOP)],
     "object", [1, 0.5, True, "a", (1.0, 2.0), TOP]),
    ([np.float64("nan"), np.datetime64("NaT"), np.datetime64(1, "s"), np.datetime64(5_000, "ns")],
     "object", [None, None, 1_000_000, 5]),
    ([SECOND, SECOND.replace(tzinfo=UTC), SECOND.replace(tzinfo=EAST), date(1970, 1, 2)],
     "object", [1_000_000, 1_000_000, 1_000_000 - 3_600_000_000, 86_400_000_000]),
    ([pd.Timestamp(SECOND), pd.Timestamp(SECOND, tz="UTC"), pd.Timestamp(SECOND, tz="Asia/Tokyo")],
     "object", [1_000_000, 1_000_000, 1_000_000 - 9 * 3_600_000_000]),
    ([datetime(9999, 12, 31, 23, 59, 59, 999_999)], "object", [253_402_300_799_999_999]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("cells", "dtype", "values"), PANDAS, ids=[f"{at} {row[1]}" for at, row in enumerate(PANDAS)]
)
def test_pandas_types(cells: Any, dtype: Any, values: list[Value]) -> None:
    found = [event.get("x") for event in read_events(frame(cells, dtype))]
    kinds = [str if isinstance(value, str) else type(value) for value in found]
    assert found == values
    assert kinds == list(map(type, values))


def numbered(name: object) -> pd.DataFrame:
    return frame([1]).rename(columns={"x": name})


PANDAS_BAD = [
    ("uint64", frame([2**63], "uint64"), "row 0 (from 0), column 'x': the int 9223"),
    ("huge", frame([1, 10**5000], "object"), "row 1 (from 0), column 'x': the int"),
    ("ns", frame([pd.Timestamp(1_001)]), "row 0 (from 0), column 'x': the time 1001 ns"),
    ("ns in objects", frame([pd.Timestamp(1_001)], "object"), "column 'x': the time 1001 ns"),
    ("decimal", frame([Decimal(1)]), "column 'x': a Decimal (Decimal('1')) is no kind"),
    ("bytes", frame([b"x"]), "column 'x': a bytes (b'x') is no kind"),
    ("dict", frame([{}]), "column 'x': a dict ({}) is no kind"),
    ("complex", frame([1j]), "column 'x' has the type complex128"),
    ("timedelta", frame([timedelta(1)]), "column 'x' has the type timedelta64[ns]"),
    ("period", frame(pd.Series([pd.Period("2024")])), "column 'x' has the type period"),
    ("interval", frame(pd.Series(pd.interval_range(0, 1))), "column 'x' has the type interval"),
    ("Arrow", frame([Decimal(1)], pd.ArrowDtype(pa.decimal128(3))), "the type decimal128"),
    ("list of texts", frame([["a"]]), "column 'x': a list holds numbers only, not 'a'"),
    ("list of bools", frame([[True]]), "column 'x': a list holds numbers only, not True"),
    ("null in a list", frame([[None]]), "column 'x': a list holds null or NaN"),
    ("NaN in an array", frame([np.array([NAN])]), "column 'x': a list holds null or NaN"),
    ("matrix", frame(pd.Series([np.eye(2)])), "column 'x': a list has one dimension"),
    ("scalar array", frame(pd.Series([np.array(1), 2], dtype=object)), "a list has one dimension"),
    ("huge in a list", frame([[10**400]]), "column 'x': a list holds an int outside"),
    ("half a pair", frame(["\ud800"]), "column 'x': the text '\\ud800' holds half a surrogate"),
    ("half a pair in type", frame([1], type=["\ud800"]), "column 'type': the text"),
    ("half a pair in a name", numbered("\ud800"), "half a surrogate pair"),
    ("number as name", numbered(5), "the column name 5 is not a text"),
    ("names", frame([1]).set_axis(["type", "ts", "ts"], axis=1), "two columns are called 'ts'"),
    ("no ts", pd.DataFrame({"type": ["A"]}), "there is no column 'ts'"),
    ("type missing", frame([1], type=[None]), "column 'type': type is missing"),
    ("type int", frame([1], type=[1]), "column 'type': type must be a non-empty text"),
    ("ts float", frame([1], ts=[1.0]), "column 'ts': ts must be an integer of ticks"),
    ("ts NaN", frame([1], ts=[NAN]), "column 'ts': ts is missing"),
    ("ts bool", frame([1], ts=[True]), "column 'ts': ts must be an integer of ticks"),
    ("id float", frame([1, 2], id=[1, None]), "column 'id': id must be an integer, not 1.0"),
    ("id twice", frame([1, 2], id=[3, 3]), "row 1 (from 0), column 'id': the id 3 is used twice"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("found", "reason"), [row[1:] for row in PANDAS_BAD], ids=[row[0] for row in PANDAS_BAD]
)
def test_pandas_errors(found: pd.DataFrame, reason: str) -> None:
    with pytest.raises(InputError) as caught:
        read_events(found)
    assert reason in caught.value.reason
    assert "\n" not in str(caught.value)


def test_pandas_fields() -> None:
    moments = pd.to_datetime(["1970-01-01T00:00:01Z", "1970-01-01T00:00:02Z"])
    expected = Stream([Event(7, "A", 1_000_000), Event(1, "A", 2_000_000)])
    ids = pd.Series([7, None], dtype="Int64")
    for times in (moments, moments.tz_localize(None), [1_000_000, 2_000_000]):
        found = pd.DataFrame({"id": ids, "type": ["A", "A"], "ts": times})
        assert from_pandas(found) == expected
        assert from_pandas(found.set_index(pd.Index([5, 5]))) == expected
    special = type("Special", (pd.DataFrame,), {})
    assert read_events(special({"type": ["A"], "ts": [1]})) == Stream([Event(0, "A", 1)])


def test_to_pandas() -> None:
    events = [
        Event(0, "A", 1, {"i": TOP, "f": 1.0, "b": True, "s": "x", "l": (1.0,), "m": 1}),
        Event(1, "B", 2, {"m": 1.0, "gone": None}),
    ]
    found = to_pandas(events)
    assert [(name, str(dtype)) for name, dtype in found.dtypes.items()] == [
        ("id", "int64"), ("type", "string"), ("ts", "int64"), ("b", "boolean"), ("f", "Float64"),
        ("i", "Int64"), ("l", "object"), ("m", "object"), ("s", "string"),
    ]  # fmt: skip
    assert found["i"][0] == TOP
    assert from_pandas(to_pandas([])) == Stream()
    same([event.get("m") for event in from_pandas(found)], [1, 1.0])


def test_pandas_is_optional_and_said_to_be(monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(UnsupportedError, match=r"pip install 'augury\[pandas\]'"):
        to_pandas([])
