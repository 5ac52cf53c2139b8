"""A desk at which a user works: files in a folder of their own, and the command line run on them.

Commands run inside this process, except where the streams of a process are what is tested.
"""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
import unicodedata
from dataclasses import dataclass
from pathlib import Path

import pytest

from augury.cli import run

COMMAND = Path(sys.executable).with_name("augury")
PATTERN = "PATTERN SEQ(A a, B b) WITHIN 5"
EVENTS = '{"type": "A", "ts": 1, "x": 1}\n{"type": "B", "ts": 2, "x": 2}\n'
"""One match of PATTERN: a = 0, b = 1."""
HIDDEN = ("Cc", "Cf", "Cs", "Zl", "Zp")


@dataclass(frozen=True)
class Ran:
    """What a command left behind."""

    status: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        """The lines of standard error, each ended by a line feed."""
        assert not self.err or self.err.endswith("\n"), self.err
        return self.err.split("\n")[:-1]


class Desk:
    """A folder, and ways to run ``augury`` in it."""

    def __init__(self, folder: Path, monkeypatch, capture) -> None:
        self.folder, self.monkeypatch, self.capture = folder, monkeypatch, capture
        self.events = self.file("ok.jsonl", EVENTS)
        self.pattern = PATTERN

    def file(self, name: str, data: str | bytes) -> str:
        path = self.folder / name
        path.write_bytes(data if isinstance(data, bytes) else data.encode())
        return str(path)

    def dir(self, name: str) -> str:
        (self.folder / name).mkdir()
        return str(self.folder / name)

    def names(self) -> set[str]:
        return {path.name for path in self.folder.iterdir()}

    def match(self, *more: str, pattern: str = "", events: str = "") -> list[str]:
        """Return a ``match`` that succeeds unless a part of it is replaced by a bad one."""
        return ["match", "-p", pattern or self.pattern, "-e", events or self.events, *more]

    def run(self, *argv: str, stdin: bytes = b"") -> Ran:
        self.monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        self.capture.readouterr()
        status = run(list(argv))
        out, err = self.capture.readouterr()
        return Ran(status, out.decode(), err.decode())

    def process(self, *argv: str | bytes, before: str = "", stdin: bytes = b"", **env: str) -> Ran:
        """Run the installed command; ``before`` is Python that first spoils its streams."""
        code = f"import os, sys\n{before}\nos.execv(sys.argv[1], sys.argv[1:])"
        done = subprocess.run(
            [sys.executable, "-c", code, COMMAND, *argv],
            input=stdin, capture_output=True, cwd=self.folder, env={**os.environ, **env},
            timeout=60, check=False,
        )  # fmt: skip
        return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())

    def expect_refusal(
        self, argv: list[str], wanted: str, *, stdin: bytes = b"", status: int = 2
    ) -> Ran:
        """Run a command that must fail with the wanted line, where DIR/ is this folder."""
        ran = self.run(*argv, stdin=stdin)
        check_refusal(ran, wanted.replace("DIR/", re.escape(f"{self.folder}/")), status=status)
        return ran


def check_refusal(ran: Ran, wanted: str, *, status: int = 2) -> None:
    """A refusal is a status, no output, and one line of plain text that says what is wrong.

    A pattern error has two lines more: the source, and a caret.
    """
    assert "Traceback" not in ran.err
    assert ran.status == status, ran
    assert ran.out == ""
    assert not [c for c in ran.err if c != "\n" and unicodedata.category(c) in HIDDEN], ran.err
    first, *rest = ran.lines
    assert first.startswith("augury: "), first
    assert re.match(wanted, first.removeprefix("augury: ")), first
    if rest:
        assert len(rest) == 2, rest
        assert rest[1].strip(" ") == "^", rest
        assert max(map(len, rest)) <= 73


@pytest.fixture
def desk(tmp_path, monkeypatch, capsysbinary):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("AUGURY_DEBUG", raising=False)
    monkeypatch.setenv("COLUMNS", "100")
    known = set(sys.modules)
    yield Desk(tmp_path, monkeypatch, capsysbinary)
    for name in set(sys.modules) - known:
        if name.startswith("own_"):
            del sys.modules[name]
