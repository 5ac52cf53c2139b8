"""What TLC said: its messages carry numbers (``-tool``), so nothing depends on its prose.

Only what follows a number is read as text: a name, three counts, the states of a behaviour.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

Verdict: TypeAlias = Literal["holds", "violated", "error", "timeout"]

VIOLATION: Final = 12
"""TLC's exit status where an invariant is violated."""

_MESSAGE = re.compile(
    r"^@!@!@STARTMSG (\d+)(?::(\d+))? @!@!@\n(.*?)^@!@!@ENDMSG \1 @!@!@$", re.DOTALL | re.MULTILINE
)
_VIOLATED = (2107, 2110)
_STATE = (2216, 2217)
_COUNTS, _PROGRESS, _DEPTH, _FINISHED = 2199, 2209, 2194, (2193, 2209)
_ERROR = "1"
_UNPARSED = r"^\*\*\*Parse Error\*\*\*\s+(.+(?:\n.+)?)$|^(line \d+, col .+\s+.+)$"


@dataclass(frozen=True, slots=True)
class Result:
    """What a run of TLC found; ``trace`` is the behaviour that violates ``invariant``."""

    verdict: Verdict
    invariant: str | None
    generated: int
    distinct: int
    depth: int
    seconds: float
    trace: str
    log: str
    reason: str = ""
    """One line that says why, where the verdict is an error or a time-out."""


def messages(log: str) -> Iterator[tuple[int, str, str]]:
    """Yield the number, the severity and the text of each message of TLC."""
    for found in _MESSAGE.finditer(log):
        yield int(found[1]), found[2] or "0", found[3].rstrip("\n")


def result_of(status: int | None, log: str, seconds: float) -> Result:
    """Return what a run found; what is neither a success nor a violation is an error."""
    said = list(messages(log))
    invariant = _first(said, _VIOLATED, r"[Ii]nvariant (\S+) is violated")
    generated, distinct = _counts(said)
    verdict: Verdict = "error"
    reason = ""
    if status is None:
        verdict, reason = "timeout", f"TLC was stopped after {seconds:.0f} s"
    elif status == 0 and any(number in _FINISHED for number, _, _ in said):
        verdict = "holds"
    elif status == VIOLATION and invariant is not None:
        verdict = "violated"
    else:
        reason = _complaint(said, log, status)
    return Result(
        verdict,
        invariant if verdict == "violated" else None,
        generated,
        distinct,
        int(_first(said, (_DEPTH,), r"search is (\d+)") or 0),
        seconds,
        _trace(said) if verdict == "violated" else "",
        log,
        reason,
    )


def _first(said: list[tuple[int, str, str]], numbers: tuple[int, ...], form: str) -> str | None:
    for number, _, text in said:
        if number in numbers and (found := re.search(form, text)):
            return found[1]
    return None


def _counts(said: list[tuple[int, str, str]]) -> tuple[int, int]:
    """Return the states generated and the distinct states; a simulation knows only the first."""
    generated = distinct = 0
    for number, _, text in said:
        if number == _COUNTS and (found := re.match(r"(\d+) states generated, (\d+) dist", text)):
            generated, distinct = int(found[1]), int(found[2])
        if number == _PROGRESS and (found := re.search(r": ([\d,]+) states generated", text)):
            generated = int(found[1].replace(",", ""))
    return generated, distinct


def _trace(said: list[tuple[int, str, str]]) -> str:
    return "\n\n".join(text for number, _, text in said if number in _STATE)


def _complaint(said: list[tuple[int, str, str]], log: str, status: int) -> str:
    """Return one line on what went wrong: the parser's, else TLC's first error, else Java's."""
    errors = [text for _, severity, text in said if severity == _ERROR and text]
    conflict = re.search(_UNPARSED, log, re.MULTILINE)
    lines = log.strip().splitlines()
    if conflict:
        errors = [conflict[1] or conflict[2]]
    text = errors[0] if errors else (lines[-1] if lines else "TLC said nothing")
    return f"TLC ended with status {status}: {' '.join(text.split())[:300]}"
