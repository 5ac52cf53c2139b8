"""A small symbolic executor: ordinary Python functions run on integers that stand for all integers.

A comparison of such integers has no truth yet. Where Python asks for one, the run forks: the
function is executed once for every feasible way to answer, depth first, each answer checked by the
solver. So ``max``, ``sorted``, ``all``, tuples as keys and the functions of ``spec`` run unchanged,
and an obligation speaks of the code itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import inf
from typing import Final, NoReturn, cast

import z3

from augury.proofs.registry import RegistryError, Verdict, proved, refuted
from augury.proofs.solver import Formula, VacuousError, constants, smallest
from augury.spec.events import Event

PATHS: Final = 20_000
"""Ways through a function that are followed before the executor gives up."""


class SymbolicError(RegistryError):
    """A function that cannot be run on symbols, or has too many ways through it."""


class _Skipped(Exception):  # noqa: N818 - it is no error
    """The run does not meet what the law requires."""


# ------------------------------------------------------------------------ values


class Truth:
    """The truth of a formula; asking for it in Python forks the run."""

    __slots__ = ("term",)

    def __init__(self, term: Formula) -> None:
        self.term = term

    def __bool__(self) -> bool:
        if _RUNNING[-1] is None:
            raise SymbolicError("a symbolic truth was asked for outside of paths()")
        return _RUNNING[-1].decide(self.term)

    def __eq__(self, other: object) -> Truth:  # type: ignore[override]
        return Truth(self.term == _term(other))

    def __ne__(self, other: object) -> Truth:  # type: ignore[override]
        return Truth(self.term != _term(other))

    def __hash__(self) -> int:
        return 0


class Number:
    """An integer that stands for all integers; it compares and adds, and has no value.

    All numbers hash alike, so that sets compare them by ``==``. Never mix them with plain ints
    in one set: those hash by value.
    """

    __slots__ = ("term",)

    def __init__(self, term: Formula) -> None:
        self.term = term

    @property  # type: ignore[misc]
    def __class__(self) -> NoReturn:  # type: ignore[override]
        """Refuse: code that asks for the kind of a value would not mean a symbol."""
        raise SymbolicError("the kind of a symbolic integer was asked for; keep it out of clauses")

    def __lt__(self, other: object) -> Truth | bool:
        return other == inf if _endless(other) else Truth(self.term < _term(other))

    def __le__(self, other: object) -> Truth | bool:
        return other == inf if _endless(other) else Truth(self.term <= _term(other))

    def __gt__(self, other: object) -> Truth | bool:
        return other == -inf if _endless(other) else Truth(self.term > _term(other))

    def __ge__(self, other: object) -> Truth | bool:
        return other == -inf if _endless(other) else Truth(self.term >= _term(other))

    def __eq__(self, other: object) -> Truth | bool:  # type: ignore[override]
        return False if _endless(other) else Truth(self.term == _term(other))

    def __ne__(self, other: object) -> Truth | bool:  # type: ignore[override]
        return True if _endless(other) else Truth(self.term != _term(other))

    def __hash__(self) -> int:
        return 0

    def __add__(self, other: object) -> Number:
        return Number(self.term + _term(other))

    def __radd__(self, other: object) -> Number:
        return Number(_term(other) + self.term)

    def __sub__(self, other: object) -> Number:
        return Number(self.term - _term(other))

    def __rsub__(self, other: object) -> Number:
        return Number(_term(other) - self.term)

    def __neg__(self) -> Number:
        return Number(-self.term)

    def __repr__(self) -> str:
        return f"<{self.term}>"


def _endless(other: object) -> bool:
    return type(other) is float and other in (inf, -inf)


def _term(value: object) -> Formula:
    """Return a value as a Z3 term: a symbol's own, an int or a bool as it is."""
    if type(value) in (Number, Truth):
        return cast(Number, value).term
    if type(value) in (int, bool):
        return value
    raise SymbolicError(f"a {type(value).__name__} met a symbolic value; use ints")


@dataclass(frozen=True, slots=True, eq=False)
class _SymbolicEvent(Event):
    """An event whose time, and perhaps id, are symbols; nothing of it is checked."""

    def __post_init__(self) -> None:
        pass


def number(name: str) -> int:
    """Return a fresh symbolic integer; typed as the int it stands for."""
    return cast(int, Number(z3.Int(name)))


def event(name: str, type_: str = "", id_: int | None = None, ts: int | None = None) -> Event:
    """Return an event with the symbols ``name.ts`` and, if no id is given, ``name.id``."""
    return _SymbolicEvent(
        number(f"{name}.id") if id_ is None else id_,
        type_ or name.upper(),
        number(f"{name}.ts") if ts is None else ts,
    )


# ------------------------------------------------------------------------ runs


@dataclass(frozen=True, slots=True)
class Path:
    """One way through a function: the condition under which it is taken, and what it returns."""

    condition: Formula
    value: object
    skipped: bool = False


class _Run:
    """One execution: answers of an earlier run first, then new ones, noting the other answer."""

    def __init__(self, solver: Formula, prefix: tuple[bool, ...]) -> None:
        self.solver, self.prefix = solver, prefix
        self.taken: list[bool] = []
        self.conditions: list[Formula] = []
        self.others: list[tuple[bool, ...]] = []

    def decide(self, term: Formula) -> bool:
        plain = z3.simplify(term) if z3.is_expr(term) else z3.BoolVal(term)
        if z3.is_true(plain) or z3.is_false(plain):
            return bool(z3.is_true(plain))
        if len(self.taken) < len(self.prefix):
            choice = self.prefix[len(self.taken)]
        else:
            choice = self._feasible(plain)
            if choice and self._feasible(z3.Not(plain)):
                self.others.append((*self.taken, False))
        condition = plain if choice else z3.Not(plain)
        self.taken.append(choice)
        self.conditions.append(condition)
        self.solver.add(condition)
        return choice

    def _feasible(self, term: Formula) -> bool:
        answer = self.solver.check(term)
        if answer == z3.unknown:
            raise SymbolicError(f"the solver gave up on a path: {self.solver.reason_unknown()}")
        return bool(answer == z3.sat)


_RUNNING: Final[list[_Run | None]] = [None]


def paths(
    function: Callable[[], object], assume: Iterable[Formula] = (), limit: int = PATHS
) -> list[Path]:
    """Return every feasible way through a function, under some assumptions."""
    if _RUNNING[-1] is not None:
        raise SymbolicError("paths() inside of paths(); call the function itself")
    solver = z3.Solver()
    solver.add(*assume)
    found: list[Path] = []
    stack: list[tuple[bool, ...]] = [()]
    while stack:
        if len(found) >= limit:
            raise SymbolicError(f"more than {limit:,} ways through a function; use fewer symbols")
        run = _Run(solver, stack.pop())
        found.append(_followed(run, function))
        stack += run.others
    return found


def _followed(run: _Run, function: Callable[[], object]) -> Path:
    run.solver.push()
    _RUNNING.append(run)
    value, skipped = None, False
    try:
        value = function()
    except _Skipped:
        skipped = True
    finally:
        _RUNNING.pop()
        run.solver.pop()
    return Path(z3.And(*run.conditions), value, skipped)


def formula(
    function: Callable[[], object], assume: Iterable[Formula] = (), limit: int = PATHS
) -> Formula:
    """Return a formula that is true iff the function returns something true, if assumptions hold.

    A function with a path that ``require`` rejects is false there.
    """
    return z3.Or(*(z3.And(path.condition, _holds(path)) for path in paths(function, assume, limit)))


def _holds(path: Path) -> Formula:
    if path.skipped:
        return z3.BoolVal(False)  # noqa: FBT003
    if type(path.value) is Truth:
        return path.value.term
    return z3.BoolVal(bool(path.value))


# ------------------------------------------------------------------------ laws


def require(condition: object) -> None:
    """Leave a law where its precondition does not hold."""
    if not condition:
        raise _Skipped


def always(
    law: Callable[[], object], assume: Iterable[Formula] = (), limit: int = PATHS
) -> Verdict:
    """Return whether a law returns something true on every path that meets its preconditions.

    A law that no path reaches is vacuous and rejected. The counterexample has the smallest sum of
    absolute values over all paths.
    """
    facts = list(assume)
    found = paths(law, facts, limit)
    reached = [path for path in found if not path.skipped]
    if not reached or not _satisfiable([*facts, z3.Or(*(path.condition for path in reached))]):
        raise VacuousError("vacuous: no run meets what the law requires; weaken it")
    wrong = z3.Or(*(z3.And(path.condition, z3.Not(_holds(path))) for path in reached))
    if not _satisfiable([*facts, wrong]):
        return proved(f"{len(reached):,} paths")
    return refuted(smallest([*facts, wrong], constants([*facts, wrong])))


def _satisfiable(facts: list[Formula]) -> bool:
    solver = z3.Solver()
    solver.add(*facts)
    answer = solver.check()
    if answer == z3.unknown:
        raise SymbolicError(f"the solver gave up: {solver.reason_unknown()}")
    return bool(answer == z3.sat)
