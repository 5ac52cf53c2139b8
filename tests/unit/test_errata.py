"""Every erratum has its five parts, names checks that exist, and its counterexample replays."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from augury.proofs.judge import judged
from augury.proofs.registry import registry
from augury.spec.errors import InvalidPatternError
from augury.spec.language.parser import parse

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "spec" / "ERRATA.md").read_text("utf-8")
PARTS = ["Place", "Printed", "Counterexample", "Resolution", "Checked by"]
ENTRIES = {
    part.split(" ", 1)[0]: " ".join(part.split())
    for part in re.split(r"^## ", TEXT, flags=re.M)[1:]
}
PRINTED = {n: e.obligation for n, e in registry().items() if ".printed_" in e.module}
REFUTED = {n: o for n, o in PRINTED.items() if o.expected == "refuted"}


def named(text: str) -> set[str]:
    """Return the obligations that a text names, ranges such as PR-X-01 to PR-X-03 too."""
    found = set(re.findall(r"PR-[A-Z]+-\d\d", text))
    for topic, low, high in re.findall(r"PR-([A-Z]+)-(\d\d) to PR-\1-(\d\d)", text):
        found |= {f"PR-{topic}-{n:02}" for n in range(int(low), int(high) + 1)}
    return found


def checks(entry: str) -> str:
    return entry.split("**Checked by.**")[1]


def test_errata_are_numbered_without_gaps() -> None:
    assert list(ENTRIES) == [f"E-{number:02}" for number in range(1, len(ENTRIES) + 1)]
    assert len(ENTRIES) >= 30


@pytest.mark.parametrize("name", ENTRIES)
def test_an_erratum_has_its_five_parts_in_order(name) -> None:
    assert re.findall(r"- \*\*([A-Z][a-z ]+)\.\*\*", ENTRIES[name]) == PARTS
    for part in re.split(r"- \*\*[A-Z][a-z ]+\.\*\*", ENTRIES[name])[1:]:
        assert len(part.strip()) >= 6


@pytest.mark.parametrize("name", ENTRIES)
def test_what_an_erratum_says_checks_it_exists(name) -> None:
    text = checks(ENTRIES[name])
    obligations, paths = named(text), re.findall(r"`(tests/[\w/]+\.py)`", text)
    assert obligations or paths
    assert obligations <= set(registry())
    for path in paths:
        assert (ROOT / path).is_file(), path


def test_every_refuted_sentence_of_the_documents_is_an_erratum() -> None:
    by_erratum = [named(checks(entry)) & set(REFUTED) for entry in ENTRIES.values()]
    assert set().union(*by_erratum) == set(REFUTED)
    assert sum(map(len, by_erratum)) == len(REFUTED), "one is named by two errata"
    assert len(REFUTED) >= 12


def test_an_erratum_says_which_of_its_obligations_are_refuted() -> None:
    for name, entry in ENTRIES.items():
        said = re.findall(r"((?:PR-PRINT-\d\d(?: and )?)+) \(refuted", checks(entry))
        assert named(" ".join(said)) == named(checks(entry)) & set(REFUTED), name


@pytest.mark.parametrize("name", REFUTED)
def test_the_stored_counterexample_replays(name) -> None:
    obligation = REFUTED[name]
    assert obligation.replay(obligation.known) is True


@pytest.mark.parametrize("name", REFUTED)
def test_the_erratum_shows_the_stored_counterexample(name) -> None:
    (entry,) = [entry for entry in ENTRIES.values() if name in named(checks(entry))]
    known = REFUTED[name].known
    if "stream" in known:
        assert f"`{known['stream']}`" in entry


@pytest.mark.parametrize("name", REFUTED)
def test_the_search_finds_nothing_smaller_than_the_stored_counterexample(name) -> None:
    obligation = REFUTED[name]
    assert obligation.claim().counterexample == obligation.known


def test_a_replay_denies_what_is_no_counterexample() -> None:
    denied = 0
    for obligation in REFUTED.values():
        if "order" in obligation.known:
            harmless = {**obligation.known, "stream": "Z@1"}
            assert obligation.replay(harmless) is False, obligation.id
            denied += 1
    assert denied >= 12


def test_a_resolution_is_green_with_what_is_printed_as_its_canary() -> None:
    assert judged(PRINTED["PR-PRINT-10"]).green
    assert judged(PRINTED["PR-PRINT-27"]).green


def test_clauses_between_negated_names_are_rejected() -> None:
    """E-33, S-2.10."""
    with pytest.raises(InvalidPatternError, match="negated names"):
        parse("PATTERN SEQ(A a, NOT(N n), NOT(M m), B b) WHERE n.x = m.x WITHIN 9")
