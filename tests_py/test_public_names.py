"""What the package offers, and what importing it costs."""

from __future__ import annotations

import importlib.metadata
import pickle
import subprocess
import sys
from typing import Any

import jsonbeacon
import pytest
from jsonbeacon import _bridge

# What `import jsonbeacon` may load beyond the interpreter's own start.
MAY_LOAD = {
    "__future__",
    "jsonbeacon",
    "jsonbeacon._errors",
    "jsonbeacon._extraction",
    "jsonbeacon._extractor",
    "jsonbeacon._generic",
    "jsonbeacon._kinds",
    "jsonbeacon._native",
    "jsonbeacon._schemas",
}


def in_a_new_process(code: str) -> str:
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return run.stdout


def test_all_is_what_can_be_imported() -> None:
    packages = {"arrow", "clients", "integrations"}  # there once they were imported
    names = [name for name in dir(jsonbeacon) if not name.startswith("_") and name not in packages]
    assert sorted(names) == sorted(jsonbeacon.__all__)
    assert len(set(jsonbeacon.__all__)) == len(jsonbeacon.__all__)


@pytest.mark.parametrize("name", jsonbeacon.__all__)
def test_public_objects_are_documented_and_say_where_they_belong(name: str) -> None:
    thing: Any = getattr(jsonbeacon, name)
    assert thing.__module__ == "jsonbeacon"
    assert thing.__name__ == name
    assert ">>> " in thing.__doc__ or issubclass(thing, ValueError)
    assert pickle.loads(pickle.dumps(thing)) is thing
    if isinstance(thing, type):
        for attribute, value in vars(thing).items():
            if not attribute.startswith("_") and (callable(value) or isinstance(value, property)):
                assert value.__doc__ or getattr(super(thing, thing), attribute).__doc__, attribute


def test_import_is_light() -> None:
    code = "import sys; before = set(sys.modules); import jsonbeacon; print(*(set(sys.modules) - before))"
    assert set(in_a_new_process(code).split()) <= MAY_LOAD


def test_import_starts_no_thread() -> None:
    code = "import jsonbeacon, os; print(len(os.listdir('/proc/self/task')))"
    if sys.platform == "linux":
        assert in_a_new_process(code) == "1\n"


def test_the_version_is_one() -> None:
    assert jsonbeacon.__version__ == importlib.metadata.version("jsonbeacon") == _bridge.version()["version"]


def test_a_failed_request_to_the_engine_is_an_error() -> None:
    with pytest.raises(RuntimeError, match="request.invalid"):
        _bridge._ask(jsonbeacon._native.bridgeapi_Version, {"unknown": 1})
