"""What the package does to a process: start, threads, memory, signals. Each figure comes from a process of its own."""

from __future__ import annotations

import io
import json
import resource
import statistics
import subprocess
import sys
import textwrap
import zipfile
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent.parent


def ask(code: str, *arguments: str, timeout: float = 120) -> dict[str, Any]:
    """What a new interpreter prints as JSON; {"failed": why} if it does not."""
    command = [sys.executable, "-c", textwrap.dedent(code), *arguments]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=timeout, cwd=HERE, check=False)
        answer: dict[str, Any] = json.loads(done.stdout)
    except (subprocess.TimeoutExpired, ValueError) as error:
        return {"failed": f"{type(error).__name__}: {error}"[:200]}
    return answer


# ---- Import

START = """
    import json, os, sys
    def status(name):
        for line in open("/proc/self/status"):
            if line.startswith(name + ":"):
                return int(line.split()[1])
    before = status("VmRSS")
    module = sys.argv[1]
    if module:
        __import__(module)
    print(json.dumps({"threads": status("Threads"), "rss_kb": status("VmRSS") - before}))
"""


def children_seconds() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def start(times: int, modules: tuple[str, ...] = ("jsonbeacon", "beacon", "orjson", "json")) -> dict[str, Any]:
    """User and system time of a whole process that imports a module, less that of one that imports nothing.

    Interleaved; the processor time of the child, so that a busy machine weighs less.
    """
    taken: dict[str, list[float]] = {name: [] for name in ("", *modules)}
    facts: dict[str, Any] = {name: ask(START, name) for name in modules}
    for name in [name for name in modules if "failed" in facts[name]]:
        del taken[name], facts[name]
    for _ in range(times):
        for name, samples in taken.items():
            code = f"import {name}" if name else "pass"
            before = children_seconds()
            subprocess.run([sys.executable, "-c", code], check=True, cwd=HERE)
            samples.append(children_seconds() - before)
    empty = taken.pop("")
    for name, samples in taken.items():
        facts[name]["ms"] = statistics.median(a - b for a, b in zip(samples, empty, strict=True)) * 1000
    return {"empty_ms": statistics.median(empty) * 1000, "modules": facts}


# ---- Memory

PEAK = """
    import gc, json, sys
    sys.path.insert(0, ".")
    def status(name):
        for line in open("/proc/self/status"):
            if line.startswith(name + ":"):
                return int(line.split()[1]) * 1024
    module, function, megabytes = sys.argv[1], sys.argv[2], int(sys.argv[3])
    call = getattr(__import__(module), function)
    unit = '{"id": 100001, "name": "Window region", "price": 12.5, "tags": ["order", "data"], "note": null},\\n'
    text = "[" + unit * (megabytes * 2**20 // len(unit)) + "{}]"
    if function == "extract_json":
        text = "Sure! Here it is:\\n```json\\n" + text + "\\n```\\nDone."
    call("[1]")
    gc.collect()
    before = status("VmRSS")
    open("/proc/self/clear_refs", "w").write("5")  # VmHWM starts anew
    value = call(text)
    peak, after = status("VmHWM"), status("VmRSS")
    del value
    kept = status("VmRSS") - before
    print(json.dumps({"text": len(text), "result": after - before, "beyond": peak - after, "kept": kept}))
"""

FLAT = """
    import itertools, json, sys
    from collections import deque
    sys.path.insert(0, ".")
    import jsonbeacon
    from benchmarks.inputs import ROWS
    def rss():
        for line in open("/proc/self/status"):
            if line.startswith("VmRSS:"):
                return int(line.split()[1])
    rows = {row.name: row for row in ROWS}
    # Different replies, so many keys that every cache overflows, and a third of them faults.
    small = [case.reply.decode() for case in rows["60-100 B"].cases()] * 4
    odd = [f'Here: {{"key_{i:x}": {i}, "b{i % 977}": [{i}.5, "é{i}"]}} there' for i in range(1000)]
    bad = [f'Here: {{"key_{i:x}": {i}, "b": nul' for i in range(500)] * 8
    def call(text):
        try:
            jsonbeacon.extract_json(text)
        except ValueError:
            pass
    most, done, found = int(sys.argv[1]), 0, {}
    for target in (100_000, most // 10, most):
        while done < target:
            deque(map(jsonbeacon.extract_json, small), maxlen=0)
            deque(map(jsonbeacon.extract_json, odd), maxlen=0)
            deque(map(call, bad), maxlen=0)
            done += len(small) + len(odd) + len(bad)
        found[str(target)] = rss()
    print(json.dumps(found))
"""


def memory(megabytes: int, calls: int) -> dict[str, Any]:
    tools = {"jsonbeacon": "extract_json", "beacon": "extract_json", "orjson": "loads", "json": "loads"}
    return {
        "peak": {module: ask(PEAK, module, function, str(megabytes)) for module, function in tools.items()},
        "rss_kb_after_calls": ask(FLAT, str(calls), timeout=300),
    }


def sizes() -> dict[str, int]:
    """Of the installed package, and of it as a wheel is packed."""
    import jsonbeacon

    folder = Path(jsonbeacon.__file__).parent
    files = [each for each in sorted(folder.rglob("*")) if each.is_file() and "__pycache__" not in each.parts]
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as wheel:
        for each in files:
            wheel.write(each, str(each.relative_to(folder)))
    libraries = {each.name.split(".")[0]: each.stat().st_size for each in files if each.suffix in (".so", ".dylib")}
    return {"wheel": packed.tell(), **libraries}


# ---- Long integers and Ctrl-C

INTEGER = """
    import json, sys, time
    import jsonbeacon
    text = '{"n": ' + "7" * 1_000_000 + "}"
    start = time.process_time()
    value = jsonbeacon.extract_json(text)["n"]
    taken = time.process_time() - start
    low = 7 * (10**1_000_000 - 1) // 9
    print(json.dumps({"seconds": taken, "right": value == low}))
"""
INTERRUPT = """
    import json, os, signal, time
    signal.signal(signal.SIGINT, signal.default_int_handler)  # what a shell starts in the background ignores it
    read, write = os.pipe()
    if os.fork() == 0:  # a thread could not send it: it would wait for the GIL
        time.sleep(0.5)
        os.write(write, str(time.perf_counter()).encode())
        os.kill(os.getppid(), signal.SIGINT)
        os._exit(0)
    import jsonbeacon
    text = '{"n": ' + "7" * 10_000_000 + "}"
    try:
        jsonbeacon.extract_json(text)
        answer = {"ended": False}
    except KeyboardInterrupt:
        answer = {"ended": True, "after_ms": (time.perf_counter() - float(os.read(read, 99))) * 1000}
    print(json.dumps(answer))
"""


def integers() -> dict[str, Any]:
    return {"million_digits": ask(INTEGER), "interrupt": ask(INTERRUPT)}


def run(small: bool) -> dict[str, Any]:
    return {
        "start": start(3 if small else 40),
        "memory": memory(4 if small else 64, 100_000 if small else 10_000_000),
        "sizes": sizes(),
        "integers": integers(),
    }


if __name__ == "__main__":
    print(json.dumps(run("--small" in sys.argv), indent=1))
