"""Repair: what a damaged document takes against the healthy one, beside others, and on texts made to be slow.

The documents are those of the tests, 1.8 to 2.3 KB, each with one fault of a known kind. The healthy document is the
same text without the fault: what repair makes of it, where that is right.
"""

from __future__ import annotations

import itertools
import json
import statistics
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonbeacon

from .cell import timed
from .hostile import LARGE, Pattern
from .inputs import Case, case
from .outcomes import same
from .rivals import BY_NAME
from .timing import Contestant, against, attempt, compare, quartiles

TESTS = Path(__file__).parent.parent / "tests_py"
SIZES = range(1800, 2300)
#: Documents of each kind, and from how many made of it they are taken.
DOCUMENTS, MADE, SEED = 6, 60, 11
LEVEL = "all"
#: The ratios that are measured.
HEALTHY, PYTHON, NODE = "healthy", "json_repair", "jsonrepair"

PATTERNS = (
    Pattern("unquoted names, never closed", "{a:"),
    Pattern("single quotes", "'"),
    Pattern("strings without commas", '"a" "b" '),
    Pattern("the same in an array", '"a" "b" ', before="["),
    Pattern("arrays and strings without commas", '["a" "b"'),
    Pattern("arrays never closed", "[1 2 "),
    Pattern("numbers without commas", "1 2 ", before="["),
    Pattern("comments", "//x\n", before="["),
    Pattern("unescaped quotes", 'x" y', before='{"a": "'),
    Pattern("quotes and commas", ', "y ', before='{"a": "x'),
    Pattern("long text after a quote", "long text after a quote ", before='{"a": "x" '),
)


def repair(text: str) -> Any:
    return jsonbeacon.repair_json(text, level=LEVEL)


def documents(made: int = MADE) -> dict[str, list[Case]]:
    """Damaged and healthy, by kind; without what is not repaired, or not as it was."""
    sys.path.insert(0, str(TESTS))
    try:
        import damage
    finally:
        sys.path.remove(str(TESTS))
    found: dict[str, list[Case]] = {}
    for each in damage.cases(SEED, made):
        kind = found.setdefault(each.kind, [])
        if len(kind) == DOCUMENTS or len(each.text) not in SIZES:
            continue
        try:
            repaired = repair(each.text)
        except jsonbeacon.JSONBeaconError:
            continue
        if same(repaired.value, each.value):
            kind.append(case(each.text, repaired.text))
    return {kind: cases for kind, cases in found.items() if cases}


def of_kind(cases: list[Case], rival: Callable[..., Any] | None, seconds: float) -> dict[str, Any]:
    """Our time, how many times that is of the healthy document's, and what a rival takes of ours."""
    ours = Contestant("repair_json", repair)
    healthy = Contestant("parse_json", jsonbeacon.parse_json, reads="json")
    other = Contestant(PYTHON, rival or repair, drive=attempt)
    compare([ours, healthy, other] if rival else [ours, healthy], itertools.repeat(cases), seconds)
    found: dict[str, Any] = {"ns": quartiles(list(ours.samples.values()))[1]}
    for name, one, than in ((HEALTHY, ours, healthy), (PYTHON, other, ours)):
        if ratios := against(one, than):
            found[name] = ratios["ratio"][1]
    return found


def in_node(folder: Path, kinds: dict[str, list[Case]], seconds: float) -> dict[str, float]:
    """The median nanoseconds of a call, by kind."""
    rows = [
        {"row": kind, "mode": "value", "cases": [(each.reply.decode(), each.json.decode()) for each in cases]}
        for kind, cases in kinds.items()
    ]
    command = ["node", str(folder / "worker.mjs"), "rows", NODE]
    question = json.dumps({"rows": rows, "seconds": seconds})
    done = subprocess.run(command, input=question, capture_output=True, text=True, cwd=folder, check=True)
    return {row["row"]: row["ns"][1] for row in json.loads(done.stdout)["rows"]}


def hostile(lengths: tuple[int, int]) -> dict[str, Any]:
    found = {}
    for pattern in PATTERNS:
        first, second = (timed(repair, pattern.text(length)) for length in lengths)
        found[pattern.name] = {
            "unit": pattern.unit,
            "growth": second["ns"] / first["ns"],
            "ns_per_byte": second["ns"] / lengths[1],
            "outcome": second["outcome"],
        }
    return found


def run(small: bool, node: Path | None) -> dict[str, Any]:
    kinds = documents(10 if small else MADE)
    rival: Callable[..., Any] | None
    try:
        rival = BY_NAME[PYTHON].load()
    except Exception:  # noqa: BLE001 - an import can fail in any way
        rival = None
    seconds = 0.02 if small else 1.5
    found = {kind: of_kind(cases, rival, seconds) for kind, cases in kinds.items()}
    if node and not small:
        for kind, ns in in_node(node, kinds, 1.0).items():
            found[kind][NODE] = ns / found[kind]["ns"]
    return {"kinds": found, "hostile": hostile((64_000, 128_000) if small else LARGE)}


def middle(found: dict[str, Any], what: str) -> float | None:
    """The median over the kinds of a ratio; None where it was not measured."""
    ratios = [each[what] for each in found["kinds"].values() if what in each]
    return statistics.median(ratios) if ratios else None


if __name__ == "__main__":
    print(json.dumps(run("--small" in sys.argv, None), indent=1))
