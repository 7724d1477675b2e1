"""Runs the benchmarks.

python -m benchmarks             everything, in an environment made for it (about ten minutes)
python -m benchmarks --here      everything, with what this interpreter can import
python -m benchmarks --small     a short run that shows it still works and judges answers, not times
python -m benchmarks --report    the tables and pictures anew from the last results
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from . import bars, environment, outcomes, report
from .inputs import ROWS
from .rivals import NODE, OURS
from .tables import bars_table, rounded

RESULTS = environment.HERE / "results"
PARTS = ("rows", "slow", "node", "calls", "hostile", "repair", "threads", "process", "profile")


def group(name: str, seconds: float) -> dict[str, Any]:
    """The rows for one group of rivals, in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.measure", name, "--seconds", str(seconds)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, cwd=environment.ROOT, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def node_rows(folder: Path | None, seconds: float) -> dict[str, Any]:
    if folder is None:
        return {"missing": {name: "no Node, or not installed" for name in NODE}, "rivals": []}
    rows = []
    for row in ROWS:
        cases = next(row.rounds())
        texts = [(case.reply.decode(), case.json.decode()) for case in cases]
        rows.append({"row": row.name, "mode": row.mode, "cases": texts})
    question = json.dumps({"rows": rows, "seconds": seconds})
    found: dict[str, Any] = {"missing": {}, "rivals": []}
    for name in NODE:
        print(f"node: {name}", file=sys.stderr, flush=True)
        command = ["node", str(folder / "worker.mjs"), "rows", name]
        done = subprocess.run(command, input=question, capture_output=True, text=True, cwd=folder, check=False)
        if done.returncode:
            found["missing"][name] = (done.stderr.strip().splitlines() or ["?"])[-1][:200]
        else:
            found["rivals"].append(json.loads(done.stdout))
    return found


def go_benchmarks() -> str:
    command = ["go", "test", "-run", "^$", "-bench", ".", "-benchtime", "0.3s", "./core/..."]
    done = subprocess.run(command, capture_output=True, text=True, cwd=environment.ROOT, check=False)
    return "\n".join(line for line in done.stdout.splitlines() if "/op" in line or line.startswith("FAIL"))


def wrong(results: dict[str, Any]) -> list[str]:
    """The rows where our own answer is not what it has to be."""
    found = []
    for row in results["rows"]:
        ours = bars.result(row, OURS)
        if ours is None or list(ours["outcome"]) != [outcomes.EXPECTED[row["mode"]]]:
            found.append(f"{row['title']}: {ours and ours['outcome']}")
    for name, cell in results.get("hostile", {}).get("table", {}).get(OURS, {}).items():
        if cell.get("outcome") not in ("value", "refused"):
            found.append(f"hostile, {name}: {cell}")
    for name, cell in results.get("repair", {}).get("hostile", {}).items():
        if cell["outcome"] not in ("value", "refused"):
            found.append(f"repair of what is hostile, {name}: {cell}")
    for name, answer in (("a million digits", "right"),):
        digits = results.get("process", {}).get("integers", {}).get("million_digits", {})
        if digits and not digits.get(answer):
            found.append(f"{name}: {digits}")
    return found


def run(parts: list[str], small: bool, node: Path | None, with_go: bool) -> dict[str, Any]:
    from . import calls, hostile, process, repairs, threads

    results: dict[str, Any] = {"machine": environment.machine(), "load_before": environment.load(), "small": small}
    fast = group("fast", 0.3 if small else 8.0)
    results |= {"rows": fast["rows"], "versions": fast["versions"], "missing": fast["missing"]}
    if "slow" in parts:
        slow = group("slow", 5.0)
        results["slow"] = slow["rows"]
        results["versions"] |= slow["versions"]
        results["missing"] |= slow["missing"]
    if "node" in parts:
        results["node"] = node_rows(node, 2.0)
        results["missing"] |= results["node"]["missing"]
        results["versions"] |= {each["name"]: each["version"] for each in results["node"]["rivals"]}
    if "calls" in parts:
        results["calls"] = calls.run(0.5 if small else 10.0)
    if "hostile" in parts:
        lengths = (64_000, 128_000) if small else hostile.LARGE
        results["hostile"] = hostile.run(node, lengths, () if small else hostile.RIVALS)
    if "repair" in parts:
        results["repair"] = repairs.run(small, node)
    if "threads" in parts:
        results["threads"] = threads.run(small)
    if "process" in parts:
        results["process"] = process.run(small)
    if "profile" in parts:
        from . import profile

        results["profile"] = profile.run(0.3 if small else 5.0)
    if with_go:
        results["go"] = go_benchmarks()
    return results | {"load_after": environment.load()}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)  # fmt: skip
    parser.add_argument("--here", action="store_true", help="use this interpreter and what it can import")
    parser.add_argument("--small", action="store_true", help="for CI: under a minute, implies --here, writes nothing")
    parser.add_argument("--report", action="store_true", help="do not measure")
    parser.add_argument("--go", action="store_true", help="the Go benchmarks of the scanner too")
    parser.add_argument("--parts", default=",".join(PARTS), help="a choice of " + ",".join(PARTS[1:]))
    arguments = parser.parse_args()
    if not (arguments.here or arguments.small or arguments.report):
        python = environment.install()
        again = [str(python), "-m", "benchmarks", "--here", "--parts", arguments.parts, *["--go"] * arguments.go]
        return subprocess.run(again, cwd=environment.ROOT, check=False).returncode
    path = RESULTS / "latest.json"
    if arguments.report:
        results = json.loads(path.read_text("utf-8"))
    else:
        parts = [each for each in arguments.parts.split(",") if not (arguments.small and each in ("slow", "node"))]
        node = (
            environment.install_node() if not arguments.small and {"node", "hostile", "repair"} & set(parts) else None
        )
        results = run(parts, arguments.small, node, arguments.go)
    print(bars_table(results))
    if not arguments.small:
        RESULTS.mkdir(exist_ok=True)
        path.write_text(json.dumps(rounded(results), indent=1, ensure_ascii=False) + "\n", "utf-8")
        report.write(results)
    faults = wrong(results)
    for fault in faults:
        print("wrong answer:", fault)
    # The line that says to CI that something was tested.
    print(f"{len(results['rows']) - min(len(faults), len(results['rows']))} passed, {len(faults)} failed")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
