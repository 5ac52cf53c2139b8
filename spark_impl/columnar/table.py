"""Events as columns, sorted by (ts, id): only the types and attributes that a pattern names."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from augury.spark_impl.columnar.lists import Lists
from augury.spark_impl.columnar.vectors import (
    MISSING,
    Array,
    Mask,
    Part,
    Vector,
    joined,
)
from augury.spec.events import FIELDS, Event, Kind, Value, kind_of
from augury.spec.language import ast


@dataclass(frozen=True, slots=True)
class Needs:
    """What a pattern asks of a table: the rest of it need not be read."""

    types: tuple[str, ...]
    attrs: tuple[str, ...]
    texts: tuple[str, ...]
    """The text constants, which must be in the vocabulary to be compared."""

    @staticmethod
    def of(pattern: ast.Pattern) -> Needs:
        """Return what a pattern mentions, each once."""
        nodes = list(ast.walk(pattern))
        attrs = {
            node.attr
            for node in nodes
            if isinstance(node, (ast.Ref, ast.Indexed, ast.Aggregate)) and node.attr is not None
        }
        texts = {
            node.value
            for node in nodes
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
        }
        types = {leaf.type for leaf in ast.leaves(pattern.structure)}
        wanted = sorted(attrs.difference(FIELDS))
        return Needs(tuple(sorted(types)), tuple(wanted), tuple(sorted(texts)))


@dataclass(frozen=True, slots=True)
class Table:
    """Rows in (ts, id) order, so that the number of a row is its place in that order."""

    ts: Array
    ids: Array
    types: Array
    """The number of each event's type in ``needs.types``."""
    columns: Mapping[str, Vector]
    vocabulary: Array
    """All texts, sorted by code point; a text value is its place here."""
    lists: Lists
    needs: Needs

    def __len__(self) -> int:
        return len(self.ts)

    def column(self, attr: str) -> Vector:
        """Return a field or an attribute of all rows; what no event has is missing."""
        if attr == "ts":
            return Vector({"int": (self.ts, None)})
        if attr == "id":
            return Vector({"int": (self.ids, None)})
        return self.columns.get(attr, MISSING)

    def code(self, text: str) -> int:
        """Return the place of a text constant in the vocabulary."""
        return int(np.searchsorted(self.vocabulary, text))

    def decoded(self, kind: Kind, data: Any) -> Value:
        """Return a value as Python has it."""
        if kind == "str":
            return str(self.vocabulary[int(data)])
        if kind == "list":
            return self.lists.cell(int(data))
        plain: Value = data.item()
        return plain

    def rows_of(self, type_: str) -> Array:
        """Return the rows of one type, ascending."""
        return np.flatnonzero(self.types == self.needs.types.index(type_))

    def take(self, rows: Array) -> Table:
        """Return some rows, which must ascend."""
        return Table(
            self.ts[rows],
            self.ids[rows],
            self.types[rows],
            {name: column.take(rows) for name, column in self.columns.items()},
            self.vocabulary,
            self.lists,
            self.needs,
        )

    def sorted(self) -> Table:
        """Return the rows in (ts, id) order."""
        ts, ids = self.ts, self.ids
        steps = np.diff(ts)
        if (steps > 0).all() or ((steps >= 0).all() and _ids_ascend(steps, ids)):
            return self
        return self.take(np.lexsort((ids, ts)))


def _ids_ascend(steps: Array, ids: Array) -> bool:
    return bool((np.diff(ids)[steps == 0] > 0).all())


def repeated_id(ids: Array) -> int | None:
    """Return an id that is used twice, if there is one."""
    steps = np.diff(ids)
    if (steps > 0).all():
        return None
    ordered = np.sort(ids)
    twice = np.flatnonzero(ordered[1:] == ordered[:-1])
    return int(ordered[twice[0]]) if len(twice) else None


# ------------------------------------------------------------------------ from events


def of_events(events: Sequence[Event], needs: Needs) -> Table:
    """Return the table of some events, whatever their order; kinds may mix in a column."""
    numbers = {type_: number for number, type_ in enumerate(needs.types)}
    kept = [event for event in events if event.type in numbers]
    cells: dict[str, list[Value]] = {
        attr: [event.attrs.get(attr) for event in kept] for attr in needs.attrs
    }
    texts = {cell for column in cells.values() for cell in column if isinstance(cell, str)}
    vocabulary = vocabulary_of(texts.union(needs.texts))
    lists: list[tuple[float, ...]] = []
    columns = {attr: _mixed(column, vocabulary, lists) for attr, column in cells.items()}
    return Table(
        np.array([event.ts for event in kept], dtype=np.int64),
        np.array([event.id for event in kept], dtype=np.int64),
        np.array([numbers[event.type] for event in kept], dtype=np.int64),
        columns,
        vocabulary,
        Lists.of(lists),
        needs,
    ).sorted()


def vocabulary_of(texts: set[str]) -> Array:
    """Return texts in the order of code points."""
    vocabulary = np.empty(len(texts), dtype=object)
    vocabulary[:] = sorted(texts)
    return vocabulary


_MAKE: dict[Kind, Any] = {"int": np.int64, "float": np.float64, "bool": np.bool_}


def _mixed(cells: list[Value], vocabulary: Array, lists: list[tuple[float, ...]]) -> Vector:
    """Return a column of values of any kinds, one part a kind."""
    kinds = [kind_of(cell) for cell in cells]
    parts: dict[Kind, Part] = {}
    for kind in dict.fromkeys(kinds):
        if kind is None:
            continue
        mask: Mask = np.array([other == kind for other in kinds], dtype=bool)
        data = np.zeros(len(cells), dtype=_MAKE.get(kind, np.int64))
        own = [cell for cell, other in zip(cells, kinds, strict=True) if other == kind]
        if kind == "str":
            data[mask] = np.searchsorted(vocabulary, np.array(own, dtype=object))
        elif kind == "list":
            data[mask] = np.arange(len(lists), len(lists) + len(own))
            lists.extend(own)  # type: ignore[arg-type]
        else:
            data[mask] = own
        parts[kind] = data, None if mask.all() else mask
    return Vector(parts)


# ------------------------------------------------------------------------ growing


def merged(old: Table, new: Table) -> tuple[Table, Array, Array]:
    """Return the rows of two tables in one, and where the rows of each have gone."""
    vocabulary, recode = _common(old.vocabulary, new.vocabulary)
    lists = old.lists.followed_by(new.lists)
    shift = len(old.lists.length)
    columns = {}
    for attr in dict.fromkeys((*old.columns, *new.columns)):
        before = _moved(old.column(attr), recode[0], 0)
        after = _moved(new.column(attr), recode[1], shift)
        columns[attr] = joined((before, after), (len(old), len(new)))
    ts, ids = np.concatenate([old.ts, new.ts]), np.concatenate([old.ids, new.ids])
    types = np.concatenate([old.types, new.types])
    whole = Table(ts, ids, types, columns, vocabulary, lists, old.needs)
    order = np.lexsort((ids, ts))
    place = np.empty_like(order)
    place[order] = np.arange(len(order))
    return whole.take(order), place[: len(old)], place[len(old) :]


def _common(old: Array, new: Array) -> tuple[Array, tuple[Array | None, Array | None]]:
    """Return one vocabulary for two, and the new place of each text."""
    if len(old) == len(new) and (old == new).all():
        return old, (None, None)
    both = vocabulary_of({*old.tolist(), *new.tolist()})
    return both, (np.searchsorted(both, old), np.searchsorted(both, new))


def _moved(column: Vector, recode: Array | None, shift: int) -> Vector:
    """Return a column with its texts and lists numbered anew."""
    parts = dict(column.parts)
    if recode is not None and "str" in parts:
        data, mask = parts["str"]
        parts["str"] = (recode[data] if len(recode) else data), mask
    if shift and "list" in parts:
        data, mask = parts["list"]
        parts["list"] = data + shift, mask
    return Vector(parts)


def compacted(table: Table) -> Table:
    """Return the table without texts and lists that no row has, where that saves much."""
    return _kept(_kept(table, "str", len(table.vocabulary), _fewer_texts), "list",
                 len(table.lists.length), _fewer_lists)  # fmt: skip


def _kept(
    table: Table, kind: Kind, size: int, fewer: Callable[[Table, Array], dict[str, Any]]
) -> Table:
    held = [column.parts[kind] for column in table.columns.values() if kind in column.parts]
    used = np.unique(
        np.concatenate([data if mask is None else data[mask] for data, mask in held])
        if held
        else np.zeros(0, dtype=np.int64)
    )
    if size <= 2 * len(used) + 1_000:
        return table
    place = np.zeros(size, dtype=np.int64)
    more = fewer(table, used)
    place[used] = more.pop("place")
    columns = {
        name: Vector(
            {k: ((place[data] if k == kind else data), mask)
             for k, (data, mask) in column.parts.items()}
        )
        for name, column in table.columns.items()
    }  # fmt: skip
    whole = {slot: getattr(table, slot) for slot in Table.__slots__}
    return Table(**{**whole, "columns": columns, **more})


def _fewer_texts(table: Table, used: Array) -> dict[str, Any]:
    kept = vocabulary_of({*table.vocabulary[used].tolist(), *table.needs.texts})
    place = np.searchsorted(kept, table.vocabulary[used])
    return {"vocabulary": kept, "place": place}


def _fewer_lists(table: Table, used: Array) -> dict[str, Any]:
    kept = Lists.of(table.lists.cell(int(row)) for row in used)
    return {"lists": kept, "place": np.arange(len(used))}
