"""ISO 8601 becomes microseconds by integer arithmetic."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from augury.io import parse_ts
from augury.io.times import micros
from augury.spec.errors import InputError

GOOD = [
    ("1970-01-01", 0),
    ("1970-01-01T00:00:00Z", 0),
    ("1970-01-01t00:00:00z", 0),
    ("1970-01-01 00:00:01", 1_000_000),
    ("1970-01-01T00:01", 60_000_000),
    ("1970-01-01T01:00:00+01:00", 0),
    ("1970-01-01T01:00:00+0100", 0),
    ("1970-01-01T01:00:00+01", 0),
    ("1969-12-31T19:30-04:30", 0),
    ("1969-12-31T23:59:59.999999Z", -1),
    ("1970-01-01T00:00:00.1", 100_000),
    ("1970-01-01T00:00:00,000001Z", 1),
    ("1970-01-01T00:00:00.000001000Z", 1),
    (f"1970-01-01T00:00:00.5{'0' * 10_000}Z", 500_000),
    ("19700101T000001Z", 1_000_000),
    ("19700101T0001", 60_000_000),
    ("2024-02-29T00:00:00", 1_709_164_800_000_000),
    ("0001-01-01T00:00:00+23:59", -62_135_596_800_000_000 - 86_340_000_000),
    ("9999-12-31T23:59:59.999999-23:59", 253_402_300_799_999_999 + 86_340_000_000),
]

BAD = [
    "", " ", "soon", "12", "-5", "20240101", "2024", "2024-01", "2024-1-1", "24-01-01",
    "2024-01-01T", "2024-01-01Z", "2024-01-01T12", "2024-01-01T24:00:00", "2024-01-01T12:60:00",
    "2024-01-01T12:00:60", "2024-02-30", "2023-02-29", "2024-00-01", "2024-13-01", "0000-01-01",
    "2024-01-01T12:00:00+24:00", "2024-01-01T12:00:00+01:60", "2024-01-01T12:00:00+1",
    "2024-01-01T12:00:00.", "2024-01-01T12:00:00.0000001", "2024-01-01T12:00:00 Z",
    "2024-01-01T12:00:00Z ", " 2024-01-01", "2024-01-01T12:00:00Z\n", "2024-W01-1", "2024-001",
    "\uff12024-01-01", "2024-01-01T12:00:00 UTC", "+2024-01-01", "2024-01-01T1200", "1e3",
    "x" * 10_000,
]  # fmt: skip


@pytest.mark.parametrize(("text", "ticks"), GOOD)
def test_moment(text: str, ticks: int) -> None:
    assert parse_ts(text) == ticks


@pytest.mark.parametrize("text", BAD)
def test_no_moment(text: str) -> None:
    with pytest.raises(InputError, match="is no time") as caught:
        parse_ts(text)
    assert len(str(caught.value)) < 250


def test_agrees_with_the_standard_library() -> None:
    start = datetime(1, 1, 1, tzinfo=UTC)
    epoch = datetime(1970, 1, 1, tzinfo=UTC)
    for step in range(1000):
        moment = start + step * timedelta(days=3652, seconds=86_399, microseconds=999_999) / 1.01
        assert parse_ts(moment.isoformat()) == (moment - epoch) // timedelta(microseconds=1)


def test_units() -> None:
    assert [micros(-3, unit) for unit in ("s", "ms", "us")] == [-3_000_000, -3_000, -3]
    assert micros(-3_000, "ns") == -3
    for count, unit in ((-1, "ns"), (1_001, "ns"), (1, "Y")):
        with pytest.raises(InputError):
            micros(count, unit)
