"""The policies of the documentation: what they score, and that no truncated document yields a value under any.

`JSONBEACON_PREFIX_DOCUMENTS` is the number of documents that are cut off at every place.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from typing import Any

import generate
import jsonbeacon
import pytest
from corpus import rows
from jsonbeacon import Extractor
from policies import ONE_OBJECT, POLICIES

DOCUMENTS = int(os.environ.get("JSONBEACON_PREFIX_DOCUMENTS", "300"))
CHUNKS = 4
FRAMES = (  # what may stand around a document, and how much of it is needed
    ("", ""),
    ("Sure! ", " Done."),
    ("```json\n", "\n```\n"),
    ("Here:\n```\n", "\n```"),
    ("<result>", "</result>"),
    ('<think>maybe {"a": 0}</think>\n<json>\n```json\n', "\n```\n</json>"),
)
CUT: dict[str, dict[str, Any]] = {
    **POLICIES,
    "syntax": {"repair": "syntax", "fallthrough": True, "tags": ("json", "result"), "kind": "any"},
    "guess, the largest": {"repair": "guess", "fallthrough": True, "select": "largest", "reasoning": "skip"},
}


def question(value: Any) -> dict[str, str | None]:
    """The validator of the 33 classes: a question, or null."""
    if not isinstance(value, dict) or "question" not in value:
        raise ValueError("expected an object with a question")
    asked = value["question"]
    if asked is None:
        return {"question": None}
    if not isinstance(asked, str) or not 1 <= len(asked.strip()) <= 300 or not asked.strip().endswith("?"):
        raise ValueError("expected a question of at most 300 characters")
    return {"question": asked.strip()}


def test_33_classes_of_bad_replies() -> None:
    extractor = Extractor(schema=question, **ONE_OBJECT)
    score = Counter[str]()
    for row in rows("fuzz99.jsonl"):
        try:
            value = extractor.extract(row["text"])
        except jsonbeacon.JSONBeaconError:
            score["safe" if row["expect"] == "accept" else "right"] += 1
        else:
            score["right" if row["expect"] == "accept" and value == row["value"] else "wrong"] += 1
    assert (score["right"], score["safe"], score["wrong"]) == (99, 0, 0)


def documents() -> Iterator[str]:
    """Valid documents in which nothing is blank."""
    number = 0
    while True:
        text = generate.document(generate.Dice(f"prefixes/{number}")).strip()
        number += 1
        try:
            jsonbeacon.extract_json(text, blank="reject")
        except jsonbeacon.MalformedOutputError:
            continue
        if len(text) <= 400:
            yield text


def cases(chunk: int) -> Iterator[tuple[str, str, str]]:
    every = documents()
    for number in range(DOCUMENTS):
        document = next(every)
        if number % CHUNKS == chunk:
            yield (document, *FRAMES[number % len(FRAMES)])


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_what_was_cut_off_never_yields_a_value(chunk: int) -> None:
    extractors = {name: Extractor(**options) for name, options in CUT.items()}
    failing = []
    for document, before, after in cases(chunk):
        for end in range(len(before) + len(document)):
            text = (before + document)[:end]
            # What a fence or a tag closes is cut off where that stands; in prose the text just goes on.
            closed_too = end > len(before) and ("`" in after or "<" in after)
            for closed in (text, text + after) if closed_too else (text,):
                for name, extractor in extractors.items():
                    if "<think>" in closed and extractor.reasoning != "skip":
                        continue  # the draft is a value
                    if closed != text and "<" in after and not extractor.tags:
                        continue  # without tags the text just goes on here too
                    try:
                        failing.append((closed, name, extractor.extract(closed)))
                    except jsonbeacon.JSONBeaconError:
                        pass
    assert not failing, f"{len(failing)}: " + "\n".join(map(repr, sorted(failing, key=lambda case: len(case[0]))[:10]))


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_if_it_is_completed_the_result_says_so(chunk: int) -> None:
    extractor = Extractor(repair="all", tags=("json", "result"), reasoning="skip", kind="any")
    for document, before, _ in cases(chunk):
        for end in range(len(before) + 1, len(before) + len(document)):
            text = (before + document)[:end]
            try:
                found = extractor.detailed(text)
            except jsonbeacon.JSONBeaconError:
                continue
            assert found.truncated, text


@pytest.mark.parametrize("before", ["", "Sure! ", "```json\n"])
@pytest.mark.parametrize(
    ("cut", "value"),
    [
        ('{"a": 1,', {"a": 1}),
        ("[1 , \n", [1]),
        ('{"a": [1, {"b": 2},', {"a": [1, {"b": 2}]}),
        ('{"a": 1, // more', {"a": 1}),
        ("[1, ...", [1]),
    ],
)
def test_what_is_left_of_the_next_member_belongs_to_what_was_cut_off(before: str, cut: str, value: Any) -> None:
    """In prose, where the value's end is found by repair, as in a fence, where it is known."""
    found = jsonbeacon.extract_json_detailed(before + cut, repair="all")
    assert (found.value, found.truncated) == (value, True)
    assert (before + cut)[found.start : found.end] == cut.rstrip()
    with pytest.raises(jsonbeacon.MalformedOutputError):
        jsonbeacon.extract_json(before + cut, repair="guess")


@pytest.mark.parametrize("before", ["", "Sure: ", "```json\n"])
@pytest.mark.parametrize(
    ("text", "value"), [('{"a', {"a": None}), ('{"', {"": None}), ("{'a", {"a": None}), ('["a', ["a"])]
)
def test_the_first_name_cut_off_is_closed_wherever_it_stands(before: str, text: str, value: object) -> None:
    found = jsonbeacon.extract_json_detailed(before + text, repair="all")
    assert (found.value, found.truncated) == (value, True)
    with pytest.raises(jsonbeacon.MalformedOutputError):
        jsonbeacon.extract_json(before + text, repair="guess")


@pytest.mark.parametrize("text", ["{", "[", "Sure: {", "See ["])
def test_a_lone_bracket_in_prose_has_shown_nothing(text: str) -> None:
    with pytest.raises(jsonbeacon.NoJSONFoundError):
        jsonbeacon.extract_json(text, repair="all")
    assert jsonbeacon.extract_json_detailed(f"```json\n{text[-1]}", repair="all").truncated
    assert jsonbeacon.repair_json(text[-1]).truncated
