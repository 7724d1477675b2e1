"""A worker of hostile.py: `python -m benchmarks.cell RIVAL`, texts in, times out."""

from __future__ import annotations

import json
import sys
import time
from typing import Any

from .rivals import BY_NAME, Call

#: A short run is repeated, and the best of them counts: nothing makes a run faster than it is.
REPEATS = 50
ENOUGH = 0.2


def timed(call: Call, text: str) -> dict[str, Any]:
    best = float("inf")
    outcome = ""
    data = text.encode()
    end = time.perf_counter() + ENOUGH
    for _ in range(REPEATS):
        text = data.decode()
        start = time.process_time_ns()
        try:
            value = call(text)
        except RecursionError:
            outcome = "recursion error"
        except Exception:  # noqa: BLE001 - a rival may raise anything
            outcome = "refused"
        else:
            outcome = "nothing" if value is None or value == "" else "value"
            del value
        best = min(best, time.process_time_ns() - start)
        if time.perf_counter() > end:
            break
    return {"ns": best, "outcome": outcome}


def main() -> None:
    call = BY_NAME[sys.argv[1]].load()
    print("ready", flush=True)
    for line in sys.stdin:
        print(json.dumps(timed(call, json.loads(line)["text"])), flush=True)


if __name__ == "__main__":
    main()
