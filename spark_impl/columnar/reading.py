"""Arrow tables become columns: one kind a column, null and NaN are missing, ints keep every digit.

Only what a pattern needs is read. A column of a type that is no kind, or a value that no event may
have, is an error that names the column.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from augury.spark_impl.columnar.arrow import ints
from augury.spark_impl.columnar.lists import Lists
from augury.spark_impl.columnar.table import Needs, Table, repeated_id, vocabulary_of
from augury.spark_impl.columnar.vectors import MISSING, Array, Part, Vector
from augury.spec.errors import InputError
from augury.spec.events import Kind
from augury.spec.limits import TICKS

_DAY: Final = 86_400_000_000
_PER_UNIT: Final = {"s": 1_000_000, "ms": 1_000, "us": 1}
_ACCEPTED: Final = "use ints, floats, bools, strings, lists of numbers, timestamps or date32"


def of_arrow(data: pa.Table | pa.RecordBatch, needs: Needs, *, first_id: int = 0) -> Table:
    """Return the rows of a table whose type a pattern names, in (ts, id) order.

    A missing id is the number of the row, counted from ``first_id``.
    """
    table = pa.table(data) if isinstance(data, pa.RecordBatch) else data
    for column in ("type", "ts"):
        if table.schema.get_field_index(column) < 0:
            raise InputError(f"there is no column {column!r}; every event needs one", "table")
    ids = _ids(table, first_id)
    twice = repeated_id(ids)
    if twice is not None:
        raise InputError(f"the id {twice} is used twice; ids must be unique", "table")
    types, kept = _types(table.column("type"), needs)
    ts = _ticks(table.column("ts"))[kept]
    cells = {
        attr: _plain(table.column(attr)).take(ints(kept))
        for attr in needs.attrs
        if table.schema.get_field_index(attr) >= 0
    }
    vocabulary = _vocabulary([cell for cell in cells.values() if _is_text(cell.type)], needs)
    made = _Columns(vocabulary, Lists.of(()))
    columns = {attr: made.vector(attr, cell) for attr, cell in cells.items()}
    texts = vocabulary_of(set(vocabulary.to_pylist()))
    return Table(ts, ids[kept], types, columns, texts, made.lists, needs).sorted()


def ticks(data: pa.Table | pa.RecordBatch) -> Array:
    """Return the times of all rows, as they come."""
    if data.schema.get_field_index("ts") < 0:
        raise InputError("there is no column 'ts'; every event needs one", "table")
    return _ticks(
        pa.chunked_array([data.column("ts")])
        if isinstance(data, pa.RecordBatch)
        else data.column("ts")
    )


def _plain(column: pa.ChunkedArray) -> pa.ChunkedArray:
    if pa.types.is_dictionary(column.type):
        return column.cast(column.type.value_type)
    return column


def _ids(table: pa.Table, first: int) -> Array:
    rows = np.arange(first, first + len(table), dtype=np.int64)
    if table.schema.get_field_index("id") < 0:
        return rows
    column = table.column("id")
    if not pa.types.is_integer(column.type):
        raise InputError(
            f"the column 'id' has the type {column.type}; ids are 64-bit ints", "table"
        )
    data, mask = _ints(column, "id")
    return data if mask is None else np.where(mask, data, rows)


def _types(column: pa.ChunkedArray, needs: Needs) -> tuple[Array, Array]:
    """Return the numbers of the types that are needed, and the rows that have one of them."""
    if pa.types.is_dictionary(column.type) and column.null_count == 0:
        return _coded(column.combine_chunks(), needs)
    column = _plain(column)
    if not _is_text(column.type):
        raise InputError(f"the column 'type' has the type {column.type}; use strings", "table")
    if column.null_count:
        raise InputError("a type is missing; every event needs a type", "table")
    if pc.any(pc.equal(pc.binary_length(column.cast(pa.large_string())), 0)).as_py():
        raise InputError("a type is empty; every event needs a type", "table")
    wanted = pa.array(needs.types, column.type)
    found = pc.index_in(column, value_set=wanted).combine_chunks()
    numbers = found.fill_null(-1).to_numpy(zero_copy_only=False).astype(np.int64)
    kept = np.flatnonzero(numbers >= 0)
    return numbers[kept], kept


def _coded(column: pa.DictionaryArray, needs: Needs) -> tuple[Array, Array]:
    """Return the same of types that are numbers of words already."""
    numbers, kept = _types(pa.chunked_array([column.dictionary]), needs)
    code = np.full(len(column.dictionary), -1, dtype=np.int64)
    code[kept] = numbers
    found = code[column.indices.to_numpy(zero_copy_only=False)]
    rows = np.flatnonzero(found >= 0)
    return found[rows], rows


def _ticks(column: pa.ChunkedArray) -> Array:
    if not (
        pa.types.is_integer(column.type)
        or pa.types.is_timestamp(column.type)
        or pa.types.is_date32(column.type)
    ):
        raise InputError(
            f"the column 'ts' has the type {column.type}; use ints of ticks or timestamps", "table"
        )
    data, mask = _whole(column, "ts")
    if mask is not None:
        raise InputError("a ts is missing; every event needs a time", "table")
    if len(data) and not (int(data.min()) > -TICKS and int(data.max()) < TICKS):
        raise InputError("a ts does not satisfy |ts| < 2^62", "table")
    return data


def _whole(column: pa.ChunkedArray, name: str) -> Part:
    """Return ints, or moments as microseconds."""
    kind = column.type
    if pa.types.is_integer(kind):
        return _ints(column, name)
    if pa.types.is_date32(kind):
        data, mask = _ints(column.cast(pa.int32()), name)
        return data * _DAY, mask
    data, mask = _ints(column.cast(pa.int64()), name)
    if kind.unit == "ns":
        if (data % 1_000 != 0).any():
            reason = f"the column {name!r} holds a time finer than a microsecond; round it"
            raise InputError(reason, "table")
        return data // 1_000, mask
    scale = _PER_UNIT[kind.unit]
    if len(data) and max(abs(int(data.min())), abs(int(data.max()))) > (2**63 - 1) // scale:
        raise InputError(f"the column {name!r} holds a time outside 64 bits", "table")
    return data * scale, mask


def _ints(column: pa.ChunkedArray, name: str) -> Part:
    try:
        whole = column.cast(pa.int64()).combine_chunks()
    except pa.ArrowInvalid:
        raise InputError(f"the column {name!r} holds an int outside 64 bits", "table") from None
    return _filled(whole, 0)


def _filled(column: Any, zero: Any) -> Part:
    if column.null_count == 0:
        return column.to_numpy(zero_copy_only=False), None
    mask = column.is_valid().to_numpy(zero_copy_only=False)
    return column.fill_null(zero).to_numpy(zero_copy_only=False), mask


def _is_text(kind: pa.DataType) -> bool:
    types = pa.types
    return bool(types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind))


def _vocabulary(columns: list[pa.ChunkedArray], needs: Needs) -> pa.Array:
    """Return all texts in the order of their bytes, which is that of their code points."""
    found = [pc.unique(column).cast(pa.large_string()) for column in columns]
    texts = pa.concat_arrays([*found, pa.array(needs.texts, pa.large_string())])
    distinct = pc.drop_null(pc.unique(texts))
    return distinct.take(pc.sort_indices(distinct))


class _Columns:
    """Makes vectors of columns; the lists of all columns go into one store."""

    def __init__(self, vocabulary: pa.Array, lists: Lists) -> None:
        self.vocabulary, self.lists = vocabulary, lists

    def vector(self, name: str, column: pa.ChunkedArray) -> Vector:
        """Return the values of a column."""
        types, kind = pa.types, column.type
        if types.is_null(kind) or column.null_count == len(column):
            return MISSING
        if types.is_integer(kind) or types.is_timestamp(kind) or types.is_date32(kind):
            return _vector("int", _whole(column, name))
        if types.is_floating(kind):
            data, mask = _filled(column.cast(pa.float64()).combine_chunks(), np.nan)
            bad = np.isnan(data)
            return _vector("float", (data, ~bad if bad.any() else mask))
        if types.is_boolean(kind):
            return _vector("bool", _filled(column.combine_chunks(), zero=False))
        if _is_text(kind):
            codes = pc.index_in(column.cast(pa.large_string()), value_set=self.vocabulary)
            data, mask = _filled(codes.combine_chunks(), 0)
            return _vector("str", (data.astype(np.int64), mask))
        if _is_list(kind):
            return self._lists(name, column)
        reason = f"column {name!r} has the type {kind}, which is no kind; {_ACCEPTED}"
        raise InputError(reason, "table")

    def _lists(self, name: str, column: pa.ChunkedArray) -> Vector:
        whole = column.cast(pa.large_list(pa.float64())).combine_chunks()
        flat = whole.flatten()
        if flat.null_count or np.isnan(flat.to_numpy(zero_copy_only=False)).any():
            reason = f"the column {name!r} holds a list with null or NaN; fill it"
            raise InputError(reason, "table")
        length = pc.fill_null(pc.list_value_length(whole), 0).to_numpy(zero_copy_only=False)
        length = length.astype(np.int64)
        store = Lists(flat.to_numpy(zero_copy_only=False), np.cumsum(length) - length, length)
        numbers = np.arange(len(whole)) + len(self.lists.length)
        self.lists = self.lists.followed_by(store)
        mask = None
        if whole.null_count:
            mask = whole.is_valid().to_numpy(zero_copy_only=False)
        return _vector("list", (numbers, mask))


def _vector(kind: Kind, part: Part) -> Vector:
    return Vector({kind: part})


def _is_list(kind: pa.DataType) -> bool:
    types = pa.types
    lists = types.is_list(kind) or types.is_large_list(kind) or types.is_fixed_size_list(kind)
    if not lists:
        return False
    return bool(types.is_integer(kind.value_type) or types.is_floating(kind.value_type))
