"""Can the generators find hard cases? Each kind of difficulty must occur often enough."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest

from augury.spec.crosscheck import denotation, sqlite
from augury.spec.evaluate import truth
from augury.spec.events import DIALECTS
from augury.spec.language.functions import BUILTINS
from augury.spec.language.normal import normal_form
from augury.spec.semantics import (
    candidates,
    choices,
    count_candidates,
    distinct,
    events_of,
    fits,
    matches,
    ordered,
    positive_clauses,
    satisfied,
    witnesses,
)
from augury.spec.strategies import RandomChoices, Size, blind_stream, question, random_pattern
from augury.spec.strategies.streams import CANDIDATES

CASES = 600


def difficulties(q) -> set[str]:
    """Return what a question asks of an engine, beyond having an answer."""
    found: set[str] = set()
    times = [event.ts for event in q.stream]
    if len(times) != len(set(times)):
        found.add("a tie")
    if [e.id for e in q.stream] != sorted(e.id for e in q.stream):
        found.add("ids that do not follow time")
    for number, branch in enumerate(normal_form(q.pattern)):
        for mu in islice(candidates(branch, q.stream), 400):
            found |= near(mu, branch, q, number)
    return found


def near(mu, branch, q, number) -> set[str]:
    rules = {
        "only rule 1 fails": distinct(mu),
        "only rule 2 fails": ordered(mu, branch, q.dialect),
        "only rule 3 fails": satisfied(mu, positive_clauses(branch), BUILTINS),
        "only rule 4 fails": fits(mu, branch, q.dialect),
        "only rule 5 fails": not any(
            witnesses(n, mu, branch, q.stream, q.dialect) for n in branch.negated
        ),
    }
    failing = [name for name, holds in rules.items() if not holds]
    if len(failing) == 1:
        found = {failing[0]}
        if failing == ["only rule 3 fails"] and any(
            truth(clause, scope) is None
            for clause in positive_clauses(branch)
            for scope in choices(clause, mu, BUILTINS)
        ):
            found.add("an unknown clause decides")
        return found
    return set() if failing else shape(mu, branch, q, number)


def shape(mu, branch, q, number) -> set[str]:
    """Return what is special about a match."""
    times = [event.ts for event in events_of(mu)]
    sizes = [len(mu[name]) for name in branch.kleene]
    special = {
        "a match": True,
        "a match of a later branch": number > 0,
        "a match at the edge of the window": max(times) - min(times)
        == q.dialect.reach(branch.window),
        "a match with a tie": len(times) != len(set(times)),
        "a match beside a NOT": bool(branch.negated),
        "a match with a set of two or more": any(size > 1 for size in sizes),
        "a match with an empty set": any(size == 0 for size in sizes),
        "a match of a partial order": 0
        < len(branch.order)
        < len(branch.names) * (len(branch.names) - 1) / 2,
    }
    return {name for name, holds in special.items() if holds}


WANTED = {
    "a match": 50,
    "a tie": 40,
    "ids that do not follow time": 20,
    "only rule 1 fails": 3,
    "only rule 2 fails": 15,
    "only rule 3 fails": 20,
    "only rule 4 fails": 15,
    "only rule 5 fails": 4,
    "an unknown clause decides": 4,
    "a match of a later branch": 5,
    "a match at the edge of the window": 10,
    "a match with a tie": 8,
    "a match beside a NOT": 8,
    "a match with a set of two or more": 6,
    "a match with an empty set": 2,
    "a match of a partial order": 4,
}
"""In how many of 100 questions each difficulty must occur."""


def test_every_difficulty_occurs(record_property) -> None:
    seen: Counter[str] = Counter()
    for seed in range(CASES):
        seen.update(difficulties(question(RandomChoices(seed))))
    shares = {name: 100 * seen[name] / CASES for name in WANTED}
    record_property(
        "generated", ", ".join(f"{name} {share:.0f} %" for name, share in shares.items())
    )
    weak = {name: shares[name] for name, least in WANTED.items() if shares[name] < least}
    assert not weak


def test_directed_streams_beat_blind_ones() -> None:
    """Blind streams seldom match; that is why directed ones exist."""
    blind = directed = 0
    for seed in range(300):
        pattern = random_pattern(RandomChoices(seed))
        stream = blind_stream(RandomChoices(seed + 10**6), pattern)
        blind += bool(matches(stream, pattern))
        q = question(RandomChoices(seed))
        directed += bool(matches(q.stream, q.pattern, q.dialect))
    assert directed > 1.5 * blind


def test_candidates_are_bounded_and_dialects_are_all_used() -> None:
    dialects = Counter()
    for seed in range(CASES):
        q = question(RandomChoices(seed), Size(names=6, depth=4))
        assert sum(count_candidates(b, q.stream) for b in normal_form(q.pattern)) <= CANDIDATES
        dialects[q.dialect] += 1
    assert set(dialects) == set(DIALECTS)
    assert min(dialects.values()) >= CASES / 12


@pytest.mark.parametrize("broken", ["empty", "all", "first"])
def test_a_broken_engine_is_noticed_within_100_cases(broken) -> None:
    """An engine that answers nothing, everything, or only the first match disagrees at once."""
    for seed in range(100):
        q = question(RandomChoices(seed))
        found = sorted(matches(q.stream, q.pattern, q.dialect))
        total = sum(count_candidates(b, q.stream) for b in normal_form(q.pattern))
        answer = {"empty": 0, "all": total, "first": min(len(found), 1)}[broken]
        if answer != len(denotation.matches(q.stream, q.pattern, q.dialect)):
            return
    pytest.fail("100 cases did not notice")


def test_most_kleene_free_questions_go_to_sql() -> None:
    asked = [question(RandomChoices(seed), Size(kleene=False)).pattern for seed in range(200)]
    assert sum(map(sqlite.supports, asked)) >= 190
