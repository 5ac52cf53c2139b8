"""Hand-over between batches: every match with a new event is found in one turn, and in no other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from typing import Final

from augury.proofs.registry import Json, Obligation, searched
from augury.spec.handover import Share, share

NAMES: Final = 8


def _cases() -> Iterator[Json]:
    """Yield, for up to eight names, which of them a match binds to new events."""
    for size in range(1, NAMES + 1):
        for fresh in product((False, True), repeat=size):
            yield {"new": list(fresh)}


def _admits(part: Share, *, fresh: bool) -> bool:
    return part == "any" or (part == "new") == fresh


def turns(case: Json, rule: Callable[..., Share]) -> int:
    """Return in how many turns a match is found."""
    order = [f"n{number}" for number in range(len(case["new"]))]
    bound = list(zip(order, case["new"], strict=True))
    return sum(
        all(_admits(rule(name, turn, order), fresh=fresh) for name, fresh in bound)
        for turn in order
    )


def _found_once(rule: Callable[..., Share], case: Json) -> bool:
    return turns(case, rule) == any(case["new"])


def _careless(name: str, turn: str, order: list[str]) -> Share:
    """Let all other names bind any event: a match with two new events is found twice."""
    return share(name, turn, order) if name == turn else "any"


OBLIGATIONS: Final = (
    Obligation(
        id="PR-DELTA-01",
        sentence=(
            "A match of up to eight names is found in exactly one turn if it binds a new event, "
            "and in none if it binds none."
        ),
        source="DESIGN section 5, Streaming",
        tool="exhaustive",
        expected="proved",
        claim=lambda: searched(_cases(), partial(_found_once, share)),
        canary=lambda: searched(_cases(), partial(_found_once, _careless)),
        seconds=30,
    ),
)
