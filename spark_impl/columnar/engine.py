"""The matches of a finite table, block by block: memory is bounded by a block, not by matches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pyarrow as pa

from augury.spark_impl.columnar.kernel import Query, plan, run, space_of
from augury.spark_impl.columnar.results import batch_of, schema_of
from augury.spark_impl.columnar.settings import Budget, Settings
from augury.spark_impl.columnar.space import Block, Space
from augury.spark_impl.columnar.table import Table
from augury.spec.errors import TooManyCandidates
from augury.spec.events import Dialect
from augury.spec.language.ast import Pattern
from augury.spec.language.functions import BUILTINS, Functions
from augury.spec.language.normal import normal_form, restricted
from augury.spec.limits import COLLECTED, KLEENE_SETS


def blocks(
    table: Table,
    pattern: Pattern,
    dialect: Dialect,
    *,
    functions: Functions = BUILTINS,
    settings: Settings = Settings(),  # noqa: B008 - frozen
    order: Sequence[str] | None = None,
    limit: int = KLEENE_SETS,
) -> Iterator[tuple[int, Block, Space]]:
    """Yield the matches of each branch in blocks, with the space in which their places lie."""
    budget = Budget(limit)
    branches = normal_form(pattern)
    orders = [None] * len(branches) if order is None else restricted(order, branches)
    for number, (branch, own) in enumerate(zip(branches, orders, strict=True)):
        query = Query.of(branch, dialect, functions)
        space = space_of(query, table)
        for block in run(plan(query, space, own), space, settings, budget):
            yield number, block, space


def batches(
    table: Table,
    pattern: Pattern,
    dialect: Dialect = Dialect(),  # noqa: B008 - frozen
    *,
    functions: Functions = BUILTINS,
    settings: Settings = Settings(),  # noqa: B008 - frozen
    order: Sequence[str] | None = None,
    limit: int = KLEENE_SETS,
) -> Iterator[pa.RecordBatch]:
    """Yield the matches of a pattern as Arrow batches, each match once, in no promised order.

    Semantics: S-4.1, S-4.7.
    """
    schema = schema_of(pattern)
    found = blocks(
        table, pattern, dialect, functions=functions, settings=settings, order=order, limit=limit
    )
    for number, block, space in found:
        yield batch_of(number, block.size, space.ids(block), schema)


def collected(
    table: Table,
    pattern: Pattern,
    dialect: Dialect = Dialect(),  # noqa: B008 - frozen
    *,
    functions: Functions = BUILTINS,
    settings: Settings = Settings(),  # noqa: B008 - frozen
    order: Sequence[str] | None = None,
    limit: int = COLLECTED,
) -> pa.Table:
    """Return all matches in one table, or refuse to hold more than allowed.

    Semantics: S-4.1, S-4.7, S-4.8.
    """
    found: list[pa.RecordBatch] = []
    size = 0
    for batch in batches(
        table, pattern, dialect, functions=functions, settings=settings, order=order, limit=limit
    ):
        size += len(batch)
        if size > limit:
            raise TooManyCandidates(size, limit)
        found.append(batch)
    return pa.Table.from_batches(found, schema_of(pattern))
