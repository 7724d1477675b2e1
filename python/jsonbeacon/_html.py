"""What a notebook shows. Everything that came from a text is escaped; colours are the page's own."""

from __future__ import annotations

import html
import json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._extraction import Extraction

_MOST = 4000
"""The most characters of a value that are shown."""


def extraction(found: Extraction[object]) -> str:
    """The value, pretty-printed as JSON where it is JSON, under a line that says where it was found."""
    facts = [found.source, f"{found.start}–{found.end}", f"1 of {found.candidates}"]
    if found.repairs:
        facts.append(f"{len(found.repairs)} repairs")
    if found.truncated:
        facts.append("truncated")
    return (
        '<div style="border-left: 3px solid; padding-left: .8em">'
        f'<div style="opacity: .7">{html.escape(" · ".join(facts))}</div>'
        f'<pre style="margin: 0; white-space: pre-wrap">{html.escape(_pretty(found.value))}</pre></div>'
    )


def _pretty(value: object) -> str:
    try:
        shown = json.dumps(value, ensure_ascii=False, indent=2)
    except (TypeError, ValueError):  # what a schema built, or an integer too long to print
        try:
            shown = repr(value)
        except ValueError:
            shown = f"a {type(value).__name__} too long to print"
    return shown if len(shown) <= _MOST else shown[:_MOST] + "…"
