"""The official JSON-Schema-Test-Suite through Python: every mandatory test of the five drafts."""

from __future__ import annotations

import json
import pathlib
from typing import Any

import jsonbeacon
import pytest

SUITE = pathlib.Path(__file__).parent.parent / "tests_go" / "testdata" / "JSON-Schema-Test-Suite"
DRAFTS = {
    "draft2020-12": "https://json-schema.org/draft/2020-12/schema",
    "draft2019-09": "https://json-schema.org/draft/2019-09/schema",
    "draft7": "http://json-schema.org/draft-07/schema#",
    "draft6": "http://json-schema.org/draft-06/schema#",
    "draft4": "http://json-schema.org/draft-04/schema#",
}
REMOTES = {
    "http://localhost:1234/" + path.relative_to(SUITE / "remotes").as_posix(): path.read_text("utf-8")
    for path in (SUITE / "remotes").rglob("*.json")
}
FILES = [path for draft in DRAFTS for path in sorted((SUITE / "tests" / draft).glob("*.json"))]


def dialect(schema: Any, draft: str) -> Any:
    """The schema with its dialect said, which the files of the older drafts leave out."""
    if isinstance(schema, dict) and "$schema" not in schema:
        return {"$schema": DRAFTS[draft], **schema}
    return schema


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_mandatory(path: pathlib.Path) -> None:
    draft = path.parent.name
    for group in json.loads(path.read_text("utf-8")):
        schema = dialect(group["schema"], draft)
        for test in group["tests"]:
            errors = jsonbeacon.schema_errors(test["data"], schema, schema_registry=REMOTES)
            assert (errors == []) is test["valid"], (group["description"], test["description"], errors)
            # Inside of another schema a reference from the root would be another one.
            if any(word in json.dumps(schema) for word in ("Ref", "$ref", "id")):
                continue
            text = "Here: " + json.dumps({"v": test["data"]}, ensure_ascii=False)
            wrapped = {"$schema": DRAFTS[draft], "properties": {"v": schema}}
            try:
                jsonbeacon.extract_json(text, schema=wrapped, schema_registry=REMOTES)
                valid = True
            except jsonbeacon.SchemaValidationError as error:
                valid = False
                assert all(each["path"].startswith("/v") for each in error.errors)
            assert valid is test["valid"], (group["description"], test["description"])
