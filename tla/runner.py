"""A model of this room is checked, simulated, or must fail; TLC runs in a folder of its own.

``check`` visits every state, ``simulate`` random behaviours from a seed, ``mustfail`` accepts a
violation of one named invariant and nothing else. ``run_model`` does what an entry of
``augury.tla.models.MODELS`` asks for; the entry is fulfilled iff the verdict is the expected one.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Final

from augury.spec.errors import AuguryError
from augury.tla.java import command, run
from augury.tla.models import Model
from augury.tla.output import Result, result_of

HOME: Final = Path(__file__).parent
SECONDS: Final = 300.0
HEAP: Final = "1g"
WORKERS: Final = 2
Constants = Mapping[str, int | str]


class UnknownModelError(AuguryError):
    """A module, a configuration or a constant that does not exist."""


def check(
    module: str,
    config: str,
    *,
    constants: Constants | None = None,
    workers: int = WORKERS,
    seconds: float = SECONDS,
    heap: str = HEAP,
    home: Path = HOME,
) -> Result:
    """Visit every reachable state and say whether all invariants of a configuration hold."""
    options = ("-workers", str(workers))
    return _run(module, config, options, constants or {}, seconds, heap, home)


def simulate(
    module: str,
    config: str,
    *,
    traces: int,
    seed: int,
    steps: int = 100,
    constants: Constants | None = None,
    seconds: float = SECONDS,
    heap: str = HEAP,
    home: Path = HOME,
) -> Result:
    """Walk random behaviours and say whether all invariants hold on them; a seed repeats them."""
    walk = ("-simulate", f"num={traces}", "-seed", str(seed), "-depth", str(steps))
    options = ("-workers", "1", *walk)
    return _run(module, config, options, constants or {}, seconds, heap, home)


def mustfail(
    module: str,
    config: str,
    invariant: str,
    *,
    constants: Constants | None = None,
    workers: int = WORKERS,
    seconds: float = SECONDS,
    heap: str = HEAP,
    home: Path = HOME,
) -> Result:
    """Demand a violation of one invariant; a violation of another one is an error."""
    result = check(
        module,
        config,
        constants=constants,
        workers=workers,
        seconds=seconds,
        heap=heap,
        home=home,
    )
    return _named(result, config, invariant)


def _named(result: Result, config: str, invariant: str) -> Result:
    if result.verdict == "violated" and result.invariant != invariant:
        reason = f"{config}: expected a violation of {invariant}, found one of {result.invariant}"
        return replace(result, verdict="error", reason=reason)
    return result


def run_model(
    model: Model,
    *,
    small: bool = False,
    workers: int = WORKERS,
    seconds: float | None = None,
    heap: str = HEAP,
) -> Result:
    """Run an entry of MODELS; it is fulfilled iff the verdict equals ``model.expected``.

    With ``small``, at the constants at which the tests run it. The time limit is five times what
    the model is known to need, and a minute at least.
    """
    limit = seconds if seconds is not None else max(60.0, 5 * model.seconds)
    constants = dict(model.small) if small else {}
    if model.traces:
        result = simulate(
            model.module,
            model.config,
            traces=model.traces // 10 if small else model.traces,
            seed=model.seed,
            constants=constants,
            seconds=limit,
            heap=heap,
        )
    else:
        result = check(
            model.module,
            model.config,
            constants=constants,
            workers=workers,
            seconds=limit,
            heap=heap,
        )
    return _named(result, model.config, model.invariant) if model.invariant else result


# ------------------------------------------------------------------------ one run


def _run(
    module: str,
    config: str,
    options: Sequence[str],
    constants: Constants,
    seconds: float,
    heap: str,
    home: Path,
) -> Result:
    """Run TLC on copies in a temporary folder, so that it writes nothing where the models are."""
    text = with_constants(_text(home / f"{config}.cfg"), constants, config)
    _text(home / f"{module}.tla")
    with TemporaryDirectory(prefix="augury-tlc-") as name:
        folder = Path(name)
        for path in home.glob("*.tla"):
            shutil.copy(path, folder)
        (folder / f"{config}.cfg").write_text(text, "utf-8")
        fixed = ("-tool", "-deadlock", "-metadir", str(folder / "states"))
        words = (*fixed, *options, "-config", f"{config}.cfg", f"{module}.tla")
        begin = monotonic()
        status, log = run(command(words, folder, heap), folder, seconds)
        return result_of(status, log, monotonic() - begin)


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except OSError:
        raise UnknownModelError(
            f"{path.name} does not exist; `python -m augury.tla` lists the models"
        ) from None


def with_constants(text: str, constants: Constants, config: str) -> str:
    """Return the text of a configuration in which some constants have other values."""
    for name, value in constants.items():
        shown = f'"{value}"' if isinstance(value, str) else str(value)
        line = re.compile(rf"^    {re.escape(name)} = .*$", re.MULTILINE)
        text, count = line.subn(lambda _, to=f"    {name} = {shown}": to, text)  # type: ignore[misc]
        if count != 1:
            raise UnknownModelError(f"{config}.cfg gives no value to the constant {name}")
    return text
