"""Judge an engine by a case: as expected, different, unsupported, or broken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

import augury
from augury.spec.cases import Case, match_to_json
from augury.spec.errors import (
    AuguryError,
    InvalidPatternError,
    LimitExceededError,
    UnsupportedError,
)
from augury.spec.finality import run
from augury.spec.json_checks import Json
from augury.spec.language.check import check
from augury.spec.semantics import Match

Outcome: TypeAlias = Literal["passed", "failed", "error", "unsupported"]
OUTCOMES: Final = get_args(Outcome)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The outcome of one case, and in words what differed."""

    case: str
    outcome: Outcome
    detail: str = ""


def judge(case: Case, engine: str) -> Verdict:
    """Return how a built-in engine answers a case, compared as a multiset of matches."""
    try:
        found = augury.match(
            case.stream, case.text or case.pattern or "", engine=engine, dialect=case.dialect
        )
    except (InvalidPatternError, LimitExceededError) as error:
        if case.expect is None:
            return Verdict(case.id, "passed", f"rejected: {error}")
        return Verdict(case.id, "error", str(error))
    except UnsupportedError as error:
        return Verdict(case.id, "unsupported", str(error))
    except AuguryError as error:
        return Verdict(case.id, "error", str(error))
    if case.expect is None:
        return Verdict(case.id, "failed", "the pattern must be rejected, and was not")
    return _compared(case, found)


def _compared(case: Case, found: Iterable[Match]) -> Verdict:
    wanted, given = Counter(map(_key, case.expect or ())), Counter(map(_key, found))
    if wanted == given:
        return Verdict(case.id, "passed")
    missing, extra = list((wanted - given).elements()), list((given - wanted).elements())
    parts = [
        f"{len(rest)} {word}, first {_show(rest[0])}"
        for word, rest in (("missing", missing), ("not expected", extra))
        if rest
    ]
    return Verdict(case.id, "failed", "; ".join(parts))


def _key(match: Match) -> tuple[int, tuple[tuple[str, int | tuple[int, ...]], ...]]:
    return match.branch, tuple(sorted(match.bindings.items()))


def _show(key: tuple[int, tuple[tuple[str, int | tuple[int, ...]], ...]]) -> str:
    return f"branch {key[0]} {dict(key[1])}"


def answer(case: Case) -> Json:
    """Return what the definition says of a case: its matches, when each is final, who is late.

    Without a watermark or an end, finality is unknown and only ``matches`` is complete.
    """
    try:
        pattern = case.pattern if case.pattern is not None else augury.parse(case.text)
        check(pattern)
    except (InvalidPatternError, LimitExceededError) as error:
        return {"id": case.id, "rejected": str(error)}
    found = augury.match(case.stream, pattern, engine="declarative", dialect=case.dialect)
    ran = run(case.input, pattern, case.dialect, disorder=case.disorder)
    return {
        "id": case.id,
        "matches": [match_to_json(match) for match in found],
        "emits": [[match_to_json(match) for match in sorted(at)] for at in ran.emits],
        "late": list(ran.late),
    }
