"""What may differ between runs and never changes an answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from augury.spec.errors import TooManyCandidates
from augury.spec.limits import KLEENE_SETS

Path: TypeAlias = Literal["auto", "scan", "lookup"]


@dataclass(frozen=True, slots=True)
class Settings:
    """The size of blocks, and how pairs are found."""

    block: int = 1 << 17
    """Pairs that are looked at together: they should fit the cache."""
    path: Path = "auto"
    """Scan ranges, look values up, or decide by what a sample says."""


@dataclass(slots=True)
class Budget:
    """Counts the sets that Kleene names make; past the limit nothing more is answered."""

    limit: int = KLEENE_SETS
    spent: int = 0

    def spend(self, count: int) -> None:
        """Count some sets, or refuse.  Semantics: S-4.8."""
        self.spent += count
        if self.spent > self.limit:
            raise TooManyCandidates(self.spent, self.limit)
