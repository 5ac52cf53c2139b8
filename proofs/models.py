"""Models: what interleaves, checked by TLC; the table of ``augury.tla`` as obligations.

A model that holds is an obligation. Its canaries are the variants that must fail: the one that it
names, and for the first model all that no model names. The first model is run as it is configured,
the others at the constants of the tests, which their sentences name; ``python -m augury.tla`` runs
all as they are configured. A simulation is no obligation: random behaviours prove nothing.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from augury.proofs.registry import Obligation, Verdict, proved, refuted
from augury.tla.models import MODELS, Model
from augury.tla.runner import run_model

SECONDS: Final = 240
"""For one run of TLC."""
WHOLE: Final = "T-LAZY-01"
"""The model that is run whole: every stream of five events, every order of three names."""
WORKERS: Final = 1
"""The runner judges as many obligations at a time as there are cores."""


def judged_by_tlc(model: Model) -> Verdict:
    """Return what TLC says of a model; a violation carries the behaviour that leads to it."""
    small = model.id != WHOLE
    result = run_model(model, small=small, workers=WORKERS, seconds=SECONDS)
    if result.verdict == "holds":
        return proved(f"{result.distinct:,} states")
    if result.verdict == "violated":
        return refuted({"invariant": result.invariant, "behaviour": result.trace})
    return Verdict(result.verdict, note=result.reason)


def canaries(model: Model) -> tuple[Model, ...]:
    """Return the variants that must fail if a model is to be believed; each has a place."""
    named = {other.canary for other in MODELS}
    return tuple(
        other
        for other in MODELS
        if other.expected == "violated"
        and not other.traces
        and (other.id == model.canary or (model.id == WHOLE and other.id not in named))
    )


def _refuted_all(models: tuple[Model, ...]) -> Verdict:
    """Return a refutation iff TLC refutes every one of some models."""
    verdicts = [(model, judged_by_tlc(model)) for model in models]
    for model, verdict in verdicts:
        if verdict.outcome != "refuted":
            return Verdict(verdict.outcome, note=f"{model.id} is not refuted: {verdict.note}")
    return verdicts[0][1]


def _obligation(model: Model) -> Obligation:
    scale = ", ".join(f"{name} = {value}" for name, value in sorted(model.small.items()))
    least = "five events" if model.id == WHOLE else scale
    return Obligation(
        id=model.id,
        sentence=f"{model.sentence} Every state with {least}.",
        source=f"{model.source}; {model.config}.cfg",
        tool="tlc",
        expected="proved",
        claim=partial(judged_by_tlc, model),
        canary=partial(_refuted_all, canaries(model)),
        seconds=2 * SECONDS,
    )


OBLIGATIONS: Final = tuple(
    _obligation(model) for model in MODELS if model.expected == "holds" and not model.traces
)
