"""CSV: the columns of the header, one row an event, one kind a column, an empty cell is missing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import BinaryIO, Final

from augury.io._cells import Record, quoted, records
from augury.io._check import show
from augury.io._kinds import INT, reader_of, whole
from augury.io._table import columns_of, converted, events_of
from augury.io._text import lines, opened
from augury.io.jsonl import refuse_infinity
from augury.spec.errors import InputError
from augury.spec.events import FIELDS, Event, Stream, Value, kind_of

_INSTEAD: Final = "write .jsonl or .parquet, which keep it"


@dataclass(frozen=True, slots=True)
class _Sheet:
    """The rows of a file as they stand, to find the place of a cell when there is an error."""

    source: str
    header: tuple[str, ...]
    rows: list[Record]

    def fail(self, reason: str, row: int, column: str) -> InputError:
        """Return the error with the line and column of the cell."""
        cell = self.header.index(column) if column in self.header else 0
        known = reason if column in FIELDS else f"attribute {show(column)}: {reason}"
        return self.rows[row].fail(known, self.source, cell)

    def spot(self, row: int) -> str:
        """Return the line of a row in words."""
        return f"line {self.rows[row].line}"


def read(source: str, limit: int) -> Stream:
    """Return the events of a file; a missing id is the number of the data row, from 0."""
    with opened(source) as stream:
        found = list(records(lines(stream, source, limit), source, limit))
    if not found:
        return Stream()
    header = _header(found[0], source)
    sheet = _Sheet(source, header, found[1:])
    cells: list[list[str]] = [[] for _ in header]
    for record in sheet.rows:
        row = _row(record, len(header), source)
        for column, cell in zip(cells, row, strict=True):
            column.append(cell)
    columns = dict(zip(header, cells, strict=True))
    return events_of({name: _values(name, columns[name], sheet) for name in header}, sheet)


def _header(record: Record, source: str) -> tuple[str, ...]:
    """Return the column names, which must be distinct and contain ``type`` and ``ts``."""
    names = record.cells(source)
    for at, name in enumerate(names):
        if not name:
            raise record.fail("a column has no name; name it or remove it", source, at)
        if name in names[:at]:
            raise record.fail(f"two columns are called {show(name)}; rename one", source, at)
    for needed in ("type", "ts"):
        if needed not in names:
            reason = f"there is no column {needed!r}; name it in the first line, without spaces"
            raise InputError(reason, source, record.line, 1)
    return tuple(names)


def _row(record: Record, width: int, source: str) -> list[str]:
    row = record.cells(source)
    if len(row) != width:
        reason = f"the row has {len(row)} cells and the header {width}; quote cells with commas"
        raise record.fail(reason, source, width)
    return row


def _values(name: str, cells: list[str], sheet: _Sheet) -> list[object]:
    """Return the values of a column; an empty cell, quoted or not, is missing."""
    present = [cell or None for cell in cells]
    if name == "type":
        return list(present)
    if name == "ts":
        return _times(present, sheet)
    if name == "id":
        return list(converted(present, _id, sheet, name))
    return list(converted(present, reader_of(cells), sheet, name))


def _id(cell: str) -> int:
    if INT.fullmatch(cell):
        return whole(cell)
    raise InputError(f"id must be an integer, not {show(cell)}; or leave it empty")


def _times(cells: list[str | None], sheet: _Sheet) -> list[object]:
    """Return ints if every cell is one, else the texts, which must then all be ISO 8601."""
    first = next((row for row, cell in enumerate(cells) if cell and INT.fullmatch(cell)), None)
    if first is None:
        return list(cells)
    for row, cell in enumerate(cells):
        if cell and not INT.fullmatch(cell):
            where = sheet.spot(first)
            reason = f"ts is {show(cell)} here and an integer in {where}; use one form in all rows"
            raise sheet.fail(reason, row, "ts")
    return list(converted(cells, whole, sheet, "ts"))


# ------------------------------------------------------------------------ writing


def write(stream: Stream, out: BinaryIO, source: str) -> None:
    """Write the columns id, type, ts and the attributes sorted by name, rows in (ts, id) order.

    A column that would read back as other values is an error: nothing is lost silently.
    """
    columns = columns_of(stream)
    texts = [_texts(name, columns[name], stream, source) for name in columns]
    out.write(f"{','.join(map(quoted, ('id', 'type', 'ts', *columns)))}\n".encode())
    for at, event in enumerate(stream):
        row = [str(event.id), event.type, str(event.ts), *(column[at] for column in texts)]
        out.write(f"{','.join(map(quoted, row))}\n".encode())


def _texts(name: str, values: list[Value], stream: Stream, source: str) -> list[str]:
    if not name:
        raise InputError(f"an attribute has the empty name; {_INSTEAD}", source)
    for event in stream:
        if event.attrs.get(name) is not None:
            refuse_infinity(event, name, source)
    cells = [_text(value) for value in values]
    read_cell = reader_of(cells)
    for event, cell, value in zip(stream, cells, values, strict=True):
        if not _same(_read_back(read_cell, cell), value):
            raise _changed(event, name, value, source)
    return cells


def _read_back(read_cell: Callable[[str], Value], cell: str) -> Value:
    """Return what a reader makes of a cell; a cell it refuses reads as missing."""
    if not cell:
        return None
    try:
        return read_cell(cell)
    except InputError:
        return None


def _same(one: Value, other: Value) -> bool:
    return kind_of(one) == kind_of(other) and one == other


def _changed(event: Event, name: str, value: Value, source: str) -> InputError:
    return InputError(
        f"event {event.id}, attribute {show(name)}: the {kind_of(value)} {show(value)} would read "
        f"back as another kind or value, because CSV has one kind a column and no empty text; "
        f"{_INSTEAD}",
        source,
    )


def _text(value: Value) -> str:
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case float():
            return float.__repr__(value)
        case tuple():
            return f"[{', '.join(float.__repr__(item) for item in value)}]"
    return str(value)
