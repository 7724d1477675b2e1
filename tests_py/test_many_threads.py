"""extract_json_many on several threads: what is found ahead is what a loop of calls finds, whatever happens meanwhile."""

from __future__ import annotations

import functools
import gc
import itertools
import json
import os
import sys
import threading
import weakref
from collections.abc import Iterable, Iterator
from typing import Any

import generate
import jsonbeacon
import pytest
from batches import (
    LONGEST_AHEAD,
    MOST_UNITS,
    PIECE_TEXTS,
    PIECE_UNITS,
    PIECES_EACH,
    failing,
    goroutines_from_the_first_piece,  # noqa: F401
    shown,
)
from corpus import rows
from jsonbeacon import Extractor, JSONBeaconError, _native
from policies import POLICIES


class Text(str):
    __slots__ = ("__weakref__",)


def mixed(count: int) -> list[Any]:
    """Of every sort: values, faults, repeated keys, bytes, what is no text; of every width and many lengths."""
    made: list[Any] = []
    for i, text in enumerate(generate.texts(11, count)):
        made.append(text)
        if i % 10 == 0:
            utf8 = text.encode("utf-8", "surrogatepass")
            made += [utf8, bytearray(utf8), memoryview(utf8), Text(text), None, i]
        if i % 50 == 0:
            filler = (i % 3000) * "é中😀x"[i // 50 % 4]
            made += [f'{filler} {{"a": [1.5, "{filler}", {i}]}}', f'{{"{filler}": 1, "b": 2, "{filler}": 3}}', ""]
    return made


def one(extractor: Extractor[Any], text: Any, index: int, detailed: bool) -> Any:
    if text is None:
        return None
    try:
        return (extractor.detailed if detailed else extractor.extract)(text)
    except (JSONBeaconError, TypeError) as error:
        error.__dict__["index"] = index
        return error


def loop(extractor: Extractor[Any], texts: Iterable[Any], detailed: bool = False) -> list[Any]:
    return [one(extractor, text, index, detailed) for index, text in enumerate(texts)]


#: JSONBEACON_TEXTS sets how many.
MIXED = mixed(int(os.environ.get("JSONBEACON_TEXTS", "24000")) // 48)
OPTIONS: list[dict[str, Any]] = [
    *POLICIES.values(),
    {"select": "last", "kind": "any"},
    {"select": "only", "required": False},
    {"kind": "array", "select": "largest"},
    {"repair": "syntax"},
    {"repair": "all", "fallthrough": True, "kind": "any"},
    {"max_length": 30},
    {"sources": "inline", "blank": "reject"},
    {"schema": {"type": "object", "maxProperties": 1}},
    {"schema": {"type": "object", "maxProperties": 1}, "fallthrough": True, "repair": "guess"},
    {"schema": lambda value: [*value, 1]},
    {"schema": lambda value: [*value, 1], "reasoning": "skip", "fallthrough": True},
]


@pytest.mark.parametrize("detailed", [False, True])
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_every_text_is_what_one_call_says(options: dict[str, Any], detailed: bool) -> None:
    extractor: Extractor[Any] = Extractor(**options)
    wanted = shown(loop(extractor, MIXED, detailed))
    for threads in (1, 2, 7):
        found = extractor.many(MIXED, on_error="return", threads=threads, detailed=detailed)
        assert shown(found) == wanted
        found = extractor.many(iter(MIXED), on_error="return", threads=threads, detailed=detailed)
        assert shown(found) == wanted


def test_the_corpora() -> None:
    texts = [
        row["text"] for name in ("hostile.jsonl", "replies.jsonl", "fuzz.jsonl") for row in rows(name) if "text" in row
    ]
    texts += [generate.long_text(3, n) for n in range(12)]
    assert len(texts) > 100
    for options in ({}, {"repair": "guess"}):
        extractor: Extractor[Any] = Extractor(**options)
        assert shown(extractor.many(texts, on_error="return", threads=2)) == shown(loop(extractor, texts))


@pytest.mark.parametrize("count", [0, 1, 2, *(n * PIECE_TEXTS + d for n in (1, 2, 3, 8, 32, 33) for d in (-1, 0, 1))])
def test_any_number_of_texts(count: int) -> None:
    texts = [f"[{i}]" for i in range(count)]
    for threads in (None, 1, 2, 40, 2000):
        assert jsonbeacon.extract_json_many(texts, threads=threads) == [[i] for i in range(count)]
        assert [*jsonbeacon.extract_json_many(iter(texts), threads=threads)] == [[i] for i in range(count)]


@pytest.mark.parametrize("length", [PIECE_UNITS, LONGEST_AHEAD, MOST_UNITS])
@pytest.mark.parametrize("more", [-1, 0, 1])
def test_any_length_of_texts(length: int, more: int) -> None:
    """With as many words of tape to each character as there can be, and with as few."""
    floats, ones = "[" + "0.0," * ((length + more - 4) // 4) + "0]", "[" + "1," * ((length + more - 3) // 2) + "1]"
    texts = [
        each + " " * (length + more - len(each)) for each in (floats, ones, '{"a": "b"}', "x", "[" + "9" * 5000 + "]")
    ]
    assert {len(text) for text in texts} == {length + more}
    texts = [*texts, "[1]", *texts]
    found = jsonbeacon.extract_json_many(texts, threads=2, on_error="return")
    for each, text in zip(found, texts, strict=True):
        if text[0] == "x":
            assert each.code == "json.not_found"
        else:
            assert each == jsonbeacon.extract_json(text)


def test_every_word_of_the_tape_is_used() -> None:
    """A text of floats alone takes as many words as it has characters."""
    texts = ["[" + ",".join(["1e1"] * n) + "]" for n in (1, 2, 500, 4096, 5000, 20_000)] * 3
    texts += ["[" * n + "]" * n for n in (1, 2, 511, 512)] * 200
    assert jsonbeacon.extract_json_many(texts, threads=2) == [json.loads(text) for text in texts]


# ---- Errors ----


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("where", [0, 1, 127, 128, 300, 4999])
def test_the_first_error_is_raised(threads: int, where: int) -> None:
    texts: list[Any] = ["[1]"] * 5000
    for bad, kind in (("no", jsonbeacon.NoJSONFoundError), (5, TypeError)):
        texts[where] = bad
        with pytest.raises(kind) as caught:
            jsonbeacon.extract_json_many(texts, threads=threads)
        assert caught.value.index == where  # type: ignore[attr-defined]
        if sys.version_info >= (3, 11):
            assert caught.value.__notes__[-1] == f"It is of the text at index {where}."
        values = jsonbeacon.extract_json_many(iter(texts), threads=threads)
        for _ in range(where):
            assert next(values) == [1]
        with pytest.raises(kind) as caught:
            next(values)
        assert caught.value.index == where  # type: ignore[attr-defined]
        assert [*values] == []


@pytest.mark.parametrize("threads", [2, 7])
@pytest.mark.parametrize(
    "error", [OSError("gone"), TypeError("odd"), jsonbeacon.NoJSONFoundError("json.not_found", "x")]
)
def test_an_iterator_that_fails(threads: int, error: Exception) -> None:
    """What it raises comes behind the values of all texts before, as it is."""
    for count in (0, 1, 127, 128, 1000):
        values = jsonbeacon.extract_json_many(failing(count, error), threads=threads, on_error="return")
        assert [next(values) for _ in range(count)] == [[i] for i in range(count)]
        with pytest.raises(type(error)) as caught:
            next(values)
        assert caught.value is error
        assert "index" not in error.__dict__


def test_what_a_collection_raises_comes_behind_the_error_of_a_text_before() -> None:
    class Texts(list[str]):
        def __iter__(self) -> Iterator[str]:
            return itertools.chain(["[1]", "no"], failing(3, OSError("gone")))

    with pytest.raises(jsonbeacon.NoJSONFoundError):
        jsonbeacon.extract_json_many(Texts(), threads=2)
    with pytest.raises(OSError, match="gone"):
        jsonbeacon.extract_json_many(Texts(), threads=2, on_error="return")


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit])
def test_what_is_to_end_the_program_comes_at_once(error: type[BaseException]) -> None:
    values = jsonbeacon.extract_json_many(failing(1000, error()), threads=2)
    with pytest.raises(error):
        list(values)
    assert list(values) == []


def test_a_schema_that_raises() -> None:
    def check(value: list[int]) -> list[int]:
        if value[0] == 333:
            raise SystemExit("of the schema's")
        return value

    texts = [f"[{i}]" for i in range(1000)]
    with pytest.raises(SystemExit, match="of the schema's"):
        jsonbeacon.extract_json_many(texts, schema=check, threads=2)
    values = jsonbeacon.extract_json_many(iter(texts), schema=check, threads=2)
    for i in range(333):
        assert next(values) == [i]
    with pytest.raises(SystemExit, match="of the schema's"):
        next(values)


# ---- Iterators ----


def test_an_iterator_is_taken_ahead_and_not_to_its_end() -> None:
    taken = 0

    def texts(length: int) -> Iterator[str]:
        nonlocal taken
        for taken in itertools.count(1):
            yield f"[{taken}]".ljust(length)

    for length, most in ((10, PIECE_TEXTS * PIECES_EACH * 2), (300_000, (MOST_UNITS + PIECE_UNITS) // 300_000 + 2)):
        values = jsonbeacon.extract_json_many(texts(length), threads=2)
        assert taken == 0
        for i in range(1, 10_000 if length == 10 else 100):
            assert next(values) == [i]
            assert taken - i <= most
        assert taken > i + 1
        values.close()  # type: ignore[attr-defined]
        taken = 0


def test_without_threads_a_text_is_taken_when_its_value_is_asked_for() -> None:
    """A source may wait for the value of the text before."""
    last: list[Any] = [0]

    def texts() -> Iterator[str]:
        for _ in range(300):
            yield f"[{last[-1] + 1}]"

    for threads in (None, 1):
        last = [0]
        for [value] in jsonbeacon.extract_json_many(texts(), threads=threads):
            last.append(value)
        assert last == [*range(301)]


def test_texts_are_let_go_of() -> None:
    gone = []

    def texts() -> Iterator[str]:
        for i in range(500):
            text = Text(f"[{i}]")
            gone.append(weakref.ref(text))
            yield text
            del text

    values = jsonbeacon.extract_json_many(texts(), threads=2)
    assert next(values) == [0]
    assert gone[0]() is None
    assert gone[1]() is not None
    values.close()  # type: ignore[attr-defined]
    assert [each for each in gone if each() is not None] == []


def test_a_cycle_through_the_iterator_is_collected() -> None:
    class Source:
        values: Iterator[Any]

        def __iter__(self) -> Iterator[str]:
            return self

        def __next__(self) -> str:
            return "[1]"

    source = Source()
    source.values = jsonbeacon.extract_json_many(iter(source), threads=2)
    assert next(source.values) == [1]
    gone = weakref.ref(source)
    del source
    gc.collect()
    assert gone() is None


def test_a_batch_in_a_batch() -> None:
    inner = Extractor(schema=lambda value: Extractor().many(["[1]", "[2]"] * 300, threads=2)[value[0]])
    assert inner.many(["[0]", "[1]"] * 300, threads=2) == [[1], [2]] * 300

    def texts() -> Iterator[str]:
        yield "[1]"
        with pytest.raises(ValueError, match="generator already executing"):
            next(values)
        with pytest.raises(RuntimeError, match="in another call"):
            next(batch)
        yield "[2]"

    others = {id(each) for each in gc.get_objects() if type(each) is _native.Batch}
    values = jsonbeacon.extract_json_many(texts(), threads=2)
    [batch] = [each for each in gc.get_objects() if type(each) is _native.Batch and id(each) not in others]
    assert next(values) == [1]
    batch = None


# ---- What is no plain list of texts ----


def test_a_list_that_changes_meanwhile() -> None:
    texts = [f'{{"a": [{i}, "{i}"]}}' for i in range(20_000)]
    stop = threading.Event()

    def change() -> None:
        while not stop.is_set():
            texts.append('{"a": [1]}')
            del texts[10_000:10_100]

    thread = threading.Thread(target=change)
    thread.start()
    try:
        for _ in range(5):
            found = jsonbeacon.extract_json_many(texts, threads=2)
            assert all(each["a"] for each in found)
            assert found[:9000] == [{"a": [i, str(i)]} for i in range(9000)]
    finally:
        stop.set()
        thread.join()


def test_a_buffer_that_changes_is_read_when_its_turn_comes() -> None:
    buffer = bytearray(b"[1]")

    def check(value: list[int]) -> int:
        buffer[1] = ord("2")
        return value[0]

    for text in (buffer, memoryview(buffer)):
        buffer[:] = b"[1]"
        assert jsonbeacon.extract_json_many(["[0]", text], schema=check, threads=2) == [0, 2]


def test_an_overridden_method_is_called() -> None:
    class Tagged(Extractor[Any]):
        def extract(self, text: Any) -> Any:
            return ("mine", super().extract(text))

    assert Tagged().many(["[1]"] * 300, threads=2) == [("mine", [1])] * 300
    assert Tagged().many(["[1]"], threads=2, detailed=True)[0].value == [1]


def test_progress_counts_values(capsys: pytest.CaptureFixture[str]) -> None:
    tqdm = pytest.importorskip("tqdm.auto", reason="tqdm is not installed")
    assert jsonbeacon.extract_json_many(["[1]"] * 300, progress=True, threads=2) == [[1]] * 300
    assert "300/300" in capsys.readouterr().err
    values = jsonbeacon.extract_json_many(iter(["[1]"] * 300), progress=True, threads=2)
    assert [*values] == [[1]] * 300
    assert "300 texts" in capsys.readouterr().err

    class Broken(tqdm.tqdm):  # type: ignore[misc]
        def update(self, n: float | None = 1) -> bool | None:
            raise OSError("the terminal is gone")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tqdm, "tqdm", functools.partial(Broken, mininterval=0))
        with pytest.raises(OSError, match="the terminal is gone"):
            jsonbeacon.extract_json_many([f"[{i}]" for i in range(5000)], progress=True, threads=2)
