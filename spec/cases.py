"""A conformance case: a pattern, what arrives, and what the definition says of it.

One JSON file a topic holds the cases; ``spec/schemas/case.schema.json`` is their format. The
tests write them from the definition, so no expectation is ever typed into a vector by hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias, cast, get_args

from augury.spec.errors import InvalidCaseError, InvalidEventError
from augury.spec.events import Dialect, Event, Stream, Value
from augury.spec.finality import End, Item, Run, Watermark, clock
from augury.spec.json_checks import Json, json_object, json_one_of, json_typed
from augury.spec.language import ast
from augury.spec.language.json_form import from_json, to_json
from augury.spec.semantics import Match

Level: TypeAlias = Literal["required", "recommended", "dialect"]
FEATURES: Final = (
    "single", "seq", "and", "or", "nesting", "not", "kleene", "bounds", "adjacency",
    "aggregates", "arithmetic", "in", "functions", "missing", "finality", "select", "skip",
)  # fmt: skip
"""What a case needs of an engine; an engine declares which of them it has."""


@dataclass(frozen=True, slots=True)
class Case:
    """One question to an engine; without ``expect`` the pattern must be rejected.

    Semantics: S-2.10, S-4.7, S-5.2.
    """

    id: str
    clause: str
    level: Level
    features: tuple[str, ...]
    text: str
    pattern: ast.Pattern | None
    dialect: Dialect
    input: tuple[Item, ...]
    disorder: int | None = None
    expect: tuple[Match, ...] | None = None
    emits: tuple[tuple[Match, ...], ...] | None = None
    late: tuple[int, ...] = ()
    because: str = ""

    @property
    def stream(self) -> Stream:
        """The punctual events of the input: what a batch engine is given."""
        earlier = (float("-inf"), *clock(self.input, self.disorder))
        return Stream(
            item
            for index, item in enumerate(self.input)
            if isinstance(item, Event) and item.ts > earlier[index]
        )


def match_to_json(match: Match) -> Json:
    """Return a match as the object of one output line."""
    bindings = {
        name: list(ids) if isinstance(ids, tuple) else ids for name, ids in match.bindings.items()
    }
    return {"branch": match.branch, "bindings": bindings}


def match_from_json(data: Json, path: str = "match") -> Match:
    """Return the match that an object of one output line denotes."""
    found = json_object(data, ("branch", "bindings"), path)
    bindings = json_typed(found["bindings"], dict, f"{path}.bindings")
    ids = tuple(
        tuple(json_typed(i, int, f"{path}.bindings.{name}") for i in bound)
        if isinstance(bound, list)
        else json_typed(bound, int, f"{path}.bindings.{name}")
        for name, bound in bindings.items()
    )
    return Match(json_typed(found["branch"], int, f"{path}.branch"), ids, tuple(bindings))


def run_to_json(run: Run) -> Json:
    """Return what a run emits at each item, and which ids were late."""
    return {
        "emits": [[match_to_json(match) for match in sorted(found)] for found in run.emits],
        "late": list(run.late),
    }


def _item_to_json(item: Item) -> Json:
    if isinstance(item, Watermark):
        return {"watermark": item.time}
    if isinstance(item, End):
        return {"end": True}
    attrs = {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in item.attrs.items()
    }
    return {"event": {"id": item.id, "type": item.type, "ts": item.ts, "attrs": attrs}}


def _item_from_json(data: Json, path: str) -> Item:
    if not isinstance(data, dict) or len(data) != 1:
        raise InvalidCaseError(f"{path}: must have one of the keys event, watermark, end")
    if "watermark" in data:
        return Watermark(json_typed(data["watermark"], int, f"{path}.watermark"))
    if data.get("end") is True:
        return End()
    event = json_object(data.get("event"), ("id", "type", "ts", "attrs"), f"{path}.event",
                    optional=("attrs",))  # fmt: skip
    attrs = cast(dict[str, Value], json_typed(event.get("attrs", {}), dict, f"{path}.event.attrs"))
    try:
        return Event(event["id"], event["type"], event["ts"], attrs)
    except InvalidEventError as error:
        raise InvalidCaseError(f"{path}.event: {error}") from None


def case_to_json(case: Case) -> Json:
    """Return a case as JSON data, keys in the order of the schema."""
    data: dict[str, Any] = {
        "id": case.id,
        "clause": case.clause,
        "level": case.level,
        "features": list(case.features),
        "dialect": {"order": case.dialect.order, "window": case.dialect.window},
        "text": case.text,
        "pattern": None if case.pattern is None else to_json(case.pattern),
        "input": [_item_to_json(item) for item in case.input],
    }
    if case.disorder is not None:
        data["disorder"] = case.disorder
    if case.expect is not None:
        data["expect"] = {"matches": [match_to_json(match) for match in case.expect]}
        if case.emits is not None:
            data["expect"]["emits"] = [
                [match_to_json(match) for match in found] for found in case.emits
            ]
            data["expect"]["late"] = list(case.late)
    if case.because:
        data["because"] = case.because
    return data


_REQUIRED: Final = ("pattern", "input")
_OPTIONAL: Final = (
    "id", "clause", "level", "features", "dialect", "text", "disorder", "expect", "because",
)  # fmt: skip


def case_from_json(data: Json) -> Case:
    """Return the case that JSON data denotes; a question needs a pattern and an input.

    Raises ``InvalidCaseError`` with the path of the offence.
    """
    top = json_object(data, (*_REQUIRED, *_OPTIONAL), "case", optional=_OPTIONAL)
    level = top.get("level", "required")
    json_one_of(level, get_args(Level), "case.level")
    dialect = json_object(top.get("dialect", {}), ("order", "window"), "case.dialect",
                      optional=("order", "window"))  # fmt: skip
    disorder = top.get("disorder")
    expect = top.get("expect")
    if expect is not None:
        expect = json_object(expect, ("matches", "emits", "late"), "case.expect",
                         optional=("emits", "late"))  # fmt: skip
    return Case(
        id=json_typed(top.get("id", ""), str, "case.id"),
        clause=json_typed(top.get("clause", ""), str, "case.clause"),
        level=level,
        features=_listed(top.get("features", []), str, "case.features"),
        text=json_typed(top.get("text", ""), str, "case.text"),
        pattern=None if top["pattern"] is None else from_json(top["pattern"]),
        dialect=Dialect(**dialect),
        input=tuple(
            _item_from_json(item, f"case.input[{index}]")
            for index, item in enumerate(json_typed(top["input"], list, "case.input"))
        ),
        disorder=None if disorder is None else _disorder(disorder),
        expect=None if expect is None else _matches(expect["matches"], "case.expect.matches"),
        emits=_emits(expect),
        late=() if expect is None else _listed(expect.get("late", []), int, "case.expect.late"),
        because=json_typed(top.get("because", ""), str, "case.because"),
    )


def _matches(data: Json, path: str) -> tuple[Match, ...]:
    items: Sequence[Json] = json_typed(data, list, path)
    return tuple(match_from_json(item, f"{path}[{index}]") for index, item in enumerate(items))


def _listed(data: Json, wanted: type, path: str) -> tuple[Any, ...]:
    items: Sequence[Json] = json_typed(data, list, path)
    return tuple(json_typed(item, wanted, f"{path}[{index}]") for index, item in enumerate(items))


def _disorder(data: Json) -> int:
    disorder: int = json_typed(data, int, "case.disorder")
    if disorder < 0:
        raise InvalidCaseError(f"case.disorder: must be 0 or more, not {disorder}")
    return disorder


def _emits(expect: Json) -> tuple[tuple[Match, ...], ...] | None:
    if expect is None or "emits" not in expect:
        return None
    emits = json_typed(expect["emits"], list, "case.expect.emits")
    return tuple(_matches(found, f"case.expect.emits[{i}]") for i, found in enumerate(emits))


def topic_to_json(topic: str, version: str, cases: Iterable[Case]) -> Json:
    """Return the content of one vector file."""
    return {
        "topic": topic,
        "version": version,
        "cases": [case_to_json(case) for case in sorted(cases, key=lambda case: case.id)],
    }


def topic_from_json(data: Json) -> tuple[Case, ...]:
    """Return the cases of one vector file."""
    top = json_object(data, ("topic", "version", "cases"), "topic")
    return tuple(map(case_from_json, json_typed(top["cases"], list, "topic.cases")))
