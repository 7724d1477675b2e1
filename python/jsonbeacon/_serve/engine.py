"""Calls of the engine from a server: bounded in number and time, and counted."""

from __future__ import annotations

import asyncio
import os
import re
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from time import perf_counter

from .. import _tools
from . import Settings
from .metrics import Metrics
from .responses import Problem, outcome_of

AT_ONCE = 4096
"""A request of so many bytes is answered sooner than a thread is woken for it, unless it has a schema."""

_SCHEMA = r"schema|\\u00[67]"  # the name of the member may be written with escapes
_IN_STR, _IN_BYTES = re.compile(_SCHEMA), re.compile(_SCHEMA.encode())


def _is_short(request: str | bytes) -> bool:
    """Whether the answer takes no longer than it takes to wake a thread."""
    if len(request) > AT_ONCE:
        return False
    return (_IN_STR.search(request) if isinstance(request, str) else _IN_BYTES.search(request)) is None


class Engine:
    """Runs tools in threads: as many as there are processors, since the engine releases the GIL."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self._settings = settings
        self._metrics = metrics
        self._running = 0
        self._threads = ThreadPoolExecutor(os.cpu_count() or 1, "jsonbeacon")

    async def execute(self, door: str, tool: str, version: str, request: str | bytes) -> str:
        """The response to a request; ``Problem`` if there is no room or no time for it."""
        if self._running >= self._settings.concurrency:
            self._metrics.refused.inc()
            message = f"{self._settings.concurrency} requests are being worked on; try again"
            raise Problem("server.busy", message, {"Retry-After": "1"})
        started = perf_counter()
        if _is_short(request):
            response = _tools.execute(tool, version, request)
        else:
            response = await self._in_thread(tool, version, request)
        known = tool if tool in _tools.versions() else ""
        self._metrics.answered(door, known, outcome_of(response), perf_counter() - started)
        return response

    async def _in_thread(self, tool: str, version: str, request: str | bytes) -> str:
        self._running += 1
        self._metrics.running.set(self._running)
        loop = asyncio.get_running_loop()
        # A thread cannot be stopped: a call that takes too long keeps its place until it has ended. One that still waits
        # for a thread is taken back.
        call = self._threads.submit(_tools.execute, tool, version, request)
        call.add_done_callback(lambda _: self._ended(loop))
        try:
            return await asyncio.wait_for(asyncio.wrap_future(call), self._settings.timeout)
        except asyncio.TimeoutError:
            message = f"no answer was found within {self._settings.timeout:g} seconds"
            raise Problem("server.timeout", message) from None

    def _ended(self, loop: asyncio.AbstractEventLoop) -> None:
        with suppress(RuntimeError):  # there is no loop any more
            loop.call_soon_threadsafe(self._give_back)

    def _give_back(self) -> None:
        self._running -= 1
        self._metrics.running.set(self._running)

    def close(self) -> None:
        """Ends the threads, when the last call has ended."""
        self._threads.shutdown(wait=False, cancel_futures=True)
