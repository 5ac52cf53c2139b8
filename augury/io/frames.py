"""pandas: NaN, None, NaT and NA are missing; an object column may mix kinds, value by value."""

from __future__ import annotations

import math
from collections.abc import Iterable
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Any, Final

from augury.io._check import int64, show, utf8
from augury.io._table import Frame, check_names, columns_of, converted, events_of
from augury.io.arrow import column_values, floats
from augury.io.times import DAY, micros
from augury.spec.errors import InputError, UnsupportedError
from augury.spec.events import Event, Stream, Value, kind_of

if TYPE_CHECKING:
    import pandas as pd

_SOURCE: Final = "frame"
_DTYPES: Final = {"int": "Int64", "float": "Float64", "bool": "boolean", "str": "string"}
_PLAIN: Final = "biuf"
"""The letters of numpy's bools, signed and unsigned ints, and floats."""
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_ACCEPTED: Final = "use ints, floats, bools, texts, lists of numbers, datetimes or categories"


def from_pandas(frame: pd.DataFrame) -> Stream:
    """Return one event a row; the index says nothing, a missing id is the row number from 0."""
    names = list(frame.columns)
    check_names(names, _SOURCE)
    origin = Frame(_SOURCE)
    columns = {name: _values(frame[name], name, origin) for name in names}
    return events_of(columns, origin)


def _values(series: Any, name: str, origin: Frame) -> list[object]:
    """Return the values of a column, each of one of the admitted kinds or None."""
    import numpy as np
    import pandas as pd

    dtype = series.dtype
    if isinstance(dtype, pd.CategoricalDtype):
        known = _values(series.cat.categories.to_series(), name, origin)
        return [None if code < 0 else known[code] for code in series.cat.codes]
    if isinstance(dtype, pd.ArrowDtype):
        import pyarrow as pa

        return column_values(pa.array(series.array), name, origin)
    if isinstance(dtype, pd.DatetimeTZDtype):
        series = series.dt.tz_convert("UTC").dt.tz_localize(None)
    elif not isinstance(dtype, np.dtype):
        if not isinstance(dtype, pd.StringDtype) and dtype.kind not in _PLAIN:
            raise _no_kind(name, dtype, origin)
        cells = series.array.to_numpy(dtype=object, na_value=None)
        return list(converted(cells, _value, origin, name))
    if series.dtype.kind == "M":
        return _moments(series, name, origin)
    if series.dtype.kind in _PLAIN or series.dtype == object:
        return list(converted(series.tolist(), _value, origin, name))
    raise _no_kind(name, dtype, origin)


def _no_kind(name: str, dtype: object, origin: Frame) -> InputError:
    reason = f"column {name!r} has the type {dtype}, which is no kind; {_ACCEPTED}"
    return InputError(reason, origin.source)


def _moments(series: Any, name: str, origin: Frame) -> list[object]:
    """Return a column of datetimes as microseconds, through integers only."""
    import numpy as np

    moments = series.to_numpy()
    unit, step = np.datetime_data(moments.dtype)
    counts = moments.astype("int64").tolist()
    cells = [
        None if gone else count * step
        for count, gone in zip(counts, np.isnat(moments).tolist(), strict=True)
    ]
    return list(converted(cells, lambda count: int64(micros(count, unit)), origin, name))


def _value(cell: Any) -> Value:
    """Return a value of an object column as one of the admitted kinds; numpy's become Python's."""
    import numpy as np
    import pandas as pd

    if cell is pd.NA or cell is pd.NaT:
        return None
    match cell:
        case bool() | np.bool_():
            return bool(cell)
        case int() | np.integer():
            return int64(int(cell))
        case float() | np.floating():
            return None if math.isnan(cell) else float(cell)
        case str():
            return utf8(cell)
        case list() | tuple() | np.ndarray():
            return _list(cell)
        case date() | np.datetime64():
            return _moment(cell)
    raise InputError(f"a {type(cell).__name__} ({show(cell)}) is no kind; {_ACCEPTED}")


def _list(cell: Any) -> tuple[float, ...]:
    import numpy as np

    if isinstance(cell, np.ndarray) and cell.ndim != 1:
        raise InputError(f"a list has one dimension, not {cell.ndim}; flatten it")
    kinds = (int, float, np.integer, np.floating)
    for item in cell:
        if item is not None and (isinstance(item, bool) or not isinstance(item, kinds)):
            raise InputError(f"a list holds numbers only, not {show(item)}")
    return floats(cell)


def _moment(cell: Any) -> int | None:
    """Return a datetime as microseconds; without a zone it is UTC, a date is its midnight."""
    import numpy as np
    import pandas as pd

    if isinstance(cell, np.datetime64):
        if np.isnat(cell):
            return None
        unit, step = np.datetime_data(cell.dtype)
        return int64(micros(int(cell.astype("int64")) * step, unit))
    if isinstance(cell, pd.Timestamp):
        utc = cell.tz_convert("UTC").tz_localize(None) if cell.tzinfo else cell
        return _moment(utc.to_datetime64())
    if not isinstance(cell, datetime):
        return int(cell.toordinal() - _EPOCH.toordinal()) * DAY
    aware = cell if cell.tzinfo else cell.replace(tzinfo=UTC)
    since = aware - _EPOCH
    return since.days * DAY + since.seconds * 1_000_000 + since.microseconds


# ------------------------------------------------------------------------ writing


def pandas() -> Any:
    """Return the library pandas, which is optional, or say how to get it."""
    try:
        import pandas as pd
    except ImportError:
        reason = "pandas is not installed; install it with: pip install 'augury[pandas]'"
        raise UnsupportedError(reason) from None
    return pd


def to_pandas(events: Iterable[Event]) -> pd.DataFrame:
    """Return a frame with the columns id, type, ts and the attributes sorted by name.

    Nullable types keep 64-bit ints exact where values are missing; lists, and attributes of
    several kinds, are object columns.
    """
    pd = pandas()
    stream = events if isinstance(events, Stream) else Stream(events)
    columns: dict[str, Any] = {
        "id": pd.Series([event.id for event in stream], dtype="int64"),
        "type": pd.Series([event.type for event in stream], dtype="string"),
        "ts": pd.Series([event.ts for event in stream], dtype="int64"),
    }
    for name, values in columns_of(stream).items():
        kinds = {str(kind_of(value)) for value in values if value is not None}
        dtype = _DTYPES.get(kinds.pop(), "object") if len(kinds) == 1 else "object"
        columns[name] = pd.Series(values, dtype=dtype)
    return pd.DataFrame(columns)
