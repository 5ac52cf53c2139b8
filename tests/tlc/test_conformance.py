"""The model and the code say the same of every small stream.

``ConformLazyChain.tla`` counts, over all streams of at most three events, the matches and the
final matches of the definition, and what the chain holds after every arrival; Python counts the
same with ``augury.spec`` and ``augury.reference.nfa``. The Makefile runs this folder without xdist.
"""

from __future__ import annotations

import re
from itertools import combinations_with_replacement, permutations, product
from pathlib import Path

import pytest

import augury.tla
from augury.reference.nfa.machine import Machine
from augury.reference.nfa.topology import Chain
from augury.spec.events import Dialect, Event, Stream
from augury.spec.finality import binding_of, horizon
from augury.spec.language.normal import normal_form
from augury.spec.language.parser import parse
from augury.spec.semantics import matches
from augury.tla.runner import check

HOME = Path(augury.tla.__file__).parent
MAX_TS, MAX_EVENTS, WINDOW = 3, 3, 2
END = MAX_TS + WINDOW


def texts() -> dict[str, str]:
    """Return the text that stands above each pattern of the module."""
    module = (HOME / "Patterns.tla").read_text("utf-8")
    return {name: text for text, name in re.findall(r"^\(\* (.+) \*\)\n(\w+) ==", module, re.M)}


PATTERNS = texts()


def streams(branch) -> list[tuple[Event, ...]]:
    """Return every stream in the order of its arrival: by ts, type and attribute."""
    values = (0, 1) if branch.clauses else (0,)
    types = sorted({branch.types[name] for name in branch.names})
    kinds = sorted(product(range(MAX_TS + 1), types, values))
    return [
        tuple(Event(i, type_, ts, {"x": x}) for i, (ts, type_, x) in enumerate(chosen))
        for size in range(MAX_EVENTS + 1)
        for chosen in combinations_with_replacement(kinds, size)
    ]


def sizes(machine: Machine, emitted: int) -> tuple[int, int, int, int]:
    pending = len(machine.judges[0].pending)
    return machine.buffer.size, len(machine.crowd.instances), pending, emitted


def states(branch, order, arrivals, dialect, *, timed) -> list[tuple[int, int, int, int]]:
    """Return what the machine holds after every arrival, and after the end.

    The model's time begins at -1, since no event is older than 0; and it ends at a tick at which
    all has expired, so that the one instance without events is still there.
    """
    machine = Machine(Chain((branch,), (order,)), dialect)
    machine._start()
    emitted = len(machine.advance(-1))
    seen = []
    for event in arrivals:
        if timed:
            emitted += len(machine.advance(event.ts - 1))
        emitted += len(machine.push(event))
        seen.append(sizes(machine, emitted))
    emitted += len(machine.advance(END))
    return [*seen, sizes(machine, emitted)]


def numbers(text: str, dialect: Dialect) -> tuple[int, ...]:
    pattern = parse(f"PATTERN {text} WITHIN {WINDOW}")
    (branch,) = normal_form(pattern)
    found = final = 0
    held = [(0, 0, 0, 0)]
    every = streams(branch)
    for arrivals in every:
        stream = Stream(arrivals)
        answer = matches(stream, pattern, dialect)
        found += len(answer)
        for match in answer:
            limit = horizon(binding_of(match, stream), branch, dialect)
            final += sum(limit <= time for time in range(-1, END + 1))
        for order in permutations(branch.positive):
            held += states(branch, order, arrivals, dialect, timed=True)
            held += states(branch, order, arrivals[::-1], dialect, timed=False)
    return (len(every), found, final, *(sum(column) for column in zip(*held, strict=True)))


def counted_by_tlc(**constants: int | str) -> dict[str, tuple[int, ...]]:
    """Return what TLC counts, by the name of the pattern."""
    result = check("ConformLazyChain", "ConformLazyChain", constants=constants)
    assert result.verdict == "holds", result.reason
    lines = re.findall(r'<<"numbers", "(\w+)", <<([\d, ]+)>>>>', result.log)
    return {name: tuple(map(int, row.split(","))) for name, row in lines}


@pytest.fixture(scope="module", params=["strict", "nonstrict"])
def told(request) -> tuple[Dialect, dict[str, tuple[int, ...]]]:
    dialect = Dialect(request.param)
    return dialect, counted_by_tlc(Step=dialect.step)


def test_every_pattern_of_the_models_is_compared(told) -> None:
    assert set(told[1]) == set(PATTERNS)
    assert len(PATTERNS) == 10
    models = (HOME / "MCLazyChain.tla").read_text("utf-8")
    used = set(re.findall(r"\b(?:Seq3|And|Not)\w*", models))
    assert used == set(PATTERNS)


@pytest.mark.parametrize("name", sorted(PATTERNS))
def test_the_model_counts_what_the_code_counts(name, told) -> None:
    """Streams, matches, final matches (S-5.2), and the sizes of the machine at every step."""
    dialect, counted = told
    assert counted[name] == numbers(PATTERNS[name], dialect)
    assert counted[name][1] > 0


def test_the_constants_of_the_configuration_are_those_of_this_test() -> None:
    text = (HOME / "ConformLazyChain.cfg").read_text("utf-8")
    for constant, value in (("MaxTs", MAX_TS), ("MaxEvents", MAX_EVENTS), ("Window", WINDOW)):
        assert f"    {constant} = {value}\n" in text


@pytest.mark.parametrize("variant", ["printed_scope", "early_instance_expiry"])
def test_the_numbers_tell_a_deviation_from_the_code(variant) -> None:
    told = counted_by_tlc(Variant=variant)
    assert told["Seq3"] != numbers(PATTERNS["Seq3"], Dialect())
