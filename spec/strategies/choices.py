"""One interface for a source of choices: Hypothesis for shrinking, ``random`` for bulk."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

T = TypeVar("T")


class Choices(Protocol):
    """A source of choices; the first option is the simplest, towards which cases shrink."""

    def integer(self, low: int, high: int) -> int:
        """Return an int in [low, high]."""
        ...

    def pick(self, options: Sequence[T]) -> T:
        """Return one of the options."""
        ...

    def chance(self, percent: int) -> bool:
        """Return True in about ``percent`` of 100 cases."""
        ...


class RandomChoices:
    """Choices by a seeded generator; the same seed gives the same case on every platform."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)  # noqa: S311 - test data, not secrets

    def integer(self, low: int, high: int) -> int:
        """Return an int in [low, high]."""
        return low + int(self._random.random() * (high - low + 1))

    def pick(self, options: Sequence[T]) -> T:
        """Return one of the options."""
        return options[self.integer(0, len(options) - 1)]

    def chance(self, percent: int) -> bool:
        """Return True in about ``percent`` of 100 cases."""
        return self._random.random() * 100 < percent


class DrawnChoices:
    """Choices by Hypothesis; each one is drawn, so a failing case shrinks."""

    def __init__(self, draw: Callable[[Any], Any]) -> None:
        from hypothesis import strategies as st

        self._draw, self._st = draw, st

    def integer(self, low: int, high: int) -> int:
        """Return an int in [low, high]."""
        return int(self._draw(self._st.integers(low, high)))

    def pick(self, options: Sequence[T]) -> T:
        """Return one of the options."""
        return options[self.integer(0, len(options) - 1)]

    def chance(self, percent: int) -> bool:
        """Return True in about ``percent`` of 100 cases."""
        return self.integer(0, 99) >= 100 - percent


def drawn(make: Callable[[Choices], T]) -> SearchStrategy[T]:
    """Return the Hypothesis strategy of a generator; Hypothesis is imported here and not before."""
    from hypothesis import strategies as st

    @st.composite
    def strategy(draw: Callable[[Any], Any]) -> T:
        return make(DrawnChoices(draw))

    return strategy()
