"""jsonbeacon.arrow: each row of a column is what the one call for its text says, whoever made the column."""

from __future__ import annotations

import importlib
import itertools
import json
import os
import random
import signal
import time
from collections.abc import Callable, Iterator
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
CORPUS = [text for text in CORPUS if text is None or len(text) < 20_000]


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


# ---- The libraries ----


def by_library() -> dict[str, Callable[[list[str | None]], Any]]:
    """How each library makes a column of texts, in all of the layouts that it has."""
    made: dict[str, Callable[[list[str | None]], Any]] = {}
    for layout in (
        pa.string(),
        pa.large_string(),
        pa.string_view(),
        pa.binary(),
        pa.large_binary(),
        pa.binary_view(),
        pa.dictionary(pa.int8(), pa.string()),
        pa.dictionary(pa.int64(), pa.large_string()),
    ):
        made[f"pyarrow {layout}"] = lambda texts, layout=layout: pa.array(texts, layout)
    made["pyarrow table"] = lambda texts: pa.table({"reply": pa.chunked_array([texts[:3], texts[3:]])})
    made["pyarrow batch"] = lambda texts: pa.record_batch({"reply": texts})
    if polars := optional("polars"):
        made["polars"] = lambda texts: polars.Series(texts, dtype=polars.String)
        made["polars, chunks"] = lambda texts: polars.concat(
            [polars.Series(texts[:4], dtype=polars.String), polars.Series(texts[4:], dtype=polars.String)],
            rechunk=False,
        )
        made["polars categorical"] = lambda texts: polars.Series(texts, dtype=polars.Categorical)
        made["polars frame"] = lambda texts: polars.DataFrame({"reply": polars.Series(texts, dtype=polars.String)})
    if duckdb := optional("duckdb"):
        made["duckdb"] = lambda texts: duckdb.connect().sql("SELECT unnest(?::VARCHAR[]) AS reply", params=[texts])
    if nanoarrow := optional("nanoarrow"):
        made["nanoarrow"] = lambda texts: nanoarrow.Array(texts, nanoarrow.string())
    if arro3 := optional("arro3.core"):
        made["arro3"] = lambda texts: arro3.Array(texts, arro3.DataType.utf8())
        made["arro3, chunks"] = lambda texts: arro3.ChunkedArray(
            [arro3.Array(part, arro3.DataType.large_utf8()) for part in (texts[:2], texts[2:])]
        )
    return made


def optional(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


LIBRARIES = by_library()
EXPECTED = [by_one_call(text, {}) for text in TEXTS]


@pytest.mark.parametrize("library", LIBRARIES)
def test_columns_of_every_library(library: str) -> None:
    make = LIBRARIES[library]
    assert rows(make(TEXTS)) == EXPECTED
    assert rows(make([])) == []
    assert rows(make([None, None])) == [None, None]


@pytest.mark.parametrize("library", LIBRARIES)
def test_many_from_columns_of_every_library(library: str) -> None:
    found = jsonbeacon.extract_json_many(LIBRARIES[library](TEXTS), on_error="return")
    assert [getattr(each, "code", each) for each in found] == [
        row and (row["code"] or json.loads(row["value"])) for row in EXPECTED
    ]


def test_a_generator_of_batches() -> None:
    """A stream whose next array is made by Python, in this thread or another."""
    parts = [TEXTS[i : i + 2] for i in range(0, len(TEXTS), 2)]
    schema = pa.schema({"reply": pa.string()})
    reader = pa.RecordBatchReader.from_batches(schema, (pa.record_batch([part], schema=schema) for part in parts))
    assert rows(reader) == EXPECTED


def test_a_stream_that_fails() -> None:
    def batches() -> Iterator[Any]:
        yield pa.record_batch({"reply": TEXTS})
        raise OSError("the disk is gone")

    reader = pa.RecordBatchReader.from_batches(pa.schema({"reply": pa.string()}), batches())
    with pytest.raises(RuntimeError, match="the disk is gone"):
        jsonbeacon.arrow.extract(reader)


def test_results_in_every_library() -> None:
    result = jsonbeacon.arrow.extract(pa.array(TEXTS))
    assert pa.array(result).to_pylist() == EXPECTED
    if polars := optional("polars"):
        assert polars.Series(result).to_list() == EXPECTED
    if nanoarrow := optional("nanoarrow"):
        assert list(nanoarrow.Array(result).iter_py()) == EXPECTED
    if arro3 := optional("arro3.core"):
        assert arro3.Array(result).to_pylist() == EXPECTED
    if duckdb := optional("duckdb"):
        complete = jsonbeacon.arrow.extract(pa.array([text for text in TEXTS if text is not None]))
        found = pa.table(complete)
        names = ", ".join(f'"{name}"' for name in FIELDS)
        answers = duckdb.connect().sql(f"SELECT {names} FROM found").fetchall()
        assert [dict(zip(FIELDS, row)) for row in answers] == [row for row in EXPECTED if row]
        assert found


@pytest.mark.parametrize("seed", range(6))
def test_chunks_and_slices(seed: int) -> None:
    """However a column is cut, in whatever layout, with however many threads, its rows are the same."""
    r = random.Random(seed)
    texts = r.choices(CORPUS, k=3000)
    expected = rows(pa.array(texts), threads=1)
    layout = r.choice([pa.string(), pa.large_string(), pa.string_view(), pa.binary()])
    whole = pa.array(["before", *texts, "after"], layout)
    cuts = sorted(r.choices(range(1, len(texts) + 2), k=r.randint(0, 6)))
    chunks = [whole[a:b] for a, b in itertools.pairwise([1, *cuts, len(texts) + 1])]
    assert rows(pa.chunked_array(chunks, layout), threads=r.choice([1, 2, 3, 8])) == expected


# ---- Options ----


def test_schemas_that_take_objects_are_refused() -> None:
    with pytest.raises(TypeError, match="must be a JSON Schema"):
        jsonbeacon.arrow.extract(pa.array(["{}"]), schema=lambda value: value)  # type: ignore[arg-type]
    with pytest.raises(jsonbeacon.SchemaError):
        jsonbeacon.arrow.extract(pa.array(["{}"]), schema={"type": "x"})


def test_wrong_options() -> None:
    for wrong in (0, -1, True, "2", 1.5):
        with pytest.raises(ValueError, match="threads must be"):
            jsonbeacon.arrow.extract(pa.array(["{}"]), threads=wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="select must be"):
        jsonbeacon.arrow.extract(pa.array(["{}"]), select="x")  # type: ignore[typeddict-item]
    with pytest.raises(TypeError, match="unexpected keyword"):
        jsonbeacon.arrow.extract(pa.array(["{}"]), selekt="x")  # type: ignore[call-arg]


def test_a_schema_that_takes_too_many_steps() -> None:
    twice = {f"d{n}": {"allOf": [{"$ref": f"#/$defs/d{n + 1}"}] * 2} for n in range(40)}
    loop = {"$ref": "#/$defs/d0", "$defs": {**twice, "d40": {"type": "array"}}}
    deep = "[1]"
    [row] = rows(pa.array([deep]), schema=loop)
    with pytest.raises(jsonbeacon.JSONBeaconError) as caught:
        jsonbeacon.extract_json(deep, schema=loop)
    assert row is not None
    assert (row["code"], row["message"]) == (caught.value.code, caught.value.message)


def long_column(rows: int) -> Any:
    """Much to read in little memory."""
    return pa.DictionaryArray.from_arrays(pa.array([0] * rows), ["some words (and more) [see 1- " * 1000])


def interrupt_after(seconds: float) -> int:
    """Sends this process SIGINT from another."""
    pid = os.fork()
    if not pid:
        time.sleep(seconds)
        os.kill(os.getppid(), signal.SIGINT)
        os._exit(0)
    return pid


def test_ctrl_c_ends_a_column() -> None:
    column = long_column(2_000_000)  # minutes
    child = interrupt_after(0.1)
    with pytest.raises(KeyboardInterrupt):
        try:
            jsonbeacon.arrow.extract(column, required=False)
        finally:
            os.waitpid(child, 0)


def test_a_handler_of_ctrl_c_that_returns_loses_nothing() -> None:
    column = long_column(6_000)
    seen: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: seen.append(number))
    child = interrupt_after(0.05)
    try:
        result = jsonbeacon.arrow.extract(column, required=False)
        os.waitpid(child, 0)
    finally:
        signal.signal(signal.SIGINT, before)
    assert len(result) == len(column)
    assert seen == [signal.SIGINT]
