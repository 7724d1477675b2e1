"""Contract §7, the candidate list, from Python and on the command line."""

from __future__ import annotations

import array
import copy
import json
import os
import pathlib
import pickle
import subprocess
import sys
from typing import Any

import jsonbeacon
import pytest
from corpus import rows
from jsonbeacon import Candidate, CandidateFault, CandidateList, CandidateRepair, _bridge, _candidates, list_candidates

EXAMPLE = 'Sure! {"a": 1} is what you need.'
ANSWER = (
    '{"candidates":[{"rank":1,"source":"prose","fence_index":null,"start":6,"end":14,"start_line":1,"end_line":1,'
    '"text":"{\\"a\\": 1}","contiguous":true,"top_level":"object","complete":true,"incomplete_reason":null,'
    '"valid_json":true,"json_error":null,"repair":null}],"candidate_count":1,"truncated":false}'
)


def command(*arguments: str, text: str | bytes) -> subprocess.CompletedProcess[bytes]:
    done = subprocess.run(
        [sys.executable, "-m", "jsonbeacon", "candidates", *arguments],
        input=text.encode() if isinstance(text, str) else text,
        capture_output=True,
        check=False,
        env={**os.environ, "LC_ALL": "C"},
    )
    assert b"Traceback" not in done.stderr
    return done


def slice_of(text: str, start: int, end: int) -> str:
    return text.encode("utf-16-le", "surrogatepass")[2 * start : 2 * end].decode("utf-16-le", "surrogatepass")


def test_the_example_to_the_byte() -> None:
    assert list_candidates(EXAMPLE).to_json() == ANSWER
    done = command(text=EXAMPLE)
    assert (done.returncode, done.stdout, done.stderr) == (0, ANSWER.encode() + b"\n", b"")


@pytest.mark.parametrize("repair", [False, True])
def test_objects_are_the_engines_json(repair: bool) -> None:
    for text in [EXAMPLE, "", "[\x00\x1f\x7f\u2028é😀/ <&>", *texts()]:
        if any("\ud800" <= c <= "\udfff" for c in text) or len(text.encode()) > 131_072:
            continue
        request = json.dumps({"text": text, "repair": repair, "max_results": 100})
        answer = jsonbeacon._native.bridgeapi_CandidateList(request)
        found = list_candidates(text, repair=repair, max_results=100)
        assert '{"result":' + found.to_json() + "}" == answer
        assert found.to_dict() == json.loads(answer)["result"]
        assert found._repr_html_()
        for each in found:
            assert each.contiguous == (slice_of(text, each.start, each.end) == each.text)
            assert each.top_level == ("object" if each.text[0] == "{" else "array")
            assert each.complete == (each.incomplete_reason is None)
            assert each.valid_json == (each.json_error is None)
            if each.valid_json:
                json.loads(each.text)
            if each.repair:
                assert (each.repair.text == each.text) == (not each.repair.rules)


def texts() -> list[str]:
    """Every reply of the corpora."""
    found = [row["text"] for row in rows("fuzz99.jsonl")] + [row["text"] for row in rows("replies.jsonl")]
    return found + [row["input"] for row in rows("reports.jsonl") if isinstance(row["input"], str)]


def test_values_are_immutable_and_can_be_copied() -> None:
    found = list_candidates('> {"a": [1,\n> 2,]} [', repair=True)
    first = found.candidates[0]
    assert isinstance(first.json_error, CandidateFault)
    assert isinstance(first.repair, CandidateRepair)
    for value in (found, first, first.json_error, first.repair):
        for twin in (pickle.loads(pickle.dumps(value)), copy.copy(value), copy.deepcopy(value)):
            assert twin == value
            assert hash(twin) == hash(value)
            assert repr(twin) == repr(value)
        assert value != 1
        name = value.__match_args__[0]
        with pytest.raises(AttributeError):
            setattr(value, name, 1)
        with pytest.raises(AttributeError):
            delattr(value, name)
        assert json.loads(value.to_json()) == value.to_dict()
    assert list(found) == list(found.candidates)
    assert len(found) == found.candidate_count == 2
    match first:
        case Candidate(1, "prose", None):
            pass
        case _:
            raise AssertionError
    assert isinstance(found, CandidateList)


@pytest.mark.parametrize(
    ("text", "code", "reason", "position", "line", "column"),
    [
        ("é" * 65_536 + "x", "limits.text_bytes", "too_long", None, None, None),
        ("x" * 2_000_000, "limits.text_bytes", "too_long", None, None, None),
        ("é\n" + "> " * 65, "limits.container_depth", "malformed", 130, 2, 129),
        ("{}😀\ud800", "json.invalid_utf8", "malformed", 3, 1, 4),
        (b'{"a": "\xc3\xa9\xff"}', "json.invalid_utf8", "malformed", 8, 1, 9),
    ],
)
def test_errors(text: Any, code: str, reason: str, position: int | None, line: int | None, column: int | None) -> None:
    with pytest.raises(jsonbeacon.MalformedOutputError) as caught:
        list_candidates(text)
    error = caught.value
    assert (error.code, error.reason, error.position, error.line, error.column) == (
        code,
        reason,
        position,
        line,
        column,
    )
    assert pickle.loads(pickle.dumps(error)).to_json() == error.to_json()
    request = json.dumps({"text": error.raw[:200_000]})
    assert jsonbeacon._native.bridgeapi_CandidateList(request) == error.to_json()
    if not isinstance(text, str) or "\ud800" not in text:
        done = command("--format", "json", text=text)
        assert (done.returncode, done.stdout, done.stderr.decode()) == (1, b"", error.to_json() + "\n")
        done = command("--format", "text", text=text)
        assert done.returncode == 1
        assert f"[{code}]" in done.stderr.decode()


def test_limits() -> None:
    assert len(list_candidates("é" * 65_536)) == 0
    assert len(list_candidates("> " * 64 + "[1]")) == 1
    assert _bridge.limits()["text_bytes"] == _candidates.MOST_BYTES
    for number in ("131,072", "64", "100"):
        assert number in list_candidates.__doc__  # type: ignore[operator]
    assert list_candidates("[" * 64 + "]" * 64).candidates[0].valid_json
    error = list_candidates("[" * 65 + "]" * 65).candidates[0].json_error
    assert error == CandidateFault("json.too_deep", 64)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"repair": 1}, "repair must be True or False, not 1"),
        ({"repair": "all"}, "repair must be True or False, not 'all'"),
        ({"max_results": 0}, "max_results must be an integer from 1 to 100, not 0"),
        ({"max_results": 101}, "max_results must be an integer from 1 to 100, not 101"),
        ({"max_results": True}, "max_results must be an integer from 1 to 100, not True"),
        ({"max_results": 1.0}, "max_results must be an integer from 1 to 100, not 1.0"),
    ],
)
def test_wrong_options(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match="^" + message + "$"):
        list_candidates("[]", **options)


def test_texts() -> None:
    expected = list_candidates(EXAMPLE)
    for text in (EXAMPLE.encode(), bytearray(EXAMPLE.encode()), memoryview(EXAMPLE.encode())):
        assert list_candidates(text) == expected
    for wrong in (None, 1, ["[]"]):
        with pytest.raises(TypeError, match="must be str, bytes, bytearray or memoryview"):
            list_candidates(wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="memoryview of bytes"):
        list_candidates(memoryview(array.array("i", [1])))


def test_how_many_are_listed() -> None:
    text = " ".join(f"[{n}]" for n in range(250))
    for most in (1, 10, 100):
        found = list_candidates(text, max_results=most)
        assert (len(found), found.candidate_count, found.truncated) == (most, 250, True)
        assert [each.rank for each in found] == list(range(1, most + 1))
    found = list_candidates("[1] [2]", max_results=2)
    assert (found.candidate_count, found.truncated) == (2, False)


# ---- The command line


def test_a_file_and_its_options(tmp_path: pathlib.Path) -> None:
    file = tmp_path / "reply.md"
    file.write_bytes(b"See [1, // one\r\n2]\r\n")
    done = command("--repair", "--max-results=1", str(file), text="")
    found = list_candidates("See [1, // one\r\n2]\r\n", repair=True, max_results=1)
    assert (done.returncode, done.stdout.decode()) == (0, found.to_json() + "\n")
    done = command("--format=text", "--repair", str(file), text="")
    assert done.stdout.decode() == (
        "  1  line 1    prose          json.expected_value; mended by comments\n     [1, // one 2]\n"
    )
    done = command("--format=text", "--max-results", "1", text="[1] [\x1b")
    assert (done.returncode, done.stdout) == (0, b"  1  line 1    prose          valid\n     [1]\n")
    assert b"1 more" in done.stderr


def test_none_is_found() -> None:
    done = command(text="none")
    assert (done.returncode, done.stdout) == (1, b'{"candidates":[],"candidate_count":0,"truncated":false}\n')
    done = command("--format", "text", text="none")
    assert (done.returncode, done.stdout, done.stderr) == (1, b"", b"jsonbeacon: there are no candidates\n")


@pytest.mark.parametrize(
    "arguments",
    [["--max-results", "0"], ["--max-results", "x"], ["--repair=all"], ["--format", "xml"], ["--select"], ["a", "b"]],
)
def test_wrong_usage(arguments: list[str]) -> None:
    done = command(*arguments, text="[1]")
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"--help" in done.stderr


def test_help() -> None:
    done = command("--help", text="")
    assert done.stdout.startswith(b"usage: jsonbeacon candidates [OPTION]... [FILE]\n")
    assert max(map(len, done.stdout.decode().splitlines())) <= 80
