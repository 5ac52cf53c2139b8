"""The vector files: valid by their schema, complete, and nothing in them that no test yields."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
from referencing import Registry, Resource

from augury.conformance.suite import load
from augury.spec.cases import FEATURES

SCHEMAS = Path(__file__).resolve().parents[2] / "spec" / "schemas"


def validator() -> jsonschema.Draft202012Validator:
    schemas = {path.name: json.loads(path.read_text("utf-8")) for path in SCHEMAS.glob("*.json")}
    registry = Registry().with_resources(
        (name, Resource.from_contents(schema)) for name, schema in schemas.items()
    )
    for schema in schemas.values():
        jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schemas["topic.schema.json"], registry=registry)


def test_vectors_follow_their_schema(vectors_folder) -> None:
    check, seen = validator(), 0
    for path in sorted(vectors_folder.glob("*.json")):
        errors = list(check.iter_errors(json.loads(path.read_text("utf-8"))))
        assert not errors, f"{path.name}: {errors[0].json_path}: {errors[0].message}"
        seen += 1
    assert seen >= 12


@pytest.mark.parametrize(
    "spoil",
    [
        lambda topic: topic.pop("version"),
        lambda topic: topic["cases"][0].pop("id"),
        lambda topic: topic["cases"][0].update(extra=1),
        lambda topic: topic["cases"][0].update(level="sometimes"),
        lambda topic: topic["cases"][0]["features"].append("magic"),
        lambda topic: topic["cases"][0]["dialect"].update(order="loose"),
        lambda topic: topic["cases"][0]["pattern"]["structure"].update(op="xor"),
        lambda topic: topic["cases"][0]["input"].append({"event": {"id": 1}}),
        lambda topic: topic["cases"][0]["expect"].update(matches=[{"branch": 0}]),
    ],
)
def test_schema_refuses_what_is_wrong(vectors_folder, spoil) -> None:
    topic = json.loads((vectors_folder / "sequence.json").read_text("utf-8"))
    assert validator().is_valid(topic)
    spoil(topic)
    assert not validator().is_valid(topic)


def test_every_vector_comes_from_a_test(vectors_folder, generated) -> None:
    disk = {
        path.stem: [c.id for c in cases]
        for path, cases in zip(
            sorted(vectors_folder.glob("*.json")), load(vectors_folder).values(), strict=True
        )
    }
    assert {topic: sorted(ids) for topic, ids in generated.items()} == {
        topic: sorted(ids) for topic, ids in disk.items()
    }
    everything = [number for ids in disk.values() for number in ids]
    assert len(everything) == len(set(everything))


def test_goldens_say_why(vectors_folder) -> None:
    """At least 40 goldens carry the reasoning that derives them by hand."""
    cases = [case for topic in load(vectors_folder).values() for case in topic]
    assert sum(bool(case.because) for case in cases) >= 40
    assert {feature for case in cases for feature in case.features} == set(FEATURES)
