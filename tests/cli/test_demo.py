"""The tour tells the truth, its page is one safe file, and the committed pictures are current."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from augury.cli import run
from augury.demo import bundled, guide, story, tour
from augury.demo.moments import moments
from augury.demo.page import page
from augury.demo.style import DARK
from augury.engines import ENGINES
from augury.examples import pictures
from augury.examples.stocks import BUNDLED
from augury.matches import Matches
from augury.spec.errors import InputError
from augury.spec.events import Event, Stream
from augury.spec.language.parser import parse
from augury.spec.semantics import Match

ROOT = Path(__file__).parents[2]
COUNTS = {"rising": 11, "correlated": 10, "quiet": 14, "run": 6, "any_order": 6}
VOID = {"meta", "br"}
HOSTILE = "</style><script>alert('x')</script>\x1b[31m\u202e&"


@dataclass
class Toured:
    status: int
    said: str
    error: str
    html: str


@pytest.fixture(scope="module")
def toured(tmp_path_factory) -> Toured:
    import contextlib
    import io

    output = tmp_path_factory.mktemp("tour") / "new" / "demo.html"
    said, error = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(error):
        status = tour(output)
    return Toured(status, said.getvalue(), error.getvalue(), output.read_text("utf-8"))


class Page(HTMLParser):
    """Keeps the open tags, all attributes and the text of the pictures."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.attributes: list[tuple[str, str]] = []
        self.ids: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attrs) -> None:
        self.handle_startendtag(tag, attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs) -> None:
        self.tags.add(tag)
        self.attributes += attrs
        self.ids += [value for key, value in attrs if key == "id"]

    def handle_endtag(self, tag) -> None:
        assert self.open.pop() == tag


def svgs(html: str) -> list[str]:
    return re.findall(r"<svg .*?</svg>", html, re.DOTALL)


def drawing(svg: str | bytes) -> ElementTree.Element:
    return ElementTree.fromstring(svg)  # noqa: S314 - drawn by the code under test


def test_the_tour_ends_well_and_says_what_it_must(toured):
    assert toured.status == 0
    assert toured.error == ""
    for name, count in COUNTS.items():
        assert f"{name}.sase" in toured.said
        assert f"{count} matches; the first:" in toured.said
    assert f"seed {BUNDLED.seed}" in toured.said
    assert "same set from declarative, denotation and sqlite" in toured.said
    assert "sqlite: not for Kleene names" in toured.said
    assert "a: BAC 141.73 @ 00:02" in toured.said
    assert "declarative (compared on the first 90 events)" in toured.said
    assert "is not a match" in toured.said
    assert "FAIL rule 5" in toured.said
    assert "a=0 b=2 is final" in toured.said
    assert "demo.html" in toured.said
    assert "DISAGREE" not in toured.said + toured.html


def test_the_tour_fits_80_columns_and_is_plain_in_a_pipe(toured):
    lines = [line for line in toured.said.splitlines() if "demo.html" not in line]
    own = [line for line in lines if "augury match" not in line and "augury explain" not in line]
    assert max(map(len, own)) <= 80
    assert toured.said.isascii()
    assert "\x1b" not in toured.said
    assert not any(line != line.rstrip() for line in lines)


def test_the_page_is_well_formed_and_loads_nothing(toured):
    parsed = Page(toured.html)
    assert parsed.open == []
    assert parsed.tags.isdisjoint({"script", "link", "img", "iframe", "object", "embed", "base"})
    assert not re.search(r"https?:|//[a-z]|@import|url\(", toured.html)
    assert len(parsed.ids) == len(set(parsed.ids))
    for key, value in parsed.attributes:
        assert key != "src"
        assert not key.startswith("on")
        if key == "href":
            assert value.startswith("#")
            assert value[1:] in parsed.ids


def test_the_pictures_of_the_page_parse_and_every_colour_has_a_dark_one(toured):
    drawn = svgs(toured.html)
    assert len(drawn) == 2 * len(COUNTS)
    for svg in drawn:
        drawing(svg)
        colours = set(re.findall(r'(?:fill|stroke)="(#[0-9a-f]+)"', svg))
        assert colours <= set(DARK)


def test_the_page_has_every_match_and_the_reasons(toured):
    rows = re.findall(r'<tr><td>\d+</td>.*?class="event"', toured.html)
    assert len(rows) == sum(COUNTS.values())
    assert toured.html.count(", the same set") == 5
    assert "in the first 90 events" in toured.html
    assert "is refuted by" in toured.html
    assert "prefers-color-scheme: dark" in toured.html
    assert f"seed {BUNDLED.seed}" in toured.html
    assert "augury demo --output" in toured.html


def test_hostile_text_is_shown_and_never_obeyed():
    example = replace(bundled.EXAMPLES[0], name=HOSTILE, shows=HOSTILE, question=HOSTILE)
    stream = Stream([Event(0, HOSTILE, 0, {"ticker": HOSTILE, "price": 1.0})])
    pattern = parse(f"""PATTERN "{HOSTILE}" a WHERE a.ticker != 'x<y' WITHIN 5""")
    found = Matches([Match(0, (0,), ("a",))], pattern)
    verdicts = (story.Verdict(HOSTILE, 1, 1, HOSTILE, lacks=1),)
    answer = story.Answer(example, HOSTILE, pattern, stream, found, verdicts)
    reason = story.Reason(HOSTILE, story.reasons(answer)[0].explanation)
    html = page(story.Story(stream, (answer,), answer, (reason,), moments()), HOSTILE)
    parsed = Page(html)
    assert parsed.open == []
    assert "script" not in parsed.tags
    assert html.count("</style>") == 1
    assert "\x1b" not in html
    assert "\u202e" not in html
    assert html.count("&lt;script&gt;") > 5
    assert len([drawing(svg) for svg in svgs(html)]) == 2


def broken(engine):
    """Return an engine that loses its first match."""

    def fewer(*question):
        return frozenset(sorted(engine.run(*question))[1:])

    return replace(engine, run=fewer)


@pytest.fixture
def only_quiet(monkeypatch):
    quiet = next(example for example in bundled.EXAMPLES if example.name == "quiet")
    monkeypatch.setattr(guide, "EXAMPLES", (quiet,))
    return quiet


@pytest.mark.parametrize("name", story.ASKED)
def test_a_disagreement_is_loud_and_status_1(name, only_quiet, monkeypatch, capsys, tmp_path):
    monkeypatch.setitem(ENGINES, name, broken(ENGINES[name]))
    assert tour(tmp_path / "demo.html") == 1
    said, html = capsys.readouterr().out, (tmp_path / "demo.html").read_text("utf-8")
    assert "DISAGREEMENT" in said
    assert "THE ENGINES DISAGREE on quiet.sase" in said
    assert "same set" not in said
    assert "DISAGREEMENT" in html
    assert 'class="alarm"' in html


@pytest.mark.parametrize("name", [story.DEFINITION, story.SECOND])
def test_a_disagreement_on_the_first_events_is_found_too(name, only_quiet, monkeypatch):
    shortened, stream = replace(only_quiet, first=40), bundled.bundled_stream()
    fine = story.answer(shortened, stream)
    assert fine.agrees
    assert [verdict.events for verdict in fine.verdicts] == [40, 120, 120]
    monkeypatch.setitem(ENGINES, name, broken(ENGINES[name]))
    assert not story.answer(shortened, stream).agrees


def test_the_reasons_are_a_match_and_a_binding_that_fails_once(only_quiet):
    one, other = story.reasons(story.answer(only_quiet, bundled.bundled_stream()))
    assert one.explanation.is_match
    failed = [finding for finding in other.explanation.findings if not finding.holds]
    assert [finding.rule for finding in failed] == [5]


def test_a_match_is_final_at_the_arrival_that_proves_its_time():
    told = {moment.item: moment for moment in moments()}
    assert told["Payment 71 at 5 (id 2)"].news == ("a=0 b=2 holds so far, open until 11",)
    assert told["Cancel 72 at 9 (id 4)"].news == ("a=1 b=3 is refuted",)
    assert told["Order 73 at 12 (id 5)"].news == ("a=0 b=2 is final",)
    assert told["end of stream"].news == ("a=5 b=6 is final",)


def test_a_place_where_no_page_can_be_is_refused_before_any_work(tmp_path, capsys):
    (tmp_path / "file").touch()
    for output in (tmp_path, tmp_path / "file" / "demo.html"):
        with pytest.raises(InputError):
            tour(output)
        assert run(["demo", "--output", str(output)]) == 2
        said = capsys.readouterr()
        assert said.out == ""
        assert said.err.startswith("augury: ")
        assert said.err.count("\n") == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file"]


def test_the_page_is_written_whole_or_not_at_all(tmp_path, only_quiet, monkeypatch):
    def breaks(*_):
        raise RuntimeError

    monkeypatch.setattr(guide, "page", breaks)
    with pytest.raises(RuntimeError):
        tour(tmp_path / "demo.html")
    assert list(tmp_path.iterdir()) == []


def test_the_next_commands_work(capsysbinary, monkeypatch):
    import shlex

    monkeypatch.chdir(ROOT)
    for command in guide.next_commands():
        assert len(command) < 75
        assert run(shlex.split(command)[1:]) == 0
        assert capsysbinary.readouterr().out


def test_the_committed_pictures_are_what_the_code_draws(tmp_path):
    assert pictures.main([str(tmp_path)]) == 0
    committed = ROOT / "docs" / "pictures"
    for name in pictures.PICTURES:
        drawn = (tmp_path / name).read_bytes()
        drawing(drawn)
        assert drawn == (committed / name).read_bytes(), f"{name} is stale; run make pictures"


def test_the_pictures_need_a_folder(tmp_path, capsys):
    (tmp_path / "file").touch()
    with pytest.raises(SystemExit) as stopped:
        pictures.main([str(tmp_path / "file")])
    assert stopped.value.code == 2
    assert "choose another path" in capsys.readouterr().err
