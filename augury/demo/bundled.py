"""The bundled stream and the five example patterns, each with its question in plain words."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import as_file, files
from typing import Final

from augury.examples.stocks import MINUTE
from augury.io import read_events
from augury.pictures.scene import ids_of
from augury.spec.events import Event, Stream
from augury.spec.language.ast import Pattern
from augury.spec.language.parser import parse
from augury.spec.semantics import Match

PACKAGE: Final = "augury.examples"


@dataclass(frozen=True, slots=True)
class Example:
    """An example pattern, what it shows and what it asks."""

    name: str
    shows: str
    question: str
    first: int | None = None
    """How many events the definition is asked about; None is all of them.

    The definition tries every candidate binding, and a tour must not wait for that: on all 120
    events the two largest patterns have 183,000 and 333,000 candidates, on 90 less than a quarter.
    """

    @property
    def file(self) -> str:
        """The name of the file."""
        return f"{self.name}.sase"

    @property
    def text(self) -> str:
        """The pattern as the file has it."""
        return (files(PACKAGE) / self.file).read_text("utf-8")

    @property
    def pattern(self) -> Pattern:
        """The pattern as an AST."""
        return parse(self.text)


EXAMPLES: Final = (
    Example(
        "rising",
        "a sequence",
        "Which bank stock was reported three times in 10 minutes, each time at a higher price, "
        "the last time in a large trade?",
    ),
    Example(
        "correlated",
        "functions of lists",
        "Where did a bank, a hi-tech stock and Google move alike, one after the other within "
        "5 minutes?",
    ),
    Example(
        "quiet",
        "negation",
        "Which large trade of a bank was followed by Google within 5 minutes, with no larger "
        "trade of a bank between?",
    ),
    Example(
        "run",
        "a set of events",
        "After which report of Google did a pharma stock rise over two to four reports, of more "
        "than 5,000 shares together?",
        first=90,
    ),
    Example(
        "any_order",
        "any order, and alternatives",
        "After Google, which pharma and hi-tech stocks moved alike, in either order, before "
        "Google fell or the other pharma stock came?",
        first=90,
    ),
)


def bundled_stream() -> Stream:
    """Return the events of the bundled file."""
    with as_file(files(PACKAGE) / "data" / "stocks.jsonl") as path:
        return read_events(path)


def beginning(stream: Stream, count: int | None) -> Stream:
    """Return the first events of a stream, or the stream itself."""
    return stream if count is None else Stream(stream.events[:count])


def clock(ts: int) -> str:
    """Return a ts of the bundled stream as hours and minutes."""
    hours, minutes = divmod(ts // MINUTE, 60)
    return f"{hours:02}:{minutes:02}"


def traded(event: Event) -> str:
    """Return an event as its ticker and price."""
    price = event.get("price")
    return f"{event.get('ticker')} {f'{price:.2f}' if isinstance(price, float) else price}"


def in_words(event: Event) -> str:
    """Return an event as its ticker, price and time."""
    return f"{traded(event)} @ {clock(event.ts)}"


def events_by_name(match: Match, stream: Stream) -> dict[str, tuple[Event, ...]]:
    """Return the events of each name of a match."""
    return {
        name: tuple(stream.by_id[id_] for id_ in ids_of(bound))
        for name, bound in match.bindings.items()
    }
