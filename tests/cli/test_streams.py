"""Pipes that close, streams that are missing, disks that are full: never a traceback."""

from __future__ import annotations

import json
import subprocess
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

COMMAND = str(Path(sys.executable).with_name("augury"))
CROSS = "".join(f'{{"type": "{type_}", "ts": 1}}\n' for type_ in "AB" for _ in range(60))
"""3,600 matches of AND(A a, B b), more than a pipe holds."""
LINE = '{"branch": 0, "bindings": {"a": 0, "b": 1}}\n'
PATTERN = "PATTERN SEQ(A a, B b) WITHIN 5"


def left_alone(desk, argv: list[str], *, after_lines: int) -> tuple[int, bytes]:
    """Run a command whose reader goes away; return its status and standard error."""
    with subprocess.Popen(
        [COMMAND, *argv],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=desk.folder,
    ) as process:  # fmt: skip
        for _ in range(after_lines):
            assert process.stdout.readline().endswith(b"\n")
        process.stdout.close()
        err = process.stderr.read()
    return process.returncode, err


@pytest.mark.parametrize(
    "argv",
    [
        ["match", "-p", PATTERN, "-e", "ok.jsonl"],
        ["explain", "-p", PATTERN],
        ["why", "-p", PATTERN, "-e", "ok.jsonl", "--binding", "a=0,b=1"],
        ["conform", "--builtin", "declarative", "--suite", "suite"],
        ["--help"],
    ],
    ids=["match", "explain", "why", "conform", "help"],
)
def test_a_reader_that_never_reads(desk, argv):
    """Status 1 would say that the answer is no, and it is not."""
    desk.dir("suite")
    asked = {"pattern": None, "text": "PATTERN", "input": []}
    desk.file("suite/x.json", json.dumps({"topic": "t", "version": "1", "cases": [asked]}))
    assert left_alone(desk, argv, after_lines=0) == (0, b"")


def test_a_reader_that_reads_one_line(desk):
    desk.file("cross.jsonl", CROSS)
    argv = ["match", "-p", "PATTERN AND(A a, B b) WITHIN 5", "-e", "cross.jsonl"]
    assert left_alone(desk, argv, after_lines=1) == (0, b"")


def test_no_standard_output(desk):
    ran = desk.process(*desk.match("--output", "out.jsonl"), before="os.close(1)")
    assert (ran.status, ran.err) == (0, "")
    assert (desk.folder / "out.jsonl").read_text() == LINE
    ran = desk.process(*desk.match(), before="os.close(1)")
    assert ran.status in (0, 2)
    assert "internal error" not in ran.err


def test_no_standard_error(desk):
    """An error has nowhere to go, and standard output is not for it."""
    ran = desk.process(*desk.match(pattern="PATTERN ("), before="os.close(2)")
    assert (ran.status, ran.out, ran.err) == (2, "", "")


@pytest.mark.parametrize(
    "argv", [["match", "-p", PATTERN, "-e", "-"], ["conform", "oracle"]], ids=["match", "oracle"]
)
def test_no_standard_input(desk, argv):
    ran = desk.process(*argv, before="os.close(0)")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == "augury: <stdin>: standard input is closed; give a file or a pipe\n"


def test_a_full_disk(desk):
    full = "os.dup2(os.open('/dev/full', os.O_WRONLY), 1)"
    ran = desk.process(*desk.match(), before=full)
    assert ran.status in (2, 3), ran
    assert len(ran.lines) == 1
    assert ran.err.startswith("augury: ")
    assert "No space left" in ran.err
    assert "internal error" not in ran.err


def test_a_terminal_without_unicode(desk):
    argv = ["explain", "-p", 'PATTERN "Käse" a WITHIN 5']
    ran = desk.process(*argv, PYTHONIOENCODING="ascii")
    assert (ran.status, ran.err) == (0, "")
    assert "K" in ran.out
    ran = desk.process(*desk.match(pattern='PATTERN "Käse" a ! WITHIN 5'), PYTHONIOENCODING="ascii")
    assert ran.status == 2
    assert len(ran.lines) == 3


def test_an_argument_that_is_not_utf_8(desk):
    ran = desk.process(b"match", b"-p", b"none\xff.sase", b"-e", b"ok.jsonl")
    assert ran.status == 2
    assert ran.err.startswith(r"augury: none\udcff.sase: no such file")
    assert len(ran.lines) == 1


def test_the_installed_command(desk):
    ran = desk.process(*desk.match())
    assert (ran.status, ran.out, ran.err) == (0, LINE, "")
    ran = desk.process(*desk.match(events="-"), stdin=(desk.folder / "ok.jsonl").read_bytes())
    assert (ran.status, ran.out, ran.err) == (0, LINE, "")
    ran = desk.process("nope")
    assert (ran.status, ran.out, len(ran.lines)) == (2, "", 1)


class Interrupted(BytesIO):
    def readline(self, size=-1):
        raise KeyboardInterrupt

    read = readline


@pytest.mark.parametrize(
    "argv", [["match", "-p", PATTERN, "-e", "-"], ["conform", "oracle"]], ids=["match", "oracle"]
)
def test_an_interrupt_is_status_130(desk, monkeypatch, capsysbinary, argv):
    from augury.cli import run

    monkeypatch.setattr(sys, "stdin", TextIOWrapper(Interrupted()))
    assert run(argv) == 130
    out, err = capsysbinary.readouterr()
    assert (out, err.strip()) == (b"", b"")


HEAVY = ("pyspark", "z3", "cvxpy", "matplotlib", "pandas", "pyarrow", "numpy")


@pytest.mark.parametrize(
    "code", ["import augury", "from augury.cli import run; assert run(['--help']) == 0"]
)
def test_nothing_heavy_is_loaded_before_it_is_needed(desk, code):
    after = f"import sys; print(sorted(set(sys.modules) & set({HEAVY!r})), file=sys.stderr)"
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\n{after}"],
        capture_output=True, text=True, cwd=desk.folder, check=True, timeout=60,
    )  # fmt: skip
    assert done.stderr == "[]\n"
