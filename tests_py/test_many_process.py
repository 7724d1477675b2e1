"""Batches on several threads in a process where more goes on: signals, forks, interpreters, and no memory."""

from __future__ import annotations

import functools
import os
import pathlib
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable
from typing import Any

import jsonbeacon
import pytest
from batches import PIECE_TEXTS, failing, goroutines_from_the_first_piece, shown  # noqa: F401
from test_bridge import blocks_left
from test_leaks import stays_level

EAGERLY = "import jsonbeacon._batch; jsonbeacon._batch._CREW_FROM = 1"


def python(code: str) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "ignore::DeprecationWarning", "-c", EAGERLY + code],
        cwd=pathlib.Path(__file__).parent,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_ctrl_c() -> None:
    """Ends batches that have no end: in the midst of pieces, of an iterator, and of texts that goroutines are at."""
    python(
        """
import itertools, os, signal, time
signal.signal(signal.SIGINT, signal.default_int_handler)
text = 'Sure: {"a": [' + ", ".join(map(str, range(300))) + "]}"
slow = "<think>" * 4_000 + " {'a': 1} " * 4_000
class Forever(list):
    def __iter__(self):
        return itertools.repeat(text if len(self) else slow)
def drop(values):
    for _ in values: pass
def many(texts, **options):
    return jsonbeacon.extract_json_many(texts, threads=2, on_error="return", **options)
calls = [
    lambda: many(Forever([1]), schema=lambda value: None),
    lambda: drop(many(itertools.repeat(text))),
    lambda: drop(many(itertools.repeat(slow), repair="all")),
    lambda: drop(many(itertools.repeat(slow), repair="all", schema={})),
]
for call in calls:
    for delay in (0.05, 0.11):
        pid = os.fork()
        if not pid:
            time.sleep(delay)
            os.kill(os.getppid(), signal.SIGINT)
            os._exit(0)
        try:
            call()
        except KeyboardInterrupt:
            pass
        os.waitpid(pid, 0)
        assert many([text] * 300)[-1]["a"][-1] == 299
"""
    )


def test_a_signal_handler_that_extracts() -> None:
    python(
        """
import signal, jsonbeacon
beats = 0
def beat(*_):
    global beats
    beats += 1
    assert jsonbeacon.extract_json_many(["[1]"] * 300, threads=2) == [[1]] * 300
    signal.setitimer(signal.ITIMER_REAL, 0.002)
signal.signal(signal.SIGALRM, beat)
signal.setitimer(signal.ITIMER_REAL, 0.002)
texts = [f'{{"a": [{i}, 2.5]}}' for i in range(5000)]
while beats < 10:
    assert jsonbeacon.extract_json_many(texts, threads=2) == [{"a": [i, 2.5]} for i in range(5000)]
signal.signal(signal.SIGALRM, signal.SIG_IGN)
"""
    )


@pytest.mark.skipif(sys.platform != "linux", reason="a child is given a runtime on Linux only")
def test_a_batch_that_was_begun_before_a_fork_goes_on_in_both() -> None:
    python(
        """
import os, jsonbeacon
wanted = [{"a": [i, "x"]} for i in range(3000)]
texts = [f'{{"a": [{i}, "x"]}}' for i in range(3000)]
options = [{}, {"repair": "syntax"}, {"schema": {"required": ["a"]}, "reasoning": "skip"}]
for taken in (0, 1, 100, 128, 1000, 2999):
    for option in options:
        values = jsonbeacon.extract_json_many(iter(texts), threads=2, **option)
        first = [next(values) for _ in range(taken)]
        other = jsonbeacon.Extractor(schema={"type": "string"})  # in a child it may get the number of another
        pid = os.fork()
        if not pid and taken % 2:
            assert jsonbeacon.schema_errors(1, {"type": "string"})
        assert first + [*values] == wanted
        if not pid:
            os._exit(0)
        assert os.waitpid(pid, 0)[1] == 0
        values = jsonbeacon.extract_json_many(iter(texts), threads=2)
        first = [next(values) for _ in range(taken)]
        pid = os.fork()
        if not pid:  # it is let go of where it cannot be stopped
            del values
            assert jsonbeacon.extract_json_many(texts, threads=2) == wanted
            os._exit(0)
        assert os.waitpid(pid, 0)[1] == 0
children = []
def forks(value):
    if value["a"][0] in (5, 700):
        children.append(os.fork())
    return value
assert jsonbeacon.extract_json_many(texts, threads=2, schema=forks) == wanted
if 0 in children:
    os._exit(0)
assert [os.waitpid(pid, 0)[1] for pid in children] == [0, 0]
"""
    )


@pytest.mark.skipif(sys.version_info < (3, 12), reason="interpreters with a GIL of their own are of 3.12")
def test_interpreters_with_a_gil_of_their_own() -> None:
    python(
        """
import sys, threading
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters
code = '''
import jsonbeacon._batch
jsonbeacon._batch._CREW_FROM = 1
for _ in range(5):
    texts = [f"Sure: [{i}]" for i in range(3000)]
    assert jsonbeacon.extract_json_many(texts, threads=2) == [[i] for i in range(3000)]
    assert next(jsonbeacon.extract_json_many(iter(texts), threads=2)) == [0]
'''
failed = []
def run():
    one = interpreters.create()
    try:
        if (error := interpreters.run_string(one, code)) is not None:
            failed.append(error)
    except BaseException as error:
        failed.append(error)
    interpreters.destroy(one)
threads = [threading.Thread(target=run) for _ in range(3)]
for thread in threads: thread.start()
for thread in threads: thread.join()
assert not failed, failed
"""
    )


def test_many_threads_of_pythons_have_batches_at_once() -> None:
    texts = [f'Sure: {{"a": [{i}, 2.5, "x"]}}' for i in range(3000)]
    wanted = [{"a": [i, 2.5, "x"]} for i in range(3000)]
    wrong: list[object] = []

    def work() -> None:
        for _ in range(5):
            for found in (
                jsonbeacon.extract_json_many(texts, threads=3),
                [*jsonbeacon.extract_json_many(iter(texts), threads=2)],
            ):
                if found != wanted:
                    wrong.append(found)

    threads = [threading.Thread(target=work) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


# ---- Memory ----

STARVED: list[Any] = [
    *(f'{{"a": [1, 2.5, "xyz", {i}], "é": {{"b": null}}}}' for i in range(PIECE_TEXTS + 2)),
    b'{"c": "\xe4\xb8\xad"}',
    "[1, 2, tru",
    '{"a": 1, "a": 2}',
    "[" + "1, " * 3000 + "0]",
]


@pytest.mark.parametrize("options", [{}, {"repair": "syntax"}, {"detailed": True}], ids=str)
@pytest.mark.parametrize("threads", [1, 2])
def test_without_memory_there_is_an_error_and_no_leak(threads: int, options: dict[str, Any]) -> None:
    """Every allocation of a batch fails once, each alone: it ends with a MemoryError, or as if nothing had been."""
    memory = pytest.importorskip("_testcapi")
    wanted: list[str] = []

    def starve(allocations: Iterable[int]) -> int:
        errors = 0
        for number in allocations:
            try:
                memory.set_nomemory(number, number + 1)
                found = jsonbeacon.extract_json_many(STARVED, threads=threads, on_error="return", **options)
            except MemoryError:
                errors += 1
                continue
            finally:
                memory.remove_mem_hooks()
            assert shown(found) == wanted
        return errors

    found = jsonbeacon.extract_json_many(STARVED, threads=threads, on_error="return", **options)
    wanted = shown(found)
    assert starve(range(150)) > 20
    last = range(1500, 2500, 7)
    starve(last)
    assert any(blocks_left(functools.partial(starve, [*range(0, 60, 3), *last])) < 20 for _ in range(3))


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_every_way_out_leaves_nothing_behind() -> None:
    texts: list[Any] = [f'Sure: {{"a{i % 7}": [{i}, 2.5, "x"]}}' for i in range(700)]
    texts[650] = "no"

    def raised() -> None:
        with pytest.raises(jsonbeacon.NoJSONFoundError):
            jsonbeacon.extract_json_many(texts, threads=2)

    def closed() -> None:
        values = jsonbeacon.extract_json_many(iter(texts), threads=2)
        assert next(values)
        values.close()  # type: ignore[attr-defined]

    def dropped() -> None:
        next(jsonbeacon.extract_json_many(iter(texts), threads=2))
        jsonbeacon.extract_json_many(iter(texts), threads=2)

    def failed() -> None:
        with pytest.raises(OSError, match="gone"):
            [*jsonbeacon.extract_json_many(failing(500, OSError("gone")), threads=2)]

    def returned() -> None:
        jsonbeacon.extract_json_many(texts, threads=2, on_error="return", repair="syntax", detailed=True)

    ways: list[Callable[[], None]] = [raised, closed, dropped, failed, returned]
    stays_level(lambda: [way() for way in ways] and None, 60)


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_threads_stay_few() -> None:
    """Goroutines end with their batch, also where it is not taken to its end."""
    texts = [f"[{i}]" for i in range(2000)]

    def count() -> int:
        return len(os.listdir("/proc/self/task"))

    for _ in range(3):
        jsonbeacon.extract_json_many(texts, threads=8)
    before = count()
    kept = []
    for _ in range(200):
        next(jsonbeacon.extract_json_many(iter(texts), threads=8))
        kept.append(jsonbeacon.extract_json_many(iter(texts), threads=8))
        next(kept[-1])
    assert count() <= before + 8  # of Go's, which grow with what runs at a time
    del kept
    end = time.monotonic() + 20
    while count() > before + 8 and time.monotonic() < end:
        time.sleep(0.1)
    assert count() <= before + 8
