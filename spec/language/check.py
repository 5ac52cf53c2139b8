"""Which patterns have a meaning: ``check`` returns nothing, or raises with the place and the fix.

Semantics: S-2.10.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from augury.spec.errors import InvalidPatternError, LimitExceededError
from augury.spec.events import FIELDS, Kind, shown
from augury.spec.language import ast
from augury.spec.language.functions import BUILTINS, Functions
from augury.spec.language.kinds import Kinds, check_kinds
from augury.spec.language.normal import Branch, normal_form
from augury.spec.language.shape import check_shape
from augury.spec.limits import KLEENE_COUNT, PATTERN_DEPTH, PATTERN_NAMES, TICKS

Schema: TypeAlias = Mapping[str, Mapping[str, frozenset[Kind]]]
"""For each event type its attributes, and for each attribute the kinds it may have."""

RESERVED_NAME = "branch"
"""A result has a column of this name; no event may."""


def check(
    pattern: ast.Pattern, *, schema: Schema | None = None, functions: Functions = BUILTINS
) -> None:
    """Raise ``InvalidPatternError`` unless the pattern has a meaning.  Semantics: S-2.10."""
    check_shape(pattern)
    check_depth(ast.depth(pattern))
    _check_texts(pattern)
    leaves = _check_structure(pattern.structure)
    _check_window(pattern.within)
    branches = normal_form(pattern)
    for branch in branches:
        if not branch.required:
            raise InvalidPatternError(
                f"the branch ({', '.join(branch.names)}) has no positive name that must bind "
                "an event; add one",
                pattern.structure.at,
            )
    for clause in pattern.where:
        _check_clause(clause, leaves, branches)
        check_kinds(clause, _kinds(leaves, schema), functions)


def check_depth(depth: int) -> None:
    """Raise if a pattern is nested deeper than its recursive readers can follow."""
    if depth > PATTERN_DEPTH:
        fix = "flatten the pattern"
        raise LimitExceededError("nesting depth of the pattern", depth, PATTERN_DEPTH, fix)


def check_text(text: str, at: int | None = None) -> None:
    """Raise if a text holds half a surrogate pair, which no file can."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        place = error.start if at is None else at
        raise InvalidPatternError("half a surrogate pair is no character", place) from None


def _check_texts(pattern: ast.Pattern) -> None:
    for node in ast.walk(pattern):
        for slot in ast.slots(node):
            if isinstance(found := getattr(node, slot), str):
                check_text(found, node.at)


def _check_structure(structure: ast.Structure) -> dict[str, ast.Leaf]:
    """Return the leaves by name; every part is non-empty, every name is used once."""
    leaves: dict[str, ast.Leaf] = {}
    for node in ast.walk(structure):
        if isinstance(node, (ast.Seq, ast.And, ast.Or)) and not node.parts:
            word = type(node).__name__.upper()
            raise InvalidPatternError(f"{word}() is empty; name at least one event", node.at)
    for leaf in ast.leaves(structure):
        _check_leaf(leaf)
        if leaf.name in leaves:
            reason = f"the name '{leaf.name}' is used twice; names are unique in a pattern"
            raise InvalidPatternError(reason, leaf.at)
        leaves[leaf.name] = leaf
    if len(leaves) > PATTERN_NAMES:
        raise LimitExceededError(
            "names of the pattern", len(leaves), PATTERN_NAMES, "use fewer names"
        )
    return leaves


def _check_leaf(leaf: ast.Leaf) -> None:
    if not leaf.type or not leaf.name:
        raise InvalidPatternError("a type and a name must not be empty", leaf.at)
    if leaf.name == RESERVED_NAME:
        reason = f"the name '{RESERVED_NAME}' is reserved for results; choose another"
        raise InvalidPatternError(reason, leaf.at)
    if isinstance(leaf, ast.Kleene):
        top = KLEENE_COUNT if leaf.high is None else leaf.high
        if not (0 <= leaf.low <= top <= KLEENE_COUNT and top >= 1):
            high = "" if leaf.high is None else shown(leaf.high)
            reason = (
                f"the bounds {{{shown(leaf.low)},{high}}} of '{leaf.name}' must satisfy "
                f"0 <= m <= n <= {KLEENE_COUNT} and n >= 1"
            )
            raise InvalidPatternError(reason, leaf.at)


def _check_window(window: ast.Window) -> None:
    if window.count < 0:
        raise InvalidPatternError(
            f"the window {shown(window.count)} is negative; use 0 or more", window.at
        )
    if window.ticks >= TICKS:
        raise InvalidPatternError("the window is 2^62 ticks or more; use a smaller one", window.at)


def _check_clause(
    clause: ast.Condition, leaves: Mapping[str, ast.Leaf], branches: tuple[Branch, ...]
) -> None:
    """A clause is no AND, and speaks of names that one branch has, at most one of them negated."""
    if isinstance(clause, ast.AllOf):
        raise InvalidPatternError("a clause is an operand of the outermost ANDs, not an AND")
    for node in ast.walk(clause):
        if isinstance(node, (ast.Ref, ast.Indexed, ast.Aggregate)):
            _check_mention(node, leaves)
    mentioned = ast.names(clause)
    negated = sorted(name for name in mentioned if isinstance(leaves[name], ast.Absent))
    if len(negated) > 1:
        reason = f"a clause joins the negated names {', '.join(negated)}; it may have one"
        raise InvalidPatternError(reason, clause.at)
    indexed = sorted({node.name for node in ast.walk(clause) if isinstance(node, ast.Indexed)})
    if len(indexed) > 1:
        reason = f"a clause indexes {', '.join(indexed)}; it may index one name"
        raise InvalidPatternError(reason, clause.at)
    if not any(mentioned <= set(branch.names) for branch in branches):
        reason = f"no branch has the names {', '.join(sorted(mentioned))} together"
        raise InvalidPatternError(reason, clause.at)


def _check_mention(
    node: ast.Ref | ast.Indexed | ast.Aggregate, leaves: Mapping[str, ast.Leaf]
) -> None:
    """A mention has a known name, an attribute, and a Kleene name where it needs one."""
    leaf = leaves.get(node.name)
    if leaf is None:
        known = ", ".join(leaves)
        raise InvalidPatternError(f"unknown name '{node.name}'; the names are {known}", node.at)
    if node.attr == "":
        raise InvalidPatternError("the name of an attribute must not be empty", node.at)
    if node.attr == "type":
        reason = f"'type' is not an attribute: '{node.name}' has type {leaf.type} by the pattern"
        raise InvalidPatternError(reason, node.at)
    if isinstance(node, ast.Aggregate):
        if not isinstance(leaf, ast.Kleene):
            reason = f"{node.fn} needs a Kleene name, and '{node.name}' is one event"
            raise InvalidPatternError(reason, node.at)
        if node.attr is None and node.fn != "COUNT":
            reason = f"{node.fn}({node.name}) needs an attribute: {node.fn}({node.name}.x)"
            raise InvalidPatternError(reason, node.at)
    if isinstance(node, ast.Indexed):
        if not isinstance(leaf, ast.Kleene):
            reason = f"an index needs a Kleene name, and '{node.name}' is one event"
            raise InvalidPatternError(reason, node.at)
        if node.back not in (0, 1):
            raise InvalidPatternError("an index is [i] or [i-1]", node.at)


def _kinds(leaves: Mapping[str, ast.Leaf], schema: Schema | None) -> Kinds:
    """Return what is known of the kind of ``name.attr``; raises for an unknown attribute."""

    def lookup(node: ast.Ref | ast.Indexed | ast.Aggregate) -> frozenset[Kind] | None:
        if node.attr in FIELDS:
            return frozenset({"int"})
        type_ = leaves[node.name].type
        if schema is None or type_ not in schema or node.attr is None:
            return None
        if node.attr not in schema[type_]:
            known = ", ".join(sorted(schema[type_])) or "none"
            raise InvalidPatternError(
                f"type {type_} has no attribute '{node.attr}'; it has {known}", node.at
            )
        return schema[type_][node.attr]

    return lookup
