"""The abstract syntax of patterns: frozen data, equal iff they are the same pattern.

``at`` is the offset of a node in the text it was parsed from; it plays no part in equality.
The structure says *which events in which order*, a clause says *with which values*.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from typing import Final, Literal, TypeAlias

from augury.spec.errors import InvalidPatternError
from augury.spec.events import Kind

ArithOp: TypeAlias = Literal["+", "-", "*", "/"]
CompareOp: TypeAlias = Literal["=", "!=", "<", "<=", ">", ">="]
AggregateFn: TypeAlias = Literal["COUNT", "SUM", "AVG", "MIN", "MAX", "FIRST", "LAST"]
Unit: TypeAlias = Literal["us", "ms", "seconds", "minutes", "hours", "days"]
Select: TypeAlias = Literal["any", "next", "strict"]
Skip: TypeAlias = Literal["none", "past last", "to next"]

UNITS: Final[dict[Unit, int]] = {
    "us": 1,
    "ms": 1_000,
    "seconds": 1_000_000,
    "minutes": 60_000_000,
    "hours": 3_600_000_000,
    "days": 86_400_000_000,
}
"""Ticks a unit; with a unit one tick is one microsecond."""


@dataclass(frozen=True, slots=True)
class Node:
    """Anything that stands in a pattern."""

    at: int = field(default=-1, compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class One(Node):
    """``T a``: one event of type T."""

    type: str
    name: str


@dataclass(frozen=True, slots=True)
class Kleene(Node):
    """``T+ b`` or ``T{low,high} b``: a set of low to high events; no high means no bound."""

    type: str
    name: str
    low: int = 1
    high: int | None = None


@dataclass(frozen=True, slots=True)
class Absent(Node):
    """``NOT(T n)``: no event of type T."""

    type: str
    name: str


@dataclass(frozen=True, slots=True)
class Seq(Node):
    """``SEQ(...)``: every event of a part is before every event of the next parts."""

    parts: tuple[Structure, ...]


@dataclass(frozen=True, slots=True)
class And(Node):
    """``AND(...)``: all parts, in any order."""

    parts: tuple[Structure, ...]


@dataclass(frozen=True, slots=True)
class Or(Node):
    """``OR(...)``: one of the parts."""

    parts: tuple[Structure, ...]


Structure: TypeAlias = One | Kleene | Absent | Seq | And | Or
Leaf: TypeAlias = One | Kleene | Absent


@dataclass(frozen=True, slots=True)
class Constant(Node):
    """A constant. Its kind is part of it: 1, 1.0 and TRUE are three constants."""

    value: int | float | str | bool
    kind: Kind = field(init=False, repr=False)

    def __post_init__(self) -> None:
        kinds: dict[type, Kind] = {int: "int", float: "float", str: "str", bool: "bool"}
        if type(self.value) not in kinds:
            what = type(self.value).__name__
            raise InvalidPatternError(f"a {what} is no constant; use int, float, str or bool")
        object.__setattr__(self, "kind", kinds[type(self.value)])


@dataclass(frozen=True, slots=True)
class Ref(Node):
    """``a.x``: the attribute x of the event a; of each event, if a is a Kleene name."""

    name: str
    attr: str


@dataclass(frozen=True, slots=True)
class Indexed(Node):
    """``b[i].x`` (back = 0) or ``b[i-1].x`` (back = 1): one of two adjacent events of b."""

    name: str
    attr: str
    back: int


@dataclass(frozen=True, slots=True)
class Aggregate(Node):
    """``SUM(b.x)``: one value of all events of a Kleene name; ``COUNT(b)`` has no attribute."""

    fn: AggregateFn
    name: str
    attr: str | None = None


@dataclass(frozen=True, slots=True)
class Call(Node):
    """``f(x, y)``: a built-in or registered function."""

    fn: str
    args: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Arith(Node):
    """``x + y`` and its kin; the result is a float64."""

    op: ArithOp
    left: Term
    right: Term


Term: TypeAlias = Constant | Ref | Indexed | Aggregate | Call | Arith


class Logical(Node):
    """A node that is true, false or unknown of events, and neither true nor false in Python."""

    __slots__ = ()

    def __bool__(self) -> bool:
        """Refuse: ``x < y and y < z`` would silently drop its first condition."""
        raise InvalidPatternError("a condition has no truth here; join with all_of, any_of, not_")


@dataclass(frozen=True, slots=True)
class Compare(Logical):
    """``x < y`` and its kin: true, false or unknown."""

    op: CompareOp
    left: Term
    right: Term


@dataclass(frozen=True, slots=True)
class In(Logical):
    """``x IN (y, z)``: an OR of ``=``."""

    item: Term
    options: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Not(Logical):
    """``NOT c``: unknown stays unknown."""

    part: Condition


@dataclass(frozen=True, slots=True)
class AllOf(Logical):
    """``c AND d``; never directly inside another ``AllOf``."""

    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class AnyOf(Logical):
    """``c OR d``; never directly inside another ``AnyOf``."""

    parts: tuple[Condition, ...]


Condition: TypeAlias = Compare | In | Not | AllOf | AnyOf
Expression: TypeAlias = Term | Condition


@dataclass(frozen=True, slots=True)
class Window(Node):
    """``WITHIN count [unit]``: the largest span of a match.  Semantics: S-2.7."""

    count: int
    unit: Unit | None = None

    @property
    def ticks(self) -> int:
        """W in ticks."""
        return self.count * (UNITS[self.unit] if self.unit else 1)


@dataclass(frozen=True, slots=True)
class Pattern(Node):
    """A structure, the operands of the outermost ANDs of WHERE, a window, and what is reported.

    Semantics: S-2.1, S-6.1.
    """

    structure: Structure
    where: tuple[Condition, ...]
    within: Window
    select: Select = "any"
    skip: Skip = "none"

    @property
    def selective(self) -> bool:
        """Whether SELECT or SKIP may leave a match out.  Semantics: S-6.1."""
        return (self.select, self.skip) != ("any", "none")

    def __str__(self) -> str:
        from augury.spec.language.printer import show  # the printer imports this module

        return show(self)


def slots(node: Node) -> tuple[str, ...]:
    """Return the fields of a node that make it what it is, in the order of writing."""
    return tuple(item.name for item in fields(node) if item.name != "at")


def children(node: Node) -> tuple[Node, ...]:
    """Return the nodes directly below a node, in the order of writing."""
    below: list[Node] = []
    for slot in slots(node):
        value = getattr(node, slot)
        if isinstance(value, Node):
            below.append(value)
        elif isinstance(value, tuple):
            below.extend(part for part in value if isinstance(part, Node))
    return tuple(below)


def walk(node: Node) -> Iterator[Node]:
    """Yield a node and all nodes below it, parents first, in the order of writing."""
    stack = [node]
    while stack:
        top = stack.pop()
        yield top
        stack.extend(reversed(children(top)))


def depth(node: Node) -> int:
    """Return the number of nodes on the longest way down; counts without recursion."""
    deepest, level = 0, [node]
    while level:
        deepest += 1
        level = [below for top in level for below in children(top)]
    return deepest


def conjuncts(condition: Condition) -> tuple[Condition, ...]:
    """Return the operands of the outermost ANDs; nothing else is rewritten.

    Semantics: S-2.1.
    """
    return condition.parts if isinstance(condition, AllOf) else (condition,)


def disjuncts(condition: Condition) -> tuple[Condition, ...]:
    """Return the operands of the outermost ORs."""
    return condition.parts if isinstance(condition, AnyOf) else (condition,)


def leaves(structure: Structure) -> tuple[Leaf, ...]:
    """Return the events a structure names, in the order of writing."""
    return tuple(node for node in walk(structure) if isinstance(node, (One, Kleene, Absent)))


def names(node: Node) -> frozenset[str]:
    """Return the names an expression mentions, inside aggregates too."""
    return frozenset(
        below.name for below in walk(node) if isinstance(below, (Ref, Indexed, Aggregate))
    )
