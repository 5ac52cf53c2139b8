"""A long stream through one chain: the rare last name first, on one core, counted and timed.

The time is reported only if another engine finds the same matches in the same stream.
"""

from __future__ import annotations

import platform
from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import augury.examples
from augury.benchmarks.figures_run import (
    LIMIT,
    DisagreementError,
    Progress,
    Reading,
    measured,
)
from augury.benchmarks.startup import commit
from augury.examples.stocks import BUNDLED
from augury.reference.nfa import engine
from augury.spec.events import Stream
from augury.spec.language.normal import normal_form
from augury.spec.language.parser import parse

EVENTS: Final = 100_000
RARE: Final = 0.05
"""How often Google is reported, relative to any other ticker."""
PATTERN: Final = "correlated.sase"


@dataclass(frozen=True, slots=True)
class Run:
    """What the chain counted and how long it took, and who agreed with it."""

    events: int
    history: int
    order: tuple[str, ...]
    reading: Reading
    checked: Reading

    def as_json(self) -> dict[str, Any]:
        """Return the run for a file."""
        reading = self.reading
        return {
            "pattern": PATTERN,
            "events": self.events,
            "history": self.history,
            "seed": BUNDLED.seed,
            "rare": RARE,
            "order": "".join(self.order),
            "matches": reading.matches,
            "digest": reading.digest,
            "agrees_with": self.checked.engine,
            "seconds": round(reading.seconds, 3),
            "events_per_second": round(self.events / reading.seconds),
            "evaluations": reading.evaluations[-1],
            "peak_instances": reading.peak_instances[-1],
            "peak_buffered": reading.peak_buffered,
            "python": platform.python_version(),
            "commit": commit(),
        }


def run(
    events: int = EVENTS,
    progress: Progress = nullcontext,  # type: ignore[assignment]
    history: int = BUNDLED.history,
) -> Run:
    """Return the chain's run on the stock query, or raise if the tree answers otherwise.

    The window is as long as the history, as in the query.
    """
    market = replace(BUNDLED, rare={"GOOG": RARE}, history=history)
    stream = Stream(tuple(market.events(events)))
    path = Path(augury.examples.__file__).with_name(PATTERN)
    written = parse(path.read_text("utf-8"))
    pattern = replace(written, within=replace(written.within, count=history))
    (branch,) = normal_form(pattern)
    order = engine.rarest_first(branch, stream)
    with progress(f"chain {''.join(order)}: {events:,} events"):
        chain = engine.chain(pattern, [order], limit=LIMIT)
        reading = measured("chain", chain, tuple(stream), [events])
    with progress(f"tree: {events:,} events, to check the answer"):
        tree = measured("tree", engine.tree(pattern, limit=LIMIT), tuple(stream), [events])
    if (tree.matches, tree.digest) != (reading.matches, reading.digest):
        said = f"chain found {reading.matches}, tree {tree.matches}"
        raise DisagreementError(f"the engines disagree on the matches of the stream: {said}")
    return Run(events, history, order, reading, tree)


if __name__ == "__main__":
    print("\n".join(f"{key}: {value}" for key, value in run().as_json().items()))  # noqa: T201
