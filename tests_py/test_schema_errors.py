"""What a JSON Schema's violations say, and where; what is wrong with schemas; what stays exact."""

from __future__ import annotations

import collections
import copy
import decimal
import json
import multiprocessing
import pickle
import threading
from typing import Any

import jsonbeacon
import pytest
from jsonbeacon import _json_schema, _serial

# schema, text, [(path, keyword, message, what stands at line and column)]
VIOLATIONS: list[tuple[Any, str, list[tuple[str, str, str, str]]]] = [
    ({"type": "object"}, "[1]", [("", "type", "expected object, found array", "[1]")]),
    ({"items": {"type": "integer"}}, "[1.5]", [("/0", "type", "expected integer, found 1.5", "1.5")]),
    ({"items": {"type": ["string", "null"]}}, "[1]", [("/0", "type", "expected null or string, found number", "1]")]),
    ({"items": {"enum": ["a", 1]}}, '["b"]', [("/0", "enum", 'expected one of "a", 1, found "b"', '"b"')]),
    ({"items": {"const": {"a": 1}}}, "[[]]", [("/0", "const", 'expected {"a":1}, found an array', "[]]")]),
    ({"items": {"minimum": 2}}, "[1]", [("/0", "minimum", "expected at least 2, found 1", "1]")]),
    ({"items": {"maximum": 2}}, "[3]", [("/0", "maximum", "expected at most 2, found 3", "3]")]),
    ({"items": {"exclusiveMinimum": 2}}, "[2]", [("/0", "exclusiveMinimum", "expected more than 2, found 2", "2]")]),
    ({"items": {"exclusiveMaximum": 2}}, "[2]", [("/0", "exclusiveMaximum", "expected less than 2, found 2", "2]")]),
    ({"items": {"multipleOf": 0.1}}, "[0.35]", [("/0", "multipleOf", "expected a multiple of 0.1, found 0.35", "0.35")]),
    ({"items": {"minLength": 1}}, '[""]', [("/0", "minLength", "expected at least 1 character, found 0", '""')]),
    ({"items": {"maxLength": 2}}, '["字字字"]', [("/0", "maxLength", "expected at most 2 characters, found 3", '"字')]),
    ({"items": {"pattern": "^a$"}}, '["b"]', [("/0", "pattern", 'expected a match of "^a$", found "b"', '"b"')]),
    ({"minItems": 2}, "[1]", [("", "minItems", "expected at least 2 elements, found 1", "[1]")]),
    ({"maxItems": 1}, "[1,2]", [("", "maxItems", "expected at most 1 element, found 2", "[1,2]")]),
    ({"uniqueItems": True}, '[{"a":1,"b":2}, {"b":2.0,"a":1e0}]', [("/1", "uniqueItems", "expected unique elements, found an object again", '{"b"')]),
    ({"contains": {"const": 1}}, "[2]", [("", "contains", "expected an element that fits contains, found none", "[2]")]),
    ({"contains": True, "maxContains": 1}, "[1,2]", [("", "maxContains", "expected at most 1 element that fits contains, found 2", "[1")]),
    ({"prefixItems": [True], "items": False}, "[1,2]", [("/1", "items", "no such element is allowed", "2]")]),
    ({"required": ["b", "a/b"]}, '{"a": 1}', [("/b", "required", 'missing member "b"', '{"a"'), ("/a~1b", "required", 'missing member "a/b"', '{"a"')]),
    ({"minProperties": 2}, '{"a": 1}', [("", "minProperties", "expected at least 2 members, found 1", "{")]),
    ({"additionalProperties": False}, '{"a": 1}', [("/a", "additionalProperties", "no such member is allowed", "1}")]),
    ({"unevaluatedProperties": False}, '{"a": 1}', [("/a", "unevaluatedProperties", "no such member is allowed", "1}")]),
    ({"propertyNames": {"maxLength": 1}}, '{"ab": 1}', [("/ab", "propertyNames", 'the name "ab" is not allowed', '"ab"')]),
    ({"dependentRequired": {"a": ["b"]}}, '{"a": 1}', [("/b", "dependentRequired", 'missing member "b", which another one requires', '{"a"')]),
    ({"not": {}}, "[1]", [("", "not", "expected something else than an array", "[1]")]),
    (False, "[1]", [("", "false", "nothing is allowed here", "[1]")]),
    ({"properties": {"a": False}}, '{"a": 1}', [("/a", "properties", "no such member is allowed", "1}")]),
    ({"items": {"oneOf": [True, {}]}}, "[1]", [("/0", "oneOf", "expected exactly one of the alternatives to fit, found 2 that do", "1]")]),
    ({"items": {"anyOf": [{"type": "string"}, {"type": "null"}]}}, "[1]", [("/0", "anyOf", "expected null or string, found number", "1]")]),
    (
        {"items": {"oneOf": [{"properties": {"kind": {"const": k}, "n": {"type": t}}} for k, t in (("a", "string"), ("b", "null"))]}},
        '[{"kind": "b", "n": 1}]',
        [("/0", "oneOf", "expected one of the alternatives, found an object", "{"), ("/0/n", "type", "expected null, found number", "1}")],
    ),
    ({"items": {"$ref": "#/$defs/a"}, "$defs": {"a": {"type": "null"}}}, "[1]", [("/0", "type", "expected null, found number", "1]")]),
]  # fmt: skip


@pytest.mark.parametrize(("schema", "json_text", "expected"), VIOLATIONS, ids=[row[2][0][1] for row in VIOLATIONS])
def test_violations(schema: Any, json_text: str, expected: list[tuple[str, str, str, str]]) -> None:
    for before in ("Sure:\r\n", "Sûre: ", "字:\n\n ", "😀 "):
        text = before + json_text + " Done."
        with pytest.raises(jsonbeacon.SchemaValidationError) as caught:
            jsonbeacon.extract_json(text, schema=schema)
        errors = caught.value.errors
        assert [(each["path"], each["keyword"], each["message"]) for each in errors] == [row[:3] for row in expected]
        for each, row in zip(errors, expected, strict=True):
            assert text.split("\n")[each["line"] - 1][each["column"] - 1 :].startswith(row[3])
        assert jsonbeacon.schema_errors(json.loads(json_text), schema) == [
            {**each, "line": None, "column": None} for each in errors
        ]
        assert pickle.loads(pickle.dumps(caught.value)).errors == errors
        assert copy.copy(caught.value).errors == errors


def test_expected_and_found() -> None:
    errors = jsonbeacon.schema_errors(
        {"a": "x", "n": 2**70, "big": ["y" * 500]},
        {"properties": {"a": {"enum": [1, None]}, "n": {"maximum": 1.5}, "big": {"items": {"const": 1}}}},
    )
    assert [(each.get("expected"), each.get("found")) for each in errors] == [([1, None], "x"), (1.5, 2**70), (1, None)]


def test_more_violations_than_are_listed_are_counted() -> None:
    with pytest.raises(jsonbeacon.SchemaValidationError) as caught:
        jsonbeacon.extract_json("[" + "1," * 249 + "1]", schema={"items": {"type": "string"}})
    assert (len(caught.value.errors), caught.value.count) == (100, 250)
    assert str(caught.value).startswith("250 schema violations, the first at /0: ")


def test_places_of_a_value_that_was_repaired() -> None:
    text = "Sure: {'a': 1, // the first\n 'b': 'x',}"
    with pytest.raises(jsonbeacon.SchemaValidationError) as caught:
        jsonbeacon.extract_json(text, schema={"properties": {"b": {"type": "integer"}}}, repair="syntax")
    [error] = caught.value.errors
    assert (error["line"], error["column"]) == (2, 7)
    with pytest.raises(jsonbeacon.SchemaValidationError) as caught:
        jsonbeacon.extract_json('["\u200ba", "\u200b", 1]', schema={"items": {"type": "string"}}, invisible="strip")
    assert [(each["path"], each["column"]) for each in caught.value.errors] == [("/2", 13)]


def test_fall_through_takes_what_fits() -> None:
    text = 'A draft: {"n": "x"}. The answer: {"n": 1}.'
    assert jsonbeacon.extract_json(text, schema={"properties": {"n": {"type": "integer"}}}, fallthrough=True) == {
        "n": 1
    }


def test_feedback() -> None:
    with pytest.raises(jsonbeacon.SchemaValidationError) as caught:
        jsonbeacon.extract_json('{"n": "x"}', schema={"properties": {"n": {"type": "integer"}}})
    assert caught.value.feedback().splitlines() == [
        "Your reply does not fit the schema:",
        '- at /n: expected integer, found string (line 1, column 7): you wrote "x"',
        '{"n": "x"}',
        "      ^",
        "Correct each of these, and keep the rest.",
        "Reply again with the complete JSON and nothing else. It must be strict JSON (RFC 8259).",
    ]


# ---- Exactness


def test_numbers_are_exact() -> None:
    big = 2**64 + 1
    assert jsonbeacon.extract_json(f'{{"n": {big}}}', schema={"properties": {"n": {"const": big}}}) == {"n": big}
    for other in (big + 1, big - 1):
        assert jsonbeacon.schema_errors(other, {"const": big}) and jsonbeacon.schema_errors(big, {"maximum": big - 1})
    assert jsonbeacon.schema_errors(10**5000, {"type": "integer", "multipleOf": 10**18, "minimum": 10**5000}) == []
    assert jsonbeacon.schema_errors(10**5000 + 1, {"maximum": 10**5000})
    third = decimal.Decimal("0.30000000000000000000000000000000000001")
    assert jsonbeacon.schema_errors(third, {"multipleOf": 0.1})
    assert jsonbeacon.schema_errors(decimal.Decimal("19.99"), {"multipleOf": 0.01}) == []
    for text in ("1.0", "1e0", "10e-1", "1" + "0" * 400 + "e-400"):
        assert jsonbeacon.extract_json(f"[{text}]", schema={"items": {"type": "integer", "const": 1}}) == [1]
    text = "[1e-999999999, 2e-999999999, -0.0]"
    assert jsonbeacon.extract_json(text, schema={"uniqueItems": True, "items": {"maximum": 0.1}})


def test_one_is_not_true() -> None:
    for schema in ({"const": 1}, {"enum": [1]}):
        assert jsonbeacon.schema_errors(True, schema) and not jsonbeacon.schema_errors(1.0, schema)
    assert jsonbeacon.schema_errors([1, True], {"uniqueItems": True}) == []
    assert jsonbeacon.schema_errors([0, False, None, "", [], {}], {"uniqueItems": True}) == []


def test_a_schema_that_changes_is_compiled_anew() -> None:
    schema: dict[str, Any] = {"const": 1}
    assert jsonbeacon.schema_errors(1, schema) == []
    schema["const"] = True
    assert jsonbeacon.schema_errors(1, schema) != []
    registry: dict[str, Any] = {"a": {"const": 1}}
    assert jsonbeacon.schema_errors(1, {"$ref": "a"}, schema_registry=registry) == []
    registry["a"]["const"] = 2
    assert jsonbeacon.schema_errors(1, {"$ref": "a"}, schema_registry=registry) != []
    for length in range(300):
        jsonbeacon.validate_schema("", {"maxLength": length})
        jsonbeacon.validate_schema("", f'{{"maxLength": {length}}}')
    assert len(_json_schema._by_identity) <= _json_schema.KEPT and len(_json_schema._by_text) <= _json_schema.KEPT


@pytest.mark.parametrize(
    "value",
    [
        {1: 2}, {None: 1}, (1,), {1}, b"x", float("nan"), [float("inf")], decimal.Decimal("NaN"), object(), "\ud800",
        {"\udfff": 1}, 1j,
    ],
)  # fmt: skip
def test_what_is_no_json(value: Any) -> None:
    with pytest.raises(TypeError):
        jsonbeacon.validate_schema(value, {})


def test_subclasses_are_what_they_derive_from() -> None:
    class Number(int):
        def __repr__(self) -> str:
            return "no number"

    assert _serial.serialised(collections.OrderedDict(a=Number(3))) == '{"a":3}'
    deep: list[Any] = []
    for _ in range(511):
        deep = [deep]
    jsonbeacon.validate_schema(deep, {})
    with pytest.raises(ValueError, match="deeper than 512"):
        jsonbeacon.validate_schema([deep], {})
    deep[:] = [deep]
    with pytest.raises(ValueError, match="deeper than 512"):
        jsonbeacon.validate_schema(deep, {})


# ---- Schemas that are wrong

WRONG: list[tuple[Any, str, str]] = [
    ({"type": "int"}, "/type", 'found "int"'),
    ({"properties": {"a": {"minLength": -1}}}, "/properties/a/minLength", "expected at least 0"),
    ({"properties": {"a": 3}}, "/properties/a", "expected boolean or object, found number"),
    ({"$ref": "#/$defs/no"}, "/$ref", "names nothing that exists"),
    ({"$ref": "#no"}, "/$ref", "names no anchor"),
    ({"items": {"$ref": "https://example.com/a.json"}}, "/items/$ref", "nothing is fetched"),
    ({"$ref": "file:///etc/passwd"}, "/$ref", "nothing is fetched"),
    ({"$schema": "https://example.com/x"}, "/$schema", "unknown dialect"),
    ({"pattern": "("}, "/pattern", "group that is not closed"),
    ({"pattern": "(?=a)"}, "/pattern", "looks ahead"),
    ({"pattern": r"(a)\1"}, "/pattern", "refers back"),
    ({"pattern": "a{20000}"}, "/pattern", "repeats more than"),
    ({"pattern": "a**"}, "/pattern", "nothing to repeat"),
    ({"patternProperties": {"[": {}}}, "/patternProperties/[", "class that is not closed"),
    ({"$ref": "#"}, "", "refers to itself"),
    ({"allOf": [{"$ref": "#/$defs/a"}], "$defs": {"a": {"anyOf": [{"$ref": "#"}]}}}, "", "refers to itself"),
    ({"$defs": {"a": {"$anchor": "x"}, "b": {"$anchor": "x"}}}, "/$defs/", "stands twice"),
    ('{"a": 1, "a": 2}', "", "no JSON: repeated key"),
    ("{'a': 1}", "", "no JSON: expected a key"),
    ({"a": {1}}, "", "the schema is no JSON"),
    ({"const": float("nan")}, "", "the schema is no JSON"),
]


@pytest.mark.parametrize(("schema", "path", "message"), WRONG)
def test_a_schema_that_is_wrong(schema: Any, path: str, message: str) -> None:
    for call in (
        lambda: jsonbeacon.Extractor(schema=schema),
        lambda: jsonbeacon.extract_json("nothing", schema=schema),
        lambda: jsonbeacon.extract_json_detailed("nothing", schema=schema),
        lambda: jsonbeacon.extract_all("nothing", schema=schema),
        lambda: jsonbeacon.validate_schema(1, schema),
        lambda: jsonbeacon.schema_errors(1, schema),
    ):
        with pytest.raises(jsonbeacon.SchemaError) as caught:
            call()
        assert message in str(caught.value)
        assert (caught.value.path or "").startswith(path)
        assert pickle.loads(pickle.dumps(caught.value)).path == caught.value.path
        assert (caught.value.code, caught.value.reason, caught.value.feedback()) == ("schema.invalid", "schema", "")


def test_the_place_in_a_text() -> None:
    with pytest.raises(jsonbeacon.SchemaError) as caught:
        jsonbeacon.Extractor(schema='{"items":\n  {"type": 3}}')
    assert (caught.value.path, caught.value.line, caught.value.column) == ("/items/type", 2, 12)


def test_registry() -> None:
    registry = {
        "https://example.com/item.json": {"type": "integer"},
        "relative.json": '{"$id": "https://example.com/other", "$defs": {"s": {"$anchor": "s", "type": "string"}}}',
    }
    for reference, good, bad in (
        ("https://example.com/item.json", 1, "x"),
        ("relative.json#s", "x", 1),
        ("https://example.com/other#/$defs/s", "x", 1),
    ):
        schema = {"items": {"$ref": reference}}
        extractor = jsonbeacon.Extractor(schema=schema, schema_registry=registry)
        assert extractor.extract(json.dumps([good])) == [good]
        for each in (extractor, pickle.loads(pickle.dumps(extractor)), copy.deepcopy(extractor)):
            with pytest.raises(jsonbeacon.SchemaValidationError):
                each.extract(json.dumps([bad]))
            assert (each.schema, each.schema_registry) == (schema, registry)
    with pytest.raises(jsonbeacon.SchemaError) as caught:
        jsonbeacon.validate_schema(1, {"$ref": "a"}, schema_registry={"a": {"type": "int"}})
    assert (caught.value.document, caught.value.path) == ("schema:///a", "/type")
    for wrong in ([], "x", {1: {}}):
        with pytest.raises(ValueError, match="schema_registry must be None or a dict"):
            jsonbeacon.extract_json("[1]", schema={}, schema_registry=wrong)  # type: ignore[call-overload]
    with pytest.raises(ValueError, match="formats must be one of True, False"):
        jsonbeacon.extract_json("[1]", schema={}, formats=1)  # type: ignore[call-overload]


def test_formats() -> None:
    for dialect in ("https://json-schema.org/draft/2020-12/schema", "http://json-schema.org/draft-07/schema#"):
        schema = {"$schema": dialect, "items": {"format": "date"}}
        assert jsonbeacon.extract_json('["x"]', schema=schema) == ["x"]
        with pytest.raises(jsonbeacon.SchemaValidationError) as caught:
            jsonbeacon.extract_json('["x"]', schema=schema, formats=True)
        assert caught.value.errors[0]["message"] == 'expected the format "date", found "x"'
        assert jsonbeacon.extract_json('["2024-02-29"]', schema=schema, formats=True)
        extractor = jsonbeacon.Extractor(schema=schema, formats=True)
        assert pickle.loads(pickle.dumps(extractor)) == extractor and extractor.formats is True


# ---- Hostile schemas, threads, forks


def test_schemas_that_would_take_forever() -> None:
    twice = {f"d{n}": {"allOf": [{"$ref": f"#/$defs/d{n + 1}"}] * 2} for n in range(40)}
    schema = {"$ref": "#/$defs/d0", "$defs": {**twice, "d40": {"type": "array"}}}
    with pytest.raises(jsonbeacon.SchemaError, match="too many steps"):
        jsonbeacon.extract_json("[1]", schema=schema)
    tree = {"anyOf": [{"items": {"$ref": "#"}, "minItems": 1}] * 4}
    with pytest.raises(jsonbeacon.JSONBeaconError):
        jsonbeacon.extract_json("[" * 30 + "]" * 30, schema=tree)
    chain = {f"c{n}": {"$ref": f"#/$defs/c{n + 1}", "title": ""} for n in range(20_000)}
    schema = {"$ref": "#/$defs/c0", "$defs": {**chain, "c20000": {}}}
    try:
        jsonbeacon.extract_json("[1]", schema=schema)
    except jsonbeacon.SchemaError as error:
        assert "too many" in str(error)
    deep: dict[str, Any] = {}
    for _ in range(250):
        deep = {"items": deep}
    assert jsonbeacon.extract_json("[" * 250 + "]" * 250, schema=deep)
    for pattern in ("^(a+)+$", "^(a|a)*$", "^(a|aa)+$", "^(.*a){20}$", "([a-z]+)*\\d"):
        assert jsonbeacon.schema_errors("a" * 50_000 + "!", {"pattern": pattern})


def test_a_schema_too_large() -> None:
    with pytest.raises(jsonbeacon.SchemaError, match="more than 262144 values"):
        jsonbeacon.Extractor(schema={"enum": list(range(300_000))})


def test_threads_share_a_schema() -> None:
    schema = {"items": {"type": "integer"}}
    extractor = jsonbeacon.Extractor(schema=schema)
    wrong: list[object] = []

    def work(thread: int) -> None:
        for n in range(300):
            bad = (n + thread) % 3 == 0
            text = json.dumps([n] * (5000 if n % 50 == 0 else 3) + (["x"] if bad else []))
            try:
                extractor.extract(text)
                jsonbeacon.extract_json(text, schema=dict(schema))
                good = True
            except jsonbeacon.SchemaValidationError:
                good = False
            except Exception as error:  # noqa: BLE001 - a thread's own would be lost
                wrong.append(error)
                return
            if good is bad:
                wrong.append(n)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


EXTRACTOR = jsonbeacon.Extractor(schema={"items": {"type": "integer"}})


def count(text: str) -> int:
    try:
        return len(EXTRACTOR.extract(text))
    except jsonbeacon.SchemaValidationError as error:
        return -len(error.errors)


def test_a_schema_outlives_a_fork() -> None:
    assert count("[1]") == 1
    with multiprocessing.get_context("fork").Pool(3) as pool:
        assert pool.map_async(count, ["[1, 2]", '["x", "y"]'] * 20).get(60) == [2, -2] * 20
    assert count('["x"]') == -1


def test_no_memory_is_no_verdict() -> None:
    """A schema that runs out of memory has not refused the value."""

    def starved(value: object) -> object:
        raise MemoryError

    for call in (
        lambda: jsonbeacon.extract_json("{}", schema=starved),
        lambda: jsonbeacon.extract_json_many(["{}"], schema=starved, on_error="return"),
        lambda: jsonbeacon.validate_schema({}, starved),
        lambda: jsonbeacon.schema_errors({}, starved),
    ):
        with pytest.raises(MemoryError):
            call()
