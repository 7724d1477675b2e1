"""A stream ends with exactly what the whole text gives, however it is cut and whatever the options are.

`JSONBEACON_STREAM_TEXTS` is how many generated texts are tried, `JSONBEACON_SEED` another set of them.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import corpus
import generate
import jsonbeacon
import pytest
import test_oracle_options
from generate import Dice
from jsonbeacon import (
    CandidateCompleted,
    CandidateDropped,
    CandidateFailed,
    CandidateOpened,
    Extractor,
    MemberCompleted,
)

TEXTS = int(os.environ.get("JSONBEACON_STREAM_TEXTS", "6000"))
SEED = int(os.environ.get("JSONBEACON_SEED", "1"))


def positive(value: Any) -> Any:
    if len(value) < 1:
        raise ValueError("nothing in it")
    return len(value)


CHOICES: dict[str, tuple[Any, ...]] = {
    "select": ("first", "last", "largest", "only"),
    "kind": ("auto", "object", "array", "any"),
    "required": (True, False),
    "tags": (None, None, "json", ("result", "json")),
    "reasoning": ("keep", "skip"),
    "fallthrough": (False, True),
    "repair": (None, "syntax", "guess", "all"),
    "invisible": ("keep", "syntax", "strip"),
    "blank": ("allow", "reject"),
    "sources": (("fence", "inline"), "fence", "inline"),
    "max_length": (None, 10, 40, 10_000),
    "schema": (None, None, positive),
}


def options(dice: Dice) -> dict[str, Any]:
    """Any options; those that are not drawn have their default."""
    names = dice.sample(list(CHOICES), dice.choice((0, 1, 2, 4, 12)))
    return {name: dice.choice(CHOICES[name]) for name in names}


def pieces(dice: Dice, text: Any) -> list[Any]:
    """Cut anywhere."""
    most, list_, at = dice.choice((1, 2, 4, 16, 1000)), [], 0
    while at < len(text):
        end = at + dice.randint(1, most)
        list_.append(text[at:end])
        at = end
    return list_


def outcome(function: Callable[[], Any]) -> tuple[Any, ...]:
    """What a call came to, all of it."""
    try:
        value = function()
    except jsonbeacon.JSONBeaconError as error:
        return (
            type(error), error.code, error.reason, error.message,
            [(e.code, e.message) for e in error.rest],
            *(getattr(error, name, None) for name in ("position", "line", "column", "start", "end", "raw", "errors")),
        )  # fmt: skip
    if isinstance(value, jsonbeacon.Extraction):
        return repr(value), value.to_json()
    return (repr(value),)


def fed(extractor: Extractor[Any], parts: list[Any]) -> jsonbeacon.Stream[Any]:
    stream = extractor.stream()
    for part in parts:
        stream.feed(part)
    return stream


def differs(text: str, extractor: Extractor[Any], dice: Dice) -> str | None:
    whole: Any = text
    if dice.random() < 0.4:
        whole = text.encode("utf-8", "surrogatepass")
    if dice.random() < 0.1 and isinstance(whole, bytes):
        at = dice.randint(0, len(whole))
        whole = whole[:at] + dice.choice((b"\xff", b"\xc3", b"\xe2\x82", b"\xed\xa0\x80", b"\xf4\x90")) + whole[at:]
    parts = pieces(dice, whole)
    try:
        stream = fed(extractor, parts)
    except jsonbeacon.MalformedOutputError as error:
        # As soon as it is known: the text of the error goes no further.
        assert error.code == "extract_json.too_long" and extractor.max_length is not None
        assert len(text) > extractor.max_length
        return None
    if dice.random() < 0.3:
        stream.partial(open_strings=dice.random() < 0.5)
    for close, method in ((stream.close, extractor.extract), (stream.close_detailed, extractor.detailed)):
        got, want = outcome(close), outcome(lambda method=method: method(whole))  # type: ignore[misc]
        if got != want:
            return f"{whole!a} in {[len(part) for part in parts]}, {extractor}:\n  got  {got}\n  want {want}"
    return None


@pytest.mark.parametrize("chunk", range(4))
def test_close_is_the_call_for_the_whole(chunk: int) -> None:
    for number in range(chunk, TEXTS, 4):
        dice = Dice(f"streams/{SEED}/{number}")
        if number % 3:
            text = generate.text(SEED, number)
        else:
            text = dice.either(test_oracle_options.marked, test_oracle_options.wrapped)
        problem = differs(text, Extractor(**options(dice)), dice)
        if problem:
            pytest.fail(f"text {number} (JSONBEACON_SEED={SEED}): {problem}", pytrace=False)


def replies() -> list[str]:
    return [row["text"] for row in corpus.rows("replies.jsonl")]


def test_replies_at_every_cut() -> None:
    for number, text in enumerate(replies()):
        dice = Dice(f"replies/{number}")
        extractor = Extractor(**options(dice))
        problem = differs(text, extractor, dice)
        assert not problem, problem
        want = outcome(lambda text=text: Extractor().detailed(text))  # type: ignore[misc]
        data = text.encode()
        for cut in range(0, len(data) + 1, max(1, len(data) // 40)):
            assert outcome(fed(Extractor(), [data[:cut], data[cut:]]).close_detailed) == want, (text, cut)


def told(stream: jsonbeacon.Stream[Any], parts: list[Any]) -> list[jsonbeacon.Event]:
    return [event for part in parts for event in stream.feed(part)]


def test_events_do_not_depend_on_the_cuts() -> None:
    for number in range(0, TEXTS, 4):
        dice = Dice(f"cuts/{SEED}/{number}")
        text = generate.text(SEED, number)
        extractor = Extractor(**{k: v for k, v in options(dice).items() if k != "max_length"})
        at_once = [repr(event) for event in _safely(told(extractor.stream(), [text]))]
        in_parts = [repr(event) for event in _safely(told(extractor.stream(), pieces(dice, text)))]
        assert in_parts == at_once, text


def _safely(events: list[jsonbeacon.Event]) -> list[Any]:
    """Events whose value repeats a key cannot be shown."""
    shown: list[Any] = []
    for event in events:
        try:
            repr(event)
            shown.append(event)
        except jsonbeacon.MalformedOutputError as error:
            shown.append((error.code, event.start))
    return shown


def test_values_of_events_are_those_of_the_whole() -> None:
    for number in range(0, TEXTS, 4):
        dice = Dice(f"values/{SEED}/{number}")
        text = generate.document(dice)
        try:
            whole = jsonbeacon.parse_json(text)
        except jsonbeacon.MalformedOutputError:
            continue
        members = [
            e for e in told(Extractor(kind="any").stream(), pieces(dice, text)) if isinstance(e, MemberCompleted)
        ]
        for event in members:
            value = whole
            for key in event.path:
                value = value[key]
            assert repr(event.value) == repr(value), (text, event)
            assert repr(jsonbeacon.parse_json(text[event.start : event.end])) == repr(value)
        assert len(members) == size(whole) - 1, text


def size(value: Any) -> int:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return 1 + sum(map(size, inner))


def test_snapshots_grow_to_the_value() -> None:
    for number in range(0, TEXTS, 4):
        dice = Dice(f"snapshots/{SEED}/{number}")
        document = generate.document(dice)
        try:
            jsonbeacon.parse_json(document)
        except jsonbeacon.MalformedOutputError:
            continue  # a repeated key, for which a snapshot does not look
        text = dice.pick("", "Sure: ", "```\n") + document + "\n"
        stream = Extractor(kind="any").stream()
        for part in pieces(dice, text):
            stream.feed(part)
            if dice.random() < 0.7:
                partial = stream.partial(open_strings=dice.random() < 0.5)
                if partial is not None:
                    fresh = fed(Extractor(kind="any"), [text[: stream.length]]).partial()
                    again = stream.partial()
                    assert repr(again) == repr(fresh), (text, stream.length)
        stream.feed("```\n")
        value = Extractor(kind="any").extract(text + "```\n")
        final = stream.partial()
        assert final is not None and final.state == "complete"
        assert repr(final.value) == repr(value), text


def names(events: Any) -> list[str]:
    return [type(event).__name__.removeprefix("Candidate") for event in events]


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        ("{} ", {}, "Opened Completed"),
        ("see [1] ", {}, "Opened MemberCompleted Completed"),
        ("see [1-3] [a] {name} ", {}, ""),
        ("[1, 2 and more", {}, "Opened MemberCompleted MemberCompleted Dropped"),
        ("[1] {} [2] ", {}, "Opened MemberCompleted Completed Dropped Opened Completed"),
        ("[1] {} ", {"kind": "object"}, "Opened Completed"),
        ("[{}] ", {"kind": "object"}, ""),
        ("{} \n```json\n{}\n```\n{}", {}, "Opened Completed Dropped Opened Completed"),
        ("{} \n```json\n{}\n```\n{}", {"sources": "fence"}, "Opened Completed"),
        ("```json\n{}\n```\n{} ", {"sources": "inline"}, "Opened Completed Opened Completed"),
        ("```json\n{} x\n```\n", {}, "Opened Failed"),
        ("```json\nnull\n```\n", {}, "Opened Failed"),
        ("```json\n\n```\n{} ", {}, "Opened Completed"),
        ("```py\nx = {}\n```\n", {}, "Opened Completed"),
        ("<think>{}</think>[1] ", {"reasoning": "skip"}, "Opened MemberCompleted Completed"),
        ("{} </think>[1] ", {"reasoning": "skip"}, "Opened Completed Dropped Opened MemberCompleted Completed"),
        ("{}<json>{}</json>{}", {"tags": "json"}, "Opened Completed Dropped Opened Completed"),
        ("<json><![CDATA[{}]]></json>", {"tags": "json"}, "Opened Completed"),
        ('{"a": "</json>"}<json>x</json>', {"tags": "json"}, "Opened MemberCompleted Completed"),
        ("{'a': {}} ", {}, "Opened Failed"),
        ("{\u200b} ", {}, ""),
        ("{\u200b} ", {"invisible": "syntax"}, "Opened Completed"),
    ],
)
def test_what_is_told(text: str, options: dict[str, Any], expected: str) -> None:
    for size in (1, 2, 3, len(text)):
        stream = Extractor(**options).stream()
        events = told(stream, [text[i : i + size] for i in range(0, len(text), size)])
        assert names(events) == expected.split()


def test_an_event_says_what_happened() -> None:
    parts = ['[1] {"a\\u0062": [null, -1.5e2], "é": "x', '\\ny"} {x: 1} {"b', "c} ", "\n```json\nx\n```\n"]
    stream = Extractor().stream()
    events = told(stream, parts)
    match events:
        case [
            CandidateOpened(0, "array", "inline"),
            MemberCompleted((0,), 1),
            CandidateCompleted(0, 3, "inline"),
            CandidateDropped(0, "kind"),
            CandidateOpened(4, "object", "inline"),
            MemberCompleted(("ab", 0), None),
            MemberCompleted(("ab", 1), -150.0) as number,
            MemberCompleted(("ab",), [None, -150.0]),
            MemberCompleted(("é",), "x\ny"),
            CandidateCompleted(4, 44, "inline") as whole,
            CandidateOpened(52, "object", "inline"),
            *_,
            CandidateDropped(4, "fence"),
            CandidateOpened(_, None, "fence"),
            CandidateFailed(_, _, "json.expected_value"),
        ]:
            pass
        case _:
            pytest.fail(repr(events))
    assert "".join(parts)[number.start : number.end] == "-1.5e2"
    assert whole.value == {"ab": [None, -150.0], "é": "x\ny"}
    assert number.provisional
    with pytest.raises(jsonbeacon.MalformedOutputError):
        stream.close()
    assert not number.provisional
    assert whole.value == {"ab": [None, -150.0], "é": "x\ny"}, "it outlives the close"


def test_events_are_a_sequence() -> None:
    from collections.abc import Sequence

    stream = Extractor().stream()
    assert not stream.feed("")
    assert list(stream.feed("nothing")) == []
    events = stream.feed("[[1, 2], [")
    assert isinstance(events, Sequence) and len(events) == 4
    assert events[0] == events[:1][0] and events[-1] in events
    assert events.index(events[1]) == 1 and events.count(events[1]) == 1
    assert [*reversed(events)] == [*events][::-1]
    assert {events[0]: 1}[events[0]] == 1
    with pytest.raises(IndexError):
        events[4]


def test_what_is_repeated_shows_at_the_end() -> None:
    """Events do not look for repeated keys; a value that is asked for, and close, do."""
    stream = Extractor().stream()
    completed = stream.feed('{"a": 1, "a": 2}')[-1]
    assert isinstance(completed, CandidateCompleted)
    with pytest.raises(jsonbeacon.MalformedOutputError, match="repeated key"):
        _ = completed.value
    with pytest.raises(jsonbeacon.MalformedOutputError, match="repeated key"):
        stream.close()


def test_a_closed_stream() -> None:
    stream = Extractor().stream()
    stream.feed('{"a": [')
    stream.feed("]}")
    value = stream.close()
    assert value == {"a": []} and stream.close() is value and stream.closed
    assert stream.close_detailed().source == "whole"
    with pytest.raises(ValueError, match="closed"):
        stream.feed("x")


def test_a_failure_stays() -> None:
    stream = Extractor(max_length=5).stream()
    stream.feed("12345")
    with pytest.raises(jsonbeacon.MalformedOutputError, match="too long") as first:
        stream.feed("6")
    for call in (stream.close, stream.close_detailed, lambda: stream.feed(""), stream.partial):
        with pytest.raises(jsonbeacon.MalformedOutputError) as again:
            call()
        assert again.value is first.value
    stream = Extractor().stream()
    stream.feed("nothing")
    with pytest.raises(jsonbeacon.NoJSONFoundError) as first_error:
        stream.close()
    with pytest.raises(jsonbeacon.NoJSONFoundError) as same:
        stream.close()
    assert same.value is first_error.value


def test_bytes_that_are_not_utf8_are_told_at_the_end() -> None:
    stream = Extractor().stream()
    assert len(stream.feed(b'{"a": "')) == 1
    assert not stream.feed(b"\xff") and not stream.feed(b'"}')
    with pytest.raises(jsonbeacon.MalformedOutputError) as error:
        stream.close()
    assert (error.value.code, error.value.position) == ("json.invalid_utf8", 7)
    assert error.value.raw.encode("utf-8", "surrogateescape") == b'{"a": "\xff"}'


def test_str_and_bytes_may_alternate() -> None:
    stream = Extractor().stream()
    for part in ('{"', "é€".encode()[:4], "é€".encode()[4:], '😀": "', memoryview("ü".encode()), bytearray(b'"}')):
        stream.feed(part)
    assert stream.close() == {"é€😀": "ü"}
    stream = Extractor().stream()
    stream.feed(b'{"a": "\xc3')
    stream.feed('x"}')
    with pytest.raises(jsonbeacon.MalformedOutputError, match="not UTF-8"):
        stream.close()


@pytest.mark.parametrize("chunk", [None, 3, ["{"], memoryview(b"1234").cast("H")])
def test_a_chunk_of_another_type(chunk: Any) -> None:
    stream = Extractor().stream()
    stream.feed("{")
    with pytest.raises(TypeError, match="feed"):
        stream.feed(chunk)
    stream.feed("}")
    assert stream.close() == {}


def test_lone_surrogates() -> None:
    for text in ('{"a": "\ud83d\ude00"}', '{"a": "\ud800"}', "\udc00 {}"):
        assert outcome(fed(Extractor(), list(text)).close) == outcome(lambda text=text: Extractor().extract(text))  # type: ignore[misc]


def test_depth() -> None:
    for depth in (511, 512, 513):
        text = "[" * depth + "1" + "]" * depth
        stream = Extractor(kind="any").stream()
        events = told(stream, [text[i : i + 7] for i in range(0, len(text), 7)])
        if depth <= 512:
            assert names(events)[-1] == "Completed" and max(len(e.path) for e in events[1:-1]) == depth  # type: ignore[attr-defined]
            assert stream.partial() is not None
        else:
            assert names(events) == ["Opened", "Failed"]
        assert outcome(stream.close) == outcome(lambda text=text: Extractor(kind="any").extract(text))  # type: ignore[misc]
