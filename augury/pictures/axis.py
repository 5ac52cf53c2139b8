"""Round numbers on a time axis, in whole ticks, exact up to the largest ts."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final, Literal, TypeAlias

from augury.spec.language.ast import UNITS

Unit: TypeAlias = Literal["ticks", "time"]
"""Ticks as numbers, or as microseconds since the epoch in UTC."""

EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
EARLIEST: Final = (datetime(1, 1, 1, tzinfo=UTC) - EPOCH) // timedelta(microseconds=1)
LATEST: Final = (datetime(9999, 12, 31, tzinfo=UTC) - EPOCH) // timedelta(microseconds=1)
_CLOCK: Final = (
    *(UNITS["seconds"] * count for count in (1, 2, 5, 10, 15, 30)),
    *(UNITS["minutes"] * count for count in (1, 2, 5, 10, 15, 30)),
    *(UNITS["hours"] * count for count in (1, 2, 3, 6, 12)),
)


def step_of(low: int, high: int, most: int, unit: Unit = "ticks") -> int:
    """Return the smallest round step with which at most ``most + 1`` marks fall in the range."""
    least = max(1, -(-(high - low) // max(1, most)))
    if unit == "time" and UNITS["seconds"] <= least <= _CLOCK[-1]:
        return next(step for step in _CLOCK if step >= least)
    base = UNITS["days"] if unit == "time" and least > _CLOCK[-1] else 1
    power = base
    while True:
        for factor in (1, 2, 5):
            if factor * power >= least:
                return factor * power
        power *= 10


def marks(low: int, high: int, step: int) -> tuple[int, ...]:
    """Return the multiples of the step in the range; its ends if there are fewer than two."""
    found = tuple(range(-(-low // step) * step, high + 1, step))
    return found if len(found) > 1 else tuple(dict.fromkeys((low, high)))


def written(ts: int, step: int, unit: Unit, *, days: bool = False) -> str:
    """Return a mark as short as the step allows; a ts that no calendar has is a number."""
    if unit == "ticks" or step < UNITS["seconds"] or not EARLIEST <= ts <= LATEST:
        return f"{ts:,}".replace("-", "\N{MINUS SIGN}")
    moment = (EPOCH + timedelta(microseconds=ts)).isoformat()
    if step % UNITS["days"] == 0:
        return moment[:10]
    clock = moment[11:16] if step % UNITS["minutes"] == 0 else moment[11:19]
    return f"{moment[:10]} {clock}" if days else clock
