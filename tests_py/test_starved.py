"""Columns without memory: every allocation of a call fails once, Python's and those that are made of the C library."""

from __future__ import annotations

import json
import os
import pathlib
import platform
import shutil
import subprocess
import sys

import pytest
import starved

HERE = pathlib.Path(__file__).parent
NATIVE = HERE.parent / "pybind"

pytestmark = [
    pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="starved.c takes the place of glibc's malloc"),
    pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler for starved.c"),
]


@pytest.fixture(scope="module")
def preloaded(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    library = tmp_path_factory.mktemp("starved") / "starved.so"
    folders = ["-iquote", str(NATIVE / "native"), "-iquote", str(NATIVE / "engine")]  # one has a strings.h
    options = ["-shared", "-fPIC", "-O1", "-fno-builtin", "-Wall", "-Wextra", "-Werror", "-pthread"]
    subprocess.run(["cc", *options, *folders, str(HERE / "starved.c"), "-o", str(library)], check=True)
    return library


@pytest.mark.parametrize("row", starved.ROWS)
def test_without_memory_there_is_an_error_and_no_leak(row: str, preloaded: pathlib.Path) -> None:
    done = subprocess.run(
        [sys.executable, str(HERE / "starved.py"), row],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env={**os.environ, "LD_PRELOAD": str(preloaded)},
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stdout + done.stderr
    report = json.loads(done.stdout)
    assert report["c allocations"] > 20 or row not in ("array", "stream", "result-read")
    expected = report["expected"]
    assert report["again"] == expected
    assert 0 <= report["left"] <= (starved.KEPT if row.startswith("many") else 0), report
    assert report["not released"] == 0, report
    for kind in ("c", "python"):
        if report[kind] is None:
            continue  # this Python has no _testcapi, or would crash by itself
        assert report[kind].keys() <= {expected, "MemoryError"} | ({"lost"} if kind == "python" else set()), report
        assert "MemoryError" in report[kind] or (kind == "c" and report["c allocations"] == 0), report
        assert report[f"{kind} blocks"] < starved.ENOUGH, report
