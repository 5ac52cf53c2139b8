"""The registry: every obligation of the house, each with a canary, found by looking at the modules.

A module of ``augury.proofs`` registers its obligations by a module-level tuple ``OBLIGATIONS``.
An obligation is *green* iff its verdict is the expected one, its canary is refuted, and, where it
is refuted, the counterexample that was found and the one that is stored both hold in the code.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from importlib import import_module
from pkgutil import walk_packages
from typing import Any, Final, Literal, TypeAlias, get_args

from augury.spec.errors import AuguryError

Json: TypeAlias = Any
"""None, bool, int, str, or lists and dicts of them; a rational is a text such as ``"1/3"``."""
Tool: TypeAlias = Literal["z3", "exhaustive", "tlc", "cvxpy"]
Expected: TypeAlias = Literal["proved", "refuted"]
Outcome: TypeAlias = Literal["proved", "refuted", "unknown", "timeout", "error"]

IDENTIFIER: Final = re.compile(r"\b(?:PR|T)-[A-Z0-9]+-[0-9]{2}\b")
"""A model keeps the id that it has in ``augury.tla``, such as T-LAZY-01."""


class RegistryError(AuguryError):
    """An obligation that cannot be registered, or is not known."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a tool says of a statement; a refutation carries its counterexample."""

    outcome: Outcome
    counterexample: Json = None
    note: str = ""


def proved(note: str = "") -> Verdict:
    """Return the verdict that a statement holds."""
    return Verdict("proved", note=note)


def refuted(counterexample: Json, note: str = "") -> Verdict:
    """Return the verdict that a statement fails, with the data for which it fails."""
    return Verdict("refuted", counterexample, note)


def unknown(note: str = "") -> Verdict:
    """Return the verdict of a tool that gave up; it is never green."""
    return Verdict("unknown", note=note)


def searched(cases: Iterable[Json], holds: Callable[[Json], bool]) -> Verdict:
    """Return whether a law holds for every case; the first that fails is the counterexample.

    A search through no case at all is rejected: it would prove anything.
    """
    count = 0
    for case in cases:
        count += 1
        if not holds(case):
            return refuted(case)
    if not count:
        raise RegistryError("vacuous: the search had no case; check how the cases are made")
    return proved(f"{count:,} cases")


@dataclass(frozen=True, slots=True)
class Obligation:
    """A sentence, its source, the tool that judges it, the verdict it must have, and its canary.

    ``canary`` judges a slightly false variant and must be refuted, so that ``claim`` is not
    vacuous. ``replay`` takes a counterexample through the Python code and says whether the code
    confirms it; ``known`` is the smallest counterexample that is known, in the same form.
    ``seconds`` limits claim, canary and replay together.
    """

    id: str
    sentence: str
    source: str
    tool: Tool
    expected: Expected
    claim: Callable[[], Verdict]
    canary: Callable[[], Verdict]
    replay: Callable[[Json], bool] | None = None
    known: Json = None
    seconds: int = 30

    def __post_init__(self) -> None:
        if not IDENTIFIER.fullmatch(self.id):
            raise RegistryError(f"{self.id!r} is no id; write PR-TOPIC-01")
        if self.tool not in get_args(Tool) or self.expected not in get_args(Expected):
            raise RegistryError(f"{self.id}: unknown tool or expected verdict")
        if not self.sentence.endswith(".") or not self.source or self.seconds < 1:
            raise RegistryError(f"{self.id}: needs a sentence with a full stop, a source, a limit")
        if self.expected == "refuted" and (self.replay is None or self.known is None):
            raise RegistryError(f"{self.id}: a refuted obligation needs replay and known")
        if self.known is not None and json.loads(json.dumps(self.known)) != self.known:
            raise RegistryError(
                f"{self.id}: known is not the same after JSON; use lists, not tuples"
            )


def weight(counterexample: Json) -> tuple[int, int]:
    """Return the size of a counterexample: how many leaves it has, and the sum of its numbers."""
    if isinstance(counterexample, dict):
        below = [weight(part) for part in counterexample.values()]
    elif isinstance(counterexample, (list, tuple)):
        below = [weight(part) for part in counterexample]
    else:
        number = abs(counterexample) if type(counterexample) is int else 0
        return 1, number
    return sum(leaves for leaves, _ in below), sum(total for _, total in below)


# ------------------------------------------------------------------------ the registry


def modules() -> Iterator[str]:
    """Yield the names of all modules of the package, packages inside it too."""
    import augury.proofs

    for found in walk_packages(augury.proofs.__path__, "augury.proofs."):
        yield found.name


@dataclass(frozen=True, slots=True)
class Entry:
    """An obligation and the module that registers it, so that another process can find it."""

    obligation: Obligation
    module: str


def collected(names: Iterable[str]) -> dict[str, Entry]:
    """Return what some modules register by id, in the order of ids; no id is used twice."""
    found: dict[str, Entry] = {}
    for name in names:
        for item in getattr(import_module(name), "OBLIGATIONS", ()):
            if item.id in found:
                first = found[item.id].module
                raise RegistryError(f"{item.id} is registered twice, in {first} and in {name}")
            found[item.id] = Entry(item, name)
    return dict(sorted(found.items()))


def registry() -> dict[str, Entry]:
    """Return every obligation of the house by id."""
    return collected(modules())


def selected(known: dict[str, Entry], wanted: Iterable[str]) -> dict[str, Entry]:
    """Return the entries that ids, prefixes or globs name; all, if nothing is wanted."""
    patterns = tuple(wanted)
    if not patterns:
        return known
    chosen: set[str] = set()
    for pattern in patterns:
        hits = {name for name in known if _named(name, pattern)}
        if not hits:
            raise RegistryError(f"no obligation is called '{pattern}'; see augury prove --list")
        chosen |= hits
    return {name: item for name, item in known.items() if name in chosen}


def _named(name: str, pattern: str) -> bool:
    return name == pattern or name.startswith(f"{pattern}-") or fnmatchcase(name, pattern)
