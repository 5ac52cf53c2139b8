"""Conformance cases and suites that do not follow their format: status 2 and one line."""

from __future__ import annotations

import json

import pytest

ONE = {"op": "one", "type": "A", "name": "a"}
X = {"op": "ref", "name": "a", "attr": "x"}
EVENT = {"id": 0, "type": "A", "ts": 1}
MATCH = {"branch": 0, "bindings": {"a": 0}}
ORACLE = ["conform", "oracle"]


def pattern(structure=ONE, where=(), count=1, unit=None, **more):
    within = {"count": count, "unit": unit, **more}
    return {"structure": structure, "where": list(where), "within": within}


def case(**changed) -> dict:
    return {"pattern": pattern(), "input": [{"event": EVENT}], **changed}


def compare(sign="=", right=None):
    right = {"op": "const", "value": 1, "kind": "int"} if right is None else right
    return {"op": "compare", "sign": sign, "left": X, "right": right}


def constant(value, kind):
    return pattern(where=[compare(right={"op": "const", "value": value, "kind": kind})])


def event(**changed) -> list:
    return [{"event": {**EVENT, **changed}}]


NO_CASE = [
    ("nothing", b"", "<stdin>:1:1: not JSON"),
    ("garbage", b"\n nope", "<stdin>:2:2: not JSON"),
    ("two cases", b'{"pattern": null, "input": []} {}', "<stdin>:1:32: not JSON"),
    ("not UTF-8", b'{\n"id": "\xc3\xa9\xff"}', "<stdin>:2:9: not UTF-8"),
    ("brackets without end", b"[" * 100_000, "<stdin>:1:1: .*nested"),
    ("objects without end", b'{"a":' * 100_000, "<stdin>:1:1: .*nested"),
    ("a key twice", b'{"pattern": null, "pattern": null, "input": []}', "<stdin>:.*'pattern'"),
    ("5,000 digits", b'{"pattern": null, "input": [' + b"9" * 5_000 + b"]}", "<stdin>:1:.*digits"),
    ("more than 64 MB", b" " * (64 * 2**20 + 1), "<stdin>: .*67,108,864"),
    ("a list", b"[]", ".*object"),
    ("null", b"null", ".*object"),
    ("no input", b'{"pattern": null}', ".*'input'"),
    ("an AST 300 deep", b"", ".*nested"),
    ("an AST 100,000 deep", b"", ".*nested"),
]


@pytest.mark.parametrize(("data", "wanted"), [c[1:] for c in NO_CASE], ids=[c[0] for c in NO_CASE])
def test_standard_input_that_is_no_case(desk, request, data, wanted):
    depth = {"an AST 300 deep": 300, "an AST 100,000 deep": 100_000}.get(
        request.node.callspec.id, 0
    )
    if depth:
        structure = '{"op": "seq", "parts": [' * depth + json.dumps(ONE) + "]}" * depth
        data = json.dumps(case()).replace(json.dumps(ONE), structure).encode()
    desk.expect_refusal(ORACLE, wanted, stdin=data)


WRONG = [
    ("an unknown key", {"[red]\x1b": 1}, r"case: .*'\[red\]\\x1b'"),
    ("an id that is no text", {"id": 1}, r"case\.id: "),
    ("an id of half a character", {"id": "\ud800"}, r".*"),
    ("an unknown level", {"level": "x"}, r"case\.level: "),
    ("a level that is a list", {"level": []}, r"case\.level: "),
    ("features in text", {"features": "seq"}, r"case\.features: "),
    ("features in lists", {"features": [[]]}, r"case\.features"),
    ("a text that is none", {"text": 5}, r"case\.text: "),
    ("a dialect in text", {"dialect": "strict"}, r"case\.dialect: "),
    ("an unknown order", {"dialect": {"order": "x"}}, r".*order=x.*strict"),
    ("an order that is a list", {"dialect": {"order": []}}, r".*order"),
    ("disorder in text", {"disorder": "1"}, r"case\.disorder: "),
    ("negative disorder", {"disorder": -5}, r"case\.disorder: "),
    ("an input that is no list", {"input": {}}, r"case\.input: "),
    ("an item that is a number", {"input": [1]}, r"case\.input\[0\]: "),
    ("an item of two things", {"input": [{"end": True, "watermark": 1}]}, r"case\.input\[0\]: "),
    ("an end that is 1", {"input": [{"end": 1}]}, r"case\.input\[0\]"),
    ("a watermark of 1.5", {"input": [{"watermark": 1.5}]}, r"case\.input\[0\]\.watermark: "),
    ("an event that is a list", {"input": [{"event": []}]}, r"case\.input\[0\]\.event: "),
    ("an event without ts", {"input": [{"event": {"id": 0}}]}, r"case\.input\[0\]\.event: "),
    ("a ts in text", {"input": event(ts="x")}, r"case\.input\[0\]\.event: ts "),
    ("an attribute that is an object", {"input": event(attrs={"x": {}})}, r".*\.event: .*'x'"),
    ("attributes in a list", {"input": event(attrs=[])}, r".*event\.attrs: "),
    ("NaN", {"input": event(attrs={"x": float("nan")})}, r".*NaN"),
    ("infinity", {"input": event(attrs={"x": float("inf")})}, r".*[Ii]nf"),
    ("an int of 2^63", {"input": event(attrs={"x": 2**63})}, r".*64 bits"),
    ("an id twice", {"input": [*event(), *event(ts=2)]}, r".*id 0 .*twice"),
    ("an expectation in a list", {"expect": []}, r"case\.expect: "),
    ("matches that are a number", {"expect": {"matches": 5}}, r"case\.expect\.matches: "),
    ("emits that are a number", {"expect": {"matches": [], "emits": 5}}, r"case\.expect\.emits: "),
    ("late ids that are a number", {"expect": {"matches": [], "late": 5}}, r"case\.expect\.late"),
    ("late ids in text", {"expect": {"matches": [], "late": ["x"]}}, r"case\.expect\.late"),
    ("an id of a match in text", {"expect": {"matches": [{**MATCH, "bindings": {"a": "x"}}]}},
     r"case\.expect\.matches\[0\]\.bindings\.a: "),
    ("a pattern that is a number", {"pattern": 5}, "pattern: "),
    ("a pattern without WITHIN", {"pattern": {"structure": ONE, "where": []}}, "pattern: .*within"),
    ("an unknown op", {"pattern": pattern({"op": "nope"})}, r"pattern\.structure: .*'nope'"),
    ("an op that is a list", {"pattern": pattern({"op": []})}, r"pattern\.structure: "),
    ("a structure that is null", {"pattern": pattern(None)}, r"pattern\.structure: "),
    ("a condition as a structure", {"pattern": pattern(compare())}, r"pattern\.structure: "),
    ("a type that is a number", {"pattern": pattern({**ONE, "type": 5})}, r".*structure\.type: "),
    ("a node with a key too many", {"pattern": pattern({**ONE, "x": 1})}, r".*structure: .*'x'"),
    ("parts that are an object", {"pattern": pattern({"op": "seq", "parts": {}})}, r".*parts: "),
    ("a count of 1.5", {"pattern": pattern(count=1.5)}, r"pattern\.within\.count: "),
    ("a count of true", {"pattern": pattern(count=True)}, r"pattern\.within\.count: "),
    ("an unknown unit", {"pattern": pattern(unit="weeks")}, r"pattern\.within\.unit: "),
    ("a unit that is a list", {"pattern": pattern(unit=[])}, r"pattern\.within\.unit: "),
    ("ticks that do not fit", {"pattern": pattern(ticks=7)}, r"pattern\.within\.ticks: "),
    ("clauses in an object", {"pattern": {**pattern(), "where": {}}}, r"pattern\.where: "),
    ("a clause that is a value", {"pattern": pattern(where=[X])}, r"pattern\.where\[0\]: "),
    ("an unknown sign", {"pattern": pattern(where=[compare("~")])}, r".*where\[0\]\.sign: "),
    ("a sign that is a list", {"pattern": pattern(where=[compare([])])}, r".*where\[0\]\.sign: "),
    ("a constant of no kind", {"pattern": constant(1, "nope")}, r".*where\[0\]\.right.kind: "),
    ("a kind that is a list", {"pattern": constant(1, [])}, r".*where\[0\]\.right.kind: "),
    ("a constant of another kind", {"pattern": constant(1, "str")}, r".*where\[0\]\.right: "),
]  # fmt: skip


@pytest.mark.parametrize(("changed", "wanted"), [c[1:] for c in WRONG], ids=[c[0] for c in WRONG])
def test_a_case_that_does_not_follow_the_format(desk, changed, wanted):
    desk.expect_refusal(ORACLE, wanted, stdin=json.dumps(case(**changed)).encode())


def test_a_name_of_half_a_character(desk):
    """The pattern is rejected or the case refused; the answer never fails to be written."""
    asked = case(pattern=pattern({**ONE, "name": "\ud800"}))
    ran = desk.run(*ORACLE, stdin=json.dumps(asked).encode())
    assert ran.status in (0, 2), ran
    assert ran.status == 2 or "rejected" in json.loads(ran.out)


def test_a_wrong_value_is_not_repeated_at_length(desk):
    ran = desk.expect_refusal(
        ORACLE, r"case\.id: ", stdin=json.dumps(case(id=[0] * 100_000)).encode()
    )
    assert len(ran.lines[0]) <= 1_000


def test_too_many_candidates_for_the_oracle(desk):
    asked = case(
        pattern=pattern({"op": "kleene", "type": "A", "name": "a", "low": 1, "high": None}),
        input=[{"event": {"id": i, "type": "A", "ts": i}} for i in range(60)],
    )
    desk.expect_refusal(ORACLE, "candidate bindings: ", stdin=json.dumps(asked).encode())


# ------------------------------------------------------------------------ suites

RUN = ["conform", "--builtin", "declarative", "--suite"]


def topic(*cases: dict) -> str:
    return json.dumps({"topic": "t", "version": "1", "cases": cases})


SUITES = [
    ("garbage", "{\n nope", r":2:2: not JSON"),
    ("not UTF-8", b'{\n "\xff', r":2:3: not UTF-8"),
    ("a list", "[]", ": .*object"),
    ("no cases", '{"topic": "t", "version": "1"}', ": .*'cases'"),
    ("an unknown key", topic(case(nope=1)), ": .*'nope'"),
    ("an unknown order", topic(case(dialect={"order": "x"})), ": .*order=x"),
    ("late ids that are a number", topic(case(expect={"matches": [], "late": 5})), ": .*late"),
]


@pytest.mark.parametrize(("data", "wanted"), [c[1:] for c in SUITES], ids=[c[0] for c in SUITES])
def test_a_bad_vector_file(desk, data, wanted):
    folder = desk.dir("suite")
    desk.file("suite/x.json", data)
    desk.expect_refusal([*RUN, folder], rf"DIR/suite/x\.json{wanted}")


def test_suites_that_are_none(desk):
    desk.expect_refusal([*RUN, desk.dir("empty")], "DIR/empty: .*no vectors")
    desk.expect_refusal([*RUN, str(desk.folder / "none")], "DIR/none: ")
    desk.expect_refusal([*RUN, desk.events], r"DIR/ok\.jsonl: ")
    desk.dir("empty/x.json")
    desk.expect_refusal([*RUN, str(desk.folder / "empty")], r"DIR/empty/x\.json: .*directory")
