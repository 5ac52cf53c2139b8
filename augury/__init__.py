"""The front door: the public API and the ``augury`` command.

>>> from augury import Event, match
>>> stream = [Event(id=0, type="A", ts=1), Event(id=1, type="B", ts=2)]
>>> [m.bindings for m in match(stream, "PATTERN SEQ(A a, B b) WITHIN 5")]
[{'a': 0, 'b': 1}]

Here belongs what a user calls: the API, the command line, readers and writers, pictures.
Everything is loaded when it is first used; importing ``augury`` starts nothing.

Here does not belong: a definition (``spec``) or an algorithm (``reference``, ``spark_impl``).
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from augury.api import match, match_batches, matcher, matching_engines, why
    from augury.io import read_events, write_events
    from augury.matches import Matches
    from augury.spec.cases import Case
    from augury.spec.errors import AuguryError, InvalidPatternError, TooManyCandidates
    from augury.spec.events import Dialect, Event, Stream
    from augury.spec.language.builder import (
        Name,
        absent,
        aggregate,
        all_of,
        and_,
        any_of,
        call,
        kleene,
        not_,
        one,
        or_,
        pattern,
        previous,
        seq,
        this,
        within,
    )  # fmt: skip
    from augury.spec.language.functions import register
    from augury.spec.language.parser import parse
    from augury.spec.semantics import Match

_HOME = {
    "match": "augury.api",
    "match_batches": "augury.api",
    "matcher": "augury.api",
    "matching_engines": "augury.api",
    "why": "augury.api",
    "read_events": "augury.io",
    "write_events": "augury.io",
    "Matches": "augury.matches",
    "Case": "augury.spec.cases",
    "AuguryError": "augury.spec.errors",
    "InvalidPatternError": "augury.spec.errors",
    "TooManyCandidates": "augury.spec.errors",
    "Dialect": "augury.spec.events",
    "Event": "augury.spec.events",
    "Stream": "augury.spec.events",
    "Name": "augury.spec.language.builder",
    "absent": "augury.spec.language.builder",
    "aggregate": "augury.spec.language.builder",
    "all_of": "augury.spec.language.builder",
    "and_": "augury.spec.language.builder",
    "any_of": "augury.spec.language.builder",
    "call": "augury.spec.language.builder",
    "kleene": "augury.spec.language.builder",
    "not_": "augury.spec.language.builder",
    "one": "augury.spec.language.builder",
    "or_": "augury.spec.language.builder",
    "pattern": "augury.spec.language.builder",
    "previous": "augury.spec.language.builder",
    "seq": "augury.spec.language.builder",
    "this": "augury.spec.language.builder",
    "within": "augury.spec.language.builder",
    "register": "augury.spec.language.functions",
    "parse": "augury.spec.language.parser",
    "Match": "augury.spec.semantics",
}

__all__ = [
    "AuguryError", "Case", "Dialect", "Event", "InvalidPatternError", "Match", "Matches", "Name",
    "Stream", "TooManyCandidates", "absent", "aggregate", "all_of", "and_", "any_of", "call",
    "kleene", "match", "match_batches", "matcher", "matching_engines", "not_", "one", "or_",
    "parse", "pattern", "previous", "read_events", "register", "seq", "this", "why", "within",
    "write_events",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name in _HOME:
        found = getattr(import_module(_HOME[name]), name)
        globals()[name] = found
        return found
    raise AttributeError(f"module 'augury' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
