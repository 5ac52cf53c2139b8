"""Batch and streaming use of the automata: one machine a branch, all fed alike."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from augury.reference.nfa.eager import Eager
from augury.reference.nfa.machine import Machine
from augury.reference.nfa.topology import chain
from augury.reference.nfa.tree import Tree
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


class Incremental(Protocol):
    """What runs one branch; each call returns the matches that became final by it."""

    def push(self, event: Event) -> list[Match]:
        """Take an event that is not late."""
        ...

    def advance(self, time: Time) -> list[Match]:
        """Let time reach a tick."""
        ...

    def close(self) -> list[Match]:
        """End the stream."""
        ...


@dataclass(frozen=True, slots=True)
class Automata:
    """The automata of all branches, fed alike.  Semantics: S-2.4, S-5.2."""

    machines: tuple[Incremental, ...]

    def push(self, event: Event) -> list[Match]:
        """Take an event that is not late."""
        return [match for machine in self.machines for match in machine.push(event)]

    def advance(self, time: Time) -> list[Match]:
        """Let time reach a tick."""
        return [match for machine in self.machines for match in machine.advance(time)]

    def close(self) -> list[Match]:
        """End the stream."""
        return [match for machine in self.machines for match in machine.close()]

    def whole(self, stream: Stream) -> frozenset[Match]:
        """Return all matches of a finite stream, fed in (ts, id) order.  Semantics: S-4.7."""
        found: list[Match] = []
        for event in stream:
            found += self.advance(event.ts - 1)
            found += self.push(event)
        return frozenset([*found, *self.close()])


def eager(
    pattern: Pattern,
    dialect: Dialect = Dialect(),  # noqa: B008 - frozen
    *,
    functions: Functions = BUILTINS,
    limit: int = CANDIDATES,
) -> Automata:
    """Return the eager automata of a pattern; they take events in (ts, id) order."""
    return Automata(
        tuple(
            Eager(branch, dialect, number, functions, limit)
            for number, branch in enumerate(normal_form(pattern))
        )
    )


def tree(
    pattern: Pattern,
    dialect: Dialect = Dialect(),  # noqa: B008 - frozen
    *,
    functions: Functions = BUILTINS,
    limit: int = CANDIDATES,
) -> Automata:
    """Return the tree automata of a pattern; they take disorder and choose orders themselves."""
    return Automata(
        tuple(
            Tree(branch, dialect, number, functions, limit)
            for number, branch in enumerate(normal_form(pattern))
        )
    )


def chains(
    pattern: Pattern,
    orders: Sequence[Sequence[str]],
    dialect: Dialect = Dialect(),  # noqa: B008 - frozen
    *,
    functions: Functions = BUILTINS,
    limit: int = CANDIDATES,
) -> Automata:
    """Return the lazy chains of a pattern, one order of names a branch; they take disorder."""
    return Automata(
        tuple(
            Machine(chain(branch, order), dialect, number, functions, limit)
            for number, (branch, order) in enumerate(zip(normal_form(pattern), orders, strict=True))
        )
    )


def orders_for(
    pattern: Pattern, stream: Stream, order: Sequence[str] | None
) -> tuple[tuple[str, ...], ...]:
    """Return the order of names of each branch: the given one, or the rarest name first."""
    branches = normal_form(pattern)
    if order is not None:
        return restricted(order, branches)
    return tuple(rarest_first(branch, stream) for branch in branches)
