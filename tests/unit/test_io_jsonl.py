"""JSON lines: what is read, and the place and reason of what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from augury.io import read_events, write_events
from augury.spec.errors import InputError, LimitExceededError
from augury.spec.events import Event

OK = '{"type": "A", "ts": 1'


def read(folder: Path, text: str | bytes, **options: int) -> tuple[Event, ...]:
    path = folder / "events.jsonl"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return read_events(path, **options).events


BAD = [
    ("not json", "hello", 1, 1, "not JSON: Expecting value"),
    ("half an object", '{"type": "A", ', 1, 15, "not JSON"),
    ("two objects", '{"type":"A","ts":1} {}', 1, 21, "not JSON: Extra data"),
    ("a control character", OK + ', "x": "a\tb"}', 1, 31, "not JSON: Invalid control character"),
    ("no object: list", " [1]", 1, 2, "the line is not a JSON object"),
    ("no object: number", "5", 1, 1, "the line is not a JSON object"),
    ("no object: null", "null", 1, 1, "the line is not a JSON object"),
    ("the start of a list", "[", 1, 2, "not JSON"),
    ("no ts", '{"type": "A"}', 1, 1, "ts is missing"),
    ("null ts", '{"type": "A", "ts": null}', 1, 15, "ts is missing"),
    ("no type", '  {"ts": 1}', 1, 3, "type is missing"),
    ("null type", '{"ts": 1, "type": null}', 1, 11, "type is missing"),
    ("type a number", '{"type": 5, "ts": 1}', 1, 2, "type must be a non-empty text, not 5"),
    ("type empty", '{"type": "", "ts": 1}', 1, 2, "type must be a non-empty text"),
    ("type an object", '{"type": {}, "ts": 1}', 1, 2, "type must be a non-empty text, not {}"),
    ("ts no date", '{"type": "A", "ts": "soon"}', 1, 15, "'soon' is no time"),
    ("ts digits as text", '{"type": "A", "ts": "12"}', 1, 15, "'12' is no time"),
    ("ts float", '{"type": "A", "ts": 1.0}', 1, 15, "ts must be an integer of ticks"),
    ("ts bool", '{"type": "A", "ts": true}', 1, 15, "ts must be an integer of ticks"),
    ("ts list", '{"type": "A", "ts": [1]}', 1, 15, "ts must be an integer of ticks"),
    ("ts 2^62", f'{{"type": "A", "ts": {2**62}}}', 1, 15, "|ts| < 2^62"),
    ("ts -2^62", f'{{"type": "A", "ts": {-(2**62)}}}', 1, 15, "|ts| < 2^62"),
    ("ts huge", f'{{"type": "A", "ts": {"9" * 10_000}}}', 1, 15, "outside 64 bits"),
    ("ts NaN", '{"type": "A", "ts": NaN}', 1, 15, "NaN is not a JSON number"),
    ("id used twice", f'{OK}, "id": 7}}\n\n{OK}, "id": 7}}', 3, 24, "first in line 1"),
    ("id taken by a line", f'{OK}, "id": 1}}\n{OK}}}', 2, 1, "the id 1 is used twice"),
    ("id text", OK + ', "id": "x"}', 1, 24, "id must be an integer, not 'x'"),
    ("id float", OK + ', "id": 1.0}', 1, 24, "id must be an integer, not 1.0"),
    ("id bool", OK + ', "id": true}', 1, 24, "id must be an integer, not True"),
    ("id over 64 bits", OK + f', "id": {2**63}}}', 1, 24, "outside 64 bits"),
    ("id huge", OK + f', "id": -{"9" * 10_000}}}', 1, 24, "(10,001 digits)"),
    ("int over 64 bits", OK + f', "x": {2**63}}}', 1, 24, "attribute 'x': the int 92233"),
    ("int under 64 bits", OK + f', "x": {-(2**63) - 1}}}', 1, 24, "outside 64 bits"),
    ("int huge", OK + f', "x": {"9" * 10_000}}}', 1, 24, "(10,000 digits)"),
    ("NaN", OK + ', "x": NaN}', 1, 24, "attribute 'x': NaN is not a JSON number"),
    ("Infinity", OK + ', "x": Infinity}', 1, 24, "Infinity is not a JSON number"),
    ("-Infinity", OK + ', "x": -Infinity}', 1, 24, "-Infinity is not a JSON number"),
    ("overflow", OK + ', "x": 1e999}', 1, 24, "is not a finite float64"),
    ("NaN in a list", OK + ', "x": [1, NaN]}', 1, 24, "NaN is not a JSON number"),
    ("overflow in a list", OK + ', "x": [-1e999]}', 1, 24, "not a finite float64"),
    ("huge int in a list", OK + f', "x": [{"9" * 10_000}]}}', 1, 24, "not a finite float64"),
    ("duplicate attribute", OK + ', "x": 1, "x": 1}', 1, 32, "the key 'x' stands twice"),
    ("duplicate field", '{"ts": 1, "type": "A", "ts": 1}', 1, 24, "the key 'ts' stands twice"),
    ("duplicate by escape", OK + ', "x": 1, "\\u0078": 1}', 1, 32, "the key 'x' stands twice"),
    ("nested object", OK + ', "x": {"y": 1}}', 1, 24, "a nested object is not a value"),
    ("empty nested object", OK + ', "x": {}}', 1, 24, "a nested object is not a value"),
    ("list of texts", OK + ', "x": ["a"]}', 1, 24, "a list holds numbers only, not 'a'"),
    ("list of bools", OK + ', "x": [true]}', 1, 24, "a list holds numbers only, not True"),
    ("list of nulls", OK + ', "x": [null]}', 1, 24, "a list holds numbers only, not None"),
    ("list of lists", OK + ', "x": [[1]]}', 1, 24, "a list holds numbers only, not [1]"),
    ("list of objects", OK + ', "x": [{"y": 1}]}', 1, 24, "a list holds numbers only"),
    ("half a pair", OK + ', "x": "\\ud800"}', 1, 24, "half a surrogate pair"),
    ("half a pair in a name", OK + ', "\\udc00": 1}', 1, 24, "half a surrogate pair"),
    ("half a pair in type", '{"type": "\\ud800", "ts": 1}', 1, 2, "half a surrogate pair"),
    ("deep list", OK + ', "x": ' + "[" * 200_000 + "]" * 200_000 + "}", 1, 30, "nested too deeply"),
    ("deep object", OK + ', "x": ' + '{"a":' * 100_000, 1, 34, "nested too deeply"),
    ("deep in quotes", '{"[[\\"": ' + "[" * 200_000, 1, 11, "nested too deeply"),
    ("not UTF-8", b'{"type": "\xc3\xa4\xff"}', 1, 12, "the byte 0xff is not UTF-8"),
    ("not UTF-8 later", OK.encode() + b'}\n{"type": "\xe4"}', 2, 11, "the byte 0xe4 is not UTF-8"),
    ("UTF-16", OK.encode("utf-16"), 1, 1, "is not UTF-8"),
    ("a line in the middle", f'{OK}}}\r\n\r\n{OK}, "x": nan}}\r\n', 3, 29, "not JSON"),
]


@pytest.mark.parametrize(
    ("text", "line", "column", "reason"), [row[1:] for row in BAD], ids=[row[0] for row in BAD]
)
def test_bad_line(tmp_path: Path, text: str | bytes, line: int, column: int, reason: str) -> None:
    with pytest.raises(InputError) as caught:
        read(tmp_path, text)
    error = caught.value
    assert reason in error.reason
    assert (error.source, error.line, error.column) == (
        str(tmp_path / "events.jsonl"), line, column,
    )  # fmt: skip
    assert len(str(error)) < 400 + len(str(tmp_path))
    assert "\n" not in str(error)


GOOD = [
    ("empty", "", []),
    ("blank", " \n\t\r\n\n", []),
    ("byte order mark only", "\ufeff", []),
    ("byte order mark", f"\ufeff{OK}}}", [Event(0, "A", 1)]),
    ("ids are line numbers", f"{OK}}}\n\n{OK}}}", [Event(0, "A", 1), Event(2, "A", 1)]),
    ("null id", f'\n{OK}, "id": null}}', [Event(1, "A", 1)]),
    ("CRLF", f'{OK}, "x": "y"}}\r\n', [Event(0, "A", 1, {"x": "y"})]),
    ("no line end", f'{OK}, "x": "a\u2028b\x85"}}', [Event(0, "A", 1, {"x": "a\u2028b\x85"})]),
    ("null is missing", OK + ', "x": null}', [Event(0, "A", 1)]),
    ("kinds", OK + ', "i": 1, "f": 1.0, "e": 1e0, "b": true, "s": "1", "l": [1, 2.5], "n": []}',
     [Event(0, "A", 1, {"i": 1, "f": 1.0, "e": 1.0, "b": True, "s": "1", "l": (1.0, 2.5),
                        "n": ()})]),
    ("edges", OK + f', "x": {2**63 - 1}, "y": {-(2**63)}, "id": {-(2**63)}}}',
     [Event(-(2**63), "A", 1, {"x": 2**63 - 1, "y": -(2**63)})]),
    ("a long int in a list", OK + f', "x": [{10**30}]}}', [Event(0, "A", 1, {"x": (1e30,)})]),
    ("time text", '{"type": "A", "ts": "1970-01-01T00:00:01Z"}', [Event(0, "A", 1_000_000)]),
    ("ts at the edge", f'{{"type": "A", "ts": {1 - 2**62}}}', [Event(0, "A", 1 - 2**62)]),
    ("sorted", '{"type":"A","ts":2}\n{"type":"B","ts":1}', [Event(1, "B", 1), Event(0, "A", 2)]),
    ("a whole pair", OK + ', "x": "\\ud83d\\ude00"}', [Event(0, "A", 1, {"x": "\U0001f600"})]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "events"), [row[1:] for row in GOOD], ids=[row[0] for row in GOOD]
)
def test_good_file(tmp_path: Path, text: str, events: list[Event]) -> None:
    found = read(tmp_path, text)
    assert list(found) == events
    for one, other in zip(found, events, strict=True):
        assert [type(value) for value in one.attrs.values()] == [
            type(value) for value in other.attrs.values()
        ]


def test_line_limit(tmp_path: Path) -> None:
    line = OK + "}"
    size = len(line)
    assert len(read(tmp_path, f"{line}\n{line}", limit_line_bytes=size)) == 2
    with pytest.raises(LimitExceededError, match=rf"events.jsonl:2: .* limit of {size}; split"):
        read(tmp_path, f"{line}\n{line} \n", limit_line_bytes=size)
    with pytest.raises(InputError, match="at least 1"):
        read(tmp_path, line, limit_line_bytes=0)


def test_written_form(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    attrs = {"z": 1.0, "a": "ä\u2028\x85", "l": [1], "gone": None, "b": False}
    write_events([Event(1, "B", 5), Event(0, "A", 5, attrs), Event(9, "C", -1)], path)
    assert path.read_text(encoding="utf-8") == (
        '{"id": 9, "type": "C", "ts": -1}\n'
        '{"id": 0, "type": "A", "ts": 5, "a": "ä\\u2028\\u0085", '
        '"b": false, "l": [1.0], "z": 1.0}\n'
        '{"id": 1, "type": "B", "ts": 5}\n'
    )
    for line in path.read_text(encoding="utf-8").splitlines():
        json.loads(line)


@pytest.mark.parametrize("value", [float("inf"), float("-inf"), (1.0, float("inf"))])
@pytest.mark.parametrize("suffix", ["jsonl", "csv"])
def test_infinity_is_not_written(tmp_path: Path, value: float, suffix: str) -> None:
    events = [Event(3, "A", 1, {"x": value})]
    with pytest.raises(InputError, match="event 3, attribute 'x': an infinity"):
        write_events(events, tmp_path / f"out.{suffix}")
    assert list(tmp_path.iterdir()) == []
