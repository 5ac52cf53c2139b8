"""Negated names: an anti-join. A match is refuted by one event that would extend it by rule 5."""

from __future__ import annotations

import numpy as np

from augury.spark_impl.columnar.frontier import Step, found, kept, query
from augury.spark_impl.columnar.pending import NEVER
from augury.spark_impl.columnar.settings import Settings
from augury.spark_impl.columnar.space import Block, Pool, Space
from augury.spark_impl.columnar.vectors import Array, Mask


def refuted(step: Step, block: Block, space: Space, settings: Settings) -> Mask:
    """Return which partial matches an event of a negated name refutes.  Semantics: S-4.6."""
    if not step.splits and not step.clauses:
        return _by_count(step, block, space)
    gone: Mask = np.zeros(block.size, dtype=bool)
    numbered = Block(block.size, {**block.bound, "": (np.arange(block.size),)})
    wider = space.also("", Pool(np.arange(block.size), np.zeros(block.size, dtype=np.int64)))
    asked = query(step, block, space)
    for owners, places in found(asked, step.name, space, settings):
        if len(owners):
            left = kept(step.name, numbered, owners, (places,), asked.open_, step.apart, wider)
            gone[left.bound[""][0]] = True
    return gone


def _by_count(step: Step, block: Block, space: Space) -> Mask:
    """Return where a range holds more events than those that are bound already."""
    low, high = space.scope(step.name, block)
    count = high - low
    own = space.pools[step.name].rows
    rows = space.rows(block)
    for other in step.apart:
        for bound in rows[other]:
            place = np.searchsorted(own, bound)
            inside = (place >= low) & (place < high)
            count = count - (inside & _same(own, place, bound))
    return count > 0


def _same(own: Array, place: Array, rows: Array) -> Mask:
    if not len(own):
        return np.zeros(len(rows), dtype=bool)
    same: Mask = own[np.minimum(place, len(own) - 1)] == rows
    return same


def horizon(block: Block, space: Space) -> Array:
    """Return the last tick at which an event could refute each match, or NEVER.

    Semantics: S-5.2.
    """
    branch, dialect = space.branch, space.dialect
    reach, step = dialect.reach(branch.window), dialect.step
    ts = {n: [space.pools[n].ts[one] for one in block.bound[n]] for n in branch.positive}
    bound = [one for places in ts.values() for one in places]
    first, last = np.minimum.reduce(bound), np.maximum.reduce(bound)
    latest = np.full(block.size, NEVER)
    for n in branch.negated:
        low, high = last - reach, first + reach
        for other in branch.predecessors(n):
            for one in ts[other][-1:]:
                low = np.maximum(low, one + step)
        for other in branch.successors(n):
            for one in ts[other][:1]:
                high = np.minimum(high, one - step)
        latest = np.where(low <= high, np.maximum(latest, high), latest)
    return latest
