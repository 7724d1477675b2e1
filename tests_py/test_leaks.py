"""Failing costs nothing that stays: every error, thousands of times, with blocks, references and memory as before.

LEAK_ROUNDS sets how often each call is made. (test_bridge.py has values and allocations that fail, test_starved.py those
of columns, and counts what is left of them one by one.)
"""

from __future__ import annotations

import gc
import os
import pathlib
import pickle
import sys
import tracemalloc
from collections.abc import Callable

import arrow_abi
import jsonbeacon as jb
import jsonbeacon.arrow
import pytest
from arrow_abi import LYING, laid_out
from code_cases import CASES

ROUNDS = int(os.environ.get("LEAK_ROUNDS", "400"))

TEXTS = [before + after for cases in CASES.values() for before, after in cases if len(before + after) < 2000]
TEXTS += [
    "nothing here",  # json.not_found
    "",
    '{"a": 1} {"b": 2}',  # several, where one is asked for
    '{"a": 1, "a": [2, {"b": "\\ud83d\\ude00", "c": 12345678901234567890123}]} x',
    "```json\n[1, 2\n```",
    "<r>{'a': 1</r>",
    "[" * 600,
]
SCHEMA = {"required": ["a"]}  # one object: the cache of schemas keeps a new one until it is full
BYTES: list[object] = [b"\xff", b'["\xe2\x82"]', bytearray(b"[\xf0\x90\x80]"), memoryview(b"x\xc0\xaf")]


def refuses(value: object) -> object:
    raise ValueError("refused")


def returned(text: object) -> None:
    for each in jb.extract_json_many([text, text], on_error="return", detailed=True):  # type: ignore[list-item]
        if isinstance(each, Exception):
            raise each


FUNCTIONS: dict[str, Callable[[object], object]] = {
    "extract_json": lambda text: jb.extract_json(text),
    "extract_json_detailed": lambda text: jb.extract_json_detailed(text, select="only", kind="any"),
    "extract_all": lambda text: jb.extract_all(text),
    "parse_json": lambda text: jb.parse_json(text),
    "repair_json": lambda text: jb.repair_json(text, level="syntax"),
    "options": lambda text: jb.extract_json(
        text, tags="r", reasoning="skip", fallthrough=True, repair="syntax", invisible="strip", blank="reject"
    ),
    "schema": lambda text: jb.extract_json(text, schema=refuses, kind="any"),
    "max_length": lambda text: jb.extract_json(text, max_length=3),
    "extract_json_many": lambda text: jb.extract_json_many([text]),
    "extract_json_many, errors returned": returned,
    "extract_json_many, an iterator that is let go": lambda text: next(jb.extract_json_many(iter([text, text]))),
}

WRONG: list[Callable[[], object]] = [
    lambda: jb.extract_json(),  # type: ignore[call-overload]
    lambda: jb.extract_json("{}", "first"),  # type: ignore[call-overload]
    lambda: jb.extract_json("{}", selekt="first"),  # type: ignore[call-overload]
    lambda: jb.extract_json("{}", text="{}"),  # type: ignore[call-overload]
    lambda: jb.extract_json(1),  # type: ignore[call-overload]
    lambda: jb.extract_json(memoryview(b"[1] ").cast("H")),
    lambda: jb.extract_json("{}", select="x"),  # type: ignore[call-overload]
    lambda: jb.extract_json("{}", kind=["auto"]),  # type: ignore[call-overload]
    lambda: jb.extract_json("{}", required="no"),  # type: ignore[call-overload]
    lambda: jb.extract_json("{}", tags=[1]),  # type: ignore[call-overload]
    lambda: jb.extract_json("{}", tags=["a b"]),
    lambda: jb.extract_json("{}", repair="x"),  # type: ignore[call-overload]
    lambda: jb.extract_json("{}", reasoning=object()),  # type: ignore[call-overload]
    lambda: jb.extract_json("{}", sources=["x"]),  # type: ignore[call-overload]
    lambda: jb.extract_json("{}", max_length="x"),  # type: ignore[call-overload]
    lambda: jb.extract_json("{}", max_length=-1),
    lambda: jb.extract_json("{}", schema=object()),  # type: ignore[call-overload]
    lambda: jb.repair_json("{}", level="x"),  # type: ignore[arg-type]
    lambda: jb.parse_json("{}", kind="any"),  # type: ignore[call-arg]
    lambda: jb.Extractor("first"),  # type: ignore[misc]
    lambda: jb.Extractor(select="x"),  # type: ignore[call-overload]
    lambda: jb.Extractor().extract(1),  # type: ignore[arg-type]
    lambda: jb.Extractor().extract("{}", x=1),  # type: ignore[call-arg]
    lambda: jb.extract_json_many("{}"),  # type: ignore[call-overload]
    lambda: jb.extract_json_many(1),  # type: ignore[call-overload]
    lambda: jb.extract_json_many(["{}", 1]),  # type: ignore[call-overload]
    lambda: jb.extract_json_many([], on_error="x"),  # type: ignore[call-overload]
    lambda: jb.extract_json_many([], threads=0),
    lambda: jb.extract_json_many([], selekt="first"),  # type: ignore[call-overload]
    lambda: jb.Extractor().many(["{}"], select="last"),  # type: ignore[call-overload]
    lambda: jsonbeacon.arrow.extract(["{}"]),  # type: ignore[arg-type]
    lambda: jsonbeacon.arrow.extract(laid_out([b"{}"]), select="x"),  # type: ignore[typeddict-item]
    lambda: jsonbeacon.arrow.extract(laid_out([b"{}"]), schema=refuses),  # type: ignore[arg-type]
    lambda: jsonbeacon.arrow.extract(laid_out([b"{}"]), schema={"type": "x"}),
    lambda: jsonbeacon.arrow.extract(laid_out([b"{}"]), threads=True),
    lambda: jsonbeacon.arrow.extract(jsonbeacon.arrow.extract(laid_out([b"{}"]))),
    lambda: jsonbeacon.arrow.extract(arrow_abi.Column("l", 1, [None, b"12345678"])),
    lambda: jsonbeacon.arrow.extract(laid_out([b"{}"])).__arrow_c_array__(1, 2),  # type: ignore[call-arg]
]

COLUMNS: dict[str, Callable[[arrow_abi.Column], object]] = {
    "extract": jsonbeacon.arrow.extract,
    "extract, options": lambda column: jsonbeacon.arrow.extract(
        column, tags="r", repair="guess", fallthrough=True, invisible="strip", schema=SCHEMA
    ),
    "extract, taken": lambda column: arrow_abi.read(jsonbeacon.arrow.extract(column, threads=1)),
    "extract, not taken": lambda column: untaken(jsonbeacon.arrow.extract(column)),
    "extract_json_many": jb.extract_json_many,
    "extract_json_many, errors returned": lambda column: jb.extract_json_many(column, on_error="return"),
}


def untaken(column: jsonbeacon.arrow.Column) -> object:
    return repr(column), column.__arrow_c_schema__(), column.__arrow_c_array__(), column.__arrow_c_stream__()


def fails(call: Callable[[], object]) -> None:
    try:
        call()
    except (jb.JSONBeaconError, TypeError, ValueError):
        pass


def shows(call: Callable[[], object]) -> None:
    """All that an error works out when it is asked."""
    try:
        call()
    except jb.JSONBeaconError as error:
        str(error), repr(error), error.to_json(), error.excerpt(), error.feedback()
        pickle.loads(pickle.dumps(error))
    except (TypeError, ValueError):
        pass


def rss() -> int:
    """In bytes."""
    return int(pathlib.Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def stays_level(work: Callable[[], None], rounds: int, measurements: int = 30) -> None:
    """Work, done again and again, leaves neither blocks nor references nor memory behind."""
    shared = [None, True, jb.MalformedOutputError, jb.NoJSONFoundError, jb.extract_json, jb.Extractor, "json.too_deep"]

    def references() -> list[int]:
        return [sys.getrefcount(each) for each in shared]

    def growth() -> tuple[int, int, int]:
        """Of blocks, of references and of bytes."""
        gc.collect()
        blocks, memory, counts = sys.getallocatedblocks(), rss(), references()
        for _ in range(rounds):
            work()
        gc.collect()
        added = max(abs(now - then) for now, then in zip(references(), counts, strict=True))
        return sys.getallocatedblocks() - blocks, added, rss() - memory

    assert rounds >= 40
    growth()
    # What a call leaves behind shows in every measurement, at least once a round. A cache that still fills, a thread that
    # an earlier test left, or Go's heap, which may grow to twice of what such a test had it hold before it is collected,
    # does not: one measurement without growth, of each sort, is enough.
    least = growth()
    for _ in range(measurements):
        if level(least, rounds):
            break
        least = tuple(map(min, least, growth()))  # type: ignore[assignment]
    assert level(least, rounds), f"{rounds} rounds left (blocks, references, bytes) {least}"


def level(grown: tuple[int, int, int], rounds: int) -> bool:
    blocks, added, memory = grown
    return blocks < rounds - 10 and added < rounds - 10 and memory < 1 << 20


def test_a_leak_is_seen() -> None:
    kept: list[object] = []
    with pytest.raises(AssertionError, match="40 rounds left"):
        stays_level(lambda: kept.append(object()), 40, 5)
    with pytest.raises(AssertionError, match="40 rounds left"):
        stays_level(lambda: kept.append(jb.extract_json), 40, 5)


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_code(name: str) -> None:
    function = FUNCTIONS[name]
    texts: list[object] = [*TEXTS, *BYTES]
    codes = set()
    for text in texts:
        try:
            function(text)
        except jb.JSONBeaconError as error:
            codes.add(error.code)
    assert codes
    if name == "parse_json":
        assert codes >= {*CASES, "json.invalid_utf8"} - {"json.not_found"}
    calls = [lambda text=text: function(text) for text in texts]  # type: ignore[misc]
    # As many calls of each function; those that make Go allocate cost more, and its heap grows before it is collected.
    part = 1 if name in ("extract_json", "parse_json") else 25 if name.startswith("extract_json_many") else 10
    stays_level(lambda: [fails(call) for call in calls] and None, max(ROUNDS // part, 40))
    stays_level(lambda: [shows(call) for call in calls] and None, max(ROUNDS // 25, 40))


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_wrong_arguments() -> None:
    for call in WRONG:
        with pytest.raises((TypeError, ValueError)):
            call()
    stays_level(lambda: [fails(call) for call in WRONG] and None, max(ROUNDS // 10, 40))


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize("name", COLUMNS)
def test_columns(name: str) -> None:
    """Rows with every error in all layouts, and arrays that are corrupt."""
    texts = [each.encode("utf-8", "surrogatepass") for each in TEXTS] + [None, b"\xff"]
    columns = [laid_out(texts, layout) for layout in ("u", "U", "vu")]
    columns += [laid_out([text]) for text in texts if COLUMNS[name] is jb.extract_json_many]
    columns += [make() for make in LYING.values()]
    calls = [lambda column=column: COLUMNS[name](column) for column in columns]  # type: ignore[misc]

    def work() -> None:
        for column, call in zip(columns, calls, strict=True):
            column.renew()
            fails(call)

    stays_level(work, max(ROUNDS // 20, 40))


def test_python_counts_the_same() -> None:
    """tracemalloc sees every allocation through Python's allocators, those of the extension too."""
    calls = [lambda text=text, f=f: f(text) for f in FUNCTIONS.values() for text in TEXTS]  # type: ignore[misc]

    def work() -> None:
        for call in [*calls, *WRONG]:
            fails(call)

    def growth() -> int:
        before = tracemalloc.get_traced_memory()[0]
        for _ in range(10):
            work()
        gc.collect()
        return tracemalloc.get_traced_memory()[0] - before

    tracemalloc.start()
    try:
        growth()
        assert any(growth() < 10_000 for _ in range(10))  # as above: a leak shows in each, a cache that fills does not
    finally:
        tracemalloc.stop()
