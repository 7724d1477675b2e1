"""The tools over MCP: the SDK's own client, over standard input and output and over HTTP, in both eras of the protocol."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the extra serve is not installed")
pytest.importorskip("mcp", reason="the extra serve is not installed")

import doors
import jsonschema
from doors import repaired
from jsonbeacon import _tools
from jsonbeacon._serve.mcp import _result
from mcp import Client, StdioServerParameters
from mcp.shared.exceptions import MCPError
from serving import JSON, Serving, serving

LONG = os.environ.get("SERVE_LONG") == "1"
CALLS = 10_000 if LONG else 200
STDIO = [sys.executable, "-m", "jsonbeacon", "mcp"]


@pytest.fixture(scope="module")
def server() -> Iterator[Serving]:
    with serving("--no-access-log", "--concurrency", "512") as running:
        yield running


@pytest.fixture(params=["stdio", "http"])
def transport(request: pytest.FixtureRequest) -> Any:
    if request.param == "stdio":
        # With what loads a sanitizer, if there is one.
        return StdioServerParameters(command=STDIO[0], args=STDIO[1:], env=dict(os.environ))
    return f"http://127.0.0.1:{request.getfixturevalue('server').port}/mcp"


def talk(transport: Any, mode: str, what: Callable[[Client], Awaitable[None]]) -> None:
    async def main() -> None:
        async with Client(transport, mode=mode) as client:
            await what(client)

    asyncio.run(asyncio.wait_for(main(), 3600))


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_every_tool_answers_as_the_other_doors_do(transport: Any, mode: str) -> None:
    async def use(client: Client) -> None:
        tools = {each.name: each for each in (await client.list_tools()).tools}
        assert list(tools) == ["execute", *(each["id"] for each in _tools.contracts())]
        for tool in tools.values():
            jsonschema.Draft202012Validator.check_schema(tool.input_schema)
            assert tool.input_schema["type"] == tool.output_schema["type"] == "object"  # type: ignore[index]
            assert len(tool.description or "") > 100
            assert tool.annotations is not None
            assert tool.annotations.read_only_hint is True
        fits = {name: jsonschema.Draft202012Validator(tool.output_schema) for name, tool in tools.items()}  # type: ignore[arg-type]
        requests = doors.in_utf8(doors.requests(997))
        examples = [(each["id"], example["input"]) for each in _tools.contracts() for example in each["examples"]]
        for tool_name, request in examples + requests:
            response = _tools.execute(tool_name, "1.0.0", json.dumps(request))
            told = json.loads(response)
            failed = "error" in (told.get("result") or told)
            by_name = await client.call_tool(tool_name, request)
            pinned = await client.call_tool("execute", {"id": tool_name, "version": "1.0.0", "input": request})
            assert pinned.content[0].text == response  # type: ignore[union-attr]
            assert pinned.structured_content == told
            named = response[len('{"result":') : -1] if "result" in told else response
            assert by_name.content[0].text == named  # type: ignore[union-attr]
            assert by_name.structured_content == json.loads(named)
            assert by_name.is_error == pinned.is_error == failed
            if "result" in told:
                fits[tool_name].validate(by_name.structured_content)
                fits["execute"].validate(pinned.structured_content)

    talk(transport, mode, use)


@pytest.mark.parametrize(
    ("name", "arguments", "code"),
    [
        ("extract-json", {}, "request.invalid"),
        ("extract-json", {"text": 1}, "request.invalid"),
        ("extract-json", {"text": "", "x": None}, "request.invalid"),
        ("extract-json", {"text": "[]", "schema": {"type": "int"}}, "schema.invalid"),
        ("extract-json", {"text": "[]", "schema": "{}", "schema_registry": {"a": 1}}, "request.invalid"),
        ("execute", {}, "request.invalid"),
        ("execute", {"id": "extract-json", "version": "1.0.0"}, "request.invalid"),
        ("execute", {"id": "extract-json", "version": "1.0.0", "input": []}, "request.invalid"),
        ("execute", {"id": "extract-json", "version": "1.0.0", "input": {}, "more": 1}, "request.invalid"),
        ("execute", {"id": "x", "version": "1.0.0", "input": {}}, "request.unknown_tool"),
        ("execute", {"id": "extract-json", "version": "9", "input": {}}, "request.unknown_version"),
        ("json-candidate-list", {"text": "x" * 131_073}, "limits.text_bytes"),
    ],
)
def test_a_model_is_told_what_was_wrong_with_its_call(
    server: Serving, name: str, arguments: dict[str, Any], code: str
) -> None:
    async def use(client: Client) -> None:
        answer = await client.call_tool(name, arguments)
        assert answer.is_error
        assert json.loads(answer.content[0].text)["error"]["code"] == code  # type: ignore[union-attr]

    talk(f"http://127.0.0.1:{server.port}/mcp", "auto", use)


def test_violations_are_told_with_their_places(transport: Any) -> None:
    request = {"text": "字😀 {'n': '1'}", "schema": {"properties": {"n": {"type": "integer"}}}, "repair": "syntax"}

    async def use(client: Client) -> None:
        answer = await client.call_tool("extract-json", request)
        assert answer.is_error
        assert answer.content[0].text == doors.extracted(request)[len('{"result":') : -1]  # type: ignore[union-attr]
        assert answer.structured_content["error"]["violations"][0]["column"] == 10  # type: ignore[index]

    talk(transport, "auto", use)


def test_an_unknown_tool_is_an_error_of_the_protocol(transport: Any) -> None:
    async def use(client: Client) -> None:
        with pytest.raises(MCPError, match="there is no tool"):
            await client.call_tool("no-such-tool", {})

    talk(transport, "auto", use)


def test_half_a_surrogate_pair_does_not_break_an_answer() -> None:
    """What was repaired may have held one, as a path in the text may hold its name; no message can carry it."""
    answer = _result(repaired({"text": "[1, /* \ud800 \\ud800 */ 2]"}), named=True)
    assert answer.content[0].text == repaired({"text": "[1, /* \ud800 \\ud800 */ 2]"})[10:-1]  # type: ignore[union-attr]
    assert answer.structured_content["repairs"][0]["before"] == "/* \ufffd \\ud800 */"
    answer.model_dump_json()


def test_mcp_gives_the_bytes_that_python_gives(server: Serving) -> None:
    headers = {**JSON, "Accept": "application/json"}
    for tool, request in doors.in_utf8(doors.requests(1 if LONG else 61)):
        params = {"name": "execute", "arguments": {"id": tool, "version": "1.0.0", "input": request}}
        status, _, answer = server.ask("POST", "/mcp", json.dumps({**CALL, "id": 1, "params": params}), headers)
        assert status == 200
        assert json.loads(answer)["result"]["content"][0]["text"] == doors.PYTHON[tool](request)


def test_many_calls_and_cancellations(transport: Any) -> None:
    async def use(client: Client) -> None:
        async def once(i: int) -> None:
            answer = await client.call_tool("extract-json", {"text": f"So: [{i}]"})
            assert answer.structured_content["value"] == [i]  # type: ignore[index]

        for start in range(0, CALLS, 20):
            await asyncio.gather(*(once(i) for i in range(start, start + 20)))
            if start % 100 == 0:
                cut = [asyncio.create_task(once(i)) for i in range(5)]
                await asyncio.sleep(0.002)
                for each in cut:
                    each.cancel()
                await asyncio.gather(*cut, return_exceptions=True)
        await once(1)

    talk(transport, "auto", use)


MALFORMED = [
    "",
    "no JSON",
    "{}",
    "[]",
    "null",
    '{"jsonrpc":"2.0"}',
    '{"jsonrpc":"1.0","id":1,"method":"tools/list"}',
    '{"jsonrpc":"2.0","id":{},"method":"tools/list"}',
    '{"jsonrpc":"2.0","id":7,"method":"no/such/method"}',
    '{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{}}',
    '{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"extract-json","arguments":[]}}',
    '{"jsonrpc":"2.0","id":10,"method":"tools/call","params":{"name":"extract-json","arguments":{"text":"\\ud800"}}}',
    '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":12345}}',
    '{"jsonrpc":"2.0","method":"notifications/cancelled"}',
    '{"jsonrpc":"2.0","id":11,"result":{}}',
    "[" * 5000,
    '{"jsonrpc":"2.0","id":"' + "x" * 100_000 + '","method":"ping"}',
]
INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}},
}
CALL = {"jsonrpc": "2.0", "method": "tools/call", "params": {"name": "extract-json", "arguments": {"text": "[1]"}}}


def test_malformed_messages_do_not_end_standard_input() -> None:
    messages = [json.dumps(INITIALIZE), '{"jsonrpc":"2.0","method":"notifications/initialized"}']
    for i, wrong in enumerate(MALFORMED):
        messages += [wrong, json.dumps({**CALL, "id": 100 + i})]
    with subprocess.Popen(STDIO, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(
            "\n".join(messages).encode() + b"\n\xff\xfe\n" + json.dumps({**CALL, "id": 99}).encode() + b"\n"
        )
        process.stdin.flush()
        answered: dict[Any, Any] = {}
        while 99 not in answered:
            line = json.loads(process.stdout.readline())
            answered[str(line["id"]) if isinstance(line.get("id"), dict) else line.get("id")] = line
        process.stdin.close()
        assert process.wait(60) == 0
    for i in range(len(MALFORMED)):
        assert answered[100 + i]["result"]["structuredContent"]["value"] == [1]


def test_malformed_messages_do_not_end_http(server: Serving) -> None:
    headers = {**JSON, "Accept": "application/json, text/event-stream"}
    for wrong in MALFORMED:
        for more in (
            {},
            {"MCP-Protocol-Version": "2026-07-28"},
            {"MCP-Protocol-Version": "x"},
            {"Mcp-Session-Id": "x"},
        ):
            status = server.ask("POST", "/mcp", wrong, {**headers, **more})[0]
            assert status < 500, (wrong[:100], more)
    status, _, answer = server.ask("POST", "/mcp", json.dumps({**CALL, "id": 1}), headers)
    assert (status, json.loads(answer)["result"]["structuredContent"]["value"]) == (200, [1])
    assert not [line for line in server.lines() if "Traceback" in line]


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Host": "localhost"}, 200),
        ({"Host": "[::1]:80"}, 200),
        ({"Origin": "http://localhost:3000"}, 200),
        ({"Host": "evil.example"}, 421),
        ({"Origin": "http://evil.example"}, 403),
        ({"Content-Type": "text/plain"}, 400),
    ],
)
def test_a_web_page_of_elsewhere_cannot_call(server: Serving, headers: dict[str, str], status: int) -> None:
    asked = {**JSON, "Accept": "application/json, text/event-stream", **headers}
    assert server.ask("POST", "/mcp", json.dumps({**CALL, "id": 1}), asked)[0] == status


def test_calls_of_models_are_counted(server: Serving) -> None:
    name = 'jsonbeacon_outcomes_total{door="mcp",outcome="no_json",tool="extract-json"}'
    before = server.metrics().get(name, 0)

    async def use(client: Client) -> None:
        await client.call_tool("extract-json", {"text": "none"})

    talk(f"http://127.0.0.1:{server.port}/mcp", "auto", use)
    assert server.metrics()[name] == before + 1
