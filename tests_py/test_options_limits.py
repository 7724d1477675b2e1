"""Contract §6: `sources` and `max_length`."""

from __future__ import annotations

from typing import Any

import jsonbeacon
import pytest
from jsonbeacon import Extractor, extract_all, extract_json, extract_json_detailed

FENCED = 'See [0].\n```json\n{"a": 1}\n```\n{"b": 2}'


def test_sources() -> None:
    assert extract_json(FENCED, sources="fence") == {"a": 1}
    assert extract_json(FENCED, sources="inline", kind="any") == [0]
    assert extract_json(FENCED, sources="inline", select="last") == {"b": 2}
    assert extract_json(FENCED, sources=("fence", "inline")) == extract_json(FENCED) == {"a": 1}
    assert extract_json_detailed(FENCED, sources="inline").candidates == 2


def test_fence_alone() -> None:
    for text in ('{"a": 1}', 'x {"a": 1}', '```js\n{"a": 1}\n```'):
        assert extract_json(text, sources="fence", required=False) is None  # rule 0 belongs to inline
        assert extract_json(text, sources="inline") == {"a": 1}
    with pytest.raises(jsonbeacon.MalformedOutputError):
        extract_json('```json\n{"a": 1,}\n``` {"b": 2}', sources="fence")


def test_inline_alone_sees_no_fence() -> None:
    toml = 'So:\n```\n[server]\nport = 80\n```\nAs JSON: {"port": 80}'
    with pytest.raises(jsonbeacon.MalformedOutputError):
        extract_json(toml)
    assert extract_json(toml, sources="inline") == {"port": 80}
    assert extract_json_detailed('{"a": 1}\n', sources="inline").source == "whole"


def test_within_tags_and_falling_through() -> None:
    text = '<r>{"a": 1}</r> {"b": 2}\n```json\n{"c": 3}\n```'
    assert extract_json(text, sources="fence", tags="r") == {"c": 3}
    assert extract_json(text, sources="inline", tags="r") == {"a": 1}
    seen: list[Any] = []
    with pytest.raises(jsonbeacon.SchemaValidationError):
        extract_json(
            text, sources="fence", tags="r", fallthrough=True, schema=lambda value: seen.append(value) or 1 / 0
        )
    assert seen == [{"c": 3}]


@pytest.mark.parametrize("text", ['{"a": 1}', 'é {"a": 1}', '字 {"a": 1}', '🙂 {"a": 1}', "none", "x" * 1000])
def test_max_length(text: str) -> None:
    def outcome(**options: Any) -> Any:
        try:
            return extract_json(text, **options)
        except jsonbeacon.MalformedOutputError as error:
            return error.code

    for options in ({}, {"tags": "r"}, {"select": "last", "reasoning": "skip"}):
        assert outcome(max_length=len(text), **options) == outcome(max_length=len(text) + 1, **options) == outcome()
        assert outcome(max_length=len(text) - 1, **options) == "extract_json.too_long"
    given = text.encode()  # of bytes too the characters count
    assert Extractor(max_length=len(text), required=False).extract(given) == extract_json(text, required=False)
    for call in (extract_json, extract_json_detailed, extract_all):
        with pytest.raises(jsonbeacon.MalformedOutputError) as caught:
            call(given, max_length=len(text) - 1)
        assert (caught.value.code, caught.value.reason) == ("extract_json.too_long", "too_long")
        assert caught.value.position is None


def test_too_long_comes_before_everything() -> None:
    for options in ({}, {"required": False}, {"fallthrough": True}, {"reasoning": "skip"}, {"blank": "reject"}):
        with pytest.raises(jsonbeacon.MalformedOutputError) as caught:
            extract_json("<think> {'a'", max_length=5, **options)
        assert caught.value.code == "extract_json.too_long"
    assert extract_json("[1]", max_length=10**30) == [1]
