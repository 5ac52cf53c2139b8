"""What a stream is seen to hold: its types, their attributes and kinds."""

from __future__ import annotations

from collections.abc import Iterator

from augury.spec.events import FIELDS, Kind, Stream, kind_of
from augury.spec.language import ast
from augury.spec.language.check import Schema


def schema_of(stream: Stream) -> Schema:
    """Return for each type its attributes, and for each the kinds that occur."""
    seen: dict[str, dict[str, set[Kind]]] = {}
    for event in stream:
        attributes = seen.setdefault(event.type, {})
        for name, value in event.attrs.items():
            kind = kind_of(value)
            if kind is not None:
                attributes.setdefault(name, set()).add(kind)
    return {
        type_: {name: frozenset(kinds) for name, kinds in attributes.items()}
        for type_, attributes in seen.items()
    }


def likely_mistakes(pattern: ast.Pattern, stream: Stream) -> Iterator[str]:
    """Yield a remark for each type and attribute of a pattern that no event has.

    A missing attribute is no error (S-1.2), but more often than not it is a typing mistake.
    """
    schema = schema_of(stream)
    types = {leaf.name: leaf.type for leaf in ast.leaves(pattern.structure)}
    for type_ in dict.fromkeys(types.values()):
        if schema and type_ not in schema:
            yield f"no event has the type {type_}; the types are {', '.join(sorted(schema))}"
    mentioned = dict.fromkeys(
        (types[node.name], node.attr)
        for clause in pattern.where
        for node in ast.walk(clause)
        if isinstance(node, (ast.Ref, ast.Indexed, ast.Aggregate)) and node.attr is not None
    )
    for type_, attr in mentioned:
        if type_ in schema and attr not in FIELDS and attr not in schema[type_]:
            known = ", ".join(sorted(schema[type_])) or "none"
            yield f"no event of type {type_} has the attribute '{attr}'; they have {known}"
