"""Cases for what is printed: small streams in order of size, and how an answer differs.

A stream is written ``A@1 B(x=2)@3``: type, attribute, tick; ids count from 0. The timing predicate
of the documents is strict, so their automata are put beside the dialect with an exclusive window,
unless the window is what is judged.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, chain, permutations, product
from typing import Final, TypeAlias

from augury.proofs.as_printed.runtime import Printed, Run, run
from augury.proofs.registry import Json, Obligation, searched
from augury.reference.nfa.machine import Machine
from augury.spec.events import Dialect, Event, Stream
from augury.spec.language.ast import Pattern
from augury.spec.language.normal import Branch, normal_form
from augury.spec.language.parser import parse
from augury.spec.semantics import Match, match_of, matches

PRINTED: Final = Dialect("strict", "exclusive")
"""The dialect of the printed formulas: ``s.ts < e.ts < f.ts`` and ``t_min > now - W``."""
_EVENT: Final = re.compile(r"(\w+)(?:\(x=(-?\d+)\))?@(-?\d+)")


def stream_of(text: str) -> Stream:
    """Return the stream that a text such as ``A@1 B(x=2)@3`` stands for."""
    events = []
    for number, word in enumerate(text.split()):
        found = _EVENT.fullmatch(word)
        assert found, f"'{word}' is no event; write A@1 or A(x=2)@1"
        type_, x, ts = found.groups()
        events.append(Event(number, type_, int(ts), {} if x is None else {"x": int(x)}))
    return Stream(events)


def streams(
    types: Sequence[str],
    longest: int,
    steps: Sequence[int] = (1,),
    values: Sequence[int] = (),
) -> Iterator[str]:
    """Yield every stream that begins at tick 1, by length; neighbours lie a step apart."""
    letters = [f"{type_}(x={x})" for type_ in types for x in values] or [*types]
    for length in range(1, longest + 1):
        for gaps in product(steps, repeat=length - 1):
            ticks = list(accumulate(gaps, initial=1))
            for chosen in product(letters, repeat=length):
                yield " ".join(f"{a}@{t}" for a, t in zip(chosen, ticks, strict=True))


@cache
def parsed(pattern: str) -> Pattern:
    """Return the pattern that a text stands for, parsed once."""
    return parse(pattern)


@cache
def only_branch(pattern: str) -> Branch:
    """Return the branch of a pattern without OR."""
    (branch,) = normal_form(parsed(pattern))
    return branch


def answer(machine: Run, branch: Branch, number: int = 0) -> list[Match]:
    """Return what an automaton accepted, as matches, as often as it did."""
    return [match_of(mu, branch, number) for mu in machine.accepted]


@dataclass(frozen=True, slots=True)
class Difference:
    """How an answer differs from the definition: matches that are wrong, lost, or found twice."""

    wrong: frozenset[Match]
    lost: frozenset[Match]
    twice: frozenset[Match]

    def __bool__(self) -> bool:
        return bool(self.wrong or self.lost or self.twice)


def difference(
    found: Iterable[Match], pattern: str, stream: str, dialect: Dialect = PRINTED
) -> Difference:
    """Return how an answer differs from the definition.  Semantics: S-4.7."""
    count = Counter(found)
    right = matches(stream_of(stream), parsed(pattern), dialect)
    return Difference(
        frozenset(count) - right,
        right - frozenset(count),
        frozenset(match for match, times in count.items() if times > 1),
    )


def compare(
    automaton: Printed, pattern: str, stream: str, dialect: Dialect = PRINTED
) -> Difference:
    """Return how the answer of an automaton for one branch differs from the definition."""
    found = answer(run(automaton, stream_of(stream)), only_branch(pattern))
    return difference(found, pattern, stream, dialect)


def case(pattern: str, stream: str, order: Sequence[str] = ()) -> Json:
    """Return a case as JSON: pattern, stream and, for a chain, the order of evaluation."""
    return {"pattern": pattern, "stream": stream, **({"order": list(order)} if order else {})}


# ------------------------------------------------------------------------ families of cases

Make: TypeAlias = Callable[[Branch, Sequence[str]], Printed]
"""How an automaton is made for a branch and an order of its names."""


@dataclass(frozen=True, slots=True)
class Family:
    """A pattern with every small stream of some types, and every order of its names."""

    pattern: str
    types: Sequence[str]
    longest: int
    steps: Sequence[int] = (1,)
    values: Sequence[int] = ()
    orders: Sequence[Sequence[str]] | None = None
    """All orders of the positive names, unless given; ``((),)`` where the automaton has none."""

    def cases(self) -> Iterator[Json]:
        """Yield the cases, the shortest streams first."""
        orders = self.orders or [*permutations(only_branch(self.pattern).positive)]
        for stream in streams(self.types, self.longest, self.steps, self.values):
            for order in orders:
                yield case(self.pattern, stream, order)


def cases_of(*families: Family) -> Iterator[Json]:
    """Yield the cases of some families."""
    return chain.from_iterable(family.cases() for family in families)


def agrees(make: Make, dialect: Dialect = PRINTED) -> Callable[[Json], bool]:
    """Return the law that an automaton answers as the definition, each match once."""

    def law(item: Json) -> bool:
        automaton = make(only_branch(item["pattern"]), item.get("order", ()))
        return not compare(automaton, item["pattern"], item["stream"], dialect)

    return law


def forgetful(make: Make, dialect: Dialect = PRINTED) -> Callable[[Json], bool]:
    """Return the same law for an automaton that keeps its last match to itself."""

    def law(item: Json) -> bool:
        branch = only_branch(item["pattern"])
        machine = run(make(branch, item.get("order", ())), stream_of(item["stream"]))
        found = answer(machine, branch)[:-1]
        return not difference(found, item["pattern"], item["stream"], dialect)

    return law


Engine: TypeAlias = Callable[[Pattern, Sequence[str], Dialect], Machine]
"""How an automaton of ``reference`` is made for a pattern, an order of names and a dialect."""


def engine_agrees(
    engine: Engine, dialects: Sequence[Dialect] = (PRINTED,)
) -> Callable[[Json], bool]:
    """Return the law that an automaton of ``reference`` answers as the definition."""

    def law(item: Json) -> bool:
        pattern, stream = parsed(item["pattern"]), stream_of(item["stream"])
        return all(
            engine(pattern, item.get("order", ()), dialect).whole(stream)
            == matches(stream, pattern, dialect)
            for dialect in dialects
        )

    return law


def refutation(
    id_: str,
    sentence: str,
    source: str,
    make: Make,
    families: Sequence[Family],
    known: Json,
    *,
    other: Make | None = None,
    dialect: Dialect = PRINTED,
) -> Obligation:
    """Return the obligation that an automaton as printed does not answer as the definition.

    The canary is the ``other`` reading of what is printed, or the same automaton that keeps its
    last match to itself.
    """
    law = agrees(make, dialect)
    false = forgetful(make, dialect) if other is None else agrees(other, dialect)
    return Obligation(
        id_,
        sentence,
        source,
        "exhaustive",
        "refuted",
        lambda: searched(cases_of(*families), law),
        lambda: searched(cases_of(*families), false),
        lambda item: not law(item),
        known,
    )


def resolution(
    id_: str,
    sentence: str,
    source: str,
    law: Callable[[Json], bool],
    false: Callable[[Json], bool],
    families: Sequence[Family],
    *,
    seconds: int = 30,
) -> Obligation:
    """Return the obligation that a corrected construction answers as the definition.

    The canary is what is printed, on the same cases.
    """
    return Obligation(
        id_,
        sentence,
        source,
        "exhaustive",
        "proved",
        lambda: searched(cases_of(*families), law),
        lambda: searched(cases_of(*families), false),
        seconds=seconds,
    )
