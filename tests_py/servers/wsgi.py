"""An application for gunicorn; with --preload, the engine has worked before the workers are forked."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable

from work import answer, reply

for i in range(8):
    answer(reply(i))


def application(environ: dict[str, object], start_response: Callable[..., object]) -> Iterable[bytes]:
    number = int(str(environ["PATH_INFO"]).lstrip("/"))
    start_response("200 OK", [("Content-Type", "application/json")])
    return [json.dumps({"pid": os.getpid(), **answer(reply(number))}).encode()]
