"""Slices of time: which events a part of the stream needs so that no match of it is wrong.

Slice [s, t) owns the matches whose smallest ts lies in it. Stated on the rules of the definition,
and searched through all small streams with ``matches`` itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations, product
from typing import Final

from augury.proofs.forms import bound, branch_of, placed, reach_is_natural, real
from augury.proofs.registry import Json, Obligation, Verdict, proved, searched
from augury.proofs.symbolic import always, event, number, require
from augury.spec.events import DIALECTS, Dialect, Event, Stream
from augury.spec.finality import binding_of
from augury.spec.language.normal import Branch, normal_form
from augury.spec.language.parser import parse
from augury.spec.semantics import Binding, Match, distinct, events_of, matches, witnesses

BEHIND: Final = (
    "SEQ(A a, NOT(N n), B b)",
    "SEQ(A a, B b, NOT(N n))",
    "SEQ(A a, AND(NOT(N n), B b))",
)
"""Negated names with a predecessor that must bind."""
FREE: Final = (
    "SEQ(NOT(N n), A a, B b)",
    "AND(NOT(N n), A a, B b)",
    "SEQ(B{0,1} b, NOT(N n), A a)",
)
"""Other negated names: leading, inside AND, behind optional names only."""


def _owned(mu: Binding, branch: Branch, dialect: Dialect) -> tuple[int, int]:
    """Return a slice [s, t) of symbols, and require that it owns the match."""
    s, t = number("s"), number("t")
    require(placed(mu, branch, dialect))
    first = min(item.ts for item in events_of(mu))
    require(s <= first and first < t)
    return s, t


def _each(
    structures: tuple[str, ...], law: Callable[[Branch, Binding, Dialect], object]
) -> Verdict:
    for text, dialect in product(structures, DIALECTS):
        branch = branch_of(text)
        sizes = {name: 0 if branch.kleene.get(name) else 1 for name in branch.positive}
        mu = bound(sizes, branch.types)
        verdict = always(partial(law, branch, mu, dialect), reach_is_natural(dialect))
        if verdict.outcome != "proved":
            return verdict
    return proved()


def _positive(ticks: int, branch: Branch, mu: Binding, dialect: Dialect) -> bool:
    s, t = _owned(mu, branch, dialect)
    last = t - 1 + dialect.reach(branch.window) - ticks
    return all(s <= item.ts and item.ts <= last for item in events_of(mu))


def _negated(left: int, ticks: int, branch: Branch, mu: Binding, dialect: Dialect) -> bool:
    """Say whether every event that refutes is in [s - left * w + ticks, t - 1 + w]."""
    s, t = _owned(mu, branch, dialect)
    e, w = event("n"), dialect.reach(branch.window)
    require(distinct({**mu, "n": (e,)}))
    require(witnesses("n", mu, branch, Stream([e]), dialect))
    return (s - (w if left else 0) + ticks <= e.ts) and e.ts <= t - 1 + w


def _one_owner(ticks: int) -> Verdict:
    """Judge whether each match has one owner among slices that meet at their cuts."""
    branch = branch_of("AND(A a, B b)")
    mu = bound(branch.names, branch.types)

    def law() -> bool:
        cuts = [number("r"), number("s"), number("t")]
        require(cuts[0] < cuts[1] and cuts[1] < cuts[2])
        first = min(item.ts for item in events_of(mu))
        require(cuts[0] <= first and first < cuts[2])
        slices = ((cuts[0], cuts[1]), (cuts[1] + ticks, cuts[2]))
        return sum(1 for low, high in slices if low <= first and first < high) == 1

    return always(law)


# ------------------------------------------------------------------------ whole streams


def sliced(stream: Stream, text: str, cut: int, dialect: Dialect, *, both: bool) -> set[Match]:
    """Return the answer that two slices give: before the cut, and from the cut on.

    With ``both`` the overlap is on both sides, as a free negated name needs it.
    """
    pattern = parse(text)
    (branch,) = normal_form(pattern)
    w = dialect.reach(branch.window)
    ends = (min(item.ts for item in stream), cut, max(item.ts for item in stream) + 1)
    found: set[Match] = set()
    for s, t in ((ends[0], ends[1]), (ends[1], ends[2])):
        first = {"N": s - w if both else s}
        part = Stream(item for item in stream if first.get(item.type, s) <= item.ts <= t - 1 + w)
        for match in matches(part, pattern, dialect):
            if s <= min(item.ts for item in events_of(binding_of(match, part))) < t:
                found.add(match)
    return found


def _streams(types: str, ticks: int, most: int) -> Iterator[list[list[int | str]]]:
    """Yield the streams of up to some events, one a type and tick, the smallest first."""
    places = [(type_, ts) for ts in range(ticks) for type_ in types]
    for size in range(1, most + 1):
        for chosen in combinations(places, size):
            yield [[type_, ts] for type_, ts in chosen]


def _cases(structures: tuple[str, ...]) -> Iterator[Json]:
    for events in _streams("ANB", 3, 4):
        for text, window, cut, order in product(
            structures, range(3), (1, 2), ("strict", "nonstrict")
        ):
            yield {"events": events, "structure": text, "W": window, "cut": cut, "order": order}


def agrees(case: Json, *, both: bool) -> bool:
    """Say whether slices give the answer of the whole stream."""
    events = enumerate(case["events"])
    stream = Stream(Event(number, type_, ts) for number, (type_, ts) in events)
    text = f"PATTERN {case['structure']} WITHIN {case['W']}"
    dialect = Dialect(case["order"])
    whole = matches(stream, parse(text), dialect)
    return sliced(stream, text, case["cut"], dialect, both=both) == whole


def _optional(found: Json) -> bool:
    """Take the counterexample through the definition: the slice misses the event that refutes."""
    text = FREE[2]
    branch, dialect = branch_of(text, found["W"]), Dialect()
    mu = {"b": (), "a": (real(found, "a", "A", 0),)}
    e = real(found, "n", "N", 1)
    owned = found["s"] <= found["a.ts"] < found["t"]
    return owned and bool(witnesses("n", mu, branch, Stream([e]), dialect)) and e.ts < found["s"]


SOURCE: Final = "DESIGN section 5, Spark, by time"


def _proved(number: int, sentence: str, claim: Json, canary: Json, seconds: int = 30) -> Obligation:
    return Obligation(
        id=f"PR-SLICE-{number:02}",
        sentence=sentence,
        source=SOURCE,
        tool="z3",
        expected="proved",
        claim=claim,
        canary=canary,
        seconds=seconds,
    )


def _one_optional(ticks: int) -> Verdict:
    branch, dialect = branch_of(FREE[2]), Dialect()
    mu = bound({"b": 0, "a": 1}, branch.types)
    return always(partial(_negated, 0, ticks, branch, mu, dialect), reach_is_natural(dialect))


OBLIGATIONS: Final = (
    _proved(
        1,
        "Every event of a match whose smallest ts is in [s, t) has a ts in [s, t - 1 + w].",
        lambda: _each((*BEHIND, *FREE), partial(_positive, 0)),
        lambda: _each((*BEHIND, *FREE), partial(_positive, 1)),
    ),
    _proved(
        2,
        "An event of a negated name with a predecessor that must bind refutes a match of the slice "
        "[s, t) only with a ts in [s, t - 1 + w].",
        lambda: _each(BEHIND, partial(_negated, 0, 0)),
        lambda: _each(BEHIND, partial(_negated, 0, 2)),
    ),
    _proved(
        3,
        "An event of any other negated name refutes a match of the slice [s, t) only with a ts in "
        "[s - w, t - 1 + w].",
        lambda: _each(FREE, partial(_negated, 1, 0)),
        lambda: _each(FREE, partial(_negated, 1, 1)),
    ),
    _proved(
        4,
        "Slices that meet at their cuts own every match once.",
        lambda: _one_owner(0),
        lambda: _one_owner(1),
    ),
    Obligation(
        id="PR-SLICE-05",
        sentence=(
            "On every stream of up to four events in three ticks, two slices with the overlap on "
            "both sides for free negated names give the answer of the whole stream."
        ),
        source=SOURCE,
        tool="exhaustive",
        expected="proved",
        claim=lambda: searched(_cases(FREE[:2]), partial(agrees, both=True)),
        canary=lambda: searched(_cases(FREE[:2]), partial(agrees, both=False)),
        seconds=90,
    ),
    Obligation(
        id="PR-SLICE-06",
        sentence="An overlap on the right side alone is enough for a leading negated name.",
        source=f"{SOURCE}: an overlap on one side only fails",
        tool="exhaustive",
        expected="refuted",
        claim=lambda: searched(_cases(FREE[:1]), partial(agrees, both=False)),
        canary=lambda: searched(_cases(FREE[1:2]), partial(agrees, both=False)),
        replay=lambda found: not agrees(found, both=False) and agrees(found, both=True),
        known={
            "events": [["N", 0], ["A", 1], ["B", 1]],
            "structure": FREE[0],
            "W": 1,
            "cut": 1,
            "order": "nonstrict",
        },
    ),
    Obligation(
        id="PR-SLICE-07",
        sentence=(
            "A negated name behind optional names only needs no event before the slice, like one "
            "with a predecessor that must bind."
        ),
        source=SOURCE,
        tool="z3",
        expected="refuted",
        claim=lambda: _one_optional(0),
        canary=lambda: _one_optional(1),
        replay=_optional,
        known={"W": 1, "a.id": 0, "a.ts": 0, "n.id": 1, "n.ts": -1, "s": 0, "t": 1},
    ),
)
