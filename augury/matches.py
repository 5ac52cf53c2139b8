"""The answer of ``match``: an immutable, canonically ordered set of matches."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, overload

from augury.io._files import replacing
from augury.io.frames import pandas
from augury.spec.cases import match_to_json
from augury.spec.language.ast import Kleene, Pattern, leaves
from augury.spec.language.normal import normal_form
from augury.spec.semantics import Match

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa


class Matches(Sequence[Match]):
    """Matches in canonical order: by branch, then by ids in the order of writing.

    Semantics: S-4.7.
    """

    def __init__(self, found: Iterable[Match] | pa.Table, pattern: Pattern) -> None:
        self._pattern = pattern
        self._table = None
        if hasattr(found, "schema"):
            self._table = canonical(found, pattern)
        else:
            self.__dict__["_found"] = tuple(sorted(found))

    @cached_property
    def _found(self) -> tuple[Match, ...]:
        """The matches, made of a table when somebody asks for one of them."""
        from augury.spark_impl.columnar.results import matches_in

        return tuple(matches_in(self._table))

    def __len__(self) -> int:
        return len(self._found) if self._table is None else len(self._table)

    def __iter__(self) -> Iterator[Match]:
        return iter(self._found)

    @overload
    def __getitem__(self, index: int) -> Match: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Match, ...]: ...
    def __getitem__(self, index: int | slice) -> Match | tuple[Match, ...]:
        return self._found[index]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Matches) and self._found == other._found

    def __hash__(self) -> int:
        return hash(self._found)

    def __repr__(self) -> str:
        some = self._found if self._table is None else Matches(self._table[:3], self._pattern)
        first = ", ".join(f"{m.branch}:{m.bindings}" for m in some[:3])
        return f"<Matches {len(self)}: {first}{', ...' if len(self) > 3 else ''}>"

    @property
    def names(self) -> tuple[str, ...]:
        """The positive names of all branches, in the order of writing."""
        branches = normal_form(self._pattern)
        positive = {name for branch in branches for name in branch.positive}
        return tuple(leaf.name for leaf in leaves(self._pattern.structure) if leaf.name in positive)

    def to_arrow(self) -> pa.Table:
        """Return a table: ``branch`` and one column a name, null where a branch has no such name.

        A Kleene name is a list of ids, ``[]`` for the empty set.
        """
        import pyarrow as pa

        if self._table is not None:
            return self._table
        kleene = {x.name for x in leaves(self._pattern.structure) if isinstance(x, Kleene)}
        columns = {"branch": pa.array([m.branch for m in self._found], pa.int32())}
        rows = [match.bindings for match in self._found]
        for name in self.names:
            kind = pa.list_(pa.int64()) if name in kleene else pa.int64()
            columns[name] = pa.array([row.get(name) for row in rows], kind)
        return pa.table(columns)

    def to_pandas(self) -> pd.DataFrame:
        """Return a frame with the columns of ``to_arrow``; ids stay int64, missing ones are NA."""
        pd = pandas()
        kleene = {x.name for x in leaves(self._pattern.structure) if isinstance(x, Kleene)}
        rows = [match.bindings for match in self._found]
        frame = pd.DataFrame({"branch": pd.array([m.branch for m in self._found], "int32")})
        for name in self.names:
            found = [row.get(name) for row in rows]
            if name in kleene:
                column = pd.Series(
                    [list(x) if isinstance(x, tuple) else None for x in found], dtype=object
                )
            else:
                column = pd.Series(pd.array(found, "Int64"))
            frame[name] = column
        return frame

    def lines(self) -> Iterator[str]:
        """Yield one JSON object a match."""
        for match in self._found:
            yield json.dumps(match_to_json(match), ensure_ascii=False)

    def to_jsonl(self, path: str | os.PathLike[str]) -> None:
        """Write one JSON object a line; the file appears whole or not at all."""
        with replacing(os.fspath(path)) as out:
            for line in self.lines():
                out.write(line.encode() + b"\n")

    def to_parquet(self, path: str | os.PathLike[str]) -> None:
        """Write the table of ``to_arrow``; the file appears whole or not at all."""
        import pyarrow.parquet as pq

        with replacing(os.fspath(path)) as out:
            pq.write_table(self.to_arrow(), out)


def canonical(table: pa.Table, pattern: Pattern) -> pa.Table:
    """Return matches by branch, then by ids in the order of writing, lists compared as lists.

    Semantics: S-4.7.
    """
    import numpy as np
    import pyarrow as pa

    from augury.spark_impl.columnar.arrow import ints, numbers

    table = table.combine_chunks()
    keys: list[np.ndarray[Any, Any]] = []
    for name in table.schema.names:
        column = table.column(name)
        if pa.types.is_list(column.type):
            lists = [tuple(cell or ()) for cell in column.to_pylist()]
            places = {cell: place for place, cell in enumerate(sorted(set(lists)))}
            keys.append(np.array([places[cell] for cell in lists], dtype=np.int64))
        else:
            ids = (column.fill_null(0) if column.null_count else column).combine_chunks()
            keys.append(numbers(ids))
    return table.take(ints(np.lexsort(keys[::-1])))
