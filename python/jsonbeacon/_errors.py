"""The exceptions.

The engine makes an error with the facts alone, ``(code, text, position, start, end, related, reason)``, and no Python
code runs: everything that can be read of it is worked out when it is read. Those facts are what pickle and copy see.
"""

from __future__ import annotations

import sys

from . import _native

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Facts = tuple[str, str, int | None, int | None, int | None, int | None, str]

_facts = BaseException.args.__get__  # type: ignore[attr-defined]
"""What an exception was made with. (Its attribute ``args`` shows what the usual exception would hold.)"""


class JSONBeaconError(ValueError):
    """Any failure of this package to give what was asked for; a ``ValueError``.

    >>> import jsonbeacon
    >>> try:
    ...     jsonbeacon.extract_json("I cannot help with that.")
    ... except jsonbeacon.JSONBeaconError as error:
    ...     print(error.code, error.reason)
    json.not_found no_json
    """

    @property
    def code(self) -> str:
        """What went wrong, as a name that never changes: ``"json.expected_value"``. See ``docs/errors.md``."""
        return ""

    @property
    def reason(self) -> str:
        """The sort of failure, for counting.

        One of ``"no_json"``, ``"truncated"``, ``"ambiguous"``, ``"malformed"``, ``"schema"``, ``"blank"`` and
        ``"too_long"``. ``jsonbeacon.tally`` counts them.
        """
        return ""

    @property
    def message(self) -> str:
        """What went wrong and where, for a person: one line, which may change between versions."""
        given = _facts(self)
        return str(given[0] if len(given) == 1 else given or "")

    def excerpt(self) -> str:
        """The line at fault with a caret under the place, on two lines; empty where there is no text to show.

        At most 100 terminal cells wide. Characters that cannot be seen are shown as ``<U+200B>``. Where the error
        has no place (``json.not_found``), the first line of the text alone.

        >>> import jsonbeacon
        >>> try:
        ...     jsonbeacon.parse_json('{"naïve": [1, 2,]}')
        ... except jsonbeacon.JSONBeaconError as error:
        ...     print(error.excerpt())
        {"naïve": [1, 2,]}
                        ^
        """
        return ""

    def feedback(self) -> str:
        """A short instruction to send back to the model: what is wrong, where, and what to return instead.

        >>> import jsonbeacon
        >>> try:
        ...     jsonbeacon.extract_json("{'intent': 'cancel'}")
        ... except jsonbeacon.JSONBeaconError as error:
        ...     print(error.feedback())
        Your reply could not be read: expected a key in double quotes, found "'" (line 1, column 2)
        {'intent': 'cancel'}
         ^
        Put every key in double quotes.
        Reply again with the complete JSON and nothing else. It must be strict JSON (RFC 8259).
        """
        from ._feedback import feedback

        return feedback(self)

    def to_json(self) -> str:
        """The JSON form that every door of this package gives an error in.

        >>> import jsonbeacon
        >>> try:
        ...     jsonbeacon.extract_json("Well: [1,]")
        ... except jsonbeacon.JSONBeaconError as error:
        ...     print(error.to_json())
        {"error":{"code":"json.not_found","reason":"no_json","message":"no JSON object or array found"}}
        """
        from ._json import members

        return '{"error":' + members(code=self.code, reason=self.reason, message=self.message, **self._members()) + "}"

    def _members(self) -> dict[str, Any]:
        """What else the JSON form has."""
        return {}

    @property
    def rest(self) -> list[JSONBeaconError]:
        """With ``fallthrough=True``, the errors of what was tried after this one; else empty."""
        return list(self.__dict__.get("rest", ()))

    @rest.setter
    def rest(self, errors: list[JSONBeaconError]) -> None:
        self.__dict__["rest"] = errors

    def _repr_html_(self) -> str:
        """The message and the lines around the fault, for a notebook; everything that came from the text is escaped."""
        from ._html import error

        return error(self)

    def __str__(self) -> str:
        given = self.args
        return str(given[0] if len(given) == 1 else given)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, self.args))})"

    @property
    def args(self) -> tuple[Any, ...]:
        """``(message,)``, as of an exception that was made with its message; it can be set, as of any exception."""
        return self.__dict__.get("args") or (self.message,)

    @args.setter
    def args(self, value: tuple[Any, ...]) -> None:  # pyright: ignore[reportIncompatibleVariableOverride]
        self.__dict__["args"] = tuple(value)

    if sys.version_info >= (3, 11):

        @property
        def __notes__(self) -> list[str]:
            """The notes that a traceback shows; the first is the excerpt, made when they are first read."""
            notes: list[str] | None = self.__dict__.get("__notes__")
            if notes is None:
                excerpt = self.excerpt()
                notes = self.__dict__.setdefault("__notes__", [excerpt] if excerpt else [])
            return notes

        @__notes__.setter
        def __notes__(self, value: list[str]) -> None:  # pyright: ignore[reportIncompatibleVariableOverride]
            self.__dict__["__notes__"] = value

        @__notes__.deleter
        def __notes__(self) -> None:
            self.__dict__["__notes__"] = []


class MalformedOutputError(JSONBeaconError):
    """The JSON that was selected is not JSON, or none could be selected: every ``json.*`` and ``extract_json.*`` code.

    And ``limits.*``: the text is beyond a limit of ``list_candidates``.

    >>> import jsonbeacon
    >>> jsonbeacon.extract_json('The user wants to {"intent": cancel')
    Traceback (most recent call last):
        ...
    jsonbeacon.MalformedOutputError: expected a JSON value, found 'c' (line 1, column 30)
    The user wants to {"intent": cancel
                                 ^
    """

    @property
    def code(self) -> str:
        """What went wrong, as a name that never changes: ``"json.expected_value"``. See ``docs/errors.md``."""
        return _place(self)[0]

    @property
    def reason(self) -> str:
        """The sort of failure: ``no_json``, ``truncated``, ``ambiguous``, ``malformed``, ``blank`` or ``too_long``."""
        return _place(self)[6]

    @property
    def raw(self) -> str:
        """The whole text that was given.

        Bytes that are not UTF-8 stand in it as lone surrogates: ``raw.encode("utf-8", "surrogateescape")`` gives
        them back.
        """
        return _place(self)[1]

    @property
    def position(self) -> int | None:
        """Where the fault is, in code points from the start of ``raw``; ``None`` if it has no place."""
        return _place(self)[2]

    @property
    def start(self) -> int | None:
        """Where the JSON that failed starts, in code points from the start of ``raw``; ``None`` if there is none."""
        return _place(self)[3]

    @property
    def end(self) -> int | None:
        """Where the JSON that failed ends: ``raw[start:end]`` is all of it; ``None`` if there is none."""
        return _place(self)[4]

    @property
    def message(self) -> str:
        """What went wrong and where, for a person: one line, which may change between versions."""
        return self._said()[0]

    @property
    def line(self) -> int | None:
        r"""The line of ``position``, from 1 (a line ends at ``\n`` or ``\r\n``); ``None`` if it has no place."""
        return self._said()[1] or None

    @property
    def column(self) -> int | None:
        """The column of ``position`` in its line, in code points from 1; ``None`` if it has no place."""
        return self._said()[2] or None

    def excerpt(self) -> str:
        from ._excerpt import excerpt, first_line

        position = self.position
        return first_line(self.raw) if position is None else excerpt(self.raw, position)

    def _members(self) -> dict[str, Any]:
        places = ("position", "line", "column", "start", "end")
        return {name: getattr(self, name) for name in places}

    def _said(self) -> tuple[str, int, int]:
        """The message, the line and the column; 0 where there is none."""
        code, _, position, _, _, related, _ = _place(self)
        if not code:
            return super().message, 0, 0
        return _native.explain(self.raw, code, position, related)


class NoJSONFoundError(MalformedOutputError):
    """There is no JSON object or array in the text: ``json.not_found``. With ``required=False`` it is ``None`` instead.

    >>> import jsonbeacon
    >>> jsonbeacon.extract_json("I cannot help with that.", required=False) is None
    True
    """


class MultipleCandidatesError(MalformedOutputError):
    """There is more than one value, and ``select="only"`` was given: ``extract_json.multiple_candidates``.

    >>> import jsonbeacon
    >>> try:
    ...     jsonbeacon.extract_json('{"a": 1} or {"a": 2}', select="only")
    ... except jsonbeacon.MultipleCandidatesError as error:
    ...     error.position
    12
    """


class SchemaValidationError(JSONBeaconError):
    """The value is not what the schema asks for: ``schema.validation_failed``.

    What the schema's library raised is ``__cause__``.

    >>> import jsonbeacon
    >>> def positive(value):
    ...     if value["n"] <= 0:
    ...         raise ValueError("n must be positive")
    ...     return value
    >>> try:
    ...     jsonbeacon.extract_json('Sure: {"n": -1}', schema=positive)
    ... except jsonbeacon.SchemaValidationError as error:
    ...     error.errors
    [{'path': '', 'keyword': 'ValueError', 'message': 'n must be positive', 'line': 1, 'column': 7}]
    """

    @property
    def code(self) -> str:
        """``"schema.validation_failed"``."""
        return "schema.validation_failed"

    @property
    def reason(self) -> str:
        """``"schema"``."""
        return "schema"

    @property
    def errors(self) -> list[dict[str, Any]]:
        """Every violation, in the order of the text, or in that of the schema's library: a list of dicts.

        ``path``
            where in the value, as a JSON Pointer (RFC 6901); ``""`` is the value itself. A missing member's path is
            the one it would have.
        ``keyword``
            the rule that is broken: the keyword of a JSON Schema, pydantic's error type, or the name of the
            exception's class.
        ``message``
            what is expected and what was found, or what the library says.
        ``line``, ``column``
            where the offending value stands in the text, counted as everywhere from 1 and in code points; of a missing
            member, where the object stands. ``None`` where there is no text (``validate_schema``).
        ``expected``, ``found``
            what the rule asks for and what the value has, where both are plain; of a container, only what is asked
            for.
        """
        given = _facts(self)
        return given[0] if given and isinstance(given[0], list) else []

    @property
    def _text(self) -> str | None:
        """The text that the value was extracted from."""
        given = _facts(self)
        text: str | None = given[1] if len(given) > 1 else None
        return text

    @property
    def _position(self) -> int | None:
        """Where in it the first violation stands, in code points."""
        given = _facts(self)
        position: int | None = given[2] if len(given) > 2 and self.errors else None
        return position

    @property
    def count(self) -> int:
        """How many violations there are; ``errors`` lists the first hundred."""
        given = _facts(self)
        count: int = given[3] if len(given) > 3 else len(self.errors)
        return count

    @property
    def message(self) -> str:
        """How many violations there are, and the first of them."""
        if not (errors := self.errors):
            return super().message
        from ._feedback import violation

        count = "1 schema violation" if self.count == 1 else f"{self.count} schema violations, the first"
        return f"{count} {violation(errors[0])}"

    def excerpt(self) -> str:
        if self._text is None or self._position is None:
            return ""
        from ._excerpt import excerpt

        return excerpt(self._text, self._position)

    def _members(self) -> dict[str, Any]:
        from ._json import Written, dumped, members
        from ._places import spelt

        given = _facts(self)
        engine: str | None = given[4] if len(given) > 4 else None  # which spells numbers as the reply does
        facts: list[dict[str, str]] = [
            {name: dumped(each[name]) for name in ("expected", "found") if name in each} for each in self.errors
        ]
        if engine is not None:
            facts = spelt(engine, facts)
        names = ("path", "keyword", "message", "line", "column")
        written = (
            members(**{name: each[name] for name in names}, **{name: Written(text) for name, text in more.items()})
            for each, more in zip(self.errors, facts)
        )
        return {"violations": Written(f"[{','.join(written)}]")}


class SchemaError(JSONBeaconError):
    """The schema itself is at fault: ``schema.invalid``. What its library raised is ``__cause__``.

    >>> import jsonbeacon
    >>> jsonbeacon.Extractor(schema={"properties": {"n": {"type": "int"}}})
    Traceback (most recent call last):
        ...
    jsonbeacon.SchemaError: at /properties/n/type: expected one of "array", "boolean", "integer", "null", "number", "object", "string", found "int"
    """

    @property
    def path(self) -> str | None:
        """Where in the JSON Schema the fault is, as a JSON Pointer; ``None`` for other kinds of schema."""
        path: str | None = self._fact(1)
        return path

    @property
    def document(self) -> str | None:
        """The URI of the registry's schema that is at fault; ``None`` if it is the schema itself."""
        document: str | None = self._fact(2)
        return document

    @property
    def line(self) -> int | None:
        """The line in the schema's text, if it was given as a text."""
        line: int | None = self._fact(3)
        return line

    @property
    def column(self) -> int | None:
        """The column in the schema's text, if it was given as a text."""
        column: int | None = self._fact(4)
        return column

    @property
    def message(self) -> str:
        """What is wrong with the schema, and where."""
        given = _facts(self)
        return str(given[0]) if given else ""

    def _fact(self, index: int) -> Any:
        given = _facts(self)
        return given[index] if len(given) > index else None

    @property
    def code(self) -> str:
        """``"schema.invalid"``."""
        return "schema.invalid"

    @property
    def reason(self) -> str:
        """``"schema"``."""
        return "schema"

    def _members(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in ("path", "document", "line", "column")}

    def feedback(self) -> str:
        """Empty: a model cannot mend the schema."""
        return ""


def _place(error: MalformedOutputError) -> Facts:
    """The facts that the engine made the error with; of an error that someone else made, none."""
    facts: Any = _facts(error)
    return facts if len(facts) == 7 else ("", "", None, None, None, None, "")


def _publish(*classes: type) -> None:
    for cls in classes:
        cls.__module__ = "jsonbeacon"


_publish(
    JSONBeaconError,
    MalformedOutputError,
    NoJSONFoundError,
    MultipleCandidatesError,
    SchemaValidationError,
    SchemaError,
)
