"""Functions of the language: formulas bit for bit, missing in and out, failures by name (S-3.5)."""

from __future__ import annotations

import functools
import math
import operator
import pickle

import pytest

from augury.spec.errors import FunctionFailedError, InvalidEventError
from augury.spec.language.functions import (
    BUILTINS,
    absolute,
    corr,
    distance,
    fold,
    register,
)


def call(name: str, *args):
    return BUILTINS[name](name, args)


def test_fold_is_a_left_fold_from_zero() -> None:
    assert repr(fold(())) == "0.0"
    assert repr(fold((-0.0,))) == "0.0"
    assert fold((0.1, 0.2, 0.3)) == 0.6000000000000001
    assert fold((0.3, 0.2, 0.1)) == 0.6
    numbers = tuple(0.1 * k for k in range(100))
    assert fold(numbers) == functools.reduce(operator.add, numbers, 0.0)
    assert fold((1e16, 1.0, -1e16)) == 0.0
    assert math.fsum((1e16, 1.0, -1e16)) == 1.0


@pytest.mark.parametrize(
    ("x", "result"),
    [(-2, 2.0), (2.5, 2.5), (-0.0, 0.0), (-math.inf, math.inf), (-(2**63), 2.0**63), (True, None),
     ("p", None), ((1.0,), None), (None, None)],
)  # fmt: skip
def test_abs(x, result) -> None:
    assert repr(call("abs", x)) == repr(result)
    assert repr(absolute(x)) == repr(result)


@pytest.mark.parametrize(
    ("x", "y", "result"),
    [
        ((1.0, 2.0, 3.0), (2.0, 4.0, 6.0), 0.9999999999999998),
        ((1.0, 2.0), (2.0, 1.0), -0.9999999999999998),
        ((0.0, 1.0, 0.0, 1.0), (0.0, 0.0, 1.0, 1.0), 0.0),
        ((1.0, 1.0), (1.0, 2.0), None),
        ((1.0, 2.0), (3.0, 3.0), None),
        ((1.0,), (2.0,), None),
        ((), (), None),
        ((1.0, 2.0), (1.0,), None),
        ((1.0, math.inf), (1.0, 2.0), None),
        ((1e200, -1e200), (1.0, 2.0), -0.0),
        (1.0, (1.0,), None),
        ((1.0,), "p", None),
        (None, (1.0,), None),
    ],
)
def test_corr(x, y, result) -> None:
    assert repr(call("corr", x, y)) == repr(result)


def test_corr_is_the_written_formula() -> None:
    x, y = (0.1, 0.7, 0.3, 1.9), (5.0, 2.25, 1e-3, 7.5)
    n, mx, my = 4, fold(x) / 4, fold(y) / 4
    cov = vx = vy = 0.0
    for k in range(n):
        cov = cov + (x[k] - mx) * (y[k] - my)
        vx = vx + (x[k] - mx) * (x[k] - mx)
        vy = vy + (y[k] - my) * (y[k] - my)
    assert corr(x, y) == cov / (math.sqrt(vx) * math.sqrt(vy))


@pytest.mark.parametrize(
    ("x", "y", "result"),
    [
        ((0.0, 0.0), (3.0, 4.0), 5.0),
        ((), (), 0.0),
        ((0.1,), (0.4,), 0.30000000000000004),
        ((1.0,), (1.0, 2.0), None),
        ((math.inf,), (0.0,), math.inf),
        ((math.inf,), (math.inf,), None),
        ((1e200,), (-1e200,), math.inf),
        (1.0, (1.0,), None),
        ((1.0,), True, None),
        ((1.0,), None, None),
    ],
)
def test_distance(x, y, result) -> None:
    assert repr(call("distance", x, y)) == repr(result)


def test_distance_of_lists_of_different_lengths_is_missing() -> None:
    assert distance((1.0, 2.0), (1.0,)) is None


# ------------------------------------------------------------------ functions of a user


def answered(function, *args):
    return register({"f": function})["f"]("f", args)


def test_a_result_is_a_float_or_missing() -> None:
    assert repr(answered(lambda x: 3, 1)) == "3.0"
    assert answered(lambda x: x, math.inf) == math.inf
    assert answered(lambda x: math.nan, 1) is None
    assert answered(lambda x: None, 1) is None
    assert answered(lambda x: 2**53 + 1, 1) == 2.0**53


def test_a_function_of_missing_is_not_called() -> None:
    def never(x, y):
        raise AssertionError

    assert answered(never, 1, None) is None
    assert answered(never, None, 1) is None


def failing(function) -> str:
    with pytest.raises(FunctionFailedError) as caught:
        answered(function, 1, "p")
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_what_a_function_may_not_do() -> None:
    assert failing(lambda x, y: x / 0) == (
        "function f(1, 'p') raised ZeroDivisionError: division by zero"
    )
    assert failing(lambda x, y: "p") == "function f returned a str; return a number or None"
    assert failing(lambda x, y: True) == "function f returned a bool; return a number or None"
    assert failing(lambda x, y: 10**400) == "function f returned an int outside float64"


def test_an_error_of_a_function_stays_on_one_line() -> None:
    def broken(x, y):
        raise ValueError("one\ntwo")

    assert "one" in failing(broken)


def test_an_error_of_augury_passes_through() -> None:
    def inner(x):
        raise InvalidEventError("from inside")

    with pytest.raises(InvalidEventError, match="from inside"):
        answered(inner, 1)


def test_registered_functions_stand_beside_the_built_in_ones() -> None:
    table = register({"f": lambda x, y, z: 1})
    assert set(table) == {"abs", "corr", "distance", "f"}
    assert table["f"].arity == 3
    assert table["f"].takes is None
    assert "f" not in BUILTINS
    assert pickle.loads(pickle.dumps(BUILTINS)) == BUILTINS, "process pools need them"


def test_what_cannot_be_registered() -> None:
    for functions, reason in (
        ({"abs": lambda x: 1}, "function abs is built in; choose another name"),
        ({"f": lambda *x: 1}, "function f must take a fixed number of arguments by position"),
        ({"f": lambda x, *, y: 1}, "function f must take a fixed number of arguments by position"),
        ({"f": max}, "function f does not say how many arguments it takes; wrap it in a def"),
        ({"f": 5}, "function f does not say how many arguments it takes; wrap it in a def"),
        ({"": abs}, "a function is called by a text, not by ''"),
        ({5: abs}, "a function is called by a text, not by 5"),
    ):
        with pytest.raises(FunctionFailedError) as caught:
            register(functions)
        assert str(caught.value) == reason
