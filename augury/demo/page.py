"""The page: one HTML file that loads nothing and runs nothing; all text in it is escaped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import chain

from augury import __version__
from augury.demo.bundled import clock, events_by_name, traded
from augury.demo.moments import TEXT, Moment
from augury.demo.story import Answer, Reason, Story, Verdict
from augury.demo.style import css
from augury.demo.teller import difference
from augury.examples.stocks import BUNDLED
from augury.pictures import as_svg, timeline_svg
from augury.pictures.markup import visible
from augury.spec.events import Event
from augury.spec.language.ast import leaves
from augury.spec.language.normal import normal_form

POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def page(story: Story, command: str) -> str:
    """Return the whole page; equal stories and commands give equal pages."""
    sections = "\n".join(
        chain(map(_example, story.answers), (_why(story), _finality(story.moments)))
    )
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{escape(POLICY)}">\n'
        f"<title>Augury: a tour</title>\n<style>\n{css()}</style>\n</head>\n<body>\n"
        f"{_header(story)}\n<main>\n{sections}\n</main>\n{_footer(command)}\n</body>\n</html>\n"
    )


def text(words: object) -> str:
    """Return text as HTML character data; what has no glyph is shown as an escape."""
    return escape(visible(str(words)))


def element(name: str, *children: str, **attributes: str) -> str:
    """Return an element; children are markup, attribute values are text, ``class_`` is class."""
    words = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{text(value)}"' for key, value in attributes.items()
    )
    return f"<{name}{words}>{''.join(children)}</{name}>"


def inline(svg: str) -> str:
    """Return a picture for the inside of a page, where it needs no name space."""
    return svg.replace(' xmlns="http://www.w3.org/2000/svg"', "", 1).rstrip("\n")


def _header(story: Story) -> str:
    links = [(found.example.name, found.example.file) for found in story.answers]
    links += [("why", "why, and why not"), ("finality", "finality")]
    parts = [
        element("p", "Augury: a tour", class_="kicker"),
        element("h1", "Which events match, and why"),
        element(
            "p",
            text(
                f"{len(story.stream)} events of a made-up market, {len(story.answers)} patterns, "
                "and every match of each. Augury defines what a match is in five rules; engines "
                "that were written separately have to give the same set."
            ),
            class_="lead",
        ),
        element("p", text(_outcome(story)), class_="note" if story.agrees else "alarm"),
        element("nav", _list((element("a", text(w), href=f"#{i}") for i, w in links))),
    ]
    return element("header", *parts)


def _outcome(story: Story) -> str:
    if story.agrees:
        return "On this page all engines that were asked agree."
    wrong = ", ".join(found.example.file for found in story.answers if not found.agrees)
    return f"The engines disagree on {wrong}. Please report it."


def _list(items: Iterable[str]) -> str:
    return element("ul", *(element("li", item) for item in items))


def _example(answer: Answer) -> str:
    branches = normal_form(answer.pattern)
    return element(
        "section",
        element("p", text(answer.example.shows), class_="kicker"),
        element("h2", text(answer.example.file)),
        element("p", text(answer.example.question), class_="question"),
        _pattern(answer.text),
        element("ul", *(_engine(verdict, answer) for verdict in answer.verdicts), class_="engines"),
        element("h3", "What happened when"),
        _scroll(inline(_timeline(answer)), "timeline", f"Timeline of {answer.example.file}"),
        element("h3", text(f"All {len(answer.matches)} matches")),
        _scroll(_matches(answer), "matches", f"Matches of {answer.example.file}"),
        element("h3", "How the pattern is read"),
        _scroll(inline(as_svg(branches)), "normal", f"Normal form of {answer.example.file}"),
        id=answer.example.name,
    )


def _timeline(answer: Answer) -> str:
    """Return the matches among the events of the types that the pattern names."""
    kinds = {leaf.type for leaf in leaves(answer.pattern.structure)}
    return timeline_svg(
        [event for event in answer.stream if event.type in kinds],
        [match.bindings for match in answer.matches],
        f"Events of the types that {answer.example.file} names, and its matches",
        unit="time",
    )


def _scroll(body: str, kind: str, words: str) -> str:
    """Return a part that scrolls by itself where it is wider than the page."""
    classes = f"scroll {kind}"
    return element("div", body, class_=classes, tabindex="0", role="region", aria_label=words)


def _pattern(source: str) -> str:
    """Return the text of a pattern without the remarks above it, which the question replaces."""
    lines = (text(line) for line in source.rstrip("\n").split("\n") if not line.startswith("#"))
    return element("pre", "\n".join(lines), tabindex="0")


def _engine(verdict: Verdict, answer: Answer) -> str:
    """Return what one engine said, in a few words."""
    if verdict.unsupported:
        words, kind = verdict.unsupported, "unasked"
    elif not verdict.agrees:
        words, kind = f"DISAGREEMENT, {difference(verdict)}", "differs"
    else:
        count = f"{verdict.matches} match{'' if verdict.matches == 1 else 'es'}"
        part = verdict.events < len(answer.stream)
        where = f" in the first {verdict.events} events" if part else ""
        other = f", as {verdict.against} finds there" if part else ", the same set"
        same = "" if verdict.engine == verdict.against else other
        words, kind = f"{count}{where}{same}", "same"
    return element("li", text(f"{verdict.engine}: {words}"), class_=kind)


def _matches(answer: Answer) -> str:
    names = answer.matches.names
    several = len(normal_form(answer.pattern)) > 1
    head = ["#", *(["branch"] if several else []), *names]
    rows = []
    for number, match in enumerate(answer.matches, 1):
        bound = events_by_name(match, answer.stream)
        cells = [element("td", str(number))]
        cells += [element("td", str(match.branch))] if several else []
        cells += [_events(bound.get(name, ())) for name in names]
        rows.append(element("tr", *cells))
    return _table(head, rows)


def _events(events: Sequence[Event]) -> str:
    return element("td", "<br>".join(map(_event, events)) or "-", class_="event")


def _event(event: Event) -> str:
    place = f"@ {clock(event.ts)}, id {event.id}"
    return element("span", text(traded(event))) + " " + element("small", text(place))


def _table(head: Iterable[str], rows: Iterable[str]) -> str:
    cells = (element("th", text(word), scope="col") for word in head)
    top = element("thead", element("tr", *cells))
    return element("table", top, element("tbody", *rows))


def _why(story: Story) -> str:
    return element(
        "section",
        element("p", "the five rules", class_="kicker"),
        element("h2", "Why, and why not"),
        element(
            "p",
            "A binding is a match if five rules hold: distinct events (1), their order (2), "
            "the conditions (3), the window (4), and nothing that a NOT forbids (5). Two bindings "
            f"of {element('code', text(story.explained.example.file))}, events by id:",
        ),
        element("div", *map(_reason, story.reasons), class_="pair"),
        id="why",
    )


def _reason(reason: Reason) -> str:
    verdict = "a match" if reason.explanation.is_match else "not a match"
    findings = (
        element(
            "li",
            element("span", "ok" if finding.holds else "FAIL", class_="word"),
            element("span", f"rule {finding.rule}", class_="rule"),
            element("span", text(finding.text), class_="text"),
            class_="holds" if finding.holds else "fails",
        )
        for finding in reason.explanation.findings
    )
    title = element("h3", text(f"{reason.binding} is {verdict}"), class_="plain")
    return element("div", title, element("ul", *findings, class_="rules"))


def _finality(told: Sequence[Moment]) -> str:
    return element(
        "section",
        element("p", "streams that go on", class_="kicker"),
        element("h2", "Finality"),
        element(
            "p",
            "A NOT at the end of a pattern has to wait: a match is final once no event that may "
            "still arrive can undo it, not before and not later. Here events arrive in order of "
            "ts, so an event at 12 proves that time has reached 11.",
        ),
        _pattern(TEXT),
        element("h3", "Arrival by arrival"),
        _scroll(
            _table(("arrival", "time", "what it changes"), _moments(told)), "moments", "Finality"
        ),
        id="finality",
    )


def _moments(told: Sequence[Moment]) -> Iterator[str]:
    for moment in told:
        final = any(new.endswith("is final") for new in moment.news)
        news = "<br>".join(map(text, moment.news))
        cells = [element("td", text(moment.item)), element("td", text(moment.time))]
        cells.append(element("td", news))
        yield element("tr", *cells, class_="final" if final else "open")


def _footer(command: str) -> str:
    made = element("code", text(command))
    words = f"Augury {text(__version__)}. Data drawn from seed {BUNDLED.seed}. Made by {made}."
    return element("footer", element("p", words))
