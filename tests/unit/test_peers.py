"""Peers of the benchmark: the same stream and question for all, and only answers are believed."""

from __future__ import annotations

import ast
import json
import os
import re
import select
import subprocess
import sys
import tomllib
from collections import Counter
from dataclasses import asdict, replace
from hashlib import sha256
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from augury import match
from augury.benchmarks.peers import core_peer, peers, workloads
from augury.benchmarks.peers.peers import (
    Answer,
    BrokenPeerError,
    Job,
    MissingPeerError,
    Peer,
    SlowPeerError,
    ask,
    available,
    parsed,
    peer_called,
)
from augury.spec.errors import UnsupportedError

ROOT = Path(__file__).resolve().parents[2]
GOOD = Answer(3, "00112233445566ff", 0.5, 0.1, "one by one", "Fake 1")


# ------------------------------------------------------------------------ the workload


def test_a_seed_fixes_every_byte_of_the_file(tmp_path) -> None:
    workloads.generate(1_000, 7).write_csv(tmp_path / "w.csv")
    written = (tmp_path / "w.csv").read_bytes()
    assert written.startswith(b"type,ts,k\nA,0,4\nB,1,5\n")
    assert sha256(written).hexdigest()[:16] == "1e243b2459c667ab"
    workloads.generate(1_000, 8).write_csv(tmp_path / "w.csv")
    assert (tmp_path / "w.csv").read_bytes() != written


def test_types_come_in_their_proportions_and_keys_uniformly() -> None:
    workload = workloads.generate(201_000, 1)
    kinds = Counter(workload.types.tolist())
    assert all(abs(kinds[kind] - 100_000) < 1_200 for kind in (0, 1))  # five deviations
    assert abs(kinds[2] - 1_000) < 160
    keys = Counter(workload.keys.tolist())
    assert set(keys) == set(range(10))
    assert all(abs(count - 20_100) < 700 for count in keys.values())
    for kind in range(3):  # keys do not depend on the type
        assert set(workload.keys[workload.types == kind].tolist()) == set(range(10))


def test_file_stream_and_arrays_hold_the_same_events(tmp_path) -> None:
    workload = workloads.generate(300, 3, keys=4)
    workload.write_csv(tmp_path / "w.csv")
    stream = workload.stream()
    rows = [(event.type, event.ts, event.attrs["k"]) for event in stream]
    assert core_peer.read(str(tmp_path / "w.csv")) == rows
    assert [event.id for event in stream] == workload.times.tolist() == list(range(300))
    assert [workloads.TYPES[kind] for kind in workload.types] == [row[0] for row in rows]
    assert workload.keys.tolist() == [row[2] for row in rows]
    assert len(workload) == 300
    for array in (workload.types, workload.keys, workload.times):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


def test_a_workload_of_no_events_is_one() -> None:
    workload = workloads.generate(0, 1)
    assert len(workload) == len(workload.stream()) == 0


# ------------------------------------------------------------------------ the question


def brute(workload, query, window):
    """Return the triples by three loops: the question, written once more."""
    rows = list(zip(workload.types.tolist(), workload.keys.tolist(), strict=True))
    a, b, c = ([ts for ts, (kind, _) in enumerate(rows) if kind == which] for which in range(3))
    return [
        (i, j, k)
        for i, j, k in product(a, b, c)
        if i < j < k < i + window
        and (query == "no_predicate" or rows[i][1] == rows[j][1] == rows[k][1])
    ]


@pytest.mark.parametrize("query", workloads.QUERIES)
@pytest.mark.parametrize("window", [2, 3, 9])
def test_our_pattern_asks_what_the_peers_are_asked(query, window) -> None:
    drawn = workloads.generate(90, 2, keys=3).keys  # three types, equally often
    workload = workloads.Workload(drawn.astype(np.int8), workloads.generate(90, 3, keys=2).keys)
    expected = brute(workload, query, window)
    assert bool(expected) == (window > 2)
    found = match(
        workload.stream(),
        workloads.pattern(query, window),
        engine="chain",
        dialect=workloads.DIALECT,
        limit=10**9,
    )
    assert sorted(map(tuple, workloads.triples_of(found).tolist())) == sorted(expected)


def test_an_event_exactly_at_the_window_is_part_of_no_match() -> None:
    workload = workloads.Workload(np.array([0, 1, 2], np.int8), np.zeros(3, np.int64))
    asked = {"engine": "chain", "dialect": workloads.DIALECT}
    counts = [
        len(match(workload.stream(), workloads.pattern("equal_key", w), **asked)) for w in (2, 3)
    ]
    assert counts == [0, 1]


def test_every_engine_knows_every_query() -> None:
    java = (peers.HOME / "flink_peer" / "FlinkPeer.java").read_text("utf-8")
    assert set(core_peer.QUERIES) == set(workloads.QUERIES)
    assert set(re.findall(r'case "(\w+)" ->', java)) == set(workloads.QUERIES)
    for make in (workloads.pattern, lambda query: Job(query, 1, Path("w.csv"))):
        with pytest.raises(UnsupportedError, match="choose one of equal_key, no_predicate"):
            make("all")


# ------------------------------------------------------------------------ the checksum


def test_the_checksum_is_that_of_plain_integers() -> None:
    """The first outputs of splitmix64 from the state 0 are known; numpy and Python agree."""
    step = 0x9E3779B97F4A7C15
    assert core_peer.mix(0) == 0xE220A8397B1DCDAF
    assert core_peer.mix(step) == 0x6E789E6AA1B965F4
    triples = np.array([(0, 1, 2), (5, 2**40, 2**62), (3, 4, 5)])
    text = [
        f"[{a},{c}], ((id: 0 attributes: [{a} 7 ]) (id: 1 attributes: [{b} 7 ]) "
        f"(id: 2 attributes: [{c} 7 ]) )"
        for a, b, c in triples.tolist()
    ]
    assert core_peer.summary(text) == (3, workloads.checksum(triples))
    assert core_peer.summary([]) == (0, workloads.checksum(triples[:0])) == (0, "0" * 16)


def test_the_checksum_knows_the_matches_and_not_their_order() -> None:
    triples = np.array([(0, 1, 2), (0, 1, 3), (4, 5, 6)])
    base = workloads.checksum(triples)
    assert workloads.checksum(triples[::-1]) == base
    others = [triples[:2], triples[[0, 1, 1]], triples[[0, 1, 2, 2]], triples[:, ::-1], triples + 1]
    seen = {workloads.checksum(other) for other in others}
    assert len(seen) == len(others)
    assert base not in seen


def test_the_program_for_flink_mixes_with_the_same_constants() -> None:
    java = (peers.HOME / "flink_peer" / "FlinkPeer.java").read_text("utf-8")
    python = Path(core_peer.__file__).read_text("utf-8")
    (ours,) = re.findall(r"def mix.*?\n\n\n", python, re.S)
    (theirs,) = re.findall(r"static long mix.*?\n    }", java, re.S)
    numbers = r"0x[0-9A-F]+|(?<=>> )\d+"
    assert re.findall(numbers, ours) == re.findall(numbers, theirs)
    assert len(re.findall(numbers, ours)) == 6


# ------------------------------------------------------------------------ answers


def printed(**changes) -> bytes:
    return json.dumps(asdict(GOOD) | changes).encode() + b"\n"


def test_an_answer_is_read_as_printed() -> None:
    assert parsed(printed(), "fake") == GOOD
    assert parsed(printed(checksum=None), "fake") == replace(GOOD, checksum=None)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (b"", "no JSON line: ''"),
        (b"Traceback\nno", r"no JSON line: 'Traceback\\\\nno'"),
        (b"\xff\xfe", "no JSON line"),
        (printed() * 2, "no JSON line"),
        (b"[" * 9_000, "no JSON line"),
        (b"9" * 5_000, "no JSON line"),
        (b" " * 70_000, "more than 65,536 bytes"),
        (b"[]", "a list, not an object"),
        (b"{}", "its fields are , not checksum, feeding"),
        (printed(more=1), "its fields are"),
        (printed(matches=-1), "'matches' is no count"),
        (printed(matches=3.0), "'matches' is no count"),
        (printed(matches=True), "'matches' is no count"),
        (printed(checksum="ff"), "'checksum' is neither"),
        (printed(checksum="00112233445566FF"), "'checksum' is neither"),
        (printed(checksum=17), "'checksum' is neither"),
        (printed(seconds=-0.1), "'seconds' is no time"),
        (printed(seconds=float("nan")), "'seconds' is no time"),
        (printed(seconds=float("inf")), "'seconds' is no time"),
        (printed(seconds="1"), "'seconds' is no time"),
        (printed(idle=True), "'idle' is no time"),
        (printed(idle=10**400), "'idle' is no time"),
        (printed(feeding=" "), "'feeding' is no text"),
        (printed(version=None), "'version' is no text"),
    ],
)
def test_what_is_no_answer_is_refused_in_one_line(text, why) -> None:
    with pytest.raises(BrokenPeerError, match=why) as raised:
        parsed(text, "fake")
    assert "peer fake printed" in str(raised.value)
    assert "\n" not in str(raised.value)


# ------------------------------------------------------------------------ asking


def fake(folder: Path, code: str) -> Peer:
    script = folder / "fake.py"
    script.write_text(f"import json, os, sys, time\n{code}\n", "utf-8")
    return Peer("fake", Path(sys.executable), (sys.executable, "-I", str(script)))


@pytest.fixture
def job(tmp_path) -> Job:
    return Job("equal_key", 202, tmp_path / "w.csv")


def test_a_peer_reads_the_job_and_its_answer_is_returned(tmp_path, job, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    peer = fake(
        tmp_path,
        "open('litter', 'w').close()\n"
        "job = json.load(sys.stdin)\n"
        "print('noise', file=sys.stderr)\n"
        f"print(json.dumps({asdict(GOOD)!r} | {{'feeding': json.dumps(job)}}))",
    )
    answer = ask(peer, replace(job, events=Path("w.csv")), 30)
    assert answer == replace(GOOD, feeding=answer.feeding)
    told = {"query": "equal_key", "window": 202, "events": str(tmp_path / "w.csv")}
    assert json.loads(answer.feeding) == told | {"memory": peers.MEMORY}
    assert not (tmp_path / "litter").exists()


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("sys.exit('what broke')", "peer fake ended with status 1: what broke"),
        ("sys.exit(7)", "peer fake ended with status 7: it said nothing"),
        ("os.abort()", "peer fake ended with signal 6"),
        ("{}['key']", "peer fake ended with status 1: KeyError: 'key'"),
        ("sys.exit('x' * 100_000)", r"status 1: x+ \.\.\. x+$"),
        ("print('nonsense')", "peer fake printed no JSON line"),
        ("pass", "peer fake printed no JSON line: ''"),
        ("print('[' * 100_000)", "peer fake printed more than"),
    ],
)
def test_a_peer_that_breaks_is_one_line(tmp_path, job, code, why) -> None:
    with pytest.raises(BrokenPeerError, match=why) as raised:
        ask(fake(tmp_path, code), job, 30)
    assert "\n" not in str(raised.value)
    assert len(str(raised.value)) < 1_000


def test_a_peer_that_is_not_there_is_one_line(tmp_path, job) -> None:
    peer = Peer("fake", tmp_path / "python", (str(tmp_path / "python"),))
    with pytest.raises(BrokenPeerError, match=r"cannot be started .*No such file.*make peers"):
        ask(peer, job, 30)


def test_a_slow_peer_is_refused(tmp_path, job) -> None:
    with pytest.raises(SlowPeerError, match=r"peer fake did not answer in 0.1 s and was ended"):
        ask(fake(tmp_path, "time.sleep(600)"), job, 0.1)


def test_a_slow_peer_is_ended_with_all_it_started(tmp_path, job, monkeypatch) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    both, reader = os.open(pipe, os.O_RDWR), os.open(pipe, os.O_RDONLY)
    code = f"pipe = os.open({str(pipe)!r}, os.O_WRONLY)\nos.fork()\nos.write(pipe, b'.')"
    peer = fake(tmp_path, f"{code}\ntime.sleep(60)")
    wait = subprocess.Popen.wait

    def until_both_run(process, timeout=None):
        if timeout is None:
            return wait(process)
        assert os.read(both, 1) + os.read(both, 1) == b".."
        raise subprocess.TimeoutExpired(process.args, timeout)

    monkeypatch.setattr(subprocess.Popen, "wait", until_both_run)
    with pytest.raises(SlowPeerError, match="peer fake did not answer"):
        ask(peer, job, 60)
    os.close(both)
    assert select.select([reader], [], [], 20)[0] == [reader]  # no process holds the other end
    assert os.read(reader, 1) == b""
    os.close(reader)


def test_a_window_has_a_length(tmp_path) -> None:
    with pytest.raises(UnsupportedError, match="1 tick or more, not 0"):
        Job("equal_key", 0, tmp_path)


# ------------------------------------------------------------------------ environments


def build(folder: Path, name: str, *, ready: bool = True) -> None:
    (folder / name / "bin").mkdir(parents=True)
    (folder / name / "bin" / "python").touch()
    if ready:
        (folder / name / ".ready").touch()


def test_a_peer_is_available_when_it_is_built_to_the_end(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(peers.shutil, "which", lambda _: "/bin/java")
    assert available(tmp_path) == []
    build(tmp_path, "core", ready=False)
    assert available(tmp_path) == []
    with pytest.raises(MissingPeerError, match=r"peer core is not built in .*; run `make peers`"):
        peer_called("core", tmp_path)
    (tmp_path / "core" / ".ready").touch()
    build(tmp_path, "flink")
    assert [peer.name for peer in available(tmp_path)] == ["core", "flink"]
    (tmp_path / "core" / "bin" / "python").unlink()
    assert [peer.name for peer in available(tmp_path)] == ["flink"]
    with pytest.raises(UnsupportedError, match="unknown peer 'esper'; choose one of core, flink"):
        peer_called("esper", tmp_path)


def test_commands_name_files_that_are_there_whatever_the_folder(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(peers.shutil, "which", lambda _: "/bin/java")
    build(tmp_path, "core")
    build(tmp_path, "flink")
    jars = tmp_path / "flink" / "lib" / "python3.11" / "site-packages" / "pyflink" / "lib"
    jars.mkdir(parents=True)
    for name in ("flink-dist-2.3.0", "flink-cep-2.3.0", "flink-csv-2.3.0", "log4j-core-2"):
        (jars / f"{name}.jar").touch()
    (tmp_path / "flink" / "classes").mkdir()
    monkeypatch.chdir(tmp_path.parent)
    core, flink = available(Path(tmp_path.name))
    assert core.command == (str(tmp_path / "core/bin/python"), "-I", core_peer.__file__)
    assert core.python.resolve() == tmp_path / "core" / "bin" / "python"
    words = dict(zip(flink.command, flink.command[1:], strict=False))
    paths = words["-cp"].split(os.pathsep)
    assert [Path(path).name for path in paths] == [
        "classes", "flink-cep-2.3.0.jar", "flink-dist-2.3.0.jar",
    ]  # fmt: skip
    assert all(Path(path).is_absolute() and Path(path).exists() for path in paths)
    assert flink.command[:2] == ("/bin/java", f"-Xmx{peers.MEMORY // 2**20}m")
    assert flink.command[-1] == "FlinkPeer"


def test_flink_without_java_is_missing(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(peers.shutil, "which", lambda _: None)
    build(tmp_path, "flink")
    assert available(tmp_path) == []
    with pytest.raises(MissingPeerError, match="peer flink needs Java 17"):
        peer_called("flink", tmp_path)


def test_the_script_of_core_imports_the_standard_library_and_pycer_only() -> None:
    tree = ast.parse(Path(core_peer.__file__).read_text("utf-8"))
    found = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    found |= {a.name for node in ast.walk(tree) if isinstance(node, ast.Import) for a in node.names}
    tops = {name.split(".")[0] for name in found}
    assert tops - set(sys.stdlib_module_names) == {"pycer"}


def test_the_program_for_flink_is_shipped_as_source() -> None:
    config = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]
    (pattern,) = config["package-data"]["augury.benchmarks.peers"]
    assert [path.name for path in peers.HOME.glob(pattern)] == ["FlinkPeer.java"]


@pytest.mark.parametrize("name", peers.NAMES)
def test_locks_of_peers_are_hashed_and_name_no_host(name) -> None:
    text = (ROOT / "locks" / f"peer-{name}.txt").read_text("utf-8")
    pinned = re.findall(r"^[a-z0-9._-]+==\S+(?: ; [^\\]*)? \\\n    --hash=sha256:", text, re.M)
    assert len(pinned) == len(re.findall(r"^[a-z0-9]", text, re.M)) > 0
    assert "://" not in text
