"""Typed columns of jsonbeacon.arrow: what json.loads and pyarrow make of each value, or an error of its row."""

from __future__ import annotations

import decimal
import json
import math
import os
import random
import struct
import sys
from typing import Any

import arrow_abi
import jsonbeacon
import jsonbeacon.arrow
import pytest
from arrow_abi import laid_out
from test_arrow import interrupt_after, optional
from test_arrow_abi import gives_back

pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed")


def extracted(texts: Any, **options: Any) -> Any:
    """The result as an array of pyarrow, checked whole."""
    column = jsonbeacon.arrow.extract(texts, **options)
    taken = pa.chunked_array(column)
    taken.validate(full=True)
    for chunk in taken.chunks:
        chunk.field("data").validate(full=True)
    whole = taken.combine_chunks()
    return whole.chunk(0) if isinstance(whole, pa.ChunkedArray) else whole


# ---- Generated types and values ----

INTEGERS = {
    each: (pa.types.is_signed_integer(each), each.bit_width)
    for each in (pa.int8(), pa.int16(), pa.int32(), pa.int64(), pa.uint8(), pa.uint16(), pa.uint32(), pa.uint64())
}
STRINGS = [pa.string(), pa.large_string(), pa.string_view()]
DECIMALS = [pa.decimal128(1, 0), pa.decimal128(5, 2), pa.decimal128(4, 4), pa.decimal128(38, 20)]
SCALARS = [*INTEGERS, *STRINGS, *DECIMALS, pa.bool_(), pa.null(), pa.float32(), pa.float64()]
NAMES = ["a", "b", "é", 'with "quotes"', "c/d~e", "tab\t", "id", "f", "g", "h", "i", "j"]


def a_type(r: random.Random, depth: int = 0) -> Any:
    kind = r.choice(["struct", "list", "map"] if depth == 0 else ["scalar"] * (2 + depth) + ["struct", "list", "map"])
    if kind == "list":
        return r.choice([pa.list_, pa.large_list])(a_field(r, "item", depth))
    if kind == "map":
        return pa.map_(pa.string(), a_type(r, depth + 1))
    if kind == "struct":
        names = r.sample(NAMES, r.randint(1, 5 if depth else len(NAMES)))
        return pa.struct([a_field(r, name, depth) for name in names])
    return r.choice(SCALARS)


def a_field(r: random.Random, name: str, depth: int) -> Any:
    type = a_type(r, depth + 1)
    return pa.field(name, type, pa.types.is_null(type) or r.random() < 0.5)


def a_string(r: random.Random) -> str:
    return "".join(r.choices(["a", "é", "€", "😀", '"', "\\", "\n", "\x01", "\x7f", "]", "}"], k=r.randint(0, 6)))


def a_value(r: random.Random, type: Any, nullable: bool, odd: float) -> Any:
    """A value of a type; seldom one of another."""
    if r.random() < odd:
        return r.choice([None, True, 7, -1, 300, 2**31, 2**64, 1.5, -2.0, "x", [], {}, [None], {"a": None}, 10**400])
    if pa.types.is_null(type) or (nullable and r.random() < 0.2):
        return None
    if type in INTEGERS:
        signed, bits = INTEGERS[type]
        least, most = (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) if signed else (0, 2**bits - 1)
        return r.choice([least, most, 0, 1, r.randint(least, most), float(r.randint(0, 100))])
    if pa.types.is_boolean(type):
        return r.random() < 0.5
    if type in DECIMALS:
        digits = r.randint(0, type.precision - type.scale), r.randint(0, min(type.scale, 6))
        return float(
            f"{r.choice(['', '-'])}{r.choice([0, 10 ** min(digits[0], 9) - 1])}.{r.randint(0, 10 ** digits[1] - 1):0{digits[1]}}0"
        )
    if pa.types.is_floating(type):
        return r.choice([0.1, -0.0, 1e-300, 3.4e38, 5, 2**53 + 1, r.gauss(0, 1e6), 10**22])
    if pa.types.is_struct(type):
        given = {f.name: a_value(r, f.type, f.nullable, odd) for f in type if not (f.nullable and r.random() < 0.2)}
        if r.random() < 0.3:
            given["unknown"] = a_value(r, r.choice(SCALARS), True, 0)
        return dict(r.sample([*given.items()], len(given)))
    if pa.types.is_map(type):
        return {r.choice(NAMES): a_value(r, type.item_type, True, odd) for _ in range(r.randint(0, 3))}
    if pa.types.is_list(type) or pa.types.is_large_list(type):
        field = type.value_field
        return [a_value(r, field.type, field.nullable, odd) for _ in range(r.randint(0, 4))]
    return a_string(r)


class MisfitError(Exception):
    pass


def fitting(value: Any, type: Any, nullable: bool) -> Any:
    """A decoded value as pyarrow takes it, or MisfitError. What is no integer in JSON is a Decimal."""
    if value is None and (nullable or pa.types.is_null(type)):
        return None
    if type in INTEGERS and isinstance(value, (int, decimal.Decimal)) and not isinstance(value, bool):
        signed, bits = INTEGERS[type]
        if value == int(value) and (-(2 ** (bits - 1)) <= value < 2 ** (bits - 1) if signed else 0 <= value < 2**bits):
            return int(value)
    elif pa.types.is_boolean(type):
        if isinstance(value, bool):
            return value
    elif type in DECIMALS:
        if isinstance(value, (int, decimal.Decimal)) and not isinstance(value, bool):
            units = decimal.Decimal(value).scaleb(type.scale)
            if abs(units) < 10**type.precision and units == int(units):
                return decimal.Decimal(value)
    elif pa.types.is_floating(type) and isinstance(value, (int, decimal.Decimal)) and not isinstance(value, bool):
        number = float(value) if abs(value) < 10**309 else math.inf
        if type == pa.float32() and not math.isinf(number):
            number = struct.unpack("<f", struct.pack("<f", number))[0]
        if not math.isinf(number):
            return number
    elif pa.types.is_struct(type):
        if isinstance(value, dict):
            return {f.name: fitting(value[f.name] if f.name in value else absent(f), f.type, f.nullable) for f in type}
    elif pa.types.is_map(type):
        if isinstance(value, dict):
            return [(key, fitting(each, type.item_type, True)) for key, each in value.items()]
    elif pa.types.is_list(type) or pa.types.is_large_list(type):
        if isinstance(value, list):
            return [fitting(each, type.value_field.type, type.value_field.nullable) for each in value]
    elif type in STRINGS and isinstance(value, str):
        return value
    raise MisfitError


def absent(field: Any) -> None:
    if not field.nullable and not pa.types.is_null(field.type):
        raise MisfitError


def plain(type: Any) -> Any:
    """The type of the result: views become large strings."""
    if type == pa.string_view():
        return pa.large_string()
    if pa.types.is_struct(type):
        return pa.struct([field.with_type(plain(field.type)) for field in type])
    if pa.types.is_map(type):
        return pa.map_(pa.string(), plain(type.item_type))
    if pa.types.is_list(type):
        return pa.list_(type.value_field.with_type(plain(type.value_type)))
    if pa.types.is_large_list(type):
        return pa.large_list(type.value_field.with_type(plain(type.value_type)))
    return type


def column_of(values: list[Any], type: Any) -> Any:
    """A column of pyarrow, which takes no NULL for what a null struct has of members that are never null."""
    return pa.array(values, relaxed(type))


def relaxed(type: Any) -> Any:
    """A type in which everything may be null, as pyarrow needs it to make a column from Python."""
    if pa.types.is_struct(type):
        return pa.struct([pa.field(f.name, relaxed(f.type)) for f in type])
    if pa.types.is_map(type):
        return pa.map_(pa.string(), relaxed(type.item_type))
    if pa.types.is_list(type):
        return pa.list_(relaxed(type.value_type))
    if pa.types.is_large_list(type):
        return pa.large_list(relaxed(type.value_type))
    return type


@pytest.mark.parametrize("seed", range(40))
def test_what_pyarrow_makes_of_the_same_values(seed: int) -> None:
    r = random.Random(seed)
    type, odd = a_type(r), r.choice([0, 0.02, 0.1])
    texts: list[str | None] = []
    expected: list[Any] = []
    for _ in range(r.choice([3, 200, 900])):
        value, fitted = a_value(r, type, False, odd), None
        text = json.dumps(value, ensure_ascii=r.random() < 0.5)
        if text.startswith(("{", "[")):
            try:
                fitted = fitting(json.loads(text, parse_float=decimal.Decimal), type, False)
            except MisfitError:
                pass
        texts.append(r.choice([text, text, f"Sure, é: {text}", None, "no"]))
        expected.append(fitted if texts[-1] and texts[-1] != "no" else None)
    column = pa.array(texts, r.choice([pa.string(), pa.large_string(), pa.string_view()]))
    found = extracted(column, into=type, threads=r.choice([1, 2, 3]))
    assert found.type.field("data").type == plain(type)
    assert found.field("data").to_pylist() == column_of(expected, plain(type)).to_pylist()
    assert found.field("value").is_valid().to_pylist() == [each is not None for each in expected]
    for text, fitted, code, value in zip(texts, expected, *map(found.field, ("code", "value"))):
        if text and fitted is None and "{" not in text and "[" not in text:
            assert code.as_py() == "json.not_found"
        elif text and fitted is None:
            assert code.as_py() == "schema.validation_failed", text
        elif text:
            assert code.as_py() is None
            assert json.loads(value.as_py()) == json.loads(text.removeprefix("Sure, é: "))


def test_other_fields_are_as_without() -> None:
    texts = ['Sure: {"a": 1}', None, "no", '{"a": 1,}', '{"a"', '{"a": "x"}', "[1]"]
    plain_rows = pa.array(jsonbeacon.arrow.extract(pa.array(texts), repair="syntax")).to_pylist()
    rows = extracted(pa.array(texts), repair="syntax", into=pa.struct({"a": pa.int8()})).to_pylist()
    for index, (plain_row, row) in enumerate(zip(plain_rows, rows)):
        if row is not None:
            assert row.pop("data") == (None if row["code"] else {"a": 1})
        if index < 5:
            assert row == plain_row


# ---- What does not fit ----


def violations(text: str, into: Any, **options: Any) -> list[tuple[str, str, int, int]]:
    row = extracted(pa.array([text]), into=into, **options).to_pylist()[0]
    assert row["data"] is None
    assert row["value"] is None
    assert (row["code"], row["reason"]) == ("schema.validation_failed", "schema")
    assert row["message"].startswith(f"{len(json.loads(row['violations']))} schema violation")
    return [(each["path"], each["message"], each["line"], each["column"]) for each in json.loads(row["violations"])]


def test_every_misfit_is_told_with_its_place() -> None:
    into = pa.struct(
        [
            pa.field("id", pa.uint8(), nullable=False),
            pa.field("price", pa.float32()),
            pa.field("tags", pa.list_(pa.field("item", pa.string(), nullable=False))),
            pa.field("at/by", pa.map_(pa.string(), pa.bool_())),
            pa.field("none", pa.null()),
        ]
    )
    text = '{"id": 256, "price": 1e39, "tags": ["a", null], "at/by": {"k": 1}, "none": 0}'
    assert violations(f"é\n{text}", into) == [
        (path, message, 2, text.index(at) + 1)
        for path, message, at in (
            ("/id", "expected at most 255, found 256", "256,"),
            ("/price", "expected at most 3.4028235e+38, found 1e39", "1e39"),
            ("/tags/1", "expected string, found null", "null]"),
            ("/at~1by/k", "expected null or boolean, found number", "1},"),
            ("/none", "expected null, found number", "0}"),
        )
    ]
    assert violations('{"id": -1}', into)[0][:2] == ("/id", "expected at least 0, found -1")
    assert violations('{"id": 1.5}', into)[0][:2] == ("/id", "expected integer, found 1.5")
    assert violations('{"id": null}', into)[0][:2] == ("/id", "expected integer, found null")
    assert violations('{"price": 1}', into)[0][:2] == ("/id", 'missing member "id"')
    assert violations("[1]", into)[0][:2] == ("", "expected object, found array")
    assert violations("{'id': [],}", into, repair="syntax") == [("/id", "expected integer, found array", 1, 8)]


def test_both_a_schema_and_a_type() -> None:
    schema = {"properties": {"a": {"type": "integer", "minimum": 5}}}
    into = pa.struct({"a": pa.int8()})
    rows = extracted(pa.array(['{"a": 5}', '{"a": 4}', '{"a": 500}']), schema=schema, into=into).to_pylist()
    assert [row["data"] for row in rows] == [{"a": 5}, None, None]
    messages = [json.loads(row["violations"])[0]["message"] for row in rows[1:]]
    assert messages == ["expected at least 5, found 4", "expected at most 127, found 500"]


def test_numbers() -> None:
    into = pa.struct({"i": pa.int64(), "u": pa.uint64(), "f": pa.float64(), "s": pa.float32()})
    texts = ['{"i": -9223372036854775808, "u": 18446744073709551615, "f": 9007199254740993, "s": 16777217}']
    texts += ['{"i": 12.0e1, "u": 1e19, "f": -0.0, "s": 1e-50}']
    texts += ['{"i": 1%se-1000, "u": 1, "f": 1%se-1000, "s": 1%se-1000}' % (("0" * 1000,) * 3)]
    first, second, third = extracted(pa.array(texts), into=into).field("data").to_pylist()
    assert third == {"i": 1, "u": 1, "f": 1.0, "s": 1.0}
    assert first == {"i": -(2**63), "u": 2**64 - 1, "f": 9007199254740992.0, "s": 16777216.0}
    assert second == {"i": 120, "u": 10**19, "f": 0.0, "s": 0.0}
    assert math.copysign(1, second["f"]) == -1


def test_decimals() -> None:
    into = pa.struct({"a": pa.decimal128(4, 2), "b": pa.decimal128(38, 0), "c": pa.decimal128(38, 38)})
    texts = [
        '{"a": 19.99, "b": 99999999999999999999999999999999999999, "c": -0.12345678901234567890123456789012345678}'
    ]
    texts += ['{"a": -1.230e1, "b": -1e37, "c": -0}', '{"a": 19.999, "b": 1e38, "c": 1}']
    found = extracted(pa.array(texts), into=into)
    D = decimal.Decimal
    assert found.field("data").to_pylist() == [
        {"a": D("19.99"), "b": D(10**38 - 1), "c": D("-0.12345678901234567890123456789012345678")},
        {"a": D("-12.30"), "b": D(-(10**37)), "c": D(0)},
        None,
    ]
    assert [each["message"] for each in json.loads(found.field("violations")[2].as_py())] == [
        "expected a multiple of 1e-2, found 19.999",
        "expected at most 99999999999999999999999999999999999999, found 1e38",
        "expected at most 0.99999999999999999999999999999999999999, found 1",
    ]


def test_fallthrough_goes_on_to_a_value_that_fits() -> None:
    text = '{"a": "draft"} {"a": 1}'
    into = pa.struct({"a": pa.int8()})
    assert extracted(pa.array([text]), into=into, fallthrough=True).field("data").to_pylist() == [{"a": 1}]
    assert extracted(pa.array([text]), into=into).field("data").to_pylist() == [None]


# ---- Libraries ----

RECIPES = pa.struct(
    [
        pa.field("id", pa.int32(), nullable=False),
        pa.field("tags", pa.list_(pa.string())),
        pa.field("at", pa.struct({"x": pa.float64(), "ok": pa.bool_()})),
    ]
)
REPLIES = [
    '{"id": 1, "tags": ["a", "é"], "at": {"x": 1.5, "ok": true}}',
    '{"id": 2, "tags": null, "at": {"ok": false}}',
    '{"id": "3"}',
    '{"id": 4, "tags": [null, "😀"]}',
]
ROWS = [
    {"id": 1, "tags": ["a", "é"], "at": {"x": 1.5, "ok": True}},
    {"id": 2, "tags": None, "at": {"x": None, "ok": False}},
    None,
    {"id": 4, "tags": [None, "😀"], "at": None},
]


def test_typed_results_in_every_library() -> None:
    result = jsonbeacon.arrow.extract(pa.array(REPLIES), into=RECIPES)
    assert pa.array(result).field("data").to_pylist() == ROWS
    if polars := optional("polars"):
        assert polars.Series(result).struct.field("data").to_list() == ROWS
    if nanoarrow := optional("nanoarrow"):
        assert [row["data"] for row in nanoarrow.Array(result).iter_py()] == ROWS
    if arro3 := optional("arro3.core"):
        assert [row["data"] for row in arro3.Array(result).to_pylist()] == ROWS
    if duckdb := optional("duckdb"):
        found = pa.table(jsonbeacon.arrow.extract(pa.array(REPLIES), into=RECIPES))
        assert [row for (row,) in duckdb.connect().sql("SELECT data FROM found").fetchall()] == ROWS
        assert found


def test_types_of_every_library() -> None:
    expected = [row and {"id": row["id"], "tags": row["tags"]} for row in ROWS]
    schema = pa.schema({"id": pa.int64(), "tags": pa.list_(pa.string())})
    types: list[Any] = [schema, pa.field("x", pa.struct(schema), nullable=False)]
    if polars := optional("polars"):
        types.append(polars.Schema({"id": polars.Int64, "tags": polars.List(polars.String)}))
    if nanoarrow := optional("nanoarrow"):
        types.append(nanoarrow.Schema(schema))
    if arro3 := optional("arro3.core"):
        types.append(arro3.Schema.from_arrow(schema))
    for type in types:
        assert extracted(pa.array(REPLIES), into=type).field("data").to_pylist() == expected


# ---- Memory, signals, chunks ----


def test_a_typed_member_outlives_its_struct_and_its_column() -> None:
    column = jsonbeacon.arrow.extract(pa.array(REPLIES * 100), into=RECIPES)
    tags = pa.array(column).field("data").field("tags")
    type = pa.field("x", pa.array(column).type.field("data").type)
    del column
    assert tags.to_pylist() == [row["tags"] if row else None for row in ROWS] * 100
    assert type.type == RECIPES


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_memory_of_typed_columns_is_given_back() -> None:
    texts: list[bytes | None] = [b'{"id": 1, "tags": ["%s"]}' % (b"x" * 2_000), b'{"id": 1.5}', None] * 700

    def all_of_it() -> None:
        result = jsonbeacon.arrow.extract(laid_out(texts), into=RECIPES, threads=2)
        unread = result.__arrow_c_stream__(), result.__arrow_c_array__(), result.__arrow_c_schema__()
        assert pa.array(result).field("data").field("id")[0].as_py() == 1
        with pytest.raises(ValueError, match="corrupt"):
            jsonbeacon.arrow.extract(arrow_abi.Column("u", 2, [None, struct.pack("<3i", -4, 5, 9), b"x"]), into=RECIPES)
        del unread

    assert gives_back(all_of_it)  # ten results have 30 MB


def test_chunks_of_a_typed_column() -> None:
    chunks = pa.chunked_array([REPLIES, [], REPLIES[:1]], pa.string())
    column = jsonbeacon.arrow.extract(chunks, into=RECIPES)
    assert column.num_chunks == 3
    assert pa.chunked_array(column).combine_chunks().field("data").to_pylist() == [*ROWS, ROWS[0]]


def test_ctrl_c_ends_a_typed_column() -> None:
    long = pa.array(['{"a": [%s1]}' % ("1," * 4_000_000)])
    column = pa.DictionaryArray.from_arrays(pa.array([0] * 2_000), long)
    child = interrupt_after(0.1)
    with pytest.raises(KeyboardInterrupt):
        try:
            jsonbeacon.arrow.extract(column, into=pa.struct({"a": pa.list_(pa.int8())}))
        finally:
            os.waitpid(child, 0)
