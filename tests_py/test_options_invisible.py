"""Contract §6, `invisible`: characters that show nothing, between tokens and in strings."""

from __future__ import annotations

import jsonbeacon
import pytest
from jsonbeacon import extract_json, extract_json_detailed

RANGES = ((0xAD, 0xAD), (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x2064), (0x2066, 0x2069), (0x61C, 0x61C))
INVISIBLE = [chr(n) for first, last in (*RANGES, (0xFEFF, 0xFEFF)) for n in range(first, last + 1)]
NEIGHBOURS = ["\xac", "\xae", "\u200a", "\u2010", "\u2029", "\u202f", "\u205f", "\u2065", "\u206a", "\u061b", "\ufefe"]


@pytest.mark.parametrize("character", INVISIBLE, ids=ascii)
def test_each(character: str) -> None:
    between = f'{{{character}"a"{character}:{character} [1{character},{character}2]{character}}}'
    inside = f'{{"a{character}b": "c{character}d"}}'
    with pytest.raises(jsonbeacon.MalformedOutputError):
        extract_json(between, kind="object")
    assert extract_json(inside) == {f"a{character}b": f"c{character}d"}
    assert extract_json(between, invisible="syntax") == {"a": [1, 2]}
    assert extract_json(inside, invisible="syntax") == {f"a{character}b": f"c{character}d"}
    assert extract_json(between, invisible="strip") == {"a": [1, 2]}
    assert extract_json(inside, invisible="strip") == {"ab": "cd"}
    escaped = inside.replace(character, f"\\u{ord(character):04x}")
    assert extract_json(escaped, invisible="strip") == {"ab": "cd"}
    assert extract_json(escaped, invisible="syntax") == extract_json(inside)


@pytest.mark.parametrize("character", NEIGHBOURS, ids=ascii)
def test_no_others(character: str) -> None:
    with pytest.raises(jsonbeacon.MalformedOutputError):
        extract_json(f'{{"a": {character}1}}', invisible="strip")
    assert extract_json(f'{{"a": "b{character}c"}}', invisible="strip") == {"a": f"b{character}c"}


@pytest.mark.parametrize(
    "text",
    [
        "می\u200cخواهم",  # Persian
        "क्\u200dष",  # Devanagari
        "ന്\u200d",  # Malayalam, the joiner at the end
        "👨\u200d👩\u200d👧",
        "❤️\u200d🔥",  # behind the selector of the coloured form
        "👩🏽\u200d🚀",  # behind a skin tone
        "🏳️\u200d🌈",
        "🏴\u200d☠️",
    ],
    ids=ascii,
)
def test_joiners_that_are_part_of_the_text_stay(text: str) -> None:
    assert extract_json(f'{{"t": "{text}"}}', invisible="strip") == {"t": text}
    escaped = text.encode("utf-16-be").hex()
    escaped = "".join(f"\\u{escaped[n : n + 4]}" for n in range(0, len(escaped), 4))
    assert extract_json(f'{{"t": "{escaped}"}}', invisible="strip") == {"t": text}


@pytest.mark.parametrize(
    "text", ["a\u200db", "a\u200cb", "\u200d", "👨\u200da", "a\u200d👨", "中\u200d文", "1\u200c"], ids=ascii
)
def test_other_joiners_go(text: str) -> None:
    assert extract_json(f'{{"t": "{text}"}}', invisible="strip") == {
        "t": text.replace("\u200c", "").replace("\u200d", "")
    }


def test_spans_are_those_of_the_text_as_it_came() -> None:
    text = 'x {"a\u200b":\u200b "b\u200bc"} y'
    for invisible in ("syntax", "strip"):
        found = extract_json_detailed(text, invisible=invisible)
        assert (found.start, found.end) == (2, len(text) - 2)
    assert found.value_json == '{"a":"bc"}'
    assert found.to_json().startswith('{"value":{"a":"bc"}')
    text = '\u200b\ufeff {"a": 1}\u200b\n'
    assert extract_json_detailed(text, invisible="syntax").source == "whole"


def test_errors_too() -> None:
    text = '{"a\u200b": "b\u200b", "c\u200b": x}'
    with pytest.raises(jsonbeacon.MalformedOutputError) as caught:
        extract_json(text, invisible="strip")
    assert caught.value.position == text.index("x")


def test_keys_that_become_equal_are_repeated() -> None:
    text = '{"a": 1, "\u200ba": 2}'
    assert extract_json(text, invisible="syntax") == {"a": 1, "\u200ba": 2}
    with pytest.raises(jsonbeacon.MalformedOutputError) as caught:
        extract_json(text, invisible="strip")
    assert (caught.value.code, caught.value.position) == ("json.duplicate_key", text.index('"\u200b'))
    assert caught.value.start == 0


def test_in_fences_and_tags() -> None:
    fence = '```json\n\u200b{"a":\u200b1}\u200b\n```'
    assert extract_json(fence, invisible="syntax") == {"a": 1}
    assert extract_json(f"<r>\u200b\n{fence}\n\u200b</r>", invisible="syntax", tags="r") == {"a": 1}
    assert extract_json('{\u200b"a": 1', invisible="syntax", required=False, kind="array") is None
