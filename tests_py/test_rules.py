"""The rules of contract §2 by hand: what is chosen stands between ⟦ and ⟧, and a fault after ¦.

The oracle is held to them too, so that it is not the only word on what the contract says.
"""

from __future__ import annotations

from typing import Any

import answers
import oracle
import pytest

WHOLE, FENCE, INLINE, NONE = "whole", "fence", "inline", "json.not_found"

Rule = tuple[str, str, int, dict[str, Any]]  # marked text, source or code, the number of candidates, options

RULES: tuple[Rule, ...] = (
    # §2.0 Whole
    ("⟦{}⟧", WHOLE, 1, {}),
    (" \r\n\t⟦[1]⟧\n", WHOLE, 1, {}),
    ("\ufeff⟦{}⟧", WHOLE, 1, {}),
    ("\ufeff ⟦{}⟧ ", WHOLE, 1, {}),
    (" \ufeff⟦{}⟧", INLINE, 1, {}),
    ("\ufeff\ufeff⟦{}⟧", INLINE, 1, {}),
    ("⟦{}⟧\u00a0", INLINE, 1, {}),
    ("[1]", NONE, 0, {"kind": "object"}),
    ('[{"a": 1}]', NONE, 0, {"kind": "object"}),
    ('⟦{"a": [1]}⟧', WHOLE, 1, {"kind": "any"}),
    # §2.1 Fences: what opens one
    ("```json\n⟦{}⟧\n```", FENCE, 1, {}),
    ("```json\r\n⟦{}⟧\r\n```\r\n", FENCE, 1, {}),
    ("   ```json\n⟦{}⟧\n   ```", FENCE, 1, {}),
    ("    ```json\n⟦{}⟧\n```", INLINE, 1, {}),
    ("\t```json\n⟦{}⟧\n```", INLINE, 1, {}),
    ("> ```json\n> ⟦{}⟧\n> ```", INLINE, 1, {}),
    ("\ufeff```json\n⟦{}⟧\n```", INLINE, 1, {}),
    ("``json\n⟦{}⟧\n``", INLINE, 1, {}),
    ("````json\n⟦{}⟧\n````", FENCE, 1, {}),
    ("~~~json\n⟦{}⟧\n~~~", FENCE, 1, {}),
    ("x ```json\n⟦{}⟧\n```", INLINE, 1, {}),
    ("```json\r⟦{}⟧\r```", INLINE, 1, {}),  # a lone CR ends no line
    ("```json⟦{}⟧```", INLINE, 1, {}),  # a backtick in the info string: a code span
    ("~~~json `x`\n⟦{}⟧\n~~~", FENCE, 1, {}),
    # the label
    ("``` \t json\t x\n⟦{}⟧", FENCE, 1, {}),
    ("```JsOn\n⟦{}⟧", FENCE, 1, {}),
    ("```j\u017fon\n⟦{}⟧", INLINE, 1, {}),  # a letter that is s only to Unicode
    ("```json5\n⟦{}⟧", INLINE, 1, {}),
    ("```json,x\n⟦{}⟧", INLINE, 1, {}),
    ("```json\u00a0x\n⟦{}⟧", INLINE, 1, {}),
    ("```python\n⟦{}⟧\n```", INLINE, 1, {}),
    ("```\n⟦{}⟧\n```", FENCE, 1, {}),
    ("```\n \n⟦[1]⟧\n```", FENCE, 1, {}),
    ("```\nx ⟦{}⟧\n```", INLINE, 1, {}),
    ("```\n\f⟦{}⟧\n```", INLINE, 1, {}),
    ("```json ⟦[1]⟧\n```", INLINE, 1, {}),
    ('```json ⟦{"a": 1}⟧\n```', INLINE, 1, {}),
    ("```json {x}\n⟦[1]⟧\n```", INLINE, 1, {}),
    # what closes one
    ("```json\n⟦{}⟧\n````\t \n{}", FENCE, 1, {}),
    ("```json\n⟦{}¦```x⟧\n```", "json.trailing_characters", 0, {}),
    ("```json\n⟦{}\n¦~~~⟧\n```", "json.trailing_characters", 0, {}),
    ("````json\n⟦{}\n¦```⟧\n````", "json.trailing_characters", 0, {}),
    ("```json\n⟦{}\n    ¦```⟧\n```", "json.trailing_characters", 0, {}),
    ('```json\n⟦{"a": "```"}⟧\n```', FENCE, 1, {}),
    ("```json\n⟦{}⟧", FENCE, 1, {}),
    ('```json\n⟦{"a": [1,¦⟧', "json.unexpected_end", 0, {}),
    ('```json\n⟦{"a": "b¦⟧ \n```\n"}', "json.unexpected_end", 0, {}),
    # only JSON fences give candidates, if there is one
    ("```py\n[1]\n```json\n⟦{}⟧\n```", INLINE, 1, {}),  # the first fence swallows the other
    ("{}\n```json\n⟦[1]⟧\n```\n{}", FENCE, 1, {}),
    ("```py\n{}\n```\n```json\n⟦{}⟧\n```", FENCE, 1, {}),
    ("```json\n{}\n```\n~~~\n⟦{}⟧\n~~~", FENCE, 2, {"select": "last"}),
    ("```py\n⟦{}⟧\n```\n{}", INLINE, 2, {}),
    ("{}\n```json\n⟦¦1⟧\n```", "json.expected_value", 0, {}),
    ('```json\n⟦¦"{}"⟧\n```', "json.expected_value", 0, {}),
    ("```json\n⟦¦see {}⟧\n```", "json.expected_value", 0, {}),
    ("```json\n1\n```", NONE, 0, {"kind": "array"}),
    ("```json\n1\n```", NONE, 0, {"kind": "object"}),
    ("```json\n⟦¦1⟧\n```", "json.expected_value", 0, {"kind": "any"}),
    ("```json\n1\n```\n```json\n⟦{}⟧\n```", FENCE, 1, {}),
    ("```json\n⟦¦1⟧\n```\n```json\n[]\n```", "json.expected_value", 0, {}),
    ("```json\n\n```\n⟦{}⟧", INLINE, 1, {}),
    ("⟦{}⟧\n```json", INLINE, 1, {}),
    ("```json\n⟦{¦name}⟧\n```", "json.expected_key", 0, {}),  # no prose in a JSON fence
    # §2.2 Inline scan
    ("see {name}, [1-3], [see below]: ⟦{}⟧", INLINE, 1, {}),
    ("⟦[]⟧[1]", INLINE, 2, {"kind": "any"}),
    ("{⟦{}⟧", INLINE, 1, {}),
    ('{name: "x", tags: ⟦["p"]⟧}', INLINE, 1, {}),
    ("⟦{¦'a': 1}⟧ [1]", "json.expected_key", 0, {}),
    ("⟦{ \n¦'a': 1}⟧", "json.expected_key", 0, {}),
    ("⟦[[¦x]]⟧ {}", "json.expected_value", 0, {"kind": "array"}),
    ('⟦["a" ¦"b"]⟧', "json.expected_comma", 0, {}),
    ("[x] ⟦[]⟧", INLINE, 1, {}),
    ("[1, x] ⟦[]⟧", INLINE, 1, {}),
    ("[1 2 ⟦[3]⟧", INLINE, 1, {}),
    ("x [1", NONE, 0, {}),  # no comma: it has not shown what it is
    ("x ⟦[1,¦⟧", "json.unexpected_end", 0, {}),
    ('x ⟦[1, "a¦⟧', "json.unexpected_end", 0, {}),
    ("x ⟦[1, [2¦⟧", "json.unexpected_end", 0, {}),
    ("[x, ⟦[1,¦⟧", "json.unexpected_end", 0, {}),
    ("x [tru", NONE, 0, {}),
    ("x {", NONE, 0, {}),
    ("x ⟦[" + "1,[" * 511 + "1,¦[]" + "]" * 512 + "⟧", "json.too_deep", 0, {}),
    ("x ⟦[" + "1,[" * 511 + "1,2" + "]" * 512 + "⟧", INLINE, 1, {}),
    # nested values of a failed value are never candidates
    ('⟦{"items": [1, 2,¦], "x": {"a": 1}}⟧', "json.trailing_comma", 0, {"select": "last"}),
    ('⟦{"items": [1, 2,¦], "x": {"a": 1}}⟧', "json.trailing_comma", 0, {"select": "only"}),
    ('{"items": [1, 2,], "x": [3]}', NONE, 0, {"kind": "array"}),
    ('{"a": {"b": 1,}} ⟦{}⟧', INLINE, 2, {"select": "last"}),
    ('⟦{"a": ¦x, "b": "}⟧"} {}', "json.expected_value", 0, {}),  # brackets are counted, strings are not read
    ('⟦{"a": ¦x, "b": "{"} {}⟧', "json.expected_value", 0, {}),
    ('⟦{"a": 1, ¦"a": {"c": 2}}⟧ {}', "json.duplicate_key", 0, {}),
    ('⟦{"}": 1, ¦"}": 2}⟧ {}', "json.duplicate_key", 0, {}),  # counted from after the key's closing quote
    ('⟦{"a": "¦\\}⟧"} {}', "json.invalid_escape", 0, {}),
    ('⟦["¦\\ud83d]⟧"] {}', "json.lone_surrogate", 0, {"kind": "array"}),
    ('⟦["a"¦: ⟧', "json.expected_comma", 0, {}),
    ('⟦{"a" ¦1⟧', "json.expected_colon", 0, {}),
    ("⟦{¦'⟧", "json.expected_key", 0, {}),
    ("⟦{}⟧} {}", INLINE, 2, {}),
    # an opener inside what a failed parse took for a string is new
    ('[1,"⟦[2]⟧",3 x', INLINE, 1, {}),
    ('⟦[1,"{} x¦⟧', "json.unexpected_end", 0, {}),
    # §2.3 Kind
    ("[1] ⟦{}⟧ [2]", INLINE, 1, {}),
    ("⟦[1]⟧ {} [2]", INLINE, 2, {"kind": "array"}),
    ("⟦[1]⟧ {} [2]", INLINE, 3, {"kind": "any"}),
    ("[1] ⟦[[¦link]]⟧", "json.expected_value", 0, {"select": "last"}),
    ("[1] ⟦{¦'}⟧", "json.expected_key", 0, {}),  # malformed objects count
    # §2.4 Selection
    ("{} {} ⟦[]⟧", INLINE, 3, {"select": "last", "kind": "any"}),
    ("{} ⟦[1]⟧ [2]", INLINE, 3, {"select": "largest", "kind": "any"}),
    ('{} ⟦{"a":¦}⟧ {}', "json.expected_value", 0, {"select": "largest"}),
    ('⟦{"a":"\U0001f600"}⟧ {"a":"e"}', INLINE, 2, {"select": "largest"}),  # code points, not bytes: the first of equals
    ("{} ¦⟦{}⟧ {}", "extract_json.multiple_candidates", 0, {"select": "only"}),
    ("{} ¦⟦{'}⟧", "extract_json.multiple_candidates", 0, {"select": "only"}),
    ("[1] ⟦{}⟧", INLINE, 1, {"select": "only"}),
    ("", NONE, 0, {}),
    ("true", NONE, 0, {}),
)


def unmarked(marked: str) -> tuple[str, int | None, int | None, int | None]:
    """The text, and the offsets that its marks stand for."""
    places: dict[str, int] = {}
    text = ""
    for c in marked:
        if c in "⟦⟧¦":
            places[c] = len(text)
        else:
            text += c
    return text, places.get("⟦"), places.get("⟧"), places.get("¦")


@pytest.mark.parametrize("by", ["engine", "oracle"])
@pytest.mark.parametrize(("marked", "outcome", "candidates", "options"), RULES, ids=lambda part: ascii(part)[:50])
def test_rule(by: str, marked: str, outcome: str, candidates: int, options: dict[str, Any]) -> None:
    text, start, end, position = unmarked(marked)
    call = (options.get("select", "first"), options.get("kind", "auto"))
    if by == "engine":
        answer = answers.of_engine(text, *call)
    else:
        answer = answers.of_oracle(text, oracle.candidates(text), *call)
    got = (answer.source or answer.code, answer.start, answer.end, answer.position, answer.candidates or 0)
    assert got == (outcome, start, end, position, candidates)
