"""What happens in a stream.

::

    Event                    start, provisional
    ├── CandidateOpened      kind, source
    ├── MemberCompleted      path, end, value
    ├── CandidateCompleted   end, source, value
    ├── CandidateFailed      position, code
    └── CandidateDropped     reason
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Literal

if TYPE_CHECKING:
    from ._native import Stream

Path = tuple[str | int, ...]
_KINDS = {ord("{"): "object", ord("["): "array"}


class Event:
    """Something that happened in a stream. Offsets count code points from the beginning of the text.

    >>> import jsonbeacon
    >>> stream = jsonbeacon.Extractor().stream()
    >>> for event in stream.feed('Sure: {"a": [1'):
    ...     print(event, event.start, event.provisional)
    CandidateOpened(start=6, kind='object', source='inline') 6 True
    """

    # Filled in by the extension, which finds the slots of all classes in this one.
    __slots__ = ("_detail", "_end", "_path", "_stream", "start")
    __match_args__: ClassVar[tuple[str, ...]] = ("start",)

    if TYPE_CHECKING:
        start: int
        """Where the value that it is about starts."""
        _end: int | None
        _path: Path
        _detail: str | None
        _stream: Stream[Any]

    @property
    def provisional(self) -> bool:
        """Whether what is still to come can overrule it: until the stream has been closed."""
        return not self._stream.closed

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={_shown(getattr(self, name))}" for name in self.__match_args__)
        return f"{type(self).__name__}({shown})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Event):
            return NotImplemented
        return type(self) is type(other) and self._facts() == other._facts() and self._stream is other._stream

    def __hash__(self) -> int:
        return hash(self._facts())

    def _facts(self) -> tuple[object, ...]:
        return self.start, self._end, self._path, self._detail

    def __reduce__(self) -> str | tuple[Any, ...]:
        raise TypeError(f"{type(self).__name__} belongs to its stream: pickle what you need of it")


def _shown(value: object) -> str:
    shown = repr(value)
    return shown if len(shown) <= 80 else shown[:79] + "…"


class CandidateOpened(Event):
    """A JSON value begins, or what looks like one.

    >>> import jsonbeacon
    >>> jsonbeacon.Extractor().stream().feed("See [1]: ")[0]
    CandidateOpened(start=4, kind='array', source='inline')
    """

    __slots__ = ()
    __match_args__ = ("start", "kind", "source")

    @property
    def kind(self) -> Literal["object", "array"] | None:
        """Which kind of value; ``None``: a JSON fence holds something else."""
        return _KINDS.get(self._end or 0)  # type: ignore[return-value]

    @property
    def source(self) -> Literal["fence", "inline", "tag"]:
        """Where it stands. (Only a text that has ended can be the ``"whole"``.)"""
        return self._detail  # type: ignore[return-value]


class _Complete(Event):
    """A value that is there whole."""

    __slots__ = ()

    @property
    def end(self) -> int:
        """Where it ends."""
        return self._end or 0

    @property
    def value(self) -> Any:
        """The value, made anew each time it is asked for. No schema is applied to it.

        :raises MalformedOutputError: an object in it repeats a key (its places count from the value's start)
        """
        return self._stream._value(self.start, self.end)


class MemberCompleted(_Complete):
    """A member of an object, or an element of an array, is complete; the innermost come first.

    >>> import jsonbeacon
    >>> for event in jsonbeacon.Extractor().stream().feed('{"a": [1, 2], "b": '):
    ...     if isinstance(event, jsonbeacon.MemberCompleted):
    ...         print(event.path, event.value)
    ('a', 0) 1
    ('a', 1) 2
    ('a',) [1, 2]
    """

    __slots__ = ()
    __match_args__ = ("path", "value")

    @property
    def path(self) -> Path:
        """Where it stands in the candidate: names and indices, the outermost first."""
        return self._path


class CandidateCompleted(_Complete):
    """A candidate is complete.

    >>> import jsonbeacon
    >>> event = jsonbeacon.Extractor().stream().feed('Sure: {"a": 1}.')[-1]
    >>> event, event.value
    (CandidateCompleted(start=6, end=14, source='inline'), {'a': 1})
    """

    __slots__ = ()
    __match_args__ = ("start", "end", "source")

    @property
    def source(self) -> Literal["fence", "inline", "tag"]:
        """Where it stands."""
        return self._detail  # type: ignore[return-value]


class CandidateFailed(Event):
    """A candidate is malformed. (With the option ``repair`` it may be mended when the stream is closed.)

    >>> import jsonbeacon
    >>> jsonbeacon.Extractor().stream().feed("Sure: {'a': 1}")[-1]
    CandidateFailed(start=6, position=7, code='json.expected_key')
    """

    __slots__ = ()
    __match_args__ = ("start", "position", "code")

    @property
    def position(self) -> int:
        """Where the fault is."""
        return self._end or 0

    @property
    def code(self) -> str:
        """What is wrong, as ``error.code`` has it."""
        return self._detail or ""


class CandidateDropped(Event):
    r"""What was opened from ``start`` on does not count after all.

    >>> import jsonbeacon
    >>> stream = jsonbeacon.Extractor().stream()
    >>> _ = stream.feed('A draft: {"a": 1}')
    >>> stream.feed("\n```json\n[")[0]
    CandidateDropped(start=9, reason='fence')
    """

    __slots__ = ()
    __match_args__ = ("start", "reason")

    @property
    def reason(self) -> Literal["prose", "fence", "tag", "reasoning", "kind"]:
        """Why: it was ``"prose"``; there is a JSON ``"fence"`` or a ``"tag"``, which count before it; it was
        ``"reasoning"``; or, of the other ``"kind"``, there is an object.
        """
        return self._detail  # type: ignore[return-value]


CLASSES = (CandidateOpened, MemberCompleted, CandidateCompleted, CandidateFailed, CandidateDropped)
for _class in (Event, *CLASSES):
    _class.__module__ = "jsonbeacon"
