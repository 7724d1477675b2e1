"""Coverage-guided fuzzing of the C side: every kind of text, every option, everything an answer can be asked.

    .ci/fuzz --only bridge          builds the extension with coverage counters, and runs this

Works without the counters too, but then learns nothing about the C code:

    python tests_py/fuzz_bridge.py CORPUS -max_total_time=60
"""

from __future__ import annotations

import gc
import hashlib
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import atheris
import jsonbeacon
from corpus import rows

OPTIONS: dict[str, tuple[Any, ...]] = {
    "select": ("first", "last", "largest", "only"),
    "kind": ("auto", "object", "array", "any"),
    "required": (True, False),
    "tags": (None, ("json", "result"), ("a",)),
    "reasoning": ("keep", "skip"),
    "fallthrough": (False, True),
    "repair": (None, "syntax", "guess", "all"),
    "invisible": ("keep", "syntax", "strip"),
    "blank": ("allow", "reject"),
    "sources": (("fence", "inline"), ("fence",), ("inline",)),
    "max_length": (None, 20),
    "schema": (None, lambda value: value),
}
#: How the rest of the input becomes a text: units of 1, 2 and 4 bytes, UTF-8, and what is no text.
FORMS: tuple[Callable[[bytes], Any], ...] = (
    lambda data: data.decode("latin-1"),
    lambda data: data.decode("utf-8", "replace"),
    lambda data: data.decode("utf-8", "surrogateescape"),
    lambda data: data.decode("utf-16-le", "surrogatepass") if len(data) % 2 == 0 else "",
    lambda data: data.decode("utf-8", "replace") + "\U0001f600",
    lambda data: data,
    bytearray,
    memoryview,
    lambda data: data.decode("ascii", "ignore"),
)


def options_of(bits: int) -> dict[str, Any]:
    options = {}
    for name, values in OPTIONS.items():
        bits, index = divmod(bits, len(values))
        if index:
            options[name] = values[index]
    return options


def look_at(thing: Any) -> None:
    """All that an answer or an error shows of itself has to work, and to agree."""
    if isinstance(thing, jsonbeacon.MalformedOutputError):
        assert thing.code and thing.reason and str(thing)
        thing.excerpt(), thing.feedback(), repr(thing), thing._repr_html_()
        json.loads(thing.to_json())
    elif isinstance(thing, jsonbeacon.Extraction):
        repr(thing), thing._repr_html_(), thing.diff()
        form = json.loads(thing.to_json())
        assert form["start"] == thing.start <= thing.end == form["end"]
        if not thing.repairs:
            json.loads(thing.value_json)


def outcome(call: Callable[[], Any]) -> Any:
    try:
        return call()
    except jsonbeacon.JSONBeaconError as error:
        return error


def same(one: Any, other: Any) -> bool:
    if isinstance(one, jsonbeacon.JSONBeaconError):
        return isinstance(other, jsonbeacon.JSONBeaconError) and one.code == other.code
    return repr(one) == repr(other)


def one_input(data: bytes) -> None:
    if len(data) < 4:
        return
    text = FORMS[data[0] % len(FORMS)](data[4:])
    options = options_of(int.from_bytes(data[1:4], "little"))
    plain = outcome(lambda: jsonbeacon.extract_json(text, **options))
    extractor = jsonbeacon.Extractor(**options)
    assert same(plain, outcome(lambda: extractor.extract(text)))
    required = options.pop("required", True)
    detailed = outcome(lambda: jsonbeacon.extract_json_detailed(text, **options))
    if isinstance(detailed, jsonbeacon.JSONBeaconError):
        assert same(plain, detailed) or plain is None and not required
    else:
        assert same(plain, detailed.value)
    look_at(detailed)
    for name in "select", "kind", "fallthrough":
        options.pop(name, None)
    everything = outcome(lambda: jsonbeacon.extract_all(text, **options))
    for thing in everything if isinstance(everything, list) else [everything]:
        look_at(thing)
    strict = outcome(lambda: jsonbeacon.parse_json(text))
    look_at(strict)
    repaired = outcome(lambda: jsonbeacon.repair_json(text))
    if isinstance(repaired, jsonbeacon.JSONBeaconError):
        assert isinstance(strict, jsonbeacon.JSONBeaconError)
    else:
        assert isinstance(strict, jsonbeacon.JSONBeaconError) or not repaired.repairs
        assert same(repaired.value, outcome(lambda: jsonbeacon.parse_json(repaired.text)))
        repaired._repr_html_(), repaired.diff(), repr(repaired)


def leaks_nothing(data: bytes) -> None:
    """Now and then: the same input again and again takes no memory."""
    for _ in range(3):
        one_input(data)
    gc.collect()
    before = sys.getallocatedblocks()
    for _ in range(5):
        one_input(data)
    gc.collect()
    grown = sys.getallocatedblocks() - before
    assert grown < 5, f"{grown} blocks more after 5 calls"


calls = 0


def target(data: bytes) -> None:
    global calls
    calls += 1
    (one_input if calls % 1024 else leaks_nothing)(data)


def seeds(folder: str) -> None:
    """The corpus of the tests, each text in one form and with some options, and what fuzzing has found before."""
    texts = [row["text"] for row in rows("replies.jsonl")]
    texts += [row["input"] for name in ("repair/jsonrepair_pairs.jsonl", "reports.jsonl") for row in rows(name)]
    inputs = [bytes.fromhex(row["bytes"]) for row in rows("fuzz.jsonl") if row["target"] == "bridge"]
    for number, text in enumerate(texts):
        if isinstance(text, str):
            head = bytes([number % len(FORMS)]) + (number * 2654435761 % 2**24).to_bytes(3, "little")
            inputs.append(head + text.encode("utf-8", "surrogatepass")[:2000])
    for data in inputs:
        (Path(folder) / hashlib.sha1(data).hexdigest()).write_bytes(data)


if __name__ == "__main__":
    if len(sys.argv) > 1 and Path(sys.argv[1]).is_dir():
        seeds(sys.argv[1])
    atheris.Setup(sys.argv, target)
    atheris.Fuzz()
