"""The playground's engine in Node: `python -m benchmarks.playground_engine`, with the package installed.

The sizes of its modules, how long each takes to be ready, and how long a call takes: of the README's example and of a
reply of 1 MB. Every time is the least of several. Brotli is measured where its package is installed.
"""

from __future__ import annotations

import gzip
import json
import lzma
import subprocess
import tempfile
from pathlib import Path

from jsonbeacon import _playground

DRIVER = Path(__file__).parent.parent / "tests_py" / "playground.mjs"
MODULES = ("extract", "full")
SMALL = 'Sure! Here it is:\n```json\n{"intent": "cancel", "confidence": 0.9}\n```\nDone.'
RUNS = 3
ROWS = [{"id": i, "name": f"name {i}", "tags": ["a", "b"], "score": i / 7} for i in range(14_000)]
LARGE = f"Sure:\n{json.dumps(ROWS)}\n"


def ask(folder: Path, lines: list[str]) -> tuple[list[str], dict[str, dict[str, float]]]:
    """The answers of a new process, and what it measured."""
    requests, answers = folder / "requests", folder / "answers"
    requests.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    command = ["node", DRIVER, folder, requests, answers]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True)
    return answers.read_text("utf-8").splitlines(), json.loads(done.stdout)


def sizes(content: bytes) -> dict[str, int]:
    """In bytes, as it is and compressed."""
    found = {"raw": len(content), "gzip": len(gzip.compress(content, 9)), "xz": len(lzma.compress(content, preset=9))}
    try:
        import brotli
    except ImportError:
        return found
    return found | {"brotli": len(brotli.compress(content))}


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _playground.export(folder)
        for module in MODULES:
            print(module, sizes((folder / f"{module}.wasm").read_bytes()))
        ready: dict[str, float] = dict.fromkeys(MODULES, float("inf"))
        calls: dict[tuple[str, str], float] = {}
        for _ in range(RUNS):
            texts = [(module, text) for module in MODULES for text in (SMALL, LARGE)]
            lines = [f"{m}\t{json.dumps({'do': 'time', 'input': {'text': t}, 'runs': 10})}" for m, t in texts]
            answers, measured = ask(folder, lines)
            for module in MODULES:
                ready[module] = min(ready[module], measured["ready"][module])
            for (module, text), answer in zip(texts, answers, strict=True):
                key = (module, f"{len(text):,} characters")
                calls[key] = min(calls.get(key, float("inf")), *json.loads(answer)["nanoseconds"])
        for module in MODULES:
            print(f"{module}: ready in {ready[module]:.0f} ms")
        for (module, size), nanoseconds in calls.items():
            print(f"{module}: {nanoseconds / 1000:.1f} µs a call of {size}")


if __name__ == "__main__":
    main()
