"""Files that hold one reply each."""

from __future__ import annotations

import gzip
import os
import sys
import zlib

from .. import Unreadable
from ..sources import STDIN, Source
from . import MOST

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from . import Position, Row


class Texts:
    """The files are the rows, counted from 1; ``position`` is the number of the last, and how many bytes those have."""

    column: str | None = None

    def __init__(self, source: Source, position: Position | None) -> None:
        self._paths = source.paths
        self.position = position or [0, 0]

    def rows(self) -> Iterator[Row]:
        for number in range(self.position[0] + 1, len(self._paths) + 1):
            text, fault = None, ""
            path = self._paths[number - 1]
            try:
                data = _read(path)
                if len(data) > MOST:
                    fault = "too_long"
                else:
                    text = data.decode()
            except UnicodeDecodeError:
                fault = "not_utf8"
            except (OSError, EOFError, zlib.error):
                fault = "unreadable"
            self.position[0] = number
            self.position[1] += 0 if fault == "unreadable" or path == STDIN else os.stat(path).st_size
            yield number, text, fault

    def consumed(self) -> int:
        return self.position[1]

    def where(self, row: int) -> dict[str, Any]:
        return {"file": "standard input" if self._paths == (STDIN,) else self._paths[row - 1]}

    def close(self) -> None: ...


def _read(path: str) -> bytes:
    if path == STDIN:
        if sys.stdin is None:
            raise Unreadable("standard input is closed")
        return sys.stdin.buffer.read(MOST + 1)
    with gzip.open(path) if path.endswith(".gz") else open(path, "rb") as file:
        return file.read(MOST + 1)
