"""What a notebook shows of results and errors. Everything that came from a text is escaped, and cut."""

from __future__ import annotations

import html
import json
import unicodedata

from ._html_style import STYLE
from ._html_text import MOST, cut, diff, escaped, first_lines, in_reply, lines_around, pointed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from ._candidates import Candidate, CandidateList
    from ._diff import Piece
    from ._errors import JSONBeaconError, MalformedOutputError, SchemaValidationError
    from ._extraction import Extraction
    from ._repairs import Repair, Repaired
    from ._stream import Partial

_ROWS = 20
"""The most rows of a table: violations, repairs, errors of other candidates."""
_CELL = 200
"""The most characters of a cell of a table."""
_LINE = 88
"""A value that is no longer is shown on one line."""


def extraction(found: Extraction[object]) -> str:
    """The value, and the part of the reply that it was taken from."""
    facts = [f"source {found.source}", f"text[{found.start}:{found.end}]"]
    facts.append("the only candidate" if found.candidates == 1 else f"one of {found.candidates:,} candidates")
    parts = [_value(found.value)]
    if found.repairs:
        parts.append(_edits(found.repairs, *found._lines_changed()))
    if found._text is not None and (found.source != "whole" or not found.repairs):
        shown = _pre(in_reply(found._text, found.start, found.end))
        parts.append(_details("In the reply", shown, opened=found.source != "whole" and not found.repairs))
    return _box("Extraction", [*facts, *_repairs(found)], parts)


def repaired(found: Repaired) -> str:
    """The value, and what was changed in the text."""
    parts = [_value(found.value)]
    if found.repairs:
        parts.append(_edits(found.repairs, found._pieces(), 1))
    return _box("Repaired", _repairs(found) or ["nothing was changed"], parts)


def partial(found: Partial) -> str:
    """The value as far as it goes."""
    facts = ["a snapshot, not a result", found.state, f"source {found.source}", f"from {found.start}"]
    return _box("Partial", facts, [_value(found.value)])


def error(found: JSONBeaconError) -> str:
    """The message, the lines around the fault, and every violation."""
    from ._errors import MalformedOutputError, SchemaValidationError

    message, parts = cut(str(found), MOST), []
    if isinstance(found, SchemaValidationError) and found.errors:
        message = "1 schema violation" if found.count == 1 else f"{found.count:,} schema violations"
        parts = [_violations(found.errors, found.count), *_places(found)]
    elif isinstance(found, MalformedOutputError) and found.raw:
        parts = [_pre(_place(found), "lines")]
    parts.insert(0, f'<div class="message">{message}</div>')
    if rest := found.rest:
        others = [f"<code>{escaped(each.code)}</code> {cut(str(each), _CELL)}" for each in rest[:_ROWS]]
        others += _more(len(rest))
        listed = "".join(f"<div>{each}</div>" for each in others)
        count = "One more was tried" if len(rest) == 1 else f"{len(rest):,} more were tried"
        parts.append(_details(f"{count}, and failed too", listed))
    facts = [found.code, f"reason {found.reason}"] if found.code else []
    return _box(type(found).__name__, facts, parts, failed=True)


def candidate(found: Candidate) -> str:
    """Its text, with the place of the fault, and what three rules make of it."""
    fault = _fault(found)
    if fault is None:
        parts = [_pre(cut(found.text, MOST))]
    else:
        number = found.start_line + found.text.count("\n", 0, fault)
        parts = [_pre(lines_around(found.text, fault, number, around=_ROWS // 2), "lines")]
    if found.repair and found.repair.rules:
        state = "valid" if found.repair.valid_json else "still not valid"
        title = f"Repaired by {', '.join(found.repair.rules)}: {state}"
        parts.append(_details(title, _pre(cut(found.repair.text, MOST))))
    facts = [f"rank {found.rank}", found.source, _lines(found), *_states(found)]
    return _box("Candidate", facts, parts, failed=not found.valid_json)


def candidates(found: CandidateList) -> str:
    """A row for each candidate: what it is, where it stands, and its text with the place of the fault."""
    facts = ["1 candidate" if found.candidate_count == 1 else f"{found.candidate_count:,} candidates"]
    if found.truncated:
        facts.append(f"the first {len(found)}")
    room = MOST
    rows = []
    for each in found:
        most = max(_CELL // 2, min(room, MOST // 4))
        room -= min(len(each.text), most)
        fault = _fault(each)
        shown = cut(each.text, most) if fault is None else pointed(each.text, fault, most)
        states = "<br>".join(map(escaped, _states(each)))
        rows.append([str(each.rank), _pre(shown), escaped(each.source), _lines(each), states])
    return _box("CandidateList", facts, [_table(["rank", "text", "source", "where", "state"], rows)] if rows else [])


def _box(name: str, facts: Iterable[str], parts: Iterable[str], failed: bool = False) -> str:
    said = " · ".join([f"<strong>{escaped(name)}</strong>", *map(escaped, facts)])
    kind = "jsonbeacon failed" if failed else "jsonbeacon"
    # Notebooks would set $…$ in a message or in a table as a formula.
    return f'<div class="{kind} mathjax_ignore tex2jax_ignore">{STYLE}<div class="facts">{said}</div>{"".join(parts)}</div>'


def _pre(shown: str, kind: str = "text") -> str:
    # It may scroll, and so must be within reach of the keyboard.
    return f'<pre class="{kind}" tabindex="0">{shown}</pre>'


def _details(title: str, shown: str, opened: bool = True) -> str:
    return f"<details{' open' * opened}><summary>{escaped(title)}</summary>{shown}</details>"


def _table(names: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    head = "".join(f'<th scope="col">{name}</th>' for name in names)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _more(count: int) -> list[str]:
    return [f"and {count - _ROWS:,} more"] if count > _ROWS else []


def _repairs(found: Extraction[Any] | Repaired) -> list[str]:
    facts = []
    if found.repairs:
        facts.append("1 repair" if len(found.repairs) == 1 else f"{len(found.repairs):,} repairs")
    if found.truncated:
        facts.append("completed: the text was cut off")
    return facts


def _edits(repairs: Sequence[Repair], pieces: Sequence[Piece], line: int) -> str:
    """The lines that were changed, and how often each rule was used, and whether it guessed."""
    counts: dict[tuple[str, bool], int] = {}
    for each in repairs:
        counts[each.rule, each.guess] = counts.get((each.rule, each.guess), 0) + 1
    rules = [
        f"<code>{escaped(rule[:_CELL])}</code>{f' ×{count:,}' * (count > 1)}{' (a guess)' * guess}"
        for (rule, guess), count in list(counts.items())[:_ROWS]
    ]
    listed = f"<div>{', '.join([*rules, *_more(len(counts))])}</div>"
    return _details("What was repaired", _pre(diff(pieces, line)) + listed)


def _violations(violations: Sequence[dict[str, Any]], count: int) -> str:
    rows = [
        [
            f"<code>{cut(str(each['path']), _CELL // 2)}</code>" if each["path"] else "the top level",
            f"<code>{cut(str(each['keyword']), _CELL // 2)}</code>",
            cut(str(each["message"]), _CELL),
            f"line {each['line']}, column {each['column']}" if each["line"] else "",
        ]
        for each in violations[:_ROWS]
    ]
    more = f"<div>and {count - len(rows):,} more</div>" if count > len(rows) else ""
    return _table(["path", "keyword", "what is wrong", "where"], rows) + more


def _place(found: MalformedOutputError) -> str:
    """The lines around the fault, or how the text begins where the fault has no place."""
    if found.position is None:
        return first_lines(found.raw)
    span = (found.start or 0, found.end or 0)
    return lines_around(found.raw, found.position, found.line or 1, span)


def _places(found: SchemaValidationError) -> list[str]:
    """The lines around the first violation, with the places of all that are in them."""
    position = found._position
    if found._text is None or position is None:
        return []
    places = [(each["line"], each["column"]) for each in found.errors if each["line"]]
    return [_pre(lines_around(found._text, position, found.errors[0]["line"], places=places), "lines")]


def _fault(found: Candidate) -> int | None:
    """Where in a candidate's text its fault is, in code points."""
    if found.json_error is None:
        return None
    units = found.text.encode("utf-16-le", "surrogatepass")[: 2 * found.json_error.offset]
    return len(units.decode("utf-16-le", "surrogatepass"))


def _lines(found: Candidate) -> str:
    one = found.start_line == found.end_line
    return f"line {found.start_line}" if one else f"lines {found.start_line}–{found.end_line}"


def _states(found: Candidate) -> list[str]:
    facts = ["complete" if found.complete else str(found.incomplete_reason)]
    facts.append("valid" if found.valid_json else found.json_error.code if found.json_error else "not valid")
    if found.repair and found.repair.valid_json and not found.valid_json:
        facts.append(f"valid after {', '.join(found.repair.rules)}")
    return facts


def _value(value: object) -> str:
    """JSON, or the ``repr`` of what a schema made; the beginning of it."""
    try:
        text = ""
        for part in json.JSONEncoder(ensure_ascii=False, indent=2).iterencode(value):
            text += part
            if len(text) > MOST:
                break
        if len(text) <= MOST and len(line := json.dumps(value, ensure_ascii=False)) <= _LINE:
            text = line
    except Exception:  # noqa: BLE001 - what a schema built, or an integer too long to print
        try:
            text = repr(value)
        except Exception:  # noqa: BLE001 - someone else's code, or again an integer
            text = f"a {type(value).__name__} that cannot be printed"
        shown = escaped(text[:MOST])
    else:
        shown = html.escape("".join(map(_in_json, text[:MOST])))
    return _pre(shown + "<i>…</i>" * (len(text) > MOST))


def _in_json(character: str) -> str:
    """A character of a JSON text; an escape in place of one that cannot be seen or turns others round.

    The joiners stay: scripts and emoji are made with them.
    """
    category = unicodedata.category(character)
    if character in "\n\u200c\u200d" or not (category[0] == "C" or category in ("Zl", "Zp")):
        return character
    return json.dumps(character)[1:-1]
