"""Contract §6: what each option takes and refuses, and that every form of the call reads it alike."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import jsonbeacon
import pytest
from jsonbeacon import Extractor, extract_all, extract_json, extract_json_detailed

VALUES: dict[str, tuple[list[Any], list[Any]]] = {  # the good ones, the default first, and bad ones
    "tags": (
        [None, "json", ("result", "json"), ["a"], ("a-b", "a.b", "ns:a", "ä")],
        ["", (), [], ("a", 1), ("a b",), ("<a>",), 3, ("a\0",), ("a", None), True, b"json", ("\ud800",)],
    ),
    "reasoning": (["keep", "skip"], ["drop", None, True, ("skip",), b"skip"]),
    "fallthrough": ([False, True], [None, 1, 0, "yes"]),
    "repair": ([None, "syntax", "guess", "all"], ["", "none", False, True, 1]),
    "invisible": (["keep", "syntax", "strip"], ["remove", None, False]),
    "blank": (["allow", "reject"], ["refuse", None, False]),
    "sources": (
        [("fence", "inline"), ("fence",), ("inline",), "fence", ["inline"], ("inline", "fence"), ("fence", "fence")],
        [(), [], "", "tag", ("fence", "whole"), None, 1, ("fence", 1)],
    ),
    "max_length": ([None, 1, 10, 1 << 28, 10**30], [0, -1, -(10**30), 1.5, "10", True, False]),
}
GOOD = [(name, value) for name, (good, _) in VALUES.items() for value in good]
BAD = [(name, value) for name, (_, bad) in VALUES.items() for value in bad]
CHOICES = {
    "reasoning": ("'keep'", "'skip'"),
    "fallthrough": ("True", "False"),
    "repair": ("None", "'syntax'", "'guess'", "'all'"),
    "invisible": ("'keep'", "'syntax'", "'strip'"),
    "blank": ("'allow'", "'reject'"),
    "sources": ("'fence'", "'inline'"),
}


@pytest.mark.parametrize(("name", "value"), BAD, ids=repr)
def test_a_wrong_value_is_named_with_the_choices(name: str, value: Any) -> None:
    for call in (extract_json, extract_json_detailed, extract_all, None):
        if call is extract_all and name == "fallthrough":
            continue
        with pytest.raises(ValueError) as caught:
            call("{}", **{name: value}) if call else Extractor(**{name: value})
        assert not isinstance(caught.value, jsonbeacon.JSONBeaconError)
        assert str(caught.value).startswith(f"{name} must be ")
        assert str(caught.value).endswith(f"not {value!r}")
        for choice in CHOICES.get(name, ()):
            assert choice in str(caught.value)


@pytest.mark.parametrize(("name", "value"), GOOD, ids=repr)
def test_an_extractor_holds_it_and_is_a_value(name: str, value: Any) -> None:
    one, other = Extractor(**{name: value}), Extractor(**{name: value})
    assert one == other == pickle.loads(pickle.dumps(one)) == copy.copy(one) == copy.deepcopy(one)
    assert hash(one) == hash(other)
    default = getattr(Extractor(), name)
    shown = getattr(one, name)
    assert (one == Extractor()) == (shown == default)
    assert repr(one) == ("Extractor()" if shown == default else f"Extractor({name}={shown!r})")
    assert Extractor(**{name: shown}) == one
    with pytest.raises(AttributeError):
        setattr(one, name, value)


@pytest.mark.parametrize("name", VALUES)
def test_the_default_is_the_first(name: str) -> None:
    default = VALUES[name][0][0]
    assert getattr(Extractor(), name) == default
    assert extract_json('{"a": 1}', **{name: default}) == {"a": 1}


def test_one_name_may_stand_alone() -> None:
    assert Extractor(tags="json") == Extractor(tags=("json",)) == Extractor(tags=iter(["json"]))
    assert Extractor(sources="fence") == Extractor(sources=["fence"])
    assert Extractor(sources=("inline", "fence")) == Extractor()
    assert Extractor(tags="json").tags == ("json",)
    assert Extractor(tags="json").repair is None


def test_all_options_at_once() -> None:
    options: dict[str, Any] = {name: good[-1] for name, (good, _) in VALUES.items()}
    options |= {"tags": "result", "sources": ("inline",), "schema": dict, "select": "last", "kind": "object"}
    text = '<think>{"a": 0}</think><result>{"a": 1} {"a": 2}</result>'
    assert extract_json(text, **options) == Extractor(**options).extract(text) == {"a": 2}
    assert extract_json_detailed(text, **options) == Extractor(**options).detailed(text)
    assert pickle.loads(pickle.dumps(Extractor(**options))) == Extractor(**options)


@pytest.mark.parametrize("name", ["select", "kind", "required", "fallthrough"])
def test_extract_all_does_not_choose(name: str) -> None:
    with pytest.raises(TypeError, match=f"unexpected keyword argument '{name}'"):
        extract_all("{}", **{name: getattr(Extractor(), name)})
