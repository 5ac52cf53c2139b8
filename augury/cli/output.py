"""What reaches a terminal: user text is never markup, control characters are made visible."""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from augury.spec.errors import InvalidPatternError

if TYPE_CHECKING:
    from rich.console import Console


def clean(text: str) -> str:
    """Return the text with control and direction characters escaped; line breaks stay."""
    return "".join(
        char if char == "\n" or unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Zl", "Zp")
        else char.encode("unicode_escape").decode()
        for char in text
    )  # fmt: skip


def complain(error: Exception | str) -> None:
    """Print an error as one line, and the offending line of a pattern with a caret under it."""
    line = clean(str(error).replace("\n", "\\n"))
    print(f"augury: {line}", file=sys.stderr)  # noqa: T201
    if isinstance(error, InvalidPatternError) and error.excerpt():
        print(clean(error.excerpt()), file=sys.stderr)  # noqa: T201


def note(text: str) -> None:
    """Print a remark to standard error."""
    print(clean(text), file=sys.stderr)  # noqa: T201


def say(text: str) -> None:
    """Print a line of the answer to standard output."""
    print(clean(text))  # noqa: T201


def emit(lines: Iterable[str]) -> None:
    """Write data to standard output as it is: UTF-8, one line feed a line, nothing escaped."""
    for line in lines:
        sys.stdout.buffer.write(line.encode() + b"\n")
    sys.stdout.buffer.flush()


def console() -> Console:
    """Return a console that takes no text for markup and no word for a thing to colour."""
    from rich.console import Console

    return Console(markup=False, highlight=False, emoji=False, soft_wrap=False)


def table(title: str, head: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Print a table; in a pipe it is plain text of the same shape."""
    from rich.box import SIMPLE
    from rich.table import Table
    from rich.text import Text

    shown = Table(title=Text(title) if title else None, box=SIMPLE, title_justify="left")
    for column in head:
        shown.add_column(Text(column), overflow="fold")
    for row in rows:
        shown.add_row(*(Text(clean(str(cell))) for cell in row))
    console().print(shown)
