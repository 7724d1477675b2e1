"""uvicorn's connections and server, with an end for clients that are too slow, and none for a request too soon.

uvicorn limits how long a connection may be idle between requests, and nothing else. What is added:

- the head of a request has a time and a size;
- a response that the client does not read is given up;
- no more than so many clients are connected;
- when the server is to stop, connections that wait to be taken are taken first, and an idle connection may bring one
  more request for a moment, since its client cannot know.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from contextlib import suppress
from typing import Any

from uvicorn import Server
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from . import Settings
from .metrics import Metrics
from .responses import STATUS, Problem

log = logging.getLogger("jsonbeacon.server")

MAX_HEAD = 1 << 16
"""The longest head of a request, in bytes; what comes with its first byte is not counted."""

BACKLOG = 2048
"""How many connections may wait to be taken."""

LINGER = 0.5
"""How long an idle connection stays open when the server stops, in seconds."""


def connection_class(settings: Settings, metrics: Metrics) -> type[HttpToolsProtocol]:
    """uvicorn takes a class and no object, so the settings are the class's."""
    return type("Connection", (_Connection,), {"settings": settings, "metrics": metrics})


class _Connection(HttpToolsProtocol):
    settings: Settings
    metrics: Metrics

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self._heads = 0  # that have begun
        self._in_head = False
        self._head = 0  # bytes of it that have come, but for those that came with its first
        self._waiting: asyncio.TimerHandle | None = None  # for a head
        self._writing: asyncio.TimerHandle | None = None
        self._stopping = False
        super().connection_made(transport)
        if len(self.connections) > self.settings.connections:
            self._refuse(Problem("server.connections", "too many clients are connected; try again"))
        else:
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        if self._writing:
            self._writing.cancel()
        super().connection_lost(exc)

    # ---- The head of a request

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if self._is_idle():
            self._wait()
        heads = self._heads if self._in_head else -1
        super().data_received(data)
        self._head = self._head + len(data) if self._in_head and heads == self._heads else 0
        if self._head > MAX_HEAD and not self.transport.is_closing():
            self._refuse(Problem("request.head_too_large", f"the head is longer than {MAX_HEAD} bytes"))

    def on_message_begin(self) -> None:
        self._heads += 1
        self._in_head = True
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._in_head = False
        self._stop_waiting()
        super().on_headers_complete()
        if self._stopping:
            self.cycle.keep_alive = False

    def _is_idle(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def _wait(self) -> None:
        if not self._waiting:
            self._waiting = self.loop.call_later(self.settings.timeout, self._too_slow)

    def _stop_waiting(self) -> None:
        if self._waiting:
            self._waiting.cancel()
            self._waiting = None

    def _too_slow(self) -> None:
        self._waiting = None
        self._refuse(Problem("request.timeout", f"no request arrived within {self.settings.timeout:g} seconds"))

    def send_400_response(self, msg: str) -> None:
        self._refuse(Problem("request.http", "this is not HTTP/1.1"))

    def _refuse(self, problem: Problem) -> None:
        """Answers what is no request, and closes."""
        error = problem.response.encode()
        code = problem.args[0]
        self.metrics.closed.labels(code).inc()
        head = (
            STATUS_LINE[STATUS.get(code, 400)],
            b"content-type: application/json\r\ncontent-length: %d\r\nconnection: close\r\n\r\n" % len(error),
        )
        if self.cycle is None or self.cycle.response_complete:
            self.transport.write(b"".join(head) + error)
        self._check_written(-1)
        self.transport.close()

    # ---- The response

    def pause_writing(self) -> None:
        super().pause_writing()
        self._check_written(-1)

    def on_response_complete(self) -> None:
        self._check_written(-1)
        super().on_response_complete()

    def _check_written(self, before: int) -> None:
        """Gives the connection up if nothing has been taken since there were so many bytes to write."""
        left = self.transport.get_write_buffer_size()
        if self._writing and before < 0:
            return  # it is being looked at
        self._writing = None
        if left == before:
            self.metrics.closed.labels("response.timeout").inc()
            self.transport.abort()
        elif left:
            self._writing = self.loop.call_later(self.settings.timeout, self._check_written, left)

    # ---- The end

    def shutdown(self) -> None:
        self._stopping = True
        if self._is_idle():
            self.loop.call_later(LINGER, self._end)
        else:
            self.cycle.keep_alive = False

    def _end(self) -> None:
        if self._is_idle():
            self.transport.close()


class GracefulServer(Server):
    """uvicorn's server, which says where it is, and takes what waits to be taken before it stops."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for listening in sockets or ():
            host, port = listening.getsockname()[:2]
            shown = f"[{host}]" if ":" in host else host
            log.info("http://%s:%d/ (the page), http://%s:%d/mcp (MCP)", shown, port, shown, port)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        loop = asyncio.get_running_loop()

        def connection() -> asyncio.Protocol:
            made: Any = self.config.http_protocol_class
            protocol: asyncio.Protocol = made(self.config, self.server_state, self.lifespan.state, loop)
            return protocol

        waiting = [accepted for listening in sockets or () for accepted in _accept_all(listening)]
        for server in self.servers:
            server.close()
        for each in list(self.server_state.connections):
            each.shutdown()  # before anything else is answered
        for accepted in waiting:
            await loop.connect_accepted_socket(connection, accepted)
        await super().shutdown(sockets)


def _accept_all(listening: socket.socket) -> list[socket.socket]:
    """The connections that wait to be taken; not more, should they come faster than they are taken."""
    accepted: list[socket.socket] = []
    with suppress(OSError):  # there is none any more
        while len(accepted) < BACKLOG:
            connection, _ = listening.accept()
            connection.setblocking(False)
            accepted.append(connection)
    return accepted
