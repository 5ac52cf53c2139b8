"""Events come from files and frames, and nothing about them is guessed or lost on the way.

Importing this package imports neither pyarrow nor pandas nor numpy; a reader that needs one
imports it when it is called.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from augury.io import arrow, csv_, jsonl
from augury.io._files import Format, format_of, replacing, unknown_suffix
from augury.io._text import STDIN, broken
from augury.io.arrow import from_arrow, to_arrow
from augury.io.frames import from_pandas, to_pandas
from augury.io.times import parse_ts
from augury.spec.errors import InputError
from augury.spec.events import Event, Stream
from augury.spec.limits import LINE_BYTES

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = [
    "arrow_source",
    "from_arrow",
    "from_pandas",
    "parse_ts",
    "read_events",
    "to_arrow",
    "to_pandas",
    "write_events",
]

_MODULES: dict[Format, ModuleType] = {"jsonl": jsonl, "csv": csv_, "parquet": arrow}


def read_events(source: object, *, limit_line_bytes: int = LINE_BYTES) -> Stream:
    """Return the events of a file, of ``-`` (JSON lines on standard input), or of an object.

    An object is an Arrow table or record batch, a pandas frame, a ``Stream`` or an iterable
    of ``Event``.
    """
    if isinstance(source, Stream):
        return source
    if isinstance(source, (str, os.PathLike)):
        return _read_file(os.fsdecode(source), limit_line_bytes)
    if _is_a(source, "pyarrow", "Table", "RecordBatch"):
        return from_arrow(source)
    if _is_a(source, "pandas", "DataFrame"):
        return from_pandas(source)
    if isinstance(source, Iterable) and not isinstance(source, (bytes, dict)):
        return Stream(map(_event, source))
    raise _no_source(source)


def arrow_source(source: object) -> pa.Table | pa.RecordBatch | None:
    """Return the Arrow table that an object is or a Parquet file holds, and None of all others."""
    if _is_a(source, "pyarrow", "Table", "RecordBatch"):
        return source
    if isinstance(source, (str, os.PathLike)):
        path = os.fsdecode(source)
        if path != STDIN and format_of(path) == "parquet" and Path(path).is_file():
            return arrow.table_of(path)
    return None


def write_events(events: Iterable[Event], path: str | os.PathLike[str]) -> None:
    """Write events in (ts, id) order to a file whose suffix says the format.

    The file appears whole or not at all, and reads back as the same events.
    """
    source = os.fsdecode(path)
    form = format_of(source)
    if form is None:
        raise unknown_suffix(source)
    stream = events if isinstance(events, Stream) else Stream(map(_event, events))
    with replacing(source) as out:
        _MODULES[form].write(stream, out, source)


def _read_file(source: str, limit: int) -> Stream:
    if source == STDIN:
        return jsonl.read(source, limit)
    form = format_of(source)
    try:
        if Path(source).is_dir():
            raise IsADirectoryError
        if form is None and not Path(source).exists():
            raise FileNotFoundError
    except (OSError, ValueError) as error:
        raise broken(error, source) from None
    if form is None:
        raise unknown_suffix(source)
    stream: Stream = _MODULES[form].read(source, limit)
    return stream


def _is_a(source: object, package: str, *names: str) -> bool:
    """Return whether an object is of a class of a package, without importing the package."""
    return any(
        base.__name__ in names and base.__module__.partition(".")[0] == package
        for base in type(source).__mro__
    )


def _event(item: object) -> Event:
    if isinstance(item, Event):
        return item
    raise _no_source(item)


def _no_source(found: object) -> InputError:
    return InputError(
        f"events cannot be read from a {type(found).__name__}; give a path, '-', an Arrow table, "
        "a pandas frame, a Stream or an iterable of Event"
    )
