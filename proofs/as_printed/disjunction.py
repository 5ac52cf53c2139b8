"""Disjunction as printed: chains with one initial, one accepting and one rejecting state.

Every edge that leaves the initial state of a chain gets the merged initial state as its source and
keeps its target. A store edge of an initial state is a loop, so its target is a state that the
printed set of states no longer has.

Paper: [T] section 3.7.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from augury.proofs.as_printed.chain import chain
from augury.proofs.as_printed.runtime import ACCEPT, Edge, Printed, Run
from augury.spec.language.normal import Branch
from augury.spec.semantics import Match, match_of

INITIAL: Final = "q1"


def multi_chain(
    branches: Sequence[Branch], orders: Sequence[Sequence[str]], *, dangling: bool = True
) -> Printed:
    """Return the multi-chain; ``dangling`` keeps the targets of the initial loops as printed.

    Paper: [T] section 3.7.
    """
    edges: list[Edge] = []
    types: dict[str, str] = {}
    for number, (branch, order) in enumerate(zip(branches, orders, strict=True)):
        part = chain(branch, order)
        types |= branch.types
        edges += [_moved(edge, f"{number}.", part.initial, dangling) for edge in part.edges]
    return Printed(INITIAL, tuple(edges), types, branches[0].window)


def _moved(edge: Edge, prefix: str, initial: str, dangling: bool) -> Edge:  # noqa: FBT001
    source = INITIAL if edge.source == initial else prefix + edge.source
    target = edge.target if edge.target == ACCEPT else prefix + edge.target
    if edge.target == initial and not dangling:
        target = INITIAL
    return replace(edge, source=source, target=target)


def states(automaton: Printed, parts: Sequence[Sequence[str]]) -> frozenset[str]:
    """Return the printed set Q: the states of all parts without initial and final ones, and q1, F.

    Paper: [T] section 3.7.
    """
    inner = {
        f"{number}.q{place}"
        for number, order in enumerate(parts)
        for place in range(2, len(order) + 1)
    }
    return frozenset({*inner, automaton.initial, ACCEPT})


def answer_of(machine: Run, branches: Sequence[Branch]) -> list[Match]:
    """Return what a multi-chain accepted; the names of a match tell its branch."""
    number = {frozenset(branch.positive): i for i, branch in enumerate(branches)}
    found = []
    for mu in machine.accepted:
        i = number[frozenset(mu)]
        found.append(match_of(mu, branches[i], i))
    return found
