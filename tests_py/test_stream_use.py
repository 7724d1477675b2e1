"""How a stream is used: snapshots, subscriptions, sources of chunks, threads."""

from __future__ import annotations

import asyncio
import copy
import gc
import pickle
import threading
import tracemalloc
import weakref
from collections.abc import AsyncIterator, Iterator
from typing import Any

import jsonbeacon
import pytest
from jsonbeacon import Extractor, Partial

REPLY = 'Sure:\n```json\n{"title": "Soup", "items": [{"n": 1, "at": ["x"]}, {"n": 2, "at": []}]}\n```\n'


def chunks(text: str = REPLY, size: int = 3) -> Iterator[str]:
    return (text[i : i + size] for i in range(0, len(text), size))


# ---- Snapshots


def test_a_snapshot_is_marked() -> None:
    stream = Extractor().stream()
    assert stream.partial() is None
    stream.feed("Sure: ")
    assert stream.partial() is None
    stream.feed('{"a": 1, "b": 12')
    partial = stream.partial()
    assert partial == Partial({"a": 1}, 6, "inline", "open"), "a number may go on"
    assert partial != {"a": 1} and not isinstance(partial, dict | jsonbeacon.Extraction)
    with pytest.raises(TypeError):
        hash(partial)
    assert pickle.loads(pickle.dumps(partial)) == partial == copy.deepcopy(partial)
    match partial:
        case Partial({"a": 1}, 6, "inline", "open"):
            pass
        case _:
            pytest.fail("no match")


def test_a_snapshot_is_the_same_objects_with_more_in_them() -> None:
    stream = Extractor().stream()
    stream.feed('{"items": [1, ')
    first = stream.partial()
    stream.feed('2], "b": tru')
    second = stream.partial()
    assert first is not None and second is not None
    assert first.value is second.value and second.value == {"items": [1, 2]}
    stream.feed("e}")
    result = stream.close()
    last = stream.partial()
    assert last is not None and last.value == result == {"items": [1, 2], "b": True}
    assert last.value is not result and last.state == "complete", "a result is never a snapshot"


def test_open_strings() -> None:
    stream = Extractor().stream()
    seen = []
    for part in ('{"a": "x', "\\", "u00", 'e9y", "b', 'c": ["', "z", '", "', "w"):
        stream.feed(part)
        whole, open_ = stream.partial(), None
        assert whole is not None
        whole_value = copy.deepcopy(whole.value)
        open_ = stream.partial(open_strings=True)
        assert open_ is not None
        seen.append((whole_value, copy.deepcopy(open_.value)))
    assert seen == [
        ({}, {"a": "x"}),
        ({}, {"a": "x"}),
        ({}, {"a": "x"}),
        ({"a": "xéy"}, {"a": "xéy"}),
        ({"a": "xéy", "bc": []}, {"a": "xéy", "bc": [""]}),
        ({"a": "xéy", "bc": []}, {"a": "xéy", "bc": ["z"]}),
        ({"a": "xéy", "bc": ["z"]}, {"a": "xéy", "bc": ["z", ""]}),
        ({"a": "xéy", "bc": ["z"]}, {"a": "xéy", "bc": ["z", "w"]}),
    ]


def test_a_snapshot_that_was_changed_does_not_hurt() -> None:
    stream = Extractor().stream()
    for part in ('{"a": [1, "x', 'y", 2, "', 'z"], "b": "', 'c"}'):
        stream.feed(part)
        partial = stream.partial(open_strings=True)
        assert partial is not None
        for value in list(partial.value.values()):
            if isinstance(value, list):
                value.clear()
        partial.value.clear()
    assert stream.close() == {"a": [1, "xy", 2, "z"], "b": "c"}


def test_of_what_there_is_no_snapshot() -> None:
    stream = Extractor().stream()
    stream.feed("[1, 2")
    assert stream.partial() == Partial([1], 0, "inline", "open")
    stream.feed(" and so on")
    assert stream.partial() is None, "it was prose"
    stream.feed(' {"a": x')
    partial = stream.partial()
    assert partial is not None and (partial.value, partial.state) == ({}, "failed")
    stream.feed("} \n```json\n")
    assert stream.partial() == partial, "a fence may be empty"
    stream.feed("12\n")
    assert stream.partial() is None


# ---- Subscriptions


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("items[*]", [{"n": 1, "at": ["x"]}, {"n": 2, "at": []}]),
        ("$.items[*].n", [1, 2]),
        ("$['items'][0]", [{"n": 1, "at": ["x"]}]),
        ('$["items"] [1]'.replace(" ", ""), [{"n": 2, "at": []}]),
        ("items[*].at[*]", ["x"]),
        ("*", ["Soup", [{"n": 1, "at": ["x"]}, {"n": 2, "at": []}]]),
        (".title", ["Soup"]),
        ("$.nothing", []),
        ("['0']", []),
        ("[0]", []),
    ],
)
def test_watch(path: str, expected: list[Any]) -> None:
    stream = Extractor().stream()
    watch = stream.watch(path)
    got = []
    for part in chunks():
        stream.feed(part)
        got += [event.value for event in watch]
    assert got == expected


def test_names_in_a_path() -> None:
    stream = Extractor(kind="any").stream()
    paths = {
        r"['a b']": 1,
        r"['\'']": 2,
        r'["\""]': 3,
        r"['\u00e9']": 4,
        r"['\ud83d\ude00']": 5,
        "é": 6,
        "[1]": None,
        "['1']": 7,
    }
    watches = {path: stream.watch(path) for path in paths}
    stream.feed('{"a b": 1, "\'": 2, "\\"": 3, "é": 4, "😀": 5, "1": 7}')
    for path, value in paths.items():
        want = [] if value is None else [4] if path == "é" else [value]
        assert [event.value for event in watches[path]] == want, path


@pytest.mark.parametrize(
    "path", ["", "$", "a..b", "a[-1]", "a[1:2]", "a[?@.b]", "a[01]", "a b", "a[", "a['b]", "a.[b]", "$$"]
)
def test_paths_that_are_not_supported(path: str) -> None:
    with pytest.raises(ValueError, match="path"):
        Extractor().stream().watch(path)
    with pytest.raises(TypeError):
        Extractor().stream().watch(3)  # type: ignore[arg-type]


def test_what_was_dropped_is_not_waiting() -> None:
    stream = Extractor().stream()
    watch = stream.watch("a")
    stream.feed('{"a": 1} or {"a": 2}\n')
    assert len(watch) == 2 and bool(watch) and next(watch).value == 1
    stream.feed('```json\n{"a": 3}')
    assert [event.value for event in watch] == [3]


# ---- Sources of chunks


def test_events_of_an_iterable() -> None:
    stream = Extractor().stream()
    kinds = [type(event).__name__ for event in stream.events(chunks())]
    assert kinds[0] == "CandidateOpened" and kinds[-1] == "CandidateCompleted"
    assert stream.close()["title"] == "Soup"


def test_events_of_an_asynchronous_iterable() -> None:
    async def reply() -> AsyncIterator[str]:
        for part in chunks():
            await asyncio.sleep(0)
            yield part

    async def main() -> tuple[list[int], Any]:
        async with Extractor().stream() as stream:
            items = stream.watch("items[*]")
            numbers = []
            async for _ in stream.aevents(reply()):
                numbers += [item.value["n"] for item in items]
        return numbers, stream.close()

    numbers, value = asyncio.run(main())
    assert numbers == [1, 2] and value["title"] == "Soup"


def test_as_a_context_manager() -> None:
    with Extractor().stream() as stream:
        stream.feed("[1]")
    assert stream.closed and stream.close() == [1]
    with pytest.raises(jsonbeacon.NoJSONFoundError), Extractor().stream() as stream:
        stream.feed("nothing")
    with pytest.raises(KeyError), Extractor().stream() as stream:
        raise KeyError
    assert not stream.closed, "what was on its way is not hidden by what close would have raised"


# ---- Objects


def test_a_stream_of_something_else() -> None:
    with pytest.raises(TypeError, match="Extractor"):
        jsonbeacon.Stream("x")  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        jsonbeacon.Stream()  # type: ignore[call-arg]
    stream = Extractor(kind="any").stream()
    assert repr(stream) == "<Stream of Extractor(kind='any'): 0 code points, open>"
    with pytest.raises(TypeError, match="pickle"):
        pickle.dumps(stream)
    with pytest.raises(TypeError, match="pickle"):
        pickle.dumps(stream.feed('{"')[0])


def test_streams_are_freed() -> None:
    stream = Extractor(schema=lambda value: value).stream()
    stream.watch("a")
    events = stream.feed('{"a": [1, 2]')
    stream.partial()
    reference = weakref.ref(stream)
    del stream
    assert reference() is not None and len(list(events)) == 4
    del events
    gc.collect()
    assert reference() is None


def test_memory_does_not_grow_with_the_chunks() -> None:
    def run() -> None:
        for _ in range(200):
            stream = Extractor().stream()
            for part in chunks(REPLY * 3):
                list(stream.feed(part))
                stream.partial(open_strings=True)
            stream.close()

    run()
    gc.collect()
    tracemalloc.start()
    run()
    gc.collect()
    before = tracemalloc.get_traced_memory()[0]
    run()
    gc.collect()
    grown = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert grown < 20_000


def test_events_that_are_kept_are_those_of_their_feed() -> None:
    """The memory that a feed writes to is the next one's, whichever stream that is of."""

    def chunks(name: str) -> list[str]:
        return ["Here: ", f'{{"{name}": [1, 2', ", 3", f', {{"in": "{name}"', "}], ", '"b": null', "} Enjoy!"]

    def told(name: str) -> list[str]:
        stream = Extractor().stream()
        return [repr(list(stream.feed(chunk))) for chunk in chunks(name)]

    first, second = Extractor().stream(), Extractor().stream()
    kept = [(first.feed(one), second.feed(two)) for one, two in zip(chunks("x"), chunks("y"), strict=True)]
    large = first.feed(' {"a": [' + "1, " * 100_000)
    last = second.feed(' {"a": 7, "b": 8}')
    assert [repr(list(events)) for events, _ in kept] == told("x")
    assert [repr(list(events)) for _, events in reversed(kept)] == told("y")[::-1]
    assert (len(large), len(last)) == (100_001, 4)


def test_one_call_at_a_time() -> None:
    """A call of another thread, or from within a call, is an error and does no harm."""
    stream: Any = None

    def schema(value: Any) -> Any:
        with pytest.raises(RuntimeError, match="in another call"):
            stream.close()
        return value

    stream = Extractor(schema=schema).stream()
    stream.feed("{}")
    assert stream.close() == {}

    shared = Extractor().stream()
    shared.feed("[")
    refused = []
    part = "1," * 100_000

    def body() -> None:
        for _ in range(8):
            try:
                list(shared.feed(part))
                shared.partial()
            except RuntimeError as error:
                refused.append(error)

    threads = [threading.Thread(target=body) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    shared.feed("0]")
    assert len(shared.close()) % 100_000 == 1
    assert all("in another call" in str(error) for error in refused)
