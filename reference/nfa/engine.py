"""Batch and streaming use of the automata: one machine a branch, all fed alike.

``Chains`` is incremental; ``matches`` feeds it a finite stream in (ts, id) order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from augury.reference.nfa.machine import Machine
from augury.reference.nfa.topology import chain
from augury.spec.errors import InvalidPatternError
from augury.spec.events import Dialect, Event, Stream
from augury.spec.finality import Time
from augury.spec.language.ast import Pattern
from augury.spec.language.functions import BUILTINS, Functions
from augury.spec.language.normal import Branch, normal_form
from augury.spec.limits import CANDIDATES
from augury.spec.semantics import Match


def rarest_first(branch: Branch, stream: Iterable[Event]) -> tuple[str, ...]:
    """Return the positive names by the number of events of their type, Kleene names last.

    Paper: [D] section 4, [T] section 3.6.
    """
    count: dict[str, int] = {}
    for event in stream:
        count[event.type] = count.get(event.type, 0) + 1
    return tuple(
        sorted(
            branch.positive,
            key=lambda name: (name in branch.kleene, count.get(branch.types[name], 0)),
        )
    )


def restricted(order: Sequence[str], branches: Sequence[Branch]) -> tuple[tuple[str, ...], ...]:
    """Return an order of all positive names, restricted to the names of each branch."""
    names = {name for branch in branches for name in branch.positive}
    if len(set(order)) != len(order) or set(order) != names:
        raise InvalidPatternError(
            f"an order names every positive name once: {', '.join(sorted(names))}"
        )
    return tuple(tuple(name for name in order if name in branch.positive) for branch in branches)


@dataclass(slots=True)
class Chains:
    """The lazy chains of all branches; each call returns the matches that became final by it.

    Semantics: S-2.4, S-5.2.
    """

    machines: tuple[Machine, ...] = field(default=())

    @classmethod
    def of(
        cls,
        pattern: Pattern,
        orders: Sequence[Sequence[str]],
        dialect: Dialect = Dialect(),  # noqa: B008 - frozen
        *,
        functions: Functions = BUILTINS,
        limit: int = CANDIDATES,
    ) -> Chains:
        """Return one machine a branch, each with its own order of names."""
        branches = normal_form(pattern)
        return cls(
            tuple(
                Machine(chain(branch, order), dialect, number, functions, limit)
                for number, (branch, order) in enumerate(zip(branches, orders, strict=True))
            )
        )

    def push(self, event: Event) -> list[Match]:
        """Take an event that is not late."""
        return [match for machine in self.machines for match in machine.push(event)]

    def advance(self, time: Time) -> list[Match]:
        """Let time reach a tick."""
        return [match for machine in self.machines for match in machine.advance(time)]

    def close(self) -> list[Match]:
        """End the stream."""
        return [match for machine in self.machines for match in machine.close()]


def matches(
    stream: Stream,
    pattern: Pattern,
    dialect: Dialect = Dialect(),  # noqa: B008 - frozen
    *,
    order: Sequence[str] | None = None,
    functions: Functions = BUILTINS,
    limit: int = CANDIDATES,
) -> frozenset[Match]:
    """Return all matches of a finite stream, found by lazy chains.  Semantics: S-4.7."""
    branches = normal_form(pattern)
    orders = (
        restricted(order, branches)
        if order is not None
        else tuple(rarest_first(branch, stream) for branch in branches)
    )
    chains = Chains.of(pattern, orders, dialect, functions=functions, limit=limit)
    found: list[Match] = []
    for event in stream:
        found += chains.advance(event.ts - 1)
        found += chains.push(event)
    found += chains.close()
    return frozenset(found)
