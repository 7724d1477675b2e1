"""Contract §6, `tags`: the bodies of tags come before anything else, each a text of its own."""

from __future__ import annotations

from typing import Any

import jsonbeacon
import pytest
from jsonbeacon import extract_json, extract_json_detailed

TAGS = ("result", "json", "output")

# Text, options, the value or the code.
CASES: list[tuple[str, dict[str, Any], Any]] = [
    ('{"a": 1} <json>{"a": 2}</json> {"a": 3}', {}, {"a": 2}),
    ('<JSON>{"a": 1}</Json>', {}, {"a": 1}),
    ('<json id="1" x=\'2\'>{"a": 1}</json>', {}, {"a": 1}),
    ('<json\n\tid="1"\n>{"a": 1}</json >', {}, {"a": 1}),
    ('<json>{"a": 1}</json><output>{"a": 2}</output>', {}, {"a": 1}),
    ('<json>{"a": 1}</json><output>{"a": 2}</output>', {"select": "last"}, {"a": 2}),
    ('<output>{"a": 1}</output><json>{"a": 2}</json>', {}, {"a": 1}),  # text order, not the order of the names
    # the outermost of nested ones, of another name and of the same
    ('<output><json>{"a": 1}</json> {"a": 2}</output>', {"select": "last"}, {"a": 2}),
    ('<json>{"a": 1}<json>{"a": 2}</json>{"a": 3}</json>{"a": 4}', {"select": "last"}, {"a": 3}),
    # a CDATA wrapper is not part of the body
    ('<json><![CDATA[{"a": 1}]]></json>', {}, {"a": 1}),
    ('<json>\n<![CDATA[\n{"a": [1]}\n]]>\n</json>', {}, {"a": [1]}),
    # left open: to the end of the text
    ('{"a": 0} <json>{"a": 1} and {"a": 2}', {"select": "last"}, {"a": 2}),
    ('<json>{"a": 1}</json> <json>{"a": [2', {"select": "last"}, "json.unexpected_end"),
    # a tag in a value that parses is text
    ('<json>{"a": "</json>"}</json>', {}, {"a": "</json>"}),
    ('{"a": "<json>"} {"b": "</json>"}', {}, {"a": "<json>"}),
    ('{"a": "<json>[1]</json>"}', {}, {"a": "<json>[1]</json>"}),
    # those that hold no candidate count as no tags
    ('<json>none</json> {"a": 1}', {}, {"a": 1}),
    ('<json></json><output/>{"a": 1}', {}, {"a": 1}),
    ('<json/>{"a": 1}', {}, {"a": 1}),
    ('<json>none</json><json>{"a": 1}</json>', {"select": "only"}, {"a": 1}),
    ("<json>none</json>", {}, "json.not_found"),
    # an example is passed over
    ('Use <result>{"a": "..."}</result>. <result>{"a": 1}</result>', {"select": "last"}, {"a": 1}),
    (
        'Use <result>{"a": "..."}</result>. <result>{"a": 1}</result>',
        {"select": "only"},
        "extract_json.multiple_candidates",
    ),
    # a malformed candidate in a tag is one
    ("<json>{'a': 1}</json> {\"a\": 2}", {}, "json.expected_key"),
    # §2 in the body: fences before prose, kinds over all bodies
    ('<json>{"a": 0}\n```json\n{"a": 1}\n```\n</json>', {}, {"a": 1}),
    ('<json>[1]</json><json>{"a": 1}</json>', {}, {"a": 1}),
    ('<json>[1]</json><json>{"a": 1}</json>', {"kind": "any"}, [1]),
    ('<json>[1]</json> {"a": 1}', {"kind": "object"}, "json.not_found"),  # tags that hold a candidate are tags
    # no tags at all
    ('<jso>{"a": 1}</jso>', {}, {"a": 1}),
    ('<jsonx>{"a": 0}</jsonx> <json>{"a": 1}</json>', {}, {"a": 1}),
    ('a <json b {"a": 1}', {}, {"a": 1}),
    ('```json\n{"a": 1}\n```\n[2]', {}, {"a": 1}),
    # no value and no fence reaches out of a body
    ('<json>{"a": [1</json>]}', {}, "json.unexpected_end"),
    ('<json>\n```json\n{"a": 1}</json>\n```', {}, {"a": 1}),
]


@pytest.mark.parametrize(("text", "options", "expected"), CASES)
def test_tags(text: str, options: dict[str, Any], expected: Any) -> None:
    if isinstance(expected, str):
        with pytest.raises(jsonbeacon.MalformedOutputError) as caught:
            extract_json(text, tags=TAGS, **options)
        assert caught.value.code == expected
    else:
        assert extract_json(text, tags=TAGS, **options) == expected


def test_source_and_offsets_are_those_of_the_whole_text() -> None:
    text = 'é🙂 <json>\n```json\n{"a": 1}\n```\n</json> [2]'
    found = extract_json_detailed(text, tags=TAGS)
    assert (found.source, text[found.start : found.end], found.candidates) == ("tag", '{"a": 1}', 1)
    text = "x <json> <![CDATA[ {'a': 1} ]]></json>"
    with pytest.raises(jsonbeacon.MalformedOutputError) as caught:
        extract_json(text, tags=TAGS)
    error = caught.value
    assert (error.position, text[error.start : error.end]) == (text.index("'"), "{'a': 1}")
    assert (error.line, error.column) == (1, 21)


def test_only_the_names_that_are_given_are_tags() -> None:
    text = '<answer>{"a": 1}</answer><json>{"a": 2}</json>'
    assert extract_json(text) == {"a": 1}
    assert extract_json(text, tags="json") == {"a": 2}
    assert extract_json(text, tags=("answer",)) == {"a": 1}
    assert extract_json("<naïve>[1]</naïve> [2]", tags="naïve") == [1]


def test_reasoning_in_a_tag_is_a_wall() -> None:
    text = '<json>{"a": <think>{"b": 0}</think> 1} {"c": 2}</json>'
    found = jsonbeacon.extract_all(text, tags="json", reasoning="skip")
    assert [getattr(each, "code", None) or each.value for each in found] == ["json.unexpected_end", {"c": 2}]
    assert extract_json('<json><think>{"a": 0}</think>{"a": 1}</json>', tags="json", reasoning="skip") == {"a": 1}
    # reasoning goes first: a tag in it is none, whether it is closed there or not
    assert extract_json('<think><json>{"a": 0}</think>{"a": 1}', tags="json", reasoning="skip") == {"a": 1}
