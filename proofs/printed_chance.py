"""First-chance negation: exactly when an early rejection is right, and that it then loses nothing.

A partial binding may be rejected by an event e of a negated name n only if e refutes *every* way to
complete it. Four things must be sure: the clauses of n, its place between its neighbours, that e
is not needed by a name still to be bound, and the window of the whole match.

Paper: [T] section 3.5.2 (corrected).  Semantics: S-4.6.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Final, Literal, TypeAlias

from augury.proofs.printed_cases import Family, only_branch, parsed, stream_of
from augury.proofs.registry import Json, Obligation, Verdict, refuted, searched
from augury.spec.events import Dialect, Event, Stream
from augury.spec.language import ast
from augury.spec.language.functions import BUILTINS
from augury.spec.language.normal import Branch
from augury.spec.semantics import (
    Binding,
    Match,
    bounds,
    distinct,
    events_of,
    fits,
    match_of,
    matches,
    ordered,
    positive_clauses,
    satisfied,
)

Part: TypeAlias = Literal["clauses", "neighbours", "distinct", "window"]
PARTS: Final[frozenset[Part]] = frozenset(("clauses", "neighbours", "distinct", "window"))


def rejects(
    n: str,
    event: Event,
    bound: Binding,
    branch: Branch,
    dialect: Dialect,
    parts: frozenset[Part] = PARTS,
) -> bool:
    """Return whether an event of n refutes every completion of a partial binding.

    ``parts`` are the conditions that are kept; each is needed.

    Paper: [T] section 3.5.2 (corrected).  Semantics: S-4.6.  Proof: PR-CHANCE-01.
    """
    extended = {**bound, n: (event,)}
    clauses = tuple(clause for clause in branch.clauses if n in ast.names(clause))
    known = tuple(clause for clause in clauses if ast.names(clause) <= set(extended))
    left = [name for name in branch.positive if name not in bound]
    return (
        bool(events_of(bound))
        and distinct(extended)
        and ordered(extended, branch, dialect)
        and fits(extended, branch, dialect)
        and satisfied(extended, known, BUILTINS)
        and ("clauses" not in parts or len(known) == len(clauses))
        and (
            "neighbours" not in parts
            or all(_placed(n, event, bound, p, branch, dialect) for p in left)
        )
        and (
            "distinct" not in parts
            or not any(_needed(n, event, bound, p, branch, dialect) for p in left)
        )
        and ("window" not in parts or _inside(event, bound, left, branch))
    )


def _placed(n: str, event: Event, bound: Binding, p: str, branch: Branch, dialect: Dialect) -> bool:
    """Whatever p will bind, it stands to the event as the order of p and n asks."""
    if (p, n) in branch.order:
        return any(
            dialect.before(b, event) for q in bound if (p, q) in branch.order for b in bound[q]
        )
    if (n, p) in branch.order:
        return any(
            dialect.before(event, b) for q in bound if (q, p) in branch.order for b in bound[q]
        )
    return True


def _needed(n: str, event: Event, bound: Binding, p: str, branch: Branch, dialect: Dialect) -> bool:
    """The event could be bound to p, and would then refute nothing."""
    return branch.types[p] == branch.types[n] and ordered(
        {**bound, n: (event,), p: (event,)}, branch, dialect
    )


def _inside(event: Event, bound: Binding, left: Sequence[str], branch: Branch) -> bool:
    """The window of every completion reaches the event.

    It does if the event lies between bound events, or if nothing can be added on the side opposite
    to it: each name still to be bound has a bound event after (before) it.
    """
    times = [b.ts for b in events_of(bound)]

    def capped(pairs: Callable[[str, str], tuple[str, str]]) -> bool:
        return all(any(pairs(p, q) in branch.order and bound[q] for q in bound) for p in left)

    return (event.ts >= min(times) or capped(lambda p, q: (p, q))) and (
        event.ts <= max(times) or capped(lambda p, q: (q, p))
    )


# ------------------------------------------------------------------------ the chain that uses it


def steps(
    branch: Branch, order: Sequence[str], stream: Stream, dialect: Dialect, parts: frozenset[Part]
) -> Iterator[tuple[int, list[Binding], int]]:
    """Yield, name by name, how many names are bound, the partial bindings, the rejections."""
    frontier: list[Binding] = [{}]
    for number, name in enumerate(order, 1):
        grown = [
            extended
            for bound in frontier
            for group in _groups(name, branch, stream)
            for extended in ({**bound, name: group},)
            if _sound(extended, branch, dialect)
        ]
        frontier = [
            bound
            for bound in grown
            if not any(
                rejects(n, event, bound, branch, dialect, parts)
                for n in branch.negated
                for event in stream.of_type(branch.types[n])
            )
        ]
        yield number, frontier, len(grown) - len(frontier)


def _groups(name: str, branch: Branch, stream: Stream) -> Iterator[tuple[Event, ...]]:
    events = stream.of_type(branch.types[name])
    for size in bounds(name, branch, len(events)):
        yield from combinations(events, size)


def _sound(bound: Binding, branch: Branch, dialect: Dialect) -> bool:
    known = tuple(c for c in positive_clauses(branch) if ast.names(c) <= set(bound))
    return not events_of(bound) or (
        distinct(bound)
        and ordered(bound, branch, dialect)
        and fits(bound, branch, dialect)
        and satisfied(bound, known, BUILTINS)
    )


def first_chance(
    branch: Branch,
    order: Sequence[str],
    stream: Stream,
    dialect: Dialect,
    parts: frozenset[Part] = PARTS,
) -> frozenset[Match]:
    """Return what a chain finds that rejects as early as ``rejects`` allows, and never later."""
    *_, (_, whole, _) = steps(branch, order, stream, dialect, parts)
    return frozenset(match_of(mu, branch, 0) for mu in whole)


# ------------------------------------------------------------------------ obligations

CALM: Final = Dialect()
TIED: Final = Dialect("nonstrict")
FAMILIES: Final = (
    Family("PATTERN SEQ(A a, NOT(N n), B b, C c) WITHIN 3", "ABCN", 4),
    Family("PATTERN SEQ(NOT(N n), A a, B b) WITHIN 2", "ABN", 4, (1, 2)),
    Family("PATTERN SEQ(A a, B b, NOT(N n)) WITHIN 2", "ABN", 3, (1, 2)),
    Family("PATTERN AND(A a, B b, NOT(N n)) WITHIN 2", "ABN", 3, (1, 2)),
    Family("PATTERN AND(SEQ(NOT(N n), B b), C c) WITHIN 2", "BCN", 4, (1, 2)),
    Family("PATTERN SEQ(AND(A a, B b), NOT(N n), C c) WITHIN 3", "ABCN", 4),
    Family("PATTERN AND(A a, A b, NOT(A n)) WITHIN 2", "A", 4, (0, 1)),
    Family("PATTERN SEQ(A a, NOT(A n), A b) WITHIN 2", "A", 4, (0, 1)),
    Family("PATTERN SEQ(A a, B{0,2} b, NOT(N n), C c) WITHIN 3", "ABCN", 4),
    Family(
        "PATTERN SEQ(A a, NOT(N n), B b, C c) WHERE n.x = c.x WITHIN 3",
        ("A(x=0)", "B(x=0)", "C(x=0)", "C(x=1)", "N(x=0)"),
        4,
    ),
)
"""NOT in the middle, leading, trailing, in AND; one type for all names; optional names; clauses."""


def equal_to_definition(parts: frozenset[Part]) -> Callable[[Json], bool]:
    """Return the law that a chain with these parts of the condition answers as the definition."""

    def law(item: Json) -> bool:
        branch, stream = only_branch(item["pattern"]), stream_of(item["stream"])
        return all(
            first_chance(branch, item["order"], stream, dialect, parts)
            == matches(stream, parsed(item["pattern"]), dialect)
            for dialect in (CALM, TIED)
        )

    return law


def cases() -> Iterator[Json]:
    """Yield every stream of every family with every order of its names."""
    for family in FAMILIES:
        yield from family.cases()


def without(part: Part) -> Callable[[], Verdict]:
    """Return the canary that leaves one part of the condition out."""
    return lambda: searched(cases(), equal_to_definition(PARTS - {part}))


def sound() -> Verdict:
    """Judge the whole condition."""
    return searched(cases(), equal_to_definition(PARTS))


def never_early(item: Json) -> bool:
    """The law that a conjunction with a negated name rejects nothing before its last name."""
    branch, stream = only_branch(item["pattern"]), stream_of(item["stream"])
    if not equal_to_definition(PARTS)(item):
        return True
    return all(
        not rejections or number == len(branch.positive)
        for number, _, rejections in steps(branch, item["order"], stream, CALM, PARTS)
    )


_AND: Final = Family("PATTERN AND(A a, B b, C c, NOT(N n)) WITHIN 9", "ABN", 3)


def conjunctions() -> Verdict:
    """Judge that post-processing is the only strategy for a conjunction with negation."""
    return searched(_AND.cases(), never_early)


def _none_at_all() -> Verdict:
    """A slightly false variant: nothing is ever rejected, early or late."""
    for item in _AND.cases():
        branch, stream = only_branch(item["pattern"]), stream_of(item["stream"])
        if any(r for _, _, r in steps(branch, item["order"], stream, CALM, PARTS)):
            return refuted(item)
    return searched([], bool)


SOURCE: Final = "[T] section 3.5.2, DESIGN section 4 rule 5"
_SENTENCE: Final = (
    "First-chance negation answers as the definition if it rejects only on a witness whose clauses "
    "are decided, whose neighbours are sure, that no name can still bind and that every window "
    "reaches: no match is lost and none is wrong; "
)
_NEEDED: Final[tuple[Part, ...]] = ("window", "neighbours", "distinct", "clauses")
OBLIGATIONS: Final = (
    *(
        Obligation(
            f"PR-CHANCE-{number:02}",
            f"{_SENTENCE}without the part on the {part} a match is lost.",
            SOURCE,
            "exhaustive",
            "proved",
            sound,
            without(part),
        )
        for number, part in enumerate(_NEEDED, 1)
    ),
    Obligation(
        "PR-PRINT-28",
        "Post-processing is the only possible strategy for a conjunction with a negated event: no "
        "partial match can be rejected before its last event.",
        "[T] section 3.5.1, last paragraph",
        "exhaustive",
        "refuted",
        conjunctions,
        _none_at_all,
        lambda item: not never_early(item),
        {
            "pattern": "PATTERN AND(A a, B b, C c, NOT(N n)) WITHIN 9",
            "stream": "A@1 N@2 B@3",
            "order": ["a", "b", "c"],
        },
    ),
)
