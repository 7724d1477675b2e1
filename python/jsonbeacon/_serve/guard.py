"""What holds for every request: it is logged and counted, limited in size and time, and answered whatever happens."""

from __future__ import annotations

import asyncio
import json
import logging
from contextlib import suppress
from time import perf_counter

from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from . import Settings
from .metrics import Metrics
from .responses import Problem, answer, failed

access = logging.getLogger("jsonbeacon.access")

_DRAIN = 2.0
"""How long what is left of a request that is too long is taken, in seconds."""


class Guard:
    """Stands around an application."""

    def __init__(self, app: ASGIApp, settings: Settings, metrics: Metrics) -> None:
        self._app = app
        self._settings = settings
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        exchange = _Exchange(receive, send, self._settings)
        try:
            exchange.check_length(scope)
            await self._app(scope, exchange.receive, exchange.send)
        except Problem as problem:
            await exchange.fail(scope, problem)
        except Exception as fault:  # noqa: BLE001 - the client gets its answer, and the log no text
            await exchange.fail(scope, failed(fault, f"{scope['method']} {_shown(scope)}"))
        finally:
            self._metrics.responses.labels(_route(scope), str(exchange.status)).inc()
            if self._settings.access_log:
                access.info("%s", exchange.line(scope))


class _Exchange:
    """One request and its response."""

    def __init__(self, receive: Receive, send: Send, settings: Settings) -> None:
        self._receive = receive
        self._send = send
        self._settings = settings
        self._started = perf_counter()
        self._arrived = False  # the whole request
        self.status = 0  # of the response that was begun
        self._received = self._sent = 0

    def check_length(self, scope: Scope) -> None:
        """Refuses a body that is declared to be too long."""
        for name, value in scope["headers"]:
            if name == b"content-length" and int(value) > self._settings.max_body:
                raise self._too_large()

    async def receive(self) -> Message:
        if self._arrived:
            return await self._receive()  # that the client has gone
        left = self._settings.timeout - (perf_counter() - self._started)
        try:
            message = await asyncio.wait_for(self._receive(), max(left, 0))
        except asyncio.TimeoutError:
            late = f"the request did not arrive within {self._settings.timeout:g} seconds"
            raise Problem("request.timeout", late, {"Connection": "close"}) from None
        self._received += len(message.get("body", b""))
        if self._received > self._settings.max_body:
            raise self._too_large()
        self._arrived = not message.get("more_body", False)
        return message

    def _too_large(self) -> Problem:
        message = f"the request is longer than {self._settings.max_body} bytes"
        return Problem("request.too_large", message, {"Connection": "close"})

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
        else:
            self._sent += len(message.get("body", b""))
        await self._send(message)

    async def fail(self, scope: Scope, problem: Problem) -> None:
        """Answers with an error, unless the response has begun."""
        if problem.args[0] == "request.too_large" and (b"expect", b"100-continue") not in scope["headers"]:
            await self._drain()
        if not self.status:
            await answer(problem.response, problem.headers)(scope, self._receive, self.send)

    async def _drain(self) -> None:
        """Takes what the client still sends, for a while: many read no answer before they have sent all."""
        with suppress(asyncio.TimeoutError):
            await asyncio.wait_for(self._discard(), _DRAIN)

    async def _discard(self) -> None:
        while (await self._receive()).get("more_body", False):
            pass

    def line(self, scope: Scope) -> str:
        """What the access log says: no header, no query and nothing of the bodies but their sizes."""
        client = scope.get("client") or ("-", 0)
        milliseconds = (perf_counter() - self._started) * 1000
        return (
            f"{client[0]} {scope['method']} {_shown(scope)} {self.status or 'closed'} "
            f"in={self._received} out={self._sent} ms={milliseconds:.1f}"
        )


def _shown(scope: Scope) -> str:
    """The path, cut, and in ASCII without control characters."""
    return json.dumps(scope["path"][:200])[1:-1]


def _route(scope: Scope) -> str:
    """The route's pattern: a label must not hold what a client made up."""
    route: BaseRoute | None = scope.get("route")
    return str(getattr(route, "path", "")) or "other"
