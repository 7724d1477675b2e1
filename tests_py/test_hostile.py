"""Patterns that make a slow or careless engine quadratic, overflow a stack, or run out of memory: long, and answered.

A row of hostile.jsonl is the text `before` + `unit` many times + `after`, and its answer: `code` and `position` ("end"
is the text's), or `source` and `candidates` ("units" is as many as there are units). `at_most` bounds the length where
cost is not linear by nature. That cost is linear is measured elsewhere; here the answers count.
"""

from __future__ import annotations

import itertools
from typing import Any

import jsonbeacon
import oracle
import pytest
from corpus import rows

PATTERNS = {row["name"]: row for row in rows("hostile.jsonl")}
LENGTHS = (64 << 10, 1 << 20)
LEADS = ("", "\u20ac\n", "\U0001f600\n")
LONG_UNIT = 100
FAILING = ("open brackets", "nested objects", "quotes", "repeated keys in an array")


def build(row: dict[str, Any], units: int) -> str:
    return "".join((row.get("before", ""), row["unit"] * units, row.get("after", "")))


def expected(row: dict[str, Any], units: int) -> tuple[Any, ...]:
    if "code" in row:
        return row["code"], len(build(row, units)) if row["position"] == "end" else row["position"]
    return row["source"], units if row["candidates"] == "units" else row["candidates"]


@pytest.mark.parametrize("name", PATTERNS)
def test_the_rows_are_what_the_contract_says(name: str) -> None:
    """More units than may nest, but few enough for the oracle."""
    units = 1 if len(PATTERNS[name]["unit"]) > LONG_UNIT else 520
    text = build(PATTERNS[name], units)
    try:
        found = oracle.extract(text)
    except oracle.OracleError as error:
        assert (error.code, error.position) == expected(PATTERNS[name], units)
    else:
        assert found is not None
        assert (found.source, found.candidates) == expected(PATTERNS[name], units)


@pytest.mark.parametrize("lead", LEADS, ids=ascii)
@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("name", PATTERNS)
def test_answer(name: str, length: int, lead: str) -> None:
    """In each width a string is stored in: the lead changes nothing but that, the offsets, and that it is prose."""
    row = PATTERNS[name]
    units = min(length, row.get("at_most", length)) // len(row["unit"])
    try:
        found = jsonbeacon.extract_json_detailed(lead + build(row, units))
    except jsonbeacon.MalformedOutputError as error:
        code, position = expected(row, units)
        assert (error.code, error.position) == (code, None if position is None else position + len(lead))
    else:
        source, candidates = expected(row, units)
        assert (found.source, found.candidates) == ("inline" if lead and source == "whole" else source, candidates)


@pytest.mark.parametrize("name", PATTERNS)
def test_every_select_and_kind(name: str) -> None:
    """Whatever is asked for: a value is what its span says, a fault lies in its span, and the counts agree."""
    row = PATTERNS[name]
    text = build(row, (64 << 10) // len(row["unit"]))
    for kind in oracle.KINDS:
        counts = set()
        for select in oracle.SELECTS:
            try:
                found = jsonbeacon.extract_json_detailed(text, select=select, kind=kind)
            except jsonbeacon.MultipleCandidatesError:
                assert select == "only"
            except jsonbeacon.NoJSONFoundError:
                counts.add(0)
            except jsonbeacon.MalformedOutputError as error:
                assert error.start is not None and error.position is not None and error.end is not None
                assert 0 <= error.start <= error.position <= error.end <= len(text)
            else:
                counts.add(found.candidates)
                assert jsonbeacon.parse_json(text[found.start : found.end]) == found.value
        assert len(counts) <= 1


@pytest.mark.parametrize(("first", "second"), list(itertools.permutations(FAILING, 2)))
def test_one_after_the_other(first: str, second: str) -> None:
    """A failure at the limit of nesting leaves nothing behind for what comes next."""
    for name in (first, second, first):
        with pytest.raises(jsonbeacon.MalformedOutputError) as caught:
            jsonbeacon.extract_json(build(PATTERNS[name], 5000))
        assert (caught.value.code, caught.value.position) == expected(PATTERNS[name], 5000)
    assert jsonbeacon.extract_json("[" * 512 + "]" * 512) is not None


@pytest.mark.parametrize("before", ["", "Sure: ", "\u20ac "])
def test_a_repeated_key_in_front_of_what_no_edit_mends(before: str) -> None:
    """What the edits made repeats a key, and is no document behind that: it must not be gone through as one."""
    text = before + '{"p": .6,p":$.2, \udc97"'
    for call in (jsonbeacon.extract_json, jsonbeacon.extract_json_detailed):
        with pytest.raises(jsonbeacon.MalformedOutputError) as caught:
            call(text, repair="all")
        assert caught.value.code == "json.invalid_number"
    (error,) = jsonbeacon.extract_all(text, repair="all")
    assert isinstance(error, jsonbeacon.MalformedOutputError)
    with pytest.raises(jsonbeacon.MalformedOutputError):
        jsonbeacon.repair_json(text, level="all")
