"""The three automata of a pattern, ready to be fed, and the orders of names of a chain."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from augury.reference.nfa.machine import Machine
from augury.reference.nfa.topology import Chain, Eager, Negation, Tree
from augury.spec.errors import UnsupportedError
from augury.spec.events import Dialect, Event, Stream
from augury.spec.language.ast import Pattern
from augury.spec.language.functions import BUILTINS, Functions
from augury.spec.language.normal import Branch, normal_form, restricted
from augury.spec.limits import CANDIDATES


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


def eager(
    pattern: Pattern,
    dialect: Dialect = Dialect(),  # noqa: B008 - frozen
    *,
    negation: Negation = "post",
    functions: Functions = BUILTINS,
    limit: int = CANDIDATES,
) -> Machine:
    """Return the eager automaton of a pattern at rest; it takes events in (ts, id) order."""
    topology = Eager(normal_form(pattern), dialect.order == "nonstrict", negation)
    return Machine(topology, dialect, functions, limit, select=pattern.select, skip=pattern.skip)


def _any(pattern: Pattern, engine: str) -> tuple[Branch, ...]:
    """Return the branches of a pattern whose matches are all reported."""
    if pattern.selective:
        raise UnsupportedError(f"engine {engine} has no SELECT and no SKIP; choose eager")
    return normal_form(pattern)


def tree(
    pattern: Pattern,
    dialect: Dialect = Dialect(),  # noqa: B008 - frozen
    *,
    negation: Negation = "post",
    functions: Functions = BUILTINS,
    limit: int = CANDIDATES,
) -> Machine:
    """Return the lazy tree of a pattern at rest; it takes disorder and chooses orders itself."""
    return Machine(Tree(_any(pattern, "tree"), negation), dialect, functions, limit)


def chain(
    pattern: Pattern,
    orders: Sequence[Sequence[str]],
    dialect: Dialect = Dialect(),  # noqa: B008 - frozen
    *,
    negation: Negation = "post",
    functions: Functions = BUILTINS,
    limit: int = CANDIDATES,
) -> Machine:
    """Return the lazy chain of a pattern at rest, one order of names a branch; takes disorder."""
    topology = Chain(_any(pattern, "chain"), tuple(map(tuple, orders)), negation)
    return Machine(topology, dialect, functions, limit)


def orders_for(
    pattern: Pattern, stream: Stream, order: Sequence[str] | None
) -> tuple[tuple[str, ...], ...]:
    """Return the order of names of each branch: the given one, or the rarest name first."""
    branches = normal_form(pattern)
    if order is not None:
        return restricted(order, branches)
    return tuple(rarest_first(branch, stream) for branch in branches)
