"""At a terminal: a bar while it reads, and colours; neither anywhere else."""

from __future__ import annotations

import os
import pathlib
import struct
import subprocess
import sys

import pytest
from audits import REPLIES, Run, jsonl

pty, fcntl, termios = map(pytest.importorskip, ("pty", "fcntl", "termios"))
COMMAND = [sys.executable, "-m", "jsonbeacon", "audit", "-c", "text"]


def seen(*arguments: str, out: bool = False, **env: str) -> tuple[bytes, bytes]:
    """What a terminal as standard error (or output too) gets, and what standard output gets."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    done = subprocess.Popen(
        [*COMMAND, *arguments],
        stdout=theirs if out else subprocess.PIPE,
        stderr=theirs,
        env={**os.environ, "TERM": "xterm", **env},
    )
    os.close(theirs)
    shown = b""
    while True:
        try:
            part = os.read(ours, 1 << 16)
        except OSError:  # Linux's way to say that the other end is closed
            part = b""
        if not part:
            break
        shown += part
    os.close(ours)
    printed = done.communicate()[0] or b""
    assert done.returncode == 0
    return shown, printed


def test_a_bar(tmp_path: pathlib.Path) -> None:
    pytest.importorskip("tqdm")
    path = jsonl(tmp_path / "a.jsonl", REPLIES)
    plain = Run(path, "-c", "text")
    assert plain.err == ""
    shown, printed = seen(str(path))
    assert b"%|" in shown
    assert printed.decode() == plain.out
    shown, printed = seen(str(path), "--no-progress")
    assert (shown, printed.decode()) == (b"", plain.out)


def test_colours(tmp_path: pathlib.Path) -> None:
    path = str(jsonl(tmp_path / "a.jsonl", REPLIES))
    assert b"\x1b[1mAudit of" in seen(path, "--no-progress", out=True)[0]
    assert b"\x1b[" not in seen(path, "--no-progress", out=True, NO_COLOR="1")[0]
    assert b"\x1b[" not in seen(path, "--no-progress", "--format", "json", out=True)[0]


def test_without_tqdm(tmp_path: pathlib.Path) -> None:
    (tmp_path / "tqdm.py").write_text("raise ImportError")
    path = str(jsonl(tmp_path / "a.jsonl", REPLIES))
    assert seen(path, PYTHONPATH=str(tmp_path))[0] == b""
