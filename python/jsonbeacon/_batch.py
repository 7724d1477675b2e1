"""Many texts with one call."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import overload

from . import _native
from ._errors import JSONBeaconError
from ._extractor import Extractor

_MOST_THREADS = 1024

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable
    from typing import Any, Literal, Protocol, TypedDict

    from typing_extensions import Never, TypeVar, Unpack

    from ._extraction import Extraction
    from ._extractor import Options
    from ._native import _JSONSchema, _Schema, _Text

    class ArrowArray(Protocol):
        """An object that gives an Arrow array: of pyarrow, nanoarrow or arro3."""

        def __arrow_c_array__(self, requested_schema: object | None = None, /) -> tuple[object, object]: ...

    class ArrowStream(Protocol):
        """An object that gives an Arrow array in chunks: of pyarrow, polars, DuckDB, nanoarrow or arro3."""

        def __arrow_c_stream__(self, requested_schema: object | None = None, /) -> object: ...

    Column = ArrowArray | ArrowStream
    OnError = Literal["raise", "return"]
    Fault = JSONBeaconError | TypeError

    class Work(TypedDict, total=False):
        threads: int | None
        progress: bool

    class ManyOptions(Options, Work):
        pass

    T = TypeVar("T", default=Any)  # what a schema makes
    Missing = TypeVar("Missing", bound=None, default=Never)  # whether there may be None among the texts
    Schema = _Schema[T] | _JSONSchema | None


# Of an iterator comes an iterator, of all else a list. Whoever asks for on_error="return" has to tell errors apart.
# fmt: off
@overload
def extract_json_many(
    texts: Iterator[_Text | Missing], *, schema: Schema[T] = ..., required: Literal[True] = ...,
    on_error: Literal["raise"] = ..., detailed: Literal[False] = ..., **options: Unpack[ManyOptions],
) -> Iterator[T | Missing]: ...
@overload
def extract_json_many(
    texts: Iterator[_Text | Missing], *, schema: Schema[T] = ..., required: Literal[True] = ...,
    on_error: Literal["return"], detailed: Literal[False] = ..., **options: Unpack[ManyOptions],
) -> Iterator[T | Fault | Missing]: ...
@overload
def extract_json_many(
    texts: Iterator[_Text | None], *, schema: Schema[T] = ..., required: bool,
    on_error: Literal["raise"] = ..., detailed: Literal[False] = ..., **options: Unpack[ManyOptions],
) -> Iterator[T | None]: ...
@overload
def extract_json_many(
    texts: Iterator[_Text | None], *, schema: Schema[T] = ..., required: bool,
    on_error: Literal["return"], detailed: Literal[False] = ..., **options: Unpack[ManyOptions],
) -> Iterator[T | Fault | None]: ...
@overload
def extract_json_many(
    texts: Iterator[_Text | Missing], *, schema: Schema[T] = ..., required: bool = ...,
    on_error: Literal["raise"] = ..., detailed: Literal[True], **options: Unpack[ManyOptions],
) -> Iterator[Extraction[T] | Missing]: ...
@overload
def extract_json_many(
    texts: Iterator[_Text | Missing], *, schema: Schema[T] = ..., required: bool = ...,
    on_error: Literal["return"], detailed: Literal[True], **options: Unpack[ManyOptions],
) -> Iterator[Extraction[T] | Fault | Missing]: ...
@overload
def extract_json_many(
    texts: Collection[_Text | Missing], *, schema: Schema[T] = ..., required: Literal[True] = ...,
    on_error: Literal["raise"] = ..., detailed: Literal[False] = ..., **options: Unpack[ManyOptions],
) -> list[T | Missing]: ...
@overload
def extract_json_many(
    texts: Collection[_Text | Missing], *, schema: Schema[T] = ..., required: Literal[True] = ...,
    on_error: Literal["return"], detailed: Literal[False] = ..., **options: Unpack[ManyOptions],
) -> list[T | Fault | Missing]: ...
@overload
def extract_json_many(
    texts: Collection[_Text | Missing], *, schema: Schema[T] = ..., required: bool = ...,
    on_error: Literal["raise"] = ..., detailed: Literal[True], **options: Unpack[ManyOptions],
) -> list[Extraction[T] | Missing]: ...
@overload
def extract_json_many(
    texts: Collection[_Text | Missing], *, schema: Schema[T] = ..., required: bool = ...,
    on_error: Literal["return"], detailed: Literal[True], **options: Unpack[ManyOptions],
) -> list[Extraction[T] | Fault | Missing]: ...
@overload
def extract_json_many(
    texts: Collection[_Text | None], *, schema: Schema[T] = ..., required: bool,
    on_error: Literal["raise"] = ..., detailed: Literal[False] = ..., **options: Unpack[ManyOptions],
) -> list[T | None]: ...
@overload
def extract_json_many(
    texts: Column, *, schema: Schema[T] = ..., required: bool = ...,
    on_error: Literal["raise"] = ..., detailed: Literal[False] = ..., **options: Unpack[ManyOptions],
) -> list[T | None]: ...
@overload
def extract_json_many(
    texts: Collection[_Text | None], *, schema: Schema[T] = ..., required: bool,
    on_error: Literal["return"], detailed: Literal[False] = ..., **options: Unpack[ManyOptions],
) -> list[T | Fault | None]: ...
@overload
def extract_json_many(
    texts: Column, *, schema: Schema[T] = ..., required: bool = ...,
    on_error: Literal["return"], detailed: Literal[False] = ..., **options: Unpack[ManyOptions],
) -> list[T | Fault | None]: ...
@overload
def extract_json_many(
    texts: Column, *, schema: Schema[T] = ..., required: bool = ...,
    on_error: Literal["raise"] = ..., detailed: Literal[True], **options: Unpack[ManyOptions],
) -> list[Extraction[T] | None]: ...
@overload
def extract_json_many(
    texts: Column, *, schema: Schema[T] = ..., required: bool = ...,
    on_error: Literal["return"], detailed: Literal[True], **options: Unpack[ManyOptions],
) -> list[Extraction[T] | Fault | None]: ...
# fmt: on
def extract_json_many(
    texts: Any,
    *,
    on_error: OnError = "raise",
    threads: int | None = None,
    progress: bool = False,
    detailed: bool = False,
    **options: Any,
) -> list[Any] | Iterator[Any]:
    """Return what ``extract_json`` returns of each of many texts, in their order.

    :param texts: a list or any other iterable of texts, an iterator, or a column of strings with Arrow's PyCapsule
        interface; ``None`` among them is a missing text, and stays ``None``
    :param on_error: ``"raise"``: the first error ends the batch; its ``index`` says which text it is of.
        ``"return"``: an error stands in the value's place
    :param threads: how many threads find the JSON; ``None``: as many as the process has cores
    :param progress: show a progress bar (needs tqdm: ``pip install 'jsonbeacon[progress]'``)
    :param detailed: give an ``Extraction`` for each value
    :param options: those of ``extract_json``
    :returns: a list; of an iterator, an iterator that takes a text when it is asked for a value
    :raises JSONBeaconError: with ``on_error="raise"``, what ``extract_json`` raises
    :raises TypeError: ``texts`` is one text, or, with ``on_error="raise"``, what is among them is none

    >>> import jsonbeacon
    >>> jsonbeacon.extract_json_many(['{"a": 1}', "Sure: [2]", None])
    [{'a': 1}, [2], None]
    >>> jsonbeacon.extract_json_many(['{"a": 1}', "Sorry."], on_error="return")
    [{'a': 1}, NoJSONFoundError('no JSON object or array found')]
    """
    return many(Extractor(**options), texts, on_error, threads, progress, detailed)


def many(
    extractor: Extractor[Any], texts: Any, on_error: OnError, threads: int | None, progress: bool, detailed: bool
) -> list[Any] | Iterator[Any]:
    """A list, or an iterator, of what the extractor makes of each text."""
    if on_error not in ("raise", "return"):
        raise ValueError(f"on_error must be one of 'raise', 'return', not {on_error!r}")
    cores(threads)
    if isinstance(texts, (str, bytes, bytearray, memoryview)):
        raise TypeError(f"texts must be an iterable of texts, not {type(texts).__name__}, which is one text")
    if hasattr(texts, "__arrow_c_stream__") or hasattr(texts, "__arrow_c_array__"):
        texts = _native.column_texts(texts)
    call: Callable[[Any], Any] = extractor.detailed if detailed else extractor.extract
    lazy = isinstance(texts, Iterator)
    if progress:
        texts = _shown(texts)
    values = _values(call, texts, on_error == "raise")
    return values if lazy else [*values]


def _values(call: Callable[[Any], Any], texts: Iterable[Any], raises: bool) -> Iterator[Any]:
    for index, text in enumerate(texts):
        if text is None:
            yield None
            continue
        try:
            value = call(text)
        except (JSONBeaconError, TypeError) as error:
            error.__dict__["index"] = index
            if raises:
                if sys.version_info >= (3, 11):
                    error.add_note(f"It is of the text at index {index}.")
                raise
            value = error.with_traceback(None)
        yield value


def _shown(texts: Iterable[Any]) -> Iterable[Any]:
    """The same with a progress bar."""
    try:
        tqdm: Any = __import__("tqdm.auto", fromlist=["tqdm"]).tqdm
    except ImportError as error:
        raise ImportError("progress=True needs tqdm: pip install 'jsonbeacon[progress]'") from error
    shown: Iterable[Any] = tqdm(texts, unit=" texts")
    return shown


def cores(threads: int | None) -> int:
    """How many threads work: as many as were asked for, or as the process has cores."""
    if threads is None:
        affinity = getattr(os, "sched_getaffinity", None)
        return len(affinity(0)) if affinity else os.cpu_count() or 1
    if isinstance(threads, bool) or not isinstance(threads, int) or threads < 1:
        raise ValueError(f"threads must be None or a number of threads from 1 on, not {threads!r}")
    return min(threads, _MOST_THREADS)


extract_json_many.__module__ = "jsonbeacon"
