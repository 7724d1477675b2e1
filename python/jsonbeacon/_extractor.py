"""The reusable form of ``extract_json``."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from typing import Any, Literal, TypedDict, TypeVar, overload

    from typing_extensions import Unpack

    from ._batch import Column, Fault, Missing, OnError, Work
    from ._extraction import Extraction
    from ._native import Extractor as Base
    from ._native import (
        _Blank,
        _Invisible,
        _JSONSchema,
        _Kind,
        _Reasoning,
        _Registry,
        _Repair,
        _Schema,
        _Select,
        _Sources,
        _Tags,
        _Text,
    )
    from ._stream import Stream

    class Options(TypedDict, total=False):
        select: _Select
        kind: _Kind
        tags: _Tags
        reasoning: _Reasoning
        fallthrough: bool
        repair: _Repair
        invisible: _Invisible
        blank: _Blank
        sources: _Sources
        max_length: int | None
        formats: bool
        schema_registry: _Registry

    T_co = TypeVar("T_co", covariant=True)
    R = TypeVar("R")
else:
    from . import _generic, _native

    T_co = object

    class Base(_native.Extractor, _generic.Generic):
        __slots__ = ()


# The class, once one was made: an import statement costs more than what is left to do.
_Stream: Any = None


class Extractor(Base[T_co]):
    """``extract_json`` with its options given once: immutable, reusable, picklable, and safe in threads.

    :param schema: what the value must be: a JSON Schema (``dict``, ``bool`` or its text), a pydantic model or
        ``TypeAdapter``, a type, or a callable that returns the result or raises
    :param select: which value to take if there are several: ``"first"``, ``"last"``, ``"largest"`` or ``"only"``
    :param kind: ``"auto"`` takes an object where there is one; ``"object"``, ``"array"``, ``"any"``
    :param required: ``False``: ``extract`` returns ``None`` where there is no JSON at all (``detailed`` still raises)
    :param tags: names such as ``("result", "json")``: look in ``<result>…</result>`` before anything else
    :param reasoning: ``"skip"`` ignores what the model thinks aloud in ``<think>`` and the like
    :param fallthrough: try source after source and value after value until one is good
    :param repair: mend what is not JSON: ``"syntax"`` where there is one reading, ``"guess"`` where one is likelier,
        ``"all"`` also where something is missing
    :param invisible: characters that show nothing: ``"syntax"`` ignores them between tokens, ``"strip"`` takes them
        out of strings too
    :param blank: ``"reject"`` refuses a value in which nothing is filled in
    :param sources: where to look: ``"fence"``, ``"inline"`` or both
    :param max_length: refuse longer texts, in characters
    :param formats: whether the keyword ``format`` of a JSON Schema asserts, and does not only annotate
    :param schema_registry: the JSON Schemas that ``$ref`` may reach, by URI; nothing is ever fetched
    :raises ValueError: an option's value is not one of its choices
    :raises TypeError: there is no such option, or ``schema`` is no schema
    :raises SchemaError: the schema itself is at fault

    Two are equal when their options are.

    >>> from jsonbeacon import Extractor
    >>> answers = Extractor(select="last", kind="object")
    >>> answers
    Extractor(select='last', kind='object')
    >>> answers.extract('A draft: {"a": 1}. The answer: {"a": 2}.')
    {'a': 2}
    >>> answers.detailed('A draft: {"a": 1}. The answer: {"a": 2}.').candidates
    2
    """

    __slots__ = ()

    if TYPE_CHECKING:

        @overload
        def __init__(
            self: Extractor[Any],
            *,
            schema: _JSONSchema | None = None,
            required: bool = ...,
            **options: Unpack[Options],
        ) -> None: ...
        @overload
        def __init__(
            self: Extractor[R], *, schema: _Schema[R], required: Literal[True] = ..., **options: Unpack[Options]
        ) -> None: ...
        @overload
        def __init__(
            self: Extractor[R | None], *, schema: _Schema[R], required: bool, **options: Unpack[Options]
        ) -> None: ...

    def __init__(
        self,
        *,
        schema: Any = None,
        select: str = "first",
        kind: str = "auto",
        required: bool = True,
        tags: object = None,
        reasoning: str = "keep",
        fallthrough: bool = False,
        repair: str | None = None,
        invisible: str = "keep",
        blank: str = "allow",
        sources: object = ("fence", "inline"),
        max_length: int | None = None,
        formats: bool = False,
        schema_registry: dict[str, Any] | None = None,
    ) -> None:
        """The options have been read when the object was made, and the schema compiled."""

    def stream(self) -> Stream[T_co]:
        """A stream with these options: for a text that arrives in parts.

        >>> from jsonbeacon import Extractor
        >>> stream = Extractor().stream()
        >>> for chunk in ["Sure: ", '{"a"', ": 1}"]:
        ...     _ = stream.feed(chunk)
        >>> stream.close()
        {'a': 1}
        """
        global _Stream
        if _Stream is None:
            from ._stream import Stream as _Stream
        stream: Stream[T_co] = _Stream(self)
        return stream

    if TYPE_CHECKING:
        # fmt: off
        @overload
        def many(
            self, texts: Iterator[_Text | Missing], *, on_error: Literal["raise"] = ...,
            detailed: Literal[False] = ..., **work: Unpack[Work],
        ) -> Iterator[T_co | Missing]: ...
        @overload
        def many(
            self, texts: Iterator[_Text | Missing], *, on_error: Literal["return"],
            detailed: Literal[False] = ..., **work: Unpack[Work],
        ) -> Iterator[T_co | Fault | Missing]: ...
        @overload
        def many(
            self, texts: Iterator[_Text | Missing], *, on_error: Literal["raise"] = ...,
            detailed: Literal[True], **work: Unpack[Work],
        ) -> Iterator[Extraction[T_co] | Missing]: ...
        @overload
        def many(
            self, texts: Iterator[_Text | Missing], *, on_error: Literal["return"],
            detailed: Literal[True], **work: Unpack[Work],
        ) -> Iterator[Extraction[T_co] | Fault | Missing]: ...
        @overload
        def many(
            self, texts: Collection[_Text | Missing], *, on_error: Literal["raise"] = ...,
            detailed: Literal[False] = ..., **work: Unpack[Work],
        ) -> list[T_co | Missing]: ...
        @overload
        def many(
            self, texts: Collection[_Text | Missing], *, on_error: Literal["return"],
            detailed: Literal[False] = ..., **work: Unpack[Work],
        ) -> list[T_co | Fault | Missing]: ...
        @overload
        def many(
            self, texts: Collection[_Text | Missing], *, on_error: Literal["raise"] = ...,
            detailed: Literal[True], **work: Unpack[Work],
        ) -> list[Extraction[T_co] | Missing]: ...
        @overload
        def many(
            self, texts: Collection[_Text | Missing], *, on_error: Literal["return"],
            detailed: Literal[True], **work: Unpack[Work],
        ) -> list[Extraction[T_co] | Fault | Missing]: ...
        @overload
        def many(
            self, texts: Column, *, on_error: Literal["raise"] = ...,
            detailed: Literal[False] = ..., **work: Unpack[Work],
        ) -> list[T_co | None]: ...
        @overload
        def many(
            self, texts: Column, *, on_error: Literal["return"],
            detailed: Literal[False] = ..., **work: Unpack[Work],
        ) -> list[T_co | Fault | None]: ...
        @overload
        def many(
            self, texts: Column, *, on_error: Literal["raise"] = ...,
            detailed: Literal[True], **work: Unpack[Work],
        ) -> list[Extraction[T_co] | None]: ...
        @overload
        def many(
            self, texts: Column, *, on_error: Literal["return"],
            detailed: Literal[True], **work: Unpack[Work],
        ) -> list[Extraction[T_co] | Fault | None]: ...
        # fmt: on

    def many(
        self,
        texts: Any,
        *,
        on_error: OnError = "raise",
        threads: int | None = None,
        progress: bool = False,
        detailed: bool = False,
    ) -> list[Any] | Iterator[Any]:
        """``extract_json_many`` with these options.

        >>> from jsonbeacon import Extractor
        >>> Extractor(select="last").many(['{"a": 1} or {"a": 2}', "[3]"])
        [{'a': 2}, [3]]
        """
        from ._batch import many

        return many(self, texts, on_error, threads, progress, detailed)

    def _options(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in _DEFAULTS}

    def __repr__(self) -> str:
        given = [f"{name}={value!r}" for name, value in self._options().items() if value != _DEFAULTS[name]]
        return f"{type(self).__name__}({', '.join(given)})"

    def __eq__(self, other: object) -> bool:
        return self._options() == other._options() if isinstance(other, Extractor) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(each for each in self._options().values() if not isinstance(each, dict)))


_DEFAULTS: dict[str, object] = Extractor.__init__.__kwdefaults__ or {}
Extractor.__module__ = "jsonbeacon"
