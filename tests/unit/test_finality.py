"""Time, refutable intervals and H, by hand (S-5.1 to S-5.3)."""

from __future__ import annotations

from math import inf

import pytest

from augury.spec.errors import InvalidEventError, TooManyCandidates
from augury.spec.events import Dialect, Event, Stream
from augury.spec.finality import End, Run, Watermark, binding_of, clock, horizon, refutable, run
from augury.spec.language.functions import register
from augury.spec.language.normal import normal_form
from augury.spec.language.parser import parse
from augury.spec.semantics import Match

STRICT, LOOSE, ARRIVAL = Dialect(), Dialect("nonstrict"), Dialect("arrival")


def branch_of(structure: str, window: int = 10):
    (branch,) = normal_form(parse(f"PATTERN {structure} WITHIN {window}"))
    return branch


def bound(**times):
    return {
        name: tuple(Event(10 * k + i, name.upper(), ts) for i, ts in enumerate(found))
        for k, (name, found) in enumerate(times.items())
    }


# ------------------------------------------------------------------ time


def test_time_begins_nowhere_and_never_goes_back() -> None:
    items = (Event(0, "A", 5), Watermark(3), Watermark(1), Event(1, "A", 9), End(), Watermark(7))
    assert clock(items) == (-inf, 3, 3, 3, inf, inf)


def test_a_bounded_disorder_lets_events_move_time() -> None:
    items = (Event(0, "A", 5), Event(1, "A", 3), Event(2, "A", 9), Watermark(6), End())
    assert clock(items, 0) == (4, 4, 8, 8, inf)
    assert clock(items, 4) == (0, 0, 4, 6, inf)
    assert clock((), 0) == ()


def test_late_is_not_after_the_time_before_arrival() -> None:
    """S-5.1: ts <= time is late, ts = time + 1 is punctual; ties are never late with d = 0."""
    pattern = parse("PATTERN A a WITHIN 1")
    items = (Watermark(5), Event(0, "A", 5), Event(1, "A", 6), Event(2, "A", 4), End(),
             Event(3, "A", 99))  # fmt: skip
    found = run(items, pattern)
    assert found.late == (0, 2, 3)
    assert [len(at) for at in found.emits] == [0, 0, 1, 0, 0, 0]
    tied = run((Event(0, "A", 5), Event(1, "A", 5), Event(2, "A", 4)), pattern, disorder=0)
    assert tied.late == (2,)


# ------------------------------------------------------------------ H


@pytest.mark.parametrize(
    ("structure", "times", "strict", "loose"),
    [
        ("SEQ(A a, NOT(N n), B b)", {"a": [3], "b": [7]}, (4, 6), (3, 7)),
        ("SEQ(A a, NOT(N n), B b)", {"a": [3], "b": [4]}, (4, 3), (3, 4)),
        ("SEQ(A a, NOT(N n), B b)", {"a": [3], "b": [5]}, (4, 4), (3, 5)),
        ("SEQ(NOT(N n), A a, B b)", {"a": [3], "b": [7]}, (-3, 2), (-3, 3)),
        ("SEQ(A a, B b, NOT(N n))", {"a": [3], "b": [7]}, (8, 13), (7, 13)),
        ("AND(A a, NOT(N n), B b)", {"a": [3], "b": [7]}, (-3, 13), (-3, 13)),
        ("SEQ(A a, AND(NOT(N n), B b))", {"a": [3], "b": [7]}, (4, 13), (3, 13)),
        ("SEQ(A a, B+ b, NOT(N n))", {"a": [0], "b": [2, 5]}, (6, 10), (5, 10)),
        ("SEQ(NOT(N n), B+ b, A a)", {"b": [2, 5], "a": [9]}, (-1, 1), (-1, 2)),
        ("SEQ(A a, NOT(N n), B{0,} b)", {"a": [3], "b": []}, (4, 13), (3, 13)),
        ("SEQ(B{0,} b, NOT(N n), A a)", {"b": [], "a": [3]}, (-7, 2), (-7, 3)),
        ("SEQ(A a, B b, NOT(N n))", {"a": [0], "b": [10]}, (11, 10), (10, 10)),
    ],
)  # fmt: skip
def test_the_ticks_at_which_a_match_can_be_refuted(structure, times, strict, loose) -> None:
    """S-5.2: between the neighbours, and as far as the window still reaches."""
    branch, mu = branch_of(structure), bound(**times)
    assert refutable("n", mu, branch, STRICT) == strict
    assert refutable("n", mu, branch, LOOSE) == refutable("n", mu, branch, ARRIVAL) == loose
    assert horizon(mu, branch, STRICT) == (strict[1] if strict[0] <= strict[1] else -inf)


def test_an_exclusive_window_reaches_one_tick_less() -> None:
    branch, mu = branch_of("SEQ(A a, B b, NOT(N n))"), bound(a=[3], b=[7])
    assert refutable("n", mu, branch, Dialect(window="exclusive")) == (8, 12)
    branch = branch_of("SEQ(NOT(N n), A a, B b)")
    assert refutable("n", mu, branch, Dialect("nonstrict", "exclusive")) == (-2, 3)


def test_the_horizon_is_the_last_of_the_intervals_that_are_not_empty() -> None:
    mu = bound(a=[3], b=[4])
    assert horizon(mu, branch_of("SEQ(A a, B b)"), STRICT) == -inf
    assert horizon(mu, branch_of("SEQ(A a, NOT(N n), B b)"), STRICT) == -inf
    both = branch_of("SEQ(NOT(M m), A a, NOT(N n), B b)")
    assert horizon(mu, both, STRICT) == 2
    assert horizon(mu, both, LOOSE) == 4
    assert horizon(mu, branch_of("SEQ(NOT(M m), A a, B b, NOT(N n))"), STRICT) == 13


def test_a_match_is_bound_again_in_canonical_order() -> None:
    late, soon, a = Event(1, "B", 9), Event(2, "B", 4), Event(0, "A", 1)
    match = Match(0, (0, (1, 2), ()), ("a", "b", "c"))
    assert binding_of(match, Stream([late, soon, a])) == {"a": (a,), "b": (soon, late), "c": ()}


# ------------------------------------------------------------------ runs

GUARDED = parse("PATTERN SEQ(A a, B b, NOT(N n)) WITHIN 4")
AB = Match(0, (0, 1), ("a", "b"))
A0, B1 = Event(0, "A", 1), Event(1, "B", 3)


@pytest.mark.parametrize(
    ("items", "when"),
    [
        ((A0, B1, Watermark(4), Watermark(5), End()), 3),
        ((A0, B1, Watermark(4), End()), 3),
        ((A0, B1, Watermark(4)), None),
        ((A0, B1, Event(2, "N", 5), End()), None),
        ((A0, B1, Event(2, "N", 6), End()), 3),
        ((A0, B1, Event(2, "N", 3), End()), 3),
        ((B1, A0, End()), 2),
        ((A0, B1, Watermark(9), Event(2, "N", 5), End()), 2),
    ],
)
def test_a_match_is_emitted_when_it_is_final(items, when) -> None:
    """S-5.2: H is 5: not before, not later, not without."""
    found = run(items, GUARDED)
    assert [i for i, at in enumerate(found.emits) if at] == ([] if when is None else [when])
    assert all(at in ({AB}, set()) for at in found.emits)


def test_with_a_disorder_an_event_makes_others_final() -> None:
    items = (A0, B1, Event(2, "C", 7), Event(3, "C", 8))
    assert run(items, GUARDED, disorder=2).emits == (set(), set(), set(), {AB})
    assert run(items, GUARDED, disorder=1).emits == (set(), set(), {AB}, set())
    assert run(items, GUARDED, disorder=3).emits == (set(), set(), set(), set())


def test_an_empty_run() -> None:
    assert run((), GUARDED) == Run((), ())


def test_a_run_knows_functions_dialects_and_limits() -> None:
    functions = register({"yes": lambda x: 1})
    pattern = parse("PATTERN SEQ(A a, B b) WHERE yes(a.ts) = 1 WITHIN 4", functions=functions)
    assert run((A0, B1), pattern, functions=functions).emits == (set(), {AB})
    tied = (A0, Event(1, "B", 1))
    assert run(tied, pattern, functions=functions).emits == (set(), set())
    assert run(tied, pattern, LOOSE, functions=functions).emits == (set(), {AB})
    with pytest.raises(TooManyCandidates):
        run((A0, B1, Event(2, "B", 3)), pattern, functions=functions, limit=1)


@pytest.mark.parametrize("again", [A0, Event(0, "A", 1, {"x": 1}), Event(0, "B", 3)])
def test_an_id_arrives_once(again) -> None:
    """S-1.3: the same id twice is an error, also if the whole event is the same."""
    with pytest.raises(InvalidEventError, match="id 0 is used twice; ids must be unique"):
        run((A0, again, End()), GUARDED)


def test_a_late_copy_is_late() -> None:
    """S-5.1: every event with ts <= time is counted and set aside, whatever came before."""
    assert run((A0, Watermark(3), A0, End()), GUARDED).late == (0,)
