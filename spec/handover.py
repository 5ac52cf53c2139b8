"""Hand-over between batches: which of old and new events a name may bind, so that nothing is lost.

A match that holds a new event is found in exactly one turn: that of the first name, in some order
of the names, to which it binds a new event.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

Share: TypeAlias = Literal["old", "new", "any"]


def share(name: str, turn: str, order: Sequence[str]) -> Share:
    """In its turn a name binds a new event; names before it only old ones, names after it any.

    A Kleene name binds a new event if its set holds one.  Semantics: S-5.2.  Proof: PR-DELTA-01.
    """
    mine, its = order.index(name), order.index(turn)
    if mine == its:
        return "new"
    return "old" if mine < its else "any"
