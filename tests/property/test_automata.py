"""The automata against the definition: the same matches, each at its moment, in every order."""

from __future__ import annotations

import random
from itertools import permutations, product

import pytest
from hypothesis import given

from augury.reference.nfa.automaton import expanded
from augury.reference.nfa.engine import chain, eager, orders_for, rarest_first, tree
from augury.reference.nfa.topology import Chain
from augury.spec import semantics
from augury.spec.errors import InvalidEventError, InvalidPatternError, TooManyCandidates
from augury.spec.events import Dialect, Event, Stream
from augury.spec.finality import End, run
from augury.spec.language.normal import normal_form
from augury.spec.language.parser import parse
from augury.spec.strategies import drawn, question

questions = drawn(question)


def shuffled(branch, seed: int) -> tuple[str, ...]:
    names = list(branch.positive)
    random.Random(seed).shuffle(names)
    return tuple(names)


STRICT = Dialect()


def matches(stream, pattern, dialect=STRICT, order=None, limit=10**6):
    return chain(pattern, orders_for(pattern, stream, order), dialect, limit=limit).whole(stream)


def test_chain_and_tree_emit_at_the_moment_of_finality_in_bulk(bulk, emitted) -> None:
    """S-5.2: any order of names, any arrival within the disorder, not before and not later."""
    count, hits = bulk.count(300, 2_000, 20_000), 0
    for seed, q in bulk.questions(count):
        choose = random.Random(seed)
        arrivals = list(q.stream)
        disorder = choose.choice((0, 1, 3, 50))
        if choose.random() < 0.7:
            choose.shuffle(arrivals)
        wanted = run((*arrivals, End()), q.pattern, q.dialect, disorder=disorder).emits
        orders = [shuffled(branch, seed) for branch in normal_form(q.pattern)]
        negation = choose.choice(("post", "first"))
        for automata in (
            chain(q.pattern, orders, q.dialect, negation=negation),
            tree(q.pattern, q.dialect, negation=negation),
        ):
            found = emitted(automata, arrivals, disorder)
            assert found == list(wanted), f"seed {seed}, disorder {disorder}"
        hits += any(wanted)
    bulk.record(
        "chain = tree = definition, moment by moment",
        f"{count} cases, {100 * hits / count:.1f} % emit",
    )
    assert hits >= count * 0.45


def test_eager_emits_at_the_moment_of_finality_in_bulk(bulk, emitted) -> None:
    """S-5.2: events in (ts, id) order, not before and not later."""
    count, hits = bulk.count(300, 2_000, 20_000), 0
    for seed, q in bulk.questions(count):
        disorder = seed % 3
        wanted = run((*q.stream, End()), q.pattern, q.dialect, disorder=disorder).emits
        negation = ("post", "first")[seed % 2]
        found = emitted(eager(q.pattern, q.dialect, negation=negation), list(q.stream), disorder)
        assert found == list(wanted), f"seed {seed}, disorder {disorder}"
        hits += any(wanted)
    bulk.record(
        "eager = definition, moment by moment", f"{count} cases, {100 * hits / count:.1f} % emit"
    )
    assert hits >= count * 0.5


@given(questions)
def test_eager_equals_definition(q) -> None:
    expected = semantics.matches(q.stream, q.pattern, q.dialect)
    assert eager(q.pattern, q.dialect).whole(q.stream) == expected


@given(questions)
def test_chain_equals_definition(q) -> None:
    """S-4.7: rarest first, as the engine runs by default."""
    expected = semantics.matches(q.stream, q.pattern, q.dialect)
    assert matches(q.stream, q.pattern, q.dialect) == expected
    assert tree(q.pattern, q.dialect).whole(q.stream) == expected


def test_every_order_of_few_names_equals_definition(bulk) -> None:
    count = bulk.count(40, 200, 2_000)
    for seed, q in bulk.questions(count):
        expected = semantics.matches(q.stream, q.pattern, q.dialect)
        names = [branch.positive for branch in normal_form(q.pattern)]
        if len(names) > 2:
            continue
        for orders in product(*map(permutations, names)):
            for negation in ("post", "first"):
                found = chain(q.pattern, orders, q.dialect, negation=negation).whole(q.stream)
                assert found == expected, f"seed {seed}: {orders}, {negation}"


# ------------------------------------------------------------------ the papers' goldens

ABC = "PATTERN SEQ(A a, B b, C c) WHERE a.p < b.p AND b.p < c.p WITHIN 1000"


@pytest.mark.parametrize(
    ("order", "scopes"),
    [
        ("cab", [((), ()), ((), ("c",)), (("a",), ("c",))]),
        ("abc", [((), ()), (("a",), ()), (("a", "b"), ())]),
    ],
)
def test_scopes_of_the_papers_examples(order, scopes) -> None:
    """[D] section 4: (start, finish), (start, c), (a, c); and (start, finish), (a, ..), (b, ..)."""
    data = expanded(Chain(normal_form(parse(ABC)), (tuple(order),)))
    edges = [edge for edge in data.edges if edge.action == "take"]
    assert [(edge.scope.after, edge.scope.before) for edge in edges] == scopes


def test_deferring_to_the_rare_event_needs_200_evaluations() -> None:
    """[D] section 4: 100 a, 100 b, one c above one b: c, b, a needs 100 + 100 (and 1 for c)."""
    events = [Event(i, "A", i, {"p": 1}) for i in range(100)]
    events += [Event(100 + i, "B", 100 + i, {"p": 50 if i == 7 else 200}) for i in range(100)]
    events.append(Event(200, "C", 200, {"p": 100}))
    counts = {}
    for order in ("cba", "abc"):
        automata = chain(parse(ABC), [order])
        assert len(automata.whole(Stream(events))) == 100
        counts[order] = automata.counters.evaluations
    for name, automata in (("eager", eager(parse(ABC))), ("tree", tree(parse(ABC)))):
        assert len(automata.whole(Stream(events))) == 100
        counts[name] = automata.counters.evaluations
    assert counts["tree"] == counts["cba"]
    assert counts["eager"] == counts["abc"]
    assert counts["cba"] == 1 + 100 + 100
    assert counts["abc"] == 100 + 10_000 + 10_000


def test_example_1_holds_five_prefixes_of_two_events() -> None:
    """[D] Example 1: after five events all a-b pairs but a8 b7 are held; then two matches."""
    rows = [("A", 3), ("A", 5), ("A", 8), ("B", 7), ("B", 13), ("C", 9)]
    events = [Event(i, kind, i, {"p": p}) for i, (kind, p) in enumerate(rows)]
    automata = eager(parse(ABC))
    for event in events[:5]:
        assert automata.push(event) == []
    pairs = {
        (i.bound["a"][0].id, i.bound["b"][0].id)
        for i in automata.crowd.instances.values()
        if len(i.bound) == 2
    }
    assert pairs == {(0, 3), (1, 3), (0, 4), (1, 4), (2, 4)}
    assert sorted(m.ids for m in automata.push(events[5])) == [(0, 3, 5), (1, 3, 5)]


def test_every_order_of_names_finds_the_sequence_and_nothing_else() -> None:
    """S-4.3: whichever neighbour was bound last, a scope heeds them all."""
    pattern = parse("PATTERN SEQ(A a, B b, C c) WITHIN 10")
    for types, order in product(permutations("ABC"), permutations("abc")):
        some = Stream(Event(i, type_, i) for i, type_ in enumerate(types))
        assert len(matches(some, pattern, order=order)) == (types == ("A", "B", "C"))


def test_printed_scope_would_accept_a_stream_out_of_sequence() -> None:
    """N1: for order b, a, c the printed edge for c only demands a < c; here b < c holds too."""
    stream = Stream([Event(1, "A", 1), Event(2, "C", 2), Event(3, "B", 3)])
    pattern = parse("PATTERN SEQ(A a, B b, C c) WITHIN 10")
    for order in permutations("abc"):
        assert not matches(stream, pattern, order=order)


def stream(*rows) -> Stream:
    """Return a stream of (type, ts), ids in the order of writing."""
    return Stream(Event(i, type_, ts) for i, (type_, ts) in enumerate(rows))


def test_a_clause_without_names_is_tested() -> None:
    """S-2.5: it applies to every branch, before the first event is taken."""
    for condition, count in (("1 = 2", 0), ("1 = 1", 2)):
        pattern = parse(f"PATTERN OR(A a, SEQ(A b, C c)) WHERE {condition} WITHIN 5")
        some = stream(("A", 1), ("C", 2))
        for machine in (eager(pattern), tree(pattern), chain(pattern, ["a", "cb"])):
            assert len(machine.whole(some)) == count


def test_first_chance_waits_behind_a_neighbour_that_bound_nothing() -> None:
    """N@5 is after c, which is not bound yet when a, d and the empty x are."""
    pattern = parse("PATTERN AND(SEQ(A a, NOT(N n), X{0,1} x, C c), D d) WITHIN 10")
    some = stream(("A", 1), ("C", 3), ("N", 5), ("D", 9))
    for order in permutations("axcd"):
        assert len(chain(pattern, [order], negation="first").whole(some)) == 1
    refuted = stream(("A", 1), ("N", 2), ("C", 3), ("D", 9))
    assert not chain(pattern, ["adxc"], negation="first").whole(refuted)


def test_first_chance_rejects_nothing_before_an_event_is_bound() -> None:
    """C@0 is far from A@9, and lies between the bound events only once there are any."""
    pattern = parse("PATTERN AND(NOT(C n), A a, C{0,1} x) WITHIN 1")
    some = stream(("C", 0), ("A", 9))
    for order in permutations("ax"):
        assert len(chain(pattern, [order], negation="first").whole(some)) == 1


def test_a_name_that_may_be_empty_never_begins_a_match_of_the_tree() -> None:
    """S-2.3: all names are Kleene, the rarest of them has no event."""
    pattern = parse("PATTERN AND(A{1,2} a, C{0,1} x) WITHIN 5")
    assert len(tree(pattern).whole(stream(("A", 1)))) == 1


def test_first_chance_spares_evaluations() -> None:
    """[T] section 3.5.2: what a known witness refutes is not extended."""
    pattern = parse("PATTERN SEQ(A a, NOT(N n), B b, C c) WITHIN 100")
    some = stream(("A", 1), ("N", 2), ("B", 3), *(("C", 4 + i) for i in range(50)))
    counts = {}
    for negation in ("post", "first"):
        machine = chain(pattern, ["abc"], negation=negation)
        assert not machine.whole(some)
        counts[negation] = machine.counters.evaluations
    assert counts == {"post": 52, "first": 2}


def test_the_tree_waits_for_a_name_until_the_window_ends() -> None:
    """c is buffered when a and b are bound, but too early; the last tick brings another."""
    pattern = parse("PATTERN SEQ(A a, B b, C c) WITHIN 10")
    some = stream(("A", 0), ("C", 2), ("B", 5), ("C", 10))
    assert len(tree(pattern).whole(some)) == 1
    assert not tree(pattern).whole(stream(("A", 0), ("C", 2), ("B", 5), ("C", 11)))


def size(machine) -> int:
    """How much a machine holds: events, instances, states, and what waits or is remembered."""
    return (
        machine.buffer.size
        + len(machine.buffer.arrival)
        + sum(len(shelf.events) + len(shelf.times) for shelf in machine.buffer.shelves.values())
        + len(machine.crowd.instances)
        + sum(map(len, machine.crowd.waiting.values()))
        + len(machine.crowd.expiring)
        + len(machine.crowd.stations)
        + len(machine.tick.events)
        + len(machine.tick.made)
        + len(machine.selector.kept)
        + len(machine.reporter.said)
        + sum(len(judge.pending) for judge in machine.judges)
    )


def test_states_of_the_tree_go_when_no_instance_has_been_in_them_for_a_window() -> None:
    """[D] section 6.1: only the states that instances need exist."""
    machine = tree(parse("PATTERN SEQ(A a, B b, C c) WITHIN 10"))
    for event in stream(("A", 0), ("C", 1), ("B", 2), ("C", 3)):
        machine.advance(event.ts - 1)
        machine.push(event)
    assert set(machine.crowd.stations) > {"q1"}
    for time in range(4, 40):
        machine.advance(time)
    assert set(machine.crowd.stations) == {"q1"}


@pytest.mark.parametrize("engine", ["eager", "chain", "tree"])
def test_memory_does_not_grow_with_the_stream(engine, bulk) -> None:
    """S-5.2: after 100,000 events a machine holds what it held after the first windows."""
    count = bulk.count(5_000, 100_000, 100_000)
    pattern = parse("PATTERN OR(SEQ(A a, B b, NOT(C n)), SEQ(NOT(A m), B{2,2} k, D d)) WITHIN 10")
    machine = {
        "eager": lambda: eager(pattern),
        "chain": lambda: chain(pattern, ["ba", "dk"], negation="first"),
        "tree": lambda: tree(pattern),
    }[engine]()
    held, found = [], 0
    for number in range(count):
        found += len(machine.advance(number - 1))
        found += len(machine.push(Event(number, "ABCDB"[number % 5], number)))
        if number % 500 == 499:
            held.append(size(machine))
    assert found > 1_000
    assert len(set(held)) == 1, held
    assert held[0] < 200


def test_eager_refuses_disorder() -> None:
    automata = eager(parse("PATTERN A a WITHIN 5"))
    automata.push(Event(1, "A", 5))
    with pytest.raises(InvalidEventError, match=r"event 0 is out of \(ts, id\) order"):
        automata.push(Event(0, "A", 5))


# ------------------------------------------------------------------ what is refused


def test_an_order_names_every_positive_name_once() -> None:
    pattern = parse("PATTERN SEQ(A a, NOT(N n), OR(B b, C c)) WITHIN 5")
    for wrong in (["a"], ["a", "b", "b", "c"], ["a", "b", "c", "n"]):
        with pytest.raises(InvalidPatternError, match="every positive name once: a, b, c"):
            matches(Stream(), pattern, order=wrong)
    assert matches(Stream(), pattern, order=["c", "b", "a"]) == frozenset()


def test_a_limit_on_evaluations() -> None:
    stream = Stream(Event(i, "A", i) for i in range(20))
    with pytest.raises(TooManyCandidates, match="1,001 exceeds the limit of 1,000"):
        matches(stream, parse("PATTERN A+ a WITHIN 100"), limit=1_000)
    with pytest.raises(TooManyCandidates, match="1,001 exceeds the limit of 1,000"):
        tree(parse("PATTERN A+ a WITHIN 100"), limit=1_000).whole(stream)
    with pytest.raises(TooManyCandidates, match="1,001 exceeds the limit of 1,000"):
        eager(parse("PATTERN A+ a WITHIN 100"), limit=1_000).whole(stream)


def test_rarest_first_puts_kleene_names_last() -> None:
    branch = normal_form(parse("PATTERN SEQ(A a, B+ b, C c) WITHIN 5"))[0]
    stream = [Event(0, "A", 0), Event(1, "A", 1), Event(2, "C", 2)]
    assert rarest_first(branch, stream) == ("c", "a", "b")
    assert matches(Stream(stream), parse("PATTERN A a WITHIN 5"), Dialect()) != frozenset()
