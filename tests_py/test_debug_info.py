"""What a bug report is told: true, complete, private to nobody, and there in a process that cannot do anything else."""

from __future__ import annotations

import getpass
import json
import os
import pathlib
import pickle
import platform
import socket
import subprocess
import sys
import typing

import jsonbeacon
import pytest
from jsonbeacon import _native


def in_a_new_process(code: str, **environment: str) -> str:
    run = subprocess.run(
        [sys.executable, "-c", "import jsonbeacon, os\n" + code],
        capture_output=True,
        text=True,
        check=False,
        env=dict(os.environ, **environment),
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


def test_it_has_the_documented_shape() -> None:
    info = jsonbeacon.debug_info()
    types = typing.get_type_hints(jsonbeacon.DebugInfo)
    assert list(info) == list(types)
    for name, value in info.items():
        assert isinstance(value, types[name]), name
    assert json.loads(json.dumps(info)) == info == pickle.loads(pickle.dumps(info))


def test_it_is_true() -> None:
    jsonbeacon.parse_json("1")
    info = jsonbeacon.debug_info()
    assert info["jsonbeacon"] == info["engine"] == jsonbeacon.__version__
    assert info["go"] and info["go"].startswith("go1.")
    assert platform.python_version() in info["python"]
    assert info["runtime_running"] and info["runtime_starts"] == _native.epoch()
    assert info["runtime_fault"] is None
    assert info["fork_support"] == (info["fork_fault"] is None)


def test_it_prints_a_line_for_each_key(capsys: pytest.CaptureFixture[str]) -> None:
    info = jsonbeacon.debug_info()
    print(info)
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == list(info)
    assert len({len(line) - len(line.split(maxsplit=1)[1]) for line in lines}) == 1, "not lined up"


def test_it_says_nothing_private() -> None:
    printed = str(jsonbeacon.debug_info()) + repr(jsonbeacon.debug_info())
    secrets = [str(pathlib.Path.home()), sys.prefix, os.getcwd(), socket.gethostname(), getpass.getuser(), "0x"]
    assert not [secret for secret in secrets if len(secret) > 2 and secret in printed]


def test_the_runtime_it_tells_of_is_the_one_before_it_asked() -> None:
    code = "for i in 1, 2: info = jsonbeacon.debug_info(); print(info['runtime_running'], info['runtime_starts'])"
    assert in_a_new_process(code) == "False 0\nTrue 1\n"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there are no forks")
def test_in_a_child_that_was_given_no_runtime() -> None:
    code = """
jsonbeacon.parse_json("1")
if not os.fork():
    print(jsonbeacon.debug_info(), flush=True)
    os._exit(0)
assert os.wait()[1] == 0
"""
    lines = dict(line.split(maxsplit=1) for line in in_a_new_process(code, JSONBEACON_FORKRESET="0").splitlines())
    assert lines["engine"] == lines["go"] == "None"
    assert lines["fork_support"] == "False" and "JSONBEACON_FORKRESET" in lines["fork_fault"]
    assert lines["runtime_running"] == "False" and "forked process" in lines["runtime_fault"]


def test_on_the_command_line() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "jsonbeacon", "--debug-info"], capture_output=True, text=True, check=True
    )
    assert [line.split()[0] for line in run.stdout.splitlines()] == list(jsonbeacon.DebugInfo.__annotations__)
