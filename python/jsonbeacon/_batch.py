"""Many texts with one call."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    pass

def cores(threads: int | None) -> int:
    """How many threads work: as many as were asked for, or as the process has cores."""
    if threads is None:
        affinity = getattr(os, "sched_getaffinity", None)
        return len(affinity(0)) if affinity else os.cpu_count() or 1
    if isinstance(threads, bool) or not isinstance(threads, int) or threads < 1:
        raise ValueError(f"threads must be None or a number of threads from 1 on, not {threads!r}")
    return min(threads, _MOST_THREADS)

_MOST_THREADS = 1024
