"""Clauses over blocks: rule 3 in columns, and the clauses that leave an interval of values.

A comparison between a new name on one side and bound names on the other leaves, for every partial
match, an interval of values of the new name. Intervals can be looked up; other clauses are
evaluated for every pair.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise, product
from typing import Final

import numpy as np

from augury.spark_impl.columnar.expressions import Rows, truth, value
from augury.spark_impl.columnar.space import Block, Space
from augury.spark_impl.columnar.vectors import CLASS, Array, Mask, Vector, known
from augury.spec.language import ast

FLIPPED: Final[dict[ast.CompareOp, ast.CompareOp]] = {
    "=": "=",
    "!=": "!=",
    "<": ">",
    "<=": ">=",
    ">": "<",
    ">=": "<=",
}
EXACT: Final = 2**53
"""Ints up to here are float64 without loss."""


@dataclass(frozen=True, slots=True)
class Clause:
    """An operand of WHERE with what it mentions.  Semantics: S-2.8, S-2.9, S-4.4."""

    condition: ast.Condition
    names: frozenset[str]
    chosen: tuple[str, ...]
    """The names outside aggregates: one event is chosen for each of them."""
    grouped: frozenset[str]
    """The names inside aggregates."""
    adjacent: str | None
    """The name of ``b[i-1]``: an adjacent pair is chosen for it."""

    @staticmethod
    def of(condition: ast.Condition) -> Clause:
        """Return a condition with what it mentions."""
        nodes = list(ast.walk(condition))
        back = [node.name for node in nodes if isinstance(node, ast.Indexed) and node.back]
        return Clause(
            condition,
            ast.names(condition),
            tuple(sorted({n.name for n in nodes if isinstance(n, (ast.Ref, ast.Indexed))})),
            frozenset(node.name for node in nodes if isinstance(node, ast.Aggregate)),
            back[0] if back else None,
        )

    def calls_user_code(self) -> bool:
        """Return whether a function stands in it; those run where the answer needs them only."""
        return any(isinstance(node, ast.Call) for node in ast.walk(self.condition))


def holds(clause: Clause, space: Space, rows: Mapping[str, tuple[Array, ...]], size: int) -> Mask:
    """Return where a clause is true for every choice of one event a name.  Semantics: S-4.4."""
    found: Mask = np.ones(size, dtype=bool)
    for event, previous in _choices(clause, rows):
        scope = Rows(space.table, event, previous, rows, space.functions)
        found = found & truth(clause.condition, scope)
    return found


def _choices(
    clause: Clause, rows: Mapping[str, tuple[Array, ...]]
) -> Iterator[tuple[dict[str, Array], dict[str, Array]]]:
    """Yield the choices of a clause: of places, not of events, since all rows have the same."""
    options = [
        list(pairwise(rows[name]))
        if name == clause.adjacent
        else [(None, one) for one in rows[name]]
        for name in clause.chosen
    ]
    for choice in product(*options):
        picked = dict(zip(clause.chosen, choice, strict=True))
        yield (
            {name: event for name, (_, event) in picked.items()},
            {name: before for name, (before, _) in picked.items() if before is not None},
        )


# ------------------------------------------------------------------------ intervals


@dataclass(frozen=True, slots=True)
class Split:
    """A clause ``own op other``: a term of one name against a term of others."""

    own: ast.Term
    op: ast.CompareOp
    other: ast.Term
    clause: Clause


def split(clause: Clause, name: str) -> Split | None:
    """Return a comparison with one name alone on one side, if that is what a clause is."""
    condition = clause.condition
    if not isinstance(condition, ast.Compare) or condition.op == "!=" or clause.adjacent:
        return None
    left, right = ast.names(condition.left), ast.names(condition.right)
    if clause.grouped or clause.calls_user_code():
        return None
    if left == {name} and right and name not in right:
        return Split(condition.left, condition.op, condition.right, clause)
    if right == {name} and left and name not in left:
        return Split(condition.right, FLIPPED[condition.op], condition.left, clause)
    return None


@dataclass(frozen=True, slots=True)
class Key:
    """The values of a term over a pool as float64, in their order; all are known."""

    values: Array
    kind: str
    """The class of all values."""
    integral: bool
    """Whether an int is among them that float64 might round."""


def key_of(vector: Vector, size: int) -> Key | None:
    """Return values of one class as floats, or None if some are missing or classes mix."""
    classes = {CLASS.get(kind, "list") for kind in vector.parts}
    if len(classes) != 1 or "list" in classes or not known(vector).all():
        return None
    (kind,) = classes
    return Key(_as_floats(vector, size), kind, _rounds(vector))


def _as_floats(vector: Vector, size: int) -> Array:
    """Return the values of a vector as float64; 0.0 where there is none."""
    values = np.zeros(size)
    for data, mask in vector.parts.values():
        if mask is None:
            values[:] = data
        else:
            values = np.where(mask, data.astype(np.float64), values)
    return values


def key(name: str, term: ast.Term, space: Space) -> Key | None:
    """Return the key of a term over the pool of a name, made once."""
    if (name, term) not in space.keys:
        pool = space.pools[name]
        rows = Rows(space.table, {name: pool.rows}, functions=space.functions)
        space.keys[name, term] = key_of(value(term, rows), len(pool))
    found: Key | None = space.keys[name, term]
    return found


def _rounds(vector: Vector) -> bool:
    """Return whether an int of a vector is past what float64 holds without loss."""
    if "int" not in vector.parts:
        return False
    data, _ = vector.parts["int"]
    return bool(len(data)) and (int(data.max()) > EXACT or int(data.min()) < -EXACT)


@dataclass(frozen=True, slots=True)
class Interval:
    """For each partial match the least and the greatest value that passes, both included."""

    low: Array | None
    high: Array | None
    passable: Mask
    """The partial matches whose other side is known and of the class of the key."""
    exact: bool
    """Whether every value inside passes; else the clause must be asked again."""

    @property
    def point(self) -> bool:
        """Whether one value passes at most."""
        return self.low is not None and self.low is self.high


def interval(one: Split, key: Key, space: Space, block: Block) -> Interval:
    """Return what a comparison leaves of the values of a new name.  Semantics: S-3.2."""
    rows = {name: places[0] for name, places in space.rows(block).items() if len(places) == 1}
    vector = value(one.other, Rows(space.table, rows, functions=space.functions))
    mine = Vector({k: part for k, part in vector.parts.items() if CLASS.get(k) == key.kind})
    passable = np.broadcast_to(known(mine), block.size)
    limit = _as_floats(mine, block.size)
    exact = not (key.integral or _rounds(mine))
    if one.op == "=":
        return Interval(limit, limit, passable, exact)
    if one.op in ("<", "<="):
        if one.op == "<" and exact:
            passable = passable & (limit != -np.inf)
            limit = np.nextafter(limit, -np.inf)
        return Interval(None, limit, passable, exact)
    if one.op == ">" and exact:
        passable = passable & (limit != np.inf)
        limit = np.nextafter(limit, np.inf)
    return Interval(limit, None, passable, exact)
