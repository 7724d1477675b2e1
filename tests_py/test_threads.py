"""Eight threads share Extractors: what each call gives is what it gives alone. CALLS sets how many calls in all."""

from __future__ import annotations

import itertools
import os
import threading
from collections.abc import Callable

import jsonbeacon as jb

CALLS = int(os.environ.get("CALLS", "100000"))
THREADS = 8

#: Above 65,536 characters the GIL is released; long digits and repair make Go allocate.
TEXTS = [
    'Sure: {"intent": "cancel", "confidence": 0.9}. Done.',
    '```json\n{"a": [1, 2.5, "é", null, true]}\n```',
    '{"a": 1} [2] {"b": {"c": [3]}} [4, 5]',
    "nothing here",
    'The user wants to {"intent": cancel',
    '{"a": 1, "a": 2}',
    '{"steps": ["mix", "ba',
    "{'a': 1, 'b': [True, None,],}",
    '<think>{"draft": 1}</think> {"中": "😀"}',
    '["' + r"\n\u00e9\ud83d\ude00" * 50 + '"]',
    '{"n": ' + "7" * 900 + "}",
    "[" + ", ".join(f'{{"id": {i}, "name": "n{i}"}}' for i in range(60)) + "]",
]
LONG = ["words " * 12_000 + '{"n": [1, 2]}', "[" + "[1, 2.5], " * 8_000 + "0]", "[" + "[1, 2.5], " * 8_000 + "0"]

EXTRACTORS = [
    jb.Extractor(),
    jb.Extractor(select="last", kind="any"),
    jb.Extractor(select="only", required=False),
    jb.Extractor(repair="all", reasoning="skip"),
    jb.Extractor(fallthrough=True, tags="r", kind="object"),
]

Call = tuple[Callable[[str], object], str]


def outcome(call: Call) -> object:
    function, text = call
    try:
        return function(text)
    except jb.JSONBeaconError as error:
        return type(error), str(error), error.code


def test_results_are_those_of_one_thread() -> None:
    functions: list[Callable[[str], object]] = [jb.parse_json, jb.extract_json_detailed]
    functions += itertools.chain.from_iterable((each.extract, each.detailed) for each in EXTRACTORS)
    short: list[Call] = list(itertools.product(functions, TEXTS))
    long: list[Call] = list(itertools.product(functions[:6], LONG))
    expected_short = [outcome(each) for each in short]
    expected_long = [outcome(each) for each in long]
    wrong: list[object] = []
    made: list[int] = []
    start = threading.Barrier(THREADS)

    def body(number: int) -> None:
        start.wait()
        count = 0
        place = number * 7
        while count < CALLS // THREADS and not wrong:
            for i in range(len(short)):
                i = (i + place) % len(short)
                if outcome(short[i]) != expected_short[i]:
                    wrong.append(short[i])
            i = count // len(short) % len(long)
            if outcome(long[i]) != expected_long[i]:
                wrong.append(long[i])
            count += len(short) + 1
        made.append(count)

    threads = [threading.Thread(target=body, args=(n,)) for n in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
    assert len(made) == THREADS
    assert sum(made) >= CALLS
