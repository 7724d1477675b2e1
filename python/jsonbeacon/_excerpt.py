"""One line of a text with a caret under one of its characters, for terminals and models."""

from __future__ import annotations

import unicodedata

WIDTH = 100
"""The most terminal cells that a line of an excerpt takes."""

_BEFORE = 0.6  # of that, in front of the caret, at least, where the line is longer
_TAB = 4
# Letters and symbols, by their category, that nothing is drawn for.
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")


def excerpt(text: str, position: int, width: int = WIDTH) -> str:
    """The line of ``text`` that holds ``position`` (code points, up to ``len(text)``), and a caret under it.

    A line that is blank up to there shows nothing, so the last one that is not is put above it. Characters that
    cannot be seen are shown as ``<U+200B>``, a tab as four spaces. Of a line longer than ``width`` cells the part
    around the caret is kept, and ``…`` stands for the rest.

    >>> print(excerpt('{"a":\\n "字": x}', 12))
     "字": x}
           ^
    """
    start, stop = line_at(text, position)
    line, column = _window(text, start, stop, position, width)
    above = ""
    if not line.strip() and (end := len(text[:start].rstrip(" \t\r\n"))):
        above, _ = _window(text, *line_at(text, end - 1), end - 1, width, mark=False)
        above += "\n"
    return f"{above}{line}\n{' ' * column}^"


def first_line(text: str, width: int = WIDTH) -> str:
    """The first line of ``text`` that is not blank, cut and made visible in the same way; empty if there is none."""
    start = len(text) - len(text.lstrip(" \t\r\n"))
    if start == len(text):
        return ""
    return _window(text, *line_at(text, start), start, width, mark=False)[0]


def visible(text: str, limit: int) -> str:
    """``text`` on one line, made visible, and cut behind ``limit`` characters."""
    return "".join(shown(character)[0] for character in text[:limit]) + "…" * (len(text) > limit)


def line_at(text: str, position: int) -> tuple[int, int]:
    """Where the line that holds ``position`` starts, and where it stops, its line end not included."""
    if position == len(text) and text.endswith("\r"):
        return position, position
    start = text.rfind("\n", 0, position) + 1
    stop = text.find("\n", position)
    if stop < 0:
        stop = len(text)
    if stop > start and text[stop - 1] == "\r":
        stop -= 1
    return start, stop


def reach(
    text: str, start: int, stop: int, position: int, mark: bool = True, width: int = WIDTH
) -> tuple[int, int, int]:
    """What to show of ``text[start:stop]`` around ``position``: from where to where, and how many cells that is before.

    Cells are those of ``shown`` and of a ``…`` on either side where something is left out.
    """
    position = min(position, stop)
    after = [shown(character) for character in text[position : min(stop, position + width + 1)]]
    if mark and after:
        after[0] = pointed_at(text[position])
    before = [shown(character) for character in text[max(start, position - width - 1) : position]][::-1]
    before, cut = _fit(before, max(int(_BEFORE * width), width - sum(map(_cost, after))))
    while cut and before and not before[-1][1]:
        before.pop()  # a mark without the letter it belongs to
    column = sum(cells for _, cells in before) + cut
    after, _ = _fit(after, width - column)
    return position - len(before), position + len(after), column


def _window(text: str, start: int, stop: int, position: int, width: int, mark: bool = True) -> tuple[str, int]:
    """What ``reach`` says, shown, and the cell that ``position`` stands in."""
    first, last, column = reach(text, start, stop, position, mark, width)
    pieces = [shown(character)[0] for character in text[first:last]]
    if mark and position < last:
        pieces[position - first] = pointed_at(text[position])[0]
    return "…" * (first > start) + "".join(pieces) + "…" * (last < stop), column


def _fit(pieces: list[tuple[str, int]], room: int) -> tuple[list[tuple[str, int]], bool]:
    """The first pieces, as many as there is room for, and whether some were left out."""
    if sum(map(_cost, pieces)) <= room:
        return pieces, False
    room -= 1  # for the …
    for count, piece in enumerate(pieces):
        room -= _cost(piece)
        if room < 0:
            return pieces[:count], True
    return pieces, True


def _cost(piece: tuple[str, int]) -> int:
    """Cells, or code points where those are more, so that a heap of combining marks ends too."""
    return max(len(piece[0]), piece[1])


def shown(character: str) -> tuple[str, int]:
    """How a character is shown, and the number of cells that takes."""
    if " " <= character <= "~":
        return character, 1
    if character == "\t":
        return " " * _TAB, _TAB
    category = unicodedata.category(character)
    if category[0] in "CZ" or character in _BLANK:
        return _code(character)
    if category in ("Mn", "Me") or "\u1161" <= character <= "\u11ff" or "\ud7b0" <= character <= "\ud7fb":
        return character, 0  # marks, and the vowels and finals of Hangul syllables written in parts
    return character, 2 if unicodedata.east_asian_width(character) in "WF" else 1


def pointed_at(character: str) -> tuple[str, int]:
    """The same of the character that a caret stands under: nothing is no place to point at, nor is a tab."""
    seen = shown(character)
    return seen if seen[1] and character != "\t" else _code(character)


def _code(character: str) -> tuple[str, int]:
    name = f"<U+{ord(character):04X}>"
    return name, len(name)
