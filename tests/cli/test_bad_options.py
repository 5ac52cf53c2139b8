"""Options, bindings, functions and outputs that make no sense: status 2 and one line."""

from __future__ import annotations

import pytest

MANY = "".join(f'{{"type": "A", "ts": {ts}}}\n' for ts in range(100))

USAGE = [
    ("an unknown command", ["nope"], "No such command 'nope'.*augury --help"),
    ("a command in markup", ["[red]x\x1b"], r"No such command '\[red\]x\\x1b'"),
    ("an unknown option", ["match", "--nope"], "No such option.*--nope.*augury match --help"),
    ("an unknown option of augury", ["--nope"], "No such option.*--nope"),
    ("no pattern", ["match", "-e", "x.jsonl"], "Missing option.*--pattern"),
    ("no events", ["match", "-p", "PATTERN A a WITHIN 1"], "Missing option.*--events"),
    ("no binding", ["why", "-p", "PATTERN A a WITHIN 1", "-e", "x.jsonl"], "Missing.*--binding"),
    ("an option without its value", ["match", "--pattern"], ".*requires an argument"),
    ("an argument too many", ["explain", "-p", "PATTERN A a WITHIN 1", "x"], ".*argument.*x"),
    ("no engine", ["conform"], ".*--builtin declarative.*augury conform --help"),
    ("an unknown part of conform", ["conform", "nope"], "No such command 'nope'"),
    ("an unknown built-in", ["conform", "--builtin", "[red]"], r"unknown engine '\[red\]'.*decl"),
    ("an unknown format", ["explain", "-p", "PATTERN A a WITHIN 1", "--format", "pdf"], ".*'pdf'"),
]


@pytest.mark.parametrize(("argv", "wanted"), [c[1:] for c in USAGE], ids=[c[0] for c in USAGE])
def test_bad_usage(desk, argv, wanted):
    desk.expect_refusal(argv, wanted)


def test_no_arguments_give_the_help_in_lines(desk):
    """The help is for reading: it is not folded into one line of an error."""
    ran = desk.run()
    shown = (ran.out + ran.err).splitlines()
    assert ran.status in (0, 2)
    assert any(line.startswith("Usage: augury") for line in shown), shown
    assert len(shown) > 5


OPTIONS = [
    ("an unknown engine", ["--engine", "nope"], "unknown engine 'nope'.*declarative"),
    ("an engine in markup", ["--engine", "[red]\x1b"], r"unknown engine '\[red\]\\x1b'"),
    ("an empty engine", ["--engine", ""], "unknown engine ''"),
    ("an order for no lazy engine", ["--engine", "eager", "--order", "a,b"], ".*order"),
    ("an order that forgets a name", ["--order", "a"], ".*every positive name once: a, b"),
    ("a limit of 0", ["--limit", "0"], ".*--limit"),
    ("a negative limit", ["--limit", "-1"], ".*--limit"),
    ("a limit in words", ["--limit", "many"], ".*--limit"),
    ("a dialect without =", ["--dialect", "strict"], "--dialect: 'strict'"),
    ("an unknown key of a dialect", ["--dialect", "size=1"], "--dialect: 'size=1'"),
    ("an unknown order", ["--dialect", "order=[red]"], r".*order=\[red\].*strict"),
    ("an unknown window", ["--dialect", "window=open"], ".*window=open.*inclusive"),
    ("an order twice", ["--dialect", "order=strict,order=strict"], "--dialect: .*once"),
    ("an empty order", ["--dialect", "order="], ".*order=.*strict"),
    ("an output of no suffix", ["--output", "out"], r"out: .*\.jsonl"),
    ("an output of another suffix", ["--output", "out.csv"], r"out\.csv: .*\.parquet"),
    ("an empty output", ["--output", ""], r".*--output.*\.jsonl"),
    ("an output that is no path", ["--output", "a\0b.jsonl"], ".*null"),
    ("an output into no folder", ["--output", "none/x.jsonl"], r"none/x\.jsonl: .*written"),
    ("a parquet into no folder", ["--output", "none/x.parquet"], r"none/x\.parquet: .*written"),
    ("an output into a file", ["--output", "ok.jsonl/x.jsonl"], r"ok\.jsonl/x\.jsonl: .*written"),
    ("no module", ["--functions", "own_none"], "own_none: .*cannot import"),
    ("a module in markup", ["--functions", "[red]\x1b"], r"\[red\]\\x1b: .*cannot import"),
    ("an empty module", ["--functions", ""], ".*--functions"),
    ("a relative module", ["--functions", ".own"], r".*--functions"),
    ("a module without functions", ["--functions", "string"], "string: .*FUNCTIONS"),
]


@pytest.mark.parametrize(("more", "wanted"), [c[1:] for c in OPTIONS], ids=[c[0] for c in OPTIONS])
def test_a_bad_option_of_match(desk, more, wanted):
    desk.expect_refusal(desk.match(*more), wanted)
    assert desk.names() == {"ok.jsonl"}


BINDINGS = [
    ("nothing", "", r".*\(a, b\)"),
    ("no ids", "a", "--binding: .*'a'"),
    ("an id left out", "a=,b=1", "--binding: "),
    ("an unknown name", "z=0,b=1", r".*\(a, b\)"),
    ("a name too few", "a=0", r".*\(a, b\)"),
    ("a name twice", "a=0,a=0,b=1", "--binding: .*'a' .*twice"),
    ("an unknown id", "a=77,b=1", "a=77: .*no event"),
    ("an id of another type", "a=1,b=1", "a=1: .*type B, not A"),
    ("two events for one", "a=[0,0],b=1", "'A a' cannot bind twice"),
    ("no event for one", "a=[],b=1", "'A a' .*0 events"),
    ("a fraction", "a=0.5,b=1", "--binding: "),
    ("a comma too many", "a=0,,b=1", "--binding: .*',b=1'"),
    ("a list without end", "a=[0,b=1", "--binding: "),
    ("a list of signs", "a=[--],b=1", "--binding: "),
    ("a range", "a=[0-0],b=1", "--binding: "),
    ("a list of spaces", "a=[0 0],b=1", "--binding: "),
    ("5,000 digits", f"a={'9' * 5_000},b=1", ".{,200}$"),
    ("markup", "[red]=1\x1b", r"--binding: .*'\[red\]=1\\x1b'"),
    ("only unclosed quotes", '"' * 1_000, "--binding: "),
]


@pytest.mark.parametrize(
    ("binding", "wanted"), [c[1:] for c in BINDINGS], ids=[c[0] for c in BINDINGS]
)
def test_a_bad_binding(desk, binding, wanted):
    argv = ["why", "-p", desk.pattern, "-e", desk.events, "--binding", binding]
    desk.expect_refusal(argv, wanted)


@pytest.mark.parametrize(
    ("branch", "wanted"),
    [("1", ".*no branch 1"), ("-1", ".*no branch -1"), ("x", ".*--branch"), ("9" * 30, ".*999")],
)
def test_a_bad_branch(desk, branch, wanted):
    argv = ["why", "-p", desk.pattern, "-e", desk.events, "--binding", "a=0,b=1"]
    desk.expect_refusal([*argv, "--branch", branch], wanted)


def test_names_that_fit_two_branches(desk):
    pattern = "PATTERN SEQ(A a, OR(B{0,1} b, B{0,2} c)) WITHIN 5"
    argv = ["why", "-p", pattern, "-e", desk.events, "--binding", "a=0"]
    desk.expect_refusal(argv, ".*0, 1.*--branch")
    assert desk.run(*argv, "--branch", "1").status == 0


MODULES = [
    ("FUNCTIONS is a list", "FUNCTIONS = []", "{m}: .*FUNCTIONS"),
    ("a number for a function", "FUNCTIONS = {'f': 1}", "{m}: .*FUNCTIONS"),
    ("a number for a name", "FUNCTIONS = {1: abs, 'f': abs}", ".*FUNCTIONS"),
    ("no signature", "FUNCTIONS = {'f': max}", ".*\\bf\\b"),
    ("the name of a built-in", "FUNCTIONS = {'abs': lambda x: x}", ".*abs.*built in"),
    ("an import that fails", "import own_nothing", "{m}: .*own_nothing"),
    ("a syntax error", "def (", "{m}: .*line 1"),
    ("an error at import", "1 / 0", "{m}: .*ZeroDivisionError|{m}: .*division by zero"),
    ("an exit at import", "raise SystemExit(0)", "{m}: "),
    ("two parameters", "FUNCTIONS = {'f': lambda x, y: x}", "pattern:1:19: f takes 2"),
    ("a text for an answer", "FUNCTIONS = {'f': lambda x: 'hi'}", "function f .*str"),
    ("a bool for an answer", "FUNCTIONS = {'f': lambda x: True}", "function f .*bool"),
    ("an int past float64", "FUNCTIONS = {'f': lambda x: 10**400}", "function f .*float64"),
    (
        "a function that raises",
        "def f(x):\n    raise KeyError('[red]\\n\\x1b')\nFUNCTIONS = {'f': f}",
        r"function f.*KeyError.*\[red\]",
    ),
    (
        "a message of two lines",
        "def f(x):\n    raise ValueError('one\\ntwo\\x1b[31m')\nFUNCTIONS = {'f': f}",
        r"function f.*ValueError: one\\ntwo\\x1b\[31m",
    ),
]


@pytest.mark.parametrize(
    ("number", "text", "wanted"),
    [(number, *case[1:]) for number, case in enumerate(MODULES)],
    ids=[case[0] for case in MODULES],
)
def test_a_bad_module_of_functions(desk, number, text, wanted):
    name = f"own_bad_{number}"
    desk.file(f"{name}.py", text)
    argv = desk.match("--functions", name, pattern="PATTERN A a WHERE f(a.x) = 2 WITHIN 5")
    desk.expect_refusal(argv, wanted.replace("{m}", name))


def test_too_many_candidates(desk):
    events = desk.file("many.jsonl", MANY)
    declarative = ("--engine", "declarative")
    argv = desk.match(*declarative, pattern="PATTERN A+ a WITHIN 5", events=events)
    desk.expect_refusal(argv, r"candidate bindings: about 10\^30 .*1,000,000; ")
    two = desk.match(*declarative, pattern="PATTERN SEQ(A a, A b) WITHIN 5", events=events)
    desk.expect_refusal([*two, "--limit", "9999"], "candidate bindings: 10,000 .*9,999; ")
    assert desk.run(*two, "--limit", "10000").status == 0


def test_an_engine_refuses_what_it_does_not_have(desk):
    desk.expect_refusal(desk.match("--engine", "sqlite", pattern="PATTERN A+ a WITHIN 5"), ".*")
    desk.file("own_double.py", "FUNCTIONS = {'double': lambda x: 2 * x}")
    argv = desk.match(pattern="PATTERN A a WHERE double(a.x) = 2 WITHIN 5")
    desk.expect_refusal(
        [*argv, "--functions", "own_double", "--engine", "sqlite"], ".*sqlite.*function"
    )


def test_explain_reads_its_events_before_it_prints(desk):
    none = str(desk.folder / "none.jsonl")
    desk.expect_refusal(["explain", "-p", desk.pattern, "-e", none], r"DIR/none\.jsonl: .*no such")


@pytest.mark.parametrize("suffix", [".jsonl", ".parquet"])
def test_a_failure_leaves_the_folder_as_it_was(desk, suffix):
    old = desk.file(f"out{suffix}", "old")
    bad, many = desk.file("bad.jsonl", "nope"), desk.file("many.jsonl", MANY)
    before = desk.names()
    for argv in (
        desk.match(events=bad),
        desk.match(pattern="PATTERN ("),
        desk.match("--engine", "nope"),
        desk.match("--limit", "1000", pattern="PATTERN A+ a WITHIN 500", events=many),
    ):
        desk.expect_refusal([*argv, "--output", old], "")
        assert desk.names() == before
        assert (desk.folder / f"out{suffix}").read_text() == "old"


@pytest.mark.parametrize("suffix", [".jsonl", ".parquet"])
def test_an_output_that_is_a_folder(desk, suffix):
    folder = desk.dir(f"out{suffix}")
    desk.expect_refusal(desk.match("--output", folder), rf"DIR/out\{suffix}: .*written")
    assert desk.names() == {"ok.jsonl", f"out{suffix}"}


@pytest.mark.parametrize(
    ("error", "status"), [(OSError(28, "No space left on device"), 2), (KeyboardInterrupt(), 130)]
)
def test_a_write_that_breaks_off_leaves_nothing(desk, monkeypatch, error, status):
    def lines(self):
        yield '{"branch": 0}'
        raise error

    monkeypatch.setattr("augury.matches.Matches.lines", lines)
    ran = desk.run(*desk.match("--output", "out.jsonl"))
    assert ran.status == status
    assert "Traceback" not in ran.err
    assert desk.names() == {"ok.jsonl"}
