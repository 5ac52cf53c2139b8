"""Windows: what fits, what may be checked early, and what can be dropped when time has passed.

Stated on ``fits`` of the definition and on the expiry of the automata.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from itertools import combinations, pairwise
from typing import Final

from augury.proofs.forms import bound, branch_of, reach_is_natural
from augury.proofs.registry import Obligation, Verdict, proved
from augury.proofs.symbolic import always, event, number, require
from augury.reference.nfa.automaton import Scope, Topology
from augury.reference.nfa.instance import Instance, Station
from augury.reference.nfa.machine import Machine
from augury.reference.nfa.reach import Reach
from augury.reference.nfa.topology import Chain, Eager, Tree
from augury.spec.events import Dialect, Event
from augury.spec.language.normal import Branch
from augury.spec.semantics import Binding, events_of, fits

FOUR: Final = "AND(A a, B b, C c, D d)"


def _each_dialect(law: Callable[[Dialect], Verdict]) -> Verdict:
    """Return the first verdict that is no proof, over both edges of the window."""
    for dialect in (Dialect(window="inclusive"), Dialect(window="exclusive")):
        verdict = law(dialect)
        if verdict.outcome != "proved":
            return verdict
    return proved()


# ------------------------------------------------------------------------ what fits


def _exclusive(less: int) -> Verdict:
    """Judge whether an exclusive window W is an inclusive one that is shorter by ``less``."""
    outer, inner = branch_of(FOUR), branch_of(FOUR, number("W") - less)
    mu = bound(outer.names, outer.types)
    return always(
        lambda: (
            fits(mu, outer, Dialect(window="exclusive"))
            == fits(mu, inner, Dialect(window="inclusive"))
        )
    )


def _pairwise(pairs: Callable[[tuple[Event, ...]], Iterable[tuple[Event, ...]]]) -> Verdict:
    """Judge whether a binding fits iff certain pairs of its events do."""
    branch = branch_of(FOUR)
    mu = bound(branch.names, branch.types)

    def law(dialect: Dialect) -> bool:
        each = all(fits({"x": pair}, branch, dialect) for pair in pairs(events_of(mu)))
        require(dialect.reach(branch.window) >= 0)
        return fits(mu, branch, dialect) == each

    return _each_dialect(lambda dialect: always(partial(law, dialect)))


def _incremental(steps: Callable[[int], range]) -> Verdict:
    """Judge whether checks of the span so far, after some takes, are one check at the end."""
    branch = branch_of(FOUR)
    mu = bound(branch.names, branch.types)

    def law(dialect: Dialect) -> bool:
        prefixes = (dict(list(mu.items())[:size]) for size in steps(len(mu)))
        return all(fits(part, branch, dialect) for part in prefixes) == fits(mu, branch, dialect)

    return _each_dialect(lambda dialect: always(partial(law, dialect)))


# ------------------------------------------------------------------------ what is dropped

Survivors = Callable[[Branch, Dialect, Binding, int], bool]
"""Whether an engine keeps an instance when time has reached a tick."""


def _keeps(topology: Topology, branch: Branch, dialect: Dialect, mu: Binding, time: int) -> bool:
    """Let a machine expire an instance; say whether it is still there."""
    machine, until = Machine(topology, dialect), Reach(branch, dialect).interval(Scope(), mu)[1]
    machine.crowd.instances[1] = Instance(1, "q", 0, mu, {}, until=until)
    machine.crowd.stations["q"] = Station((), (), (), judged=False, instances=1)
    machine.crowd.expiring = [(until, 1)]
    machine.advance(time)
    return bool(machine.crowd.instances)


def machine_keeps(branch: Branch, dialect: Dialect, mu: Binding, time: int) -> bool:
    """Let a chain expire an instance; say whether it is still there."""
    return _keeps(Chain((branch,), (branch.positive,)), branch, dialect, mu, time)


def eager_keeps(branch: Branch, dialect: Dialect, mu: Binding, time: int) -> bool:
    """Let the eager automaton expire an instance; say whether it is still there."""
    return _keeps(Eager((branch,)), branch, dialect, mu, time)


def _shifted(keeps: Survivors, ticks: int) -> Survivors:
    return lambda branch, dialect, mu, time: keeps(branch, dialect, mu, time + ticks)


def _dropped_for_good(keeps: Survivors) -> Verdict:
    """Judge whether an instance that is dropped can take no event that is still to come."""
    branch = branch_of("AND(A a, B b, C c)")
    mu, later, time = bound(("a", "b"), branch.types), event("c"), number("time")

    def law(dialect: Dialect) -> bool:
        require(not keeps(branch, dialect, mu, time))
        require(later.ts > time)
        return not fits({**mu, "c": (later,)}, branch, dialect)

    return _each_dialect(lambda dialect: always(partial(law, dialect)))


def _kept_for_reason(keeps: Survivors) -> Verdict:
    """Judge whether an instance that is kept can take some event that is still to come."""
    branch = branch_of("AND(A a, B b, C c)")
    mu, time = bound(("a", "b"), branch.types), number("time")

    def law(dialect: Dialect) -> bool:
        require(fits(mu, branch, dialect))
        require(keeps(branch, dialect, mu, time))
        first = max(time + 1, min(item.ts for item in events_of(mu)))
        return fits({**mu, "c": (event("c", ts=first),)}, branch, dialect)

    return _each_dialect(lambda dialect: always(partial(law, dialect), reach_is_natural(dialect)))


Buffered = Callable[[Branch, Dialect, Event, int], bool]


def _buffers(topology: Topology, dialect: Dialect, item: Event, time: int) -> bool:
    machine = Machine(topology, dialect)
    machine.buffer.add(item, 1)
    machine.advance(time)
    return bool(machine.buffer.size)


def chain_buffers(branch: Branch, dialect: Dialect, item: Event, time: int) -> bool:
    """Let a chain expire its buffer; say whether an event is still there."""
    return _buffers(Chain((branch,), (branch.positive,)), dialect, item, time)


def tree_buffers(branch: Branch, dialect: Dialect, item: Event, time: int) -> bool:
    """Let the tree expire its buffer; say whether an event is still there."""
    return _buffers(Tree((branch,)), dialect, item, time)


def _buffer(buffers: Buffered, ticks: int = 0) -> Verdict:
    """Judge whether what leaves the buffer can be in no match with an event still to come."""
    branch = branch_of("AND(A a, B b)")
    item, later, time = event("a"), event("b"), number("time")

    def law(dialect: Dialect) -> bool:
        require(not buffers(branch, dialect, item, time + ticks))
        require(later.ts > time)
        return not fits({"a": (item,), "b": (later,)}, branch, dialect)

    return _each_dialect(lambda dialect: always(partial(law, dialect)))


def _buffer_earliest(buffers: Buffered, ticks: int = 0) -> Verdict:
    """Judge whether what stays in the buffer can be in a match with an event still to come."""
    branch = branch_of("AND(A a, B b)")
    item, time = event("a"), number("time")

    def law(dialect: Dialect) -> bool:
        require(buffers(branch, dialect, item, time + ticks))
        later = event("b", ts=max(time + 1, item.ts))
        return fits({"a": (item,), "b": (later,)}, branch, dialect)

    return _each_dialect(lambda dialect: always(partial(law, dialect), reach_is_natural(dialect)))


def _both(first: Callable[[], Verdict], second: Callable[[], Verdict]) -> Verdict:
    verdict = first()
    return second() if verdict.outcome == "proved" else verdict


EXPIRY: Final = "[D] section 4; DESIGN section 4, Time and finality"
OBLIGATIONS: Final = (
    Obligation(
        id="PR-WIN-01",
        sentence="Events fit the exclusive window W iff they fit the inclusive window W - 1.",
        source="DESIGN section 2; [T] section 3.2 (text and predicate differ)",
        tool="z3",
        expected="proved",
        claim=lambda: _exclusive(1),
        canary=lambda: _exclusive(0),
    ),
    Obligation(
        id="PR-WIN-02",
        sentence="Events fit a window iff every two of them do.",
        source="DESIGN section 4, rule 4",
        tool="z3",
        expected="proved",
        claim=lambda: _pairwise(lambda events: combinations(events, 2)),
        canary=lambda: _pairwise(pairwise),
    ),
    Obligation(
        id="PR-WIN-03",
        sentence="Checking the span after every take is the same as checking it once at the end.",
        source="[D] section 4, [T] section 3.3; DESIGN section 5",
        tool="z3",
        expected="proved",
        claim=lambda: _incremental(lambda size: range(1, size + 1)),
        canary=lambda: _incremental(lambda size: range(1, size)),
    ),
    Obligation(
        id="PR-WIN-04",
        sentence="An instance that expires can take no event that is still to come.",
        source=EXPIRY,
        tool="z3",
        expected="proved",
        claim=lambda: _both(
            lambda: _dropped_for_good(machine_keeps), lambda: _dropped_for_good(eager_keeps)
        ),
        canary=lambda: _dropped_for_good(_shifted(machine_keeps, 1)),
    ),
    Obligation(
        id="PR-WIN-05",
        sentence="An instance that does not expire can still take an event: expiry is earliest.",
        source=EXPIRY,
        tool="z3",
        expected="proved",
        claim=lambda: _both(
            lambda: _kept_for_reason(machine_keeps), lambda: _kept_for_reason(eager_keeps)
        ),
        canary=lambda: _kept_for_reason(_shifted(machine_keeps, -1)),
    ),
    Obligation(
        id="PR-WIN-06",
        sentence="An event with ts < time + 1 - w is in no match with an event still to come.",
        source=EXPIRY,
        tool="z3",
        expected="proved",
        claim=lambda: _both(lambda: _buffer(chain_buffers), lambda: _buffer(tree_buffers)),
        canary=lambda: _buffer(chain_buffers, 1),
    ),
    Obligation(
        id="PR-WIN-07",
        sentence="An event with ts >= time + 1 - w can be in a match with an event still to come.",
        source=EXPIRY,
        tool="z3",
        expected="proved",
        claim=lambda: _both(
            lambda: _buffer_earliest(chain_buffers), lambda: _buffer_earliest(tree_buffers)
        ),
        canary=lambda: _buffer_earliest(chain_buffers, -1),
    ),
)
