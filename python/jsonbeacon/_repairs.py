"""What repair did to a text."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn


class Repair:
    """One edit that repair made: an immutable value.

    >>> import jsonbeacon
    >>> found = jsonbeacon.extract_json_detailed("[1, 2,]", repair="syntax")
    >>> found.repairs
    (Repair(rule='repair.trailing_comma', start=5, end=6, before=',', after='', guess=False),)
    """

    __match_args__ = ("rule", "start", "end", "before", "after", "guess")

    if TYPE_CHECKING:

        @property
        def rule(self) -> str: ...
        @property
        def start(self) -> int: ...
        @property
        def end(self) -> int: ...
        @property
        def before(self) -> str: ...
        @property
        def after(self) -> str: ...
        @property
        def guess(self) -> bool: ...

    else:
        __slots__ = {  # noqa: RUF023 - in the order of __match_args__
            "rule": "The rule that made it: a name that never changes, such as ``repair.trailing_comma``.",
            "start": "Where it starts in the text, in code points from 0.",
            "end": "Where it ends: ``text[start:end]`` was replaced.",
            "before": "What stood there.",
            "after": "What it was replaced with.",
            "guess": "Whether another reading was possible.",
        }

    def __init__(self, rule: str, start: int, end: int, before: str, after: str, guess: bool) -> None:
        for name, value in zip(self.__match_args__, (rule, start, end, before, after, guess)):
            object.__setattr__(self, name, value)

    def _values(self) -> tuple[str, int, int, str, str, bool]:
        return (self.rule, self.start, self.end, self.before, self.after, self.guess)

    def __repr__(self) -> str:
        return f"Repair({', '.join(f'{n}={v!r}' for n, v in zip(self.__match_args__, self._values()))})"

    def __eq__(self, other: object) -> bool:
        return self._values() == other._values() if isinstance(other, Repair) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._values())

    def __reduce__(self) -> tuple[type[Repair], tuple[str, int, int, str, str, bool]]:
        return Repair, self._values()

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"cannot set {name!r}: a Repair is immutable")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"cannot delete {name!r}: a Repair is immutable")


class Repaired:
    """What ``repair_json`` made of a text: an immutable value.

    >>> import jsonbeacon
    >>> jsonbeacon.repair_json("[1, 2,]")
    Repaired(value=[1, 2], text='[1, 2]', repairs=(Repair(rule='repair.trailing_comma', start=5, end=6, before=',', after='', guess=False),), truncated=False)
    """

    __match_args__ = ("value", "text", "repairs", "truncated")

    if TYPE_CHECKING:

        @property
        def value(self) -> Any: ...
        @property
        def text(self) -> str: ...
        @property
        def truncated(self) -> bool: ...

        _edits: str | list[str] | tuple[Repair, ...]
        _start: int

    else:
        __slots__ = {  # noqa: RUF023 - in the order of __match_args__
            "value": "What the repaired text means.",
            "text": "The repaired text: valid JSON.",
            "truncated": "Whether something was supplied or left out because the text does not have it.",
            "_edits": None,
            "_start": None,
        }

    def __init__(
        self, value: Any, text: str, repairs: str | tuple[Repair, ...] = (), truncated: bool = False, start: int = 0
    ) -> None:
        names = ("value", "text", "_edits", "truncated", "_start")
        for name, each in zip(names, (value, text, repairs, truncated, start)):
            object.__setattr__(self, name, each)

    @property
    def repairs(self) -> tuple[Repair, ...]:
        """Every edit that was made, in the order of the text."""
        edits = self._edits
        if not isinstance(edits, tuple):
            edits = from_json(edits)
            object.__setattr__(self, "_edits", edits)
        return edits

    def to_json(self) -> str:
        """The JSON form that every door of this package gives a repaired document in.

        >>> import jsonbeacon
        >>> print(jsonbeacon.repair_json("[1.0, 2").to_json())
        {"value":[1.0,2],"repairs":[{"rule":"repair.cut_off","start":7,"end":7,"before":"","after":"]","guess":true}],"truncated":true}
        """
        from ._bridge import formatted
        from ._json import members

        repairs = [dict(zip(each.__match_args__, each._values())) for each in self.repairs]
        return members(value=formatted(self.text), repairs=repairs, truncated=self.truncated)

    def diff(self, *, colour: bool = False) -> str:
        """The lines that were changed, old and new; empty if none was. ``colour``: for a terminal.

        >>> import jsonbeacon
        >>> print(jsonbeacon.repair_json("[True,\\n None,]").diff())
        repaired: repair.literal (2), repair.trailing_comma
        @@ line 1 @@
        -[True,
        +[true,
        @@ line 2 @@
        - None,]
        + null]
        """
        from ._diff import diff

        return diff(self._pieces(), self.repairs, colour)

    def _pieces(self) -> list[tuple[str, str]]:
        """What repair kept, took out and put in."""
        from ._diff import of_new

        return of_new(self.text, self.repairs, self._start)

    def _repr_html_(self) -> str:
        """The value and what was changed, for a notebook; everything that came from the text is escaped."""
        from ._html import repaired

        return repaired(self)

    def _values(self) -> tuple[Any, str, tuple[Repair, ...], bool]:
        return (self.value, self.text, self.repairs, self.truncated)

    def __repr__(self) -> str:
        return f"Repaired({', '.join(f'{n}={v!r}' for n, v in zip(self.__match_args__, self._values()))})"

    def __eq__(self, other: object) -> bool:
        return self._values() == other._values() if isinstance(other, Repaired) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._values())

    def __reduce__(self) -> tuple[Any, ...]:
        return Repaired, (*self._values(), self._start)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"cannot set {name!r}: a Repaired is immutable")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"cannot delete {name!r}: a Repaired is immutable")


Repair.__module__ = Repaired.__module__ = "jsonbeacon"


def from_json(edits: str | list[str]) -> tuple[Repair, ...]:
    """The engine's list of edits, in one part or several."""
    import json  # and not parse_json: what was replaced may have lone surrogates

    parts = [edits] if isinstance(edits, str) else edits
    return tuple(Repair(**edit) for part in parts for edit in json.loads(part))
