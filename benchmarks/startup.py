"""How long ``augury --help`` takes from a cold process: the median, with versions and commit."""

from __future__ import annotations

import platform
import statistics
import subprocess
import sys
from pathlib import Path
from time import perf_counter

from augury import __version__

RUNS = 21


def measure() -> list[float]:
    """Return the seconds of each run of the installed command."""
    command = [str(Path(sys.executable).with_name("augury")), "--help"]
    seconds = []
    for _ in range(RUNS):
        began = perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)  # noqa: S603 - our own
        seconds.append(perf_counter() - began)
    return seconds


def commit() -> str:
    """Return the short commit of this folder, with ``-dirty`` if files differ from it."""
    try:
        done = subprocess.run(
            ["git", "describe", "--always", "--dirty", "--exclude=*"],  # noqa: S607
            cwd=Path(__file__).parent, capture_output=True, text=True, check=True,
        )  # fmt: skip
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return done.stdout.strip()


if __name__ == "__main__":
    found = measure()
    print(  # noqa: T201
        f"augury --help: median {statistics.median(found):.2f} s, slowest {max(found):.2f} s "
        f"of {RUNS}; augury {__version__}, commit {commit()}, Python {platform.python_version()}"
    )
