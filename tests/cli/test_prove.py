"""``augury prove``: what is judged, what is said, and when the answer is no."""

from __future__ import annotations

import io
import json
import os
from pathlib import Path

import jsonschema
import pytest
from rich.console import Console

import augury.spec
from augury.cli.prove import _live, _table
from augury.proofs.judge import Judgement
from augury.proofs.registry import collected

HEAD = """
import pathlib
from augury.proofs.registry import Obligation, proved, refuted, unknown

def law(number, expected="proved", claim=proved, canary=lambda: refuted([0]), **more):
    if expected == "refuted":
        more = {"replay": lambda found: found == [1], "known": [1], **more}
    sentence = more.pop("sentence", f"Law {number} holds.")
    tool = more.pop("tool", "exhaustive")
    given = (sentence, "a test", tool, expected, claim, canary)
    return Obligation(f"PR-OWN-{number:02}", *given, **more)
"""
GREEN = "OBLIGATIONS = (law(1), law(2, 'refuted', lambda: refuted([1])))"


@pytest.fixture
def own(desk, monkeypatch):
    """Put other obligations in the place of those of the house."""

    def put(text: str) -> None:
        desk.file("own_registry.py", HEAD + text)
        monkeypatch.syspath_prepend(desk.folder)
        path = os.pathsep.join(filter(None, (str(desk.folder), os.environ.get("PYTHONPATH"))))
        monkeypatch.setenv("PYTHONPATH", path)
        monkeypatch.setattr("augury.proofs.registry.modules", lambda: ["own_registry"])

    return put


def test_expected_verdicts_are_status_0(desk, own) -> None:
    own(GREEN)
    ran = desk.run("prove")
    assert (ran.status, ran.err) == (0, "")
    *lines, last = ran.out.splitlines()
    assert sorted(line[:13] for line in lines) == ["ok  PR-OWN-01", "ok  PR-OWN-02"]
    assert last == "2 obligations: 2 as expected, 0 not"


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("law(1, claim=lambda: refuted([7]))", "refuted ([7]), expected proved"),
        ("law(1, claim=unknown)", ": unknown, expected"),
        ("law(1, claim=lambda: 1 // 0)", "error (ZeroDivisionError"),
        ("law(1, canary=proved)", "canary proved"),
        ("law(1, 'refuted')", ": proved, expected refuted"),
        ("law(1, 'refuted', lambda: refuted([3]))", "error (the code does not confirm the found"),
    ],
)
def test_any_other_verdict_is_status_1(desk, own, wrong, said) -> None:
    own(f"OBLIGATIONS = ({wrong}, law(2))")
    ran = desk.run("prove", "--jobs", "1")
    assert (ran.status, ran.err) == (1, "")
    (line,) = [line for line in ran.out.splitlines() if line.startswith("NOT PR-OWN-01")]
    assert said in line
    assert ran.out.splitlines()[-1] == "2 obligations: 1 as expected, 1 not: PR-OWN-01"


def test_only_what_is_asked_for_is_judged(desk, own) -> None:
    own("OBLIGATIONS = (law(1, claim=unknown), law(2), law(3))")
    ran = desk.run("prove", "--only", "PR-OWN-02", "--only", "*-03")
    assert ran.status == 0
    assert "PR-OWN-01" not in ran.out
    assert ran.out.count("\n") == 3
    assert desk.run("prove", "--only", "PR-OWN").status == 1


def test_a_list_judges_nothing(desk, own) -> None:
    own("OBLIGATIONS = (law(1, claim=lambda: pathlib.Path('judged').write_text('')),)")
    ran = desk.run("prove", "--list")
    assert ran.status == 0
    assert "PR-OWN-01" in ran.out
    assert "Law 1 holds." in ran.out
    assert "judged" not in desk.names()


def test_judgements_are_written_as_data(desk, own) -> None:
    own("OBLIGATIONS = (law(2, 'refuted', lambda: refuted([1])), law(1, claim=unknown))")
    assert desk.run("prove", "--json", "out.json").status == 1
    rows = json.loads((desk.folder / "out.json").read_text("utf-8"))
    schema = Path(augury.spec.__file__).with_name("schemas") / "judgements.schema.json"
    jsonschema.Draft202012Validator(json.loads(schema.read_text("utf-8"))).validate(rows)
    assert [row["id"] for row in rows] == ["PR-OWN-01", "PR-OWN-02"]
    assert [row["verdict"] for row in rows] == ["unknown", "refuted"]
    assert [row["counterexample"] for row in rows] == [None, [1]]
    assert not [name for name in desk.names() if name.endswith(".tmp")]


def test_an_obligation_of_the_house_runs(desk) -> None:
    ran = desk.run("prove", "--only", "PR-FINAL-09")
    assert ran.status == 0
    assert ran.out.startswith("ok  PR-FINAL-09: refuted, expected refuted, canary refuted, z3")


# ------------------------------------------------------------------ refusals


def test_an_unknown_id_is_refused(desk) -> None:
    desk.expect_refusal(["prove", "--only", "PR-NONE"], "no obligation is called 'PR-NONE'; see")


def test_a_missing_tool_names_its_extra(desk, own) -> None:
    own("import no_such_solver")
    wanted = r"the proofs need no_such_solver; run pip install 'augury\[proofs\]'"
    desk.expect_refusal(["prove"], wanted)


def test_missing_java_is_said_before_anything_runs(desk, own, monkeypatch) -> None:
    own("OBLIGATIONS = (law(1, tool='tlc'), law(2))")
    monkeypatch.setattr("shutil.which", lambda _: None)
    desk.expect_refusal(["prove"], "PR-OWN-01 needs Java 17 or newer, which was not found")
    assert desk.run("prove", "--only", "PR-OWN-02").status == 0


def test_a_file_that_cannot_be_written_is_refused(desk, own) -> None:
    own(GREEN)
    ran = desk.run("prove", "--json", "no/such/folder.json")
    assert ran.status == 2
    assert ran.lines[0].startswith("augury: no/such/folder.json: the file cannot be written")


# ------------------------------------------------------------------ what a terminal shows


def test_a_sentence_is_never_markup(desk, own) -> None:
    own(r"OBLIGATIONS = (law(1, sentence='For b[i].price [bold]x[/bold] \x1b[31m.'),)")
    assert "b[i].price [bold]x[/bold] \\x1b[31m." in desk.run("prove").out
    assert "[bold]x[/bold]" in desk.run("prove", "--list").out
    page = io.StringIO()
    table = _table([Judgement("PR-OWN-01", "proved", "proved", "refuted", 0.1)], collected_own())
    Console(file=page, width=200, force_terminal=True).print(table)
    assert "b[i].price [bold]x[/bold] \\x1b[31m." in page.getvalue()


def collected_own():
    return collected(["own_registry"])


def test_a_terminal_shows_every_judgement_at_the_end(desk, own, capsysbinary) -> None:
    own("OBLIGATIONS = tuple(law(n) for n in range(1, 41))")
    entries = collected_own()
    judgements = [Judgement(name, "proved", "proved", "refuted", 0.1) for name in entries]
    assert list(_live(iter(judgements), entries)) == judgements
    out = capsysbinary.readouterr().out.decode()
    assert [n for n in range(1, 41) if f"PR-OWN-{n:02}" not in out] == []
