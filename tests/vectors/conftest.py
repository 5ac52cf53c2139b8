"""A test in this folder is a generator: it yields named parts, and the parts are the vectors.

pytest exhausts the generator and checks the parts; ``make vectors`` writes the same parts to
``spec/vectors/``. A part ``case`` starts another case that inherits the parts before the first
one. The expectation of a golden is derived by hand, the one that is written to disk is computed
from the definition, and the two are compared.
"""

from __future__ import annotations

import importlib.util
import inspect
import json
from pathlib import Path

import pytest

from augury.engines import ENGINES
from augury.spec.cases import Case, case_from_json, case_to_json, topic_to_json
from augury.spec.errors import AuguryError, UnsupportedError
from augury.spec.events import Dialect, Event
from augury.spec.finality import End, Watermark, run
from augury.spec.language.functions import BUILTINS
from augury.spec.language.json_form import from_json, to_json
from augury.spec.language.parser import parse
from augury.spec.semantics import Match, matches

HERE = Path(__file__).parent
VECTORS = HERE.parent.parent / "spec" / "vectors"
VERSION = "0.1.0"


def split(function) -> list[tuple[str, dict]]:
    """Return (suffix, parts) for each case that a generator yields."""
    shared: dict = {}
    cases: list[tuple[str, dict]] = []
    for key, value in function():
        if key == "case":
            cases.append((value, dict(shared)))
        else:
            (cases[-1][1] if cases else shared)[key] = value
    return cases or [("", shared)]


def as_event(row: tuple, number: int) -> Event:
    kind, ts, attrs, key = (*row, {}, None)[:4] if len(row) == 2 else (*row, None)[:4]
    return Event(number if key is None else key, kind, ts, attrs)


def as_input(parts: dict) -> tuple:
    if "input" in parts:
        made = {"watermark": lambda t: Watermark(t), "end": lambda: End()}
        return tuple(
            Event(item[4], item[1], item[2], item[3])
            if item[0] == "event"
            else made[item[0]](*item[1:])
            for item in parts["input"]
        )
    events = tuple(as_event(row, number) for number, row in enumerate(parts.get("events", ())))
    return (*events, End())


def as_match(row: dict, pattern) -> tuple:
    ids = {
        name: tuple(i) if isinstance(i, list) else i for name, i in row.items() if name != "branch"
    }
    return row.get("branch", 0), tuple(sorted(ids.items()))


def key(match: Match) -> tuple:
    return match.branch, tuple(sorted(match.bindings.items()))


def build(topic: str, function) -> list[Case]:
    """Return the cases of one generator, each checked against its hand-derived parts."""
    cases = []
    for suffix, parts in split(function):
        name = function.__name__.removeprefix("test_").replace("_", "-")
        number = f"{topic}/{name}" + (f"/{suffix}" if suffix else "")
        cases.append(checked(number, parts))
    return cases


def checked(number: str, parts: dict) -> Case:
    text, dialect = parts["pattern"], Dialect(**parts.get("dialect", {}))
    common = {
        "id": number, "clause": parts["clause"], "level": parts.get("level", "required"),
        "features": tuple(parts["features"]), "text": text, "dialect": dialect,
        "because": parts.get("because", ""),
    }  # fmt: skip
    if "reject" in parts:
        with pytest.raises(AuguryError) as caught:
            parse(text)
        assert parts["reject"] in str(caught.value), f"{number}: {caught.value}"
        return Case(**common, pattern=None, input=())
    pattern, items = parse(text), as_input(parts)
    ran = run(items, pattern, dialect, disorder=parts.get("disorder"))
    case = Case(**common, pattern=pattern, input=items, disorder=parts.get("disorder"))
    found = matches(case.stream, pattern, dialect)
    if "emits" in parts:
        wanted = [sorted(as_match(row, pattern) for row in at) for at in parts["emits"]]
        assert [sorted(map(key, at)) for at in ran.emits] == wanted, number
        assert list(ran.late) == parts.get("late", []), number
    else:
        wanted = sorted(as_match(row, pattern) for row in parts["expect"])
        assert sorted(map(key, found)) == wanted, f"{number}: found {sorted(map(key, found))}"
    agree(case, found)
    emits = tuple(tuple(sorted(at)) for at in ran.emits) if "emits" in parts else None
    return Case(
        **common, pattern=pattern, input=items, disorder=parts.get("disorder"),
        expect=tuple(sorted(found)), emits=emits, late=ran.late,
    )  # fmt: skip


def agree(case: Case, found: frozenset[Match]) -> None:
    """Every other reading of the definition gives the same answer, and JSON loses nothing."""
    for name, engine in ENGINES.items():
        try:
            other = engine.ask(case.stream, case.pattern, case.dialect, BUILTINS, 10**6)
        except UnsupportedError:
            assert name == "sqlite" or (case.pattern.selective and not engine.selects)
            continue
        assert other == found, f"{case.id}: {name} differs"
    assert from_json(json.loads(json.dumps(to_json(case.pattern)))) == case.pattern
    assert parse(str(case.pattern)) == case.pattern


def topic_of(path: Path) -> str:
    return path.stem.removeprefix("test_").replace("_", "-")


class VectorItem(pytest.Item):
    """A generator of vectors as a test."""

    def __init__(self, *, function, **rest) -> None:
        super().__init__(**rest)
        self.function = function

    def runtest(self) -> None:
        topic = topic_of(self.path)
        cases = build(topic, self.function)
        self.config.stash.setdefault(CASES, {}).setdefault(topic, []).extend(cases)
        if self.config.getoption("--write-vectors"):
            return
        disk = {entry["id"]: entry for entry in on_disk(topic)}
        for case in cases:
            fresh = json.loads(json.dumps(case_to_json(case)))
            assert disk.get(case.id) == fresh, f"{case.id}: stale vector; run `make vectors`"
            assert case_from_json(fresh) == case

    def reportinfo(self):
        return self.path, self.function.__code__.co_firstlineno - 1, self.name


CASES = pytest.StashKey[dict[str, list[Case]]]()


def on_disk(topic: str) -> list[dict]:
    path = VECTORS / f"{topic}.json"
    return json.loads(path.read_text("utf-8"))["cases"] if path.exists() else []


def pytest_pycollect_makeitem(collector, name, obj):
    if name.startswith("test_") and inspect.isgeneratorfunction(obj):
        return VectorItem.from_parent(collector, name=name, function=obj)
    return None


def pytest_sessionfinish(session, exitstatus) -> None:
    if session.config.getoption("--write-vectors") and exitstatus == 0:
        for topic, cases in session.config.stash.get(CASES, {}).items():
            data = topic_to_json(topic, VERSION, cases)
            text = json.dumps(data, ensure_ascii=False, indent=1)
            (VECTORS / f"{topic}.json").write_text(text + "\n", "utf-8")


@pytest.fixture(scope="session")
def generated() -> dict[str, list[str]]:
    """The ids that the generators of this folder yield, by topic."""
    found: dict[str, list[str]] = {}
    for path in sorted(HERE.glob("test_*.py")):
        spec = importlib.util.spec_from_file_location(f"vectors_{path.stem}", path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        for name, function in inspect.getmembers(module, inspect.isgeneratorfunction):
            if name.startswith("test_") and function.__module__ == module.__name__:
                for suffix, _ in split(function):
                    number = f"{topic_of(path)}/{name.removeprefix('test_').replace('_', '-')}"
                    found.setdefault(topic_of(path), []).append(
                        number + (f"/{suffix}" if suffix else "")
                    )
    return found


@pytest.fixture(scope="session")
def vectors_folder() -> Path:
    return VECTORS
