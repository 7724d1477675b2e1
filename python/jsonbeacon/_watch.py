"""Subscriptions to places in the value that a stream brings."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator

from ._events import CandidateDropped, Event, MemberCompleted

#: One segment of a path, by RFC 9535: a shorthand name (§2.5.1.1), or a name, an index or a wildcard in brackets.
_SEGMENT = re.compile(
    r"""
      \.(?P<wild>\*)
    | \.(?P<name>[A-Za-z_\x80-\U0010FFFF][A-Za-z0-9_\x80-\U0010FFFF]*)
    | \[\s*(?:
          (?P<any>\*)
        | (?P<index>0|[1-9][0-9]*)
        | '(?P<single>(?:[^'\\]|\\.)*)'
        | "(?P<double>(?:[^"\\]|\\.)*)"
      )\s*\]
    """,
    re.VERBOSE | re.DOTALL,
)
_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|(.))", re.DOTALL)
_ESCAPES = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "/": "/", "\\": "\\", "'": "'", '"': '"'}

#: A step of a path: a name, an index, or, for any, None.
Step = str | int | None


def steps_of(path: str) -> tuple[Step, ...]:
    """The steps of a path; ``ValueError`` if it is not of the part of JSONPath that is supported."""
    if not isinstance(path, str):
        raise TypeError(f"a path must be str, not {type(path).__name__}")
    at = 0
    text = path.removeprefix("$")
    if text and text[0] not in ".[":
        text = "." + text
    steps: list[Step] = []
    while at < len(text):
        match = _SEGMENT.match(text, at)
        if match is None:
            shown = text[at:] if len(text) - at <= 40 else text[at : at + 40] + "…"
            raise ValueError(
                f"in the path {path!r}, {shown!r} is none of .name, .*, [0], [*], ['name']: slices, filters, negative "
                "indices and descendants are not supported"
            )
        steps.append(_step(match))
        at = match.end()
    if not steps:
        raise ValueError(f"the path {path!r} is the candidate itself, which CandidateCompleted tells of")
    return tuple(steps)


def _step(match: re.Match[str]) -> Step:
    if match["wild"] or match["any"]:
        return None
    if match["index"]:
        return int(match["index"])
    if match["name"]:
        return match["name"]
    quoted = match["single"] if match["single"] is not None else match["double"]
    decoded = _ESCAPE.sub(lambda m: chr(int(m[1], 16)) if m[1] else _ESCAPES.get(m[2], m[0]), quoted or "")
    return decoded.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


class Watch:
    """What has completed at a path since it was last asked: iterating takes it, and ends where there is no more yet.

    Each is a ``MemberCompleted``. What has not been taken when its candidate is dropped is gone.

    >>> import jsonbeacon
    >>> stream = jsonbeacon.Extractor().stream()
    >>> names = stream.watch("[*].name")
    >>> _ = stream.feed('[{"name": "Ada"}, {"name": "Gra')
    >>> next(names)
    MemberCompleted(path=(0, 'name'), value='Ada')
    >>> len(names)
    0
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self._steps = steps_of(path)
        self._waiting: deque[MemberCompleted] = deque()

    def __iter__(self) -> Iterator[MemberCompleted]:
        return self

    def __next__(self) -> MemberCompleted:
        if not self._waiting:
            raise StopIteration
        return self._waiting.popleft()

    def __len__(self) -> int:
        """How many wait to be taken."""
        return len(self._waiting)

    def __bool__(self) -> bool:
        return True

    def __repr__(self) -> str:
        return f"<Watch of {self.path!r}: {len(self)} waiting>"

    def _take(self, events: Iterable[Event]) -> None:
        for event in events:
            if isinstance(event, MemberCompleted):
                if self._matches(event.path):
                    self._waiting.append(event)
            elif isinstance(event, CandidateDropped):
                while self._waiting and self._waiting[-1].start >= event.start:
                    self._waiting.pop()

    def _matches(self, path: tuple[str | int, ...]) -> bool:
        steps = self._steps
        # An index is no name, whatever they look like: 0 is not "0".
        return len(path) == len(steps) and all(
            step is None or (step == key and type(step) is type(key)) for step, key in zip(steps, path)
        )


Watch.__module__ = "jsonbeacon"
