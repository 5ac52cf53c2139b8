"""Automata as data: ``A = (Q, E, q1, F, R)`` and nothing that runs.

An edge is ``(source, target, action, names, condition, scope)``. *take* binds one event, *iterate*
a set of events, *store* keeps an event for later, *ignore* lets it pass; two special events,
*timeout* and *search_failed*, move an instance over a negated name.

Paper: [D] sections 3.2, 4 and 5; [T] section 3.2.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from augury.spec.language.ast import Condition
from augury.spec.language.normal import Branch

Action: TypeAlias = Literal["take", "iterate", "store", "ignore"]
Special: TypeAlias = Literal["timeout", "search_failed"]

ACCEPT: Final = "F"
REJECT: Final = "R"


@dataclass(frozen=True, slots=True)
class Scope:
    """Where a bound event must lie: after the events of some names, before those of others.

    The limits are the latest *in time* of the bound predecessors and the earliest in time of the
    bound successors. The documents print the one that was bound last (first) in the order of
    evaluation instead, which accepts streams out of sequence.

    Paper: [D] section 5, [T] section 3.4.  Semantics: S-4.3.
    """

    after: tuple[str, ...] = ()
    before: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Edge:
    """One way from a state to a state.  Paper: [D] section 3.2, [T] section 3.2."""

    source: str
    target: str
    action: Action
    names: tuple[str, ...]
    condition: tuple[Condition, ...] = ()
    scope: Scope | None = None
    special: Special | None = None


@dataclass(frozen=True, slots=True)
class Automaton:
    """States, edges, the initial, the accepting and the rejecting state of one branch.

    Paper: [D] section 3.2, [T] section 3.2.
    """

    states: tuple[str, ...]
    edges: tuple[Edge, ...]
    initial: str
    branch: Branch
    accept: str = ACCEPT
    reject: str = REJECT

    def leaving(self, state: str) -> tuple[Edge, ...]:
        """Return the edges that leave a state, in the order they were made."""
        return tuple(edge for edge in self.edges if edge.source == state)
