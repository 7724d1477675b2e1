"""Texts made to be slow: what a tool takes for them, and whether that grows with the square of the length.

Each cell of the table (a tool, a pattern, a length) is measured in a worker process that is killed when it takes too
long, so that a tool that never ends costs its limit and no more.
"""

from __future__ import annotations

import json
import select
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .rivals import BY_NAME, LAST, NODE, OURS

CORPUS = Path(__file__).parent.parent / "tests_go" / "testdata" / "hostile.jsonl"
#: From the corpus of the tests, in the order of the table. "@" is a bracket pattern's own text where the name is long.
NAMES = (
    "open braces", "open brackets", "nested objects", "nested arrays after an element", "nested arrays after an array",
    "quotes", "escaped quotes", "fence lines", "unclosed fences", "placeholders", "citation marks", "objects",
    "single quotes", "opener, element, quote, word", "openers in and out of strings", "511 openers and a word",
    "repeated keys in an array", "repeated keys and a closer in a string", "prose",
)  # fmt: skip
#: Where a tool may need a minute for a megabyte, a small text shows it.
SMALL = (20_000, 40_000)
LARGE = (1_000_000, 2_000_000)
#: Seconds for one cell of a rival; ours gets more, to show by how much it misses.
LIMIT = 1.0
LIMIT_OURS = 20.0
#: The bars: nanoseconds a byte, and the time for twice the text against the time for the text.
MOST_NS_PER_BYTE = 30.0
MOST_GROWTH = 2.3
RIVALS = ("llm-beacon", "json_repair", "LangChain", *NODE)


@dataclass(frozen=True)
class Pattern:
    name: str
    unit: str
    before: str = ""
    after: str = ""

    def text(self, length: int) -> str:
        room = length - len(self.before) - len(self.after)
        if self.name == COLLIDING:
            return colliding(room)
        return self.before + self.unit * max(1, room // len(self.unit)) + self.after

    @property
    def shown(self) -> str:
        return self.unit if len(self.unit) < 24 else f"{self.unit[:4]}…{self.unit[-4:]}"


COLLIDING = "keys that collide"


def colliding(length: int) -> str:
    """One object; "Aa" and "BB" are equal under hash = 31 * hash + c, and so is every row of them."""
    keys: list[str] = []
    size = 2
    while size < length:
        number = len(keys)
        key = "".join("BB" if number >> bit & 1 else "Aa" for bit in range(17))
        keys.append(f'"{key}":0')
        size += len(keys[-1]) + 1
    return "{" + ",".join(keys) + "}"


def patterns() -> list[Pattern]:
    rows = {row["name"]: row for row in map(json.loads, CORPUS.read_text("utf-8").splitlines())}
    found = [
        Pattern(name, row["unit"], row.get("before", ""), row.get("after", ""))
        for name, row in ((name, rows[name]) for name in NAMES)
    ]
    found.append(Pattern("alternating quotes", "\"'"))
    found.append(Pattern("alternating quotes after an opener", "\"a' ", before="[1,"))
    found.append(Pattern(COLLIDING, '"AaBB…":0'))
    return found


class Worker:
    """A process that answers one line of JSON for each it gets; it is started when it is needed."""

    def __init__(self, command: list[str], cwd: Path | None = None) -> None:
        self.command = command
        self.cwd = cwd
        self.process: subprocess.Popen[str] | None = None

    def ask(self, question: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Its answer; {"timeout": seconds} or {"died": status} where there is none."""
        process = self.process or subprocess.Popen(
            self.command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            cwd=self.cwd,
        )
        assert process.stdin and process.stdout
        if not self.process:
            process.stdout.readline()  # it has loaded what it is to measure
        self.process = process
        try:
            process.stdin.write(json.dumps(question) + "\n")
            process.stdin.flush()
        except BrokenPipeError:
            return self.stop({"died": process.wait()})
        if not select.select([process.stdout], [], [], seconds)[0]:
            return self.stop({"timeout": seconds})
        line = process.stdout.readline()
        if not line:
            return self.stop({"died": process.wait()})
        answer: dict[str, Any] = json.loads(line)
        return answer

    def stop(self, answer: dict[str, Any]) -> dict[str, Any]:
        if self.process:
            self.process.kill()
            self.process.communicate()
            self.process = None
        return answer


def worker(name: str, node: Path | None) -> Worker | None:
    if name in NODE:
        return Worker(["node", str(node / "worker.mjs"), "cells", name], node) if node else None
    rival = BY_NAME[name]
    try:
        rival.load()
    except Exception:  # noqa: BLE001 - an import can fail in any way
        return None
    return Worker([sys.executable, "-m", "benchmarks.cell", name], Path(__file__).parent.parent)


def cell(asked: Worker, pattern: Pattern, lengths: tuple[int, int], seconds: float) -> dict[str, Any]:
    """The times for two lengths, and what follows from them."""
    times: list[float] = []
    answer: dict[str, Any] = {}
    for length in lengths:
        text = pattern.text(length)
        # The worker makes several runs of a short one.
        answer = asked.ask({"text": text}, seconds * 2 + 1)
        if answer.get("ns", 0) > seconds * 1e9:
            answer = {"timeout": seconds}
        if "ns" not in answer:
            return {"lengths": lengths[: len(times) + 1], "ns": times, **answer}
        times.append(answer["ns"])
    return {
        "lengths": lengths,
        "ns": times,
        "growth": times[1] / times[0],
        "ns_per_byte": times[1] / len(pattern.text(lengths[1])),
        "outcome": answer["outcome"],
    }


def run(node: Path | None, lengths: tuple[int, int] = LARGE, rivals: tuple[str, ...] = RIVALS) -> dict[str, Any]:
    missing = []
    table: dict[str, dict[str, Any]] = {}
    for name in (OURS, LAST.name, *rivals):
        asked = worker(name, node)
        if asked is None:
            missing.append(name)
            continue
        print(f"hostile: {name}", file=sys.stderr, flush=True)
        table[name] = {}
        for pattern in patterns():
            if name in (OURS, LAST.name):
                result = cell(asked, pattern, lengths, LIMIT_OURS)
            else:
                result = cell(asked, pattern, SMALL, LIMIT)
                # A text 50 times as long, where it will not take much longer than 50 times that.
                if result.get("growth", 9) < 3 and result["ns"][1] * lengths[1] / SMALL[1] < LIMIT * 1e9:
                    longer = cell(asked, pattern, lengths, LIMIT)
                    result = longer if "growth" in longer else {**longer, "small": result}
            table[name][pattern.name] = result
        asked.stop({})
    return {"patterns": {each.name: each.shown for each in patterns()}, "missing": missing, "table": table}
