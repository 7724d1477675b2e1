"""A server in a process of its own, on a port of this machine, and what talks to it."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

ROUTE = "/v1/tools/{}/versions/1.0.0/execute"
EXTRACT = ROUTE.format("extract-json")
JSON = {"Content-Type": "application/json"}


@dataclass
class Serving:
    """A running server."""

    process: subprocess.Popen[bytes]
    port: int
    log: str

    def ask(
        self, method: str, path: str, body: bytes | str | None = None, headers: dict[str, str] | None = None
    ) -> tuple[int, http.client.HTTPMessage, str]:
        """The status, headers and body of the answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request(method, path, body.encode() if isinstance(body, str) else body, headers or {})
            response = connection.getresponse()
            return response.status, response.headers, response.read().decode()
        finally:
            connection.close()

    def execute(self, tool: str, request: dict[str, Any] | bytes | str) -> tuple[int, str]:
        """What a tool answers, and with which status."""
        body = json.dumps(request) if isinstance(request, dict) else request
        status, _, answer = self.ask("POST", ROUTE.format(tool), body, JSON)
        return status, answer

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=60)

    def lines(self) -> list[str]:
        with open(self.log, encoding="utf-8") as file:
            return file.read().splitlines()

    def metrics(self) -> dict[str, float]:
        text = self.ask("GET", "/metrics")[2]
        return {name: float(value) for name, value in re.findall(r"^([^#\s]+(?:{.*})?) (\S+)$", text, re.MULTILINE)}

    def stop(self) -> int:
        """Tell it to end, and give its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(60)


@contextlib.contextmanager
def serving(*options: str) -> Iterator[Serving]:
    """``jsonbeacon serve`` with these options."""
    with tempfile.TemporaryDirectory() as folder:
        log = os.path.join(folder, "log")
        with open(log, "wb") as file:
            command = [sys.executable, "-m", "jsonbeacon", "serve", "--port", "0", *options]
            process = subprocess.Popen(command, stdout=file, stderr=file)
        try:
            yield Serving(process, _port_of(process, log), log)
        finally:
            process.kill()
            process.wait()


def _port_of(process: subprocess.Popen[bytes], log: str) -> int:
    """It says where it listens; then it does."""
    until = time.monotonic() + 120
    while time.monotonic() < until and process.poll() is None:
        with open(log, encoding="utf-8") as file:
            found = re.search(r"http://127\.0\.0\.1:(\d+)/", file.read())
        if found:
            port = int(found[1])
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 5):
                return port
        time.sleep(0.05)
    with open(log, encoding="utf-8") as file:
        raise AssertionError(f"the server did not start: {file.read()}")


def reads_until_closed(connection: socket.socket) -> bytes:
    """All that comes until the other side closes."""
    received = b""
    with contextlib.suppress(ConnectionResetError, BrokenPipeError):
        while part := connection.recv(1 << 16):
            received += part
    return received
