"""The stream, the question and the checksum that every engine of a comparison is given.

One event a tick, so an event is known by its time: ``ts`` is its id and its row in the file. The
question is ``SEQ(A a, B b, C c)`` within W, all matches (skip till any match), with an equal key
or without a predicate.

Engines differ on a match whose last event is exactly W after its first. Flink CEP and CORE, whose
window here is the span of an attribute, drop it; so does our dialect ``window=exclusive``, which
is the one that belongs to ``pattern``. One integer W therefore asks all of them the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from augury.spec.errors import UnsupportedError
from augury.spec.events import Dialect, Event, Stream
from augury.spec.semantics import Match

TYPES: Final = ("A", "B", "C")
SHARES: Final = (100, 100, 1)
KEYS: Final = 10
WINDOW: Final = 202
"""Ticks in which about a hundred A, a hundred B and one C arrive."""
DIALECT: Final = Dialect(window="exclusive")
QUERIES: Final = {
    # All three pairs, as a peer that partitions by k knows all three to be equal: an engine that
    # binds c and a first would otherwise have nothing to compare them by.
    "equal_key": (
        "PATTERN SEQ(A a, B b, C c) WHERE a.k = b.k AND b.k = c.k AND a.k = c.k WITHIN {}"
    ),
    "no_predicate": "PATTERN SEQ(A a, B b, C c) WITHIN {}",
}
Number = TypeVar("Number", bound=np.generic)
HEADER: Final = "type,ts,k\n"


def pattern(query: str, window: int = WINDOW) -> str:
    """Return a question in our language; it is meant in ``DIALECT``."""
    if query not in QUERIES:
        raise UnsupportedError(f"unknown query '{query}'; choose one of {', '.join(QUERIES)}")
    return QUERIES[query].format(window)


# ------------------------------------------------------------------------ the stream


@dataclass(frozen=True, eq=False)
class Workload:
    """The types, as indices into ``TYPES``, and the keys of events at the ticks 0, 1, 2 and so on.

    The arrays cannot be written to.
    """

    types: NDArray[np.int8]
    keys: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.types)

    @cached_property
    def times(self) -> NDArray[np.int64]:
        """The time, and thereby the id, of every event."""
        return _fixed(np.arange(len(self), dtype=np.int64))

    def stream(self) -> Stream:
        """Return the events as our engines read them."""
        rows = zip(self.types.tolist(), self.keys.tolist(), strict=True)
        return Stream(
            tuple(
                Event(id=ts, type=TYPES[kind], ts=ts, attrs={"k": key})
                for ts, (kind, key) in enumerate(rows)
            )
        )

    def write_csv(self, path: Path) -> None:
        """Write the events as ``type,ts,k``, one a line, in the order of time."""
        rows = zip(self.types.tolist(), self.keys.tolist(), strict=True)
        lines = (f"{TYPES[kind]},{ts},{key}\n" for ts, (kind, key) in enumerate(rows))
        with path.open("w", encoding="utf-8", newline="\n") as out:
            out.write(HEADER)
            out.writelines(lines)


def generate(events: int, seed: int, *, keys: int = KEYS) -> Workload:
    """Return as many events as asked for; equal arguments give equal events on every machine.

    Types are drawn in the proportions of ``SHARES``, keys uniformly. Only the raw bits of PCG64
    take part, which numpy promises to keep; a remainder of 64 bits is uniform to one in 10^16.
    """
    raw = np.random.PCG64(seed).random_raw(2 * events).astype(np.uint64)
    drawn = raw[:events] % np.uint64(sum(SHARES))
    kinds = np.searchsorted(np.cumsum(SHARES), drawn, side="right").astype(np.int8)
    return Workload(_fixed(kinds), _fixed((raw[events:] % np.uint64(keys)).astype(np.int64)))


def _fixed(array: NDArray[Number]) -> NDArray[Number]:
    array.flags.writeable = False
    return array


# ------------------------------------------------------------------------ the checksum


def checksum(triples: NDArray[np.int64]) -> str:
    """Return 16 hexadecimal digits that depend on the set of matches, not on their order.

    A match (a, b, c) is mixed to 64 bits as mix(mix(mix(a) ^ b) ^ c), where mix is the finalizer
    of splitmix64; the sum of all, modulo 2^64, is the checksum. Plain integers of any language
    compute it alike; ``core_peer`` and ``FlinkPeer`` do.
    """
    a, b, c = triples.reshape(-1, 3).astype(np.uint64).T
    mixed = _mix(_mix(_mix(a) ^ b) ^ c)
    return f"{int(mixed.sum(dtype=np.uint64)):016x}"


def _mix(bits: NDArray[np.uint64]) -> NDArray[np.uint64]:
    bits = bits + np.uint64(0x9E3779B97F4A7C15)
    bits = (bits ^ (bits >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    bits = (bits ^ (bits >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return bits ^ (bits >> np.uint64(31))


def triples_of(matches: Iterable[Match]) -> NDArray[np.int64]:
    """Return the ids of a, b and c of every match of ``pattern``, as rows."""
    return np.array([match.ids for match in matches], dtype=np.int64).reshape(-1, 3)
