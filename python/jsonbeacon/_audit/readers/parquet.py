"""A column of a Parquet file, read in pieces by pyarrow."""

from __future__ import annotations

from importlib import import_module

from .. import Unreadable
from ..sources import STDIN, Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from . import Position, Row

_PIECE = 1024
"""How many rows become Python strings at one time."""


class Parquet:
    """Rows are counted from 1; ``position`` is the number of the last."""

    def __init__(self, source: Source, column: str | None, position: Position | None) -> None:
        try:
            self._pyarrow: Any = import_module("pyarrow")
            parquet: Any = import_module("pyarrow.parquet")
        except ImportError:
            raise Unreadable(f"{source.name}: Parquet is read by pyarrow: pip install 'jsonbeacon[audit]'") from None
        if source.paths[0] == STDIN:
            raise Unreadable("Parquet cannot be read from standard input: its table of contents is at its end")
        self._failure: Any = (OSError, self._pyarrow.ArrowException)
        self._name = source.name
        try:
            self._file: Any = parquet.ParquetFile(source.paths[0])
        except self._failure as error:
            raise Unreadable(f"cannot read {source.name}: {error}") from None
        self._rows: int = self._file.metadata.num_rows
        self._size = source.size() or 0
        self.position = position or [0]
        self.column: str | None = self._found(column)

    def _found(self, column: str | None) -> str:
        """The column, if it is there and holds text."""
        types = {field.name: _value_type(field.type) for field in self._file.schema_arrow}
        texts: list[str] = [each for each, type_ in types.items() if _is_text(type_)]
        listed = ", ".join(texts) if texts else "none of its columns holds text"
        if column is None:
            if len(texts) == 1:
                return texts[0]
            raise Unreadable(
                f"which column of {self._name} holds the replies? --column NAME, one of {listed}" if texts else listed
            )
        if column not in types:
            raise Unreadable(f"{self._name} has no column {column!r}; of text it has {listed}")
        if column not in texts:
            raise Unreadable(f"the column {column!r} of {self._name} holds {types[column]}; of text there is {listed}")
        return column

    def rows(self) -> Iterator[Row]:
        number = 0
        skipped = self.position[0]
        for group in range(self._file.num_row_groups):
            length = self._file.metadata.row_group(group).num_rows
            if number + length <= skipped:
                number += length
                continue
            for texts in self._pieces(group):
                for text in texts:
                    number += 1
                    if number <= skipped:
                        continue
                    self.position[0] = number
                    yield _row(number, text)

    def _pieces(self, group: int) -> Iterator[list[str | bytes | None]]:
        try:
            for batch in self._file.iter_batches(_PIECE, row_groups=[group], columns=[self.column]):
                column = batch.column(batch.schema.get_field_index(self.column))
                try:
                    yield column.to_pylist()
                except UnicodeDecodeError:  # pyarrow does not look at what it is told are strings
                    yield column.cast(self._pyarrow.large_binary()).to_pylist()
        except self._failure as error:
            raise Unreadable(f"cannot read {self._name}: {error}") from None

    def consumed(self) -> int:
        return self._size * self.position[0] // (self._rows or 1)

    def where(self, row: int) -> dict[str, Any]:
        return {"file": self._name, "row": row}

    def close(self) -> None:
        self._file.close()


def _row(number: int, text: str | bytes | None) -> Row:
    if text is None:
        return number, None, "null"
    if isinstance(text, bytes):
        try:
            return number, text.decode(), ""
        except UnicodeDecodeError:
            return number, None, "not_utf8"
    return number, text, ""


def _value_type(type_: Any) -> Any:
    return getattr(type_, "value_type", type_) if "dictionary" in str(type_) else type_


def _is_text(type_: Any) -> bool:
    return str(type_) in ("string", "large_string", "string_view", "binary", "large_binary", "binary_view")
