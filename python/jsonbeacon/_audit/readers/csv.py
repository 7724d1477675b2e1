"""Comma-separated values: the first row names the columns (RFC 4180)."""

from __future__ import annotations

import csv
import re

from .. import Unreadable
from ..sources import Source
from . import MOST
from .lines import Lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from . import Position, Row

_UNDECODED = re.compile("[\udc80-\udcff]")
_OTHER_DELIMITERS = ";\t|,"


class _TooLong(Exception):
    """A line is."""


class CSV:
    """Rows are counted without the one that names the columns; a blank line is none."""

    def __init__(self, source: Source, column: str | None, delimiter: str, position: Position | None) -> None:
        csv.field_size_limit(MOST)
        self._name = source.name
        self._delimiter = delimiter
        self._lines = Lines(source)
        try:
            names, fault = next(self._records(), ([], ""))
            if fault:
                raise Unreadable(f"the first line of {source.name} does not name columns")
            self.column: str | None = self._found(names, column)
            self._index = names.index(self.column) if self.column else 0
        except BaseException:
            self.close()
            raise
        self.position = position or [self._lines.offset, 0]
        if position:
            self.close()
            self._lines = Lines(source, position[0])

    def _found(self, names: list[str], column: str | None) -> str:
        """The column, if it is there."""
        listed = ", ".join(names)
        if len(names) == 1 and column != names[0]:
            other = next((each for each in _OTHER_DELIMITERS if each in listed), "")
            if other:
                shown = {"\t": "$'\\t'"}.get(other, f"'{other}'")
                raise Unreadable(f"{self._name} has one column, {listed!r}: is it --delimiter {shown}?")
        if column is None:
            if len(names) <= 1:
                return names[0] if names else ""
            raise Unreadable(f"which column of {self._name} holds the replies? --column NAME, one of {listed}")
        if names and column not in names:
            raise Unreadable(f"{self._name} has no column {column!r}; it has {listed}")
        return column if names else ""

    def _records(self) -> Iterator[tuple[list[str], str]]:
        """The records and the fault of each."""
        # An iterator that goes on after it has raised, as no generator does.
        records = csv.reader(map(_decoded, self._lines), delimiter=self._delimiter)
        while True:
            try:
                record = next(records)
            except StopIteration:
                return
            except _TooLong:
                yield [], "too_long"
            except csv.Error as error:
                yield [], "too_long" if "limit" in str(error) else "not_csv"
            else:
                if record:
                    yield record, ""

    def rows(self) -> Iterator[Row]:
        position, index, lines = self.position, self._index, self._lines
        number = position[1]
        for record, fault in self._records():
            number += 1
            position[0], position[1] = lines.offset, number
            if fault:
                yield number, None, fault
            elif index >= len(record):
                yield number, None, "missing"
            else:
                text = record[index]
                if text.isascii() or not _UNDECODED.search(text):
                    yield number, text, ""
                else:
                    yield number, None, "not_utf8"

    def consumed(self) -> int:
        return self._lines.consumed()

    def where(self, row: int) -> dict[str, Any]:
        return {"file": self._name, "row": row}

    def close(self) -> None:
        self._lines.close()


def _decoded(line: bytes | None) -> str:
    if line is None:
        raise _TooLong
    return line.decode("utf-8", "surrogateescape")
