"""Arrow's C data interface with ctypes alone: columns of texts in every layout, true and lying, and a reader of results.

So what the package does with the interface is tested without a library that would put a thread, an allocator or a copy
of its own between.
"""

from __future__ import annotations

import ctypes as c
import struct
from collections.abc import Callable, Sequence
from typing import Any


class Schema(c.Structure):
    pass


class Array(c.Structure):
    pass


class Stream(c.Structure):
    pass


RELEASE_SCHEMA = c.CFUNCTYPE(None, c.POINTER(Schema))
RELEASE_ARRAY = c.CFUNCTYPE(None, c.POINTER(Array))
Schema._fields_ = [
    ("format", c.c_char_p),
    ("name", c.c_char_p),
    ("metadata", c.c_char_p),
    ("flags", c.c_int64),
    ("n_children", c.c_int64),
    ("children", c.POINTER(c.POINTER(Schema))),
    ("dictionary", c.POINTER(Schema)),
    ("release", RELEASE_SCHEMA),
    ("private_data", c.c_void_p),
]
Array._fields_ = [
    ("length", c.c_int64),
    ("null_count", c.c_int64),
    ("offset", c.c_int64),
    ("n_buffers", c.c_int64),
    ("n_children", c.c_int64),
    ("buffers", c.POINTER(c.c_void_p)),
    ("children", c.POINTER(c.POINTER(Array))),
    ("dictionary", c.POINTER(Array)),
    ("release", RELEASE_ARRAY),
    ("private_data", c.c_void_p),
]
GET_SCHEMA = c.CFUNCTYPE(c.c_int, c.POINTER(Stream), c.POINTER(Schema))
GET_NEXT = c.CFUNCTYPE(c.c_int, c.POINTER(Stream), c.POINTER(Array))
Stream._fields_ = [
    ("get_schema", GET_SCHEMA),
    ("get_next", GET_NEXT),
    ("get_last_error", c.CFUNCTYPE(c.c_char_p, c.POINTER(Stream))),
    ("release", c.CFUNCTYPE(None, c.POINTER(Stream))),
    ("private_data", c.c_void_p),
]

capsule_new = c.pythonapi.PyCapsule_New
capsule_new.restype, capsule_new.argtypes = c.py_object, [c.c_void_p, c.c_char_p, c.c_void_p]
capsule_pointer = c.pythonapi.PyCapsule_GetPointer
capsule_pointer.restype, capsule_pointer.argtypes = c.c_void_p, [c.py_object, c.c_char_p]


@RELEASE_SCHEMA
def release_schema(schema: Any) -> None:
    schema.contents.release = RELEASE_SCHEMA()


class Column:
    """An array that has been laid out; ``released`` counts the calls of its release."""

    def __init__(
        self, layout: str, length: int, buffers: Sequence[bytes | None], offset: int = 0, null_count: int = -1
    ) -> None:
        self.layout, self.released, self.kept = layout, 0, list(buffers)
        pointers = [c.cast(c.c_char_p(each), c.c_void_p) if each is not None else c.c_void_p() for each in buffers]
        self.pointers = (c.c_void_p * len(buffers))(*pointers)
        self.release = RELEASE_ARRAY(self._release)
        self.schema = Schema(layout.encode(), None, None, 2, 0, None, None, release_schema, None)
        self.array = Array(length, null_count, offset, len(buffers), 0, self.pointers, None, None, self.release, None)

    def _release(self, array: Any) -> None:
        self.released += 1
        array.contents.release = RELEASE_ARRAY()

    def renew(self) -> None:
        """It has not been released: for another reader."""
        self.array.release, self.schema.release = self.release, release_schema

    def within(self, dictionary: Column) -> Column:
        """These are indices into the other's texts."""
        self.dictionary = dictionary
        self.schema.dictionary, self.array.dictionary = c.pointer(dictionary.schema), c.pointer(dictionary.array)
        return self

    def in_struct(self, length: int, offset: int = 0, validity: bytes | None = None, members: int = 1) -> Column:
        """A struct of which this is the only member."""
        outer = Column("+s", length, [validity], offset)
        outer.member = self  # type: ignore[attr-defined]
        outer.schemas = (c.POINTER(Schema) * members)(*[c.pointer(self.schema)] * members)  # type: ignore[attr-defined]
        outer.arrays = (c.POINTER(Array) * members)(*[c.pointer(self.array)] * members)  # type: ignore[attr-defined]
        outer.schema.n_children = outer.array.n_children = members
        outer.schema.children, outer.array.children = outer.schemas, outer.arrays  # type: ignore[attr-defined]
        return outer

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        return (
            capsule_new(c.addressof(self.schema), b"arrow_schema", None),
            capsule_new(c.addressof(self.array), b"arrow_array", None),
        )


def bits(flags: Sequence[bool]) -> bytes:
    """A bitmap, the first flag in the lowest bit."""
    out = bytearray((len(flags) + 7) // 8)
    for i, flag in enumerate(flags):
        out[i // 8] |= flag << i % 8
    return bytes(out)


def validity(texts: Sequence[bytes | None]) -> bytes | None:
    return bits([text is not None for text in texts]) if None in texts else None


def laid_out(texts: Sequence[bytes | None], layout: str = "u", offset: int = 0) -> Column:
    """Texts in a layout, without the first ``offset`` of them."""
    present = [text or b"" for text in texts]
    length = len(texts) - offset
    if layout in ("vu", "vz"):
        views, data = bytearray(), bytearray()
        for text in present:
            if len(text) <= 12:
                views += struct.pack("<i12s", len(text), text)
            else:
                views += struct.pack("<i4sii", len(text), text[:4], 0, len(data))
                data += text
        return Column(
            layout, length, [validity(texts), bytes(views), bytes(data), struct.pack("<q", len(data))], offset
        )
    ends = [0]
    for text in present:
        ends.append(ends[-1] + len(text))
    offsets = struct.pack(f"<{len(ends)}{'i' if layout in 'uz' else 'q'}", *ends)
    return Column(layout, length, [validity(texts), offsets, b"".join(present)], offset)


OFFSETS = struct.pack("<4i", 0, 5, 2, 9)
LYING: dict[str, Callable[[], Column]] = {
    "offsets that go back": lambda: Column("u", 3, [None, OFFSETS, b"x" * 9]),
    "a negative offset": lambda: Column("u", 2, [None, struct.pack("<3i", -4, 5, 9), b"x" * 9]),
    "a negative last offset": lambda: Column("U", 1, [None, struct.pack("<2q", 0, -9), b"x" * 9]),
    "an offset beyond the last": lambda: Column("u", 2, [None, struct.pack("<3i", 0, 1 << 30, 9), b"x" * 9]),
    "a view of a buffer that is not there": lambda: Column(
        "vu", 1, [None, struct.pack("<i4sii", 20, b"abcd", 1, 0), b"x" * 20, struct.pack("<q", 20)]
    ),
    "a view beyond its buffer": lambda: Column(
        "vu", 1, [None, struct.pack("<i4sii", 20, b"abcd", 0, 1), b"x" * 20, struct.pack("<q", 20)]
    ),
    "a view with a negative place": lambda: Column(
        "vu", 1, [None, struct.pack("<i4sii", 20, b"abcd", 0, -1), b"x" * 20, struct.pack("<q", 20)]
    ),
    "a view of negative length": lambda: Column(
        "vu", 1, [None, struct.pack("<i12s", -1, b""), struct.pack("<q", 0)[:0]]
    ),
    "an index beyond the dictionary": lambda: Column("c", 1, [None, b"\x02"]).within(laid_out([b"", b""])),
    "a negative index": lambda: Column("c", 1, [None, b"\xff"]).within(laid_out([b"", b""])),
    "no offsets": lambda: Column("u", 1, [None, None, None]),
    "too few buffers": lambda: Column("u", 1, [None, OFFSETS]),
    "a negative length": lambda: Column("u", -1, [None, OFFSETS, b""]),
    "a struct longer than its member": lambda: laid_out([b"", b""]).in_struct(3),
}


# ---- Reading what comes back ----


def read(column: Any) -> list[dict[str, Any] | None]:
    """The rows of a result, all its chunks, each member moved out of its struct and released apart."""
    capsule = column.__arrow_c_stream__()
    stream = c.cast(capsule_pointer(capsule, b"arrow_array_stream"), c.POINTER(Stream))
    schema, rows = Schema(), []
    assert stream.contents.get_schema(stream, c.byref(schema)) == 0
    names = [schema.children[i].contents.name.decode() for i in range(schema.n_children)]
    formats = [schema.children[i].contents.format.decode() for i in range(schema.n_children)]
    while True:
        array = Array()
        assert stream.contents.get_next(stream, c.byref(array)) == 0
        if not array.release:
            break
        there = _bitmap(array)
        moved = []
        for i in range(array.n_children):
            member = Array()
            c.memmove(c.byref(member), array.children[i], c.sizeof(Array))
            array.children[i].contents.release = RELEASE_ARRAY()
            moved.append(member)
        array.release(c.byref(array))
        lists = [_values(each, layout) for each, layout in zip(moved, formats)]
        for row, *values in zip(there, *lists):
            assert row or values == [None] * len(values)
            rows.append(dict(zip(names, values)) if row else None)
        for member in moved:
            member.release(c.byref(member))
            assert not member.release
    schema.release(c.byref(schema))
    return rows


def _bitmap(array: Array) -> list[bool]:
    if not array.buffers[0]:
        assert array.null_count == 0
        return [True] * array.length
    data = c.string_at(array.buffers[0], (array.length + 7) // 8)
    flags = [bool(data[i // 8] >> i % 8 & 1) for i in range(array.length)]
    assert flags.count(False) == array.null_count
    return flags


def _values(array: Array, layout: str) -> list[Any]:
    there, n = _bitmap(array), array.length
    if layout == "b":
        data = c.string_at(array.buffers[1], (n + 7) // 8)
        return [bool(data[i // 8] >> i % 8 & 1) if there[i] else None for i in range(n)]
    if layout == "l":
        numbers = struct.unpack(f"<{n}q", c.string_at(array.buffers[1], 8 * n))
        return [number if here else None for number, here in zip(numbers, there)]
    width, letter = {"u": (4, "i"), "U": (8, "q")}[layout]
    ends = struct.unpack(f"<{n + 1}{letter}", c.string_at(array.buffers[1], width * (n + 1)))
    text = c.string_at(array.buffers[2], ends[-1])
    return [text[ends[i] : ends[i + 1]].decode() if there[i] else None for i in range(n)]
