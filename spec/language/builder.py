"""Patterns in Python: the same AST as the text, without the text.

>>> a, n, b = Name("a"), Name("n"), Name("b")
>>> p = pattern(seq(one("A", a), absent("N", n), kleene("B", b)), [a.x < b.x], within(5))
>>> print(p)
PATTERN SEQ(A a, NOT(N n), B+ b)
WHERE a.x < b.x
WITHIN 5

Comparisons (``< <= > >=``, and ``eq``/``ne``, since Python's ``==`` compares patterns) and
arithmetic build terms; ``all_of``, ``any_of`` and ``not_`` build conditions.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from augury.spec.errors import InvalidPatternError
from augury.spec.language import ast
from augury.spec.language.check import check
from augury.spec.language.functions import BUILTINS, Functions

Operand: TypeAlias = "Expr | int | float | str | bool"


def _term(operand: Operand) -> ast.Term:
    return operand.term if isinstance(operand, Expr) else ast.Constant(operand)


@dataclass(frozen=True, slots=True)
class Expr:
    """A value expression under construction."""

    term: ast.Term

    def __add__(self, other: Operand) -> Expr:
        return Expr(ast.Arith("+", self.term, _term(other)))

    def __radd__(self, other: Operand) -> Expr:
        return Expr(ast.Arith("+", _term(other), self.term))

    def __sub__(self, other: Operand) -> Expr:
        return Expr(ast.Arith("-", self.term, _term(other)))

    def __rsub__(self, other: Operand) -> Expr:
        return Expr(ast.Arith("-", _term(other), self.term))

    def __mul__(self, other: Operand) -> Expr:
        return Expr(ast.Arith("*", self.term, _term(other)))

    def __rmul__(self, other: Operand) -> Expr:
        return Expr(ast.Arith("*", _term(other), self.term))

    def __truediv__(self, other: Operand) -> Expr:
        return Expr(ast.Arith("/", self.term, _term(other)))

    def __rtruediv__(self, other: Operand) -> Expr:
        return Expr(ast.Arith("/", _term(other), self.term))

    def __lt__(self, other: Operand) -> ast.Compare:
        return ast.Compare("<", self.term, _term(other))

    def __le__(self, other: Operand) -> ast.Compare:
        return ast.Compare("<=", self.term, _term(other))

    def __gt__(self, other: Operand) -> ast.Compare:
        return ast.Compare(">", self.term, _term(other))

    def __ge__(self, other: Operand) -> ast.Compare:
        return ast.Compare(">=", self.term, _term(other))

    def eq(self, other: Operand) -> ast.Compare:
        """Return ``self = other``."""
        return ast.Compare("=", self.term, _term(other))

    def ne(self, other: Operand) -> ast.Compare:
        """Return ``self != other``."""
        return ast.Compare("!=", self.term, _term(other))

    def isin(self, *options: Operand) -> ast.In:
        """Return ``self IN (options)``."""
        return ast.In(self.term, tuple(map(_term, options)))


@dataclass(frozen=True, slots=True)
class Name:
    """A name of the pattern; its attributes are expressions: ``Name("a").price``."""

    called: str

    def __getattr__(self, attr: str) -> Expr:
        if attr.startswith("__"):
            raise AttributeError(attr)
        return self[attr]

    def __getitem__(self, attr: str) -> Expr:
        """Return ``name.attr``, also where Python's syntax forbids the attribute."""
        return Expr(ast.Ref(self.called, attr))


def _called(name: Name | str) -> str:
    return name.called if isinstance(name, Name) else name


def this(name: Name | str, attr: str) -> Expr:
    """Return ``name[i].attr``."""
    return Expr(ast.Indexed(_called(name), attr, 0))


def previous(name: Name | str, attr: str) -> Expr:
    """Return ``name[i-1].attr``."""
    return Expr(ast.Indexed(_called(name), attr, 1))


def aggregate(fn: ast.AggregateFn, name: Name | str, attr: str | None = None) -> Expr:
    """Return ``fn(name.attr)``, or ``COUNT(name)``."""
    return Expr(ast.Aggregate(fn, _called(name), attr))


def call(fn: str, *args: Operand) -> Expr:
    """Return ``fn(args)``."""
    return Expr(ast.Call(fn, tuple(map(_term, args))))


def all_of(*parts: ast.Condition) -> ast.Condition:
    """Return the conjunction of conditions, flattened; of one condition, that condition."""
    flat = tuple(inner for part in parts for inner in ast.conjuncts(part))
    return flat[0] if len(flat) == 1 else ast.AllOf(flat)


def any_of(*parts: ast.Condition) -> ast.Condition:
    """Return the disjunction of conditions, flattened; of one condition, that condition."""
    flat = tuple(inner for part in parts for inner in ast.disjuncts(part))
    return flat[0] if len(flat) == 1 else ast.AnyOf(flat)


def not_(part: ast.Condition) -> ast.Not:
    """Return the negation of a condition."""
    return ast.Not(part)


def one(type_: str, name: Name | str) -> ast.One:
    """Return ``type name``."""
    return ast.One(type_, _called(name))


def absent(type_: str, name: Name | str) -> ast.Absent:
    """Return ``NOT(type name)``."""
    return ast.Absent(type_, _called(name))


def kleene(type_: str, name: Name | str, low: int = 1, high: int | None = None) -> ast.Kleene:
    """Return ``type{low,high} name``; without bounds, one or more."""
    return ast.Kleene(type_, _called(name), low, high)


def seq(*parts: ast.Structure) -> ast.Seq:
    """Return ``SEQ(parts)``."""
    return ast.Seq(parts)


def and_(*parts: ast.Structure) -> ast.And:
    """Return ``AND(parts)``."""
    return ast.And(parts)


def or_(*parts: ast.Structure) -> ast.Or:
    """Return ``OR(parts)``."""
    return ast.Or(parts)


def within(count: int, unit: str | None = None) -> ast.Window:
    """Return ``WITHIN count unit``; without a unit, ticks."""
    if unit is not None and unit not in ast.UNITS:
        raise InvalidPatternError(f"unknown unit '{unit}'; use {', '.join(ast.UNITS)}")
    return ast.Window(count, unit)


def pattern(
    structure: ast.Structure,
    where: ast.Condition | Iterable[ast.Condition],
    window: ast.Window,
    *,
    select: ast.Select = "any",
    skip: ast.Skip = "none",
    functions: Functions = BUILTINS,
) -> ast.Pattern:
    """Return a checked pattern; the conditions are joined by AND.

    Semantics: S-2.1, S-2.10, S-6.1.
    """
    given = (where,) if isinstance(where, ast.Node) else tuple(where)
    clauses = tuple(inner for part in given for inner in ast.conjuncts(part))
    for clause in clauses:
        if not isinstance(clause, (ast.Compare, ast.In, ast.Not, ast.AnyOf)):
            raise InvalidPatternError(
                f"a {type(clause).__name__} is no condition; for equality write a.x.eq(b.x)"
            )
    built = ast.Pattern(structure, clauses, window, select, skip)
    check(built, functions=functions)
    return built
