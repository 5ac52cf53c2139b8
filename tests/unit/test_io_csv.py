"""CSV: the kind of a column, the place of a bad cell, and columns that CSV cannot keep."""

from __future__ import annotations

from pathlib import Path

import pytest

from augury.io import read_events, write_events
from augury.spec.errors import InputError, LimitExceededError
from augury.spec.events import Event, Value


def read(folder: Path, text: str | bytes, **options: int) -> tuple[Event, ...]:
    path = folder / "events.csv"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return read_events(path, **options).events


HEAD = "type,ts,x\n"
BAD = [
    ("no ts", "type,x\nA,1\n", 1, 1, "there is no column 'ts'"),
    ("no type", "ts,x\n1,1\n", 1, 1, "there is no column 'type'"),
    ("a space in the name", "type, ts\nA,1\n", 1, 1, "there is no column 'ts'"),
    ("name twice", "type,ts,x,ts\n", 1, 11, "two columns are called 'ts'"),
    ("empty name", "type,,ts\n", 1, 6, "a column has no name"),
    ("empty quoted name", 'type,ts,""\n', 1, 9, "a column has no name"),
    ("too many cells", HEAD + "A,1,2,3\n", 2, 7, "the row has 4 cells and the header 3"),
    ("too few cells", HEAD + "A,1\n", 2, 4, "the row has 2 cells and the header 3"),
    ("too few after a quote", HEAD + 'A,"1\n"', 3, 2, "the row has 2 cells and the header 3"),
    ("type missing", HEAD + "A,1,1\n,1,1\n", 3, 1, "type is missing"),
    ("ts missing", HEAD + "A,,1\n", 2, 3, "ts is missing"),
    ("ts missing in quotes", HEAD + 'A,"",1\n', 2, 3, "ts is missing"),
    ("ts a float", HEAD + "A,1.5,\n", 2, 3, "'1.5' is no time"),
    ("ts no date", HEAD + "A,2024-01-01,\nA,soon,\n", 3, 3, "'soon' is no time"),
    ("ts mixed", HEAD + "A,2024-01-01,\nA,5,\n", 2, 3, "an integer in line 3"),
    ("ts mixed, int first", HEAD + "A,5,\nA,2024-01-01,\n", 3, 3, "an integer in line 2"),
    ("ts 2^62", HEAD + f"A,{2**62},\n", 2, 3, "|ts| < 2^62"),
    ("ts huge", HEAD + f"A,{'9' * 10_000},\n", 2, 3, "outside 64 bits"),
    ("id text", "id,type,ts\n1,A,1\nx,A,1\n", 3, 1, "id must be an integer, not 'x'"),
    ("id with zeros", "id,type,ts\n01,A,1\n", 2, 1, "id must be an integer, not '01'"),
    ("id over 64 bits", f"id,type,ts\n{2**63},A,1\n", 2, 1, "outside 64 bits"),
    ("id twice", "type,ts,id\nA,1,4\nA,2,5\nA,3,4\n", 4, 5, "used twice, first in line 2"),
    ("id taken by a row", "type,ts,id\nA,1,1\nA,2,\n", 3, 5, "the id 1 is used twice"),
    ("int over 64 bits", HEAD + f"A,1,5\nB,2,{2**63}\n", 3, 5, "attribute 'x': the int 92233"),
    ("int huge", HEAD + f"A,1,{'9' * 10_000}\n", 2, 5, "(10,000 digits)"),
    ("float overflow", HEAD + "A,1,1.5\nA,1,-1e999\n", 3, 5, "-1e999 is not a finite float64"),
    ("nan", HEAD + "A,1,1\nA,2,NaN\n", 3, 5, "NaN is not a finite float64"),
    ("inf", HEAD + "A,1,1.5\nA,2,-inf\n", 3, 5, "-inf is not a finite float64"),
    ("infinity", HEAD + "A,1,Infinity\n", 2, 5, "Infinity is not a finite float64"),
    ("nan in a list", HEAD + 'A,1,"[1, NaN]"\n', 2, 5, "not a finite float64"),
    ("overflow in a list", HEAD + f"A,1,[1]\nA,1,[{'9' * 10_000}]\n", 3, 5, "not a finite float64"),
    ("quotes before", HEAD + '"A,""B""","1",x\n"A,B",1,"y""\n', 3, 9, "the quote is never closed"),
    ("place behind quotes", HEAD + '"A,""B""\nC","1",1\nA,2,inf\n', 4, 5, "inf is not"),
    ("place on a later line", 'type,s,ts,x\nA,"a\nbc",1,5\nA,"a\r\nbc",1,inf\n', 5, 7, "inf is"),
    ("stray quote", HEAD + 'A,1,5" pipe\nA,1,x\n', 2, 6, "a quote inside an unquoted cell"),
    ("text after a quote", HEAD + 'A,1,"5"x\n', 2, 8, "text after a closing quote"),
    ("open quote", HEAD + 'A,1,"5\nA,1,5\n', 2, 5, "the quote is never closed"),
    ("bare CR", "type,ts\rA,1\rB,2\r", 1, 8, "a carriage return without a line feed"),
    ("not UTF-8", b"type,ts,x\nA,1,\xff\n", 2, 5, "the byte 0xff is not UTF-8"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "line", "column", "reason"), [row[1:] for row in BAD], ids=[row[0] for row in BAD]
)
def test_bad_file(tmp_path: Path, text: str | bytes, line: int, column: int, reason: str) -> None:
    with pytest.raises(InputError) as caught:
        read(tmp_path, text)
    error = caught.value
    assert reason in error.reason
    assert (error.source, error.line, error.column) == (
        str(tmp_path / "events.csv"), line, column,
    )  # fmt: skip
    assert len(str(error)) < 400 + len(str(tmp_path))
    assert "\n" not in str(error)


KINDS: list[tuple[list[str], list[Value]]] = [
    (["1", "", "-2", "+3", "0", "-0"], [1, None, -2, 3, 0, 0]),
    ([str(2**63 - 1), str(-(2**63))], [2**63 - 1, -(2**63)]),
    (["1", "2.5", ".5", "5.", "1e+05", "-0.0", "9" * 25], [1.0, 2.5, 0.5, 5.0, 1e5, -0.0, 1e25]),
    (["007", "1"], ["007", "1"]),
    (["00.5", "1.5"], ["00.5", "1.5"]),
    (["1_000", "2"], ["1_000", "2"]),
    ([" 1", "2"], [" 1", "2"]),
    (["0x10", "2"], ["0x10", "2"]),
    (["٣", "2"], ["٣", "2"]),
    (["true", "", "FALSE", "True"], [True, None, False, True]),
    (["true", "yes"], ["true", "yes"]),
    (["true", "1"], ["true", "1"]),
    (["nan", "naan"], ["nan", "naan"]),
    (['"[1, 2.5]"', "[]", "", "[3]"], [(1.0, 2.5), (), None, (3.0,)]),
    (["[1]", "[true]"], ["[1]", "[true]"]),
    (["[1]", "[null]"], ["[1]", "[null]"]),
    (["[1]", "[1"], ["[1]", "[1"]),
    (["[[1]]"], ["[[1]]"]),
    (["[" * 100_000], ["[" * 100_000]),
    (["", '""'], [None, None]),
    (["a", '""', '"a""b"', '"x,y"'], ["a", None, 'a"b', "x,y"]),
    (['"x\ny"', '"x\r\ny"'], ["x\ny", "x\r\ny"]),
    (["a\u2028b", "\x85"], ["a\u2028b", "\x85"]),
]  # fmt: skip


@pytest.mark.parametrize(("cells", "values"), KINDS)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_kind_of_a_column(tmp_path: Path, cells: list[str], values: list[Value], end: str) -> None:
    rows = [f"A,{at},{cell}" for at, cell in enumerate(cells)]
    found = [event.get("x") for event in read(tmp_path, end.join(["type,ts,x", *rows, ""]))]
    assert found == values
    assert list(map(type, found)) == list(map(type, values))


def test_files(tmp_path: Path) -> None:
    for empty in ("", "\ufeff", "\n\r\n", "type,ts\n", "ts,type"):
        assert read(tmp_path, empty) == ()
    assert read(tmp_path, "\ufeff\ntype,ts\n\nA,5\n\r\n007,5") == (
        Event(0, "A", 5), Event(1, "007", 5),
    )  # fmt: skip
    assert read(tmp_path, "id,type,ts\n7,A,1970-01-01\n,B,1970-01-01T00:00:01Z\n") == (
        Event(7, "A", 0), Event(1, "B", 1_000_000),
    )  # fmt: skip


def test_limits(tmp_path: Path) -> None:
    with pytest.raises(LimitExceededError, match=r"events.csv:2: .* limit of 10;"):
        read(tmp_path, "type,ts\nAAAAAAAAAA,1\n", limit_line_bytes=10)
    with pytest.raises(LimitExceededError, match=r"events.csv:2: .* limit of 10;"):
        read(tmp_path, 'type,ts\n"A\nB\nC\nD\nE\nF\nG",1\n', limit_line_bytes=10)


LOST: list[tuple[str, list[Value]]] = [
    ("looks like ints", ["1", "2"]),
    ("looks like floats", ["1.5", "2"]),
    ("looks like bools", ["true"]),
    ("looks like lists", ["[1]", "[2]"]),
    ("looks like nan", ["nan"]),
    ("looks like a huge int", ["9" * 30]),
    ("empty text", ["a", ""]),
    ("int and float", [1, 2.5]),
    ("int and text", [1, "a"]),
    ("bool and text", [True, "a"]),
    ("list and text", [(1.0,), "a"]),
]


@pytest.mark.parametrize("values", [row[1] for row in LOST], ids=[row[0] for row in LOST])
def test_what_csv_cannot_keep(tmp_path: Path, values: list[Value]) -> None:
    events = [Event(at, "A", at, {"x": value}) for at, value in enumerate(values)]
    with pytest.raises(InputError, match=r"attribute 'x'.*write \.jsonl or \.parquet"):
        write_events(events, tmp_path / "out.csv")
    assert list(tmp_path.iterdir()) == []


def test_empty_name_cannot_be_kept(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="empty name"):
        write_events([Event(0, "A", 0, {"": 1})], tmp_path / "out.csv")


def test_written_form(tmp_path: Path) -> None:
    attrs = {"z": 1.0, "a,b": 'x"y\r\n', "l": (1.0, 2.0), "b": True}
    write_events([Event(1, "1", 5, attrs), Event(0, "A", 5, {"gone": None})], tmp_path / "out.csv")
    assert (tmp_path / "out.csv").read_bytes().decode() == (
        'id,type,ts,"a,b",b,l,z\n0,A,5,,,,\n1,1,5,"x""y\r\n",true,"[1.0, 2.0]",1.0\n'
    )
