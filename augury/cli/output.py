"""What reaches a terminal: user text is never markup, control characters are made visible."""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from io import StringIO
from shutil import get_terminal_size
from typing import TextIO

from augury.spec.errors import InputError, InvalidPatternError


def clean(text: str) -> str:
    """Return the text with control and direction characters escaped; line breaks stay."""
    return "".join(
        char if char == "\n" or unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Zl", "Zp")
        else char.encode("unicode_escape").decode()
        for char in text
    )  # fmt: skip


class PipeClosedError(Exception):
    """The reader of standard output went away: nothing is wrong, and nothing is left to say."""


def complain(error: Exception | str) -> None:
    """Print an error as one line, and the offending line of a pattern with a caret under it."""
    note("augury: " + str(error).replace("\n", "\\n"))
    if isinstance(error, InvalidPatternError) and error.line:
        note(error.excerpt(clean))


def note(text: str) -> None:
    """Print a remark to standard error, if there is one."""
    if sys.stderr is not None:
        with suppress(OSError):
            _write(sys.stderr, clean(text) + "\n")


def say(text: str) -> None:
    """Print a line of the answer to standard output."""
    _out(clean(text) + "\n")


def styled(text: str, style: str = "") -> None:
    """Print a line of the answer; in a terminal in a style, such as ``bold``."""
    if not style or sys.stdout is None or not sys.stdout.isatty():
        say(text)
        return
    from rich.console import Console
    from rich.text import Text

    page = StringIO()
    Console(file=page, force_terminal=True).print(Text(clean(text), style=style), soft_wrap=True)
    emit([page.getvalue().rstrip("\n")])


@contextmanager
def working(text: str) -> Iterator[None]:
    """Show that work goes on, on standard error and only if that is a terminal."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield
        return
    from rich.console import Console
    from rich.text import Text

    with Console(stderr=True, markup=False, emoji=False).status(Text(clean(text))):
        yield


def width(otherwise: int = 100) -> int:
    """Return the columns of the terminal, or what a page has otherwise."""
    return get_terminal_size((otherwise, 24)).columns


def emit(lines: Iterable[str]) -> None:
    """Write data to standard output as it is: one line feed a line, nothing escaped."""
    for line in lines:
        _out(line + "\n", encoding="utf-8")


def _out(text: str, encoding: str = "") -> None:
    if sys.stdout is None:
        raise InputError("standard output is closed; open it or use --output")
    try:
        _write(sys.stdout, text, encoding)
    except BrokenPipeError:
        raise PipeClosedError from None
    except OSError as error:
        raise InputError(f"standard output cannot be written ({error.strerror})") from None


def _write(stream: TextIO, text: str, encoding: str = "") -> None:
    """Write whole lines in the stream's encoding; what it cannot say is escaped."""
    stream.flush()
    if not hasattr(stream, "buffer"):
        stream.write(text)
        return
    data = text.encode(encoding or stream.encoding or "utf-8", "backslashreplace")
    stream.buffer.write(data)
    stream.buffer.flush()


def table(title: str, head: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Print a table; in a pipe it is plain text of the same shape."""
    from rich.box import SIMPLE
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    shown = Table(title=Text(title) if title else None, box=SIMPLE, title_justify="left")
    for column in head:
        shown.add_column(Text(column), overflow="fold")
    for row in rows:
        shown.add_row(*(Text(clean(str(cell))) for cell in row))
    page = StringIO()
    Console(file=page, width=width(), markup=False, highlight=False, emoji=False).print(shown)
    emit(line.rstrip() for line in page.getvalue().rstrip().split("\n"))
