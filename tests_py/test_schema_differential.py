"""Verdicts against those of jsonschema and jsonschema-rs, on generated pairs.

2,000 pairs; ``JSONBEACON_PAIRS=20000`` for as many as the documentation speaks of.
"""

from __future__ import annotations

import json
import os
from typing import Any

import jsonbeacon
import pytest
import schema_pairs

COUNT = int(os.environ.get("JSONBEACON_PAIRS", "2000"))


def ours(value: Any, schema: Any) -> bool:
    errors = jsonbeacon.schema_errors(value, schema)
    try:
        jsonbeacon.extract_json("Here: [" + json.dumps(value, ensure_ascii=False) + "]", schema={"$schema": schema["$schema"]})
    except jsonbeacon.SchemaValidationError as error:
        raise AssertionError from error
    return errors == []


def allowed(schema: Any, value: Any, library: str) -> bool:
    """Whether a difference is one that docs/schemas.md lists."""
    text = json.dumps(schema)
    if library == "jsonschema":
        # unevaluatedItems and -Properties: annotations of subschemas that do not hold are dropped (Core 2020-12 §11).
        return "unevaluated" in text
    # 1e3, 2**53 and the like: numbers beyond 64 bits are floats there (Core 2020-12 §6.3).
    return "unevaluated" in text or any(abs(n) > 2**53 for n in numbers([schema, value]))


def numbers(value: Any) -> list[Any]:
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return [n for each in value for n in numbers(each)]
    return [value] if isinstance(value, (int, float)) else []


@pytest.mark.parametrize("library", ["jsonschema", "jsonschema_rs"])
def test_same_verdicts(library: str) -> None:
    other = pytest.importorskip(library)
    different = []
    last: Any = None
    for schema, value in schema_pairs.pairs(20_27, COUNT):
        if schema is not last:
            last = schema
            validator = other.validator_for(schema) if library == "jsonschema_rs" else other.validators.validator_for(schema)(schema)
        theirs = validator.is_valid(value)
        if ours(value, schema) is not theirs:
            different.append((schema, value, theirs))
    unexplained = [each for each in different if not allowed(*each[:2], library)]
    print(f"{library}: {len(different)} of {COUNT} differ")
    for schema, value, theirs in different[:20]:
        print(json.dumps(schema), json.dumps(value), theirs)
    assert unexplained == []
