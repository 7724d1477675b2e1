"""Replies to try the recipes on, with the answer to each: `python replies.py FOLDER` writes 100,000 as Parquet.

Reply number n of a seed depends on nothing else. Four fifths are an object of about 2 KB in a fence; the others are what
models write beside that. The answer is known because the reply was put together around it: nothing was extracted.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import pathlib
import random
import struct
from collections.abc import Callable
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

SCHEMA = pa.schema([("id", pa.int64()), ("reply", pa.string())])


class Answer(NamedTuple):
    """What extraction with the default options makes of a reply; all None for a reply that is null."""

    value: str | None = None
    source: str | None = None
    start: int | None = None
    end: int | None = None
    candidates: int | None = None
    reason: str | None = None
    code: str | None = None
    line: int | None = None
    column: int | None = None


WORDS = (
    'peel the potatoes, cut “them” into cubes C:\\two say "hot" über 水 wide\nand wait'
)


def pieces(count: int) -> list[tuple[str, str]]:
    """Objects, each as a model indents it and without white space."""
    dice = random.Random(1)
    words = WORDS.split(" ")
    made = []
    for number in range(count):
        value = {
            "step": " ".join(dice.choices(words, k=12)),
            "minutes": dice.randint(1, 90),
            "rating": round(dice.random() * 5, 2),
            "tools": dice.choices(["knife", "bowl", "pan"], k=dice.randint(0, 3)),
            "optional": dice.choice([True, False, None]),
        }
        # Half escape what is not ASCII; the value's text never does.
        written = json.dumps(value, indent=2, ensure_ascii=number % 2 == 0)
        made.append(
            (written, json.dumps(value, ensure_ascii=False, separators=(",", ":")))
        )
    return made


PIECES = pieces(
    1_024
)  # of 200 bytes: compression finds words again, and not whole replies
OPENINGS = (
    "Sure! Here is the recipe:",
    "Here you go.",
    "Of course. I kept it short, and left the salt out.",
    "水:",
)
ENDINGS = ("Enjoy!", "Shall I scale it to six?", "", "Let me know what else you need.")

Make = Callable[[int, bytes], tuple[str | None, Answer]]


def document(row: int, digest: bytes, length: int) -> tuple[str, str]:
    """An object as a model writes it, and as its value is written."""
    numbers = struct.unpack_from(f"<{length}H", digest)
    chosen = [PIECES[number % len(PIECES)] for number in numbers]
    written = ",\n".join(piece[0] for piece in chosen)
    return (
        f'{{\n"id": {row},\n"steps": [{written}]\n}}',
        f'{{"id":{row},"steps":[{",".join(p[1] for p in chosen)}]}}',
    )


def fenced(row: int, digest: bytes) -> tuple[str, Answer]:
    written, value = document(row, digest, 11)
    before = OPENINGS[digest[22] % 4] + "\n\n```json\n"
    start = len(before)
    text = f"{before}{written}\n```\n{ENDINGS[digest[23] % 4]}"
    return text, Answer(value, "fence", start, start + len(written), 1)


def inline(row: int, digest: bytes) -> tuple[str, Answer]:
    written, value = document(row, digest, 2)
    before = f"The answer to [{row}] is "
    return f"{before}{written}. Anything else?", Answer(
        value, "inline", len(before), len(before) + len(written), 1
    )


def two(row: int, digest: bytes) -> tuple[str, Answer]:
    written, value = document(row, digest, 1)
    text = f'{written}\n\nor, shorter:\n\n{{"id": {row}, "steps": []}}'
    return text, Answer(value, "inline", 0, len(written), 2)


def truncated(row: int, digest: bytes) -> tuple[str, Answer]:
    """Cut off inside the last step."""
    written, _ = document(row, digest, 11)
    before = "```json\n"
    text = before + written[: -10 - digest[23] % 50].rstrip()
    lines = text.split("\n")
    place = (len(lines), len(lines[-1]) + 1)
    return text, Answer(
        None,
        None,
        len(before),
        len(text),
        None,
        "truncated",
        "json.unexpected_end",
        *place,
    )


def python(row: int, digest: bytes) -> tuple[str, Answer]:
    written, before = f"{{'id': {row}, 'steps': None}}", "I ran it and got:\n```\n"
    start = len(before)
    why = ("malformed", "json.expected_key", 3, 2)
    return f"{before}{written}\n```", Answer(
        None, None, start, start + len(written), None, *why
    )


def prose(row: int, digest: bytes) -> tuple[str, Answer]:
    text = f"I am sorry, but I cannot help with request {row}. " * (1 + digest[0] % 8)
    return text, Answer(None, None, None, None, None, "no_json", "json.not_found")


def null(row: int, digest: bytes) -> tuple[None, Answer]:
    return None, Answer()


# Each as often as it stands here, of 50.
KINDS: tuple[Make, ...] = (
    (fenced,) * 40
    + (inline,) * 3
    + (two, truncated, truncated, python, prose, prose, null)
)


def reply(row: int, seed: int = 1) -> tuple[str | None, Answer]:
    digest = hashlib.blake2b(f"{seed} {row}".encode(), digest_size=32).digest()
    return KINDS[int.from_bytes(digest[24:], "big") % len(KINDS)](row, digest)


def table(first: int, last: int, seed: int = 1) -> pa.Table:
    """Replies `first` up to `last`, as the files hold them."""
    rows = range(first, last)
    return pa.table(
        {"id": rows, "reply": [reply(row, seed)[0] for row in rows]}, schema=SCHEMA
    )


def answers(first: int, last: int, seed: int = 1) -> dict[str, list[Any]]:
    """What is to be made of them, by column."""
    columns = zip(*(reply(row, seed)[1] for row in range(first, last)))
    return dict(zip(Answer._fields, map(list, columns)))


def write(
    folder: pathlib.Path, rows: int, files: int = 8, group: int = 2_048, seed: int = 1
) -> int:
    """Files of equal size, in row groups of about 4 MB; the bytes of text in them."""
    size = 0
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(files):
        bounds = (rows * number // files, rows * (number + 1) // files)
        made = table(*bounds, seed)
        size += pc.sum(pc.binary_length(made["reply"])).as_py() or 0
        pq.write_table(
            made, folder / f"replies-{number:04}.parquet", row_group_size=group
        )
    return size


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("folder", type=pathlib.Path)
    options.add_argument("--rows", type=int, default=100_000)
    options.add_argument("--files", type=int, default=8)
    given = options.parse_args()
    write(given.folder, given.rows, given.files)
