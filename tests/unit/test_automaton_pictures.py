"""A picture of an automaton shows every edge, keeps its parts apart, and obeys no text in it."""

from __future__ import annotations

import re
from itertools import combinations
from xml.etree import ElementTree

import pytest

from augury.cli.explain import automaton_of
from augury.pictures import automaton_mermaid, automaton_svg, automaton_text
from augury.pictures.automaton import STATES, arrows_of, condition_text, drawn, interval, names_text
from augury.pictures.automaton_layout import depths
from augury.pictures.markup import columns, mermaid, visible
from augury.reference.nfa.automaton import Automaton, Edge, Scope
from augury.spec.errors import LimitExceededError, UnsupportedError
from augury.spec.language.ast import (
    Absent,
    And,
    Compare,
    Constant,
    Kleene,
    One,
    Pattern,
    Ref,
    Seq,
    Window,
)
from augury.spec.language.normal import normal_form
from augury.spec.language.parser import parse
from augury.spec.language.printer import show_condition

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = "\"<b>&\" ]]> 'y' [red] {x}\x1b\n\u202e|"
PATTERNS = {
    "stock": parse(
        "PATTERN SEQ(Finance a, HiTech b, Google c) WHERE corr(a.history, b.history) > 0.8 "
        "AND corr(b.history, c.history) > 0.8 WITHIN 5 minutes"
    ),
    "nots": parse(
        "PATTERN SEQ(NOT(N l), A a, NOT(N m), B b, NOT(N t)) WHERE l.x > a.x AND m.x = b.y "
        "AND t.p > a.p + b.p WITHIN 10"
    ),
    "kleene": parse(
        "PATTERN SEQ(A a, B+ b, C{0,2} c, D d) WHERE a.price < b.price AND AVG(b.price) < d.price "
        "AND b[i].price > b[i-1].price AND (d.volume > 1000 OR d.volume < 5 OR a.ticker = 'G') "
        "WITHIN 4 hours"
    ),
    "branches": parse(
        "PATTERN SEQ(A a, OR(B b, SEQ(C c, NOT(N n), D d), AND(X x, Y y))) WHERE a.v < b.v "
        "AND c.v < d.v AND n.v > c.v AND x.v = y.v WITHIN 100"
    ),
    "single": parse("PATTERN OR(A a, B b, C c) WHERE a.x > 1 WITHIN 100"),
    "and4": parse(
        "PATTERN AND(A a, B b, C c, D d) WHERE a.x < b.x AND b.x < c.x AND c.x < d.x WITHIN 100"
    ),
    "hostile": Pattern(
        Seq(
            (
                One(HOSTILE, HOSTILE),
                Absent("T", '"n"'),
                And((One("T", "漢字 " * 20), Kleene("B", "]b"))),
            )
        ),
        (Compare("=", Ref(HOSTILE, "x"), Constant(HOSTILE * 3)),),
        Window(10),
    ),
}
CASES = [(name, engine) for name in PATTERNS for engine in ("chain", "eager", "tree")]


def made(name, engine, order=None):
    return automaton_of(PATTERNS[name], engine, order, None)


def by_hand(*edges, states=None):
    found = dict.fromkeys(state for edge in edges for state in (edge.source, edge.target))
    branches = normal_form(PATTERNS["and4"])
    return Automaton(states or (*found, "R"), edges, edges[0].source, branches)


def parts(edge, automaton):
    """Return what a reader must find about an edge: action, names, scope and condition."""
    scope = interval(edge, automaton.branches[edge.branch])
    condition = [visible(show_condition(clause)) for clause in edge.condition]
    return [edge.action, *map(names_text, [[n] for n in edge.names]), scope, *condition]


def document(automaton):
    return ElementTree.fromstring(automaton_svg(automaton))  # noqa: S314 - our own output


# ------------------------------------------------------------------------ scopes


def test_the_scopes_of_the_documents():
    """Order c, a, b of SEQ(a, b, c) has (start, finish), (start, c), (a, c)."""

    def scopes(order):
        automaton = made("stock", "chain", order)
        return [
            interval(edge, automaton.branches[0])
            for edge in automaton.edges
            if edge.action == "take"
        ]

    assert scopes("cab") == ["(start, finish)", "(start, c)", "(a, c)"]
    assert scopes("abc") == ["(start, finish)", "(a, finish)", "(b, finish)"]
    assert scopes("bac") == ["(start, finish)", "(start, b)", "(b, finish)"]


def test_a_limit_is_left_out_only_if_a_nearer_event_is_certain():
    (branch,) = normal_form(parse("PATTERN SEQ(A a, AND(B b, C{0,} c), D d) WITHIN 5"))

    def shown(after, before):
        return interval(Edge("p", "q", "take", ("x",), (), Scope(after, before)), branch)

    assert shown(("a", "b", "c"), ()) == "(max(b, c), finish)"
    assert shown(("a", "c"), ()) == "(max(a, c), finish)"
    assert shown(("a", "b"), ()) == "(b, finish)"
    assert shown((), ("c", "d")) == "(start, min(c, d))"
    assert shown((), ("b", "d")) == "(start, b)"
    assert interval(Edge("p", "q", "ignore", ()), branch) == ""


# ------------------------------------------------------------------------ every edge is shown


@pytest.mark.parametrize(("name", "engine"), CASES)
def test_the_text_has_one_aligned_line_an_edge(name, engine):
    automaton = made(name, engine)
    _, _, _, head, *rows = automaton_text(automaton).split("\n")
    edges = drawn(automaton)
    assert len(rows) == len(edges)
    starts = [head.index(word) for word in ("to", "action", "names", "scope", "condition")]
    for row, edge in zip(rows, edges, strict=True):
        assert row.startswith(f"  {visible(edge.source)}  ") or not edge.source
        assert all(part in row for part in parts(edge, automaton)), row
        if not re.search(r"[^\x00-\x7f]", row + head):
            assert all(row[at - 1 : at] in (" ", "") for at in starts)
        assert row == row.rstrip()


@pytest.mark.parametrize(("name", "engine"), CASES)
def test_the_svg_has_every_edge_with_all_its_parts(name, engine):
    automaton = made(name, engine)
    titles, shown = [], []
    for group in document(automaton).iter(f"{SVG}g"):
        titles.append(group.find(f"{SVG}title").text)
        shown.append(" ".join("".join(t.itertext()) for t in group.iter(f"{SVG}text")))
    for edge in drawn(automaton):
        ends = f"{visible(edge.source)} to {visible(edge.target)}: "
        if edge.source == edge.target:
            ends = f"{visible(edge.source)}: "
        wanted = [*parts(edge, automaton)[: 2 + len(edge.names)], edge.special or ""]
        wanted.append(condition_text(edge, show_condition))
        found = [i for i, text in enumerate(titles) if text.startswith(ends)]
        fits = [i for i in found if all(part in titles[i] for part in wanted)]
        assert fits, (ends, wanted)
        first = names_text(edge.names[:1])[:20]
        assert any(edge.action in shown[i] and first in shown[i] for i in fits)
    states = {text for text in titles if text in map(visible, automaton.states)}
    used = {state for edge in automaton.edges for state in (edge.source, edge.target)}
    assert states == set(map(visible, used))


@pytest.mark.parametrize(("name", "engine"), CASES)
def test_mermaid_has_every_edge_with_all_its_parts(name, engine):
    automaton = made(name, engine)
    chart = automaton_mermaid(automaton)
    lines = chart.split("\n")
    assert lines[0] == "flowchart LR"
    ids = {}
    for found in re.finditer(r'^  (s\d+)\(+\[?"([^"]*)"', chart, re.M):
        ids[found[2]] = found[1]
    for edge in drawn(automaton):
        source, target = (ids[mermaid(state)] for state in (edge.source, edge.target))
        line = "-.->" if edge.special else "-->"
        ways = [w for w in lines if w.startswith(f"  {source} {line}") and w.endswith(f" {target}")]
        wanted = [mermaid(part) for part in (*parts(edge, automaton), edge.special or "")]
        assert any(all(part in way for part in wanted) for way in ways), (edge, ways)
    for found in re.findall(r'"([^"]*)"', chart):
        assert re.fullmatch(r"(?:[0-9A-Za-z ,.]|#\d+;|<br/>)*", found)


@pytest.mark.parametrize("draw", [automaton_text, automaton_svg, automaton_mermaid])
@pytest.mark.parametrize(("name", "engine"), CASES)
def test_equal_automata_give_equal_pictures_without_control_characters(draw, name, engine):
    shown = draw(made(name, engine))
    assert shown == draw(made(name, engine))
    assert not re.search(r"[\x00-\x09\x0b-\x1f\u202e]", shown)
    assert "<b>" not in shown or draw is automaton_text
    if name == "hostile":
        assert r"\x1b" in shown or mermaid(r"\x1b") in shown


def test_loops_are_merged_and_two_special_events_share_an_arrow():
    automaton = by_hand(
        Edge("q1", "q1", "store", ("a", "b")),
        Edge("q1", "q1", "store", ("b", "c")),
        Edge("q1", "q1", "ignore", ()),
        Edge("q1", "F", "ignore", (), special="timeout"),
        Edge("q1", "F", "ignore", (), special="search_failed"),
    )
    chart = automaton_mermaid(automaton)
    assert chart.count('-->|"store a, b, c"| s0') == 1
    assert chart.count('-.->|"ignore<br/>on timeout or search#95;failed"|') == 1
    assert len(arrows_of(automaton, show_condition)) == 1
    lines = automaton_text(automaton).split("\n")
    assert lines[1:3] == ["  states q1, F", "  begins in q1, accepts in F"]
    assert lines[6:] == ["  q1    F   ignore on timeout", "  q1    F   ignore on search_failed"]


def test_special_edges_are_dashed_and_the_ends_are_marked():
    root = document(made("nots", "chain"))
    dashed = [path for path in root.iter(f"{SVG}path") if path.get("stroke-dasharray")]
    assert len(dashed) == 3
    count = {
        group.find(f"{SVG}title").text: len(group.findall(f"{SVG}rect"))
        for group in root.iter(f"{SVG}g")
    }
    assert (count["q1"], count["F"], count["R"]) == (1, 2, 1)
    words = ["".join(text.itertext()) for text in root.iter(f"{SVG}text")]
    assert words.count("accept") == words.count("reject") == 1


# ------------------------------------------------------------------------ nothing overlaps


def boxes(root):
    """Return the boxes of all states and of all texts: left, top, right, bottom."""
    states = {}
    for group in root.iter(f"{SVG}g"):
        rect = group.find(f"{SVG}rect")
        if rect is not None:
            x, y, w, h = (float(rect.get(key)) for key in ("x", "y", "width", "height"))
            states[group.find(f"{SVG}title").text] = (x, y, x + w, y + h)
    texts = []
    for text in root.iter(f"{SVG}text"):
        if text.get("font-weight") == "600":
            continue
        size = float(text.get("font-size"))
        wide = columns("".join(text.itertext())) * size * 0.6
        x, y = float(text.get("x")), float(text.get("y"))
        shift = {"middle": wide / 2, "end": wide}.get(text.get("text-anchor"), 0)
        texts.append((x - shift, y - 0.75 * size, x - shift + wide, y + 0.2 * size))
    return states, texts


def apart(p, q):
    return p[2] <= q[0] or q[2] <= p[0] or p[3] <= q[1] or q[3] <= p[1]


def points(path):
    """Yield points on a path of M, H and C commands."""
    x = y = 0.0
    for command, numbers in re.findall(r"([MHC])([^MHC]*)", path):
        n = [float(part) for part in numbers.split()]
        if command == "M":
            x, y = n
        elif command == "H":
            yield from ((x + (n[0] - x) * i / 50, y) for i in range(51))
            x = n[0]
        else:
            for i in range(51):
                t = i / 50
                a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
                yield (
                    a * x + b * n[0] + c * n[2] + d * n[4],
                    a * y + b * n[1] + c * n[3] + d * n[5],
                )
            x, y = n[4:]


@pytest.mark.parametrize(("name", "engine"), CASES)
def test_states_and_texts_are_apart_and_inside_the_picture(name, engine):
    root = document(made(name, engine))
    states, texts = boxes(root)
    width, height = float(root.get("width")), float(root.get("height"))
    for left, top, right, bottom in (*states.values(), *texts):
        assert 0 <= left <= right <= width, (left, right, width)
        assert 0 <= top <= bottom <= height
    assert all(apart(p, q) for p, q in combinations(states.values(), 2))
    assert all(apart(p, q) for p, q in combinations(texts, 2))
    assert all(apart(p, q) for p in states.values() for q in texts)


@pytest.mark.parametrize(("name", "engine"), CASES)
def test_no_arrow_runs_through_a_state_or_a_text(name, engine):
    root = document(made(name, engine))
    states, texts = boxes(root)
    ways = 0
    for group in root.iter(f"{SVG}g"):
        title = group.find(f"{SVG}title").text
        path = group.find(f"{SVG}path")
        if group.find(f"{SVG}rect") is not None or " to " not in title:
            continue
        ways += 1
        for x, y in points(path.get("d")):
            for left, top, right, bottom in (*states.values(), *texts):
                assert not (left < x < right and top < y < bottom), title
    assert ways == len(arrows_of(made(name, engine), show_condition))


def test_an_arrow_leads_to_a_greater_depth_and_a_way_back_is_refused():
    assert depths("abcd", [("a", "b"), ("b", "c"), ("a", "c"), ("c", "d")]) == {
        "a": 0, "b": 1, "c": 2, "d": 3,
    }  # fmt: skip
    with pytest.raises(UnsupportedError, match="way back"):
        depths("ab", [("a", "b"), ("b", "a")])


# ------------------------------------------------------------------------ limits


@pytest.mark.parametrize("draw", [automaton_text, automaton_svg, automaton_mermaid])
def test_an_automaton_of_too_many_states_is_refused(draw):
    def line(count):
        edges = [Edge(f"q{i}", f"q{i + 1}", "take", ("a",)) for i in range(count - 1)]
        return by_hand(*edges, states=tuple(f"q{i}" for i in range(count)))

    assert draw(line(STATES))
    with pytest.raises(LimitExceededError, match="61 exceeds the limit of 60; draw a chain"):
        draw(line(STATES + 1))
