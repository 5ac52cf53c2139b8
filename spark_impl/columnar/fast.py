"""Kernels compiled by numba, where the extra ``fast`` is installed: a fixed set, none per pattern.

``AUGURY_FAST=0`` turns them off; every answer is the same with and without them.
"""

from __future__ import annotations

import os
from importlib.util import find_spec
from typing import Any

import numpy as np

from augury.spark_impl.columnar.vectors import Array

AVAILABLE = find_spec("numba") is not None
ENABLED = AVAILABLE and os.environ.get("AUGURY_FAST", "1") != "0"
LEAST = 50_000
"""With fewer pairs, loading what was compiled costs more than it saves."""


def pays(low: Array, high: Array) -> bool:
    """Return whether to scan some ranges by the compiled kernel."""
    return ENABLED and int((high - low).sum()) >= LEAST


def _scan_kernel(
    low: Array,
    high: Array,
    values: Array,
    least: Array,
    most: Array,
    owners: Array,
    places: Array,
) -> int:  # pragma: no cover - compiled
    found = 0
    for owner in range(len(low)):
        a, b = least[owner], most[owner]
        for place in range(low[owner], high[owner]):
            x = values[place]
            owners[found] = owner
            places[found] = place
            found += (x >= a) & (x <= b)
    return found


_compiled: dict[str, Any] = {}


def _kernel() -> Any:
    if "scan" not in _compiled:
        import numba

        _compiled["scan"] = numba.njit(
            "int64(int64[::1], int64[::1], float64[::1], float64[::1], float64[::1], "
            "int64[::1], int64[::1])",
            cache=True,
        )(_scan_kernel)
    return _compiled["scan"]


def scan(
    low: Array, high: Array, values: Array, least: Array | None, most: Array | None
) -> tuple[Array, Array]:
    """Return the pairs of some ranges whose values lie in an interval."""
    total = int((high - low).sum())
    owners = np.empty(total + 1, dtype=np.int64)
    places = np.empty(total + 1, dtype=np.int64)
    count = len(low)
    a = np.full(count, -np.inf) if least is None else np.ascontiguousarray(least)
    b = np.full(count, np.inf) if most is None else np.ascontiguousarray(most)
    found = _kernel()(
        np.ascontiguousarray(low), np.ascontiguousarray(high), np.ascontiguousarray(values),
        a, b, owners, places,
    )  # fmt: skip
    return owners[:found], places[:found]
