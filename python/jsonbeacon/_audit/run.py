"""The audit itself: row by row, in pieces, with the state written between them."""

from __future__ import annotations

from functools import partial

from . import Unreadable
from .counts import Counts
from .readers import Reader, reader
from .sources import STDIN, Source
from .state import State
from .workers import Ended, Piece, Workers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from .readers import Row

PIECE_ROWS = 512
PIECE_CHARACTERS = 1 << 20
"""A piece ends when it has either."""


def check(sources: Sequence[Source], column: str | None, delimiter: str | None) -> None:
    """Open every source once, before anything is counted.

    :raises Unreadable: one cannot be read, or has no such column
    """
    for source in sources:
        if source.paths[0] != STDIN:
            reader(source, column, delimiter, None).close()


def audit(
    sources: Sequence[Source],
    workers: Workers,
    state: State,
    *,
    column: str | None,
    delimiter: str | None,
    examples: int,
    progress: Callable[[int], None],
) -> None:
    """Count everything that ``state`` has not yet.

    :param examples: how many rows are kept of each failure
    :param progress: is told how many bytes have been read of all sources
    :raises Unreadable: the state cannot be written, or the work was ended from outside
    """
    before = 0
    for number, source in enumerate(sources):
        size = source.size() or 0
        goes_on = number == len(state.counts) - 1 and state.position is not None
        if number < len(state.counts) and not goes_on:
            before += size
            continue
        if not goes_on:
            state.counts.append(Counts())
            state.columns.append(column)
            state.errors.append(None)
        try:
            rows = reader(source, state.columns[number], delimiter, state.position if goes_on else None)
        except Unreadable as error:
            state.errors[number] = str(error)
        else:
            state.columns[number] = rows.column
            try:
                state.errors[number] = _count(rows, workers, state, examples, partial(_tell, progress, before))
            finally:
                rows.close()
        state.position = None
        before += size
        progress(before)
    state.save()


def _tell(progress: Callable[[int], None], before: int, read: int) -> None:
    progress(before + read)


def _count(rows: Reader, workers: Workers, state: State, examples: int, progress: Callable[[int], None]) -> str | None:
    """Count to the end, or to where the file is damaged: then say what is wrong with it."""
    counted = workers.counted(_pieces(rows))
    while True:
        try:
            piece, counts = next(counted, (None, None))
        except Unreadable as error:
            return str(error)
        except Ended:
            raise Unreadable("a process that counts was ended, perhaps for want of memory: see --jobs") from None
        if piece is None or counts is None:
            return None
        counts.put(rows.where)
        state.counts[-1].add(counts, examples)
        state.position = piece.position
        state.save_now_and_then()
        progress(piece.consumed)


def _pieces(rows: Reader) -> Iterator[Piece]:
    """Some rows at a time; those before one that cannot be read are given first."""
    piece: list[Row] = []
    characters = 0
    fault: Unreadable | None = None
    found = rows.rows()
    while True:
        try:
            row = next(found, None)
        except Unreadable as error:
            row, fault = None, error
        if row is not None:
            piece.append(row)
            characters += len(row[1] or "")
        if piece and (row is None or len(piece) >= PIECE_ROWS or characters >= PIECE_CHARACTERS):
            yield Piece(piece, list(rows.position), rows.consumed())
            piece, characters = [], 0
        if fault is not None:
            raise fault
        if row is None:
            return
