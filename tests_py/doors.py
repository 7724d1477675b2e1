"""Requests to the tools, and what the package's own functions say to them: the door that the others are held against."""

from __future__ import annotations

from typing import Any

import jsonbeacon
from corpus import TESTDATA, rows
from jsonbeacon import JSONBeaconError, SchemaError

POLICIES: list[dict[str, Any]] = [
    {},
    {
        "select": "only",
        "kind": "object",
        "reasoning": "skip",
        "tags": ["result", "json", "output"],
        "invisible": "strip",
    },
    {
        "select": "last",
        "reasoning": "skip",
        "tags": "result",
        "repair": "guess",
        "fallthrough": True,
        "blank": "reject",
    },
    {"select": "largest", "kind": "any", "repair": "all", "sources": ["inline"], "invisible": "syntax"},
    {"kind": "array", "repair": "syntax", "sources": "fence", "max_length": 300},
]
WORDS: dict[str, Any] = {"items": {"type": "string", "minLength": 3}}
SCHEMAS: list[dict[str, Any]] = [
    {
        "schema": {
            "type": "object",
            "required": ["name", "é😀"],
            "additionalProperties": {"type": ["string", "integer"]},
        }
    },
    {"schema": '{"properties": {"a": {"maximum": 1e-5, "multipleOf": 0.50}}, "additionalProperties": false}'},
    {"schema": False},
    {"schema": "true"},
    {"schema": {"anyOf": [WORDS, {"type": "object", "minProperties": 2, "propertyNames": {"maxLength": 4}}]}},
    {
        "schema": {"additionalProperties": {"$ref": "x:day"}},
        "schema_registry": {"x:day": {"anyOf": [{"type": "number"}, {"format": "date"}]}, "x:none": "{}"},
        "formats": True,
    },
    {"schema": {"additionalProperties": {"enum": [1.0, "\x7f\u2028é", None]}, "items": {"const": {"a/b": [2.5]}}}},
    {"schema": {"$defs": {"x": WORDS}, "items": {"$ref": "#/$defs/x"}}, "formats": False, "schema_registry": None},
]
LEVELS = ("syntax", "guess", "all")


def extracted(request: dict[str, Any]) -> str:
    """What ``extract_json_detailed`` gives, as JSON."""
    try:
        return f'{{"result":{jsonbeacon.extract_json_detailed(**request).to_json()}}}'
    except SchemaError as error:  # of the request
        return error.to_json()
    except JSONBeaconError as error:
        return f'{{"result":{error.to_json()}}}'


def repaired(request: dict[str, Any]) -> str:
    """What ``repair_json`` gives, as JSON."""
    try:
        return f'{{"result":{jsonbeacon.repair_json(**request).to_json()}}}'
    except JSONBeaconError as error:
        return f'{{"result":{error.to_json()}}}'


def listed(request: dict[str, Any]) -> str:
    """What ``list_candidates`` gives, as JSON. A text that it cannot take is no result."""
    try:
        return f'{{"result":{jsonbeacon.list_candidates(**request).to_json()}}}'
    except JSONBeaconError as error:
        return error.to_json()


PYTHON = {"extract-json": extracted, "repair-json": repaired, "json-candidate-list": listed}


HARD = [
    'Half \ud800 of {"a": "\ud800"}',
    "[1, /* \udfff */ 2]",
    '\x00{"a": "\\u0000"}\x00',
    '😀{"é": "😀\u2028\x7f"}',
    '{"n": [1.0, 1e5, -0, 12345678901234567890123456789, 0.1234567890123456789]}',
    "\r\n> * [\n",
    "字😀\r\n{'字': '😀', # 😀\n 'a': {'b\u200b': [1, 2.50e3, '字\\u200b'],},\r\n 'é😀': NaN",
    '{"a": "\u200b😀", "b": "\\u200b", "c":\u200b {"d": \u200b[ tru]}} {"a": 1.0, "c": -0}',
    '{"a":\r',
    "{a: [1, 2, ...], b: <name>\r",
]
"""Texts on which doors could differ: what UTF-8, C strings, JavaScript or a float cannot hold."""


def texts() -> list[str]:
    """Every text of the corpora."""
    found = [
        row[name]
        for file in sorted(TESTDATA.rglob("*.jsonl"))
        for row in rows(str(file))
        for name in ("text", "input")
        if name in row
    ]
    return [*HARD, *dict.fromkeys(each for each in found if isinstance(each, str))]


def requests(every: int = 1) -> list[tuple[str, dict[str, Any]]]:
    """Tools and requests to them: each text, or every so many, under each policy, level and list, and
    with one of the schemas."""
    made: list[tuple[str, dict[str, Any]]] = []
    for i, text in enumerate(texts()):
        made += [("extract-json", {"text": text, **policy}) for policy in POLICIES]
        made += [("extract-json", {"text": text, **POLICIES[i % 5], **SCHEMAS[i % 8]})]
        made += [("repair-json", {"text": text, "level": level}) for level in LEVELS]
        made += [("json-candidate-list", {"text": text, "repair": repair}) for repair in (False, True)]
    return made[::every]


def in_utf8(made: list[tuple[str, dict[str, Any]]]) -> list[tuple[str, dict[str, Any]]]:
    """Those whose text has no half of a surrogate pair: what MCP can carry."""
    return [each for each in made if each[1]["text"].encode("utf-8", "replace").decode() == each[1]["text"]]
