"""The shape of an AST that nobody parsed: each field holds what its node says it holds.

Text always gives this shape; data built in Python may not. Sorts of expressions (a condition
where a value must stand) are left to ``augury.spec.language.kinds``, which says it better.
"""

from __future__ import annotations

from typing import Any, Final, get_args

from augury.spec.errors import InvalidPatternError
from augury.spec.events import shown
from augury.spec.language import ast
from augury.spec.language.words import select_word, skip_word

_PARTS: Final = (ast.One, ast.Kleene, ast.Absent, ast.Seq, ast.And, ast.Or)
_EXPRESSIONS: Final = (
    *(ast.Constant, ast.Ref, ast.Indexed, ast.Aggregate, ast.Call, ast.Arith),
    *(ast.Compare, ast.In, ast.Not, ast.AllOf, ast.AnyOf),
)
_MANY: Final = ("parts", "args", "options", "where")
_WORDS: Final[dict[str, tuple[Any, ...]]] = {
    "fn": get_args(ast.AggregateFn),
    "unit": (None, *ast.UNITS),
    "Arith.op": get_args(ast.ArithOp),
    "Compare.op": get_args(ast.CompareOp),
}
_TYPES: Final[dict[str, tuple[type, ...]]] = {
    "low": (int,),
    "high": (int, type(None)),
    "back": (int,),
    "count": (int,),
    "Aggregate.attr": (str, type(None)),
}


def check_shape(pattern: ast.Pattern) -> None:
    """Raise ``InvalidPatternError`` at the first field that does not hold what it must.

    Semantics: S-2.10.
    """
    stack: list[tuple[Any, tuple[type, ...], str]] = [(pattern, (ast.Pattern,), "the pattern")]
    while stack:
        node, wanted, place = stack.pop()
        if not isinstance(node, wanted):
            raise InvalidPatternError(f"{place} cannot be {shown(node)}")
        assert isinstance(node, ast.Node)
        for slot in ast.slots(node):
            value = getattr(node, slot)
            where = f"'{slot}' of {type(node).__name__}"
            if slot in _MANY:
                if not isinstance(value, tuple):
                    raise InvalidPatternError(f"{where} must be a tuple", node.at)
                inner = _PARTS if isinstance(node, (ast.Seq, ast.And, ast.Or)) else _EXPRESSIONS
                stack.extend((part, inner, f"a part of {type(node).__name__}") for part in value)
            elif slot in ("left", "right", "item", "part"):
                stack.append((value, _EXPRESSIONS, where))
            elif slot == "structure":
                stack.append((value, _PARTS, where))
            elif slot == "select":
                select_word(value, node.at)
            elif slot == "skip":
                skip_word(value, node.at)
            elif slot == "within":
                stack.append((value, (ast.Window,), where))
            elif not _fits(node, slot, value):
                raise InvalidPatternError(f"{where} cannot be {shown(value)}", node.at)


def _fits(node: ast.Node, slot: str, value: object) -> bool:
    """Return whether a plain field holds a word, or a value of a type, that it may hold."""
    own = f"{type(node).__name__}.{slot}"
    words = _WORDS.get(
        own, None if slot == "fn" and isinstance(node, ast.Call) else _WORDS.get(slot)
    )
    if words is not None:
        return any(value is word or (type(value) is str and value == word) for word in words)
    if isinstance(node, ast.Constant):
        return True
    return type(value) in _TYPES.get(own, _TYPES.get(slot, (str,)))
