"""What is printed about the tree automaton, refuted, and what holds instead.

Paper: [D] sections 1 and 6, [T] section 2.6.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import permutations
from typing import Final

from augury.proofs.as_printed.chain import chain
from augury.proofs.as_printed.runtime import ACCEPT, Printed, run
from augury.proofs.as_printed.tree import Searches, Ties, tree
from augury.proofs.printed_cases import (
    Family,
    Make,
    agrees,
    case,
    compare,
    engine_agrees,
    only_branch,
    refutation,
    resolution,
    stream_of,
)
from augury.proofs.registry import Json, Obligation, searched
from augury.reference.nfa import engine
from augury.reference.nfa.machine import Machine
from augury.spec.events import Dialect
from augury.spec.language.ast import Pattern

PAIR: Final = "PATTERN SEQ(A a, B b) WITHIN 9"
NONE: Final = ((),)
THREE: Final = Family("PATTERN SEQ(A a, B b) WITHIN 3", "AB", 4, (1, 2), orders=NONE)


def made(searches: Searches, ties: Ties = "first") -> Make:
    """Return how a tree is made under a reading."""
    return lambda branch, _: tree(branch, searches=searches, ties=ties)


def loses_nothing(make: Make) -> Callable[[Json], bool]:
    """Return the law that an automaton finds every match, however often."""

    def law(item: Json) -> bool:
        automaton = make(only_branch(item["pattern"]), ())
        return not compare(automaton, item["pattern"], item["stream"]).lost

    return law


# ------------------------------------------------------------------------ the graph


def reachable(automaton: Printed) -> frozenset[str]:
    """Return the states that edges join to the initial state."""
    found = {automaton.initial}
    while True:
        more = {edge.target for edge in automaton.edges if edge.source in found} - found
        if not more:
            return frozenset(found)
        found |= more


def accepts_something(*, loops: bool, last: int) -> Callable[[Json], bool]:
    """Return the law that F can be reached; the last layer holds orders of n - 1 + ``last``."""

    def law(item: Json) -> bool:
        branch = only_branch(item["pattern"])
        return ACCEPT in reachable(tree(branch, loops=loops, last=len(branch.positive) - 1 + last))

    return law


GRAPHS: Final = [
    {"pattern": "PATTERN SEQ(A a, B b) WITHIN 9"},
    {"pattern": "PATTERN SEQ(A a, B b, C c) WITHIN 9"},
]

# ------------------------------------------------------------------------ cost


def cheapest(item: Json) -> bool:
    """The law that the tree evaluates no more conditions than the best chain."""
    branch, stream = only_branch(item["pattern"]), stream_of(item["stream"])
    best = min(
        run(chain(branch, order), stream).evaluations for order in permutations(branch.positive)
    )
    return run(tree(branch, searches="filled"), stream).evaluations <= best


def cheaper(item: Json) -> bool:
    """A slightly false variant: the tree is cheaper than the best chain wherever there is work."""
    branch, stream = only_branch(item["pattern"]), stream_of(item["stream"])
    costs = [run(chain(branch, o), stream).evaluations for o in permutations(branch.positive)]
    return run(tree(branch, searches="filled"), stream).evaluations <= max(0, min(costs) - 1)


COSTS: Final = Family(PAIR, "AB", 4, orders=NONE)


def trees(pattern: Pattern, _: Sequence[str], dialect: Dialect) -> Machine:
    """Return the tree of ``reference``."""
    return engine.tree(pattern, dialect)


OBLIGATIONS: Final = (
    refutation(
        "PR-PRINT-15",
        "With the printed take and store edges, and a search of the buffer when a state is "
        "entered, a tree finds every match.",
        "[D] section 6, [T] section 2.6",
        made("entering"),
        [Family(PAIR, "AB", 3, orders=NONE)],
        case(PAIR, "A@1 B@2"),
        other=made("entering", "every"),
    ),
    Obligation(
        "PR-PRINT-16",
        "With the printed take and store edges, and a search of the buffer also when it has become "
        "complete, a tree finds every match.",
        "[D] section 6, [T] section 2.6",
        "exhaustive",
        "refuted",
        lambda: searched(THREE.cases(), loses_nothing(made("filled"))),
        lambda: searched(THREE.cases(), loses_nothing(made("entering"))),
        lambda item: not loses_nothing(made("filled"))(item),
        case(THREE.pattern, "A@1 A@2 B@3 B@4"),
    ),
    refutation(
        "PR-PRINT-17",
        "With the printed take and store edges, and a search of the buffer also when it has become "
        "complete, a tree finds each match once.",
        "[D] section 6, [T] section 2.6",
        made("filled"),
        [THREE],
        case(THREE.pattern, "B@1 A@2 B@4"),
        other=made("stored"),
    ),
    refutation(
        "PR-PRINT-18",
        "Every name with the smallest counter may be the most selective one.",
        "[D] section 6, the definition of se and p_se",
        made("filled", "every"),
        [Family(PAIR, "AB", 3, orders=NONE)],
        case(PAIR, "A@1 B@2"),
    ),
    resolution(
        "PR-PRINT-19",
        "The tree of the reference, which stores every event and lets an instance follow one edge "
        "for good, answers as the definition.",
        "[D] section 6, corrected",
        engine_agrees(trees),
        agrees(made("filled")),
        [
            Family("PATTERN SEQ(A a, B b) WITHIN 4", "AB", 5, orders=NONE),
            THREE,
            Family("PATTERN SEQ(A a, B b, C c) WITHIN 3", "ABC", 4, (0, 1, 2), orders=NONE),
        ],
    ),
    Obligation(
        "PR-PRINT-20",
        "The accepting state can be reached if the last layer of the tree is |ord| = n.",
        "[D] section 6, [T] section 2.6",
        "exhaustive",
        "refuted",
        lambda: searched(GRAPHS, accepts_something(loops=False, last=1)),
        lambda: searched(GRAPHS, accepts_something(loops=True, last=0)),
        lambda item: (
            not accepts_something(loops=False, last=1)(item)
            and accepts_something(loops=False, last=0)(item)
        ),
        GRAPHS[0],
    ),
    Obligation(
        "PR-PRINT-21",
        "For every stream the tree is at least as efficient as the best chain.",
        "[D] section 1, and section 6 on the equivalence to some chain",
        "exhaustive",
        "refuted",
        lambda: searched(COSTS.cases(), cheapest),
        lambda: searched(COSTS.cases(), cheaper),
        lambda item: not cheapest(item),
        case(PAIR, "A@1 B@2 A@3"),
    ),
)
