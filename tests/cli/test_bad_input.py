"""Events and pattern files that cannot be read: status 2, one line, with file, line and column."""

from __future__ import annotations

import gzip

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

GOOD = '{"type": "A", "ts": 1}\n'
HUGE = "9" * 5_000

LINES = [
    ("no JSON", "nope", r"1: not JSON"),
    ("a number", "5", r"1: .*object"),
    ("a list", "  []", r"3: .*object"),
    ("an object cut off", '{"type": "A"', r"13: not JSON"),
    ("two objects", '{"type": "A", "ts": 1} {}', r"24: not JSON"),
    ("a raw control character", '{"type": "A\x1b", "ts": 1}', r"12: not JSON"),
    ("no ts", '{"type": "A"}', r"1: ts is missing"),
    ("no type", '{"ts": 1}', r"1: type is missing"),
    ("a null ts", '{"type": "A", "ts": null}', r"15: ts is missing"),
    ("a text that is no date", '{"type": "A", "ts": "yesterday"}', r"15: 'yesterday' is no time"),
    ("no such day", '{"type": "A", "ts": "2023-02-29"}', r"15: .*no such day"),
    ("a float ts", '{"type": "A", "ts": 1.5}', r"15: ts .*1\.5"),
    ("a bool ts", '{"type": "A", "ts": true}', r"15: ts "),
    ("a ts of 2^62", '{"type": "A", "ts": 4611686018427387904}', r"15: ts .*2\^62"),
    ("an empty type", '{"type": "", "ts": 1}', r"2: type .*non-empty"),
    ("a type that is a list", '{"type": [], "ts": 1}', r"2: type "),
    ("half a surrogate pair", '{"type": "\\ud800", "ts": 1}', r"2: .*surrogate"),
    ("an id in text", '{"type": "A", "ts": 1, "id": "x"}', r"24: id .*integer"),
    ("an id of 2^63", '{"type": "A", "ts": 1, "id": 9223372036854775808}', r"24: .*64 bits"),
    ("an id used twice", '{"type": "A", "ts": 1, "id": 0}', r"24: the id 0 is used twice.*line 1"),
    ("an int of 2^63", '{"type": "A", "ts": 1, "x": 9223372036854775808}', r"24: .*64 bits"),
    ("an int of -2^63-1", '{"type": "A", "ts": 1, "x": -9223372036854775809}', r"24: .*64 bits"),
    ("5,000 digits", f'{{"type": "A", "ts": 1, "x": {HUGE}}}', r"24: .{,200}64 bits"),
    ("NaN", '{"type": "A", "ts": 1, "x": NaN}', r"24: .*'x'.*NaN"),
    ("Infinity", '{"type": "A", "ts": 1, "x": -Infinity}', r"24: .*-Infinity"),
    ("an overflow", '{"type": "A", "ts": 1, "x": 1e999}', r"24: .*finite"),
    ("an overflow in a list", '{"type": "A", "ts": 1, "x": [1, 1e999]}', r"24: .*finite"),
    ("a key twice", '{"type": "A", "ts": 1, "x": 1, "x": 2}', r"32: the key 'x' .*twice"),
    ("a key twice, once escaped", '{"type": "A", "ts": 1, "\\u0074s": 1}', r"24: the key 'ts'"),
    ("an object in an object", '{"type": "A", "ts": 1, "x": {}}', r"24: .*'x'.*object"),
    ("a list of texts", '{"type": "A", "ts": 1, "x": ["y"]}', r"24: .*numbers"),
    ("a list of lists", '{"type": "A", "ts": 1, "x": [[1]]}', r"24: .*numbers"),
    ("nesting without end", '{"type": "A", "ts": 1, "x": ' + "[" * 100_000, r"\d+: .*nested"),
    ("rich markup", '{"type": "A", "ts": "[red]x[/red]"}', r"15: '\[red\]x\[/red\]' is no time"),
    ("escapes", '{"type": "A", "ts": "\\u001b[31m\\u202e"}', r"15: '\\x1b\[31m\\u202e' is no"),
    ("markup in a key", '{"type": "A", "ts": 1, "[b]\\u0007": {}}', r"24: .*'\[b\]\\x07'"),
]


@pytest.mark.parametrize(
    ("line", "wanted"), [case[1:] for case in LINES], ids=[c[0] for c in LINES]
)
def test_a_bad_line_of_events(desk, line, wanted):
    events = desk.file("e.jsonl", f"{GOOD}{line}\n")
    desk.expect_refusal(desk.match(events=events), rf"DIR/e\.jsonl:2:{wanted}")


@pytest.mark.parametrize(("line", "wanted"), [LINES[0][1:], LINES[6][1:], LINES[19][1:]])
def test_a_bad_line_on_standard_input(desk, line, wanted):
    desk.expect_refusal(
        desk.match(events="-"), f"<stdin>:2:{wanted}", stdin=f"{GOOD}{line}\n".encode()
    )


SHEETS = [
    ("no column type", "a,b\n1,2\n", "1:1: .*'type'"),
    ("no column ts", "type,x\nA,2\n", "1:1: .*'ts'"),
    ("a column twice", "type,ts,x,x\nA,1,2,3\n", "1:11: .*'x'"),
    ("a column without a name", "type,ts,\nA,1,2\n", "1:9: .*no name"),
    ("a cell too many", "type,ts\nA,1\nA,1,2\n", "3:5: .*3 cells.*2"),
    ("a cell too few", "type,ts\nA,1\nA\n", "3:2: .*1 cells.*2"),
    ("a quote without end", 'type,ts\nA,1\n"A,1\n', "3:1: .*never closed"),
    ("a quote in a cell", 'type,ts\nA"x,1\n', "2:2: a quote inside"),
    ("text after a quote", 'type,ts\n"A"x,1\n', "2:4: text after"),
    ("lines that end in CR", "type,ts\rA,1\r", "1:8: a carriage return"),
    ("two forms of time", "type,ts\nA,1\nB,2024-01-01\n", "3:3: ts .*line 2"),
    ("a text that is no date", "type,ts\nA,yesterday\n", "2:3: 'yesterday' is no time"),
    ("an empty ts", "type,ts\nA,\n", "2:3: ts is missing"),
    ("an empty type", "type,ts\n,1\n", "2:1: type is missing"),
    ("an int of 2^63", "type,ts,x\nA,1,9223372036854775808\n", "2:5: .*'x'.*64 bits"),
    ("nan", "type,ts,x\nA,1,1.5\nA,2,nan\n", "3:5: .*nan"),
    ("inf", "type,ts,x\nA,1,1.5\nA,2,-inf\n", "3:5: .*inf"),
    ("an id in text", "type,ts,id\nA,1,x\n", "2:5: id "),
    ("an id twice", "type,ts,id\nA,1,7\nA,2,7\n", "3:5: the id 7 .*line 2"),
    ("not UTF-8", b"type,ts\nA,1\n\xe9,2\n", "3:1: .*UTF-8"),
]


@pytest.mark.parametrize(("text", "wanted"), [c[1:] for c in SHEETS], ids=[c[0] for c in SHEETS])
def test_a_bad_sheet(desk, text, wanted):
    desk.expect_refusal(desk.match(events=desk.file("e.csv", text)), rf"DIR/e\.csv:{wanted}")


PACKED = gzip.compress((GOOD * 1_000).encode(), mtime=0)
FILES = [
    ("not UTF-8", "e.jsonl", GOOD.encode() + b'{"type": "\xc3\xa9\xff"', ":2:12: .*UTF-8"),
    ("UTF-16", "e.jsonl", GOOD.encode("utf-16"), ":1:1: .*UTF-8"),
    ("a line of 17 MB", "e.jsonl", f"{GOOD}{'x' * 17 * 2**20}\n", ":2: .*16,777,216"),
    ("no gzip", "e.jsonl.gz", GOOD, "(:1)?: .*gzip"),
    ("gzip cut off", "e.jsonl.gz", PACKED[:-20], r"(:\d+)?: .*gzip.*end"),
    ("gzip with a wrong checksum", "e.jsonl.gz", PACKED[:-8] + bytes(8), r"(:\d+)?: .*gzip"),
    ("an empty gzip", "e.csv.gz", b"", ": .*gzip"),
    ("no suffix", "events", GOOD, r": .*\.jsonl"),
    ("another suffix", "e.xlsx", GOOD, r": .*\.jsonl"),
    ("no Parquet", "e.parquet", GOOD, ": .*Parquet"),
    ("an empty Parquet", "e.parquet", b"", ": .*Parquet"),
    ("Parquet without sense", "e.parquet", b"PAR1" + b"x" * 50 + b"\x10\0\0\0PAR1", ": .*Parquet"),
]


@pytest.mark.parametrize(
    ("name", "data", "wanted"), [c[1:] for c in FILES], ids=[c[0] for c in FILES]
)
def test_a_bad_file_of_events(desk, name, data, wanted):
    escaped = name.replace(".", r"\.")
    desk.expect_refusal(desk.match(events=desk.file(name, data)), f"DIR/{escaped}{wanted}")


TABLES = [
    ("no ts", {"type": ["A"]}, "'ts'"),
    ("a null type", {"type": ["A", None], "ts": [1, 2]}, "row 1.*'type'"),
    ("an id twice", {"type": ["A", "B"], "ts": [1, 2], "id": [3, 3]}, "row 1.*the id 3"),
    ("a struct", {"type": ["A"], "ts": [1], "[red]\x1b": [{"x": 1}]}, r".*'\[red\]\\x1b'.*struct"),
]


@pytest.mark.parametrize(("columns", "wanted"), [c[1:] for c in TABLES], ids=[c[0] for c in TABLES])
def test_a_bad_parquet_table(desk, columns, wanted):
    pq.write_table(pa.table(columns), desk.folder / "e.parquet")
    events = str(desk.folder / "e.parquet")
    desk.expect_refusal(desk.match(events=events), rf"DIR/e\.parquet: .*{wanted}")


def test_events_that_are_no_file(desk):
    desk.expect_refusal(
        desk.match(events=str(desk.folder / "none.jsonl")), r"DIR/none\.jsonl: .*no such"
    )
    desk.expect_refusal(desk.match(events=str(desk.folder / "none")), r"DIR/none: .*no such")
    desk.expect_refusal(desk.match(events=desk.dir("d.jsonl")), r"DIR/d\.jsonl: .*directory")
    desk.expect_refusal(desk.match(events=f"{desk.events}/e.jsonl"), r"DIR/ok\.jsonl/e\.jsonl: ")
    desk.expect_refusal(desk.match(events="a\0b.jsonl"), r"a\\x00b\.jsonl: ")
    desk.expect_refusal(
        desk.match(events="[red]\n\x1b.jsonl"), r"\[red\]\\n\\x1b\.jsonl: .*no such"
    )
    desk.expect_refusal(desk.match(events=f"{'x' * 5_000}.jsonl"), r"x+.*\.jsonl: ")


def test_a_pattern_that_is_no_file(desk):
    none = str(desk.folder / "none.sase")
    desk.expect_refusal(desk.match(pattern=none), r"DIR/none\.sase: no such file")
    desk.expect_refusal(["match", "-p", "", "-e", desk.events], "no such file")
    desk.expect_refusal(desk.match(pattern="a\0b"), r"a\\x00b: ")
    desk.expect_refusal(desk.match(pattern="[red]\x1b\udcff"), r"\[red\]\\x1b\\udcff: no such file")
    desk.expect_refusal(
        desk.match(pattern="pattern A a WITHIN 1"), "pattern A a .*begins with PATTERN"
    )


def test_a_pattern_that_is_a_directory(desk):
    desk.expect_refusal(desk.match(pattern=desk.dir("d")), r"DIR/d: .*directory")


GZIPPED = gzip.compress(b"PATTERN A a WITHIN 1", mtime=0)
PATTERNS = [
    ("empty", "p.sase", "", ":1:1: .*PATTERN"),
    ("not UTF-8", "p.sase", b"PATTERN A a # \xc3\xa9 \xff", ":1:17: .*UTF-8"),
    ("not UTF-8, after a mark", "p.sase", b"\xef\xbb\xbfPATTERN\n\xff", ":2:1: .*UTF-8"),
    ("UTF-16", "p.sase", "PATTERN A a WITHIN 1".encode("utf-16"), ":1:1: .*UTF-8"),
    ("10 MB", "p.sase", "PATTERN A a WITHIN 1" + " " * 10_000_000, ": .*10,000,020"),
    ("100,000 characters", "p.sase", "PATTERN A a WITHIN 1" + " " * 100_000, ": .*65,536"),
    ("no gzip", "p.sase.gz", b"PATTERN A a WITHIN 1", ": .*gzip"),
    ("gzip cut off", "p.sase.gz", GZIPPED[:-9], ": .*gzip.*end"),
]


@pytest.mark.parametrize(
    ("name", "data", "wanted"), [c[1:] for c in PATTERNS], ids=[c[0] for c in PATTERNS]
)
def test_a_bad_pattern_file(desk, name, data, wanted):
    escaped = name.replace(".", r"\.")
    desk.expect_refusal(desk.match(pattern=desk.file(name, data)), f"DIR/{escaped}{wanted}")
