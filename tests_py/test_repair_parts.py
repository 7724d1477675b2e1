"""What repair did is handed over in parts of 1,024 edits, and nobody sees where one ends."""

from __future__ import annotations

import pickle

import jsonbeacon
import pytest

PART = 1024


def damaged(edits: int) -> str:
    """An array that lacks so many commas."""
    return "[" + '"a" "b",' * edits + "0]"


@pytest.mark.parametrize("edits", [1, PART - 1, PART, PART + 1, 2 * PART, 3 * PART + 7])
def test_every_edit_is_listed_once(edits: int) -> None:
    text = damaged(edits)
    repaired = jsonbeacon.repair_json(text)
    found = jsonbeacon.extract_json_detailed(text, repair="guess")
    assert repaired.value == found.value == ["a", "b"] * edits + [0]
    assert repaired.repairs == found.repairs
    assert [(each.start, each.end, each.before, each.after) for each in repaired.repairs] == [
        (8 * i + 4, 8 * i + 4, "", ",") for i in range(edits)
    ]
    assert pickle.loads(pickle.dumps(repaired)) == repaired
    assert jsonbeacon.extract_json(text, repair="guess") == repaired.value
    assert jsonbeacon.extract_all(text, repair="guess") == [found]


def test_a_violation_behind_many_parts_has_its_place() -> None:
    text = damaged(3 * PART)
    with pytest.raises(jsonbeacon.SchemaValidationError) as caught:
        jsonbeacon.extract_json(text, repair="guess", schema={"items": {"type": "string"}})
    (violation,) = caught.value.errors
    assert (violation["line"], violation["column"]) == (1, text.index("0") + 1)


def test_each_result_has_the_edits_of_its_own() -> None:
    text = "\n\n".join(f"So: {damaged(n)}." for n in (PART + 5, 1, 2 * PART))
    found = jsonbeacon.extract_all(text, repair="guess")
    assert [len(each.repairs) for each in found if isinstance(each, jsonbeacon.Extraction)] == [PART + 5, 1, 2 * PART]
