"""Selection: which matches are reported, where a pattern says SELECT or SKIP.

SELECT judges a match by the events it skipped, SKIP by the matches reported before it. Both
speak of the *position* of events, their place in canonical order, whatever the dialect's
``order``. ``SEMANTICS.md`` says the same in section 6.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from augury.spec.events import Dialect, Event, Stream
from augury.spec.language import ast
from augury.spec.language.functions import BUILTINS, Functions
from augury.spec.language.normal import Branch, normal_form
from augury.spec.semantics import (
    Binding,
    Match,
    candidates,
    events_of,
    fits,
    is_match,
    match_of,
    ordered,
    positive_clauses,
    satisfied,
)

# ------------------------------------------------------------------------ positions


def position(event: Event) -> tuple[int, int]:
    """Return the place of an event in canonical order.  Semantics: S-6.2."""
    return event.key


def first(mu: Binding) -> Event:
    """Return the bound event with the smallest position.  Semantics: S-6.2."""
    return min(events_of(mu), key=position)


def last(mu: Binding) -> Event:
    """Return the bound event with the largest position.  Semantics: S-6.2."""
    return max(events_of(mu), key=position)


def skipped(mu: Binding, stream: Stream) -> tuple[Event, ...]:
    """Return the events between the first and the last bound one that are not bound.

    Semantics: S-6.2.
    """
    low, high = position(first(mu)), position(last(mu))
    bound = {event.id for event in events_of(mu)}
    return tuple(e for e in stream if low < position(e) < high and e.id not in bound)


def prefix(mu: Binding, e: Event) -> Binding:
    """Return mu restricted to events before e; a name without events has the empty set.

    Semantics: S-6.4.
    """
    return {
        name: tuple(event for event in events if position(event) < position(e))
        for name, events in mu.items()
    }


# ------------------------------------------------------------------------ SELECT


def lasting_clauses(branch: Branch) -> tuple[ast.Condition, ...]:
    """Return the clauses that stay true when events are taken away: no NOT, no aggregate.

    Semantics: S-6.4.
    """
    return tuple(
        clause
        for clause in positive_clauses(branch)
        if not any(isinstance(node, ast.Aggregate) for node in ast.walk(clause))
    )


def takers(
    e: Event, nu: Binding, branch: Branch, dialect: Dialect, functions: Functions = BUILTINS
) -> tuple[str, ...]:
    """Return the names under which e extends a partial binding nu.

    Rule 5 plays no part: a negated name refutes a match, it does not keep an event from being
    taken.  Semantics: S-6.4.
    """
    clauses = lasting_clauses(branch)

    def enough(name: str) -> bool:
        return len(nu[name]) >= branch.kleene.get(name, (1, 1))[0]

    def room(name: str) -> bool:
        high = branch.kleene.get(name, (1, 1))[1]
        return high is None or len(nu[name]) < high

    return tuple(
        p
        for p in branch.positive
        if branch.types[p] == e.type
        for extended in ({**nu, p: (*nu[p], e)},)
        if room(p)
        and all(enough(q) for q in branch.predecessors(p))
        and ordered(extended, branch, dialect)
        and fits(extended, branch, dialect)
        and satisfied(extended, clauses, functions)
    )


def obstacles(
    mu: Binding,
    select: ast.Select,
    branch: Branch,
    stream: Stream,
    dialect: Dialect,
    functions: Functions = BUILTINS,
) -> tuple[tuple[Event, tuple[str, ...]], ...]:
    """Return the skipped events because of which a match is not selected; none, if it is.

    Under ``strict`` every skipped event is one. Under ``next`` those are that extend the prefix
    of mu before them; each comes with the names under which it could have been taken.

    Semantics: S-6.3, S-6.5.
    """
    if select == "any":
        return ()
    if select == "strict":
        return tuple((e, ()) for e in skipped(mu, stream))
    return tuple(
        (e, names)
        for e in skipped(mu, stream)
        if (names := takers(e, prefix(mu, e), branch, dialect, functions))
    )


@dataclass(frozen=True, slots=True)
class Selected:
    """A match and the events it binds, with its place in the order of completion.

    Semantics: S-6.6.
    """

    match: Match
    mu: Binding

    @property
    def completion(self) -> tuple[tuple[int, int], tuple[int, int], Match]:
        """Last event, then first event, then canonical order.  Semantics: S-6.6."""
        return position(last(self.mu)), position(first(self.mu)), self.match


def selected(
    stream: Stream,
    pattern: ast.Pattern,
    dialect: Dialect,
    functions: Functions = BUILTINS,
) -> tuple[Selected, ...]:
    """Return the matches of all branches that SELECT keeps, each judged by its own branch.

    Semantics: S-6.2, S-6.3, S-6.5.
    """
    return tuple(
        Selected(match_of(mu, branch, number), mu)
        for number, branch in enumerate(normal_form(pattern))
        for mu in candidates(branch, stream)
        if is_match(mu, branch, stream, dialect, functions)
        and not obstacles(mu, pattern.select, branch, stream, dialect, functions)
    )


# ------------------------------------------------------------------------ SKIP


def displaces(nu: Selected, mu: Selected, skip: ast.Skip) -> bool:
    """Return whether mu is left out once nu is reported.  Semantics: S-6.7."""
    if skip == "none":
        return False
    if skip == "to next":
        return position(first(mu.mu)) == position(first(nu.mu))
    return position(first(mu.mu)) <= position(last(nu.mu))


def reported(
    found: Iterable[Selected],
    skip: ast.Skip,
    settled: Callable[[Selected], bool] = lambda _: True,
) -> tuple[Selected, ...]:
    """Return what SKIP reports, in the order of completion.

    A match that a reported one displaces is dropped. One that is not settled, or that waits for
    such a one to displace it or not, is open. At the end of a stream all are settled.

    Semantics: S-6.6, S-6.7, S-6.9.
    """
    said: list[Selected] = []
    open_: list[Selected] = []
    for mu in sorted(found, key=lambda one: one.completion):
        if not any(displaces(nu, mu, skip) for nu in said):
            waits = not settled(mu) or any(displaces(nu, mu, skip) for nu in open_)
            (open_ if waits else said).append(mu)
    return tuple(said)
