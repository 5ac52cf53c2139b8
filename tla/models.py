"""The table of the models: what each one says, where it comes from, and what TLC must find.

A model that holds names a *canary*: a variant of it with one deviation, which TLC must refute, so
that no invariant is true for want of states. ``augury prove`` reads this table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal


@dataclass(frozen=True, slots=True)
class Model:
    """A configuration of a module, and the verdict that TLC must give."""

    id: str
    sentence: str
    source: str
    module: str
    config: str
    expected: Literal["holds", "violated"]
    seconds: float
    """What it takes on two cores, about; the time limit follows from it."""
    invariant: str = ""
    """The one that is violated; where all hold, the configuration lists them."""
    canary: str = ""
    """The id of the model that must fail if this one is to be believed."""
    small: Mapping[str, int | str] = field(default_factory=dict, hash=False)
    """Constants at which the tests run it; of random behaviours they run a tenth."""
    traces: int = 0
    """The number of random behaviours; 0 where every state is visited."""
    seed: int = 0


_LAZY: Final = "MCLazyChain"


def _holds(
    number: int,
    config: str,
    sentence: str,
    source: str,
    canary: int,
    seconds: float,
    small: Mapping[str, int | str],
) -> Model:
    return Model(
        id=f"T-LAZY-{number:02}",
        sentence=sentence,
        source=source,
        module=_LAZY,
        config=f"{_LAZY}_{config}",
        expected="holds",
        seconds=seconds,
        canary=f"T-LAZY-{canary:02}",
        small=small,
    )


def _fails(number: int, config: str, invariant: str, sentence: str, source: str) -> Model:
    return Model(
        id=f"T-LAZY-{number:02}",
        sentence=sentence,
        source=source,
        module=_LAZY,
        config=f"{_LAZY}_{config}_mustfail",
        expected="violated",
        seconds=3,
        invariant=invariant,
    )


MODELS: Final = (
    _holds(
        1,
        "Sequence",
        "For every order of the names of a sequence, the chain emits each match once, when it is"
        " final, and keeps nothing that the window has left behind.",
        "[D] section 5, with the corrected scope; S-4.3, S-5.2",
        21,
        60,
        {"MaxEvents": 3},
    ),
    _holds(
        2,
        "Negation",
        "The chain does so with a negated name at the start, between, at the end, beside, and of"
        " the type of a positive name: a match waits for its horizon and no longer.",
        "[T] section 3.5.1, with the horizon of S-5.2",
        28,
        70,
        {"MaxEvents": 3},
    ),
    _holds(
        3,
        "Conjunction",
        "The chain does so for partial orders, also where two names share a type.",
        "[T] sections 3.3 and 3.4; S-4.2",
        27,
        15,
        {"MaxEvents": 3},
    ),
    _holds(
        4,
        "Clause",
        "The chain does so with a clause between two names, evaluated where the later one is"
        " bound.",
        "[T] section 3.2, condition of an edge; S-4.4",
        21,
        45,
        {"MaxEvents": 3, "MaxTs": 2},
    ),
    _holds(
        5,
        "NegationClause",
        "The chain does so with a clause between a negated and a positive name; it decides"
        " whether a match is refuted, and not when it is final.",
        "[T] section 3.5.1; S-4.6, S-5.2",
        29,
        60,
        {"MaxEvents": 3},
    ),
    _holds(
        6,
        "Ties",
        "The chain does so where events of one tick count as ordered (nonstrict).",
        "S-1.4",
        29,
        45,
        {"MaxEvents": 3},
    ),
    _holds(
        7,
        "PrintedWaiting",
        "Where events arrive in the order of time, the printed rule is sound and loses nothing: a"
        " negated name with a successor is sought once, any other until the oldest event expires.",
        "[T] section 3.5.1, timeout and search_failed",
        30,
        35,
        {"MaxEvents": 3},
    ),
    Model(
        id="T-LAZY-08",
        sentence="On random streams of ten events no invariant of T-LAZY-01 to 05 is violated.",
        source="as T-LAZY-01 to T-LAZY-05",
        module="SIMLazyChain",
        config="SIMLazyChain",
        expected="holds",
        seconds=40,
        canary="T-LAZY-45",
        traces=2000,
        seed=1,
    ),
    _fails(
        21,
        "PrintedScope",
        "OnlyMatches",
        "With the printed scope, the neighbour that was bound last (first) in the order of"
        " evaluation, the chain emits events out of sequence.",
        "[D] section 5, [T] section 3.4",
    ),
    _fails(
        22,
        "EarlyBufferExpiry",
        "NothingMissing",
        "A buffer that drops events one tick early loses a match.",
        "S-5.2",
    ),
    _fails(
        23,
        "EarlyInstanceExpiry",
        "NothingMissing",
        "Instances that are dropped one tick early lose a match.",
        "S-5.2",
    ),
    _fails(
        24,
        "NoInstanceExpiry",
        "BufferBounded",
        "Instances that are never dropped outlive the window.",
        "[D] section 4",
    ),
    _fails(
        25,
        "Moved",
        "NothingMissing",
        "An instance that takes an event and is not kept misses the next such event.",
        "S-4.7, skip-till-any-match",
    ),
    _fails(
        26,
        "Rescan",
        "NothingTwice",
        "An instance that scans the buffer again at each arrival makes things twice.",
        "reference/nfa/machine.py, push",
    ),
    _fails(
        27,
        "Indistinct",
        "OnlyMatches",
        "Two names of one type would take the same event if nothing forbade it.",
        "S-4.2",
    ),
    _fails(
        28,
        "NoWaiting",
        "OnlyMatches",
        "A match that is emitted as soon as the buffer holds no witness can still be refuted.",
        "[T] section 3.5.1, search_failed taken for every negated name",
    ),
    _fails(
        29,
        "EarlyWaiting",
        "OnlyMatches",
        "A match that waits one tick less than its horizon can still be refuted.",
        "S-5.2",
    ),
    _fails(
        30,
        "PrintedWaitingDisorder",
        "OnlyMatches",
        "With a disorder of one tick the printed rule emits what is refuted afterwards.",
        "[T] section 3.5.1, timeout and search_failed",
    ),
    _fails(
        31,
        "PrintedWaitingLate",
        "NothingMissing",
        "The printed rule waits for the time-out where the window is used up and no event could"
        " refute the match any more.",
        "[T] section 3.5.1, timeout",
    ),
    _fails(
        32,
        "MovedLost",
        "NothingLost",
        "What an instance that is not kept misses is lost for good.",
        "S-4.7, skip-till-any-match",
    ),
    _fails(
        33,
        "NothingEarly",
        "NothingEarly",
        "Without waiting, matches are emitted before they are final.",
        "S-5.2",
    ),
    _fails(41, "NeverEmits", "NeverEmits", "Some match is emitted.", "reachability"),
    _fails(42, "NeverRejects", "NeverRejects", "Some binding is refuted.", "reachability"),
    _fails(43, "NeverExpires", "NeverExpires", "Some event expires.", "reachability"),
    _fails(44, "NeverWaits", "NeverWaits", "Some binding waits for time.", "reachability"),
    Model(
        id="T-LAZY-45",
        sentence="Some random behaviour emits three matches of a full stream.",
        source="reachability",
        module="SIMLazyChain",
        config="SIMLazyChain_NeverMany_mustfail",
        expected="violated",
        seconds=5,
        invariant="NeverMany",
        traces=2000,
        seed=1,
    ),
)
"""Every model; what holds first. A reachability model is violated by what its sentence says."""
