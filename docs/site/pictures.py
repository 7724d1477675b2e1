"""The pictures of the page on the algorithm: ``python docs/site/pictures.py`` draws them anew in ``docs/pictures``.

Where a picture shows what a text gives, the package was asked.
"""

from __future__ import annotations

import pathlib
from collections.abc import Iterable
from html import escape
from typing import NamedTuple

import jsonbeacon

FOLDER = pathlib.Path(__file__).parent.parent / "pictures"


class Colours(NamedTuple):
    paper: str
    box: str
    ink: str
    quiet: str
    good: str
    bad: str


COLOURS = {
    "light": Colours("#ffffff", "#dfe7f1", "#1b2733", "#5a6876", "#0b6b3a", "#b3261e"),
    "dark": Colours("#1b212b", "#2a3342", "#e6ebf2", "#a5b1c0", "#6fd39a", "#ff9c91"),
}
SANS = "font-family='system-ui,sans-serif'"
MONO = "font-family='ui-monospace,Menlo,Consolas,DejaVu Sans Mono,monospace'"
CELL = 10  # a character's width, which the pictures of texts ask for


def svg(width: int, height: int, colours: Colours, parts: Iterable[str]) -> str:
    head = f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}' width='{width}' height='{height}'>"
    marker = (
        f"<defs><marker id='tip' viewBox='0 0 8 8' refX='7' refY='4' markerWidth='7' markerHeight='7' orient='auto'>"
        f"<path d='M0 0L8 4L0 8z' fill='{colours.quiet}'/></marker></defs>"
    )
    paper = f"<rect width='{width}' height='{height}' rx='8' fill='{colours.paper}'/>"
    return "\n".join([head, marker, paper, *parts, "</svg>"]) + "\n"


def words(x: float, y: float, text: str, colour: str, size: int = 14, more: str = "") -> str:
    return f"<text x='{x}' y='{y}' fill='{colour}' font-size='{size}' {SANS} {more}>{escape(text)}</text>"


def arrow(path: str, colours: Colours) -> str:
    return f"<path d='{path}' fill='none' stroke='{colours.quiet}' stroke-width='1.5' marker-end='url(#tip)'/>"


# ---- The way of a text

STEPS = (
    ("1  Whole", "Is the text one object or array,", "and nothing else?", "that value"),
    ("2  Fences", "Is there a JSON fence?", "", "each JSON fence"),
    ("3  Inline", "Scan the text from the left", "for values that parse.", "each value found"),
)


def way(colours: Colours) -> str:
    parts = [words(40, 30, "the text", colours.quiet)]
    parts.append(arrow("M67 38V56", colours))
    top = 60
    for at, (title, first, second, found) in enumerate(STEPS):
        parts += box(20, top, 250, 74, title, (first, second), colours)
        parts.append(arrow(f"M270 {top + 37}H338", colours))
        parts.append(words(280, top + 30, "yes" if at < 2 else "", colours.quiet, 13))
        parts += [
            f"<rect x='342' y='{top + 18}' width='138' height='38' rx='19' fill='none' stroke='{colours.good}'/>",
            words(411, top + 42, found, colours.good, 14, "text-anchor='middle'"),
        ]
        if at < 2:
            parts.append(arrow(f"M67 {top + 74}V{top + 106}", colours))
            parts.append(words(76, top + 94, "no", colours.quiet, 13))
        top += 110
    parts.append(arrow(f"M411 {top - 54}V{top + 16}H274", colours))
    for upper in (134, 244):
        parts.append(f"<path d='M411 {upper - 18}V{upper + 74 - 20}' stroke='{colours.quiet}' stroke-width='1.5'/>")
    parts.append(words(300, top + 8, "candidates", colours.quiet, 13))
    top -= 20
    parts += box(20, top, 250, 74, "4  Kind", ("Objects, where there are any;", "otherwise all."), colours)
    parts.append(arrow(f"M67 {top + 74}V{top + 102}", colours))
    top += 106
    parts += box(20, top, 250, 74, "5  Selection", ("The first, the last, the largest,", "or the only one."), colours)
    parts.append(arrow(f"M270 {top + 24}H318", colours))
    parts.append(words(326, top + 29, "the value", colours.good))
    parts.append(arrow(f"M270 {top + 52}H318", colours))
    parts.append(words(326, top + 57, "or what is wrong with it", colours.bad))
    return svg(500, top + 94, colours, parts)


def box(x: int, y: int, width: int, height: int, title: str, lines: Iterable[str], colours: Colours) -> list[str]:
    parts = [f"<rect x='{x}' y='{y}' width='{width}' height='{height}' rx='6' fill='{colours.box}'/>"]
    parts.append(words(x + 14, y + 24, title, colours.ink, 15, "font-weight='600'"))
    parts += [words(x + 14, y + 45 + 18 * at, line, colours.ink, 13) for at, line in enumerate(lines) if line]
    return parts


# ---- Texts, a cell for each character


def text(x: float, y: float, characters: str, colour: str) -> list[str]:
    """Characters at their places, whatever the font's own width is."""
    return [
        f"<text x='{x + CELL * (at + 0.5)}' y='{y}' fill='{colour}' font-size='15' text-anchor='middle' {MONO}>"
        f"{escape(each)}</text>"
        for at, each in enumerate(characters)
        if each != " "
    ]


def under(x: float, y: float, start: int, end: int, label: str, colour: str) -> list[str]:
    left, right = x + CELL * start, x + CELL * end
    return [
        f"<path d='M{left + 1} {y}V{y + 6}H{right - 1}V{y}' fill='none' stroke='{colour}' stroke-width='1.5'/>",
        words((left + right) / 2, y + 23, label, colour, 13, "text-anchor='middle'"),
    ]


def shade(x: float, y: float, start: int, end: int, colour: str) -> str:
    return f"<rect x='{x + CELL * start}' y='{y}' width='{CELL * (end - start)}' height='24' rx='3' fill='{colour}'/>"


SPAN = 'So {"a": [1, 2,], "b": {"c": 3} } or {"d": 4}'


def span(colours: Colours) -> str:
    """Where a malformed candidate ends: from the fault on, brackets are counted."""
    failed, found = jsonbeacon.extract_all(SPAN)
    assert isinstance(failed, jsonbeacon.MalformedOutputError)
    assert isinstance(found, jsonbeacon.Extraction)
    start, fault, end = failed.start, failed.position, failed.end
    assert start is not None and fault is not None and end is not None
    x, y = 20, 62
    parts = [shade(x, y - 17, start, end, colours.box), *text(x, y, SPAN, colours.ink)]
    place = x + CELL * (fault + 0.5)
    parts += [words(place, 22, "the fault: a trailing comma", colours.bad, 13, "text-anchor='middle'")]
    parts += [f"<path d='M{place} 28V44' stroke='{colours.bad}' stroke-width='1.5'/>"]
    opened = jsonbeacon.list_candidates(SPAN[start:fault]).candidates[0].text
    depth = sum(opened.count(each) for each in "{[") - sum(opened.count(each) for each in "}]")
    for at in range(fault, end):
        if SPAN[at] in "{}[]":
            depth += 1 if SPAN[at] in "{[" else -1
            parts.append(words(x + CELL * (at + 0.5), y + 24, str(depth), colours.bad, 13, "text-anchor='middle'"))
    assert depth == 0
    parts += under(x, y + 34, start, end, "one malformed candidate", colours.bad)
    parts += under(x, y + 34, found.start, found.end, "a value", colours.good)
    return svg(2 * x + CELL * len(SPAN), 132, colours, parts)


READINGS = 'Row [1, "old [2, 3]" x] done'


def readings(colours: Colours) -> str:
    """The same text with strings and what is between them exchanged."""
    found = jsonbeacon.extract_json_detailed(READINGS)
    first, second = (at for at, each in enumerate(READINGS) if each == '"')
    opener, fault = READINGS.index("["), READINGS.index("x")
    x = 20
    parts = [words(x, 26, "From the first bracket: the quotes hold a string, and x is a fault.", colours.ink, 13)]
    parts += [shade(x, 41, first, second + 1, colours.box), *text(x, 58, READINGS, colours.ink)]
    parts += under(x, 68, opener, fault + 1, "prose", colours.bad)
    parts += [words(x, 128, "From the bracket in that string: what was inside is outside.", colours.ink, 13)]
    parts += [shade(x, 143, opener, first + 1, colours.box), shade(x, 143, second, len(READINGS), colours.box)]
    parts += [*text(x, 160, READINGS, colours.ink), *under(x, 170, found.start, found.end, "a value", colours.good)]
    return svg(440, 208, colours, parts)


PICTURES = {"way": way, "span": span, "readings": readings}


def drawn() -> dict[str, str]:
    """Every picture by its file's name."""
    return {
        f"{name}-{scheme}.svg": draw(colours)
        for name, draw in PICTURES.items()
        for scheme, colours in COLOURS.items()
    }  # fmt: skip


if __name__ == "__main__":
    for name, content in drawn().items():
        (FOLDER / name).write_text(content, "utf-8")
