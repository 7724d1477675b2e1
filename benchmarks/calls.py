"""What options cost: the same call with and without them, in one process."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import jsonbeacon

from .inputs import ROWS
from .timing import Call, Contestant, against, compare, quartiles

ROW = "60-100 B"
#: The options that widen the strict default, where they find nothing to do.
UNUSED: tuple[dict[str, Any], ...] = (
    {"tags": ("result",)},
    {"reasoning": "skip"},
    {"fallthrough": True},
    {"repair": "syntax"},
    {"invisible": "strip"},
    {"blank": "reject"},
    {"max_length": 1_000_000},
)


def positional(call: Call, texts: list[str]) -> None:
    for text in texts:
        call(text)


def one_keyword(call: Callable[..., Any], texts: list[str]) -> None:
    for text in texts:
        call(text, kind="auto")


def three_keywords(call: Callable[..., Any], texts: list[str]) -> None:
    for text in texts:
        call(text, select="first", kind="auto", required=True)


def run(seconds: float) -> dict[str, Any]:
    row = next(each for each in ROWS if each.name == ROW)
    extract = jsonbeacon.extract_json
    contestants = [
        Contestant("extract_json(text)", extract, drive=positional),
        Contestant('extract_json(text, kind="auto")', extract, drive=one_keyword),
        Contestant('extract_json(text, select="first", kind="auto", required=True)', extract, drive=three_keywords),
        Contestant("Extractor().extract(text)", jsonbeacon.Extractor().extract, drive=positional),
        Contestant("extract_json_detailed(text)", jsonbeacon.extract_json_detailed, drive=positional),
        *(
            Contestant(
                f"Extractor({name}={value!r}).extract(text)", jsonbeacon.Extractor(**option).extract, drive=positional
            )
            for option in UNUSED
            for name, value in option.items()
        ),
    ]
    compare(contestants, row.rounds(), seconds)
    return {
        "row": row.title,
        "results": [
            {
                "name": each.name,
                "ns": quartiles(list(each.samples.values())),
                "more": (against(each, contestants[0]) or {})["difference"],
            }
            for each in contestants
        ],
    }


if __name__ == "__main__":
    print(json.dumps(run(8.0)))
