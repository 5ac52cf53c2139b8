"""Pictures are well formed, complete, deterministic, and show hostile text without obeying it."""

from __future__ import annotations

import re
from itertools import combinations, pairwise
from xml.etree import ElementTree

import pytest

from augury.pictures import as_mermaid, as_svg, as_text, timeline_svg
from augury.pictures.axis import marks, step_of, written
from augury.pictures.hasse import bounds, covering, layers, paths
from augury.pictures.layout import layout
from augury.pictures.lines import named, segments_of
from augury.pictures.markup import COLOURS, clipped, mermaid, number, visible, xml
from augury.pictures.rows import LONGEST_NAMES, crowded, rim_of, room, words_of
from augury.pictures.scene import WIDTH, scene_of
from augury.spec.errors import InvalidBindingError
from augury.spec.events import Event, Stream
from augury.spec.language.ast import (
    Absent,
    And,
    Compare,
    Constant,
    Kleene,
    One,
    Or,
    Pattern,
    Ref,
    Seq,
    Window,
)
from augury.spec.language.normal import normal_form

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = "<script>alert(\"x\")</script> & 'y'\x1b[31m\n\u202e]]>"
WIDE = Seq(
    (
        One("A", "a"),
        And((Seq((One("B", "b"), Kleene("C", "c", 0, 3), Kleene("D", "d"))), Absent("E", "n"))),
        Or((One("F", "f"), And((One("G", "g"), One("H", "h"))))),
    )
)


def branches(structure, *where, window=10):
    return normal_form(Pattern(structure, where, Window(window)))


def clause(name="a", text="x"):
    return Compare("=", Ref(name, "x"), Constant(text))


def show(condition):
    return f"{condition.left.name}.{condition.left.attr} = '{condition.right.value}'"


HOSTILE_BRANCHES = branches(
    Seq((One(HOSTILE, HOSTILE), Absent("T", "n"), Kleene('"quoted"', "b"))),
    clause(HOSTILE, HOSTILE),
)
MANY = [branches(WIDE, clause()), branches(One("A", "a")), HOSTILE_BRANCHES]


def texts(document):
    return [element.text or "" for element in ElementTree.fromstring(document).iter(f"{SVG}text")]  # noqa: S314


# ------------------------------------------------------------------------ the order


def test_the_covering_relation_has_no_pair_that_follows_from_others():
    (first, second) = branches(WIDE)
    assert covering(first) == (
        ("a", "b"),
        ("a", "n"),
        ("b", "c"),
        ("c", "d"),
        ("d", "f"),
        ("n", "f"),
    )
    assert ("d", "g") in covering(second)
    assert ("d", "h") in covering(second)


@pytest.mark.parametrize("forest", MANY)
def test_the_covering_relation_gives_the_whole_order_back(forest):
    for branch in forest:
        closed = set(covering(branch))
        while more := {(p, s) for p, q in closed for r, s in closed if q == r} - closed:
            closed |= more
        assert closed == branch.order


@pytest.mark.parametrize("forest", MANY)
def test_layers_and_columns_respect_the_order(forest):
    for branch in forest:
        layer, plan = layers(branch), layout(branch)
        assert plan.column == layer
        assert set(layer) == set(plan.row) == set(branch.names)
        assert all(layer[p] < layer[q] for p, q in branch.order)


def test_no_two_items_of_a_layer_share_a_row():
    for branch in branches(WIDE):
        plan = layout(branch)
        places = [(plan.column[name], plan.row[name]) for name in branch.names]
        for (p, _), rows in plan.passages.items():
            places += [(plan.column[p] + 1 + index, row) for index, row in enumerate(rows)]
        for (column, row), (other, place) in combinations(places, 2):
            assert column != other or abs(row - place) >= 1 - 1e-9
        assert min(row for _, row in places) == 0
        assert max(row for _, row in places) == plan.rows - 1


def test_paths_use_every_pair_once():
    (first, _) = branches(WIDE)
    used = [pair for path in paths(covering(first)) for pair in pairwise(path)]
    assert sorted(used) == sorted(covering(first))


def test_bounds_are_written_as_in_the_language():
    (first, _) = branches(WIDE)
    assert [bounds(first, name) for name in ("a", "c", "d", "n")] == ["", "{0,3}", "{1,}", ""]


# ------------------------------------------------------------------------ text and Mermaid


def test_the_text_of_a_branch():
    assert as_text(branches(WIDE, clause()), show).split("branch 1")[0] == (
        "branch 0 of 2, within 10 ticks\n"
        "  names  A a\n"
        "         B b\n"
        "         C{0,3} c\n"
        "         D{1,} d\n"
        "         NOT(E n)\n"
        "         F f\n"
        "  order  a < b < c < d < f\n"
        "         a < n < f\n"
        "  where  a.x = 'x'\n"
    )


def test_names_without_order_are_said_to_have_none():
    text = as_text(branches(And((One("A", "a"), Seq((One("B", "b"), One("C", "c")))))), show)
    assert "order  b < c\n         at any time: a" in text


def test_the_text_shows_control_characters_and_keeps_one_line_a_name():
    text = as_text(HOSTILE_BRANCHES, show)
    assert not re.search(r"[\x00-\x09\x0b-\x1f\u202e]", text)
    assert r"\x1b[31m\n\u202e" in text
    assert len(text.splitlines()) == 6


def test_mermaid_has_one_subgraph_a_branch_and_the_shapes():
    chart = as_mermaid(branches(WIDE, clause()), show)
    assert chart.startswith("flowchart LR\n")
    assert chart.count("subgraph ") == chart.count("\n  end\n") == 2
    assert '    b0n2(["C#123;0,3#125; c"]):::many\n' in chart
    assert '    b0n4["NOT E n"]:::absent\n' in chart
    assert "stroke-dasharray" in chart
    assert chart.count(" --> ") == sum(len(covering(b)) for b in branches(WIDE))


def test_mermaid_labels_hold_nothing_but_plain_characters_and_codes():
    chart = as_mermaid(HOSTILE_BRANCHES, show)
    for found in re.findall(r'"([^"]*)"', chart):
        assert re.fullmatch(r"(?:[0-9A-Za-z ,.]|#\d+;|<br/>)*", found)
    assert "<script" not in chart
    assert mermaid("1. x") == "1#46; x"


# ------------------------------------------------------------------------ SVG


@pytest.mark.parametrize("forest", MANY)
def test_the_svg_is_well_formed_and_names_everything(forest):
    document = as_svg(forest, show)
    root = ElementTree.fromstring(document)  # noqa: S314
    assert root.get("role") == "img"
    assert root[0].tag == f"{SVG}title"
    assert root[1].tag == f"{SVG}desc"
    shown = texts(document)
    for branch in forest:
        for name in branch.names:
            assert any(clipped(name, 40) in text for text in shown)
            assert visible(name) in "".join(root.itertext())


def test_the_svg_marks_kleene_and_negated_names():
    document = as_svg(branches(WIDE), show)
    root = ElementTree.fromstring(document)  # noqa: S314
    rects = {
        group.find(f"{SVG}title").text: group.findall(f"{SVG}rect")
        for group in root.iter(f"{SVG}g")
        if group.find(f"{SVG}title") is not None
    }
    assert len(rects["C{0,3} c"]) == 2
    assert [rect.get("stroke-dasharray") for rect in rects["NOT(E n)"]] == ["6 4"]
    assert [rect.get("stroke-dasharray") for rect in rects["A a"]] == [None]
    assert "C{0,3}" in texts(document)
    assert "NOT n" in texts(document)
    assert "within 10 ticks" in texts(document)


def test_the_svg_draws_a_line_and_a_head_for_each_covering_pair():
    forest = branches(WIDE)
    root = ElementTree.fromstring(as_svg(forest, show))  # noqa: S314
    arrows = sum(len(covering(branch)) for branch in forest)
    assert len(list(root.iter(f"{SVG}path"))) == 2 * arrows


def test_boxes_stand_in_the_order_of_the_branch():
    (branch,) = branches(Seq((One("A", "a"), One("B", "b"), One("C", "c"))))
    root = ElementTree.fromstring(as_svg([branch], show))  # noqa: S314
    x = {t.text: float(t.get("x")) for t in root.iter(f"{SVG}text") if t.text in branch.names}
    assert x["a"] < x["b"] < x["c"]


def test_long_clauses_are_wrapped_and_nothing_is_lost():
    words = " ".join(f"word{index}" for index in range(80))
    shown = texts(as_svg(branches(One("A", "a"), clause("a", words)), show))
    assert max(map(len, shown)) < 90
    assert words in " ".join(shown)


@pytest.mark.parametrize("draw", [as_svg, as_mermaid, as_text])
def test_pictures_of_no_branch_and_of_equal_branches(draw):
    assert draw((), show) == draw((), show)
    assert draw(branches(WIDE, clause()), show) == draw(branches(WIDE, clause()), show)


@pytest.mark.parametrize("draw", [as_svg, as_mermaid, as_text])
def test_the_printer_of_the_language_is_the_default(draw):
    assert "a.x" in draw(branches(WIDE, clause()))


def hostile_document():
    events = [Event(0, HOSTILE, 0, {HOSTILE: HOSTILE, "ok": 1}), Event(1, "B", 5)]
    return timeline_svg(events, [{HOSTILE: 0, "b": [1]}], HOSTILE)


def hostile_rows():
    events = [Event(index, HOSTILE, index, {HOSTILE: HOSTILE}) for index in range(20)]
    found = [{HOSTILE: index, f"{HOSTILE}2": [index + 1]} for index in range(19)]
    return timeline_svg(events, found, HOSTILE, unit="time")


@pytest.mark.parametrize(
    "document", [as_svg(HOSTILE_BRANCHES, show), hostile_document(), hostile_rows()]
)
def test_hostile_text_is_shown_and_not_obeyed(document):
    root = ElementTree.fromstring(document)  # noqa: S314
    known = {"svg", "title", "desc", "rect", "g", "text", "path", "line", "circle"}
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= known
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", document)
    assert "&lt;script&gt;" in document
    assert "\\x1b" in document
    assert not re.search(r"(href|url\(|@import|\son\w+=)", document)


def test_escapes():
    assert visible("a\tb\x00\x9f\ufffe\u2028é漢") == "a\\tb\\x00\\x9f\\ufffe\\u2028é漢"
    assert xml("<a b=\"c\" d='e'>&") == "&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;"
    assert clipped("abcdef", 4) == "abc…"
    assert [number(-0.01), number(2.0), number(2.25)] == ["0", "2", "2.2"]


# ------------------------------------------------------------------------ timelines


def stream(*ts, types="ABC"):
    return [Event(index, types[index % len(types)], at) for index, at in enumerate(ts)]


@pytest.mark.parametrize(
    ("events", "found", "words", "more"),
    [
        ([], [], "no events", 0),
        (stream(5), [{"a": 0}], "1 event, 1 match", 1),
        (stream(*[7] * 30), [{"a": 0, "b": [1, 4]}, {"a": 3, "b": []}], "30 events, 2 matches", 2),
        (stream(-(2**62) + 1, 0, 2**62 - 1), [{"a": 0, "b": 1, "c": 2}], "3 events, 1 match", 1),
        (stream(1, 2, 3), [], "3 events, 0 matches", 0),
        (stream(*[7] * 9, types="A"), [{"a": 0, "b": [1, 4]}, {"a": 1}], "9 events, 2 matches", 2),
        (stream(1, 2, 3, types="A"), [{"a": 0, "b": [1, 2]}, {"b": []}], "3 events, 2 matches", 3),
    ],
)
@pytest.mark.parametrize("unit", ["ticks", "time"])
def test_timelines_of_unusual_streams(events, found, words, more, unit):
    document = timeline_svg(events, found, "title", unit=unit)
    root = ElementTree.fromstring(document)  # noqa: S314
    assert words in texts(document)
    assert len(list(root.iter(f"{SVG}circle"))) == len(events) + more
    _, _, width, height = map(float, root.get("viewBox").split())
    for element in root.iter(f"{SVG}circle"):
        assert 0 < float(element.get("cx")) < width
        assert 0 < float(element.get("cy")) < height


def test_a_timeline_names_lanes_and_bound_events():
    document = timeline_svg(stream(1, 2, 3, 4), [{"first": 0, "second": 1, "third": [2]}], "t")
    shown = texts(document)
    assert {"A", "B", "C", "first", "second", "third"} <= set(shown)
    assert "first=0 second=1 third=[2]" in shown


def test_an_event_with_several_names_lists_them_in_the_order_of_the_pattern():
    found = [{"a": 0, "b": 1, "c": 2}, {"a": 1, "b": 2, "c": 3}]
    scene = scene_of(Stream(stream(0, 100, 200, 300, types="A")), found)
    assert [name.text for name in named(scene, segments_of(scene))] == ["a", "a,b", "b,c", "c"]


def test_names_that_have_room_do_not_cover_each_other():
    events = stream(*range(0, 600, 20))
    found = [{"a": i, "b": i + 1, "c": i + 2} for i in range(0, 27, 3)]
    scene = scene_of(Stream(events), found)
    placed = named(scene, segments_of(scene))
    assert len(placed) == 27
    for p, q in combinations(placed, 2):
        assert abs(p.x - q.x) >= p.half + q.half or abs(p.y - q.y) >= 11


def test_lines_between_the_same_events_run_side_by_side():
    found = [{"a": 0, "b": 1, "c": 2}, {"a": 0, "b": 1, "c": 5}]
    scene = scene_of(Stream(stream(0, 10, 20, 30, 40, 50)), found)
    first, _, second, _ = segments_of(scene)
    assert first.start != second.start
    assert first.end != second.end


def test_at_most_twelve_matches_are_drawn_and_the_picture_says_so():
    found = [{"a": index, "b": index + 1} for index in range(20)]
    document = timeline_svg(stream(*range(30)), found, "t")
    assert "30 events, 20 matches, the first 12 drawn" in texts(document)
    assert sum(text.startswith("a=") for text in texts(document)) == 12


def lines_of(found):
    return [{"a": 3 * index, "b": 3 * index + 1} for index in range(found)]


SHARED = [{"a": 0, "b": 1}, {"a": 0, "b": 4}, {"a": 0, "b": 7}]


@pytest.mark.parametrize(
    ("found", "rows"),
    [
        ([], False),
        ([{"b": []}], False),
        ([{"a": 0, "b": 1}], False),
        (lines_of(6), False),
        (lines_of(7), True),
        (SHARED[:2], False),
        (SHARED, True),
        ([{"a": 0, "b": 1, "c": [0, 1]}, {"a": 0, "b": 4}], False),
        ([{"a": 0, "b": 3}], True),
        ([{"a": 0, "b": [3, 6]}, {"a": 9, "b": []}], True),
        ([{"a": 0, "b": 3}, {"a": 6, "b": 7}], False),
    ],
)
def test_rows_are_for_one_lane_for_many_matches_and_for_many_at_one_event(found, rows):
    events = stream(*range(30))
    assert crowded(Stream(events), found) is rows
    curves = [path for path in drawn(events, found).iter(f"{SVG}path") if "Q" in path.get("d")]
    assert bool(curves) is (not rows and any(len(match) > 1 for match in found))


def drawn(events, found, title="t"):
    return ElementTree.fromstring(timeline_svg(events, found, title))  # noqa: S314


def row_groups(root):
    """Return the elements of each row that are drawn in the colour of its match."""
    groups = [group for group in root.iter(f"{SVG}g") if group.find(f"{SVG}circle") is not None]
    return [
        [part for part in group if {part.get("fill"), part.get("stroke")} & {ink}]
        for group, ink in zip(groups, COLOURS, strict=False)
    ]


def test_every_match_has_its_row_with_a_line_from_first_to_last_and_named_dots():
    found = [{"a": index, "b": [index + 5, index + 9], "c": index + 9} for index in range(11)]
    root = drawn(stream(*range(0, 2000, 100), types="A"), found)
    rows = row_groups(root)
    assert len(rows) == 11
    levels = []
    for parts in rows:
        line, *others = parts
        dots = [part for part in others if part.tag == f"{SVG}circle"]
        names = [part for part in others if part.tag == f"{SVG}text"]
        assert [name.text for name in names] == ["a", "b", "b,c"]
        assert [name.get("x") for name in names] == [dot.get("cx") for dot in dots]
        assert (line.get("x1"), line.get("x2")) == (dots[0].get("cx"), dots[-1].get("cx"))
        assert {line.get("y1"), *(dot.get("cy") for dot in dots)} == {line.get("y2")}
        levels.append(float(line.get("y1")))
    assert {round(q - p, 1) for p, q in pairwise(levels)} == {32.0}
    shown = [text.text for text in root.iter(f"{SVG}text")]
    assert shown.count("a=3 b=[8,12] c=12") == 1
    assert not any("more" in text for text in shown)


def test_rows_beyond_the_twelfth_are_counted():
    found = [{"a": index, "b": index + 1} for index in range(1020)]
    root = drawn(stream(*range(1100), types="A"), found)
    assert len(row_groups(root)) == 12
    shown = [text.text for text in root.iter(f"{SVG}text")]
    assert "and 1,008 more" in shown
    assert "a=11 b=12" in shown
    assert "a=12 b=13" not in shown


CLOSE = {
    "two dots": ((0, 1, 1000), {"a": 0, "b": 1, "c": 2}, ["a", "b", "c"]),
    "long names": ((0, 1, 2, 1000), {"first" * 3: 0, "second" * 3: 1, "third": 2}, None),
    "at the right edge": ((0, 998, 999, 1000), {"a" * 20: 1, "b" * 20: 2, "c" * 20: 3}, None),
    "at the left edge": ((0, 1, 2, 1000), {"a" * 20: 0, "b" * 20: 1, "c" * 20: 2}, None),
    "one ts": ((0, 5, 5, 1000), {"a": 1, "b": 2}, ["a,b"]),
    "a set": ((0, 1, 2, 3, 1000), {"a": 0, "p": [1, 2, 3], "z": 4}, ["a", "p", "z"]),
    "two sets": (
        (*range(60), 3000),
        {"p": list(range(0, 60, 2)), "q": list(range(1, 60, 2))},
        ["p,q"],
    ),
    "wide": ((0, 1, 1000), {"\u6f22" * 9: 0, "\u5b57" * 9: 1, "c": 2}, None),
    "no room": (
        tuple(range(80)),
        {f"a_long_name_{i}": i for i in range(80)},
        ["a_long_name_0,a_long_na…"],
    ),
}


@pytest.mark.parametrize("case", CLOSE)
def test_names_in_a_row_never_overlap_and_keep_the_order_of_events(case):
    ts, match, expected = CLOSE[case]
    scene = scene_of(Stream(stream(*ts, types="A")), [match], room([match]))
    words = words_of(scene, match)
    assert [word.text for word in words] == (expected or list(match))
    for p, q in pairwise(words):
        assert p.x + p.half <= q.x - q.half + 1e-6
    assert words[0].x - words[0].half >= scene.left - 1e-6
    assert words[-1].x + words[-1].half <= WIDTH - 14 + 1e-6
    assert max(len(word.text) for word in words) <= LONGEST_NAMES


def test_names_with_room_stand_exactly_above_their_events():
    match = {"a": 0, "b": 1, "c": [2, 3]}
    scene = scene_of(Stream(stream(0, 100, 200, 300, types="A")), [match])
    assert [word.x for word in words_of(scene, match)] == [dot.x for dot in scene.dots.values()]


def test_dots_have_a_rim_unless_it_would_hide_a_neighbour():
    assert rim_of([]) == rim_of([10, 20, 20, 3]) == rim_of([7]) > 0
    assert rim_of([10, 20, 3, 22]) == 0


def test_labels_of_rows_end_before_the_lanes_begin():
    found = [{"a": index, "b": list(range(index, index + 9))} for index in range(9)]
    root = drawn(stream(*range(30), types="A"), found)
    lane = min(float(rect.get("x")) for rect in root.iter(f"{SVG}rect") if rect.get("rx") == "8")
    labels = [text for text in root.iter(f"{SVG}text") if text.text.startswith("a=")]
    assert len(labels) == 9
    assert all(float(text.get("x")) + 7.3 * len(text.text) < lane for text in labels)


def test_a_timeline_depends_on_the_set_of_events_only():
    events, found = stream(3, 1, 2, 2), [{"a": 1, "b": 0}]
    assert timeline_svg(events, found, "t") == timeline_svg(events[::-1], found, "t")


def test_a_match_of_another_stream_is_refused():
    with pytest.raises(InvalidBindingError, match="match 0 binds b to id 9, which is no event"):
        timeline_svg(stream(1, 2), [{"a": 0, "b": [1, 9]}], "t")


@pytest.mark.parametrize("unit", ["ticks", "time"])
@pytest.mark.parametrize("low", [0, -7, 10**15, -(2**62) + 1])
@pytest.mark.parametrize("span", [0, 1, 9, 1000, 7_200_000_000, 10**14, 2**62])
def test_marks_are_few_round_and_in_range(low, span, unit):
    step = step_of(low, low + span, 8, unit)
    found = marks(low, low + span, step)
    assert 1 <= len(found) <= 9
    assert all(low <= ts <= low + span for ts in found)
    texts_of = [written(ts, step, unit, days=True) for ts in found]
    assert len(set(texts_of)) == len(found)


def test_marks_are_written_as_short_as_the_step_allows():
    minute, day = 60_000_000, 86_400_000_000
    assert written(1_234_567, 1, "ticks") == "1,234,567"
    assert written(5 * minute, minute, "time") == "00:05"
    assert written(5_000_000, 1_000_000, "time") == "00:00:05"
    assert written(5 * minute, minute, "time", days=True) == "1970-01-01 00:05"
    assert written(31 * day, day, "time") == "1970-02-01"
    assert written(2**61, day, "time") == f"{2**61:,}"
