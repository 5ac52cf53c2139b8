"""What makes an obligation green: the expected verdict, a refuted canary, a replay that agrees."""

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
    confirmed: bool = True
    """Whether the code confirms the counterexamples, where there are some."""

    @property
    def green(self) -> bool:
        """Nothing but the expected verdict with a refuted canary and a replay that agrees."""
        return self.verdict == self.expected and self.canary == "refuted" and self.confirmed

    def as_json(self) -> Json:
        """Return the fields as JSON-able data."""
        return asdict(self)


def judged(obligation: Obligation) -> Judgement:
    """Return the judgement of an obligation, in this process and without limits."""
    began = perf_counter()
    claim = _verdict(obligation.claim)
    canary = _verdict(obligation.canary)
    confirmed, why = _confirmed(obligation, claim)
    notes = (claim.note, why, f"canary: {canary.note}" if canary.outcome != "refuted" else "")
    return Judgement(
        obligation.id,
        obligation.expected,
        claim.outcome,
        canary.outcome,
        perf_counter() - began,
        claim.counterexample,
        "; ".join(filter(None, notes)),
        confirmed,
    )


def broken(obligation: Obligation, outcome: Outcome, seconds: float, note: str) -> Judgement:
    """Return the judgement of an obligation that gave no answer."""
    return Judgement(
        obligation.id, obligation.expected, outcome, outcome, seconds, note=note, confirmed=False
    )


def _verdict(function: Callable[[], Verdict]) -> Verdict:
    try:
        return function()
    except Exception as error:  # whatever it is, it is no proof
        return Verdict("error", note=f"{type(error).__name__}: {error}")


def _confirmed(obligation: Obligation, claim: Verdict) -> tuple[bool, str]:
    """Return whether the code confirms the found and the stored counterexample, and why not."""
    if obligation.expected == "proved" or claim.outcome != "refuted":
        return True, ""
    assert obligation.replay is not None
    try:
        for what, data in (("found", claim.counterexample), ("stored", obligation.known)):
            if obligation.replay(data) is not True:
                return False, f"the code does not confirm the {what} counterexample"
    except Exception as error:  # a replay that breaks confirms nothing
        return False, f"the replay broke: {type(error).__name__}: {error}"
    if weight(claim.counterexample) < weight(obligation.known):
        return False, "the found counterexample is smaller than the stored one; store it"
    return True, ""
