"""The tools for models: the Model Context Protocol, over standard input and output or HTTP."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.server.transport_security import TransportSecuritySettings
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    TextContent,
    Tool,
    ToolAnnotations,
)
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Receive, Scope, Send

from .. import __version__
from .._json import dumped
from . import Settings
from .engine import Engine
from .responses import Problem, failed

EXECUTE = "execute"

INSTRUCTIONS = """\
Exact tools for JSON in the text that language models write. extract-json takes the JSON out of a reply; repair-json
mends a text that is one damaged JSON document; json-candidate-list shows every place that could be JSON. Nothing is
guessed unless an option allows it. An error names what is wrong and where; correct the text or the options, and do not
repeat the call unchanged."""

_READ_ONLY = ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False)
_HALF = re.compile(r"\\(?:u(d[89a-f][0-9a-f]{2})|.)")
_LOCAL = ("127.0.0.1", "localhost", "[::1]")


class Door:
    """The MCP server: ``execute`` for any tool by its name and version, and the newest version of each by its name."""

    def __init__(self, engine: Engine, contracts: list[dict[str, Any]]) -> None:
        self._engine = engine
        self._newest = {each["id"]: each["version"] for each in contracts}
        self._tools = ListToolsResult(tools=[_execute(contracts), *map(_named, contracts)])
        self._server: Server[Any] = Server(
            "jsonbeacon",
            version=__version__,
            title="jsonbeacon",
            instructions=INSTRUCTIONS,
            on_list_tools=self._list,
            on_call_tool=self._call,
        )
        self._manager: StreamableHTTPSessionManager | None = None

    async def over_stdio(self) -> None:
        """Serve the process's standard input until it ends."""
        async with stdio_server() as (incoming, outgoing):
            await self._server.run(incoming, outgoing, self._server.create_initialization_options())

    def over_http(self, settings: Settings) -> ASGIApp:
        """The application for one path. It keeps no sessions, so nothing is lost when the server stops."""
        self._manager = StreamableHTTPSessionManager(
            app=self._server,
            json_response=True,
            stateless=True,
            security_settings=_security(settings),
            max_request_body_size=settings.max_body,
        )
        return _OnlyPost(self._manager)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """While HTTP is served."""
        assert self._manager is not None
        async with self._manager.run():
            yield

    async def _list(self, _context: Any, _params: Any) -> ListToolsResult:
        return self._tools

    async def _call(self, _context: Any, params: CallToolRequestParams) -> CallToolResult:
        arguments = params.arguments or {}
        try:
            if params.name == EXECUTE:
                return await self._execute(arguments)
            if params.name not in self._newest:
                raise MCPError(INVALID_PARAMS, f"there is no tool {params.name[:80]!r}")
            return await self._run(params.name, self._newest[params.name], arguments, named=True)
        except MCPError:
            raise
        except Problem as problem:
            return _result(problem.response, named=False)
        except Exception as fault:  # noqa: BLE001 - the model gets its answer, and the log no text
            return _result(failed(fault, "a call over MCP").response, named=False)

    async def _execute(self, arguments: dict[str, Any]) -> CallToolResult:
        tool, version, request = (arguments.get(name) for name in ("id", "version", "input"))
        if len(arguments) != 3 or not isinstance(tool, str) or not isinstance(version, str) or request is None:
            raise Problem("request.invalid", "execute takes id and version, which are strings, and input")
        return await self._run(tool, version, request, named=False)

    async def _run(self, tool: str, version: str, request: object, named: bool) -> CallToolResult:
        return _result(await self._engine.execute("mcp", tool, version, json.dumps(request)), named)


class _OnlyPost:
    """Without sessions there is nothing to listen to, and none to delete."""

    def __init__(self, manager: StreamableHTTPSessionManager) -> None:
        self._manager = manager

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] != "POST":
            raise HTTPException(405, headers={"Allow": "POST"})
        await self._manager.handle_request(scope, receive, send)


def _security(settings: Settings) -> TransportSecuritySettings:
    """A web page must not reach the server by a name that it had changed to point here."""
    names = [*_LOCAL, settings.host, *settings.allowed_hosts]
    return TransportSecuritySettings(
        allowed_hosts=[each for name in names for each in (name, f"{name}:*")],
        allowed_origins=[
            f"{scheme}://{name}{port}" for name in names for scheme in ("http", "https") for port in ("", ":*")
        ],
    )


def _result(response: str, named: bool) -> CallToolResult:
    """A response as text, to the byte what the other doors give, and as structured content.

    A tool called by its name gives the result itself.
    """
    text = response[len('{"result":') : -1] if named and response.startswith('{"result":') else response
    # No message can carry half of a surrogate pair.
    plain = _HALF.sub(lambda m: "\ufffd" if m[1] else m[0], text) if "\\ud" in text else text
    content: Any = json.loads(plain)
    failed = text.startswith(('{"error":', '{"result":{"error":'))
    return CallToolResult(content=[TextContent(text=text)], structured_content=content, is_error=failed)


def _execute(contracts: list[dict[str, Any]]) -> Tool:
    names = ", ".join(f"{each['id']} {each['version']}" for each in contracts)
    return Tool(
        name=EXECUTE,
        title="Run a tool by name and version",
        description="Runs one of the tools of this server in a version that you name, so that the answer stays the same "
        f"when a newer version is served: {names}. Use the tools by their own names unless you need to pin a version. "
        "Answers {result} or {error}.",
        input_schema={
            "type": "object",
            "properties": {
                "id": {"enum": [each["id"] for each in contracts], "description": "The tool."},
                "version": {"enum": sorted({each["version"] for each in contracts}), "description": "Its version."},
                "input": {
                    "type": "object",
                    "description": "What the tool takes: the arguments of the tool of that name.",
                },
            },
            "required": ["id", "version", "input"],
            "additionalProperties": False,
        },
        output_schema={
            "type": "object",
            "properties": {"result": {"anyOf": [_bare(each["output"]) for each in contracts]}},
            "required": ["result"],
            "additionalProperties": False,
        },
        annotations=_READ_ONLY,
    )


def _named(contract: dict[str, Any]) -> Tool:
    return Tool(
        name=contract["id"],
        title=contract["title"],
        description=f"{contract['description']}\n\nExample: {_example(contract)}",
        input_schema=_bare(contract["input"]),
        output_schema=_bare(contract["output"]),
        annotations=_READ_ONLY,
    )


def _example(contract: dict[str, Any]) -> str:
    first = contract["examples"][0]
    return f"{dumped(first['input'])} gives {dumped(first['response']['result'])}"


def _bare(schema: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in schema.items() if name != "$schema"}
