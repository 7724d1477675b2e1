"""Ctrl-C is heard in the midst of long work, and a handler that returns changes nothing."""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator

import jsonbeacon
import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="forks a child that sends the signal")

LONG: dict[str, Callable[[], str]] = {
    "prose": lambda: "some words (and more) [see 1- " * 2_000_000,  # the tape stays empty
    "array": lambda: "[" + "1, " * 10_000_000 + "0]",  # many parts
    "digits": lambda: "[" + "7" * 2_000_000 + "]",  # one integer
    "escapes": lambda: '["' + r"\n\u00e9" * 4_000_000 + '"]',  # one string, found and then decoded
}

#: Of two bytes a character, which are read one by one, and all of them malformed at the end.
TOKENS: dict[str, Callable[[], str]] = {
    "integer": lambda: '["\u4e2d", ' + "7" * 80_000_000 + ".]",
    "fraction": lambda: '["\u4e2d", 0.' + "7" * 80_000_000 + "x]",
    "exponent": lambda: '["\u4e2d", 1e-' + "7" * 80_000_000 + "x]",
    "white space": lambda: '["\u4e2d",' + "\t" * 80_000_000 + "x]",
    "key": lambda: '{"\u4e2d": 1, "' + "x" * 160_000_000,
}


def send_later(seconds: float) -> int:
    """Sends this process SIGINT from another, since no thread runs while the GIL is held."""
    pid = os.fork()
    if not pid:
        time.sleep(seconds)
        os.kill(os.getppid(), signal.SIGINT)
        os._exit(0)
    return pid


@pytest.fixture
def handler() -> Iterator[list[int]]:
    """A handler of SIGINT that only takes note."""
    seen: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: seen.append(number))
    yield seen
    signal.signal(signal.SIGINT, before)


def extract(text: str) -> object:
    return jsonbeacon.extract_json(text, required=False)


@pytest.mark.parametrize("name", LONG)
def test_keyboard_interrupt(name: str) -> None:
    text = LONG[name]()
    child = send_later(0.03)
    with pytest.raises(KeyboardInterrupt):
        try:
            extract(text)
        finally:
            os.waitpid(child, 0)
    assert jsonbeacon.parse_json("[1]") == [1]
    assert gc.isenabled()


@pytest.mark.parametrize("name", TOKENS)
def test_in_the_midst_of_one_token(name: str) -> None:
    text = TOKENS[name]()
    child = send_later(0.03)
    with pytest.raises(KeyboardInterrupt) as caught:
        try:
            jsonbeacon.parse_json(text)
        finally:
            os.waitpid(child, 0)
    # Not when the call was over: then it would have come upon the error that the call raised.
    assert caught.value.__context__ is None


#: What is long to repair, and how.
REPAIRS: dict[str, Callable[[], object]] = {
    "edits": lambda: jsonbeacon.repair_json("[" + "{'a': 1,}, " * 300_000 + "0]"),
    "escaped": lambda: jsonbeacon.repair_json("[" + r"{\"a\": 1}, " * 300_000 + "0]"),
    "repeated keys": lambda: jsonbeacon.repair_json("[" + '{"a": 1, "a": 2}, ' * 300_000 + "0]"),
    "bare text": lambda: jsonbeacon.repair_json("{a: " + "word " * 6_000_000 + "}"),
    "one line of prose": lambda: jsonbeacon.extract_all("{'a': 1,} and " * 200_000, repair="all"),
    "tags": lambda: jsonbeacon.extract_json('<r>{"a": 1}</r> ' * 300_000, tags="r", select="last"),
    "reasoning": lambda: jsonbeacon.extract_json(
        "<think>{'a': 1,}</think> [1] " * 150_000, reasoning="skip", select="last"
    ),
    "many values": lambda: jsonbeacon.extract_all('{"a": 1} ' * 400_000),
}


@pytest.mark.parametrize("name", REPAIRS)
def test_keyboard_interrupt_in_a_repair(name: str) -> None:
    start = time.process_time()
    REPAIRS[name]()
    whole = time.process_time() - start
    child = send_later(0.03)
    start = time.process_time()
    with pytest.raises(KeyboardInterrupt):
        try:
            REPAIRS[name]()
        finally:
            os.waitpid(child, 0)
    # Not at the end: by then all of the work would have been done, but for what differs from call to call.
    assert time.process_time() - start < 0.8 * whole
    assert jsonbeacon.repair_json("[1,]").value == [1]


def test_a_handler_may_repair_while_edits_are_listed() -> None:
    text = "[" + "{'a': 1,}, " * 30_000 + "0]"
    beats = 0

    def beat(number: int, frame: object) -> None:
        nonlocal beats
        beats += 1
        assert len(jsonbeacon.repair_json("[" + "{'b': 2}, " * 1_000 + "0]").repairs) == 2_000
        signal.setitimer(signal.ITIMER_REAL, 0.01)  # anew each time, so that no handler is in another

    before = signal.signal(signal.SIGALRM, beat)
    signal.setitimer(signal.ITIMER_REAL, 0.01)
    try:
        repaired = [jsonbeacon.repair_json(text) for _ in range(10)]
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert beats > 3
    assert gc.isenabled()
    assert all(each.value[:-1] == [{"a": 1}] * 30_000 for each in repaired)
    assert repaired[0].repairs == repaired[-1].repairs
    assert len(repaired[0].repairs) == 90_000


@pytest.mark.parametrize("name", LONG)
def test_a_handler_that_returns(name: str, handler: list[int]) -> None:
    text = LONG[name]()
    child = send_later(0.03)
    value = extract(text)
    os.waitpid(child, 0)
    assert handler == [signal.SIGINT]
    if name == "prose":
        assert value is None
    elif name == "escapes":
        assert value == ["\né" * 4_000_000]
    elif name == "array":
        assert isinstance(value, list)
        assert len(value) == 10_000_001
        assert value[-2:] == [1, 0]
    else:
        assert isinstance(value, list)
        assert value[0] % 10**9 == 777_777_777


@pytest.mark.parametrize("name", ["prose", "digits"])
def test_other_threads_run_meanwhile(name: str) -> None:
    text = LONG[name]()
    ticks = 0
    done = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not done.wait(0.001):
            ticks += 1

    thread = threading.Thread(target=tick)
    thread.start()
    extract(text)
    done.set()
    thread.join()
    assert ticks >= 5


def test_in_other_threads_no_signal_is_looked_for(handler: list[int]) -> None:
    values: list[object] = []
    thread = threading.Thread(target=lambda: values.append(extract(LONG["prose"]())))
    thread.start()
    os.kill(os.getpid(), signal.SIGINT)
    thread.join()
    assert values == [None]
    assert handler == [signal.SIGINT]


def test_a_timer_beats_while_texts_are_read() -> None:
    beats = 0

    def beat(number: int, frame: object) -> None:
        nonlocal beats
        beats += 1
        assert jsonbeacon.extract_json('{"inner": [1]}') == {"inner": [1]}

    before = signal.signal(signal.SIGALRM, beat)
    signal.setitimer(signal.ITIMER_REAL, 0.002, 0.002)
    try:
        for _ in range(200):
            assert len(jsonbeacon.parse_json("[" + "[1, 2], " * 10_000 + "0]")) == 10_001
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert beats > 3
