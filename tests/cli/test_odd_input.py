"""Odd inputs that are well: empty files, byte order marks, CRLF, packed files, standard input."""

from __future__ import annotations

import gzip

import pytest

import augury

ONE = '{"branch": 0, "bindings": {"a": 0, "b": 1}}\n'


def succeeds(ran, out: str = "", err: str = "") -> None:
    assert (ran.status, ran.out, ran.err) == (0, out, err)


def test_no_events_and_no_matches(desk):
    succeeds(desk.run(*desk.match(events=desk.file("empty.jsonl", ""))))
    succeeds(desk.run(*desk.match(events=desk.file("blank.jsonl", "\n \n\r\n"))))
    succeeds(desk.run(*desk.match(events=desk.file("empty.csv", ""))))
    succeeds(desk.run(*desk.match(events=desk.file("head.csv", "type,ts\n"))))
    succeeds(desk.run(*desk.match(events="-")))
    succeeds(desk.run(*desk.match(pattern="PATTERN SEQ(B b, A a) WITHIN 1")))


def test_a_type_that_no_event_has_is_worth_a_warning(desk):
    ran = desk.run(*desk.match(pattern="PATTERN Z z WITHIN 1"))
    assert (ran.status, ran.out) == (0, "")
    assert ran.err == "augury: warning: no event has the type Z; the types are A, B\n"


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["plain", "mark"])
@pytest.mark.parametrize("end", [b"\n", b"\r\n"], ids=["LF", "CRLF"])
def test_marks_and_line_ends(desk, mark, end):
    lines = [b'{"type": "A", "ts": 1}', b"", b'{"type": "B", "ts": 2}']
    sheet = [b"type,ts", b"A,1", b"B,2", b""]
    source = [b"# a pattern", b"PATTERN SEQ(A a,", b"B b)", b"WITHIN 5"]
    pattern = desk.file("p.sase", mark + end.join(source))
    two = ONE.replace('"b": 1', '"b": 2')
    events = desk.file("e.jsonl", mark + end.join(lines))
    succeeds(desk.run(*desk.match(pattern=pattern, events=events)), two)
    events = desk.file("e.csv", mark + end.join(sheet))
    succeeds(desk.run(*desk.match(pattern=pattern, events=events)), ONE)


def test_packed_events_and_standard_input(desk):
    data = (desk.folder / "ok.jsonl").read_bytes()
    succeeds(desk.run(*desk.match(events=desk.file("e.jsonl.gz", gzip.compress(data)))), ONE)
    sheet = gzip.compress(b"type,ts\nA,1\nB,2\n")
    succeeds(desk.run(*desk.match(events=desk.file("e.csv.gz", sheet))), ONE)
    succeeds(desk.run(*desk.match(events="-"), stdin=data), ONE)


def test_parquet_events(desk):
    augury.write_events(augury.read_events(desk.events), desk.folder / "e.parquet")
    succeeds(desk.run(*desk.match(events=str(desk.folder / "e.parquet"))), ONE)


def test_pattern_text_may_begin_with_comments_and_blanks(desk):
    succeeds(desk.run(*desk.match(pattern=f"\n # why not\n\t{desk.pattern}")), ONE)


def test_data_are_written_as_they_are(desk):
    """Markup and escapes of a user are text, on standard output too."""
    pattern = 'PATTERN A "[red]é" WITHIN 5'
    wanted = '{"branch": 0, "bindings": {"[red]é": 0}}\n'
    succeeds(desk.run(*desk.match(pattern=pattern)), wanted)
