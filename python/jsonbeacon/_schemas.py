"""Whether a value is what a schema asks for, and the error that says why it is not."""

from __future__ import annotations

import sys

from . import _native
from ._errors import SchemaError, SchemaValidationError
from ._kinds import resolve

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn


def validate_schema(
    value: Any, schema: Any, *, formats: bool = False, schema_registry: dict[str, Any] | None = None
) -> None:
    """Check a value that has been parsed already against any ``schema`` that ``extract_json`` takes.

    :param value: a ``dict``, ``list``, ``str``, ``int``, ``float``, ``Decimal``, ``bool`` or ``None``
    :param schema: a JSON Schema (``dict``, ``bool`` or its text), a pydantic model or ``TypeAdapter``, a type or a
        callable; how strict it is, is its own affair
    :param formats: whether the keyword ``format`` of a JSON Schema asserts, and does not only annotate
    :param schema_registry: the JSON Schemas that ``$ref`` may reach, by URI; nothing is ever fetched
    :raises SchemaValidationError: the value is not what the schema asks for
    :raises SchemaError: the schema itself is at fault
    :raises TypeError: it is no schema; or the schema is a JSON Schema, and the value is no JSON

    >>> from jsonbeacon import validate_schema
    >>> validate_schema([1, 2], {"type": "array", "maxItems": 2})
    >>> validate_schema([1, 2, 3], {"type": "array", "maxItems": 2})
    Traceback (most recent call last):
        ...
    jsonbeacon.SchemaValidationError: 1 schema violation at the top level: expected at most 2 elements, found 3
    """
    resolved = resolve(schema, formats, schema_registry)
    if isinstance(resolved, _native.Schema):
        from ._serial import serialised

        violations = resolved.validate(serialised(value))
        if violations is not None:
            raise _found(violations, None)
        return
    try:
        resolved(value)
    except MemoryError:  # says nothing of the value
        raise
    except Exception as error:
        raise _raised(error, value, None) from error


def schema_errors(
    value: Any, schema: Any, *, formats: bool = False, schema_registry: dict[str, Any] | None = None
) -> list[dict[str, Any]]:
    """The violations that ``validate_schema`` would raise, as ``SchemaValidationError.errors``; ``[]`` if there are none.

    :raises SchemaError: the schema itself is at fault
    :raises TypeError: it is no schema

    >>> from jsonbeacon import schema_errors
    >>> schema_errors({"n": 1}, {"required": ["n"]})
    []
    >>> schema_errors({}, {"required": ["n"]})[0]["message"]
    'missing member "n"'
    """
    try:
        validate_schema(value, schema, formats=formats, schema_registry=schema_registry)
    except SchemaValidationError as error:
        return error.errors
    return []


validate_schema.__module__ = schema_errors.__module__ = "jsonbeacon"


def refuse(
    cause: Exception | str, value: Any, text: str, start: int, end: int, changed: str | None, edits: str | None
) -> NoReturn:
    """Raise for what a schema raised, or, as the engine's JSON, found, of the value of ``text[start:end]``.

    ``changed``: the value's own text where an option changed it, by ``edits`` among others.
    """
    reply = Reply(text, start, end, changed, edits)
    if isinstance(cause, str):
        raise _found(cause, reply)
    raise _raised(cause, value, reply) from cause


class Reply:
    """The text that a value was extracted from."""

    def __init__(self, text: str, start: int, end: int, changed: str | None, edits: str | None) -> None:
        self.text, self.start, self.end, self.changed, self.edits = text, start, end, changed, edits

    def places(self, paths: list[tuple[str, ...]]) -> list[int]:
        """Where the values stand that the paths name."""
        from ._places import places

        if self.changed is None:
            return places(self.text, self.start, self.end, paths)
        return self.origins(places(self.changed, 0, len(self.changed), paths))

    def origins(self, offsets: list[int]) -> list[int]:
        """Where what stands at offsets of the changed text stood in this one."""
        from ._places import origins

        if self.changed is None:
            return offsets
        return origins(self.text, self.start, self.end, self.edits, self.changed, offsets)


def _found(violations: str, reply: Reply | None) -> SchemaValidationError | SchemaError:
    """The error of what the engine found."""
    import json

    from ._places import lines

    if not violations:
        return SchemaError("the value takes too many steps to check: the schema refers to itself too often")
    answer = json.loads(violations)
    errors = answer["violations"]
    offsets = [each.pop("offset") for each in errors]
    facts: tuple[Any, ...] = (None, None)
    where: list[tuple[int | None, int | None]] = [(None, None)] * len(errors)
    if reply is not None:
        offsets = reply.origins(offsets)
        where = [*lines(reply.text, offsets)]
        facts = reply.text, offsets[0]
    errors = [
        {
            "path": each["path"],
            "keyword": each["keyword"],
            "message": each["message"],
            "line": line,
            "column": column,
            **{name: each[name] for name in ("expected", "found") if name in each},
        }
        for each, (line, column) in zip(errors, where)
    ]
    return SchemaValidationError(errors, *facts, answer["count"], violations)


def _raised(error: Exception, value: Any, reply: Reply | None) -> SchemaValidationError | SchemaError:
    """The error to raise for what a schema raised."""
    user_error = getattr(sys.modules.get("pydantic.errors"), "PydanticUserError", None)
    if user_error is not None and isinstance(error, user_error):
        return SchemaError(str(error))
    from ._places import lines, pointer
    from ._violations import violations

    found = violations(error, value)
    where: list[tuple[int | None, int | None]] = [(None, None)] * len(found)
    facts: tuple[Any, ...] = ()
    if reply is not None:
        positions = reply.places([path for path, _, _, _ in found])
        where = [*lines(reply.text, positions)]
        facts = (reply.text, positions[0])
    errors = [
        {"path": pointer(path), "keyword": keyword, "message": message, "line": line, "column": column, **more}
        for (path, keyword, message, more), (line, column) in zip(found, where)
    ]
    return SchemaValidationError(errors, *facts)
