"""Contract §6, `fallthrough`: source after source, value after value, until one is good; a cut-off one ends it."""

from __future__ import annotations

from typing import Any

import jsonbeacon
import pytest
from jsonbeacon import extract_json, extract_json_detailed


def small(value: Any) -> Any:
    if not isinstance(value, dict) or value.get("a", 9) > 1:
        raise ValueError("too big")
    return value


def error_of(text: str, **options: Any) -> jsonbeacon.JSONBeaconError:
    with pytest.raises(jsonbeacon.JSONBeaconError) as caught:
        extract_json(text, fallthrough=True, **options)
    return caught.value


FENCE, OTHER = '```json\n{"a": 5}\n```\n', '```js\nx({"a": 4})\n```\n'

CASES: list[tuple[str, dict[str, Any], Any]] = [
    ("{'a': 0} {\"a\": 1}", {}, {"a": 1}),  # one that does not parse
    ('{"a": 2} {"a": 1}', {"schema": small}, {"a": 1}),  # one that fails the schema
    ('{"a": null} {"a": 1}', {"blank": "reject"}, {"a": 1}),  # a blank one
    # the selected first, then the others in text order
    ('{"a": 1} {"a": 0} {"a": 2}', {"schema": small, "select": "last"}, {"a": 1}),
    ('{"a": 2} {"a": 1, "b": 0} {"a": 1}', {"schema": small, "select": "largest"}, {"a": 1, "b": 0}),
    # kinds within each source
    ('[0] {"a": 2}', {"schema": lambda value: 1 / isinstance(value, list)}, "schema.validation_failed"),
    ('[0] {"a": 2} {"a": 1}', {"kind": "any", "schema": small}, {"a": 1}),
    # tags, JSON fences, other fences, inline
    ('<r>{"a": 3}</r>\n' + FENCE + OTHER + '{"a": 1}', {"tags": "r", "schema": small}, {"a": 1}),
    ('{"a": 1} <r>{"a": 3}</r>', {"tags": "r", "schema": small}, {"a": 1}),
    ('{"a": 1}\n' + OTHER + FENCE, {"schema": lambda value: value if value["a"] != 5 else 1 / 0}, {"a": 4}),
    # one that was cut off ends it: what came before is no answer, and what is left is none
    ('{"a": 1} {"a": [2', {"select": "last"}, "json.unexpected_end"),
    ('{"a": 2} {"a": [1', {"schema": small}, "json.unexpected_end"),
    ('<r>{"a": 1</r> {"a": 1}', {"tags": "r"}, "json.unexpected_end"),
    ('{"a": 1} <r>{"a": ', {"tags": "r"}, "json.unexpected_end"),
    # only: in the first source that has candidates
    ('{"a": 1} {"a": 0}', {"select": "only"}, "extract_json.multiple_candidates"),
    (FENCE + '{"a": 1} {"a": 0}', {"select": "only"}, {"a": 5}),
    (FENCE + FENCE + '{"a": 1}', {"select": "only"}, "extract_json.multiple_candidates"),
    ("none", {}, "json.not_found"),
]


@pytest.mark.parametrize(("text", "options", "expected"), CASES)
def test_fallthrough(text: str, options: dict[str, Any], expected: Any) -> None:
    if isinstance(expected, str):
        assert error_of(text, **options).code == expected
    else:
        assert extract_json(text, fallthrough=True, **options) == expected


def test_the_first_error_is_raised_with_the_rest() -> None:
    text = "{'a': 1} {\"a\": 2} [1,]"
    error = error_of(text, schema=small)
    assert error.code == "json.expected_key"
    assert [each.code for each in error.rest] == ["schema.validation_failed"]
    error = error_of(text, schema=small, kind="any", select="last")
    assert error.code == "schema.validation_failed"  # `[1,]` is prose
    assert [each.code for each in error.rest] == ["json.expected_key"]
    assert error_of("{'a': 1}").rest == []
    assert jsonbeacon.MalformedOutputError("x").rest == []


def test_the_error_of_one_that_is_cut_off_is_the_one_that_is_raised() -> None:
    """Whatever failed before it: nothing behind it is tried."""
    seen: list[Any] = []
    error = error_of('{"a": 2} {"a": [1', schema=lambda value: seen.append(value) or small(value))
    assert (error.reason, seen) == ("truncated", [{"a": 2}])


def test_each_candidate_is_tried_once() -> None:
    """The inline scan finds again what stands in a fence or a tag."""
    seen: list[Any] = []

    def never(value: Any) -> Any:
        seen.append(value)
        raise ValueError

    error_of('<r>{"a": 1}</r>\n```json\n{"a": 2}\n```\n```py\n{"a": 3}\n```\n{"a": 4}', tags="r", schema=never)
    assert [value["a"] for value in seen] == [1, 2, 3, 4]


def test_source_and_count_are_those_of_the_source_it_came_from() -> None:
    text = FENCE + FENCE + '{"a": 1}'
    found = extract_json_detailed(text, fallthrough=True, schema=small)
    assert (found.source, text[found.start :]) == ("inline", '{"a": 1}')
    assert found.candidates == 3
    assert extract_json_detailed(text, fallthrough=True).candidates == 2


def test_an_error_that_is_no_refusal_is_raised_at_once() -> None:
    def interrupted(value: Any) -> Any:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        extract_json('{"a": 1} {"a": 2}', fallthrough=True, schema=interrupted)


def test_required() -> None:
    assert extract_json("none", fallthrough=True, required=False) is None
    with pytest.raises(jsonbeacon.MalformedOutputError):
        extract_json("{'a': 1}", fallthrough=True, required=False)
