"""What to tell the model that made the mistake."""

from __future__ import annotations

import re

from ._excerpt import visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ._errors import JSONBeaconError

HINTS = {
    "json.expected_value": "Every value must be an object, an array, a string in double quotes, a number, true, false "
    "or null. NaN and Infinity are not allowed.",
    "json.expected_key": "Put every key in double quotes.",
    "json.expected_colon": "Put a colon between every key and its value.",
    "json.expected_comma": "Put a comma between members and between elements, and escape every double quote inside a "
    'string as \\".',
    "json.trailing_comma": "Remove the comma after the last member or element.",
    "json.invalid_literal": "Write true, false and null in lower case and in full.",
    "json.invalid_number": "Write numbers as JSON does: no leading zeros, no leading plus sign, digits on both sides "
    "of a decimal point.",
    "json.number_out_of_range": "Give a number below 1.8e308, or the number as a string.",
    "json.control_character": "Inside strings, write a line break as \\n, a tab as \\t, and other control characters "
    "as \\u and four hex digits.",
    "json.invalid_escape": "Inside strings, write a backslash as \\\\. "
    'Only \\" \\\\ \\/ \\b \\f \\n \\r \\t and \\u with four hex digits are escapes.',
    "json.invalid_unicode_escape": "Write \\u with exactly four hex digits, or the character itself.",
    "json.lone_surrogate": "Write the character itself instead of half of a \\u pair.",
    "json.duplicate_key": "Use every key of an object once.",
    "json.too_deep": "Nest the JSON less deeply.",
    "json.unexpected_end": "The reply ends before the JSON does: close every string, array and object. If it was cut "
    "off, make it shorter.",
    "json.trailing_characters": "Write nothing after the JSON.",
    "json.invalid_utf8": "Write the reply in UTF-8.",
    "json.not_found": "The reply must contain a JSON object or array.",
    "extract_json.multiple_candidates": "Give one JSON value, not several.",
    "extract_json.too_long": "Make the reply shorter.",
    "extract_json.blank_value": "Fill in the values: null, empty strings and placeholders alone are no answer.",
    "limits.text_bytes": "Make the reply shorter.",
    "limits.container_depth": "Nest block quotes and lists less deeply.",
    "schema.validation_failed": "Correct each of these, and keep the rest.",
}
"""For each code what most helps a model; a code without a line here is explained by its message alone."""

_ASK = "Reply again with the complete JSON and nothing else. It must be strict JSON (RFC 8259)."
_SCALAR = re.compile(r'"(?:[^"\\]|\\.)*"|[^\s,\[\]{}"]+')
_MISSING = ("required", "dependentRequired", "missing")
"""Keywords of what is not there."""
_FRAGMENT = 60
_MOST = 10
"""The most violations that are listed."""


def feedback(error: JSONBeaconError) -> str:
    """What is wrong, where, the fragment, and what to return instead, a line each."""
    lines = [f"Your reply could not be read: {error}"]
    if violations := getattr(error, "errors", None):
        lines = ["Your reply does not fit the schema:"]
        text = getattr(error, "_text", None)
        lines += [f"- {violation(each)}{_wrote(each, text)}" for each in violations[:_MOST]]
        if (more := getattr(error, "count", len(violations)) - _MOST) > 0:
            lines.append(f"- and {more} more")
    lines += [error.excerpt(), HINTS.get(error.code, ""), _ASK]
    return "\n".join(line for line in lines if line)


def _wrote(violation: dict[str, Any], text: str | None) -> str:
    """The fragment that a violation is about: a scalar, or how a container begins."""
    if text is None or violation["line"] is None or violation["keyword"] in _MISSING:
        return ""
    line = text.split("\n")[violation["line"] - 1][violation["column"] - 1 :].rstrip("\r")
    scalar = _SCALAR.match(line)
    return f": you wrote {visible(scalar[0] if scalar else line, _FRAGMENT)}"


def violation(violation: dict[str, Any]) -> str:
    """One violation on a line: the place in the value, the fault, the place in the text."""
    path = visible(violation["path"], 100)
    place = f"at {path}" if path else "at the top level"
    message = visible(violation["message"], 200)
    if violation["line"] is None:
        return f"{place}: {message}"
    return f"{place}: {message} (line {violation['line']}, column {violation['column']})"
