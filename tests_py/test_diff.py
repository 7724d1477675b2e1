"""What repair changed, shown: the edits replayed give the new text, and the diff shows both."""

from __future__ import annotations

import pickle
import re

import jsonbeacon
import pytest
from corpus import rows
from jsonbeacon import Repair, Repaired, _diff, repair_json

TEXTS = [row["input"] for row in rows("repair/jsonrepair_pairs.jsonl") if isinstance(row.get("input"), str)]


def repaired(text: str) -> Repaired | None:
    try:
        return repair_json(text)
    except jsonbeacon.JSONBeaconError:
        return None


@pytest.mark.parametrize("text", TEXTS)
def test_edits_replayed_give_the_text(text: str) -> None:
    found = repaired(text)
    if found is None:
        return
    old = _diff.of_old(text, found.repairs, 0, len(text))
    assert "".join(piece for piece, kind in old if kind != "-").strip() == found.text.strip()
    if found.repairs:
        assert "".join(piece for piece, kind in found._pieces() if kind != "+").strip() == text.strip()
    assert all(text[each.start : each.end] == each.before for each in found.repairs)
    assert (found.diff() == "") == (found.repairs == ())
    assert found.diff() == re.sub("\x1b\\[[0-9]+m", "", found.diff(colour=True))
    assert "\x1b" not in found.diff()


def test_lines() -> None:
    text = '{\n  "a": 1,\n  \'b\': 2, // two\n  "c": [3,\n  4,]\n}'
    assert repair_json(text).diff() == (
        "repaired: repair.quotes (2), repair.comment, repair.trailing_comma\n"
        "@@ line 3 @@\n-  'b': 2, // two\n+  \"b\": 2, \n@@ line 5 @@\n-  4,]\n+  4]"
    )
    assert repair_json("[1]").diff() == ""


def test_guesses_are_marked() -> None:
    assert repair_json('{"a": "x "y" z"}').diff().splitlines()[0].endswith("[guess] (2)")


def test_an_extraction_shows_the_text_as_it_came() -> None:
    text = "é: {'a\u200b': 1,} x"
    found = jsonbeacon.extract_json_detailed(text, repair="syntax", invisible="strip")
    shown = "\n-{'a<U+200B>': 1,}\n"
    assert shown in found.diff() + "\n"
    assert "repaired: " in pickle.loads(pickle.dumps(found)).diff()
    assert jsonbeacon.extract_json_detailed("[1]").diff() == ""


def test_long_lines_are_shortened() -> None:
    found = repair_json("['" + "x" * 10_000 + "', 'y']")
    assert max(map(len, found.diff().splitlines())) < 100


def test_what_cannot_be_seen_is_shown() -> None:
    assert "\x07" not in repair_json('["a\x07b"]').diff()
    assert "<U+0007>" in repair_json('["a\x07b"]').diff()


def test_repaired_is_a_value() -> None:
    found = repair_json("[1,]")
    assert found == pickle.loads(pickle.dumps(found)) == repair_json("[1,]")
    assert found != repair_json("[1]")
    assert found.repairs == (Repair("repair.trailing_comma", 2, 3, ",", "", False),)
    for thing in (found, found.repairs[0]):
        with pytest.raises(AttributeError, match="immutable"):
            thing.text = "x"  # type: ignore[union-attr,misc]
        with pytest.raises(AttributeError, match="immutable"):
            del thing.text  # type: ignore[union-attr,misc]
