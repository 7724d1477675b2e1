"""The codes of contract §3, each at its position, through every door that can meet it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jsonbeacon
import oracle
import pytest
from code_cases import CASES, MAX_DEPTH

ROWS = [(code, before, rest) for code, cases in CASES.items() for before, rest in cases]
PARSERS = {"engine": jsonbeacon.parse_json, "oracle": oracle.parse}

BYTES = (  # what is before the first bad byte, and what is from it on
    (b"", b"\xff{}"),
    (b"{}", b"\x80"),
    (b'{"a": "', b'\xe9"}'),  # Latin-1
    (b'["', b'\xc0\xaf"]'),  # overlong
    (b'["', b'\xe0\x80\x80"]'),
    (b'["', b'\xed\xa0\x80"]'),  # a surrogate
    (b'["', b'\xf4\x90\x80\x80"]'),  # beyond U+10FFFF
    (b'["', b"\xe2\x82"),  # cut off
    (b'["\xe2\x82\xac\xf0\x9f\x98\x80', b'\xf0\x9f\x98"]'),  # its place is counted in characters
    (b"not json \xc3\xa9", b"\xff"),
    (b'\xef\xbb\xbf{"a":', b"\xfe}"),
)

FENCED = (  # in a fence labelled json: before the fault, from it on, code
    ("", "1", "json.expected_value"),  # a scalar is a document, but no object or array
    ("", '"a"', "json.expected_value"),
    ("", "1e999", "json.expected_value"),
    ("", "tru", "json.expected_value"),
    ("", "x {}", "json.expected_value"),
    ("", "// {}", "json.expected_value"),
    ("", "\ufeff{}", "json.expected_value"),
    ("{} ", "{}", "json.trailing_characters"),
    ("[1]\n\n", "x", "json.trailing_characters"),
    ('{"a":1}', "}", "json.trailing_characters"),
    ("{", "name}", "json.expected_key"),  # a fence has no prose
    ("[", "see]", "json.expected_value"),
    ("[1", "", "json.unexpected_end"),
    ('{"a": "b', "", "json.unexpected_end"),  # the white space after it is not part of the string
    ("[1,", "", "json.unexpected_end"),
    ("[1.", "", "json.unexpected_end"),
    ("[tru", "", "json.unexpected_end"),
    ('["\\ud83d', "", "json.unexpected_end"),
    ('["\\', "", "json.unexpected_end"),
    ('["a', "\nb", "json.control_character"),
)


def refused(call: Callable[..., Any], *arguments: Any, **options: Any) -> Any:
    with pytest.raises((jsonbeacon.MalformedOutputError, oracle.OracleError)) as caught:
        call(*arguments, **options)
    return caught.value


def test_every_code_has_cases() -> None:
    assert len(CASES) == 16  # the others have tests of their own: invalid_utf8, not_found, multiple_candidates
    assert all(len(cases) >= 7 for cases in CASES.values())


@pytest.mark.parametrize("parser", PARSERS)
@pytest.mark.parametrize(("code", "before", "rest"), ROWS, ids=lambda part: ascii(part)[:30])
def test_parse_json(parser: str, code: str, before: str, rest: str) -> None:
    error = refused(PARSERS[parser], before + rest)
    assert (error.code, error.position) == (code, len(before))


CONTAINERS = [row for row in ROWS if row[1][:1] in ("{", "[") and row[0] != "json.trailing_characters"]
IN_PROSE = [row for row in CONTAINERS if oracle.CONTRACT.json_like(row[1] + row[2], 0)]
IN_FENCE = [row for row in CONTAINERS if (row[1] + row[2]) == (row[1] + row[2]).rstrip(" \t\r\n")]


@pytest.mark.parametrize(("code", "before", "rest"), IN_PROSE, ids=lambda part: ascii(part)[:30])
def test_in_prose(code: str, before: str, rest: str) -> None:
    prose = "Sure \u20ac: "
    error = refused(jsonbeacon.extract_json, prose + before + rest, kind="any")
    assert (error.code, error.position, error.start) == (code, len(prose + before), len(prose))


@pytest.mark.parametrize(("code", "before", "rest"), IN_FENCE, ids=lambda part: ascii(part)[:30])
def test_in_a_fence(code: str, before: str, rest: str) -> None:
    opener = "Sure \u20ac:\n```json\n"
    error = refused(jsonbeacon.extract_json, opener + before + rest + "\n```\n")
    assert (error.code, error.position) == (code, len(opener + before))
    assert (error.start, error.end) == (len(opener), len(opener + before + rest))


@pytest.mark.parametrize(("before", "rest", "code"), FENCED)
@pytest.mark.parametrize("after", ["\n```\n", " \r\n \n```", "\n\n", ""])
def test_fenced(before: str, rest: str, code: str, after: str) -> None:
    opener = "\u20ac\n```json\n \n"
    error = refused(jsonbeacon.extract_json, opener + before + rest + after)
    assert (error.code, error.position) == (code, len(opener + before))
    assert (error.start, error.end) == (len(opener), len(opener + before + rest))


@pytest.mark.parametrize(("before", "rest"), BYTES)
@pytest.mark.parametrize("call", [jsonbeacon.parse_json, jsonbeacon.extract_json, jsonbeacon.extract_json_detailed])
def test_invalid_utf8(call: Callable[[Any], Any], before: bytes, rest: bytes) -> None:
    for text in (before + rest, bytearray(before + rest), memoryview(before + rest)):
        error = refused(call, text)
        assert (error.code, error.position) == ("json.invalid_utf8", len(before.decode()))


@pytest.mark.parametrize("text", ["", " ", "\ufeff", "x", "1", "true", "{", "[", "{name}", "[1-3]", "]}"])
def test_not_found(text: str) -> None:
    error = refused(jsonbeacon.extract_json, text)
    assert isinstance(error, jsonbeacon.NoJSONFoundError)
    assert (error.code, error.reason) == ("json.not_found", "no_json")
    assert (error.position, error.line, error.column, error.start, error.end) == (None,) * 5
    assert jsonbeacon.extract_json(text, required=False) is None


@pytest.mark.parametrize(
    ("before", "rest", "reason"),
    [
        ("{} ", "{}", "ambiguous"),
        ("x {} y ", "{} z {}", "ambiguous"),
        ('{"a":1} ', '{"b":', "truncated"),
        ('{"a":1} ', '{"b":,} {"c":', "truncated"),
        ('{"a":1} ', '{"b":,} ', "ambiguous"),
        ("[1] {} ", "{}", "ambiguous"),  # the array is not kept
        ("```json\n{}\n```\n```json\n", "{}\n```", "ambiguous"),
    ],
)
def test_multiple_candidates(before: str, rest: str, reason: str) -> None:
    error = refused(jsonbeacon.extract_json, before + rest, select="only")
    assert isinstance(error, jsonbeacon.MultipleCandidatesError)
    assert (error.code, error.position) == ("extract_json.multiple_candidates", len(before))
    assert error.reason == reason


@pytest.mark.parametrize(("code", "before", "rest"), ROWS, ids=lambda part: ascii(part)[:30])
def test_reason(code: str, before: str, rest: str) -> None:
    error = refused(jsonbeacon.parse_json, before + rest)
    assert error.reason == ("truncated" if code == "json.unexpected_end" else "malformed")


@pytest.mark.parametrize("opener, closer", [("[", "]"), ('{"a":', "}"), ("[1,", "]"), ("[ ", " ]")])
def test_the_depth_that_is_allowed(opener: str, closer: str) -> None:
    text = opener * MAX_DEPTH + ("1" if opener.strip() != "[" else "") + closer * MAX_DEPTH
    assert repr(jsonbeacon.parse_json(text)) == repr(oracle.parse(text))
    assert jsonbeacon.extract_json_detailed("x " + text, kind="any").end == len(text) + 2
    error = refused(jsonbeacon.parse_json, opener + text + closer)
    assert (error.code, error.position) == ("json.too_deep", len(opener) * MAX_DEPTH)
