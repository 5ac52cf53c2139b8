"""What makes an obligation green: the expected verdict, a refuted canary, a replay that agrees.

A refutation that the code does not confirm is no refutation but an error.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from time import perf_counter

from augury.proofs.registry import Expected, Json, Obligation, Outcome, Verdict, weight


@dataclass(frozen=True, slots=True)
class Judgement:
    """The result of one obligation; ``green`` iff everything about it is as it should be."""

    id: str
    expected: Expected
    verdict: Outcome
    canary: Outcome
    seconds: float
    counterexample: Json = None
    note: str = ""

    @property
    def green(self) -> bool:
        """Nothing but the expected verdict with a refuted canary is green."""
        return self.verdict == self.expected and self.canary == "refuted"

    def as_json(self) -> Json:
        """Return the fields as JSON-able data."""
        return asdict(self)


def judged(obligation: Obligation) -> Judgement:
    """Return the judgement of an obligation, in this process and without limits."""
    began = perf_counter()
    claim = _replayed(obligation, _verdict(obligation.claim))
    canary = _verdict(obligation.canary)
    notes = (claim.note, f"canary: {canary.note}" if canary.outcome != "refuted" else "")
    return Judgement(
        obligation.id,
        obligation.expected,
        claim.outcome,
        canary.outcome,
        perf_counter() - began,
        claim.counterexample,
        "; ".join(filter(None, notes)),
    )


def broken(obligation: Obligation, outcome: Outcome, seconds: float, note: str) -> Judgement:
    """Return the judgement of an obligation that gave no answer."""
    return Judgement(obligation.id, obligation.expected, outcome, outcome, seconds, note=note)


def _verdict(function: Callable[[], Verdict]) -> Verdict:
    try:
        return function()
    except Exception as error:  # whatever it is, it is no proof
        return Verdict("error", note=f"{type(error).__name__}: {error}")


def _replayed(obligation: Obligation, claim: Verdict) -> Verdict:
    """Return a verdict; an expected refutation becomes an error where the code does not confirm it.

    The code must confirm the found and the stored counterexample, and none smaller is found.
    """
    if obligation.expected == "proved" or claim.outcome != "refuted":
        return claim
    assert obligation.replay is not None
    why = ""
    try:
        for what, data in (("found", claim.counterexample), ("stored", obligation.known)):
            if obligation.replay(data) is not True:
                why = f"the code does not confirm the {what} counterexample"
    except Exception as error:  # a replay that breaks confirms nothing
        why = f"the replay broke: {type(error).__name__}: {error}"
    if not why and weight(claim.counterexample) < weight(obligation.known):
        why = "the found counterexample is smaller than the stored one; store it"
    return Verdict("error", claim.counterexample, why) if why else claim
