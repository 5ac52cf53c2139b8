"""The sizes that a user can make large, each bounded by one number that its error names."""

from __future__ import annotations

from typing import Final

INT64_MIN: Final = -(2**63)
INT64_MAX: Final = 2**63 - 1
TICKS: Final = 2**62
"""``|ts| < TICKS`` and ``0 <= W < TICKS``, so that every sum of two stays inside int64."""

PATTERN_CHARACTERS: Final = 65_536
PATTERN_DEPTH: Final = 100
"""Nesting of parentheses, structure and operators, counted on the AST."""
PATTERN_NAMES: Final = 64
PATTERN_BRANCHES: Final = 1_024
KLEENE_COUNT: Final = 1_000_000_000
"""The largest ``m`` and ``n`` of ``T{m,n}``."""
CANDIDATES: Final = 1_000_000
"""Candidate bindings that the definition enumerates before it gives up (S-4.8)."""
KLEENE_SETS: Final = 1_000_000_000
"""Sets of events that the columnar kernel makes for Kleene names before it gives up (S-4.8)."""
COLLECTED: Final = 100_000_000
"""Matches that one answer holds in memory; ``match_batches`` hands on more than that."""
LINE_BYTES: Final = 16 * 2**20
"""One line of an event file."""
CASE_BYTES: Final = 64 * 2**20
"""One conformance case on standard input, or one file of cases."""
