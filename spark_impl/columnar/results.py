"""Matches as Arrow: a column ``branch`` and one a name, ids for a name and lists for a Kleene name.

Null says that a branch has no such name, ``[]`` that a Kleene name bound nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
import pyarrow as pa

from augury.spark_impl.columnar.arrow import ints
from augury.spark_impl.columnar.vectors import Array
from augury.spec.language.ast import Kleene, Pattern, leaves
from augury.spec.language.normal import normal_form
from augury.spec.semantics import Match


def schema_of(pattern: Pattern) -> pa.Schema:
    """Return the columns of an answer: the positive names of all branches in order of writing."""
    positive = {name for branch in normal_form(pattern) for name in branch.positive}
    fields = [pa.field("branch", pa.int32(), nullable=False)]
    for leaf in leaves(pattern.structure):
        if leaf.name in positive:
            kind = pa.list_(pa.int64()) if isinstance(leaf, Kleene) else pa.int64()
            fields.append(pa.field(leaf.name, kind))
    return pa.schema(fields)


def batch_of(
    number: int, size: int, ids: Mapping[str, tuple[Array, ...]], schema: pa.Schema
) -> pa.RecordBatch:
    """Return matches of one shape by the ids of their events.  Semantics: S-4.7."""
    columns = [ints(np.full(size, number, dtype=np.int32))]
    for item in schema:
        if item.name == "branch":
            continue
        if item.name not in ids:
            columns.append(pa.nulls(size, item.type))
        elif pa.types.is_list(item.type):
            columns.append(_lists(ids[item.name], size))
        else:
            columns.append(ints(ids[item.name][0]))
    return pa.RecordBatch.from_arrays(columns, schema=schema)


def _lists(ids: tuple[Array, ...], size: int) -> pa.Array:
    """Return sets of one size as lists of ids, sorted."""
    width = len(ids)
    flat = np.sort(np.stack(ids, axis=1), axis=1).ravel() if ids else np.zeros(0, dtype=np.int64)
    offsets = np.arange(size + 1, dtype=np.int32) * width
    return pa.ListArray.from_arrays(ints(offsets), ints(flat))


def matches_in(batch: pa.RecordBatch | pa.Table) -> Iterator[Match]:
    """Yield the matches of a batch as the definition has them."""
    names = [name for name in batch.schema.names if name != "branch"]
    columns = [batch.column(name).to_pylist() for name in names]
    for number, *ids in zip(batch.column("branch").to_pylist(), *columns, strict=True):
        own = [(n, tuple(i) if isinstance(i, list) else i)
               for n, i in zip(names, ids, strict=True) if i is not None]  # fmt: skip
        yield Match(number, tuple(i for _, i in own), tuple(n for n, _ in own))
