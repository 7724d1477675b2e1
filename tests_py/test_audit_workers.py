"""Several processes count what one counts, and none is left over."""

from __future__ import annotations

import gzip
import multiprocessing
import os
import pathlib
import signal
import subprocess
import sys
import time
from typing import Any

import pytest
from audits import REPLIES, Run, jsonl
from jsonbeacon._audit import run as running
from jsonbeacon._audit import workers


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "ALONE", 1)
    monkeypatch.setattr(running, "PIECE_ROWS", 20)


def test_several_processes_give_the_same(tmp_path: pathlib.Path) -> None:
    one = jsonl(tmp_path / "a.jsonl", REPLIES)
    two = tmp_path / "b.jsonl.gz"
    two.write_bytes(gzip.compress(one.read_bytes())[:-200])  # damaged at its end
    runs = [Run(one, two, "-c", "text", "--format", "json", "--jobs", n) for n in (1, 3)]
    assert runs[0].out == runs[1].out
    assert [each.code for each in runs] == [2, 2]
    assert not multiprocessing.active_children()


def test_a_process_that_is_ended(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    start = workers.Workers._start

    def start_and_end(self: Any) -> None:
        start(self)
        for each in self._processes:
            each.kill()
            each.join()

    monkeypatch.setattr(workers.Workers, "_start", start_and_end)
    run = Run(jsonl(tmp_path / "a.jsonl", REPLIES), "-c", "text", "--jobs", 2)
    assert (run.code, run.out) == (2, "")
    assert "was ended" in run.err


@pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")
@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGKILL])
def test_none_is_left_over(sign: signal.Signals) -> None:
    code = "import sys; from jsonbeacon._audit import run, workers; workers.ALONE, run.PIECE_ROWS = 0, 1; "
    code += "from jsonbeacon._cli import main; sys.exit(main())"
    command = [sys.executable, "-c", code, "audit", "-", "--jobs", "2", "--input-format", "jsonl"]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
    assert process.stdin is not None
    process.stdin.write(b'"{}"\n' * 200)
    process.stdin.flush()
    deadline = time.monotonic() + 60
    while len(members(process.pid)) < 3 and time.monotonic() < deadline:
        time.sleep(0.05)
    assert len(members(process.pid)) >= 3
    os.kill(process.pid, sign)
    _, err = process.communicate(timeout=60)
    assert process.returncode == (130 if sign == signal.SIGINT else -sign)
    assert b"Traceback" not in err
    while members(process.pid) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not members(process.pid)


@pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")
def test_ctrl_c_while_they_start_is_heard_and_not_by_them() -> None:
    code = """
import multiprocessing.process, os, pathlib, signal, sys, time
from jsonbeacon._audit import run, workers
from jsonbeacon._cli import main
workers.ALONE, run.PIECE_ROWS = 0, 1
start = multiprocessing.process.BaseProcess.start
def start_and_interrupt(self):
    os.kill(os.getpid(), signal.SIGINT)
    start(self)
    os.kill(self.pid, signal.SIGINT)
    blocked, = [line for line in pathlib.Path(f"/proc/{self.pid}/status").read_text().splitlines() if "SigBlk" in line]
    print(int(blocked.split()[1], 16) & 2)
multiprocessing.process.BaseProcess.start = start_and_interrupt
sys.exit(main())
"""
    command = [sys.executable, "-c", code, "audit", "-", "--jobs", "2", "--input-format", "jsonl"]
    done = subprocess.run(command, input=b'"{}"\n' * 200, capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"2\n2\n", b"")


def members(session: int) -> list[int]:
    """The processes of a session that have not ended."""
    found = []
    for each in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, _, of = each.read_text().rpartition(")")[2].split()[:4]
        except OSError:
            continue  # it has just ended
        if int(of) == session and state != "Z":
            found.append(int(each.parent.name))
    return found
