"""One obligation in a process of its own: ``python -m augury.proofs.child MODULE ID``.

Memory is limited before the first question is asked. A child that is asked to end (SIGTERM) leaves
in order, so that a tool can end what it started. The judgement is one line of JSON on standard
output, and nothing else is: what a tool prints goes to standard error.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from typing import Final

from augury.proofs.judge import judged
from augury.proofs.registry import Obligation, collected

MEMORY: Final = 4 * 2**30
"""Bytes of address space; a tool that runs in Java is limited by Java instead."""


def main(module: str, identifier: str) -> None:
    """Judge one obligation of a module and print the judgement."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("asked to end"))
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as answer:
        os.dup2(2, 1)
        obligation = collected([module])[identifier].obligation
        _limit(obligation)
        json.dump(judged(obligation).as_json(), answer)


def _limit(obligation: Obligation) -> None:
    """Limit the memory of this process, where the system can."""
    if obligation.tool == "tlc":
        return
    try:
        import resource
    except ImportError:  # not a Unix; the wall clock still limits
        return
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


if __name__ == "__main__":
    main(*sys.argv[1:])
