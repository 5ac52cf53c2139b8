"""Events, streams and dialects: what every engine is given.

The answer of a finite stream is a function of the *set* of its events, so ``Stream`` keeps
them in one canonical order and forgets the order in which a file listed them.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, Literal, TypeAlias, get_args

from augury.spec.errors import InvalidDialectError, InvalidEventError
from augury.spec.limits import INT64_MAX, INT64_MIN, TICKS

Value: TypeAlias = int | float | str | bool | tuple[float, ...] | None
Kind: TypeAlias = Literal["int", "float", "str", "bool", "list"]
Order: TypeAlias = Literal["strict", "arrival", "nonstrict"]
WindowEdge: TypeAlias = Literal["inclusive", "exclusive"]

FIELDS: Final = ("id", "ts", "type")
"""Names that are fields of an event and therefore never attributes."""


def kind_of(value: Value) -> Kind | None:
    """The kind belongs to the value, not to the column; ``None`` is missing.

    Semantics: S-1.2.
    """
    if value is None:
        return None
    if isinstance(value, bool):
        return "bool"
    if isinstance(value, int):
        return "int"
    if isinstance(value, float):
        return "float"
    return "str" if isinstance(value, str) else "list"


def shown(value: object) -> str:
    """Return a value for an error message: short, whatever was handed in."""
    if isinstance(value, int) and value.bit_length() > 256:
        return f"of {value.bit_length():,} bits"
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _checked(value: object) -> Value:
    """Return the value as one of the admitted kinds, or say why it is none of them.

    Subclasses, such as numpy's float64, become the plain kind: their comparisons differ.
    """
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        if INT64_MIN <= value <= INT64_MAX:
            return int(value)
        raise InvalidEventError(f"the int {shown(value)} is outside 64 bits")
    if isinstance(value, float):
        if not math.isnan(value):
            return float(value)
        raise InvalidEventError("NaN is not a value; use None for missing")
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, (list, tuple)) and all(type(item) in (int, float) for item in value):
        try:
            numbers = tuple(float(item) for item in value)
        except OverflowError:
            raise InvalidEventError("a list holds an int outside the range of float64") from None
        if not any(map(math.isnan, numbers)):
            return numbers
        raise InvalidEventError("NaN is not a value, not even in a list")
    raise InvalidEventError(
        f"a {type(value).__name__} is not a value; use int, float, str, bool, "
        "a list of numbers, or None"
    )


def _text(value: str) -> str:
    if not value.isascii():
        try:
            value.encode("utf-8")
        except UnicodeEncodeError:
            reason = f"the text {shown(value)} holds half a surrogate pair"
            raise InvalidEventError(reason) from None
    return str(value)


@dataclass(frozen=True, slots=True)
class Event:
    """An event is its arrival number, a type, a time in ticks, and attributes.

    Semantics: S-1.1, S-1.2.
    """

    id: int
    type: str
    ts: int
    attrs: Mapping[str, Value] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        if type(self.id) is not int or not INT64_MIN <= self.id <= INT64_MAX:
            raise InvalidEventError(f"id must be a 64-bit int, not {shown(self.id)}")
        if type(self.type) is not str or not self.type:
            raise InvalidEventError(f"type must be a non-empty text, not {shown(self.type)}")
        _text(self.type)
        if type(self.ts) is not int or not -TICKS < self.ts < TICKS:
            raise InvalidEventError(f"ts must be an int with |ts| < 2^62, not {shown(self.ts)}")
        checked: dict[str, Value] = {}
        for name, value in self.attrs.items():
            if type(name) is not str or name in FIELDS:
                raise InvalidEventError(f"an attribute cannot be called {shown(name)}")
            try:
                checked[_text(name)] = _checked(value)
            except InvalidEventError as error:
                raise InvalidEventError(f"attribute {shown(name)}: {error}") from None
        object.__setattr__(self, "attrs", checked)

    @property
    def key(self) -> tuple[int, int]:
        """The canonical position ``(ts, id)``."""
        return self.ts, self.id

    def get(self, attribute: str) -> Value:
        """Return a field or an attribute; what the event does not have is missing.

        Semantics: S-1.2, S-2.8.
        """
        if attribute == "ts":
            return self.ts
        return self.id if attribute == "id" else self.attrs.get(attribute)


@dataclass(frozen=True)
class Stream:
    """A stream is a finite set of events with distinct ids, kept in (ts, id) order.

    Semantics: S-1.3.
    """

    events: tuple[Event, ...]

    def __init__(self, events: Iterable[Event] = ()) -> None:
        ordered = tuple(sorted(events, key=lambda event: event.key))
        seen: set[int] = set()
        for event in ordered:
            if event.id in seen:
                raise InvalidEventError(f"id {event.id} is used twice; ids must be unique")
            seen.add(event.id)
        object.__setattr__(self, "events", ordered)

    def __iter__(self) -> Iterator[Event]:
        return iter(self.events)

    def __len__(self) -> int:
        return len(self.events)

    def of_type(self, type_: str) -> tuple[Event, ...]:
        """Return the events of one type in (ts, id) order."""
        return tuple(event for event in self.events if event.type == type_)

    @cached_property
    def by_id(self) -> Mapping[int, Event]:
        """The events by their id."""
        return {event.id: event for event in self.events}


@dataclass(frozen=True, slots=True)
class Dialect:
    """The choices in which real engines differ; every engine of ours implements all of them.

    Semantics: S-1.4.
    """

    order: Order = "strict"
    window: WindowEdge = "inclusive"

    def __post_init__(self) -> None:
        for what, value, values in (
            ("order", self.order, get_args(Order)),
            ("window", self.window, get_args(WindowEdge)),
        ):
            if value not in values:
                raise InvalidDialectError(
                    f"unknown dialect {what}={value!s}; choose one of {', '.join(values)}"
                )

    def before(self, a: Event, b: Event) -> bool:
        """Return whether a comes before b.  Semantics: S-1.4."""
        if self.order == "strict":
            return a.ts < b.ts
        return a.key < b.key if self.order == "arrival" else a.ts <= b.ts

    def reach(self, window: int) -> int:
        """Return w, the largest span that fits the window W.  Semantics: S-1.4, S-5.2."""
        return window if self.window == "inclusive" else window - 1

    @property
    def step(self) -> int:
        """The smallest distance in ticks that ``before`` demands.  Semantics: S-5.2."""
        return 1 if self.order == "strict" else 0


DIALECTS: Final = tuple(
    Dialect(order, window) for order in get_args(Order) for window in get_args(WindowEdge)
)
"""All six dialects, the default first."""
