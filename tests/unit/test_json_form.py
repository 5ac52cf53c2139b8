"""The AST as JSON: nothing is lost, and what does not follow the schema is refused by its path."""

from __future__ import annotations

import copy
import json
import math

import pytest

from augury.spec.errors import InvalidCaseError, InvalidPatternError
from augury.spec.json_checks import json_object, json_one_of, json_typed
from augury.spec.language import ast
from augury.spec.language.check import check
from augury.spec.language.json_form import from_json, to_json
from augury.spec.language.parser import parse

TEXT = (
    "PATTERN SEQ(A a, NOT(N n), AND(B+ b, OR(C{0,2} c, D d)))"
    " WHERE (a.x = 1 OR NOT (a.y < 1.0 AND n.z >= 'p')) AND a.x IN (TRUE, -2)"
    " AND SUM(b.x) / COUNT(b) > abs(b[i].x - b[i-1].x) WITHIN 3 hours"
)
STRUCTURE, TERM, CONDITION = (
    "absent, and, kleene, one, or, seq",
    "aggregate, arith, call, const, index, ref",
    "all, any, compare, in, not",
)


def tree():
    return json.loads(json.dumps(to_json(parse(TEXT))))


def refused(data) -> str:
    with pytest.raises(InvalidCaseError) as caught:
        from_json(data)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def changed(path: str, value) -> str:
    """Return the error of the sample with the value at a path replaced."""
    data = tree()
    spot, *way = [data, *path.replace("]", "").replace("[", ".").split(".")]
    for step in way[:-1]:
        spot = spot[int(step) if step.isdigit() else step]
    spot[int(way[-1]) if way[-1].isdigit() else way[-1]] = value
    return refused(data)


def test_nothing_is_lost() -> None:
    assert from_json(tree()) == parse(TEXT)
    assert to_json(from_json(tree())) == tree()


def test_what_a_pattern_looks_like() -> None:
    assert to_json(parse("PATTERN SEQ(A a, B{2,} b) WHERE a.x < 1.0 WITHIN 2 ms")) == {
        "structure": {
            "op": "seq",
            "parts": [
                {"op": "one", "type": "A", "name": "a"},
                {"op": "kleene", "type": "B", "name": "b", "low": 2, "high": None},
            ],
        },
        "where": [
            {
                "op": "compare",
                "sign": "<",
                "left": {"op": "ref", "name": "a", "attr": "x"},
                "right": {"op": "const", "value": 1.0, "kind": "float"},
            }
        ],
        "within": {"count": 2, "unit": "ms", "ticks": 2000},
    }


def constant(value, kind):
    data = tree()
    data["where"] = [{"op": "compare", "sign": "=", "left": {"op": "ref", "name": "a", "attr": "x"},
                      "right": {"op": "const", "value": value, "kind": kind}}]  # fmt: skip
    return data


@pytest.mark.parametrize(
    ("value", "kind", "expected"),
    [(1, "int", "1"), (1.0, "float", "1.0"), (1, "float", "1.0"), (-(2**53), "float", "-9.0"),
     (True, "bool", "True"), ("1", "str", "'1'")],
)  # fmt: skip
def test_a_constant_carries_its_kind(value, kind, expected) -> None:
    """A JSON library that writes 1.0 as 1 loses nothing."""
    found = from_json(constant(value, kind)).where[0].right
    assert found.kind == kind
    if expected != "-9.0":
        assert repr(found.value) == expected
    else:
        assert repr(found.value) == "-9007199254740992.0"


@pytest.mark.parametrize(
    ("value", "kind"),
    [(1.0, "int"), (True, "int"), (1, "bool"), ("1", "int"), (1, "str"), (None, "int"),
     (2**53 + 1, "float"), (True, "float"), ([1.0], "float")],
)  # fmt: skip
def test_a_constant_of_another_kind_is_refused(value, kind) -> None:
    expected = f"pattern.where[0].right: {value!r} is not a constant of kind {kind}"
    assert refused(constant(value, kind)) == expected


@pytest.mark.parametrize("kind", ["list", "", None, [], {}])
def test_a_kind_that_does_not_exist_is_refused(kind) -> None:
    assert refused(constant(1, kind)) == (
        f"pattern.where[0].right.kind: must be one of int float str bool, not {kind!r}"
    )


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
def test_numbers_that_json_should_not_have_do_not_pass_the_check(number) -> None:
    with pytest.raises(InvalidPatternError, match="is not a constant of the language"):
        check(from_json(constant(number, "float")))


@pytest.mark.parametrize(
    ("path", "value", "reason"),
    [
        ("structure", None, f"pattern.structure: op must be one of {STRUCTURE}, not None"),
        ("structure", [], f"pattern.structure: op must be one of {STRUCTURE}, not None"),
        ("structure.op", "all", f"pattern.structure: op must be one of {STRUCTURE}, not 'all'"),
        ("structure.op", [], f"pattern.structure: op must be one of {STRUCTURE}, not []"),
        ("structure.op", "one", "pattern.structure: lacks 'type'; its keys are op, type, name"),
        ("structure.extra", 1,
         "pattern.structure: has the unknown key 'extra'; its keys are op, parts"),
        ("structure.parts", {}, "pattern.structure.parts: must be a list, not {}"),
        ("structure.parts[0].type", 1, "pattern.structure.parts[0].type: must be a text, not 1"),
        ("structure.parts[0].name", None,
         "pattern.structure.parts[0].name: must be a text, not None"),
        ("structure.parts[2].parts[0].low", True,
         "pattern.structure.parts[2].parts[0].low: must be an int, not True"),
        ("structure.parts[2].parts[0].high", 1.0,
         "pattern.structure.parts[2].parts[0].high: must be an int, not 1.0"),
        ("structure.parts[2].parts[1].parts[0]", 7,
         f"pattern.structure.parts[2].parts[1].parts[0]: op must be one of {STRUCTURE}, not None"),
        ("where", {}, "pattern.where: must be a list, not {}"),
        ("where[0].op", "one", f"pattern.where[0]: op must be one of {CONDITION}, not 'one'"),
        ("where[0].parts[0].sign", "==",
         "pattern.where[0].parts[0].sign: must be one of = != < <= > >=, not '=='"),
        ("where[0].parts[0].left.op", "in",
         f"pattern.where[0].parts[0].left: op must be one of {TERM}, not 'in'"),
        ("where[0].parts[1].part.op", "const",
         f"pattern.where[0].parts[1].part: op must be one of {CONDITION}, not 'const'"),
        ("where[1].options[1]", [],
         f"pattern.where[1].options[1]: op must be one of {TERM}, not None"),
        ("where[1].item", 1, f"pattern.where[1].item: op must be one of {TERM}, not None"),
        ("where[2].left.sign", "%",
         "pattern.where[2].left.sign: must be one of + - * /, not '%'"),
        ("where[2].left.left.fn", "sum",
         "pattern.where[2].left.left.fn: must be one of COUNT SUM AVG MIN MAX FIRST LAST, "
         "not 'sum'"),
        ("where[2].left.left.attr", 5, "pattern.where[2].left.left.attr: must be a text, not 5"),
        ("where[2].right.fn", 5, "pattern.where[2].right.fn: must be a text, not 5"),
        ("where[2].right.args", "x", "pattern.where[2].right.args: must be a list, not 'x'"),
        ("where[2].right.args[0].left.back", "1",
         "pattern.where[2].right.args[0].left.back: must be an int, not '1'"),
        ("where[2].right.args[0].left.attr", None,
         "pattern.where[2].right.args[0].left.attr: must be a text, not None"),
        ("within", 5, "pattern.within: must be an object"),
        ("within", {"count": 5}, "pattern.within: lacks 'unit'; its keys are count, unit, ticks"),
        ("within.count", 5.0, "pattern.within.count: must be an int, not 5.0"),
        ("within.unit", "weeks",
         "pattern.within.unit: must be one of us ms seconds minutes hours days, not 'weeks'"),
        ("within.unit", [],
         "pattern.within.unit: must be one of us ms seconds minutes hours days, not []"),
        ("within.ticks", 3, "pattern.within.ticks: does not equal count times unit"),
    ],
)  # fmt: skip
def test_an_offence_is_named_by_its_path(path, value, reason) -> None:
    assert changed(path, value) == reason


def test_the_top_has_three_keys_and_may_have_two_more() -> None:
    data = tree()
    del data["where"]
    keys = "structure, where, within, select, skip"
    assert refused(data) == f"pattern: lacks 'where'; its keys are {keys}"
    assert refused([]) == "pattern: must be an object"


def test_ticks_may_be_left_out() -> None:
    data = tree()
    del data["within"]["ticks"]
    assert from_json(data) == parse(TEXT)


def test_depth_is_refused_and_not_recursed_into() -> None:
    data = tree()
    for _ in range(5_000):
        data["structure"] = {"op": "seq", "parts": [data["structure"]]}
    assert refused(data) == "pattern: nested too deeply"


def test_data_is_not_changed() -> None:
    data = tree()
    before = copy.deepcopy(data)
    from_json(data)
    assert data == before


def test_the_checks_return_what_they_checked() -> None:
    assert json_object({"a": 1}, ("a", "b"), "p", optional=("b",)) == {"a": 1}
    assert json_typed("x", str, "p") == "x"
    assert json_one_of("x", ("x", "y"), "p") == "x"
    assert isinstance(parse(TEXT).structure, ast.Seq)
