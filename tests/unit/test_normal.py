"""The normal form: branches in the order of writing, one strict partial order (S-2.2 to S-2.6)."""

from __future__ import annotations

import pytest

from augury.spec.errors import LimitExceededError
from augury.spec.language import ast
from augury.spec.language.normal import count_branches, expand, normal_form, order_of
from augury.spec.language.parser import parse


def branches(structure: str, where: str = "", within: str = "5"):
    condition = f"WHERE {where}" if where else ""
    return normal_form(parse(f"PATTERN {structure} {condition} WITHIN {within}"))


def order(structure: str) -> set[str]:
    (branch,) = branches(structure)
    return {p + q for p, q in branch.order}


@pytest.mark.parametrize(
    ("structure", "pairs"),
    [
        ("A a", ""),
        ("SEQ(A a, B b)", "ab"),
        ("AND(A a, B b)", ""),
        ("SEQ(A a, B+ b, C c)", "ab ac bc"),
        ("SEQ(A a, NOT(N n), B b)", "an ab nb"),
        ("SEQ(A a, AND(B b, C c), D d)", "ab ac ad bd cd"),
        ("AND(SEQ(A a, B b), SEQ(C c, D d))", "ab cd"),
        ("SEQ(SEQ(A a, B b), SEQ(C c, D d))", "ab ac ad bc bd cd"),
        ("AND(A a, SEQ(B b, NOT(N n)), C c)", "bn"),
        ("SEQ(AND(A a, NOT(N n)), B b)", "ab nb"),
        ("SEQ(SEQ(SEQ(A a)))", ""),
    ],
)
def test_the_order_is_series_parallel_and_transitive(structure, pairs) -> None:
    found = order(structure)
    assert found == set(pairs.split())
    assert all(p + s in found for p, q in found for r, s in found if q == r)


@pytest.mark.parametrize(
    ("structure", "names"),
    [
        ("OR(A a, B b)", "a b"),
        ("SEQ(OR(A a, B b), OR(C c, D d))", "ac ad bc bd"),
        ("SEQ(A a, OR(B b, SEQ(C c, OR(D d, E e)), F f))", "ab acd ace af"),
        ("OR(OR(A a, B b), AND(OR(C c, D d), E e))", "a b ce de"),
        ("AND(OR(A a, B b), C c, OR(D d, E e, F f))", "acd ace acf bcd bce bcf"),
        ("OR(A a)", "a"),
    ],
)
def test_branches_come_in_the_order_of_writing(structure, names) -> None:
    """S-2.4: the left-most OR varies slowest, an OR that was not chosen is no choice."""
    assert ["".join(branch.names) for branch in branches(structure)] == names.split()
    tree = parse(f"PATTERN {structure} WITHIN 5").structure
    assert count_branches(tree) == len(expand(tree)) == len(names.split())
    assert not any(isinstance(node, ast.Or) for part in expand(tree) for node in ast.walk(part))


def test_the_order_of_an_or_part_is_that_of_its_place() -> None:
    first, second = branches("SEQ(A a, OR(B b, SEQ(C c, D d)), E e)")
    assert first.order == {("a", "b"), ("a", "e"), ("b", "e")}
    assert second.order == {
        ("a", "c"), ("a", "d"), ("a", "e"), ("c", "d"), ("c", "e"), ("d", "e")
    }  # fmt: skip


def test_a_branch_says_what_its_names_are() -> None:
    (branch,) = branches("SEQ(A a, NOT(N n), B{0,2} b, C+ c, AND(D d, NOT(M m)))", within="2 ms")
    assert branch.names == ("a", "n", "b", "c", "d", "m")
    assert branch.types == {"a": "A", "n": "N", "b": "B", "c": "C", "d": "D", "m": "M"}
    assert branch.negated == {"n", "m"}
    assert branch.kleene == {"b": (0, 2), "c": (1, None)}
    assert branch.positive == ("a", "b", "c", "d")
    assert branch.required == ("a", "c", "d")
    assert branch.window == 2_000
    assert branch.predecessors("n") == ("a",)
    assert branch.successors("n") == ("b", "c", "d")
    assert branch.predecessors("m") == ("a", "b", "c")
    assert branch.successors("m") == ()
    assert branch.predecessors("d") == ("a", "b", "c")


def test_a_clause_applies_where_all_its_names_are() -> None:
    """S-2.5: also clauses with no name, which apply everywhere."""
    structure = "SEQ(A a, OR(B b, C+ c))"
    where = "a.x = 1 AND b.x = a.x AND SUM(c.x) > 1 AND 1 < 2"
    left, right = branches(structure, where)
    shown = parse(f"PATTERN {structure} WHERE {where} WITHIN 5").where
    assert left.clauses == (shown[0], shown[1], shown[3])
    assert right.clauses == (shown[0], shown[2], shown[3])


def test_only_structures_without_or_have_an_order() -> None:
    with pytest.raises(AssertionError):
        order_of(ast.Or((ast.One("A", "a"), ast.One("B", "b"))))


def test_the_number_of_branches_is_limited_before_they_are_built() -> None:
    pairs = [ast.Or((ast.One("A", f"a{k}"), ast.One("B", f"b{k}"))) for k in range(200)]
    limit = ast.Pattern(ast.Seq(tuple(pairs[:10])), (), ast.Window(1))
    assert len(normal_form(limit)) == 1_024
    with pytest.raises(LimitExceededError) as caught:
        normal_form(ast.Pattern(ast.Seq(tuple(pairs)), (), ast.Window(1)))
    assert str(caught.value) == (
        "branches of the pattern: about 10^60 exceeds the limit of 1,024; use fewer ORs"
    )
    assert caught.value.size == 2**200
