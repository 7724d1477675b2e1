"""An audit that was killed goes on, and ends with the report that it would have ended with."""

from __future__ import annotations

import json
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
from jsonbeacon._audit import state as kept

WRITES_OFTEN = """
import sys
from jsonbeacon._audit import run, state
from jsonbeacon._cli import main

state.EVERY, run.PIECE_ROWS = 0.0, 30
sys.exit(main())
"""


def stored(folder: pathlib.Path) -> list[str]:
    """Replies in every format there is."""
    import csv
    import gzip

    texts = [text for text in REPLIES if "\r" not in text] * 2
    paths = [jsonl(folder / "a.jsonl", texts), folder / "b.jsonl.gz", folder / "c.csv", folder / "texts"]
    paths[1].write_bytes(gzip.compress(paths[0].read_bytes()))
    with open(paths[2], "w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([["text"], *([text] for text in texts)])
    paths[3].mkdir()
    for n, text in enumerate(texts[:150]):
        (paths[3] / f"{n}.txt").write_text(text)
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        pass  # where Parquet is not tested
    else:
        paths.append(folder / "d.parquet")
        parquet.write_table(pyarrow.table({"text": texts}), paths[-1], row_group_size=100)
    return [str(path) for path in paths]


def reports(*arguments: str) -> list[str]:
    found = [Run(*arguments, "--format", form) for form in ("text", "json")]
    assert [each.code for each in found] == [0, 0], found[0].err
    return [each.out for each in found]


def test_killed_at_any_moment(tmp_path: pathlib.Path) -> None:
    arguments = [*stored(tmp_path), "-c", "text", "--repair=syntax"]
    expected = reports(*arguments)
    state = tmp_path / "state"
    arguments += ["--state", str(state)]
    killed = 0
    for seconds in (0.05, 0.02, 0.2, 0.05):
        process = subprocess.Popen(
            [sys.executable, "-c", WRITES_OFTEN, "audit", *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        )
        before = state.stat().st_mtime_ns if state.exists() else 0
        while process.poll() is None and (not state.exists() or state.stat().st_mtime_ns == before):
            time.sleep(0.005)  # it has come further than the last one
        time.sleep(seconds)
        process.kill()
        _, err = process.communicate()
        killed += process.returncode == -signal.SIGKILL
        assert b"Traceback" not in err
        json.loads(state.read_bytes())  # whole
    assert killed
    assert reports(*arguments) == expected
    assert reports(*arguments) == expected  # from the state alone


def test_stopped_after_each_piece(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = [*stored(tmp_path), "-c", "text"]
    expected = reports(*arguments)
    monkeypatch.setattr(kept, "EVERY", 0.0)
    monkeypatch.setattr(running, "PIECE_ROWS", 90)
    arguments += ["--state", str(tmp_path / "state")]
    save = kept.State.save

    def save_and_stop(self: Any) -> None:
        save(self)
        raise KeyboardInterrupt

    stops = 0
    monkeypatch.setattr(kept.State, "save", save_and_stop)
    while stops < 1000:
        run = Run(*arguments)
        if is_done(tmp_path / "state"):
            break
        stops += 1
        assert run.code == 130
        assert "goes on from" in run.err
    assert stops > 10
    monkeypatch.setattr(kept.State, "save", save)
    assert reports(*arguments) == expected


def is_done(path: pathlib.Path) -> bool:
    found = json.loads(path.read_bytes())
    return found["position"] is None and len(found["counts"]) == len(found["about"]["files"])


def test_the_state_of_another_audit(tmp_path: pathlib.Path) -> None:
    path, state = jsonl(tmp_path / "a.jsonl", ["{}"]), tmp_path / "state"
    arguments = [path, "-c", "text", "--state", state]
    assert Run(*arguments).code == 0
    for more, message in (
        (["--last"], "other options"),
        (["--examples", "5"], "other examples"),
        (["--delimiter", ";"], "other column"),
        ([jsonl(tmp_path / "b.jsonl", [])], "other files"),
    ):
        run = Run(*arguments, *more)
        assert (run.code, run.out) == (2, "")
        assert message in run.err
    jsonl(path, ["{}", "none"])
    assert "other contents of the files" in Run(*arguments).err
    for content in (b"", b"{}", b"[]", b'{"format": "jsonbeacon.audit.state", "version": 2}', b"\xff"):
        state.write_bytes(content)
        assert "is not the state of an audit" in Run(*arguments).err
        assert state.read_bytes() == content
    state.unlink()
    state.mkdir()
    assert Run(*arguments).code == 2


def test_the_file_is_written_as_others_are(tmp_path: pathlib.Path) -> None:
    state = tmp_path / "state"
    Run(jsonl(tmp_path / "a.jsonl", ["{}"]), "-c", "text", "--state", state)
    (tmp_path / "plain").write_text("")
    assert state.stat().st_mode == (tmp_path / "plain").stat().st_mode
    assert sorted(os.listdir(tmp_path)) == ["a.jsonl", "plain", "state"]  # nothing is left over


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX")
def test_interrupted_and_closed_pipes(tmp_path: pathlib.Path) -> None:
    path = jsonl(tmp_path / "a.jsonl", REPLIES)
    command = f"{sys.executable} -m jsonbeacon audit"
    for line, code in (
        (f"{{ {command} {path} -c text; echo $? >&2; }} | true", "141"),
        (f"{command} {path} -c text >/dev/full; echo $? >&2", "2"),
        (f"{command} {path} -c text 2>&-; echo $? >&2", "0"),
        (f"{command} - <&-; echo $? >&2", "2"),
    ):
        done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=False)
        assert "Traceback" not in done.stderr
        assert done.stderr.split()[-1] == code, (line, done)
    process = subprocess.Popen(
        [*command.split(), "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdin is not None
    process.stdin.write(b'"x"\n' + b" " * 1_000_000)  # more than a pipe holds: it reads, and waits for more
    process.stdin.flush()
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, b"")
