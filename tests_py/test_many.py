"""extract_json_many and Extractor.many: order, errors, laziness, progress."""

from __future__ import annotations

import gc
import pickle
import sys
import weakref
from collections.abc import Iterator
from typing import Any

import jsonbeacon
import pytest
from jsonbeacon import Extractor, extract_json_many

TEXTS = ['{"a": 1}', None, "Sorry.", 'So: {"a": [2, 3]} {"b": 4}', b'["\xc3\xa9"]', "{'a': 5}"]


def test_a_list_gives_a_list() -> None:
    found = extract_json_many(TEXTS, on_error="return")
    assert isinstance(found, list)
    assert [getattr(each, "code", each) for each in found] == [
        {"a": 1},
        None,
        "json.not_found",
        {"a": [2, 3]},
        ["é"],
        "json.expected_key",
    ]
    assert extract_json_many(tuple(TEXTS[:2])) == [{"a": 1}, None]
    assert extract_json_many(dict.fromkeys(["[1]", "[2]"])) == [[1], [2]]
    assert extract_json_many([]) == []


def test_options_and_extractors() -> None:
    texts = ["<r>{'n': 1,}</r>", '{"n": 2} {"n": 3}']
    options: dict[str, Any] = {"select": "last", "repair": "syntax", "tags": "r"}
    assert extract_json_many(texts, **options) == Extractor(**options).many(texts) == [{"n": 1}, {"n": 3}]
    assert extract_json_many(["no", "[1]"], required=False) == [None, [1]]
    assert extract_json_many(['{"n": 1}'], schema=lambda value: value["n"] + 1) == [2]
    found = extract_json_many(
        ['{"n": 1}', '{"n": "x"}'], schema={"properties": {"n": {"type": "integer"}}}, on_error="return"
    )
    assert [getattr(each, "code", each) for each in found] == [{"n": 1}, "schema.validation_failed"]
    [detailed, error] = Extractor().many(['x {"a": 1}', "no"], detailed=True, on_error="return")
    assert (detailed.value, detailed.start, error.reason) == ({"a": 1}, 2, "no_json")


def test_the_first_error_is_raised_with_its_index() -> None:
    with pytest.raises(jsonbeacon.NoJSONFoundError) as caught:
        extract_json_many(TEXTS)
    assert caught.value.index == 2  # type: ignore[attr-defined]
    assert str(caught.value) == "no JSON object or array found"
    if sys.version_info >= (3, 11):
        assert caught.value.__notes__[-1] == "It is of the text at index 2."
    with pytest.raises(TypeError, match="must be str") as wrong:
        extract_json_many(["[1]", 5])  # type: ignore[list-item]
    assert wrong.value.index == 1  # type: ignore[attr-defined]


def test_returned_errors_are_whole_and_hold_nothing() -> None:
    found = extract_json_many(["[1]", 5, "no", b"\xff"], on_error="return")  # type: ignore[list-item]
    assert [type(each).__name__ for each in found] == ["list", "TypeError", "NoJSONFoundError", "MalformedOutputError"]
    assert [each.index for each in found[1:]] == [1, 2, 3]
    assert [each.__traceback__ for each in found[1:]] == [None] * 3
    again = pickle.loads(pickle.dumps(found[2]))
    assert (again.code, again.message) == (found[2].code, found[2].message)


def test_an_iterator_is_taken_as_it_is_asked() -> None:
    taken: list[int] = []

    def texts() -> Iterator[str]:
        for i in range(1000):
            taken.append(i)
            yield f'{{"i": {i}}}'

    values = extract_json_many(texts())
    assert isinstance(values, Iterator)
    assert taken == []
    assert next(values) == {"i": 0}
    assert len(taken) < 100
    assert [each["i"] for each in values] == list(range(1, 1000))


def test_an_iterator_that_fails() -> None:
    def texts() -> Iterator[str]:
        yield "[1]"
        raise OSError("the disk is gone")

    values = extract_json_many(texts(), on_error="return")
    assert next(values) == [1]
    with pytest.raises(OSError, match="the disk is gone"):
        next(values)


def test_a_value_is_let_go_of() -> None:
    class Text(str):
        __slots__ = ("__weakref__",)

    text = Text('{"a": 1}')
    gone = weakref.ref(text)
    values = extract_json_many(iter([text]))
    del text
    assert next(values) == {"a": 1}
    assert next(values, None) is None
    gc.collect()
    assert gone() is None


def test_wrong_arguments() -> None:
    for text in ("[1]", b"[1]", bytearray(b"[1]"), memoryview(b"[1]")):
        with pytest.raises(TypeError, match="which is one text"):
            extract_json_many(text)  # type: ignore[call-overload]
    with pytest.raises(TypeError, match="not iterable"):
        extract_json_many(5)  # type: ignore[call-overload]
    with pytest.raises(ValueError, match="on_error must be one of 'raise', 'return', not 'skip'"):
        extract_json_many([], on_error="skip")  # type: ignore[call-overload]
    with pytest.raises(ValueError, match="threads must be None or a number of threads from 1 on, not 0"):
        extract_json_many([], threads=0)
    with pytest.raises(ValueError, match="select must be"):
        extract_json_many([], select="x")  # type: ignore[call-overload]


def test_progress(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("tqdm", reason="tqdm is not installed")
    assert extract_json_many(["[1]"] * 3, progress=True) == [[1]] * 3
    assert "3/3" in capsys.readouterr().err
    values = extract_json_many(iter(["[1]"] * 3), progress=True)
    assert isinstance(values, Iterator)
    assert [*values] == [[1]] * 3
    assert "3" in capsys.readouterr().err


def test_progress_without_tqdm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    with pytest.raises(ImportError, match=r"pip install 'jsonbeacon\[progress\]'"):
        extract_json_many(["[1]"], progress=True)
