"""Contract §1: the documented functions, their arguments, and the values they return."""

from __future__ import annotations

import copy
import gc
import inspect
import pickle
import threading
import weakref
from typing import Any

import jsonbeacon
import pytest
from jsonbeacon import Extraction, Extractor, extract_all, extract_json, extract_json_detailed, parse_json, repair_json

TEXT = 'Sure:\n```json\n{"a": 1}\n```'
EXTRACTION = Extraction({"a": 1}, "fence", 14, 22, 1)


# ---- The documentation's examples, to the letter


def test_the_documented_examples() -> None:
    text = 'Sure! Here it is:\n```json\n{"intent": "cancel", "confidence": 0.9}\n```\nDone.'
    assert extract_json(text) == {"intent": "cancel", "confidence": 0.9}
    d = extract_json_detailed(TEXT)
    assert (d.value, d.source, d.start, d.end, d.candidates) == ({"a": 1}, "fence", 14, 22, 1)


# ---- Texts


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_texts(kind: Any) -> None:
    text = 'é字🙂 {"é": "字🙂"} é'
    for call in (extract_json, Extractor().extract):
        assert call(text) == call(kind(text.encode())) == {"é": "字🙂"}
    for call in (extract_json_detailed, Extractor().detailed):
        assert call(kind(text.encode())) == call(text) == Extraction({"é": "字🙂"}, "inline", 4, 15, 1)
    assert parse_json(kind(b"[1]")) == parse_json("[1]") == [1]


@pytest.mark.parametrize("text", [None, 3, ["{}"], object(), memoryview(b"{}  ").cast("H")])
def test_not_a_text(text: Any) -> None:
    for call in (extract_json, extract_json_detailed, parse_json, Extractor().extract, Extractor().detailed):
        with pytest.raises(TypeError, match="'text' must be "):
            call(text)


def test_bytes_are_checked_whole_before_anything_else() -> None:
    for call in (extract_json, extract_json_detailed, parse_json):
        with pytest.raises(jsonbeacon.MalformedOutputError) as caught:
            call(b'{"a": 1} \xc3\xa9 \xff')
        assert (caught.value.code, caught.value.position, caught.value.column) == ("json.invalid_utf8", 11, 12)


# ---- Options


def test_signatures() -> None:
    few = "schema=None, select='first', kind='auto'"
    tags, repairs = "tags=None, reasoning='keep'", "repair=None, invisible='keep', blank='allow'"
    rest = "sources=('fence', 'inline'), max_length=None, formats=False, schema_registry=None"
    many = f"{tags}, fallthrough=False, {repairs}, {rest}"
    assert str(inspect.signature(extract_json)) == f"(text, *, {few}, required=True, {many})"
    assert str(inspect.signature(extract_json_detailed)) == f"(text, *, {few}, {many})"
    assert str(inspect.signature(extract_all)) == f"(text, *, schema=None, {tags}, {repairs}, {rest})"
    assert str(inspect.signature(parse_json)) == "(text)"
    assert str(inspect.signature(repair_json)) == "(text, *, level='all')"
    of_class, of_function = inspect.signature(Extractor).parameters, inspect.signature(extract_json).parameters
    assert [(each.name, each.default) for each in of_class.values()] == [
        (each.name, each.default) for each in of_function.values() if each.name != "text"
    ]


@pytest.mark.parametrize("option", ["select", "kind", "required"])
@pytest.mark.parametrize("value", ["newest", None, 1, ("first",)])
def test_a_wrong_value_is_named_with_the_choices(option: str, value: Any) -> None:
    choices = {
        "select": ("first", "last", "largest", "only"),
        "kind": ("auto", "object", "array", "any"),
        "required": (True, False),
    }[option]
    for call in (lambda **options: extract_json(TEXT, **options), Extractor):
        with pytest.raises(ValueError) as caught:
            call(**{option: value})
        assert not isinstance(caught.value, jsonbeacon.JSONBeaconError)
        for part in (option, repr(value), *map(repr, choices)):
            assert part in str(caught.value)


def test_wrong_arguments() -> None:
    for call, args, options in (
        (extract_json, (), {}),
        (extract_json, (TEXT, None), {}),
        (extract_json, (TEXT,), {"text": TEXT}),
        (extract_json, (TEXT,), {"selekt": "first"}),
        (extract_json_detailed, (TEXT,), {"required": False}),
        (parse_json, (TEXT,), {"kind": "any"}),
        (Extractor, ("first",), {}),
        (Extractor, (), {"selekt": "first"}),
        (Extractor().extract, (), {}),
        (Extractor().extract, (TEXT,), {"select": "first"}),
    ):
        with pytest.raises(TypeError):
            call(*args, **options)  # type: ignore[operator]


def test_text_by_name() -> None:
    assert extract_json(text=TEXT) == Extractor().extract(text=TEXT) == {"a": 1}


def test_select_kind_and_required() -> None:
    text = '[9] {"a": 1} {"b": [1, 2, 3]} {"c": 1}'
    assert extract_json(text) == {"a": 1}
    assert extract_json(text, select="last") == {"c": 1}
    assert extract_json(text, select="largest") == {"b": [1, 2, 3]}
    assert extract_json(text, kind="array") == extract_json(text, kind="any") == [9]
    assert extract_json_detailed(text).candidates == 3
    assert extract_json_detailed(text, kind="any").candidates == 4
    with pytest.raises(jsonbeacon.MultipleCandidatesError):
        extract_json(text, select="only")
    assert extract_json("nothing", required=False) is None
    with pytest.raises(jsonbeacon.MalformedOutputError):
        extract_json('{"a": x}', required=False)  # it hides nothing else


# ---- Values


def test_values_are_plain_and_exact() -> None:
    digits = "7" * 5000
    text = f'{{"z": [{digits}, 1.0, 1e2, 0.1, true, false, null, "", -0], "a": {{}}}}'
    value = extract_json(text)
    assert list(value) == ["z", "a"]
    big, *rest = value["z"]
    assert rest == [1.0, 100.0, 0.1, True, False, None, "", 0]
    assert [type(each) for each in (big, *rest)] == [int, float, float, float, bool, bool, type(None), str, int]
    assert big == 7 * (10**5000 - 1) // 9
    assert type(value) is dict


def test_parse_json() -> None:
    assert parse_json('\ufeff "x" ') == "x"
    for text, code in (
        ("{} x", "json.trailing_characters"),
        ("", "json.unexpected_end"),
        ("NaN", "json.expected_value"),
    ):
        with pytest.raises(jsonbeacon.MalformedOutputError) as caught:
            parse_json(text)
        assert caught.value.code == code


# ---- Extraction


def test_extraction_is_a_value() -> None:
    found = extract_json_detailed(TEXT)
    assert found == EXTRACTION == pickle.loads(pickle.dumps(found)) == copy.copy(found) == copy.deepcopy(found)
    assert found != Extraction({"a": 1}, "fence", 14, 22, 2)
    assert found != ({"a": 1}, "fence", 14, 22, 1)
    assert (found.repairs, found.truncated) == ((), False)
    assert repr(found) == "Extraction(value={'a': 1}, source='fence', start=14, end=22, candidates=1)"
    assert repr(Extraction([], "whole", 0, 2, 1, (), True)).endswith("candidates=1, repairs=(), truncated=True)")
    assert TEXT[found.start : found.end] == '{"a": 1}'


def test_extraction_is_immutable() -> None:
    found = extract_json_detailed(TEXT)
    for name in ("value", "source", "other"):
        with pytest.raises(AttributeError, match="immutable"):
            setattr(found, name, 1)
        with pytest.raises(AttributeError, match="immutable"):
            delattr(found, name)
    assert not hasattr(found, "__dict__")


def test_extraction_hashes_as_its_value_does() -> None:
    with pytest.raises(TypeError, match="unhashable"):
        hash(EXTRACTION)
    one = extract_json_detailed(TEXT, schema=lambda value: tuple(value))
    assert hash(one) == hash(Extraction(("a",), "fence", 14, 22, 1))


def test_extraction_matches() -> None:
    match extract_json_detailed(TEXT):
        case Extraction({"a": a}, "fence", start, end, candidates, (), False):
            assert (a, start, end, candidates) == (1, 14, 22, 1)
        case _:
            pytest.fail("no match")


def test_generic_aliases() -> None:
    assert str(Extraction[int]) == "jsonbeacon.Extraction[int]"
    assert str(Extractor[int]) == "jsonbeacon.Extractor[int]"


# ---- Extractor


def function(value: Any) -> Any:
    return value["a"]


def test_extractor_is_a_value() -> None:
    one = Extractor(select="last", kind="object", required=False, schema=function)
    two = Extractor(schema=function, required=False, kind="object", select="last")
    assert one == two == pickle.loads(pickle.dumps(one)) == copy.copy(one) == copy.deepcopy(one)
    assert hash(one) == hash(two)
    assert one != Extractor(select="last")
    assert one != "extractor"
    assert (one.select, one.kind, one.required, one.schema) == ("last", "object", False, function)
    assert repr(Extractor()) == "Extractor()"
    assert repr(Extractor(select="last", required=False)) == "Extractor(select='last', required=False)"
    assert pickle.loads(pickle.dumps(one)).extract(TEXT) == 1


def test_extractor_is_immutable() -> None:
    extractor = Extractor()
    for name in ("select", "schema", "other"):
        with pytest.raises(AttributeError):
            setattr(extractor, name, "last")
    with pytest.raises(AttributeError):
        del extractor.select  # type: ignore[misc]
    assert Extractor.__init__(extractor, select="last") is None
    assert extractor.select == "first"


def test_extractor_does_what_the_functions_do() -> None:
    text = '[9] {"a": 1} {"b": 2}'
    for options in ({}, {"select": "last"}, {"kind": "array"}, {"schema": list}):
        options = {**options, **({"schema": len} if "schema" in options else {})}
        assert Extractor(**options).extract(text) == extract_json(text, **options)  # type: ignore[arg-type]
        assert Extractor(**options).detailed(text) == extract_json_detailed(text, **options)  # type: ignore[arg-type]
    assert Extractor(required=False).extract("nothing") is None
    with pytest.raises(jsonbeacon.NoJSONFoundError):
        Extractor(required=False).detailed("nothing")


def test_a_subclass_of_extractor() -> None:
    class Last(Extractor):
        def __new__(cls) -> Any:
            return super().__new__(cls, select="last")

        def __init__(self) -> None:
            pass

    assert Last().extract('{"a": 1} {"b": 2}') == {"b": 2}
    assert repr(Last()) == "Last(select='last')"


def test_extractor_in_threads() -> None:
    extractor = Extractor(select="last", schema=function)
    failed = []

    def work(number: int) -> None:
        for turn in range(200):
            if extractor.extract(f'{{"a": 0}} {{"a": {number * turn}}}') != number * turn:
                failed.append((number, turn))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed


def test_an_extractor_in_a_cycle_is_collected() -> None:
    class Schema:
        def __call__(self, value: Any) -> Any:
            return value

    schema: Any = Schema()
    schema.extractor = Extractor(schema=schema)
    gone = weakref.ref(schema)
    del schema
    gc.collect()
    assert gone() is None
