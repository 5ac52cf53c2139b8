"""What a machine holds: instances, the states they are in, and what it counts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from augury.reference.nfa.automaton import ACCEPT, REJECT, Edge, Scope, Topology
from augury.reference.nfa.conditions import Test, prepared
from augury.spec.finality import Time
from augury.spec.language.functions import Functions
from augury.spec.semantics import Binding


@dataclass(slots=True)
class Counters:
    """What the documents count.  Paper: [D] section 7."""

    evaluations: int = 0
    """Attempts to traverse a take edge, whatever the number of its clauses."""
    peak_instances: int = 0
    """Instances at one time, the one in q1 included."""
    peak_buffered: int = 0
    """Events in the input buffer at one time."""


@dataclass(frozen=True, slots=True)
class Road:
    """An edge made ready: its name, the type it waits for, its scope and its test."""

    edge: Edge
    name: str
    type: str
    scope: Scope
    test: Test
    clauses: tuple[int, ...] = ()
    """The places of the edge's clauses among those of the branch."""

    @property
    def number(self) -> int:
        """The branch of the edge."""
        return self.edge.branch


@dataclass(slots=True)
class Station:
    """A state while it exists: the edges that leave it, by what they do."""

    taking: tuple[Road, ...]
    rejecting: tuple[Road, ...]
    completing: tuple[Road, ...]
    judged: bool
    """Whether all positive names are bound: F, or the first state of a negated name."""
    instances: int = 0
    used: bool = False


@dataclass(slots=True)
class Instance:
    """A partial match in a state, and the edges on which it waits."""

    serial: int
    state: str
    number: int
    bound: Binding
    since: Mapping[str, int]
    """Names whose events must have arrived later than this; see ``choice``."""
    roads: tuple[Road, ...] = ()
    types: tuple[str, ...] = ()
    until: Time = field(default=0)
    """The last tick at which an event could be taken."""


def station_of(
    topology: Topology, state: str, bound: tuple[str, ...], number: int, functions: Functions
) -> Station:
    """Return a state with the edges that leave it; q1 has those of all branches.

    Paper: [D] section 6.1, lazy instantiation of states.
    """
    if state == ACCEPT:
        return Station((), (), (), judged=True)
    numbers = range(len(topology.branches)) if state == topology.initial else (number,)
    edges = dict.fromkeys(e for k in numbers for e in topology.leaving(state, bound, k))
    roads = [
        Road(
            edge,
            edge.names[0] if edge.names else "",
            branch.types[edge.names[0]] if edge.names else "",
            edge.scope or Scope(),
            prepared(edge.condition, branch, functions),
            tuple(branch.clauses.index(clause) for clause in edge.condition),
        )
        for edge in edges
        for branch in (topology.branches[edge.branch],)
        if edge.source != edge.target or edge.action == "iterate"
    ]
    return Station(
        taking=tuple(r for r in roads if r.name and r.edge.target != REJECT),
        rejecting=tuple(r for r in roads if r.edge.target == REJECT),
        completing=tuple(r for r in roads if not r.name and r.edge.special is None),
        judged=any(r.edge.special for r in roads),
    )
