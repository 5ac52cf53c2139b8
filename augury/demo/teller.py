"""The telling: plain sentences of at most 80 columns, the same in a terminal and in a pipe."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from textwrap import wrap

from augury.cli.output import styled, width
from augury.demo.bundled import events_by_name, in_words
from augury.demo.moments import TEXT, Moment
from augury.demo.story import Answer, Reason, Story, Verdict
from augury.examples.stocks import BUNDLED
from augury.spec.events import Stream

WIDTH, INDENT = 80, "   "


class Teller:
    """Prints the steps, numbered in the order of telling."""

    def __init__(self) -> None:
        self._width = max(40, min(WIDTH, width(WIDTH)))
        self._step = 0

    def stream(self, stream: Stream) -> None:
        """Tell what the data are."""
        self._print("Augury: a tour on bundled data", "bold")
        self._head("The stream")
        counts = Counter(event.type for event in stream)
        kinds = ", ".join(f"{count} {kind}" for kind, count in counts.most_common())
        self._say(
            f"{len(stream)} events of a made-up market, one a minute, drawn from seed "
            f"{BUNDLED.seed}, so they are the same on every machine: {kinds}."
        )

    def questions(self) -> None:
        """Tell what the next step is about."""
        self._head("Five questions")
        self._say(
            "Each pattern is put to three engines, and their sets of matches are compared: the "
            "definition itself (declarative), a second reading of it (denotation) and SQL (sqlite)."
        )

    def answer(self, answer: Answer) -> None:
        """Tell the question, how many matches there are, the first one, and who agrees."""
        count = len(answer.matches)
        self._print()
        self._print(f"{INDENT}{answer.example.file}: {answer.example.shows}", "bold cyan")
        self._say(answer.example.question, 5)
        self._say(f"{count} match{'' if count == 1 else 'es'}{'; the first:' if count else '.'}", 5)
        if count:
            for name, events in events_by_name(answer.matches[0], answer.stream).items():
                self._say(f"{name}: {' and '.join(map(in_words, events))}", 7)
        for line, style in agreement(answer):
            self._say(line, 5, style)

    def reasons(self, story: Story) -> None:
        """Tell the findings for one binding that is a match and one that just is not."""
        self._head("Why, and why not")
        self._say(
            "A binding is a match if five rules hold; they ask for distinct events, their order, "
            "the conditions, the window, and nothing that a NOT forbids. Two bindings of "
            f"{story.explained.example.file}, events by id:"
        )
        for reason in story.reasons:
            self._reason(reason)

    def _reason(self, reason: Reason) -> None:
        found = reason.explanation
        verdict = "a match" if found.is_match else "not a match"
        self._print()
        self._say(f"{reason.binding} is {verdict}", 5, "bold")
        for finding in found.findings:
            word, style = ("ok", "green") if finding.holds else ("FAIL", "bold red")
            self._say(f"{word:<4} rule {finding.rule}: {finding.text}", 7, style, hang=20)

    def moments(self, told: Sequence[Moment]) -> None:
        """Tell the arrivals one by one."""
        self._head("Finality")
        self._say(
            "A NOT at the end waits: a match is final once no event that may still arrive can "
            "undo it, not before and not later."
        )
        self._print()
        for line in TEXT.splitlines():
            self._print(f"     {line}", "dim")
        self._print()
        self._print(f"     {'arrival':<25}{'time':>6}   what it changes", "bold")
        for moment in told:
            news = moment.news or ("",)
            final = any(new.endswith("final") for new in moment.news)
            self._print(
                f"     {moment.item:<25}{moment.time:>6}   {news[0]}", "green" if final else ""
            )
            for new in news[1:]:
                self._print(f"     {'':<31}   {new}", "green" if final else "")

    def end(self, story: Story, output: Path, commands: Sequence[str]) -> None:
        """Tell where the page is and what to do next; a disagreement is the last word."""
        self._head("The page")
        self._say("All of this with pictures and every match is in one file, made for a browser:")
        self._print(f"     {output}", "bold")
        self._print()
        self._say("Next, ask for yourself:")
        for command in commands:
            self._print(f"     {command}", "bold")
        if not story.agrees:
            wrong = ", ".join(found.example.file for found in story.answers if not found.agrees)
            self._print()
            self._say(f"THE ENGINES DISAGREE on {wrong}: please report it.", 0, "bold red")

    def _head(self, title: str) -> None:
        self._step += 1
        self._print()
        self._print(f"{self._step}. {title}", "bold")

    def _say(self, text: str, indent: int = 3, style: str = "", *, hang: int = 0) -> None:
        first, later = " " * indent, " " * (hang or indent)
        lines = wrap(
            text,
            self._width,
            initial_indent=first,
            subsequent_indent=later,
            break_on_hyphens=False,
        )
        for line in lines:
            self._print(line, style)

    def _print(self, line: str = "", style: str = "") -> None:
        styled(line.rstrip(), style)


def agreement(answer: Answer) -> Iterator[tuple[str, str]]:
    """Yield who gave the same set, who was not asked and, loudly, who differs; with a style."""
    same = [verdict for verdict in answer.verdicts if not verdict.unsupported and verdict.agrees]
    for verdict in answer.verdicts:
        if not verdict.agrees:
            yield f"DISAGREEMENT: {difference(verdict)}", "bold red"
    if answer.agrees:
        yield f"same set from {_listed([_who(verdict, answer) for verdict in same])}", "green"
    for verdict in answer.verdicts:
        if verdict.unsupported:
            yield f"{verdict.engine}: {verdict.unsupported}", "dim"


def difference(verdict: Verdict) -> str:
    """Return how the answer of an engine differs from that of another."""
    parts = [
        f"{word} {count} match{'' if count == 1 else 'es'}"
        for word, count in (("lacks", verdict.lacks), ("adds", verdict.adds))
        if count
    ]
    return f"{verdict.engine} {' and '.join(parts)} compared with {verdict.against}"


def _who(verdict: Verdict, answer: Answer) -> str:
    part = verdict.events < len(answer.stream)
    return verdict.engine + (f" (compared on the first {verdict.events} events)" if part else "")


def _listed(words: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1]))) if words else "nobody"
