"""The rules for single values that all readers share; errors here do not know their place."""

from __future__ import annotations

import math
from typing import Final

from augury.spec.errors import InputError
from augury.spec.limits import INT64_MAX, INT64_MIN

_SHOWN: Final = 60


def show(value: object) -> str:
    """Return a value as one short line of text, however large it is."""
    try:
        text = repr(value)
    except ValueError:  # an int with more digits than Python prints
        return "a very long int"
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."


def int64(value: int) -> int:
    """Return an int that fits 64 bits."""
    if INT64_MIN <= value <= INT64_MAX:
        return value
    raise outside(show(value))


def outside(text: str) -> InputError:
    """Return the error for an int, given by its digits, that does not fit 64 bits."""
    short = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}... ({len(text):,} digits)"
    return InputError(f"the int {short} is outside 64 bits; write it as text or as a float")


def finite(value: float, text: str) -> float:
    """Return a float read from text, which must be neither NaN nor infinite."""
    if math.isfinite(value):
        return value
    short = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."
    raise InputError(f"{short} is not a finite float64; leave the value out if it is missing")


def utf8(value: str) -> str:
    """Return a text that can be written as UTF-8."""
    if not value.isascii():
        try:
            value.encode("utf-8")
        except UnicodeEncodeError:
            raise InputError(
                f"the text {show(value)} holds half a surrogate pair; write the whole character"
            ) from None
    return value


def type_of(value: object) -> str:
    """Return the type of an event, a text that is not empty."""
    if value is None:
        raise InputError("type is missing; every event needs a type")
    if not isinstance(value, str) or not value:
        raise InputError(f"type must be a non-empty text, not {show(value)}")
    return utf8(value)


def id_of(value: object) -> int:
    """Return the id of an event, an int of 64 bits."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise InputError(f"id must be an integer, not {show(value)}; or leave it out")
    return int64(value)
