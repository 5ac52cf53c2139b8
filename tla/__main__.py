"""``python -m augury.tla``: list the models, or run them.

Exit status: 0 every verdict is the expected one; 1 one is not; 2 bad usage, or Java or TLC is
missing; 3 TLC broke; 4 a time limit; 130 interrupted.
"""

from __future__ import annotations

import re
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from augury.spec.errors import AuguryError
from augury.tla.models import MODELS, Model
from augury.tla.output import Result
from augury.tla.runner import HEAP, WORKERS, UnknownModelError, run_model

VERBS: Final = ("check", "simulate", "mustfail")
BROKEN: Final = (("error", 3), ("timeout", 4))


def verb_of(model: Model) -> str:
    """Return the verb that runs a model."""
    if model.traces:
        return "simulate"
    return "check" if model.expected == "holds" else "mustfail"


def chosen(verb: str, names: Sequence[str]) -> tuple[Model, ...]:
    """Return the models of a verb by id, by configuration, or by module; all without a name."""
    models = tuple(model for model in MODELS if verb_of(model) == verb)
    for name in names:
        if not any(_answers(model, name) for model in models):
            known = ", ".join(model.id for model in models)
            raise UnknownModelError(f"no model to {verb} is called {name}; there are {known}")
    return tuple(m for m in models if not names or any(_answers(m, name) for name in names))


def _answers(model: Model, name: str) -> bool:
    short = model.config.removesuffix("_mustfail")
    return name in (
        model.id,
        model.config,
        short,
        model.module,
        re.sub("^(MC|SIM)", "", model.module),
    )


def parser() -> ArgumentParser:
    """Return the parser of the command line."""
    top = ArgumentParser("python -m augury.tla", description="Run the TLA+ models with TLC.")
    verbs = top.add_subparsers(dest="verb")
    for verb in VERBS:
        sub = verbs.add_parser(verb)
        sub.add_argument("names", nargs="*", help="ids, configurations or modules; all by default")
        sub.add_argument("--seconds", type=float, help="time limit of each model")
        sub.add_argument("--heap", default=HEAP, help="heap limit of Java (%(default)s)")
        sub.add_argument("--log", action="store_true", help="print all that TLC says")
        if verb == "simulate":
            sub.add_argument("--traces", type=int, help="number of random behaviours")
            sub.add_argument("--seed", type=int, help="the seed that repeats them")
        else:
            sub.add_argument("--workers", type=int, default=WORKERS, help="threads (%(default)s)")
            sub.add_argument("--small", action="store_true", help="at the size of the tests")
    return top


def listing() -> str:
    """Return one line a model."""
    return "\n".join(f"{m.id}  {verb_of(m):8}  {m.config:41} {m.sentence}" for m in MODELS)


def line_of(model: Model, result: Result) -> str:
    """Return what came out of one model, in a line."""
    good = "ok  " if result.verdict == model.expected else "FAIL"
    found = f"{result.verdict} {result.invariant or ''}".strip()
    size = f"{result.generated:,} states, {result.distinct:,} distinct, depth {result.depth}"
    return f"{good} {model.id} {model.config}: {found}; {size}; {result.seconds:.1f} s"


def run_one(model: Model, given: Namespace) -> Result:
    """Run one model as the command line asks, and print what came out."""
    if given.verb == "simulate":
        traces, seed = given.traces or model.traces, given.seed
        model = replace(model, traces=traces, seed=model.seed if seed is None else seed)
        result = run_model(model, seconds=given.seconds, heap=given.heap)
    else:
        result = run_model(
            model,
            small=given.small,
            workers=given.workers,
            seconds=given.seconds,
            heap=given.heap,
        )
    print(line_of(model, result), flush=True)  # noqa: T201 - the command's answer
    if result.reason:
        print(f"     {result.reason}", flush=True)  # noqa: T201
    if given.log or (result.verdict == "violated" != model.expected):
        print(result.log if given.log else result.trace, flush=True)  # noqa: T201
    return result


def main(arguments: Sequence[str] | None = None) -> int:
    """Return the exit status of a command line."""
    given = parser().parse_args(arguments)
    if given.verb is None:
        print(listing())  # noqa: T201
        return 0
    try:
        models = chosen(given.verb, given.names)
        results = [(model, run_one(model, given)) for model in models]
    except AuguryError as error:
        print(f"augury.tla: {error}", file=sys.stderr)  # noqa: T201
        return 2
    except KeyboardInterrupt:
        return 130
    for verdict, status in BROKEN:
        if any(result.verdict == verdict for _, result in results):
            return status
    return 0 if all(result.verdict == model.expected for model, result in results) else 1


if __name__ == "__main__":
    sys.exit(main())
