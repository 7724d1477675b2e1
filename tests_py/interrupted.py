"""How long Ctrl-C waits in a call: sends SIGINT at several moments of it and measures until KeyboardInterrupt.

    python interrupted.py MEGABYTES MOMENTS CASE...

Prints one JSON object a case, times in seconds. ``wall`` depends on what else the machine does; ``cpu`` is this
process's own time meanwhile, all threads together.
"""

from __future__ import annotations

import ast
import json
import os
import signal
import sys
import time
from collections.abc import Callable

import jsonbeacon as jb

Case = tuple[Callable[[str], object], Callable[[int], str]]


def times(unit: str, head: str = "[", tail: str = "0]") -> Callable[[int], str]:
    return lambda size: head + unit * (size // len(unit)) + tail


def prose(unit: str) -> Callable[[int], str]:
    return times(unit, "", "")


#: What is called, and a text of so many characters.
CASES: dict[str, Case] = {
    "prose": (jb.extract_json, prose("some words (and more) [see 1- ")),
    "string": (jb.parse_json, times("x", '["', '"]')),
    "string, cut off": (jb.extract_json, times("x", '{"a": "', "")),
    "string with escapes": (jb.parse_json, times("\\n", '["', '"]')),
    "string of CJK": (jb.parse_json, times("\u4e2d", '["', '"]')),
    "key": (jb.parse_json, times("x", '{"', '":1}')),
    "key, cut off": (jb.extract_json, times("x", '{"a":1,"', "")),
    "integer": (jb.parse_json, times("7", "[", "]")),
    "integer beside CJK": (jb.parse_json, times("7", '["\u4e2d",', "]")),
    "float": (jb.parse_json, times("7", "[0.", "]")),
    "malformed number": (jb.parse_json, times("7", "[", ".]")),
    "exponent": (jb.parse_json, times("7", "[1e-", "]")),
    "white space": (jb.parse_json, times(" ", "", "1")),
    "tabs": (jb.extract_json, times("\t", "", "{}")),
    "tabs behind": (jb.extract_json, times("\t", "{}", "x")),
    "tabs in a fence": (jb.extract_json, times("\t", "```\n", "1\n```")),
    "white space in an array": (jb.parse_json, times("\t", "[", "1]")),
    "opening brackets": (jb.extract_json, prose("[")),
    "closed brackets": (jb.extract_json, prose("[]")),
    "arrays": (jb.parse_json, times("[],")),
    "objects": (jb.parse_json, times('{"id": 1, "n": "abc"}, ')),
    "objects, cut off": (jb.extract_json, times('{"id": 1, "n": "abc"}, ', tail="")),
    "fences": (jb.extract_json, prose("```json\n[1,]\n```\n")),
    "backticks": (jb.extract_json, prose("` ")),
    "the last value": (lambda text: jb.extract_json(text, select="last"), prose('{"a":1} ')),
    "all values": (jb.extract_all, prose('{"a":1} ')),
    "repair": (jb.repair_json, times("{'a': 1,}, ")),
    "repair, all": (lambda text: jb.repair_json(text, level="all"), times("{'a': 1,}, ")),
    "integer, repaired": (jb.repair_json, times("7", "['a',", ",]")),
    "repair, a float": (jb.repair_json, times("7", "['a',1.", ",]")),
    "repair, tabs": (jb.repair_json, times("\t", "['a',", "1,]")),
    "repair, a string": (jb.repair_json, times("x", "['", "',]")),
    "repair, inner quotes": (lambda text: jb.repair_json(text, level="all"), times('x"y ', '["', '",]')),
    "repair in prose": (lambda text: jb.extract_json(text, repair="all"), prose("{'a': 1,} ")),
    "reasoning": (lambda text: jb.extract_json(text, reasoning="skip"), prose("<think>{'a': 1,}</think> ")),
    "tags": (lambda text: jb.extract_json(text, tags="r"), prose('<r>{"a": 1}</r> ')),
    "fallthrough": (lambda text: jb.extract_json(text, fallthrough=True), prose("{'a': 1,} ")),
    "invisible": (lambda text: jb.extract_json(text, invisible="strip"), times('"a\u200bb", ')),
    "blank": (lambda text: jb.extract_json(text, blank="reject"), times('"", ')),
}


def finished(call: Callable[[str], object], text: str) -> None:
    try:
        call(text)
    except jb.JSONBeaconError:
        pass


def latency(call: Callable[[str], object], text: str, delay: float) -> tuple[float, float] | None:
    """Wall and CPU seconds from the signal to the exception; None if the call was over before it."""
    reader, writer = os.pipe()
    parent = os.getpid()
    pid = os.fork()
    if not pid:
        time.sleep(delay)
        clock = ~parent << 3 | 2  # the parent's CPU clock (clock_getcpuclockid)
        os.write(writer, repr((time.monotonic(), time.clock_gettime(clock))).encode())
        os.kill(parent, signal.SIGINT)
        os._exit(0)
    caught = (0.0, 0.0)
    ended = float("inf")
    try:
        finished(call, text)
        ended = time.monotonic()
        os.waitpid(pid, 0)
        time.sleep(60)
    except KeyboardInterrupt:
        caught = time.monotonic(), time.process_time()
    try:
        os.waitpid(pid, 0)
    except ChildProcessError:
        pass
    wall, cpu = ast.literal_eval(os.read(reader, 100).decode())
    os.close(reader)
    os.close(writer)
    return None if wall > ended else (caught[0] - wall, caught[1] - cpu)


def main(megabytes: float, moments: int, names: list[str]) -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for name in names or CASES:
        call, make = CASES[name]
        text = make(int(megabytes * 1_000_000))
        start = time.monotonic()
        if name.startswith("integer"):  # whole, it takes as long as the square of its length, nearly
            took = 0.5
        else:
            finished(call, text)
            took = time.monotonic() - start
        found = [latency(call, text, took * (i + 0.5) / moments) for i in range(moments)]
        both = [each for each in found if each]
        wall, cpu = sorted(w for w, _ in both), sorted(c for _, c in both)
        report = {"case": name, "call": round(took, 3), "heard": len(both)}
        if both:
            middle = len(both) // 2
            report |= {
                "wall": [round(wall[middle], 4), round(wall[-1], 4)],
                "cpu": [round(cpu[middle], 4), round(cpu[-1], 4)],
            }
        print(json.dumps(report), flush=True)


if __name__ == "__main__":
    main(float(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])
