"""A file is written whole or not at all: to a temporary file beside it, then renamed."""

from __future__ import annotations

import gzip
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, Final, Literal, TypeAlias, cast

from augury.spec.errors import InputError

Format: TypeAlias = Literal["jsonl", "csv", "parquet"]
_FORMATS: Final[dict[str, Format]] = {
    ".jsonl": "jsonl",
    ".jsonl.gz": "jsonl",
    ".csv": "csv",
    ".csv.gz": "csv",
    ".parquet": "parquet",
}


def format_of(name: str) -> Format | None:
    """Return the format that the end of a file's name stands for, in any case of letters."""
    lower = name.lower()
    return next((form for end, form in _FORMATS.items() if lower.endswith(end)), None)


def unknown_suffix(source: str) -> InputError:
    """Return the error for a name whose end says no format."""
    known = ", ".join(_FORMATS)
    return InputError(f"the suffix says no format; rename the file to one of {known}", source)


@contextmanager
def replacing(source: str) -> Iterator[BinaryIO]:
    """Open a new file that takes the place of ``source`` when the block ends without an error.

    A symbolic link stays a link.  After an error the folder is as it was.
    """
    target = _target(source)
    temporary = target.with_name(f".augury-{secrets.token_hex(8)}.tmp")
    try:
        with temporary.open("xb") as raw:
            if source.lower().endswith(".gz"):
                with gzip.GzipFile("", "wb", fileobj=raw, mtime=0) as packed:
                    yield cast(BinaryIO, packed)
            else:
                yield raw
        temporary.replace(target)
    except BaseException as error:
        with suppress(OSError):
            temporary.unlink()
        if isinstance(error, OSError):
            raise _unwritable(error, source) from None
        raise


def _target(source: str) -> Path:
    """Return the file that a path leads to through symbolic links."""
    try:
        return Path(source).resolve()
    except (OSError, ValueError, RuntimeError) as error:  # a NUL, or links in a circle
        raise _unwritable(error, source) from None


def _unwritable(error: Exception, source: str) -> InputError:
    why = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return InputError(f"the file cannot be written ({why}); check the path and the disk", source)
