"""Where jsonbeacon and llm-beacon 0.1.0 answer differently, and why. Each row's behaviour is in `beacon_model.py`.

The docs page "Differences" is this table. There is no row for features that only one of the two has.
"""

from __future__ import annotations

from dataclasses import dataclass

from oracle import Kind, Select


@dataclass(frozen=True)
class Row:
    name: str
    theirs: str  # what llm-beacon does
    reason: str  # what jsonbeacon does instead, and why
    text: str  # a reply that shows this one alone, under these options
    select: Select = "first"
    kind: Kind = "auto"


DIFFERENCES = (
    Row(
        "values inside a failed value",
        "goes on scanning where the fault stands, and so offers what comes after it in the same value",
        "A failed value is passed over as a whole. What is nested in it is a fragment of another answer, and whether "
        "it is returned must not hang on the place of the fault.",
        '{"items": [1, 2,], "x": {"a": 1}}',
        select="last",
    ),
    Row(
        "cut off after a comma",
        'takes `[1, 2` at the end of the reply for prose, since only `[` before `{`, `[`, `"` or `]` looks like JSON',
        "One complete element and its comma show what it is: the array was cut off, and is reported as truncated "
        "instead of missing.",
        "[1, 2",
    ),
    Row(
        "nested too deep",
        "takes an array of numbers that then nests deeper than 512 for prose, and looks for values inside it",
        "Nothing in prose nests so deep, so it is `json.too_deep` whatever stands first in the array.",
        "[1," + "[" * 512 + "]" * 513,
    ),
    Row(
        "unterminated string",
        "has a code of its own, `json.unterminated_string`, at the quote or the backslash that was left open",
        "A reply that was cut off has one sign, wherever the cut fell: `json.unexpected_end`, at the end. That is what "
        "callers test before they ask for more tokens.",
        '{"a": "b',
    ),
    Row(
        "surrogate judged at once",
        "calls a high surrogate escape lone if `\\u` does not stand next, even where the text ends or another escape "
        "is malformed",
        "The pair may still come when the text is cut off there, and the first fault in reading order is the one "
        "reported.",
        '["\\ud83d',
    ),
    Row(
        "python literal",
        "`True`, `False` and `None` are `json.expected_value`, as any other word",
        "They are `json.invalid_literal`: the likeliest of all slips has a code that says what it is.",
        '{"a": True}',
    ),
    Row(
        "number without a digit first",
        "`.5` and `+1` are `json.expected_value`",
        "They are numbers written wrong, `json.invalid_number`, as `1.` and `01` are.",
        '{"a": .5}',
    ),
    Row(
        "byte order mark",
        "a reply that is one JSON value after U+FEFF has the source `inline`",
        "Its source is `whole`: the mark says how the text was encoded and is no prose.",
        "\ufeff{}",
    ),
    Row(
        "empty json fence",
        "a fence labelled `json` hides all JSON outside fences even if nothing is in it",
        "A fence with nothing in it is no answer, so it cannot stand in the way of one.",
        "```json\n```\n{}",
    ),
    Row(
        "bracket in an info string",
        "a fence is labelled `json` whatever follows the label on that line",
        "An opener with `{` or `[` after the label holds JSON on the line itself; its text is left to the inline scan.",
        "```json [draft]\n{}\n```",
    ),
    Row(
        "scalar in a json fence",
        'a JSON fence that holds no object or array passes `kind="array"` as a malformed array',
        'It has no kind. It passes `kind="any"`, and `"auto"` where there is no object.',
        "```json\n1\n```",
        kind="array",
    ),
    Row(
        "largest and malformed",
        'under `select="largest"` takes the first malformed candidate, however short',
        "A malformed candidate has a span, and is measured by it.",
        '{\'} {"a": 1}',
        select="largest",
    ),
    Row(
        "white space of a fence line",
        "takes all Unicode white space, U+00A0 and U+2028 among it, for white space around an info string or a closer",
        "It is space and tab, as CommonMark has it in a fence's own lines.",
        "```json\u2028\n{}\n```",
    ),
    Row(
        "form feed around fenced json",
        "takes off a form feed (U+000C) around the JSON in a fence",
        "White space around JSON is what RFC 8259 says: space, tab, line feed, carriage return.",
        "```json\n\f{}\n```",
    ),
    Row(
        "carriage return at the end",
        "a `\\r` that ends the reply is a character of its last line",
        "It ends that line, as it would if the `\\n` of the pair had not been cut off. Only the line and column of an "
        "error at the end differ.",
        "[[\r",
    ),
    Row(
        "lone surrogates",
        "raises `UnicodeEncodeError` for a `str` that holds one",
        "In prose it is a character as any other; inside a JSON string it is `json.lone_surrogate`.",
        "\ud800 {}",
    ),
)

NAMES = tuple(row.name for row in DIFFERENCES)
