"""The tools that are served: their contracts, and one answer through the doors that need no server."""

from __future__ import annotations

import collections
import json
import pathlib
import random
import re
import subprocess
import sys
from typing import Any

import doors
import pytest
import schema_pairs
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
        refused = example["response"].get("error", {})
        assert checks["input"].is_valid(example["input"]) == (refused.get("code") != "request.invalid")
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
    ("extract-json", '{"text":"{}","schema":[]}', "request.invalid"),
    ("extract-json", '{"text":"{}","schema":1}', "request.invalid"),
    ("extract-json", '{"text":"{}","schema":{},"formats":null}', "request.invalid"),
    ("extract-json", '{"text":"{}","schema":{},"schema_registry":[]}', "request.invalid"),
    ("extract-json", '{"text":"{}","schema":{},"schema_registry":"{}"}', "request.invalid"),
    ("extract-json", '{"text":"{}","schema":{},"schema_registry":{"a":null}}', "request.invalid"),
    ("extract-json", '{"text":"{}","schema":{},"schema_registry":{"a":{},"a":true}}', "request.invalid"),
    ("extract-json", '{"text":"{}","schema":{"type":"array","type":"object"}}', "schema.invalid"),
    ("extract-json", '{"text":"{}","schema":{"const":"\\ud800"}}', "schema.invalid"),
    ("extract-json", '{"text":"{}","schema":{"const":1e999}}', "schema.invalid"),
    ("extract-json", '{"text":"{}","schema":' + '{"not":' * 600 + "{}" + "}" * 601, "schema.invalid"),
    ("repair-json", '{"text":"{}","schema":{}}', "request.invalid"),
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
        ({"schema": None, "formats": True, "schema_registry": {"a": True}}, {}),
        ({"schema": {"type": "object"}}, {"schema": '{ "type": "object" }\n'}),
        ({"schema": False}, {"schema": "false"}),
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


# ---- Schemas


def test_schemas_give_the_same_bytes_in_python_and_in_requests() -> None:
    codes: collections.Counter[str] = collections.Counter()
    for i, text in enumerate(doors.texts()):
        for k in range(len(doors.POLICIES)):
            schema = doors.SCHEMAS[(i + k) % len(doors.SCHEMAS)]
            request = {"text": text, **doors.POLICIES[k], **schema}
            response = _tools.execute("extract-json", "1.0.0", json.dumps(request))
            assert response == doors.extracted(request), request
            told = json.loads(response)
            codes[told.get("result", told).get("error", {}).get("code", "ok")] += 1
    assert min(codes["ok"], codes["schema.validation_failed"]) > 100, codes


@pytest.mark.parametrize("schema", [{"schema": False}, *doors.SCHEMAS], ids=lambda each: compact(each["schema"])[:30])
@pytest.mark.parametrize("options", [{}, {"fallthrough": True}, {"fallthrough": True, "select": "last"}])
def test_damaged_replies_have_the_same_violations(schema: dict[str, Any], options: dict[str, Any]) -> None:
    r = random.Random(compact([schema, options]))
    for _ in range(150):
        values = [schema_pairs.instance(r) for _ in range(r.randrange(1, 4))]
        text = "字😀\r\n\u200b".join(compact(value) for value in values)
        for _ in range(r.randrange(4)):
            at = r.randrange(len(text) + 1)
            text = text[:at] + r.choice([",", "\u200b", "'", "\\u200b", "\n", "😀", "// 字\n", "\r", "}"]) + text[at:]
        text = text[: len(text) - r.choice([0, 0, 0, 1, 5])]
        level, invisible = r.choice([None, *doors.LEVELS]), r.choice(["keep", "syntax", "strip"])
        request = {"text": text, "kind": "any", "repair": level, "invisible": invisible, **options, **schema}
        assert _tools.execute("extract-json", "1.0.0", json.dumps(request)) == doors.extracted(request), request


def violations(**request: Any) -> list[Any]:
    """Path, line and column of each violation, and what is found there."""
    response = _tools.execute("extract-json", "1.0.0", compact(request))
    assert response == doors.extracted(request)
    listed = json.loads(response)["result"]["error"]["violations"]
    lines = request["text"].split("\n")
    return [(each["path"], lines[each["line"] - 1][each["column"] - 1 :][:3]) for each in listed]


def test_places_are_those_of_the_reply_as_it_came() -> None:
    schema = {"additionalProperties": {"type": "boolean"}}
    text = "字😀: {'字': '😀',\n  // 字\n 'b\u200b': [1,],\r\n \"\u200bc\\u200b\": \"x\", d: True, 'e': 7"
    assert violations(text=text, schema=schema, repair="all", invisible="strip") == [
        ("/字", "'😀'"),
        ("/b", "[1,"),
        ("/c", '"x"'),
        ("/e", "7"),
    ]


def test_numbers_in_violations_are_spelt_as_they_came() -> None:
    request = {"text": '{"n": 1.50e3, "m": -0}', "schema": '{"additionalProperties": {"minimum": 2.0E7}}'}
    response = _tools.execute("extract-json", "1.0.0", compact(request))
    assert response == doors.extracted(request)
    assert '"expected":2.0E7,"found":1.50e3' in response
    assert '"found":-0' in response


def test_a_schema_chooses_where_falling_through_is_allowed() -> None:
    text = '```json\n{"a": "1"}\n``` or {"a": 2} or {"a": 3}'
    schema = {"properties": {"a": {"type": "integer"}}}
    for options, value in (({}, None), ({"fallthrough": True}, 2), ({"fallthrough": True, "sources": "fence"}, None)):
        request = {"text": text, "schema": schema, **options}
        response = _tools.execute("extract-json", "1.0.0", compact(request))
        assert response == doors.extracted(request)
        assert (f'"value":{{"a":{value}}}' in response) == (value is not None)


CHAIN = {"$ref": "#/$defs/0", "$defs": {str(i): {"$ref": f"#/$defs/{i + 1}"} for i in range(60)}}
CHAIN["$defs"]["60"] = {"items": {"$ref": "#"}}  # type: ignore[index]
TOO_MANY_STEPS = {"schema": CHAIN, "text": "[" * 500 + "]" * 500}
INVALID: list[tuple[dict[str, Any], str | None]] = [
    ({"schema": {"type": "int"}}, "/type"),
    ({"schema": '{\n "type": "int"}'}, "/type"),
    ({"schema": '{"é😀":'}, ""),
    ({"schema": ""}, ""),
    ({"schema": "3"}, ""),
    ({"schema": {"items": {"$ref": "x"}}}, "/items/$ref"),
    ({"schema": {"items": {"$ref": "x:y"}}, "schema_registry": {"x:y": {"type": 1}}}, "/type"),
    ({"schema": {"items": {"$ref": "x:y"}}, "schema_registry": {"x:y": '{\n"type": 1}'}}, "/type"),
    ({"schema": {"pattern": "(?=x)"}}, "/pattern"),
    (TOO_MANY_STEPS, None),
    ({**TOO_MANY_STEPS, "text": TOO_MANY_STEPS["text"] + " {}", "fallthrough": True, "kind": "any"}, None),
]


@pytest.mark.parametrize(("options", "path"), INVALID)
def test_a_schema_that_is_at_fault_is_told_with_its_place(options: dict[str, Any], path: str | None) -> None:
    request = {"text": "none", **options}
    response = _tools.execute("extract-json", "1.0.0", compact(request))
    assert response == doors.extracted(request)
    error = json.loads(response)["error"]
    assert (error["code"], error.get("path")) == ("schema.invalid", path)
    document = options.get("schema_registry", {}).get(error.get("document"), options["schema"])
    assert ("line" in error) == (path is not None and isinstance(document, str))
    contract = CONTRACTS[0]
    jsonschema = pytest.importorskip("jsonschema")
    jsonschema.Draft202012Validator(contract["error"]).validate(error)
    jsonschema.Draft202012Validator(contract["input"]).validate(request)


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
        (("extract-json", "1.0.0"), b'{"text":"[1]","schema":false}', 1, b"schema.validation_failed"),
        (("extract-json", "1.0.0"), b'{"text":"[1]","schema":"fals"}', 2, b"schema.invalid"),
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
    assert re.search(r"\bmcp\b.* cannot be imported", ran.stderr)  # and what else is not installed
    assert "pip install 'jsonbeacon[serve]'" in ran.stderr
    assert "Traceback" not in ran.stderr


def test_the_limits_of_contracts_are_those_of_the_engine() -> None:
    limits = _bridge.limits()
    assert CONTRACTS[0]["limits"] == {"text_code_points": limits["max_length"], "nesting": limits["max_depth"]}
