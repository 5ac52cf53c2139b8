"""Where events come from and go to: paths, gzip, standard input, objects, whole files only."""

from __future__ import annotations

import gzip
import io
import subprocess
import sys
from pathlib import Path

import pytest

from augury.io import read_events, write_events
from augury.spec.errors import InputError, InvalidEventError
from augury.spec.events import Event, Stream

LINE = b'{"type": "A", "ts": 1}\n'
EVENTS = [Event(0, "A", 1, {"x": 1}), Event(1, "B", 2, {"x": 2})]


def refused(source: object) -> InputError:
    with pytest.raises(InputError) as caught:
        read_events(source)
    assert "\n" not in str(caught.value)
    return caught.value


@pytest.mark.parametrize("suffix", [".jsonl", ".csv", ".parquet", ".jsonl.gz", ".csv.gz", ".CSV"])
def test_round_trip_by_suffix(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"events{suffix}"
    write_events(iter(EVENTS), path)
    assert list(read_events(path)) == EVENTS
    assert list(read_events(str(path))) == EVENTS
    assert [item.name for item in tmp_path.iterdir()] == [path.name]
    assert (path.read_bytes()[:2] == b"\x1f\x8b") == suffix.endswith(".gz")


@pytest.mark.parametrize(
    "name", ["none.jsonl", "none.csv", "none.parquet", "none", "no/ne.jsonl.gz"]
)
def test_no_such_file(tmp_path: Path, name: str) -> None:
    error = refused(tmp_path / name)
    assert "no such file" in error.reason
    assert error.source == str(tmp_path / name)


@pytest.mark.parametrize("name", ["folder", "folder.jsonl", "folder.parquet"])
def test_a_directory(tmp_path: Path, name: str) -> None:
    (tmp_path / name).mkdir()
    assert "directory" in refused(tmp_path / name).reason


@pytest.mark.parametrize(
    "name", ["events", "events.json", "events.txt", "events.parquet.gz", "jsonl"]
)
def test_unknown_suffix(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(LINE)
    assert ".jsonl, .jsonl.gz, .csv" in refused(tmp_path / name).reason
    with pytest.raises(InputError, match="suffix"):
        write_events(EVENTS, tmp_path / name)


@pytest.mark.parametrize("error", [PermissionError(13, "denied"), OSError(5, "I/O error")])
@pytest.mark.parametrize("name", ["events.jsonl", "events.csv.gz", "events.parquet"])
def test_unreadable_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: OSError, name: str
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(Path, "open", refuse)
    reason = refused(tmp_path / name).reason
    assert ("permissions" if isinstance(error, PermissionError) else "I/O error") in reason


@pytest.mark.parametrize("name", ["a\0b.jsonl", "a\0b", "x" * 5000 + ".jsonl", "x" * 5000])
def test_impossible_path(name: str) -> None:
    refused(name)
    with pytest.raises(InputError):
        write_events(EVENTS, f"{name}.jsonl")


PACKED = gzip.compress(LINE * 50_000, mtime=0)
BROKEN = [
    ("plain text", LINE, "gzip data are broken"),
    ("no bytes", b"", "cut off"),
    ("cut", PACKED[:-20], "cut off"),
    ("cut in the header", PACKED[:5], "cut off"),
    ("changed", PACKED[:40] + bytes(40) + PACKED[80:], "gzip data are broken"),
    ("wrong checksum", PACKED[:-8] + bytes(8), "gzip data are broken"),
    ("rubbish behind", PACKED + b"rubbish", "gzip data are broken"),
]


@pytest.mark.parametrize(("data", "reason"), [r[1:] for r in BROKEN], ids=[r[0] for r in BROKEN])
@pytest.mark.parametrize("suffix", ["jsonl.gz", "csv.gz"])
def test_broken_gzip(tmp_path: Path, data: bytes, reason: str, suffix: str) -> None:
    path = tmp_path / f"events.{suffix}"
    path.write_bytes(data)
    assert reason in refused(path).reason


def test_packed_empty_file(tmp_path: Path) -> None:
    for name in ("events.jsonl.gz", "events.csv.gz"):
        (tmp_path / name).write_bytes(gzip.compress(b""))
        assert len(read_events(tmp_path / name)) == 0


def test_packed_file_is_reproducible(tmp_path: Path) -> None:
    for name in ("a.jsonl.gz", "b.jsonl.gz"):
        write_events(EVENTS, tmp_path / name)
    assert (tmp_path / "a.jsonl.gz").read_bytes() == (tmp_path / "b.jsonl.gz").read_bytes()


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    for source in ("-", Path("-")):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(LINE)))
        assert list(read_events(source)) == [Event(0, "A", 1)]
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(LINE + b"{}")))
    error = refused("-")
    assert (error.source, error.line) == ("<stdin>", 2)
    monkeypatch.setattr(sys, "stdin", None)
    assert "closed" in refused("-").reason


def test_objects() -> None:
    stream = Stream(EVENTS)
    assert read_events(stream) is stream
    assert read_events(reversed(EVENTS)) == stream
    assert read_events([]) == Stream()
    for source in (5, None, b"x", {"type": "A"}, [{"type": "A", "ts": 1}], [EVENTS]):
        assert "events cannot be read from a" in refused(source).reason
    with pytest.raises(InvalidEventError):
        read_events([EVENTS[0], EVENTS[0]])


def test_failure_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "events.csv"
    write_events(EVENTS, path)
    before = path.read_bytes()
    with pytest.raises(InputError):
        write_events([*EVENTS, Event(2, "C", 3, {"x": ""})], path)
    with pytest.raises(InvalidEventError):
        write_events([*EVENTS, *EVENTS], path)
    with pytest.raises(InputError, match="events cannot be read"):
        write_events([{"type": "A"}], path)  # type: ignore[list-item]
    assert path.read_bytes() == before
    assert [item.name for item in tmp_path.iterdir()] == ["events.csv"]


def test_failure_while_writing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("augury.io.jsonl._one_line", refuse)
    with pytest.raises(KeyboardInterrupt):
        write_events(EVENTS, tmp_path / "events.jsonl")
    monkeypatch.setattr("augury.io.jsonl._one_line", lambda _: refuse_space())
    with pytest.raises(InputError, match="No space left"):
        write_events(EVENTS, tmp_path / "events.jsonl")
    assert list(tmp_path.iterdir()) == []


def refuse_space() -> str:
    raise OSError(28, "No space left on device")


def test_unwritable_target(tmp_path: Path) -> None:
    (tmp_path / "folder.jsonl").mkdir()
    (tmp_path / "file").write_bytes(b"")
    for name in ("folder.jsonl", "none/events.jsonl", "file/events.jsonl"):
        with pytest.raises(InputError, match="cannot be written"):
            write_events(EVENTS, tmp_path / name)
    assert sorted(item.name for item in tmp_path.iterdir()) == ["file", "folder.jsonl"]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    link = tmp_path / "link.jsonl"
    link.symlink_to(tmp_path / "data" / "real.jsonl")
    write_events(EVENTS, link)
    assert link.is_symlink()
    assert list(read_events(tmp_path / "data" / "real.jsonl")) == EVENTS


def test_import_is_light() -> None:
    code = (
        "import sys, augury.io; "
        "sys.exit(any(name in sys.modules for name in ('numpy', 'pandas', 'pyarrow')))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
