"""The streams and patterns of the evaluation, each a function of a seed.

Figures 7 to 9 use a seeded market in which banks (a), hi-tech stocks (b) and Google (c) are
reported equally often; c is made rare by leaving out its events, so that every point of a figure
has the same a and b. Figure 10 uses three types of which one is rare, another one in each phase.

Paper: [D] section 7.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Final

from augury.examples.stocks import SECTORS, Market
from augury.spec.events import Event, Value
from augury.spec.language.ast import Pattern
from augury.spec.language.functions import BUILTINS, Function, Functions, fold
from augury.spec.language.parser import parse

TYPES: Final[Mapping[str, str]] = {"a": "Finance", "b": "HiTech", "c": "Google"}
SWITCHING: Final = ("A", "B", "C")


@dataclass(frozen=True, slots=True)
class Scale:
    """How much is run; the seed and this decide every number but the seconds."""

    name: str
    market_events: int
    """Events of the market while c is as frequent as a and b."""
    history: int
    """Prices of a history, and minutes of the window; a third of them report a."""
    threshold: float
    """T, the correlation that neighbours must exceed."""
    shares: tuple[float, ...]
    """The values of f_c of figure 7."""
    shares_moved: tuple[float, ...]
    """The values of f_c of figure 8."""
    repeats: int
    """Further seeds on which the tree is held against the best chain."""
    repeat_events: int
    repeat_shares: tuple[float, ...]
    memory_share: float
    """f_c of figure 9."""
    memory_sizes: tuple[int, ...]
    """The input sizes of figure 9."""
    phase: int
    """Events of figure 10 until the rarest type changes."""
    bucket: int
    """Events of figure 10 between two readings."""
    phases: str
    """The rarest name of each phase."""
    window: int
    """The window of figure 10, in events."""
    rare: float
    """How often the rarest type of figure 10 comes, relative to each of the other two."""
    keys: int
    """A clause of figure 10 holds once in so many pairs."""


FULL: Final = Scale(
    name="full",
    market_events=30_000,
    history=60,
    threshold=0.9,
    shares=(1.0, 0.3, 0.1, 0.03, 0.01, 0.003, 0.001),
    shares_moved=(0.1, 0.03, 0.01, 0.003, 0.001),
    repeats=4,
    repeat_events=12_000,
    repeat_shares=(0.1, 0.01),
    memory_share=0.01,
    memory_sizes=(1_000, 2_000, 4_000, 6_000, 8_000, 10_000, 12_000, 14_000, 16_000),
    phase=100_000,
    bucket=10_000,
    phases="cabc",
    window=30,
    rare=0.005,
    keys=10,
)
QUICK: Final = Scale(
    name="quick",
    market_events=1_800,
    history=30,
    threshold=0.9,
    shares=(1.0, 0.1, 0.03, 0.01),
    shares_moved=(0.1, 0.01),
    repeats=1,
    repeat_events=1_800,
    repeat_shares=(0.1,),
    memory_share=0.03,
    memory_sizes=(300, 600, 900, 1_200),
    phase=1_000,
    bucket=250,
    phases="cab",
    window=24,
    rare=0.01,
    keys=10,
)


# ------------------------------------------------------------------------ figures 7 to 9


def market(events: int, history: int, seed: int) -> list[Event]:
    """Return a market of banks, hi-tech stocks and Google, a third of the events each."""
    sectors = {name: SECTORS[name] for name in ("Finance", "Hi-Tech")}
    weight = float(len(SECTORS["Finance"]))
    others = [ticker for ticker in sectors["Hi-Tech"] if ticker != "GOOG"]
    assert len(others) == weight, "a and b must be equally frequent"
    source = Market(seed=seed, sectors=sectors, rare={"GOOG": weight}, history=history, typed=True)
    return list(source.events(events))


def thinned(stream: list[Event], share: float, seed: int) -> list[Event]:
    """Return the stream with about that share of its c events; a smaller share keeps fewer of them.

    Paper: [D] section 7, f_c is set by filtering.
    """
    random = Random(seed)  # noqa: S311 - data for a measurement, no secret
    return [event for event in stream if event.type != TYPES["c"] or random.random() < share]


def correlated(sequence: str, history: int, threshold: float) -> Pattern:
    """Return the stock pattern with its names in the given sequence, such as ``cba``."""
    names = ", ".join(f"{TYPES[name]} {name}" for name in sequence)
    return parse(
        f"PATTERN SEQ({names}) WHERE corr(a.history, b.history) > {threshold} "
        f"AND corr(b.history, c.history) > {threshold} WITHIN {history} minutes"
    )


@dataclass(frozen=True, slots=True)
class Correlations:
    """``corr`` that computes the part of each list once; every result has the same bits.

    Lists are known by identity, and kept, so that an identity is never used again.
    """

    parts: dict[int, tuple[Value, tuple[float, ...], float]] = field(default_factory=dict)

    def corr(self, x: Value, y: Value) -> Value:
        """Return Pearson's correlation as the built-in function does.  Semantics: S-3.5."""
        if not isinstance(x, tuple) or not isinstance(y, tuple) or len(x) != len(y) or not x:
            return None
        _, near_x, root_x = self.parts.get(id(x)) or self._part(x)
        _, near_y, root_y = self.parts.get(id(y)) or self._part(y)
        cov = 0.0
        for a, b in zip(near_x, near_y, strict=True):
            cov = cov + a * b
        scale = root_x * root_y
        return cov / scale if scale != 0 else None

    def _part(self, x: tuple[float, ...]) -> tuple[Value, tuple[float, ...], float]:
        mean = fold(x) / len(x)
        near = tuple(a - mean for a in x)
        found = x, near, math.sqrt(fold(tuple(a * a for a in near)))
        self.parts[id(x)] = found
        return found

    @property
    def functions(self) -> Functions:
        """The built-in functions with this ``corr`` in the place of theirs."""
        return {**BUILTINS, "corr": Function(self.corr, 2, BUILTINS["corr"].takes)}


# ------------------------------------------------------------------------ figure 10


def switching(scale: Scale, seed: int) -> Iterator[Event]:
    """Yield one event a tick; in each phase one type is rare, the other two are equally frequent.

    Paper: [D] section 7, the artificial stream of the last experiment.
    """
    random = Random(seed)  # noqa: S311 - data for a measurement, no secret
    for number in range(scale.phase * len(scale.phases)):
        rarest = "abc".index(scale.phases[number // scale.phase])
        point = random.random() * (2 + scale.rare)
        others = [place for place in range(3) if place != rarest]
        place = rarest if point >= 2 else others[int(point)]
        attrs: dict[str, Value] = {
            "x": int(random.random() * scale.keys),
            "y": int(random.random() * scale.keys),
        }
        yield Event(number, SWITCHING[place], number, attrs)


def keyed(scale: Scale) -> Pattern:
    """Return the pattern of figure 10: neighbours agree in one of ``keys`` values."""
    return parse(f"PATTERN SEQ(A a, B b, C c) WHERE a.x = b.x AND b.y = c.y WITHIN {scale.window}")
