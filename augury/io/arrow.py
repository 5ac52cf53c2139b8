"""Arrow and Parquet: one kind a column, null is missing, and 64-bit ints keep every digit."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, BinaryIO, Final

from augury.io._check import int64, show
from augury.io._table import Frame, check_names, columns_of, converted, events_of
from augury.io._text import opened
from augury.io.times import DAY, micros
from augury.spec.errors import InputError
from augury.spec.events import Event, Kind, Stream, Value, kind_of

if TYPE_CHECKING:
    import pyarrow as pa

_ACCEPTED: Final = "use ints, floats, bools, strings, lists of numbers, timestamps or date32"


def from_arrow(table: pa.Table | pa.RecordBatch, *, source: str = "table") -> Stream:
    """Return one event a row of a table or record batch."""
    check_names(table.schema.names, source)
    origin = Frame(source)
    columns = {name: column_values(table.column(name), name, origin) for name in table.schema.names}
    return events_of(columns, origin)


def column_values(column: Any, name: str, origin: Frame) -> list[object]:
    """Return the values of an Arrow column, each of one of the admitted kinds or None."""
    import pyarrow as pa

    try:
        if pa.types.is_dictionary(column.type):
            column = column.cast(column.type.value_type)
        cells, make = _plan(column)
        return list(converted(cells, make, origin, name))
    except (pa.ArrowException, UnicodeDecodeError) as error:
        reason = f"column {name!r} ({column.type}) cannot be read: {_line(error)}"
        raise InputError(reason, origin.source) from None
    except _UnreadableType:
        reason = f"column {name!r} has the type {column.type}, which is no kind; {_ACCEPTED}"
        raise InputError(reason, origin.source) from None


class _UnreadableType(Exception):  # noqa: N818 - never leaves this module
    pass


def _plan(column: Any) -> tuple[Iterable[Any], Callable[[Any], Value]]:
    """Return the cells of a column as Python objects, and what makes a value of one of them."""
    import pyarrow as pa

    types, kind = pa.types, column.type
    if types.is_null(kind):
        return [None] * len(column), _itself
    if types.is_integer(kind):
        return column.to_pylist(), int64
    if types.is_floating(kind):
        return column.to_pylist(), _float
    if types.is_boolean(kind) or _is_text(kind):
        return column.to_pylist(), _itself
    if types.is_timestamp(kind):
        return column.cast(pa.int64()).to_pylist(), lambda count: int64(micros(count, kind.unit))
    if types.is_date32(kind):
        return column.cast(pa.int32()).to_pylist(), lambda days: int64(days * DAY)
    if _is_list(kind) and (types.is_integer(kind.value_type) or types.is_floating(kind.value_type)):
        return column.to_pylist(), floats
    raise _UnreadableType


def _is_text(kind: Any) -> bool:
    import pyarrow as pa

    types = pa.types
    return bool(types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind))


def _is_list(kind: Any) -> bool:
    import pyarrow as pa

    types = pa.types
    return bool(types.is_list(kind) or types.is_large_list(kind) or types.is_fixed_size_list(kind))


def _itself(value: Any) -> Value:
    kept: Value = value
    return kept


def _float(value: Any) -> float | None:
    """Return a float; a NaN in a frame is missing, an infinity is a value."""
    number = float(value)
    return None if math.isnan(number) else number


def floats(items: Iterable[Any]) -> tuple[float, ...]:
    """Return a list of float64, in which nothing may be missing."""
    numbers: list[float] = []
    for item in items:
        try:
            number = math.nan if item is None else float(item)
        except OverflowError:
            raise InputError("a list holds an int outside float64; scale it") from None
        if math.isnan(number):
            raise InputError("a list holds null or NaN; fill it or leave the whole list out")
        numbers.append(number)
    return tuple(numbers)


# ------------------------------------------------------------------------ Parquet


def read(source: str, limit: int) -> Stream:
    """Return the events of one Parquet file; the folders above it say nothing."""
    del limit  # a Parquet file has no lines
    return from_arrow(table_of(source), source=source)


def table_of(source: str) -> pa.Table:
    """Return the table of one Parquet file."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    with opened(source) as stream:
        try:
            return pq.ParquetFile(stream).read()
        except (pa.ArrowException, OSError) as error:
            reason = f"not a readable Parquet file: {_line(error)}; write the file again"
            raise InputError(reason, source) from None


def write(stream: Stream, out: BinaryIO, source: str) -> None:
    """Write the table of a stream as one Parquet file."""
    import pyarrow.parquet as pq

    pq.write_table(_table(stream, source), out)


def _line(error: Exception) -> str:
    """Return the first line of an error of the library, without its full stop."""
    return (str(error).strip().splitlines() or [type(error).__name__])[0].rstrip(".")


# ------------------------------------------------------------------------ writing


def to_arrow(events: Iterable[Event]) -> pa.Table:
    """Return a table with the columns id, type, ts and the attributes sorted by name."""
    return _table(events if isinstance(events, Stream) else Stream(events), "")


def _table(stream: Stream, source: str) -> pa.Table:
    import pyarrow as pa

    types: dict[Kind, Any] = {
        "int": pa.int64(),
        "float": pa.float64(),
        "bool": pa.bool_(),
        "str": pa.string(),
        "list": pa.list_(pa.float64()),
    }
    arrays = {
        "id": pa.array([event.id for event in stream], pa.int64()),
        "type": pa.array([event.type for event in stream], pa.string()),
        "ts": pa.array([event.ts for event in stream], pa.int64()),
    }
    for name, values in columns_of(stream).items():
        arrays[name] = pa.array(values, types[_one_kind(name, stream, source)])
    return pa.table(arrays)


def _one_kind(name: str, stream: Stream, source: str) -> Kind:
    """Return the kind that all events give an attribute; two kinds do not fit a column."""
    first: tuple[Kind, Event] | None = None
    for event in stream:
        kind = kind_of(event.attrs.get(name))
        if kind is None:
            continue
        if first is None:
            first = kind, event
        elif kind != first[0]:
            raise InputError(
                f"attribute {show(name)} is {first[0]} in event {first[1].id} and {kind} in event "
                f"{event.id}; Arrow and Parquet have one kind a column, .jsonl keeps them apart",
                source,
            )
    if first is None:  # columns_of leaves such columns out
        raise InputError(f"attribute {show(name)} is missing in all events", source)
    return first[0]
