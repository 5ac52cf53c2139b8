"""``match`` and ``why``: the two questions a user asks of a stream."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from augury.engines import DEFAULT, ENGINES, default_for, engine_called
from augury.io import arrow_source, read_events
from augury.matches import Matches
from augury.spec.errors import (
    InputError,
    InvalidDialectError,
    InvalidPatternError,
    UnsupportedError,
)
from augury.spec.events import Dialect, Event
from augury.spec.language.ast import Pattern
from augury.spec.language.check import check
from augury.spec.language.functions import BUILTINS, Functions, register
from augury.spec.language.parser import parse
from augury.spec.limits import KLEENE_SETS
from augury.spec.why import Explanation
from augury.spec.why import why as explain_binding

if TYPE_CHECKING:
    import pyarrow as pa

    from augury.spark_impl.columnar.stream import Matcher
    from augury.spark_impl.columnar.table import Table


def matching_engines() -> tuple[str, ...]:
    """Return the names that ``match(engine=...)`` accepts, the default first."""
    return (DEFAULT, *(name for name in ENGINES if name != DEFAULT))


def _check_dialect(dialect: Dialect) -> None:
    if not isinstance(dialect, Dialect):
        raise InvalidDialectError(
            f"a dialect is a Dialect(order=..., window=...), not a {type(dialect).__name__}"
        )


def _functions(functions: Mapping[str, Callable[..., Any]] | None) -> Functions:
    return BUILTINS if functions is None else register(functions)


def _pattern(pattern: str | Pattern, functions: Functions) -> Pattern:
    if isinstance(pattern, str):
        return parse(pattern, functions=functions)
    if not isinstance(pattern, Pattern):
        raise InvalidPatternError(f"a pattern is text or an AST, not a {type(pattern).__name__}")
    check(pattern, functions=functions)
    return pattern


def match(
    events: Any,
    pattern: str | Pattern,
    *,
    engine: str | None = None,
    dialect: Dialect = Dialect(),  # noqa: B008 - frozen
    order: Sequence[str] | None = None,
    functions: Mapping[str, Callable[..., Any]] | None = None,
    limit: int | None = None,
    negation: str = "post",
    counters: dict[str, int] | None = None,
) -> Matches:
    """Return the answer of a pattern in a finite stream; the engine never changes the answer.

    ``events`` is an Arrow table, a pandas frame, a path, a ``Stream`` or an iterable of ``Event``;
    ``pattern`` is text or an AST; ``functions`` are the user's own, by name. Without an ``engine``
    it is ``columnar``, or ``eager`` for a pattern with SELECT or SKIP. ``order`` is for engines
    that evaluate names in a chosen order. ``limit`` bounds the candidate bindings that an engine
    enumerates, or the matches that ``columnar`` collects and the sets that it tries for Kleene
    names: past it, ``TooManyCandidates`` is raised instead of a partial answer.
    ``negation`` says when an automaton may reject by a negated name, after all names (``post``) or
    as soon as it is certain (``first``); an automaton puts what it counted into ``counters``.

    >>> stream = [Event(id=0, type="A", ts=1), Event(id=1, type="B", ts=2)]
    >>> match(stream, "PATTERN SEQ(A a, B b) WITHIN 5")[0].bindings
    {'a': 0, 'b': 1}

    Semantics: S-4.1, S-4.7, S-4.8, S-6.7.
    """
    known = _functions(functions)
    checked = _pattern(pattern, known)
    chosen = engine_called(default_for(checked) if engine is None else engine)
    _check_dialect(dialect)
    if order is not None and not chosen.ordered:
        raise UnsupportedError(
            f"engine {chosen.name} evaluates names in no chosen order; drop 'order'"
        )
    if negation not in ("post", "first"):
        raise UnsupportedError(f"negation is 'post' or 'first', not {negation!r}")
    if negation != "post" and not chosen.automaton:
        raise UnsupportedError(f"engine {chosen.name} is no automaton; drop 'negation'")
    more: dict[str, Any] = {"order": order} if chosen.ordered else {}
    if chosen.automaton:
        more |= {"negation": negation, "counters": counters}
    most = chosen.limit if limit is None else limit
    if chosen.name == "columnar" and not checked.selective:
        return Matches(_columnar(events, checked, dialect, known, most, order), checked)
    found = chosen.ask(read_events(events), checked, dialect, known, most, **more)
    return Matches(found, checked)


def _columnar(
    events: Any,
    pattern: Pattern,
    dialect: Dialect,
    functions: Functions,
    limit: int,
    order: Sequence[str] | None,
) -> pa.Table:
    from augury.spark_impl.columnar.engine import collected

    table = columns_of(events, pattern)
    return collected(table, pattern, dialect, functions=functions, order=order, limit=limit)


def match_batches(
    events: Any,
    pattern: str | Pattern,
    *,
    dialect: Dialect = Dialect(),  # noqa: B008 - frozen
    order: Sequence[str] | None = None,
    functions: Mapping[str, Callable[..., Any]] | None = None,
    limit: int = KLEENE_SETS,
) -> Iterator[pa.RecordBatch]:
    """Yield the answer of a pattern as Arrow batches: each match once, in no promised order.

    The engine is ``columnar``; memory is bounded by the events and a block of partial matches, not
    by the number of matches. ``limit`` bounds the sets that Kleene names make.

    Semantics: S-4.1, S-4.7, S-4.8.
    """
    from augury.spark_impl.columnar.engine import batches

    _check_dialect(dialect)
    known = _functions(functions)
    checked = _pattern(pattern, known)
    if checked.selective:
        raise UnsupportedError("match_batches has no SELECT and no SKIP; use match")
    table = columns_of(events, checked)
    return batches(table, checked, dialect, functions=known, order=order, limit=limit)


def matcher(
    pattern: str | Pattern,
    *,
    dialect: Dialect = Dialect(),  # noqa: B008 - frozen
    disorder: int | None = None,
    functions: Mapping[str, Callable[..., Any]] | None = None,
    limit: int = KLEENE_SETS,
) -> Matcher:
    """Return a pattern over a stream that goes on: push Arrow batches, get final matches.

    With ``disorder`` d an event may come up to d ticks after a later one, and the events say the
    time; without it, ``advance`` does. ``close`` ends the stream.

    Semantics: S-5.1, S-5.2.
    """
    from augury.spark_impl.columnar.stream import Matcher

    _check_dialect(dialect)
    known = _functions(functions)
    checked = _pattern(pattern, known)
    return Matcher(checked, dialect, disorder=disorder, functions=known, limit=limit)


def columns_of(events: Any, pattern: Pattern) -> Table:
    """Return events as the columns that a pattern needs; Arrow and Parquet stay columns.

    Where they cannot be read so, the reader of events says what is wrong, and in which row.
    """
    from augury.spark_impl.columnar.reading import of_arrow
    from augury.spark_impl.columnar.table import Needs, of_events

    needs = Needs.of(pattern)
    arrow = arrow_source(events)
    if arrow is not None:
        try:
            return of_arrow(arrow, needs)
        except InputError:
            return of_events(read_events(events).events, needs)
    return of_events(read_events(events).events, needs)


def why(
    events: Any,
    pattern: str | Pattern,
    binding: Mapping[str, int | Iterable[int]],
    *,
    dialect: Dialect = Dialect(),  # noqa: B008 - frozen
    branch: int | None = None,
    functions: Mapping[str, Callable[..., Any]] | None = None,
) -> Explanation:
    """Return which of the five rules holds or fails for a binding, by clause and event.

    Where the pattern says SELECT or SKIP, also whether the match is selected and not displaced.
    Semantics: S-4.1 to S-4.6, S-6.5, S-6.7.
    """
    _check_dialect(dialect)
    known = _functions(functions)
    ids = {name: [i] if isinstance(i, int) else list(i) for name, i in binding.items()}
    stream = read_events(events)
    checked = _pattern(pattern, known)
    return explain_binding(ids, stream, checked, dialect, branch=branch, functions=known)


__all__ = ["Event", "match", "match_batches", "matcher", "matching_engines", "why"]
