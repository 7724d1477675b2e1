"""A bar on the terminal, by tqdm, where there are both."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

    from .sources import Source


@contextmanager
def progress(sources: Sequence[Source], wanted: bool) -> Iterator[Callable[[int], None]]:
    """What is told how many bytes of all sources have been read."""
    tqdm: Any = None
    if wanted and sys.stderr is not None and sys.stderr.isatty():
        try:
            tqdm = import_module("tqdm").tqdm
        except ImportError:
            pass  # it is for people who wait, and changes nothing
    if tqdm is None:
        yield lambda read: None
        return
    sizes = [source.size() for source in sources]
    total = None if None in sizes else sum(filter(None, sizes))
    with tqdm(total=total, unit="B", unit_scale=True, leave=False, file=sys.stderr) as bar:

        def told(read: int) -> None:
            bar.update(read - bar.n)

        yield told
