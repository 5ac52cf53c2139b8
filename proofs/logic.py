"""Three-valued logic and comparison: which laws of two values survive the unknown.

Searched through all truths, and through values of every kind, with ``spec.evaluate`` itself. A
law of comparisons is proved for the values that are listed, chosen at the edges of the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import product
from typing import Final, TypeAlias, cast, get_args

from augury.proofs.registry import Json, Obligation, Verdict, searched
from augury.spec.evaluate import Scope, Truth, compare, conjunction, disjunction, negation, truth
from augury.spec.events import Event, Value
from augury.spec.language import ast

TRUTHS: Final[tuple[Truth, ...]] = (False, None, True)
VALUES: Final[tuple[Value, ...]] = (
    None, 0, 1, -1, 2**53, 2**53 + 1, -(2**63), 2**63 - 1, 0.0, -0.0, 1.5, float(2**53),
    float("inf"), float("-inf"), "", "a", "b", False, True, (), (1.0,),
)  # fmt: skip
"""Missing, and values of every kind: equal ones of different kinds, neighbours, ends."""


def _truths(count: int) -> Iterator[list[Truth]]:
    yield from (list(chosen) for chosen in product(TRUTHS, repeat=count))


def _values(count: int) -> Iterator[list[int]]:
    """Yield choices of values by their numbers in ``VALUES``."""
    yield from (list(chosen) for chosen in product(range(len(VALUES)), repeat=count))


def _de_morgan(case: Json) -> bool:
    parts: list[Truth] = case
    return negation(conjunction(parts)) == disjunction(map(negation, parts)) and (
        negation(disjunction(parts)) == conjunction(map(negation, parts))
    )


def _half_de_morgan(case: Json) -> bool:
    parts: list[Truth] = case
    return negation(conjunction(parts)) == disjunction(map(negation, parts[1:]))


def _excluded_middle(case: Json) -> bool:
    return disjunction([case[0], negation(case[0])]) is True


def _never_both(case: Json) -> bool:
    return conjunction([case[0], negation(case[0])]) is False


def _two_valued(part: Truth) -> Truth:
    return part is True


def _early_false(case: Json) -> bool:
    """Say whether NOT of a truth passes as often when unknown is made false before it."""
    return (negation(case[0]) is True) == (negation(_two_valued(case[0])) is True)


def _late_false(case: Json) -> bool:
    """Say whether AND and OR pass as often when unknown is made false before them."""
    whole, early = case, [_two_valued(part) for part in case]
    return all(
        (join(whole) is True) == (join(early) is True) for join in (conjunction, disjunction)
    )


# ------------------------------------------------------------------------ comparisons


def _asked(condition: ast.Condition, chosen: Iterable[int]) -> Truth:
    """Evaluate a condition on an event whose attributes x0, x1, ... have the chosen values."""
    attrs = {f"x{number}": VALUES[index] for number, index in enumerate(chosen)}
    return truth(condition, Scope(event={"a": Event(0, "A", 0, attrs)}))


def _ref(number: int) -> ast.Ref:
    return ast.Ref("a", f"x{number}")


def _membership(case: Json) -> bool:
    """Say whether ``x0 IN (x1, x2)`` is ``x0 = x1 OR x0 = x2``."""
    equals = tuple(ast.Compare("=", _ref(0), _ref(number)) for number in (1, 2))
    inside = ast.In(_ref(0), (_ref(1), _ref(2)))
    return _asked(inside, case) is _asked(ast.AnyOf(equals), case)


def _membership_without_last(case: Json) -> bool:
    inside = ast.In(_ref(0), (_ref(1), _ref(2)))
    return _asked(inside, case) is _asked(ast.Compare("=", _ref(0), _ref(1)), case)


OPPOSITE: Final[dict[ast.CompareOp, ast.CompareOp]] = {
    "=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">",
}  # fmt: skip


def _opposites(case: Json) -> bool:
    """Say whether NOT of each comparison is the opposite one."""
    return all(
        _asked(ast.Not(ast.Compare(op, _ref(0), _ref(1))), case)
        is _asked(ast.Compare(OPPOSITE[op], _ref(0), _ref(1)), case)
        for op in cast(tuple[ast.CompareOp, ...], get_args(ast.CompareOp))
    )


def _one_or_other(case: Json) -> bool:
    """Say whether a < b or a >= b."""
    return disjunction([compare("<", case[0], case[1]), compare(">=", case[0], case[1])]) is True


def _some(case: Json) -> bool:
    """Say whether a < b or a > b."""
    return disjunction([compare("<", case[0], case[1]), compare(">", case[0], case[1])]) is True


def _simple() -> Iterator[Json]:
    yield from (list(chosen) for chosen in product((None, 0, 1, "a", True), repeat=2))


def _mirrored(case: Json) -> bool:
    left, right = (VALUES[index] for index in case)
    return compare("<", left, right) is compare(">", right, left) and (
        compare("=", left, right) is compare("=", right, left)
    )


def _mirrored_wrongly(case: Json) -> bool:
    left, right = (VALUES[index] for index in case)
    return compare("<", left, right) is compare(">=", right, left)


def equality_carries(found: Json) -> bool:
    """Say whether x = y and y = z imply x = z for three numbers, floats written in hexadecimal."""
    x, y, z = (float.fromhex(part) if isinstance(part, str) else part for part in found)
    return compare("=", x, z) is True if compare("=", x, y) and compare("=", y, z) else True


def _numbers() -> Iterator[Json]:
    near: list[int | str] = [2**53, 2**53 + 1, float(2**53).hex()]
    yield from (list(chosen) for chosen in product(near, repeat=3))


def _carries_order(found: Json) -> bool:
    x, y, z = (float.fromhex(part) if isinstance(part, str) else part for part in found)
    return compare("<", x, z) is True if compare("<=", x, y) and compare("<", y, z) else True


Judge: TypeAlias = Callable[[], Verdict]
SOURCE: Final = "DESIGN section 3, Values; SEMANTICS S-3.1 and S-3.2"


def _law(number: int, sentence: str, claim: Judge, canary: Judge) -> Obligation:
    return Obligation(
        f"PR-LOGIC-{number:02}", sentence, SOURCE, "exhaustive", "proved", claim, canary
    )


OBLIGATIONS: Final = (
    _law(
        1,
        "De Morgan's laws hold with unknown: NOT of an AND is the OR of the NOTs, and dually.",
        lambda: searched((part for size in (1, 2, 3, 4) for part in _truths(size)), _de_morgan),
        lambda: searched(_truths(2), _half_de_morgan),
    ),
    Obligation(
        id="PR-LOGIC-02",
        sentence="A condition or its negation is always true.",
        source=SOURCE,
        tool="exhaustive",
        expected="refuted",
        claim=lambda: searched(_truths(1), _excluded_middle),
        canary=lambda: searched(_truths(1), _never_both),
        replay=lambda found: not _excluded_middle(found),
        known=[None],
    ),
    _law(
        3,
        "x IN (y, z) is x = y OR x = z, for any of 21 values of every kind, missing among them.",
        lambda: searched(_values(3), _membership),
        lambda: searched(_values(3), _membership_without_last),
    ),
    _law(
        4,
        "NOT of a comparison is the opposite comparison, for any of 21 values of every kind: with "
        "a missing one both are unknown.",
        lambda: searched(_values(2), _opposites),
        lambda: searched(_values(2), _mirrored_wrongly),
    ),
    Obligation(
        id="PR-LOGIC-05",
        sentence="Of two values, one is less than the other or not less: a < b or a >= b.",
        source=SOURCE,
        tool="exhaustive",
        expected="refuted",
        claim=lambda: searched(_simple(), _one_or_other),
        canary=lambda: searched(_simple(), _some),
        replay=lambda found: not _one_or_other(found),
        known=[None, None],
    ),
    Obligation(
        id="PR-LOGIC-06",
        sentence="Unknown may be made false before NOT: the clause passes as often.",
        source=SOURCE,
        tool="exhaustive",
        expected="refuted",
        claim=lambda: searched(_truths(1), _early_false),
        canary=lambda: searched(_truths(1), _excluded_middle),
        replay=lambda found: not _early_false(found),
        known=[None],
    ),
    _law(
        7,
        "Unknown may be made false before AND and OR: the clause passes as often.",
        lambda: searched(_truths(3), _late_false),
        lambda: searched(_truths(1), _early_false),
    ),
    _law(
        8,
        "Comparison reads the same from both sides: x < y is y > x, and x = y is y = x,"
        " for any of 21 values of every kind.",
        lambda: searched(_values(2), _mirrored),
        lambda: searched(_values(2), _mirrored_wrongly),
    ),
    Obligation(
        id="PR-LOGIC-09",
        sentence="Equality of numbers carries over: x = y and y = z imply x = z.",
        source="SEMANTICS S-3.2; DESIGN section 5, Spark, by key",
        tool="exhaustive",
        expected="refuted",
        claim=lambda: searched(_numbers(), equality_carries),
        canary=lambda: searched(_numbers(), _carries_order),
        replay=lambda found: not equality_carries(found),
        known=[9007199254740992, "0x1.0000000000000p+53", 9007199254740993],
    ),
)
