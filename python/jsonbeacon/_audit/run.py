"""The audit itself: row by row, in pieces, with the state written between them."""

from __future__ import annotations

from . import Unreadable
from .counts import Counts, example
from .judge import Judge
from .readers import Reader, reader
from .sources import STDIN, Source
from .state import State

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
    judge: Judge,
    state: State,
    *,
    column: str | None,
    delimiter: str | None,
    examples: int,
    show: bool,
    progress: Callable[[int], None],
) -> None:
    """Count everything that ``state`` has not yet.

    :param examples: how many rows are kept of each failure
    :param show: whether examples may show what a reply says
    :param progress: is told how many bytes have been read of all sources
    """
    before = 0
    for number, source in enumerate(sources):
        if number < len(state.counts) - 1 or (number < len(state.counts) and state.position is None):
            before += source.size() or 0
            continue
        goes_on = number < len(state.counts)
        if not goes_on:
            state.counts.append(Counts())
            state.columns.append(column)
            state.errors.append(None)
        counts = state.counts[number]
        error = None
        try:
            rows = reader(source, state.columns[number], delimiter, state.position if goes_on else None)
        except Unreadable as fault:
            error = str(fault)
        else:
            state.columns[number] = rows.column
            error = _count(rows, judge, counts, state, examples, show, lambda read: progress(before + read))
        state.errors[number] = error
        state.position = None
        before += source.size() or 0
        progress(before)
    state.save()


def _count(
    rows: Reader,
    judge: Judge,
    counts: Counts,
    state: State,
    examples: int,
    show: bool,
    progress: Callable[[int], None],
) -> str | None:
    """Count the rows of a reader to their end, or to where the file is damaged: then return what is wrong with it."""
    pieces = _pieces(rows)
    try:
        while True:
            try:
                piece = next(pieces, None)
            except Unreadable as error:
                return str(error)
            if piece is None:
                return None
            _count_piece(piece, rows, judge, counts, examples, show)
            state.position = list(rows.position)
            state.save_now_and_then()
            progress(rows.consumed())
    finally:
        rows.close()


def _pieces(rows: Reader) -> Iterator[list[Row]]:
    piece: list[Row] = []
    characters = 0
    try:
        for row in rows.rows():
            piece.append(row)
            characters += len(row[1] or "")
            if len(piece) >= PIECE_ROWS or characters >= PIECE_CHARACTERS:
                yield piece
                piece, characters = [], 0
    except Unreadable:
        if piece:
            yield piece
        raise
    if piece:
        yield piece


def _count_piece(piece: list[Row], rows: Reader, judge: Judge, counts: Counts, examples: int, show: bool) -> None:
    judged = iter(judge.judge([text for _, text, _ in piece if text is not None]))
    for row, text, fault in piece:
        if text is None:
            counts.fault(rows.where(row), fault, examples)
            continue
        outcome, others = next(judged)
        failure = counts.reply(text, outcome, judge.required, show)
        counts.tried(judge, outcome, others)
        if failure and len(kept := counts.examples.setdefault(failure, [])) < examples:
            kept.append({**rows.where(row), **(example(text, outcome) if show else {})})
