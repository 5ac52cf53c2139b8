"""Every model gives its expected verdict, and no model is believed without one that fails.

The sizes here are small; `python -m augury.tla check` runs the full ones. The Makefile runs this
folder without xdist: TLC uses both cores itself.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import augury.tla
from augury.tla.models import MODELS
from augury.tla.runner import run_model, simulate

HOME = Path(augury.tla.__file__).parent
BY_ID = {model.id: model for model in MODELS}
HOLDING = [model for model in MODELS if model.expected == "holds"]


def invariants(config: str) -> set[str]:
    text = (HOME / f"{config}.cfg").read_text("utf-8")
    return set(text.partition("INVARIANTS")[2].split())


def constant(config: str, name: str) -> str:
    text = (HOME / f"{config}.cfg").read_text("utf-8")
    return re.search(rf"^    {name} (?:=|<-) (.*)$", text, re.MULTILINE)[1]


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.id)
def test_the_verdict_is_the_expected_one(model, record_property) -> None:
    result = run_model(model, small=True)
    record_property(model.id, f"{result.verdict}, {result.generated:,} states")
    assert result.verdict == model.expected, result.reason or result.trace
    assert result.generated > 100
    assert (result.invariant or "") == model.invariant
    assert bool(result.trace) == (model.expected == "violated")


def test_ids_are_unique_and_files_are_used() -> None:
    assert len(BY_ID) == len(MODELS)
    configs = [model.config for model in MODELS]
    assert sorted([*configs, "ConformLazyChain"]) == sorted(p.stem for p in HOME.glob("*.cfg"))
    for model in MODELS:
        assert model.config.endswith("_mustfail") == (model.expected == "violated")
        assert model.config.startswith(model.module)


@pytest.mark.parametrize("model", HOLDING, ids=lambda model: model.id)
def test_what_holds_has_a_canary(model) -> None:
    canary = BY_ID[model.canary]
    assert canary.expected == "violated"
    assert canary.module == model.module
    assert len(invariants(model.config)) >= 4
    if canary.source != "reachability":
        assert canary.invariant in invariants(model.config)


def test_every_invariant_that_holds_is_violated_by_a_deviation() -> None:
    held = set().union(*(invariants(model.config) for model in HOLDING))
    violated = {model.invariant for model in MODELS if model.expected == "violated"}
    assert held <= violated


def test_an_expected_failure_checks_the_named_invariant_alone() -> None:
    for model in MODELS:
        if model.expected == "violated":
            assert invariants(model.config) == {model.invariant}


def test_only_deviations_and_the_printed_rule_leave_the_corrected_variant() -> None:
    corrected = {m.config for m in MODELS if constant(m.config, "Variant") == '"corrected"'}
    assert {m.id for m in HOLDING if m.config not in corrected} == {"T-LAZY-07"}
    reachability = {m.config for m in MODELS if m.source == "reachability"}
    failing = {m.config for m in MODELS if m.expected == "violated"}
    assert corrected & failing == reachability


def test_every_deviation_of_the_module_is_used() -> None:
    text = (HOME / "LazyChain.tla").read_text("utf-8")
    named = set(re.findall(r'Variant = "(\w+)"', text))
    used = {constant(model.config, "Variant").strip('"') for model in MODELS} - {"corrected"}
    assert named == used


def test_sizes_are_what_the_readme_says() -> None:
    readme = (HOME / "README.md").read_text("utf-8")
    for model in HOLDING:
        row = next(line for line in readme.splitlines() if line.startswith(f"| {model.id} "))
        cells = [cell.strip() for cell in row.strip("|").split("|")]
        assert cells[1] == constant(model.config, "Patterns"), model.id
        sizes = [constant(model.config, name) for name in ("MaxEvents", "MaxTs", "Window")]
        assert cells[2:5] == sizes, model.id


@pytest.mark.parametrize(
    ("variant", "violated"),
    [
        ("printed_scope", {"OnlyMatches"}),
        ("early_buffer_expiry", {"NothingMissing"}),
        ("early_instance_expiry", {"NothingMissing"}),
        ("no_waiting", {"OnlyMatches", "NothingEarly"}),
    ],
)
def test_random_behaviours_notice_a_deviation(variant, violated) -> None:
    result = simulate(
        "SIMLazyChain", "SIMLazyChain", traces=500, seed=1, constants={"Variant": variant}
    )
    assert result.verdict == "violated", result.reason
    assert result.invariant in violated
