"""Rows become events by one rule for CSV, Arrow and pandas; only the places differ."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar, cast

from augury.io._check import id_of, show, type_of, utf8
from augury.io.times import ticks_of
from augury.spec.errors import InputError, InvalidEventError
from augury.spec.events import FIELDS, Event, Stream, Value

Raw = TypeVar("Raw")
Made = TypeVar("Made")


class Origin(Protocol):
    """Knows where a row and a column stand, so that an error can say it."""

    def fail(self, reason: str, row: int, column: str) -> InputError:
        """Return the error with its place."""

    def spot(self, row: int) -> str:
        """Return the place of a row in words."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A table without lines: rows count from 0, as the ids they stand for."""

    source: str

    def fail(self, reason: str, row: int, column: str) -> InputError:
        """Return the error with row and column in words."""
        return InputError(f"row {row} (from 0), column {column!r}: {reason}", self.source)

    def spot(self, row: int) -> str:
        """Return the row in words."""
        return f"row {row}"


def check_names(names: Iterable[object], source: str) -> None:
    """Column names are texts, each used once, ``type`` and ``ts`` among them."""
    seen: set[str] = set()
    for name in names:
        if not isinstance(name, str):
            raise InputError(f"the column name {show(name)} is not a text; rename it", source)
        if name in seen:
            raise InputError(f"two columns are called {show(name)}; rename one", source)
        seen.add(utf8(name))
    for needed in ("type", "ts"):
        if needed not in seen:
            raise InputError(f"there is no column {needed!r}; every event needs one", source)


def converted(
    cells: Iterable[Raw | None], make: Callable[[Raw], Made], origin: Origin, column: str
) -> list[Made | None]:
    """Return the values of a column; ``None`` stays missing, an error gets its row."""
    values: list[Made | None] = []
    for row, cell in enumerate(cells):
        try:
            values.append(None if cell is None else make(cell))
        except InputError as error:
            raise origin.fail(error.reason, row, column) from None
    return values


def events_of(columns: Mapping[str, Sequence[object]], origin: Origin) -> Stream:
    """Return one event a row; a missing id is the row number from 0, a missing value is left out.

    The columns that are attributes hold values of the admitted kinds already.
    """
    size = len(columns["ts"])
    types = _required(columns["type"], type_of, origin, "type")
    times = _required(columns["ts"], ticks_of, origin, "ts")
    ids = converted(columns.get("id", [None] * size), id_of, origin, "id")
    attributes = [(name, cells) for name, cells in columns.items() if name not in FIELDS]
    first: dict[int, int] = {}
    events: list[Event] = []
    for row in range(size):
        own = ids[row]
        key = row if own is None else own
        if first.setdefault(key, row) != row:
            raise origin.fail(repeated(key, origin.spot(first[key])), row, "id")
        attrs = {name: cells[row] for name, cells in attributes if cells[row] is not None}
        try:
            events.append(Event(key, types[row], times[row], cast("dict[str, Value]", attrs)))
        except InvalidEventError as error:
            raise origin.fail(str(error), row, "type") from None
    return Stream(events)


def _required(
    cells: Sequence[object], make: Callable[[object], Made], origin: Origin, column: str
) -> list[Made]:
    """Return the values of a column that may not miss one."""
    values: list[Made] = []
    for row, cell in enumerate(cells):
        try:
            values.append(make(cell))
        except InputError as error:
            raise origin.fail(error.reason, row, column) from None
    return values


def repeated(key: int, where: str) -> str:
    """Return the reason for an id that was used before."""
    return (
        f"the id {key} is used twice, first in {where}; ids must be unique, "
        "and an event without one takes its line or row number from 0"
    )


def columns_of(stream: Stream) -> dict[str, list[Value]]:
    """Return the attributes of a stream as columns sorted by name; never-set ones are left out."""
    names = sorted({n for e in stream for n, value in e.attrs.items() if value is not None})
    return {name: [event.attrs.get(name) for event in stream] for name in names}
