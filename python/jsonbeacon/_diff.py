"""What repair changed, as a diff."""

from __future__ import annotations

from ._excerpt import visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ._repairs import Repair

    Piece = tuple[str, str]
    """A stretch of text, and how it stands: ``" "`` in both texts, ``"-"`` in the old one, ``"+"`` in the new one."""

_KEPT = 30
"""Characters that are shown of a line on either side of a change."""

_COLOURS = {"-": "\x1b[31m", "+": "\x1b[32m", "@": "\x1b[2m"}
_MARKED, _OFF = "\x1b[7m", "\x1b[27m"


def of_old(text: str, repairs: Sequence[Repair], start: int, end: int) -> list[Piece]:
    """What became of ``text[start:end]``."""
    found: list[Piece] = []
    for each in repairs:
        found += [(text[start : each.start], " "), (text[each.start : each.end], "-"), (each.after, "+")]
        start = each.end
    return [piece for piece in (*found, (text[start:end], " ")) if piece[0]]


def of_new(repaired: str, repairs: Sequence[Repair], start: int) -> list[Piece]:
    """The same, worked out of the new text, whose old one started at ``start``.

    >>> from jsonbeacon import Repair
    >>> of_new("[1]", [Repair("repair.trailing_comma", 9, 10, ",", "", False)], 7)
    [('[1', ' '), (',', '-'), (']', ' ')]
    """
    found: list[Piece] = []
    old, new = start, 0
    for each in repairs:
        found.append((repaired[new : new + each.start - old], " "))
        new += each.start - old + len(each.after)
        old = each.end
        found += [(each.before, "-"), (each.after, "+")]
    found.append((repaired[new:], " "))
    return [piece for piece in found if piece[0]]


def diff(found: Sequence[Piece], repairs: Sequence[Repair], colour: bool, line: int = 1) -> str:
    """The rules, and of each run of lines that were changed the old ones, then the new ones; ``line`` is the first."""
    shown: list[str] = []
    for number, old, new in groups(found, line):
        shown.append(_painted("@", f"@@ line {number} @@", colour))
        shown += [_painted("-", "-" + _line(each, colour), colour) for each in old]
        shown += [_painted("+", "+" + _line(each, colour), colour) for each in new]
    rules = ", ".join(f"{rule} ({count})" if count > 1 else rule for rule, count in _counted(repairs).items())
    return "\n".join([_painted("@", f"repaired: {rules}", colour), *shown]) if repairs else ""


def _counted(repairs: Iterable[Repair]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for each in repairs:
        name = each.rule + " [guess]" * each.guess
        counts[name] = counts.get(name, 0) + 1
    return counts


def groups(found: Iterable[Piece], number: int) -> Iterator[tuple[int, list[list[Piece]], list[list[Piece]]]]:
    """Of each run of changed lines the number of the first (in the old text), the old lines and the new ones."""
    first = number
    old: list[list[Piece]] = [[]]
    new: list[list[Piece]] = [[]]

    def changed() -> bool:
        return any(kind != " " for line in (*old, *new) for _, kind in line)

    for text, kind in found:
        for count, line in enumerate(text.split("\n")):
            if count:
                number += kind != "+"
                if kind == " ":
                    if changed():
                        yield first, old, new
                    old, new, first = [[]], [[]], number
                elif kind == "-":
                    old.append([])
                else:
                    new.append([])
            if line or kind != " ":
                for side, other in ((old, "+"), (new, "-")):
                    if kind != other:
                        side[-1].append((line, kind))
    if changed():
        yield first, old, new


def _line(line: list[Piece], colour: bool) -> str:
    shown = ""
    for text, kind in shortened(line):
        seen = visible(text, len(text))
        shown += f"{_MARKED}{seen}{_OFF}" if colour and kind != " " and seen else seen
    return shown


def shortened(line: list[Piece], kept: int = _KEPT) -> Iterator[Piece]:
    """The pieces, with … for the middle of a long stretch that was not changed."""
    for number, (text, kind) in enumerate(line):
        before, after = kept * (number > 0), kept * (number < len(line) - 1)
        if kind == " " and len(text) > 2 * kept + 1:
            text = (text[:before] + "…" + text[len(text) - after :]) if before or after else text[: 2 * kept] + "…"
        yield text, kind


def _painted(kind: str, line: str, colour: bool) -> str:
    return f"{_COLOURS[kind]}{line}\x1b[0m" if colour else line
