"""The tools that are served by name: a request and a response, both JSON, the same bytes through every door.

HTTP, MCP and ``jsonbeacon run`` all come through here; what a tool takes and gives is its contract.
"""

from __future__ import annotations

from functools import cache

from . import _bridge, _native
from ._json import dumped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_FUNCTIONS: dict[str, Callable[[str], str]] = {
    "extract-json": _native.bridgeapi_ExtractJSON,
    "repair-json": _native.bridgeapi_RepairJSON,
    "json-candidate-list": _native.bridgeapi_CandidateList,
}

MALFORMED, UNKNOWN_TOOL, UNKNOWN_VERSION = "request.malformed", "request.unknown_tool", "request.unknown_version"


def contracts() -> list[dict[str, Any]]:
    """What each tool promises: JSON Schemas of input and output, limits, examples."""
    return list(_bridge.contracts())


def execute(tool: str, version: str, request: str | bytes) -> str:
    """The response to a request: ``{"result": …}`` or ``{"error": …}``. No request makes it raise."""
    if tool not in versions() or version not in versions()[tool]:
        return failure(*unknown(tool, version))
    try:
        text = request if isinstance(request, str) else request.decode()
        return _FUNCTIONS[tool](text)
    except UnicodeError:
        return failure(MALFORMED, "the request is not UTF-8")
    except ValueError:  # what a C string cannot hold
        return failure(MALFORMED, "the request is not JSON: it has the character U+0000")


@cache
def versions() -> dict[str, list[str]]:
    """The versions that there are of each tool."""
    known: dict[str, list[str]] = {}
    for contract in contracts():
        known.setdefault(contract["id"], []).append(contract["version"])
    return known


def unknown(tool: str, version: str) -> tuple[str, str]:
    """The code and the message of an error: there is no such tool, or no such version of it."""
    known = versions()
    if tool not in known:
        return UNKNOWN_TOOL, f"there is no tool {dumped(tool[:80])}; there are {', '.join(known)}"
    return UNKNOWN_VERSION, f"{tool} has no version {dumped(version[:80])}; it has {', '.join(known[tool])}"


def failure(code: str, message: str) -> str:
    """A response that says why there is no result."""
    return f'{{"error":{{"code":{dumped(code)},"message":{dumped(message)}}}}}'
