"""The second reading, part by part; that it equals the definition is a property test."""

from __future__ import annotations

import pytest

from augury.spec.crosscheck.denotation import (
    applies,
    holds,
    joinable,
    leaf_meaning,
    matches,
    meaning,
    present,
    span,
    ways,
)
from augury.spec.events import Dialect, Event, Stream
from augury.spec.language import ast
from augury.spec.language.functions import BUILTINS, register
from augury.spec.language.parser import parse

A0, B1, B2, N3 = Event(0, "A", 1), Event(1, "B", 2), Event(2, "B", 3), Event(3, "N", 2)
STREAM = Stream([A0, B1, B2, N3])
STRICT = Dialect()


def structure(text: str) -> ast.Structure:
    return parse(f"PATTERN {text} WITHIN 9").structure


def ids(bound) -> dict[str, list[int]]:
    return {name: [event.id for event in events] for name, events in bound}


@pytest.mark.parametrize(
    ("text", "count"),
    [("A a", 1), ("SEQ(A a, B+ b)", 1), ("OR(A a, B b, C c)", 3),
     ("SEQ(OR(A a, B b), C c, OR(D d, OR(E e, F f)))", 6),
     ("AND(OR(A a, SEQ(B b, OR(C c, D d))), OR(E e, F f))", 6)],
)  # fmt: skip
def test_ways_through_the_ors(text, count) -> None:
    """S-2.4."""
    assert ways(structure(text)) == count


def test_the_names_on_each_way() -> None:
    """S-2.4: the left-most OR slowest."""
    tree = structure("SEQ(OR(A a, SEQ(B b, OR(C c, D d))), E e, OR(F f, G g))")
    found = ["".join(sorted(present(tree, way))) for way in range(ways(tree))]
    assert found == ["aef", "aeg", "bcef", "bceg", "bdef", "bdeg"]


def test_what_a_leaf_may_bind() -> None:
    """S-2.3: NOT binds nothing unless it is the one that is read."""
    assert [ids(b) for b in leaf_meaning(ast.One("B", "b"), None, STREAM)] == [
        {"b": [1]},
        {"b": [2]},
    ]
    assert [ids(b) for b in leaf_meaning(ast.Absent("N", "n"), None, STREAM)] == [{}]
    assert [ids(b) for b in leaf_meaning(ast.Absent("N", "n"), "m", STREAM)] == [{}]
    assert [ids(b) for b in leaf_meaning(ast.Absent("N", "n"), "n", STREAM)] == [{"n": [3]}]
    sets = [ids(b)["b"] for b in leaf_meaning(ast.Kleene("B", "b", 0), None, STREAM)]
    assert sets == [[], [1], [2], [1, 2]]
    assert [ids(b)["b"] for b in leaf_meaning(ast.Kleene("B", "b", 2, 9), None, STREAM)] == [[1, 2]]
    assert list(leaf_meaning(ast.Kleene("B", "b", 3), None, STREAM)) == []


def test_the_meaning_of_groups() -> None:
    found = meaning(structure("SEQ(A a, B b)"), None, STREAM, STRICT)
    assert [(way, ids(bound)) for way, bound in found] == [
        (0, {"a": [0], "b": [1]}), (0, {"a": [0], "b": [2]})
    ]  # fmt: skip
    assert not meaning(structure("SEQ(B b, A a)"), None, STREAM, STRICT)
    assert len(meaning(structure("AND(B b, A a)"), None, STREAM, STRICT)) == 2
    found = meaning(structure("OR(A a, B b)"), None, STREAM, STRICT)
    assert [(way, ids(bound)) for way, bound in found] == [
        (0, {"a": [0]}), (1, {"b": [1]}), (1, {"b": [2]})
    ]  # fmt: skip
    both = meaning(structure("AND(B b, B c)"), None, STREAM, STRICT)
    assert [ids(bound) for _, bound in both] == [{"b": [1], "c": [2]}, {"b": [2], "c": [1]}]


def test_joining_needs_other_events_and_an_order_if_there_is_one() -> None:
    left, right = (("a", (A0,)),), (("b", (B1, B2)),)
    assert joinable(left, right, STRICT)
    assert not joinable(right, left, STRICT)
    assert joinable(right, left, None)
    assert not joinable(left, left, None)
    assert not joinable(left, left, Dialect("nonstrict"))
    assert joinable((), right, STRICT)
    assert span((*left, *right)) == 2
    assert span(left) == 0


def test_which_clauses_judge_a_reading() -> None:
    """S-2.5, S-4.6: positive ones without a reading, those of n with one."""
    tree = structure("SEQ(A a, NOT(N n), OR(B b, C c))")
    text = "a.x = 1 AND n.x = a.x AND b.x = 1 AND n.x = c.x AND 1 < 2"
    clauses = parse(f"PATTERN SEQ(A a, NOT(N n), OR(B b, C c)) WHERE {text} WITHIN 9").where
    assert [applies(c, None, 0, tree) for c in clauses] == [True, False, True, False, True]
    assert [applies(c, None, 1, tree) for c in clauses] == [True, False, False, False, True]
    assert [applies(c, "n", 0, tree) for c in clauses] == [False, True, False, False, False]
    assert [applies(c, "n", 1, tree) for c in clauses] == [False, True, False, True, False]


def test_a_clause_holds_for_each_event_and_each_adjacent_pair() -> None:
    def clause(text: str) -> ast.Condition:
        return parse(f"PATTERN SEQ(A a, B+ b) WHERE {text} WITHIN 9").where[0]

    one, two, three = (Event(k, "B", k, {"x": x}) for k, x in enumerate((1, 5, 4)))
    bound = {"a": (Event(9, "A", 0, {"x": 0}),), "b": (one, two, three)}
    assert holds(clause("b.x > a.x"), bound, BUILTINS)
    assert not holds(clause("b.x > a.x + 1"), bound, BUILTINS)
    assert not holds(clause("b[i].x > b[i-1].x"), bound, BUILTINS)
    assert holds(clause("b[i].x > b[i-1].x"), {**bound, "b": (one, two)}, BUILTINS)
    assert holds(clause("b[i].x > b[i-1].x"), {**bound, "b": (one,)}, BUILTINS)
    assert holds(clause("b.x < a.x"), {**bound, "b": ()}, BUILTINS)
    assert not holds(clause("b.y < a.x"), bound, BUILTINS)
    assert holds(clause("SUM(b.x) = 10"), bound, BUILTINS)


def test_a_negation_refutes_by_being_read() -> None:
    pattern = parse("PATTERN SEQ(A a, NOT(N n), B b) WITHIN 9")
    assert matches(STREAM, pattern) == {(0, (("a", (0,)), ("b", (1,))))}
    assert not matches(STREAM, pattern, Dialect("nonstrict"))


def test_a_negation_in_another_branch_refutes_nothing() -> None:
    pattern = parse("PATTERN OR(SEQ(A a, NOT(N n)), SEQ(A c, B b)) WITHIN 9")
    assert {way for way, _ in matches(STREAM, pattern)} == {1}


def test_functions_reach_the_clauses() -> None:
    functions = register({"yes": lambda x: 1})
    pattern = parse("PATTERN A a WHERE yes(a.ts) = 1 WITHIN 9", functions=functions)
    assert matches(STREAM, pattern, functions=functions) == {(0, (("a", (0,)),))}
