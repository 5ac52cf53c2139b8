"""Models: what interleaves, checked by TLC; the table of ``augury.tla`` as obligations.

A model that holds is an obligation, and the variant that it names is its canary. It is run at the
constants of the tests, which its sentence names; ``python -m augury.tla`` runs it at those of its
configuration. A simulation is no obligation: random behaviours prove nothing.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from augury.proofs.registry import Obligation, Verdict, proved, refuted
from augury.tla.models import MODELS, Model
from augury.tla.runner import run_model

SECONDS: Final = 120
"""For one run of TLC; an obligation has two, one for the model and one for its canary."""
WORKERS: Final = 1
"""The runner judges as many obligations at a time as there are cores."""


def judged_by_tlc(model: Model) -> Verdict:
    """Return what TLC says of a model; a violation carries the behaviour that leads to it."""
    result = run_model(model, small=True, workers=WORKERS, seconds=SECONDS)
    if result.verdict == "holds":
        return proved(f"{result.distinct:,} states")
    if result.verdict == "violated":
        return refuted({"invariant": result.invariant, "behaviour": result.trace})
    return Verdict(result.verdict, note=result.reason)


def _canary(model: Model) -> Model:
    (canary,) = (other for other in MODELS if other.id == model.canary)
    return canary


def _obligation(model: Model) -> Obligation:
    scale = ", ".join(f"{name} = {value}" for name, value in sorted(model.small.items()))
    return Obligation(
        id=model.id,
        sentence=f"{model.sentence} Every state with {scale}.",
        source=f"{model.source}; {model.config}.cfg",
        tool="tlc",
        expected="proved",
        claim=partial(judged_by_tlc, model),
        canary=partial(judged_by_tlc, _canary(model)),
        seconds=2 * SECONDS,
    )


OBLIGATIONS: Final = tuple(
    _obligation(model) for model in MODELS if model.expected == "holds" and not model.traces
)
