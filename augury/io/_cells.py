"""CSV as RFC 4180 has it: cells between commas, quoted where they hold a comma, quote or line end.

A quote inside an unquoted cell, or text after a closing quote, is an error and not a guess.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from augury.io._text import too_long
from augury.spec.errors import InputError

_QUOTED: Final = re.compile(r'"([^"]*+(?:""[^"]*+)*+)"')
_PLAIN: Final = re.compile(r'[^,"\r\n]*')
_SPECIAL: Final = re.compile(r'[,"\r\n]')


@dataclass(frozen=True, slots=True)
class Record:
    """One row as it stands in the file, with the line of its first character."""

    line: int
    raw: str

    def cells(self, source: str) -> list[str]:
        """Return the cells of the row."""
        if '"' in self.raw or "\r" in self.raw:
            return [cell for _, cell in self._walk(source)]
        return self.raw.split(",")

    def fail(self, reason: str, source: str, cell: int) -> InputError:
        """Return an error at the start of a cell, or at the end of the row if it has fewer."""
        starts = [at for at, _ in self._walk(source)]
        return self._at(reason, source, starts[cell] if cell < len(starts) else len(self.raw))

    def _at(self, reason: str, source: str, at: int) -> InputError:
        line = self.line + self.raw.count("\n", 0, at)
        return InputError(reason, source, line, at - self.raw.rfind("\n", 0, at))

    def _walk(self, source: str) -> Iterator[tuple[int, str]]:
        """Yield each cell with the offset where it starts."""
        at = 0
        while True:
            quoted = self.raw.startswith('"', at)
            found = (_QUOTED if quoted else _PLAIN).match(self.raw, at)
            if found is None:
                raise self._at("the quote is never closed; add a closing one", source, at)
            yield at, found[1].replace('""', '"') if quoted else found[0]
            end = found.end()
            if end == len(self.raw):
                return
            if self.raw[end] != ",":
                raise self._stray(source, end, quoted=quoted)
            at = end + 1

    def _stray(self, source: str, at: int, *, quoted: bool) -> InputError:
        if self.raw[at] == "\r":
            reason = "a carriage return without a line feed; end lines with LF or CRLF"
        elif quoted:
            reason = "text after a closing quote; write a quote inside a cell twice"
        else:
            reason = "a quote inside an unquoted cell; quote the cell and write the quote twice"
        return self._at(reason, source, at)

    def open_quote(self, source: str) -> bool:
        """Return whether the row ends inside a quoted cell."""
        if self.raw.count('"') % 2 == 0:
            return False
        for _ in Record(self.line, self.raw + '"')._walk(source):
            pass  # a stray quote is an error here, and not a cell without end
        return True


def records(lines: Iterator[tuple[int, str]], source: str, limit: int) -> Iterator[Record]:
    """Yield the rows; a quoted cell may go on over several lines, blank lines are no rows."""
    for number, line in lines:
        record = Record(number, line)
        if record.open_quote(source):
            record = _continued(record, lines, source, limit)
        raw = record.raw.removesuffix("\r")
        if raw:
            yield Record(number, raw)


def _continued(record: Record, lines: Iterator[tuple[int, str]], source: str, limit: int) -> Record:
    """Return a row with the lines that follow up to its closing quote."""
    parts, size, is_open = [record.raw], len(record.raw), True
    while is_open and (following := next(lines, None)):
        parts.append(following[1])
        size += len(following[1]) + 1
        if size > limit:
            raise too_long(source, record.line, size, limit)
        is_open = is_open != (following[1].count('"') % 2 == 1)
    return Record(record.line, "\n".join(parts))


def quoted(cell: str) -> str:
    """Return a cell as it is written, in quotes where it needs them."""
    if _SPECIAL.search(cell):
        doubled = cell.replace('"', '""')
        return f'"{doubled}"'
    return cell
