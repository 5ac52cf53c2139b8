"""The runner: a child that hangs, dies or eats memory is a verdict, and never a green one."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from time import monotonic, sleep

import pytest

from augury.proofs import runner
from augury.proofs.registry import collected
from augury.proofs.runner import Runner

MODULE = """
import os, signal, subprocess, sys, time
from augury.proofs.registry import Obligation, proved, refuted, unknown

def hangs():
    words = [sys.executable, "-c", "import time; time.sleep(600)"]
    children = [subprocess.Popen(words), subprocess.Popen(words, start_new_session=True)]
    with open({folder!r} + "/pids", "w") as out:
        out.write(" ".join(str(child.pid) for child in children) + ".")
    try:
        time.sleep(600)
    finally:
        children[1].kill()

def dies():
    os.kill(os.getpid(), signal.SIGSEGV)

def leaves():
    os._exit(0)

def eats():
    return proved(str(len(bytearray(64 * 2**30))))

def talks():
    print("what a tool prints")
    os.write(1, b"and writes")
    return proved("said")

def raises():
    raise SystemExit("gone")

def false():
    return refuted([1])

OBLIGATIONS = tuple(
    Obligation(f"PR-OWN-{{n:02}}", f"Law {{n}}.", "a test", "exhaustive", "proved", claim, canary,
               seconds=1 if claim is hangs else 60)
    for n, (claim, canary) in enumerate((
        (proved, false), (hangs, false), (dies, false), (leaves, false), (eats, false),
        (talks, false), (raises, false), (unknown, false), (proved, proved), (proved, dies),
    ))
)
"""
WANTED = {
    "PR-OWN-00": ("proved", "refuted", True),
    "PR-OWN-02": ("error", "error", False),
    "PR-OWN-03": ("error", "error", False),
    "PR-OWN-04": ("error", "refuted", False),
    "PR-OWN-05": ("proved", "refuted", True),
    "PR-OWN-06": ("error", "error", False),
    "PR-OWN-07": ("unknown", "refuted", False),
    "PR-OWN-08": ("proved", "proved", False),
    "PR-OWN-09": ("error", "error", False),
}


@pytest.fixture
def entries(tmp_path, monkeypatch):
    (tmp_path / "own_obligations.py").write_text(MODULE.format(folder=str(tmp_path)))
    monkeypatch.syspath_prepend(tmp_path)
    path = os.pathsep.join(filter(None, (str(tmp_path), os.environ.get("PYTHONPATH"))))
    monkeypatch.setenv("PYTHONPATH", path)
    return collected(["own_obligations"])


@pytest.mark.parametrize("name", WANTED)
def test_what_happens_to_a_child_is_its_verdict(entries, name) -> None:
    with Runner(1) as running:
        (judgement,) = running.outcomes([entries[name]])
    assert (judgement.verdict, judgement.canary, judgement.green) == WANTED[name], judgement
    assert judgement.verdict != "error" or judgement.note


def test_a_child_that_takes_too_long_is_ended_with_all_that_it_started(
    entries, tmp_path, monkeypatch
) -> None:
    monkeypatch.setattr(runner, "START", 4)
    with Runner(1) as running:
        (judgement,) = running.outcomes([entries["PR-OWN-01"]])
    assert (judgement.verdict, judgement.green) == ("timeout", False)
    assert judgement.note == "no answer within 1 s"
    assert all(map(ended, pids(tmp_path)))


def test_closing_the_runner_ends_its_children(entries, tmp_path) -> None:
    with Runner(2) as running:
        left = running.outcomes([entries["PR-OWN-01"], entries["PR-OWN-00"]])
        assert next(left).id == "PR-OWN-00"
        while not pids(tmp_path):
            sleep(0.05)
    assert all(map(ended, pids(tmp_path)))


def test_all_are_judged_once(entries) -> None:
    chosen = {name: entries[name] for name in ("PR-OWN-00", "PR-OWN-07", "PR-OWN-05")}
    with Runner(2) as running:
        found = [judgement.id for judgement in running.outcomes(chosen.values())]
    assert sorted(found) == sorted(chosen)


def pids(folder) -> list[int]:
    """Return the processes that a child started, when it has written all of them."""
    path = folder / "pids"
    text = path.read_text() if path.exists() else ""
    return [int(word) for word in text[:-1].split()] if text.endswith(".") else []


def ended(pid: int) -> bool:
    """Say whether a process is gone, or is about to be; a zombie is gone."""
    until = monotonic() + 20
    while monotonic() < until:
        try:
            os.kill(pid, 0)
            state = Path(f"/proc/{pid}/stat").read_text("utf-8").rsplit(")", 1)[1].split()[0]
            if state == "Z":
                return True
        except (ProcessLookupError, FileNotFoundError):
            return True
        sleep(0.05)
    os.kill(pid, signal.SIGKILL)
    return False
