"""AST to text: canonical, with the fewest parentheses, and ``parse(show(p)) == p``."""

from __future__ import annotations

import re
from typing import Final, get_args

from augury.spec.language import ast

RESERVED: Final = frozenset(
    (
        *("PATTERN", "SEQ", "AND", "OR", "NOT", "WHERE", "WITHIN", "IN", "TRUE", "FALSE"),
        *("SELECT", "SKIP"),
        *get_args(ast.AggregateFn),
    )
)
"""Words that are quoted when they serve as names."""

_PLAIN: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_LEVEL: Final = {"+": 1, "-": 1, "*": 2, "/": 2}


def show(pattern: ast.Pattern) -> str:
    """Return the text of a pattern; defaults are not written.  Semantics: S-2.1, S-6.1."""
    where = " AND ".join(_operand(clause, inside="AND") for clause in pattern.where)
    lines = [
        f"PATTERN {show_structure(pattern.structure)}",
        *([f"WHERE {where}"] if where else []),
        f"WITHIN {show_window(pattern.within)}",
        *([f"SELECT {pattern.select}"] if pattern.select != "any" else []),
        *([f"SKIP {pattern.skip}"] if pattern.skip != "none" else []),
    ]
    return "\n".join(lines)


def show_name(name: str) -> str:
    """Return a name as the language writes it, in double quotes where it must be."""
    if _PLAIN.fullmatch(name) and name not in RESERVED:
        return name
    return '"' + name.replace('"', '""') + '"'


def show_structure(structure: ast.Structure) -> str:
    """Return the text of a structure."""
    if isinstance(structure, (ast.Seq, ast.And, ast.Or)):
        word = type(structure).__name__.upper()
        return f"{word}({', '.join(map(show_structure, structure.parts))})"
    type_, name = show_name(structure.type), show_name(structure.name)
    if isinstance(structure, ast.Absent):
        return f"NOT({type_} {name})"
    if isinstance(structure, ast.Kleene):
        return f"{type_}{show_bounds(structure.low, structure.high)} {name}"
    return f"{type_} {name}"


def show_bounds(low: int, high: int | None) -> str:
    """Return the bounds of a Kleene name: ``+`` for one or more."""
    if (low, high) == (1, None):
        return "+"
    return f"{{{low},{'' if high is None else high}}}"


def show_window(window: ast.Window) -> str:
    """Return the text of a window: ``1 hour``, ``90 minutes``, ``500``."""
    if window.unit is None:
        return str(window.count)
    unit = window.unit
    return f"{window.count} {unit[:-1] if window.count == 1 and len(unit) > 2 else unit}"


def show_span(ticks: int, unit: ast.Unit | None) -> str:
    """Return a time in the largest unit that makes it whole, or in ticks if none was written."""
    if unit is None:
        return f"{ticks:,} tick{'' if ticks == 1 else 's'}"
    largest = max(ast.UNITS, key=lambda name: (ticks % ast.UNITS[name] == 0, ast.UNITS[name]))
    return show_window(ast.Window(ticks // ast.UNITS[largest], largest))


def show_condition(condition: ast.Condition) -> str:
    """Return the text of a condition."""
    if isinstance(condition, ast.AllOf):
        return " AND ".join(_operand(part, inside="AND") for part in condition.parts)
    if isinstance(condition, ast.AnyOf):
        return " OR ".join(map(show_condition, condition.parts))
    if isinstance(condition, ast.Not):
        return f"NOT {_operand(condition.part, inside='NOT')}"
    if isinstance(condition, ast.In):
        options = ", ".join(map(show_term, condition.options))
        return f"{show_term(condition.item)} IN ({options})"
    return f"{show_term(condition.left)} {condition.op} {show_term(condition.right)}"


def _operand(condition: ast.Condition, *, inside: str) -> str:
    """Return a condition, in parentheses where it binds weaker than what it stands in."""
    text = show_condition(condition)
    weaker = isinstance(condition, ast.AnyOf) or (
        inside == "NOT" and isinstance(condition, ast.AllOf)
    )
    return f"({text})" if weaker else text


def show_term(term: ast.Term) -> str:
    """Return the text of a value expression."""
    if isinstance(term, ast.Constant):
        return _constant(term)
    if isinstance(term, ast.Ref):
        return f"{show_name(term.name)}.{show_name(term.attr)}"
    if isinstance(term, ast.Indexed):
        index = "[i-1]" if term.back else "[i]"
        return f"{show_name(term.name)}{index}.{show_name(term.attr)}"
    if isinstance(term, ast.Aggregate):
        inside = show_name(term.name) + ("" if term.attr is None else f".{show_name(term.attr)}")
        return f"{term.fn}({inside})"
    if isinstance(term, ast.Call):
        return f"{show_name(term.fn)}({', '.join(map(show_term, term.args))})"
    level = _LEVEL[term.op]
    left, right = _factor(term.left, level), _factor(term.right, level + 1)
    return f"{left} {term.op} {right}"


def _constant(term: ast.Constant) -> str:
    if isinstance(term.value, bool):
        return "TRUE" if term.value else "FALSE"
    if isinstance(term.value, str):
        return "'" + term.value.replace("'", "''") + "'"
    return repr(term.value)


def _factor(term: ast.Term, level: int) -> str:
    """Return an operand, in parentheses where it binds weaker than its place asks."""
    text = show_term(term)
    return f"({text})" if isinstance(term, ast.Arith) and _LEVEL[term.op] < level else text
