"""The definition: which sets of events match a pattern. The oracle of oracles.

A match of a branch is a binding of its positive names to events that satisfies five rules. This
module states them as a set comprehension over *all* candidate bindings; it is exponential, and
it is meant to be read, not to be fast. ``SEMANTICS.md`` says the same in prose.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, combinations, pairwise, product
from math import comb, prod
from typing import TypeAlias

from augury.spec.errors import TooManyCandidates
from augury.spec.evaluate import Scope, truth
from augury.spec.events import Dialect, Event, Stream
from augury.spec.language import ast
from augury.spec.language.functions import BUILTINS, Functions
from augury.spec.language.normal import Branch, normal_form
from augury.spec.limits import CANDIDATES

Binding: TypeAlias = Mapping[str, tuple[Event, ...]]
"""Each positive name with its events in (ts, id) order; exactly one, unless it is Kleene."""


@dataclass(frozen=True, slots=True, order=True)
class Match:
    """A match is the number of its branch and the ids that its names bind.

    Matches sort in the canonical order: by branch, then by ids in the order of writing.
    Semantics: S-4.1.
    """

    branch: int
    ids: tuple[int | tuple[int, ...], ...]
    names: tuple[str, ...]

    @property
    def bindings(self) -> dict[str, int | tuple[int, ...]]:
        """The ids by name; a Kleene name has a sorted tuple."""
        return dict(zip(self.names, self.ids, strict=True))


def matches(
    stream: Stream,
    pattern: ast.Pattern,
    dialect: Dialect = Dialect(),  # noqa: B008 - frozen
    *,
    functions: Functions = BUILTINS,
    limit: int = CANDIDATES,
) -> frozenset[Match]:
    """Return every match of every branch, or those of them that SELECT and SKIP report.

    Semantics: S-4.1, S-4.7, S-4.8, S-6.1, S-6.7.
    """
    branches = normal_form(pattern)
    guard(branches, stream, limit)
    if pattern.selective:
        from augury.spec.selection import reported, selected  # it imports this module

        chosen = selected(stream, pattern, dialect, functions)
        return frozenset(one.match for one in reported(chosen, pattern.skip))
    return frozenset(
        match_of(mu, branch, number)
        for number, branch in enumerate(branches)
        for mu in candidates(branch, stream)
        if is_match(mu, branch, stream, dialect, functions)
    )


def is_match(
    mu: Binding,
    branch: Branch,
    stream: Stream,
    dialect: Dialect,
    functions: Functions = BUILTINS,
) -> bool:
    """Return whether a binding satisfies the five rules.  Semantics: S-4.1."""
    return (
        distinct(mu)
        and ordered(mu, branch, dialect)
        and satisfied(mu, positive_clauses(branch), functions)
        and fits(mu, branch, dialect)
        and not any(witnesses(n, mu, branch, stream, dialect, functions) for n in branch.negated)
    )


# ------------------------------------------------------------------------ the five rules


def distinct(mu: Binding) -> bool:
    """Rule 1: all bound events are distinct.  Semantics: S-4.2."""
    bound = events_of(mu)
    return len({event.id for event in bound}) == len(bound)


def ordered(mu: Binding, branch: Branch, dialect: Dialect) -> bool:
    """Rule 2: p < q implies that every event of p is before every event of q.

    Semantics: S-4.3.
    """
    return all(
        dialect.before(a, b)
        for p, q in branch.order
        if p in mu and q in mu
        for a in mu[p]
        for b in mu[q]
    )


def satisfied(mu: Binding, clauses: tuple[ast.Condition, ...], functions: Functions) -> bool:
    """Rule 3: each clause is true for every choice of one event for each of its names.

    Semantics: S-4.4.
    """
    return all(
        truth(clause, scope) is True
        for clause in clauses
        for scope in choices(clause, mu, functions)
    )


def fits(mu: Binding, branch: Branch, dialect: Dialect) -> bool:
    """Rule 4: the span of all bound events fits the window.  Semantics: S-4.5."""
    times = [event.ts for event in events_of(mu)]
    return max(times) - min(times) <= dialect.reach(branch.window)


def witnesses(
    n: str,
    mu: Binding,
    branch: Branch,
    stream: Stream,
    dialect: Dialect,
    functions: Functions = BUILTINS,
) -> tuple[Event, ...]:
    """Rule 5 fails for the events e of n such that mu with n -> e satisfies 1, 2, 4, and 3 for n.

    Semantics: S-4.6.
    """
    clauses = tuple(clause for clause in branch.clauses if n in ast.names(clause))
    return tuple(
        event
        for event in stream.of_type(branch.types[n])
        for extended in ({**mu, n: (event,)},)
        if distinct(extended)
        and ordered(extended, branch, dialect)
        and satisfied(extended, clauses, functions)
        and fits(extended, branch, dialect)
    )


# ------------------------------------------------------------------------ what the rules speak of


def events_of(mu: Binding) -> tuple[Event, ...]:
    """Return all bound events, an event bound twice twice."""
    return tuple(chain.from_iterable(mu.values()))


def positive_clauses(branch: Branch) -> tuple[ast.Condition, ...]:
    """Return the clauses without a negated name.  Semantics: S-4.4."""
    return tuple(clause for clause in branch.clauses if not ast.names(clause) & branch.negated)


def adjacent_name(clause: ast.Condition) -> str | None:
    """Return the name b if the clause mentions ``b[i-1]``.  Semantics: S-2.9."""
    for node in ast.walk(clause):
        if isinstance(node, ast.Indexed) and node.back:
            return node.name
    return None


def choices(clause: ast.Condition, mu: Binding, functions: Functions) -> Iterator[Scope]:
    """Yield every choice of one event for each name that a clause mentions outside aggregates.

    The name of ``b[i-1]`` chooses an adjacent pair instead, so that one event or none is chosen
    in no way and the clause holds vacuously.  Semantics: S-2.9, S-4.4.
    """
    adjacent = adjacent_name(clause)
    chosen = sorted(
        {node.name for node in ast.walk(clause) if isinstance(node, (ast.Ref, ast.Indexed))}
    )
    options = [
        tuple(pairwise(mu[name])) if name == adjacent else tuple((None, e) for e in mu[name])
        for name in chosen
    ]
    for choice in product(*options):
        picked = dict(zip(chosen, choice, strict=True))
        yield Scope(
            event={name: event for name, (_, event) in picked.items()},
            previous={name: before for name, (before, _) in picked.items() if before is not None},
            group=mu,
            functions=functions,
        )


# ------------------------------------------------------------------------ candidates


def bounds(name: str, branch: Branch, available: int) -> range:
    """Return how many events a name may bind, of those available.  Semantics: S-2.3."""
    low, high = branch.kleene.get(name, (1, 1))
    return range(low, min(available, available if high is None else high) + 1)


def guard(branches: tuple[Branch, ...], stream: Stream, limit: int) -> None:
    """Refuse to enumerate more bindings than allowed; a part is no answer.  Semantics: S-4.8."""
    count = sum(count_candidates(branch, stream) for branch in branches)
    if count > limit:
        raise TooManyCandidates(count, limit)


def count_candidates(branch: Branch, stream: Stream) -> int:
    """Return the number of bindings that ``candidates`` yields, without enumerating them.

    Semantics: S-4.8.
    """
    return prod(
        count_subsets(available, bounds(name, branch, available))
        for name in branch.positive
        for available in (len(stream.of_type(branch.types[name])),)
    )


def count_subsets(available: int, sizes: range) -> int:
    """Return how many subsets of the given sizes a set has; all sizes at once are 2^n.

    Semantics: S-4.8.
    """
    if len(sizes) > 2 and sizes.stop == available + 1:
        return int(2**available) - sum(comb(available, k) for k in range(sizes.start))
    return sum(comb(available, k) for k in sizes)


def candidates(branch: Branch, stream: Stream) -> Iterator[Binding]:
    """Yield every binding of the positive names to events of their types.  Semantics: S-4.1."""
    choices_of = {
        name: tuple(
            subset
            for k in bounds(name, branch, len(stream.of_type(branch.types[name])))
            for subset in combinations(stream.of_type(branch.types[name]), k)
        )
        for name in branch.positive
    }
    for chosen in product(*choices_of.values()):
        yield dict(zip(choices_of, chosen, strict=True))


def match_of(mu: Binding, branch: Branch, number: int) -> Match:
    """Return the match that reports a binding by ids, those of a Kleene name sorted.

    Semantics: S-4.7.
    """
    ids = tuple(
        tuple(sorted(event.id for event in mu[name])) if name in branch.kleene else mu[name][0].id
        for name in branch.positive
    )
    return Match(number, ids, branch.positive)
