"""Iteration: which sets of events a Kleene name takes, at once and one arrival after another.

Searched with ``Reach.sets`` and the chain of the automata and ``matches`` of the definition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import permutations, product
from typing import Final

from augury.proofs.forms import branch_of
from augury.proofs.registry import Json, Obligation, Verdict, proved, refuted, searched
from augury.reference.nfa.instance import Instance, Road
from augury.reference.nfa.machine import Machine
from augury.reference.nfa.reach import Reach
from augury.reference.nfa.topology import Chain
from augury.spec.events import Dialect, Event, Stream
from augury.spec.language.normal import normal_form
from augury.spec.language.parser import parse
from augury.spec.semantics import matches


def _events(times: Json) -> list[Event]:
    return [Event(number, "B", ts) for number, ts in enumerate(times)]


def groups(times: Json, low: int = 1, high: int | None = None, window: int = 0) -> int:
    """Return how many sets a Kleene name takes from events at some times."""
    return len(_groups(times, low, high, window, None))


def _groups(
    times: Json, low: int, high: int | None, window: int, must: int | None
) -> list[tuple[int, ...]]:
    """Return the sets as ids; with ``must`` those that contain that event."""
    text = f"AND(A a, B{{{low},{'' if high is None else high}}} b)"
    reach = Reach(branch_of(text, window), Dialect())
    events = _events(times)
    found = reach.sets("b", {}, events, None if must is None else events[must])
    return [tuple(event.id for event in group) for group in found]


def _counts(formula: Callable[[int], int]) -> Verdict:
    """Judge whether a formula counts the sets of up to six events."""
    for size in range(7):
        found = groups([0] * size)
        if found != formula(size):
            return refuted({"events": size, "sets": found})
    return proved("7 cases")


def _printed(size: int) -> int:
    """Return what the document prints for three events, and the truth elsewhere."""
    return 6 if size == 3 else int(2**size) - 1


def _incremental_cases() -> Iterator[Json]:
    """Yield times in (ts, id) order, bounds and windows; the last event is the new one."""
    bounds = [(low, high) for low in range(4) for high in (1, 2, 3, None) if low <= (high or 9)]
    for size in range(1, 6):
        for times in product(range(3), repeat=size):
            if size > 3 and list(times) != sorted(times):
                continue
            for (low, high), window in product(bounds, (0, 1, 2)):
                yield {"times": list(times), "low": low, "high": high, "W": window}


def _incremental(case: Json, *, overlap: bool = False) -> bool:
    """Say whether old sets and sets with the new event are all sets, and no set is both."""
    times, limits = case["times"], (case["low"], case["high"], case["W"])
    every = sorted(_groups(times, *limits, None))
    old = _groups(times[:-1], *limits, None)
    new = _groups(times, *limits, None if overlap else len(times) - 1)
    return sorted(old + new) == every


def _arrivals() -> Iterator[Json]:
    """Yield orders of arrival of one event and three, for some bounds and windows."""
    bounds = [(0, 2), (1, None), (2, 2), (2, None), (1, 1)]
    for order, (low, high) in product(permutations(range(4)), bounds):
        for times, window in product(([0, 0, 1, 2], [1, 0, 2, 2]), (1, 2)):
            yield {"arrival": list(order), "times": times, "low": low, "high": high, "W": window}


def _arrives(case: Json, names: str, machine_: type[Machine] = Machine) -> bool:
    """Say whether a chain finds the sets of all events, each once, in some order of arrival."""
    high = "" if case["high"] is None else case["high"]
    text = f"PATTERN AND(A a, B{{{case['low']},{high}}} b) WITHIN {case['W']}"
    first, *rest = case["times"]
    events = [Event(0, "A", first), *(Event(n, "B", ts) for n, ts in enumerate(rest, 1))]
    machine = machine_(Chain(normal_form(parse(text)), (tuple(names),)), Dialect())
    found = [match for n in case["arrival"] for match in machine.push(events[n])]
    found += machine.close()
    return sorted(found) == sorted(matches(Stream(events), parse(text)))


class _Alone(Machine):
    """A false machine: an event that arrives makes a set of its own and joins no older one."""

    __slots__ = ()

    def _groups(
        self, instance: Instance, road: Road, eligible: list[Event], must: Event | None = None
    ) -> Iterator[tuple[Event, ...]]:
        others = eligible if must is None else []
        return Machine._groups(self, instance, road, others, must)


SOURCE: Final = "[T] section 3.6"
OBLIGATIONS: Final = (
    Obligation(
        id="PR-ITER-01",
        sentence="From n buffered events, up to six, iterate takes 2^n - 1 sets.",
        source=SOURCE,
        tool="exhaustive",
        expected="proved",
        claim=lambda: _counts(lambda size: int(2**size) - 1),
        canary=lambda: _counts(lambda size: int(2**size)),
    ),
    Obligation(
        id="PR-ITER-02",
        sentence="From three buffered events, iterate takes six sets.",
        source=f"{SOURCE}, which prints 6; erratum E-01",
        tool="exhaustive",
        expected="refuted",
        claim=lambda: _counts(_printed),
        canary=lambda: _counts(lambda size: size * (size + 1) // 2),
        replay=lambda found: groups([0] * found["events"]) == found["sets"] != _printed(3),
        known={"events": 3, "sets": 7},
    ),
    Obligation(
        id="PR-ITER-03",
        sentence=(
            "The sets of the old events and the sets that contain a new event are all sets, and "
            "none is found twice, whatever the bounds and the window."
        ),
        source=f"{SOURCE}, which leaves events still to come open",
        tool="exhaustive",
        expected="proved",
        claim=lambda: searched(_incremental_cases(), _incremental),
        canary=lambda: searched(_incremental_cases(), partial(_incremental, overlap=True)),
    ),
    Obligation(
        id="PR-ITER-04",
        sentence=(
            "A chain that binds a Kleene name first or last finds every set once, in whatever "
            "order one event and three events of the set arrive."
        ),
        source=f"{SOURCE}, which leaves events still to come open",
        tool="exhaustive",
        expected="proved",
        claim=lambda: searched(
            _arrivals(), lambda case: _arrives(case, "ab") and _arrives(case, "ba")
        ),
        canary=lambda: searched(_arrivals(), lambda case: _arrives(case, "ab", _Alone)),
    ),
)
