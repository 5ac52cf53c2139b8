"""Finality over generated questions: sound, never late, never later than needed (S-5.1, S-5.2)."""

from __future__ import annotations

from dataclasses import replace
from math import inf

from augury.spec.events import Event, Stream
from augury.spec.finality import End, Watermark, binding_of, clock, horizon, run
from augury.spec.language import ast
from augury.spec.language.normal import normal_form
from augury.spec.semantics import is_match, matches, witnesses
from augury.spec.strategies import RandomChoices

GAP = 1_000
"""Ids are spread by this factor, so that an event can arrive between any two others."""


# ------------------------------------------------------------------ ways to tell a stream


def shuffled(choices, stream: Stream, delay: int) -> list[Event]:
    """Return the events in an order in which each is overtaken by at most ``delay`` ticks."""
    keys = {e.id: (e.ts + choices.integer(0, delay), choices.integer(0, 99)) for e in stream}
    return sorted(stream, key=lambda event: keys[event.id])


def told(choices, stream: Stream, *, punctual: bool) -> tuple[list, int | None]:
    """Return items with watermarks and an end, and the disorder; late events unless punctual."""
    disorder = choices.pick((None, 0, 1, 3))
    delay = choices.integer(0, 4) if disorder is None else disorder
    events = shuffled(choices, stream, delay if punctual else delay + choices.integer(0, 4))
    items: list = []
    for index, event in enumerate(events):
        items.append(event)
        if choices.chance(30):
            rest = [e.ts for e in events[index + 1 :]] or [event.ts + 5]
            promised = min(rest) if punctual else choices.pick(rest)
            items.append(Watermark(promised - 1 - choices.integer(0, 2)))
    return [*items, End()], disorder


def punctual_prefixes(items, disorder) -> tuple[list[Stream], list[int], list]:
    """Return the punctual events after each item, the late ids and the times, by plain counting."""
    now, largest = -inf, -inf
    kept, streams, late, times = [], [], [], []
    for item in items:
        if isinstance(item, Event):
            (late if item.ts <= now else kept).append(item)
            largest = max(largest, item.ts)
            if disorder is not None:
                now = max(now, largest - disorder - 1)
        else:
            now = max(now, item.time if isinstance(item, Watermark) else inf)
        streams.append(Stream(kept))
        times.append(now)
    return streams, [event.id for event in late], times


def refuters(mu, branch, dialect) -> list[Event]:
    """Return events of negated types, all around a match, that refute it if clauses are ignored."""
    bound = [event for events in mu.values() for event in events]
    first, last = min(e.ts for e in bound), max(e.ts for e in bound)
    ticks = range(first - branch.window - 3, last + branch.window + 4)
    arrivals = [min(e.id for e in bound) - GAP, *(e.id for e in bound)]
    bare = replace(branch, clauses=())
    return [
        event
        for n in sorted(branch.negated)
        for event in witnesses(
            n,
            mu,
            bare,
            Stream(
                Event(arrival + 1 + offset, branch.types[n], ts)
                for arrival in arrivals
                for offset, ts in enumerate(ticks)
            ),
            dialect,
        )
    ]


def spread(stream: Stream) -> Stream:
    return Stream(Event(e.id * GAP, e.type, e.ts, e.attrs) for e in stream)


# ------------------------------------------------------------------ laws


def unsound(asked, items, disorder) -> bool:
    """Whether a run emits twice, early, late, what is refuted later, or not what is right."""
    ran = run(items, asked.pattern, asked.dialect, disorder=disorder)
    streams, late, times = punctual_prefixes(items, disorder)
    branches = normal_form(asked.pattern)
    final = matches(streams[-1], asked.pattern, asked.dialect)
    due_at = {}
    for match in final:
        mu = binding_of(match, streams[-1])
        tick = horizon(mu, branches[match.branch], asked.dialect)
        bound = {event.id for events in mu.values() for event in events}
        due_at[match] = next(
            index
            for index, (seen, now) in enumerate(zip(streams, times, strict=True))
            if bound <= seen.by_id.keys() and now >= tick
        )
    emitted: set = set()
    for index, (at, seen) in enumerate(zip(ran.emits, streams, strict=True)):
        due = {match for match, moment in due_at.items() if moment <= index}
        if at & emitted or emitted | at != due:
            return True
        emitted |= at
        if emitted and not emitted <= matches(seen, asked.pattern, asked.dialect):
            return True
    return emitted != final or ran.late != tuple(late) or clock(items, disorder) != tuple(times)


def test_a_run_is_sound_complete_and_never_late(bulk) -> None:
    """S-5.1, S-5.2: what is emitted stays a match, once; what is due is out; the end brings all."""
    count, emitted, waiting, late = bulk.count(150, 1_000, 10_000), 0, 0, 0
    for seed, asked in bulk.questions(count):

        def fails(asked, seed=seed) -> bool:
            choices = RandomChoices(seed)
            return unsound(asked, *told(choices, asked.stream, punctual=choices.chance(50)))

        bulk.hold(asked, fails, seed)
        choices = RandomChoices(seed)
        items, disorder = told(choices, asked.stream, punctual=choices.chance(50))
        ran = run(items, asked.pattern, asked.dialect, disorder=disorder)
        emitted += any(ran.emits)
        waiting += bool(ran.emits[-1])
        late += bool(ran.late)
    bulk.record(
        "finality is sound",
        f"{count} runs, {emitted} emit, {waiting} wait, {late} have late events",
    )
    assert emitted > count / 3
    assert waiting > count / 30
    assert late > count / 10


def test_a_run_knows_nothing_of_the_future(bulk) -> None:
    """S-5.2: what is emitted up to an item depends on the items up to it."""
    for seed, asked in bulk.questions(bulk.count(150, 1_000, 10_000)):

        def fails(asked, seed=seed) -> bool:
            choices = RandomChoices(seed)
            items, disorder = told(choices, asked.stream, punctual=choices.chance(50))
            whole = run(items, asked.pattern, asked.dialect, disorder=disorder)
            cut = choices.integer(0, len(items))
            part = run(items[:cut], asked.pattern, asked.dialect, disorder=disorder)
            return part.emits != whole.emits[:cut] or part.late != whole.late[: len(part.late)]

        bulk.hold(asked, fails, seed)


def test_the_order_of_arrival_does_not_matter_if_nothing_is_late(bulk) -> None:
    """S-5.2: streaming gives what batch gives, whatever the order and the promises."""
    for seed, asked in bulk.questions(bulk.count(150, 1_000, 10_000)):

        def fails(asked, seed=seed) -> bool:
            choices = RandomChoices(seed)
            batch = matches(asked.stream, asked.pattern, asked.dialect)
            for _ in range(2):
                items, disorder = told(choices, asked.stream, punctual=True)
                ran = run(items, asked.pattern, asked.dialect, disorder=disorder)
                found = [match for at in ran.emits for match in at]
                if ran.late or len(found) != len(batch) or set(found) != batch:
                    return True
            return False

        bulk.hold(asked, fails, seed)


def test_the_horizon_is_the_last_tick_that_could_refute(bulk) -> None:
    """S-5.2: with events of negated types tried at every tick and between any two arrivals."""
    count, tried, finite = bulk.count(300, 1_500, 20_000), 0, 0
    for seed, asked in bulk.questions(count):

        def fails(asked) -> bool:
            stream, branches = spread(asked.stream), normal_form(asked.pattern)
            for match in sorted(matches(stream, asked.pattern, asked.dialect))[:5]:
                mu, branch = binding_of(match, stream), branches[match.branch]
                ticks = [event.ts for event in refuters(mu, branch, asked.dialect)]
                if max(ticks, default=-inf) != horizon(mu, branch, asked.dialect):
                    return True
            return False

        bulk.hold(asked, fails, seed)
        stream, branches = spread(asked.stream), normal_form(asked.pattern)
        for match in matches(stream, asked.pattern, asked.dialect):
            tried += 1
            mu = binding_of(match, stream)
            finite += horizon(mu, branches[match.branch], asked.dialect) > -inf
    bulk.record("H is the last refuting tick", f"{tried} matches, {finite} with a horizon")
    assert finite > count / 5


def unclaused(branch) -> bool:
    """Whether no clause mentions a negated name, so that any event in its place refutes."""
    return not any(ast.names(clause) & branch.negated for clause in branch.clauses)


def test_nothing_after_the_horizon_refutes_and_something_at_it_does(bulk) -> None:
    """S-5.2: not early: later events are harmless; not late: until H one could still refute."""
    refuted = harmless = 0
    for _, asked in bulk.questions(bulk.count(300, 1_500, 20_000)):
        stream, branches = spread(asked.stream), normal_form(asked.pattern)
        for match in sorted(matches(stream, asked.pattern, asked.dialect))[:5]:
            mu, branch = binding_of(match, stream), branches[match.branch]
            tick = horizon(mu, branch, asked.dialect)
            start = max(tick, min(e.ts for e in stream) - branch.window - 2)
            later = [
                Event(-GAP - number, branch.types[n], start + 1 + ahead, model.attrs)
                for number, (n, ahead, model) in enumerate(
                    (n, ahead, model)
                    for n in sorted(branch.negated)
                    for ahead in range(4)
                    for model in stream
                )
            ]
            assert is_match(mu, branch, Stream([*stream, *later]), asked.dialect), str(asked)
            harmless += bool(later)
            if tick > -inf and unclaused(branch):
                (at_last, *_) = [e for e in refuters(mu, branch, asked.dialect) if e.ts == tick]
                more = Stream([*stream, replace(at_last, attrs={})])
                assert not is_match(mu, branch, more, asked.dialect), str(asked)
                refuted += 1
    bulk.record("H is tight", f"{refuted} matches refuted at H, {harmless} not refuted after it")
    assert refuted > 20
    assert harmless > 50


def test_time_never_goes_back_and_ends_at_infinity(bulk) -> None:
    """S-5.1: whatever arrives."""
    for seed, asked in bulk.questions(bulk.count(150, 1_000, 10_000)):
        choices = RandomChoices(seed)
        items, disorder = told(choices, asked.stream, punctual=False)
        times = clock(items, disorder)
        assert list(times) == sorted(times)
        assert times[-1] == inf
        cut = choices.integer(0, len(items))
        assert clock(items[:cut], disorder) == times[:cut]
        if disorder is not None:
            patient = clock(items, disorder + 1)
            assert all(a <= b for a, b in zip(patient, times, strict=True))
