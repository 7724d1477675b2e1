"""The types of typed columns: those of JSON Schemas, and those that no column of JSON can have."""

from __future__ import annotations

import json
from typing import Any

import arrow_abi
import jsonbeacon
import jsonbeacon.arrow
import pytest
from arrow_abi import laid_out
from test_arrow_typed import extracted

pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed")

# ---- Types from JSON Schemas ----

REFERRING = {
    "$id": "https://example.com/root",
    "type": "object",
    "properties": {
        "item": {"$ref": "#/$defs/item", "description": "…"},
        "tree": {"$ref": "#/$defs/tree"},
        "escaped": {"$ref": "#/$defs/a~1b%25"},
        "foreign": {"$ref": "https://example.com/other"},
        "apart": {"$ref": "#/$defs/apart"},
        "within": {"$ref": "#/$defs/apart/properties/item"},
    },
    "required": ["item"],
    "$defs": {
        "item": {"type": "object", "properties": {"n": {"type": "integer"}}},
        "tree": {"type": "object", "properties": {"kids": {"type": "array", "items": {"$ref": "#/$defs/tree"}}}},
        "a/b%": {"type": "boolean"},
        "apart": {
            "$id": "https://example.com/apart",
            "type": "object",
            "properties": {"item": {"$ref": "#/$defs/item"}},
            "$defs": {"item": {"type": "string"}},
        },
    },
}


def test_the_type_of_a_schema() -> None:
    json_ = pa.json_()
    cases: list[tuple[dict[str, Any], Any]] = [
        ({"type": "string"}, pa.string()),
        ({"type": "integer", "minimum": 0}, pa.int64()),
        ({"type": "number"}, pa.float64()),
        ({"type": "boolean"}, pa.bool_()),
        ({"type": "null"}, pa.null()),
        ({"type": ["string", "null"]}, pa.string()),
        ({"type": ["integer", "number"]}, pa.float64()),
        ({"type": ["integer", "string"]}, json_),
        ({"enum": ["a", "b", None]}, pa.string()),
        ({"enum": [1, 2.5]}, pa.float64()),
        ({"enum": [1, True]}, json_),
        ({"const": True}, pa.bool_()),
        ({"const": {}}, json_),
        ({"anyOf": [{"type": "string", "maxLength": 3}, {"type": "null"}]}, pa.string()),
        ({"oneOf": [{"type": "integer"}, {"type": "number"}]}, pa.float64()),
        ({"anyOf": [{"type": "string"}, {"type": "integer"}]}, json_),
        ({"anyOf": [{"type": "object", "properties": {"a": {}}}], "properties": {"b": {}}}, json_),
        ({"allOf": [{"type": "string"}, {"minLength": 1}], "default": ""}, pa.string()),
        ({"allOf": [{"type": "string"}, {"enum": ["a"]}]}, json_),
        ({"type": "array", "items": {"type": "boolean"}}, pa.list_(pa.field("item", pa.bool_(), nullable=False))),
        ({"type": "array"}, json_),
        ({"type": "array", "prefixItems": [{}], "items": {"type": "boolean"}}, json_),
        ({"type": "object"}, json_),
        ({"type": "object", "properties": {}, "additionalProperties": False}, json_),
        ({"type": "object", "patternProperties": {"^a": {}}}, json_),
        ({"type": "object", "properties": {"a\0": {}}}, json_),
        ({"type": "object", "additionalProperties": {"type": ["null", "number"]}}, pa.map_(pa.string(), pa.float64())),
        ({}, json_),
        ({"minimum": 3}, json_),
    ]
    schema = {"type": "object", "properties": {str(i): case for i, (case, _) in enumerate(cases)}}
    assert extracted(pa.array([], pa.string()), into=schema).type.field("data").type == pa.struct(
        [pa.field(str(i), type) for i, (_, type) in enumerate(cases)]
    )
    referring = extracted(
        pa.array([], pa.string()),
        into=json.dumps(REFERRING),
        schema_registry={"https://example.com/other": {"type": "string"}},
    )
    kids = pa.list_(pa.field("item", json_, nullable=False))
    assert referring.type.field("data").type == pa.struct(
        [
            pa.field("item", pa.struct({"n": pa.int64()}), nullable=False),
            pa.field("tree", pa.struct({"kids": kids})),
            pa.field("escaped", pa.bool_()),
            pa.field("foreign", json_),
            pa.field("apart", json_),
            pa.field("within", json_),
        ]
    )


def test_a_schema_within_itself() -> None:
    schema = {
        "type": "object",
        "properties": {"next": {"$ref": "#"}, "n": {"$ref": "#/properties/m"}, "m": {"const": 1}},
    }
    found = extracted(pa.array(['{"next": {"n": 1}, "n": 2}']), into=schema)
    assert found.field("data").to_pylist() == [{"next": '{"n":1}', "n": 2, "m": None}]
    twice: dict[str, Any] = {
        f"d{n}": {"type": "object", "properties": {c: {"$ref": f"#/$defs/d{n + 1}"} for c in "ab"}} for n in range(40)
    }
    for wide in (
        {"$ref": "#/$defs/d0", "$defs": {**twice, "d40": {}}},
        {"$ref": "#/$defs/d32", "$defs": {**twice, "d40": {}, "d39": {"type": "array", "items": twice["d0"]}}},
    ):
        with pytest.raises(TypeError, match="into (refers|has)"):
            jsonbeacon.arrow.extract(pa.array(["{}"]), into=wide)
    deep: dict[str, Any] = {"type": "integer"}
    for _ in range(200):
        deep = {"type": "array", "items": deep}
    with pytest.raises(TypeError, match="deeper than"):
        jsonbeacon.arrow.extract(pa.array(["{}"]), into=deep)


def test_the_type_of_the_schema_that_is_checked() -> None:
    pydantic = pytest.importorskip("pydantic", reason="pydantic is not installed")

    class Step(pydantic.BaseModel):  # type: ignore[name-defined,misc]
        text: str
        minutes: int | None = None
        extra: Any = None

    class Recipe(pydantic.BaseModel):  # type: ignore[name-defined,misc]
        name: str
        steps: list[Step]
        amounts: dict[str, float] | None = None

    texts = [
        '{"name": "x", "steps": [{"text": "mix", "extra": [1, {"a": null}]}, {"text": "bake", "minutes": 9}], "amounts": {"flour": 1}}',
        '{"name": "x", "steps": [{"minutes": 9}]}',
        '{"name": "x", "steps": []}',
    ]
    found = extracted(pa.array(texts), schema=Recipe.model_json_schema(), into=True)
    assert found.field("data").to_pylist() == [
        {
            "name": "x",
            "steps": [
                {"text": "mix", "minutes": None, "extra": '[1,{"a":null}]'},
                {"text": "bake", "minutes": 9, "extra": None},
            ],
            "amounts": [("flour", 1.0)],
        },
        None,
        {"name": "x", "steps": [], "amounts": None},
    ]
    with pytest.raises(TypeError, match="model_json_schema"):
        jsonbeacon.arrow.extract(pa.array(texts), into=Recipe)


def test_json_text_is_null_where_null_may_stand_and_text_where_it_must() -> None:
    into = pa.struct([pa.field("may", pa.json_()), pa.field("must", pa.json_(pa.large_string()), nullable=False)])
    texts = ['{"may": null, "must": null}', '{"must": {"a": 1.0}}', '{"may": "x"}']
    assert extracted(pa.array(texts), into=into).field("data").to_pylist() == [
        {"may": None, "must": "null"},
        {"may": None, "must": '{"a":1.0}'},
        None,
    ]


# ---- What is no type for a column ----


def nested(depth: int) -> Any:
    type = pa.int8()
    for _ in range(depth - 1):
        type = pa.list_(type)
    return type


def test_types_that_no_column_of_json_has() -> None:
    column = pa.array(["{}"])
    inner = pa.struct({"b/c": pa.timestamp("us")})
    wrong: list[tuple[Any, str]] = [
        (5, "into must be an Arrow type"),
        (False, "into must be an Arrow type"),
        (True, "into=True is the type of schema"),
        (pa.int8(), "a value is an object or an array"),
        (pa.struct({"a": pa.list_(inner)}), "^into at /a/-/b~1c: a column of JSON cannot have the type timestamp$"),
        (pa.struct({"a": pa.list_(pa.int8(), 3)}), "fixed_size_list"),
        (pa.struct({"a": pa.dictionary(pa.int8(), pa.string())}), "dictionary"),
        (pa.struct({"a": pa.decimal256(5, 2)}), "decimal of a width other than 128"),
        (pa.struct({"a": pa.decimal128(5, -2)}), r"decimal128\(5, -2\)"),
        (pa.struct({"a": pa.decimal128(5, 7)}), r"decimal128\(5, 7\)"),
        (pa.struct({"a": pa.uuid()}), "extension<arrow.uuid>"),
        (pa.map_(pa.int8(), pa.int8()), "the keys of a map must be strings"),
        (pa.struct([("a", pa.int8()), ("a", pa.int8())]), "two members 'a'"),
        (nested(61), "deeper than 60"),
        (pa.struct([(str(i), pa.int8()) for i in range(4096)]), "more than 4096 types"),
        ({"type": ["object", "array"], "properties": {}}, "does not say"),
        (pa.array([1]), "into must be an Arrow type"),
    ]
    for into, message in wrong:
        with pytest.raises(TypeError, match=message):
            jsonbeacon.arrow.extract(column, into=into)
    with pytest.raises(jsonbeacon.SchemaError):
        jsonbeacon.arrow.extract(column, into={"type": "x"})
    with pytest.raises(ValueError, match="has been used"):
        jsonbeacon.arrow.extract(column, into=Used())
    for into in (nested(60), pa.struct([(str(i), pa.int8()) for i in range(4095)])):
        assert extracted(column, into=into).type.field("data").type == into


class Used:
    """An object whose type was moved away."""

    schema = arrow_abi.Schema()

    def __arrow_c_schema__(self) -> object:
        return arrow_abi.capsule_new(arrow_abi.c.addressof(self.schema), b"arrow_schema", None)


class Lying(Used):
    """A type that is not what the format says."""

    def __init__(self, layout: str) -> None:
        self.schema = arrow_abi.Schema(layout.encode(), None, None, 2, 0, None, None, arrow_abi.release_schema, None)


@pytest.mark.parametrize("layout", ["+l", "+m", "+s", "+x", "", "+w:3"])
def test_types_that_lie(layout: str) -> None:
    try:
        jsonbeacon.arrow.extract(laid_out([b"{}"]), into=Lying(layout))
    except TypeError as error:
        assert str(error).startswith("into")
    else:
        assert layout == "+s"
