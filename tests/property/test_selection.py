"""SELECT and SKIP over generated questions: laws, second definitions, and streams in time."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from math import inf

import pytest
from hypothesis import given

from augury.spec.events import DIALECTS, Event, Stream
from augury.spec.finality import End, Watermark, binding_of, clock, run
from augury.spec.language import ast
from augury.spec.language.functions import BUILTINS
from augury.spec.language.json_form import from_json, to_json
from augury.spec.language.normal import normal_form
from augury.spec.language.parser import parse
from augury.spec.selection import displaces, first, last, reported, selected
from augury.spec.semantics import candidates, is_match, match_of, matches, satisfied
from augury.spec.strategies import (
    Question,
    RandomChoices,
    Size,
    crowded_stream,
    drawn,
    random_pattern,
    selecting,
    with_selection,
)
from augury.spec.why import why

COUNTS = (100, 250, 2_000)


def answer(q, **words):
    return matches(q.stream, replace(q.pattern, **words), q.dialect)


def asked(bulk, make=selecting):
    """Seeded questions; what a test is told of one is a function of its seed."""
    for seed in bulk.seeds(bulk.count(*COUNTS)):
        yield seed, make(RandomChoices(seed))


def places(q, found):
    """The place in canonical order of the first and the last event of each match, by counting."""
    order = {event.id: number for number, event in enumerate(q.stream)}
    spans = {}
    for match in found:
        ids = [i for bound in match.ids for i in (bound if isinstance(bound, tuple) else (bound,))]
        spans[match] = (min(order[i] for i in ids), max(order[i] for i in ids), ids)
    return spans


# ------------------------------------------------------------------ the language


@given(drawn(lambda c: with_selection(c, random_pattern(c))))
def test_parse_of_str_is_identity(p) -> None:
    """S-6.1: text and JSON lose neither SELECT nor SKIP."""
    assert parse(str(p)) == p
    assert from_json(to_json(p)) == p


def test_parse_of_str_is_identity_in_bulk(bulk) -> None:
    """S-6.1: for every pair of words."""
    seen = set()
    for seed, q in asked(bulk):
        assert parse(str(q.pattern)) == q.pattern == from_json(to_json(q.pattern)), f"seed {seed}"
        seen.add((q.pattern.select, q.pattern.skip))
    assert len(seen) == 9


def test_generated_questions_are_selective(bulk) -> None:
    """SELECT and SKIP must matter, or the laws below compare a set with itself."""
    found, fewer = 0, 0
    for _, q in asked(bulk):
        whole = answer(q, select="any", skip="none")
        found += bool(whole)
        fewer += answer(q) != whole
    count = bulk.count(*COUNTS)
    bulk.record("selecting", f"{count} questions, {found} match, {fewer} report less than all")
    assert fewer >= count / 5
    assert found < count


# ------------------------------------------------------------------ SELECT


def test_strict_is_next_and_next_is_any(bulk) -> None:
    """S-6.3, S-6.5: a match that skips nothing skips nothing that could have been taken."""
    smaller = {"strict": 0, "next": 0}

    def fails(q) -> bool:
        strict, next_, any_ = (answer(q, select=s, skip="none") for s in ("strict", "next", "any"))
        return not strict <= next_ <= any_

    for seed, q in asked(bulk):
        bulk.hold(q, fails, seed)
        next_ = answer(q, select="next", skip="none")
        smaller["strict"] += answer(q, select="strict", skip="none") < next_
        smaller["next"] += next_ < answer(q, select="any", skip="none")
    bulk.record("strict <= next <= any", f"proper {smaller['strict']} and {smaller['next']} times")
    assert min(smaller.values()) >= bulk.count(*COUNTS) / 20


def test_strict_is_a_run_of_neighbours(bulk) -> None:
    """S-6.3: the ids of a selected match are a slice of the stream, and no other match's are."""

    def fails(q) -> bool:
        spans = places(q, answer(q, select="any", skip="none"))
        slices = {m for m, (low, high, ids) in spans.items() if high - low + 1 == len(ids)}
        return answer(q, select="strict", skip="none") != slices

    for seed, q in asked(bulk):
        bulk.hold(q, fails, seed)


def sequence(choices) -> Question:
    """A question whose pattern is one SEQ, and in whose dialect before implies earlier."""
    pattern = random_pattern(choices, Size(depth=1, disjunction=False))
    leaves = ast.leaves(pattern.structure)
    pattern = replace(pattern, structure=ast.Seq(leaves), select="next")
    dialect = choices.pick([d for d in DIALECTS if d.order != "nonstrict"])
    return Question(crowded_stream(choices, pattern, dialect), pattern, dialect)


def simulated(q):
    """Skip-till-next-match as an engine runs it: a run takes each event that it can take.

    A run is the list of its events by place in the SEQ; it stays where no name takes an event,
    and splits where several do.
    """
    (branch,) = normal_form(q.pattern)
    names, found = branch.positive, set()
    clauses = [
        clause
        for clause in branch.clauses
        if not ast.names(clause) & branch.negated
        and not any(isinstance(node, ast.Aggregate) for node in ast.walk(clause))
    ]

    def steps(held, event):
        now = max((k for k, bound in enumerate(held) if bound), default=0)
        for k in range(now, len(names)):
            low, high = branch.kleene.get(names[k], (1, 1))
            if branch.types[names[k]] == event.type and (high is None or len(held[k]) < high):
                earlier = [e for bound in held[:k] for e in bound]
                grown = (*held[:k], (*held[k], event), *held[k + 1 :])
                bound = dict(zip(names, grown, strict=True))
                if all(q.dialect.before(e, event) for e in earlier) and all(
                    satisfied(bound, (clause,), BUILTINS) for clause in clauses
                ):
                    yield grown
            if len(held[k]) < low:
                return

    runs: list = []
    for event in q.stream:
        after = []
        for begun in [*runs, tuple(() for _ in names)]:
            taken = list(steps(begun, event))
            after.extend(taken or ([begun] if any(begun) else []))
            for grown in taken:
                mu = dict(zip(names, grown, strict=True))
                if all(len(mu[n]) >= branch.kleene.get(n, (1, 1))[0] for n in names):
                    found.add((match_of(mu, branch, 0), grown))
        runs = after
    return {
        match
        for match, grown in found
        if is_match(dict(zip(names, grown, strict=True)), branch, q.stream, q.dialect)
    }


def test_next_is_what_a_run_takes(bulk) -> None:
    """S-6.4, S-6.5: for SEQ, the definition and the simulation of runs agree."""
    fewer = hits = 0

    def fails(q) -> bool:
        return answer(q) != simulated(q)

    for seed, q in asked(bulk, sequence):
        bulk.hold(q, fails, seed)
        hits += bool(answer(q))
        fewer += answer(q) != answer(q, select="any")
    count = bulk.count(*COUNTS)
    bulk.record("next = runs", f"{count} sequences, {hits} match, {fewer} report less than all")
    assert hits >= count / 3
    assert fewer >= count / 10


# ------------------------------------------------------------------ SKIP


def test_skip_by_elimination(bulk) -> None:
    """S-6.6, S-6.7: report the first to complete, strike out what it displaces, go on."""

    def fails(q) -> bool:
        spans = places(q, answer(q, skip="none"))
        rest = sorted(spans, key=lambda m: (spans[m][1], spans[m][0], m))
        kept = []
        while rest:
            head, *rest = rest
            kept.append(head)
            begin, end, _ = spans[head]
            if q.pattern.skip == "to next":
                rest = [m for m in rest if spans[m][0] != begin]
            elif q.pattern.skip == "past last":
                rest = [m for m in rest if spans[m][0] > end]
        return answer(q) != set(kept)

    for seed, q in asked(bulk):
        bulk.hold(q, fails, seed)


def test_skip_takes_away_what_overlaps_and_nothing_else(bulk) -> None:
    """S-6.7: past last leaves disjoint intervals, to next distinct starts, and both are maximal."""
    dropped = {"to next": 0, "past last": 0}

    def fails(q) -> bool:
        everything = answer(q, skip="none")
        spans = places(q, everything)
        past, to = answer(q, skip="past last"), answer(q, skip="to next")
        disjoint = sorted(spans[m][:2] for m in past)
        starts = [spans[m][0] for m in to]
        return (
            not past <= everything
            or not to <= everything
            or any(b[0] <= a[1] for a, b in pairwise(disjoint))
            or len(set(starts)) != len(starts)
            or any(spans[m][0] not in starts for m in everything)
            or any(
                not any(spans[m][0] <= spans[n][1] <= spans[m][1] for n in past) for m in everything
            )
        )

    for seed, q in asked(bulk):
        bulk.hold(q, fails, seed)
        for words in dropped:
            dropped[words] += answer(q, skip=words) < answer(q, skip="none")
    bulk.record("SKIP drops a match", ", ".join(f"{k}: {v}" for k, v in dropped.items()))
    assert min(dropped.values()) >= bulk.count(*COUNTS) / 10


def test_every_dropped_match_has_a_reported_one_that_displaces_it(bulk) -> None:
    """S-6.7: in the words of the definition."""
    for _, q in asked(bulk):
        found = selected(q.stream, q.pattern, q.dialect)
        said = reported(found, q.pattern.skip)
        for mu in found:
            before = [nu for nu in said if nu.completion < mu.completion]
            assert (mu in said) != any(displaces(nu, mu, q.pattern.skip) for nu in before)


# ------------------------------------------------------------------ laws of section 4 that stay


@given(drawn(selecting))
def test_order_of_the_file_is_irrelevant_law(q) -> None:
    """S-6.2: positions come from ts and id, not from the file."""
    assert matches(Stream(reversed(list(q.stream))), q.pattern, q.dialect) == answer(q)


@given(drawn(selecting))
def test_shift_of_all_timestamps_law(q) -> None:
    """S-6.2: only the order of positions counts, unless the pattern reads ts itself."""
    if not any(getattr(node, "attr", None) == "ts" for node in ast.walk(q.pattern)):
        for delay in (-(10**9), 7):
            later = Stream(replace(e, ts=e.ts + delay) for e in q.stream)
            assert matches(later, q.pattern, q.dialect) == answer(q)


@given(drawn(selecting))
def test_only_strict_minds_an_event_that_no_name_takes(q) -> None:
    """S-6.3, S-6.5: under strict it only takes selected matches away; else it changes nothing."""
    for ts in sorted({e.ts for e in q.stream})[1:2]:
        more = Stream([*q.stream, Event(10**6, "Unused", ts)])
        strict = replace(q.pattern, select="strict", skip="none")
        assert matches(more, strict, q.dialect) <= matches(q.stream, strict, q.dialect)
        if q.pattern.select != "strict":
            assert matches(more, q.pattern, q.dialect) == answer(q)


@given(drawn(selecting))
def test_why_agrees_with_the_definition(q) -> None:
    """S-6.5, S-6.7: the explanation of every candidate says "match" iff it is reported."""
    found, left = answer(q), 40
    for number, branch in enumerate(normal_form(q.pattern)):
        for mu in candidates(branch, q.stream):
            left -= 1
            if left < 0:
                return
            ids = {name: [e.id for e in events] for name, events in mu.items()}
            said = why(ids, q.stream, q.pattern, q.dialect, branch=number)
            assert said.is_match == (match_of(mu, branch, number) in found)


# ------------------------------------------------------------------ in time


def told(choices, stream: Stream) -> tuple[list, int | None]:
    """Return the events in disorder, with promises that some events break, and an end."""
    disorder = choices.pick((None, 0, 1, 3))
    keys = {e.id: (e.ts + choices.integer(0, 3), choices.integer(0, 99)) for e in stream}
    events = sorted(stream, key=lambda event: keys[event.id])
    items: list = []
    for number, event in enumerate(events):
        items.append(event)
        if choices.chance(35):
            rest = [e.ts for e in events[number + 1 :]] or [event.ts + 5]
            promised = min(rest) if choices.chance(80) else choices.pick(rest)
            items.append(Watermark(promised - 1 - choices.integer(0, 1)))
    return [*items, End()], disorder


def punctual(items, disorder) -> Stream:
    earlier = (-inf, *clock(items, disorder))
    return Stream(e for e, now in zip(items, earlier, strict=False)
                  if isinstance(e, Event) and e.ts > now)  # fmt: skip


def test_a_run_reports_once_and_at_the_end_all(bulk) -> None:
    """S-6.8, S-6.9: what was emitted by the end is the answer of the punctual events, once."""
    emitted = waiting = 0
    for seed, q in asked(bulk):

        def fails(q, seed=seed) -> bool:
            items, disorder = told(RandomChoices(seed), q.stream)
            ran = run(items, q.pattern, q.dialect, disorder=disorder)
            out = [match for at in ran.emits for match in at]
            whole = matches(punctual(items, disorder), q.pattern, q.dialect)
            return len(out) != len(set(out)) or set(out) != whole

        bulk.hold(q, fails, seed)
        items, disorder = told(RandomChoices(seed), q.stream)
        ran = run(items, q.pattern, q.dialect, disorder=disorder)
        emitted += any(ran.emits[:-1])
        waiting += bool(ran.emits[-1])
    count = bulk.count(*COUNTS)
    bulk.record(
        "selection in time", f"{count} runs, {emitted} emit before the end, {waiting} at it"
    )
    assert emitted >= count / 6
    assert waiting >= count / 10


def test_what_is_emitted_stays_reported_in_every_future(bulk) -> None:
    """S-6.9: whatever still arrives, nothing that was emitted is taken back."""
    kept = 0
    for seed, q in asked(bulk):

        def futures(q, seed=seed):
            choices = RandomChoices(seed)
            items, disorder = told(choices, q.stream)
            cut = choices.integer(0, len(items) - 1)
            begun = items[:cut]
            now = max((*clock(begun, disorder), min((e.ts for e in q.stream), default=0) - 1))
            for _ in range(3):
                models = [choices.pick(q.stream.events) for _ in range(choices.integer(0, 3))]
                more = [
                    replace(e, id=choices.pick((-9, 99)) * (k + 1), ts=now + choices.integer(1, 3))
                    for k, e in enumerate(models)
                    if now < inf
                ]
                yield begun, [*begun, *more, End()], disorder

        def fails(q, futures=futures) -> bool:
            for begun, items, disorder in futures(q) if q.stream.events else ():
                part = run(begun, q.pattern, q.dialect, disorder=disorder)
                whole = run(items, q.pattern, q.dialect, disorder=disorder)
                said = frozenset().union(*part.emits)
                if whole.emits[: len(begun)] != part.emits:
                    return True
                if not said <= matches(punctual(items, disorder), q.pattern, q.dialect):
                    return True
            return False

        bulk.hold(q, fails, seed)
        begun, _, disorder = next(futures(q))
        kept += any(run(begun, q.pattern, q.dialect, disorder=disorder).emits)
    bulk.record("emitted stays reported", f"{kept} runs had emitted before they were cut")
    assert kept >= bulk.count(*COUNTS) / 12


@pytest.mark.parametrize("skip", ["none", "past last", "to next"])
def test_nothing_is_emitted_before_the_time_of_its_last_event(bulk, skip) -> None:
    """S-6.8: until then an earlier event could still come."""
    for seed, q in asked(bulk):
        pattern = replace(q.pattern, select="next", skip=skip)
        items, disorder = told(RandomChoices(seed), q.stream)
        stream = punctual(items, disorder)
        ran = run(items, pattern, q.dialect, disorder=disorder)
        for now, at in zip(clock(items, disorder), ran.emits, strict=True):
            for match in at:
                mu = binding_of(match, stream)
                assert first(mu).ts <= last(mu).ts <= now
