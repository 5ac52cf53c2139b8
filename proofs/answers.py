"""Answers: what a set of matches cannot depend on, and how dialects differ.

Stated on ``Match``, ``Stream`` and ``is_match`` of the definition, applied to symbols.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import pairwise, permutations
from typing import Final

from augury.proofs.forms import ORDERS, bound, branch_of, placed, real
from augury.proofs.registry import Json, Obligation, Verdict, proved
from augury.proofs.symbolic import always, event, number, require
from augury.spec.events import Dialect, Event, Order, Stream
from augury.spec.semantics import Binding, Match, events_of, is_match

STRUCTURES: Final = (
    "SEQ(A a, NOT(N n), B b)",
    "SEQ(NOT(N n), A a, B b)",
    "AND(A a, NOT(N n), B b)",
)


def _every(law: Callable[[str, Dialect], Verdict]) -> Verdict:
    for text in STRUCTURES:
        for order in ORDERS:
            verdict = law(text, Dialect(order))
            if verdict.outcome != "proved":
                return verdict
    return proved()


# ------------------------------------------------------------------------ the canonical order


def _match(name: str) -> Match:
    """Return a match of symbols: a branch, one id, and a set of two ids."""
    ids = (number(f"{name}.a"), (number(f"{name}.b1"), number(f"{name}.b2")))
    return Match(number(f"{name}.branch"), ids, ("a", "b"))


def _total(less: Callable[[Match, Match], bool]) -> Verdict:
    """Judge whether of two matches one is first or they are the same, and first carries over."""
    x, y, z = (_match(name) for name in "xyz")

    def one_of_three() -> bool:
        return [bool(less(x, y)), bool(less(y, x)), bool(x == y)].count(True) == 1

    def carries_over() -> bool:
        require(less(x, y))
        require(less(y, z))
        return less(x, z)

    verdict = always(one_of_three)
    return always(carries_over) if verdict.outcome == "proved" else verdict


def _by_first_id(x: Match, y: Match) -> bool:
    return (x.branch, x.ids[0]) < (y.branch, y.ids[0])


# ------------------------------------------------------------------------ what changes nothing


def _moved(mu: Binding, ticks: int) -> Binding:
    return {
        name: tuple(event("", e.type, e.id, e.ts + ticks) for e in group)
        for name, group in mu.items()
    }


def _shift(text: str, dialect: Dialect, *, whole: bool = True) -> Verdict:
    """Judge whether a match stays a match, and others stay none, when all times are shifted."""
    branch, ticks = branch_of(text), number("k")
    n = event("n", "N", 9)
    mu = {name: (event(name, id_=id_),) for id_, name in enumerate(branch.positive)}

    def law() -> bool:
        here = is_match(mu, branch, Stream([n]), dialect)
        moved = event("", "N", 9, n.ts + ticks) if whole else n
        return here == is_match(_moved(mu, ticks), branch, Stream([moved]), dialect)

    return always(law)


def _listing(key: Callable[[Event], object] | None) -> Verdict:
    """Judge whether a stream is the same in whatever order its events are listed."""
    events = [event(name, "A", id_) for id_, name in enumerate("abc")]

    def law() -> bool:
        ways = [
            [e.id for e in (Stream(way) if key is None else sorted(way, key=key))]  # type: ignore[arg-type]
            for way in permutations(events)
        ]
        return all(way == ways[0] for way in ways)

    return always(law)


# ------------------------------------------------------------------------ dialects


def _refines(first: Order, second: Order) -> Verdict:
    """Judge whether what one dialect orders, the other orders too, without negation."""
    branch = branch_of("SEQ(A a, B b, AND(C c, D d))")
    mu = bound(branch.positive, branch.types)

    def law() -> bool:
        require(placed(mu, branch, Dialect(first)))
        return placed(mu, branch, Dialect(second))

    return always(law)


def _chain_of_dialects(orders: tuple[Order, ...]) -> Verdict:
    for first, second in pairwise(orders):
        verdict = _refines(first, second)
        if verdict.outcome != "proved":
            return verdict
    return proved()


def _negated_refines(first: Order, second: Order) -> Verdict:
    """Judge whether a match of one dialect is a match of the other, with negation."""
    branch = branch_of(STRUCTURES[0])
    mu = {name: (event(name, id_=id_),) for name, id_ in (("a", 0), ("b", 2))}
    n = event("n", id_=1)

    def law() -> bool:
        require(is_match(mu, branch, Stream([n]), Dialect(first)))
        return is_match(mu, branch, Stream([n]), Dialect(second))

    return always(law)


def replay_refines(found: Json) -> bool:
    """Ask the definition: a strict match that is none in the dialect nonstrict."""
    branch = branch_of(STRUCTURES[0], found["W"])
    mu = {"a": (real(found, "a", "A", 0),), "b": (real(found, "b", "B", 2),)}
    stream = Stream([*events_of(mu), real(found, "n", "N", 1)])
    return is_match(mu, branch, stream, Dialect("strict")) and not is_match(
        mu, branch, stream, Dialect("nonstrict")
    )


def _coincide(*, apart: bool) -> Verdict:
    """Judge whether all dialects agree where no two events share a tick."""

    def law(text: str) -> bool:
        branch = branch_of(text)
        mu = {name: (event(name, id_=id_),) for id_, name in enumerate(branch.positive)}
        n = event("n", id_=9)
        times = [n.ts, *(e.ts for e in events_of(mu))]
        require(not apart or len(set(times)) == len(times))
        answers = [is_match(mu, branch, Stream([n]), Dialect(order)) for order in ORDERS]
        return answers[0] == answers[1] == answers[2]

    for text in STRUCTURES:
        verdict = always(partial(law, text))
        if verdict.outcome != "proved":
            return verdict
    return proved()


OBLIGATIONS: Final = (
    Obligation(
        id="PR-ANSWER-01",
        sentence="The canonical order of matches is total: one is first, or they are the same.",
        source="SEMANTICS S-4.7; DESIGN section 8",
        tool="z3",
        expected="proved",
        claim=lambda: _total(lambda x, y: x < y),
        canary=lambda: _total(_by_first_id),
    ),
    Obligation(
        id="PR-ANSWER-02",
        sentence="Shifting all events by the same ticks changes no match.",
        source="SEMANTICS S-4.1 to S-4.6",
        tool="z3",
        expected="proved",
        claim=lambda: _every(_shift),
        canary=lambda: _every(partial(_shift, whole=False)),
    ),
    Obligation(
        id="PR-ANSWER-03",
        sentence="A stream is the same in whatever order its events are listed.",
        source="SEMANTICS S-1.3; DESIGN section 2",
        tool="z3",
        expected="proved",
        claim=lambda: _listing(None),
        canary=lambda: _listing(lambda e: e.ts),
    ),
    Obligation(
        id="PR-ANSWER-04",
        sentence=(
            "Without negation, a match of the dialect strict is one of arrival, and a match of "
            "arrival is one of nonstrict."
        ),
        source="SEMANTICS S-1.4",
        tool="z3",
        expected="proved",
        claim=lambda: _chain_of_dialects(("strict", "arrival", "nonstrict")),
        canary=lambda: _chain_of_dialects(("arrival", "strict")),
    ),
    Obligation(
        id="PR-ANSWER-05",
        sentence="With negation too, a match of the dialect strict is one of nonstrict.",
        source="SEMANTICS S-1.4 and S-4.6",
        tool="z3",
        expected="refuted",
        claim=lambda: _negated_refines("strict", "nonstrict"),
        canary=lambda: _negated_refines("strict", "arrival"),
        replay=replay_refines,
        known={"W": 1, "a.ts": 0, "b.ts": 1, "n.ts": 0},
    ),
    Obligation(
        id="PR-ANSWER-06",
        sentence="Where no two events share a tick, all three orders have the same matches.",
        source="SEMANTICS S-1.4",
        tool="z3",
        expected="proved",
        claim=lambda: _coincide(apart=True),
        canary=lambda: _coincide(apart=False),
    ),
)
