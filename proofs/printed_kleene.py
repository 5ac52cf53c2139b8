"""What is printed about iteration and disjunction, refuted, and what holds instead.

Paper: [T] sections 3.6 and 3.7.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import permutations, product
from typing import Final

from augury.proofs.as_printed.chain import chain
from augury.proofs.as_printed.disjunction import answer_of, multi_chain, states
from augury.proofs.as_printed.runtime import Reading, run
from augury.proofs.printed_cases import (
    PRINTED,
    Family,
    agrees,
    answer,
    case,
    difference,
    engine_agrees,
    only_branch,
    parsed,
    refutation,
    resolution,
    stream_of,
    streams,
)
from augury.proofs.printed_chain import chains
from augury.proofs.registry import Json, Obligation, searched
from augury.reference.nfa import engine
from augury.spec.language.normal import normal_form
from augury.spec.semantics import matches

MIDDLE: Final = "PATTERN SEQ(A a, B+ b, C c) WITHIN 9"
LAST: Final = "PATTERN SEQ(A a, B+ b) WITHIN 9"
ENDING: Final = (("a", "c", "b"), ("c", "a", "b"))
"""The orders of the sequence with the iterated name at the end."""

# ------------------------------------------------------------------------ iterate


def spawned(item: Json) -> int:
    """Return how many instances an iterate edge spawns on a stream."""
    branch = only_branch(item["pattern"])
    return len(answer(run(chain(branch, item["order"]), stream_of(item["stream"])), branch))


def six(item: Json) -> bool:
    """The law that three buffered events give six subsets."""
    return spawned(item) == 6 or item["stream"].count("B@") != 3


def four_of_two(item: Json) -> bool:
    """A slightly false variant: two buffered events give four subsets."""
    return spawned(item) == 4 or item["stream"].count("B@") != 2


THREE_B: Final = [
    case(MIDDLE, f"A@1 {' '.join(f'B@{t}' for t in range(2, n + 2))} C@{n + 2}", "acb")
    for n in (1, 2, 3)
]

# ------------------------------------------------------------------------ disjunction


def printed_where(item: Json) -> bool:
    """The law that OR(p1, p2) WHERE (c1 OR c2) has the matches of p1 WHERE c1 and p2 WHERE c2."""
    stream = stream_of(item["stream"])
    whole = " OR ".join(condition for _, condition in item["parts"])
    return all(
        matches(stream, parsed(f"PATTERN {part} WHERE ({whole}) WITHIN 9"), PRINTED)
        == matches(stream, parsed(f"PATTERN {part} WHERE {own} WITHIN 9"), PRINTED)
        for part, own in item["parts"]
    )


def own_where(item: Json) -> bool:
    """The law that a pattern with OR answers as its parts, if each keeps its own condition."""
    (one, c1), (two, c2) = item["parts"]
    two = two.replace("a", "c").replace("b", "d")
    c2 = c2.replace("a.", "c.")
    pattern = parsed(f"PATTERN OR({one}, {two}) WHERE {c1} AND {c2} WITHIN 9")
    stream = stream_of(item["stream"])
    found = {(match.branch, match.ids) for match in matches(stream, pattern, PRINTED)}
    parts = {
        (number, match.ids)
        for number, (part, own) in enumerate(((one, c1), (two, c2)))
        for match in matches(stream, parsed(f"PATTERN {part} WHERE {own} WITHIN 9"), PRINTED)
    }
    return found == parts


PARTS: Final = [["SEQ(A a, B b)", "a.x = 1"], ["SEQ(B b, A a)", "a.x = 2"]]


def part_cases() -> Iterator[Json]:
    """Yield two sub-patterns over the same names with every small stream."""
    for stream in streams("AB", 3, values=(1, 2)):
        yield {"parts": PARTS, "stream": stream}


def joined(item: Json) -> bool:
    """The law that every edge of a multi-chain joins states that it has."""
    branches = normal_form(parsed(item["pattern"]))
    orders = item["orders"]
    automaton = multi_chain(branches, orders)
    known = states(automaton, orders)
    return all(edge.source in known and edge.target in known for edge in automaton.edges)


def multi(*, dangling: bool) -> Callable[[Json], bool]:
    """Return the law that a multi-chain answers as the definition, each match once."""

    def law(item: Json) -> bool:
        branches = normal_form(parsed(item["pattern"]))
        automaton = multi_chain(branches, item["orders"], dangling=dangling)
        found = answer_of(run(automaton, stream_of(item["stream"])), branches)
        return not difference(found, item["pattern"], item["stream"])

    return law


def separate(item: Json) -> bool:
    """The law that one chain a branch, each for itself, answers as the definition."""
    pattern, stream = parsed(item["pattern"]), stream_of(item["stream"])
    found = engine.chain(pattern, item["orders"], PRINTED).whole(stream)
    return found == matches(stream, pattern, PRINTED)


APART: Final = "PATTERN OR(SEQ(A a, B b), C c) WITHIN 9"
SHARED: Final = "PATTERN OR(SEQ(A a, B b), SEQ(A c, C d)) WITHIN 9"


def or_cases(patterns: Sequence[str], longest: int) -> Iterator[Json]:
    """Yield patterns with OR, every small stream and every order of each branch."""
    for pattern in patterns:
        orders = [[*permutations(branch.positive)] for branch in normal_form(parsed(pattern))]
        for stream in streams("ABC", longest):
            for chosen in product(*orders):
                yield {
                    "pattern": pattern,
                    "stream": stream,
                    "orders": [list(order) for order in chosen],
                }


OBLIGATIONS: Final = (
    Obligation(
        "PR-PRINT-22",
        "An iterate edge returns six subsets of three buffered events.",
        "[T] section 3.6",
        "exhaustive",
        "refuted",
        lambda: searched(THREE_B, six),
        lambda: searched(THREE_B, four_of_two),
        lambda item: not six(item) and spawned(item) == 2**3 - 1,
        THREE_B[2],
    ),
    refutation(
        "PR-PRINT-23",
        "An iterate edge that takes an arriving event by itself finds every match where the "
        "iterated name is last in the sequence.",
        "[T] section 3.6, steps 1 to 4",
        chain,
        [Family(LAST, "AB", 3, orders=(("a", "b"),))],
        case(LAST, "A@1 B@2 B@3", "ab"),
        other=lambda branch, order: chain(branch, order, reading=Reading(iterates="again")),
    ),
    refutation(
        "PR-PRINT-24",
        "An iterate edge needs no scope: its condition is cond alone.",
        "[T] section 3.6, step 3",
        lambda branch, order: chain(branch, order, scoped=False),
        [Family(MIDDLE, "ABC", 3, orders=ENDING)],
        case(MIDDLE, "A@1 C@2 B@3", "acb"),
    ),
    resolution(
        "PR-PRINT-25",
        "If each arriving event is joined to all sets of the earlier ones, a chain answers as the "
        "definition, wherever the iterated name stands and in any order.",
        "[T] section 3.6, corrected",
        engine_agrees(chains),
        agrees(chain),
        [
            Family(LAST, "AB", 4),
            Family(MIDDLE, "ABC", 4),
            Family("PATTERN AND(A a, B+ b) WITHIN 3", "AB", 4, (0, 1, 2)),
        ],
    ),
    Obligation(
        "PR-PRINT-26",
        "OR(p1, p2) WHERE (c1 OR c2) has the matches of p1 WHERE c1 and of p2 WHERE c2.",
        "[T] section 3.7",
        "exhaustive",
        "refuted",
        lambda: searched(part_cases(), printed_where),
        lambda: searched(({**item, "parts": PARTS[::-1]} for item in part_cases()), printed_where),
        lambda item: not printed_where(item) and own_where(item),
        {"parts": PARTS, "stream": "A(x=2)@1 B(x=1)@2"},
    ),
    Obligation(
        "PR-PRINT-27",
        "A pattern with OR has the matches of its parts, each under its own condition.",
        "[T] section 3.7, corrected; S-2.5",
        "exhaustive",
        "proved",
        lambda: searched(part_cases(), own_where),
        lambda: searched(part_cases(), printed_where),
    ),
    Obligation(
        "PR-PRINT-29",
        "Every edge of the multi-chain joins states of the multi-chain, and it finds every match.",
        "[T] section 3.7",
        "exhaustive",
        "refuted",
        lambda: searched(or_cases([APART], 2), multi(dangling=True)),
        lambda: searched(or_cases([APART], 2), joined),
        lambda item: not multi(dangling=True)(item) and not joined(item),
        {"pattern": APART, "stream": "A@1 B@2", "orders": [["b", "a"], ["c"]]},
    ),
    Obligation(
        "PR-PRINT-30",
        "With one merged initial state the multi-chain finds each match once.",
        "[T] section 3.7",
        "exhaustive",
        "refuted",
        lambda: searched(or_cases([SHARED], 2), multi(dangling=False)),
        lambda: searched(or_cases([SHARED], 2), multi(dangling=True)),
        lambda item: not multi(dangling=False)(item) and separate(item),
        {"pattern": SHARED, "stream": "A@1 B@2", "orders": [["b", "a"], ["d", "c"]]},
    ),
    Obligation(
        "PR-PRINT-31",
        "One chain a branch, each with instances and conditions of its own, answers as the "
        "definition.",
        "[T] section 3.7, corrected",
        "exhaustive",
        "proved",
        lambda: searched(or_cases([APART, SHARED], 4), separate),
        lambda: searched(or_cases([APART, SHARED], 4), multi(dangling=False)),
    ),
)
