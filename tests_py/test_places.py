"""Where the values that JSON Pointers name stand in a text."""

from __future__ import annotations

from jsonbeacon import _places


def test_every_place() -> None:
    text = 'x {"a": [1, {"b\\u0062": "]}"}, []], "": {"~": -1.5e3}, "a/b": null} y'
    end = len(text) - 2
    spots = {
        (): "{",
        ("a",): "[1",
        ("a", "0"): "1",
        ("a", "1"): '{"b',
        ("a", "1", "bb"): '"]}"',
        ("a", "2"): "[]",
        ("a", "3"): "[1",
        ("a", "-"): "[1",
        ("a", "0", "0"): "1",
        ("",): '{"~',
        ("", "~"): "-1.5e3",
        ("a/b",): "null",
        ("b",): '{"a',
    }
    found = _places.places(text, 2, end, list(spots))
    assert [text[place : place + len(spot)] for place, spot in zip(found, spots.values(), strict=True)] == [
        *spots.values()
    ]


def test_many_places_are_one_walk() -> None:
    count = 20_000
    text = "[" + "1," * count + "1]"
    places = _places.places(text, 0, len(text), [(str(index),) for index in range(count)])
    assert places == list(range(1, 2 * count, 2))


def test_a_deep_place() -> None:
    text = "[" * 512 + "]" * 512
    assert _places.places(text, 0, len(text), [("0",) * 511]) == [511]
