"""A pattern without Kleene names is a join: one SQL query a branch, answered by SQLite.

This is a reading of the definition that shares nothing with the others but the abstract
syntax.  A positive name is a row of the join, a negated name is a ``NOT EXISTS``, and rules
1 to 5 are the words of the WHERE.

Semantics: S-4.1 to S-4.5.
"""

from __future__ import annotations

import math
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from itertools import combinations, product
from typing import Final, TypeAlias

from augury.spec.crosscheck.sql_expressions import (
    Parameters,
    Scalar,
    Scope,
    all_true,
    check_supported,
    clauses_of,
    encode,
    truth_of,
)
from augury.spec.errors import InvalidBindingError, InvalidPatternError, UnsupportedError
from augury.spec.events import Dialect, Event, Stream
from augury.spec.language.ast import (
    Absent,
    And,
    Condition,
    One,
    Or,
    Pattern,
    Seq,
    Structure,
    leaves,
    names,
)

Match: TypeAlias = tuple[int, tuple[tuple[str, int], ...]]

SCHEMA: Final = (
    "CREATE TABLE event (place INTEGER PRIMARY KEY, id INTEGER, type TEXT, ts INTEGER)",
    "CREATE TABLE attribute (place INTEGER, name TEXT, value, PRIMARY KEY (place, name))",
    "CREATE INDEX event_type ON event (type, ts)",
)
"""``value`` has no declared type, so SQLite keeps what it is given."""
BEFORE: Final = {
    "strict": "{0}.ts < {1}.ts",
    "arrival": "({0}.ts, {0}.id) < ({1}.ts, {1}.id)",
    "nonstrict": "{0}.ts <= {1}.ts",
}
FITS: Final = {"inclusive": "<=", "exclusive": "<"}
TABLES: Final = 64
"""Tables in one join of SQLite."""
BRANCHES: Final = 1_024
LIMITS: Final = (
    "parser stack overflow",
    "too many SQL variables",
    "Expression tree is too large",
    "query string is too large",
    "string or blob too big",
    "too many arguments on function",
)
"""How SQLite says that a query is too large; any other complaint is a defect of this module."""


@dataclass(frozen=True, slots=True)
class Query:
    """One branch in SQL; its columns are the ids of ``names``, its parameters p0, p1, ..."""

    sql: str
    parameters: tuple[Scalar, ...]
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """A branch on its way to SQL: the row of each name, the order, and what to compare with."""

    scope: Scope
    positive: tuple[One, ...]
    order: tuple[tuple[str, str], ...]
    clauses: tuple[Condition, ...]
    window: int
    dialect: Dialect

    def rows(self, extra: Absent | None = None) -> tuple[str, ...]:
        """Return the rows of all bound names, and of one negated name if it is given."""
        bound: tuple[One | Absent, ...] = (*self.positive, extra) if extra else self.positive
        return tuple(self.scope.aliases[leaf.name] for leaf in bound)


def supports(pattern: Pattern) -> bool:
    """Return whether a pattern can be put into SQL: no Kleene name, and no function but abs."""
    try:
        check_supported(pattern)
    except UnsupportedError:
        return False
    return True


def expand(structure: Structure) -> tuple[Structure, ...]:
    """Return the branches of a structure without OR, the left-most OR varying slowest."""
    if isinstance(structure, Or):
        return tuple(branch for part in structure.parts for branch in expand(part))
    if isinstance(structure, (Seq, And)):
        kind = type(structure)
        return tuple(kind(parts) for parts in product(*map(expand, structure.parts)))
    return (structure,)


def translate(pattern: Pattern, dialect: Dialect) -> tuple[Query, ...]:
    """Return one query a branch, numbered from 0 in the order of writing."""
    check_supported(pattern)
    if _width(pattern.structure) > BRANCHES:
        raise UnsupportedError(f"more than {BRANCHES:,} branches; write fewer ORs")
    branches = expand(pattern.structure)
    _check(pattern, branches)
    return tuple(_query(branch, pattern, dialect) for branch in branches)


def _width(structure: Structure) -> int:
    """Return the number of branches without making them."""
    if not isinstance(structure, (Seq, And, Or)):
        return 1
    widths = [_width(part) for part in structure.parts]
    return sum(widths) if isinstance(structure, Or) else math.prod(widths)


def _check(pattern: Pattern, branches: tuple[Structure, ...]) -> None:
    """Refuse a pattern that breaks a rule of the language: it has no answer, hence no query."""
    every = [leaf.name for leaf in leaves(pattern.structure)]
    if len(every) != len(set(every)):
        raise InvalidPatternError("a name is used twice; names must be unique", pattern.at)
    negated = {leaf.name for leaf in leaves(pattern.structure) if isinstance(leaf, Absent)}
    present = [frozenset(leaf.name for leaf in leaves(branch)) for branch in branches]
    if any(some <= negated for some in present):
        raise InvalidPatternError("a branch has no positive name; add one", pattern.at)
    for clause in clauses_of(pattern.where):
        if not any(names(clause) <= some for some in present):
            raise InvalidPatternError("no branch has all names of a clause", clause.at)
        if len(names(clause) & negated) > 1:
            raise InvalidPatternError("a clause joins two negated names; split it", clause.at)


def _query(branch: Structure, pattern: Pattern, dialect: Dialect) -> Query:
    below = leaves(branch)
    present = frozenset(leaf.name for leaf in below)
    parameters = Parameters()
    aliases = {leaf.name: f"e{number}" for number, leaf in enumerate(below)}
    plan = Plan(
        scope=Scope(aliases, parameters.bind),
        positive=tuple(leaf for leaf in below if isinstance(leaf, One)),
        order=tuple(ordered(branch)),
        clauses=tuple(c for c in clauses_of(pattern.where) if names(c) <= present),
        window=pattern.within.ticks,
        dialect=dialect,
    )
    if len(plan.positive) > TABLES:
        raise UnsupportedError(f"SQLite joins at most {TABLES} tables; use fewer names")
    rows = plan.rows()
    absent = tuple(leaf for leaf in below if isinstance(leaf, Absent))
    conditions = [*_matched(plan, absent), *(_never(plan, leaf) for leaf in absent)]
    ids = ", ".join(f"{row}.id" for row in rows)
    # CROSS JOIN keeps the order of writing; a search for a better one takes longer than it saves
    tables = " CROSS JOIN ".join(f"event AS {row}" for row in rows)
    sql = f"SELECT {ids} FROM {tables} WHERE {all_true(conditions)}"  # noqa: S608 - placeholders
    return Query(sql, tuple(parameters.values), tuple(leaf.name for leaf in plan.positive))


def ordered(structure: Structure) -> Iterator[tuple[str, str]]:
    """Every name of a part of SEQ is before every name of its later parts."""
    if not isinstance(structure, (Seq, And)):
        return
    for part in structure.parts:
        yield from ordered(part)
    if isinstance(structure, Seq):
        for earlier, later in combinations(structure.parts, 2):
            for p, q in product(leaves(earlier), leaves(later)):
                yield p.name, q.name


def _matched(plan: Plan, absent: tuple[Absent, ...]) -> Iterator[str]:
    """Rules 1 to 4 for the positive names."""
    negated = {leaf.name for leaf in absent}
    rows = plan.rows()
    for leaf in plan.positive:
        yield _typed(plan, leaf)
    for p, q in combinations(rows, 2):
        yield f"{p}.place <> {q}.place"
    for p, q in plan.order:
        if p not in negated and q not in negated:
            yield _before(plan, p, q)
    for clause in plan.clauses:
        if not names(clause) & negated:
            yield truth_of(clause, plan.scope)
    yield _span_fits(plan, rows)


def _never(plan: Plan, leaf: Absent) -> str:
    """Rule 5: no event extends the match by the negated name."""
    row = plan.scope.aliases[leaf.name]
    bound = {other.name for other in plan.positive} | {leaf.name}
    conditions = [_typed(plan, leaf)]
    conditions += [f"{row}.place <> {other}.place" for other in plan.rows()]
    conditions += [
        _before(plan, p, q) for p, q in plan.order if leaf.name in (p, q) and {p, q} <= bound
    ]
    conditions += [truth_of(c, plan.scope) for c in plan.clauses if leaf.name in names(c)]
    conditions.append(_span_fits(plan, plan.rows(leaf)))
    found = f"SELECT 1 FROM event AS {row} WHERE {all_true(conditions)}"  # noqa: S608 - aliases
    return f"NOT EXISTS ({found})"


def _typed(plan: Plan, leaf: One | Absent) -> str:
    return f"{plan.scope.aliases[leaf.name]}.type = {plan.scope.bind(leaf.type)}"


def _before(plan: Plan, p: str, q: str) -> str:
    return BEFORE[plan.dialect.order].format(plan.scope.aliases[p], plan.scope.aliases[q])


def _span_fits(plan: Plan, rows: tuple[str, ...]) -> str:
    """Rule 4; the first row stands twice because MAX and MIN of one argument aggregate."""
    times = ", ".join(f"{row}.ts" for row in (rows[0], *rows))
    window = plan.scope.bind(plan.window)
    return f"MAX({times}) - MIN({times}) {FITS[plan.dialect.window]} {window}"


def matches(stream: Stream, pattern: Pattern, dialect: Dialect = Dialect()) -> frozenset[Match]:  # noqa: B008 - frozen
    """Return the rows of the queries, each with the number of its branch."""
    queries = translate(pattern, dialect)
    with closing(_loaded(stream)) as connection:
        return frozenset(
            (number, tuple(zip(query.names, row, strict=True)))
            for number, query in enumerate(queries)
            for row in _answer(connection, query)
        )


def truth(condition: Condition, events: Mapping[str, Event]) -> bool | None:
    """Return whether a condition over given events is true, false or unknown (None)."""
    check_supported(condition)
    mentioned = sorted(names(condition))
    for name in mentioned:
        if name not in events:
            raise InvalidBindingError(f"no event is given for the name {name!r}")
    if len(mentioned) > TABLES:
        raise UnsupportedError(f"SQLite joins at most {TABLES} tables; use fewer names")
    parameters = Parameters()
    aliases = {name: f"e{place}" for place, name in enumerate(mentioned)}
    tables = ", ".join(f"event AS {row}" for row in aliases.values())
    places = all_true(f"{row}.place = {place}" for place, row in enumerate(aliases.values()))
    sql = f"SELECT {truth_of(condition, Scope(aliases, parameters.bind))}"
    sql += f" FROM {tables} WHERE {places}" if mentioned else ""
    with closing(_loaded(events[name] for name in mentioned)) as connection:
        ((answer,),) = _answer(connection, Query(sql, tuple(parameters.values), ()))
    return None if answer is None else bool(answer)


def _loaded(events: Iterable[Event]) -> sqlite3.Connection:
    """Return a database in memory that holds the events."""
    connection = sqlite3.connect(":memory:")
    for statement in SCHEMA:
        connection.execute(statement)
    for place, event in enumerate(events):
        row = (place, event.id, event.type, event.ts)
        connection.execute("INSERT INTO event VALUES (?, ?, ?, ?)", row)
        attributes = [(place, name, encode(value)) for name, value in event.attrs.items()]
        connection.executemany("INSERT INTO attribute VALUES (?, ?, ?)", attributes)
    return connection


def _answer(connection: sqlite3.Connection, query: Query) -> list[tuple[int, ...]]:
    parameters = {f"p{number}": value for number, value in enumerate(query.parameters)}
    try:
        return connection.execute(query.sql, parameters).fetchall()
    except (sqlite3.OperationalError, sqlite3.DataError) as error:
        if any(limit in str(error) for limit in LIMITS):
            raise UnsupportedError(f"too large for SQLite: {error}; simplify the pattern") from None
        raise
