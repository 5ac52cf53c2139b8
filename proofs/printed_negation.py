"""What is printed about negation, refuted, and what holds instead.

Paper: [T] section 3.5.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from augury.proofs.as_printed.negation import (
    all_dependencies,
    first_chance,
    post_processing,
)
from augury.proofs.as_printed.runtime import Printed
from augury.proofs.printed_cases import (
    Family,
    Make,
    agrees,
    case,
    engine_agrees,
    refutation,
    resolution,
)
from augury.proofs.printed_chain import chains
from augury.spec.language.normal import Branch

INNER: Final = "PATTERN SEQ(A a, NOT(N n), B b) WITHIN 9"
INNER_FIRST: Final = "PATTERN SEQ(A a, NOT(N n), B b, C c) WITHIN 9"
TRAILING: Final = "PATTERN SEQ(A a, NOT(N n)) WITHIN 3"
TWO_TRAILING: Final = "PATTERN SEQ(A a, NOT(N n), NOT(M m)) WITHIN 3"
TWO_FREE: Final = "PATTERN AND(A a, B b, NOT(N n), NOT(M m)) WITHIN 3"
LEADING: Final = "PATTERN SEQ(NOT(N n), A a, B b) WITHIN 3"
BESIDE: Final = "PATTERN AND(SEQ(NOT(N n), A a), B b) WITHIN 3"
SECTION: Final = "[T] section 3.5.2"


def negated(branch: Branch) -> tuple[str, ...]:
    """Return the negated names as the pattern writes them."""
    return tuple(name for name in branch.names if name in branch.negated)


def post(branch: Branch, order: Sequence[str]) -> Printed:
    """Return post-processing as the text says it: a search fails only for a buffered event."""
    return post_processing(branch, order, negated(branch))


def post_any(branch: Branch, order: Sequence[str]) -> Printed:
    """Return post-processing as the edges say it: any search that finds nothing has failed."""
    return post_processing(branch, order, negated(branch), "any")


def post_reversed(branch: Branch, order: Sequence[str]) -> Printed:
    """Return post-processing with the negated names the other way round."""
    return post_processing(branch, order, negated(branch)[::-1])


def chance(*, scoped: bool = True, stores: bool = True, checks_last: bool = True) -> Make:
    """Return how first chance is made with the printed DEP and some readings."""
    return lambda branch, order: first_chance(
        branch, order, scoped=scoped, stores=stores, checks_last=checks_last
    )


def neighbours(branch: Branch, order: Sequence[str]) -> Printed:
    """Return first chance with all neighbours of the partial order in DEP."""
    return first_chance(branch, order, dependencies=all_dependencies)


OBLIGATIONS: Final = (
    refutation(
        "PR-PRINT-32",
        "A negative state may be left whenever a search of the buffer finds nothing.",
        "[T] section 3.5.1, the edges for search_failed",
        post_any,
        [Family(TRAILING, "AN", 3)],
        case(TRAILING, "A@1 N@2", "a"),
    ),
    resolution(
        "PR-PRINT-33",
        "With one negated name, and a failed search only where the event can be in the buffer "
        "alone, post-processing as printed answers as the definition: the expiry of the earliest "
        "bound event is the right moment.",
        "[T] section 3.5.1, as the text says it",
        agrees(post),
        agrees(post_any),
        [
            Family(TRAILING, "AN", 4, (0, 1, 2)),
            Family(INNER, "ABN", 4),
            Family(LEADING, "ABN", 4, (1, 2)),
            Family("PATTERN AND(A a, B b, NOT(N n)) WITHIN 3", "ABN", 4, (1, 2)),
        ],
    ),
    refutation(
        "PR-PRINT-34",
        "A time-out for each bound event that expires is enough to leave every negative state.",
        "[T] section 3.5.1, the definition of timeout",
        post,
        [Family(TWO_TRAILING, "AMN", 2)],
        case(TWO_TRAILING, "A@1", "a"),
        other=post_reversed,
    ),
    refutation(
        "PR-PRINT-35",
        "Negated names may be searched one after the other, each in the buffer of its moment.",
        "[T] section 3.5.1, the chain of negative states",
        post,
        [Family(TWO_FREE, "ABMN", 3)],
        case(TWO_FREE, "M@1 A@2 B@3", "ab"),
        other=post_reversed,
    ),
    resolution(
        "PR-PRINT-36",
        "If all negated names are judged when the positive ones are bound, and a match waits until "
        "time has reached its horizon, a chain answers as the definition.",
        "[T] section 3.5.1, corrected; S-5.2",
        engine_agrees(chains),
        agrees(post),
        [
            Family(TWO_TRAILING, "AMN", 4, (1, 2)),
            Family(TWO_FREE, "ABMN", 4),
            Family(INNER_FIRST, "ABCN", 4),
            Family(LEADING, "ABN", 4, (0, 1, 2)),
        ],
    ),
    refutation(
        "PR-PRINT-37",
        "First chance judges every negated name: q_DEP is a state that an instance waits in.",
        SECTION,
        chance(checks_last=False),
        [Family(INNER, "ABN", 3)],
        case(INNER, "A@1 N@2 B@3", "ab"),
    ),
    refutation(
        "PR-PRINT-38",
        "The positive chain with the rejecting edges added finds a forbidden event that came "
        "before q_DEP.",
        SECTION,
        chance(stores=False),
        [Family(INNER, "ABN", 3)],
        case(INNER, "A@1 N@2 B@3", "ab"),
    ),
    refutation(
        "PR-PRINT-39",
        "A rejecting edge needs no scope: its condition is cond alone.",
        SECTION,
        chance(scoped=False),
        [Family(INNER, "ABN", 3)],
        case(INNER, "N@1 A@2 B@3", "ab"),
    ),
    refutation(
        "PR-PRINT-40",
        "ImmSucc, the successor that is bound first, is the one that bounds a negated name.",
        SECTION,
        chance(),
        [Family(INNER_FIRST, "ABCN", 4)],
        case(INNER_FIRST, "A@1 B@2 N@3 C@4", "acb"),
    ),
    refutation(
        "PR-PRINT-41",
        "A leading negated name is decided when DEP is bound.",
        SECTION,
        chance(),
        [Family(LEADING, "ABN", 3, (1, 2), orders=(("a", "b"),))],
        case(LEADING, "N@1 A@2 B@4", "ab"),
    ),
    refutation(
        "PR-PRINT-42",
        "A negated name is decided when all its neighbours in the partial order are bound.",
        f"{SECTION}, with ImmPrec and ImmSucc replaced by all neighbours",
        neighbours,
        [Family(BESIDE, "ABN", 3, (1, 2), orders=(("a", "b"),))],
        case(BESIDE, "N@1 A@2 B@4", "ab"),
    ),
)
