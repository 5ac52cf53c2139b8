"""The pictures of the README and of the docs: equal code and data give equal bytes.

``python -m augury.examples.pictures FOLDER`` writes them.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib.resources import as_file, files
from pathlib import Path
from typing import Final

from augury import match, read_events
from augury.cli.explain import automaton_as, automaton_of
from augury.io._files import replacing
from augury.pictures import as_svg, timeline_svg
from augury.spec.errors import InputError
from augury.spec.language.normal import normal_form
from augury.spec.language.parser import parse

SHOWN: Final = 36
"""The timeline shows the matches among this many minutes: as many as one glance takes in."""
TITLE: Final = "A large trade of a bank, then Google within 5 minutes, no larger trade between"
NORMAL: Final = """
PATTERN SEQ(Google a, AND(Pharma{2,4} p, HiTech h), NOT(Finance n), Google c)
WHERE   p[i].price > p[i-1].price
        AND corr(a.history, h.history) > 0.5
        AND n.volume > SUM(p.volume)
        AND c.price < a.price
WITHIN  20 minutes
"""
"""A pattern with a sequence, a conjunction, a set of events and a negation."""
CONJUNCTION: Final = """
PATTERN AND(Finance a, HiTech b, Pharma c)
WHERE   a.price < b.price AND b.price < c.price
WITHIN  5 minutes
"""
BRANCHES: Final = """
PATTERN SEQ(Finance a, OR(HiTech b, SEQ(Pharma c, NOT(Finance n), Google d)))
WHERE   a.price < b.price AND c.price < d.price AND n.volume > a.volume
WITHIN  10 minutes
"""
"""Two branches; the second has a negation."""


def timeline() -> str:
    """Return the matches of ``quiet.sase`` in the first minutes of the bundled stream.

    Events of types that the pattern does not name are left out; they cannot change its matches.
    """
    folder = files("augury.examples")
    with as_file(folder / "data" / "stocks.jsonl") as path:
        first = read_events(path).events[:SHOWN]
    events = [event for event in first if event.type in ("Finance", "Google")]
    found = match(events, (folder / "quiet.sase").read_text("utf-8"))
    return timeline_svg(events, [one.bindings for one in found], TITLE, unit="time")


def normal() -> str:
    """Return the normal form of a pattern that has every part but OR."""
    return as_svg(normal_form(parse(NORMAL)))


def _automaton(text: str, engine: str, order: str | None = None) -> str:
    names = None if order is None else order.split(",")
    return automaton_as("svg", automaton_of(parse(text), engine, names), engine)


def chain() -> str:
    """Return the lazy chain of ``correlated.sase`` that begins with its rarest name."""
    text = (files("augury.examples") / "correlated.sase").read_text("utf-8")
    return _automaton(text, "chain", "c,a,b")


def tree() -> str:
    """Return the lazy tree of the same pattern."""
    return _automaton((files("augury.examples") / "correlated.sase").read_text("utf-8"), "tree")


def eager() -> str:
    """Return the eager lattice of a conjunction."""
    return _automaton(CONJUNCTION, "eager")


def chains() -> str:
    """Return two chains with a negation in one of them."""
    return _automaton(BRANCHES, "chain", "c,d,b,a")


PICTURES: Final[Mapping[str, Callable[[], str]]] = {
    "timeline.svg": timeline,
    "normal-form.svg": normal,
    "chain.svg": chain,
    "tree.svg": tree,
    "eager.svg": eager,
    "chains.svg": chains,
}


def write(folder: Path) -> None:
    """Write every picture into a folder, which is made if it is not there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = f"the folder cannot be made ({error.strerror}); choose another path"
        raise InputError(reason, str(folder)) from None
    for name, draw in PICTURES.items():
        with replacing(str(folder / name)) as out:
            out.write(draw().encode())


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the pictures; a folder that cannot be written is one line and status 2."""
    parser = argparse.ArgumentParser(
        prog="python -m augury.examples.pictures",
        description="Draw the pictures of the README and of the docs.",
    )
    parser.add_argument("folder", type=Path, help="where they go, for example docs/pictures")
    try:
        write(parser.parse_args(arguments).folder)
    except InputError as error:
        parser.error(str(error))
    return 0


if __name__ == "__main__":
    sys.exit(main())
