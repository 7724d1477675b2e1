"""Allocations that fail, each alone: what comes is what came with memory, or MemoryError, and nothing is left.

    LD_PRELOAD=starved.so python starved.py ROW

Prints one JSON object. starved.so is starved.c, compiled. Python's allocations fail through _testcapi, and those that
the package makes of the C library through starved.so.
"""

from __future__ import annotations

import ctypes as c
import errno
import gc
import importlib
import json
import pathlib
import sys
from collections.abc import Callable
from typing import Any

import arrow_abi
import jsonbeacon
import jsonbeacon.arrow
from arrow_abi import LYING, Column, bits, laid_out
from jsonbeacon import _native

TEXTS: list[bytes | None] = [
    b'{"a": 1}',
    None,
    'é€😀 {"longer": "than a view holds"} é'.encode(),
    b"{'a': 5,}",
    b"no",
    b"\xff",
    b'{"a": "x"}' + b"." * 300,
    b"```json\n[1, 2",
]
SCHEMA = {"properties": {"a": {"type": "integer"}}}
CODED = Column("c", 4, [bits([True, True, False, True]), b"\x00\x06\x00\x03"]).within(laid_out(TEXTS, "vu"))
CORRUPT = LYING["offsets that go back"]()
NUMBERS = Column("l", 1, [None, b"12345678"])
LIMIT = 5000  # allocations of one call
LAST = 40  # attempts in a row with which nothing failed any more: so many calls that are over were not starved

KEPT = 16  # allocations: a batch keeps so many for the next one, eight pieces and their tapes
ENOUGH = 20  # blocks that may be left of all these calls

shim = c.CDLL(None)  # what was preloaded


class Array:
    """A column that calls nothing of Python when it is read."""

    def __init__(self, column: Column) -> None:
        self.schema, self.array = c.pointer(column.schema), c.pointer(column.array)
        self.column, self.capsules = column, column.__arrow_c_array__()

    def renew(self) -> None:
        shim.starved_give(self.schema, self.array)

    def drop(self) -> None:
        """What its owner does in the end, where nobody took it."""
        for each in (self.schema, self.array):
            if each.contents.release:
                each.contents.release(each)

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        return self.capsules


class Stream:
    """The same column several times, and then an error or the end."""

    def __init__(self, column: Column, times: int, error: int = 0) -> None:
        self.column, self.times, self.error = column, times, error
        self.stream = c.pointer(arrow_abi.Stream())
        self.capsule = arrow_abi.capsule_new(c.addressof(self.stream.contents), b"arrow_array_stream", None)

    def renew(self) -> None:
        schema, array = c.byref(self.column.schema), c.byref(self.column.array)
        shim.starved_give_stream(self.stream, schema, array, self.times, self.error)

    def drop(self) -> None:
        self.stream.contents.release(self.stream)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.capsule


class Result:
    """What an earlier call gave, in so many chunks."""

    column: jsonbeacon.arrow.Column | None = None

    def __init__(self, chunks: int) -> None:
        self.stream = Stream(laid_out(TEXTS), chunks)

    def renew(self) -> None:
        if not self.column:
            self.stream.renew()
            self.column = jsonbeacon.arrow.extract(self.stream, repair="syntax")
            self.stream.drop()

    def drop(self) -> None: ...


def read(result: Result) -> None:
    """Another library's reading, which answers an error number."""
    capsule = result.column.__arrow_c_stream__()
    try:
        error = shim.starved_read(c.c_void_p(arrow_abi.capsule_pointer(capsule, b"arrow_array_stream")))
    except c.ArgumentError:  # which ctypes makes of a MemoryError
        raise MemoryError from None
    if error:
        assert error == errno.ENOMEM
        raise MemoryError


Source = Array | Stream | Result
extract = jsonbeacon.arrow.extract
ROWS: dict[str, tuple[Source, Callable[[Any], object]]] = {
    "array": (Array(laid_out(TEXTS)), extract),
    "array-of-views": (Array(laid_out(TEXTS, "vu")), extract),
    "dictionary": (Array(CODED), extract),
    "stream": (Stream(laid_out(TEXTS), 6), extract),
    "options": (
        Array(laid_out(TEXTS)),
        lambda source: extract(source, repair="guess", tags=["a", "b"], select="last", schema=SCHEMA),
    ),
    "long-values": (Array(laid_out([b'["%s"]' % (b"x" * 5000)] * 40)), extract),
    "corrupt": (Array(CORRUPT), extract),
    "numbers": (Array(NUMBERS), extract),
    "failing-stream": (Stream(laid_out(TEXTS), 2, errno.EIO), extract),
    "starved-stream": (Stream(laid_out(TEXTS), 1, errno.ENOMEM), extract),
    "schema-of-another-kind": (Array(laid_out(TEXTS)), lambda source: extract(source, schema=dict)),
    "result-schema": (Result(1), lambda result: result.column.__arrow_c_schema__()),
    "result-array": (Result(1), lambda result: result.column.__arrow_c_array__(None)),
    "result-array-of-chunks": (Result(2), lambda result: result.column.__arrow_c_array__()),
    "result-stream": (Result(3), lambda result: result.column.__arrow_c_stream__(requested_schema=None)),
    "result-read": (Result(3), read),
    "result-shown": (Result(2), lambda result: (repr(result.column), result.column.num_chunks, len(result.column))),
    "texts": (Array(laid_out(TEXTS)), _native.column_texts),
    "texts-of-views": (Array(laid_out(TEXTS, "vz")), _native.column_texts),
    "texts-of-a-dictionary": (Array(CODED), _native.column_texts),
    "texts-of-a-stream": (Stream(laid_out(TEXTS, "U"), 6), _native.column_texts),
    "texts-corrupt": (Array(CORRUPT), _native.column_texts),
    "many": (Array(laid_out(TEXTS)), lambda source: jsonbeacon.extract_json_many(source, on_error="return")),
    "many-detailed": (
        Stream(laid_out(TEXTS), 2),
        lambda source: jsonbeacon.extract_json_many(source, on_error="return", detailed=True, repair="all"),
    ),
    "many-raise": (Array(laid_out(TEXTS)), jsonbeacon.extract_json_many),
    "violations": (
        Array(laid_out([])),
        lambda _: jsonbeacon.extract_json('{"a": "x"}', schema=SCHEMA),
    ),
    "schema-at-fault": (Array(laid_out([])), lambda _: jsonbeacon.Extractor(schema={"type": "x"})),
}


def lost(error: Exception) -> bool:
    """From 3.11 on CPython forgets an exception on its way through a Python function whose frame it cannot allocate."""
    said = ("error return without exception set", "<function ")
    return sys.version_info >= (3, 11) and isinstance(error, SystemError) and str(error).startswith(said)


# CPython 3.13 crashes when it makes a Python function without memory (PyFunction_NewWithQualName), and these rows do.
MAKE_FUNCTIONS = {"options", "schema-of-another-kind", "many-raise", "violations", "schema-at-fault"}


def outcome(
    source: Source, work: Callable[[Any], object], begin: Callable[[], object], end: Callable[[], object]
) -> str:
    """The kind of what comes of it: a value or an exception."""
    source.renew()
    begin()
    try:
        value = work(source)
    except Exception as error:  # noqa: BLE001
        end()
        kind = "lost" if lost(error) else type(error).__name__
    else:
        end()
        kind = "a " + type(value).__name__
        del value
    source.drop()
    return kind


def nothing() -> None: ...


def starve(run: Callable[[int], str], expected: str) -> dict[str, int]:
    """How often what came of calls of which the nth allocation failed, for all n."""
    outcomes: dict[str, int] = {}
    since = 0
    for n in range(LIMIT):
        kind = run(n)
        outcomes[kind] = outcomes.get(kind, 0) + 1
        since = since + 1 if kind == expected else 0
        if since == LAST:
            return outcomes
    raise AssertionError(f"it still fails: {outcomes}")


def blocks_left(work: Callable[[], object]) -> int:
    """A leak shows each time; a cache that still fills does not."""
    least = LIMIT
    for _ in range(20):
        gc.collect()
        before = sys.getallocatedblocks()
        work()
        gc.collect()
        least = min(least, sys.getallocatedblocks() - before)
        if least < ENOUGH:
            break
    return least


def main(row: str) -> None:
    gc.disable()  # a collection, and what it calls, may come in any call
    source, work = ROWS[row]
    package = str(pathlib.Path(jsonbeacon.__file__).parent)
    for line in pathlib.Path("/proc/self/maps").read_text().splitlines():
        if package in line and " r-xp " in line:
            low, high = (c.c_size_t(int(each, 16)) for each in line.split()[0].split("-"))
            shim.starved_watch(low, high, "_native" in line)
    expected = [outcome(source, work, nothing, nothing) for _ in range(3)][-1]
    report: dict[str, object] = {"expected": expected}
    live = shim.starved_live()

    def of_c(n: int) -> str:
        return outcome(source, work, lambda: shim.starved_fail(n), lambda: shim.starved_fail(-1))

    outcome(source, work, lambda: shim.starved_fail(-1), nothing)
    report["c allocations"] = shim.starved_seen()
    report["c"] = starve(of_c, expected)
    report["c blocks"] = blocks_left(lambda: starve(of_c, expected))
    try:
        memory = importlib.import_module("_testcapi")
    except ImportError:  # a Python that was installed without its tests
        memory = None
    if memory is None or (sys.version_info >= (3, 13) and row in MAKE_FUNCTIONS):
        report["python"] = None
    else:

        def of_python(n: int) -> str:
            return outcome(source, work, lambda: memory.set_nomemory(n, n + 1), memory.remove_mem_hooks)

        report["python"] = starve(of_python, expected)
        report["python blocks"] = blocks_left(lambda: starve(of_python, expected))
    report["again"] = outcome(source, work, nothing, nothing)
    gc.collect()
    report["left"] = shim.starved_live() - live
    report["not released"] = shim.starved_given()
    print(json.dumps(report))


if __name__ == "__main__":
    main(sys.argv[1])
