"""The engines by name: one table that the API, the command line and the conformance runner read.

An engine answers ``matches(stream, pattern, dialect)`` with a set; which one is asked never
changes the answer. What an engine does not have it refuses with ``UnsupportedError``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from augury.spec.errors import AuguryError, TooManyCandidates, UnsupportedError
from augury.spec.events import Dialect, Stream
from augury.spec.language.ast import Call, Pattern, walk
from augury.spec.language.functions import BUILTINS, Functions
from augury.spec.language.normal import normal_form
from augury.spec.limits import CANDIDATES, COLLECTED
from augury.spec.semantics import Match

if TYPE_CHECKING:
    from augury.reference.nfa.machine import Machine
    from augury.reference.nfa.topology import Negation

Run: TypeAlias = Callable[..., frozenset[Match]]
"""Called with stream, pattern, dialect, functions and limit; with order if it is ordered; with
negation and counters if it is an automaton."""


class UnknownEngineError(AuguryError, ValueError):
    """A name that no engine has."""


@dataclass(frozen=True, slots=True)
class Engine:
    """A name, one sentence about it, and how to ask it."""

    name: str
    summary: str
    run: Run
    ordered: bool = False
    """Whether it evaluates names in an order that can be chosen."""
    automaton: bool = False
    """Whether it counts what the documents count, and can reject by NOT at the first chance."""
    selects: bool = False
    """Whether it knows SELECT and SKIP."""
    limit: int = CANDIDATES
    """How many candidates it enumerates, or matches it collects, unless told otherwise."""

    def ask(
        self,
        stream: Stream,
        pattern: Pattern,
        dialect: Dialect,
        functions: Functions,
        limit: int,
        **more: Any,
    ) -> frozenset[Match]:
        """Return the answer to a question, or refuse what the engine does not have.

        Semantics: S-6.1.
        """
        if pattern.selective and not self.selects:
            what = f"SKIP {pattern.skip}" if pattern.select == "any" else f"SELECT {pattern.select}"
            able = " or ".join(name for name, engine in ENGINES.items() if engine.selects)
            raise UnsupportedError(f"engine {self.name} has no {what}; choose {able}")
        return self.run(stream, pattern, dialect, functions, limit, **more)


def _declarative(
    stream: Stream, pattern: Pattern, dialect: Dialect, functions: Functions, limit: int
) -> frozenset[Match]:
    from augury.spec.semantics import matches

    return matches(stream, pattern, dialect, functions=functions, limit=limit)


def _guard(stream: Stream, pattern: Pattern, limit: int) -> None:
    """Refuse a question that would enumerate more candidates than allowed."""
    from augury.spec.semantics import count_candidates

    count = sum(count_candidates(branch, stream) for branch in normal_form(pattern))
    if count > limit:
        raise TooManyCandidates(count, limit)


def _denotation(
    stream: Stream, pattern: Pattern, dialect: Dialect, functions: Functions, limit: int
) -> frozenset[Match]:
    from augury.spec.crosscheck.denotation import matches

    branches = normal_form(pattern)
    _guard(stream, pattern, limit)
    return frozenset(
        Match(
            number,
            tuple(
                tuple(sorted(ids)) if name in branches[number].kleene else ids[0]
                for name, ids in bound
            ),
            tuple(name for name, _ in bound),
        )
        for number, bound in matches(stream, pattern, dialect, functions=functions)
    )


def _sqlite(
    stream: Stream, pattern: Pattern, dialect: Dialect, functions: Functions, limit: int
) -> frozenset[Match]:
    from augury.spec.crosscheck.sql_expressions import check_supported
    from augury.spec.crosscheck.sqlite import matches

    called = {node.fn for node in walk(pattern) if isinstance(node, Call)}
    if called - set(BUILTINS):
        raise UnsupportedError("engine sqlite has no user functions; choose declarative")
    check_supported(pattern)
    _guard(stream, pattern, limit)
    return frozenset(
        Match(number, tuple(i for _, i in bound), tuple(name for name, _ in bound))
        for number, bound in matches(stream, pattern, dialect)
    )


def _chain(
    stream: Stream,
    pattern: Pattern,
    dialect: Dialect,
    functions: Functions,
    limit: int,
    order: Sequence[str] | None = None,
    **how: Any,
) -> frozenset[Match]:
    from augury.reference.nfa.engine import chain, orders_for

    orders = orders_for(pattern, stream, order)
    return _run(chain, stream, (pattern, orders, dialect), functions, limit, **how)


def _tree(
    stream: Stream, pattern: Pattern, dialect: Dialect, functions: Functions, limit: int, **how: Any
) -> frozenset[Match]:
    from augury.reference.nfa.engine import tree

    return _run(tree, stream, (pattern, dialect), functions, limit, **how)


def _eager(
    stream: Stream, pattern: Pattern, dialect: Dialect, functions: Functions, limit: int, **how: Any
) -> frozenset[Match]:
    from augury.reference.nfa.engine import eager

    return _run(eager, stream, (pattern, dialect), functions, limit, **how)


def _columnar(
    stream: Stream,
    pattern: Pattern,
    dialect: Dialect,
    functions: Functions,
    limit: int,
    order: Sequence[str] | None = None,
) -> frozenset[Match]:
    from augury.spark_impl.columnar.engine import collected
    from augury.spark_impl.columnar.results import matches_in
    from augury.spark_impl.columnar.table import Needs, of_events

    table = of_events(stream.events, Needs.of(pattern))
    found = collected(table, pattern, dialect, functions=functions, order=order, limit=limit)
    return frozenset(matches_in(found))


def _run(
    make: Callable[..., Machine],
    stream: Stream,
    asked: tuple[Any, ...],
    functions: Functions,
    limit: int,
    *,
    negation: Negation = "post",
    counters: dict[str, int] | None = None,
) -> frozenset[Match]:
    """Run an automaton over a stream, and tell what it counted."""
    machine = make(*asked, negation=negation, functions=functions, limit=limit)
    found = machine.whole(stream)
    if counters is not None:
        counters.update(asdict(machine.counters))
    return found


ENGINES: Final = {
    engine.name: engine
    for engine in (
        Engine(
            "columnar",
            "joins over sorted columns in an order chosen by cost, or in a given one",
            _columnar,
            ordered=True,
            limit=COLLECTED,
        ),
        Engine(
            "declarative",
            "the definition: the five rules as a set comprehension",
            _declarative,
            selects=True,
        ),
        Engine("denotation", "a second reading, straight over the AST", _denotation),
        Engine("sqlite", "a third reading, as SQL; patterns without Kleene names", _sqlite),
        Engine(
            "eager",
            "the eager automaton: prefixes of matches, event by event",
            _eager,
            selects=True,
            automaton=True,
        ),
        Engine(
            "chain",
            "the lazy chain automaton, rarest name first or in a given order",
            _chain,
            ordered=True,
            automaton=True,
        ),
        Engine(
            "tree",
            "the lazy tree automaton: the order of names follows the buffer",
            _tree,
            automaton=True,
        ),
    )
}
DEFAULT: Final = "columnar"


def engine_called(name: str) -> Engine:
    """Return the engine of a name, or say which there are."""
    if name not in ENGINES:
        raise UnknownEngineError(f"unknown engine '{name}'; choose one of {', '.join(ENGINES)}")
    return ENGINES[name]


def default_for(pattern: Pattern) -> str:
    """Return the engine that answers when none is named."""
    return "eager" if pattern.selective else DEFAULT
