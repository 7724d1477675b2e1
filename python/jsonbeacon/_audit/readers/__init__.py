"""The rows of a source, one reader for each format.

A reader goes through its rows once. After each, ``position`` says where a later one can go on; a row that holds no reply
has a fault instead of a text, and never ends the reading.
"""

from __future__ import annotations

from typing import Protocol

from ..sources import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    Row = tuple[int, "str | None", str]
    """The number of a row, from 1 (in a file of lines that of the line), and its text; or ``None`` and its fault."""

    Position = list[int]
    """Where to go on; what the numbers mean is the reader's own affair."""

FAULTS = {
    "not_json": "the line is no JSON",
    "not_csv": "the line is no CSV",
    "missing": "there is no such column in it",
    "null": "the column is null, or empty",
    "not_string": "the column holds something else than a string",
    "not_utf8": "it is not UTF-8",
    "too_long": "it is longer than can be read",
    "unreadable": "the file cannot be read",
}
"""Why a row holds no reply."""

MOST = 1 << 28
"""The longest line or field, in bytes, that is read; a longer one is a row at fault."""


class Reader(Protocol):
    column: str | None
    """Where in a row the reply stands."""

    position: Position

    def rows(self) -> Iterator[Row]:
        """The rows from ``position`` on.

        :raises Unreadable: from here on the file is damaged
        """
        ...

    def consumed(self) -> int:
        """How much of the file has been read, in bytes of the file as it is stored."""
        ...

    def where(self, row: int) -> dict[str, Any]:
        """Where a row stands, for a person who looks for it: ``file`` and ``row``, or the ``file`` that it is."""
        ...

    def close(self) -> None: ...


def reader(source: Source, column: str | None, delimiter: str | None, position: Position | None) -> Reader:
    """Open a source.

    :param column: where in a row the reply stands; by default the only place where it can
    :param position: what an earlier reader of it came to
    :raises Unreadable: it cannot be read, or there is no such column
    """
    if source.format == "jsonl":
        from .jsonl import JSONLines

        return JSONLines(source, column, position)
    if source.format == "csv":
        from .csv import CSV

        return CSV(source, column, delimiter or ("\t" if source.tabs else ","), position)
    if source.format == "parquet":
        from .parquet import Parquet

        return Parquet(source, column, position)
    from .text import Texts

    return Texts(source, position)
