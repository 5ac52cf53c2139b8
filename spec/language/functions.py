"""Functions of the language: built-in ones by formula, registered ones by name.

A function of a missing value is missing and is not called; a result is a float64 or missing.
Sums are left folds from 0.0 (S-3.4), so that every engine can agree bit for bit.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from augury.spec.errors import AuguryError, FunctionFailedError
from augury.spec.events import Kind, Value, shown


def fold(numbers: tuple[float, ...]) -> float:
    """Return the left fold of + from 0.0; never a compensated or pairwise sum.

    Semantics: S-3.4.
    """
    total = 0.0
    for number in numbers:
        total = total + number
    return total


def absolute(x: Value) -> Value:
    """Return |x| as a float64.  Semantics: S-3.5."""
    return abs(float(x)) if type(x) in (int, float) else None  # type: ignore[arg-type]


def corr(x: Value, y: Value) -> Value:
    """Return Pearson's correlation of two lists; missing if a list is constant or lengths differ.

    Semantics: S-3.5.
    """
    if not isinstance(x, tuple) or not isinstance(y, tuple) or len(x) != len(y) or not x:
        return None
    mean_x, mean_y = fold(x) / len(x), fold(y) / len(y)
    cov = fold(tuple((a - mean_x) * (b - mean_y) for a, b in zip(x, y, strict=True)))
    var_x = fold(tuple((a - mean_x) * (a - mean_x) for a in x))
    var_y = fold(tuple((b - mean_y) * (b - mean_y) for b in y))
    scale = math.sqrt(var_x) * math.sqrt(var_y)
    return cov / scale if scale != 0 else None


def distance(x: Value, y: Value) -> Value:
    """Return the Euclidean distance of two lists of one length; of empty lists it is 0.0.

    Semantics: S-3.5.
    """
    if not isinstance(x, tuple) or not isinstance(y, tuple) or len(x) != len(y):
        return None
    return math.sqrt(fold(tuple((a - b) * (a - b) for a, b in zip(x, y, strict=True))))


@dataclass(frozen=True, slots=True)
class Function:
    """A function with its number of arguments and, where known, their kinds."""

    call: Callable[..., Any]
    arity: int
    takes: tuple[frozenset[Kind], ...] | None = None

    def __call__(self, name: str, args: tuple[Value, ...]) -> float | None:
        """Return the result as a float64; missing for a missing argument or a NaN.

        Semantics: S-3.5.
        """
        if any(arg is None for arg in args):
            return None
        try:
            result = self.call(*args)
        except AuguryError:
            raise
        except (Exception, SystemExit) as error:
            raise FunctionFailedError(
                f"function {name}{args!r} raised {type(error).__name__}: {error}"
            ) from error
        if result is None:
            return None
        if type(result) is not int and not isinstance(result, float):
            raise FunctionFailedError(
                f"function {name} returned a {type(result).__name__}; return a number or None"
            )
        try:
            number = float(result)
        except OverflowError:
            raise FunctionFailedError(f"function {name} returned an int outside float64") from None
        return None if math.isnan(number) else number


Functions: TypeAlias = Mapping[str, Function]

_NUMBER: Final = frozenset[Kind]({"int", "float"})
_LIST: Final = frozenset[Kind]({"list"})

BUILTINS: Final[Functions] = {
    "abs": Function(absolute, 1, (_NUMBER,)),
    "corr": Function(corr, 2, (_LIST, _LIST)),
    "distance": Function(distance, 2, (_LIST, _LIST)),
}


_POSITIONAL: Final = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


def register(functions: Mapping[str, Callable[..., Any]]) -> Functions:
    """Return the built-in functions together with the given ones; arity is read off each.

    Semantics: S-3.5.
    """
    table = dict(BUILTINS)
    for name, call in functions.items():
        if not isinstance(name, str) or not name:
            raise FunctionFailedError(f"a function is called by a text, not by {shown(name)}")
        if name in BUILTINS:
            raise FunctionFailedError(f"function {name} is built in; choose another name")
        try:
            parameters = inspect.signature(call).parameters.values()
        except (TypeError, ValueError):
            reason = f"function {name} does not say how many arguments it takes; wrap it in a def"
            raise FunctionFailedError(reason) from None
        if any(parameter.kind not in _POSITIONAL for parameter in parameters):
            reason = f"function {name} must take a fixed number of arguments by position"
            raise FunctionFailedError(reason)
        table[name] = Function(call, len(parameters))
    return table
