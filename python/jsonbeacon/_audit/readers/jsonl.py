"""Lines of JSON: each a string, or something with a string in it."""

from __future__ import annotations

from json import JSONDecoder

from .. import Unreadable
from ..sources import Source
from .lines import Lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from . import Position, Row

_FIRST = 100
"""How many lines are looked at to find the column, or what could be meant."""

_SHOWN = 20
"""How many places a message lists."""


class _Number(str):
    """A number is not read: it is no reply, and may have more digits than Python converts."""

    __slots__ = ()


_decode = JSONDecoder(parse_int=_Number, parse_float=_Number, parse_constant=_Number).decode
"""As lenient as a file may be: keys may repeat, NaN stands for a number."""


class JSONLines:
    """A blank line is no row, but counts as a line."""

    def __init__(self, source: Source, column: str | None, position: Position | None) -> None:
        self._name = source.name
        self.position = position or [0, 0]
        self._lines = Lines(source, self.position[0])
        try:
            self.column: str | None = column if position else self._found(column)
        except BaseException:
            self.close()
            raise
        self._path = _tokens(self.column or "")

    def _found(self, column: str | None) -> str:
        """The column, if it is there."""
        first = [row for row in map(_parsed, self._lines.ahead(_FIRST)) if row is not None]
        places = list(dict.fromkeys(place for row in first for place in _strings(row)))
        if column is None:
            if len(places) == 1 or not places:
                return places[0] if places else ""
            raise Unreadable(f"which column of {self._name} holds the replies? --column NAME, one of {_listed(places)}")
        if first and not any(_reached(row, _tokens(column)) for row in first):
            there = f"strings stand at {_listed(places)}" if places else "it holds no strings"
            raise Unreadable(f"the first rows of {self._name} have no {column!r}: {there}")
        return column

    def rows(self) -> Iterator[Row]:
        number = self.position[1]
        path = self._path
        position = self.position
        for line in self._lines:
            number += 1
            position[0], position[1] = self._lines.offset, number
            if line is None:
                yield number, None, "too_long"
                continue
            if line.isspace():
                continue
            try:
                row = _decode(line.decode())
            except UnicodeDecodeError:
                yield number, None, "not_utf8"
                continue
            except (ValueError, RecursionError):
                yield number, None, "not_json"
                continue
            try:
                for token in path:
                    row = row[int(token)] if type(row) is list else row[token]
            except (LookupError, TypeError, ValueError):
                yield number, None, "missing"
                continue
            if type(row) is str:
                yield number, row, ""
            else:
                yield number, None, "null" if row is None else "not_string"

    def consumed(self) -> int:
        return self._lines.consumed()

    def where(self, row: int) -> dict[str, Any]:
        return {"file": self._name, "row": row}

    def close(self) -> None:
        self._lines.close()


def _tokens(column: str) -> list[str]:
    """A name, or a JSON Pointer (RFC 6901)."""
    if not column:
        return []
    if not column.startswith("/"):
        return [column]
    return [token.replace("~1", "/").replace("~0", "~") for token in column[1:].split("/")]


def _parsed(line: bytes) -> Any:
    try:
        return _decode(line.decode())
    except (ValueError, RecursionError):
        return None


def _reached(row: Any, path: list[str]) -> bool:
    for token in path:
        if isinstance(row, dict) and token in row:
            row = row[token]
        elif isinstance(row, list) and token.isdecimal() and int(token) < len(row):
            row = row[int(token)]
        else:
            return False
    return True


def _strings(row: Any, place: str = "", depth: int = 0) -> Iterator[str]:
    """Where the strings of a row stand: as a name where that will do, else as a JSON Pointer."""
    if type(row) is str:
        name = place[1:]
        plain = place.count("/") == 1 and "~" not in place and name and not name.startswith("/")
        yield name if plain else place
    elif depth < 8 and isinstance(row, (dict, list)):
        members = row.items() if isinstance(row, dict) else ((str(n), each) for n, each in enumerate(row[:3]))
        for name, each in members:
            yield from _strings(each, f"{place}/{name.replace('~', '~0').replace('/', '~1')}", depth + 1)


def _listed(places: list[str]) -> str:
    """The names first, then what lies deeper."""
    nearest = sorted(places, key=lambda place: place.count("/"))
    shown = ", ".join(place or '""' for place in nearest[:_SHOWN])
    return shown + f" and {len(places) - _SHOWN} more" * (len(places) > _SHOWN)
