"""What a tool made of a reply: a time stands next to it, never alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from .inputs import Case, Mode

RIGHT, REFUSED, WRONG, NOTHING = "right", "refused", "wrong", "nothing"


def same(a: Any, b: Any) -> bool:
    """Equal in value and in type: `1`, `1.0` and `True` are three values, and the order of keys counts."""
    if type(a) is not type(b):
        return False
    if isinstance(a, dict):
        return list(a) == list(b) and all(same(a[key], b[key]) for key in a)
    if isinstance(a, list):
        return len(a) == len(b) and all(map(same, a, b))
    return bool(a == b)


def outcome(call: Callable[[str], Any], text: str, case: Case, mode: Mode, nothing: tuple[Any, ...] = (None,)) -> str:
    """`right` on a malformed reply is the value before it was damaged: mended, and well."""
    try:
        value = call(text)
    except Exception:  # noqa: BLE001 - a rival may raise anything
        return REFUSED
    if value is None or (isinstance(value, str) and value in nothing):
        return NOTHING
    return RIGHT if mode != "nothing" and same(value, case.answer) else WRONG


#: What a strict tool that finds what there is answers.
EXPECTED = {"value": RIGHT, "fault": REFUSED, "nothing": NOTHING}


def summary(outcomes: Iterable[str]) -> dict[str, int]:
    return dict(Counter(outcomes).most_common())


def shown(counts: dict[str, int]) -> str:
    """ "right", or shares where there are several."""
    if len(counts) == 1:
        return next(iter(counts))
    total = sum(counts.values())
    return ", ".join(f"{name} {100 * count / total:.0f} %" for name, count in counts.items())
