"""``augury explain --engine``: the automaton of a pattern, and what is refused."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

THREE = "PATTERN SEQ(A a, B b, C c) WHERE a.x < b.x AND b.x < c.x WITHIN 5"
EITHER = "PATTERN SEQ(A a, OR(B b, C c)) WITHIN 5"
MANY = "PATTERN AND(A a, B b, C c, D d, E e, F f) WITHIN 5"
COUNTS = "".join(f'{{"type": "{type_}", "ts": {ts}}}\n' for ts, type_ in enumerate("AAABCC"))


def takes(out: str) -> list[str]:
    return [line.split()[3] for line in out.splitlines() if line.split()[2] == "take"]


def test_a_chain_has_the_order_that_is_asked_for(desk):
    ran = desk.run("explain", "-p", THREE, "--engine", "chain", "--order", "c, a,b")
    assert (ran.status, ran.err) == (0, "")
    assert takes(ran.out) == ["c", "a", "b"]
    assert "(a, c)           a.x < b.x AND b.x < c.x\n" in ran.out


def test_a_chain_has_the_order_of_writing_or_the_rarest_name_first(desk):
    assert takes(desk.run("explain", "-p", THREE, "--engine", "chain").out) == ["a", "b", "c"]
    events = desk.file("counts.jsonl", COUNTS)
    ran = desk.run("explain", "-p", THREE, "--engine", "chain", "-e", events)
    assert takes(ran.out) == ["b", "c", "a"]
    assert ran.lines[0].startswith("branch 0: events by name a: 3, b: 1, c: 2")


def test_an_order_is_restricted_to_each_branch(desk):
    ran = desk.run("explain", "-p", EITHER, "--engine", "chain", "--order", "c,b,a")
    assert (ran.status, ran.err) == (0, "")
    rows = [line.split() for line in ran.out.splitlines()]
    taken = {"0": [], "1": []}
    for row in rows:
        if row[3] == "take":
            taken[row[2]].append(row[4])
    assert taken == {"0": ["b", "a"], "1": ["c", "a"]}


@pytest.mark.parametrize("engine", ["eager", "chain", "tree"])
def test_every_engine_in_every_format(desk, engine):
    argv = ["explain", "-p", THREE, "--engine", engine]
    assert "b.x < c.x" in desk.run(*argv).out
    assert desk.run(*argv, "--format", "mermaid").out.startswith("flowchart LR\n")
    root = ElementTree.fromstring(desk.run(*argv, "--format", "svg").out)  # noqa: S314
    assert "b.x < c.x" in "".join(root.itertext())


def test_without_an_engine_the_normal_form_is_shown(desk):
    assert desk.run("explain", "-p", THREE).out.startswith("branch 0 of 1, within 5 ticks\n")


REFUSED = [
    ("declarative", ["--engine", "declarative"], "--engine: 'declarative' .*eager, chain, tree"),
    ("unknown", ["--engine", "[red]\x1b"], r"--engine: '\[red\]\\x1b' .*eager, chain, tree"),
    ("no engine", ["--order", "a,b,c"], "--order .*--engine chain"),
    ("tree", ["--engine", "tree", "--order", "a,b,c"], "engine tree .*--order"),
    ("eager", ["--engine", "eager", "--order", "a,b,c"], "engine eager .*--order"),
    ("too few", ["--engine", "chain", "--order", "a,b"], ".*every positive name once: a, b, c"),
    ("twice", ["--engine", "chain", "--order", "a,b,c,c"], ".*every positive name once: a, b, c"),
    ("empty", ["--engine", "chain", "--order", ""], ".*every positive name once: a, b, c"),
    ("format", ["--engine", "chain", "--format", "pdf"], "--format: .*'pdf'"),
]


@pytest.mark.parametrize(("more", "wanted"), [c[1:] for c in REFUSED], ids=[c[0] for c in REFUSED])
def test_bad_options(desk, more, wanted):
    desk.expect_refusal(["explain", "-p", THREE, *more], wanted)


@pytest.mark.parametrize("engine", ["eager", "tree"])
@pytest.mark.parametrize("format_", ["text", "svg", "mermaid"])
def test_an_automaton_that_nobody_could_read_is_refused(desk, engine, format_):
    argv = ["explain", "-p", MANY, "--engine", engine, "--format", format_]
    desk.expect_refusal(argv, "states of the automaton: .* exceeds the limit of 60; .*chain")
