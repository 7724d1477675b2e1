"""Many replies: how much one core extracts, what a second one adds, and what other ways take.

    python -m benchmarks.batches [--rows 20000] [--rounds 15] [--small]

Everything runs in turns in one process. "CPU" is the processor time of all threads together, which stands still while
other processes have the core; "wall" does not. Of each the least and the median of the rounds are shown.
"""

from __future__ import annotations

import argparse
import random
import re
import statistics
import time
from collections.abc import Callable
from typing import Any

import jsonbeacon
import jsonbeacon.arrow
import orjson
import pyarrow as pa
import pyarrow.json

from . import documents, prose
from .threads import hashing, speedup

FENCE = re.compile("```json\n(.*?)\n```", re.DOTALL)


def replies(rows: int) -> list[str]:
    """Fenced replies of about 2 KB, no two the same."""
    return [fenced(i, 1_700) for i in range(rows)]


def short(i: int) -> str:
    return f'Sure: {{"intent": "cancel", "confidence": 0.{i % 100:02}, "id": {i}}} Bye.'


def fenced(i: int, size: int) -> str:
    r = random.Random(f"batch {i % 2000}")
    return prose.fenced(r, documents.records(r, size, r.choice([None, None, 2]))).replace('"id"', f'"id{i}"', 1)


#: Replies to values, by size: how to make the i-th, and how many make about a fortieth of a second's work.
SIZES: dict[str, tuple[Callable[[int], str], int]] = {
    "60 B": (short, 40_000),
    "1 KB": (lambda i: fenced(i, 850), 8_000),
    "2 KB": (lambda i: fenced(i, 1_700), 4_000),
    "8 KB": (lambda i: fenced(i, 7_500), 1_000),
    "8 KB, most of it prose": (lambda i: prose.paragraphs(random.Random(f"batch {i % 500}"), 8_000) + short(i), 4_000),
}

#: Of the middle size, options and a schema.
OPTIONS: dict[str, dict[str, Any]] = {
    "2 KB, reasoning and tags": {"reasoning": "skip", "tags": "result"},
    "2 KB, a JSON Schema": {"schema": {"items": {"type": "object", "required": ["name"]}}},
}


def to_values(texts: list[str], options: dict[str, Any]) -> dict[str, Callable[[], Any]]:
    """A loop of calls, and batches."""
    extractor = jsonbeacon.Extractor(**options)
    extract = extractor.extract
    return {
        "loop": lambda: [extract(text) for text in texts],
        "1 thread": lambda: extractor.many(texts, threads=1, on_error="return"),
        "2 threads": lambda: extractor.many(texts, threads=2, on_error="return"),
    }


def show_values(rows: int | None, rounds: int) -> None:
    print(
        "\nReplies to values: what a loop of calls takes, and how many times as fast a batch is: best, median by the wall"
    )
    cases: list[tuple[str, list[str], dict[str, Any]]] = [
        (name, [make(i) for i in range(rows or n)], {}) for name, (make, n) in SIZES.items()
    ]
    cases += [(name, cases[2][1], options) for name, options in OPTIONS.items()]
    for name, texts, options in cases:
        took = measure(to_values(texts, options), rounds)
        loop = [wall for wall, _ in took["loop"]]
        line = f"{name:28} {min(loop) / len(texts) * 1e6:8.2f} us"
        for call in ("1 thread", "2 threads"):
            walls = [wall for wall, _ in took[call]]
            ratios = [a / b for a, b in zip(loop, walls)]
            line += f"   {call}: {min(loop) / min(walls):.2f} {statistics.median(ratios):.2f}"
        print(line)


def values_by_loop(texts: list[str]) -> list[Any]:
    extract = jsonbeacon.extract_json
    return [extract(text) for text in texts]


def column_by_loop(texts: list[str]) -> Any:
    """The JSON of each as a column, with a regular expression and orjson: no places, no reasons."""
    found = []
    for text in texts:
        match = FENCE.search(text)
        try:
            found.append(orjson.dumps(orjson.loads(match[1])).decode() if match else None)
        except ValueError:
            found.append(None)
    return pa.array(found)


TYPE = {
    "id": pa.int64(),
    "name": pa.string(),
    "category": pa.string(),
    "price": pa.float64(),
    "in_stock": pa.bool_(),
    "tags": pa.list_(pa.string()),
    "rating": pa.struct({"average": pa.float64(), "count": pa.int64()}),
    "description": pa.string(),
}
"""Of the objects in a reply."""


def typed_by_pyarrow(column: Any) -> Any:
    """The values that were found, read again by pyarrow.json, which takes an object a line."""
    values = pa.array(jsonbeacon.arrow.extract(column, threads=1)).field("value")
    lines = "".join(f'{{"data":{value}}}\n' for value in values.to_pylist()).encode()
    options = pyarrow.json.ParseOptions(
        pa.schema({"data": pa.list_(pa.struct(TYPE))}), unexpected_field_behavior="ignore"
    )
    return pyarrow.json.read_json(pa.py_buffer(lines), pyarrow.json.ReadOptions(use_threads=False), options)


def typed_by_loop(texts: list[str]) -> Any:
    matches = map(FENCE.search, texts)
    return pa.array([orjson.loads(match[1]) if match else None for match in matches], pa.list_(pa.struct(TYPE)))


def contestants(texts: list[str]) -> dict[str, Callable[[], Any]]:
    column = pa.array(texts)
    list_ = texts
    calls: dict[str, Callable[[], Any]] = {
        "arrow.extract, 1 thread": lambda: jsonbeacon.arrow.extract(column, threads=1),
        "arrow.extract, 2 threads": lambda: jsonbeacon.arrow.extract(column, threads=2),
        "extract_json_many, 1 thread, to values": lambda: jsonbeacon.extract_json_many(list_, threads=1),
        "extract_json_many, 2 threads, to values": lambda: jsonbeacon.extract_json_many(list_, threads=2),
        "loop of extract_json, to values": lambda: values_by_loop(list_),
        "loop of re and orjson, to a column": lambda: column_by_loop(list_),
    }
    typed = pa.list_(pa.struct(TYPE))
    calls["arrow.extract(into=…), 1 thread"] = lambda: jsonbeacon.arrow.extract(column, into=typed, threads=1)
    calls["arrow.extract, pyarrow.json, 1 thread"] = lambda: typed_by_pyarrow(column)
    calls["loop of re and orjson, pyarrow.array(type)"] = lambda: typed_by_loop(list_)
    try:
        import polars

        dtype = polars.Schema(pa.schema(TYPE))
        frame = polars.Series(list_)
        calls["polars, extract and json_decode(dtype)"] = lambda: frame.str.extract(
            "(?s)```json\n(.*?)\n```"
        ).str.json_decode(polars.List(polars.Struct(dtype)))
    except ImportError:
        pass
    try:
        import duckdb

        connection = duckdb.connect()
        connection.execute("SET threads = 1")
        query = "SELECT regexp_extract(f0, '```json\\n(.*?)\\n```', 1, 's')::JSON AS j FROM replies"
        replies = pa.table({"f0": column})
        connection.register("replies", replies)
        calls["DuckDB, regexp_extract::JSON, 1 thread"] = lambda: connection.sql(query).to_arrow_table()
    except ImportError:
        pass
    return calls


def measure(calls: dict[str, Callable[[], Any]], rounds: int) -> dict[str, list[tuple[float, float]]]:
    """The wall's and the processor's seconds, by call and round."""
    took: dict[str, list[tuple[float, float]]] = {name: [] for name in calls}
    names = list(calls)
    for turn in range(rounds):
        for name in names[turn % len(names) :] + names[: turn % len(names)]:
            wall, cpu = time.perf_counter(), time.process_time()
            result = calls[name]()
            del result
            took[name].append((time.perf_counter() - wall, time.process_time() - cpu))
    return took


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--rows", type=int, default=20_000)
    options.add_argument("--rounds", type=int, default=15)
    options.add_argument("--small", action="store_true", help="see that it runs")
    given = options.parse_args()
    rows, rounds = (200, 2) if given.small else (given.rows, given.rounds)
    texts = replies(rows)
    size = sum(len(text.encode()) for text in texts)
    print(f"{rows} replies of {size // rows} bytes, {rounds} rounds; MB/s\n")
    took = measure(contestants(texts), rounds)
    print(f"{'':45} {'CPU, best':>10} {'median':>8} {'wall, best':>11} {'median':>8}")
    for name, samples in took.items():
        walls, cpus = zip(*samples)
        shown = (min(cpus), statistics.median(cpus), min(walls), statistics.median(walls))
        print(f"{name:45} " + "{:10.0f} {:8.0f} {:11.0f} {:8.0f}".format(*(size / each / 1e6 for each in shown)))
    one, two = (took[f"arrow.extract, {n}"] for n in ("1 thread", "2 threads"))
    ratios = [a[0] / b[0] for a, b in zip(one, two)]
    machine = speedup(hashing, 3 if given.small else 9)
    print(f"\n2 threads over 1: {statistics.median(ratios):.2f} (best {max(ratios):.2f}); two threads that share nothing, here and now: {statistics.median(machine):.2f} (best {max(machine):.2f})")  # fmt: skip
    show_values(200 if given.small else None, rounds)


if __name__ == "__main__":
    main()
