"""Random streams: blind ones, and ones that a pattern directs.

A directed stream plants matches and then spoils some of them: near-misses, ties, events at the
edge of the window, missing values, witnesses of a negation. Blind streams seldom match anything;
a test that only sees those compares empty sets.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from augury.spec.events import DIALECTS, Dialect, Event, Stream, Value
from augury.spec.language import ast
from augury.spec.language.functions import BUILTINS
from augury.spec.language.normal import Branch, normal_form
from augury.spec.semantics import Binding, count_candidates, positive_clauses, satisfied
from augury.spec.strategies.choices import Choices
from augury.spec.strategies.patterns import (
    ATTRIBUTES,
    TEXTS,
    TYPES,
    Size,
    random_pattern,
    with_selection,
)

CANDIDATES: Final = 5_000
"""The most candidate bindings of a generated case."""
ATTEMPTS: Final = 30
"""How often values are drawn anew for a planted match before it is left a near-miss."""
EVENTS: Final = 12


@dataclass(frozen=True, slots=True)
class Question:
    """A stream, a pattern and a dialect: what every engine must answer alike."""

    stream: Stream
    pattern: ast.Pattern
    dialect: Dialect


def question(choices: Choices, size: Size = Size()) -> Question:  # noqa: B008 - frozen
    """Return a question; three streams of four are directed by the pattern."""
    pattern = random_pattern(choices, size)
    dialect = choices.pick(DIALECTS)
    directed = choices.chance(85)
    stream = (
        directed_stream(choices, pattern, dialect) if directed else blind_stream(choices, pattern)
    )
    return Question(stream, pattern, dialect)


def selecting(choices: Choices, size: Size = Size()) -> Question:  # noqa: B008 - frozen
    """Return a question with SELECT and SKIP; four streams of five hold echoes of their events."""
    pattern = with_selection(choices, random_pattern(choices, size))
    dialect = choices.pick(DIALECTS)
    make = crowded_stream if choices.chance(80) else directed_stream
    return Question(make(choices, pattern, dialect), pattern, dialect)


def blind_stream(choices: Choices, pattern: ast.Pattern) -> Stream:
    """Return a stream that knows nothing of the pattern but its number of candidates."""
    rows = [
        (choices.pick(TYPES), choices.integer(0, 8), _attributes(choices))
        for _ in range(choices.integer(0, EVENTS))
    ]
    return _bounded(choices, rows, pattern)


Row = tuple[str, int, dict[str, Value]]


def directed_stream(choices: Choices, pattern: ast.Pattern, dialect: Dialect) -> Stream:
    """Return a stream with planted matches, some of them spoiled, and noise around them."""
    rows: list[Row] = []
    for _ in range(choices.integer(1, 2)):
        branch = choices.pick(normal_form(pattern))
        rows.extend(_planted(choices, branch, dialect))
    for _ in range(choices.integer(0, 4)):
        low, high = min(ts for _, ts, _ in rows) - 1, max(ts for _, ts, _ in rows) + 2
        ts = choices.pick([*(ts for _, ts, _ in rows), low, high, choices.integer(low, high)])
        rows.append((choices.pick(TYPES), ts, _attributes(choices)))
    return _bounded(choices, rows, pattern)


def crowded_stream(choices: Choices, pattern: ast.Pattern, dialect: Dialect) -> Stream:
    """Return a directed stream with echoes: events like others that a match could take instead."""
    rows: list[Row] = [
        (event.type, event.ts, dict(event.attrs))
        for event in directed_stream(choices, pattern, dialect)
    ]
    for _ in range(choices.integer(2, 5)):
        type_, ts, attrs = choices.pick(rows)
        rows.append((type_, ts + choices.pick((1, 0, 2, -1)), attrs))
    return _bounded(choices, rows, pattern)


def _attributes(choices: Choices) -> dict[str, Value]:
    """Return attributes in small domains; one value in eight is missing, one in ten a text."""
    attributes: dict[str, Value] = {}
    for name in ATTRIBUTES:
        roll = choices.integer(0, 39)
        if roll < 26:
            attributes[name] = choices.integer(-1, 3)
        elif roll < 31:
            attributes[name] = choices.integer(-2, 6) / 2
        elif roll < 34:
            attributes[name] = choices.pick(TEXTS)
        elif roll < 35:
            attributes[name] = choices.chance(50)
    return attributes


def _planted(choices: Choices, branch: Branch, dialect: Dialect) -> list[Row]:
    """Return events that bind the positive names in order, near the edge of the window."""
    times = _times(choices, branch, dialect)
    rows: list[Row] = []
    for _ in range(ATTEMPTS):
        bound: dict[str, list[Row]] = {
            name: [(branch.types[name], ts, _attributes(choices)) for ts in times[name]]
            for name in branch.positive
        }
        rows = [row for part in bound.values() for row in part]
        if satisfied(_binding(bound), positive_clauses(branch), BUILTINS):
            break
    if branch.negated and choices.chance(45):
        rows.append(_witness(choices, branch, rows))
    if choices.chance(15):
        rows.pop(choices.integer(0, len(rows) - 1))
    return rows or [(TYPES[0], 0, {})]


def _binding(bound: dict[str, list[Row]]) -> Binding:
    """Return a binding with ids that stand in for the ones the events will get."""
    number = 0
    binding: dict[str, tuple[Event, ...]] = {}
    for name, part in bound.items():
        events = []
        for type_, ts, attrs in part:
            events.append(Event(number, type_, ts, attrs))
            number += 1
        binding[name] = tuple(sorted(events, key=lambda event: event.key))
    return binding


def _times(choices: Choices, branch: Branch, dialect: Dialect) -> dict[str, list[int]]:
    """Return times along a linear extension of the order; the span is often just the window."""
    waiting = list(branch.positive)
    now = start = choices.integer(0, 4)
    times: dict[str, list[int]] = {}
    while waiting:
        free = [n for n in waiting if not any((m, n) in branch.order for m in waiting)]
        name = choices.pick(free)
        waiting.remove(name)
        low, high = branch.kleene.get(name, (1, 1))
        count = choices.integer(low, min(low + 2, low + 2 if high is None else high))
        times[name] = []
        for _ in range(count):
            times[name].append(now)
            now += choices.pick((0, 1)) if name in branch.kleene else 0
        now += 1 if count and (dialect.order == "strict" or choices.chance(60)) else 0
    last = max((ts for part in times.values() for ts in part), default=start)
    edge = start + dialect.reach(branch.window) + choices.pick((0, 0, 0, 1, -1))
    if last < edge and choices.chance(40):
        final = max(times, key=lambda name: max(times[name], default=start))
        if times[final]:
            times[final][-1] = edge
    return times


def _witness(choices: Choices, branch: Branch, rows: list[Row]) -> Row:
    """Return an event of a negated name at a time that matters: a bound event's, or an edge."""
    name = choices.pick(sorted(branch.negated))
    seen = [ts for _, ts, _ in rows]
    edges = [min(seen) + branch.window, max(seen) - branch.window]
    ts = choices.pick([*seen, *edges]) + choices.pick((0, 0, 1, -1))
    return branch.types[name], ts, _attributes(choices)


def _bounded(choices: Choices, rows: list[Row], pattern: ast.Pattern) -> Stream:
    """Return the rows as a stream with ids that need not follow time, within the candidates."""
    branches = normal_form(pattern)
    ids = list(range(len(rows)))
    if choices.chance(40):
        ids = [ids.pop(choices.integer(0, len(ids) - 1)) for _ in rows]
    events: list[Event] = []
    for number, (type_, ts, attrs) in zip(ids, rows, strict=True):
        more = Stream([*events, Event(number, type_, ts, attrs)])
        if sum(count_candidates(branch, more) for branch in branches) <= CANDIDATES:
            events = list(more)
    return Stream(events)
