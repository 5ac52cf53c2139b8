"""The worked numbers of the documents, counted again on the automata as printed.

Paper: [D] sections 1, 4 and 7.
"""

from __future__ import annotations

from typing import Final

from augury.proofs.as_printed.chain import chain
from augury.proofs.as_printed.eager import eager
from augury.proofs.as_printed.runtime import Run, run
from augury.proofs.printed_cases import case, only_branch, stream_of
from augury.proofs.registry import Json, Obligation, Verdict, proved, refuted, searched

RISING: Final = "PATTERN SEQ(A a, B b, C c) WHERE a.x < b.x AND b.x < c.x WITHIN 999"
FIRST: Final = case(RISING, "A(x=3)@1 B(x=7)@2 C(x=9)@3")
SECOND: Final = case(RISING, "A(x=3)@1 B(x=13)@2 C(x=9)@3")
PREFIXES: Final = case(RISING, "A(x=3)@1 A(x=5)@2 A(x=8)@3 B(x=7)@4 B(x=13)@5")


def evaluations(item: Json) -> int:
    """Return how many conditions the eager automaton evaluates.  Paper: [D] section 7."""
    return run(eager(only_branch(item["pattern"])), stream_of(item["stream"])).evaluations


def two(item: Json) -> bool:
    """The law of the text: three evaluations for the first stream, two for the second."""
    return evaluations(item) == (3 if item == FIRST else 2)


def prefixes(item: Json) -> list[int]:
    """Return the sizes of the prefixes that the eager automaton holds after a stream."""
    machine = Run(eager(only_branch(item["pattern"])))
    for event in stream_of(item["stream"]):
        machine.push(event)
    return sorted(len(instance.match) for instance in machine.instances if instance.match)


def five(item: Json) -> bool:
    """The law of the text: five prefixes are held."""
    return len(prefixes(item)) == 5


def hundred(rare: int) -> tuple[int, int]:
    """Return the evaluations of eager and of the order c, b, a: many a, as many b, one c."""
    a = [f"A(x={t - 500})@{t}" for t in range(1, rare + 1)]
    b = [f"B(x={900 if t > rare + 1 else 1})@{t}" for t in range(rare + 1, 2 * rare + 1)]
    stream = stream_of(" ".join([*a, *b, f"C(x=2)@{2 * rare + 1}"]))
    branch = only_branch(RISING)
    return run(eager(branch), stream).evaluations, run(chain(branch, "cba"), stream).evaluations


def pays(of_pairs: int) -> Verdict:
    """Judge the count of [D] section 4 at a tenth of its size: n * n + n * n against n + n."""
    n = 10
    eagerly, lazily = hundred(n)
    # Besides the counted conditions each automaton evaluates the empty one that takes its first
    # event: n times for a, once for c.
    right = (eagerly - n, lazily - 1) == (of_pairs * n * n, 2 * n)
    return proved() if right else refuted([eagerly, lazily])


OBLIGATIONS: Final = (
    Obligation(
        "PR-PRINT-43",
        "Of the two streams of the example the first costs three evaluations and the second two.",
        "[D] section 7, [T] section 2.7",
        "exhaustive",
        "refuted",
        lambda: searched([FIRST, SECOND], two),
        lambda: searched([FIRST, SECOND], lambda item: evaluations(item) == 2),
        lambda item: evaluations(item) == 3 and not two(item),
        SECOND,
    ),
    Obligation(
        "PR-PRINT-44",
        "After the first five events of Example 1 the eager automaton holds five prefixes.",
        "[D] section 1, [T] section 2.1",
        "exhaustive",
        "refuted",
        lambda: searched([PREFIXES], five),
        lambda: searched([PREFIXES], lambda item: len(prefixes(item)) == 9),
        lambda item: not five(item) and prefixes(item) == [1, 1, 1, 2, 2, 2, 2, 2],
        PREFIXES,
    ),
    Obligation(
        "PR-PRINT-45",
        "Of n a, then n b, then one c, with one b below c, eager evaluates a < b and b < c n^2 "
        "times each, the order c, b, a n times each.",
        "[D] section 4, at n = 10",
        "exhaustive",
        "proved",
        lambda: pays(2),
        lambda: pays(1),
    ),
)
