"""The rows, measured for one group of rivals; run in a process of its own, it prints JSON."""

from __future__ import annotations

import argparse
import functools
import json
import sys
from typing import Any

from . import outcomes, timing
from .hostile import worker
from .inputs import ROWS, Row
from .rivals import OURS, PARSER, RIVALS, Call, Rival, describe
from .timing import Contestant, attempt, compare, consume, optional, quartiles

#: A ratio to each of these is recorded.
REFERENCES = ("orjson", "llm-beacon", OURS)
#: So many documents of a row are compared with their answers; fewer, where a tool is slow.
CHECKED = 60
CHECKED_SLOW = 10
#: Of a text so long, one is enough; and a slow tool is first asked in a process that can be killed.
LONG_TEXT = 64 << 10
HOPELESS = 2.0


def loaded(group: str) -> tuple[list[tuple[Rival, Call]], dict[str, str]]:
    """The group's rivals, ours always among them, with its call; and why others are missing."""
    there: list[tuple[Rival, Call]] = []
    missing: dict[str, str] = {}
    for rival in RIVALS:
        if rival.group != group and rival.name not in (OURS, "orjson"):
            continue
        try:
            there.append((rival, rival.load()))
        except Exception as error:  # noqa: BLE001 - an import can fail in any way
            missing[rival.name] = describe(error)
    return there, missing


def hopeless(rival: Rival, text: str) -> bool:
    if rival.group == "fast" or len(text) < LONG_TEXT:
        return False
    asked = worker(rival.name, None)
    assert asked
    answer = asked.ask({"text": text}, HOPELESS)
    asked.stop({})
    return "ns" not in answer


def measure(row: Row, rivals: list[tuple[Rival, Call]], seconds: float) -> dict[str, Any]:
    cases = row.cases()[:CHECKED]
    drive = consume if row.mode == "value" else attempt
    contestants: list[Contestant] = []
    found: dict[str, dict[str, int]] = {}
    too_slow: list[str] = []
    for rival, call in rivals:
        if row.mode == "nothing" and rival.reads == "json":
            continue
        if row.unseen and rival.name == PARSER:  # what one of ours has read, the other has seen
            continue
        if hopeless(rival, cases[0].reply.decode()):
            too_slow.append(rival.name)
            continue
        judged = cases if rival.group == "fast" else cases[: 1 if len(cases[0].reply) > LONG_TEXT else CHECKED_SLOW]
        asks_nothing = row.mode == "nothing" and rival.optional
        asked = functools.partial(call, required=False) if asks_nothing else call
        ask = functools.partial(outcomes.outcome, asked, mode=row.mode, nothing=rival.nothing)
        # A parser gets the JSON before it was damaged, as its measure of a reading of the whole.
        ask = functools.partial(ask, mode="value") if rival.reads == "json" else ask
        found[rival.name] = outcomes.summary(ask(getattr(case, rival.reads).decode(), case) for case in judged)
        raises = outcomes.REFUSED in found[rival.name] or rival.group == "slow"
        contestants.append(
            Contestant(rival.name, call, rival.reads, optional if asks_nothing else attempt if raises else drive)
        )
        if row.plain and rival.name == OURS:
            contestants.append(Contestant(f"{OURS}, {row.plain}", call, "plain", drive))
    done = compare(contestants, row.rounds(), seconds)
    named = {each.name: each for each in contestants}
    size = sum(len(case.reply) for case in cases) // len(cases)
    return {
        "row": row.name,
        "title": row.title,
        "mode": row.mode,
        "rounds": done,
        "too_slow": too_slow,
        "reply_bytes": size,
        "plain_bytes": sum(len(case.plain) for case in cases) // len(cases),
        "json_bytes": sum(len(case.json) for case in cases) // len(cases),
        "results": [
            {
                "name": each.name,
                "ns": quartiles(list(each.samples.values())),
                "wall_ns": quartiles(each.wall),
                "outcome": found.get(each.name, {}),
                "against": {
                    name: timing.against(each, named[name])
                    for name in (*REFERENCES, *(f"{OURS}, {row.plain}",) * bool(row.plain))
                    if name in named and name != each.name
                },
            }
            for each in contestants
        ],
    }


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("group", choices=("fast", "slow"))
    parser.add_argument("--seconds", type=float, default=8.0, help="for each row")
    arguments = parser.parse_args()
    rivals, missing = loaded(arguments.group)
    rows = []
    for row in ROWS:
        print(f"{arguments.group}: {row.title}", file=sys.stderr, flush=True)
        rows.append(measure(row, rivals, arguments.seconds))
    versions = {rival.name: rival.version() for rival, *_ in rivals}
    print(json.dumps({"versions": versions, "missing": missing, "rows": rows}))


if __name__ == "__main__":
    main()
