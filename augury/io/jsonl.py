"""JSON lines: one object a line, the kind of a value is the kind of its JSON token."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from json.decoder import scanstring  # type: ignore[attr-defined,unused-ignore]
from typing import BinaryIO, Final

from augury.io._check import finite, id_of, int64, outside, show, type_of, utf8
from augury.io._table import repeated
from augury.io._text import STDIN, lines, opened
from augury.io.times import ticks_of
from augury.spec.errors import InputError, InvalidEventError
from augury.spec.events import FIELDS, Event, Stream, Value

_INT64_DIGITS: Final = 20
_BLANK: Final = " \t\r"
_SPACE: Final = re.compile(r"[ \t\r\n]*")
_DEPTH: Final = 2
"""Brackets that a valid line opens at once: the object and one list."""


class _Object(list[tuple[str, object]]):
    """A JSON object as its pairs, so that a repeated key is seen."""


@dataclass(frozen=True, slots=True)
class _Huge:
    """An int token with more digits than 64 bits can have."""

    text: str


@dataclass(frozen=True, slots=True)
class _Constant:
    """One of the tokens NaN, Infinity and -Infinity, which are not JSON."""

    text: str


def _whole(text: str) -> int | _Huge:
    return int(text) if len(text) <= _INT64_DIGITS else _Huge(text)


_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=_Object, parse_int=_whole, parse_constant=_Constant
)


def read(source: str, limit: int) -> Stream:
    """Return the events of a file; blank lines are skipped but counted."""
    named = "<stdin>" if source == STDIN else source
    first: dict[int, int] = {}
    events: list[Event] = []
    with opened(source) as stream:
        for number, line in lines(stream, named, limit):
            if not line.strip(_BLANK):
                continue
            event = _event(line, number, named)
            if first.setdefault(event.id, number) != number:
                reason = repeated(event.id, f"line {first[event.id]}")
                raise InputError(reason, named, number, _column(line, "id"))
            events.append(event)
    return Stream(events)


def _event(line: str, number: int, source: str) -> Event:
    pairs = _pairs(line, number, source)
    fields = dict(pairs)
    if len(fields) != len(pairs):
        name, column = _second_use(line)
        reason = f"the key {show(name)} stands twice in one object; remove one"
        raise InputError(reason, source, number, column)
    name = ""
    attrs: dict[str, Value] = {}
    try:
        name = "type"
        type_ = type_of(_plain(fields.pop(name, None)))
        name = "ts"
        ts = ticks_of(_plain(fields.pop(name, None)))
        name = "id"
        own = _plain(fields.pop(name, None))
        id_ = number - 1 if own is None else id_of(own)
        for name, raw in fields.items():
            if raw is not None:
                attrs[utf8(name)] = _value(raw)
        return Event(id_, type_, ts, attrs)
    except (InputError, InvalidEventError) as error:
        reason = error.reason if isinstance(error, InputError) else str(error)
        known = reason if name in FIELDS else f"attribute {show(name)}: {reason}"
        raise InputError(known, source, number, _column(line, name)) from None


def _pairs(line: str, number: int, source: str) -> _Object:
    """Return the pairs of the object on a line."""
    try:
        found = _DECODER.decode(line)
    except json.JSONDecodeError as error:
        reason = f"not JSON: {error.msg}; write one JSON object a line"
        raise InputError(reason, source, number, error.pos + 1) from None
    except RecursionError:
        reason = "the JSON is nested too deeply; an attribute is a plain value or a list of numbers"
        raise InputError(reason, source, number, _too_deep(line)) from None
    if isinstance(found, _Object):
        return found
    column = len(line) - len(line.lstrip(_BLANK)) + 1
    raise InputError(
        'the line is not a JSON object; write {"type": ..., "ts": ...}', source, number, column
    )


def _plain(raw: object) -> object:
    """Return the value of a field; what JSON does not have is an error already here."""
    if isinstance(raw, _Huge):
        raise outside(raw.text)
    if isinstance(raw, _Constant):
        raise _not_json(raw)
    return dict(raw) if isinstance(raw, _Object) else raw


def _value(raw: object) -> Value:
    """Return the value of an attribute, with the kind of its token."""
    match raw:
        case bool():
            return raw
        case str():
            return utf8(raw)
        case int():
            return int64(raw)
        case float():
            return finite(raw, "the number")
        case _Huge():
            raise outside(raw.text)
        case _Constant():
            raise _not_json(raw)
        case _Object():
            raise InputError("a nested object is not a value; give its members names of their own")
        case list():
            return tuple(map(_item, raw))
    raise InputError(f"{show(raw)} is not a value")


def _item(raw: object) -> float:
    """Return an item of a list, which is a float64 whatever its token."""
    match raw:
        case bool():
            pass
        case int() | float():
            return finite(float(raw), "a number in the list")
        case _Huge():
            return finite(float(raw.text), raw.text)
        case _Constant():
            raise _not_json(raw)
    shown = dict(raw) if isinstance(raw, _Object) else raw
    raise InputError(f"a list holds numbers only, not {show(shown)}")


def _not_json(token: _Constant) -> InputError:
    return InputError(f"{token.text} is not a JSON number; write null if the value is missing")


# ------------------------------------------------------------------------ places in a line


def _keys(line: str) -> Iterator[tuple[str, int]]:
    """Yield the keys of the object on a line with their columns; the line is valid JSON."""
    at = _skip(line, line.index("{") + 1)
    while line[at] != "}":
        key, end = scanstring(line, at + 1, True)  # noqa: FBT003 - takes no keywords
        yield key, at + 1
        _, end = _DECODER.raw_decode(line, _skip(line, _skip(line, end) + 1))
        at = _skip(line, end)
        if line[at] == ",":
            at = _skip(line, at + 1)


def _skip(line: str, at: int) -> int:
    found = _SPACE.match(line, at)
    return found.end() if found else at


def _column(line: str, name: str) -> int:
    """Return the column of a key, or of the object if it has no such key."""
    own = len(line) - len(line.lstrip(_BLANK)) + 1
    return next((column for key, column in _keys(line) if key == name), own)


def _second_use(line: str) -> tuple[str, int]:
    seen: set[str] = set()
    for key, column in _keys(line):
        if key in seen:
            return key, column
        seen.add(key)
    return "", 0


def _too_deep(line: str) -> int:
    """Return the column of the first bracket that no valid line opens; needs no recursion."""
    depth = 0
    for token in re.finditer(r'"(?:[^"\\]|\\.)*+"?|[\[{]|[\]}]', line):
        if token[0] in "[{":
            depth += 1
            if depth > _DEPTH:
                return token.start() + 1
        elif token[0] in "]}":
            depth -= 1
    return 1


# ------------------------------------------------------------------------ writing


def write(stream: Stream, out: BinaryIO, source: str) -> None:
    """Write one object a line in (ts, id) order: id, type, ts, then attributes sorted by name."""
    for event in stream:
        row: dict[str, Value] = {"id": event.id, "type": event.type, "ts": event.ts}
        for name in sorted(event.attrs):
            value = event.attrs[name]
            if value is not None:
                refuse_infinity(event, name, source)
                row[name] = value
        out.write(f"{_one_line(json.dumps(row, ensure_ascii=False))}\n".encode())


def _one_line(text: str) -> str:
    """Escape the characters that some readers take for the end of a line."""
    if not text.isascii():
        for mark in ("\x85", "\u2028", "\u2029"):
            text = text.replace(mark, f"\\u{ord(mark):04x}")
    return text


def refuse_infinity(event: Event, name: str, source: str) -> None:
    """Text files have no infinities; an attribute that is or holds one cannot be written."""
    value = event.attrs[name]
    numbers = value if isinstance(value, tuple) else (value,)
    if any(isinstance(number, float) and math.isinf(number) for number in numbers):
        raise InputError(
            f"event {event.id}, attribute {show(name)}: an infinity cannot be written to text; "
            "write .parquet",
            source,
        )
