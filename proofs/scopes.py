"""Scopes: along a chain, in any order of names, the edges demand the order of the pattern.

Stated on ``scope_of`` and ``Reach`` of the automata and ``ordered`` of the definition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import combinations, pairwise, permutations
from typing import Final, TypeAlias

import z3

from augury.proofs.forms import (
    ORDERS,
    bound,
    branch_from,
    branch_of,
    placed,
    series_parallel,
)
from augury.proofs.registry import Json, Obligation, Verdict, proved, refuted
from augury.proofs.solver import valid
from augury.proofs.symbolic import always, formula, require
from augury.reference.nfa.automaton import Scope
from augury.reference.nfa.reach import Reach
from augury.reference.nfa.topology import scope_of
from augury.spec.events import Dialect, Event, Order
from augury.spec.language.ast import One, Seq, Structure
from augury.spec.language.normal import Branch
from augury.spec.semantics import Binding, ordered

ScopeOf: TypeAlias = Callable[[str, Sequence[str], Branch], Scope]


def bound_last(name: str, before: Sequence[str], branch: Branch) -> Scope:
    """Return a false scope: of the neighbours only the one that was bound last."""
    whole = scope_of(name, before, branch)
    return Scope(whole.after[-1:], whole.before[-1:])


def demanded(order: Sequence[str], branch: Branch, scope: ScopeOf) -> frozenset[tuple[str, str]]:
    """Return the pairs (p, q) such that some edge of the chain demands p before q."""
    pairs: set[tuple[str, str]] = set()
    for index, name in enumerate(order):
        limits = scope(name, order[:index], branch)
        pairs |= {(p, name) for p in limits.after} | {(name, q) for q in limits.before}
    return frozenset(pairs)


def chains_equal_order(
    structures: Iterable[Structure], order: Order, scope: ScopeOf = scope_of
) -> Verdict:
    """Judge whether all edges of a chain together demand what rule 2 does, for every order.

    What the edges demand is a set of pairs; each distinct set is one question to the solver.
    """
    dialect, chains, questions = Dialect(order), 0, 0
    for structure in structures:
        branch = branch_from(structure)
        mu = bound(branch.names, branch.types)
        rule = formula(partial(ordered, mu, branch, dialect))
        asked: dict[frozenset[tuple[str, str]], Verdict] = {}
        for chain in permutations(branch.names):
            pairs = demanded(chain, branch, scope)
            if pairs not in asked:
                asked[pairs] = valid([], _before(pairs, mu, dialect) == rule)
            chains += 1
            if asked[pairs].outcome != "proved":
                return _located(asked[pairs], chain)
        questions += len(asked)
    return proved(f"{chains:,} chains, {questions:,} different questions")


def _before(pairs: Iterable[tuple[str, str]], mu: Binding, dialect: Dialect) -> object:
    return z3.And(*(formula(partial(dialect.before, mu[p][0], mu[q][0])) for p, q in sorted(pairs)))


def _located(verdict: Verdict, chain: Sequence[str]) -> Verdict:
    if verdict.outcome != "refuted":
        return verdict
    return refuted({"order": list(chain), **verdict.counterexample})


def sequences(most: int) -> list[Structure]:
    """Return the sequences of up to so many names."""
    return [
        Seq(tuple(One("T", f"p{index}") for index in range(size))) for size in range(2, most + 1)
    ]


def partial_orders(most: int) -> list[Structure]:
    """Return the structures of SEQ and AND of up to so many names."""
    return [structure for size in range(1, most + 1) for structure in series_parallel(size)]


# ------------------------------------------------------------------------ the code that takes


def takes_equal_rules(
    branch: Branch, sizes: dict[str, int], chains: Iterable[Sequence[str]], scope: ScopeOf
) -> Verdict:
    """Judge whether ``Reach`` along some chains accepts what rules 1, 2 and 4 do.

    The window is a symbol, so one kind of window edge stands for both (PR-WIN-01).
    """
    mu = bound(sizes, branch.types)
    for chain in chains:
        for order in ORDERS:
            law = partial(_takes_law, mu, branch, Dialect(order), chain, scope)
            verdict = always(law)
            if verdict.outcome != "proved":
                return _located(verdict, chain)
    return proved()


def _takes_law(
    mu: Binding, branch: Branch, dialect: Dialect, chain: Sequence[str], scope: ScopeOf
) -> bool:
    """Require what a binding is: the events of a group in (ts, id) order, with ids of their own."""
    for group in mu.values():
        require(all(first.key < second.key for first, second in pairwise(group)))
        require(all(first.id != second.id for first, second in combinations(group, 2)))
    return _taken(mu, branch, dialect, chain, scope) == placed(mu, branch, dialect)


def _taken(
    mu: Binding, branch: Branch, dialect: Dialect, chain: Sequence[str], scope: ScopeOf
) -> bool:
    reach, taken = Reach(branch, dialect), dict[str, tuple[Event, ...]]()
    for index, name in enumerate(chain):
        limits = scope(name, chain[:index], branch)
        low, high = reach.interval(limits, taken)
        near = [item for item in mu[name] if low <= item.ts <= high]
        eligible = reach.eligible(limits, taken, near)
        sets = name in branch.kleene
        groups = list(reach.sets(name, taken, eligible) if sets else reach.singles(eligible))
        if not any(len(group) == len(mu[name]) for group in groups):
            return False
        taken[name] = mu[name]
    return True


def _all_takes(scope: ScopeOf = scope_of) -> Verdict:
    for structure in partial_orders(3):
        branch = branch_from(structure)
        sizes = dict.fromkeys(branch.names, 1)
        verdict = takes_equal_rules(branch, sizes, permutations(sizes), scope)
        if verdict.outcome != "proved":
            return verdict
    return proved()


def _iterates(scope: ScopeOf = scope_of) -> Verdict:
    branch = branch_of("SEQ(A a, B+ b, C c)")
    return takes_equal_rules(branch, {"a": 1, "b": 2, "c": 1}, ("abc", "acb", "bac"), scope)


def _unscoped(name: str, before: Sequence[str], branch: Branch) -> Scope:
    """Return a false scope: what comes after a name does not limit it."""
    return Scope(scope_of(name, before, branch).after, ())


SOURCE: Final = "[D] section 5 and [T] section 3.4 (corrected); DESIGN section 5"


def _chains(number: int, order: Order, what: str, structures: Json) -> Obligation:
    return Obligation(
        id=f"PR-SCOPE-{number:02}",
        sentence=(
            f"In the dialect {order}, for every order of the names of {what}, the scopes of all "
            "edges of a chain together demand exactly the order of the pattern."
        ),
        source=SOURCE,
        tool="z3",
        expected="proved",
        claim=lambda: chains_equal_order(structures(), order),
        canary=lambda: chains_equal_order(structures(), order, bound_last),
        seconds=60 if number == 5 else 30,
    )


OBLIGATIONS: Final = (
    *(
        _chains(number, order, "a sequence of up to six", partial(sequences, 6))
        for number, order in enumerate(ORDERS, 1)
    ),
    *(
        _chains(number, order, "any SEQ and AND of up to five", partial(partial_orders, 5))
        for number, order in enumerate(ORDERS, 4)
    ),
    Obligation(
        id="PR-SCOPE-07",
        sentence=(
            "For every SEQ and AND of up to three names, in every order, the events "
            "that a chain can take one after the other are those that are distinct, ordered and "
            "within the window."
        ),
        source=SOURCE,
        tool="z3",
        expected="proved",
        claim=_all_takes,
        canary=lambda: _all_takes(_unscoped),
        seconds=60,
    ),
    Obligation(
        id="PR-SCOPE-08",
        sentence=(
            "A chain can take a set of two events for a Kleene name, at any place in the order, "
            "iff the set is ordered with all other events and within the window."
        ),
        source="[T] section 3.6; DESIGN section 4, rules 1, 2 and 4",
        tool="z3",
        expected="proved",
        claim=_iterates,
        canary=lambda: _iterates(_unscoped),
        seconds=60,
    ),
)
