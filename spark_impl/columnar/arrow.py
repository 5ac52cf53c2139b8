"""Between numpy and Arrow without a copy, and without pandas, which pyarrow loads to convert."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from augury.spark_impl.columnar.vectors import Array


def ints(data: Array) -> pa.Array:
    """Return an array of ints, int32 or int64, without a copy."""
    kind = pa.int32() if data.dtype == np.int32 else pa.int64()
    buffer = pa.py_buffer(np.ascontiguousarray(data))
    return pa.Array.from_buffers(kind, len(data), [None, buffer])


def numbers(data: pa.Array) -> Array:
    """Return the ints of an array of int32 or int64 without nulls."""
    kind = np.int32 if data.type == pa.int32() else np.int64
    whole = np.frombuffer(data.buffers()[1], dtype=kind)
    return whole[data.offset : data.offset + len(data)]
