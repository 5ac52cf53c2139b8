"""The eager automaton against the definition where a pattern says SELECT or SKIP."""

from __future__ import annotations

import pytest

from augury.reference.nfa.engine import chain, eager, tree
from augury.spec.errors import UnsupportedError
from augury.spec.events import Dialect, Event, Stream
from augury.spec.finality import End, run
from augury.spec.language.parser import parse
from augury.spec.strategies import RandomChoices, selecting


def test_eager_selects_at_the_moment_of_finality_in_bulk(bulk, emitted) -> None:
    """S-6.8, S-6.9: every dialect, SELECT and SKIP; not before and not later."""
    count, hits = bulk.count(150, 600, 5_000), 0
    for seed in bulk.seeds(count):
        q = selecting(RandomChoices(seed))
        disorder, negation = seed % 3, ("post", "first")[seed % 2]
        wanted = run((*q.stream, End()), q.pattern, q.dialect, disorder=disorder).emits
        machine = eager(q.pattern, q.dialect, negation=negation)
        assert emitted(machine, list(q.stream), disorder) == list(wanted), f"seed {seed}"
        hits += any(wanted)
    bulk.record(
        "eager = definition with SELECT and SKIP",
        f"{count} cases, {100 * hits / count:.1f} % emit",
    )
    assert hits >= count * 0.45


def test_to_next_remembers_what_began_while_another_match_can_end(emitted) -> None:
    """S-6.7: the second match ends a window after the first event, and is still displaced."""
    pattern = parse("PATTERN SEQ(A a, B b) WITHIN 10 SKIP to next")
    rows = [Event(0, "A", 0), Event(1, "B", 1), Event(2, "B", 10), Event(3, "C", 30)]
    found = emitted(eager(pattern), rows, 0)
    assert [sorted(m.ids for m in step) for step in found] == [[], [], [(0, 1)], [], []]


def test_an_event_at_the_first_tick_stands_between_to_the_end_of_the_window() -> None:
    """S-6.3: under ``nonstrict`` the event X at the tick of a is kept as long as a match needs."""
    pattern = parse("PATTERN SEQ(A a, B b) WITHIN 5 SELECT strict")
    rows = [Event(9, "X", -1), Event(0, "A", 0), Event(1, "X", 0), Event(2, "B", 5)]
    dialect = Dialect("nonstrict")
    assert not eager(pattern, dialect).whole(Stream(rows))
    assert len(eager(pattern, dialect).whole(Stream([*rows[:2], rows[3]]))) == 1


TWO = "PATTERN OR(SEQ(A a, B b, NOT(N n)), SEQ(C c, D d)) WITHIN 10 SKIP"
ROWS = (Event(0, "A", 0), Event(1, "C", 1), Event(2, "B", 2), Event(3, "D", 3), Event(4, "X", 4))


@pytest.fixture
def moments(emitted):
    """Return what is reported when, as ids, for some words after SKIP and more events."""

    def told(words: str, *more: Event) -> list[list[tuple[int, ...]]]:
        found = emitted(eager(parse(f"{TWO} {words}")), [*ROWS, *more], 0)
        return [sorted(match.ids for match in step) for step in found]

    return told


def test_a_match_waits_for_the_one_that_could_displace_it(moments) -> None:
    """S-6.9: (c, d) is settled when X comes; whether it is reported depends on N."""
    assert moments("past last") == [[], [], [], [], [], [(0, 2)]]
    refuted = moments("past last", Event(5, "N", 5))
    assert refuted == [[], [], [], [], [], [(1, 3)], []]


def test_a_match_does_not_wait_for_one_that_begins_elsewhere(moments) -> None:
    """S-6.7: to next lets go of matches with the same first event only."""
    assert moments("to next") == [[], [], [], [], [(1, 3)], [(0, 2)]]


def test_a_match_is_not_displaced_by_one_that_was_complete_later(emitted) -> None:
    """S-6.6: c is complete after a, and reported before it, since a waits for B."""
    pattern = parse("PATTERN OR(SEQ(A a, NOT(B n)), C c) WITHIN 5 SKIP past last")
    rows = [Event(0, "A", 1), Event(1, "C", 2), Event(2, "X", 3), Event(3, "X", 9)]
    found = emitted(eager(pattern), rows, 0)
    assert [sorted(m.ids for m in step) for step in found] == [[], [], [(1,)], [(0,)], []]


@pytest.mark.parametrize("words", ["SELECT next", "SELECT strict", "SKIP to next"])
def test_lazy_automata_refuse_selection(words) -> None:
    pattern = parse(f"PATTERN SEQ(A a, B b) WITHIN 5 {words}")
    for name, make in (("tree", tree), ("chain", lambda p: chain(p, ["ab"]))):
        with pytest.raises(UnsupportedError, match=f"engine {name} has no SELECT and no SKIP"):
            make(pattern)
