"""Random patterns over the whole language, each one valid by construction."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, cast, get_args

from augury.spec.language import ast
from augury.spec.language.normal import normal_form
from augury.spec.strategies.choices import Choices

TYPES: Final = ("A", "B", "C")
"""Few types, so that one event often fits several names."""
ATTRIBUTES: Final = ("x", "y")
TEXTS: Final = ("p", "q")
NAMES: Final = "abcdefghijklmnop"


@dataclass(frozen=True, slots=True)
class Size:
    """How large a pattern may grow, and which operators it may use."""

    names: int = 4
    depth: int = 3
    clauses: int = 3
    kleene: bool = True
    negation: bool = True
    disjunction: bool = True


def random_pattern(choices: Choices, size: Size = Size()) -> ast.Pattern:
    """Return a valid pattern: structure, clauses over names that one branch has, a window."""
    structure = _Structures(choices, size).whole()
    names = len(ast.leaves(structure))
    window = ast.Window(choices.integer(*((names, names + 3) if choices.chance(60) else (0, 6))))
    bare = ast.Pattern(structure, (), window)
    kinds = {leaf.name: leaf for leaf in ast.leaves(structure)}
    clauses = []
    for _ in range(choices.integer(0, size.clauses)):
        branch = choices.pick(normal_form(bare))
        mentionable = [kinds[name] for name in branch.names]
        clauses.append(_Clauses(choices, mentionable).clause())
    return ast.Pattern(structure, tuple(clauses), window)


def with_selection(choices: Choices, pattern: ast.Pattern) -> ast.Pattern:
    """Return a pattern with random SELECT and SKIP, one in twelve times the default."""
    select: ast.Select = choices.pick(("any", "next", "next", "strict"))
    return replace(pattern, select=select, skip=choices.pick(get_args(ast.Skip)))


class _Structures:
    """Structures with unique names in the order of writing."""

    def __init__(self, choices: Choices, size: Size) -> None:
        self.choices, self.size, self.used = choices, size, 0

    def whole(self) -> ast.Structure:
        """Return a structure in which every branch has a positive name that must bind."""
        most = self.size.names
        count = self.choices.pick((*range(1, most + 1), *range(most // 2 + 1, most + 1)))
        if count == 1:
            return self.leaf(must=True)
        return self.group(count, self.size.depth, must=True)

    def group(self, count: int, depth: int, *, must: bool) -> ast.Structure:
        """Return SEQ, AND or OR of ``count`` leaves; under ``must`` every branch binds one."""
        kinds: list[type[ast.Seq] | type[ast.And] | type[ast.Or]] = [ast.Seq, ast.Seq, ast.And]
        if self.size.disjunction:
            kinds.append(ast.Or)
        node = self.choices.pick(kinds)
        sizes = self.split(count, depth)
        chosen = self.choices.integer(0, len(sizes) - 1)
        parts = tuple(
            self.part(part, depth - 1, must=must and (node is ast.Or or index == chosen))
            for index, part in enumerate(sizes)
        )
        return node(parts)

    def part(self, count: int, depth: int, *, must: bool) -> ast.Structure:
        if count == 1 and (depth <= 0 or not self.choices.chance(5)):
            return self.leaf(must=must)
        return self.group(count, depth, must=must)

    def split(self, count: int, depth: int) -> list[int]:
        """Return sizes of parts that add up to ``count``; at the last level all are 1."""
        if depth <= 1:
            return [1] * count
        sizes = []
        while count:
            size = 1 if self.choices.chance(50) else self.choices.integer(1, count)
            sizes.append(size)
            count -= size
        return sizes

    def leaf(self, *, must: bool) -> ast.Leaf:
        name, type_ = NAMES[self.used], self.choices.pick(TYPES)
        self.used += 1
        if self.size.negation and not must and self.choices.chance(45):
            return ast.Absent(type_, name)
        if self.size.kleene and self.choices.chance(30):
            low = self.choices.pick((1, 1, 2) if must else (1, 0, 2))
            high = self.choices.pick((None, max(low, 1), low + 1))
            return ast.Kleene(type_, name, low, high)
        return ast.One(type_, name)


class _Clauses:
    """Clauses over the leaves of one branch, with at most one negated and one indexed name."""

    def __init__(self, choices: Choices, leaves: list[ast.Leaf]) -> None:
        self.choices = choices
        negated = [leaf for leaf in leaves if isinstance(leaf, ast.Absent)]
        positive = [leaf for leaf in leaves if not isinstance(leaf, ast.Absent)]
        kept = [choices.pick(negated)] if negated and choices.chance(50) else []
        self.leaves = [*kept, *positive]
        kleene = [leaf.name for leaf in positive if isinstance(leaf, ast.Kleene)]
        self.kleene = kleene
        self.indexed = choices.pick(kleene) if kleene and choices.chance(30) else None

    def clause(self) -> ast.Condition:
        """Return a comparison, or logic over two or three; AND only below NOT and OR."""
        if self.choices.chance(75):
            return self.comparison()
        first = self.comparison()
        if self.choices.chance(25):
            first = ast.AllOf((first, self.comparison()))
        if self.choices.chance(40):
            return ast.Not(first)
        return ast.AnyOf((first, self.comparison()))

    def comparison(self) -> ast.Condition:
        roll = self.choices.integer(0, 9)
        if roll == 0:
            left = self.reference(ATTRIBUTES)
            return ast.Compare(self.sign(), left, ast.Constant(self.choices.pick(TEXTS)))
        if roll == 1:
            options = tuple(self.constant() for _ in range(self.choices.integer(1, 3)))
            return ast.In(self.reference(), options)
        right = self.term(1) if self.choices.chance(60) else self.constant()
        return ast.Compare(self.sign(), self.term(1), right)

    def sign(self) -> ast.CompareOp:
        return self.choices.pick(get_args(ast.CompareOp))

    def constant(self) -> ast.Constant:
        number = self.choices.integer(-1, 3)
        return ast.Constant(number / 2 if self.choices.chance(25) else number)

    def term(self, depth: int) -> ast.Term:
        roll = self.choices.integer(0, 9)
        if self.kleene and roll >= 7:
            return self.aggregate()
        if depth and roll == 6:
            op = self.choices.pick(get_args(ast.ArithOp))
            return ast.Arith(op, self.term(0), self.term(0))
        if depth and roll == 5:
            return ast.Call("abs", (self.term(0),))
        return self.reference()

    def aggregate(self) -> ast.Aggregate:
        fn = cast(ast.AggregateFn, self.choices.pick(get_args(ast.AggregateFn)))
        attr = self.choices.pick((None, *ATTRIBUTES) if fn == "COUNT" else ATTRIBUTES)
        return ast.Aggregate(fn, self.choices.pick(self.kleene), attr)

    def reference(
        self, attributes: tuple[str, ...] = (*ATTRIBUTES, *ATTRIBUTES, "ts", "id")
    ) -> ast.Term:
        name = self.choices.pick(self.leaves).name
        attr = self.choices.pick(attributes)
        if name == self.indexed and self.choices.chance(70):
            return ast.Indexed(name, attr, self.choices.integer(0, 1))
        return ast.Ref(name, attr)
