"""Faults that people reported of other tools: each report's input gives what the contract says it must.

`want.strict` is the default call, `want.select` the others. The contract wins where a row only guessed a code.
"""

from __future__ import annotations

import multiprocessing
import re
from typing import Any

import jsonbeacon
import pytest
from corpus import rows
from policies import FINAL_ANSWER, ONE_OBJECT, WHATEVER_CAN_BE_SAVED

REPORTS = {row["id"]: row for row in rows("reports.jsonl")}

# Rows whose code was a guess, or left open: the table of contract §3 rules.
RULED = {
    "B026": ("json.trailing_characters", "a second document after a complete one in a fence"),
    "B062": ("json.unexpected_end", "`12.` could still have become a number"),
    "B072": ("json.unexpected_end", "`-` could still have become a number"),
    "B090": ("json.invalid_escape", "`\\q` makes no escape"),
    "B093": ("json.invalid_escape", "`\\C` makes no escape"),
    "B095": ("json.expected_comma", "the inner quote closed the string"),
    "B097": ("json.expected_comma", "the inner quote closed the string"),
    "B098": ("json.expected_comma", "the inner quote closed the string"),
    "B113": ("json.expected_comma", "the second of three quotes closed an empty string"),
    "B121": ("json.expected_comma", "the inner quote closed the string"),
    "B152": ("json.expected_comma", "`}` is not the array's closer"),
    "B161": ("json.expected_comma", "the second quote closed the string"),
    "B165": ("json.not_found", "`{` before `{` is prose, and so is the last one, which shows nothing"),
    "B167": ("json.invalid_escape", "`\\?` makes no escape"),
    "B168": ("json.too_deep", "the 513th opener comes before the end of the text"),
    "B171": ("json.expected_comma", "a colon after an element"),
}

# Rows that are no text: what holds instead, or which test file holds it.
SCENARIOS = {
    "B175": "an engine that was used before a fork answers in the child: test_works_after_a_fork",
    "B176": "a matter of which wheels are offered: none for musl",
    "B178": "a matter of which wheels are offered: none for free-threaded builds yet",
    "B179": "a matter of which wheels are offered: the browser page is the engine's form there",
}
BY_HAND = {
    "B124": "test_5000_nines",
    "B154": "test_schema_errors_are_of_the_same_family",
    "B160": "test_none_is_a_type_error",
}
TEXTS = sorted(REPORTS.keys() - SCENARIOS.keys() - BY_HAND.keys())


def text_of(row: dict[str, Any]) -> Any:
    given = row["input"]
    if isinstance(given, str):
        return given
    if "chunks" in given:
        return "".join(given["chunks"])
    return eval(given["py"], {"__builtins__": {}})  # an expression of the corpus, such as '[' * 9000


def check(text: str, expected: dict[str, Any], **options: Any) -> None:
    if "error" in expected:
        with pytest.raises(jsonbeacon.MalformedOutputError) as caught:
            jsonbeacon.extract_json(text, **options)
        assert caught.value.code == expected["error"]
    else:
        assert repr(jsonbeacon.extract_json(text, **options)) == repr(expected["value"])


def test_no_row_is_left_out() -> None:
    strict = {name: row["want"]["strict"] for name, row in REPORTS.items()}
    guessed = {name for name in TEXTS if not re.fullmatch(r"json\.\w+|None", str(strict[name].get("error")))}
    assert guessed == set(RULED)
    assert {name for name in TEXTS if not strict[name].keys() & {"error", "value"}} == set()
    assert {name for name, row in REPORTS.items() if "scenario" in row["input"]} == set(SCENARIOS)
    assert all(callable(globals()[test]) for test in BY_HAND.values())


@pytest.mark.parametrize("name", TEXTS)
def test_strict(name: str) -> None:
    expected = REPORTS[name]["want"]["strict"]
    if name in RULED:
        expected = {**expected, "error": RULED[name][0]}
    check(text_of(REPORTS[name]), expected)


@pytest.mark.parametrize("name", [name for name in TEXTS if "select" in REPORTS[name]["want"]])
def test_select(name: str) -> None:
    for select, wanted in REPORTS[name]["want"]["select"].items():
        expected = {"error": wanted} if isinstance(wanted, str) else {"value": wanted}
        check(text_of(REPORTS[name]), expected, select=select)


def test_5000_nines() -> None:
    assert jsonbeacon.extract_json(text_of(REPORTS["B124"])) == {"n": 10**5000 - 1}


def test_schema_errors_are_of_the_same_family() -> None:
    schema = {"properties": {"count": {"type": "integer"}}}
    with pytest.raises(jsonbeacon.SchemaValidationError) as caught:
        jsonbeacon.extract_json(text_of(REPORTS["B154"]), schema=schema)
    assert isinstance(caught.value, jsonbeacon.JSONBeaconError)
    assert [error["path"] for error in caught.value.errors] == ["/count"]
    assert jsonbeacon.extract_json(text_of(REPORTS["B154"])) == REPORTS["B154"]["want"]["strict"]["value"]


def test_none_is_a_type_error() -> None:
    with pytest.raises(TypeError):
        jsonbeacon.extract_json(None)  # type: ignore[call-overload]


def test_works_after_a_fork() -> None:
    assert jsonbeacon.extract_json('{"in": "parent"}') == {"in": "parent"}
    context = multiprocessing.get_context("fork")
    with context.Pool(2) as pool:
        texts = [f'{{"n": {n}}}' for n in range(8)]
        assert pool.map_async(jsonbeacon.extract_json, texts).get(timeout=60) == [{"n": n} for n in range(8)]


# Rows about thoughts, tags, invisible characters and cut-off replies: what their user wanted, under a policy.
WANTED: dict[str, tuple[dict[str, Any], Any]] = {
    "B032": (FINAL_ANSWER, {"facts": []}),
    "B033": (FINAL_ANSWER, {"a": 1}),
    "B035": (FINAL_ANSWER, {"act": "tap"}),
    "B036": (FINAL_ANSWER, "truncated"),
    "B038": (FINAL_ANSWER, {"job": "greet"}),
    "B039": (FINAL_ANSWER, {"a": 1}),
    "B058": (WHATEVER_CAN_BE_SAVED, "truncated"),
    "B059": (WHATEVER_CAN_BE_SAVED, "truncated"),
    "B061": (WHATEVER_CAN_BE_SAVED, "truncated"),
    "B062": (WHATEVER_CAN_BE_SAVED, "truncated"),
    "B064": (ONE_OBJECT, "truncated"),
    "B066": (WHATEVER_CAN_BE_SAVED, "truncated"),
    "B068": (ONE_OBJECT, "truncated"),
    "B103": (WHATEVER_CAN_BE_SAVED, [{"i": 1}, {"i": 2}]),
    "B139": (ONE_OBJECT, {"a": 1}),
    "B143": ({**FINAL_ANSWER, "tags": ("out",)}, {"plan": "x", "args": {}}),
    "B144": (WHATEVER_CAN_BE_SAVED, [{"e": "X"}, {"e": "Y"}]),
    "B147": (WHATEVER_CAN_BE_SAVED, "blank"),
    "B164": (FINAL_ANSWER, "no_json"),
}


@pytest.mark.parametrize("name", WANTED)
def test_what_the_user_wanted(name: str) -> None:
    options, wanted = WANTED[name]
    try:
        got: Any = jsonbeacon.extract_json(text_of(REPORTS[name]), **options)
    except jsonbeacon.JSONBeaconError as error:
        got = error.reason
    assert got == wanted
