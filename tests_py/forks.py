"""Forks children from a parent in some state; in each, the package has to work.

    python forks.py STATE WORK COUNT

Prints one JSON object. A child that ends with anything but 0 is a crash, one that needs more than
LIMIT seconds is a hang.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator

import arrow_abi
import jsonbeacon
import jsonbeacon.arrow
from jsonbeacon import _batch, _native

LIMIT = 60
TOGETHER = 4
LIST = list(range(20_000))
LONG = json.dumps({"prose": "x " * 40_000, "numbers": LIST})  # longer than what keeps the GIL
DIGITS = "7" * 30_000  # makes Go allocate
BEGUN: list[jsonbeacon.Stream] = []  # streams that have a part of their text
AHEAD: list[Iterator[object]] = []  # batches of which a value has been taken
stop = False
_batch._CREW_FROM = 1  # batches of a few texts have goroutines


def fast() -> None:
    """Allocates nothing in Go."""
    for i in range(200):
        assert jsonbeacon.extract_json(f'Sure: {{"a": [{i}, true]}}') == {"a": [i, True]}


def long() -> None:
    """Runs without the GIL, in many parts."""
    assert jsonbeacon.extract_json(LONG)["numbers"] == LIST


def failing() -> None:
    for _ in range(20):
        try:
            jsonbeacon.extract_json('The user wants to {"intent": cancel')
        except jsonbeacon.MalformedOutputError as error:
            assert error.column == 30, error
        else:
            raise AssertionError("it parsed")


def garbage() -> None:
    """Makes Go allocate, so that its collector and its other threads have to run."""
    for _ in range(3):
        assert jsonbeacon.parse_json(f"[{DIGITS}]")[0] % 10 == 7


def gopy() -> None:
    for _ in range(20):
        assert "result" in json.loads(_native.bridgeapi_Version("{}"))
        assert "error" in json.loads(_native.bridgeapi_Version("["))
        assert jsonbeacon.list_candidates('> {"a": [1,\n> 2,]}', repair=True).candidates[0].repair.valid_json


def options() -> None:
    """Sessions, which live in Go between two outcomes."""
    for i in range(10):
        text = f"<think>[1]</think> {{'n': {i}, }} and [{i}, 2"
        assert jsonbeacon.extract_json(text, reasoning="skip", repair="syntax") == {"n": i}
        assert jsonbeacon.extract_json(text, fallthrough=True, repair="all", kind="any") == [1]
        assert jsonbeacon.repair_json(f"[{i}, 2", level="all").value == [i, 2]
        assert len(jsonbeacon.extract_all(text)) == 3


SCHEMA = {"items": {"oneOf": [{"type": "integer"}, {"type": "null"}]}}
EXTRACTOR = None if sys.argv[1:2] == ["imported"] else jsonbeacon.Extractor(schema=SCHEMA)


def schema() -> None:
    """A schema that was compiled in the parent is compiled again; the library checks it."""
    extractor = EXTRACTOR or jsonbeacon.Extractor(schema=SCHEMA)
    for _ in range(5):
        assert extractor.extract("[1, null]") == [1, None]
        try:
            extractor.extract('[1, "x"]')
        except jsonbeacon.SchemaValidationError as error:
            assert error.errors[0]["path"] == "/1", error
        else:
            raise AssertionError("it fits")


def streams() -> None:
    """One that was begun before the fork, and one that was not."""
    for stream in (BEGUN.pop() if BEGUN else jsonbeacon.Extractor().stream(), jsonbeacon.Extractor().stream()):
        if not stream.length:
            stream.feed('Sure: {"a": [1, "b')
        events = list(stream.feed('c"]}'))
        assert [event.path for event in events[:-1]] == [("a", 1), ("a",)], events
        assert stream.partial().value == stream.close() == {"a": [1, "bc"]}


def batches() -> None:
    """Goroutines, and buffers that C frees; texts that were taken ahead before the fork, and texts that were not."""
    found = jsonbeacon.extract_json_many(['{"a": [1]}', None, "[1,"] * 300, on_error="return", threads=2)
    assert found[-3:-1] == [{"a": [1]}, None], found
    for values in (AHEAD.pop() if AHEAD else ahead(), ahead()):
        assert list(values) == [[i] for i in range(1, 1000)]
    column = arrow_abi.laid_out([b'Sure: {"a": [1, true]}', None, b"[1,"] * 300, "vu")
    rows = arrow_abi.read(jsonbeacon.arrow.extract(column, threads=2))
    assert [row and row["value"] for row in rows] == ['{"a":[1,true]}', None, None] * 300


def ahead() -> Iterator[object]:
    values = jsonbeacon.extract_json_many((f"Sure: [{i}]" for i in range(1000)), threads=2)
    assert next(values) == [0]
    return values


def everything() -> None:
    for work in (fast, long, failing, garbage, gopy, options, schema, streams, batches):
        work()


def nested() -> None:
    """Children of children, which share nothing with each other."""
    everything()
    for _ in range(2):
        pid = os.fork()
        if not pid:
            finish(everything, finalize=False)
        assert os.waitpid(pid, 0)[1] == 0
    garbage()


def threads() -> None:
    """The first calls come from four threads at once."""
    errors: list[BaseException] = []

    def body() -> None:
        try:
            everything()
        except BaseException as error:  # noqa: BLE001
            errors.append(error)

    started = [threading.Thread(target=body) for _ in range(4)]
    for thread in started:
        thread.start()
    for thread in started:
        thread.join()
    assert not errors, errors


def imports() -> None:
    """Holds the locks of the import system and of the dynamic linker by turns."""
    for name in ("_decimal", "_elementtree", "colorsys", "fractions"):
        sys.modules.pop(name, None)
        importlib.import_module(name)


def finish(work: Callable[[], None], *, finalize: bool) -> None:
    """Ends this process with what work came to."""
    code = 9
    try:
        work()
        code = 0
    except BaseException as error:  # noqa: BLE001
        print("child:", repr(error), file=sys.stderr, flush=True)
    if code or not finalize:
        os._exit(code)
    gc.collect()
    sys.exit(0)


def keep_busy(state: str) -> None:
    """Brings the parent into a state."""
    if state == "imported":  # Go has not started
        return
    everything()
    work = {"scanning": long, "collecting": garbage, "importing": imports, "batching": batches}.get(state)
    if not work:
        return

    def forever() -> None:
        while not stop:
            work()

    for _ in range(1 if work is imports else 2):
        threading.Thread(target=forever, daemon=True).start()
    time.sleep(0.05)


def wait_for(pid: int) -> str:
    end = time.monotonic() + LIMIT
    while time.monotonic() < end:
        done, status = os.waitpid(pid, os.WNOHANG)
        if done:
            return "crash" if status else "ok"
        time.sleep(0.0005)
    os.kill(pid, 9)
    os.waitpid(pid, 0)
    return "hang"


def main(state: str, work: str, count: int) -> int:
    keep_busy(state)
    if state != "imported":
        BEGUN.append(jsonbeacon.Extractor().stream())
        list(BEGUN[0].feed('Sure: {"a": [1, "b'))  # which reads it
        BEGUN[0].partial()
        AHEAD.append(ahead())
    epoch = _native.epoch()
    results = {"ok": 0, "crash": 0, "hang": 0}
    start = time.monotonic()
    for first in range(0, count, TOGETHER):
        pids = []
        for i in range(first, min(first + TOGETHER, count)):
            pids.append(os.fork())
            if not pids[-1]:
                finish(globals()[work], finalize=i % 2 == 1)
        for pid in pids:
            results[wait_for(pid)] += 1
    assert _native.epoch() == epoch, "the parent lost its runtime"
    everything()
    print(
        json.dumps({"state": state, "work": work, **results, "seconds": round(time.monotonic() - start, 1)}), flush=True
    )
    return results["ok"] != count


if __name__ == "__main__":
    os._exit(main(sys.argv[1], sys.argv[2], int(sys.argv[3])))
