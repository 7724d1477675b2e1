"""Starting the server, and ending it."""

from __future__ import annotations

import logging
import math
import socket
import sys
from typing import Any

import anyio
import uvicorn
from prometheus_client import disable_created_metrics

from .. import _tools
from . import Settings
from .app import Application
from .connections import BACKLOG, GracefulServer, connection_class
from .engine import Engine
from .mcp import Door
from .metrics import Metrics

KEEP_ALIVE = 75
"""How long a connection may be idle, in seconds: longer than clients keep one, or a request would meet the server closing
it."""


def serve(settings: Settings) -> None:
    """Serve until a signal says otherwise. ``OSError`` if the address cannot be had."""
    _log_to_standard_error()
    disable_created_metrics()  # type: ignore[no-untyped-call]
    metrics = Metrics()
    application = Application(settings, metrics)
    listening = _bind(settings)
    config = uvicorn.Config(
        application.app,
        http=connection_class(settings, metrics),
        ws="none",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        backlog=BACKLOG,
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=math.ceil(settings.grace),
    )
    server = GracefulServer(config)
    application.stopping = lambda: server.should_exit
    server.run([listening])


def serve_stdio() -> None:
    """Serve MCP on standard input and output until the input ends."""
    _log_to_standard_error(logging.WARNING)
    engine = Engine(Settings(), Metrics())
    door = Door(engine, _tools.contracts())
    try:
        anyio.run(door.over_stdio)
    finally:
        engine.close()


def _bind(settings: Settings) -> socket.socket:
    address = socket.getaddrinfo(settings.host, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    listening = socket.socket(*address[:3])
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address[4])
        listening.setblocking(False)
    except OSError:
        listening.close()
        raise
    return listening


class _Formatter(logging.Formatter):
    default_time_format = "%Y-%m-%dT%H:%M:%S"
    default_msec_format = "%s.%03d"


def _log_to_standard_error(level: int = logging.INFO) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Formatter("%(asctime)s %(name)s %(message)s"))
    root: Any = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(logging.WARNING)
    for name in ("jsonbeacon.access", "jsonbeacon.server"):
        logging.getLogger(name).setLevel(level)
    logging.getLogger("mcp").setLevel(logging.CRITICAL)  # it logs messages that it does not understand
