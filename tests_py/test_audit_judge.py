"""Where a trial is not made because it could not differ, it does not differ.

`JSONBEACON_AUDIT_TEXTS` is the number of generated texts of either kind.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import generate
import jsonbeacon
import policies
import pytest
from corpus import rows
from jsonbeacon import Extractor
from jsonbeacon._audit import words
from jsonbeacon._audit.judge import Judge, place
from jsonbeacon._audit.policies import KEPT, LEVELS, POLICIES, trials
from jsonbeacon._cli._extraction import given_options, with_values
from jsonbeacon._cli._options import parser
from jsonbeacon._extractor import _DEFAULTS

TEXTS = int(os.environ.get("JSONBEACON_AUDIT_TEXTS", "300"))
GIVEN: dict[str, dict[str, Any]] = {
    "the default": {},
    "arrays": {"kind": "array"},
    "anything": {"kind": "any", "select": "last"},
    "only": {"select": "only", "blank": "reject"},
    "repair": {"repair": "guess", "tags": ("answer",), "invisible": "syntax"},
    "all": {"repair": "all", "fallthrough": True, "reasoning": "skip"},
    "fences": {"sources": ("fence",), "required": False},
    "schema": {"schema": '{"type": "object", "maxProperties": 2}', "select": "largest", "max_length": 200},
}
HARMLESS = (  # what could look as if it were settled, and is next to what is not
    '{"a": 1}',
    'Sure: {"a": 1}.',
    '```json\n{"a": 1}\n```',
    '```json\n{"a": 1}\n```\n```json\n"b": 1\n```',
    '```\n{"a": 1}\n```\n~~~json\nb: 1\n~~~',
    '{"a": ""}',
    '{"a": "<x>"}',
    '{"a": ["...", null, {}]}',
    '{"a": "x\u200b"}',
    '{"a\u200b": 1, "a": 2}',
    '{"a": 1} and \uff5b"b": 2\uff5d',
    '{"a": "[x] <think>"}',
    '{"a": "</think>"}',
    'f({"a": 1})',
    '"a": {"b": 1}',
    '{"a": 1}}',
    "[1, 2]",
    "[]",
    "(1, 2)",
    "none",
    "",
    "\ufeff{}",
    "<result>{}</result>",
)


def texts() -> Iterator[str]:
    yield from HARMLESS
    for name in ("replies", "reports", "fuzz99", "hostile"):
        yield from (text for row in rows(f"{name}.jsonl") if isinstance(text := row.get("text"), str))
    yield from generate.texts(7, TEXTS)
    dice = generate.Dice("audit")
    for _ in range(TEXTS):
        yield generate.framed(dice, generate.document(dice)) + dice.pick("", "", " and b: 1", "\n```", " x", "\u00e9")


def outcome(extractor: Extractor[Any], text: str) -> Any:
    try:
        return extractor.detailed(text)
    except jsonbeacon.JSONBeaconError as error:
        return error


@pytest.mark.parametrize("given", GIVEN)
def test_what_is_settled_is_the_same_in_every_trial(given: str) -> None:
    options = {**_DEFAULTS, **GIVEN[given]}
    judge = Judge(options)
    base = Extractor(**options)
    extractors = [Extractor(**trial.options) for trial in judge.trials]
    every = [*texts()]
    settled = 0
    for text, (found, tried) in zip(every, judge.judge(every)):
        expected = outcome(base, text)
        assert repr(found) == repr(expected), text
        if tried is None:
            settled += 1
            tried = [place(found)] * len(extractors)
        for trial, extractor, other in zip(judge.trials, extractors, tried):
            assert other == place(outcome(extractor, text)), (text, trial)
    assert settled > 50


def test_the_policies_are_those_of_the_documentation() -> None:
    assert dict(POLICIES.values()) == policies.POLICIES
    assert words.FLAGS.keys() == POLICIES.keys()
    for name, (_, options) in POLICIES.items():
        if options:
            given = given_options(parser().parse_args(with_values(words.FLAGS[name].split())))
            assert Extractor(**given) == Extractor(**options)


def test_what_a_trial_keeps() -> None:
    options = {**_DEFAULTS, "tags": ("answer",), "kind": "array", "schema": "{}", "max_length": 9, "blank": "reject"}
    for trial in trials(options):
        for name in KEPT:
            assert trial.options[name] == options[name]
        if trial.kind == "repair":
            assert {**trial.options, "repair": None} == options
        elif trial.name != "default":
            assert trial.options["tags"] == ("answer",)
            assert trial.options["kind"] == ("object" if trial.name == "one_object" else "array")
    assert [each.name for each in trials(options) if each.kind == "repair"] == [level or "none" for level in LEVELS]
