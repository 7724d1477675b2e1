"""Extraction while the text is still arriving."""

from __future__ import annotations

from collections.abc import AsyncIterable, AsyncIterator, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

from . import _native
from ._events import CLASSES, Event
from ._watch import Watch

if TYPE_CHECKING:
    from types import TracebackType

    from ._native import _Text

T_co = TypeVar("T_co", covariant=True)

_native.configure_stream(CLASSES)
Sequence.register(_native.Events)  # pyright: ignore[reportAttributeAccessIssue] - it is an ABC


class Partial:
    """What there is of the candidate that was opened last: a snapshot, and never a result.

    It is of a type of its own, has no schema applied to it, and compares equal to nothing but another ``Partial``.

    ``value``
        what is complete of it: members and elements that are there whole, in their containers. **It is the stream's
        own**: the next snapshot is the same objects with more in them. Copy what must stay as it is.
    ``start``
        where it starts in the text, in code points
    ``source``
        ``"fence"``, ``"inline"`` or ``"tag"``
    ``state``
        ``"open"``, ``"complete"`` or ``"failed"``

    >>> import jsonbeacon
    >>> stream = jsonbeacon.Extractor().stream()
    >>> _ = stream.feed('{"a": [1, 2')
    >>> stream.partial()
    Partial(value={'a': [1]}, start=0, source='inline', state='open')
    """

    __slots__ = ("source", "start", "state", "value")
    __match_args__ = ("value", "start", "source", "state")

    def __init__(
        self,
        value: Any,
        start: int,
        source: Literal["fence", "inline", "tag"],
        state: Literal["open", "complete", "failed"],
    ) -> None:
        self.value: Any = value
        self.start: int = start
        self.source: Literal["fence", "inline", "tag"] = source
        self.state: Literal["open", "complete", "failed"] = state

    def __repr__(self) -> str:
        return f"Partial(value={self.value!r}, start={self.start}, source={self.source!r}, state={self.state!r})"

    def _repr_html_(self) -> str:
        """The value as far as it goes, for a notebook; everything that came from the text is escaped."""
        from ._html import partial

        return partial(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Partial):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.__match_args__)

    __hash__ = None  # type: ignore[assignment]


if TYPE_CHECKING:
    Base = _native.Stream
else:

    class Base(_native.Stream, Generic[T_co]):
        __slots__ = ()


class Stream(Base[T_co]):
    """A text that arrives in parts: ``Extractor.stream()`` gives one.

    ``feed`` takes the parts and tells what happens in them. ``close`` gives what the extractor gives for the whole
    text: the same result or the same error, always. A stream is for one text and for one thread at a time.

    As a context manager it is closed at the end, unless an exception is on its way.

    >>> import jsonbeacon
    >>> with jsonbeacon.Extractor(kind="object").stream() as stream:
    ...     for chunk in ["Sure: {", '"b": [', "2, 3", "]}", "."]:
    ...         for event in stream.feed(chunk):
    ...             print(event)
    CandidateOpened(start=6, kind='object', source='inline')
    MemberCompleted(path=('b', 0), value=2)
    MemberCompleted(path=('b', 1), value=3)
    MemberCompleted(path=('b',), value=[2, 3])
    CandidateCompleted(start=6, end=19, source='inline')
    >>> stream.close()
    {'b': [2, 3]}
    """

    __slots__ = ("__weakref__", "_watches")

    if TYPE_CHECKING:
        _watches: list[Watch]

    def partial(self, *, open_strings: bool = False) -> Partial | None:
        """A snapshot of the candidate that was opened last; ``None`` if there is none.

        It costs what has arrived since the last one, whatever there was before. (A string that is open is made anew
        each time, as far as it goes.)

        :param open_strings: take in the string that the text ends in, as far as it goes; otherwise only what is
            complete

        >>> import jsonbeacon
        >>> stream = jsonbeacon.Extractor().stream()
        >>> _ = stream.feed('{"title": "Soup", "steps": ["peel", "ch')
        >>> stream.partial()
        Partial(value={'title': 'Soup', 'steps': ['peel']}, start=0, source='inline', state='open')
        >>> stream.partial(open_strings=True).value
        {'title': 'Soup', 'steps': ['peel', 'ch']}
        """
        facts = self._snapshot(open_strings)
        return None if facts is None else Partial(*facts)

    def watch(self, path: str) -> Watch:
        """Collect what completes at a path from now on.

        :param path: a part of JSONPath (RFC 9535): names and indices, ``[*]`` and ``.*`` for any, the ``$`` in front
            may be left out: ``"items[*]"``, ``"$.items[*].name"``, ``"['a b'][0]"``
        :raises ValueError: it is another path

        >>> import jsonbeacon
        >>> stream = jsonbeacon.Extractor().stream()
        >>> items = stream.watch("items[*]")
        >>> for chunk in ['{"items": [{"n": 1}, {"n"', ': 2}, {"n": 3', "}]}"]:
        ...     _ = stream.feed(chunk)
        ...     print([item.value for item in items])
        [{'n': 1}]
        [{'n': 2}]
        [{'n': 3}]
        """
        watch = Watch(path)
        if self._watch is None:
            self._watches = []
            self._watch = _Telling(self._watches)
        self._watches.append(watch)
        return watch

    def events(self, source: Iterable[_Text]) -> Iterator[Event]:
        """Feed every chunk of an iterable, and give the events as they happen.

        >>> import jsonbeacon
        >>> stream = jsonbeacon.Extractor().stream()
        >>> for event in stream.events(["[[1", ",2]]"]):
        ...     print(event)
        CandidateOpened(start=0, kind='array', source='inline')
        MemberCompleted(path=(0, 0), value=1)
        MemberCompleted(path=(0, 1), value=2)
        MemberCompleted(path=(0,), value=[1, 2])
        CandidateCompleted(start=0, end=7, source='inline')
        >>> stream.close()
        [[1, 2]]
        """
        for chunk in source:
            yield from self.feed(chunk)

    async def aevents(self, source: AsyncIterable[_Text]) -> AsyncIterator[Event]:
        """The same of an asynchronous iterable.

        >>> import asyncio, jsonbeacon
        >>> async def reply():
        ...     for chunk in ['{"a"', ": tr", "ue}"]:
        ...         yield chunk
        >>> async def main():
        ...     async with jsonbeacon.Extractor().stream() as stream:
        ...         async for event in stream.aevents(reply()):
        ...             print(event)
        ...     return stream.close()
        >>> asyncio.run(main())
        CandidateOpened(start=0, kind='object', source='inline')
        MemberCompleted(path=('a',), value=True)
        CandidateCompleted(start=0, end=9, source='inline')
        {'a': True}
        """
        async for chunk in source:
            for event in self.feed(chunk):
                yield event

    def __enter__(self) -> Stream[T_co]:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if kind is None:
            self.close()

    async def __aenter__(self) -> Stream[T_co]:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if kind is None:
            self.close()

    def __repr__(self) -> str:
        state = "closed" if self.closed else "open"
        return f"<Stream of {self.extractor!r}: {self.length} code points, {state}>"

    def __reduce__(self) -> str | tuple[Any, ...]:
        raise TypeError("a Stream cannot be pickled")


class _Telling:
    """Hands events on to watches. (A method of the stream would be a cycle.)"""

    __slots__ = ("watches",)

    def __init__(self, watches: list[Watch]) -> None:
        self.watches = watches

    def __call__(self, events: Iterable[Event]) -> None:
        for watch in self.watches:
            watch._take(events)


for _class in (Stream, Partial):
    _class.__module__ = "jsonbeacon"
