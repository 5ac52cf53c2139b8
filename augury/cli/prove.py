"""``augury prove``: every obligation of the house, judged in processes with limits."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from augury.proofs.judge import Judgement
    from augury.proofs.registry import Entry

HEAD = ("id", "sentence", "tool", "expected", "verdict", "canary", "seconds")


def prove(
    only: Annotated[
        list[str] | None,
        typer.Option(help="An id, a prefix such as PR-SCOPE, or a glob; may be repeated."),
    ] = None,
    json_: Annotated[
        Path | None, typer.Option("--json", help="Write the judgements to this file.")
    ] = None,
    list_: Annotated[
        bool, typer.Option("--list", help="List the obligations, judge nothing.")
    ] = False,
    jobs: Annotated[int, typer.Option(help="Obligations at a time.", min=1, max=64)] = 2,
) -> None:
    """Judge the obligations; status 1 if any verdict is not the expected one."""
    from augury.cli.output import say, table
    from augury.proofs.registry import selected
    from augury.proofs.runner import Runner

    entries = selected(_registry(), only or ())
    if list_:
        rows = [(e.obligation.id, e.obligation.tool, e.obligation.expected, e.obligation.sentence)
                for e in entries.values()]  # fmt: skip
        table("", ("id", "tool", "expected", "sentence"), rows)
        raise typer.Exit
    _tools(entries)
    with Runner(jobs) as runner:
        shown = _live if sys.stdout is not None and sys.stdout.isatty() else _lines
        done = sorted(shown(runner.outcomes(entries.values()), entries), key=lambda j: j.id)
    if json_ is not None:
        _write(json_, done, entries)
    red = [judgement.id for judgement in done if not judgement.green]
    counts = f"{len(done)} obligations: {len(done) - len(red)} as expected, {len(red)} not"
    say(counts + (f": {', '.join(red)}" if red else ""))
    raise typer.Exit(1 if red else 0)


def _registry() -> dict[str, Entry]:
    """Return all obligations, or say which extra their tools come from."""
    from augury.proofs.registry import registry
    from augury.spec.errors import InputError

    try:
        return registry()
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("augury"):
            raise
        what = f"the proofs need {error.name}"
        raise InputError(f"{what}; run pip install 'augury[proofs]'") from None


def _tools(entries: dict[str, Entry]) -> None:
    """Say before the start what a chosen obligation needs and the machine does not have."""
    from shutil import which

    from augury.spec.errors import InputError

    asked = [e.obligation.id for e in entries.values() if e.obligation.tool == "tlc"]
    if asked and which("java") is None:
        raise InputError(
            f"{asked[0]} needs Java 17 or newer, which was not found "
            "(Debian: apt-get install openjdk-17-jre-headless)"
        )


# ------------------------------------------------------------------------ what is shown


def _row(judgement: Judgement, entry: Entry) -> tuple[str, ...]:
    item = entry.obligation
    why = judgement.note or ("" if judgement.counterexample is None else _brief(judgement))
    verdict = f"{judgement.verdict} ({why})" if why and not judgement.green else judgement.verdict
    return (
        item.id,
        item.sentence,
        item.tool,
        item.expected,
        verdict,
        judgement.canary,
        f"{judgement.seconds:.1f}",
    )


def _brief(judgement: Judgement) -> str:
    """Return the counterexample in one line, cut where it is long."""
    import json

    from augury.spec.errors import brief

    return brief(json.dumps(judgement.counterexample, ensure_ascii=False))


def _lines(judgements: Iterable[Judgement], entries: dict[str, Entry]) -> Iterator[Judgement]:
    """Print a line a judgement, as it comes."""
    from augury.cli.output import say

    for judgement in judgements:
        name, sentence, tool, expected, verdict, canary, seconds = _row(
            judgement, entries[judgement.id]
        )
        mark = "ok " if judgement.green else "NOT"
        state = f"{verdict}, expected {expected}, canary {canary}, {tool}, {seconds} s"
        say(f"{mark} {name}: {state}: {sentence}")
        yield judgement


def _live(judgements: Iterable[Judgement], entries: dict[str, Entry]) -> Iterator[Judgement]:
    """Show the latest judgements while the others run, and all of them at the end."""
    from rich.console import Console
    from rich.live import Live

    console = Console(markup=False, highlight=False, emoji=False)
    done: list[Judgement] = []
    with Live(console=console, transient=True, auto_refresh=False) as live:
        live.update(_page(done, entries, console), refresh=True)
        for judgement in judgements:
            done.append(judgement)
            live.update(_page(done, entries, console), refresh=True)
            yield judgement
    console.print(_table(sorted(done, key=lambda judgement: judgement.id), entries))


def _page(done: list[Judgement], entries: dict[str, Entry], console: Console) -> Table:
    """Return the latest rows, as many as the terminal holds."""
    room = max(2, (console.height - 6) // 4)
    shown = _table(done[-room:], entries)
    shown.caption = f"{len(done)} of {len(entries)}"
    return shown


def _table(judgements: list[Judgement], entries: dict[str, Entry]) -> Table:
    from rich.box import SIMPLE
    from rich.table import Table
    from rich.text import Text

    from augury.cli.output import clean

    shown = Table(box=SIMPLE, caption_justify="left")
    for column in HEAD:
        shown.add_column(Text(column), overflow="fold", no_wrap=column == "id")
    for judgement in judgements:
        style = "" if judgement.green else "bold red"
        row = _row(judgement, entries[judgement.id])
        shown.add_row(*(Text(clean(cell)) for cell in row), style=style)
    return shown


def _write(path: Path, done: list[Judgement], entries: dict[str, Entry]) -> None:
    """Write the judgements as JSON; the file appears whole or not at all."""
    import json

    from augury.io._files import replacing

    with replacing(str(path)) as out:
        rows = [_as_json(judgement, entries[judgement.id]) for judgement in done]
        out.write(json.dumps(rows, indent=1, ensure_ascii=False).encode() + b"\n")


def _as_json(judgement: Judgement, entry: Entry) -> dict[str, Any]:
    item = entry.obligation
    return {
        "id": item.id,
        "sentence": item.sentence,
        "source": item.source,
        "tool": item.tool,
        "expected": item.expected,
        "verdict": judgement.verdict,
        "canary": judgement.canary,
        "seconds": round(judgement.seconds, 3),
        "counterexample": judgement.counterexample,
        "note": judgement.note,
    }
