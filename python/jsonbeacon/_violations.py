"""What an exception of a validating library says, as a list of violations in one form."""

from __future__ import annotations

import re
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    Violation = tuple[tuple[str, ...], str, str, dict[str, Any]]
    """The path, the keyword, the message, and what was expected and found where the library says it."""


def violations(error: Exception, value: Any) -> list[Violation]:
    """Every violation that ``error`` reports of ``value``; of an exception that is not known here, its message."""
    for module, name, read in _READERS:
        cls = getattr(sys.modules.get(module), name, None)
        if cls is not None and isinstance(error, cls) and (found := read(error, value)):
            return found
    kind = type(error).__name__
    return [((), kind, str(error) or kind, {})]


def _pydantic(error: Any, value: Any) -> list[Violation]:
    return [
        (_path(value, each["loc"], each["type"].startswith("missing")), each["type"], each["msg"], _facts(each))
        for each in error.errors(include_url=False)
    ]


_EXPECTED = ("expected", "gt", "ge", "lt", "le", "multiple_of", "min_length", "max_length", "pattern", "expected_tags")
_LONGEST = 200
"""The most characters of a value that a violation has."""


def _facts(each: dict[str, Any]) -> dict[str, Any]:
    facts = {}
    context = each.get("ctx", {})
    for name in _EXPECTED:
        if isinstance(context.get(name), (str, int, float)):
            facts["expected"] = context[name]
            break
    if not each["type"].startswith("missing") and _is_short(given := each["input"]):
        facts["found"] = given
    return facts


def _is_short(value: Any) -> bool:
    """Whether it is a scalar of JSON, and no long one."""
    if isinstance(value, int):
        return value.bit_length() < 3 * _LONGEST
    return value is None or isinstance(value, float) or (isinstance(value, str) and len(value) <= _LONGEST)


def _msgspec(error: Any, value: Any) -> list[Violation]:
    message, _, where = str(error).partition(" - at `")
    path: list[str | int] = []
    for name, index in re.findall(r"\.([^.\[`]+)|\[(\d+)\]", where):
        path.append(name or int(index))
    missing = re.search(r"missing required field `([^`]*)`", message)
    if missing:
        path.append(missing[1])
    return [(_path(value, path, bool(missing)), type(error).__name__, message, {})]


def _own(error: Any, value: Any) -> list[Violation]:
    def tokens(path: str) -> tuple[str, ...]:
        return tuple(token.replace("~1", "/").replace("~0", "~") for token in path.split("/")[1:])

    return [
        (
            tokens(each["path"]),
            each["keyword"],
            each["message"],
            {k: each[k] for k in ("expected", "found") if k in each},
        )
        for each in error.errors
    ]


_READERS = (
    ("pydantic_core", "ValidationError", _pydantic),
    ("msgspec", "ValidationError", _msgspec),
    ("jsonbeacon", "SchemaValidationError", _own),
)


def _path(value: Any, keys: Iterable[str | int], missing: bool) -> tuple[str, ...]:
    """The path in the value, without what is not of the value: pydantic names the members of a union too.

    ``missing``: the last key is that of a member that is not there.
    """
    path: list[str] = []
    keys = list(keys)
    for place, key in enumerate(keys):
        if isinstance(value, dict) and str(key) in value:
            value = value[str(key)]
        elif isinstance(value, list) and isinstance(key, int) and 0 <= key < len(value):
            value = value[key]
        elif not missing or place < len(keys) - 1:
            continue
        path.append(str(key))
    return tuple(path)
