"""Automata as data: ``A = (Q, E, q1, F, R)`` and nothing that runs.

An edge is ``(source, target, action, names, condition, scope)``. *take* binds one event, *iterate*
a set of events or one more event of a set, *store* keeps an event for later, *ignore* lets it pass;
two special events, *timeout* and *search_failed*, move an instance over a negated name.

Paper: [D] sections 3.2, 4 and 5; [T] section 3.2.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, Protocol, TypeAlias

from augury.spec.errors import LimitExceededError
from augury.spec.language.ast import Condition
from augury.spec.language.normal import Branch

Action: TypeAlias = Literal["take", "iterate", "store", "ignore"]
Special: TypeAlias = Literal["timeout", "search_failed"]
Stores: TypeAlias = Literal["window", "tick", "nothing"]

ACCEPT: Final = "F"
REJECT: Final = "R"
STATES: Final = 10_000
"""How many states an automaton may have when it is written out."""


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
    branch: int = 0
    """Which branch of the pattern the edge belongs to; branches share q1, F and R."""


class Topology(Protocol):
    """What a machine runs: the edges of a state, written out or made when they are needed."""

    @property
    def branches(self) -> tuple[Branch, ...]:
        """The branches of the pattern, each with states of its own between q1 and F, R."""
        ...

    @property
    def initial(self) -> str:
        """The state q1, shared by all branches."""
        ...

    @property
    def stores(self) -> Stores:
        """How long an instance to come may use an event: within the window, the tick, or never."""
        ...

    @property
    def adaptive(self) -> bool:
        """Whether an instance follows one of its take edges, chosen by what is buffered."""
        ...

    def leaving(self, state: str, bound: tuple[str, ...], number: int) -> tuple[Edge, ...]:
        """Return the edges that leave the state in which these names of a branch are bound."""
        ...


@dataclass(frozen=True, slots=True)
class Automaton:
    """States, edges, and the initial, accepting and rejecting state of a pattern, written out.

    Paper: [D] section 3.2, [T] section 3.2; several branches [T] section 3.7.
    """

    states: tuple[str, ...]
    edges: tuple[Edge, ...]
    initial: str
    branches: tuple[Branch, ...]
    stores: Stores = "window"
    adaptive: bool = False
    accept: str = ACCEPT
    reject: str = REJECT

    def leaving(self, state: str, bound: tuple[str, ...] = (), number: int = 0) -> tuple[Edge, ...]:
        """Return the edges that leave a state, in the order they were made."""
        return tuple(edge for edge in self.edges if edge.source == state)


def expanded(topology: Topology, limit: int = STATES) -> Automaton:
    """Write out every state that can be reached; past the limit there is no automaton at all.

    Paper: [D] section 6.1, where only the states that hold an instance exist.
    """
    edges: dict[Edge, None] = {}
    states: dict[str, None] = {topology.initial: None}
    todo: list[tuple[str, tuple[str, ...], int]] = [
        (topology.initial, (), number) for number in range(len(topology.branches))
    ]
    for state, bound, number in todo:
        for edge in topology.leaving(state, bound, number):
            if edge in edges:
                continue
            edges[edge] = None
            if edge.target in states or edge.target in (ACCEPT, REJECT):
                continue
            states[edge.target] = None
            if len(states) > limit:
                fix = "use a chain, or fewer names"
                raise LimitExceededError("states of the automaton", len(states), limit, fix)
            taken = edge.names if edge.action in ("take", "iterate") else ()
            todo.append((edge.target, (*bound, *taken), edge.branch))
    return Automaton(
        (*states, ACCEPT, REJECT),
        tuple(edges),
        topology.initial,
        topology.branches,
        topology.stores,
        topology.adaptive,
    )
