"""Everything in a text that may be JSON, ranked."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, ClassVar, Literal, NoReturn

    Block = Literal["json_fence", "untagged_fence", "indented_code", "prose"]
    Cut = Literal["mismatched_closer", "unterminated_string", "unclosed"]
    Rule = Literal["comments", "trailing_commas", "unclosed"]

MOST_RESULTS = 100
MOST_BYTES = 131_072


class _Record:
    """An immutable value whose attributes are the members of a JSON object, in their order."""

    __slots__ = ()
    __match_args__: ClassVar[tuple[str, ...]] = ()

    def __init__(self, *values: Any) -> None:
        for name, value in zip(self.__match_args__, values):
            object.__setattr__(self, name, value)

    def to_dict(self) -> dict[str, Any]:
        """The same as a ``dict`` of JSON's types, its keys in the order of the JSON form."""
        return {name: _plain(getattr(self, name)) for name in self.__match_args__}

    def to_json(self) -> str:
        """The JSON form that every door of this package gives: the same text for the same input, without white space."""
        from ._json import dumped

        return dumped(self.to_dict())

    def _values(self) -> tuple[Any, ...]:
        return tuple(getattr(self, name) for name in self.__match_args__)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{n}={v!r}' for n, v in zip(self.__match_args__, self._values()))})"

    def __eq__(self, other: object) -> bool:
        return self._values() == other._values() if type(other) is type(self) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._values())

    def __reduce__(self) -> tuple[type, tuple[Any, ...]]:
        return type(self), self._values()

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"cannot set {name!r}: a {type(self).__name__} is immutable")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"cannot delete {name!r}: a {type(self).__name__} is immutable")


class CandidateFault(_Record):
    """The first thing in a candidate that is not JSON: an immutable value.

    >>> import jsonbeacon
    >>> jsonbeacon.list_candidates("[1,]").candidates[0].json_error
    CandidateFault(code='json.trailing_comma', offset=3)
    """

    __match_args__ = ("code", "offset")

    if TYPE_CHECKING:

        @property
        def code(self) -> str: ...
        @property
        def offset(self) -> int: ...

    else:
        __slots__ = {
            "code": "What is wrong, as a name that never changes; see ``docs/errors.md``.",
            "offset": "Where, in UTF-16 code units from the start of the candidate's ``text``.",
        }


class CandidateRepair(_Record):
    """What the three conservative rules make of a candidate: an immutable value.

    >>> import jsonbeacon
    >>> jsonbeacon.list_candidates("[1, 2,", repair=True).candidates[0].repair
    CandidateRepair(text='[1, 2]', valid_json=True, rules=('trailing_commas', 'unclosed'))
    """

    __match_args__ = ("text", "valid_json", "rules")

    if TYPE_CHECKING:

        @property
        def text(self) -> str: ...
        @property
        def valid_json(self) -> bool: ...
        @property
        def rules(self) -> tuple[Rule, ...]: ...

    else:
        __slots__ = {  # noqa: RUF023 - in the order of __match_args__
            "text": "The repaired text.",
            "valid_json": "Whether it is JSON.",
            "rules": "The rules that changed it: ``comments``, ``trailing_commas``, ``unclosed``, in this order.",
        }


class Candidate(_Record):
    """A part of a text that may be JSON: an immutable value.

    >>> import jsonbeacon
    >>> text = 'Sure! {"a": 1} is what you need.'
    >>> best = jsonbeacon.list_candidates(text).candidates[0]
    >>> best.source, best.text, best.valid_json
    ('prose', '{"a": 1}', True)
    >>> text[best.start:best.end]
    '{"a": 1}'
    """

    __match_args__ = (
        "rank", "source", "fence_index", "start", "end", "start_line", "end_line", "text", "contiguous", "top_level",
        "complete", "incomplete_reason", "valid_json", "json_error", "repair",
    )  # fmt: skip

    if TYPE_CHECKING:

        @property
        def rank(self) -> int: ...
        @property
        def source(self) -> Block: ...
        @property
        def fence_index(self) -> int | None: ...
        @property
        def start(self) -> int: ...
        @property
        def end(self) -> int: ...
        @property
        def start_line(self) -> int: ...
        @property
        def end_line(self) -> int: ...
        @property
        def text(self) -> str: ...
        @property
        def contiguous(self) -> bool: ...
        @property
        def top_level(self) -> Literal["object", "array"]: ...
        @property
        def complete(self) -> bool: ...
        @property
        def incomplete_reason(self) -> Cut | None: ...
        @property
        def valid_json(self) -> bool: ...
        @property
        def json_error(self) -> CandidateFault | None: ...
        @property
        def repair(self) -> CandidateRepair | None: ...

    else:
        __slots__ = {  # noqa: RUF023 - in the order of __match_args__
            "rank": "Its place in the list, from 1.",
            "source": "The block it stands in: ``json_fence``, ``untagged_fence``, ``indented_code`` or ``prose``.",
            "fence_index": "The number of its fenced code block among all of the text, from 0; ``None`` elsewhere.",
            "start": "Where it starts in the text, in UTF-16 code units from 0.",
            "end": "Where it ends: behind its last character, in UTF-16 code units.",
            "start_line": r"Its first line, from 1; a line ends at ``\n``, ``\r\n`` or ``\r``.",
            "end_line": "Its last line.",
            "text": "What stands there, without what block quotes and lists put in front of lines.",
            "contiguous": "Whether ``text`` is all that stands from ``start`` to ``end``.",
            "top_level": "What it is: ``object`` or ``array``.",
            "complete": "Whether its first bracket is closed.",
            "incomplete_reason": "Why it is not complete: ``mismatched_closer``, ``unterminated_string``, ``unclosed``.",
            "valid_json": "Whether ``text`` is JSON by the grammar of RFC 8259.",
            "json_error": "What is wrong, if it is not: a ``CandidateFault``.",
            "repair": "What three rules make of it, if that was asked for: a ``CandidateRepair``.",
        }

    def _repr_html_(self) -> str:
        """The text and the place of its fault, for a notebook; everything that came from the text is escaped."""
        from ._html import candidate

        return candidate(self)


class CandidateList(_Record):
    """The candidates of a text, the best first: an immutable value.

    >>> import jsonbeacon
    >>> found = jsonbeacon.list_candidates("[1] and [2]", max_results=1)
    >>> [each.text for each in found.candidates], found.candidate_count, found.truncated
    (['[1]'], 2, True)
    """

    __match_args__ = ("candidates", "candidate_count", "truncated")

    if TYPE_CHECKING:

        @property
        def candidates(self) -> tuple[Candidate, ...]: ...
        @property
        def candidate_count(self) -> int: ...
        @property
        def truncated(self) -> bool: ...

    else:
        __slots__ = {  # noqa: RUF023 - in the order of __match_args__
            "candidates": "A tuple of ``Candidate``, by their ranks.",
            "candidate_count": "How many there are, listed or not.",
            "truncated": "Whether there are more than are listed.",
        }

    def __len__(self) -> int:
        return len(self.candidates)

    def __iter__(self) -> Iterator[Candidate]:
        return iter(self.candidates)

    def _repr_html_(self) -> str:
        """A table, for a notebook; everything that came from the text is escaped."""
        from ._html import candidates

        return candidates(self)


def list_candidates(
    text: str | bytes | bytearray | memoryview, *, repair: bool = False, max_results: int = 10
) -> CandidateList:
    """List everything in a text that may be JSON, the likeliest first; nothing is chosen and nothing thrown away.

    Where to look is decided by the block structure of CommonMark 0.31.2; what a candidate is, by matching brackets.

    :param text: the text; ``bytes`` are taken as UTF-8. At most 131,072 bytes of UTF-8
    :param repair: say of each candidate what removing comments and trailing commas and closing what is open make of it
    :param max_results: how many to list, from 1 to 100
    :return: a ``CandidateList``
    :raises MalformedOutputError: ``limits.text_bytes``, ``limits.container_depth`` (block quotes and lists nested
        deeper than 64) or ``json.invalid_utf8`` (a lone surrogate too)
    :raises ValueError: an option's value is not one of its choices
    :raises TypeError: ``text`` is no text

    >>> import jsonbeacon
    >>> found = jsonbeacon.list_candidates('See [1]:\\n```json\\n{"a": 1}\\n```', repair=True)
    >>> for each in found:
    ...     print(each.rank, each.source, each.start_line, each.text)
    1 json_fence 3 {"a": 1}
    2 prose 1 [1]
    """
    if isinstance(text, memoryview) and text.itemsize != 1:
        raise TypeError(
            f"list_candidates() argument 'text' must be a memoryview of bytes, not of items of {text.itemsize} bytes"
        )
    if isinstance(text, (bytes, bytearray, memoryview)):
        text = bytes(text).decode("utf-8", "surrogateescape")
    elif not isinstance(text, str):
        raise TypeError(
            f"list_candidates() argument 'text' must be str, bytes, bytearray or memoryview, not {type(text).__name__}"
        )
    if not isinstance(repair, bool):
        raise ValueError(f"repair must be True or False, not {repair!r}")  # noqa: TRY004 - as of every option
    if type(max_results) is not int or not 1 <= max_results <= MOST_RESULTS:
        raise ValueError(f"max_results must be an integer from 1 to {MOST_RESULTS}, not {max_results!r}")
    from ._bridge import candidates

    return _list(candidates(text, MOST_BYTES, repair, max_results))


def _list(answer: dict[str, Any]) -> CandidateList:
    """The objects of a list in its JSON form."""
    found = []
    for each in answer["candidates"]:
        if error := each["json_error"]:
            each["json_error"] = CandidateFault(*error.values())
        if fixed := each["repair"]:
            each["repair"] = CandidateRepair(fixed["text"], fixed["valid_json"], tuple(fixed["rules"]))
        found.append(Candidate(*each.values()))
    return CandidateList(tuple(found), answer["candidate_count"], answer["truncated"])


def _plain(value: Any) -> Any:
    """A value of an attribute as JSON has it."""
    if isinstance(value, _Record):
        return value.to_dict()
    return [_plain(each) for each in value] if isinstance(value, tuple) else value


for _each in (CandidateFault, CandidateRepair, Candidate, CandidateList, list_candidates):
    _each.__module__ = "jsonbeacon"
