"""Tables in Markdown, and numbers as people read them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

from . import bars

Results = dict[str, Any]


def rounded(value: Any) -> Any:
    """With four digits: more is noise, and makes every run differ everywhere."""
    if isinstance(value, float):
        return (
            0.0
            if value == 0
            else round(value, 3 - math.floor(math.log10(abs(value))))
            if math.isfinite(value)
            else None
        )
    if isinstance(value, dict):
        return {key: rounded(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [rounded(each) for each in value]
    return value


def table(head: Sequence[str], rows: Iterable[Sequence[str]], numbers: int = 1) -> str:
    """Columns from `numbers` on stand to the right."""
    rule = ["---" if i < numbers else "---:" for i in range(len(head))]
    lines = [head, rule, *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |" for line in lines) + "\n"


def bars_table(results: Results) -> str:
    rows = []
    for each in bars.verdicts(results):
        if each.met is None:
            verdict = "not measured"
        elif each.met:
            verdict = "met"
        else:
            verdict = f"missed by {100 * (each.factor - 1):.0f} %" if 1 < each.factor < 100 else "missed"
        rows.append((each.what, each.bar, each.found, verdict))
    return table(("what", "bar", "found", ""), rows)


def nanoseconds(value: float) -> str:
    for unit, size in (("s", 1e9), ("ms", 1e6), ("µs", 1e3)):
        if value >= size:
            return f"{value / size:.3g} {unit}"
    return f"{value:.0f} ns"
