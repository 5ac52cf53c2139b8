"""What the commands answer when all is well."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ElementTree

import pyarrow.parquet as pq
import pytest

import augury
from augury.engines import ENGINES

ONE = '{"branch": 0, "bindings": {"a": 0, "b": 1}}\n'
STOCKS = """\
{"id": 10, "type": "A", "ts": 1, "x": 1}
{"id": 11, "type": "B", "ts": 2, "x": 5}
{"id": 12, "type": "B", "ts": 2, "x": 7}
{"id": 13, "type": "C", "ts": 6, "x": 3}
"""
EITHER = "PATTERN SEQ(A a, OR(B{0,2} b, C c)) WITHIN 5"
EITHER_LINES = """\
{"branch": 0, "bindings": {"a": 10, "b": []}}
{"branch": 0, "bindings": {"a": 10, "b": [11]}}
{"branch": 0, "bindings": {"a": 10, "b": [11, 12]}}
{"branch": 0, "bindings": {"a": 10, "b": [12]}}
{"branch": 1, "bindings": {"a": 10, "c": 13}}
"""


def succeeds(ran, out: str = "", err: str = "") -> None:
    assert (ran.status, ran.out, ran.err) == (0, out, err)


# ------------------------------------------------------------------------ match


def test_match_prints_lines_in_canonical_order(desk):
    events = desk.file("e.jsonl", STOCKS)
    succeeds(desk.run(*desk.match(pattern=EITHER, events=events)), EITHER_LINES)


def test_match_writes_jsonl(desk):
    events = desk.file("e.jsonl", STOCKS)
    argv = desk.match("--output", "out.jsonl", pattern=EITHER, events=events)
    succeeds(desk.run(*argv))
    assert (desk.folder / "out.jsonl").read_text() == EITHER_LINES
    assert desk.names() == {"ok.jsonl", "e.jsonl", "out.jsonl"}


def test_match_writes_parquet(desk):
    events = desk.file("e.jsonl", STOCKS)
    argv = desk.match("--output", "out.parquet", pattern=EITHER, events=events)
    succeeds(desk.run(*argv))
    assert pq.read_table(desk.folder / "out.parquet").to_pylist() == [
        {"branch": 0, "a": 10, "b": [], "c": None},
        {"branch": 0, "a": 10, "b": [11], "c": None},
        {"branch": 0, "a": 10, "b": [11, 12], "c": None},
        {"branch": 0, "a": 10, "b": [12], "c": None},
        {"branch": 1, "a": 10, "b": None, "c": 13},
    ]
    assert desk.names() == {"ok.jsonl", "e.jsonl", "out.parquet"}


def test_match_replaces_an_output(desk):
    desk.file("out.jsonl", "old")
    succeeds(desk.run(*desk.match("--output", "out.jsonl")))
    assert (desk.folder / "out.jsonl").read_text() == ONE
    none = "PATTERN SEQ(B b, A a) WITHIN 1"
    succeeds(desk.run(*desk.match("--output", "out.jsonl", pattern=none)))
    assert (desk.folder / "out.jsonl").read_text() == ""


def test_stats_go_to_standard_error(desk):
    ran = desk.run(*desk.match("--stats"))
    assert (ran.status, ran.out) == (0, ONE)
    assert re.fullmatch(r"2 events, 1 match(es)?, columnar, \d+\.\d{3} s\n", ran.err), ran.err


@pytest.mark.parametrize("engine", sorted(ENGINES))
def test_every_engine_gives_the_same_lines(desk, engine):
    events = desk.file("e.jsonl", STOCKS)
    pattern = "PATTERN SEQ(A a, OR(B b, C c)) WHERE a.x < b.x WITHIN 5"
    wanted = "".join(
        f'{{"branch": {branch}, "bindings": {{"a": 10, "{name}": {id_}}}}}\n'
        for branch, name, id_ in ((0, "b", 11), (0, "b", 12), (1, "c", 13))
    )
    succeeds(desk.run(*desk.match("--engine", engine, pattern=pattern, events=events)), wanted)


@pytest.mark.parametrize(
    ("dialect", "ids"),
    [
        ("", [(0, 2), (1, 2)]),
        ("order=strict, window=inclusive", [(0, 2), (1, 2)]),
        ("order=arrival", [(0, 1), (0, 2), (1, 2)]),
        ("order=nonstrict", [(0, 1), (0, 2), (1, 0), (1, 2)]),
        ("window=exclusive,order=arrival", [(0, 1)]),
    ],
)
def test_dialects(desk, dialect, ids):
    events = desk.file("e.csv", "type,ts\nA,1\nA,1\nA,6\n")
    argv = desk.match("--dialect", dialect, pattern="PATTERN SEQ(A a, A b) WITHIN 5", events=events)
    wanted = "".join(f'{{"branch": 0, "bindings": {{"a": {a}, "b": {b}}}}}\n' for a, b in ids)
    succeeds(desk.run(*argv), wanted)


def test_functions_of_a_module(desk):
    desk.file("own_good.py", "FUNCTIONS = {'double': lambda x: 2 * x, 'none': lambda x: None}")
    pattern = "PATTERN SEQ(A a, B b) WHERE double(a.x) = {} WITHIN 5"
    more = ("--functions", "own_good")
    succeeds(desk.run(*desk.match(*more, pattern=pattern.format("b.x"))), ONE)
    succeeds(desk.run(*desk.match(*more, pattern=pattern.format("none(b.x)"))))


def test_a_misspelt_attribute_is_a_warning(desk):
    ran = desk.run(*desk.match(pattern="PATTERN A a WHERE a.price > 1 WITHIN 5"))
    assert (ran.status, ran.out) == (0, "")
    assert re.fullmatch(r"augury: warning: .*'price'.*\bx\b.*\n", ran.err), ran.err


def test_a_debug_variable_changes_no_answer(desk, monkeypatch):
    monkeypatch.setenv("AUGURY_DEBUG", "1")
    succeeds(desk.run(*desk.match()), ONE)
    desk.expect_refusal(desk.match(pattern="PATTERN ("), "pattern:1:9: ")


# ------------------------------------------------------------------------ why

RULES = "PATTERN SEQ(A a, NOT(C n), B b) WHERE a.x < b.x WITHIN 5"


def test_why_a_binding_is_a_match(desk):
    ran = desk.run("why", "-p", RULES, "-e", desk.events, "--binding", "a=0,b=1")
    assert (ran.status, ran.err) == (0, "")
    first, *rest = ran.out.splitlines()
    assert first == "a=0,b=1 is a match of branch 0"
    assert [line[:14] for line in rest] == [f"  ok   rule {n}:" for n in (1, 2, 3, 4, 5)]


def test_why_a_binding_is_no_match(desk):
    late = '{"type": "C", "ts": 3}\n{"type": "B", "ts": 9, "x": 1}\n'
    events = desk.file("e.jsonl", (desk.folder / "ok.jsonl").read_text() + late)
    ran = desk.run("why", "-p", RULES, "-e", events, "--binding", "a=0,b=3")
    assert (ran.status, ran.err) == (1, "")
    first, *rest = ran.out.splitlines()
    assert first == "a=0,b=3 is not a match of branch 0"
    assert [line[7:13] for line in rest if line.startswith("  FAIL ")] == ["rule 3", "rule 4"]
    assert "a.x < b.x" in ran.out


def test_why_with_lists_a_branch_and_a_dialect(desk):
    events = desk.file("e.jsonl", STOCKS)
    argv = ["why", "-p", EITHER, "-e", events]
    assert desk.run(*argv, "--binding", "a=10, b=[12,11]").status == 0
    assert desk.run(*argv, "--binding", "a=10,b=[]", "--branch", "0").status == 0
    exclusive = [*argv, "--binding", "a=10,c=13", "--dialect", "window=exclusive"]
    assert desk.run(*exclusive).status == 1


def test_why_escapes_what_it_repeats(desk):
    argv = ["why", "-p", 'PATTERN A "[red]\x1b" WHERE "[red]\x1b".x = \'\x07\' WITHIN 5']
    ran = desk.run(*argv, "-e", desk.events, "--binding", '"[red]\x1b"=0')
    assert (ran.status, ran.err) == (1, "")
    assert r"[red]\x1b" in ran.out
    assert "\x1b" not in ran.out
    assert "\x07" not in ran.out


# ------------------------------------------------------------------------ explain

KLEENE = "PATTERN SEQ(A a, B+ b) WHERE b[i].price > b[i-1].price AND a.x = '[red]\x1b' WITHIN 5"


def test_explain_shows_user_text_literally(desk):
    ran = desk.run("explain", "-p", KLEENE)
    assert (ran.status, ran.err) == (0, "")
    assert "b[i].price > b[i-1].price" in ran.out
    assert r"'[red]\x1b'" in ran.out
    assert "\x1b" not in ran.out
    assert "a < b" in ran.out


def test_explain_as_mermaid(desk):
    ran = desk.run("explain", "-p", KLEENE, "--format", "mermaid")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith("flowchart ")
    assert "\x1b" not in ran.out


def test_explain_as_svg(desk):
    ran = desk.run("explain", "-p", KLEENE, "--format", "svg")
    assert (ran.status, ran.err) == (0, "")
    root = ElementTree.fromstring(ran.out)  # noqa: S314 - our own output
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert "b[i].price > b[i-1].price" in "".join(root.itertext())


def test_explain_counts_candidates(desk):
    ran = desk.run("explain", "-p", EITHER, "-e", desk.file("e.jsonl", STOCKS))
    assert ran.status == 0
    assert "branch 0 of 2" in ran.out
    assert ran.lines == [
        "branch 0: events by name a: 1, b: 2; candidate bindings 4",
        "branch 1: events by name a: 1, c: 1; candidate bindings 1",
    ]


# ------------------------------------------------------------------------ conform


@pytest.mark.parametrize("engine", sorted(ENGINES))
def test_built_in_engines_conform(desk, engine):
    ran = desk.run("conform", "--builtin", engine)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith(f"engine {engine}")
    rows = [line.split() for line in ran.out.splitlines()]
    (total,) = ([int(cell) for cell in row[1:]] for row in rows if row[:1] == ["all"])
    cases, passed, failed, error, unsupported = total
    assert (failed, error) == (0, 0)
    assert passed + unsupported == cases > 100


def question(text: str, **more) -> dict:
    event = {"id": 0, "type": "A", "ts": 1}
    return {"id": "[red]\x1b", "pattern": None, "text": text, "input": [{"event": event}], **more}


def test_a_suite_that_fails_is_status_1_and_no_markup(desk):
    cases = [
        question("PATTERN A a WITHIN 1", expect={"matches": []}),
        question("PATTERN"),
    ]
    folder = desk.dir("suite")
    desk.file("suite/[red]t.json", json.dumps({"topic": "t", "version": "1", "cases": cases}))
    ran = desk.run("conform", "--builtin", "declarative", "--suite", folder)
    assert (ran.status, ran.err) == (1, "")
    assert ran.out.startswith(r"failed: [red]\x1b: 1 not expected")
    assert ["[red]t", "2", "1", "1", "0", "0"] in [line.split() for line in ran.out.splitlines()]


def test_the_oracle_answers(desk):
    asked = question("PATTERN A a WITHIN 1", id="q", disorder=0)
    ran = desk.run("conform", "oracle", stdin=json.dumps(asked).encode())
    assert (ran.status, ran.err) == (0, "")
    match = {"branch": 0, "bindings": {"a": 0}}
    assert json.loads(ran.out) == {"id": "q", "matches": [match], "emits": [[match]], "late": []}
    assert ran.out.count("\n") == 1


@pytest.mark.parametrize("text", ["PATTERN (", "PATTERN NOT(A a) WITHIN 1", ""])
def test_the_oracle_rejects(desk, text):
    ran = desk.run("conform", "oracle", stdin=json.dumps(question(text, id="q")).encode())
    assert (ran.status, ran.err) == (0, "")
    answer = json.loads(ran.out)
    assert answer.keys() == {"id", "rejected"}
    assert answer["rejected"]


def test_the_oracle_repeats_the_answers_of_the_vectors(desk):
    from augury.conformance.suite import shipped

    for path in sorted(shipped().glob("*.json"))[:3]:
        for case in json.loads(path.read_text())["cases"][:5]:
            ran = desk.run("conform", "oracle", stdin=json.dumps(case).encode())
            assert ran.status == 0
            assert json.loads(ran.out)["matches"] == case["expect"]["matches"]


# ------------------------------------------------------------------------ help


def test_version(desk):
    succeeds(desk.run("--version"), f"augury {augury.__version__}\n")


@pytest.mark.parametrize(
    "command",
    [[], ["match"], ["why"], ["explain"], ["conform"], ["conform", "oracle"], ["demo"]],
    ids=" ".join,
)
def test_help(desk, command):
    ran = desk.run(*command, "--help")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith(" ".join(["Usage: augury", *command]))
