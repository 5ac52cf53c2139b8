"""Why a binding is a match or is not: every rule, by clause and by event.

The answer is computed from the same functions as the definition, so the two cannot drift.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from augury.spec.errors import InvalidBindingError
from augury.spec.evaluate import Scope, truth, value
from augury.spec.events import Dialect, Event, Stream, Value
from augury.spec.language import ast
from augury.spec.language.functions import BUILTINS, Functions
from augury.spec.language.normal import Branch, normal_form
from augury.spec.language.printer import show_bounds, show_condition, show_span, show_term
from augury.spec.limits import CANDIDATES
from augury.spec.selection import Selected, displaces, obstacles, reported, selected
from augury.spec.semantics import (
    Binding,
    Match,
    bounds,
    choices,
    events_of,
    fits,
    guard,
    match_of,
    positive_clauses,
    witnesses,
)


@dataclass(frozen=True, slots=True)
class Finding:
    """One sentence about one rule, and whether the rule holds there; 6 is SELECT, 7 is SKIP."""

    rule: int
    holds: bool
    text: str


@dataclass(frozen=True, slots=True)
class Explanation:
    """All findings for one binding of one branch; it is reported iff all of them hold."""

    branch: int
    findings: tuple[Finding, ...]

    @property
    def is_match(self) -> bool:
        """Whether the binding is a match that is reported."""
        return all(finding.holds for finding in self.findings)

    def __str__(self) -> str:
        match = all(finding.holds for finding in self.findings if finding.rule <= 5)
        verdict = f"{'a match' if match else 'not a match'} of branch {self.branch}"
        return "\n".join(
            (
                verdict if self.is_match or not match else f"{verdict} that is not reported",
                *(
                    f"  {'ok  ' if finding.holds else 'FAIL'} rule {finding.rule}: {finding.text}"
                    for finding in self.findings
                ),
            )
        )


def why(
    ids: Mapping[str, Sequence[int]],
    stream: Stream,
    pattern: ast.Pattern,
    dialect: Dialect = Dialect(),  # noqa: B008 - frozen
    *,
    branch: int | None = None,
    functions: Functions = BUILTINS,
    limit: int = CANDIDATES,
) -> Explanation:
    """Return what each of the five rules, and SELECT and SKIP, say of a binding.

    SKIP chooses among selected matches, so it says nothing of other bindings.
    Semantics: S-4.1 to S-4.6, S-6.3, S-6.5, S-6.7.
    """
    number, chosen = _branch(ids, normal_form(pattern), branch)
    mu = {name: _events(name, ids.get(name, ()), chosen, stream) for name in chosen.positive}
    findings = (
        *_distinct(mu),
        *_ordered(mu, chosen, dialect),
        *_satisfied(mu, chosen, functions),
        *_fits(mu, chosen, dialect),
        *_unrefuted(mu, chosen, stream, dialect, functions),
        *_selected(mu, pattern.select, chosen, stream, dialect, functions),
    )
    if pattern.skip != "none" and all(finding.holds for finding in findings):
        guard(normal_form(pattern), stream, limit)
        judged = Selected(match_of(mu, chosen, number), mu)
        others = selected(stream, pattern, dialect, functions)
        findings = (*findings, _undisplaced(judged, others, pattern.skip))
    return Explanation(number, findings)


def _branch(
    ids: Mapping[str, Sequence[int]], branches: tuple[Branch, ...], wanted: int | None
) -> tuple[int, Branch]:
    """Return the branch that a binding speaks of: the one whose names it binds."""
    if wanted is not None:
        if not 0 <= wanted < len(branches):
            raise InvalidBindingError(
                f"there is no branch {wanted}; the last is {len(branches) - 1}"
            )
        fitting = [(wanted, branches[wanted])]
    else:
        fitting = list(enumerate(branches))
    fitting = [
        (number, branch)
        for number, branch in fitting
        if set(branch.required) <= set(ids) <= set(branch.positive)
    ]
    absent = sorted(name for branch in branches for name in branch.negated & set(ids))
    if absent:
        raise InvalidBindingError(f"'{absent[0]}' is negated and binds no event; leave it out")
    if not fitting:
        names = " or ".join(f"({', '.join(branch.positive)})" for branch in branches[:4])
        raise InvalidBindingError(f"bind the names of one branch: {names}")
    if len(fitting) > 1:
        numbers = ", ".join(str(number) for number, _ in fitting)
        raise InvalidBindingError(f"the names fit the branches {numbers}; choose with --branch")
    return fitting[0]


def _events(name: str, ids: Sequence[int], branch: Branch, stream: Stream) -> tuple[Event, ...]:
    """Return the events of a name; what cannot be a candidate at all is an error."""
    events = []
    for number in ids:
        event = stream.by_id.get(number)
        if event is None:
            raise InvalidBindingError(f"{name}={number}: the stream has no event with this id")
        if event.type != branch.types[name]:
            raise InvalidBindingError(
                f"{name}={number}: this event has type {event.type}, not {branch.types[name]}"
            )
        events.append(event)
    if len(set(ids)) != len(ids) or len(ids) not in bounds(name, branch, max(len(ids), 1)):
        leaf = (
            f"{branch.types[name]}{show_bounds(*branch.kleene.get(name, (1, 1)))} {name}"
            if name in branch.kleene
            else f"{branch.types[name]} {name}"
        )
        how = "twice the same event" if len(set(ids)) != len(ids) else f"{len(ids)} events"
        raise InvalidBindingError(f"'{leaf}' cannot bind {how}: {list(ids)}")
    return tuple(sorted(events, key=lambda event: event.key))


def _distinct(mu: Binding) -> Iterator[Finding]:
    users: dict[int, list[str]] = {}
    for name, events in mu.items():
        for event in events:
            users.setdefault(event.id, []).append(name)
    shared = {number: names for number, names in users.items() if len(names) > 1}
    for number, names in shared.items():
        yield Finding(1, holds=False, text=f"event {number} is bound to {' and '.join(names)}")
    if not shared:
        yield Finding(1, holds=True, text=f"the {len(users)} bound events are distinct")


def _ordered(mu: Binding, branch: Branch, dialect: Dialect) -> Iterator[Finding]:
    pairs = [(p, q) for p in branch.positive for q in branch.positive if (p, q) in branch.order]
    for p, q in pairs:
        wrong = [(a, b) for a in mu[p] for b in mu[q] if not dialect.before(a, b)]
        if wrong:
            a, b = wrong[0]
            text = f"{p} < {q}: {_place(a)} is not before {_place(b)} ({dialect.order})"
            yield Finding(2, holds=False, text=text)
        else:
            yield Finding(2, holds=True, text=f"{p} < {q}")


def _satisfied(mu: Binding, branch: Branch, functions: Functions) -> Iterator[Finding]:
    for clause in positive_clauses(branch):
        text, scopes = show_condition(clause), tuple(choices(clause, mu, functions))
        failing = next((scope for scope in scopes if truth(clause, scope) is not True), None)
        if failing is not None:
            word = "unknown" if truth(clause, failing) is None else "false"
            detail = f"{word}{_choice(failing)}: {_values(clause, failing)}"
            yield Finding(3, holds=False, text=f"{text} is {detail}")
        else:
            count = len(scopes)
            how = "" if count == 1 else f" for all {count} choices" if count else " vacuously"
            yield Finding(3, holds=True, text=f"{text} is true{how}")


def _fits(mu: Binding, branch: Branch, dialect: Dialect) -> Iterator[Finding]:
    times = [event.ts for event in events_of(mu)]
    holds, sign = fits(mu, branch, dialect), "<=" if dialect.window == "inclusive" else "<"
    text = f"the span from {min(times)} to {max(times)}"
    if branch.unit is not None:
        text += f", {show_span(max(times) - min(times), branch.unit)},"
    demand = f"{sign} {show_span(branch.window, branch.unit)}"
    yield Finding(4, holds, f"{text} is {demand}" if holds else f"{text} is not {demand}")


def _unrefuted(
    mu: Binding, branch: Branch, stream: Stream, dialect: Dialect, functions: Functions
) -> Iterator[Finding]:
    for n in branch.names:
        if n in branch.negated:
            found = witnesses(n, mu, branch, stream, dialect, functions)
            what = f"NOT({branch.types[n]} {n})"
            if found:
                yield Finding(
                    5, holds=False, text=f"{what} is refuted by {', '.join(map(_place, found))}"
                )
            else:
                yield Finding(5, holds=True, text=f"{what}: no event refutes it")


def _selected(
    mu: Binding,
    select: ast.Select,
    branch: Branch,
    stream: Stream,
    dialect: Dialect,
    functions: Functions,
) -> Iterator[Finding]:
    if select == "any":
        return
    found = obstacles(mu, select, branch, stream, dialect, functions)
    for e, names in found:
        how = f"could have been taken as {' or '.join(names)}" if names else "is not bound"
        yield Finding(6, holds=False, text=f"SELECT {select}: the skipped {_place(e)} {how}")
    if not found:
        what = "no event is skipped" if select == "strict" else "no skipped event could be taken"
        yield Finding(6, holds=True, text=f"SELECT {select}: {what}")


def _undisplaced(mu: Selected, others: Iterable[Selected], skip: ast.Skip) -> Finding:
    """Name the first reported match that displaces mu, if one does."""
    for nu in reported(others, skip):
        if nu.completion < mu.completion and displaces(nu, mu, skip):
            text = f"SKIP {skip}: displaced by {_binding(nu.match)} of branch {nu.match.branch}"
            return Finding(7, holds=False, text=text)
    return Finding(7, holds=True, text=f"SKIP {skip}: no reported match before it displaces it")


def _binding(match: Match) -> str:
    return ", ".join(
        f"{name}={list(ids) if isinstance(ids, tuple) else ids}"
        for name, ids in match.bindings.items()
    )


def _place(event: Event) -> str:
    return f"event {event.id} at {event.ts}"


def _choice(scope: Scope) -> str:
    chosen = ", ".join(f"{name}={event.id}" for name, event in scope.event.items())
    return f" for {chosen}" if chosen else ""


def _values(clause: ast.Condition, scope: Scope) -> str:
    """Return the values of the attributes and aggregates that a clause mentions."""
    terms = dict.fromkeys(
        node for node in ast.walk(clause) if isinstance(node, (ast.Ref, ast.Indexed, ast.Aggregate))
    )
    shown = (f"{show_term(term)} = {_shown(value(term, scope))}" for term in terms)
    return ", ".join(shown) or "no name is mentioned"


def _shown(found: Value) -> str:
    return "missing" if found is None else repr(found)
