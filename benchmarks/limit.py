"""The limit: one query as a nested loop by hand, compiled by numba; what no general engine beats.

``SEQ(A a, B b, C c) WHERE a.x < b.x AND b.x < c.x WITHIN w``, one event a tick, the rare C first.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from augury.spec.errors import UnsupportedError


def _loop(types: Any, x: Any, w: int, out: Any) -> int:  # pragma: no cover - compiled
    """Write the rows of every match; return how many there are."""
    count, first_a, first_b, last_a, last_b = 0, 0, 0, 0, 0
    a_rows = np.empty(len(types), np.int64)
    b_rows = np.empty(len(types), np.int64)
    for c in range(len(types)):
        if types[c] == 0:
            a_rows[last_a] = c
            last_a += 1
        elif types[c] == 1:
            b_rows[last_b] = c
            last_b += 1
        else:
            while first_a < last_a and a_rows[first_a] < c - w:
                first_a += 1
            while first_b < last_b and b_rows[first_b] < c - w:
                first_b += 1
            for i in range(first_b, last_b):
                b = b_rows[i]
                if x[b] < x[c]:
                    for j in range(first_a, last_a):
                        a = a_rows[j]
                        if a >= b:
                            break
                        if x[a] < x[b]:
                            out[0, count] = a
                            out[1, count] = b
                            out[2, count] = c
                            count += 1
    return count


def compiled() -> Callable[[NDArray[Any], NDArray[Any], int, NDArray[Any]], int]:
    """Return the loop, compiled; its first call is not slower than the others."""
    try:
        import numba
    except ImportError:
        reason = "the limit is a loop compiled by numba; run pip install 'augury[fast]'"
        raise UnsupportedError(reason) from None
    loop: Callable[[NDArray[Any], NDArray[Any], int, NDArray[Any]], int]
    loop = numba.njit("int64(int64[::1], float64[::1], int64, int64[:,::1])")(_loop)
    return loop
