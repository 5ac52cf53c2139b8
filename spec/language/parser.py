"""Text to AST: ``parse(str(p)) == p`` for every pattern.

The LALR parser does not recurse, and the depth of its tree is checked before anything that does
sees it, so no depth of nesting in the text can exhaust Python's stack.
"""

from __future__ import annotations

import math
import re
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any, cast, get_args

from lark import Lark, Token, Transformer, Tree, v_args
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken, VisitError
from lark.tree import Meta

from augury.spec.errors import InvalidPatternError, LimitExceededError
from augury.spec.language import ast
from augury.spec.language.check import Schema, check, check_depth, check_text
from augury.spec.language.functions import BUILTINS, Functions
from augury.spec.language.words import ADVICE, select_word, skip_word
from augury.spec.limits import PATTERN_CHARACTERS

_SINGULAR = {"second": "seconds", "minute": "minutes", "hour": "hours", "day": "days"}
_SPELLING = {
    "NAME": "a name",
    "QUOTED": "a name",
    "NUMBER": "a number",
    "TEXT": "a text in quotes",
    "TRUTH": "TRUE or FALSE",
    "AGGREGATE": "an aggregate",
    "COMPARE": "a comparison",
    "SELECTION": "any, next or strict",
    "SKIPPING": "none, past last or to next",
    "$END": "the end",
}
_COMPARISONS = get_args(ast.CompareOp)
_DIGITS, _EXPONENT = 100, 400
"""A window is computed exactly, so the number before its unit must not be absurdly long."""


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

    def select(self, meta: Meta, items: list[Token]) -> ast.Select:
        return select_word(str(items[0]), items[0].start_pos or 0)

    def skip(self, meta: Meta, items: list[Token]) -> ast.Skip:
        return skip_word(" ".join(items), items[0].start_pos or 0)

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
        structure, condition, window, select, skip = items
        clauses = () if condition is None else ast.conjuncts(condition)
        return ast.Pattern(
            structure, clauses, window, select or "any", skip or "none", at=_at(meta)
        )


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
    """Return the window in the largest unit that makes its count whole: 1.5 hours = 90 minutes.

    Semantics: S-2.7.
    """
    if sign:
        raise InvalidPatternError(f"the window -{number} is negative; use 0 or more", at)
    name = None if unit is None else _SINGULAR.get(str(unit), str(unit))
    if name is not None and name not in ast.UNITS:
        place = (unit.start_pos if unit is not None else None) or 0
        raise InvalidPatternError(f"unknown unit '{unit}'; use {', '.join(ast.UNITS)}", place)
    _, _, exponent = number.lower().partition("e")
    if len(number) > _DIGITS or abs(int(exponent or "0")) > _EXPONENT:
        reason = "the window is too long a number, or not a whole number of ticks"
        raise InvalidPatternError(reason, at)
    amount = Fraction(number)
    if amount.denominator == 1:
        return ast.Window(int(amount), name, at=at)
    ticks = amount * ast.UNITS[name] if name is not None else amount
    for smaller, size in reversed(ast.UNITS.items()):
        if name is not None and ticks % size == 0:
            return ast.Window(int(ticks / size), smaller, at=at)
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
    """Return what may stand here in the words of the language, keywords first."""
    literal = {t.name: t.pattern.value for t in _parser().terminals if t.pattern.type == "str"}
    words = {
        _SPELLING.get(name) or (literal[name] if literal[name].isupper() else f"'{literal[name]}'")
        for name in expected
        if name in _SPELLING or name in literal
    }
    return ", ".join(sorted(words, key=lambda word: (not word.isupper(), word)))


def _syntax_error(error: UnexpectedInput, text: str) -> InvalidPatternError:
    """Say what stands there and what could, in the words of the language."""
    expected = set(getattr(error, "accepts", None) or getattr(error, "expected", None) or ())
    if isinstance(error, UnexpectedCharacters):
        expected = set(error.allowed or ())
    if isinstance(error, UnexpectedToken) and error.token.type == "$END":
        reason = f"the pattern ends too early; expected {_spelled(expected)}"
        return InvalidPatternError(reason, len(text.rstrip()))
    at = error.pos_in_stream or 0
    if text[at] in "'\"" and isinstance(error, UnexpectedCharacters):
        return InvalidPatternError(f"the quote {text[at]} is never closed", at)
    found = str(error.token) if isinstance(error, UnexpectedToken) else text[at]
    reason = (
        f"unexpected {found!r}; expected {_spelled(expected)}{_hint(found, expected, text, at)}"
    )
    return InvalidPatternError(reason, at)


def _hint(found: str, expected: set[str], text: str, at: int) -> str:
    """Return advice for the mistakes that people make most."""
    if re.search(r"\bNOT\s*\(\s*\w+\s*$", text[:at]) and "WHERE" not in text[:at]:
        return " (NOT takes one event: NOT(Type name), not SEQ, AND, OR or a Kleene name)"
    for wrong, advice in ADVICE:
        if text.startswith(wrong, at) or text.startswith(wrong, at - 1):
            return f" ({advice})"
    if re.search(r'"[^"]*"\s*$', text[:at]) and "DOT" in expected:
        return " (a text goes into single quotes, a name into double quotes)"
    if found.upper() in expected or re.search(r"\b(select|Select|skip|Skip)\s*$", text[:at]):
        return " (keywords are written in capitals)"
    operand = re.split(r"\b(?:WHERE|AND|OR|NOT)\b|\(", text[:at])[-1]
    if found in _COMPARISONS and re.search("[<>=]", operand):
        return " (comparisons do not chain: write x < y AND y < z)"
    return ""


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
        what = f"{source}: characters of the pattern" if source else "characters of the pattern"
        raise LimitExceededError(what, len(text), PATTERN_CHARACTERS, fix)
    try:
        check_text(text)
        tree = _parser().parse(text)
        check_depth(_depth(tree) - 2)  # the tree has WHERE and its AND, which the AST has not
        pattern: ast.Pattern = _Build().transform(tree)
        check(pattern, schema=schema, functions=functions)
    except UnexpectedInput as error:
        raise _syntax_error(error, text).located(text, source) from None
    except VisitError as error:
        raise cast(InvalidPatternError, error.orig_exc).located(text, source) from None
    except InvalidPatternError as error:
        raise error.located(text, source) from None
    except LimitExceededError as error:
        raise (error.located(source) if source else error) from None
    return pattern
