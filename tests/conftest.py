"""Profiles, seeds and the one fixture every bulk test uses."""

from __future__ import annotations

import os
import random

import pytest
from hypothesis import HealthCheck, settings

import augury.spec
from augury.spec.strategies import RandomChoices, command, question, shrunk

PROFILE = os.environ.get("AUGURY_PROFILE", "check")
EXAMPLES = {"check": 100, "test": 200, "verify": 2_000}
SEED = int(os.environ.get("AUGURY_SEED", "0"))
if PROFILE == "verify" and "AUGURY_SEED" not in os.environ:
    SEED = random.SystemRandom().randrange(10**9)

# The tests of planted bugs say which copy of the package must be the one under test.
if "AUGURY_PLANTED" in os.environ:
    assert augury.spec.__file__.startswith(os.environ["AUGURY_PLANTED"]), augury.spec.__file__

settings.register_profile(
    "augury",
    derandomize=PROFILE != "verify",
    deadline=None,
    max_examples=EXAMPLES[PROFILE],
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    database=None,
)
settings.load_profile("augury")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--write-vectors", action="store_true", help="write spec/vectors/")


def pytest_report_header() -> str:
    return f"augury profile: {PROFILE}, seed: {SEED}"


def pytest_terminal_summary(terminalreporter) -> None:
    for report in terminalreporter.getreports("passed"):
        for key, value in report.user_properties:
            terminalreporter.write_line(f"{key}: {value}")


EXPECTED_SKIPS: dict[str, str] = {}
"""Tests that may be skipped, each with the reason; any other skip is a failure."""


def pytest_sessionfinish(session) -> None:
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    for report in reporter.stats.get("skipped", []) if reporter else []:
        if report.nodeid not in EXPECTED_SKIPS:
            reporter.write_line(f"skipped without a listed reason: {report.nodeid}", red=True)
            session.exitstatus = pytest.ExitCode.TESTS_FAILED


class Bulk:
    """Thousands of seeded questions; a failing one is shrunk and printed as a command to paste."""

    def __init__(self, record_property) -> None:
        self.record = record_property

    def count(self, check: int, test: int, verify: int) -> int:
        return {"check": check, "test": test, "verify": verify}[PROFILE]

    def seeds(self, count: int) -> range:
        """The seeds of a bulk test: from 0, or from the fresh seed of `make verify`."""
        return range(SEED, SEED + count)

    def questions(self, count: int, size=None):
        for seed in self.seeds(count):
            choices = RandomChoices(seed)
            yield seed, question(choices) if size is None else question(choices, size)

    def hold(self, asked, fails, seed: int) -> None:
        """Fail with the smallest question for which ``fails`` still says so."""
        if fails(asked):
            small = shrunk(asked, fails)
            pytest.fail(f"seed {seed}; paste:\n{command(small)}", pytrace=False)


@pytest.fixture
def bulk(record_property) -> Bulk:
    return Bulk(record_property)
