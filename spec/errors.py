"""Every error a user can cause is one line: what is wrong, where, and how to fix it.

Each class carries the offending data as fields, so that a caller need not parse the sentence.
"""

from __future__ import annotations

from collections.abc import Callable


def brief(text: str, longest: int = 400) -> str:
    """Return a sentence that fits one line, whatever a user put into it."""
    text = text.replace("\r", "\\r").replace("\n", "\\n")
    return text if len(text) <= longest else f"{text[: longest - 160]} ... {text[-150:]}"


def _again(kind: type[AuguryError], args: tuple[object, ...], held: dict[str, object]) -> object:
    error = kind.__new__(kind, *args)
    error.args = args
    error.__dict__.update(held)
    return error


class AuguryError(Exception):
    """Root of all errors that Augury raises on purpose; the command line exits with status 2."""

    def __init__(self, reason: str) -> None:
        super().__init__(brief(reason, 900))

    def __reduce__(self) -> tuple[object, ...]:
        """Copy by what the error holds, since subclasses are made from other arguments."""
        return _again, (type(self), self.args, self.__dict__)


def _amount(size: int) -> str:
    """Return a size in digits, or its order of magnitude where the digits would fill lines."""
    return f"{size:,}" if size < 10**18 else f"about 10^{int(size.bit_length() * 0.30103)}"


class InvalidEventError(AuguryError, ValueError):
    """An event, or a set of events, that the definition does not admit (S-1.1 to S-1.3)."""


class InvalidDialectError(AuguryError, ValueError):
    """A dialect field or value that does not exist (S-1.4)."""


class InvalidBindingError(AuguryError, ValueError):
    """A binding that names no event or no name of the pattern; ``augury why`` raises it."""


class InvalidCaseError(AuguryError, ValueError):
    """A conformance case, or an AST in JSON, that does not follow its schema."""


class FunctionFailedError(AuguryError):
    """A user function that raised, or returned something that is neither a number nor None."""


class UnsupportedError(AuguryError):
    """A feature that the chosen engine does not have; never answered with a wrong result."""


class LimitExceededError(AuguryError):
    """Something a user can make large grew past its documented limit; nothing was dropped."""

    def __init__(self, what: str, size: int, limit: int, fix: str) -> None:
        self.what, self.size, self.limit, self.fix = what, size, limit, fix
        super().__init__(f"{what}: {_amount(size)} exceeds the limit of {limit:,}; {fix}")

    def located(self, source: str) -> LimitExceededError:
        """Return the same error with the file it speaks of."""
        return LimitExceededError(f"{source}: {self.what}", self.size, self.limit, self.fix)


class TooManyCandidates(LimitExceededError):  # noqa: N818 - the public name says what happened
    """The definition would have to enumerate more candidate bindings than allowed (S-4.8)."""

    def __init__(self, count: int, limit: int) -> None:
        self.count = count
        fix = "raise the limit (--limit, limit=) or shorten the stream"
        super().__init__("candidate bindings", count, limit, fix)


class InvalidPatternError(AuguryError, ValueError):
    """A pattern that has no meaning; knows the offset in the text, if the pattern has a text."""

    def __init__(self, reason: str, at: int = -1, text: str = "", source: str = "") -> None:
        self.reason, self.at, self.text, self.source = brief(reason), at, text, source
        super().__init__(reason)

    def located(self, text: str, source: str = "") -> InvalidPatternError:
        """Return the same error with the text it speaks of."""
        return InvalidPatternError(self.reason, self.at, text, source or self.source)

    @property
    def line(self) -> int:
        """The line of the offence, from 1; 0 if unknown."""
        return 0 if self.at < 0 else self.text.count("\n", 0, self.at) + 1

    @property
    def column(self) -> int:
        """The column of the offence, from 1; 0 if unknown."""
        return 0 if self.at < 0 else self.at - self.text.rfind("\n", 0, self.at)

    def __str__(self) -> str:
        place = ":".join(
            part for part in (self.source or "pattern", *map(str, self._position())) if part
        )
        return f"{place}: {self.reason}"

    def _position(self) -> tuple[int, ...]:
        return (self.line, self.column) if self.line else ()

    def excerpt(self, show: Callable[[str], str] = str, width: int = 72) -> str:
        """Return the offending line with a caret under the offence, at most ``width`` wide.

        ``show`` makes characters visible that a terminal would not print.
        """
        if not self.line:
            return ""
        line = self.text.split("\n")[self.line - 1].replace("\t", " ").rstrip("\r")
        before, after = show(line[: self.column - 1]), show(line[self.column - 1 :])
        before = before[max(0, len(before) - width // 2) :]
        return f"{(before + after)[:width]}\n{' ' * len(before)}^"


class InputError(AuguryError, ValueError):
    """A file that cannot be read as events; knows file, line and column, each from 1."""

    def __init__(self, reason: str, source: str = "", line: int = 0, column: int = 0) -> None:
        self.reason, self.source, self.line, self.column = brief(reason), source, line, column
        place = ":".join(str(part) for part in (source, line, column) if part)
        super().__init__(f"{place}: {reason}" if place else reason)
