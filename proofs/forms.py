"""Branches and bindings to state laws on: of the spec, with symbols in the place of numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations_with_replacement, count, product

import z3

from augury.proofs.registry import Json
from augury.proofs.solver import Formula
from augury.proofs.symbolic import event, number
from augury.spec.events import Dialect, Event, Order
from augury.spec.language.ast import And, One, Pattern, Seq, Structure, Window
from augury.spec.language.normal import Branch, normal_form
from augury.spec.language.parser import parse
from augury.spec.semantics import Binding, distinct, fits, ordered

ORDERS: tuple[Order, ...] = ("strict", "arrival", "nonstrict")


def branch_of(structure: str, window: int | None = None) -> Branch:
    """Return the one branch of a structure; its window is the symbol W unless it is given."""
    (branch,) = normal_form(parse(f"PATTERN {structure} WITHIN 1"))
    return replace(branch, window=number("W") if window is None else window)


def bound(names: Mapping[str, int] | Sequence[str], types: Mapping[str, str]) -> Binding:
    """Return a binding of each name to symbolic events: one, or as many as are asked for."""
    sizes = names if isinstance(names, Mapping) else dict.fromkeys(names, 1)
    return {
        name: tuple(
            event(name if size == 1 else f"{name}{index}", types[name])
            for index in range(1, size + 1)
        )
        for name, size in sizes.items()
    }


def placed(mu: Binding, branch: Branch, dialect: Dialect) -> bool:
    """Return whether a binding satisfies the rules 1, 2 and 4."""
    return distinct(mu) and ordered(mu, branch, dialect) and fits(mu, branch, dialect)


def reach_is_natural(dialect: Dialect) -> list[Formula]:
    """Assume that the window admits an event at all: w is not negative."""
    return [z3.Int("W") >= (0 if dialect.window == "inclusive" else 1)]


def real(found: Json, name: str, type_: str, ids: int | None = None) -> Event:
    """Return the event of a counterexample; one whose id plays no part gets the given one."""
    return Event(found[f"{name}.id"] if ids is None else ids, type_, found[f"{name}.ts"])


# ------------------------------------------------------------------------ structures


def series_parallel(size: int) -> Iterator[Structure]:
    """Yield every structure of SEQ and AND with some names, once up to renaming."""
    for shape in _shapes(size, "leaf" if size == 1 else "any"):
        numbers = count()
        yield _named(shape, numbers)


def _shapes(size: int, kind: str) -> Iterator[tuple[object, ...]]:
    """Yield shapes: ``()`` is a name, ``(node, part, ...)`` a SEQ or an AND in canonical form."""
    if size == 1:
        yield ()
        return
    if kind in ("any", "seq"):
        for sizes in _compositions(size):
            for parts in product(*(list(_shapes(part, "and")) for part in sizes)):
                yield ("seq", *parts)
    if kind in ("any", "and"):
        smaller = [shape for part in range(1, size) for shape in _shapes(part, "seq")]
        for length in range(2, size + 1):
            for chosen in combinations_with_replacement(smaller, length):
                if sum(map(_leaves, chosen)) == size:
                    yield ("and", *chosen)


def _compositions(size: int) -> Iterator[tuple[int, ...]]:
    """Yield the ways to write a number as an ordered sum of two or more."""
    for first in range(1, size):
        yield (first, size - first)
        for rest in _compositions(size - first):
            yield (first, *rest)


def _leaves(shape: tuple[object, ...]) -> int:
    return sum(_leaves(part) for part in shape[1:] if isinstance(part, tuple)) if shape else 1


def _named(shape: tuple[object, ...], numbers: Iterator[int]) -> Structure:
    if not shape:
        return One("T", f"p{next(numbers)}")
    node = Seq if shape[0] == "seq" else And
    return node(tuple(_named(part, numbers) for part in shape[1:] if isinstance(part, tuple)))


def branch_from(structure: Structure) -> Branch:
    """Return the branch of a structure, all of one type, within the symbol W."""
    (branch,) = normal_form(Pattern(structure, (), Window(1)))
    return replace(branch, window=number("W"))
