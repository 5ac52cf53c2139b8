"""``augury bench``: what is written, what is said, and when the answer is no."""

from __future__ import annotations

import json

import pytest

from augury.benchmarks import figures_run

NUMBERS = (7, 8, 9, 10)
PNG = b"\x89PNG\r\n\x1a\n"


def lossy(monkeypatch) -> None:
    """Make the tree lose every match."""
    tree = figures_run.engine.tree

    class Lossy:
        def __init__(self, machine) -> None:
            self.machine = machine

        def __getattr__(self, name: str):
            return getattr(self.machine, name)

        def push(self, event):
            self.machine.push(event)
            return []

    monkeypatch.setattr(
        figures_run.engine, "tree", lambda *given, **more: Lossy(tree(*given, **more))
    )


def test_quick_figures_draw_all_four_and_judge_every_claim(desk) -> None:
    ran = desk.run("bench", "figures", "--quick", "--output", "new/pictures", "--json", "all.json")
    assert (ran.status, ran.err) == (0, "")
    folder = desk.folder / "new" / "pictures"
    assert {path.name for path in folder.iterdir()} == {
        f"figure{number}.{end}" for number in NUMBERS for end in ("png", "json")
    }
    whole = json.loads((desk.folder / "all.json").read_text("utf-8"))
    for number in NUMBERS:
        assert (folder / f"figure{number}.png").read_bytes().startswith(PNG)
        data = json.loads((folder / f"figure{number}.json").read_text("utf-8"))
        assert data == whole[f"figure{number}"]
        assert data["figure"] == number
        for point in (p for points in data["series"].values() for p in points):
            assert len(point["engines"]) == 8
            assert point["matches"] > 0
    assert (whole["seed"], whole["scale"]["name"]) == (7, "quick")
    for claim in whole["claims"]:
        assert set(claim) == {"id", "claim", "source", "reproduced", "figures", "note"}
        assert type(claim["reproduced"]) is bool
    good = sum(claim["reproduced"] for claim in whole["claims"])
    last = ran.out.splitlines()[-1]
    assert last.startswith(f"{len(whole['claims'])} claims: {good} reproduced, ")
    assert ran.out.count("not reproduced") == len(whole["claims"]) - good


def test_a_disagreement_is_status_1_and_writes_no_number(desk, monkeypatch) -> None:
    lossy(monkeypatch)
    argv = ["bench", "figures", "--quick", "--output", "out", "--json", "all.json"]
    desk.expect_refusal(argv, "the engines disagree on the matches of point 1: .*tree: 0", status=1)
    assert not (desk.folder / "all.json").exists()
    assert not list((desk.folder / "out").iterdir())


def test_the_long_stream_says_what_was_counted(desk) -> None:
    ran = desk.run("bench", "long", "--events", "2000", "--json", "long.json")
    assert (ran.status, ran.err) == (0, "")
    found = json.loads((desk.folder / "long.json").read_text("utf-8"))
    assert ran.out.splitlines() == [f"{key}: {value}" for key, value in found.items()]
    assert found["events"] == 2000
    assert found["matches"] > 0


def test_the_kernel_is_timed_after_the_answers_agree(desk) -> None:
    ran = desk.run("bench", "cep", "--quick", "--json", "cep.json")
    assert ran.status == 0, ran.err
    found = json.loads((desk.folder / "cep.json").read_text("utf-8"))
    headline = {row["matches"] for row in found["rows"] if row["question"] == "headline"}
    assert len(headline) == 1
    assert headline.pop() > 100_000
    assert set(found["ratios"]) == {"numba to loop", "numpy to loop", "chosen to scan"}
    assert "ratio numpy to loop" in ran.out


def test_a_kernel_that_loses_a_match_is_status_1(desk, monkeypatch) -> None:
    from augury.benchmarks import cep

    def short(*asked, **how):
        return [batch.slice(0, len(batch) - 1) for batch in whole(*asked, **how)]

    whole = cep.answered
    monkeypatch.setattr(cep, "answered", short)
    desk.expect_refusal(
        ["bench", "cep", "--quick", "--json", "cep.json"], "headline: the answers differ", status=1
    )
    assert not (desk.folder / "cep.json").exists()


def test_a_long_stream_with_two_answers_is_status_1(desk, monkeypatch) -> None:
    lossy(monkeypatch)
    argv = ["bench", "long", "--events", "2000", "--json", "long.json"]
    desk.expect_refusal(argv, "the engines disagree on the matches of the stream", status=1)
    assert not (desk.folder / "long.json").exists()


@pytest.mark.parametrize(
    ("argv", "wanted"),
    [
        (["figures", "--output", "ok.jsonl"], "ok.jsonl: the folder cannot be made"),
        (["figures", "--json", "no/all.json"], "no/all.json: the file cannot be written there"),
        (["long", "--json", "."], ".: the file cannot be written there"),
        (["long", "--events", "0"], "Invalid value for '--events'"),
        (["figures", "--fast"], "No such option: --fast"),
        (["nothing"], "No such command 'nothing'"),
    ],
)
def test_bad_usage_is_refused_before_the_run(desk, argv, wanted) -> None:
    desk.expect_refusal(["bench", *argv], wanted)


def test_matplotlib_is_asked_for_before_the_run(desk, monkeypatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    wanted = r"the figures need matplotlib; run pip install 'augury\[plots\]'"
    desk.expect_refusal(["bench", "figures"], wanted)
