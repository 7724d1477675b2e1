"""Values come out exactly: integers of any size, correctly rounded floats, key order, every character."""

from __future__ import annotations

import decimal
import math
import struct
import sys
from collections.abc import Iterator
from random import Random
from typing import Any

import jsonbeacon
import pytest
from oracle_syntax import integer

SEED = 20
LENGTHS = (
    *(1, 2, 8, 9, 10, 15, 16, 17, 18, 19, 20, 21, 22, 30, 38, 39, 40, 77, 78, 100, 255, 256, 257, 308, 309, 310),
    *(639, 640, 641, 1000, 4299, 4300, 4301, 9999, 10_000, 10_001, 30_000, 100_000),
)
HAS_DIGIT_LIMIT = hasattr(sys, "set_int_max_str_digits")  # not in the first releases of 3.10
DIGIT_LIMITS = ["as it is", 640, 4300, 0] if HAS_DIGIT_LIMIT else ["as it is"]
PLANES = [
    (plane, [plane * 0x10000 + at for at in (0, 1, 0x1234, 0x8000, 0xF600, 0xFFFD, 0xFFFE, 0xFFFF)])
    for plane in range(17)
]


@pytest.fixture(params=DIGIT_LIMITS, ids=str)
def digit_limit(request: pytest.FixtureRequest) -> Iterator[None]:
    """CPython's limit on converting between int and str, which is none of the caller's business here (§1)."""
    if request.param == "as it is":
        yield
        return
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(request.param)
    yield
    sys.set_int_max_str_digits(before)


def digits(random: Random, length: int) -> str:
    return random.choice("123456789") + "".join(random.choices("0123456789", k=length - 1))


@pytest.mark.usefixtures("digit_limit")
@pytest.mark.parametrize("length", LENGTHS)
def test_integers(length: int) -> None:
    random = Random(SEED + length)
    for spelling in (digits(random, length), "9" * length, "1" + "0" * (length - 1), "-" + digits(random, length)):
        value = integer(spelling)
        for got in (jsonbeacon.parse_json(spelling), jsonbeacon.extract_json(f'see {{"n":{spelling}}}')["n"]):
            assert type(got) is int
            assert (got == value) is True  # no repr of it in a failure: it may be beyond the limit


@pytest.mark.usefixtures("digit_limit")
def test_integers_beside_others() -> None:
    spellings = [digits(Random(n), n * 37 + 1) for n in range(60)]
    got = jsonbeacon.extract_json("[" + " , ".join(spellings) + "]")
    assert all(value == integer(spelling) for value, spelling in zip(got, spellings, strict=True))


@pytest.mark.parametrize("power", [*range(2, 70), 127, 128, 129, 255, 256, 1023, 1024])
def test_integers_at_the_edges_of_machine_words(power: int) -> None:
    values = [sign * (2**power + near) for sign in (1, -1) for near in range(-2, 3)]
    assert jsonbeacon.parse_json(repr(values)) == values


def test_zero_is_an_integer_whatever_its_sign() -> None:
    assert repr(jsonbeacon.parse_json("[0, -0, 0.0, -0.0, 0e5, -0e-5]")) == "[0, 0, 0.0, -0.0, 0.0, -0.0]"


HARD_FLOATS = (
    *("0.1", "1e0", "1E5", "1e+5", "1e-5", "123456789012345678.0", "9007199254740992.0", "9007199254740993.0"),
    *("9007199254740992.99999", "9007199254740993.00000000000000000001", "1.00000000000000011102230246251565404"),
    *("1.00000000000000011102230246251565405", "1.00000000000000033306690738754696", "5e-324", "4.9e-324", "2.5e-324"),
    *("2.4703282292062327208e-324", "2.4703282292062328e-324", "2.2250738585072011e-308", "2.2250738585072012e-308"),
    *("2.2250738585072014e-308", "1.7976931348623157e308", "1.797693134862315807e308", "179769313486231580793e288"),
    *("1e-400", "0e999", "0.0e-999", "1e23", "8.5e22", "6.0221e+23", "1e22", "1e-22", "9e-265", "7e-10", "1.5e-45"),
    *("0." + "0" * 400 + "1", "1" * 400 + "e-390", "0." + "3" * 400, "1." + "0" * 400 + "1", "4." + "9" * 400 + "e7"),
    *(
        "1" * 308 + ".0",
        "1" * 309 + "e0",
        "17976931348623157" + "0" * 292 + ".5",
        "0." + "0" * 306 + "22250738585072014",
    ),
    *("1e-2147483649", "0e2147483648", "1e-99999999999999999999", "0e99999999999999999999", "1" + "0" * 400 + "e-400"),
)


@pytest.mark.parametrize("spelling", HARD_FLOATS, ids=lambda spelling: spelling[:40])
def test_hard_floats(spelling: str) -> None:
    for signed in (spelling, "-" + spelling):
        got = jsonbeacon.extract_json(f"[{signed}]")[0]
        assert type(got) is float
        assert got.hex() == float(signed).hex()


def halfway(random: Random) -> Iterator[str]:
    """Exactly between two floats, and a little to either side: where rounding is decided by the last digit."""
    low = abs(random_double(random))
    high = math.nextafter(low, math.inf)
    if math.isinf(high):
        return
    with decimal.localcontext() as context:
        context.prec = 1200
        middle = (decimal.Decimal(low) + decimal.Decimal(high)) / 2
        yield f"{middle:e}"
        yield f"{middle.next_plus():e}"
        yield f"{middle.next_minus():e}"


def random_double(random: Random) -> float:
    while True:
        value: float = struct.unpack("<d", random.randbytes(8))[0]
        if math.isfinite(value):
            return value


def spellings(random: Random) -> Iterator[str]:
    yield repr(random_double(random)).replace("e", random.choice("eE"))
    yield f"{random_double(random):.{random.randint(0, 30)}e}"
    yield f"{random.randint(0, 10 ** random.randint(1, 25))}.{random.randint(0, 10 ** random.randint(1, 25))}"
    yield f"{random.randint(1, 10**19)}e{random.randint(-345, 285)}"
    yield f"{random.randint(1, 10 ** random.randint(1, 6))}e{random.randint(-30, 30)}"


def compare(batch: list[str]) -> None:
    got = jsonbeacon.extract_json("[" + ",".join(batch) + "]")
    wrong = [
        s for s, value in zip(batch, got, strict=True) if type(value) is not float or value.hex() != float(s).hex()
    ]
    assert not wrong, min(wrong, key=len)


@pytest.mark.parametrize("part", range(10))
def test_random_floats(part: int) -> None:
    random = Random(SEED + part)
    every = [spelling for _ in range(4000) for spelling in spellings(random)]
    compare([s for s in every if ("." in s or "e" in s or "E" in s) and math.isfinite(float(s))])


def test_random_halfway_floats() -> None:
    random = Random(SEED)
    compare([spelling for _ in range(2000) for spelling in halfway(random)])


@pytest.mark.parametrize("size", [1, 2, 8, 9, 100, 5000])
def test_key_order(size: int) -> None:
    names = [str(n) for n in range(size)]
    Random(SEED).shuffle(names)
    text = "{" + ",".join(f'"{name}": [{n}]' for n, name in enumerate(names)) + "}"
    for _ in range(3):  # what is remembered of a first reading must not change a second
        assert list(jsonbeacon.extract_json(text).items()) == [(name, [n]) for n, name in enumerate(names)]


def test_plain_types() -> None:
    def types(value: Any) -> set[type]:
        inner = [*value, *value.values()] if type(value) is dict else value if type(value) is list else []
        return {type(value)}.union(*map(types, inner))

    value = jsonbeacon.extract_json('{"a": [1, 1.5, 1e2, true, false, null, "s", {}, []], "b": {"c": -1}}')
    assert types(value) == {dict, list, int, float, bool, type(None), str}
    assert value["a"][3] is True and value["a"][4] is False and value["a"][5] is None


def escaped(text: str) -> str:
    units = text.encode("utf-16-be")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02X}" for at in range(0, len(units), 2))


@pytest.mark.parametrize(("plane", "points"), PLANES, ids=[f"plane {plane}" for plane, _ in PLANES])
def test_every_plane(plane: int, points: list[int]) -> None:
    for c in map(chr, points):
        raw = c if c >= " " else escaped(c)
        text = f'{c}{c} {{"{raw}": "a{raw}", "x{raw}{escaped(c)}": ["{escaped(c)}{raw}", "\u00e9"], "ascii": "a"}}{c}'
        found = jsonbeacon.extract_json_detailed(text)
        assert found.value == {c: "a" + c, "x" + c + c: [c + c, "\u00e9"], "ascii": "a"}
        assert (found.start, found.end) == (3, len(text) - 1)
        assert jsonbeacon.extract_json_detailed(text.encode()) == found
        # A str that is stored wider than it need be equals no other: the sizes tell.
        for key, twin in zip(found.value, (c, "x" + c + c, "ascii"), strict=True):
            assert sys.getsizeof(key) == sys.getsizeof(twin)
        assert sys.getsizeof(found.value["ascii"]) == sys.getsizeof("a")


@pytest.mark.parametrize("wide", ["", "\u00e9", "\u20ac", "\U0001f600"], ids=["ascii", "latin-1", "bmp", "astral"])
def test_nul(wide: str) -> None:
    text = f'\x00{wide}\x00 {{"a\\u0000{wide}": "\\u0000", "b": "{wide}\\u0000c"}} \x00 {{}}'
    found = jsonbeacon.extract_json_detailed(text)
    assert found.value == {"a\x00" + wide: "\x00", "b": wide + "\x00c"}
    assert text[found.start] == "{" and text[found.end - 1] == "}" and found.candidates == 2
    assert jsonbeacon.extract_json_detailed(text.encode()) == found
    with pytest.raises(jsonbeacon.MalformedOutputError) as caught:
        jsonbeacon.extract_json(f'\x00{wide}{{"a\x00')
    assert (caught.value.code, caught.value.position) == ("json.control_character", 4 + len(wide))


@pytest.mark.parametrize("lone", ["\ud800", "\udbff", "\udc00", "\udfff", "\udc97", "\ud83d\ude00", "\ude00\ud83d"])
def test_lone_surrogates(lone: str) -> None:
    found = jsonbeacon.extract_json_detailed(f"{lone} {{}} {lone}")
    assert (found.value, found.start, found.end) == ({}, len(lone) + 1, len(lone) + 3)
    fenced = jsonbeacon.extract_json_detailed(f"{lone}\n```json\n[1]\n```\n{lone}")
    assert (fenced.value, fenced.source, fenced.start) == ([1], "fence", len(lone) + 9)
    for text in (f'{lone}{{"a": "{lone}"}}', f'{lone}{{"a{lone}": 1}}', f'{lone}["\\n{lone}"]'):
        with pytest.raises(jsonbeacon.MalformedOutputError) as caught:
            jsonbeacon.extract_json(text)
        assert (caught.value.code, caught.value.position) == ("json.lone_surrogate", text.index(lone, len(lone)))


REPLY = 'Voil\u00e0 \U0001f600:\r\n```json\r\n{"n": [1, 2.5, "\u20ac"]}\r\n```\r\n'


@pytest.mark.parametrize("kind_of_bytes", [bytes, bytearray, memoryview, lambda b: memoryview(bytearray(b))])
def test_bytes_are_the_same_text(kind_of_bytes: Any) -> None:
    for text in (REPLY, "\ufeff" + REPLY, "\ufeff[1]", "{}", '{"a": [1,\n2,]}', "", "x", '["\u00e9'):
        given = kind_of_bytes(text.encode())
        for call in (jsonbeacon.extract_json_detailed, jsonbeacon.extract_json, jsonbeacon.parse_json):
            assert outcome(call, given) == outcome(call, text)


def outcome(call: Any, text: Any) -> Any:
    try:
        return call(text)
    except jsonbeacon.MalformedOutputError as error:
        return type(error), error.code, error.position, error.line, error.column, error.start, error.end, str(error)


def test_memoryview_that_skips_bytes() -> None:
    assert jsonbeacon.extract_json(memoryview(b"{-}-")[::2]) == {}
    assert jsonbeacon.extract_json(memoryview(b"]1[")[::-1]) == [1]


@pytest.mark.parametrize("text", [b"{}", b"[1,", b"\xff"])
def test_a_buffer_is_let_go(text: bytes) -> None:
    buffer = bytearray(text)
    outcome(jsonbeacon.extract_json, buffer)
    buffer += b" "  # a BufferError while somebody still holds it
    assert bytes(buffer) == text + b" "


def test_a_subclass_of_str_is_its_text() -> None:
    class Text(str):
        __slots__ = ()

    assert jsonbeacon.extract_json(Text('{"a": 1}')) == {"a": 1}


@pytest.mark.parametrize("text", [None, 1, 1.5, [], {}, ["{}"], object(), str, iter("{}")], ids=repr)
def test_anything_else_is_a_type_error(text: Any) -> None:
    for call in (jsonbeacon.extract_json, jsonbeacon.extract_json_detailed, jsonbeacon.parse_json):
        with pytest.raises(TypeError):
            call(text)
