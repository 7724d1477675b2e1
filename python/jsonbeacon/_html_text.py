"""A stretch of a reply as HTML: escaped, with what cannot be seen made visible, and never long."""

from __future__ import annotations

import html
import itertools

from ._diff import groups, shortened
from ._excerpt import WIDTH, line_at, pointed_at, reach, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from ._diff import Piece

    Span = tuple[int, int]

_AROUND = 3
"""Lines that are shown above and below what this is about."""
_KEPT = 160
"""Characters that are shown of a long stretch at either end."""
MOST = 4000
"""The most characters that are shown of a value, a diff or a candidate."""


def escaped(text: str) -> str:
    """The text as HTML, its lines kept; characters that cannot be seen are shown as ``<U+200B>``."""
    lines = text.replace("\r\n", "\n").split("\n")
    return html.escape("\n".join("".join(shown(character)[0] for character in line) for line in lines))


def cut(text: str, most: int) -> str:
    """The text's beginning and end, half of ``most`` characters each, around a note on how much is left out."""
    if len(text) <= most:
        return escaped(text)
    half = most // 2
    return f"{escaped(text[:half])}<i>… {len(text) - 2 * half:,} characters …</i>{escaped(text[len(text) - half :])}"


def in_reply(text: str, start: int, end: int) -> str:
    """What was taken of a reply, highlighted, between some lines of what stands around it."""
    above = text[max(0, start - _KEPT) : start]
    above = "\n".join(above.split("\n")[-_AROUND - 1 :])
    below = "\n".join(text[end : end + _KEPT].split("\n")[: _AROUND + 1])
    return (
        f"{'<i>…</i>' * (len(above) < start)}<i>{escaped(above)}</i><mark>{cut(text[start:end], 6 * _KEPT)}</mark>"
        f"<i>{escaped(below)}</i>{'<i>…</i>' * (end + len(below) < len(text))}"
    )


def lines_around(
    text: str,
    position: int,
    number: int,
    span: Span = (0, 0),
    places: Collection[Span] = (),
    around: int = _AROUND,
) -> str:
    """The lines around a place: it in a box with a caret under it, what failed highlighted, their numbers in front.

    ``number`` is that of the place's line; ``places`` are lines and columns of what else is put in a box.
    """
    lines = [line_at(text, position)]
    while len(lines) <= around and lines[0][0] > 0:
        lines.insert(0, line_at(text, lines[0][0] - 1))
    first = number + 1 - len(lines)
    for _ in range(around):
        following = text.find("\n", lines[-1][1]) + 1
        if not following:
            break
        lines.append(line_at(text, following))
    width = len(str(first + len(lines) - 1)) if len(lines) > 1 else 0
    rows = []
    for count, (start, stop) in enumerate(lines, first):
        boxes = {start + column - 1 for line, column in places if line == count}
        if count == number:
            boxes.add(position)
        row, carets = _line(text, start, stop, span, boxes, position if count == number else start)
        rows.append((f'<span class="number">{count:>{width}} </span>' if width else "") + row)
        if carets:
            rows.append(f'<span class="caret">{" " * (width + bool(width))}{carets}</span>')
    return "\n".join(rows)


def first_lines(text: str) -> str:
    """How a text begins, each line cut."""
    text = text[: 40 * _KEPT].lstrip("\r\n \t")
    lines = [line[:WIDTH].rstrip("\r") + "…" * (len(line) > WIDTH) for line in text.split("\n", _AROUND + 1)]
    return escaped("\n".join(lines[: _AROUND + 1])) + "\n<i>…</i>" * (len(lines) > _AROUND + 1)


def pointed(text: str, position: int, most: int) -> str:
    """The text with one character in a box; of a long one what stands around it."""
    first = min(max(0, position - most // 2), max(0, len(text) - most))
    last = first + most
    after = position if text.startswith(("\n", "\r\n"), position) else position + 1
    return (
        f"{'<i>…</i>' * (first > 0)}{escaped(text[first:position])}{_boxed(text[position:after])}"
        f"{escaped(text[after:last])}{'<i>…</i>' * (last < len(text))}"
    )


def diff(pieces: Iterable[Piece], number: int) -> str:
    """Of each run of lines that were changed the old ones, then the new ones; ``number`` is that of the first line."""
    rows: list[tuple[str, str]] = []  # the number, and the line behind it
    room = MOST
    for first, old, new in groups(pieces, number):
        if room <= 0:
            rows.append(("", "<i>… more changes …</i>"))
            break
        for sign, kind, lines in (("-", "old", old), ("+", "new", new)):
            for line, each in enumerate(lines, first):
                if room <= 0:
                    rows.append(("", "<i>…</i>"))
                    break
                row, used = _edited(each, min(room, MOST // 2))  # the new line has its half
                room -= used + 10  # an empty line too
                rows.append((str(line) if kind == "old" else "", f'<span class="{kind}">{sign} {row}</span>'))
    width = max((len(place) for place, _ in rows), default=0)
    return "\n".join(f'<span class="number">{place:>{width}} </span>{row}' for place, row in rows)


def _edited(line: list[Piece], room: int) -> tuple[str, int]:
    """A line with its edits, and the characters that it takes."""
    parts = []
    used = 0
    for text, kind in shortened(line, _KEPT // 2):
        if used >= room:
            parts.append("<i>…</i>")
            break
        piece = cut(text, 2 * _KEPT)
        used += min(len(text), 2 * _KEPT)
        parts.append({"-": f"<del>{piece}</del>", "+": f"<ins>{piece}</ins>"}.get(kind, piece))
    return "".join(parts), used


def _boxed(character: str) -> str:
    """A character in a box; an empty one where the line ends."""
    return f'<b class="at">{html.escape(pointed_at(character)[0]) if character else " "}</b>'


def _line(text: str, start: int, stop: int, span: Span, boxes: set[int], about: int) -> tuple[str, str]:
    """One line, cut around a place, what is in the span highlighted; and the carets under the boxes."""
    first, last, _ = reach(text, start, stop, about, about in boxes)
    parts = ["…" * (first > start)]
    carets = " " * (first > start)
    edges = sorted(each for each in {first, last, *span, *boxes, *(1 + box for box in boxes)} if first <= each <= last)
    for left, right in itertools.pairwise(edges):
        seen = _boxed(text[left]) if left in boxes else escaped(text[left:right])
        parts.append(f"<mark>{seen}</mark>" if span[0] <= left < span[1] else seen)
        if left in boxes:
            carets += "^" + " " * (pointed_at(text[left])[1] - 1)
        else:
            carets += " " * sum(shown(character)[1] for character in text[left:right])
    if last == stop and (boxes and max(boxes) >= last):
        parts.append(_boxed(""))
        carets += "^"
    parts.append("…" * (last < stop))
    return "".join(parts), carets.rstrip()
