"""A seeded market: the same seed gives the same events on every machine and Python version.

Prices are geometric random walks. Every step moves all prices by the sum of three returns: one
of the market, one of the sector and one of the ticker itself. The returns of market and sectors
have momentum, so the recent histories of one sector, and less so of two sectors, are correlated.
A weak pull towards the first price keeps long streams in range. Each step reports one ticker,
chosen by weight, with its last prices; a weight below 1 makes a ticker rare.

Only ``Random.random``, the four basic operations and rounding take part; none of them depends
on the mathematical library of the machine.

``python -m augury.examples.stocks`` prints events as JSON lines; ``--write`` renews the bundled
file.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path
from random import Random
from typing import Final

from augury.spec.events import Event, Value

SECTORS: Final[Mapping[str, tuple[str, ...]]] = {
    "Finance": ("JPM", "GS", "BAC", "MS"),
    "Hi-Tech": ("MSFT", "AAPL", "GOOG", "IBM", "ORCL"),
    "Pharma": ("PFE", "MRK"),
}
OWN_TYPE: Final[Mapping[str, str]] = {"GOOG": "Google"}
"""Tickers that a typed market gives an event type of their own."""
MINUTE: Final = 60_000_000
"""Ticks of one minute."""

MOMENTUM: Final = 0.85
FACTOR_SIZE: Final = 0.002
TICKER_SIZE: Final = 0.003
PULL: Final = 0.002
BUNDLED_EVENTS: Final = 120
BUNDLED_PATH: Final = Path(__file__).parent / "data" / "stocks.jsonl"


@dataclass(frozen=True, slots=True)
class Market:
    """A market is its seed and its parameters; equal markets give equal events."""

    seed: int = 7
    sectors: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: dict(SECTORS))
    """The tickers of each sector."""
    rare: Mapping[str, float] = field(default_factory=dict)
    """How often a ticker is reported, relative to 1 for a ticker that is not named here."""
    history: int = 5
    """The number of prices that an event carries, its own the last."""
    step: int = MINUTE
    """Ticks between two events."""
    start: int = 0
    """The ts of the first event."""
    typed: bool = False
    """Whether the event type is the sector, or ``Google`` for GOOG, instead of ``Stock``."""

    def __post_init__(self) -> None:
        tickers = self.tickers
        if not tickers or len(set(tickers)) < len(tickers):
            raise ValueError("a market needs tickers, each in one sector; change sectors")
        if self.history < 1 or self.step < 0:
            raise ValueError("history must be at least 1 and step at least 0")
        unknown = sorted(set(self.rare) - set(tickers))
        if unknown:
            raise ValueError(f"rare names {unknown[0]!r}, which is in no sector; add it or drop it")
        weights = self.weights
        if min(weights) < 0 or not 0 < sum(weights) < float("inf"):
            raise ValueError("the weights in rare must be finite, none negative, not all zero")

    @property
    def tickers(self) -> tuple[str, ...]:
        """All tickers, sector by sector."""
        return tuple(ticker for tickers in self.sectors.values() for ticker in tickers)

    @property
    def weights(self) -> tuple[float, ...]:
        """How often each ticker is reported, in the order of ``tickers``."""
        return tuple(float(self.rare.get(ticker, 1.0)) for ticker in self.tickers)

    def events(self, n: int) -> Iterator[Event]:
        """Yield the first n events; a longer run begins with the same events."""
        random = Random(self.seed)  # noqa: S311 - data for a demonstration, no secret
        sector_of = {t: sector for sector, tickers in self.sectors.items() for t in tickers}
        walk = _prices(random, self.sectors)
        past = {ticker: deque[float](maxlen=self.history) for ticker in sector_of}
        bounds = tuple(accumulate(self.weights))
        for _ in range(self.history - 1):
            _remember(past, next(walk))
        for number in range(n):
            _remember(past, next(walk))
            ticker = _chosen(random.random() * bounds[-1], self.tickers, bounds)
            sector = sector_of[ticker]
            attrs: dict[str, Value] = {
                "history": tuple(past[ticker]),
                "price": past[ticker][-1],
                "sector": sector,
                "ticker": ticker,
                "volume": 100 * (1 + int(random.random() * 50)),
            }
            ts = self.start + number * self.step
            yield Event(number, self._type(ticker, sector), ts, attrs)

    def _type(self, ticker: str, sector: str) -> str:
        if not self.typed:
            return "Stock"
        return OWN_TYPE.get(ticker) or "".join(filter(str.isalnum, sector))


def _noise(random: Random) -> float:
    """Return a bell-shaped number around 0 without the mathematical library."""
    return random.random() + random.random() + random.random() + random.random() - 2.0


def _prices(random: Random, sectors: Mapping[str, Sequence[str]]) -> Iterator[dict[str, float]]:
    """Yield the prices of all tickers, in whole cents, step after step without end."""
    first = {t: 40.0 + 160.0 * random.random() for tickers in sectors.values() for t in tickers}
    price = dict(first)
    market = 0.0
    factor = dict.fromkeys(sectors, 0.0)
    while True:
        market = MOMENTUM * market + FACTOR_SIZE * _noise(random)
        for sector, tickers in sectors.items():
            factor[sector] = MOMENTUM * factor[sector] + FACTOR_SIZE * _noise(random)
            for ticker in tickers:
                pull = PULL * (1.0 - price[ticker] / first[ticker])
                gain = market + factor[sector] + TICKER_SIZE * _noise(random) + pull
                price[ticker] *= 1.0 + gain
        yield {ticker: round(value, 2) for ticker, value in price.items()}


def _remember(past: Mapping[str, deque[float]], prices: Mapping[str, float]) -> None:
    for ticker, price in prices.items():
        past[ticker].append(price)


def _chosen(point: float, tickers: Sequence[str], bounds: Sequence[float]) -> str:
    """Return the ticker whose share of ``[0, total)`` holds the point."""
    return next((t for t, end in zip(tickers, bounds, strict=True) if point < end), tickers[-1])


BUNDLED: Final = Market(rare={"GOOG": 0.8}, typed=True)
"""The market of the bundled file."""


def as_jsonl(events: Iterable[Event]) -> Iterator[str]:
    """Yield one line an event: id, type, ts, then the attributes by name."""
    for event in events:
        row: dict[str, Value] = {"id": event.id, "type": event.type, "ts": event.ts}
        row |= {name: event.attrs[name] for name in sorted(event.attrs)}
        yield json.dumps(row, separators=(",", ":")) + "\n"


def bundled_text() -> str:
    """Return what the bundled file must hold."""
    return "".join(as_jsonl(BUNDLED.events(BUNDLED_EVENTS)))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m augury.examples.stocks",
        description="Print events of a seeded market as JSON lines.",
    )
    parser.add_argument("--seed", type=int, help=f"default {BUNDLED.seed}")
    parser.add_argument("--events", type=int, help=f"how many; default {BUNDLED_EVENTS}")
    parser.add_argument("--history", type=int, help=f"prices an event; default {BUNDLED.history}")
    parser.add_argument(
        "--typed", action="store_true", default=None, help="the type is the sector, not Stock"
    )
    parser.add_argument(
        "--write", action="store_true", help="renew the bundled file; takes no other option"
    )
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Print events, or renew the bundled file; a wrong option is one line and status 2."""
    parser = _parser()
    options = vars(parser.parse_args(arguments))
    write = options.pop("write")
    given = {name: value for name, value in options.items() if value is not None}
    if write:
        if given:
            parser.error(f"--write takes no other option; drop --{min(given)}")
        BUNDLED_PATH.parent.mkdir(exist_ok=True)
        BUNDLED_PATH.write_text(bundled_text(), encoding="utf-8", newline="\n")
        return 0
    count = given.pop("events", BUNDLED_EVENTS)
    if count < 0:
        parser.error("--events must be at least 0")
    try:
        market = Market(rare=BUNDLED.rare, **given)
    except ValueError as error:
        parser.error(str(error))
    try:
        sys.stdout.writelines(as_jsonl(market.events(count)))
        sys.stdout.flush()
    except BrokenPipeError:  # the reader has seen enough; Python's own flush at exit must not fail
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


if __name__ == "__main__":
    sys.exit(main())
