"""The calls of one row again and again, for a profiler: `perf record -e cpu-clock:u python -m benchmarks.sample "8 KB"`."""

from __future__ import annotations

import sys
from collections import deque

import jsonbeacon

from .inputs import ROWS

TIMES = 60_000


def main() -> None:
    name, *given = sys.argv[1:]
    row = next(each for each in ROWS if each.name == name)
    texts = [case.reply.decode() for case in row.cases()[:20]]
    for _ in range(int(given[0]) // len(texts) if given else TIMES // len(texts)):
        deque(map(jsonbeacon.extract_json, texts), maxlen=0)


if __name__ == "__main__":
    main()
