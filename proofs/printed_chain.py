"""What is printed about the eager automaton and the lazy chain, refuted, and what holds instead.

Paper: [D] sections 3.2, 5 and 6; [T] sections 2.3 to 2.5, 3.2 to 3.4.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import Final

from augury.proofs.as_printed.chain import (
    Scoping,
    by_selectivity,
    by_sequence,
    chain,
    within_start,
)
from augury.proofs.as_printed.eager import eager
from augury.proofs.as_printed.runtime import Reading, run
from augury.proofs.printed_cases import (
    PRINTED,
    Family,
    agrees,
    answer,
    case,
    cases_of,
    engine_agrees,
    only_branch,
    refutation,
    resolution,
    stream_of,
)
from augury.proofs.registry import Json, Obligation, Verdict, proved, refuted, searched
from augury.reference.nfa import engine
from augury.reference.nfa.machine import Machine
from augury.spec.events import DIALECTS, Dialect
from augury.spec.language.ast import Pattern

PAIR: Final = "PATTERN SEQ(A a, B b) WITHIN 9"
TRIPLE: Final = "PATTERN SEQ(A a, B b, C c) WITHIN 9"
SAME: Final = "PATTERN AND(A a, A b, A c) WITHIN 9"
CLAUSE: Final = "PATTERN SEQ(A a, B b) WHERE a.x < b.x WITHIN 9"
FORK: Final = "PATTERN SEQ(AND(A a, B b), C c) WITHIN 9"
NARROW: Final = "PATTERN SEQ(A a, B b) WITHIN 2"

# ------------------------------------------------------------------------ how many orders


def unsound(order: Sequence[str], scoping: Scoping) -> bool:
    """Return whether a chain for a sequence accepts one event a name out of sequence."""
    names = sorted(order)
    types = ", ".join(f"{name.upper()} {name}" for name in names)
    branch = only_branch(f"PATTERN SEQ({types}) WITHIN 99")
    limits = [
        pair
        for name in order
        for after, before in (scoping(name, order, branch),)
        for pair in (*((p, name) for p in after), *((name, q) for q in before))
    ]
    return any(
        list(times) != sorted(times)
        and all(times[names.index(p)] < times[names.index(q)] for p, q in limits)
        for times in permutations(range(len(names)))
    )


def counts(scoping: Scoping) -> list[int]:
    """Return how many orders of 2, 3, 4 and 5 names are unsound."""
    return [
        sum(unsound(order, scoping) for order in permutations("abcde"[:n])) for n in (2, 3, 4, 5)
    ]


def counted(scoping: Scoping, expected: list[int]) -> Verdict:
    """Judge how many orders are unsound."""
    found = counts(scoping)
    return proved() if found == expected else refuted(found)


# ------------------------------------------------------------------------ eager and chain


def equivalent(item: Json) -> bool:
    """The law that the eager automaton and a chain accept the same."""
    branch, stream = only_branch(item["pattern"]), stream_of(item["stream"])
    one = answer(run(eager(branch), stream), branch)
    other = answer(run(chain(branch, item["order"]), stream), branch)
    return sorted(one) == sorted(other)


def _one_later(item: Json) -> bool:
    """A slightly false variant: the chain misses the last event of the stream."""
    branch, stream = only_branch(item["pattern"]), stream_of(item["stream"])
    one = answer(run(eager(branch), stream), branch)
    short = stream_of(" ".join(item["stream"].split()[:-1]))
    return sorted(one) == sorted(answer(run(chain(branch, item["order"]), short), branch))


TIES: Final = Family(PAIR, "AB", 3, (0, 1))

# ------------------------------------------------------------------------ the engines of reference


def chains(pattern: Pattern, order: Sequence[str], dialect: Dialect) -> Machine:
    """Return the chain of ``reference`` for an order of names."""
    return engine.chain(pattern, [order], dialect)


def all_equal(item: Json) -> bool:
    """The law that eager, chain and tree of ``reference`` answer as the definition, everywhere."""
    law = (
        engine_agrees(chains, DIALECTS),
        engine_agrees(lambda pattern, _, dialect: engine.eager(pattern, dialect), DIALECTS),
        engine_agrees(lambda pattern, _, dialect: engine.tree(pattern, dialect), DIALECTS),
    )
    return all(holds(item) for holds in law)


_SHARED: Final = (
    TIES,
    Family(TRIPLE.replace("9", "2"), "ABC", 3, (0, 1, 2)),
    Family(CLAUSE, "AB", 2, (0, 1), (1, 2)),
    Family("PATTERN SEQ(A a, A b) WITHIN 2", "A", 4, (0, 1, 2)),
    Family(SAME, "A", 4, (0, 1)),
)
"""Ties, shared types and clauses."""
_WIDE: Final = "PATTERN SEQ(A a, B b) WITHIN 5"
OBLIGATIONS: Final = (
    refutation(
        "PR-PRINT-01",
        "With scopes by Latest_sel and Earliest_sel a chain answers as the definition, in any "
        "order.",
        "[D] section 5, [T] sections 2.5 and 3.4",
        lambda branch, order: chain(branch, order, scoping=by_selectivity),
        [Family(TRIPLE, "ABC", 3)],
        case(TRIPLE, "A@1 C@2 B@3", "bac"),
    ),
    Obligation(
        "PR-PRINT-02",
        "With the printed scopes 0 of 2, 2 of 6, 16 of 24 and 104 of 120 orders of 2 to 5 names "
        "accept a stream out of sequence.",
        "[D] section 5, the claim that any order may be used",
        "exhaustive",
        "proved",
        lambda: counted(by_selectivity, [0, 2, 16, 104]),
        lambda: counted(by_sequence, [0, 2, 16, 104]),
    ),
    refutation(
        "PR-PRINT-03",
        "InScope with the bounds s.ts < e.ts < s.ts accepts what the definition accepts.",
        "[T] section 3.4",
        lambda branch, order: chain(branch, order, comparing=within_start),
        [Family(PAIR, "AB", 3)],
        case(PAIR, "A@1 B@2", "ab"),
        other=lambda branch, order: chain(
            branch, order, comparing=within_start, scoping=by_selectivity
        ),
    ),
    refutation(
        "PR-PRINT-04",
        "In a partial sequence one bound neighbour on each side is enough for a scope.",
        "[T] section 3.4",
        lambda branch, order: chain(branch, order, scoping=by_sequence),
        [Family(FORK, "ABC", 3)],
        case(FORK, "B@1 C@2 A@3", "abc"),
        other=lambda branch, order: chain(branch, order, scoping=by_selectivity),
    ),
    resolution(
        "PR-PRINT-05",
        "With all bound neighbours of the partial order as limits a chain answers as the "
        "definition, in any order, and finds each match once.",
        "[D] section 5 and [T] sections 3.3 and 3.4, corrected",
        agrees(chain),
        agrees(lambda branch, order: chain(branch, order, scoping=by_selectivity)),
        [
            Family(TRIPLE, "ABC", 4),
            Family(FORK, "ABC", 4),
            Family("PATTERN AND(A a, B b, C c) WITHIN 3", "ABC", 3, (0, 1, 2)),
            Family("PATTERN AND(SEQ(A a, B b), SEQ(C c, D d)) WITHIN 9", "ABCD", 4),
            Family("PATTERN SEQ(A a, B b, C c, D d) WITHIN 9", "ABCD", 4),
        ],
        seconds=60,
    ),
    refutation(
        "PR-PRINT-06",
        "The timing predicate t_min > now - W admits what WITHIN admits by its text.",
        "[D] sections 3.1 and 3.2.1, [T] section 2.3",
        lambda branch, _: eager(branch),
        [Family(_WIDE, "AB", 2, (1, 2, 3, 4, 5, 6), orders=((),))],
        case(_WIDE, "A@1 B@6"),
        dialect=Dialect("strict", "inclusive"),
    ),
    refutation(
        "PR-PRINT-07",
        "The timing predicate on the match buffer keeps every match inside the window.",
        "[D] sections 3.2.1 and 5",
        lambda branch, order: chain(branch, order, reading=Reading(purges=False)),
        [Family(NARROW, "AB", 3, (1, 2))],
        case(NARROW, "A@1 B@3", "ba"),
    ),
    resolution(
        "PR-PRINT-08",
        "If an input buffer forgets what is older than the window, the timing predicate is enough.",
        "[D] section 6, third paragraph",
        agrees(chain),
        agrees(lambda branch, order: chain(branch, order, reading=Reading(purges=False))),
        [Family(NARROW, "AB", 4, (0, 1, 2)), Family(TRIPLE.replace("9", "3"), "ABC", 4)],
    ),
    refutation(
        "PR-PRINT-09",
        "A clause may sit on the edge of its latest name in the order of the pattern, whatever the "
        "order of evaluation; it fails while a name of it is not bound.",
        "[D] section 3.2.1, items 1 and 2, used in section 5",
        lambda branch, order: chain(branch, order, placed=branch.names),
        [Family(CLAUSE, "AB", 3, values=(1, 2))],
        case(CLAUSE, "A(x=1)@1 B(x=2)@2", "ba"),
        other=lambda branch, order: chain(branch, order, placed=branch.names, unbound=True),
    ),
    resolution(
        "PR-PRINT-10",
        "A clause may sit on the edge of its latest name in the order of evaluation.",
        "[T] section 3.2, last item",
        agrees(chain),
        agrees(lambda branch, order: chain(branch, order, placed=branch.names, unbound=True)),
        [Family(CLAUSE, "AB", 4, values=(1, 2))],
    ),
    refutation(
        "PR-PRINT-11",
        "The printed edges of a chain, without a loop for the name that is taken, find every "
        "match.",
        "[D] section 5, [T] sections 2.5 and 3.3",
        lambda branch, order: chain(branch, order, reading=Reading(spawns=False)),
        [Family(PAIR, "AB", 3)],
        case(PAIR, "A@1 A@2 B@3", "ab"),
    ),
    refutation(
        "PR-PRINT-12",
        "A chain binds distinct events and finds each match once, where names share a type.",
        "[D] sections 3.2 and 5, [T] section 3.3",
        chain,
        [Family(SAME, "A", 4)],
        case(SAME, "A@1 A@2", "abc"),
        other=lambda branch, order: chain(branch, order, reading=Reading(consumes=True)),
    ),
    Obligation(
        "PR-PRINT-13",
        "The eager automaton and the chain accept the same, for any order.",
        "[D] section 5, last paragraph",
        "exhaustive",
        "refuted",
        lambda: searched(TIES.cases(), equivalent),
        lambda: searched(TIES.cases(), _one_later),
        lambda item: not equivalent(item),
        case(PAIR, "A@1 B@1", "ab"),
    ),
    Obligation(
        "PR-PRINT-14",
        "Eager, chain and tree of the reference answer as the definition in all six dialects, with "
        "ties, with names that share a type, with clauses, and in every order of names.",
        "[D] sections 3 to 6, corrected",
        "exhaustive",
        "proved",
        lambda: searched(cases_of(*_SHARED), all_equal),
        lambda: searched(cases_of(*_SHARED), agrees(chain, PRINTED)),
        seconds=120,
    ),
)
