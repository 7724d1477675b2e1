"""Pieces of a file, counted by several processes and given back in their order.

Each process has one piece at a time and hands back its counts, so neither waits for the other to make room in a pipe.
A process ends when its pipe does, whatever ended this one.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
from multiprocessing import resource_tracker
from typing import NamedTuple

from . import Unreadable
from .counts import Counts, count_piece
from .judge import Judge

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess
    from typing import Any

    from .readers import Position, Row

ALONE = 16
"""So many pieces are counted before other processes are started: most files are not longer."""


class Settings(NamedTuple):
    """What is the same for every piece."""

    options: dict[str, Any]
    examples: int
    """How many rows are kept of each failure."""
    show: bool
    """Whether examples may show what a reply says."""


class Piece(NamedTuple):
    rows: list[Row]
    position: Position
    """Of the reader, after these rows."""
    consumed: int
    """How many bytes of the file had been read then."""


class Workers:
    """Counts pieces here, and in as many other processes as ``jobs`` says once there is much to do."""

    def __init__(self, settings: Settings, jobs: int) -> None:
        self._settings = settings
        self._judge = Judge(settings.options)
        self._jobs = jobs if jobs > 1 else 0
        self._counted = 0
        self._processes: list[BaseProcess] = []
        self._pipes: list[Any] = []

    def counted(self, pieces: Iterator[Piece]) -> Iterator[tuple[Piece, Counts]]:
        """Of each piece the counts, in their order.

        :raises Unreadable: as ``pieces`` does, once what came before has been given; or a process was ended
        """
        waiting: list[Piece] = []
        sent = 0
        fault: Unreadable | None = None
        while True:
            try:
                piece = next(pieces, None)
            except Unreadable as error:
                piece, fault = None, error
            if piece is None:
                break
            if not self._pipes and (not self._jobs or self._counted < ALONE):
                self._counted += 1
                yield piece, count_piece(piece.rows, self._judge, self._settings.examples, self._settings.show)
                continue
            if not self._pipes:
                self._start()
            if len(waiting) == self._jobs:
                yield waiting.pop(0), self._received(sent - self._jobs)
            self._send(sent, piece)
            waiting.append(piece)
            sent += 1
        for number, piece in enumerate(waiting, sent - len(waiting)):
            yield piece, self._received(number)
        if fault is not None:
            raise fault

    def _send(self, number: int, piece: Piece) -> None:
        try:
            self._pipes[number % self._jobs].send(piece.rows)
        except OSError:
            raise Ended from None

    def _received(self, number: int) -> Counts:
        try:
            counts: Counts = self._pipes[number % self._jobs].recv()
        except (EOFError, OSError):
            raise Ended from None
        return counts

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        with _ctrl_c_waits():
            for _ in range(self._jobs):
                ours, theirs = context.Pipe()
                process = context.Process(target=_serve, args=(theirs, self._settings), daemon=True)
                process.start()
                theirs.close()
                self._pipes.append(ours)
                self._processes.append(process)

    def close(self) -> None:
        for pipe in self._pipes:
            pipe.close()
        for process in self._processes:
            process.terminate()
            process.join()
        self._pipes, self._processes = [], []


@contextlib.contextmanager
def _ctrl_c_waits() -> Iterator[None]:
    """Ctrl-C is heard at the end, and never by a process that is started meanwhile: this one ends the others.

    A blocked signal stays so in what is started. It may still come to another thread of this process.
    """
    late: list[Any] = []
    resource_tracker.ensure_running()  # which starts a process too, and then unblocks the signal
    before = signal.signal(signal.SIGINT, lambda *call: late.append(call))
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        signal.signal(signal.SIGINT, before)
    if late and callable(before):
        before(*late[0])


class Ended(Exception):
    """A process that counts was ended from outside."""


def _serve(pipe: Connection, settings: Settings) -> None:
    judge = Judge(settings.options)
    while True:
        try:
            rows = pipe.recv()
            pipe.send(count_piece(rows, judge, settings.examples, settings.show))
        except (EOFError, OSError):
            return
