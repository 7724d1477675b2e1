"""The OpenAPI document, made from the contracts of the tools."""

from __future__ import annotations

from typing import Any

from .. import __version__
from . import Settings

DESCRIPTION = """\
Takes JSON out of what a language model wrote, mends it, and shows every place that could be JSON. The same tools are
served to models over MCP at `/mcp`.

A response is `{"result": …}` with status 200, or `{"error": {"code", "message", …}}` with a status that is none of the
2xx. What is wrong with a text is a result: `{"result": {"error": {"code", "reason", "message", …}}}`. Codes never
change their meaning."""

_ERRORS = {
    "400": "The request is not JSON, or not HTTP.",
    "408": "The request did not arrive in time.",
    "413": "The request, or the text in it, is too long.",
    "415": "The request is not declared to be JSON.",
    "422": "The request is JSON, and not what the tool takes; or its schema is none.",
    "429": "Too many requests are being worked on.",
    "500": "The server failed.",
    "503": "No answer was found in time.",
}


def document(contracts: list[dict[str, Any]], settings: Settings) -> dict[str, Any]:
    """The document, for these tools."""
    paths: dict[str, Any] = {"/v1/tools": _get("tools", "Every tool", _ref("Tools"), "listTools")}
    for contract in contracts:
        base = f"/v1/tools/{contract['id']}/versions/{contract['version']}"
        name = f"{contract['id']}-{contract['version']}"
        paths[base] = _get(
            "tools", f"{contract['title']}: what it takes and gives", _ref("Contract"), f"describe-{name}"
        )
        paths[f"{base}/execute"] = {"post": _execute(contract, name, settings)}
    for path, title, name in (
        ("/healthz", "Whether the server runs", "Status"),
        ("/readyz", "Whether it takes requests", "Status"),
        ("/version", "What runs", "Version"),
    ):
        paths[path] = _get("server", title, _ref(name), f"get-{path[1:]}")
    paths["/readyz"]["get"]["responses"]["503"] = _json("It is stopping.", _ref("Status"))
    paths["/metrics"] = {
        "get": {
            "tags": ["server"],
            "operationId": "get-metrics",
            "summary": "Counts and times, for Prometheus",
            "responses": {
                "200": {"description": "In its text format.", "content": {"text/plain": {"schema": {"type": "string"}}}}
            },
        }
    }
    return {
        "openapi": "3.1.0",
        "info": {"title": "jsonbeacon", "version": __version__, "description": DESCRIPTION, "license": {"name": "MIT"}},
        "tags": [
            {"name": "run", "description": "What the tools do."},
            {"name": "tools", "description": "What each promises."},
            {"name": "server", "description": "How the server is."},
        ],
        "paths": paths,
        "components": {"schemas": _schemas(contracts)},
    }


def _execute(contract: dict[str, Any], name: str, settings: Settings) -> dict[str, Any]:
    examples = {
        str(i): {"summary": each["description"], "value": each["input"]}
        for i, each in enumerate(contract["examples"], 1)
    }
    responses = {status: _json(what, _ref("Refused")) for status, what in _ERRORS.items()}
    responses["429"]["headers"] = {"Retry-After": {"description": "In seconds.", "schema": {"type": "integer"}}}
    result = {
        "type": "object",
        "properties": {"result": _ref(f"{contract['id']}.output")},
        "required": ["result"],
        "additionalProperties": False,
    }
    return {
        "tags": ["run"],
        "operationId": f"execute-{name}",
        "summary": contract["title"],
        "description": f"{contract['description']}\n\nA request has at most {settings.max_body:,} bytes.",
        "requestBody": {
            "required": True,
            "content": {"application/json": {"schema": _ref(f"{contract['id']}.input"), "examples": examples}},
        },
        "responses": {"200": _json("What the tool has to say of the text.", result), **responses},
    }


def _schemas(contracts: list[dict[str, Any]]) -> dict[str, Any]:
    string = {"type": "string"}
    schemas: dict[str, Any] = {}
    for contract in contracts:
        for side in ("input", "output"):
            schemas[f"{contract['id']}.{side}"] = {k: v for k, v in contract[side].items() if k != "$schema"}
    schemas["Refused"] = _object(error=_refusal(contracts))
    schemas["Tools"] = _object(
        tools={
            "type": "array",
            "items": _object(**dict.fromkeys(("id", "version", "title", "description", "contract", "execute"), string)),
        }
    )
    anything: dict[str, Any] = {"type": "object"}
    schemas["Contract"] = _object(
        id=string,
        version=string,
        title=string,
        description=string,
        input=anything,
        output=anything,
        error=anything,
        limits={"type": "object", "additionalProperties": {"type": "integer"}},
        examples={"type": "array", "items": _object(description=string, input=anything, response=anything)},
    )
    schemas["Status"] = _object(status={"enum": ["ok", "ready", "stopping"]})
    schemas["Version"] = _object(version=string, engine={"type": "object", "additionalProperties": string})
    return schemas


def _refusal(contracts: list[dict[str, Any]]) -> dict[str, Any]:
    """The schema of the error of any request: the codes are the tools' and the server's."""
    errors = [each["error"]["properties"] for each in contracts]
    codes = sorted({code for each in errors for code in each["code"]["enum"]})
    reasons = sorted({reason for each in errors for reason in each.get("reason", {}).get("enum", ())})
    members = {name: schema for each in errors for name, schema in each.items()}
    for place in ("line", "column"):
        members[place] = {"type": "integer", "minimum": 1}  # of the text or of the schema
    members["code"] = {"type": "string", "examples": codes}
    members["reason"] = {"enum": reasons}
    return {**_object(**members), "required": ["code", "message"]}


def _object(**properties: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _get(tag: str, summary: str, schema: dict[str, Any], name: str) -> dict[str, Any]:
    operation = {
        "tags": [tag],
        "operationId": name,
        "summary": summary,
        "responses": {"200": _json(summary + ".", schema)},
    }
    return {"get": operation}


def _json(description: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"description": description, "content": {"application/json": {"schema": schema}}}


def _ref(name: str) -> dict[str, Any]:
    return {"$ref": f"#/components/schemas/{name}"}
