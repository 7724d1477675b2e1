"""The tools over HTTP and MCP: what ``jsonbeacon serve`` and ``jsonbeacon mcp`` run.

It needs the packages of the extra ``serve``; nothing else of this package imports it.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib.util import find_spec

NEEDED = ("starlette", "uvicorn", "httptools", "mcp", "prometheus_client")
"""The modules that the extra ``serve`` brings."""

INSTALL = "pip install 'jsonbeacon[serve]'"


def missing() -> str:
    """What to tell a person if the extra is not installed; empty if it is."""
    absent = [name for name in NEEDED if find_spec(name) is None]
    return f"{', '.join(absent)} cannot be imported; install what this command needs: {INSTALL}" if absent else ""


@dataclass(frozen=True)
class Settings:
    """How the server behaves; times are in seconds, sizes in bytes."""

    host: str = "127.0.0.1"
    port: int = 8000
    max_body: int = 1 << 20
    """The longest body of a request."""
    timeout: float = 10.0
    """For a request to arrive; for its answer to be found; for a part of the response to be taken."""
    concurrency: int = 64
    """How many requests are worked on, or wait for it, at one time."""
    connections: int = 1000
    """How many clients may be connected."""
    grace: float = 30.0
    """How long requests that have been accepted have to end when the server is told to stop."""
    access_log: bool = True
    allowed_hosts: tuple[str, ...] = ()
    """Names, beside those of this machine, under which MCP is served."""
