"""Contract §6, `reasoning`: what a model thinks aloud is nothing, and a wall."""

from __future__ import annotations

from typing import Any

import jsonbeacon
import pytest
from jsonbeacon import extract_json, extract_json_detailed

NAMES = ("think", "thinking", "reasoning", "analysis", "reflection", "scratchpad")

CASES: list[tuple[str, Any]] = [
    ('<think>{"a": 0}</think>{"a": 1}', {"a": 1}),
    ('<THINK mode="x">{"a": 0}</Think>{"a": 1}', {"a": 1}),
    ('{"a": 1}<think>{"a": 0}</think>', {"a": 1}),
    ('<think>a</think>{"a": 1}<thinking>{"a": 2}</thinking>', {"a": 1}),
    # inside a block only its own closing tag counts
    ('<think></thinking>{"a": 0}</think>{"a": 1}', {"a": 1}),
    ('<think><think>{"a": 0}</think>{"a": 1}', {"a": 1}),
    ('<think>{"a": "</think>{"a": 1}', {"a": 1}),  # a string there is no string
    # left open: the rest of the text
    ('{"a": 1}<think>{"a": 0}', {"a": 1}),
    ('<think>{"a": 0}', ("json.not_found", "truncated")),
    ("<think>", ("json.not_found", "truncated")),
    ("Well. <think>so", ("json.not_found", "truncated")),
    ('<think>{"a": 0}</think> none', ("json.not_found", "no_json")),
    # only the closing tag: everything before it
    ('{"a": 0}</think>{"a": 1}', {"a": 1}),
    ('<think>{"a": 0}</think>{"a": 1}</think>{"a": 2}', {"a": 2}),
    ('{"a": 0}</think>', ("json.not_found", "no_json")),
    # a tag in a value that parses is text
    ('{"a": "<think>"} {"b": "</think>"}', {"a": "<think>"}),
    ('{"a": "</think>"}', {"a": "</think>"}),
    ('["<think>", "</think>", {"a": "<think>"}]', ["<think>", "</think>", {"a": "<think>"}]),
    # no value and no fence reaches across
    ('{"a": <think>0</think> 1}', ("json.unexpected_end", "truncated")),
    ('```json\n<think>x</think>\n{"a": 1}\n```', {"a": 1}),
    ('```json\n{"a":\n<think>x</think>\n1}\n```', ("json.unexpected_end", "truncated")),
    ('[1, <think>{"a": 0}</think> 2]', ("json.unexpected_end", "truncated")),
    # no tags
    ('<thinker>{"a": 0}</thinker>{"a": 1}', {"a": 0}),
    ('<think {"a": 1}', {"a": 1}),
    ("< think>[1]</ think>", [1]),
    ('<think/>{"a": 1}', {"a": 1}),
]


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_reasoning(text: str, expected: Any) -> None:
    if isinstance(expected, tuple):
        with pytest.raises(jsonbeacon.MalformedOutputError) as caught:
            extract_json(text, reasoning="skip")
        assert (caught.value.code, caught.value.reason) == expected
    else:
        assert extract_json(text, reasoning="skip") == expected


@pytest.mark.parametrize("name", NAMES)
def test_names(name: str) -> None:
    text = f'<{name}>{{"a": 0}}</{name}>{{"a": 1}}'
    assert extract_json(text) == {"a": 0}
    assert extract_json(text, reasoning="skip") == {"a": 1}


def test_offsets_are_those_of_the_whole_text() -> None:
    text = '🙂<think>{"a": 0}</think>\n```json\n{"a": 1}\n```'
    found = extract_json_detailed(text, reasoning="skip")
    assert (text[found.start : found.end], found.source, found.candidates) == ('{"a": 1}', "fence", 1)
    text = '<think>{"a": 0}</think> {"a": 1}\n'
    assert extract_json_detailed(text, reasoning="skip").source == "whole"


def test_only_finding_nothing_is_truncated() -> None:
    """What is wrong with a value that was found stays what it is."""
    for text, code in (("{'a': 1}<think>x", "json.expected_key"), ('{"a": 1} {"b": 2}<think>', None)):
        with pytest.raises(jsonbeacon.MalformedOutputError) as caught:
            extract_json(text, reasoning="skip", select="only")
        assert caught.value.code == (code or "extract_json.multiple_candidates")
        assert caught.value.reason == ("malformed" if code else "ambiguous")
    assert extract_json("<think>", reasoning="skip", required=False) is None
