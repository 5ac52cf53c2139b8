"""The topologies: from a branch to an automaton.

``chain`` binds the names one after the other in any order that is asked for; a clause sits on
the edge that binds the last of its names *in that order*, and the scope of an edge comes from the
names that are bound before it.
"""

from __future__ import annotations

from collections.abc import Sequence

from augury.reference.nfa.automaton import ACCEPT, REJECT, Action, Automaton, Edge, Scope
from augury.spec.language import ast
from augury.spec.language.normal import Branch
from augury.spec.semantics import positive_clauses


def scope_of(name: str, bound: Sequence[str], branch: Branch) -> Scope:
    """Return the scope of a name: its neighbours in the partial order among the bound names.

    Paper: [D] section 5 (corrected), [T] section 3.4 (corrected).
    """
    return Scope(
        after=tuple(p for p in bound if (p, name) in branch.order),
        before=tuple(q for q in bound if (name, q) in branch.order),
    )


def clauses_at(number: int, order: Sequence[str], branch: Branch) -> tuple[ast.Condition, ...]:
    """Return the clauses whose last name *in the order of evaluation* is the one bound here.

    A clause without names sits on the first edge.

    Paper: [D] section 3.2.1, item 1, which takes the latest in the order of the pattern.
    """
    return tuple(
        clause
        for clause in positive_clauses(branch)
        if max((order.index(name) for name in ast.names(clause)), default=0) == number
    )


def chain(branch: Branch, order: Sequence[str]) -> Automaton:
    """Return the lazy chain for an order of the positive names, with negation at the end.

    Paper: [D] section 5; [T] sections 3.3 to 3.6, post-processing negation 3.5.1.
    """
    negated = [name for name in branch.names if name in branch.negated]
    positive = [f"q{number}" for number in range(1, len(order) + 1)]
    negative = [f"r{number}" for number in range(1, len(negated) + 1)]
    path = [*positive, *negative, ACCEPT]
    edges: list[Edge] = []
    for number, name in enumerate(order):
        bound, state = order[:number], path[number]
        later = (*order[number + 1 :], *negated)
        action: Action = "iterate" if name in branch.kleene else "take"
        edges += [
            Edge(state, state, "ignore", tuple(bound)),
            Edge(state, state, "store", later),
            Edge(
                state,
                path[number + 1],
                action,
                (name,),
                clauses_at(number, order, branch),
                scope_of(name, bound, branch),
            ),
        ]
    for number, name in enumerate(negated):
        state, following = negative[number], path[len(order) + number + 1]
        condition = tuple(c for c in branch.clauses if name in ast.names(c))
        edges += [
            Edge(state, REJECT, "take", (name,), condition, scope_of(name, order, branch)),
            Edge(state, following, "ignore", (), special="timeout"),
            Edge(state, following, "ignore", (), special="search_failed"),
        ]
    return Automaton((*path, REJECT), tuple(edges), path[0], branch)
