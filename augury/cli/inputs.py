"""What a user hands in: patterns, dialects, bindings and functions as text."""

from __future__ import annotations

import re
import sys
import zlib
from collections.abc import Callable, Mapping
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import Any

from augury.io._text import broken, lines, opened
from augury.spec.errors import (
    InputError,
    InvalidBindingError,
    InvalidDialectError,
    LimitExceededError,
    brief,
)
from augury.spec.events import Dialect
from augury.spec.language.ast import Pattern
from augury.spec.language.functions import BUILTINS, register
from augury.spec.language.parser import parse
from augury.spec.limits import PATTERN_CHARACTERS


def read_pattern(given: str, functions: Mapping[str, Callable[..., Any]] | None = None) -> Pattern:
    """Return the pattern of a file or, if it begins with PATTERN, of the text itself."""
    known = BUILTINS if functions is None else register(functions)
    if re.match(r"(\s|#[^\n]*\n)*(PATTERN\b|pattern\s+\w+\s*\()", given):
        return parse(given, functions=known)
    try:
        path = Path(given or "no pattern")
        kind = "folder" if path.is_dir() else "file" if path.exists() else ""
    except (OSError, ValueError):
        kind = ""
    if kind != "file":
        reason = "this is a directory" if kind else "no such file, and no pattern either"
        raise InputError(f"{reason} (a pattern begins with PATTERN)", brief(given))
    limit = 4 * PATTERN_CHARACTERS
    try:
        with opened(given) as raw:
            data = raw.read(limit + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise broken(error, given) from None
    if len(data) > limit:
        size = max(len(data), Path(given).stat().st_size)
        raise LimitExceededError(f"{given}: bytes of the pattern", size, limit, "split the pattern")
    text = "\n".join(line.removesuffix("\r") for _, line in lines(BytesIO(data), given, limit))
    return parse(text, functions=known, source=given)


def read_dialect(given: str) -> Dialect:
    """Return the dialect of ``order=..,window=..``; what is not named is the default."""
    chosen: dict[str, str] = {}
    for part in filter(None, (piece.strip() for piece in given.split(","))):
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals or key not in ("order", "window") or key in chosen:
            raise InvalidDialectError(
                f"--dialect: '{part}' is not order=.. or window=.., each given once"
            )
        chosen[key] = value
    return Dialect(**chosen)  # type: ignore[arg-type]


def read_binding(given: str) -> dict[str, list[int]]:
    """Return the ids of ``a=3,b=[4,5]`` by name."""
    binding: dict[str, list[int]] = {}
    item = re.compile(
        r'\s*("(?:[^"]|"")+"|[A-Za-z_]\w*)\s*=\s*(-?\d{1,20}|\[\s*(?:-?\d{1,20}(?:\s*,\s*-?\d{1,20})*)?\s*\])\s*(,|$)'
    )
    at = 0
    while at < len(given):
        found = item.match(given, at)
        if found is None:
            raise InvalidBindingError(
                f"--binding: cannot read '{given[at:][:40]}'; write a=3,b=9 or b=[4,5]"
            )
        name = found[1][1:-1].replace('""', '"') if found[1].startswith('"') else found[1]
        if name in binding:
            raise InvalidBindingError(f"--binding: the name '{name}' is bound twice")
        binding[name] = [int(number) for number in re.findall(r"-?\d+", found[2])]
        at = found.end()
    return binding


def read_functions(module: str | None) -> dict[str, Callable[..., Any]] | None:
    """Return the ``FUNCTIONS`` of a module, found from the current folder or installed."""
    if module is None:
        return None
    sys.path.insert(0, str(Path.cwd()))
    try:
        table = getattr(import_module(module), "FUNCTIONS", None)
    except (Exception, SystemExit) as error:
        reason = f"--functions: cannot import the module ({type(error).__name__}: {error})"
        raise InputError(reason, module) from None
    finally:
        sys.path.pop(0)
    if not isinstance(table, dict) or not all(
        isinstance(name, str) and callable(call) for name, call in table.items()
    ):
        raise InputError(
            "--functions: the module has no dict FUNCTIONS of names and callables", module
        )
    return table
