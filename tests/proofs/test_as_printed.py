"""The automata as printed have the printed edges, and fail as the errata say."""

from __future__ import annotations

from itertools import permutations

import pytest

from augury.proofs.as_printed.chain import by_selectivity, chain, every_neighbour
from augury.proofs.as_printed.disjunction import multi_chain, states
from augury.proofs.as_printed.eager import eager
from augury.proofs.as_printed.negation import (
    all_dependencies,
    first_chance,
    post_processing,
    printed_dependencies,
)
from augury.proofs.as_printed.runtime import ACCEPT, REJECT, Reading, Run, run
from augury.proofs.as_printed.tree import tree
from augury.proofs.printed_cases import (
    answer,
    compare,
    only_branch,
    parsed,
    stream_of,
    streams,
)
from augury.proofs.printed_chain import counts
from augury.proofs.printed_tree import reachable
from augury.spec.language.normal import normal_form

TRIPLE = "PATTERN SEQ(A a, B b, C c) WITHIN 9"


def edges(automaton, *actions):
    return {(e.source, e.target, e.action, e.names) for e in automaton.edges if e.action in actions}


def test_streams_are_written_as_they_are_read() -> None:
    stream = stream_of("A@1 B(x=-2)@3")
    assert [(e.id, e.type, e.ts, dict(e.attrs)) for e in stream] == [
        (0, "A", 1, {}),
        (1, "B", 3, {"x": -2}),
    ]
    with pytest.raises(AssertionError, match="no event"):
        stream_of("A1")


def test_streams_come_shortest_first_and_all() -> None:
    assert list(streams("AB", 2)) == ["A@1", "B@1", "A@1 A@2", "A@1 B@2", "B@1 A@2", "B@1 B@2"]
    assert list(streams("A", 2, (0, 3))) == ["A@1", "A@1 A@1", "A@1 A@4"]
    assert list(streams("A", 1, values=(1, 2))) == ["A(x=1)@1", "A(x=2)@1"]


def test_the_scopes_of_the_worked_examples() -> None:
    """[D] section 4: the orders a, b, c and c, a, b."""
    branch = only_branch(TRIPLE)

    def scopes(order):
        return [by_selectivity(name, order, branch) for name in order]

    assert scopes("abc") == [((), ()), (("a",), ()), (("b",), ())]
    assert scopes("cab") == [((), ()), ((), ("c",)), (("a",), ("c",))]
    assert scopes("bac")[2] == (("a",), ()), "E-04: b is bound and nearer"
    assert every_neighbour("c", "bac", branch) == (("b", "a"), ())


def test_how_many_orders_are_unsound() -> None:
    assert counts(by_selectivity) == [0, 2, 16, 104]
    assert counts(every_neighbour) == [0, 0, 0, 0]


def test_a_chain_has_the_printed_edges() -> None:
    automaton = chain(only_branch(TRIPLE), "cab")
    assert edges(automaton, "ignore", "store", "take") == {
        ("q1", "q1", "ignore", ()),
        ("q1", "q1", "store", ("a", "b")),
        ("q1", "q2", "take", ("c",)),
        ("q2", "q2", "ignore", ("c",)),
        ("q2", "q2", "store", ("b",)),
        ("q2", "q3", "take", ("a",)),
        ("q3", "q3", "ignore", ("c", "a")),
        ("q3", "q3", "store", ()),
        ("q3", "F", "take", ("b",)),
    }


def test_the_eager_automaton_takes_in_order_of_arrival() -> None:
    """Example 1 of [D]: five prefixes of two events, and two matches."""
    branch = only_branch("PATTERN SEQ(A a, B b, C c) WHERE a.x < b.x AND b.x < c.x WITHIN 99")
    machine = Run(eager(branch))
    for event in stream_of("A(x=3)@1 A(x=5)@2 A(x=8)@3 B(x=7)@4 B(x=13)@5 C(x=9)@6"):
        machine.push(event)
    assert sum(len(instance.match) == 2 for instance in machine.instances) == 5
    assert sorted(match.ids for match in answer(machine, branch)) == [(0, 3, 5), (1, 3, 5)]


def test_every_order_of_a_corrected_chain_agrees() -> None:
    branch = only_branch(TRIPLE)
    for order in permutations("abc"):
        assert not compare(chain(branch, order), TRIPLE, "A@1 A@2 B@3 C@4 B@5 C@6")


@pytest.mark.parametrize(
    ("pattern", "make", "stream", "kind"),
    [
        (TRIPLE, lambda b: chain(b, "bac", scoping=by_selectivity), "A@1 C@2 B@3", "wrong"),
        (
            "PATTERN SEQ(A a, B b) WITHIN 9",
            lambda b: chain(b, "ab", reading=Reading(spawns=False)),
            "A@1 A@2 B@3",
            "lost",
        ),
        (
            "PATTERN SEQ(A a, B+ b) WITHIN 9",
            lambda b: chain(b, "ab", reading=Reading(iterates="again")),
            "A@1 B@2 B@3",
            "twice",
        ),
        (
            "PATTERN AND(A a, A b, A c) WITHIN 9",
            lambda b: chain(b, "abc", reading=Reading(consumes=True)),
            "A@1 A@2 A@3 A@4",
            "twice",
        ),
        (
            "PATTERN SEQ(A a, B b) WITHIN 3",
            lambda b: tree(b, searches="filled"),
            "A@1 A@2 B@3 B@4",
            "lost",
        ),
        (
            "PATTERN SEQ(A a, B b) WITHIN 3",
            lambda b: tree(b, searches="filled"),
            "B@1 A@2 B@4",
            "twice",
        ),
        (
            "PATTERN SEQ(A a, B b) WITHIN 9",
            lambda b: tree(b, searches="stored"),
            "A@1 B@2 B@3",
            "twice",
        ),
        (
            "PATTERN SEQ(A a, NOT(N n), B b, C c) WITHIN 9",
            lambda b: first_chance(b, "acb"),
            "A@1 B@2 N@3 C@4",
            "lost",
        ),
        (
            "PATTERN AND(A a, B b, NOT(N n), NOT(M m)) WITHIN 3",
            lambda b: post_processing(b, "ab", "nm"),
            "M@1 A@2 B@3",
            "wrong",
        ),
    ],
)
def test_what_is_printed_fails_in_one_way(pattern, make, stream, kind) -> None:
    found = compare(make(only_branch(pattern)), pattern, stream)
    assert {k for k in ("wrong", "lost", "twice") if getattr(found, k)} == {kind}


def test_two_names_of_one_type_do_no_harm() -> None:
    """E-10 needs three."""
    for shape in ("SEQ", "AND"):
        pattern = f"PATTERN {shape}(A a, A b) WITHIN 9"
        for order in ("ab", "ba"):
            for stream in streams("A", 5):
                assert not compare(chain(only_branch(pattern), order), pattern, stream)


def test_a_tree_has_a_state_for_each_order_and_no_way_to_the_printed_last_layer() -> None:
    branch = only_branch(TRIPLE)
    assert len({e.source for e in tree(branch).edges}) == 1 + 3 + 6
    assert ACCEPT in reachable(tree(branch))
    assert ACCEPT not in reachable(tree(branch, last=3))
    assert reachable(tree(branch, loops=True)) == {"q_0"}


def test_negative_states_have_loops_time_outs_and_failed_searches() -> None:
    """E-34: the ignore edge of r1 is a loop, and negative states belong to negated names."""
    branch = only_branch("PATTERN SEQ(A a, NOT(N n), B b, NOT(M m)) WITHIN 9")
    automaton = post_processing(branch, "ba", "mn")
    assert edges(automaton, "timeout") == {
        ("r1", "r2", "timeout", ("m",)),
        ("r2", ACCEPT, "timeout", ("n",)),
    }
    assert ("r2", "r2", "ignore", ("m", "b", "a")) in edges(automaton, "ignore")
    assert ("r1", "r1", "store", ("n",)) in edges(automaton, "store")
    rejecting = {(e.source, e.names) for e in automaton.edges if e.target == REJECT}
    assert rejecting == {("r1", ("m",)), ("r2", ("n",))}


def test_dependencies_of_the_worked_example() -> None:
    """[T] section 3.5.2: {A, C, D}, if c is the first of c, d, e and f to be bound."""
    branch = only_branch("PATTERN SEQ(A a, NOT(B b), C c, D d, E e, F f) WHERE b.x < d.y WITHIN 9")
    assert printed_dependencies("b", "acdef", branch) == {"a", "c", "d"}
    assert printed_dependencies("b", "afedc", branch) == {"a", "f", "d"}
    assert all_dependencies("b", "afedc", branch) == set("acdef")


def test_a_time_out_comes_when_a_bound_event_expires() -> None:
    pattern = "PATTERN SEQ(A a, NOT(N n)) WITHIN 3"
    branch = only_branch(pattern)
    machine = Run(post_processing(branch, "a", "n"))
    (event,) = stream_of("A@1")
    machine.push(event)
    machine.reach(3)
    assert machine.accepted == []
    machine.reach(4)
    assert [match.ids for match in answer(machine, branch)] == [(0,)]


def test_the_merged_initial_state_has_a_dangling_loop() -> None:
    branches = normal_form(parsed("PATTERN OR(SEQ(A a, B b), C c) WITHIN 9"))
    orders = [("b", "a"), ("c",)]
    known = states(multi_chain(branches, orders), orders)
    assert known == {"q1", "0.q2", ACCEPT}
    targets = {e.target for e in multi_chain(branches, orders).edges if e.action == "store"}
    assert "0.q1" in targets - known
    mended = multi_chain(branches, orders, dangling=False)
    assert {e.target for e in mended.edges} <= known


def test_conditions_are_counted_where_they_are_evaluated() -> None:
    """[D] section 7: scope, window and counters are no condition."""
    branch = only_branch(TRIPLE)
    assert run(chain(branch, "abc"), stream_of("C@1 B@2 A@3")).evaluations == 1
    assert run(eager(branch), stream_of("A@1 B@2 C@3")).evaluations == 3
    assert run(tree(branch, searches="filled"), stream_of("A@1 B@2")).evaluations == 0
