"""Finality: no event after the horizon refutes a match, and one at the horizon can.

Stated on ``horizon``, ``refutable`` and ``witnesses`` of the definition and on ``Judge``, which is
what every automaton does with a complete binding.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from math import inf
from typing import Final, cast

from augury.proofs.forms import bound, branch_of, placed, reach_is_natural, real
from augury.proofs.registry import Json, Obligation, Verdict, proved, searched
from augury.proofs.symbolic import always, event, number, require
from augury.reference.nfa.machine import Machine
from augury.reference.nfa.topology import Chain
from augury.spec.events import Dialect, Event, Order, Stream, WindowEdge
from augury.spec.finality import horizon, refutable
from augury.spec.language.normal import Branch
from augury.spec.semantics import Binding, distinct, events_of, is_match, witnesses

PLACES: Final = {
    "leading": ("SEQ(NOT(N n), A a, B b)", {"a": 1, "b": 1}),
    "middle": ("SEQ(A a, NOT(N n), B b)", {"a": 1, "b": 1}),
    "trailing": ("SEQ(A a, B b, NOT(N n))", {"a": 1, "b": 1}),
    "in AND": ("AND(A a, NOT(N n), B b)", {"a": 1, "b": 1}),
    "in AND in SEQ": ("SEQ(A a, AND(B b, NOT(N n)), C c)", {"a": 1, "b": 1, "c": 1}),
    "behind an empty set": ("SEQ(B{0,} b, NOT(N n), A a)", {"b": 0, "a": 1}),
    "before a set": ("SEQ(A a, NOT(N n), B+ b)", {"a": 1, "b": 2}),
    "two": ("SEQ(A a, NOT(N n), B b, NOT(N m))", {"a": 1, "b": 1}),
}
"""Where a negated name can stand, with the number of events that each positive name binds."""

Law = Callable[[Branch, Binding, Dialect], object]


def everywhere(law: Law, order: Order, *, natural: bool = False) -> Verdict:
    """Judge a law of a branch, a binding and a dialect at every place of a negated name."""
    paths = 0
    windows: tuple[WindowEdge, ...] = ("inclusive", "exclusive")
    for (text, sizes), window in product(PLACES.values(), windows):
        branch, dialect = branch_of(text), Dialect(order, window)
        facts = reach_is_natural(dialect) if natural else []
        verdict = always(partial(law, branch, bound(sizes, branch.types), dialect), facts)
        if verdict.outcome != "proved":
            return verdict
        paths += int(verdict.note.split()[0].replace(",", ""))
    return proved(f"{paths:,} paths")


def _refuted_by(e: Event, mu: Binding, branch: Branch, dialect: Dialect) -> bool:
    return any(witnesses(n, mu, branch, Stream([e]), dialect) for n in sorted(branch.negated))


def _is_complete(e: Event, mu: Binding, branch: Branch, dialect: Dialect) -> None:
    """Require a binding that waits for nothing but time, and an event that is not in it."""
    require(placed(mu, branch, dialect))
    require(distinct({**mu, "": (e,)}))


def _sound(ticks: int, branch: Branch, mu: Binding, dialect: Dialect) -> bool:
    e = event("n")
    _is_complete(e, mu, branch, dialect)
    require(e.ts > horizon(mu, branch, dialect) - ticks)
    return not _refuted_by(e, mu, branch, dialect)


def _earliest(ticks: int, branch: Branch, mu: Binding, dialect: Dialect) -> bool:
    """Say whether an event at the horizon, or some ticks after it, refutes."""
    h = horizon(mu, branch, dialect)
    require(h > -inf)
    e = event("n", ts=cast(int, h + ticks))
    _is_complete(e, mu, branch, dialect)
    return _refuted_by(e, mu, branch, dialect)


def _interval(ticks: int, branch: Branch, mu: Binding, dialect: Dialect) -> bool:
    """Say whether the events that refute are those with a ts in [lo, hi]."""
    e = event("n")
    _is_complete(e, mu, branch, dialect)
    return all(
        bool(witnesses(n, mu, branch, Stream([e]), dialect)) == (low - ticks <= e.ts <= high)
        for n in sorted(branch.negated)
        for low, high in (refutable(n, mu, branch, dialect),)
    )


# ------------------------------------------------------------------------ arrival


def _between_ties(slack: int, branch: Branch, mu: Binding, dialect: Dialect) -> bool:
    """Say whether an event in [lo, hi] refutes iff its id fits between those it is tied with."""
    e = event("n")
    _is_complete(e, mu, branch, dialect)
    return all(
        bool(witnesses(n, mu, branch, Stream([e]), dialect)) == _fits_ties(n, e, slack, branch, mu)
        for n in sorted(branch.negated)
        for low, high in (refutable(n, mu, branch, dialect),)
        if low <= e.ts and e.ts <= high
    )


def _fits_ties(n: str, e: Event, slack: int, branch: Branch, mu: Binding) -> bool:
    after = all(p.ts < e.ts or p.id < e.id + slack for p in _bound(branch.predecessors(n), mu))
    return after and all(q.ts > e.ts or q.id > e.id for q in _bound(branch.successors(n), mu))


def _bound(names: tuple[str, ...], mu: Binding) -> list[Event]:
    return [item for name in names for item in mu[name]]


def _tied_cases() -> Iterator[Json]:
    """Yield a and b with small times and ids, the smallest first."""
    cases = [
        {"a.ts": 0, "a.id": i, "b.ts": ts, "b.id": j, "W": w}
        for ts, i, j, w in product(range(3), range(4), range(4), range(3))
        if i != j and (ts or i < j) and ts <= w
    ]
    yield from sorted(cases, key=lambda case: sum(case.values()))


def some_id_refutes(case: Json, dialect: Dialect, ticks: int = 0) -> bool:
    """Say whether some event of n at the horizon, of any id, refutes SEQ(A a, NOT(N n), B b)."""
    branch = branch_of("SEQ(A a, NOT(N n), B b)", case["W"])
    mu = {"a": (real(case, "a", "A"),), "b": (real(case, "b", "B"),)}
    used = [item.id for item in events_of(mu)]
    h = horizon(mu, branch, dialect)
    # Every id outside of this range is tied with the others like one of its ends.
    return h == -inf or any(
        _refuted_by(Event(i, "N", int(h) + ticks), mu, branch, dialect)
        for i in range(min(used) - 1, max(used) + 2)
        if i not in used
    )


# ------------------------------------------------------------------------ what must be kept


def _judge_forgets(ticks: int, branch: Branch, mu: Binding, dialect: Dialect) -> bool:
    """Say whether what a machine forgets refutes no match that is completed later."""
    old, time = event("n"), number("time")
    machine = Machine(Chain((branch,), (branch.positive,)), dialect)
    machine.buffer.add(old, 1)
    machine.advance(time + ticks)
    require(not machine.buffer.size)
    _is_complete(old, mu, branch, dialect)
    require(any(item.ts > time for item in events_of(mu)))
    return not _refuted_by(old, mu, branch, dialect)


def _recomputed(reaches: int, ticks: int, branch: Branch, mu: Binding, dialect: Dialect) -> bool:
    """Say whether events before ``time + 1 - reaches * w`` refute no match that still waits."""
    old, time, w = event("n"), number("time"), dialect.reach(branch.window)
    _is_complete(old, mu, branch, dialect)
    require(horizon(mu, branch, dialect) > time)
    require(old.ts < sum([-w] * reaches, time + 1 + ticks))
    return not _refuted_by(old, mu, branch, dialect)


BOTH_ENDS: Final = "SEQ(NOT(N n), A a, NOT(M m))"


def _recomputing(ticks: int) -> Verdict:
    """Judge whether an engine that computes its answer anew may keep one window only."""
    branch, dialect = branch_of(BOTH_ENDS), Dialect()
    mu = bound(("a",), branch.types)
    return always(partial(_recomputed, 1, -ticks, branch, mu, dialect))


def replay_recomputing(found: Json) -> bool:
    """Compute the answer from the kept events: a match appears that the whole stream refutes."""
    branch, dialect, time = branch_of(BOTH_ENDS, found["W"]), Dialect(), found["time"]
    old, a = real(found, "n", "N"), real(found, "a", "A")
    kept = [item for item in (old, a) if item.ts >= time + 1 - dialect.reach(found["W"])]
    mu = {"a": (a,)}
    return (
        a in kept
        and horizon(mu, branch, dialect) > time
        and is_match(mu, branch, Stream(kept), dialect)
        and not is_match(mu, branch, Stream([old, a]), dialect)
    )


SOURCE: Final = "DESIGN section 4, Time and finality; SEMANTICS S-5.2"


def _soundness(number: int, order: Order) -> Obligation:
    return Obligation(
        id=f"PR-FINAL-{number:02}",
        sentence=(
            f"In the dialect {order}, no event with ts > H refutes a match of horizon H, whether "
            "the negated name leads, trails, stands between or inside AND."
        ),
        source=SOURCE,
        tool="z3",
        expected="proved",
        claim=lambda: everywhere(partial(_sound, 0), order),
        canary=lambda: everywhere(partial(_sound, 1), order),
    )


def _both_orders(law: Law, *, natural: bool = False) -> Verdict:
    verdict = everywhere(law, "strict", natural=natural)
    return everywhere(law, "nonstrict", natural=natural) if verdict.outcome == "proved" else verdict


OBLIGATIONS: Final = (
    _soundness(1, "strict"),
    _soundness(2, "arrival"),
    _soundness(3, "nonstrict"),
    Obligation(
        id="PR-FINAL-04",
        sentence=(
            "In the dialects strict and nonstrict, an event at H refutes a match of horizon H: "
            "no earlier moment is final."
        ),
        source=SOURCE,
        tool="z3",
        expected="proved",
        claim=lambda: _both_orders(partial(_earliest, 0)),
        canary=lambda: _both_orders(partial(_earliest, 1)),
    ),
    Obligation(
        id="PR-FINAL-05",
        sentence=(
            "In the dialects strict and nonstrict, the events of a negated name that refute, "
            "clauses aside, are those with a ts in [lo, hi]."
        ),
        source=SOURCE,
        tool="z3",
        expected="proved",
        claim=lambda: _both_orders(partial(_interval, 0)),
        canary=lambda: _both_orders(partial(_interval, 1)),
    ),
    Obligation(
        id="PR-FINAL-06",
        sentence=(
            "In the dialect arrival, an event in [lo, hi] refutes iff its id is above those of the "
            "predecessors at its tick and below those of the successors at its tick."
        ),
        source=SOURCE,
        tool="z3",
        expected="proved",
        claim=lambda: everywhere(partial(_between_ties, 0), "arrival"),
        canary=lambda: everywhere(partial(_between_ties, 2), "arrival"),
    ),
    Obligation(
        id="PR-FINAL-07",
        sentence="In the dialect arrival, some event at H refutes a match of horizon H.",
        source="SEMANTICS S-5.2: arrival waits like nonstrict",
        tool="exhaustive",
        expected="refuted",
        claim=lambda: searched(
            _tied_cases(), lambda case: some_id_refutes(case, Dialect("arrival"))
        ),
        canary=lambda: searched(
            _tied_cases(), lambda case: some_id_refutes(case, Dialect("nonstrict"), 1)
        ),
        replay=lambda found: not some_id_refutes(found, Dialect("arrival")),
        known={"a.ts": 0, "a.id": 0, "b.ts": 0, "b.id": 1, "W": 0},
    ),
    Obligation(
        id="PR-FINAL-08",
        sentence=(
            "An engine that judges a match when it is complete may forget a negated event with "
            "ts < time + 1 - w: it refutes no match with an event that is still to come."
        ),
        source="DESIGN section 4, last sentence",
        tool="z3",
        expected="proved",
        claim=lambda: everywhere(partial(_judge_forgets, 0), "nonstrict"),
        canary=lambda: everywhere(partial(_judge_forgets, 1), "nonstrict"),
    ),
    Obligation(
        id="PR-FINAL-09",
        sentence=(
            "An engine that computes its answer anew may forget events with ts < time + 1 - w."
        ),
        source="DESIGN section 4, last sentence, read for an engine that recomputes",
        tool="z3",
        expected="refuted",
        claim=lambda: _recomputing(0),
        canary=lambda: _recomputing(1),
        replay=replay_recomputing,
        known={"W": 1, "a.id": 0, "a.ts": 0, "n.id": 1, "n.ts": -1, "time": 0},
    ),
    Obligation(
        id="PR-FINAL-10",
        sentence=(
            "An engine that computes its answer anew may forget events with ts < time + 1 - 2w: "
            "they refute no match that still waits."
        ),
        source="DESIGN section 4, the rule of one window doubled",
        tool="z3",
        expected="proved",
        claim=lambda: everywhere(partial(_recomputed, 2, 0), "nonstrict", natural=True),
        canary=lambda: everywhere(partial(_recomputed, 2, 1), "nonstrict", natural=True),
    ),
)
