"""``augury bench``: measurements, each of which checks the answers before it says a number."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from augury.benchmarks.figures import Report

app = typer.Typer(help="Measure the engines.", no_args_is_help=True, rich_markup_mode=None)

JsonOption = Annotated[
    Path | None, typer.Option("--json", help="Write all numbers to this file.")
]  # fmt: skip


@app.command()
def figures(
    quick: Annotated[
        bool, typer.Option("--quick", help="Short streams: seconds instead of minutes.")
    ] = False,
    json_: JsonOption = None,
    output: Annotated[Path, typer.Option(help="The folder of the pictures and their data.")] = Path(
        "out/figures"
    ),
    seed: Annotated[int, typer.Option(help="The seed of the streams.")] = 7,
) -> None:
    """Draw figures 7 to 10 of the lazy automata anew; status 1 if two engines disagree."""
    from augury.cli.output import complain, say, table, working

    _needs_matplotlib()
    _folder(output)
    _writable(json_)
    from augury.benchmarks.figures import run
    from augury.benchmarks.figures_data import FULL, QUICK
    from augury.benchmarks.figures_run import DisagreementError

    try:
        report = run(QUICK if quick else FULL, seed, working)
    except DisagreementError as error:
        complain(error)
        raise typer.Exit(1) from None
    _draw(report, output)
    if json_ is not None:
        _write(json_, report.as_json())
    rows = [(c.id, "reproduced" if c.reproduced else "not reproduced", c.claim, c.note)
            for c in report.claims]  # fmt: skip
    table("", ("id", "verdict", "claim", "note"), rows)
    good = sum(claim.reproduced for claim in report.claims)
    about = report.about
    say(
        f"{len(rows)} claims: {good} reproduced, {len(rows) - good} not; scale "
        f"{report.scale.name}, seed {seed}, commit {about['commit']}, Python {about['python']}, "
        f"{about['seconds']} s; pictures in {output}"
    )


@app.command("long")
def long_(
    json_: JsonOption = None,
    events: Annotated[int, typer.Option(help="The length of the stream.", min=1)] = 100_000,
    history: Annotated[
        int, typer.Option(help="Prices an event carries, and minutes of the window.", min=1)
    ] = 5,
) -> None:
    """Time one chain on a long stream of stocks; status 1 if the tree answers otherwise."""
    from augury.benchmarks.figures_run import DisagreementError
    from augury.benchmarks.long_stream import run
    from augury.cli.output import complain, say, working

    _writable(json_)
    try:
        found = run(events, working, history).as_json()
    except DisagreementError as error:
        complain(error)
        raise typer.Exit(1) from None
    if json_ is not None:
        _write(json_, found)
    for key, value in found.items():
        say(f"{key}: {value}")


@app.command()
def cep(
    quick: Annotated[
        bool, typer.Option("--quick", help="Short streams: seconds instead of minutes.")
    ] = False,
    json_: JsonOption = None,
    seed: Annotated[int, typer.Option(help="The seed of the streams.")] = 7,
) -> None:
    """Time the columnar kernel beside a loop by hand; status 1 if two answers differ."""
    from augury.benchmarks.cep import FULL, QUICK, run
    from augury.benchmarks.figures_run import DisagreementError
    from augury.cli.output import complain, say, table, working

    _writable(json_)
    try:
        report = run(QUICK if quick else FULL, seed, working)
    except DisagreementError as error:
        complain(error)
        raise typer.Exit(1) from None
    found = report.as_json()
    if json_ is not None:
        _write(json_, found)
    rows = [
        (row.question, row.way, f"{row.events:,}", f"{row.matches:,}", f"{row.seconds:.4f}")
        for row in report.rows
    ]
    table("", ("question", "way", "events", "matches", "seconds"), rows)
    for what in ("ratios", "exponents"):
        for key, value in found[what].items():
            say(f"{what[:-1]} {key}: {value}")
    say(
        f"scale {report.scale.name}, seed {seed}, commit {found['commit']}, Python "
        f"{found['python']}, numpy {found['numpy']}, numba {found['numba']}, "
        f"peak memory {report.peak_bytes / 2**20:.0f} MB"
    )


# ------------------------------------------------------------------------ files


def _needs_matplotlib() -> None:
    from importlib.util import find_spec

    from augury.spec.errors import InputError

    if find_spec("matplotlib") is None:
        raise InputError("the figures need matplotlib; run pip install 'augury[plots]'")


def _folder(path: Path) -> None:
    """Make the folder of the pictures before the long run, or say why it cannot be."""
    from augury.spec.errors import InputError

    try:
        path.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise InputError(f"the folder cannot be made ({why}); change --output", str(path)) from None


def _writable(path: Path | None) -> None:
    """Refuse, before the long run, a file whose folder is not there."""
    from augury.spec.errors import InputError

    if path is not None and (path.is_dir() or not path.parent.is_dir()):
        raise InputError("the file cannot be written there; change --json", str(path))


def _draw(report: Report, folder: Path) -> None:
    """Write each figure and its data; a file appears whole or not at all."""
    from augury.benchmarks.figures_draw import pictures
    from augury.io._files import replacing

    for number, png in pictures(report).items():
        with replacing(str(folder / f"figure{number}.png")) as out:
            out.write(png)
        _write(folder / f"figure{number}.json", report.figure_json(number))


def _write(path: Path, found: dict[str, Any]) -> None:
    from augury.io._files import replacing

    with replacing(str(path)) as out:
        out.write(json.dumps(found, indent=1, ensure_ascii=False).encode() + b"\n")
