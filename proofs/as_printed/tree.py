"""The tree automaton as printed: counters of the input buffer choose the next name.

A state is an ordered set of names. It takes an event of the most selective name if the buffer has
one of each missing name, and stores it otherwise; never both. The printed target of a take edge is
its own source in [D] and the next layer in [T]; the last layer is printed as ``|ord| = n``.

Paper: [D] section 6, [T] section 2.6.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import permutations
from typing import Literal, TypeAlias

from augury.proofs.as_printed.chain import clauses_on, every_neighbour, holds, in_scope
from augury.proofs.as_printed.runtime import (
    ACCEPT,
    Attempt,
    Condition,
    Edge,
    Instance,
    Printed,
    Reading,
)
from augury.spec.language import ast
from augury.spec.language.normal import Branch

Ties: TypeAlias = Literal["first", "last", "every"]
"""Which of the names with the smallest counter is ``se``: the documents do not say."""
Searches: TypeAlias = Literal["entering", "filled", "stored"]
"""When an instance searches its buffer: the documents do not say."""


def state_of(order: Sequence[str]) -> str:
    """Return the name of ``q_ord``; ``q_0`` has bound nothing."""
    return "q_" + (",".join(order) or "0")


def missing(order: Sequence[str], branch: Branch) -> tuple[str, ...]:
    """Return the names that are not in an order, as the pattern writes them."""
    return tuple(name for name in branch.positive if name not in order)


def counters(instance: Instance, names: Sequence[str], types: Mapping[str, str]) -> dict[str, int]:
    """Return ``c_e`` for some names: how many buffered events could have the name."""
    return {n: sum(event.type == types[n] for event in instance.buffer) for n in names}


def non_empty(order: Sequence[str], branch: Branch) -> Callable[[Instance], bool]:
    """Return ``p_ne(q_ord)``: the buffer has an event for each missing name."""
    left = missing(order, branch)
    return lambda instance: all(counters(instance, left, branch.types).values())


def most_selective(
    order: Sequence[str], branch: Branch, ties: Ties
) -> Callable[[Instance, str], bool]:
    """Return ``p_se(q_ord, e)``: the name has the smallest counter of the missing ones."""
    left = missing(order, branch)

    def predicate(instance: Instance, name: str) -> bool:
        count = counters(instance, left, branch.types)
        rarest = [n for n in left if count[n] == min(count.values())]
        chosen = {"first": rarest[:1], "last": rarest[-1:], "every": rarest}[ties]
        return name in chosen

    return predicate


def edges_of(
    order: tuple[str, ...], branch: Branch, ties: Ties, last: int, *, loops: bool
) -> list[Edge]:
    """Return ``E_ord``; ``last`` is the size of ``ord`` in the last layer."""
    state = state_of(order)
    p_ne, p_se = non_empty(order, branch), most_selective(order, branch, ties)
    edges = [Edge(state, state, "ignore", order)]
    for name in missing(order, branch):
        cond = holds(clauses_on(name, (*order, name), _restricted(branch, (*order, name))))
        scope = in_scope(every_neighbour(name, (*order, name), branch))
        final = len(order) == last
        edges += [
            Edge(state, state, "store", (name,), _unless(p_ne, p_se)),
            Edge(
                state,
                ACCEPT if final else state if loops else state_of((*order, name)),
                "take",
                (name,),
                cond,
                _when(p_ne, None if final else p_se, scope),
            ),
        ]
    return edges


def _restricted(branch: Branch, names: Sequence[str]) -> Branch:
    known = tuple(c for c in branch.clauses if ast.names(c) <= set(names))
    return replace(branch, clauses=known)


def _unless(p_ne: Callable[[Instance], bool], p_se: Callable[[Instance, str], bool]) -> Condition:
    return lambda attempt: not p_ne(attempt.instance) or not p_se(attempt.instance, attempt.name)


def _when(
    p_ne: Callable[[Instance], bool],
    p_se: Callable[[Instance, str], bool] | None,
    scope: Condition,
) -> Condition:
    def condition(attempt: Attempt) -> bool:
        return (
            p_ne(attempt.instance)
            and (p_se is None or p_se(attempt.instance, attempt.name))
            and scope(attempt)
        )

    return condition


def tree(
    branch: Branch,
    *,
    ties: Ties = "first",
    searches: Searches = "entering",
    loops: bool = False,
    last: int | None = None,
    reading: Reading | None = None,
) -> Printed:
    """Return the tree for a sequence.

    ``searches``: an instance searches its buffer when it enters a state, and also when ``p_ne``
    becomes true, or whenever it stores an event and ``p_ne`` is true. ``loops``: the take edge
    leads back to its source, as [D] prints it. ``last``: the size of the orders in the last layer,
    n - 1 unless told otherwise.

    Paper: [D] section 6, [T] section 2.6.
    """
    n = len(branch.positive)
    depth = n - 1 if last is None else last
    orders = [order for k in range(n) for order in permutations(branch.positive, k)]
    edges = [edge for order in orders for edge in edges_of(order, branch, ties, depth, loops=loops)]
    p_ne = {state_of(order): non_empty(order, branch) for order in orders}

    def ready(before: Instance, after: Instance) -> bool:
        filled = p_ne[after.state]
        return filled(after) and (searches == "stored" or not filled(before))

    return Printed(
        state_of(()),
        tuple(edges),
        branch.types,
        branch.window,
        reading or Reading(),
        None if searches == "entering" else ready,
    )
