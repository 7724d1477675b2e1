"""Calls for as long as is asked, from several threads, and watches what the process takes.

    python tests_py/soak.py --minutes 120

Real replies, damaged ones, long documents and errors, under every kind of option, in the order of
each thread's own. An answer that is not the one of the first, single-threaded round ends the run;
so does memory that grows, a thread or a descriptor that stays. A line a minute, or sixty lines, say how it stands.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import jsonbeacon
from corpus import rows

#: KiB that the allocators may keep back for later.
SLACK = 16 * 1024

POLICIES: tuple[dict[str, Any], ...] = (
    {},
    {"select": "only", "kind": "object", "reasoning": "skip", "invisible": "strip"},
    {"select": "last", "reasoning": "skip", "tags": ("result", "json", "output")},
    {
        "select": "last",
        "reasoning": "skip",
        "repair": "guess",
        "fallthrough": True,
        "blank": "reject",
        "invisible": "strip",
    },
    {"repair": "all", "kind": "any", "schema": lambda value: value},
)


def texts() -> list[str]:
    """Replies of every sort, and documents from 100 B to 300 KB, whole and cut off."""
    rng = random.Random(5)
    found = [row["text"] for row in rows("replies.jsonl")] + [
        row["input"] for row in rows("repair/jsonrepair_pairs.jsonl")
    ]
    for size in (1, 10, 100, 1000):
        document = json.dumps(
            {f"name {i}": [i, i / 7, "naïve ☃ \U0001f600\n"[: 3 + i % 9] * 8, None, {"a": 10**i}] for i in range(size)}
        )
        found += [document, f"Here:\n```json\n{document}\n```", document[: rng.randrange(len(document))]]
    return found


def show(thing: Any) -> str:
    if isinstance(thing, jsonbeacon.JSONBeaconError):
        return f"{thing.code} {thing.to_json()} {thing.feedback()}"
    if isinstance(thing, jsonbeacon.Extraction):
        return thing.to_json()
    return repr(thing)


def repaired(text: str) -> tuple[Any, str, str]:
    result = jsonbeacon.repair_json(text)
    return result.value, result.text, result.diff()


def calls() -> list[Callable[[], str]]:
    """Each a call and what shows its outcome."""

    def call(function: Callable[[str], Any], text: str) -> Callable[[], str]:
        def made() -> str:
            try:
                return show(function(text))
            except jsonbeacon.JSONBeaconError as error:
                return show(error)

        return made

    extractors = [jsonbeacon.Extractor(**policy) for policy in POLICIES]
    functions: list[Callable[[str], Any]] = [jsonbeacon.parse_json, jsonbeacon.extract_all, repaired]
    for extractor in extractors:
        functions += [extractor.extract, extractor.detailed]
    return [call(function, text) for text in texts() for function in functions]


def usage() -> tuple[int, int, int]:
    """Resident memory in KiB, threads, open descriptors."""
    with open("/proc/self/status") as status:
        fields = dict(line.split(":", 1) for line in status)
    return int(fields["VmRSS"].split()[0]), int(fields["Threads"]), len(os.listdir("/proc/self/fd"))


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=120)
    parser.add_argument("--threads", type=int, default=4)
    arguments = parser.parse_args()

    work = calls()
    expected = [made() for made in work]
    stop = threading.Event()
    wrong: list[str] = []
    made_calls = [0] * arguments.threads

    def run(number: int) -> None:
        order = list(range(len(work)))
        rng = random.Random(number)
        while not stop.is_set():
            rng.shuffle(order)
            for i in order:
                if stop.is_set():
                    return
                if (got := work[i]()) != expected[i]:
                    wrong.append(f"call {i}: {got[:500]!r}, not {expected[i][:500]!r}")
                    stop.set()
                made_calls[number] += 1

    threads = [threading.Thread(target=run, args=(n,)) for n in range(arguments.threads)]
    for thread in threads:
        thread.start()
    start = time.monotonic()
    end = start + arguments.minutes * 60
    samples: list[tuple[int, int, int]] = []
    while (now := time.monotonic()) < end and not stop.wait(min(arguments.minutes, 60, end - now)):
        samples.append(usage())
        memory, running, descriptors = samples[-1]
        minutes = (time.monotonic() - start) / 60
        print(
            f"{minutes:7.2f} min {sum(made_calls):12,} calls {memory:9,} KiB {running:3} threads {descriptors:3} descriptors",
            flush=True,
        )
    stop.set()
    for thread in threads:
        thread.join()

    # A tenth is the warm-up. Then the second half may need no more than the first did.
    samples = samples[len(samples) // 10 :]
    first, second = samples[: len(samples) // 2], samples[len(samples) // 2 :]
    for name, before, after, slack in zip(
        ("memory in KiB", "threads", "descriptors"), map(max, zip(*first)), map(max, zip(*second)), (SLACK, 1, 0)
    ):
        if after > before + slack:
            wrong.append(f"{name} grew from {before:,} to {after:,}")
    print(
        *(wrong or [f"{sum(made_calls):,} calls in {(time.monotonic() - start) / 60:.1f} min: as at the start"]),
        sep="\n",
    )
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
