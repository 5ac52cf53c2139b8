"""The registry: what may be registered, what is found, what is rejected as worth nothing."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path

import pytest
import z3

from augury.proofs.judge import judged
from augury.proofs.models import canaries
from augury.proofs.registry import (
    IDENTIFIER,
    Obligation,
    RegistryError,
    Verdict,
    collected,
    modules,
    proved,
    refuted,
    registry,
    searched,
    selected,
    weight,
)
from augury.proofs.solver import VacuousError, valid
from augury.tla.models import MODELS

ROOT = Path(__file__).resolve().parents[2]
TOOLS = {"child", "forms", "judge", "registry", "runner", "solver", "symbolic"}
"""Modules of ``proofs`` that obligations are made with, and that register none themselves."""


def obligation(**changed) -> Obligation:
    fields = {
        "id": "PR-TEST-01",
        "sentence": "One is one.",
        "source": "a test",
        "tool": "exhaustive",
        "expected": "proved",
        "claim": proved,
        "canary": lambda: refuted(1),
    }
    return Obligation(**{**fields, **changed})


# ------------------------------------------------------------------ the real registry


def test_every_module_registers_something_or_is_a_tool() -> None:
    silent = {
        name.removeprefix("augury.proofs.")
        for name in modules()
        if "as_printed" not in name and not collected([name])
    }
    helpers = {name for name in silent if name.startswith("printed_")}
    assert silent - helpers == TOOLS


def test_the_registry_is_not_small_and_has_both_verdicts() -> None:
    found = [entry.obligation for entry in registry().values()]
    assert len(found) >= 60
    assert {item.expected for item in found} == {"proved", "refuted"}
    assert {item.tool for item in found} >= {"z3", "exhaustive"}


def test_sentences_are_said_once() -> None:
    sentences = [entry.obligation.sentence for entry in registry().values()]
    assert len(set(sentences)) == len(sentences)


def test_stored_counterexamples_are_data() -> None:
    for entry in registry().values():
        known = entry.obligation.known
        assert json.loads(json.dumps(known)) == known
        assert (known is not None) == (entry.obligation.expected == "refuted"), entry.obligation.id


def test_obligations_that_docstrings_cite_exist() -> None:
    cited: set[str] = set()
    for room in ("augury", "proofs", "reference", "spec", "spark_impl", "tla"):
        for path in sorted((ROOT / room).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)):
                    cited |= set(IDENTIFIER.findall(ast.get_docstring(node) or ""))
    assert cited, "no docstring cites an obligation"
    assert cited <= set(registry())


def test_obligations_that_the_page_names_are_all_and_exist() -> None:
    page = (ROOT / "docs" / "proofs.md").read_text("utf-8")
    named = set(re.findall(r"^\| ((?:PR|T)-[A-Z0-9]+) \|", page, re.M))
    topics = {name.rsplit("-", 1)[0] for name in registry()}
    assert set(IDENTIFIER.findall(page)) <= set(registry())
    assert topics == named


def test_every_variant_that_must_fail_is_the_canary_of_a_model() -> None:
    holding = [model for model in MODELS if model.expected == "holds" and not model.traces]
    failing = {model.id for model in MODELS if model.expected == "violated" and not model.traces}
    assert {canary.id for model in holding for canary in canaries(model)} == failing
    assert all(canaries(model) for model in holding)


# ------------------------------------------------------------------ what is rejected


@pytest.mark.parametrize(
    ("changed", "wanted"),
    [
        ({"id": "scope-1"}, "is no id"),
        ({"tool": "oracle"}, "unknown tool"),
        ({"expected": "unknown"}, "unknown tool or expected"),
        ({"sentence": "no full stop"}, "full stop"),
        ({"seconds": 0}, "a limit"),
        ({"expected": "refuted"}, "needs replay and known"),
        ({"expected": "refuted", "replay": bool}, "needs replay and known"),
        ({"known": (1, 2)}, "use lists"),
    ],
)
def test_an_obligation_that_says_too_little_is_rejected(changed, wanted) -> None:
    with pytest.raises(RegistryError, match=wanted):
        obligation(**changed)


def test_an_id_is_used_once(tmp_path, monkeypatch) -> None:
    text = Path(__file__).read_text("utf-8")
    start, end = text.index("def obligation("), text.index("# ----")
    head = "from augury.proofs.registry import Obligation, proved, refuted\n"
    for name in ("own_first", "own_second"):
        body = f"{head}{text[start:end]}\nOBLIGATIONS = (obligation(),)\n"
        (tmp_path / f"{name}.py").write_text(body)
    monkeypatch.syspath_prepend(tmp_path)
    assert list(collected(["own_first"])) == ["PR-TEST-01"]
    with pytest.raises(RegistryError, match="twice, in own_first and in own_second"):
        collected(["own_first", "own_second"])


def test_assumptions_without_a_model_are_rejected() -> None:
    x = z3.Int("x")
    with pytest.raises(VacuousError, match="vacuous"):
        valid([x > 0, x < 0], x == 5)
    vacuous = obligation(tool="z3", claim=lambda: valid([x > 0, x < 0], x == 5))
    assert judged(vacuous).verdict == "error"
    assert not judged(vacuous).green


def test_a_search_without_cases_is_rejected() -> None:
    with pytest.raises(RegistryError, match="no case"):
        searched([], lambda _: True)


# ------------------------------------------------------------------ what is green


def test_only_the_expected_verdict_with_a_refuted_canary_is_green() -> None:
    assert judged(obligation()).green
    assert not judged(obligation(canary=proved)).green
    assert not judged(obligation(canary=lambda: Verdict("unknown"))).green
    assert not judged(obligation(claim=lambda: Verdict("unknown"))).green
    assert not judged(obligation(claim=lambda: refuted(3))).green
    assert not judged(obligation(claim=lambda: 1 // 0)).green
    assert judged(obligation(claim=lambda: 1 // 0)).note.startswith("ZeroDivisionError")


def test_a_refutation_is_green_only_if_the_code_confirms_both_counterexamples() -> None:
    def refutation(found, known, confirms) -> str:
        item = obligation(
            expected="refuted", claim=lambda: refuted(found), replay=confirms, known=known
        )
        return judged(item).verdict

    assert refutation([1], [1], lambda _: True) == "refuted"
    assert refutation([2], [1], lambda _: True) == "refuted"
    assert refutation([1], [2], lambda _: True) == "error", "a smaller one must be stored"
    assert refutation([2], [1], lambda found: found == [2]) == "error"
    assert refutation([2], [1], lambda found: found == [1]) == "error"
    assert refutation([1], [1], lambda found: found[9]) == "error"
    assert refutation([1], [1], lambda _: 1) == "error", "a replay says True, not something true"


def test_weight_counts_leaves_then_numbers() -> None:
    assert weight([1, {"a": -2, "b": [True, "x"]}]) == (4, 3)
    assert weight([9]) < weight([0, 0])


# ------------------------------------------------------------------ z3


def test_a_refutation_has_the_smallest_numbers() -> None:
    x, y = z3.Ints("x y")
    verdict = valid([x + y > 10], x > 5)
    assert verdict.outcome == "refuted"
    assert abs(verdict.counterexample["x"]) + abs(verdict.counterexample["y"]) == 11
    r = z3.Real("r")
    assert valid([3 * r == 1], r > 1).counterexample == {"r": "1/3"}
    assert valid([x > 1], x > 0).outcome == "proved"


def test_a_solver_that_gives_up_proves_nothing(monkeypatch) -> None:
    x = z3.Int("x")
    monkeypatch.setattr("augury.proofs.solver.z3.Solver", lambda: _GivesUp())
    assert valid([x > 0], x > 0).outcome == "unknown"


class _GivesUp:
    asked = 0

    def add(self, *_) -> None:
        pass

    def check(self):
        self.asked += 1
        return z3.sat if self.asked == 1 else z3.unknown

    def reason_unknown(self) -> str:
        return "tired"


# ------------------------------------------------------------------ selection


def test_ids_prefixes_and_globs_select() -> None:
    known = registry()
    assert selected(known, []) == known
    assert set(selected(known, ["PR-SCOPE-01"])) == {"PR-SCOPE-01"}
    assert set(selected(known, ["PR-SCOPE"])) == {n for n in known if n.startswith("PR-SCOPE-")}
    assert set(selected(known, ["*-01"])) == {name for name in known if name.endswith("-01")}
    assert list(selected(known, ["PR-WIN-02", "PR-WIN-01"])) == ["PR-WIN-01", "PR-WIN-02"]
    for wrong in ("PR-SCO", "pr-scope", "PR-SCOPE-99", ""):
        with pytest.raises(RegistryError, match="no obligation"):
            selected(known, [wrong])
