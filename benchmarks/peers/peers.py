"""A peer is asked in a process of its own and answers with one JSON line, or the asker says why.

``make peers`` builds the environments. Nothing of a peer is loaded into this process: its
libraries want other versions than ours, and what breaks in it must not break us.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from augury.benchmarks.peers.workloads import QUERIES
from augury.spec.errors import AuguryError, UnsupportedError, brief

HOME: Final = Path(__file__).parent
NAMES: Final = ("core", "flink")
MEMORY: Final = 4 * 2**30
"""Bytes a peer may take: CORE of address space, Flink of heap."""
LONGEST: Final = 2**16
"""Bytes that an answer may have."""
FIELDS: Final = ("matches", "checksum", "seconds", "idle", "feeding", "version")


class MissingPeerError(AuguryError):
    """A peer whose environment is not there; the sentence says how to build it."""


class BrokenPeerError(AuguryError):
    """A peer that did not start, failed, or printed something else than an answer (status 3)."""


class SlowPeerError(AuguryError):
    """A peer that did not answer in time and was ended (status 4)."""


@dataclass(frozen=True, slots=True)
class Peer:
    """An engine, the interpreter of its environment, and the words that start it."""

    name: str
    python: Path
    command: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Job:
    """A question of ``workloads.QUERIES``, its window in ticks, and the file of the events."""

    query: str
    window: int
    events: Path

    def __post_init__(self) -> None:
        if self.query not in QUERIES:
            known = ", ".join(QUERIES)
            raise UnsupportedError(f"unknown query '{self.query}'; choose one of {known}")
        if self.window < 1:
            raise UnsupportedError(f"a window is 1 tick or more, not {self.window}")

    def as_json(self) -> dict[str, Any]:
        """Return the job as a peer reads it; peers run in another folder."""
        path = str(self.events.resolve())
        return {"query": self.query, "window": self.window, "events": path, "memory": MEMORY}


@dataclass(frozen=True, slots=True)
class Answer:
    """What a peer found, how long it took, and what that time includes."""

    matches: int
    checksum: str | None
    """As ``workloads.checksum``; None if the peer can only count."""
    seconds: float
    idle: float
    """Seconds that the same timed section takes without an event; not subtracted."""
    feeding: str
    version: str


# ------------------------------------------------------------------------ which there are


def available(folder: Path) -> list[Peer]:
    """Return the peers that ``make peers`` has built in a folder, in the order of NAMES."""
    found = []
    for name in NAMES:
        with suppress(MissingPeerError):
            found.append(peer_called(name, folder))
    return found


def peer_called(name: str, folder: Path) -> Peer:
    """Return the peer of a name, or say what is missing."""
    if name not in NAMES:
        raise UnsupportedError(f"unknown peer '{name}'; choose one of {', '.join(NAMES)}")
    python = folder / name / "bin" / "python"
    if not (folder / name / ".ready").is_file() or not python.exists():
        raise MissingPeerError(f"peer {name} is not built in {folder}; run `make peers`")
    words = _core(python) if name == "core" else _flink(folder / name)
    return Peer(name, python, words)


def _core(python: Path) -> tuple[str, ...]:
    return (str(python.absolute()), "-I", str(HOME / "core_peer.py"))


def _flink(home: Path) -> tuple[str, ...]:
    java = shutil.which("java")
    if java is None:
        raise MissingPeerError(
            "peer flink needs Java 17 or newer, which was not found on PATH "
            "(Debian: apt-get install openjdk-17-jre-headless)"
        )
    jars = sorted(home.absolute().glob("lib/python*/site-packages/pyflink/lib/flink-*.jar"))
    chosen = [str(jar) for jar in jars if re.match(r"flink-(dist|cep)-\d", jar.name)]
    path = os.pathsep.join([str(home.absolute() / "classes"), *chosen])
    heap = f"-Xmx{MEMORY >> 20}m"
    return (java, heap, "-XX:+UseParallelGC", "-cp", path, "FlinkPeer")


# ------------------------------------------------------------------------ asking


def ask(peer: Peer, job: Job, seconds: float) -> Answer:
    """Return the answer of a peer to a job, or raise if it breaks or takes more than ``seconds``.

    The peer runs without a shell, in a temporary folder, as the leader of its own process group.
    """
    with TemporaryDirectory(prefix="augury-peer-") as name:
        folder = Path(name)
        (folder / "job.json").write_text(json.dumps(job.as_json()), "utf-8")
        status = _run(peer, folder, seconds)
        if status is None:
            raise SlowPeerError(f"peer {peer.name} did not answer in {seconds:g} s and was ended")
        if status != 0:
            why = _last_line(folder / "errors.txt") or "it said nothing"
            raise BrokenPeerError(f"peer {peer.name} ended with {_ending(status)}: {why}")
        with (folder / "answer.txt").open("rb") as printed:
            return parsed(printed.read(LONGEST + 1), peer.name)


def _run(peer: Peer, folder: Path, seconds: float) -> int | None:
    """Return the exit status, or None if the time was over; nothing of the peer stays behind."""
    with (
        (folder / "job.json").open("rb") as job,
        (folder / "answer.txt").open("wb") as answer,
        (folder / "errors.txt").open("wb") as errors,
    ):
        try:
            process = subprocess.Popen(  # noqa: S603 - a list of words that we made, no shell
                peer.command,
                cwd=folder,
                stdin=job,
                stdout=answer,
                stderr=errors,
                start_new_session=True,
            )
        except OSError as error:
            why = error.strerror or str(error)
            raise BrokenPeerError(
                f"peer {peer.name} cannot be started ({peer.command[0]}: {why}); run `make peers`"
            ) from None
        try:
            return process.wait(seconds)
        except subprocess.TimeoutExpired:
            return None
        finally:
            if process.poll() is None:
                with suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
                process.wait()


def _ending(status: int) -> str:
    return f"status {status}" if status > 0 else f"signal {-status} ({signal.strsignal(-status)})"


def _last_line(path: Path) -> str:
    """Return the last line that says something, from the end of a file of any length."""
    with path.open("rb") as said:
        said.seek(max(0, path.stat().st_size - LONGEST))
        lines = said.read().decode("utf-8", errors="replace").split("\n")
    return brief(next((line.strip() for line in reversed(lines) if line.strip()), ""))


# ------------------------------------------------------------------------ what was printed


def parsed(printed: bytes, name: str) -> Answer:
    """Return the answer in what a peer printed: one line, one object, these fields and no other."""
    if len(printed) > LONGEST:
        raise BrokenPeerError(f"peer {name} printed more than {LONGEST:,} bytes")
    try:
        found = json.loads(printed)
    except (ValueError, RecursionError):
        shown = brief(printed.decode("utf-8", errors="replace"), 200)
        raise BrokenPeerError(f"peer {name} printed no JSON line: {shown!r}") from None
    wrong = _wrong(found)
    if wrong:
        raise BrokenPeerError(f"peer {name} printed an answer that is none: {wrong}")
    return Answer(**found)


def _wrong(found: object) -> str:
    """Return what is wrong with an answer, or nothing."""
    if not isinstance(found, Mapping):
        return f"it is a {type(found).__name__}, not an object"
    if set(found) != set(FIELDS):
        return f"its fields are {', '.join(sorted(found))}, not {', '.join(sorted(FIELDS))}"
    if type(found["matches"]) is not int or found["matches"] < 0:
        return "'matches' is no count"
    check = found["checksum"]
    if check is not None and not (isinstance(check, str) and re.fullmatch("[0-9a-f]{16}", check)):
        return "'checksum' is neither null nor 16 hexadecimal digits"
    for field in ("seconds", "idle"):
        if not _duration(found[field]):
            return f"'{field}' is no time"
    for field in ("feeding", "version"):
        if not isinstance(found[field], str) or not found[field].strip():
            return f"'{field}' is no text"
    return ""


def _duration(value: object) -> bool:
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return number and 0 <= value < 10**9  # type: ignore[operator]  # false for nan
