"""The engine alone, through ctypes: a job of engine.h run without making an object of what it finds."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonbeacon

TAPE_WORDS, TAPE_SLACK, MAX_DEPTH = 1 << 15, 1540, 512
EXTRACT, PARSE = 0, 1
DONE = 0


class Job(ctypes.Structure):
    """struct jsonbeacon_job; tests_py/test_benchmarks.py holds it against engine.h."""

    _fields_ = [
        ("text", ctypes.c_void_p),
        ("length", ctypes.c_int64),
        ("tape", ctypes.c_void_p),
        ("tape_words", ctypes.c_int64),
        ("max_length", ctypes.c_int64),
        ("interrupted", ctypes.c_void_p),
        ("width", ctypes.c_int32),
        ("operation", ctypes.c_int32),
        ("select", ctypes.c_int32),
        ("kind", ctypes.c_int32),
        ("count", ctypes.c_int32),
        ("careful", ctypes.c_int32),
        ("tape_used", ctypes.c_int64),
        ("start", ctypes.c_int64),
        ("end", ctypes.c_int64),
        ("candidates", ctypes.c_int64),
        ("position", ctypes.c_int64),
        ("related", ctypes.c_int64),
        ("source", ctypes.c_int32),
        ("code", ctypes.c_int32),
        ("reason", ctypes.c_int32),
        ("widening", ctypes.c_void_p),
        ("edits_wanted", ctypes.c_int32),
        ("value_text", ctypes.c_void_p),
        ("value_length", ctypes.c_int64),
        ("value_width", ctypes.c_int32),
        ("truncated", ctypes.c_int32),
        ("final", ctypes.c_int32),
        ("edits", ctypes.c_void_p),
        ("edits_length", ctypes.c_int64),
        ("more_edits", ctypes.c_int32),
        ("session", ctypes.c_int64),
        ("state", ctypes.c_uint64 * (MAX_DEPTH + 96)),
    ]


class Engine:
    def __init__(self) -> None:
        folder = Path(jsonbeacon.__file__).parent
        jsonbeacon.parse_json("[]")  # the runtime is started by the package
        # PyDLL keeps the GIL, as the package does for texts that are not long.
        self.run: Any = ctypes.PyDLL(str(next(folder.glob("libjsonbeacon_engine.*")))).jsonbeacon_run
        #: A function of the same shape without Go behind it: what ctypes costs by itself.
        self.empty: Any = ctypes.PyDLL(None).labs
        for function in (self.run, self.empty):
            function.argtypes, function.restype = [ctypes.c_void_p], ctypes.c_int32
        self.tape = (ctypes.c_uint64 * (TAPE_WORDS + TAPE_SLACK))()
        self.job = Job(tape=ctypes.addressof(self.tape), tape_words=TAPE_WORDS, width=1)

    def caller(self, texts: list[bytes], operation: int, empty: bool = False) -> Callable[[], None]:
        """Runs the job on each text, which must be ASCII; or goes through the same motions."""
        buffers = [ctypes.create_string_buffer(text) for text in texts]
        places = [(ctypes.addressof(each), len(text)) for each, text in zip(buffers, texts, strict=True)]
        job, place, function = self.job, ctypes.addressof(self.job), self.empty if empty else self.run

        def call(keep: Any = buffers) -> None:
            job.operation = operation
            for job.text, job.length in places:
                function(place)

        if not empty:
            for job.text, job.length in places:
                job.operation = operation
                if function(place) != DONE:
                    raise ValueError("the engine does not take the text in one part")
        return call
