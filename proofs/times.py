"""Time: what the largest ts seen promises, and what an order of arrival cannot change.

Stated on ``clock`` of the definition.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import inf
from typing import Final

import z3

from augury.proofs.forms import real
from augury.proofs.registry import Json, Obligation, Verdict
from augury.proofs.symbolic import always, event, number, require
from augury.spec.events import Event
from augury.spec.finality import Item, Time, Watermark, clock

NAMES: Final = ("e1", "e2", "e3")


def _is_bounded(events: Sequence[Event], disorder: int) -> bool:
    """Say whether no event is more than d ticks older than one that arrived before it."""
    return all(
        later.ts >= earlier.ts - disorder
        for index, later in enumerate(events)
        for earlier in events[:index]
    )


def _punctual(events: Sequence[Event], disorder: int, ticks: int) -> bool:
    """Say whether no event is late, if time is moved by some ticks."""
    before = (-inf, *clock(events, disorder))
    return all(item.ts > now + ticks for item, now in zip(events, before, strict=False))


def _sound(ticks: int) -> Verdict:
    events = [event(name, "A", id_) for id_, name in enumerate(NAMES)]
    disorder = number("d")

    def law() -> bool:
        require(_is_bounded(events, disorder))
        return _punctual(events, disorder, ticks)

    return always(law, [z3.Int("d") >= 0])


def replay_late(ticks: int, found: Json) -> bool:
    """Let the events arrive: they keep the promise of disorder d, and one of them is late."""
    names = [name for name in NAMES if f"{name}.ts" in found]
    events = [real(found, name, "A", id_) for id_, name in enumerate(names)]
    kept = _is_bounded(events, found["d"])
    return kept and not _punctual(events, found["d"], ticks) and _punctual(events, found["d"], 0)


def _earliest(ticks: int) -> Verdict:
    """Judge whether after any arrivals an event one tick after time can still be promised."""
    events = [event(name, "A", id_) for id_, name in enumerate(NAMES[:2])]
    disorder = number("d")

    def law() -> bool:
        require(_is_bounded(events, disorder))
        now = clock(events, disorder)[-1]
        return _is_bounded([*events, event("e3", "A", 9, _int(now, 1 + ticks))], disorder)

    return always(law, [z3.Int("d") >= 0])


def _int(now: Time, ticks: int) -> int:
    return now + ticks  # type: ignore[return-value]


def _monotone(times: Sequence[Time]) -> bool:
    return all(first <= second for first, second in pairwise(times))


def _never_back(*, own: bool) -> Verdict:
    """Judge whether time never goes back, whatever arrives and is promised."""
    items: list[Item] = [
        event("e1", "A", 1),
        Watermark(number("promised")),
        event("e2", "A", 2),
    ]
    disorder = number("d")

    def naive() -> list[Time]:
        return [
            item.time if isinstance(item, Watermark) else item.ts - disorder - 1
            for item in items
            if isinstance(item, (Watermark, Event))
        ]

    return always(lambda: _monotone(clock(items, disorder) if own else naive()))


SOURCE: Final = "DESIGN section 4, Time and finality; SEMANTICS S-5.1"
OBLIGATIONS: Final = (
    Obligation(
        id="PR-TIME-01",
        sentence=(
            "If no event is more than d ticks older than one that came before it, then none is "
            "late when time is M - d - 1."
        ),
        source=SOURCE,
        tool="z3",
        expected="proved",
        claim=lambda: _sound(0),
        canary=lambda: _sound(2),
    ),
    Obligation(
        id="PR-TIME-02",
        sentence=(
            "If no event is more than d ticks older than one that came before it, then none is "
            "late when time is M - d."
        ),
        source=f"{SOURCE}, one tick off",
        tool="z3",
        expected="refuted",
        claim=lambda: _sound(1),
        canary=lambda: _sound(2),
        replay=lambda found: replay_late(1, found),
        known={"d": 0, "e1.ts": 0, "e2.ts": 0, "e3.ts": 0},
    ),
    Obligation(
        id="PR-TIME-03",
        sentence="Time M - d - 1 is the latest for disorder d: the next tick can still come.",
        source=SOURCE,
        tool="z3",
        expected="proved",
        claim=lambda: _earliest(0),
        canary=lambda: _earliest(-1),
    ),
    Obligation(
        id="PR-TIME-04",
        sentence="Time never goes back, whatever arrives and whatever is promised.",
        source=SOURCE,
        tool="z3",
        expected="proved",
        claim=lambda: _never_back(own=True),
        canary=lambda: _never_back(own=False),
    ),
)
