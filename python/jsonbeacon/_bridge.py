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


def contracts() -> Any:
    """What each tool that is served promises (``_tools.py``)."""
    return _ask(_native.bridgeapi_Contracts, {})


def formatted(value: str, indent: int = 0) -> str:
    """The text of a JSON value without white space, or indented."""
    return str(_ask(_native.bridgeapi_Format, {"text": value, "indent": indent}))


def candidates(text: str, most: int, repair: bool, max_results: int) -> Any:
    """Everything in a text that may be JSON; of a text of more than ``most`` characters, that it is too long."""
    request = {"text": text[: most + 1], "repair": repair, "max_results": max_results}
    response = _response(_native.bridgeapi_CandidateList, request)
    if (error := response.get("error")) and "reason" in error:
        from ._errors import MalformedOutputError

        raise MalformedOutputError(error["code"], text, error.get("position"), None, None, None, error["reason"])
    return _result(response)


def _ask(function: Callable[[str], str], request: dict[str, Any]) -> Any:
    return _result(_response(function, request))


def _response(function: Callable[[str], str], request: dict[str, Any]) -> dict[str, Any]:
    response: dict[str, Any] = json.loads(function(json.dumps(request)))
    return response


def _result(response: dict[str, Any]) -> Any:
    if error := response.get("error"):
        raise RuntimeError(f"{error['message']} ({error['code']})")
    return response["result"]
