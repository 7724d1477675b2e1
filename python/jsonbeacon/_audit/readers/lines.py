"""Bytes to lines: of a file, of a compressed one, of standard input."""

from __future__ import annotations

import gzip
import io
import sys
import zlib
from collections import deque
from contextlib import contextmanager

from .. import Unreadable
from ..sources import STDIN, Source
from . import MOST

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_ENCODINGS = (
    # the longer first: UTF-32 in little-endian order starts as UTF-16 does
    (b"\xff\xfe\0\0", "UTF-32"),
    (b"\0\0\xfe\xff", "UTF-32"),
    (b"\xff\xfe", "UTF-16"),
    (b"\xfe\xff", "UTF-16"),
)
_BOM = b"\xef\xbb\xbf"
_AHEAD = 1 << 23
"""How many bytes are looked at before the first row, at most."""


class Lines:
    """The lines of a source, their line ends with them, from ``offset`` on; then it is where the next one starts.

    :raises Unreadable: when it is made or while it is read
    """

    def __init__(self, source: Source, offset: int = 0) -> None:
        self._source = source
        self.offset = offset
        self._ahead: deque[tuple[bytes | None, int]] = deque()
        with self._told():
            self._stored = self._open()
            self._file: io.BufferedReader | gzip.GzipFile = self._stored
            if source.compressed:
                # To seek in it is to read all that stands before.
                self._file = gzip.GzipFile(fileobj=self._stored)
            self._start()

    def _open(self) -> io.BufferedReader:
        if self._source.paths[0] != STDIN:
            return open(self._source.paths[0], "rb")
        if sys.stdin is None:
            raise Unreadable("standard input is closed")
        return sys.stdin.buffer  # type: ignore[return-value]

    def _start(self) -> None:
        start = self._file.peek(4)[:4]
        encoding = next((each for mark, each in _ENCODINGS if start.startswith(mark)), "")
        if not encoding and b"\0" in start[:2]:
            encoding = "UTF-16"  # without its mark
        if encoding:
            name, file = self._source.name, self._source.paths[0]
            raise Unreadable(f"{name} is in {encoding}: iconv -f {encoding} -t UTF-8 {file} | jsonbeacon audit -")
        if self.offset:
            self._file.seek(self.offset)
        elif start.startswith(_BOM):
            self.offset = len(self._file.read(len(_BOM)))

    def __iter__(self) -> Iterator[bytes | None]:
        while True:
            line, length = self._ahead.popleft() if self._ahead else self._read()
            if not length:
                return
            self.offset += length
            yield line

    def ahead(self, most: int) -> list[bytes]:
        """The first lines, without going on to them."""
        while len(self._ahead) < most and sum(length for _, length in self._ahead) < _AHEAD:
            self._ahead.append(self._read())
            if not self._ahead[-1][1]:
                break
        return [line for line, _ in self._ahead if line]

    def _read(self) -> tuple[bytes | None, int]:
        """A line and its length; ``None`` for one that is longer than ``MOST``, no bytes for the end."""
        with self._told():
            line = self._file.readline(MOST + 1)
            length = len(line)
            if length <= MOST or line.endswith(b"\n"):
                return line, length
            while not line.endswith(b"\n") and (line := self._file.readline(1 << 20)):
                length += len(line)
        return None, length

    def consumed(self) -> int:
        return self._stored.tell() if self._source.compressed else self.offset

    def close(self) -> None:
        if self._source.paths[0] != STDIN:
            self._file.close()
            self._stored.close()

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except (OSError, EOFError, zlib.error) as error:
            reason = getattr(error, "strerror", None) or error
            raise Unreadable(f"cannot read {self._source.name}: {reason}") from None
