"""Texts at the ends of what there is: none, one byte, two, 64 MB, the longest, and longer than that."""

from __future__ import annotations

import itertools
import json
import subprocess
import sys
from collections.abc import Callable

import jsonbeacon as jb
import oracle
import pytest
from test_oracle import disagreements

LONGEST = 268_435_455  # the documented number, not the engine's
LARGE = 64_000_000

FUNCTIONS: list[Callable[[str | bytes], object]] = [
    jb.extract_json,
    jb.extract_json_detailed,
    jb.extract_all,
    jb.parse_json,
    jb.repair_json,
    jb.Extractor(select="last", reasoning="skip", repair="all").extract,
]


def test_nothing_and_single_characters() -> None:
    """As the rules say; and all functions end in a value or an error of the package."""
    for text in ["", *map(chr, range(256)), "\u2028", "\ud800", "\ufeff", "\U0001f600"]:
        assert not disagreements(text)
        for function in FUNCTIONS:
            try:
                function(text)
            except jb.JSONBeaconError as error:
                assert error.message


def parsed(text: str) -> object:
    try:
        return oracle.parse(text)
    except oracle.OracleError as error:
        return error.code, error.position


def outcome(text: bytes) -> object:
    try:
        return jb.parse_json(text)
    except jb.JSONBeaconError as error:
        return error.code, error.position


def test_every_byte_and_pair_of_bytes() -> None:
    for given in [bytes(pair) for n in (1, 2) for pair in itertools.product(range(256), repeat=n)]:
        try:
            expected = parsed(given.decode())
        except UnicodeDecodeError as error:
            expected = "json.invalid_utf8", error.start
        assert outcome(given) == expected, given


def test_large_texts() -> None:
    padding = "x" * LARGE
    assert jb.parse_json(f'["{padding}"]') == [padding]
    assert jb.parse_json(f'["{padding}"]'.encode()) == [padding]
    assert jb.extract_json(padding + '{"a": [1]}') == {"a": [1]}
    assert jb.parse_json(" " * LARGE + "1" + "\t" * LARGE) == 1
    with pytest.raises(jb.NoJSONFoundError):
        jb.extract_json(padding)
    with pytest.raises(jb.MalformedOutputError) as caught:
        jb.parse_json("[" + " " * LARGE)
    assert (caught.value.code, caught.value.position) == ("json.unexpected_end", LARGE + 1)
    assert len(str(caught.value)) < 200
    assert len(caught.value.excerpt()) < 400


def test_long_numbers() -> None:
    """Their digits beyond the first 780 decide where those stand in the middle of two floats."""
    many = 1_000_000
    middle = "1.00000000000000011102230246251565404236316680908203125"  # of 1 and the next float: ties to even
    assert jb.parse_json(middle + "0" * many) == 1.0
    assert jb.parse_json(middle + "0" * many + "1") == 1.0000000000000002
    for text in (
        "1" + "0" * many + "e-1000000",
        "0." + "0" * many + "1e1000001",
        "-123456789" * 1 + "0" * 2000 + ".5e-2000",
        "0." + "0" * 5000 + "e7",
        "9" * 900 + "e-800",
        "1" + "0" * 1200 + "." + "0" * 1200 + "e-1190",
        "0." + "4" * 3000,
        "4.9406564584124654" + "0" * 2000 + "e-324",
    ):
        assert jb.parse_json(text) == json.loads(text), text[:30]
        assert jb.parse_json(f'["中", {text}]')[1] == json.loads(text), text[:30]
    for text in ("1" * 1000 + ".0", "1e" + "9" * 2000, "1." + "0" * 2000 + "e309"):
        with pytest.raises(jb.MalformedOutputError) as caught:
            jb.parse_json(text)
        assert caught.value.code == "json.number_out_of_range"
    assert jb.parse_json("1e-" + "9" * 2000) == 0.0


def test_strings_longer_than_a_piece() -> None:
    """Long strings with escapes are read and decoded in pieces, wherever those end."""
    for shift in range(13):
        for escape, character in ((r"\n", "\n"), (r"\u00e9", "é"), (r"\ud83d\ude00", "😀"), (r"\u4e2d", "中")):
            body, expected = "x" * shift + escape * 200_000, "x" * shift + character * 200_000
            assert jb.parse_json(f'{{"{body}": "{body}", "k": 0}}') == {expected: expected, "k": 0}
    with pytest.raises(jb.MalformedOutputError) as caught:
        jb.parse_json('["' + r"\n" * 1_000_000 + r"\q")
    assert caught.value.code == "json.invalid_escape"
    assert caught.value.position == 2_000_002


@pytest.mark.skipif(sys.platform != "linux", reason="measures memory as Linux does")
@pytest.mark.parametrize(
    ("unit", "options"),
    [
        ("<think>{'a': 1,}</think> [1] ", {"reasoning": "skip"}),
        ('<r>{"a": 1}</r> ', {"tags": "r"}),
        ('<think>x</think> <r>{"a": 1}</r> ', {"tags": "r", "reasoning": "skip"}),
        ("```py\n[1,]\n```\n", {"fallthrough": True}),
        ("{'a': 1,} and ", {"repair": "all"}),
    ],
    ids=lambda value: str(value) if isinstance(value, dict) else "",
)
def test_a_text_that_falls_into_many_pieces_takes_memory_in_proportion(unit: str, options: dict[str, str]) -> None:
    code = f"""
import resource, jsonbeacon
def peak(text):
    try:
        jsonbeacon.extract_json(text, select="last", **{options})
    except jsonbeacon.JSONBeaconError:
        pass
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
text = {unit!r} * (2_000_000 // {len(unit)})
before = peak(text[:1000])
print((peak(text) - before) / len(text))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert float(done.stdout) < 100


def test_the_longest_text_and_one_that_is_longer() -> None:
    text = "7" + " " * (LONGEST - 1)
    assert jb.parse_json(text) == 7
    longer = text + " "
    for function in FUNCTIONS:
        for given in (longer, longer.encode()) if function is jb.parse_json else (longer,):
            with pytest.raises(jb.MalformedOutputError) as caught:
                function(given)
            error = caught.value
            assert (error.code, error.reason, error.position) == ("extract_json.too_long", "too_long", None)
            assert len(str(error)) < 200
            assert len(error.feedback()) < 500
