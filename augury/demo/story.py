"""What the tour finds out: answers and whether the engines agree, two explanations, finality."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from augury import api
from augury.demo.bundled import Example, beginning
from augury.demo.moments import Moment
from augury.matches import Matches
from augury.pictures.scene import binding
from augury.spec.errors import UnsupportedError
from augury.spec.events import Stream
from augury.spec.language.ast import Call, Pattern, walk
from augury.spec.language.normal import normal_form
from augury.spec.semantics import Match
from augury.spec.why import Explanation

DEFINITION, SECOND, THIRD = "declarative", "denotation", "sqlite"
ASKED: Final = (DEFINITION, SECOND, THIRD)
"""The engines of the tour."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What one engine said, next to what another engine said of the same events."""

    engine: str
    events: int
    """How many events it was asked about."""
    matches: int
    against: str
    """The engine that it is compared with."""
    lacks: int = 0
    adds: int = 0
    unsupported: str = ""
    """Why it was not asked, if it was not."""

    @property
    def agrees(self) -> bool:
        """Whether nothing contradicts; an engine that was not asked contradicts nothing."""
        return self.lacks == self.adds == 0


@dataclass(frozen=True, slots=True)
class Answer:
    """An example, its pattern, all its matches in the stream, and what each engine said."""

    example: Example
    text: str
    pattern: Pattern
    stream: Stream
    matches: Matches
    verdicts: tuple[Verdict, ...]

    @property
    def agrees(self) -> bool:
        """Whether all engines that were asked gave the same set."""
        return all(verdict.agrees for verdict in self.verdicts)


@dataclass(frozen=True, slots=True)
class Reason:
    """A binding, and why it is a match or is not."""

    binding: str
    explanation: Explanation


@dataclass(frozen=True, slots=True)
class Story:
    """Everything that the page shows."""

    stream: Stream
    answers: tuple[Answer, ...]
    explained: Answer
    reasons: tuple[Reason, ...]
    moments: tuple[Moment, ...]

    @property
    def agrees(self) -> bool:
        """Whether all engines agree on all patterns."""
        return all(answer.agrees for answer in self.answers)


def answer(example: Example, stream: Stream) -> Answer:
    """Return the matches of an example, and what each engine said of them."""
    pattern = example.pattern
    base = DEFINITION if example.first is None else SECOND
    whole = api.match(stream, pattern, engine=base)
    verdicts = tuple(_verdicts(example, pattern, stream, base, whole))
    return Answer(example, example.text, pattern, stream, whole, verdicts)


def _verdicts(
    example: Example, pattern: Pattern, stream: Stream, base: str, whole: Matches
) -> Iterator[Verdict]:
    """Yield what each engine said, the one that gave the whole answer included."""
    for engine in ASKED:
        part = beginning(stream, example.first if engine == DEFINITION else None)
        if engine == base:
            yield Verdict(engine, len(part), len(whole), engine)
            continue
        try:
            found = set(api.match(part, pattern, engine=engine))
        except UnsupportedError:
            yield Verdict(engine, 0, 0, base, unsupported=unsupported(pattern))
            continue
        known = set(whole if part is stream else api.match(part, pattern, engine=base))
        lacks, adds = len(known - found), len(found - known)
        yield Verdict(engine, len(part), len(found), base, lacks, adds)


def unsupported(pattern: Pattern) -> str:
    """Return what in a pattern an engine does not have."""
    if any(branch.kleene for branch in normal_form(pattern)):
        return "not for Kleene names"
    called = sorted({node.fn for node in walk(pattern) if isinstance(node, Call)})
    return f"not for the function {called[0]}" if called else "not for this pattern"


def reasons(answered: Answer) -> tuple[Reason, ...]:
    """Return why a match is one, and why a binding next to it fails in one finding of rule 5."""
    for match in answered.matches:
        for near in _neighbours(answered, match):
            if _failed(near) == [5]:
                return _reason(answered, match.bindings), near
    return tuple(_reason(answered, match.bindings) for match in answered.matches[:1])


def _neighbours(answered: Answer, match: Match) -> Iterator[Reason]:
    """Yield the bindings that differ from a match in the event of one name."""
    branch = normal_form(answered.pattern)[match.branch]
    for name in match.names:
        if name not in branch.kleene:
            for event in answered.stream.of_type(branch.types[name]):
                yield _reason(answered, {**match.bindings, name: event.id})


def _reason(answered: Answer, ids: Mapping[str, int | tuple[int, ...]]) -> Reason:
    found = api.why(answered.stream, answered.pattern, ids)
    return Reason(binding(ids), found)


def _failed(reason: Reason) -> list[int]:
    return [finding.rule for finding in reason.explanation.findings if not finding.holds]
