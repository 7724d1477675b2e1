"""Contract §5: the kinds of schema that Python users have, and what a mismatch says."""

from __future__ import annotations

import dataclasses
import enum
import gc
import subprocess
import sys
import weakref
from typing import Annotated, Any, Literal, NamedTuple, Optional

import jsonbeacon
import msgspec
import pydantic
import pytest
import typing_extensions
from jsonbeacon import _kinds

REPLY = 'Sure:\n```json\n{"id": 7,\n "tags": ["a", "b"], "a/b": {"m~n": [1]}}\n```\n'


class Model(pydantic.BaseModel):
    id: int
    tags: list[str]


@dataclasses.dataclass
class Data:
    id: int
    tags: list[str]


class Struct(msgspec.Struct):
    id: int
    tags: list[str]


class Named(NamedTuple):
    id: int
    tags: list[str]


class Typed(typing_extensions.TypedDict):
    id: int
    tags: list[str]


class Plain:
    def __init__(self, value: Any) -> None:
        self.id = value["id"]


@pydantic.dataclasses.dataclass
class PydanticData:
    id: int
    tags: list[str]


def function(value: Any) -> Any:
    return value["id"]


VALUE = {"id": 7, "tags": ["a", "b"], "a/b": {"m~n": [1]}}


# ---- What each kind gives


@pytest.mark.parametrize(
    ("schema", "result"),
    [
        (Model, Model(id=7, tags=["a", "b"])),
        (pydantic.TypeAdapter(Model), Model(id=7, tags=["a", "b"])),
        (pydantic.TypeAdapter(dict[str, Any]), VALUE),
        (PydanticData, PydanticData(id=7, tags=["a", "b"])),
        (Data, Data(id=7, tags=["a", "b"])),
        (Struct, Struct(id=7, tags=["a", "b"])),
        (Typed, {"id": 7, "tags": ["a", "b"]}),
        (dict[str, Any], VALUE),
        (Annotated[dict[str, Any], pydantic.Field(min_length=3)], VALUE),
        (Optional[dict[str, Any]], VALUE),  # noqa: UP045
        (list[Any] | dict[str, Any], VALUE),
        (Any, VALUE),
        (dict, VALUE),
        (function, 7),
        (Model.model_validate, Model(id=7, tags=["a", "b"])),
        (lambda value: None, None),
    ],
)
def test_result(schema: Any, result: Any) -> None:
    for text in (REPLY, REPLY.encode()):
        assert jsonbeacon.extract_json(text, schema=schema) == result
    found = jsonbeacon.extract_json_detailed(REPLY, schema=schema)
    assert (found.value, found.source) == (result, "fence")
    assert jsonbeacon.Extractor(schema=schema).extract(REPLY) == result
    assert jsonbeacon.schema_errors(VALUE, schema) == []
    jsonbeacon.validate_schema(VALUE, schema)


def test_a_class_of_no_known_kind_is_called() -> None:
    assert jsonbeacon.extract_json(REPLY, schema=Plain).id == 7


def test_attrs() -> None:
    attrs = pytest.importorskip("attrs")

    @attrs.define
    class Item:
        id: int
        tags: list[str]

    assert jsonbeacon.extract_json('{"id": 7, "tags": ["a"]}', schema=Item) == Item(7, ["a"])
    with pytest.raises(jsonbeacon.SchemaValidationError) as caught:
        jsonbeacon.extract_json('{"id": 7, "tags": [1]}', schema=Item)
    assert [(each["path"], each["column"]) for each in caught.value.errors] == [("/tags/0", 20)]


def test_a_named_tuple_takes_an_array_or_an_object() -> None:
    assert jsonbeacon.extract_json('[7, ["a"]]', schema=Named) == Named(7, ["a"])


def test_an_enumeration_is_called() -> None:
    class Answer(enum.Enum):
        YES = "yes"

    assert jsonbeacon.schema_errors("yes", Answer) == []
    assert jsonbeacon.schema_errors("no", Answer)[0]["keyword"] == "ValueError"


def test_no_json_and_not_required_is_no_matter_for_the_schema() -> None:
    assert jsonbeacon.extract_json("none", schema=Model, required=False) is None


# ---- What is no schema


@pytest.mark.parametrize("schema", [3, 1.5, b"{}", [1], (), object(), Model(id=1, tags=[])])
def test_neither_type_nor_callable(schema: Any) -> None:
    for call in calls(schema):
        with pytest.raises(TypeError, match="schema must be a JSON Schema .*, got "):
            call()


class Incomplete(pydantic.BaseModel):
    other: Missing  # type: ignore[name-defined]  # noqa: F821


class Ambiguous(msgspec.Struct):
    value: Struct | Data


@pytest.mark.parametrize("schema", [Incomplete, Literal, Annotated[Plain, "opaque"], Ambiguous])
def test_a_schema_that_is_itself_wrong(schema: Any) -> None:
    for call in calls(schema):
        with pytest.raises(jsonbeacon.SchemaError, match="is no schema: ") as caught:
            call()
        assert (caught.value.code, caught.value.reason) == ("schema.invalid", "schema")
        assert caught.value.__cause__ is not None


def calls(schema: Any) -> list[Any]:
    return [
        lambda: jsonbeacon.extract_json(REPLY, schema=schema),
        lambda: jsonbeacon.extract_json_detailed(REPLY, schema=schema),
        lambda: jsonbeacon.Extractor(schema=schema),
        lambda: jsonbeacon.validate_schema({}, schema),
        lambda: jsonbeacon.schema_errors({}, schema),
    ]


def test_a_type_without_its_library() -> None:
    code = (
        "import sys; sys.modules['pydantic'] = None\n"
        "import jsonbeacon\n"
        "try: jsonbeacon.extract_json('[1]', schema=list[int])\n"
        "except ImportError as error: print(error)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert run.stdout == "schema=list[int] needs pydantic: pip install pydantic\n", run.stderr


# ---- What a mismatch says


class Item(pydantic.BaseModel):
    name: str
    size: int = pydantic.Field(gt=0, alias="the/size~")


class Cat(pydantic.BaseModel):
    kind: Literal["cat"]
    lives: int


class Dog(pydantic.BaseModel):
    kind: Literal["dog"]


class Order(pydantic.BaseModel):
    model_config = pydantic.ConfigDict(extra="forbid")
    items: list[Item]
    pet: Cat | Dog = pydantic.Field(discriminator="kind")
    choice: int | list[int] = 0


ORDER = """Here:
```json
{
  "items": [
    {"name": "字", "the/size~": 1},
    {"name": 7, "the/size~": -1},
    {}
  ],
  "pet": {"kind": "cat", "lives": "nine"},
  "choice": "x",
  "items2": {}
}
```
"""
# path, keyword, what stands at line and column
VIOLATIONS = [
    ("/items/1/name", "string_type", "7"),
    ("/items/1/the~1size~0", "greater_than", "-1"),
    ("/items/2/name", "missing", "{}"),
    ("/items/2/the~1size~0", "missing", "{}"),
    ("/pet/lives", "int_parsing", '"nine"'),
    ("/choice", "int_parsing", '"x"'),
    ("/choice", "list_type", '"x"'),
    ("/items2", "extra_forbidden", "{}"),
]
# what each violation has as expected and found
FACTS = [(None, 7), (0, -1), (None, None), (None, None), (None, "nine"), (None, "x"), (None, "x"), (None, None)]


def test_pydantic_violations() -> None:
    with pytest.raises(jsonbeacon.SchemaValidationError) as caught:
        jsonbeacon.extract_json(ORDER, schema=Order)
    errors = caught.value.errors
    assert [list(each)[:5] for each in errors] == [["path", "keyword", "message", "line", "column"]] * 8
    assert [(each.get("expected"), each.get("found")) for each in errors] == FACTS
    lines = ORDER.split("\n")
    for each, (path, keyword, fragment) in zip(errors, VIOLATIONS, strict=True):
        assert (each["path"], each["keyword"]) == (path, keyword)
        assert lines[each["line"] - 1][each["column"] - 1 :].startswith(fragment)
    assert str(caught.value) == (
        "8 schema violations, the first at /items/1/name: Input should be a valid string (line 6, column 14)"
    )
    assert caught.value.excerpt() == '    {"name": 7, "the/size~": -1},\n             ^'
    assert isinstance(caught.value.__cause__, pydantic.ValidationError)
    value = jsonbeacon.extract_json(ORDER)
    places = {"line": None, "column": None}
    assert jsonbeacon.schema_errors(value, Order) == [{**each, **places} for each in errors]
    with pytest.raises(jsonbeacon.SchemaValidationError) as caught:
        jsonbeacon.validate_schema(value, Order)
    assert str(caught.value).endswith("at /items/1/name: Input should be a valid string")
    assert caught.value.excerpt() == ""


def test_feedback_lists_the_violations() -> None:
    with pytest.raises(jsonbeacon.SchemaValidationError) as caught:
        jsonbeacon.extract_json("[" + '"x",' * 11 + '"x"]', schema=list[int])
    lines = caught.value.feedback().splitlines()
    assert lines[1].startswith("- at /0: Input should be a valid integer")
    assert lines[11] == "- and 2 more"


@pytest.mark.parametrize(
    ("text", "path", "message", "place"),
    [
        ('{"id": "x", "tags": []}', "/id", "Expected `int`, got `str`", '"x"'),
        ('{"id": 1, "tags": ["a", 2]}', "/tags/1", "Expected `str`, got `int`", "2"),
        ('{"id": 1}', "/tags", "Object missing required field `tags`", '{"id"'),
        ("[1]", "", "Expected `object`, got `array`", "[1]"),
    ],
)
def test_msgspec_violations(text: str, path: str, message: str, place: str) -> None:
    with pytest.raises(jsonbeacon.SchemaValidationError) as caught:
        jsonbeacon.extract_json("Sure: " + text, schema=Struct)
    [error] = caught.value.errors
    assert error == {
        "path": path,
        "keyword": "ValidationError",
        "message": message,
        "line": 1,
        "column": 7 + text.index(place),
    }
    assert isinstance(caught.value.__cause__, msgspec.ValidationError)


def test_what_a_callable_raises_is_the_cause() -> None:
    def refuse(value: Any) -> Any:
        raise cause

    cause = LookupError()
    with pytest.raises(jsonbeacon.SchemaValidationError) as caught:
        jsonbeacon.extract_json("[1]", schema=refuse)
    assert caught.value.__cause__ is cause
    assert str(caught.value) == "1 schema violation at the top level: LookupError (line 1, column 1)"
    for cause in (KeyboardInterrupt(), SystemExit()):
        with pytest.raises(type(cause)):
            jsonbeacon.extract_json("[1]", schema=refuse)


def test_what_another_schema_raised_is_passed_on() -> None:
    def inner(value: Any) -> None:
        jsonbeacon.validate_schema(value, Model)

    with pytest.raises(jsonbeacon.SchemaValidationError) as caught:
        jsonbeacon.extract_json('{"id": "x",\n "tags": [1]}', schema=inner)
    assert [(each["path"], each["line"], each["column"]) for each in caught.value.errors] == [
        ("/id", 1, 8),
        ("/tags/0", 2, 11),
    ]


# ---- What is kept


def test_adapters_are_kept_but_not_without_bound() -> None:
    assert _kinds.resolve(list[int]) == _kinds.resolve(list[int])
    assert _kinds.resolve(Data) == _kinds.resolve(Data)
    for length in range(300):
        _kinds.resolve(Annotated[list[int], pydantic.Field(max_length=length)])
        assert len(_kinds._by_value) <= _kinds._ADAPTERS
        assert len(_kinds._by_identity) <= _kinds._ADAPTERS


def test_metadata_without_a_hash() -> None:
    assert jsonbeacon.extract_json("[1]", schema=Annotated[list[int], ["no", "hash"]]) == [1]


def test_a_callable_is_not_kept_alive() -> None:
    class Schema:
        def __call__(self, value: Any) -> Any:
            return value

    schema = Schema()
    gone = weakref.ref(schema)
    assert jsonbeacon.extract_json("[1]", schema=schema) == [1]
    del schema
    gc.collect()
    assert gone() is None


def test_equal_unions_are_not_taken_for_one_another() -> None:
    class Left(pydantic.BaseModel):
        a: int

    class Right(pydantic.BaseModel):
        a: int

    for union, first in ((Left | Right, Left), (Right | Left, Right)):
        assert type(jsonbeacon.extract_json('{"a": 1}', schema=union)) is first
