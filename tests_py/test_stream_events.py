"""When the events of a stream are looked at, and which of them, changes nothing of what they are."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from typing import Any

import generate
import jsonbeacon
import pytest
import test_oracle_options
from generate import Dice
from jsonbeacon import Extractor
from test_stream import SEED, outcome, pieces
from test_stream import options as any_options

TEXTS = int(os.environ.get("JSONBEACON_STREAM_TEXTS", "6000")) // 3


def shown(events: Any) -> list[Any]:
    """All of each event but its value, which may be none."""
    return [(type(event).__name__, event.start, event._end, event._path, event._detail) for event in events]


def at_once(extractor: Extractor[Any], parts: list[Any]) -> list[list[Any]]:
    """The events of each part, looked at before the next comes."""
    stream = extractor.stream()
    return [shown(stream.feed(part)) for part in parts]


def test_they_are_those_of_their_chunk() -> None:
    """Each is looked at, counted, kept, looked at later, or let go; before the stream is closed, or behind that."""
    for number in range(TEXTS):
        dice = Dice(f"later/{SEED}/{number}")
        if number % 3:
            text = generate.text(SEED, number)
        else:
            text = dice.either(test_oracle_options.marked, test_oracle_options.wrapped)
        extractor = Extractor(**{k: v for k, v in any_options(dice).items() if k != "max_length"})
        whole = text.encode("utf-8", "surrogatepass") if dice.random() < 0.3 else text
        parts = pieces(dice, whole)
        want = at_once(extractor, parts)
        stream, kept, looks = extractor.stream(), {}, dice.choice((0.1, 0.5, 0.9))
        for i, part in enumerate(parts):
            kept[i] = stream.feed(part)
            while kept and dice.random() < looks:
                j = dice.choice(list(kept))
                match dice.randint(0, 4):
                    case 0 | 1:
                        del kept[j]
                    case 2:
                        assert len(kept[j]) == len(want[j]), (text, parts, j)
                    case 3:
                        assert shown(kept.pop(j)) == want[j], (text, parts, j)
                    case _:
                        stream.partial()
        order = list(kept)
        dice.shuffle(order)
        half = dice.randint(0, len(order))
        for j in order[:half]:
            assert shown(kept.pop(j)) == want[j], (text, parts, j)
        assert outcome(stream.close_detailed) == outcome(lambda: extractor.detailed(whole)), (text, parts)  # noqa: B023
        for j in order[half:]:
            assert shown(kept.pop(j)) == want[j], (text, parts, j)


WIDE = ['Sure: {"items": [1, "', "é", '", {"n": ', '1}, "€', '", "', "😀", '"], "b": tr', "ue} Enjoy!"]


def test_the_text_may_have_become_wider_since() -> None:
    for look in range(len(WIDE)):
        stream = Extractor().stream()
        kept = [stream.feed(part) for part in WIDE]
        assert shown(kept[look]) == at_once(Extractor(), WIDE)[look]
        assert stream.close() == {"items": [1, "é", {"n": 1}, "€", "😀"], "b": True}


def large() -> list[str]:
    """Chunks that are longer than what is read in one go."""
    item = '{"name": "potatoes, cut into pieces about two centimetres wide", "tags": ["a"], "n": 12345.5}, '
    return ['Sure: {"items": [', item * 2_000, item * 2_000, '"é', 'ü", ' + item * 2_000, "0]} ", "Enjoy!"]


@pytest.mark.parametrize("looked", [[1], [4], [2, 4], [5], [0, 1, 2, 3, 4, 5, 6]])
@pytest.mark.parametrize("closed", [False, True])
def test_large_chunks(looked: list[int], closed: bool) -> None:
    parts = large()
    want = at_once(Extractor(), parts)
    assert len(want[1]) == 10_000
    stream = Extractor().stream()
    kept = {i: stream.feed(part) for i, part in enumerate(parts)}
    kept = {i: kept[i] for i in looked}
    if closed:
        assert len(stream.close()["items"]) == 6_002
    for i in looked:
        assert shown(kept[i]) == want[i]
    assert len(stream.close()["items"]) == 6_002


def test_a_chunk_alone_is_not_changed() -> None:
    """A text that comes in one chunk is the chunk itself; what follows leaves it as it is."""

    class Text(str):
        __slots__ = ()

    for first in ('{"a": [1, 2', '{"é": [1, 2', '{"€": [1, 2', '{"😀": [1, 2', Text('{"a": [1, 2')):
        before = first.encode()
        stream = Extractor().stream()
        events = stream.feed(first)
        stream.feed("")
        stream.feed("], 😀")
        assert [event.path[1:] for event in events[1:]] == [(0,)]
        with pytest.raises(jsonbeacon.MalformedOutputError) as error:
            stream.close()
        assert first.encode() == before and error.value.raw == first + "], 😀"
    whole = "Sure: " + '{"a": "b"}'
    for text in (whole, Text(whole)):
        stream = Extractor().stream()
        events = stream.feed(text)
        assert stream.close() == {"a": "b"}
        assert [event.value for event in events[1:]] == ["b", {"a": "b"}]


def test_bytes_that_end_within_a_character() -> None:
    stream = Extractor().stream()
    first, last = stream.feed(b'{"a": 1, "'), stream.feed(b'b": 2, "\xc3')
    with pytest.raises(jsonbeacon.MalformedOutputError, match="not UTF-8"):
        stream.close()
    assert [event.path for event in (*first[1:], *last)] == [("a",), ("b",)]


def test_a_text_that_is_too_long() -> None:
    stream = Extractor(max_length=10).stream()
    events = stream.feed("[1, 2, [3")
    with pytest.raises(jsonbeacon.MalformedOutputError, match="too long"):
        stream.feed(" and more")
    assert [event.path for event in events[1:]] == [(0,), (1,)]


def test_a_schema_may_look() -> None:
    """What is looked at while the stream is being closed is read then."""
    looked: list[Any] = []

    def schema(value: Any) -> Any:
        looked.append(shown(events))
        return value

    stream = Extractor(schema=schema).stream()
    events = stream.feed('{"a": 1}')
    assert stream.close() == {"a": 1}
    assert looked == at_once(Extractor(), ['{"a": 1}'])


def test_threads_that_look() -> None:
    """Each finds the events of its chunk, or is told that the stream is busy, and finds them the next time."""
    parts = large()
    want = at_once(Extractor(), parts)
    for _ in range(3):
        stream = Extractor().stream()
        kept = [stream.feed(part) for part in parts]
        found: list[tuple[int, bool]] = []

        def look(number: int, kept: list[Any] = kept, found: list[tuple[int, bool]] = found) -> None:
            for i in range(number, len(kept), 2):
                while True:
                    try:
                        events = shown(kept[i])
                        break
                    except RuntimeError as error:
                        assert "in another call" in str(error)
                found.append((i, events == want[i]))

        threads = [threading.Thread(target=look, args=(number,)) for number in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(found) == [(i, True) for i in range(len(parts))]


def starved(failing: int, call: Callable[[], Any]) -> Any:
    """What a call gives in which one allocation fails; None: MemoryError."""
    memory = pytest.importorskip("_testcapi")
    memory.set_nomemory(failing, failing + 1)
    try:
        return call()
    except MemoryError:
        return None
    finally:
        memory.remove_mem_hooks()


def test_without_memory_they_are_found_the_next_time() -> None:
    """Every allocation fails once, each alone: nothing is lost."""
    item = '{"a": [1, "é", null]}, '
    parts = ["Sure: [", item * 2, item * 200, '{"b": "', 'c"}] ']
    want = at_once(Extractor(), parts)
    refused = 0
    for failing in range(40):
        for order in ([0, 1, 2, 3, 4], [2, 4], [4, 2, 0]):
            stream = Extractor().stream()
            kept = [stream.feed(part) for part in parts]
            for i in order:
                refused += starved(failing, lambda events=kept[i]: list(events)) is None  # type: ignore[misc]
                assert shown(kept[i]) == want[i], (failing, order, i)
        stream = Extractor().stream()
        for part in parts:
            before = stream.length
            if starved(failing, lambda stream=stream, part=part: stream.feed(part)) is None:  # type: ignore[misc]
                assert stream.length == before, "a chunk was taken, and its events are lost"
                stream.feed(part)
        assert len(stream.close()) == 203
    assert refused > 40


def test_memory_that_ends_while_they_are_read() -> None:
    """A chunk with more events than there is room for at first; what has been read by then is read again."""
    parts = ['{"a": [', "1," * 35_000, "0]} "]
    want = at_once(Extractor(), parts)
    for looked in ([1, 2], [2, 1]):
        refused = 0
        for failing in range(8):
            stream = Extractor().stream()
            kept = [stream.feed(part) for part in parts[:2]]
            if looked[0] == 2:
                kept.append(stream.feed(parts[2]))
            refused += starved(failing, lambda events=kept[-1]: len(events)) is None  # type: ignore[misc]
            if looked[0] == 1:
                kept.append(stream.feed(parts[2]))
            assert [shown(kept[i]) for i in looked] == [want[i] for i in looked]
        assert refused >= 2
