"""Lengths of replies, counted in classes that grow by a quarter: bounded, and the same for every file."""

from __future__ import annotations

from bisect import bisect_right
from typing import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

# The preferred numbers of ISO 3, series R10: ten to a decade.
_SERIES = (10, 12.5, 16, 20, 25, 31.5, 40, 50, 63, 80)
_DECADES = 8

EDGES = (0, *sorted({int(each * 10**decade) for decade in range(_DECADES) for each in _SERIES}))
"""Where the classes start, in code points."""

Bar = tuple[int, "int | None", int, int]
"""From which length, to which (``None``: to any), how many replies, and how many of them were cut off."""


def class_of(length: int) -> int:
    """Where in ``EDGES`` the class of a length starts.

    >>> [EDGES[class_of(length)] for length in (0, 9, 10, 11, 12, 15, 99, 100, 124, 125)]
    [0, 0, 10, 10, 12, 12, 80, 100, 100, 125]
    """
    return bisect_right(EDGES, length) - 1


def bars(counts: Mapping[int, tuple[int, int]], most: int) -> list[Bar]:
    """At most so many bars: classes side by side are taken together until they are few enough.

    >>> bars({class_of(15): (3, 1), class_of(30): (1, 0)}, 4)
    [(12, 15, 3, 1), (16, 19, 0, 0), (20, 24, 0, 0), (25, 30, 1, 0)]
    >>> bars({class_of(15): (3, 1), class_of(30): (1, 0)}, 3)
    [(10, 15, 3, 1), (16, 24, 0, 0), (25, 39, 1, 0)]
    """
    if not counts:
        return []
    low, high = min(counts), max(counts)
    # The class from 10 on is number 1, so such steps meet every power of ten.
    step = next((each for each in (1, 2, 5) if (high - 1) // each - (low - 1) // each < most), 10)
    found: list[Bar] = []
    for first in range((low - 1) // step * step + 1, high + 1, step):
        stop = EDGES[first + step] - 1 if first + step < len(EDGES) else None
        inside = _sum(counts[each] for each in range(first, first + step) if each in counts)
        found.append((EDGES[max(first, 0)], stop, *inside))
    return found


class Split(NamedTuple):
    """Lengths from somewhere on, against the shorter ones: replies, and those that were cut off."""

    length: int
    longer: tuple[int, int]
    shorter: tuple[int, int]

    @property
    def youden(self) -> float:
        """Youden's index: 1 where exactly the longer ones are cut off, 0 where length says nothing about it."""
        (longer, longer_cut), (shorter, shorter_cut) = self.longer, self.shorter
        cut, whole = longer_cut + shorter_cut, longer + shorter - longer_cut - shorter_cut
        return longer_cut / cut - (longer - longer_cut) / whole if cut and whole else 0.0


def best_split(counts: Mapping[int, tuple[int, int]]) -> Split | None:
    """Where length says most about which replies are cut off; ``None`` where all are of one class.

    >>> best_split({0: (90, 1), 20: (8, 2), 21: (4, 4)})
    Split(length=800, longer=(12, 6), shorter=(90, 1))
    """
    total, total_cut = _sum(counts.values())
    best: Split | None = None
    longer = longer_cut = 0
    for each in sorted(counts, reverse=True)[:-1]:
        longer += counts[each][0]
        longer_cut += counts[each][1]
        split = Split(EDGES[each], (longer, longer_cut), (total - longer, total_cut - longer_cut))
        if best is None or split.youden > best.youden:
            best = split
    return best


def _sum(counts: Iterable[tuple[int, int]]) -> tuple[int, int]:
    replies = cut = 0
    for n, m in counts:
        replies += n
        cut += m
    return replies, cut
