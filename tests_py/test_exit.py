"""When the interpreter ends, what is left goes in any order, the module before its objects too."""

from __future__ import annotations

import os
import pathlib
import platform
import shutil
import subprocess
import sys

import pytest

#: What a cycle holds until the last collection.
LEFT = {
    "a batch": """
try:  # the frames of the traceback hold it
    jsonbeacon.extract_json_many(["[1]"] * 1000 + ["no"], threads=2)
except ValueError as error:
    kept.append(error)
""",
    "a batch whose iterator failed": """
def texts():
    yield from ["[1]"] * 1000
    raise OSError
try:
    list(jsonbeacon.extract_json_many(texts(), threads=2))
except OSError as error:
    kept.append(error)
""",
    "batches that go on": """
kept += [jsonbeacon.extract_json_many(iter(["[1]"] * 3000), threads=2) for _ in range(20)]
for each in kept: next(each)
""",
    "a stream": "kept.append(jsonbeacon.Extractor().stream()); kept[0].feed('{\"a\": [1')",
    "events": "stream = jsonbeacon.Extractor().stream(); kept += [stream.feed('{\"a\": [1'), stream.feed(', 2]}')]",
    "events that have been looked at": "kept.append(jsonbeacon.Extractor().stream().feed('{\"a\": [1')); list(kept[0])",
    "a snapshot": "stream = jsonbeacon.Extractor().stream(); stream.feed('{\"a\": [1'); kept += [stream, stream.partial()]",
    "extractors": "kept += [jsonbeacon.Extractor(schema={'type': 'object'}, tags='a'), jsonbeacon.Extractor(repair='all')]",
    "errors": "kept += jsonbeacon.extract_json_many(['{\"a\": }', 'no'], on_error='return')",
    "results": "kept += [jsonbeacon.extract_json_detailed('[1,]', repair='all'), *jsonbeacon.extract_all('[1] {}')]",
    "a column": "import pyarrow, jsonbeacon.arrow; kept.append(jsonbeacon.arrow.extract(pyarrow.array(['[1]'])))",
    "the module": "kept += vars(jsonbeacon._native).values()",
}
HERE = pathlib.Path(__file__).parent


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment in which a touch of what has gone is told. The sanitizers tell it by themselves."""
    if "LD_PRELOAD" in os.environ:
        return {}
    if platform.libc_ver()[0] != "glibc" or shutil.which("cc") is None:
        pytest.skip("freed.c takes the place of glibc's free, and there is no glibc or no C compiler")
    library = tmp_path_factory.mktemp("freed") / "freed.so"
    options = ["-shared", "-fPIC", "-O1", "-Wall", "-Wextra", "-Werror"]
    subprocess.run(["cc", *options, str(HERE / "freed.c"), "-o", str(library)], check=True)
    return {"LD_PRELOAD": str(library)}


def end(code: str, watched: dict[str, str]) -> tuple[int, str]:
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, **watched})
    return done.returncode, done.stderr


@pytest.mark.parametrize("left", LEFT)
def test_what_is_left_touches_nothing_that_has_gone(left: str, watched: dict[str, str]) -> None:
    if left == "a column":
        pytest.importorskip("pyarrow")
    code = f"import jsonbeacon, jsonbeacon._native\nkept = []\n{LEFT[left]}\nkept.append(kept)"
    assert end(code, watched) == (0, "")


def test_a_touch_is_told(watched: dict[str, str]) -> None:
    code = """
import ctypes
libc = ctypes.CDLL(None)
libc.malloc.restype = ctypes.c_void_p
libc.free.argtypes = [ctypes.c_void_p]
block = libc.malloc(1000)
libc.free(block)
ctypes.memset(block + 960, 0, 1)
"""
    status, told = end(code, watched)
    assert "written to at 960" in told if watched else (status, "use-after-free" in told) == (1, True)
