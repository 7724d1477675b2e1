"""Two threads on two cores: what they read in the time in which one reads its share."""

from __future__ import annotations

import hashlib
import json
import os
import random
import statistics
import threading
import time
from collections.abc import Callable
from typing import Any

import jsonbeacon

from . import documents, prose

#: From 64 K characters on the engine works without the GIL.
LENGTH = 66_000


def prose_reply(r: random.Random) -> str:
    return prose.paragraphs(r, LENGTH) + prose.fenced(r, documents.object_200(r))


def reasoning_reply(r: random.Random) -> str:
    return prose.reasoning(r, LENGTH) + prose.fenced(r, documents.object_200(r))


def refusal(r: random.Random) -> str:
    return r.choice(prose.REFUSALS) + " " + prose.paragraphs(r, LENGTH)


def list_reply(r: random.Random) -> str:
    return prose.fenced(r, documents.records(r, LENGTH, 2))


WORK: dict[str, Callable[[random.Random], str]] = {
    "64 KB of prose, then an object": prose_reply,
    "64 KB of reasoning, then an object": reasoning_reply,
    "64 KB of refusal, nothing required": refusal,
    "64 KB list of objects": list_reply,
}


def together(works: list[Callable[[], None]]) -> float:
    """Seconds until all are done, each in a thread of its own; all start at once."""
    gate = threading.Barrier(len(works) + 1)

    def one(work: Callable[[], None]) -> None:
        gate.wait()
        work()

    threads = [threading.Thread(target=one, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    gate.wait()
    start = time.perf_counter()
    for thread in threads:
        thread.join()
    return time.perf_counter() - start


def speedup(work: Callable[[], None], rounds: int) -> list[float]:
    """Of two threads with one share each over one with one share."""
    found = []
    for _ in range(rounds):
        alone = together([work])
        found.append(2 * alone / together([work, work]))
    return found


def reader(texts: list[str], repeats: int) -> Callable[[], None]:
    extract = jsonbeacon.extract_json

    def work() -> None:
        for _ in range(repeats):
            for text in texts:
                extract(text, required=False)

    return work


def hashing() -> None:
    """What two threads gain on this machine, now, when nothing is shared: the measure of the measure."""
    block = b"x" * (1 << 20)
    for _ in range(20):
        hashlib.sha256(block).digest()


def run(small: bool) -> dict[str, Any]:
    rounds = 3 if small else 15
    results = []
    for name, make in WORK.items():
        texts = [make(random.Random(f"{name} {i}")) for i in range(20)]
        one = reader(texts, 1)
        start = time.perf_counter()
        one()
        repeats = max(1, round((0.01 if small else 0.08) / (time.perf_counter() - start)))
        samples = speedup(reader(texts, repeats), rounds)
        results.append({"name": name, "speedup": statistics.median(samples), "best": max(samples)})
    return {
        "cores": len(os.sched_getaffinity(0)),
        "hashing": statistics.median(speedup(hashing, rounds)),
        "results": results,
    }


if __name__ == "__main__":
    print(json.dumps(run(False), indent=1))
