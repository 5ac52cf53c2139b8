"""The topologies: from the branches of a pattern to an automaton.

``Chain`` binds the names one after the other in a given order; ``Eager`` binds them in the order in
which events come, through the lattice of subsets; ``Tree`` has every order at once. All three put a
clause on the edge that binds the last of its names *on that path*, take the scope of an edge from
the names that are bound before it, and share q1, F and R between the branches.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from augury.reference.nfa.automaton import ACCEPT, REJECT, Edge, Scope, Stores
from augury.spec.language import ast
from augury.spec.language.normal import Branch
from augury.spec.language.printer import show_name
from augury.spec.semantics import positive_clauses

Negation: TypeAlias = Literal["post", "first"]
"""When a negated name may reject: after all positive names, or as soon as that is certain."""
INITIAL = "q1"


def scope_of(name: str, bound: Sequence[str], branch: Branch) -> Scope:
    """Return the scope of a name: its neighbours in the partial order among the bound names.

    Paper: [D] section 5 (corrected), [T] section 3.4 (corrected).
    Proof: PR-SCOPE-01 to PR-SCOPE-08.
    """
    return Scope(
        after=tuple(p for p in bound if (p, name) in branch.order),
        before=tuple(q for q in bound if (name, q) in branch.order),
    )


def clauses_at(name: str, bound: Sequence[str], branch: Branch) -> tuple[ast.Condition, ...]:
    """Return the clauses that become decidable when a name is bound after some others.

    A clause without names sits on the first edge.

    Paper: [D] section 3.2.1, item 1, which takes the latest in the order of the pattern.
    Proof: PR-CLAUSE-01, PR-CLAUSE-02.
    """
    known = {*bound, name}
    return tuple(
        clause
        for clause in positive_clauses(branch)
        if name in ast.names(clause) <= known or not (bound or ast.names(clause))
    )


def decidable(name: str, bound: Sequence[str], branch: Branch) -> bool:
    """Return whether an event of a negated name between bound events refutes every completion.

    The positive names of its clauses, the names of its type, which might bind the event itself, and
    its neighbours in the order must be bound; a neighbour behind one that has events is no matter.

    Paper: [T] section 3.5.2, DEP (corrected).  Proof: PR-CHANCE-05.
    """
    order = branch.order
    firm = [other for other in bound if other in branch.required]

    def matters(other: str) -> bool:
        return (
            branch.types[other] == branch.types[name]
            or any({name, other} <= ast.names(clause) for clause in branch.clauses)
            or (
                (other, name) in order
                and not any((other, p) in order and (p, name) in order for p in firm)
            )
            or (
                (name, other) in order
                and not any((name, q) in order and (q, other) in order for q in firm)
            )
        )

    return all(other in bound or not matters(other) for other in branch.positive)


def _prefix(number: int, branches: Sequence[Branch]) -> str:
    return f"{number}." if len(branches) > 1 else ""


def _listed(names: Sequence[str]) -> str:
    """Return names as the language writes them, so that no two lists look alike."""
    return ",".join(map(show_name, names))


def _loops(
    state: str, bound: Sequence[str], number: int, branch: Branch, stored: Sequence[str]
) -> Iterator[Edge]:
    """Yield the edges on which an instance stays: what is bound is ignored, the rest is stored."""
    if bound:
        yield Edge(state, state, "ignore", tuple(bound), branch=number)
    if stored:
        yield Edge(state, state, "store", tuple(stored), branch=number)


def _rejecting(
    state: str, bound: Sequence[str], number: int, branch: Branch, names: Sequence[str]
) -> Iterator[Edge]:
    """Yield the edges on which an event of a negated name rejects an instance."""
    for name in names:
        condition = tuple(c for c in branch.clauses if name in ast.names(c))
        scope = scope_of(name, bound, branch)
        yield Edge(state, REJECT, "take", (name,), condition, scope, branch=number)


def _negated(branch: Branch) -> tuple[str, ...]:
    return tuple(name for name in branch.names if name in branch.negated)


def _after_all(number: int, branches: Sequence[Branch]) -> str:
    """Return where an instance goes when all positive names are bound."""
    return f"{_prefix(number, branches)}r1" if branches[number].negated else ACCEPT


def _post_processing(state: str, number: int, branches: Sequence[Branch]) -> Iterator[Edge]:
    """Yield the edges of one negated name after all positive ones.  Paper: [T] section 3.5.1."""
    branch, prefix = branches[number], _prefix(number, branches)
    place = int(state.removeprefix(f"{prefix}r"))
    names = _negated(branch)
    following = f"{prefix}r{place + 1}" if place < len(names) else ACCEPT
    yield from _rejecting(state, branch.positive, number, branch, names[place - 1 : place])
    yield Edge(state, following, "ignore", (), special="timeout", branch=number)
    yield Edge(state, following, "ignore", (), special="search_failed", branch=number)


@dataclass(frozen=True, slots=True)
class Chain:
    """The lazy chain: one order of the positive names a branch.

    Paper: [D] section 5; [T] sections 3.3 to 3.7: sequence, conjunction and partial sequence,
    negation, ``iterate``, and several chains that share q1, F and R.
    """

    branches: tuple[Branch, ...]
    orders: tuple[tuple[str, ...], ...]
    negation: Negation = "post"
    initial: str = INITIAL
    stores: Stores = "window"
    adaptive: bool = False

    def leaving(self, state: str, bound: tuple[str, ...], number: int) -> tuple[Edge, ...]:
        """Return the edges of ``q_k``, or of the state ``r_k`` of a negated name."""
        branch, order = self.branches[number], self.orders[number]
        if len(bound) == len(order):
            return tuple(_post_processing(state, number, self.branches))
        name = order[len(bound)]
        prefix = _prefix(number, self.branches)
        last = len(bound) + 1 == len(order)
        target = _after_all(number, self.branches) if last else f"{prefix}q{len(bound) + 2}"
        early = _early(bound, branch, self.negation)
        return (
            *_loops(state, bound, number, branch, (*order[len(bound) + 1 :], *_negated(branch))),
            *_rejecting(state, bound, number, branch, early),
            _binding(state, target, name, bound, number, branch),
        )


def _early(bound: Sequence[str], branch: Branch, negation: Negation) -> tuple[str, ...]:
    """Return the negated names that can reject here.  Paper: [T] section 3.5.2."""
    if negation == "post" or not bound:
        return ()
    return tuple(n for n in _negated(branch) if decidable(n, bound, branch))


def _binding(
    state: str, target: str, name: str, bound: Sequence[str], number: int, branch: Branch
) -> Edge:
    """Return the edge that binds a name after some others, with its clauses and its scope."""
    return Edge(
        state,
        target,
        "iterate" if name in branch.kleene else "take",
        (name,),
        clauses_at(name, bound, branch),
        scope_of(name, bound, branch),
        branch=number,
    )


@dataclass(frozen=True, slots=True)
class Tree:
    """The lazy tree: a state for every sequence of bound names, made when an instance is in it.

    Paper: [D] section 6. The printed edges take an event or store it; here every event is stored,
    since another instance may need it in another order.
    """

    branches: tuple[Branch, ...]
    negation: Negation = "post"
    initial: str = INITIAL
    stores: Stores = "window"
    adaptive: bool = True

    def leaving(self, state: str, bound: tuple[str, ...], number: int) -> tuple[Edge, ...]:
        """Return one edge a name that is not bound, or those of a negated name at the end."""
        branch = self.branches[number]
        left = tuple(name for name in branch.positive if name not in bound)
        if not left:
            return tuple(_post_processing(state, number, self.branches))
        prefix = _prefix(number, self.branches)
        deeper = {name: f"{prefix}({_listed((*bound, name))})" for name in left}
        if len(left) == 1:
            deeper = {left[0]: _after_all(number, self.branches)}
        early = _early(bound, branch, self.negation)
        return (
            *_loops(state, bound, number, branch, (*left, *_negated(branch))),
            *_rejecting(state, bound, number, branch, early),
            *(_binding(state, deeper[name], name, bound, number, branch) for name in left),
        )


@dataclass(frozen=True, slots=True)
class Eager:
    """The eager automaton: a state for every set of names that can have events first.

    A sequence is a chain of states, a conjunction the lattice of subsets. A Kleene name takes its
    first event and iterates; clauses over whole sets wait for the edge without an event to F.

    Paper: [D] section 3.2; [T] section 3.3 on why the lattice is exponential.
    """

    branches: tuple[Branch, ...]
    ties: bool = False
    """Whether the order admits ties: an event may be taken after one that came later."""
    negation: Negation = "post"
    initial: str = INITIAL
    adaptive: bool = False

    @property
    def stores(self) -> Stores:
        """Only where the dialect admits ties, and only for the tick."""
        return "tick" if self.ties else "nothing"

    def leaving(self, state: str, bound: tuple[str, ...], number: int) -> tuple[Edge, ...]:
        """Return the edges of a set of names: take another, iterate, or be complete."""
        branch = self.branches[number]
        if state.startswith(f"{_prefix(number, self.branches)}r"):
            return tuple(_post_processing(state, number, self.branches))
        fixed = [name for name in bound if name not in branch.kleene]
        return (
            *_loops(state, fixed, number, branch, _negated(branch)),
            *_rejecting(state, fixed, number, branch, _early(fixed, branch, self.negation)),
            *self._taking(state, bound, number),
            *self._iterating(state, bound, number),
            *self._completing(state, bound, number),
        )

    def _taking(self, state: str, bound: tuple[str, ...], number: int) -> Iterator[Edge]:
        branch = self.branches[number]
        for name in branch.positive:
            needed = set(branch.predecessors(name)) & set(branch.required)
            late = set(branch.successors(name)) & set(bound)
            if name in bound or late or not needed <= set(bound):
                continue
            taken = tuple(other for other in branch.positive if other in bound or other == name)
            whole = len(taken) == len(branch.positive) and not branch.kleene
            target = (
                _after_all(number, self.branches)
                if whole
                else f"{_prefix(number, self.branches)}{{{_listed(taken)}}}"
            )
            condition = _soon(clauses_at(name, bound, branch))
            scope = scope_of(name, bound, branch)
            yield Edge(state, target, "take", (name,), condition, scope, branch=number)

    def _iterating(self, state: str, bound: tuple[str, ...], number: int) -> Iterator[Edge]:
        branch = self.branches[number]
        for name in bound:
            if branch.kleene.get(name, (1, 1))[1] == 1:
                continue
            others = tuple(other for other in bound if other != name)
            condition = _soon(clauses_at(name, bound, branch))
            scope = scope_of(name, others, branch)
            yield Edge(state, state, "iterate", (name,), condition, scope, branch=number)

    def _completing(self, state: str, bound: tuple[str, ...], number: int) -> Iterator[Edge]:
        branch = self.branches[number]
        if branch.kleene and set(branch.required) <= set(bound):
            late = tuple(c for c in positive_clauses(branch) if _aggregated(c))
            yield Edge(state, _after_all(number, self.branches), "ignore", (), late, branch=number)


def _soon(clauses: tuple[ast.Condition, ...]) -> tuple[ast.Condition, ...]:
    """Return the clauses that a growing set cannot make true again once they are false."""
    return tuple(clause for clause in clauses if not _aggregated(clause))


def _aggregated(clause: ast.Condition) -> bool:
    return any(isinstance(node, ast.Aggregate) for node in ast.walk(clause))
