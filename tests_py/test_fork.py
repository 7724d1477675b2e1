"""After a fork the child works, whatever the parent was doing. FORKS sets the children of each case."""

from __future__ import annotations

import itertools
import json
import os
import pathlib
import subprocess
import sys

import pytest

HERE = pathlib.Path(__file__).parent
FORKS = os.environ.get("FORKS", "10")
STATES = ["imported", "idle", "scanning", "collecting", "importing"]
WORK = ["fast", "long", "failing", "garbage", "gopy", "options", "schema", "streams", "batches", "nested", "threads"]

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="a child is given a runtime on Linux only")


def python(*args: str, **env: str) -> str:
    """What a fresh interpreter prints."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore::DeprecationWarning", *args],
        capture_output=True,
        text=True,
        timeout=3600,
        check=False,
        env={**os.environ, **env},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


CELLS = [*itertools.product(STATES, WORK), ("batching", "fast"), ("batching", "batches")]


@pytest.mark.parametrize(("state", "work"), CELLS)
def test_children(state: str, work: str) -> None:
    report = json.loads(python(str(HERE / "forks.py"), state, work, FORKS))
    assert (report["ok"], report["crash"], report["hang"]) == (int(FORKS), 0, 0)


def test_pool_of_forks() -> None:
    python(
        "-c",
        """
import multiprocessing as mp, jsonbeacon
def work(i):
    return sum(jsonbeacon.extract_json("Here: " + str(list(range(i)))))
assert work(5) == 10
with mp.get_context("fork").Pool(4, maxtasksperchild=10) as pool:
    assert pool.map(work, range(1, 401)) == [i * (i - 1) // 2 for i in range(1, 401)]
    try:
        pool.apply(jsonbeacon.extract_json, ("nothing here",))
    except jsonbeacon.NoJSONFoundError as error:
        assert error.raw == "nothing here"
    else:
        raise SystemExit("no error came back")
""",
    )


def test_executor_of_forks() -> None:
    python(
        "-c",
        """
import concurrent.futures as futures, multiprocessing as mp, jsonbeacon
def work(i):
    return jsonbeacon.extract_json(f"Here: {{'n': [{i}]}}", repair="syntax")["n"][0]
assert work(5) == 5
with futures.ProcessPoolExecutor(4, mp_context=mp.get_context("fork")) as pool:
    assert list(pool.map(work, range(400), chunksize=5)) == list(range(400))
    failed = pool.submit(jsonbeacon.parse_json, '{"a": 1, "a": 2}')
    assert failed.exception().code == "json.duplicate_key"
""",
    )


def test_children_that_exec() -> None:
    """By themselves after work of their own, and as subprocess does."""
    python(
        "-c",
        """
import os, subprocess, sys, threading, jsonbeacon
code = "import jsonbeacon; assert jsonbeacon.extract_json('Sure: [1, 2]') == [1, 2]; print('worked')"
def forever():
    while True:
        jsonbeacon.parse_json("[" + "7" * 30_000 + "]")
jsonbeacon.parse_json("[1]")
threading.Thread(target=forever, daemon=True).start()
for i in range(20):
    pid = os.fork()
    if not pid:
        if i % 2:
            assert jsonbeacon.parse_json("[1]") == [1]
        os.execv(sys.executable, [sys.executable, "-c", code])
    assert os.waitpid(pid, 0)[1] == 0
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout == b"worked\\n"
os._exit(0)
""",
    )


def test_a_child_that_runs_for_long() -> None:
    """Its Go collects many times, on threads of its own, and what it reads stays right."""
    python(
        "-c",
        """
import os, jsonbeacon
digits = "7" * 30_000
assert jsonbeacon.parse_json(f"[{digits}]")
pid = os.fork()
if not pid:
    for i in range(3000):
        assert jsonbeacon.parse_json(f"[{i}, {digits}]")[1] % 1000 == 777
        assert jsonbeacon.repair_json(f"{{'n': {i}}}").value == {"n": i}
    os._exit(0)
assert os.waitpid(pid, 0)[1] == 0
""",
    )


def test_fork_within_a_signal_handler() -> None:
    """The handler runs between two parts of a long value: parent and child both finish it."""
    python(
        "-c",
        """
import os, signal, jsonbeacon
text = "[" + "[1, 2.5, true], " * 400_000 + "0]"
children = []
def handler(*_):
    children.append(os.fork())
signal.signal(signal.SIGALRM, handler)
signal.setitimer(signal.ITIMER_REAL, 0.02)
value = jsonbeacon.parse_json(text)
assert len(value) == 400_001 and value[7] == [1, 2.5, True]
assert len(children) == 1
if children[0] == 0:
    os._exit(0)
assert os.waitpid(children[0], 0)[1] == 0
""",
    )


@pytest.mark.parametrize("where", ["parent", "child"])
@pytest.mark.parametrize("enabled", ["before", "after"])
def test_faulthandler_reports_a_crash(enabled: str, where: str) -> None:
    """Go's handlers, which a reset puts back, hand on what is not theirs."""
    code = f"""
import ctypes, faulthandler, os, sys
if {enabled == "before"}: faulthandler.enable()
import jsonbeacon
jsonbeacon.parse_json("[1]")
if {enabled == "after"}: faulthandler.enable()
if {where == "child"}:
    pid = os.fork()
    if pid: sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) & 255)
    jsonbeacon.parse_json("[1]")
ctypes.string_at(8)
"""
    done = subprocess.run(
        [sys.executable, "-W", "ignore::DeprecationWarning", "-c", code],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode, done.stderr
    assert "Fatal Python error: Segmentation fault" in done.stderr
    assert "string_at" in done.stderr


def test_keyboard_interrupt_in_parent_and_child() -> None:
    python(
        "-c",
        """
import os, signal, threading, jsonbeacon
def check():
    threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
    try:
        for _ in range(100_000_000):
            jsonbeacon.extract_json("Sure: [1, 2]")
    except KeyboardInterrupt:
        return
    raise SystemExit("no KeyboardInterrupt")
check()
pid = os.fork()
if not pid:
    check()
    os._exit(0)
assert os.waitpid(pid, 0)[1] == 0
""",
    )


def test_each_child_starts_a_runtime_of_its_own() -> None:
    epochs = python(
        "-c",
        """
import os, jsonbeacon
print(jsonbeacon._native.epoch())
jsonbeacon.parse_json("1")
for _ in range(3):
    pid = os.fork()
    if not pid:
        jsonbeacon.parse_json("1")
        print(jsonbeacon._native.epoch(), flush=True)
        os._exit(0)
    assert os.waitpid(pid, 0)[1] == 0
print(jsonbeacon._native.epoch())
""",
    ).split()
    assert sorted(epochs) == ["0", "1", "2", "2", "2"]


def test_switched_off_a_child_is_told() -> None:
    """Where a child cannot be given a runtime, it gets an error that says so, and never hangs."""
    python(
        "-c",
        """
import os, jsonbeacon
from jsonbeacon import _native
def told(call):
    try:
        call()
    except RuntimeError as error:
        assert "forked process" in str(error) and "JSONBEACON_FORKRESET" in str(error), error
    else:
        raise SystemExit("it answered")
pid = os.fork()
if not pid:  # before the first call there is nothing to lose
    assert jsonbeacon.parse_json("[1]") == [1]
    os._exit(0)
assert os.waitpid(pid, 0)[1] == 0
assert jsonbeacon.parse_json("[1]") == [1]
pid = os.fork()
if not pid:
    told(lambda: jsonbeacon.parse_json("[1]"))
    told(lambda: jsonbeacon.extract_json("{"))
    told(lambda: _native.bridgeapi_Version("{}"))
    os._exit(0)
assert os.waitpid(pid, 0)[1] == 0
assert jsonbeacon.parse_json("[1]") == [1]
""",
        JSONBEACON_FORKRESET="0",
    )
