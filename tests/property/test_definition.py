"""The definition against its two other readings, and the laws that follow from it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import event, given

from augury.spec.crosscheck import denotation, sqlite
from augury.spec.events import DIALECTS, Dialect, Event, Stream
from augury.spec.language import ast
from augury.spec.language.check import check
from augury.spec.language.json_form import from_json, to_json
from augury.spec.language.normal import count_branches, expand, normal_form
from augury.spec.language.parser import parse
from augury.spec.semantics import Match, candidates, count_candidates, matches
from augury.spec.strategies import (
    RandomChoices,
    Size,
    drawn,
    question,
    random_pattern,
)
from augury.spec.why import why

questions = drawn(question)
patterns = drawn(random_pattern)
kleene_free = Size(kleene=False)


def answer(q):
    return matches(q.stream, q.pattern, q.dialect)


def as_ids(found):
    return frozenset(
        (
            m.branch,
            tuple(
                (n, tuple(sorted(i)) if isinstance(i, tuple) else (i,))
                for n, i in m.bindings.items()
            ),
        )
        for m in found
    )


def by_denotation(q):
    return frozenset(
        (b, tuple((n, tuple(sorted(i))) for n, i in bound))
        for b, bound in denotation.matches(q.stream, q.pattern, q.dialect)
    )


def by_sqlite(q):
    return frozenset(
        (b, tuple((n, (i,)) for n, i in bound))
        for b, bound in sqlite.matches(q.stream, q.pattern, q.dialect)
    )


# ------------------------------------------------------------------ equal to two other readings


@given(questions)
def test_definition_equals_denotation(q) -> None:
    """S-4.1: the five rules and the reading over the AST give the same set."""
    found = answer(q)
    event(f"matches: {min(len(found), 3)}")
    assert as_ids(found) == by_denotation(q)


def test_definition_equals_denotation_in_bulk(bulk) -> None:
    count, hits = bulk.count(300, 3_000, 20_000), 0
    for seed, q in bulk.questions(count):
        hits += bool(answer(q))
        bulk.hold(q, lambda asked: as_ids(answer(asked)) != by_denotation(asked), seed)
    bulk.record(
        "definition = denotation", f"{count} cases, {100 * hits / count:.1f} % with a match"
    )
    assert hits >= count / 2, "the generator is too weak: most cases compare empty sets"


def test_definition_equals_sqlite_in_bulk(bulk) -> None:
    count, asked_of_sql, hits = bulk.count(300, 3_000, 20_000), 0, 0
    for seed, q in bulk.questions(count, kleene_free):
        if sqlite.supports(q.pattern):
            asked_of_sql += 1
            hits += bool(answer(q))
            bulk.hold(
                q,
                lambda asked: (
                    sqlite.supports(asked.pattern) and as_ids(answer(asked)) != by_sqlite(asked)
                ),
                seed,
            )
    bulk.record(
        "definition = SQL", f"{asked_of_sql} cases, {100 * hits / asked_of_sql:.1f} % with a match"
    )
    assert asked_of_sql >= count * 0.9
    assert hits >= asked_of_sql / 2


# ------------------------------------------------------------------ printer and parser


@given(patterns)
def test_parse_of_str_is_identity(p) -> None:
    """S-2.1: the printed text parses back to the same AST; so does the JSON form."""
    assert parse(str(p)) == p
    assert str(parse(str(p))) == str(p)
    assert from_json(to_json(p)) == p


def test_parse_of_str_is_identity_in_bulk(bulk) -> None:
    count = bulk.count(500, 3_000, 20_000)
    for seed in bulk.seeds(count):
        p = random_pattern(RandomChoices(seed), Size(names=8, depth=5, clauses=5))
        assert parse(str(p)) == p, f"seed {seed}: {p}"
    bulk.record("parse(str(p)) = p", f"{count} patterns")


def test_generated_patterns_are_valid_and_use_the_whole_language(bulk) -> None:
    """Every node of the AST occurs, and every pattern passes the checker."""
    seen: set[str] = set()
    for seed in range(600):
        p = random_pattern(RandomChoices(seed))
        check(p)
        seen |= {type(node).__name__ for node in ast.walk(p)}
        seen |= {node.fn for node in ast.walk(p) if isinstance(node, ast.Aggregate)}
        seen |= {f"back{node.back}" for node in ast.walk(p) if isinstance(node, ast.Indexed)}
    wanted = {
        *("Pattern", "Window", "One", "Kleene", "Absent", "Seq", "And", "Or"),
        *("Constant", "Ref", "Indexed", "Aggregate", "Call", "Arith"),
        *("Compare", "In", "Not", "AllOf", "AnyOf", "back0", "back1"),
        *("COUNT", "SUM", "AVG", "MIN", "MAX", "FIRST", "LAST"),
    }
    assert wanted <= seen, wanted - seen


# ------------------------------------------------------------------ laws of the definition


def shifted(stream: Stream, delay: int) -> Stream:
    return Stream(Event(e.id, e.type, e.ts + delay, e.attrs) for e in stream)


def mentions(p: ast.Pattern, attr: str) -> bool:
    return any(getattr(node, "attr", None) == attr for node in ast.walk(p))


@given(questions)
def test_order_of_the_file_is_irrelevant_law(q) -> None:
    """S-1.3: the answer is a function of the set of events."""
    backwards = Stream(reversed(list(q.stream)))
    assert matches(backwards, q.pattern, q.dialect) == answer(q)


@given(questions)
def test_shift_of_all_timestamps_law(q) -> None:
    """S-1.4: only differences of ts count, unless the pattern reads ts itself."""
    if not mentions(q.pattern, "ts"):
        for delay in (-(10**9), 7):
            assert matches(shifted(q.stream, delay), q.pattern, q.dialect) == answer(q)


@given(questions)
def test_renaming_law(q) -> None:
    """S-2.3: names are bound variables: renaming them renames the matches."""
    renamed = parse(rename(q.pattern))
    expected = {Match(m.branch, m.ids, tuple(f"{n}_1" for n in m.names)) for m in answer(q)}
    assert matches(q.stream, renamed, q.dialect) == expected


def rename(p: ast.Pattern) -> str:
    def again(node):
        if not isinstance(node, ast.Node):
            return tuple(map(again, node)) if isinstance(node, tuple) else node
        fields = {
            f: again(getattr(node, f)) for f in node.__dataclass_fields__ if f not in ("at", "kind")
        }
        if "name" in fields:
            fields["name"] += "_1"
        return type(node)(**fields)

    return str(again(p))


@given(questions)
def test_monotone_in_the_window_law(q) -> None:
    """S-4.5: without NOT a larger window loses no match."""
    if not any(isinstance(leaf, ast.Absent) for leaf in ast.leaves(q.pattern.structure)):
        larger = replace(q.pattern, within=ast.Window(q.pattern.within.count + 1))
        assert answer(q) <= matches(q.stream, larger, q.dialect)


@given(questions)
def test_unused_type_law(q) -> None:
    """S-4.1: an event of a type the pattern does not name changes nothing."""
    more = Stream([*q.stream, Event(10**6, "Unused", 3, {"x": 1})])
    assert matches(more, q.pattern, q.dialect) == answer(q)


@given(questions)
def test_or_is_union_law(q) -> None:
    """S-2.4: a pattern's answer is the union of its branches' answers, each asked alone."""
    union = set()
    for number, structure in enumerate(expand(q.pattern.structure)):
        present = {leaf.name for leaf in ast.leaves(structure)}
        where = tuple(c for c in q.pattern.where if ast.names(c) <= present)
        alone = ast.Pattern(structure, where, q.pattern.within)
        union |= {replace(m, branch=number) for m in matches(q.stream, alone, q.dialect)}
    assert union == answer(q)


@given(questions)
def test_and_commutes_law(q) -> None:
    """S-2.2: turning the parts of every AND around changes no binding."""

    def turned(s):
        if isinstance(s, (ast.Seq, ast.And, ast.Or)):
            parts = tuple(map(turned, s.parts))
            return type(s)(parts[::-1] if isinstance(s, ast.And) else parts)
        return s

    other = replace(q.pattern, structure=turned(q.pattern.structure))
    bindings = {frozenset(m.bindings.items()) for m in answer(q)}
    assert {frozenset(m.bindings.items()) for m in matches(q.stream, other, q.dialect)} == bindings


@given(questions)
def test_adding_a_clause_law(q) -> None:
    """S-4.4: a clause without a negated name only takes matches away."""
    clause = parse("PATTERN A zz WHERE 1 < 2 WITHIN 1").where[0]
    assert matches(
        q.stream, replace(q.pattern, where=(*q.pattern.where, clause)), q.dialect
    ) == answer(q)
    never = parse("PATTERN A zz WHERE 2 < 1 WITHIN 1").where[0]
    assert not matches(q.stream, replace(q.pattern, where=(*q.pattern.where, never)), q.dialect)


@given(questions)
def test_strict_matches_are_arrival_and_nonstrict_matches_law(q) -> None:
    """S-1.4: strict implies arrival implies nonstrict, so without NOT the matches grow."""
    if any(isinstance(leaf, ast.Absent) for leaf in ast.leaves(q.pattern.structure)):
        return
    answers = [
        matches(q.stream, q.pattern, Dialect(order, q.dialect.window))
        for order in ("strict", "arrival", "nonstrict")
    ]
    assert answers[0] <= answers[1] <= answers[2]


@given(questions)
def test_why_agrees_with_the_definition(q) -> None:
    """S-4.1: the explanation of every candidate says "match" iff the definition does."""
    found, branches = answer(q), normal_form(q.pattern)
    asked = 0
    for number, branch in enumerate(branches):
        for mu in candidates(branch, q.stream):
            asked += 1
            if asked > 60:
                return
            ids = {name: [e.id for e in events] for name, events in mu.items()}
            said = why(ids, q.stream, q.pattern, q.dialect, branch=number)
            here = any(
                m.branch == number
                and all(
                    (sorted(ids[n]) == list(i)) if isinstance(i, tuple) else ids[n] == [i]
                    for n, i in m.bindings.items()
                )
                for m in found
            )
            assert said.is_match == here


@given(questions)
def test_candidates_are_counted_without_enumerating(q) -> None:
    """S-4.8: the guard's count is the number of candidates."""
    for branch in normal_form(q.pattern):
        assert count_candidates(branch, q.stream) == sum(1 for _ in candidates(branch, q.stream))


@given(patterns)
def test_branches_are_counted_without_expanding(p) -> None:
    """S-2.4: the number of branches is known before they are built."""
    assert count_branches(p.structure) == len(expand(p.structure)) == len(normal_form(p))


@pytest.mark.parametrize("dialect", DIALECTS, ids=str)
def test_empty_stream_has_no_match(dialect) -> None:
    for seed in range(50):
        assert not matches(Stream(), random_pattern(RandomChoices(seed)), dialect)
