"""``augury conform``: hold an engine to the vectors, or ask the definition about one case."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(
    help="Hold an engine to the conformance vectors.",
    invoke_without_command=True,
    rich_markup_mode=None,
)


@app.callback()
def conform(
    context: typer.Context,
    builtin: Annotated[str | None, typer.Option(help="A built-in engine.")] = None,
    suite: Annotated[Path | None, typer.Option(help="A folder of vectors; default: ours.")] = None,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Name unsupported cases.")
    ] = False,
) -> None:
    """Run all vectors against an engine; status 1 if any answer differs from the definition."""
    if context.invoked_subcommand is not None:
        return
    if builtin is None:
        raise typer.BadParameter("say which engine: --builtin declarative")
    from augury.cli.output import say, table
    from augury.conformance.judge import OUTCOMES, judge
    from augury.conformance.suite import load
    from augury.engines import engine_called

    engine_called(builtin)
    tally: dict[str, Counter[str]] = {}
    for topic, cases in load(suite).items():
        verdicts = [judge(case, builtin) for case in cases]
        tally[topic] = Counter(verdict.outcome for verdict in verdicts)
        for verdict in verdicts:
            if verdict.outcome in ("failed", "error", *(["unsupported"] if verbose else [])):
                say(f"{verdict.outcome}: {verdict.case}: {verdict.detail}")
    total = sum(tally.values(), Counter[str]())
    rows = [
        (topic, count.total(), *(count[outcome] for outcome in OUTCOMES))
        for topic, count in {**tally, "all": total}.items()
    ]
    table(f"engine {builtin}", ("topic", "cases", *OUTCOMES), rows)
    raise typer.Exit(1 if total["failed"] or total["error"] else 0)


@app.command()
def oracle() -> None:
    """Read one case on standard input, write what the definition says on standard output."""
    import json

    from augury.cli.output import emit
    from augury.conformance.judge import answer
    from augury.conformance.suite import read_case
    from augury.io._text import opened
    from augury.spec.limits import CASE_BYTES

    with opened("-") as raw:
        case = read_case(raw.read(CASE_BYTES + 1), "<stdin>")
    emit([json.dumps(answer(case))])
