"""A second reading of the definition, straight over the AST and without the normal form.

The meaning of a structure is a set of bindings, built from the meanings of its parts; a part
knows its own order, so no partial order is ever written down. ``NOT(T n)`` means nothing at
first; a binding is refuted iff it is part of a meaning in which that one ``NOT`` is read as
``T n``. Nothing here is shared with ``augury.spec.semantics`` but the scalar evaluator.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from itertools import combinations
from operator import mul
from typing import TypeAlias

from augury.spec.errors import UnsupportedError
from augury.spec.evaluate import Scope, truth
from augury.spec.events import Dialect, Event, Stream
from augury.spec.language import ast
from augury.spec.language.functions import BUILTINS, Functions

Bound: TypeAlias = tuple[tuple[str, tuple[Event, ...]], ...]
"""Names with their events, in the order of writing."""
Meaning: TypeAlias = dict[tuple[int, Bound], None]
"""A set of (way through the ORs, binding), in a fixed order."""
Answer: TypeAlias = frozenset[tuple[int, tuple[tuple[str, tuple[int, ...]], ...]]]
"""Branch number and ids by name; one event is a tuple of one."""


def matches(
    stream: Stream,
    pattern: ast.Pattern,
    dialect: Dialect = Dialect(),  # noqa: B008 - frozen
    *,
    functions: Functions = BUILTINS,
) -> Answer:
    """Return all matches as branch number and ids.  Semantics: S-4.1."""
    if pattern.selective:
        raise UnsupportedError("this reading has no SELECT and SKIP; ask the definition")
    negated = [leaf for leaf in ast.leaves(pattern.structure) if isinstance(leaf, ast.Absent)]

    def admitted(reading: str | None) -> Meaning:
        bindings = meaning(pattern.structure, reading, stream, dialect)
        return {
            (way, bound): None
            for way, bound in bindings
            if span(bound) <= dialect.reach(pattern.within.ticks)
            if all(
                holds(clause, dict(bound), functions)
                for clause in pattern.where
                if applies(clause, reading, way, pattern.structure)
            )
        }

    refuted = {
        (way, tuple(pair for pair in bound if pair[0] != leaf.name))
        for leaf in negated
        for way, bound in admitted(leaf.name)
        if leaf.name in dict(bound)
    }
    return frozenset(
        (way, tuple((name, tuple(event.id for event in events)) for name, events in bound))
        for way, bound in admitted(None)
        if (way, bound) not in refuted
    )


def ways(structure: ast.Structure) -> int:
    """Return the number of ways through the ORs of a structure.  Semantics: S-2.4."""
    if isinstance(structure, ast.Or):
        return sum(ways(part) for part in structure.parts)
    if isinstance(structure, (ast.Seq, ast.And)):
        return reduce(mul, (ways(part) for part in structure.parts))
    return 1


def meaning(
    structure: ast.Structure, reading: str | None, stream: Stream, dialect: Dialect
) -> Meaning:
    """Return the bindings of a structure in which the one negated name ``reading`` is positive.

    Semantics: S-2.2, S-2.3, S-2.4, S-4.2, S-4.3.
    """
    if isinstance(structure, ast.Or):
        found: Meaning = {}
        for index, part in enumerate(structure.parts):
            skipped = sum(ways(earlier) for earlier in structure.parts[:index])
            for way, bound in meaning(part, reading, stream, dialect):
                found[skipped + way, bound] = None
        return found
    if isinstance(structure, (ast.Seq, ast.And)):
        joined: Meaning = {(0, ()): None}
        for part in structure.parts:
            inner = meaning(part, reading, stream, dialect)
            joined = {
                (way * ways(part) + other, left + right): None
                for way, left in joined
                for other, right in inner
                if joinable(left, right, dialect if isinstance(structure, ast.Seq) else None)
            }
        return joined
    return {(0, bound): None for bound in leaf_meaning(structure, reading, stream)}


def leaf_meaning(leaf: ast.Leaf, reading: str | None, stream: Stream) -> Iterator[Bound]:
    """Yield what one leaf may bind.  Semantics: S-2.3."""
    events = [event for event in stream if event.type == leaf.type]
    if isinstance(leaf, ast.Absent) and leaf.name != reading:
        yield ()
    elif isinstance(leaf, ast.Kleene):
        highest = len(events) if leaf.high is None else min(leaf.high, len(events))
        for size in range(leaf.low, highest + 1):
            for subset in combinations(events, size):
                yield ((leaf.name, subset),)
    else:
        for event in events:
            yield ((leaf.name, (event,)),)


def joinable(left: Bound, right: Bound, dialect: Dialect | None) -> bool:
    """Return whether two bindings share no event and, under a dialect, come one after the other.

    Semantics: S-4.2, S-4.3.
    """
    firsts = [event for _, events in left for event in events]
    seconds = [event for _, events in right for event in events]
    return all(
        a.id != b.id and (dialect is None or dialect.before(a, b)) for a in firsts for b in seconds
    )


def span(bound: Bound) -> int:
    """Return the distance from the first to the last bound event.  Semantics: S-4.5."""
    times = sorted(event.ts for _, events in bound for event in events)
    return times[-1] - times[0]


def present(structure: ast.Structure, way: int) -> frozenset[str]:
    """Return the names on one way through the ORs.  Semantics: S-2.4, S-2.5."""
    if isinstance(structure, ast.Or):
        index = 0
        while way >= ways(structure.parts[index]):
            way -= ways(structure.parts[index])
            index += 1
        return present(structure.parts[index], way)
    if isinstance(structure, (ast.Seq, ast.And)):
        names: frozenset[str] = frozenset()
        for part in reversed(structure.parts):
            way, inner = divmod(way, ways(part))
            names |= present(part, inner)
        return names
    assert isinstance(structure, (ast.One, ast.Kleene, ast.Absent))
    return frozenset({structure.name})


def applies(clause: ast.Condition, reading: str | None, way: int, structure: ast.Structure) -> bool:
    """Return whether a clause judges a reading: all its names are present, and n if one is read.

    Semantics: S-2.5, S-4.4, S-4.6.
    """
    names = ast.names(clause)
    negated = {leaf.name for leaf in ast.leaves(structure) if isinstance(leaf, ast.Absent)}
    if not names <= present(structure, way):
        return False
    return reading in names if reading is not None else not names & negated


def holds(clause: ast.Condition, bound: dict[str, tuple[Event, ...]], functions: Functions) -> bool:
    """Return whether a clause is true for each event of each name, one name after the other.

    Semantics: S-2.9, S-4.4.
    """
    nodes = list(ast.walk(clause))
    free = sorted({node.name for node in nodes if isinstance(node, (ast.Ref, ast.Indexed))})
    paired = {node.name for node in nodes if isinstance(node, ast.Indexed) and node.back == 1}

    def every(index: int, now: dict[str, Event], then: dict[str, Event]) -> bool:
        if index == len(free):
            return truth(clause, Scope(now, then, bound, functions)) is True
        name = free[index]
        events = bound[name]
        if name not in paired:
            return all(every(index + 1, {**now, name: event}, then) for event in events)
        return all(
            every(index + 1, {**now, name: events[k]}, {**then, name: events[k - 1]})
            for k in range(1, len(events))
        )

    return every(0, {}, {})
