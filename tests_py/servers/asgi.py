"""An application for uvicorn."""

from __future__ import annotations

import json
import os
from collections.abc import Awaitable, Callable
from typing import Any

from work import answer, reply


async def application(
    scope: dict[str, Any],
    receive: Callable[[], Awaitable[object]],
    send: Callable[[dict[str, object]], Awaitable[None]],
) -> None:
    if scope["type"] != "http":
        raise NotImplementedError(scope["type"])
    body = json.dumps({"pid": os.getpid(), **answer(reply(int(scope["path"].lstrip("/"))))}).encode()
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"application/json")]})
    await send({"type": "http.response.body", "body": body})
