"""The symbolic executor agrees with Python, finds planted bugs, and refuses what it cannot do."""

from __future__ import annotations

import random
from itertools import permutations
from math import inf

import pytest
import z3

from augury.proofs import symbolic
from augury.proofs.forms import bound, branch_of
from augury.proofs.solver import VacuousError, valid
from augury.proofs.symbolic import SymbolicError, always, event, formula, number, paths, require
from augury.spec.evaluate import compare
from augury.spec.events import DIALECTS, Event, Stream
from augury.spec.finality import clock, horizon
from augury.spec.semantics import distinct, fits, is_match, ordered, witnesses

X, Y, Z = z3.Ints("x y z")


def holds(term, values: dict[str, int]) -> bool:
    """Evaluate a formula at concrete numbers."""
    pairs = [(z3.Int(name), z3.IntVal(value)) for name, value in values.items()]
    result = z3.simplify(z3.substitute(term, *pairs))
    assert z3.is_true(result) or z3.is_false(result), result
    return z3.is_true(result)


# ------------------------------------------------------------------ agreement with Python

SAMPLES = {
    "max": lambda x, y, z: max(x, y, z) == y,
    "min": lambda x, y, z: min([x, y, z]) + 1 < z,
    "sorted": lambda x, y, z: sorted([x, y, z])[1] == x,
    "sorted by key": lambda x, y, z: sorted([(x, 0), (y, 1), (z, 2)])[0][1] == 2,
    "all": lambda x, y, z: all(a <= b for a, b in ((x, y), (y, z))),
    "any": lambda x, y, z: any(a == 3 for a in (x, y, z)),
    "tuples": lambda x, y, z: (x, y) < (y, z),
    "tuples that are equal": lambda x, y, z: (x, y) == (y, z),
    "set": lambda x, y, z: len({x, y, z}) == 2,
    "in": lambda x, y, z: x in (y, z),
    "sum": lambda x, y, z: sum([x, y, z]) > 4,
    "chained": lambda x, y, z: x < y < z,
    "minus": lambda x, y, z: 3 - x < -y - 1,
    "infinity": lambda x, y, z: max(x, -inf) == min(y, inf) and x > -inf and not y >= inf,
    "not equal": lambda x, y, z: x != y and x == z,
    "branch": lambda x, y, z: (x if x > y else y) >= z,
    "default": lambda x, y, z: max((a for a in (x, y) if a > z), default=-inf) > 2,
}


@pytest.mark.parametrize("name", SAMPLES)
def test_a_function_on_symbols_is_the_function_on_ints(name) -> None:
    function = SAMPLES[name]
    symbols = [number(n) for n in "xyz"]
    term = formula(lambda: function(*symbols))
    dice = random.Random(name)
    seen = set()
    for _ in range(300):
        values = [dice.randint(-1, 4) for _ in range(3)]
        wanted = bool(function(*values))
        seen.add(wanted)
        assert holds(term, dict(zip("xyz", values, strict=True))) == wanted, values
    assert seen == {True, False}


RULES = {
    "distinct": lambda mu, n, branch, dialect: distinct({**mu, "n": (n,)}),
    "ordered": lambda mu, n, branch, dialect: ordered(mu, branch, dialect),
    "fits": lambda mu, n, branch, dialect: fits(mu, branch, dialect),
    "witnesses": lambda mu, n, branch, dialect: bool(
        distinct({**mu, "n": (n,)}) and witnesses("n", mu, branch, Stream([n]), dialect)
    ),
    "horizon": lambda mu, n, branch, dialect: horizon(mu, branch, dialect) >= n.ts,
    "is_match": lambda mu, n, branch, dialect: bool(
        distinct({**mu, "n": (n,)}) and is_match(mu, branch, Stream([n]), dialect)
    ),
    "clock": lambda mu, n, branch, dialect: clock([*mu["a"], n, *mu["b"]], 1)[-1] >= n.ts,
}


@pytest.mark.parametrize("rule", RULES)
def test_the_rules_of_the_definition_run_on_symbols_as_on_events(rule) -> None:
    law = RULES[rule]
    dice = random.Random(rule)
    seen = set()
    for structure in ("SEQ(A a, NOT(N n), B b)", "SEQ(NOT(N n), A a, B b)"):
        for dialect in DIALECTS:
            branch = branch_of(structure, 2)
            mu, n = bound(("a", "b"), branch.types), event("n")
            term = formula(lambda: law(mu, n, branch, dialect))  # noqa: B023
            for _ in range(40):
                at = {k: (dice.randint(0, 3), dice.randint(0, 3)) for k in "abn"}
                real = {k: Event(i, k.upper(), ts) for k, (ts, i) in at.items()}
                values = {f"{k}.ts": ts for k, (ts, _) in at.items()}
                values |= {f"{k}.id": i for k, (_, i) in at.items()}
                wanted = law({k: (real[k],) for k in "ab"}, real["n"], branch, dialect)
                seen.add(wanted)
                assert holds(term, values) == wanted, (structure, dialect, at)
    assert seen == {True, False}


def test_paths_are_disjoint_and_cover_everything() -> None:
    x, y, z = (number(n) for n in "xyz")
    found = paths(lambda: sorted([x, y, z]))
    assert valid([], z3.Or(*(path.condition for path in found))).outcome == "proved"
    for one, other in permutations(found, 2):
        assert valid([one.condition], z3.Not(other.condition)).outcome == "proved"


def test_infeasible_paths_are_not_taken() -> None:
    x, y = number("x"), number("y")
    taken = []
    paths(lambda: taken.append(bool(x < y and y < x)))
    assert True not in taken
    assert len(paths(lambda: x < y and y < 5, [X > 9, Y > X])) == 1


# ------------------------------------------------------------------ laws


def test_a_law_that_holds_is_proved_and_one_with_a_planted_bug_is_not() -> None:
    x, y = number("x"), number("y")
    assert always(lambda: max(x, y) >= x).outcome == "proved"
    wrong = always(lambda: max(x, y) > x)
    assert wrong.outcome == "refuted"
    assert max(wrong.counterexample["x"], wrong.counterexample["y"]) == wrong.counterexample["x"]


def test_the_counterexample_is_the_smallest_over_all_paths() -> None:
    x = number("x")

    def law() -> bool:
        return x < 100 and x > -2

    assert always(law).counterexample == {"x": -2}


def test_a_law_that_no_run_reaches_is_vacuous() -> None:
    x = number("x")

    def law() -> bool:
        require(x > x)
        return False

    with pytest.raises(VacuousError):
        always(law)
    with pytest.raises(VacuousError):
        always(lambda: True, [X > 0, X < 0])


def test_preconditions_limit_a_law_and_nothing_else() -> None:
    x = number("x")

    def law() -> bool:
        require(x > 3)
        return x > 2

    assert always(law).outcome == "proved"
    assert not holds(formula(law), {"x": 0})
    assert holds(formula(law), {"x": 4})


# ------------------------------------------------------------------ refusals


def test_too_many_paths_are_an_error() -> None:
    numbers = [number(f"x{index}") for index in range(6)]
    with pytest.raises(SymbolicError, match="more than 50 ways"):
        paths(lambda: sorted(numbers), limit=50)


def test_a_symbol_has_no_kind_and_no_truth_of_its_own() -> None:
    x = number("x")
    with pytest.raises(SymbolicError, match="kind"):
        compare("<", x, 1)
    with pytest.raises(SymbolicError, match="outside"):
        bool(x < 1)
    with pytest.raises(SymbolicError, match="float met"):
        _ = x < 1.5
    with pytest.raises(SymbolicError, match="inside"):
        paths(lambda: paths(lambda: x < 1))
    assert symbolic._RUNNING == [None]


def test_an_error_of_the_function_is_not_swallowed() -> None:
    x = number("x")
    with pytest.raises(ZeroDivisionError):
        paths(lambda: 1 // 0 if x > 0 else True)
    assert symbolic._RUNNING == [None]
