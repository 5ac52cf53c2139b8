"""Make a failing question small, and print it as a command to paste."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Iterator
from dataclasses import replace

from augury.spec.events import Stream
from augury.spec.strategies.streams import Question


def shrunk(question: Question, fails: Callable[[Question], bool]) -> Question:
    """Return a question that still fails and fails no more if any event or clause is dropped."""
    smaller = next((q for q in _smaller(question) if fails(q)), None)
    return question if smaller is None else shrunk(smaller, fails)


def _smaller(question: Question) -> Iterator[Question]:
    events = question.stream.events
    for index in range(len(events)):
        yield replace(question, stream=Stream(events[:index] + events[index + 1 :]))
    clauses = question.pattern.where
    for index in range(len(clauses)):
        rest = clauses[:index] + clauses[index + 1 :]
        yield replace(question, pattern=replace(question.pattern, where=rest))


def command(question: Question, engine: str = "declarative") -> str:
    """Return a shell command that asks an engine this question."""
    lines = "\n".join(
        json.dumps({"id": event.id, "type": event.type, "ts": event.ts, **event.attrs})
        for event in question.stream
    )
    text = shlex.quote(str(question.pattern).replace("\n", " "))
    dialect = f"order={question.dialect.order},window={question.dialect.window}"
    return (
        f"augury match --engine {engine} --dialect {dialect} --pattern {text} "
        f"--events - <<'EVENTS'\n{lines}\nEVENTS"
    )
