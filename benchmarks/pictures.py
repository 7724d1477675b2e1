"""The pictures, as SVG: tools down the side, one mark for each measurement, on a logarithmic axis."""

from __future__ import annotations

import html
import math
from collections.abc import Sequence
from dataclasses import dataclass

#: Okabe and Ito's colours, which people who are colour-blind tell apart; the shapes say the same.
COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7")
SHAPES = ("circle", "square", "triangle", "diamond")
FONT = "system-ui,-apple-system,'Segoe UI',Helvetica,Arial,sans-serif"
WIDTH, LEFT, RIGHT, TOP, STEP, BOTTOM = 820, 150, 24, 96, 30, 46


@dataclass(frozen=True)
class Theme:
    name: str
    ink: str
    faint: str
    line: str
    #: What a hollow mark is filled with.
    ground: str


THEMES = (
    Theme("light", "#1f2328", "#59636e", "#d1d9e0", "#ffffff"),
    Theme("dark", "#f0f6fc", "#9198a1", "#3d444d", "#0d1117"),
)


@dataclass(frozen=True)
class Mark:
    value: float
    series: int
    #: Hollow where the answer was not right: a time that does not count.
    hollow: bool = False
    #: Beyond the axis: it was stopped.
    stopped: bool = False


@dataclass(frozen=True)
class Chart:
    title: str
    subtitle: str
    series: Sequence[str]
    rows: Sequence[tuple[str, Sequence[Mark]]]
    low: float
    high: float
    #: A value that is drawn as a line, and what it is.
    reference: tuple[float, str]
    unit: str
    hollow: str


def shape(kind: str, x: float, y: float, colour: str, fill: str) -> str:
    style = f'fill="{fill}" stroke="{colour}" stroke-width="2"'
    r = 5.5
    points: tuple[tuple[float, float], ...]
    match kind:
        case "circle":
            return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r}" {style}/>'
        case "square":
            return (
                f'<rect x="{x - r + 0.5:.1f}" y="{y - r + 0.5:.1f}" width="{2 * r - 1}" height="{2 * r - 1}" {style}/>'
            )
        case "triangle":
            points = ((x, y - r - 1), (x + r + 1, y + r - 1), (x - r - 1, y + r - 1))
        case _:
            points = ((x, y - r - 2), (x + r + 2, y), (x, y + r + 2), (x - r - 2, y))
    return f'<polygon points="{" ".join(f"{a:.1f},{b:.1f}" for a, b in points)}" {style}/>'


def tick(value: float, unit: str) -> str:
    return (f"{value:,.0f}" if value >= 1 else f"{value:g}") + unit


def draw(chart: Chart, theme: Theme) -> str:
    height = TOP + STEP * len(chart.rows) + BOTTOM
    low, high = math.log10(chart.low), math.log10(chart.high)

    def place(value: float) -> float:
        share = (math.log10(min(max(value, chart.low), chart.high)) - low) / (high - low)
        return LEFT + share * (WIDTH - LEFT - RIGHT)

    def text(x: float, y: float, words: str, anchor: str = "start", colour: str = theme.ink, extra: str = "") -> None:
        parts.append(
            f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}" {extra}>{html.escape(words)}</text>'
        )

    parts = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
            f'font-family="{html.escape(FONT)}" font-size="13" role="img">'
        ),
        f"<title>{html.escape(chart.title)}</title>",
    ]
    text(0, 20, chart.title, extra='font-size="17" font-weight="600"')
    text(0, 42, chart.subtitle, colour=theme.faint)
    x = float(LEFT)
    for name, kind, colour in zip(chart.series, SHAPES, COLOURS, strict=False):
        parts.append(shape(kind, x + 6, 66, colour, colour))
        text(x + 18, 70.5, name)
        x += 30 + 7.3 * len(name)
    if chart.hollow:
        parts.append(shape("circle", x + 6, 66, theme.faint, theme.ground))
        text(x + 18, 70.5, chart.hollow, colour=theme.faint)
    bottom = TOP + STEP * len(chart.rows)
    for power in range(math.ceil(low), math.floor(high) + 1):
        x = place(10.0**power)
        parts.append(f'<line x1="{x:.1f}" y1="{TOP - 8}" x2="{x:.1f}" y2="{bottom}" stroke="{theme.line}"/>')
        text(x, bottom + 18, tick(10.0**power, chart.unit), "middle", theme.faint)
    value, words = chart.reference
    x = place(value)
    parts.append(
        f'<line x1="{x:.1f}" y1="{TOP - 8}" x2="{x:.1f}" y2="{bottom}" stroke="{theme.ink}" stroke-dasharray="4 3"/>'
    )
    text(x, bottom + 36, words, "middle")
    for number, (name, marks) in enumerate(chart.rows):
        y = TOP + STEP * number + STEP / 2 - 4
        text(LEFT - 14, y + 4.5, name, "end", extra='font-weight="600"' if number == 0 else "")
        values = [place(mark.value) for mark in marks]
        if values:
            parts.append(
                f'<line x1="{min(values):.1f}" y1="{y}" x2="{max(values):.1f}" y2="{y}" stroke="{theme.line}" '
                'stroke-width="2"/>'
            )
        for mark, at in zip(marks, values, strict=True):
            colour = COLOURS[mark.series]
            if mark.stopped:
                parts.append(
                    f'<path d="M{at - 5:.1f},{y - 5}l10,10m0,-10l-10,10" stroke="{colour}" stroke-width="2.5"/>'
                )
            else:
                fill = theme.ground if mark.hollow else colour
                parts.append(shape(SHAPES[mark.series], at, y, colour, fill))
    return "\n".join([*parts, "</svg>\n"])
