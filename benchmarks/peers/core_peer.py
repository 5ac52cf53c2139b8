"""CORE answers the question of the benchmark: one job as JSON on standard input, one JSON line.

A script of its own: it runs in the environment of the peer, with the standard library and
``pycer``, and never imports Augury. An event is known by its time, since the workload has one
event a tick. CORE drops a match whose last event is exactly W after its first, if the window is
the span of an attribute, as it is here.

While it runs, CORE listens on a TCP port of every interface of the machine (6000, and 6003 for the
second run), so two of these cannot run at once.
"""

from __future__ import annotations

import csv
import json
import re
import resource
import sys
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path
from time import perf_counter
from typing import Any, Final

EVENTS: Final = ", ".join(f"EVENT {name} {{ ts:int, k:int }}" for name in "ABC")
STREAM: Final = f"CREATE STREAM S {{ {EVENTS} }}"
QUERIES: Final = {
    "equal_key": "SELECT * FROM S WHERE A; B; C PARTITION BY [k] WITHIN {} [ts]",
    "no_predicate": "SELECT * FROM S WHERE A; B; C WITHIN {} [ts]",
}
FEEDING: Final = (
    "all events in one call of send_events of the offline server, event objects built before the "
    "clock starts; the time ends when get_output has returned the text of all matches, so it "
    "includes writing that text and stopping the server, which waits in steps of 50 and 100 ms; "
    "reading the ids out of the text is not included; one worker thread evaluates"
)
FULL: Final = 2**64 - 1
FIRST_ATTRIBUTE: Final = re.compile(r"attributes: \[(\d+) ")


def mix(bits: int) -> int:
    """Return the finalizer of splitmix64, in 64 bits."""
    bits = (bits + 0x9E3779B97F4A7C15) & FULL
    bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9 & FULL
    bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EB & FULL
    return bits ^ (bits >> 31)


def summary(lines: Iterable[str]) -> tuple[int, str]:
    """Return how many matches lines of CORE's output are, and the checksum of their ids."""
    count = total = 0
    for line in lines:
        a, b, c = map(int, FIRST_ATTRIBUTE.findall(line))
        count += 1
        total += mix(mix(mix(a) ^ b) ^ c)
    return count, f"{total & FULL:016x}"


def read(path: str) -> list[tuple[str, int, int]]:
    """Return type, time and key of every event of a workload."""
    with Path(path).open(encoding="utf-8", newline="") as lines:
        rows = csv.reader(lines)
        next(rows)
        return [(kind, int(ts), int(key)) for kind, ts, key in rows]


def timed(query: str, rows: list[tuple[str, int, int]]) -> tuple[float, str]:
    """Return the seconds that CORE needed for the events, and its text of all matches."""
    import pycer  # here, so that the rest can be read without it

    try:
        server = pycer.PyOfflineServer()
    except RuntimeError as error:
        sys.exit(f"CORE listens on the TCP ports 6000 and 6003 while it runs: {error}")
    kinds = {info.name: info.id for info in server.declare_stream(STREAM).events_info}
    server.add_query(query)
    value: Any = pycer.PyIntValue
    events = [pycer.PyEvent(kinds[kind], [value(ts), value(key)]) for kind, ts, key in rows]
    began = perf_counter()
    server.send_events(events)
    text = server.get_output()
    return perf_counter() - began, text


def main() -> None:
    """Answer the job on standard input."""
    job = json.load(sys.stdin)
    resource.setrlimit(resource.RLIMIT_AS, (job["memory"], job["memory"]))
    query = QUERIES[job["query"]].format(int(job["window"]))
    rows = read(job["events"])
    idle, _ = timed(query, [])
    seconds, text = timed(query, rows)
    matches, checksum = summary(text.splitlines())
    answer = {
        "matches": matches,
        "checksum": checksum,
        "seconds": seconds,
        "idle": idle,
        "feeding": FEEDING,
        "version": f"CORE, pycer {version('pycer')}",
    }
    sys.stdout.write(json.dumps(answer) + "\n")


if __name__ == "__main__":
    main()
