"""What the tests of streaming engines share."""

from __future__ import annotations

from math import inf

import pytest


@pytest.fixture
def emitted():
    """Return what a machine emits at each arrival and at the end; late events are not pushed."""

    def told(machine, arrivals, disorder: int) -> list[frozenset]:
        out, time = [], -inf
        for event in arrivals:
            found = []
            if event.ts > time:
                found += machine.push(event)
                time = max(time, event.ts - disorder - 1)
                found += machine.advance(time)
            assert len(found) == len(set(found)), "a match was emitted twice"
            out.append(frozenset(found))
        return [*out, frozenset(machine.close())]

    return told
