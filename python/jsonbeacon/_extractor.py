"""The reusable form of ``extract_json``."""

from __future__ import annotations

from ._kinds import resolve

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Literal, TypeVar, overload

    from ._native import Extractor as Base
    from ._native import _Kind, _Schema, _Select

    T_co = TypeVar("T_co", covariant=True)
    R = TypeVar("R")
else:
    from . import _generic, _native

    T_co = object

    class Base(_native.Extractor, _generic.Generic):
        __slots__ = ()


_DEFAULTS: dict[str, object] = {
    "schema": None,
    "select": "first",
    "kind": "auto",
    "required": True,
    "tags": None,
    "reasoning": "keep",
    "fallthrough": False,
    "repair": None,
    "invisible": "keep",
    "blank": "allow",
    "sources": ("fence", "inline"),
    "max_length": None,
}


class Extractor(Base[T_co]):
    """``extract_json`` with its options given once: immutable, reusable, picklable, and safe in threads.

    :param schema: what the value must be: a pydantic model or ``TypeAdapter``, a type, or a callable that returns the
        result or raises
    :param select: which value to take if there are several: ``"first"``, ``"last"``, ``"largest"`` or ``"only"``
    :param kind: ``"auto"`` takes an object where there is one; ``"object"``, ``"array"``, ``"any"``
    :param required: ``False``: ``extract`` returns ``None`` where there is no JSON at all (``detailed`` still raises)
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
            self: Extractor[Any], *, schema: None = None, select: _Select = ..., kind: _Kind = ..., required: bool = ...
        ) -> None: ...
        @overload
        def __init__(
            self: Extractor[R],
            *,
            schema: _Schema[R],
            select: _Select = ...,
            kind: _Kind = ...,
            required: Literal[True] = ...,
        ) -> None: ...
        @overload
        def __init__(
            self: Extractor[R | None], *, schema: _Schema[R], select: _Select = ..., kind: _Kind = ..., required: bool
        ) -> None: ...

    def __init__(self, *, schema: Any = None, **options: Any) -> None:
        if schema is not None:
            resolve(schema)  # what is wrong with it shows now, not at the first text

    def _options(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in _DEFAULTS}

    def __repr__(self) -> str:
        given = [f"{name}={value!r}" for name, value in self._options().items() if value != _DEFAULTS[name]]
        return f"{type(self).__name__}({', '.join(given)})"

    def __eq__(self, other: object) -> bool:
        return self._options() == other._options() if isinstance(other, Extractor) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self._options().values()))


Extractor.__module__ = "jsonbeacon"
