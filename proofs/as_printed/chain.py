"""The lazy chain as printed: take, store and ignore edges in a given order of names.

State q_i ignores the names before e_i in that order, stores those after it, and takes e_i within
a scope. How a scope is found, what ``InScope`` compares and where a clause sits are arguments, so
that one printed formula at a time can be put beside the definition.

Paper: [D] section 5; [T] sections 2.5, 3.3, 3.4 and 3.6.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from augury.proofs.as_printed.runtime import (
    ACCEPT,
    Action,
    Attempt,
    Condition,
    Edge,
    Printed,
    Reading,
    always,
)
from augury.spec.events import Event
from augury.spec.language import ast
from augury.spec.language.functions import BUILTINS
from augury.spec.language.normal import Branch
from augury.spec.semantics import positive_clauses, satisfied

Scope: TypeAlias = tuple[tuple[str, ...], tuple[str, ...]]
"""The names (s, f) whose bound events limit a scope; none is *start* or *finish*."""
Scoping: TypeAlias = Callable[[str, Sequence[str], Branch], Scope]
Comparing: TypeAlias = Callable[[Sequence[Event], Event, Sequence[Event]], bool]

# ------------------------------------------------------------------------ scopes


def latest(order: Sequence[str], names: Iterable[str]) -> tuple[str, ...]:
    """``Latest_ord(E)``, or nothing if E is empty.  Paper: [D] section 5."""
    return tuple(sorted(names, key=order.index)[-1:])


def earliest(order: Sequence[str], names: Iterable[str]) -> tuple[str, ...]:
    """``Earliest_ord(E)``, or nothing if E is empty.  Paper: [D] section 5."""
    return tuple(sorted(names, key=order.index)[:1])


def by_selectivity(name: str, order: Sequence[str], branch: Branch) -> Scope:
    """``Latest_sel(Prec_sel & Prec_seq)`` and ``Earliest_sel(Prec_sel & Succ_seq)``, as printed.

    Paper: [D] section 5, [T] sections 2.5 and 3.4.
    """
    after, before = every_neighbour(name, order, branch)
    return latest(order, after), earliest(order, before)


def by_sequence(name: str, order: Sequence[str], branch: Branch) -> Scope:
    """The same with the order of the pattern in place of the order of selectivity."""
    after, before = every_neighbour(name, order, branch)
    return latest(branch.names, after), earliest(branch.names, before)


def every_neighbour(name: str, order: Sequence[str], branch: Branch) -> Scope:
    """``Prec_sel & Prec_SEQ`` and ``Prec_sel & Succ_SEQ`` whole.  Paper: [T] section 3.4."""
    bound = order[: order.index(name)] if name in order else order
    return (
        tuple(p for p in bound if (p, name) in branch.order),
        tuple(q for q in bound if (name, q) in branch.order),
    )


def between(after: Sequence[Event], event: Event, before: Sequence[Event]) -> bool:
    """``s.ts < e.ts < f.ts``, what the words say."""
    return all(a.ts < event.ts for a in after) and all(event.ts < b.ts for b in before)


def within_start(after: Sequence[Event], event: Event, _: Sequence[Event]) -> bool:
    """``s.ts < e.ts < s.ts``, what the formula says.  Paper: [T] section 3.4."""
    return all(a.ts < event.ts < a.ts for a in after)


def in_scope(scope: Scope, comparing: Comparing = between) -> Condition:
    """Return ``InScope_i`` for the names of a scope.  Paper: [T] section 3.4."""

    def condition(attempt: Attempt) -> bool:
        bound = attempt.instance.match
        after = [event for name in scope[0] for event in bound[name]]
        before = [event for name in scope[1] for event in bound[name]]
        return all(comparing(after, event, before) for event in attempt.group)

    return condition


# ------------------------------------------------------------------------ conditions


def clauses_on(name: str, order: Sequence[str], branch: Branch) -> tuple[ast.Condition, ...]:
    """Return the clauses whose latest name in an order is this one.

    Paper: [D] section 3.2.1 with the order of the pattern, [T] section 3.2 with ``sel``.
    """
    return tuple(
        clause
        for clause in positive_clauses(branch)
        if (mentioned := ast.names(clause)) and latest(order, mentioned) == (name,)
    )


def holds(clauses: tuple[ast.Condition, ...], *, unbound: bool = False) -> Condition:
    """Return ``cond_i``; ``unbound`` is the truth of a clause whose names are not all bound."""

    def condition(attempt: Attempt) -> bool:
        mu = {**attempt.instance.match, attempt.name: attempt.group}
        known = tuple(clause for clause in clauses if ast.names(clause) <= set(mu))
        return (unbound or len(known) == len(clauses)) and satisfied(mu, known, BUILTINS)

    return condition


# ------------------------------------------------------------------------ the chain


def chain(
    branch: Branch,
    order: Sequence[str],
    *,
    scoping: Scoping = every_neighbour,
    comparing: Comparing = between,
    placed: Sequence[str] | None = None,
    unbound: bool = False,
    scoped: bool = True,
    reading: Reading | None = None,
    target: str = ACCEPT,
    stored: tuple[str, ...] = (),
) -> Printed:
    """Return the chain for an order of the positive names; a Kleene name has an iterate edge.

    ``placed`` is the order in which the latest name of a clause is sought; ``scoped`` is whether an
    iterate edge has a scope; ``target`` is where the last edge leads, and ``stored`` are names
    that every state stores besides.

    Paper: [D] section 5; [T] sections 3.3, 3.4 and 3.6.
    """
    states = [*(f"q{number}" for number in range(1, len(order) + 1)), target]
    edges: list[Edge] = []
    for number, name in enumerate(order):
        state = states[number]
        condition = holds(clauses_on(name, placed or order, branch), unbound=unbound)
        action: Action = "iterate" if name in branch.kleene else "take"
        open_ = action == "iterate" and not scoped
        scope = always if open_ else in_scope(scoping(name, order, branch), comparing)
        edges += [
            Edge(state, state, "ignore", tuple(order[:number])),
            Edge(state, state, "store", (*order[number + 1 :], *stored)),
            Edge(state, states[number + 1], action, (name,), condition, scope),
        ]
    return Printed(states[0], tuple(edges), branch.types, branch.window, reading or Reading())
