"""The commands. Each reads its inputs, asks the API, and prints; work is imported when needed."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import Annotated

import typer

from augury.cli import bench, conform, prove

app = typer.Typer(
    help="Complex event processing: what a pattern means, and which events match it.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
app.add_typer(bench.app, name="bench")
app.add_typer(conform.app, name="conform")
app.command()(prove.prove)

PatternOption = Annotated[str, typer.Option("--pattern", "-p", help="A file, or the text itself.")]
EventsOption = Annotated[
    str,
    typer.Option("--events", "-e", help=".jsonl, .csv, .parquet; - is JSONL on standard input."),
]
DialectOption = Annotated[
    str, typer.Option("--dialect", help="order=strict|arrival|nonstrict,window=inclusive|exclusive")
]
FunctionsOption = Annotated[
    str | None,
    typer.Option("--functions", help="A Python module with a dict FUNCTIONS of your functions."),
]


def _version(wanted: bool) -> None:
    if wanted:
        from augury import __version__

        typer.echo(f"augury {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _top(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Complex event processing: what a pattern means, and which events match it."""
    if context.invoked_subcommand is None:
        from augury.cli.output import say

        say(context.get_help())


@app.command()
def match(
    pattern: PatternOption,
    events: EventsOption,
    engine: Annotated[
        str | None,
        typer.Option(help="Which engine; never changes the answer.", show_default="columnar"),
    ] = None,
    order: Annotated[
        str | None, typer.Option(help="The order of names, for columnar and chain: a,b,c")
    ] = None,
    negation: Annotated[
        str, typer.Option(help="When an automaton rejects by NOT: post (after all names) or first.")
    ] = "post",
    dialect: DialectOption = "",
    output: Annotated[Path | None, typer.Option(help=".jsonl or .parquet")] = None,
    stats: Annotated[
        bool, typer.Option("--stats", help="Say counts and time on standard error.")
    ] = False,
    limit: Annotated[
        int | None,
        typer.Option(
            help="Candidate bindings to enumerate, or matches to collect, at most.",
            min=1,
            show_default="1,000,000; columnar 100,000,000",
        ),
    ] = None,
    functions: FunctionsOption = None,
) -> None:
    """Find every match of a pattern in a finite stream."""
    from augury import api
    from augury.cli.inputs import read_dialect, read_functions, read_pattern
    from augury.cli.output import emit, note, working
    from augury.engines import default_for, engine_called
    from augury.io import read_events
    from augury.schema import likely_mistakes
    from augury.spec.errors import InputError

    if output is not None and output.suffix not in (".jsonl", ".parquet"):
        raise InputError("--output must end in .jsonl or .parquet", str(output))
    if engine is not None:
        engine_called(engine)
    chosen, own = read_dialect(dialect), read_functions(functions)
    parsed = read_pattern(pattern, own)
    engine = engine or default_for(parsed)
    stream = read_events(events)
    for remark in likely_mistakes(parsed, stream):
        note(f"augury: warning: {remark}")
    counters: dict[str, int] = {}
    began = perf_counter()
    with working(f"{engine}: {len(stream):,} events"):
        found = api.match(
            stream,
            parsed,
            engine=engine,
            dialect=chosen,
            functions=own,
            limit=limit,
            order=None if order is None else [name.strip() for name in order.split(",")],
            negation=negation,
            counters=counters,
        )
    seconds = perf_counter() - began
    if output is None:
        emit(found.lines())
    elif output.suffix == ".jsonl":
        found.to_jsonl(output)
    else:
        found.to_parquet(output)
    if stats:
        count = f"{len(found):,} match{'' if len(found) == 1 else 'es'}"
        note(f"{len(stream):,} events, {count}, {engine}, {seconds:.3f} s")
        for what, number in counters.items():
            note(f"{what.replace('_', ' ')}: {number:,}")


@app.command()
def why(
    pattern: PatternOption,
    events: EventsOption,
    binding: Annotated[str, typer.Option(help="Ids by name: a=3,b=[4,5]")],
    branch: Annotated[int | None, typer.Option(help="Which branch, if several fit.")] = None,
    dialect: DialectOption = "",
    functions: FunctionsOption = None,
) -> None:
    """Say which of the five rules holds or fails for a binding; status 1 if it is no match."""
    from augury import api
    from augury.cli.inputs import read_binding, read_dialect, read_functions, read_pattern
    from augury.cli.output import say

    own = read_functions(functions)
    parsed, ids = read_pattern(pattern, own), read_binding(binding)
    found = api.why(
        events, parsed, ids, dialect=read_dialect(dialect), branch=branch, functions=own
    )
    say(f"{binding} is {found}")
    raise typer.Exit(0 if found.is_match else 1)


@app.command()
def explain(
    pattern: PatternOption,
    events: Annotated[
        str | None, typer.Option("--events", "-e", help="Count candidates in these.")
    ] = None,
    engine: Annotated[
        str | None, typer.Option(help="Draw the automaton of eager, chain or tree.")
    ] = None,
    order: Annotated[
        str | None, typer.Option(help="The order of names, for engine chain: a,b,c")
    ] = None,
    negation: Annotated[
        str, typer.Option(help="When the automaton rejects by NOT: post or first.")
    ] = "post",
    format_: Annotated[str, typer.Option("--format", help="text, svg or mermaid")] = "text",
    functions: FunctionsOption = None,
) -> None:
    """Show the normal form of a pattern, or the automaton by which an engine finds its matches."""
    from augury.cli import explain as explaining
    from augury.cli.inputs import read_functions, read_pattern
    from augury.cli.output import emit, say
    from augury.io import read_events

    explaining.check_options(engine, order, format_, negation)
    parsed = read_pattern(pattern, read_functions(functions))
    stream = None if events is None else read_events(events)
    if engine is None:
        shown = explaining.normal_form_as(format_, parsed)
    else:
        names = None if order is None else [name.strip() for name in order.split(",")]
        automaton = explaining.automaton_of(parsed, engine, names, stream, negation)
        shown = explaining.automaton_as(format_, automaton, engine)
    emit([shown.rstrip("\n")]) if format_ == "svg" else say(shown.rstrip("\n"))
    if stream is not None:
        explaining.count_events(parsed, stream)


@app.command()
def demo(
    output: Annotated[Path, typer.Option(help="Where the page goes.")] = Path("out/demo.html"),
) -> None:
    """Take a tour on bundled data: engines agree, a binding is explained, a page comes out."""
    from augury.demo import tour

    raise typer.Exit(tour(output))
