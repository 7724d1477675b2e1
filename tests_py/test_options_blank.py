"""Contract §6, `blank`: the template that a model prints when it declines."""

from __future__ import annotations

import jsonbeacon
import pytest
from jsonbeacon import extract_json

BLANK = [
    "{}", "[]", "[[], {}]", '{"a": null}', '{"a": ""}', '{"a": [], "b": {"c": null}}', '["..."]', '["…"]', '["<name>"]',
    '["[value]"]', '["{value}"]', '["<>"]', '{"a": ["<first name>", null, [{"b": ""}]]}', '["<é🙂>"]', '["\\u003cx\\u003e"]',
    '[null, null]', '["\\u2026"]', '["\\u002e.."]',
]  # fmt: skip
FILLED = [
    "[0]", "[false]", "[true]", '[" "]', '["."]', '[".."]', '["...."]', '["<b>x</b>"]', '["[1] [2]"]', '["<a"]', '["a>"]',
    '["< a > b >"]', '{"a": null, "b": 0}', '[null, null, [[["x"]]]]', '["null"]', '["……"]', "[1e5]", '["N/A"]', '["()"]',
]  # fmt: skip


@pytest.mark.parametrize("text", BLANK)
def test_blank(text: str) -> None:
    assert extract_json(text) == jsonbeacon.parse_json(text)
    for wide in ("", "é ", "字 ", "🙂 "):
        with pytest.raises(jsonbeacon.MalformedOutputError) as caught:
            extract_json(f"{wide}{text}", blank="reject")
        error = caught.value
        assert (error.code, error.reason) == ("extract_json.blank_value", "blank")
        assert (error.position, error.raw[error.start : error.end]) == (len(wide), text)


@pytest.mark.parametrize("text", FILLED)
def test_filled(text: str) -> None:
    for wide in ("", "é ", "字 ", "🙂 "):
        assert extract_json(wide + text, blank="reject") == jsonbeacon.parse_json(text)


def test_a_long_one_is_looked_through_to_its_end() -> None:
    nulls = "null, " * 100_000
    assert len(extract_json(f"[{nulls}1]", blank="reject")) == 100_001
    with pytest.raises(jsonbeacon.MalformedOutputError):
        extract_json(f"[{nulls}null]", blank="reject")


def test_it_is_of_the_selected_one() -> None:
    text = '{"a": null} {"a": 1}'
    assert extract_json(text, blank="reject", select="last") == {"a": 1}
    with pytest.raises(jsonbeacon.MalformedOutputError):
        extract_json(text, blank="reject")
    assert extract_json(text, blank="reject", fallthrough=True) == {"a": 1}


def test_required_false_does_not_hide_it() -> None:
    with pytest.raises(jsonbeacon.MalformedOutputError):
        extract_json("{}", blank="reject", required=False)


def test_what_stripping_leaves_is_looked_at() -> None:
    text = '{"a": "\u200b"}'
    assert extract_json(text, blank="reject", invisible="syntax") == {"a": "\u200b"}
    with pytest.raises(jsonbeacon.MalformedOutputError):
        extract_json(text, blank="reject", invisible="strip")
