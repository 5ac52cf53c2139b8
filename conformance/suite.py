"""The vectors on disk: one JSON file a topic, shipped with the package."""

from __future__ import annotations

import codecs
import json
import math
from importlib.resources import files
from pathlib import Path

from augury.spec.cases import Case, case_from_json, topic_from_json
from augury.spec.errors import InputError, InvalidCaseError, InvalidDialectError, LimitExceededError
from augury.spec.limits import CASE_BYTES


def shipped() -> Path:
    """Return the folder of the vectors that come with the package."""
    return Path(str(files("augury.spec").joinpath("vectors")))


def load(folder: Path | None = None) -> dict[str, tuple[Case, ...]]:
    """Return the cases of a folder by topic; of the shipped vectors, if none is given."""
    home = shipped() if folder is None else folder
    paths = sorted(home.glob("*.json"))
    if not paths:
        raise InputError("there are no vectors (*.json) in this folder", str(home))
    return {path.stem: _topic(path) for path in paths}


def _topic(path: Path) -> tuple[Case, ...]:
    try:
        return topic_from_json(decode(path.read_bytes(), str(path)))
    except (InvalidCaseError, InvalidDialectError) as error:
        raise InputError(str(error), str(path)) from None
    except OSError as error:
        raise InputError(f"cannot be read ({error.strerror})", str(path)) from None


def read_case(data: bytes, source: str) -> Case:
    """Return the one case in a text."""
    return case_from_json(decode(data, source))


def decode(data: bytes, source: str) -> object:
    """Return JSON data; a text that is none is an error with its place."""
    if len(data) > CASE_BYTES:
        raise LimitExceededError(f"{source}: bytes", len(data), CASE_BYTES, "send smaller cases")
    try:
        text = data.decode("utf-8-sig")
        return json.loads(
            text, object_pairs_hook=_unique, parse_constant=_no_constant, parse_float=_finite
        )
    except json.JSONDecodeError as error:
        raise InputError(f"not JSON: {error.msg}", source, error.lineno, error.colno) from None
    except UnicodeDecodeError as error:
        before = data[: error.start].removeprefix(codecs.BOM_UTF8)
        line, start = before.count(b"\n") + 1, before.rfind(b"\n") + 1
        column = len(before[start:].decode("utf-8")) + 1
        raise InputError("not UTF-8; save it as UTF-8", source, line, column) from None
    except RecursionError:
        raise InputError("nested too deeply", source, 1, 1) from None
    except ValueError as error:
        raise InputError(str(error), source, 1, 1) from None


def _no_constant(token: str) -> object:
    raise ValueError(f"{token} is not a value; write null for missing")


def _finite(token: str) -> float:
    number = float(token)
    if math.isinf(number):
        raise ValueError(f"{token[:40]} is outside float64")
    return number


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"the key {key!r} is used twice in one object")
        found[key] = value
    return found
