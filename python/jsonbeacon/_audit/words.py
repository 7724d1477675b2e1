"""What the reports say of reasons, in words."""

from __future__ import annotations

from .advice import percent
from .policies import TAGS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

REASONS = {
    "no_json": "no JSON in the reply",
    "truncated": "cut off before its end",
    "ambiguous": "several values where one is wanted",
    "malformed": "damaged JSON",
    "schema": "not what the schema asks for",
    "blank": "nothing filled in",
    "too_long": "longer than the limit",
}

LEVELS = {
    None: "no repair",
    "syntax": "syntax: where there is one reading",
    "guess": "guess: where one reading is likelier",
    "all": "all: even where something is missing",
}

FOUND = {
    "whole": "the whole reply",
    "fence": "in a code fence",
    "inline": "in prose",
    "tag": "in a tag",
}

MOST_BARS = 24


def headline(sums: dict[str, Any]) -> str:
    """The audit in one sentence."""
    if not sums["replies"]:
        return "There are no replies."
    n, failed = sums["replies"], sums["failed"]
    if not failed:
        return "The one reply gives a value." if n == 1 else f"All {n:,} replies give a value."
    return f"{failed:,} of {replies(n)} fail ({percent(failed, n)})."


def replies(n: int) -> str:
    return counted(n, "reply", "replies")


def counted(n: int, one: str, many: str) -> str:
    return f"{n:,} {one if n == 1 else many}"


def bar_name(bar: tuple[int, int | None, int, int]) -> str:
    """The lengths that a bar stands for.

    >>> bar_name((80, 99, 1, 0)), bar_name((1000, 1249, 1, 0))
    ('80–99', '1,000–1,249')
    """
    start, stop = bar[:2]
    return f"{start:,}–{stop:,}" if stop is not None else f"from {start:,}"


def where(example: dict[str, Any], only_file: str | None) -> str:
    """Where a row stands; its file is left out where there is no other."""
    row = f"row {example['row']:,}" if "row" in example else ""
    file = example["file"] if example["file"] != only_file or not row else ""
    return ", ".join(each for each in (file, row) if each)


def about(file: dict[str, Any]) -> str:
    """A file and its column."""
    return f"{file['file']}, column {file['column']}" if file["column"] else str(file["file"])


_TAGS = " ".join(f"-t {each}" for each in TAGS)
FLAGS = {
    "default": "no options",
    "one_object": f"--only --kind object --reasoning skip {_TAGS} --invisible strip",
    "final_answer": f"--last --reasoning skip {_TAGS}",
    "whatever_can_be_saved": f"--last --reasoning skip {_TAGS} --repair --fallthrough --blank reject --invisible strip",
}
"""The policies as they are written on the command line."""
