"""Whether a value is what a schema asks for, and the error that says why it is not."""

from __future__ import annotations

import sys

from ._errors import SchemaError, SchemaValidationError
from ._kinds import resolve

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def check(schema: Any, value: Any, text: str | None = None, start: int = 0, end: int = 0) -> Any:
    """What the schema makes of a value, which was extracted from ``text[start:end]`` if there is a text."""
    build = resolve(schema)
    try:
        return build(value)
    except Exception as error:
        raise _refusal(error, value, text, start, end) from error


def validate_schema(value: Any, schema: Any) -> None:
    """Check a value that has been parsed already against any ``schema`` that ``extract_json`` takes.

    :param value: a ``dict``, ``list``, ``str``, ``int``, ``float``, ``bool`` or ``None``
    :param schema: a pydantic model or ``TypeAdapter``, a type or a callable; how strict it is, is its own affair
    :raises SchemaValidationError: the value is not what the schema asks for
    :raises SchemaError: the schema itself is at fault
    :raises TypeError: it is no schema

    >>> from jsonbeacon import validate_schema
    >>> def small(value):
    ...     if len(value) > 2:
    ...         raise ValueError("too many elements")
    >>> validate_schema([1, 2], small)
    >>> validate_schema([1, 2, 3], small)
    Traceback (most recent call last):
        ...
    jsonbeacon.SchemaValidationError: 1 schema violation at the top level: too many elements
    """
    check(schema, value)


def schema_errors(value: Any, schema: Any) -> list[dict[str, Any]]:
    """The violations that ``validate_schema`` would raise, as ``SchemaValidationError.errors``; ``[]`` if there are none.

    :raises SchemaError: the schema itself is at fault
    :raises TypeError: it is no schema

    >>> from jsonbeacon import schema_errors
    >>> def small(value):
    ...     if len(value) > 2:
    ...         raise ValueError("too many elements")
    >>> schema_errors([1, 2], small)
    []
    >>> schema_errors([1, 2, 3], small)[0]["message"]
    'too many elements'
    """
    try:
        validate_schema(value, schema)
    except SchemaValidationError as error:
        return error.errors
    return []


validate_schema.__module__ = schema_errors.__module__ = "jsonbeacon"


def _refusal(
    error: Exception, value: Any, text: str | None, start: int, end: int
) -> SchemaValidationError | SchemaError:
    """The error to raise for what a schema raised."""
    user_error = getattr(sys.modules.get("pydantic.errors"), "PydanticUserError", None)
    if user_error is not None and isinstance(error, user_error):
        return SchemaError(str(error))
    from ._places import lines, places, pointer
    from ._violations import violations

    found = violations(error, value)
    where: list[tuple[int | None, int | None]] = [(None, None)] * len(found)
    facts: tuple[Any, ...] = ()
    if text is not None:
        positions = places(text, start, end, [path for path, _, _ in found])
        where = [*lines(text, positions)]
        facts = (text, positions[0])
    errors = [
        {"path": pointer(path), "keyword": keyword, "message": message, "line": line, "column": column}
        for (path, keyword, message), (line, column) in zip(found, where)
    ]
    return SchemaValidationError(errors, *facts)
