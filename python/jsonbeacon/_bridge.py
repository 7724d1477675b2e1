"""What is asked of the engine beside extraction: a JSON request, a JSON response."""

from __future__ import annotations

import json

from . import _native

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def version() -> Any:
    """Which engine is loaded and what built it."""
    return _ask(_native.bridgeapi_Version, {})


def limits() -> Any:
    """The engine's limits by name (``docs/limits.md``), and the codes and reasons that its errors can have."""
    return _ask(_native.bridgeapi_Limits, {})


def formatted(value: str, indent: int = 0) -> str:
    """The text of a JSON value without white space, or indented."""
    return str(_ask(_native.bridgeapi_Format, {"text": value, "indent": indent}))


def _ask(function: Callable[[str], str], request: dict[str, Any]) -> Any:
    response = json.loads(function(json.dumps(request)))
    if error := response.get("error"):
        raise RuntimeError(f"{error['message']} ({error['code']})")
    return response["result"]
