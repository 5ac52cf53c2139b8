"""A text file is a sequence of UTF-8 lines that end with LF or CRLF, and with nothing else."""

from __future__ import annotations

import gzip
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedReader
from pathlib import Path
from typing import BinaryIO, Final, cast

from augury.spec.errors import InputError, LimitExceededError

STDIN: Final = "-"
_BOM: Final = b"\xef\xbb\xbf"


def broken(error: Exception, source: str, line: int = 0) -> InputError:
    """Return the one-line error for a file that the system does not hand out."""
    match error:
        case FileNotFoundError():
            reason = "there is no such file; check the path"
        case IsADirectoryError():
            reason = "this is a directory; name a file"
        case PermissionError():
            reason = "the file may not be read; check its permissions"
        case EOFError():
            reason = "the gzip data end too early; the file was cut off, copy it again"
        case gzip.BadGzipFile() | zlib.error():
            reason = "the gzip data are broken; copy the file again or drop the suffix .gz"
        case OSError():
            reason = f"the file cannot be read ({error.strerror or error}); check the device"
        case _:
            reason = f"the path is not valid ({error})"
    return InputError(reason, source, line)


@contextmanager
def opened(source: str) -> Iterator[BinaryIO]:
    """Open a file, unpacked if it ends with ``.gz``, or standard input for ``-``."""
    if source == STDIN:
        stream = getattr(sys.stdin, "buffer", None)
        if stream is None:
            raise InputError("standard input is closed; give a file or a pipe", "<stdin>")
        yield stream
        return
    with _file(source) as raw:
        if not source.lower().endswith(".gz"):
            yield raw
            return
        _refuse_empty(raw, source)
        with gzip.GzipFile(fileobj=raw, mode="rb") as unpacked:
            yield cast(BinaryIO, unpacked)


def _file(source: str) -> BufferedReader:
    try:
        return Path(source).open("rb")
    except (OSError, ValueError) as error:
        raise broken(error, source) from None


def _refuse_empty(raw: BufferedReader, source: str) -> None:
    """Refuse a gzip file of no bytes: it was cut off, though Python reads it as empty."""
    try:
        if not raw.peek(1):
            raise EOFError
    except (OSError, EOFError) as error:
        raise broken(error, source) from None


def lines(stream: BinaryIO, source: str, limit: int) -> Iterator[tuple[int, str]]:
    """Yield each line with its number from 1, without its LF but with its CR.

    Only LF ends a line: U+2028 and its kin are ordinary characters.
    """
    if limit < 1:
        raise InputError(f"limit_line_bytes must be at least 1, not {limit}")
    number = 0
    while True:
        number += 1
        try:
            data = stream.readline(limit + 1)
        except (OSError, EOFError, zlib.error) as error:
            raise broken(error, source, number) from None
        if not data:
            return
        if len(data) > limit and not data.endswith(b"\n"):
            raise too_long(source, number, len(data), limit)
        if number == 1:
            data = data.removeprefix(_BOM)
        yield number, _decoded(data.removesuffix(b"\n"), source, number)


def too_long(source: str, line: int, size: int, limit: int) -> LimitExceededError:
    """Return the error for a line, or a quoted cell over many lines, past the limit."""
    what = f"{source}:{line}: bytes read of the line"
    return LimitExceededError(what, size, limit, "split the line or raise limit_line_bytes")


def _decoded(data: bytes, source: str, number: int) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        column = len(data[: error.start].decode("utf-8")) + 1
        reason = f"the byte 0x{data[error.start]:02x} is not UTF-8; save the file as UTF-8"
        raise InputError(reason, source, number, column) from None
