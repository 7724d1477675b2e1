"""What a notebook shows. Everything that came from a text is escaped; colours are the page's own."""

from __future__ import annotations

import html
import json

from ._diff import marked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._candidates import CandidateList
    from ._extraction import Extraction
    from ._repairs import Repaired

_MOST = 4000
"""The most characters of a value that are shown."""


def extraction(found: Extraction[object]) -> str:
    """The value, pretty-printed as JSON where it is JSON, under a line that says where it was found."""
    facts = [found.source, f"{found.start}–{found.end}", f"1 of {found.candidates}"]
    return _box(facts, found)


def repaired(found: Repaired) -> str:
    """The value, and under it what was changed."""
    return _box(["repaired" if found.repairs else "untouched"], found)


def candidates(found: CandidateList) -> str:
    """A row for each candidate: what it is, where it stands, and its text."""
    facts = "1 candidate" if found.candidate_count == 1 else f"{found.candidate_count} candidates"
    if found.truncated:
        facts += f" · the first {len(found)}"
    rows = []
    room = _MOST
    for each in found:
        state = "valid" if each.valid_json else each.json_error.code if each.json_error else ""
        if each.repair and each.repair.valid_json and not each.valid_json:
            state += f" · mended by {', '.join(each.repair.rules)}"
        lines = f"{each.start_line}–{each.end_line}" if each.end_line > each.start_line else f"{each.start_line}"
        shown = each.text if len(each.text) <= room else each.text[:room] + "…"
        room -= min(room, len(each.text))
        cells = [str(each.rank), each.source, f"line {lines}", each.incomplete_reason or "complete", state]
        rows.append(
            f"<tr>{''.join(f'<td>{html.escape(cell)}</td>' for cell in cells)}<td>{_pre(html.escape(shown))}</td></tr>"
        )
    return (
        '<div style="border-left: 3px solid; padding-left: .8em">'
        f'<div style="opacity: .7">{html.escape(facts)}</div>'
        f'<table style="text-align: left"><tbody>{"".join(rows)}</tbody></table></div>'
    )


def _box(facts: list[str], found: Extraction[object] | Repaired) -> str:
    if found.repairs:
        facts.append("1 repair" if len(found.repairs) == 1 else f"{len(found.repairs)} repairs")
    if found.truncated:
        facts.append("truncated")
    change = ""
    if found.repairs:
        shown = marked(found._pieces())
        change = f'<details><summary style="opacity: .7">what was changed</summary>{_pre(shown)}</details>'
        if len(shown) > 4 * _MOST:
            change = ""
    return (
        '<div style="border-left: 3px solid; padding-left: .8em">'
        f'<div style="opacity: .7">{html.escape(" · ".join(facts))}</div>'
        f"{_pre(html.escape(_pretty(found.value)))}{change}</div>"
    )


def _pre(escaped: str) -> str:
    return f'<pre style="margin: 0; white-space: pre-wrap">{escaped}</pre>'


def _pretty(value: object) -> str:
    try:
        shown = json.dumps(value, ensure_ascii=False, indent=2)
    except (TypeError, ValueError):  # what a schema built, or an integer too long to print
        try:
            shown = repr(value)
        except ValueError:
            shown = f"a {type(value).__name__} too long to print"
    return shown if len(shown) <= _MOST else shown[:_MOST] + "…"
