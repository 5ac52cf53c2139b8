"""The house keeps its own rules: who imports whom, what is listed, what is cited."""

from __future__ import annotations

import ast
import doctest
import json
import re
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ROOMS = (
    "benchmarks",
    "conformance",
    "examples",
    "proofs",
    "reference",
    "spark_impl",
    "spec",
    "tla",
)
ALLOWED = {
    "spec": {"spec"},
    "reference": {"spec", "reference"},
    "spark_impl": {"spec", "spark_impl"},
    "proofs": {"spec", "reference", "proofs", "tla"},
    "tla": {"spec", "tla"},
    "conformance": {"spec", "conformance", "augury"},
}
"""Which rooms a room may import; ``augury`` is the front door. Other rooms may import all."""


def modules(*rooms: str) -> list[Path]:
    return [path for room in rooms for path in sorted((ROOT / room).rglob("*.py"))]


def imported(path: Path) -> set[str]:
    """Return every module that a file imports, wherever in the file."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def room_of(module: str) -> str | None:
    parts = module.split(".")
    if parts[0] != "augury":
        return None
    return parts[1] if len(parts) > 1 and parts[1] in ROOMS else "augury"


@pytest.mark.parametrize("room", ALLOWED)
def test_import_direction(room) -> None:
    for path in modules(room):
        rooms = {room_of(module) for module in imported(path)} - {None}
        assert rooms <= ALLOWED[room], f"{path.relative_to(ROOT)} imports {rooms - ALLOWED[room]}"


def test_spec_imports_the_standard_library_and_lark_only() -> None:
    for path in modules("spec"):
        tops = {module.split(".")[0] for module in imported(path)}
        allowed = {*sys.stdlib_module_names, "lark", "augury"}
        if path.parent.name == "strategies":
            allowed.add("hypothesis")
        assert tops <= allowed, f"{path.relative_to(ROOT)} imports {tops - allowed}"


def test_crosschecks_do_not_use_what_they_check() -> None:
    for path in modules("spec/crosscheck"):
        shared = {m for m in imported(path) if "semantics" in m or "normal" in m}
        assert not shared, f"{path.name} shares {shared} with the definition"


def test_package_list_equals_disk() -> None:
    config = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]
    disk = {
        ".".join(("augury", *path.parent.relative_to(ROOT / "augury").parts))
        for path in (ROOT / "augury").rglob("__init__.py")
    } | {
        ".".join(("augury", *path.parent.relative_to(ROOT).parts))
        for room in ROOMS
        for path in (ROOT / room).rglob("__init__.py")
    }
    assert set(config["packages"]) == disk
    assert config["package-dir"] == {
        "augury": "augury",
        **{f"augury.{room}": room for room in ROOMS},
    }
    for path in modules("augury", *ROOMS):
        assert (path.parent / "__init__.py").exists(), f"{path} is in no package"


def test_every_room_says_what_belongs_there() -> None:
    for room in (*ROOMS, "augury", "tests"):
        text = ast.get_docstring(ast.parse((ROOT / room / "__init__.py").read_text("utf-8")))
        assert text, room
        assert "does not belong" in text, room


def test_import_augury_is_light() -> None:
    """Neither the package nor a match on events in memory loads what it does not need."""
    columns = ("numpy", "pyarrow")
    heavy = ("pyspark", "numba", "z3", "cvxpy", "matplotlib", "pandas", "hypothesis")
    for engine, unwanted in (("declarative", (*heavy, *columns)), ("columnar", heavy)):
        code = (
            "import sys, augury\n"
            "from augury import Event, match\n"
            "stream = [Event(0, 'A', 1, {'x': 1})]\n"
            f"found = match(stream, 'PATTERN A a WHERE a.x = 1 WITHIN 1', engine={engine!r})\n"
            "assert [m.bindings for m in found] == [{'a': 0}]\n"
            f"print([name for name in {unwanted!r} if name in sys.modules])"
        )
        done = subprocess.run(
            [sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True
        )
        assert done.stdout.strip() == "[]"


def test_versions_agree() -> None:
    import augury

    config = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert config["project"]["version"] == augury.__version__
    assert f"## {augury.__version__}" in (ROOT / "CHANGELOG.md").read_text("utf-8")


def test_public_names_exist() -> None:
    import augury

    for name in augury.__all__:
        assert getattr(augury, name) is not None
    assert set(augury.__all__) == set(augury._HOME)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = augury.nothing
    assert set(augury.__all__) <= set(dir(augury))


@pytest.mark.parametrize("lock", ["base", "test", "all"])
def test_locks_are_hashed_and_name_no_host(lock) -> None:
    text = (ROOT / "locks" / f"{lock}.txt").read_text("utf-8")
    pinned = re.findall(r"^([a-z0-9._-]+)==\S+(?: ; [^\\]*)? \\\n    --hash=sha256:", text, re.M)
    starts = re.findall(r"^[a-z0-9]", text, re.M)
    assert len(pinned) == len(starts) > 10
    assert "://" not in text


# ------------------------------------------------------------------ clauses


def clauses_in(text: str) -> set[str]:
    found = set(re.findall(r"S-\d+\.\d+", text))
    for first, last in re.findall(r"(S-\d+\.\d+) to (S-\d+\.\d+)", text):
        chapter, low = first.split(".")
        found |= {f"{chapter}.{n}" for n in range(int(low), int(last.split(".")[1]) + 1)}
    return found


DEFINED = set(
    re.findall(r"^\*\*(S-\d+\.\d+) ", (ROOT / "spec" / "SEMANTICS.md").read_text("utf-8"), re.M)
)
UNOBSERVABLE = {"S-4.8"}
"""Clauses that no stream can show to an engine: the limit of the definition itself."""


def test_clauses_are_cited_by_docstrings_and_exist() -> None:
    cited: set[str] = set()
    for path in modules("spec", "augury", "conformance"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)):
                cited |= clauses_in(ast.get_docstring(node) or "")
    assert len(DEFINED) > 25
    assert cited == DEFINED


def test_clauses_are_cited_by_tests_and_exist() -> None:
    cited: set[str] = set()
    for path in modules("tests"):
        cited |= clauses_in(path.read_text("utf-8"))
    assert cited == DEFINED


def test_clauses_are_cited_by_vectors_and_exist() -> None:
    cited = {
        case["clause"]
        for path in (ROOT / "spec" / "vectors").glob("*.json")
        for case in json.loads(path.read_text("utf-8"))["cases"]
    }
    assert cited == DEFINED - UNOBSERVABLE


def test_doctests() -> None:
    for name in ("augury", "augury.spec.language.builder"):
        result = doctest.testmod(import_module(name))
        assert result.attempted > 0, name
        assert result.failed == 0, name
