"""Text to AST: ``parse(str(p)) == p`` for every pattern.

The LALR parser does not recurse, and the depth of its tree is checked before anything that does
sees it, so no depth of nesting in the text can exhaust Python's stack.
"""

from __future__ import annotations

import math
from decimal import Decimal
from functools import cache
from importlib.resources import files
from typing import Any, cast

from lark import Lark, Token, Transformer, Tree, v_args
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken, VisitError
from lark.tree import Meta

from augury.spec.errors import InvalidPatternError, LimitExceededError
from augury.spec.language import ast
from augury.spec.language.check import Schema, check, check_depth
from augury.spec.language.functions import BUILTINS, Functions
from augury.spec.limits import PATTERN_CHARACTERS

_SINGULAR = {"second": "seconds", "minute": "minutes", "hour": "hours", "day": "days"}
_SPELLING = {
    "NAME": "a name", "QUOTED": "a name", "NUMBER": "a number", "TEXT": "a text in quotes",
    "TRUTH": "TRUE or FALSE", "AGGREGATE": "an aggregate", "COMPARE": "a comparison",
    "PLUS": "'+'", "MINUS": "'-'", "STAR": "'*'", "SLASH": "'/'", "LPAR": "'('", "RPAR": "')'",
    "LSQB": "'['", "RSQB": "']'", "LBRACE": "'{'", "RBRACE": "'}'", "COMMA": "','", "DOT": "'.'",
    "__ANON_0": "'i'", "__ANON_1": "'1'", "I": "'i'", "$END": "the end",
}  # fmt: skip


def _at(meta: Meta) -> int:
    return -1 if meta.empty else meta.start_pos


@v_args(meta=True)
class _Build(Transformer[Token, Any]):
    """One method a grammar rule; each returns the AST node of that rule."""

    def ident(self, meta: Meta, items: list[Token]) -> Token:
        token = items[0]
        if token.type == "QUOTED":
            return token.update(value=token[1:-1].replace('""', '"'))
        return token

    def seq(self, meta: Meta, parts: list[ast.Structure]) -> ast.Seq:
        return ast.Seq(tuple(parts), at=_at(meta))

    def conj(self, meta: Meta, parts: list[ast.Structure]) -> ast.And:
        return ast.And(tuple(parts), at=_at(meta))

    def disj(self, meta: Meta, parts: list[ast.Structure]) -> ast.Or:
        return ast.Or(tuple(parts), at=_at(meta))

    def absent(self, meta: Meta, items: list[Token]) -> ast.Absent:
        return ast.Absent(str(items[0]), str(items[1]), at=_at(meta))

    def one(self, meta: Meta, items: list[Token]) -> ast.One:
        return ast.One(str(items[0]), str(items[1]), at=_at(meta))

    def plus(self, meta: Meta, items: list[Token]) -> ast.Kleene:
        return ast.Kleene(str(items[0]), str(items[-1]), at=_at(meta))

    def bounded(self, meta: Meta, items: list[Token | None]) -> ast.Kleene:
        type_, low, high, name = items
        bounds = (_count(cast(Token, low)), None if high is None else _count(high))
        return ast.Kleene(str(type_), str(name), *bounds, at=_at(meta))

    def window(self, meta: Meta, items: list[Token | None]) -> ast.Window:
        sign, number, unit = items
        return _window("-" if sign else "", cast(Token, number), unit, _at(meta))

    def any_of(self, meta: Meta, parts: list[ast.Condition]) -> ast.AnyOf:
        return ast.AnyOf(tuple(x for part in parts for x in ast.disjuncts(part)), at=_at(meta))

    def all_of(self, meta: Meta, parts: list[ast.Condition]) -> ast.AllOf:
        return ast.AllOf(tuple(x for part in parts for x in ast.conjuncts(part)), at=_at(meta))

    def not_(self, meta: Meta, items: list[ast.Condition]) -> ast.Not:
        return ast.Not(items[0], at=_at(meta))

    def compare(self, meta: Meta, items: list[Any]) -> ast.Compare:
        left, op, right = items
        return ast.Compare(cast(ast.CompareOp, str(op)), left, right, at=_at(meta))

    def in_(self, meta: Meta, items: list[ast.Term]) -> ast.In:
        return ast.In(items[0], tuple(items[1:]), at=_at(meta))

    def add(self, meta: Meta, items: list[Any]) -> ast.Arith:
        left, op, right = items
        return ast.Arith(cast(ast.ArithOp, str(op)), left, right, at=_at(meta))

    mul = add

    def minus(self, meta: Meta, items: list[Any]) -> ast.Term:
        term = items[1]
        if isinstance(term, ast.Constant) and term.kind in ("int", "float"):
            return ast.Constant(-term.value, at=_at(meta))  # type: ignore[operator]
        return ast.Arith("-", ast.Constant(0, at=_at(meta)), term, at=_at(meta))

    def number(self, meta: Meta, items: list[Token]) -> ast.Constant:
        return ast.Constant(_number(items[0]), at=_at(meta))

    def text(self, meta: Meta, items: list[Token]) -> ast.Constant:
        return ast.Constant(items[0][1:-1].replace("''", "'"), at=_at(meta))

    def truth(self, meta: Meta, items: list[Token]) -> ast.Constant:
        return ast.Constant(items[0] == "TRUE", at=_at(meta))

    def ref(self, meta: Meta, items: list[Token]) -> ast.Ref:
        return ast.Ref(str(items[0]), str(items[1]), at=_at(meta))

    def indexed(self, meta: Meta, items: list[Token | None]) -> ast.Indexed:
        name, back, attr = items
        return ast.Indexed(str(name), str(attr), 0 if back is None else 1, at=_at(meta))

    def aggregate(self, meta: Meta, items: list[Token | None]) -> ast.Aggregate:
        fn, name, attr = items
        attribute = None if attr is None else str(attr)
        return ast.Aggregate(cast(ast.AggregateFn, str(fn)), str(name), attribute, at=_at(meta))

    def call(self, meta: Meta, items: list[Any]) -> ast.Call:
        fn, *args = items
        return ast.Call(str(fn), tuple(args), at=_at(meta))

    def where(self, meta: Meta, items: list[ast.Condition]) -> ast.Condition:
        return items[0]

    def start(self, meta: Meta, items: list[Any]) -> ast.Pattern:
        structure, condition, window = items
        clauses = () if condition is None else ast.conjuncts(condition)
        return ast.Pattern(structure, clauses, window, at=_at(meta))


def _number(token: Token) -> int | float:
    try:
        number: int | float = int(token) if token.isdecimal() else float(token)
    except ValueError:
        raise InvalidPatternError("this int has too many digits", token.start_pos or 0) from None
    if isinstance(number, float) and math.isinf(number):
        raise InvalidPatternError("this number is outside float64", token.start_pos or 0)
    return number


def _count(token: Token) -> int:
    number = _number(token)
    if isinstance(number, float):
        raise InvalidPatternError(
            f"a count must be a whole number, not {token}", token.start_pos or 0
        )
    return number


def _window(sign: str, number: Token, unit: Token | None, at: int) -> ast.Window:
    """Return the window in the largest unit that makes its count whole: 1.5 hours = 90 minutes."""
    if sign:
        raise InvalidPatternError(f"the window -{number} is negative; use 0 or more", at)
    name = None if unit is None else _SINGULAR.get(str(unit), str(unit))
    if name is not None and name not in ast.UNITS:
        raise InvalidPatternError(
            f"unknown unit '{unit}'; use {', '.join(ast.UNITS)}", cast(Token, unit).start_pos or 0
        )
    _number(number)
    amount = Decimal(str(number))
    if amount == int(amount):
        return ast.Window(int(amount), name, at=at)
    if name is not None:
        ticks = amount * ast.UNITS[name]
        for smaller, size in reversed(ast.UNITS.items()):
            if ticks % size == 0:
                return ast.Window(int(ticks // size), smaller, at=at)
    raise InvalidPatternError(f"the window {number} is not a whole number of ticks", at)


@cache
def _parser() -> Lark:
    grammar = files("augury.spec.language").joinpath("grammar.lark").read_text("utf-8")
    return Lark(
        grammar, parser="lalr", lexer="contextual", propagate_positions=True,
        maybe_placeholders=True,
    )  # fmt: skip


def _depth(tree: Tree[Token]) -> int:
    """Return the depth of the AST that a tree will become; counts without recursion."""
    deepest, level = 0, [tree]
    while level:
        deepest += 1
        below = (child for node in level for child in node.children)
        level = [child for child in below if isinstance(child, Tree) and child.data != "ident"]
    return deepest


def _spelled(expected: set[str]) -> str:
    words = {_SPELLING.get(name, name) for name in expected}
    return ", ".join(sorted(words, key=lambda word: (not word.isupper(), word)))


def _syntax_error(error: UnexpectedInput, text: str) -> InvalidPatternError:
    """Say what stands there and what could, in the words of the language."""
    if isinstance(error, UnexpectedToken) and error.token.type == "$END":
        at, found = len(text.rstrip()), "the end of the text"
    else:
        at = error.pos_in_stream or 0
        found = repr(str(error.token) if isinstance(error, UnexpectedToken) else text[at])
    if isinstance(error, UnexpectedCharacters):
        expected = set(error.allowed or ())
        if found == "'\"'" or found == '"\'"':
            return InvalidPatternError("this quote is never closed", at)
    else:
        expected = set(getattr(error, "accepts", ()) or getattr(error, "expected", ()))
    hint = ""
    if found.strip("'").upper() in expected:
        hint = " (keywords are written in capitals)"
    elif isinstance(error, UnexpectedToken) and error.token.type == "COMPARE":
        hint = " (comparisons do not chain: write x < y AND y < z)"
    return InvalidPatternError(f"unexpected {found}; expected {_spelled(expected)}{hint}", at)


def parse(
    text: str,
    *,
    schema: Schema | None = None,
    functions: Functions = BUILTINS,
    source: str = "",
) -> ast.Pattern:
    """Return the pattern a text denotes, or raise ``InvalidPatternError`` with its place.

    Semantics: S-2.1, S-2.10.
    """
    if len(text) > PATTERN_CHARACTERS:
        fix = "split the pattern"
        raise LimitExceededError("characters of the pattern", len(text), PATTERN_CHARACTERS, fix)
    try:
        tree = _parser().parse(text)
        check_depth(_depth(tree))
        pattern: ast.Pattern = _Build().transform(tree)
        check(pattern, schema=schema, functions=functions)
    except UnexpectedInput as error:
        raise _syntax_error(error, text).located(text, source) from None
    except VisitError as error:
        if isinstance(error.orig_exc, InvalidPatternError):
            raise error.orig_exc.located(text, source) from None
        raise
    except InvalidPatternError as error:
        raise error.located(text, source) from None
    return pattern
