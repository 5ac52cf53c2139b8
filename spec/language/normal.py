"""The normal form: a pattern is a disjunction of branches, and every engine starts from them.

``OR`` is distributed out of the structure; ``SEQ`` and ``AND`` become one strict partial order
on names. Two other readings of a pattern that do not use this module are in
``augury.spec.crosscheck``; the tests hold all three equal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from math import prod

from augury.spec.errors import InvalidPatternError, LimitExceededError
from augury.spec.language.ast import (
    Absent,
    And,
    Condition,
    Kleene,
    Leaf,
    One,
    Or,
    Pattern,
    Seq,
    Structure,
    Unit,
    leaves,
    names,
)
from augury.spec.limits import PATTERN_BRANCHES


@dataclass(frozen=True, slots=True)
class Branch:
    """One way through a pattern's ORs: names, types, a strict partial order, clauses, a window.

    Semantics: S-2.4, S-2.5, S-2.6.
    """

    names: tuple[str, ...]
    """All names, positive and negated, in the order of writing."""
    types: Mapping[str, str]
    order: frozenset[tuple[str, str]]
    """(p, q) iff p < q; transitive, and over negated names too."""
    negated: frozenset[str]
    kleene: Mapping[str, tuple[int, int | None]]
    """The bounds (m, n) of each Kleene name; n is None where there is none."""
    clauses: tuple[Condition, ...]
    window: int
    unit: Unit | None = None
    """How the window was written; for those who show it, not for those who match."""

    @property
    def positive(self) -> tuple[str, ...]:
        """The names that a match binds, in the order of writing."""
        return tuple(name for name in self.names if name not in self.negated)

    @property
    def required(self) -> tuple[str, ...]:
        """The positive names that must bind at least one event."""
        return tuple(name for name in self.positive if self.kleene.get(name, (1, 1))[0] > 0)

    def predecessors(self, name: str) -> tuple[str, ...]:
        """Return the positive names before a name."""
        return tuple(other for other in self.positive if (other, name) in self.order)

    def successors(self, name: str) -> tuple[str, ...]:
        """Return the positive names after a name."""
        return tuple(other for other in self.positive if (name, other) in self.order)


def expand(structure: Structure) -> tuple[Structure, ...]:
    """Return the OR-free structures that a structure stands for, the left-most OR slowest.

    Semantics: S-2.4.
    """
    if isinstance(structure, Or):
        return tuple(chosen for part in structure.parts for chosen in expand(part))
    if isinstance(structure, (Seq, And)):
        node = type(structure)
        return tuple(node(parts) for parts in product(*map(expand, structure.parts)))
    return (structure,)


def count_branches(structure: Structure) -> int:
    """Return ``len(expand(structure))`` without expanding.  Semantics: S-2.4."""
    if isinstance(structure, Or):
        return sum(map(count_branches, structure.parts))
    if isinstance(structure, (Seq, And)):
        return prod(map(count_branches, structure.parts))
    return 1


def order_of(structure: Structure) -> frozenset[tuple[str, str]]:
    """Return the strict partial order of an OR-free structure as the set of its pairs.

    Semantics: S-2.2.
    """
    if isinstance(structure, (One, Kleene, Absent)):
        return frozenset()
    assert isinstance(structure, (Seq, And))
    inside = frozenset(pair for part in structure.parts for pair in order_of(part))
    if isinstance(structure, And):
        return inside
    return inside | {
        (p.name, q.name)
        for first, second in combinations(structure.parts, 2)
        for p in leaves(first)
        for q in leaves(second)
    }


def branch_of(structure: Structure, pattern: Pattern) -> Branch:
    """Return the branch of one OR-free structure; a clause applies iff it has all its names.

    Semantics: S-2.5, S-2.6.
    """
    bound: tuple[Leaf, ...] = leaves(structure)
    present = frozenset(leaf.name for leaf in bound)
    return Branch(
        names=tuple(leaf.name for leaf in bound),
        types={leaf.name: leaf.type for leaf in bound},
        order=order_of(structure),
        negated=frozenset(leaf.name for leaf in bound if isinstance(leaf, Absent)),
        kleene={leaf.name: (leaf.low, leaf.high) for leaf in bound if isinstance(leaf, Kleene)},
        clauses=tuple(clause for clause in pattern.where if names(clause) <= present),
        window=pattern.within.ticks,
        unit=pattern.within.unit,
    )


def normal_form(pattern: Pattern) -> tuple[Branch, ...]:
    """Return the branches of a pattern, numbered from 0 in the order of writing.

    Semantics: S-2.4.
    """
    count = count_branches(pattern.structure)
    if count > PATTERN_BRANCHES:
        raise LimitExceededError(
            "branches of the pattern", count, PATTERN_BRANCHES, "use fewer ORs"
        )
    return tuple(branch_of(structure, pattern) for structure in expand(pattern.structure))


def restricted(order: Sequence[str], branches: Sequence[Branch]) -> tuple[tuple[str, ...], ...]:
    """Return an order of all positive names, restricted to the names of each branch."""
    names = {name for branch in branches for name in branch.positive}
    if len(set(order)) != len(order) or set(order) != names:
        raise InvalidPatternError(
            f"an order names every positive name once: {', '.join(sorted(names))}"
        )
    return tuple(tuple(name for name in order if name in branch.positive) for branch in branches)
