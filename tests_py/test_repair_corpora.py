"""``repair_json`` on documents with one fault each: what ``tests_go`` holds the engine to, through the Python face."""

from __future__ import annotations

import collections

import damage
import jsonbeacon
import pytest

BARS = {"syntax": (33, 0), "guess": (84, 4), "all": (88, 6)}


def outcome(case: damage.Case, level: str) -> str:
    try:
        repaired = jsonbeacon.repair_json(case.text, level=level)
    except jsonbeacon.MalformedOutputError:
        return "refused"
    right = jsonbeacon.parse_json(repaired.text) == repaired.value == case.value
    return "right" if right else "wrong"


@pytest.mark.parametrize("level", BARS)
def test_damaged_documents_come_out_as_they_were(level: str) -> None:
    counts = collections.Counter(outcome(case, level) for case in damage.cases(seed=2, count=10))
    right, wrong = (100 * counts[key] / counts.total() for key in ("right", "wrong"))
    assert right >= BARS[level][0], counts
    assert wrong <= BARS[level][1], counts


@pytest.mark.parametrize("level", BARS)
def test_edits_replayed_on_the_text_give_the_result(level: str) -> None:
    for case in damage.cases(seed=3, count=2):
        try:
            repaired = jsonbeacon.repair_json(case.text, level=level)
        except jsonbeacon.MalformedOutputError:
            continue
        text, at = "", 0
        for edit in repaired.repairs:
            assert edit.before == case.text[edit.start : edit.end]
            text += case.text[at : edit.start] + edit.after
            at = edit.end
        assert (text + case.text[at:]).strip() == repaired.text.strip()


def test_the_documents_as_they_were_have_no_edits() -> None:
    for case in damage.cases(seed=4, count=1):
        repaired = jsonbeacon.repair_json(damage.json.dumps(case.value))
        assert (repaired.value, list(repaired.repairs), repaired.truncated) == (case.value, [], False)
