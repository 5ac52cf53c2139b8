"""Every obligation is green, and some counterexamples are the ones that the design tells of."""

from __future__ import annotations

import pytest

from augury.proofs.forms import series_parallel
from augury.proofs.judge import judged
from augury.proofs.registry import registry
from augury.spec.events import Event, Stream
from augury.spec.finality import End, Watermark, run
from augury.spec.language.parser import parse
from augury.spec.semantics import matches

SLOW = 60
"""An obligation that is given a minute or more is slow."""


def _marked() -> list:
    """Return all but the models, which ``tests/tlc`` checks one at a time."""
    found = {name: entry.obligation for name, entry in registry().items()}
    return [
        pytest.param(name, marks=[pytest.mark.slow] if item.seconds >= SLOW else [])
        for name, item in found.items()
        if item.tool != "tlc"
    ]


@pytest.mark.parametrize("name", _marked())
def test_obligation_is_green(name) -> None:
    judgement = judged(registry()[name].obligation)
    assert judgement.canary == "refuted", judgement
    assert judgement.green, judgement


def test_the_structures_of_seq_and_and_are_counted_right() -> None:
    """The number of series-parallel orders of n unlabelled points is known: 1, 2, 5, 15, 48."""
    found = [list(series_parallel(size)) for size in range(1, 6)]
    assert [len(shapes) for shapes in found] == [1, 2, 5, 15, 48]
    assert all(len(set(shapes)) == len(shapes) for shapes in found)


def test_an_engine_that_recomputes_loses_the_refutation_of_the_design() -> None:
    """SEQ(NOT(N n), A a, B b, NOT(M m)) WITHIN 10 with N@2 A@10 B@11, time 15 (PR-FINAL-09)."""
    pattern = parse("PATTERN SEQ(NOT(N n), A a, B b, NOT(M m)) WITHIN 10")
    events = [Event(0, "N", 2), Event(1, "A", 10), Event(2, "B", 11)]
    time, w = 15, 10
    kept = [event for event in events if event.ts >= time + 1 - w]
    assert [event.type for event in kept] == ["A", "B"]
    assert matches(Stream(kept), pattern)
    assert not matches(Stream(events), pattern)
    said = run([*kept, Watermark(time), End()], pattern)
    assert [len(emitted) for emitted in said.emits] == [0, 0, 0, 1], "it still waits at time 15"
