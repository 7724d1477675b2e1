"""Contract §8, the command line: what it prints, where, and its exit code."""

from __future__ import annotations

import json
import os
import pathlib
import subprocess
import sys

import jsonbeacon
import pytest

COMMAND = [sys.executable, "-m", "jsonbeacon"]


class Run:
    def __init__(self, *arguments: str, text: str | bytes = "", locale: str = "C", **env: str) -> None:
        data = text.encode() if isinstance(text, str) else text
        done = subprocess.run(
            [*COMMAND, *arguments],
            input=data,
            capture_output=True,
            check=False,
            env={**os.environ, "LC_ALL": locale, **env},
        )
        self.code = done.returncode
        self.out, self.err = done.stdout.decode(), done.stderr.decode()
        assert "Traceback" not in self.err


def printed(*arguments: str, text: str | bytes) -> str:
    run = Run(*arguments, text=text)
    assert (run.code, run.err) == (0, "")
    return run.out


def test_values_stay_as_they_were_written() -> None:
    text = 'é: {"z": 123456789012345678901234567890, "a": [1.0, 1e5, -0, 0.10], "ü\\u00e9🙂": "\\/ \\u0007\\n\\""}'
    assert printed(text=text) == (
        '{"z":123456789012345678901234567890,"a":[1.0,1e5,-0,0.10],"üé🙂":"/ \\u0007\\n\\""}\n'
    )
    assert printed("-p", text='{"b": {"n": 1.0}, "a": []}') == '{\n  "b": {\n    "n": 1.0\n  },\n  "a": []\n}\n'
    assert printed("--raw", text='x {"a":  1.0 } y') == '{"a":  1.0 }\n'


def test_a_file(tmp_path: pathlib.Path) -> None:
    file = tmp_path / "reply é.txt"
    file.write_bytes(b'\xef\xbb\xbf{"a": 1}\r\n')
    assert printed(str(file), text="[2]") == '{"a":1}\n'
    assert printed("-", text="[2]") == printed(text="[2]") == "[2]\n"
    run = Run(str(tmp_path / "none"))
    assert (run.code, run.out) == (2, "")
    assert "No such file" in run.err
    assert Run(str(tmp_path)).code == 2


@pytest.mark.parametrize(
    ("arguments", "text", "expected"),
    [
        (["--first"], "{} [1]", "{}"),
        (["--last"], '{"a":1} {"a":2}', '{"a":2}'),
        (["--largest"], '{"a":1} {"a":22}', '{"a":22}'),
        (["--only"], "[1]", "[1]"),
        (["--kind", "array"], '{"a":1} [2]', "[2]"),
        (["--kind=any"], '[2] {"a":1}', "[2]"),
        (["-t", "result", "--tag", "json"], "[0] <json>[1]</json>", "[1]"),
        (["--no-fence"], "[0]\n```json\n[1]\n```", "[0]"),
        (["--reasoning", "skip"], "<think>[0]</think>[1]", "[1]"),
        (["--fallthrough"], "{'a': 1} {\"a\":2}", '{"a":2}'),
        (["--repair"], '{"a": "x "y" z"}', '{"a":"x \\"y\\" z"}'),
        (["--repair=syntax"], "{'a': True,}", '{"a":true}'),
        (["--repair=all"], '{"a": [1', '{"a":[1]}'),
        (["--invisible", "strip"], '{"a\u200b":\u200b1}', '{"a":1}'),
        (["--max-length", "3"], "[1]", "[1]"),
        (["--no-required"], "none", "null"),
        (
            ["--no-required", "--detailed"],
            "none",
            '{"value":null,"candidates":0,"repairs":[],"truncated":false}',  # as jsonbeacon run and the servers say it
        ),
        (["--no-repair"], "[1]", "[1]"),
        (["-r"], "x {'a': 1} y", "{'a': 1}"),  # as it stands, checked or not
    ],
)
def test_options(arguments: list[str], text: str, expected: str) -> None:
    assert printed(*arguments, text=text) == expected + "\n"


@pytest.mark.parametrize(
    ("arguments", "text", "code"),
    [
        ([], "none", "json.not_found"),
        (["--no-bare"], "[1]", "json.not_found"),
        (["--only"], "[1] [2]", "extract_json.multiple_candidates"),
        (["--blank", "reject"], "{}", "extract_json.blank_value"),
        (["--max-length", "2"], "[1]", "extract_json.too_long"),
        (["--repair", "--no-required"], '{"a": [1', "json.unexpected_end"),
        ([], b'{"a": "\xff"}', "json.invalid_utf8"),
    ],
)
def test_refusals(arguments: list[str], text: str | bytes, code: str) -> None:
    run = Run(*arguments, text=text)
    assert (run.code, run.out) == (1, "")
    assert run.err.startswith("jsonbeacon: standard input: ")
    assert f"[{code}]" in run.err
    run = Run(*arguments, "--format", "json", text=text)
    assert (run.code, run.out) == (1, "")
    assert json.loads(run.err)["error"]["code"] == code


def test_an_error_shows_the_place() -> None:
    run = Run(text='The user wants to {"intent": cancel')
    assert run.err == (
        "jsonbeacon: standard input: expected a JSON value, found 'c' (line 1, column 30) [json.expected_value]\n"
        'The user wants to {"intent": cancel\n'
        "                             ^\n"
    )


@pytest.mark.parametrize(
    "arguments",
    [
        ["--selekt"], ["--pre"], ["a", "b"], ["--kind", "objects"], ["--max-length", "0"], ["--max-length", "x"],
        ["--first", "--last"], ["--no-fence", "--no-inline"], ["-t", "a b"], ["--repair=some"], ["--repair", "--no-repair"],
        ["--all", "--last"], ["--all", "--raw"], ["--all", "--fallthrough"], ["--schema"], ["--format", "xml"],
    ],
)  # fmt: skip
def test_wrong_usage(arguments: list[str]) -> None:
    run = Run(*arguments, text="[1]")
    assert (run.code, run.out) == (2, "")
    assert "--help" in run.err


def test_one_json_form() -> None:
    text = "x {'a': 1,}"
    found = jsonbeacon.extract_json_detailed(text, repair="guess")
    assert printed("--detailed", "--repair", text=text) == found.to_json() + "\n"
    every = printed("--all", text="[1] {'a': 1} {\"b\": 2}").splitlines()
    assert [json.loads(line).get("value") for line in every] == [[1], None, {"b": 2}]
    assert json.loads(every[1])["error"]["code"] == "json.expected_key"
    assert Run("--all", text="{'a'} none").code == 1
    run = Run("--repair", "--diff", text=text)
    assert (run.code, run.out, run.err) == (0, '{"a":1}\n', found.diff() + "\n")


def test_help_and_version() -> None:
    for flag in ("-h", "--help"):
        text = printed(flag, text="")
        assert text.startswith("usage: jsonbeacon [OPTION]... [FILE]\n")
        assert max(map(len, text.splitlines())) <= 80
        for name in jsonbeacon._native.extract_json.__text_signature__.split("*, ")[1].split(", "):
            option = name.split("=")[0]
            if option.isidentifier() and option not in ("select", "sources"):
                assert (
                    f"--{option.rstrip('s') if option == 'tags' else option}".replace("_", "-").replace(
                        "--required", "--no-required"
                    )
                    in text
                )
    assert printed("-V", text="") == printed("--version", text="") == f"jsonbeacon {jsonbeacon.__version__}\n"


def test_schema(tmp_path: pathlib.Path) -> None:
    schema, registry = tmp_path / "schema.json", tmp_path / "registry.json"
    schema.write_text('{"properties": {"d": {"$ref": "date"}}}')
    registry.write_text('{"date": {"format": "date"}}')
    given = ["--schema", str(schema), "--schema-registry", str(registry)]
    assert printed(*given, text='So: {"d": "x"}') == '{"d":"x"}\n'
    run = Run(*given, "--formats", text='So: {"d": "x"}')
    assert (run.code, run.out) == (1, "")
    assert 'at /d: expected the format "date", found "x" (line 1, column 11)' in run.err
    run = Run("--schema", str(schema), text="{}")
    assert run.code == 2 and "nothing is fetched" in run.err


def test_nobody_is_kept_waiting_at_a_terminal() -> None:
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    try:
        for arguments in ([], ["-"]):
            done = subprocess.run([*COMMAND, *arguments], stdin=theirs, capture_output=True, timeout=60, check=False)
            assert (done.returncode, done.stdout) == (2, b"")
            assert b"usage: jsonbeacon" in done.stderr
    finally:
        os.close(ours)
        os.close(theirs)


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX")
def test_ends_that_are_not_ours() -> None:
    def shell(line: str) -> subprocess.CompletedProcess[str]:
        line = line.replace("JB", f"{sys.executable} -m jsonbeacon")
        return subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=False)

    for line, code in (
        ("echo '[1]' | { sleep 0.3; JB; echo $? >&2; } | true", "141"),
        ("echo none | { JB 2>&-; echo $? >&2; }", "1"),
        ("echo '[1]' | { JB >&-; echo $? >&2; }", "2"),
        ("JB <&-; echo $? >&2", "2"),
        ("echo '[1]' | { JB >/dev/full; echo $? >&2; }", "2"),
    ):
        done = shell(line)
        assert "Traceback" not in done.stderr
        assert done.stderr.split()[-1] == code, (line, done)


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX")
def test_interrupted() -> None:
    import signal

    process = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdin is not None
    process.stdin.write(b" " * 1_000_000)  # more than a pipe holds: it is reading
    process.stdin.flush()
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (130, b"")


@pytest.mark.skipif(sys.platform != "linux", reason="measures memory as Linux does")
def test_a_file_that_is_too_long_is_not_read_whole(tmp_path: pathlib.Path) -> None:
    import resource

    file = tmp_path / "long"
    with open(file, "wb") as f:
        f.truncate(1 << 30)  # a hole: 1 GB of U+0000

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_DATA, (1 << 30, 1 << 30))

    for arguments in ([], ["--max-length", "1000"]):
        done = subprocess.run(
            [*COMMAND, *arguments, str(file)], capture_output=True, text=True, check=False, preexec_fn=limited
        )
        assert done.returncode == 1
        assert "[extract_json.too_long]" in done.stderr
        assert "Traceback" not in done.stderr


def test_colour_is_for_terminals() -> None:
    pty = pytest.importorskip("pty")
    for env, expected in (({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)):
        ours, theirs = pty.openpty()
        env = {**os.environ, "TERM": "xterm", **env}
        subprocess.run(COMMAND, input=b"{'a'", stderr=theirs, check=False, env=env)
        os.close(theirs)
        seen = os.read(ours, 4096)
        os.close(ours)
        assert (b"\x1b[" in seen) == expected
