"""A moment is an integer of microseconds since 1970-01-01T00:00:00 UTC, computed without floats."""

from __future__ import annotations

import re
from datetime import date
from typing import Final

from augury.io._check import show
from augury.spec.errors import InputError
from augury.spec.limits import TICKS

DAY: Final = 86_400_000_000
_SECOND: Final = 1_000_000
_EPOCH: Final = date(1970, 1, 1).toordinal()
_PER_UNIT: Final = {"s": _SECOND, "ms": 1_000, "us": 1, "D": DAY, "h": 3_600 * _SECOND}

_ZONE: Final = r"(?P<zone>[Zz]|[+-]\d\d(?::?\d\d)?)?"
_FRACTION: Final = r"(?:[.,](?P<fraction>\d+))?"
_EXTENDED: Final = re.compile(
    r"(?P<year>\d{4})-(?P<month>\d\d)-(?P<day>\d\d)"
    rf"(?:[Tt ](?P<hour>\d\d):(?P<minute>\d\d)(?::(?P<second>\d\d){_FRACTION})?{_ZONE})?",
    re.ASCII,
)
_BASIC: Final = re.compile(
    r"(?P<year>\d{4})(?P<month>\d\d)(?P<day>\d\d)"
    rf"[Tt](?P<hour>\d\d)(?P<minute>\d\d)(?:(?P<second>\d\d){_FRACTION})?{_ZONE}",
    re.ASCII,
)


def parse_ts(text: str) -> int:
    """Return the microseconds since the epoch of an ISO 8601 text; no offset means UTC.

    A date alone is its midnight.  Digits after the sixth of a fraction must be zeros, because
    a tick is a microsecond and nothing is rounded.
    """
    found = _EXTENDED.fullmatch(text) or _BASIC.fullmatch(text)
    if not found:
        raise _no_moment(text, "it does not follow ISO 8601")
    part = found.groupdict()
    hour, minute, second = (int(part[name] or 0) for name in ("hour", "minute", "second"))
    if hour > 23 or minute > 59 or second > 59:
        raise _no_moment(text, "there is no such time of day")
    try:
        days = date(int(part["year"]), int(part["month"]), int(part["day"])).toordinal() - _EPOCH
    except ValueError:
        raise _no_moment(text, "there is no such day") from None
    seconds = (hour * 60 + minute) * 60 + second - _offset(text, part["zone"])
    return days * DAY + seconds * _SECOND + _fraction(text, part["fraction"] or "")


def _offset(text: str, zone: str | None) -> int:
    """Return the offset east of UTC in seconds."""
    if not zone or zone in "Zz":
        return 0
    hours, minutes = int(zone[1:3]), int(zone[3:].lstrip(":") or 0)
    if hours > 23 or minutes > 59:
        raise _no_moment(text, "there is no such offset")
    return (hours * 60 + minutes) * (-60 if zone[0] == "-" else 60)


def _fraction(text: str, digits: str) -> int:
    if digits[6:].strip("0"):
        raise _no_moment(text, "it is finer than a microsecond")
    return int(digits[:6].ljust(6, "0"))


def _no_moment(text: str, why: str) -> InputError:
    return InputError(
        f"{show(text)} is no time: {why}; write e.g. 2024-05-01T12:30:00Z or an integer of ticks"
    )


def ticks_of(value: object) -> int:
    """Return the time of an event: an int of ticks, or ISO 8601 text as microseconds."""
    if value is None:
        raise InputError("ts is missing; every event needs a time")
    if isinstance(value, str):
        return parse_ts(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise InputError(f"ts must be an integer of ticks or ISO 8601 text, not {show(value)}")
    if not -TICKS < value < TICKS:
        raise InputError(f"ts must satisfy |ts| < 2^62, and {show(value)} does not")
    return value


def micros(count: int, unit: str) -> int:
    """Return ``count`` units (s, ms, us, ns, h, D) as microseconds; a rest is an error."""
    if unit == "ns":
        whole, rest = divmod(count, 1_000)
        if rest:
            raise InputError(
                f"the time {count} ns is finer than a microsecond; round it before reading"
            )
        return whole
    if unit not in _PER_UNIT:
        raise InputError(f"times in units of {unit} are not read; convert them to microseconds")
    return count * _PER_UNIT[unit]
