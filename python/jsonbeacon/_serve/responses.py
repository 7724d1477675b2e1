"""What is answered: a tool's response as it is, and errors in the same form."""

from __future__ import annotations

import json
import logging
import traceback
from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import Response

from .. import _tools

log = logging.getLogger("jsonbeacon.server")

STATUS = {
    "request.malformed": 400,
    "request.unknown_tool": 404,
    "request.unknown_version": 404,
    "request.not_found": 404,
    "request.method": 405,
    "request.timeout": 408,
    "request.too_large": 413,
    "limits.text_bytes": 413,
    "request.content_type": 415,
    "server.busy": 429,
    "request.head_too_large": 431,
    "request.http": 400,
    "internal": 500,
    "server.timeout": 503,
    "server.connections": 503,
}
"""The status of each code. Any other says that a tool cannot take the request: 422."""

UNPROCESSABLE = 422


class Problem(Exception):
    """A request that is answered with an error."""

    def __init__(self, code: str, message: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(code)
        self.response = _tools.failure(code, message)
        self.headers = headers


def failed(fault: Exception, what: str) -> Problem:
    """What to answer where the server itself is at fault. The log gets the place, and nothing of a text."""
    where = "".join(traceback.format_tb(fault.__traceback__))
    log.error("%s in %s\n%s", type(fault).__name__, what, where)
    return Problem("internal", "the server failed; its log has the place")


def outcome_of(response: str) -> str:
    """How a response is counted: ``ok``, the reason of an error in the text, or the code of another error."""
    if response.startswith('{"result":{"value":'):
        return "ok"
    told = json.loads(response)
    error: dict[str, str] = told.get("error") or told["result"].get("error") or {}
    return error.get("reason") or error.get("code") or "ok"


def answer(response: str, headers: Mapping[str, str] | None = None) -> Response:
    """A tool's response, with the status that it means."""
    status = 200
    if not response.startswith('{"result":'):
        status = STATUS.get(json.loads(response)["error"]["code"], UNPROCESSABLE)
    return Response(response, status, headers, "application/json")


async def on_problem(_: Request, problem: Exception) -> Response:
    """Answers with a ``Problem``."""
    assert isinstance(problem, Problem)
    return answer(problem.response, problem.headers)
