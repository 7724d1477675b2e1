"""The policies that the documentation names, as options."""

from __future__ import annotations

from typing import Any

TAGS = ("result", "json", "output")
ONE_OBJECT = {"select": "only", "kind": "object", "reasoning": "skip", "tags": TAGS, "invisible": "strip"}
FINAL_ANSWER = {"select": "last", "reasoning": "skip", "tags": TAGS}
WHATEVER_CAN_BE_SAVED = {
    **FINAL_ANSWER,
    "repair": "guess",
    "fallthrough": True,
    "blank": "reject",
    "invisible": "strip",
}
POLICIES: dict[str, dict[str, Any]] = {
    "the default": {},
    "one object or a counted failure": ONE_OBJECT,
    "the final answer": FINAL_ANSWER,
    "whatever can be saved": WHATEVER_CAN_BE_SAVED,
}
