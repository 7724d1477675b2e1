"""The engine answers what the contract's letter says: the oracle, on very many generated texts.

`JSONBEACON_TEXTS` is their number, `JSONBEACON_SEED` another set of them.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from itertools import chain, islice

import answers
import generate
import jsonbeacon
import oracle
import pytest
import vocabulary

TEXTS = int(os.environ.get("JSONBEACON_TEXTS", "48000"))
SEED = int(os.environ.get("JSONBEACON_SEED", "1"))
LONG_TEXTS = TEXTS // 3000
CHUNKS = 24  # tests, so that a run shows where it is and a failing one stops early
SHOWN = 5  # failing texts of a chunk, the shortest

COMPLETE = (  # to be cut off, or changed, at every place
    '{"a": [1, -2.5e+3, true, false, null], "b\\u00e9": {"c": "\\ud83d\\ude00\\n\u20ac"}, "": ""}',
    'Prose [1] {x} first.\n```json\n{"k": [1, {"a": "b"}]}\n```\nthen\r\n~~~ JSON x\r\n[1,2]\r\n~~~\r\n',
    '[1, "a [2, \\" {", {"a": 1}] and [3, 4] \U0001f600 {"b": {"c": []}} [[5]]',
    '[1,"[2,",3 x] {"a":1,"a":2} {}',
)


def disagreements(text: str) -> list[str]:
    """Each call whose answer is not the oracle's."""
    found = oracle.candidates(text)
    calls: dict[str, tuple[object, object]] = {}
    for select in oracle.SELECTS:
        for kind in oracle.KINDS:
            expected = answers.of_oracle(text, found, select, kind)
            got = answers.of_engine(text, select, kind)
            if got != expected:
                calls[f"extract_json_detailed(text, select={select!r}, kind={kind!r})"] = (got, expected)
    calls["parse_json(text)"] = (parsed(jsonbeacon.parse_json, text), parsed(oracle.parse, text))
    return [
        f"{call}\n  got      {got}\n  expected {expected}" for call, (got, expected) in calls.items() if got != expected
    ]


def parsed(parse: Callable[[str], object], text: str) -> tuple[object, ...]:
    try:
        return (repr(parse(text)),)
    except (oracle.OracleError, jsonbeacon.MalformedOutputError) as error:
        return error.code, error.position, error.reason


def check(texts: Iterable[str]) -> None:
    failing = [(text, nth, found) for nth, text in enumerate(texts) if (found := disagreements(text))]
    if failing:
        failing.sort(key=lambda case: len(case[0]))
        shown = (f"text = {ascii(text)[:3000]}  # the test's {nth}.\n" + "\n".join(f[:3]) for text, nth, f in failing)
        shortest = "\n".join(islice(shown, SHOWN))
        pytest.fail(f"{len(failing)} texts (JSONBEACON_SEED={SEED}), the shortest of them:\n{shortest}", pytrace=False)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_generated(chunk: int) -> None:
    check(generate.text(SEED, number) for number in range(chunk, TEXTS, CHUNKS))


@pytest.mark.parametrize("chunk", range(4))
def test_long_texts(chunk: int) -> None:
    check(generate.long_text(SEED, number) for number in range(chunk, LONG_TEXTS, 4))


@pytest.mark.parametrize("length", range(5))
def test_every_small_text(length: int) -> None:
    check(generate.small(length))


@pytest.mark.parametrize("text", COMPLETE)
def test_cut_off_at_every_place(text: str) -> None:
    check(generate.prefixes(text))


@pytest.mark.parametrize("text", COMPLETE)
def test_changed_at_every_place(text: str) -> None:
    places = range(len(text))
    check(text[:at] + new + text[at + 1 :] for at in places for new in vocabulary.ALPHABET)
    check(chain((text[:at] + text[at + 1 :] for at in places), (text[:at] + text[at] + text[at:] for at in places)))


def test_generated_documents_cut_off_at_every_place() -> None:
    documents = (text for text in generate.texts(SEED, 4000) if 0 < len(text) <= 80 and oracle.candidates(text))
    check(chain.from_iterable(generate.prefixes(text) for text in islice(documents, 100)))


@pytest.mark.parametrize("select", oracle.SELECTS)
@pytest.mark.parametrize("kind", oracle.KINDS)
def test_required_hides_only_that_nothing_was_found(select: oracle.Select, kind: oracle.Kind) -> None:
    for text in generate.texts(SEED + 1, 1000):
        expected = answers.of_oracle(text, oracle.candidates(text), select, kind)
        try:
            got = repr(jsonbeacon.extract_json(text, select=select, kind=kind, required=False))
        except jsonbeacon.MalformedOutputError as error:
            assert answers.of_error(error) == expected, ascii(text)
        else:
            assert got == ("None" if expected.code == "json.not_found" else expected.value), ascii(text)
