"""JSON data from outside is checked key by key; an error names the path of the offence."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from augury.spec.errors import InvalidCaseError
from augury.spec.events import shown

Json: TypeAlias = Any
"""What ``json.loads`` returns."""

_WORDS: Final = {int: "an int", str: "a text", list: "a list", dict: "an object"}


def json_object(
    data: Json, keys: tuple[str, ...], path: str, optional: tuple[str, ...] = ()
) -> dict[str, Json]:
    """Return the data if it is an object with just these keys."""
    if not isinstance(data, dict):
        raise InvalidCaseError(f"{path}: must be an object")
    missing = [key for key in keys if key not in data and key not in optional]
    extra = [key for key in data if key not in keys]
    if missing or extra:
        what = f"lacks {missing[0]!r}" if missing else f"has the unknown key {extra[0]!r}"
        raise InvalidCaseError(f"{path}: {what}; its keys are {', '.join(keys)}")
    return data


def json_typed(value: Json, wanted: type, path: str) -> Any:
    """Return the value if it is exactly of the wanted type (a bool is no int)."""
    if type(value) is not wanted:
        raise InvalidCaseError(f"{path}: must be {_WORDS[wanted]}, not {shown(value)}")
    if isinstance(value, str) and not value.isascii():
        try:
            value.encode("utf-8")
        except UnicodeEncodeError:
            raise InvalidCaseError(f"{path}: half a surrogate pair is no character") from None
    return value


def json_one_of(value: Json, options: tuple[str, ...], path: str) -> str:
    """Return the value if it is one of the options."""
    if value not in options:
        raise InvalidCaseError(f"{path}: must be one of {' '.join(options)}, not {shown(value)}")
    return str(value)
