"""The value together with where it was found."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Generic, Literal, NoReturn, TypeVar

    from ._repairs import Repair

    T_co = TypeVar("T_co", covariant=True)
    Source = Literal["whole", "fence", "inline", "tag"]
else:
    from ._generic import Generic

    T_co = object


class Extraction(Generic[T_co]):
    """What was extracted and where it stood: an immutable value.

    Two are equal when all their attributes are. One can be hashed when its ``value`` can, and be pickled.

    >>> import jsonbeacon
    >>> text = 'Sure: {"a": 1}'
    >>> found = jsonbeacon.extract_json_detailed(text)
    >>> found
    Extraction(value={'a': 1}, source='inline', start=6, end=14, candidates=1)
    >>> text[found.start:found.end]
    '{"a": 1}'
    >>> match found:
    ...     case jsonbeacon.Extraction({"a": a}, "inline"):
    ...         a
    1
    """

    __match_args__ = ("value", "source", "start", "end", "candidates", "repairs", "truncated")

    if TYPE_CHECKING:

        @property
        def value(self) -> T_co: ...
        @property
        def source(self) -> Source: ...
        @property
        def start(self) -> int: ...
        @property
        def end(self) -> int: ...
        @property
        def candidates(self) -> int: ...
        @property
        def truncated(self) -> bool: ...

        _edits: str | list[str] | tuple[Repair, ...]
        _text: str | None
        _changed: str | None

    else:
        __slots__ = {  # noqa: RUF023 - in the order of __match_args__
            "value": "What ``extract_json`` returns.",
            "source": 'Where it stood: the ``"whole"`` text, a ``"fence"``, ``"inline"`` in prose, or a ``"tag"``.',
            "start": "Where its JSON starts in the text, in code points from 0.",
            "end": "Where its JSON ends: ``text[start:end]`` is all of it.",
            "candidates": "The number of values that ``select`` chose from.",
            "truncated": 'Whether the text was cut off and ``repair="all"`` completed the value.',
            "_edits": None,
            "_text": None,
            "_changed": None,
        }

    def __init__(
        self,
        value: T_co,
        source: Source,
        start: int,
        end: int,
        candidates: int = 1,
        repairs: tuple[Repair, ...] = (),
        truncated: bool = False,
    ) -> None:
        names = ("value", "source", "start", "end", "candidates", "_edits", "truncated")
        for name, each in zip(names, (value, source, start, end, candidates, repairs, truncated)):
            object.__setattr__(self, name, each)
        object.__setattr__(self, "_text", None)
        object.__setattr__(self, "_changed", None)

    @property
    def repairs(self) -> tuple[Repair, ...]:
        """What ``repair`` changed to make it JSON: a tuple of ``Repair``."""
        edits = self._edits
        if not isinstance(edits, tuple):
            from ._repairs import from_json

            edits = from_json(edits)
            object.__setattr__(self, "_edits", edits)
        return edits

    @property
    def value_json(self) -> str:
        """The value as JSON without white space: numbers as they were spelt, members in their order.

        >>> import jsonbeacon
        >>> jsonbeacon.extract_json_detailed('{"n": 1.0, "e": 1e5, "s": "\\u00e9"}').value_json
        '{"n":1.0,"e":1e5,"s":"é"}'
        """
        from ._bridge import formatted

        return formatted(self._own_text())

    def to_json(self) -> str:
        """The JSON form that every door of this package gives a result in.

        >>> import jsonbeacon
        >>> print(jsonbeacon.extract_json_detailed('Sure: {"a": 1}').to_json())
        {"value":{"a":1},"source":"inline","start":6,"end":14,"candidates":1,"repairs":[],"truncated":false}
        """
        from ._json import members

        return members(
            value=self.value_json,
            source=self.source,
            start=self.start,
            end=self.end,
            candidates=self.candidates,
            repairs=[dict(zip(each.__match_args__, each._values())) for each in self.repairs],
            truncated=self.truncated,
        )

    def diff(self, *, colour: bool = False) -> str:
        """The lines that ``repair`` changed, old and new; empty if it changed nothing. ``colour``: for a terminal.

        >>> import jsonbeacon
        >>> print(jsonbeacon.extract_json_detailed("So: {'a': [1, 2,]}", repair="syntax").diff())
        repaired: repair.quotes (2), repair.trailing_comma
        @@ line 1 @@
        -{'a': [1, 2,]}
        +{"a": [1, 2]}
        """
        from ._diff import diff

        line = 1 if self._text is None else self._text.count("\n", 0, self.start) + 1
        return diff(self._pieces(), self.repairs, colour, line)

    def _pieces(self) -> list[tuple[str, str]]:
        """What repair kept, took out and put in."""
        from ._diff import of_new, of_old

        if self._text is None:
            return of_new(self._own_text(), self.repairs, self.start)
        return of_old(self._text, self.repairs, self.start, self.end)

    def _lines_changed(self) -> tuple[list[tuple[str, str]], int]:
        """The same with the rest of the first and the last line, and the number of the first; from 1 without the text."""
        if self._text is None:
            return self._pieces(), 1
        from ._excerpt import line_at

        first, stop = line_at(self._text, self.start)[0], line_at(self._text, self.end)[1]
        before, after = (self._text[first : self.start], " "), (self._text[self.end : stop], " ")
        return [before, *self._pieces(), after], self._text.count("\n", 0, first) + 1

    def _own_text(self) -> str:
        if self._changed is not None:
            return self._changed
        if self._text is not None:
            return self._text[self.start : self.end]
        from ._json import dumped

        return dumped(self.value)

    def _values(self) -> tuple[Any, ...]:
        return (self.value, self.source, self.start, self.end, self.candidates, self.repairs, self.truncated)

    def __repr__(self) -> str:
        shown = self._values() if self.repairs or self.truncated else self._values()[:5]
        return f"{type(self).__name__}({', '.join(f'{n}={v!r}' for n, v in zip(self.__match_args__, shown))})"

    def __eq__(self, other: object) -> bool:
        return self._values() == other._values() if isinstance(other, Extraction) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._values())

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self._values(), self._own_text()

    def __setstate__(self, own_text: str) -> None:
        object.__setattr__(self, "_changed", own_text)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"cannot set {name!r}: an Extraction is immutable")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"cannot delete {name!r}: an Extraction is immutable")

    def _repr_html_(self) -> str:
        """The value and its place in the reply, for a notebook; everything that came from the text is escaped."""
        from ._html import extraction

        return extraction(self)


Extraction.__module__ = "jsonbeacon"
