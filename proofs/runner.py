"""The runner: every obligation in a child process, with limits, a few at a time.

A child that takes too long is a ``timeout``, one that dies is an ``error``; neither is green.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from time import perf_counter
from typing import Final

from augury.proofs.judge import Judgement, broken
from augury.proofs.registry import Entry

START: Final = 15
"""Seconds that a child may need before it begins, on a busy machine."""
GRACE: Final = 3
"""Seconds in which a child that is asked to end may end what it started elsewhere."""


class Runner:
    """Runs entries; ``close`` ends every child that still runs."""

    def __init__(self, jobs: int = 2) -> None:
        self._pool = ThreadPoolExecutor(jobs)
        self._children: set[subprocess.Popen[str]] = set()
        self._closed = False

    def outcomes(self, entries: Iterable[Entry]) -> Iterator[Judgement]:
        """Yield the judgements as they come; the ones with the most time begin first."""
        queue = sorted(entries, key=lambda entry: -entry.obligation.seconds)
        futures = [self._pool.submit(self._judge, entry) for entry in queue]
        for future in as_completed(futures):
            yield future.result()

    def close(self) -> None:
        """Begin nothing more, and end what runs."""
        self._closed = True
        self._pool.shutdown(wait=False, cancel_futures=True)
        children = tuple(self._children)
        for child in children:
            _signal(child, signal.SIGTERM)
        for child in children:
            _kill(child)

    def __enter__(self) -> Runner:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _judge(self, entry: Entry) -> Judgement:
        began = perf_counter()
        obligation = entry.obligation
        child = subprocess.Popen(  # noqa: S603 - our own module
            [sys.executable, "-P", "-m", "augury.proofs.child", entry.module, obligation.id],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            errors="backslashreplace",
            start_new_session=True,
        )
        self._children.add(child)
        try:
            if self._closed:
                _signal(child, signal.SIGKILL)
            out, err = child.communicate(timeout=obligation.seconds + START)
            return Judgement(**json.loads(out))
        except subprocess.TimeoutExpired:
            note = f"no answer within {obligation.seconds} s"
            return broken(obligation, "timeout", perf_counter() - began, note)
        except (ValueError, TypeError):
            last = (err.strip().splitlines() or ["no message"])[-1]
            note = f"the process ended with status {child.returncode}: {last}"
            return broken(obligation, "error", perf_counter() - began, note)
        finally:
            _end(child)
            self._children.discard(child)


def _signal(child: subprocess.Popen[str], what: signal.Signals) -> None:
    """Send a signal to a child and the group that it leads."""
    with suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(child.pid, what)
        else:
            child.send_signal(what)


def _kill(child: subprocess.Popen[str]) -> None:
    """Kill a child and its group, after the time that it has to end by itself."""
    with suppress(subprocess.TimeoutExpired):
        child.wait(GRACE)
    _signal(child, signal.SIGKILL)


def _end(child: subprocess.Popen[str]) -> None:
    """Leave nothing behind of a child, whether it is done or not."""
    if child.returncode != 0:
        _signal(child, signal.SIGTERM)
        _kill(child)
    child.wait()
    for pipe in (child.stdout, child.stderr):
        if pipe is not None:
            pipe.close()
