"""Plans: which name joins the frontier when, by cost; and what is decided at each step.

The cost of an order is the number of pairs that it looks at. It follows from the sizes of the
pools after unary conditions, the share of combinations that the order and the window leave, and
the share of sampled combinations that pass each clause. Kleene names come last.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import factorial, prod
from typing import Final

import numpy as np

from augury.spark_impl.columnar.clauses import Clause, holds, split
from augury.spark_impl.columnar.space import Block, Space
from augury.spec.language.normal import Branch

EXHAUSTIVE: Final = 8
"""Up to so many names every order is weighed; above, the next name is the cheapest one."""
SAMPLED: Final = 256
"""Combinations that are tried to learn the share of a clause."""
SMALL: Final = 512
"""With fewer events in all pools, learning costs more than it saves."""


def positive_clauses(branch: Branch, clauses: Sequence[Clause]) -> tuple[Clause, ...]:
    """Return the clauses without a negated name.  Semantics: S-4.4."""
    return tuple(clause for clause in clauses if not clause.names & branch.negated)


def best_order(space: Space, clauses: Sequence[Clause]) -> tuple[str, ...]:
    """Return the cheapest order of the positive names, Kleene names last."""
    branch = space.branch
    singles = [name for name in branch.positive if name not in branch.kleene]
    rest = sorted(branch.kleene, key=lambda name: (len(space.pools[name]), name))
    if len(singles) > 1:
        singles = list(_cheapest(Costs.of(space, singles, clauses), singles))
    return (*singles, *rest)


@dataclass(frozen=True, slots=True)
class Costs:
    """What is known of the pools: sizes, and the shares that order, window and clauses leave."""

    counts: Mapping[str, int]
    order: frozenset[tuple[str, str]]
    window: float
    """The window as a share of the time that the events span."""
    shares: Mapping[frozenset[str], tuple[float, float]]
    """For sets of names, the share that their clauses leave, and that a lookup leaves."""

    @staticmethod
    def of(space: Space, singles: Sequence[str], clauses: Sequence[Clause]) -> Costs:
        """Return the costs that a sample of the pools suggests."""
        branch, ts = space.branch, space.table.ts
        span = int(ts[-1]) - int(ts[0]) + 1 if len(ts) else 1
        shares: dict[frozenset[str], tuple[float, float]] = {}
        for clause in clauses:
            if len(clause.names) > 1 and clause.names <= set(singles):
                share = _share(clause, space)
                found = [split(clause, name) for name in clause.names]
                point = all(one is not None and one.op == "=" for one in found)
                passed, looked = shares.get(clause.names, (1.0, 1.0))
                shares[clause.names] = passed * share, looked * (share if point else 1.0)
        return Costs(
            {name: len(space.pools[name]) for name in singles},
            branch.order,
            min(1.0, (space.dialect.reach(branch.window) + 1) / span),
            shares,
        )

    def structural(self, names: frozenset[str]) -> float:
        """Return how many combinations the order and the window leave."""
        size = len(names)
        ways = _extensions(names, self.order) / factorial(size)
        near = min(1.0, size * self.window ** (size - 1))
        return prod(self.counts[name] for name in names) * ways * near

    def passing(self, names: frozenset[str]) -> float:
        """Return the share of combinations that all clauses of some names leave."""
        return prod(share for own, (share, _) in self.shares.items() if own <= names)

    def step(self, bound: frozenset[str], name: str) -> float:
        """Return how many pairs are looked at when a name joins some others."""
        grown = bound | {name}
        lookup = min(
            (look for own, (_, look) in self.shares.items() if name in own <= grown), default=1.0
        )
        return self.structural(bound) * self.passing(bound) + (
            self.structural(grown) * self.passing(bound) * lookup
        )


@cache
def _extensions(names: frozenset[str], order: frozenset[tuple[str, str]]) -> int:
    """Return the number of ways to put names into a row that agree with an order."""
    if not names:
        return 1
    last = (n for n in names if not any((n, other) in order for other in names))
    return sum(_extensions(names - {name}, order) for name in last)


def _cheapest(costs: Costs, names: Sequence[str]) -> Sequence[str]:
    if len(names) > EXHAUSTIVE:
        return _greedy(costs, names)
    best: dict[frozenset[str], tuple[float, tuple[str, ...]]] = {
        frozenset({name}): (float(costs.counts[name]), (name,)) for name in names
    }
    for size in range(2, len(names) + 1):
        for chosen in map(frozenset, combinations(names, size)):
            best[chosen] = min(
                (best[chosen - {last}][0] + costs.step(chosen - {last}, last),
                 (*best[chosen - {last}][1], last))
                for last in chosen
            )  # fmt: skip
    return best[frozenset(names)][1]


def _greedy(costs: Costs, names: Sequence[str]) -> Sequence[str]:
    order = [min(names, key=lambda name: (costs.counts[name], name))]
    while len(order) < len(names):
        bound = frozenset(order)
        left = (name for name in names if name not in bound)
        order.append(min(left, key=lambda name: (costs.step(bound, name), name)))
    return order


def _share(clause: Clause, space: Space) -> float:
    """Return the share of sampled combinations that pass a clause: a half, until known."""
    small = sum(len(pool) for pool in space.pools.values()) < SMALL
    if small or clause.calls_user_code():
        return 0.5
    block = _sample(sorted(clause.names), space)
    passed = int(holds(clause, space, space.rows(block), block.size).sum())
    return (passed + 1) / (block.size + 2)


def _sample(names: Sequence[str], space: Space) -> Block:
    """Return combinations of some names, each event drawn from the scope beside the others."""
    draw = np.random.default_rng(len(names))
    block = Block(SAMPLED, {})
    for name in names:
        low, high = space.scope(name, block)
        room = np.flatnonzero(high > low)
        block = block.take(room)
        low, high = low[room], high[room]
        places = low + (draw.random(len(low)) * (high - low)).astype(np.int64)
        block = Block(len(low), {**block.bound, name: (places,)})
    return block


def decided(name: str, bound: Sequence[str], branch: Branch) -> bool:
    """Return whether an event of a negated name between its neighbours refutes every completion.

    Its neighbours, the names of its clauses, and the names of its type, which might bind the event
    itself, are bound; a name on each side has an event, so it lies in the span of every completion.
    Proof: PR-CHANCE-05.
    """
    before, after = branch.predecessors(name), branch.successors(name)
    mentioned = {
        other
        for clause in branch.clauses
        if name in (own := Clause.of(clause).names)
        for other in own - {name}
    }
    alike = {other for other in branch.positive if branch.types[other] == branch.types[name]}
    firm = set(branch.required) & set(bound)
    return (
        {*before, *after, *mentioned, *alike} <= set(bound)
        and bool(firm & set(before))
        and bool(firm & set(after))
    )


def prefixes(order: Sequence[str]) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield each name with the names before it."""
    for number, name in enumerate(order):
        yield tuple(order[:number]), name
