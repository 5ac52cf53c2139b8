"""The bundled market is what its generator gives, and its patterns find what the README says."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from itertools import pairwise, product
from pathlib import Path

import pytest

import augury
from augury.examples import stocks
from augury.examples.stocks import BUNDLED, BUNDLED_EVENTS, BUNDLED_PATH, MINUTE, Market
from augury.spec.events import Stream
from augury.spec.language.normal import normal_form
from augury.spec.language.parser import parse
from augury.spec.limits import CANDIDATES
from augury.spec.semantics import count_candidates, matches

EXAMPLES = Path(stocks.__file__).parent
FOUND = {"any_order": 6, "correlated": 10, "quiet": 14, "rising": 11, "run": 6}


def bundled():
    return Stream(BUNDLED.events(BUNDLED_EVENTS))


def pattern(name):
    return parse((EXAMPLES / f"{name}.sase").read_text(encoding="utf-8"))


def pearson(x, y):
    mean_x, mean_y = math.fsum(x) / len(x), math.fsum(y) / len(y)
    cov = math.fsum((a - mean_x) * (b - mean_y) for a, b in zip(x, y, strict=True))
    var_x = math.fsum((a - mean_x) ** 2 for a in x)
    var_y = math.fsum((b - mean_y) ** 2 for b in y)
    return cov / math.sqrt(var_x * var_y) if var_x * var_y else math.nan


def correlation(e, f):
    return pearson(e.attrs["history"], f.attrs["history"])


def test_the_bundled_file_is_what_the_generator_gives_byte_for_byte():
    assert BUNDLED_PATH.read_bytes() == stocks.bundled_text().encode()


def test_lines_list_id_type_ts_and_then_the_attributes_by_name():
    for number, line in enumerate(BUNDLED_PATH.read_text(encoding="utf-8").splitlines()):
        row = json.loads(line)
        assert list(row) == ["id", "type", "ts", "history", "price", "sector", "ticker", "volume"]
        assert row["id"] == number
        assert row["ts"] == number * MINUTE
        assert type(row["volume"]) is int
        assert [type(price) for price in row["history"]] == [float] * 5
        assert row["history"][-1] == row["price"] == round(row["price"], 2)


def test_the_pattern_of_the_paper_has_the_matches_that_three_loops_find():
    stream = bundled()
    expected = {
        (a.id, b.id, c.id)
        for a, b, c in product(*map(stream.of_type, ("Finance", "HiTech", "Google")))
        if a.ts < b.ts < c.ts
        if c.ts - a.ts <= 5 * MINUTE
        if correlation(a, b) > 0.8
        if correlation(b, c) > 0.8
    }
    assert 3 <= len(expected) <= 40
    assert {match.ids for match in matches(stream, pattern("correlated"))} == expected


def test_no_correlation_is_so_close_to_the_threshold_that_rounding_decides():
    stream = bundled()
    pairs = [*product(stream.of_type("Finance"), stream.of_type("HiTech"))]
    pairs += product(stream.of_type("HiTech"), stream.of_type("Google"))
    assert min(abs(correlation(e, f) - 0.8) for e, f in pairs) > 1e-9


def test_every_pattern_file_is_known_here():
    assert sorted(path.stem for path in EXAMPLES.glob("*.sase")) == sorted(FOUND)


@pytest.mark.parametrize("name", sorted(FOUND))
def test_every_pattern_finds_as_much_as_the_readme_says_within_the_limit(name):
    stream = bundled()
    candidates = sum(count_candidates(branch, stream) for branch in normal_form(pattern(name)))
    assert candidates < CANDIDATES
    assert len(augury.match(stream, pattern(name), engine="denotation")) == FOUND[name]
    readme = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    row = next(line for line in readme.splitlines() if line.startswith(f"| `{name}.sase` "))
    assert row.split("|")[-2].strip() == str(FOUND[name])


def test_a_longer_run_begins_with_the_same_events():
    assert list(Market().events(60))[:20] == list(Market().events(20))


def test_the_seed_decides():
    assert list(Market(seed=1).events(9)) == list(Market(seed=1).events(9))
    assert list(Market(seed=1).events(9)) != list(Market(seed=2).events(9))


def test_typed_changes_the_types_and_nothing_else():
    plain, typed = (list(replace(BUNDLED, typed=t).events(60)) for t in (False, True))
    assert {event.type for event in plain} == {"Stock"}
    assert {event.type for event in typed} == {"Finance", "HiTech", "Google", "Pharma"}
    assert [(e.id, e.ts, e.attrs) for e in plain] == [(e.id, e.ts, e.attrs) for e in typed]
    assert all((e.type == "Google") == (e.attrs["ticker"] == "GOOG") for e in typed)


def test_a_rare_ticker_is_rare_and_weight_zero_means_never():
    def share(weight):
        market = Market(rare={"GOOG": weight})
        return Counter(event.attrs["ticker"] for event in market.events(3000))["GOOG"]

    assert share(0.0) == 0 < share(0.1) < share(1.0) < share(5.0)


def test_a_history_is_a_window_of_one_walk():
    market = Market(sectors={"Finance": ("JPM",)}, history=4, step=3, start=-6)
    events = list(market.events(50))
    assert [event.ts for event in events] == list(range(-6, 144, 3))
    for first, second in pairwise(events):
        assert first.attrs["history"][1:] == second.attrs["history"][:-1]


def test_one_sector_is_more_correlated_than_two():
    events = list(Market(history=20).events(600))
    same, other = [], []
    for first, second in pairwise(events):
        if first.attrs["ticker"] != second.attrs["ticker"]:
            alike = first.attrs["sector"] == second.attrs["sector"]
            (same if alike else other).append(correlation(first, second))
    assert sum(same) / len(same) > sum(other) / len(other) + 0.1 > 0.1


def test_long_streams_stay_in_range():
    prices = [event.attrs["price"] for event in Market().events(20_000)]
    assert min(prices) > 5
    assert max(prices) < 1000


@pytest.mark.parametrize(
    ("bad", "words"),
    [
        ({"rare": {"XYZ": 1.0}}, "in no sector"),
        ({"rare": {"GOOG": -1.0}}, "none negative"),
        ({"rare": {"GOOG": math.nan}}, "finite"),
        ({"history": 0}, "history must be"),
        ({"step": -1}, "step at least 0"),
        ({"sectors": {}}, "needs tickers"),
        ({"sectors": {"A": ("X",), "B": ("X",)}}, "each in one sector"),
    ],
)
def test_a_wrong_parameter_is_refused(bad, words):
    with pytest.raises(ValueError, match=words):
        Market(**bad)


def run(*arguments):
    command = [sys.executable, "-m", "augury.examples.stocks", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_command_prints_the_same_lines_as_the_bundled_file():
    done = run("--typed")
    assert (done.returncode, done.stdout) == (0, stocks.bundled_text())


def test_the_command_takes_its_options(capsys):
    assert stocks.main(["--seed", "3", "--events", "2", "--history", "8"]) == 0
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert (first["type"], len(first["history"]), second["id"]) == ("Stock", 8, 1)


def test_write_renews_the_file(tmp_path, monkeypatch):
    monkeypatch.setattr(stocks, "BUNDLED_PATH", tmp_path / "data" / "stocks.jsonl")
    assert stocks.main(["--write"]) == 0
    assert (tmp_path / "data" / "stocks.jsonl").read_bytes() == BUNDLED_PATH.read_bytes()


@pytest.mark.parametrize(
    "arguments", [["--write", "--seed", "3"], ["--events", "-1"], ["--history", "0"]]
)
def test_a_wrong_option_is_status_2(arguments, capsys):
    with pytest.raises(SystemExit) as stopped:
        stocks.main(arguments)
    assert stopped.value.code == 2
    assert "error:" in capsys.readouterr().err


def test_a_reader_that_stops_early_is_no_error():
    command = [sys.executable, "-m", "augury.examples.stocks", "--events", "20000"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0
