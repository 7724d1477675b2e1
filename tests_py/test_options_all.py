"""`extract_all`: every candidate in text order, the errors included."""

from __future__ import annotations

from typing import Any

import jsonbeacon
import pytest
from generate import texts
from jsonbeacon import Extraction, Extractor, extract_all, extract_json


def shown(text: str, **options: Any) -> list[Any]:
    return [each.value if isinstance(each, Extraction) else each.code for each in extract_all(text, **options)]


def test_kinds_do_not_matter_and_errors_stand_in_their_place() -> None:
    text = 'See [1]: {"a": 1,} {"b": 2} {c} ["d"'
    assert shown(text) == [[1], "json.trailing_comma", {"b": 2}, "json.unexpected_end"]
    assert shown("none") == shown("") == []
    assert shown('```json\n{"a": 1}\n```\n[2]\n```json\nx\n```') == [{"a": 1}, "json.expected_value"]


def test_options() -> None:
    text = '<think>[0]</think><r>{"a":\u200b null} {"a": "x\u200b"}</r> [3]'
    assert shown(text, reasoning="skip", tags="r", invisible="strip", blank="reject") == [
        "extract_json.blank_value",
        {"a": "x"},
    ]
    assert shown(text, sources="fence") == []
    assert shown('{"a": 1} {"a": 2}', schema=lambda value: 1 // (2 - value["a"])) == [1, "schema.validation_failed"]
    extractor = Extractor(tags="r", select="only", required=False)
    assert repr(extractor.all(text)) == repr(extract_all(text, tags="r"))


def test_what_is_wrong_with_the_text_as_a_whole_is_raised() -> None:
    for text, options, code in (
        (b"[1] \xff", {}, "json.invalid_utf8"),
        ("[1]", {"max_length": 2}, "extract_json.too_long"),
    ):
        with pytest.raises(jsonbeacon.MalformedOutputError) as caught:
            extract_all(text, **options)
        assert caught.value.code == code


def test_the_first_and_last_of_all_are_what_select_takes() -> None:
    for text in texts(3, 1500):
        every = extract_all(text)
        for select, index in (("first", 0), ("last", -1)):
            try:
                found: Any = jsonbeacon.extract_json_detailed(text, select=select, kind="any")
            except jsonbeacon.NoJSONFoundError:
                assert every == []
            except jsonbeacon.MalformedOutputError as error:
                assert (error.code, error.position, error.start, error.end) == (
                    every[index].code, every[index].position, every[index].start, every[index].end,
                )  # fmt: skip
            else:
                assert repr(found) == repr(every[index])
                assert found.candidates == len(every)


def test_a_thousand() -> None:
    assert shown('{"n": 1} ' * 1000) == [{"n": 1}] * 1000
    assert extract_json("[1] " * 1000, select="last") == [1]


def test_a_sequence_is_never_reduced_to_one_of_its_values() -> None:
    """From `repair="guess"` on; unless objects were asked for, which an array is not."""
    for text in ('{"a": 1}\n{"a": 2}', 'x {"a": 1}, {"a": 2,} y', '[0] {"a": 1}{"a": 2}'):
        for select in ("first", "last", "only"):
            assert extract_json(text, repair="guess", select=select) == [{"a": 1}, {"a": 2}]
        assert extract_json(text, repair="guess", kind="object", select="last") == {"a": 2}
        assert extract_json(text, repair="syntax", select="last") == {"a": 2}
    found = jsonbeacon.extract_json_detailed('{"a": 1} {"a": 2}', repair="guess")
    assert {each.rule for each in found.repairs} == {"repair.sequence"}
    assert (found.start, found.end, found.source, found.candidates) == (0, 17, "inline", 1)
    with pytest.raises(jsonbeacon.MalformedOutputError):  # the last one is cut off
        extract_json('{"a": 1} {"a": [2', repair="guess", select="last")
