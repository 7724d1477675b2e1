"""Bars as inline SVG. What they show stands beside them in numbers, so that they are hidden from screen readers."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_LEAST = 0.6
"""What is not nothing is seen: the least width, in hundredths of the whole."""


def bar(parts: Iterable[tuple[str, float]], height: int = 12) -> str:
    """Rectangles one after the other: of each its class, and its share of the whole width."""
    drawn, x = [], 0.0
    for name, share in parts:
        if share <= 0:
            continue
        width = min(max(100 * share, _LEAST), 100 - x)
        drawn.append(f'<rect class="{name}" x="{x:.2f}" y="0" width="{width:.2f}" height="10"/>')
        x += width
    return (
        f'<svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" height="{height}" aria-hidden="true" '
        f'focusable="false">{"".join(drawn)}</svg>'
    )


def swatch(name: str) -> str:
    """The colour of a rectangle, for a legend."""
    return (
        '<svg class="swatch" viewBox="0 0 10 10" aria-hidden="true" focusable="false">'
        f'<rect class="{name}" width="10" height="10" rx="2"/></svg>'
    )
