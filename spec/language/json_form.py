"""The AST as JSON, for engines that bring no parser: one object a node, ``op`` says which.

``from_json(to_json(p)) == p`` for every pattern. The format is described by
``spec/schemas/pattern.schema.json``; a constant carries its kind, since not every JSON library
keeps 1 and 1.0 apart.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any, Final, get_args

from augury.spec.errors import InvalidCaseError
from augury.spec.events import shown
from augury.spec.json_checks import Json, json_object, json_one_of, json_typed
from augury.spec.language import ast

_OPS: Final[dict[str, type[ast.Node]]] = {
    "one": ast.One, "kleene": ast.Kleene, "absent": ast.Absent,
    "seq": ast.Seq, "and": ast.And, "or": ast.Or,
    "const": ast.Constant, "ref": ast.Ref, "index": ast.Indexed, "aggregate": ast.Aggregate,
    "call": ast.Call, "arith": ast.Arith,
    "compare": ast.Compare, "in": ast.In, "not": ast.Not, "all": ast.AllOf, "any": ast.AnyOf,
}  # fmt: skip
_NAMES: Final = {node: op for op, node in _OPS.items()}
_GROUPS: Final = {
    "structure": frozenset({"one", "kleene", "absent", "seq", "and", "or"}),
    "term": frozenset({"const", "ref", "index", "aggregate", "call", "arith"}),
    "condition": frozenset({"compare", "in", "not", "all", "any"}),
}
_SIGNS: Final = {"arith": get_args(ast.ArithOp), "compare": get_args(ast.CompareOp)}
_KEYS: Final = {"op": "sign"}
"""Fields of a node that JSON calls differently."""


def to_json(pattern: ast.Pattern) -> Json:
    """Return a pattern as JSON data; SELECT and SKIP are absent where they are the default.

    Semantics: S-6.1.
    """
    chosen = {"select": pattern.select} if pattern.select != "any" else {}
    skipped = {"skip": pattern.skip} if pattern.skip != "none" else {}
    return {
        "structure": _encode(pattern.structure),
        "where": [_encode(clause) for clause in pattern.where],
        "within": {
            "count": pattern.within.count,
            "unit": pattern.within.unit,
            "ticks": pattern.within.ticks,
        },
        **chosen,
        **skipped,
    }


def _encode(node: ast.Node) -> Json:
    encoded: dict[str, Json] = {"op": _NAMES[type(node)]}
    for slot in ast.slots(node):
        encoded[_KEYS.get(slot, slot)] = _encode_value(getattr(node, slot))
    return encoded


def _encode_value(value: object) -> Json:
    if isinstance(value, ast.Node):
        return _encode(value)
    return [_encode(part) for part in value] if isinstance(value, tuple) else value


def from_json(data: Json) -> ast.Pattern:
    """Return the pattern that JSON data denotes; it still has to be checked.

    Raises ``InvalidCaseError`` with the path of the offence.
    """
    keys = ("structure", "where", "within", "select", "skip")
    top = json_object(data, keys, "pattern", optional=("select", "skip"))
    within = json_object(
        top["within"], ("count", "unit", "ticks"), "pattern.within", optional=("ticks",)
    )
    count: int = json_typed(within["count"], int, "pattern.within.count")
    unit: Json = within["unit"]
    if unit is not None:
        unit = json_one_of(unit, tuple(ast.UNITS), "pattern.within.unit")
    window = ast.Window(count, unit)
    if within.get("ticks", window.ticks) != window.ticks:
        raise InvalidCaseError("pattern.within.ticks: does not equal count times unit")
    try:
        return ast.Pattern(
            _decode(top["structure"], "structure", "pattern.structure"),
            tuple(
                _decode(clause, "condition", f"pattern.where[{index}]")
                for index, clause in enumerate(json_typed(top["where"], list, "pattern.where"))
            ),
            window,
            _word(top.get("select", "any"), get_args(ast.Select), "pattern.select"),
            _word(top.get("skip", "none"), get_args(ast.Skip), "pattern.skip"),
        )
    except RecursionError:
        raise InvalidCaseError("pattern: nested too deeply") from None


def _word(value: Json, words: tuple[str, ...], path: str) -> Any:
    if value not in words:
        raise InvalidCaseError(f"{path}: must be one of {', '.join(words)}, not {shown(value)}")
    return value


def _decode(data: Json, group: str, path: str) -> Any:
    op = data.get("op") if isinstance(data, dict) else None
    if not isinstance(op, str) or op not in _GROUPS[group]:
        known = ", ".join(sorted(_GROUPS[group]))
        raise InvalidCaseError(f"{path}: op must be one of {known}, not {shown(op)}")
    node = _OPS[op]
    slots = {
        _KEYS.get(item.name, item.name): item.name for item in fields(node) if item.name != "at"
    }
    found = json_object(data, ("op", *slots), path)
    if node is ast.Constant:
        return _constant(found, path)
    values: dict[str, Any] = {
        slot: _decode_field(op, key, found[key], f"{path}.{key}") for key, slot in slots.items()
    }
    return node(**values)


def _decode_field(op: str, key: str, value: Json, path: str) -> object:
    """Return the value of one field; its place decides what it may be."""
    inner = op if op in ("seq", "and", "or") else "condition" if op in ("not", "all", "any") else ""
    match key:
        case "parts" | "part" | "args" | "options" | "left" | "right" | "item":
            group = "structure" if inner in ("seq", "and", "or") else inner or "term"
            if key in ("parts", "args", "options"):
                return tuple(
                    _decode(part, group, f"{path}[{index}]")
                    for index, part in enumerate(json_typed(value, list, path))
                )
            return _decode(value, group, path)
        case "sign":
            return json_one_of(value, _SIGNS[op], path)
        case "low" | "back":
            return json_typed(value, int, path)
        case "high":
            return None if value is None else json_typed(value, int, path)
        case "fn" if op == "aggregate":
            return json_one_of(value, get_args(ast.AggregateFn), path)
        case "attr" if op == "aggregate" and value is None:
            return None
    return json_typed(value, str, path)


def _constant(data: dict[str, Json], path: str) -> ast.Constant:
    kind: Json = data["kind"]
    value: Json = data["value"]
    if kind == "float" and type(value) is int and abs(value) <= 2**53:
        value = float(value)
    types: dict[Json, type] = {"int": int, "float": float, "str": str, "bool": bool}
    json_one_of(kind, tuple(types), f"{path}.kind")
    if type(value) is not types[kind]:
        raise InvalidCaseError(f"{path}: {shown(value)} is not a constant of kind {kind}")
    return ast.Constant(data["value"] if kind != "float" else float(data["value"]))
