"""What streaming costs: `python -m benchmarks.streams`.

A reply of n bytes is fed in k chunks. It may cost 1.5 times what one call for the whole costs, and 1 µs a chunk, and in
chunks of 4 bytes, a hundredth of what parsing all that there is anew at each chunk costs with jiter: fed and closed; and
with every chunk's events counted, which reads the text for them. Every figure is the least processor time of several
runs, which take turns.
"""

from __future__ import annotations

import argparse
import gc
import json
import math
import time
from collections.abc import Callable
from random import Random

import jiter
from jsonbeacon import Extractor

EXTRACTOR = Extractor()


def recipes(size: int) -> str:
    """An array of objects as models write them, indented, in a fence."""
    dice = Random(1)
    words = [
        "peel",
        "the",
        "potatoes",
        "and",
        "cut",
        "them",
        "into",
        "pieces,",
        "about",
        "“two”",
        "centimetres",
        "wide",
    ]
    items: list[object] = []
    length = 0
    while length < size:
        items.append(
            {
                "id": len(items),
                "title": " ".join(dice.choices(words, k=4)),
                "minutes": dice.randint(1, 90),
                "rating": round(dice.random() * 5, 2),
                "steps": [" ".join(dice.choices(words, k=dice.randint(3, 12))) for _ in range(3)],
                "vegan": dice.random() < 0.5,
            }
        )
        length += 330
    return "Here you are:\n\n```json\n" + json.dumps({"items": items}, indent=2) + "\n```\nEnjoy!\n"


def compact(size: int) -> str:
    """The same in ASCII without white space or fence: as much as may be happens for each byte."""
    rows = [{"id": i, "name": f"row {i}", "score": i * 0.25, "tags": ["a", "b"], "ok": True} for i in range(size // 70)]
    return "Sure: " + json.dumps({"rows": rows}, separators=(",", ":"))


def numbers(size: int) -> str:
    return json.dumps(list(range(size // 7)))


def chunks(text: str, size: int) -> list[str]:
    return [text[i : i + size] for i in range(0, len(text), size)]


def whole(text: str) -> object:
    return EXTRACTOR.extract(text)


def feed(parts: list[str]) -> object:
    stream = EXTRACTOR.stream()
    for part in parts:
        stream.feed(part)
    return stream.close()


def count(parts: list[str]) -> object:
    """The same, with every event read and none of them made."""
    stream = EXTRACTOR.stream()
    for part in parts:
        len(stream.feed(part))
    return stream.close()


def look(parts: list[str]) -> object:
    """The same, with every event looked at."""
    stream = EXTRACTOR.stream()
    for part in parts:
        for _ in stream.feed(part):
            pass
    return stream.close()


def snapshots(parts: list[str]) -> object:
    """The same, with a snapshot at each chunk."""
    stream = EXTRACTOR.stream()
    for part in parts:
        stream.feed(part)
        stream.partial()
    return stream.close()


def reparse(parts: list[str]) -> object:
    """What there is so far parsed anew at each chunk; the text before the JSON is left out."""
    document, value = "", None
    for part in parts:
        document += part
        value = jiter.from_json(document.encode(), partial_mode=True)
    return value


def timed(functions: dict[str, Callable[[], object]], runs: int) -> dict[str, float]:
    """The least seconds of processor time of each."""
    least = dict.fromkeys(functions, math.inf)
    for _ in range(runs):
        for name, function in functions.items():
            gc.collect()
            start = time.process_time()
            function()
            least[name] = min(least[name], time.process_time() - start)
    return least


def against_one_call(sizes: list[int], runs: int) -> None:
    print(f"{'reply':10} {'bytes':>9} {'chunk':>7} {'chunks':>7} {'one call':>9} {'stream':>9} {'allowed':>9} {'counted':>9} {'events':>9} {'snapshots':>9}   ms")  # fmt: skip
    for make in (recipes, compact, numbers):
        for size in sizes:
            text = make(size)
            for chunk in sorted({4, 64, min(4096, len(text)), len(text)}):
                parts = chunks(text, chunk)
                took = timed(
                    {
                        "one": lambda text=text: whole(text),
                        "feed": lambda parts=parts: feed(parts),
                        "count": lambda parts=parts: count(parts),
                        "look": lambda parts=parts: look(parts),
                        "snapshots": lambda parts=parts: snapshots(parts),
                    },
                    runs,
                )
                allowed = 1.5 * took["one"] + len(parts) * 1e-6
                over = [name for name in ("feed", "count") if took[name] > allowed]
                verdict = f"  more than allowed: {', '.join(over)}" if over else ""
                print(
                    f"{make.__name__:10} {len(text):9} {chunk:7} {len(parts):7} "
                    f"{took['one'] * 1e3:9.3f} {took['feed'] * 1e3:9.3f} {allowed * 1e3:9.3f} {took['count'] * 1e3:9.3f} {took['look'] * 1e3:9.3f} "
                    f"{took['snapshots'] * 1e3:9.3f}{verdict}",
                    flush=True,
                )


def against_jiter(size: int, runs: int) -> None:
    document = compact(size)[len("Sure: ") :]
    parts = chunks(document, 4)
    took = timed({"feed": lambda: feed(parts), "snapshots": lambda: snapshots(parts)}, runs)
    took |= timed({"jiter": lambda: reparse(parts)}, 1)
    print(f"\n{len(document)} bytes in chunks of 4: jiter anew at each {took['jiter'] * 1e3:.0f} ms")
    for name, what in (("feed", "fed"), ("snapshots", "fed, with a snapshot at each")):
        print(f"  {what}: {took[name] * 1e3:.1f} ms, {took['jiter'] / took[name]:.0f} times faster")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--runs", type=int, default=9)
    options.add_argument("--small", action="store_true", help="see that it runs")
    given = options.parse_args()
    sizes = [2_000] if given.small else [2_000, 100_000, 1_000_000]
    against_one_call(sizes, 1 if given.small else given.runs)
    against_jiter(4_000 if given.small else 100_000, 1 if given.small else given.runs)


if __name__ == "__main__":
    main()
