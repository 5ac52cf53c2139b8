"""The words after the window, and advice for words of other languages."""

from __future__ import annotations

from typing import Final, cast, get_args

from augury.spec.errors import InvalidPatternError
from augury.spec.events import shown
from augury.spec.language import ast

ADVICE: Final = (
    ("==", "equality is written with one ="),
    ("<>", "inequality is written !="),
    ("?", "at most one is written T{0,1} a"),
    ("}", "two of them are written T{2,2} a"),
    ("IS ", "there is no test for a missing value: a comparison with it is unknown"),
    ("NOT IN ", "write NOT x IN (y, z)"),
    ("BETWEEN ", "write x >= y AND x <= z"),
    ("LIKE ", "there is no LIKE; register a function"),
    ("AFTER MATCH ", "write SKIP past last or SKIP to next, after WITHIN"),
    ("MATCH SKIP ", "write SKIP past last or SKIP to next, after WITHIN"),
)
"""What people write from other languages, and how it is written here."""

_FOREIGN: Final = {
    "all": "any",
    "past last row": "past last",
    "past last event": "past last",
    "to next row": "to next",
    "past": "past last",
    "no skip": "none",
}
"""Words of other languages for what SELECT and SKIP say here."""


def select_word(word: object, at: int = -1) -> ast.Select:
    """Return the word of SELECT, or say which there are.  Semantics: S-6.1."""
    return cast(ast.Select, _one_of(word, "SELECT", get_args(ast.Select), at))


def skip_word(words: object, at: int = -1) -> ast.Skip:
    """Return the words of SKIP, or say which there are.  Semantics: S-6.1."""
    return cast(ast.Skip, _one_of(words, "SKIP", get_args(ast.Skip), at))


def _one_of(word: object, keyword: str, known: tuple[str, ...], at: int) -> str:
    if type(word) is str and word in known:
        return word
    *most, last = known
    reason = f"unknown {keyword} {shown(word)}; choose {', '.join(most)} or {last}"
    raise InvalidPatternError(f"{reason}{_hint(word, keyword, known)}", at)


def _hint(word: object, keyword: str, known: tuple[str, ...]) -> str:
    """Return advice where it is clear what was meant."""
    if not isinstance(word, str):
        return ""
    if keyword == "SKIP" and " SELECT" in word:
        return " (SELECT stands before SKIP)"
    lower = word.lower()
    if lower in known:
        return " (in lower case)"
    meant = _FOREIGN.get(lower)
    return f" (write {keyword} {meant})" if meant in known else ""
