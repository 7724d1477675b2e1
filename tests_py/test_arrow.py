"""jsonbeacon.arrow: each row of a column is what the one call for its text says, whoever made the column."""

from __future__ import annotations

import json
from typing import Any

import doors
import generate
import jsonbeacon
import jsonbeacon.arrow
import pytest

pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed")

FIELDS = {
    "value": str,
    "kind": str,
    "source": str,
    "start": int,
    "end": int,
    "candidates": int,
    "repairs": str,
    "truncated": bool,
    "reason": str,
    "code": str,
    "message": str,
    "position": int,
    "line": int,
    "column": int,
    "violations": str,
}


def by_one_call(text: str | bytes | None, options: dict[str, Any]) -> dict[str, Any] | None:
    """A row, from what one call says."""
    if text is None:
        return None
    row = dict.fromkeys(FIELDS)
    try:
        found = jsonbeacon.extract_json_detailed(text, **{k: v for k, v in options.items() if k != "required"})
    except jsonbeacon.NoJSONFoundError as error:
        if not options.get("required", True):
            return row | {"candidates": 0, "repairs": "[]", "truncated": False}
        form = error.to_json()
    except jsonbeacon.JSONBeaconError as error:
        form = error.to_json()
    else:
        form = found.to_json()
        repairs, _, truncated = form[form.index('"repairs":') + len('"repairs":') : -1].rpartition(',"truncated":')
        row |= {"value": found.value_json, "repairs": repairs, "truncated": json.loads(truncated)}
        row |= {name: getattr(found, name) for name in ("source", "start", "end", "candidates")}
        row["kind"] = {"{": "object", "[": "array"}[found.value_json[0]]
        assert form.startswith(f'{{"value":{row["value"]},"source"')
        return row
    facts = json.loads(form)["error"]
    if "violations" in facts:
        del facts["violations"]
        row["violations"] = form[form.index('"violations":') + len('"violations":') : -2]
    assert facts.keys() <= row.keys()
    return row | facts


def rows(column: Any, **options: Any) -> list[dict[str, Any] | None]:
    result = jsonbeacon.arrow.extract(column, **options)
    taken = pa.chunked_array(result)
    taken.validate(full=True)
    assert len(taken) == len(result)
    assert taken.num_chunks == result.num_chunks
    return taken.to_pylist()


TEXTS = [
    'Sure: {"a": 1.0, "b": "\\u00e9\\n"}',
    None,
    'The user wants to {"intent": cancel',
    "no",
    "",
    'é€😀\n```json\n[1, {"é": 2}]\n``` x [3]',
    "{'a': 1}",
    'é\n€ {"é": 1, "é": 2}',
    '{"a": [1, 2',
]

OPTIONS: list[dict[str, Any]] = [
    {},
    {"select": "last"},
    {"select": "largest", "kind": "any"},
    {"select": "only", "kind": "object"},
    {"required": False},
    {"repair": "syntax"},
    {"repair": "all", "fallthrough": True, "invisible": "strip"},
    {"reasoning": "skip", "tags": ("result", "json"), "select": "last"},
    {"blank": "reject", "sources": "inline"},
    {"max_length": 30},
    {"max_length": 30, "repair": "guess"},
    {"schema": {"required": ["a"], "properties": {"a": {"type": "integer"}}}},
    {"schema": '{"type": "object", "maxProperties": 1}', "repair": "guess", "fallthrough": True},
]


def is_utf8(text: str | None) -> bool:
    """Whether there is no half of a surrogate pair in it."""
    return text is None or text.isascii() or not any("\ud800" <= c < "\ue000" for c in text)


CORPUS = [text for text in [*TEXTS, *doors.texts(), *generate.texts(10, 1500)] if is_utf8(text)]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_each_row_is_what_one_call_says(options: dict[str, Any]) -> None:
    for text, row in zip(CORPUS, rows(pa.array(CORPUS), **options), strict=True):
        assert row == by_one_call(text, options), text


def test_many_texts_are_what_one_call_says_of_each() -> None:
    def one(text: str | None) -> Any:
        try:
            return text if text is None else jsonbeacon.extract_json(text)
        except jsonbeacon.JSONBeaconError as error:
            return error.to_json()

    expected = [one(text) for text in CORPUS]
    for texts in (CORPUS, tuple(CORPUS), iter(CORPUS), pa.array(CORPUS), pa.chunked_array([CORPUS[:99], CORPUS[99:]])):
        found = jsonbeacon.extract_json_many(texts, on_error="return")
        got = [each.to_json() if isinstance(each, jsonbeacon.JSONBeaconError) else each for each in found]
        assert got == expected
