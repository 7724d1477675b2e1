"""Where the time of one call goes: crossing, scan, build, freeing, and the limit that making objects sets."""

from __future__ import annotations

import json
import marshal
import sys
import time
from collections import deque
from collections.abc import Callable
from typing import Any

import jsonbeacon

from .engine import EXTRACT, PARSE, Engine
from .inputs import ROWS, Row
from .timing import Quartiles, quartiles

PROFILED = ("60-100 B", "1 KB", "8 KB", "floats")
MANY = {"60-100 B": 1000, "1 KB": 200, "8 KB": 60, "floats": 30}


def texts(row: Row, which: str, number: int) -> list[bytes]:
    return [getattr(case, which) for case in row.cases()[:number]]


def interned(value: Any) -> Any:
    """With one object for each name, as a parser that remembers names makes them."""
    if isinstance(value, dict):
        return {sys.intern(name): interned(each) for name, each in value.items()}
    return [interned(each) for each in value] if isinstance(value, list) else value


def objects(value: Any) -> int:
    if isinstance(value, dict):
        return 1 + sum(map(objects, value.values()))
    return 1 + sum(map(objects, value)) if isinstance(value, list) else 1


def consumer(function: Callable[[Any], Any], make: Callable[[], list[Any]]) -> Callable[[], float]:
    """Nanoseconds for a call on each of what `make` makes outside the timing; results are freed inside it."""

    def measure() -> float:
        given = make()
        start = time.process_time_ns()
        deque(map(function, given), maxlen=0)
        return (time.process_time_ns() - start) / len(given)

    return measure


def freeing(make: Callable[[], list[Any]]) -> Callable[[], float]:
    def measure() -> float:
        results = make()
        number = len(results)
        start = time.process_time_ns()
        del results
        return (time.process_time_ns() - start) / number

    return measure


def runner(run: Callable[[], None], number: int) -> Callable[[], float]:
    def measure() -> float:
        start = time.process_time_ns()
        run()
        return (time.process_time_ns() - start) / number

    return measure


def profile(name: str, seconds: float, engine: Engine) -> dict[str, Any]:
    row = next(each for each in ROWS if each.name == name)
    many = MANY[name]
    replies, documents = texts(row, "reply", many), texts(row, "json", many)
    frozen = [marshal.dumps(interned(json.loads(each)), 4) for each in documents]

    def fresh(texts: list[bytes]) -> Callable[[], list[Any]]:
        return lambda: [each.decode() for each in texts]

    parts = {
        "call": consumer(jsonbeacon.extract_json, fresh(replies)),
        "parse": consumer(jsonbeacon.parse_json, fresh(documents)),
        "smallest call": consumer(jsonbeacon.extract_json, lambda: ["{}"] * many),
        "engine on the reply": runner(engine.caller(replies, EXTRACT), many),
        "engine on the JSON": runner(engine.caller(documents, PARSE), many),
        "engine on {}": runner(engine.caller([b"{}"] * many, PARSE), many),
        "ctypes": runner(engine.caller([b"{}"] * many, PARSE, empty=True), many),
        "marshal.loads": consumer(marshal.loads, lambda: list(frozen)),
        "freeing": freeing(lambda: [jsonbeacon.parse_json(each.decode()) for each in documents]),
    }
    samples: dict[str, list[float]] = {part: [] for part in parts}
    end = time.perf_counter() + seconds
    number = 0
    while number < 14 or time.perf_counter() < end:
        for part, measure in parts.items():
            taken = measure()
            if number >= 3:
                samples[part].append(taken)
        number += 1
    raw: dict[str, Quartiles] = {part: quartiles(each) for part, each in samples.items()}
    ns = {part: each[1] for part, each in raw.items()}
    scan_all = ns["engine on the reply"] - ns["engine on {}"]
    scan = ns["engine on the JSON"] - ns["engine on {}"]
    crossing = ns["engine on {}"] - ns["ctypes"]
    smallest = ns["smallest call"]
    return {
        "row": row.name,
        "title": row.title,
        "objects": sum(objects(json.loads(each)) for each in documents) / many,
        "reply_bytes": sum(map(len, replies)) / many,
        "json_bytes": sum(map(len, documents)) / many,
        "raw": raw,
        "parts": {
            "the call from Python, arguments, the smallest result": smallest - crossing,
            "crossing into Go and back": crossing,
            "fence and prose": scan_all - scan,
            "scan of the JSON": scan,
            "making the objects": ns["call"] - smallest - scan_all - ns["freeing"],
            "freeing them": ns["freeing"],
        },
        "call": ns["call"],
        "limit": ns["marshal.loads"],
    }


def run(seconds: float) -> list[dict[str, Any]]:
    engine = Engine()
    return [profile(name, seconds, engine) for name in PROFILED]


if __name__ == "__main__":
    print(json.dumps(run(4.0), indent=1))
