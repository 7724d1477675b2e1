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
    valid = jsonbeacon.schema_errors(value, schema) == []
    text = "Here: " + json.dumps({"v": value}, ensure_ascii=False)
    wrapped = {
        "$schema": schema["$schema"],
        "properties": {"v": {**schema, IDENTIFIERS.get(schema["$schema"], "$id"): "x:v"}},
    }
    try:
        jsonbeacon.extract_json(text, schema=wrapped)
        assert valid, (schema, value)
    except jsonbeacon.SchemaValidationError:
        assert not valid, (schema, value)
    return valid


IDENTIFIERS = {schema_pairs.DRAFTS[4]: "id"}


@pytest.mark.parametrize("library", ["jsonschema", "jsonschema_rs"])
def test_same_verdicts(library: str) -> None:
    other = pytest.importorskip(library)
    different = []
    last: Any = None
    for schema, value in schema_pairs.pairs(20_27, COUNT):
        if schema is not last:
            last = schema
            if library == "jsonschema":
                validator = other.validators.validator_for(schema)(schema)
            else:
                validator = other.validator_for(schema)
        try:
            theirs = validator.is_valid(value)
        except TypeError:
            # jsonschema, drafts 6 to 2019-09: additionalItems beside "items": true, which is a schema (draft 6,
            # Validation §6.9), fails with a TypeError.
            assert library == "jsonschema" and "additionalItems" in json.dumps(schema)
            continue
        if ours(value, schema) is not theirs:
            different.append((schema, value, theirs))
    if library == "jsonschema":
        # \\w is ASCII alone (Core 2020-12 §6.4: ECMA-262, §22.2.2.9); there it is Python's, which knows é and 字.
        different = [each for each in different if r"\\w" not in json.dumps(each[0])]
    assert different == []
