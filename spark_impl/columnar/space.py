"""Pools and scopes: which rows a name may bind at all, and which of them beside what is bound.

A pool is sorted by (ts, id), so a scope is a range of places in it. The ends of the range are a
maximum and a minimum over the bound names, and each of them is looked up in an array that holds,
for every place in one pool, a place in another.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

import numpy as np

from augury.spark_impl.columnar.pairs import PointIndex, Tree
from augury.spark_impl.columnar.table import Table
from augury.spark_impl.columnar.vectors import Array
from augury.spec.events import Dialect
from augury.spec.language import ast
from augury.spec.language.functions import BUILTINS, Functions
from augury.spec.language.normal import Branch

Edge: TypeAlias = Literal["after", "before", "opens", "closes"]


@dataclass(frozen=True, slots=True)
class Pool:
    """The rows that a name may bind, ascending."""

    rows: Array
    ts: Array

    @staticmethod
    def of(rows: Array, table: Table) -> Pool:
        """Return the pool of some rows of a table."""
        return Pool(rows, table.ts[rows])

    def __len__(self) -> int:
        return len(self.rows)


@dataclass(frozen=True, slots=True)
class Block:
    """Partial matches: for each bound name its places in the pool, one array a bound event.

    All rows of a block bind the same number of events to a Kleene name, in ascending order.
    """

    size: int
    bound: Mapping[str, tuple[Array, ...]]

    def take(self, rows: Array) -> Block:
        """Return some of the partial matches."""
        return Block(
            len(rows),
            {name: tuple(one[rows] for one in places) for name, places in self.bound.items()},
        )


EMPTY = Block(1, {})
"""The partial match that binds nothing."""


@dataclass(slots=True)
class Space:
    """A branch over a table: the pools of its names, and how they lie to each other."""

    table: Table
    branch: Branch
    dialect: Dialect
    pools: Mapping[str, Pool]
    functions: Functions = field(default_factory=lambda: BUILTINS)
    _edges: dict[tuple[Edge, str, str], Array] = field(default_factory=dict)
    _asked: dict[tuple[Edge, str, str], int] = field(default_factory=dict)
    _ids: dict[str, Array] = field(default_factory=dict)
    keys: dict[tuple[str, ast.Term], Any] = field(default_factory=dict)
    """The keys of terms over pools, as ``clauses`` makes them."""
    _points: dict[tuple[str, ast.Term], PointIndex] = field(default_factory=dict)
    _trees: dict[tuple[str, ast.Term], Tree] = field(default_factory=dict)

    def also(self, name: str, pool: Pool) -> Space:
        """Return the space with one pool more, sharing what was computed of the others."""
        return replace(self, pools={**self.pools, name: pool})

    def rows(self, block: Block) -> dict[str, tuple[Array, ...]]:
        """Return the rows of the table that a block binds."""
        return {
            name: tuple(self.pools[name].rows[one] for one in places)
            for name, places in block.bound.items()
        }

    def ids(self, block: Block) -> dict[str, tuple[Array, ...]]:
        """Return the ids of the events that a block binds."""
        for name in block.bound:
            if name not in self._ids:
                self._ids[name] = self.table.ids[self.pools[name].rows]
        return {
            name: tuple(self._ids[name][one] for one in places)
            for name, places in block.bound.items()
        }

    def scope(self, name: str, block: Block) -> tuple[Array, Array]:
        """Return the first and the last place, exclusive, of a name beside what is bound.

        After the events of its predecessors, before those of its successors, and within what the
        window leaves of both sides.  Semantics: S-4.3, S-4.5.  Proof: PR-SCOPE-01 to PR-SCOPE-08.
        """
        order = self.branch.order
        bound = {other: places for other, places in block.bound.items() if places}
        low = np.zeros(block.size, dtype=np.int64)
        high = np.full(block.size, len(self.pools[name]), dtype=np.int64)
        for other, places in bound.items():
            later = [p for p in bound if (other, p) in order]
            sooner = [p for p in bound if (p, other) in order]
            if (other, name) in order:
                if not any((p, name) in order for p in later):
                    low = np.maximum(low, self.edge_at("after", other, name, places[-1]))
            elif not later:
                low = np.maximum(low, self.edge_at("opens", other, name, places[-1]))
            if (name, other) in order:
                if not any((name, p) in order for p in sooner):
                    high = np.minimum(high, self.edge_at("before", other, name, places[0]))
            elif not sooner:
                high = np.minimum(high, self.edge_at("closes", other, name, places[0]))
        return low, np.maximum(low, high)

    def edge_at(self, edge: Edge, other: str, name: str, places: Array) -> Array:
        """Return, for some places of one pool, where a scope in the pool of a name ends.

        It is computed for the whole pool once as many places have been asked for as it has.
        """
        key, pool = (edge, other, name), self.pools[other]
        if key not in self._edges:
            self._asked[key] = self._asked.get(key, 0) + len(places)
            if self._asked[key] <= len(pool):
                some = Pool(pool.rows[places], pool.ts[places])
                return self._compute(edge, some, self.pools[name])
        return self.edge(edge, other, name)[places]

    def edge(self, edge: Edge, other: str, name: str) -> Array:
        """Return, for each place of one pool, where a scope in the pool of a name ends."""
        key = edge, other, name
        if key not in self._edges:
            self._edges[key] = self._compute(edge, self.pools[other], self.pools[name])
        return self._edges[key]

    def _compute(self, edge: Edge, other: Pool, pool: Pool) -> Array:
        reach = self.dialect.reach(self.branch.window)
        if edge == "opens":
            return np.searchsorted(pool.ts, other.ts - reach, "left")
        if edge == "closes":
            return np.searchsorted(pool.ts, other.ts + reach, "right")
        if self.dialect.order == "arrival":
            return np.searchsorted(pool.rows, other.rows, "right" if edge == "after" else "left")
        strict = self.dialect.order == "strict"
        return np.searchsorted(
            pool.ts, other.ts, "right" if strict == (edge == "after") else "left"
        )

    def point_index(self, name: str, term: ast.Term, values: Array) -> PointIndex:
        """Return the index of a term over a pool, made once."""
        if (name, term) not in self._points:
            self._points[name, term] = PointIndex.of(values)
        return self._points[name, term]

    def tree(self, name: str, term: ast.Term, values: Array) -> Tree:
        """Return the tree of a term over a pool, made once."""
        if (name, term) not in self._trees:
            self._trees[name, term] = Tree.of(values)
        return self._trees[name, term]

    def distinct(self, name: str, other: str) -> bool:
        """Return whether the order or the types already keep two names on different events."""
        branch = self.branch
        if branch.types[name] != branch.types[other]:
            return True
        related = {(name, other), (other, name)} & branch.order
        return bool(related) and self.dialect.order != "nonstrict"
