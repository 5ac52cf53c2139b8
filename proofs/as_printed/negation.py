"""Negation as printed: at the end of the chain, or at the first chance.

Post-processing adds a state for each negated name behind the positive ones, left by a failed
search or by a time-out. First chance adds an edge to the rejecting state as soon as the names DEP
are bound.

Paper: [T] sections 3.5.1 and 3.5.2.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Literal, TypeAlias

from augury.proofs.as_printed.chain import (
    chain,
    earliest,
    every_neighbour,
    holds,
    in_scope,
    latest,
)
from augury.proofs.as_printed.runtime import (
    ACCEPT,
    REJECT,
    Attempt,
    Condition,
    Edge,
    Printed,
    always,
)
from augury.spec.language import ast
from augury.spec.language.normal import Branch

Failing: TypeAlias = Literal["buffered", "any"]
"""When a failed search counts: only for a *buffered* event, as the text says, or for any event."""


def clauses_of(negated: str, branch: Branch) -> tuple[ast.Condition, ...]:
    """Return the clauses that mention a negated name."""
    return tuple(clause for clause in branch.clauses if negated in ast.names(clause))


def buffered(negated: str, order: Sequence[str], branch: Branch) -> Condition:
    """Return whether a negated event can only be in the input buffer: a successor is bound.

    Paper: [T] section 3.5.1, the definition of ``search_failed``.
    """
    after = [name for name in order if (negated, name) in branch.order]
    return lambda attempt: any(attempt.instance.match.get(name) for name in after)


def post_processing(
    branch: Branch, order: Sequence[str], invsel: Sequence[str], failing: Failing = "buffered"
) -> Printed:
    """Return the chain with one negative state for each negated name, in the order ``invsel``.

    Paper: [T] section 3.5.1.
    """
    positive = chain(branch, order, target="r1", stored=tuple(invsel))
    states = [*(f"r{number}" for number in range(1, len(invsel) + 1)), ACCEPT]
    edges = [*positive.edges]
    for number, name in enumerate(invsel):
        state, following = states[number], states[number + 1]
        scope = in_scope(every_neighbour(name, order, branch))
        failed = buffered(name, order, branch) if failing == "buffered" else always
        edges += [
            Edge(state, state, "ignore", (*invsel[:number], *order)),
            Edge(state, state, "store", tuple(invsel[number + 1 :])),
            Edge(state, REJECT, "take", (name,), holds(clauses_of(name, branch)), scope),
            Edge(state, following, "timeout", (name,)),
            Edge(state, following, "search_failed", (name,), failed),
        ]
    return replace(positive, edges=tuple(edges))


# ------------------------------------------------------------------------ first chance

Dependencies: TypeAlias = Callable[[str, Sequence[str], Branch], frozenset[str]]
"""``DEP(f)``: the names that must be bound before a negated name is judged."""


def conditioned(negated: str, branch: Branch) -> frozenset[str]:
    """``Cond(f)``: the names that share a clause with a negated name."""
    return frozenset(
        name for clause in clauses_of(negated, branch) for name in ast.names(clause)
    ) - {negated}


def printed_dependencies(negated: str, order: Sequence[str], branch: Branch) -> frozenset[str]:
    """``{ImmPrec(f), ImmSucc(f)} | Cond(f)`` with both neighbours taken by selectivity.

    Paper: [T] section 3.5.2.
    """
    after, before = every_neighbour(negated, order, branch)
    return frozenset((*latest(order, after), *earliest(order, before))) | conditioned(
        negated, branch
    )


def all_dependencies(negated: str, order: Sequence[str], branch: Branch) -> frozenset[str]:
    """All neighbours in the partial order, and ``Cond(f)``."""
    after, before = every_neighbour(negated, order, branch)
    return frozenset((*after, *before)) | conditioned(negated, branch)


def first_chance(
    branch: Branch,
    order: Sequence[str],
    *,
    dependencies: Dependencies = printed_dependencies,
    scoped: bool = True,
    stores: bool = True,
    checks_last: bool = True,
) -> Printed:
    """Return the positive chain with the edges ``E_rej(f)``.

    ``scoped`` adds ``InScope`` with the bound neighbours to these edges, which are printed without.
    ``stores`` lets every state store negated events, which the positive chain does not.
    ``checks_last`` adds a state before F for the names that only the last event decides: their
    printed ``q_DEP`` is F itself, which no edge leaves.

    Paper: [T] section 3.5.2.
    """
    negated = tuple(name for name in branch.names if name in branch.negated)
    end = "last" if checks_last else ACCEPT
    positive = chain(branch, order, target=end, stored=negated if stores else ())
    path = [*(f"q{number}" for number in range(1, len(order) + 1)), *["last"] * checks_last]
    edges = [*positive.edges]
    for name in negated:
        needed = dependencies(name, order, branch)
        first = max((order.index(d) + 1 for d in needed), default=0)
        chosen = path[first : first + 1] if _bounded(name, order[:first], branch) else path[first:]
        condition = holds(clauses_of(name, branch))
        guard = _bound_scope(name, branch) if scoped else always
        edges += [Edge(state, REJECT, "take", (name,), condition, guard) for state in chosen]
    if checks_last:
        edges.append(Edge("last", ACCEPT, "search_failed", negated))
    return replace(positive, edges=tuple(edges))


def _bounded(negated: str, bound: Sequence[str], branch: Branch) -> bool:
    """Return whether a successor of a negated name is among the bound names."""
    return any((negated, name) in branch.order for name in bound)


def _bound_scope(negated: str, branch: Branch) -> Condition:
    """Return ``InScope`` for a negated name with the neighbours that are bound."""

    def condition(attempt: Attempt) -> bool:
        scope = every_neighbour(negated, tuple(attempt.instance.match), branch)
        return in_scope(scope)(attempt)

    return condition
