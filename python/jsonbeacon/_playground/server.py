"""Serves the page's files and nothing else."""

from __future__ import annotations

import gzip
import hashlib
import ipaddress
import socket
from functools import cache
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from . import KINDS, files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; "
    "connect-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    # Alone in its process, the page gets a clock of 5 µs instead of 100.
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",  # but asked for with its ETag
}


class _File:
    def __init__(self, name: str, content: bytes) -> None:
        self.kind = KINDS[name[name.rfind(".") :]]
        self.content = content
        self.tag = f'"{hashlib.sha256(content).hexdigest()[:20]}"'

    @cache  # noqa: B019 - there are as many as files
    def zipped(self) -> bytes:
        return gzip.compress(self.content, 6, mtime=0)


class Server(ThreadingHTTPServer):
    """Listens once it is made, and answers in ``serve_forever``. ``OSError`` if the address cannot be had."""

    daemon_threads = True

    def __init__(self, host: str, port: int) -> None:
        self.files = {f"/{name}": _File(name, content) for name, content in files().items()}
        self.files["/"] = self.files["/index.html"]
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        self.address_family, address = found[0], found[4]
        # Packing takes longer than the way to a browser on the same machine.
        self.packs = not ipaddress.ip_address(str(address[0]).partition("%")[0]).is_loopback
        super().__init__((str(address[0]), port), _Handler)

    def server_bind(self) -> None:
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.socket.bind(self.server_address)
        self.server_address = self.socket.getsockname()

    @property
    def url(self) -> str:
        host, port = self.server_address[:2]
        host = str(host)
        if ipaddress.ip_address(host.partition("%")[0]).is_unspecified:
            host = socket.gethostname()
        return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


class _Handler(BaseHTTPRequestHandler):
    server: Server  # pyright: ignore[reportIncompatibleVariableOverride]
    protocol_version = "HTTP/1.1"
    timeout = 75

    def version_string(self) -> str:
        return "jsonbeacon"

    def do_GET(self) -> None:
        self._answer(body=True)

    def do_HEAD(self) -> None:
        self._answer(body=False)

    def _answer(self, *, body: bool) -> None:
        file = self.server.files.get(self.path.partition("?")[0])
        if file is None:
            self.send_error(HTTPStatus.NOT_FOUND)
            return
        content = file.content
        headers = {**HEADERS, "Content-Type": file.kind, "ETag": file.tag, "Vary": "Accept-Encoding"}
        if self.headers.get("If-None-Match") == file.tag:
            self._send(HTTPStatus.NOT_MODIFIED, headers)
            return
        if self.server.packs and "gzip" in self.headers.get("Accept-Encoding", ""):
            content = file.zipped()
            headers["Content-Encoding"] = "gzip"
        self._send(HTTPStatus.OK, {**headers, "Content-Length": str(len(content))})
        if body:
            self.wfile.write(content)

    def _send(self, status: HTTPStatus, headers: dict[str, str]) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()

    def log_message(self, format: str, *arguments: Any) -> None:
        """Nobody needs to read what a page loads."""
