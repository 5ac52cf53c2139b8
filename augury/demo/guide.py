"""The tour: each step asks, tells what came out in a few lines, and the page keeps all of it."""

from __future__ import annotations

import shlex
import shutil
import sys
from importlib.resources import files
from pathlib import Path

from augury.cli.output import working
from augury.demo.bundled import EXAMPLES, PACKAGE, bundled_stream
from augury.demo.moments import moments
from augury.demo.page import page
from augury.demo.story import Answer, Story, answer, reasons
from augury.demo.teller import Teller
from augury.io._files import replacing
from augury.spec.errors import InputError
from augury.spec.events import Stream

EXPLAINED = "quiet"
"""The example whose bindings are explained."""


def tour(output: Path) -> int:
    """Tell the tour and write its page; status 1 if two engines differ."""
    _prepare(output)
    teller = Teller()
    stream = bundled_stream()
    teller.stream(stream)
    answers = _answers(teller, stream)
    explained = next(found for found in answers if found.example.name == EXPLAINED)
    story = Story(stream, answers, explained, reasons(explained), moments())
    teller.reasons(story)
    teller.moments(story.moments)
    with replacing(str(output)) as out:
        out.write(page(story, f"augury demo --output {shlex.quote(str(output))}").encode())
    teller.end(story, output, next_commands())
    return 0 if story.agrees else 1


def _answers(teller: Teller, stream: Stream) -> tuple[Answer, ...]:
    teller.questions()
    found = []
    for example in EXAMPLES:
        with working(f"asking the engines about {example.file}"):
            found.append(answer(example, stream))
        teller.answer(found[-1])
    return tuple(found)


def _prepare(output: Path) -> None:
    """Create the folder of the page, and refuse a place where no file can be, before any work."""
    if output.is_dir():
        raise InputError("this is a folder; name a file such as demo.html", str(output))
    try:
        output.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = f"the folder cannot be made ({error.strerror}); choose another path"
        raise InputError(reason, str(output)) from None


def next_commands() -> tuple[str, str]:
    """Return two commands that work from the current folder as they stand."""
    examples = Path(str(files(PACKAGE)))
    if examples.is_relative_to(Path.cwd()):
        examples = examples.relative_to(Path.cwd())
    called = Path(sys.argv[0])
    known = shutil.which("augury") is not None or called.name != "augury"
    program = "augury" if known else shlex.quote(str(called))
    quiet, order = (shlex.quote(str(examples / name)) for name in ("quiet.sase", "any_order.sase"))
    data = shlex.quote(str(examples / "data" / "stocks.jsonl"))
    return f"{program} match -p {quiet} -e {data}", f"{program} explain -p {order}"
