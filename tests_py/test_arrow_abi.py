"""The C data interface itself: every layout, arrays that lie, and who frees what, without an Arrow library."""

from __future__ import annotations

import gc
import os
import pathlib
import struct
import subprocess
import sys
import threading
from collections.abc import Callable

import arrow_abi
import jsonbeacon
import jsonbeacon.arrow
import pytest
from arrow_abi import LYING, Column, bits, laid_out, read

TEXTS: list[bytes | None] = [
    b'{"a": 1}',
    None,
    'é€😀 {"longer": "than a view holds"} é'.encode(),
    b"",
    b'{"short": 1',
    b"\xff{}",
    '["é", 1]'.encode(),
    'é {"a": [1, "\xe2\x82"'.encode("latin-1"),
    None,
]
LAYOUTS = ("u", "U", "z", "Z", "vu", "vz")
EXPECTED = read(jsonbeacon.arrow.extract(laid_out(TEXTS)))


def test_what_the_layouts_are_held_against() -> None:
    values = [row and (row["value"], row["code"]) for row in EXPECTED]
    assert values == [
        ('{"a":1}', None),
        None,
        ('{"longer":"than a view holds"}', None),
        (None, "json.not_found"),
        (None, "json.unexpected_end"),
        (None, "json.invalid_utf8"),
        ('["é",1]', None),
        (None, "json.invalid_utf8"),
        None,
    ]


def test_bytes_that_are_no_utf8_are_the_error_that_one_call_raises() -> None:
    for text, row in zip(TEXTS, EXPECTED):
        if text is None:
            continue
        try:
            jsonbeacon.extract_json(text)
        except jsonbeacon.MalformedOutputError as error:
            assert row is not None
            for name in ("code", "reason", "message", "position", "line", "column", "start", "end"):
                assert row[name] == getattr(error, name), (text, name)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("offset", range(len(TEXTS) + 1))
def test_layouts_and_offsets(layout: str, offset: int) -> None:
    column = laid_out(TEXTS, layout, offset)
    assert read(jsonbeacon.arrow.extract(column)) == EXPECTED[offset:]
    assert column.released == 1


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("index", ["cC", "sS", "iI", "lL"])
def test_dictionaries(layout: str, index: str) -> None:
    picked = [3, 0, 6, 6, 1, 2]
    for letter in index:
        indices = struct.pack(
            f"<{len(picked)}{letter.translate({ord('c'): 'b', ord('C'): 'B', ord('s'): 'h', ord('S'): 'H', ord('l'): 'q', ord('L'): 'Q'})}",
            *picked,
        )
        flags = [True, True, False, True, True, True]
        column = Column(letter, 5, [bits(flags), indices], 1).within(laid_out(TEXTS, layout))
        expected = [EXPECTED[i] if here else None for i, here in zip(picked, flags)]
        assert read(jsonbeacon.arrow.extract(column)) == expected[1:]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_struct_of_one_column(layout: str) -> None:
    flags = [True, True, True, False, True, True, True]
    column = laid_out(TEXTS, layout, 2).in_struct(5, 1, bits(flags))
    expected = [row if here else None for row, here in zip(EXPECTED[2:], flags)]
    assert read(jsonbeacon.arrow.extract(column)) == expected[1:6]
    again = laid_out(TEXTS, layout, 2).in_struct(5, 1, bits(flags))
    found = jsonbeacon.extract_json_many(again, on_error="return")
    assert [each is None for each in found] == [row is None for row in expected[1:6]]


def test_the_width_of_offsets_is_the_columns() -> None:
    for layout, wide in zip(LAYOUTS, (False, True, False, True, True, True)):
        capsule = jsonbeacon.arrow.extract(laid_out(TEXTS, layout)).__arrow_c_schema__()
        schema = arrow_abi.c.cast(
            arrow_abi.capsule_pointer(capsule, b"arrow_schema"), arrow_abi.c.POINTER(arrow_abi.Schema)
        )
        assert schema.contents.children[0].contents.format == (b"U" if wide else b"u"), layout


@pytest.mark.parametrize("name", LYING)
def test_arrays_that_lie(name: str) -> None:
    for call in (jsonbeacon.arrow.extract, jsonbeacon.extract_json_many):
        column = LYING[name]()
        with pytest.raises(ValueError, match="array"):
            call(column)
        assert column.released == 1


def test_what_is_no_column_of_texts() -> None:
    wrong: list[tuple[object, str]] = [
        (["{}"], "must be an object with Arrow's PyCapsule interface"),
        (Column("l", 1, [None, b"12345678"]), "strings or binaries"),
        (Column("+s", 0, [None]), "one column is wanted"),
        (laid_out([b"{}"]).in_struct(1, members=2), "one column is wanted"),
        (Column("c", 1, [None, b"\x00"]).within(Column("l", 1, [None, b"12345678"])), "strings or binaries"),
    ]
    for column, message in wrong:
        with pytest.raises(TypeError, match=message):
            jsonbeacon.arrow.extract(column)  # type: ignore[arg-type]
    used = laid_out([b"{}"])
    jsonbeacon.arrow.extract(used)
    with pytest.raises(ValueError, match="has been used"):
        jsonbeacon.arrow.extract(used)


def test_a_producer_that_fails_to_say_what_it_has() -> None:
    class Lost:
        @property
        def __arrow_c_stream__(self) -> object:
            raise OSError("the disk is gone")

    with pytest.raises(OSError, match="the disk is gone"):
        jsonbeacon.arrow.extract(Lost())  # type: ignore[arg-type]


def test_a_column_without_rows() -> None:
    result = jsonbeacon.arrow.extract(laid_out([]))
    assert (len(result), result.num_chunks, read(result)) == (0, 1, [])
    result.__arrow_c_array__()


def gives_back(work: Callable[[], None]) -> bool:
    """Whether work, done ten times, leaves less than 4 MB behind at last: at first the C library keeps what is freed, for
    each thread."""

    def resident() -> int:
        return int(pathlib.Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def growth() -> int:
        before = resident()
        for _ in range(10):
            work()
        gc.collect()
        return resident() - before

    return any(growth() < 4 << 20 for _ in range(20))


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_memory_is_given_back() -> None:
    texts: list[bytes | None] = [b'{"a": "%s"}' % (b"x" * 2_000), b'{"a": [1, 2,]}', None] * 700

    def all_of_it() -> None:
        result = jsonbeacon.arrow.extract(laid_out(texts, "vu"), repair="syntax", threads=2)
        assert len(read(result)) == len(texts)
        unread = result.__arrow_c_stream__(), result.__arrow_c_array__(), result.__arrow_c_schema__()
        with pytest.raises(ValueError, match="corrupt"):
            jsonbeacon.arrow.extract(LYING["offsets that go back"]())
        del unread

    assert gives_back(all_of_it)  # ten results have 15 MB


def test_a_member_outlives_its_struct_and_its_column() -> None:
    result = jsonbeacon.arrow.extract(laid_out([b'{"a": 1}'] * 10))
    _, capsule = result.__arrow_c_array__()
    pointer = arrow_abi.capsule_pointer(capsule, b"arrow_array")
    array = arrow_abi.c.cast(pointer, arrow_abi.c.POINTER(arrow_abi.Array)).contents
    member = arrow_abi.Array()
    arrow_abi.c.memmove(arrow_abi.c.byref(member), array.children[0], arrow_abi.c.sizeof(arrow_abi.Array))
    array.children[0].contents.release = arrow_abi.RELEASE_ARRAY()
    del result, capsule, array
    gc.collect()
    assert arrow_abi._values(member, "u") == ['{"a":1}'] * 10
    member.release(arrow_abi.c.byref(member))


def test_a_column_can_be_taken_often_and_from_threads() -> None:
    result = jsonbeacon.arrow.extract(laid_out(TEXTS * 50, "vu"), threads=2)
    wrong: list[object] = []

    def take() -> None:
        for _ in range(5):
            if read(result) != EXPECTED * 50:
                wrong.append(result)
            if read(jsonbeacon.arrow.extract(laid_out(TEXTS * 50), threads=2)) != EXPECTED * 50:
                wrong.append(result)

    threads = [threading.Thread(target=take) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


@pytest.mark.skipif(sys.platform != "linux", reason="a child is given a runtime on Linux only")
def test_a_result_of_the_parent_in_a_forked_child() -> None:
    code = """
import os, arrow_abi, jsonbeacon.arrow
column = jsonbeacon.arrow.extract(arrow_abi.laid_out([b'{"a": 1}', None] * 1000), threads=2)
for _ in range(20):
    pid = os.fork()
    if not pid:
        assert arrow_abi.read(column)[0]["value"] == '{"a":1}'
        again = jsonbeacon.arrow.extract(arrow_abi.laid_out([b'{"a": 2}'] * 1000), threads=2, schema={"required": ["a"]})
        assert arrow_abi.read(again)[999]["value"] == '{"a":2}'
        del column, again
        os._exit(0)
    assert os.waitpid(pid, 0)[1] == 0
assert len(arrow_abi.read(column)) == 2000
"""
    env = {**os.environ, "PYTHONPATH": str(pathlib.Path(__file__).parent)}
    command = [sys.executable, "-W", "ignore::DeprecationWarning", "-c", code]
    subprocess.run(command, check=True, timeout=300, env=env)
