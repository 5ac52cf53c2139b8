"""When a match becomes final: a small stream, item by item, and what each arrival changes."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Final

from augury.pictures.scene import binding
from augury.spec.events import Dialect, Event, Stream
from augury.spec.finality import End, Item, Time, Watermark, binding_of, clock, horizon, run
from augury.spec.language.normal import normal_form
from augury.spec.language.parser import parse
from augury.spec.semantics import Match, matches

TEXT: Final = """\
PATTERN SEQ(Order a, Payment b, NOT(Cancel n))
WHERE   a.number = b.number AND n.number = a.number
WITHIN  10
"""
ITEMS: Final[tuple[Item, ...]] = (
    Event(0, "Order", 1, {"number": 71}),
    Event(1, "Order", 3, {"number": 72}),
    Event(2, "Payment", 5, {"number": 71}),
    Event(3, "Payment", 6, {"number": 72}),
    Event(4, "Cancel", 9, {"number": 72}),
    Event(5, "Order", 12, {"number": 73}),
    Event(6, "Payment", 14, {"number": 73}),
    End(),
)


@dataclass(frozen=True, slots=True)
class Moment:
    """An arrival, the time that it proves, and what it changes."""

    item: str
    time: str
    news: tuple[str, ...]


def moments(items: tuple[Item, ...] = ITEMS, text: str = TEXT) -> tuple[Moment, ...]:
    """Return what each item of a stream in order of ts changes."""
    pattern = parse(text)
    final = run(items, pattern, disorder=0).emits
    times = clock(items, disorder=0)
    told = []
    before: frozenset[Match] = frozenset()
    for index, item in enumerate(items):
        stream = Stream(event for event in items[: index + 1] if isinstance(event, Event))
        now = matches(stream, pattern)
        news = [f"{_shown(match)} is refuted" for match in sorted(before - now)]
        for match in sorted(now - before - final[index]):
            until = horizon(
                binding_of(match, stream), normal_form(pattern)[match.branch], Dialect()
            )
            news.append(f"{_shown(match)} holds so far, open until {until}")
        news += [f"{_shown(match)} is final" for match in sorted(final[index])]
        told.append(Moment(_item(item), _time(times[index]), tuple(news)))
        before = now
    return tuple(told)


def _shown(match: Match) -> str:
    return binding(match.bindings)


def _item(item: Item) -> str:
    match item:
        case Event(id=number, type=kind, ts=ts):
            return f"{kind} {item.get('number')} at {ts} (id {number})"
        case Watermark(time=promised):
            return f"watermark {promised}"
    return "end of stream"


def _time(time: Time) -> str:
    return "+inf" if time == inf else "-" if time == -inf else str(time)
