"""Contract §4: what an error tells, how it is shown, and that it survives every journey."""

from __future__ import annotations

import copy
import logging
import multiprocessing
import pickle
import subprocess
import sys
import traceback
from typing import Any

import jsonbeacon
import pytest
from jsonbeacon import _excerpt, _feedback

NOTES = sys.version_info >= (3, 11)
SECRET = "s3cret " * 200
ONE_OF_EACH = {
    "json.expected_value": '{"a": NaN}',
    "json.expected_key": "{'a': 1}",
    "json.expected_colon": '{"a" 1}',
    "json.expected_comma": '{"a": 1 "b": 2}',
    "json.trailing_comma": '{"a": 1,}',
    "json.invalid_literal": '{"a": True}',
    "json.invalid_number": '{"a": 01}',
    "json.number_out_of_range": '{"a": 1e999}',
    "json.control_character": '{"a": "x\ty"}',
    "json.invalid_escape": '{"a": "\\q"}',
    "json.invalid_unicode_escape": '{"a": "\\u12G4"}',
    "json.lone_surrogate": '{"a": "\\ud800"}',
    "json.duplicate_key": '{"a": 1, "a": 2}',
    "json.too_deep": "[" * 513,
    "json.unexpected_end": '{"a": [1, 2',
    "json.trailing_characters": '```json\n{"a": 1} x\n```',
    "json.invalid_utf8": b'{"a": "\xff"}',
    "json.not_found": "no JSON here",
    "extract_json.multiple_candidates": '{"a": 1} {"b": 2}',
}


def error_of(text: Any, function: Any = jsonbeacon.extract_json, **options: Any) -> Any:
    with pytest.raises(jsonbeacon.JSONBeaconError) as caught:
        function(text, **options)
    return caught.value


def one_of(code: str) -> Any:
    options = {"select": "only"} if code.startswith("extract_json") else {}
    return error_of(ONE_OF_EACH[code], **options)


def refuse(value: Any) -> Any:
    raise LookupError("not today")


def all_errors() -> list[Any]:
    schema = error_of('{"a": 1}', schema=refuse)
    return [*map(one_of, ONE_OF_EACH), schema, jsonbeacon.SchemaError("it is a circle")]


ERRORS = pytest.mark.parametrize("code", ONE_OF_EACH)


# ---- The tree, and what each error tells


def test_the_tree() -> None:
    assert jsonbeacon.JSONBeaconError.__bases__ == (ValueError,)
    assert jsonbeacon.MalformedOutputError.__bases__ == (jsonbeacon.JSONBeaconError,)
    assert jsonbeacon.NoJSONFoundError.__bases__ == (jsonbeacon.MalformedOutputError,)
    assert jsonbeacon.MultipleCandidatesError.__bases__ == (jsonbeacon.MalformedOutputError,)
    assert jsonbeacon.SchemaValidationError.__bases__ == (jsonbeacon.JSONBeaconError,)
    assert jsonbeacon.SchemaError.__bases__ == (jsonbeacon.JSONBeaconError,)


def test_the_documented_error() -> None:
    error = error_of('The user wants to {"intent": cancel')
    assert type(error) is jsonbeacon.MalformedOutputError
    assert str(error) == error.message == "expected a JSON value, found 'c' (line 1, column 30)"
    assert (error.code, error.reason) == ("json.expected_value", "malformed")
    assert (error.position, error.line, error.column) == (29, 1, 30)
    assert (error.start, error.end) == (18, 35)
    assert error.raw == 'The user wants to {"intent": cancel'


@ERRORS
def test_every_code(code: str) -> None:
    error = one_of(code)
    classes = {
        "json.not_found": jsonbeacon.NoJSONFoundError,
        "extract_json.multiple_candidates": jsonbeacon.MultipleCandidatesError,
    }
    reasons = {
        "json.not_found": "no_json",
        "extract_json.multiple_candidates": "ambiguous",
        "json.unexpected_end": "truncated",
    }
    assert type(error) is classes.get(code, jsonbeacon.MalformedOutputError)
    assert error.code == code
    assert error.reason == reasons.get(code, "malformed")
    assert error.message[0].islower() or code == "json.not_found"
    if code != "json.not_found":
        assert error.message.endswith(f" (line {error.line}, column {error.column})")
        assert 0 <= error.start <= error.position <= error.end <= len(error.raw)


def test_not_found_has_no_place() -> None:
    error = one_of("json.not_found")
    assert {error.position, error.line, error.column, error.start, error.end} == {None}
    assert "line" not in str(error)


def test_several_of_which_one_is_cut_off() -> None:
    error = error_of('{"a": 1} {"b": ', select="only")
    assert (error.code, error.reason) == ("extract_json.multiple_candidates", "truncated")


def test_lines_and_columns() -> None:
    error = error_of('\r\n{"é":\r\n {"字": x}}')
    assert (error.line, error.column) == (3, 8)


def test_raw_of_bytes() -> None:
    assert error_of('{"é": x}'.encode()).raw == '{"é": x}'
    error = error_of(b'\xc3\xa9 {"a": "\xff"}')
    assert error.position == 9
    assert error.raw.encode("utf-8", "surrogateescape") == b'\xc3\xa9 {"a": "\xff"}'


# ---- How it is shown


def test_nothing_shows_the_whole_text(caplog: pytest.LogCaptureFixture) -> None:
    error = error_of(SECRET + '{"a": x} ' + SECRET)
    logging.getLogger("test").error("%s %r", error, error, exc_info=error)
    shown = [str(error), repr(error), repr(error.args), caplog.text, *traceback.format_exception(error)]
    assert not any(SECRET in each for each in shown)
    assert not any(len(line) > 200 for each in shown for line in each.splitlines())
    assert repr(error) == f"MalformedOutputError({str(error)!r})"


def test_args_are_those_of_a_usual_exception() -> None:
    error = error_of('{"a": x}')
    assert error.args == (str(error),)
    error.args = (f"in the third reply: {error.args[0]}",)
    assert str(error).startswith("in the third reply: expected")
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


def test_made_by_hand() -> None:
    for cls in (jsonbeacon.JSONBeaconError, jsonbeacon.MalformedOutputError, jsonbeacon.SchemaValidationError):
        error = cls("of my own")
        assert str(error) == error.message == "of my own"
        assert repr(error) == f"{cls.__name__}('of my own')"
        assert error.excerpt() == ""
        assert traceback.format_exception_only(error) == [f"jsonbeacon.{cls.__name__}: of my own\n"]
        assert str(pickle.loads(pickle.dumps(error))) == "of my own"
    assert str(jsonbeacon.NoJSONFoundError()) == ""


def test_a_subclass() -> None:
    error = pickle.loads(pickle.dumps(Mine("json.expected_value", "[x]", 1, 0, 3, None, "malformed")))
    assert type(error) is Mine
    assert (error.position, error.line, error.column) == (1, 1, 2)


class Mine(jsonbeacon.MalformedOutputError):
    pass


# ---- The excerpt


@pytest.mark.parametrize(
    ("before", "after", "shown"),
    [
        ("ab", "cd", "abcd\n  ^"),
        ("one\ntwo ", "x\nthree", "two x\n    ^"),
        ("one\r\ntwo ", "x\r\nthree", "two x\n    ^"),
        ("字ｆ", "x", "字ｆx\n    ^"),
        ("e\u0301🙂", "x", "e\u0301🙂x\n   ^"),
        ("\t{", "x", "    {x\n     ^"),
        ("a\u200b", "x", "a<U+200B>x\n         ^"),
        ("a", "\x00b", "a<U+0000>b\n ^"),
        ('"a', '\tb"', '"a<U+0009>b"\n  ^'),
        ("e", "\u0301x", "e<U+0301>x\n ^"),
        ("[1,\n", "", "[1,\n\n^"),
        ("[1,\r", "", "[1,\n\n^"),
        ("[1,\n  ", "", "[1,\n  \n  ^"),
        ("", "", "\n^"),
        ('"a', '\nb"', '"a\n  ^'),
        ("[\udc80", "x", "[<U+DC80>x\n         ^"),
    ],
)
def test_excerpt(before: str, after: str, shown: str) -> None:
    assert _excerpt.excerpt(before + after, len(before)) == shown


@pytest.mark.parametrize("filler", ["x", "字", "e\u0301", "\u200b", "\t", "\u0301"])
@pytest.mark.parametrize(("before", "after"), [(0, 9999), (9999, 0), (9999, 9999)])
def test_excerpt_of_a_long_line(filler: str, before: int, after: int) -> None:
    text = filler * before + "!" + filler * after
    line, caret = _excerpt.excerpt(text, len(filler) * before).split("\n")
    assert len(line) < 2 * _excerpt.WIDTH
    assert cells(line) <= _excerpt.WIDTH
    assert cells(line[: line.index("!")]) == len(caret) - 1
    assert line.startswith("…") == (before > 9000)
    assert line.endswith("…") == (after > 9000)


def test_excerpt_of_a_line_that_just_fits() -> None:
    assert _excerpt.excerpt("x" * 99 + "!", 99) == "x" * 99 + "!\n" + " " * 99 + "^"
    assert _excerpt.excerpt("x" * 100 + "!", 100) == "…" + "x" * 98 + "!\n" + " " * 99 + "^"


def cells(line: str) -> int:
    return sum({"字": 2, "\u0301": 0}.get(character, 1) for character in line)


def test_excerpt_is_quick_on_a_long_text() -> None:
    text = "x" * 10_000_000
    for position in (0, 5_000_000, 10_000_000):
        assert len(_excerpt.excerpt(text, position)) < 300


def test_excerpt_without_a_place_is_the_first_line() -> None:
    assert error_of("\n  I cannot help.\nSorry.").excerpt() == "  I cannot help."
    assert error_of("").excerpt() == ""


# ---- Notes


@pytest.mark.skipif(not NOTES, reason="exceptions have no notes before 3.11")
def test_the_excerpt_is_a_note() -> None:
    error = error_of('{"a": x}')
    assert "__notes__" not in vars(error)  # not before it is asked for
    assert error.__notes__ == [error.excerpt()]
    error.add_note("reply 3")
    assert error.__notes__ == [error.excerpt(), "reply 3"]
    assert traceback.format_exception_only(error)[-3:] == ['{"a": x}\n', "      ^\n", "reply 3\n"]
    del error.__notes__
    assert error.__notes__ == []


@pytest.mark.skipif(not NOTES, reason="exceptions have no notes before 3.11")
def test_added_notes_come_after_the_excerpt_and_survive() -> None:
    error = error_of('{"a": x}')
    error.add_note("reply 3")
    for other in (error, pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert other.__notes__ == ['{"a": x}\n      ^', "reply 3"]


@pytest.mark.skipif(not NOTES, reason="exceptions have no notes before 3.11")
def test_the_interpreter_shows_the_excerpt() -> None:
    code = "import jsonbeacon; jsonbeacon.extract_json('{\"a\": x}')"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert run.stderr.endswith(
        "jsonbeacon.MalformedOutputError: expected a JSON value, found 'x' (line 1, column 7)\n{\"a\": x}\n      ^\n"
    )


# ---- Feedback


def test_feedback() -> None:
    assert error_of("Sure: {'a': 1}").feedback().splitlines() == [
        'Your reply could not be read: expected a key in double quotes, found "\'" (line 1, column 8)',
        "Sure: {'a': 1}",
        "       ^",
        "Put every key in double quotes.",
        "Reply again with the complete JSON and nothing else. It must be strict JSON (RFC 8259).",
    ]


@ERRORS
def test_feedback_of_every_code(code: str) -> None:
    error = one_of(code)
    feedback = error.feedback()
    assert error.message in feedback
    assert _feedback.HINTS[code] in feedback
    assert error.excerpt() in feedback
    assert len(feedback) < 1000


def test_feedback_of_a_schema() -> None:
    error = error_of('{"a": 1}', schema=refuse)
    assert error.feedback().splitlines()[:3] == [
        "Your reply does not fit the schema:",
        '- at the top level: not today (line 1, column 1): you wrote {"a": 1}',
        '{"a": 1}',
    ]
    assert jsonbeacon.SchemaError("it is a circle").feedback() == ""


# ---- Journeys


def facts(error: Any) -> list[Any]:
    names = ["code", "reason", "message", "position", "line", "column", "start", "end", "raw", "errors", "args"]
    return [type(error), str(error), error.excerpt(), *(getattr(error, name, None) for name in names)]


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_pickle(protocol: int) -> None:
    for error in all_errors():
        assert facts(pickle.loads(pickle.dumps(error, protocol))) == facts(error)


def test_copy() -> None:
    for error in all_errors():
        assert facts(copy.copy(error)) == facts(copy.deepcopy(error)) == facts(error)


def test_a_pool_that_raises() -> None:
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        for text, options in (('{"a": x}', {}), ("none", {}), ('{"a": 1}', {"schema": refuse})):
            with pytest.raises(jsonbeacon.JSONBeaconError) as caught:
                pool.apply(jsonbeacon.extract_json, (text,), options)
            assert facts(caught.value) == facts(error_of(text, **options))


def test_cause_and_context_are_as_usual() -> None:
    with pytest.raises(jsonbeacon.MalformedOutputError) as caught:
        try:
            raise KeyError("first")
        except KeyError as cause:
            try:
                jsonbeacon.parse_json("x")
            except jsonbeacon.MalformedOutputError as error:
                raise error from cause
    assert isinstance(caught.value.__cause__, KeyError)
