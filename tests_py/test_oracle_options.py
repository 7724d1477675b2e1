"""The engine answers what the letter of contract §6 says, on very many generated texts with tags in them.

`JSONBEACON_OPTION_TEXTS` is their number, `JSONBEACON_SEED` another set of them.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import answers
import generate
import jsonbeacon
import oracle
import oracle_options
import pytest
from answers import Answer
from generate import Dice

TEXTS = int(os.environ.get("JSONBEACON_OPTION_TEXTS", "20000"))
SEED = int(os.environ.get("JSONBEACON_SEED", "1"))
CHUNKS = 8

MARKUP = (
    "<think>", "</think>", "<Think x='1'>", "</THINK >", "<think/>", "<thinking>", "</thinking>", "<analysis>",
    "<json>", "</json>", "<JSON id=1>", "</Json>", "<json/>", "<result>", "</result>", "<result\n>", "</result>",
    "<jsonx>", "<json", "<json <", "</json x>", "< json>", "<json>>", "<![CDATA[", "]]>", "<json><![CDATA[", "]]></json>",
)  # fmt: skip
OPTIONS: tuple[dict[str, Any], ...] = (
    {"reasoning": "skip"},
    {"tags": ("json", "result")},
    {"tags": ("result", "JSON"), "reasoning": "skip"},
    {"fallthrough": True},
    {"tags": ("json", "result"), "reasoning": "skip", "fallthrough": True},
    {"sources": ("inline",), "reasoning": "skip"},
    {"sources": ("fence",), "tags": ("json",), "fallthrough": True},
)


def marked(dice: Dice) -> str:
    """A text with markup in it, often where it means something."""
    parts = [dice.either(*generate.SHORT) for _ in range(dice.randint(1, 3))]
    for _ in range(dice.randint(1, 6)):
        at = dice.randrange(len(parts) + 1)
        parts.insert(at, dice.choice(MARKUP) + dice.pick("", "", "\n", "x", " "))
    text = "".join(parts)
    for _ in range(dice.choice((0, 0, 1, 2))):  # and in the midst of a part
        at = dice.randint(0, len(text))
        text = text[:at] + dice.choice(MARKUP) + text[at:]
    return text


def wrapped(dice: Dice) -> str:
    """What a model writes: a thought, an example, an answer in a tag."""
    thought = dice.pick("", "<think>" + dice.either(generate.reply, generate.truncated) + dice.pick("</think>", ""))
    answer = dice.either(generate.document, generate.fenced, generate.changed, generate.truncated)
    name = dice.pick("json", "result", "Result", "other")
    body = dice.pick(answer, f"<![CDATA[{answer}]]>")
    return (
        thought
        + generate.prose(dice)
        + f"<{name}>{body}"
        + dice.pick(f"</{name}>", f"</{name}>", "")
        + generate.prose(dice)
    )


def texts(seed: int, numbers: range) -> Iterator[tuple[str, dict[str, Any], str, str]]:
    for number in numbers:
        dice = Dice(f"options/{seed}/{number}")
        text = dice.either(marked, marked, wrapped)
        yield text, dice.choice(OPTIONS), dice.choice(oracle.SELECTS), dice.choice(oracle.KINDS)


def of_engine(text: str, **options: Any) -> Answer:
    try:
        found = jsonbeacon.extract_json_detailed(text, **options)
    except jsonbeacon.MalformedOutputError as error:
        return answers.of_error(error)
    return Answer(repr(found.value), found.source, found.start, found.end, found.candidates)


def of_oracle(text: str, **options: Any) -> Answer:
    try:
        found = oracle_options.extract(text, **options)
    except oracle.OracleError as error:
        line, column = (None, None) if error.position is None else oracle.place(text, error.position)
        return Answer(
            code=error.code, position=error.position, line=line, column=column,
            start=error.start, end=error.end, reason=error.reason,
        )  # fmt: skip
    return Answer(repr(found.value), found.source, found.start, found.end, found.candidates)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_generated(chunk: int) -> None:
    failing = []
    for text, options, select, kind in texts(SEED, range(chunk, TEXTS, CHUNKS)):
        options = {**options, "select": select, "kind": kind}
        try:
            got, expected = of_engine(text, **options), of_oracle(text, **options)
        except oracle_options.Undecided:
            continue
        if got != expected:
            failing.append((len(text), f"{text!a}\n  {options}\n  got      {got}\n  expected {expected}"))
    if failing:
        shown = "\n".join(each for _, each in sorted(failing)[:5])
        pytest.fail(f"{len(failing)} texts (JSONBEACON_SEED={SEED}), the shortest:\n{shown}", pytrace=False)
