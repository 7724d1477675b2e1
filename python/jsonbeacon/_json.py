"""The JSON form of results and errors, one for every door: no white space, and in strings nothing escaped but
``"``, ``\\`` and U+0000 to U+001F."""

from __future__ import annotations

import json
import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_SURROGATE = re.compile("[\ud800-\udfff]")


class Written(str):
    """JSON already."""

    __slots__ = ()


def dumped(value: Any) -> str:
    """A Python value as JSON. Half of a surrogate pair, which no encoding has, is escaped."""
    if isinstance(value, Written):
        return value
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text if text.isascii() else _SURROGATE.sub(lambda half: f"\\u{ord(half[0]):04x}", text)


def members(*, value: str | None = None, **others: Any) -> str:
    """An object of these members; ``value`` is JSON already, and what is ``None`` is not applicable and left out."""
    written = [] if value is None else [f'"value":{value}']
    written += [f'"{name}":{dumped(each)}' for name, each in others.items() if each is not None]
    return "{" + ",".join(written) + "}"
