"""Clauses: where a condition may be evaluated, and into what it may be split.

Stated on ``clauses_at`` of the automata and searched with ``satisfied`` and ``matches`` of the
definition. To place a clause, it is ``f(a.x, b.x) = 1`` with a function that answers what it is
told: true, false or unknown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import combinations, combinations_with_replacement, permutations, product
from typing import Final, TypeAlias

from augury.proofs.registry import Json, Obligation, searched
from augury.reference.nfa.topology import clauses_at
from augury.spec.events import Event, Stream
from augury.spec.language import ast
from augury.spec.language.functions import Function, Functions
from augury.spec.language.normal import Branch
from augury.spec.language.parser import parse
from augury.spec.semantics import matches, positive_clauses, satisfied

Placement: TypeAlias = Callable[[int, Sequence[str], Branch], tuple[ast.Condition, ...]]
ANSWERS: Final = (1, 0, None)

# ------------------------------------------------------------------------ where


def by_pattern(number: int, order: Sequence[str], branch: Branch) -> tuple[ast.Condition, ...]:
    """Place a clause falsely: with its latest name in the order of the pattern."""
    latest = branch.names.index
    return _placed(
        lambda names: order.index(max(names, key=latest, default=order[0])), number, branch
    )


def by_first(number: int, order: Sequence[str], branch: Branch) -> tuple[ast.Condition, ...]:
    """Place a clause falsely: with the first of its names that is bound."""
    return _placed(lambda names: min(map(order.index, names), default=0), number, branch)


def nameless_lost(number: int, order: Sequence[str], branch: Branch) -> tuple[ast.Condition, ...]:
    """Place a clause falsely: with its last name, so that one without names is nowhere."""
    return _placed(lambda names: max(map(order.index, names), default=-1), number, branch)


def _placed(
    edge: Callable[[frozenset[str]], int], number: int, branch: Branch
) -> tuple[ast.Condition, ...]:
    clauses = positive_clauses(branch)
    return tuple(clause for clause in clauses if edge(ast.names(clause)) == number)


def _branch(names: Sequence[str], clauses: Sequence[Sequence[str]]) -> Branch:
    """Return an AND of names with clauses ``f0(a.x, ...) = 1`` over given sets of names."""
    conditions = tuple(
        ast.Compare(
            "=",
            ast.Call(f"f{number}", tuple(ast.Ref(name, "x") for name in chosen)),
            ast.Constant(1),
        )
        for number, chosen in enumerate(clauses)
    )
    types = {name: name.upper() for name in names}
    return Branch(tuple(names), types, frozenset(), frozenset(), {}, conditions, 0)


def _told(answers: Sequence[int | None]) -> Functions:
    """Return functions f0, f1, ... that answer what they are told."""
    return {f"f{n}": Function(partial(_answer, told), 0) for n, told in enumerate(answers)}


def _answer(told: int | None, *_: object) -> int | None:
    return told


def on_the_last_name(
    number: int, order: Sequence[str], branch: Branch
) -> tuple[ast.Condition, ...]:
    """Return the clauses of an edge of a chain, as the automata place them."""
    return clauses_at(order[number], order[:number], branch)


def placement_holds(case: Json, placement: Placement = on_the_last_name) -> bool:
    """Say whether clauses on the edges of a chain accept what all clauses at the end accept.

    A clause on an edge where one of its names has no event has no truth: that placement fails.
    """
    names = sorted(case["order"])
    branch, functions = _branch(names, case["clauses"]), _told(case["answers"])
    mu = {name: (Event(n, name.upper(), 0, {"x": 0}),) for n, name in enumerate(names)}
    whole = satisfied(mu, branch.clauses, functions)
    for number in range(len(names)):
        bound = {name: mu[name] for name in case["order"][: number + 1]}
        clauses = placement(number, case["order"], branch)
        if any(not ast.names(clause) <= set(bound) for clause in clauses):
            return False
        if not satisfied(bound, clauses, functions):
            return whole is False
    return whole


def _placements(most: int, together: int) -> Iterator[Json]:
    """Yield every order of names with every clause, or two, and every answer."""
    for size, count in product(range(1, most + 1), range(1, together + 1)):
        names = "abcd"[:size]
        sets = [list(part) for k in range(size + 1) for part in combinations(names, k)]
        for order, clauses in product(
            permutations(names), combinations_with_replacement(sets, count)
        ):
            for answers in product(ANSWERS, repeat=count):
                yield {"order": list(order), "clauses": list(clauses), "answers": list(answers)}


def replay_unbound(found: Json) -> bool:
    """Evaluate the clause where the document puts it: one of its names has no event yet."""
    branch = _branch(sorted(found["order"]), found["clauses"])
    bound: dict[str, tuple[Event, ...]] = {}
    for number, name in enumerate(found["order"]):
        bound[name] = (Event(number, name.upper(), 0, {"x": 0}),)
        try:
            satisfied(bound, by_pattern(number, found["order"], branch), _told(found["answers"]))
        except KeyError:
            return placement_holds(found)
    return False


# ------------------------------------------------------------------------ what may be split


def _stream(events: Json) -> Stream:
    """Return events ``[type, x, y]``, a missing attribute as None, at one tick."""
    return Stream(
        Event(number, type_, 0, {"x": x, "y": y}) for number, (type_, x, y) in enumerate(events)
    )


def _streams(types: str, most: int, values: tuple[int | None, ...] = (0, 1)) -> Iterator[Json]:
    """Yield every stream of up to some events, the shortest first."""
    kinds = [list(kind) for kind in product(types, values, values)]
    for size in range(1, most + 1):
        yield from (list(chosen) for chosen in combinations_with_replacement(kinds, size))


def same(structure: str, whole: str, *parts: str) -> Callable[[Json], bool]:
    """Return the law that a condition has the matches of its parts, all together."""

    def law(events: Json) -> bool:
        stream = _stream(events)
        one, *others = (
            matches(stream, parse(f"PATTERN {structure} WHERE {text} WITHIN 0"))
            for text in (whole, *parts)
        )
        return one == frozenset().union(*others)

    return law


def split(structure: str, *clauses: str) -> Callable[[Json], bool]:
    """Return the law that an AND as one clause has the matches of its operands as clauses."""

    def law(events: Json) -> bool:
        text = f"PATTERN {structure} WHERE {' AND '.join(clauses)} WITHIN 0"
        pattern = parse(text)
        joined = ast.Pattern(pattern.structure, (ast.AllOf(pattern.where),), pattern.within)
        return matches(_stream(events), joined) == matches(_stream(events), pattern)

    return law


EITHER: Final = same("B+ b", "b.x = 1 OR b.y = 1", "b.x = 1", "b.y = 1")
ONE_EITHER: Final = same("AND(A a, B b)", "a.x = 1 OR b.y = 1", "a.x = 1", "b.y = 1")
OPTIONAL: Final = "AND(A a, B{0,1} b)"
DE_MORGAN: Final = same(OPTIONAL, "NOT (b.x = 1 OR a.x = 1)", "NOT b.x = 1 AND NOT a.x = 1")
DISTRIBUTED: Final = same(
    OPTIONAL,
    "(a.x = 1 AND b.x = 1) OR a.y = 1",
    "(a.x = 1 OR a.y = 1) AND (b.x = 1 OR a.y = 1)",
)
SAME_NAMES: Final = split("AND(A a, B{0,2} b)", "a.x <= b.x", "NOT a.y = b.y")
OTHER_NAMES: Final = split("AND(A a, B{0,2} b)", "a.x = 1", "b.x = 1")


def _refuted(
    number: int, sentence: str, law: Callable[[Json], bool], canary: Json, known: Json
) -> Obligation:
    return Obligation(
        id=f"PR-CLAUSE-{number:02}",
        sentence=sentence,
        source="DESIGN section 3, Clauses: nothing else is rewritten",
        tool="exhaustive",
        expected="refuted",
        claim=lambda: searched(_streams("AB", 2), law),
        canary=lambda: searched(_streams("AB", 2), canary),
        replay=lambda found: not law(found),
        known=known,
    )


OBLIGATIONS: Final = (
    Obligation(
        id="PR-CLAUSE-01",
        sentence=(
            "For every order of up to four names, evaluating each clause on the edge that binds "
            "its last name is the same as evaluating all clauses at the end."
        ),
        source="[D] section 3.2.1 (corrected); DESIGN section 5",
        tool="exhaustive",
        expected="proved",
        claim=lambda: searched(
            (case for sizes in ((4, 1), (3, 2)) for case in _placements(*sizes)), placement_holds
        ),
        canary=lambda: searched(
            _placements(3, 2), partial(placement_holds, placement=nameless_lost)
        ),
    ),
    Obligation(
        id="PR-CLAUSE-02",
        sentence="A clause may sit on the edge of its latest name in the order of the pattern.",
        source="[D] section 3.2.1, item 1, read for a lazy order",
        tool="exhaustive",
        expected="refuted",
        claim=lambda: searched(_placements(3, 1), partial(placement_holds, placement=by_pattern)),
        canary=lambda: searched(_placements(3, 1), partial(placement_holds, placement=by_first)),
        replay=replay_unbound,
        known={"order": ["b", "a"], "clauses": [["a", "b"]], "answers": [1]},
    ),
    _refuted(
        3,
        "An OR over a Kleene name may be split: its matches are those of the one side and those "
        "of the other.",
        EITHER,
        DE_MORGAN,
        [["B", 0, 1], ["B", 1, 0]],
    ),
    _refuted(
        4,
        "De Morgan may split a clause across names: NOT (p OR q) is the clauses NOT p and NOT q.",
        DE_MORGAN,
        EITHER,
        [["A", 1, 0]],
    ),
    _refuted(
        5,
        "Distribution may split a clause across names: (p AND q) OR r is the clauses p OR r and "
        "q OR r.",
        DISTRIBUTED,
        EITHER,
        [["A", 0, 0]],
    ),
    Obligation(
        id="PR-CLAUSE-06",
        sentence=(
            "A conjunction inside a clause may be split into pieces with the same names, Kleene "
            "names and missing values included."
        ),
        source="DESIGN section 3, Clauses: an engine may split a clause further",
        tool="exhaustive",
        expected="proved",
        claim=lambda: searched(_streams("AB", 3, (0, 1, None)), SAME_NAMES),
        canary=lambda: searched(_streams("AB", 3, (0, 1, None)), OTHER_NAMES),
    ),
    Obligation(
        id="PR-CLAUSE-07",
        sentence=(
            "Where every name binds one event, the matches of an OR are those of the one side and "
            "those of the other."
        ),
        source="DESIGN section 4, rule 3",
        tool="exhaustive",
        expected="proved",
        claim=lambda: searched(_streams("AB", 3, (0, 1, None)), ONE_EITHER),
        canary=lambda: searched(_streams("AB", 2), EITHER),
    ),
)
