"""The tools that are served: their contracts, and one answer through the doors that need no server."""

from __future__ import annotations

import json
import pathlib
import subprocess
import sys
from typing import Any

import doors
import pytest
from jsonbeacon import _bridge, _tools

CONTRACTS = _tools.contracts()
NAMES = [each["id"] for each in CONTRACTS]
EXAMPLES = [(each["id"], example) for each in CONTRACTS for example in each["examples"]]


def compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def run(*arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "jsonbeacon", "run", *arguments]
    return subprocess.run(command, input=stdin, capture_output=True, check=False)


def test_there_are_three_tools() -> None:
    assert {(each["id"], each["version"]) for each in CONTRACTS} == {(name, "1.0.0") for name in doors.PYTHON}
    assert NAMES == list(_tools._FUNCTIONS)


@pytest.mark.parametrize(("tool", "example"), EXAMPLES)
def test_the_examples_of_contracts_are_true(tool: str, example: dict[str, Any]) -> None:
    response = _tools.execute(tool, "1.0.0", compact(example["input"]))
    assert response == compact(example["response"])


@pytest.mark.parametrize("contract", CONTRACTS, ids=NAMES)
def test_the_schemas_of_contracts_are_schemas_and_fit(contract: dict[str, Any]) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    checks = {}
    for side in ("input", "output", "error"):
        jsonschema.Draft202012Validator.check_schema(contract[side])
        checks[side] = jsonschema.Draft202012Validator(contract[side])
    for example in contract["examples"]:
        refused = "error" in example["response"]
        assert checks["input"].is_valid(example["input"]) != refused
        checks["error" if refused else "output"].validate(example["response"]["error" if refused else "result"])
    for tool, request in doors.requests(7):
        if tool == contract["id"]:
            checks["input"].validate(request)
            for name, value in json.loads(doors.PYTHON[tool](request)).items():
                checks["error" if name == "error" else "output"].validate(value)


def test_python_and_requests_give_the_same_bytes() -> None:
    for tool, request in doors.requests():
        assert _tools.execute(tool, "1.0.0", json.dumps(request)) == doors.PYTHON[tool](request), request


def test_the_command_gives_the_same_bytes(tmp_path: pathlib.Path) -> None:
    for i, (tool, request) in enumerate(doors.requests(700)):
        (tmp_path / "request").write_text(json.dumps(request))
        ran = run(tool, "1.0.0", "--input", str(tmp_path / "request"))
        response = doors.PYTHON[tool](request)
        assert (ran.stdout, ran.stderr) == (response.encode() + b"\n", b""), i
        assert ran.returncode == ('"error":' in response[:20])


WRONG: list[tuple[str, str, str]] = [
    ("extract-json", "", "request.malformed"),
    ("extract-json", "{", "request.malformed"),
    ("extract-json", '{"text":"a\x00"}', "request.malformed"),
    ("extract-json", '{"text":"\ud800"}', "request.malformed"),
    ("extract-json", "[]", "request.invalid"),
    ("extract-json", "null", "request.invalid"),
    ("extract-json", "{}", "request.invalid"),
    ("extract-json", '{"text":1}', "request.invalid"),
    ("extract-json", '{"TEXT":"{}"}', "request.invalid"),
    ("extract-json", '{"text":"{}","text":"[]"}', "request.invalid"),
    ("extract-json", '{"text":"{}","level":"all"}', "request.invalid"),
    ("extract-json", '{"text":"{}","select":null}', "request.invalid"),
    ("extract-json", '{"text":"{}","required":"no"}', "request.invalid"),
    ("extract-json", '{"text":"{}","repair":"off"}', "request.invalid"),
    ("extract-json", '{"text":"{}","tags":[]}', "request.invalid"),
    ("extract-json", '{"text":"{}","tags":"a b"}', "request.invalid"),
    ("extract-json", '{"text":"{}","tags":["a","\\ud800"]}', "request.invalid"),
    ("extract-json", '{"text":"{}","sources":["whole"]}', "request.invalid"),
    ("extract-json", '{"text":"{}","max_length":0}', "request.invalid"),
    ("extract-json", '{"text":"{}","max_length":1.5}', "request.invalid"),
    ("extract-json", '{"text":"{}","max_length":true}', "request.invalid"),
    ("repair-json", '{"text":"{}","level":null}', "request.invalid"),
    ("json-candidate-list", '{"text":"{}","max_results":101}', "request.invalid"),
    ("json-candidate-list", '{"text":"{}","repair":"all"}', "request.invalid"),
    ("jsonbeacon", "{}", "request.unknown_tool"),
]


@pytest.mark.parametrize(("tool", "request_", "code"), WRONG)
def test_what_is_no_request_is_refused(tool: str, request_: str, code: str) -> None:
    error = json.loads(_tools.execute(tool, "1.0.0", request_))["error"]
    assert error["code"] == code
    assert error["message"]
    assert len(error["message"]) < 300


def test_bytes_are_utf8_and_versions_are_exact() -> None:
    assert (
        json.loads(_tools.execute("extract-json", "1.0.0", b'{"text":"\xff"}'))["error"]["code"] == "request.malformed"
    )
    assert _tools.execute("extract-json", "1.0.0", '{"text":"[é]"}'.encode()).startswith('{"result":{"error":')
    assert json.loads(_tools.execute("extract-json", "1", "{}"))["error"]["code"] == "request.unknown_version"


@pytest.mark.parametrize(
    ("options", "same_as"),
    [
        ({"required": False}, {"required": True}),
        ({"max_length": 1e30}, {}),
        ({"max_length": 3.0}, {"max_length": 3}),
        ({"tags": None, "repair": None, "max_length": None, "schema": None}, {}),
        ({"sources": ["inline", "fence", "inline"]}, {}),
        ({"sources": ["inline"]}, {"sources": "inline"}),
        ({"tags": "é"}, {"tags": ["é"]}),
    ],
)
def test_an_option_may_be_written_in_several_ways(options: dict[str, Any], same_as: dict[str, Any]) -> None:
    text = "<é>[1]</é> ```json\n[2]\n```"
    first, second = (
        _tools.execute("extract-json", "1.0.0", compact({"text": text, **each})) for each in (options, same_as)
    )
    assert first == second


def test_no_json_may_be_no_error() -> None:
    response = _tools.execute("extract-json", "1.0.0", '{"text":"none","required":false}')
    assert response == '{"result":{"value":null,"candidates":0,"repairs":[],"truncated":false}}'
    assert '"json.expected_key"' in _tools.execute("extract-json", "1.0.0", '{"text":"{\'a\'}","required":false}')


def test_a_schema_is_not_ignored() -> None:
    error = json.loads(_tools.execute("extract-json", "1.0.0", '{"text":"{}","schema":{"type":"array"}}'))["error"]
    assert error["code"] == "request.invalid"
    assert "schema" in error["message"]


# ---- The command


def test_run_lists_the_tools_and_prints_contracts() -> None:
    assert [line.split()[:2] for line in run().stdout.decode().splitlines()] == [[name, "1.0.0"] for name in NAMES]
    assert json.loads(run("repair-json", "1.0.0", "--contract").stdout) == CONTRACTS[1]


@pytest.mark.parametrize(
    ("arguments", "stdin", "code", "says"),
    [
        (("extract-json", "1.0.0"), b'{"text":"[1]"}', 0, b'{"result":{"value":[1]'),
        (("extract-json", "1.0.0", "--input", "-"), b'{"text":"none"}', 1, b'"reason":"no_json"'),
        (("json-candidate-list", "1.0.0"), b'{"text":"' + b">" * 65 + b'"}', 1, b"limits.container_depth"),
        (("extract-json", "1.0.0"), b"none", 2, b"request.malformed"),
        (("extract-json", "2.0.0"), b"{}", 2, b"request.unknown_version"),
        (("extract-jso", "1.0.0"), b"{}", 2, b"request.unknown_tool"),
        (("extract-json",), b"", 2, b"VERSION"),
        (("extract-json", "1.0.0", "--input", "/no/such/file"), b"", 2, b"cannot read"),
        (("extract-json", "9", "--contract"), b"", 2, b"there is no"),
        (("--help",), b"", 0, b"jsonbeacon run"),
    ],
)
def test_exit_codes(arguments: tuple[str, ...], stdin: bytes, code: int, says: bytes) -> None:
    ran = run(*arguments, stdin=stdin)
    assert ran.returncode == code
    assert says in (ran.stdout if code == 0 or b'{"' in ran.stdout else ran.stderr)


@pytest.mark.parametrize("command", ["serve", "mcp"])
def test_a_missing_extra_says_how_to_install_it(command: str) -> None:
    code = f"import sys; sys.modules['mcp'] = None; from jsonbeacon._cli import main; sys.exit(main(['{command}']))"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ran.returncode == 2
    assert "mcp cannot be imported" in ran.stderr
    assert "pip install 'jsonbeacon[serve]'" in ran.stderr
    assert "Traceback" not in ran.stderr


def test_the_limits_of_contracts_are_those_of_the_engine() -> None:
    limits = _bridge.limits()
    assert CONTRACTS[0]["limits"] == {"text_code_points": limits["max_length"], "nesting": limits["max_depth"]}
