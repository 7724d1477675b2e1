"""The bars: what a run has to show. A table, and how far each figure is from its bar."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from . import repairs
from .hostile import MOST_GROWTH, MOST_NS_PER_BYTE
from .rivals import LAST, OURS

Results = dict[str, Any]
#: Gigabytes of prose a second, and what a call on prose may take beside reading it.
PROSE_RATE = 2.0
PROSE_CALL = 150.0


@dataclass(frozen=True)
class Bar:
    """Of one row: the median of the ratios to another tool, at most."""

    row: str
    orjson: float | None = None
    beacon: float | None = None
    #: More nanoseconds than for the same reply without its fault.
    fault: float | None = None
    #: At least so many gigabytes of prose a second.
    rate: float | None = None


BARS = (
    Bar("60-100 B", 1.25, 0.36),
    Bar("1 KB", 1.0, 0.33),
    Bar("8 KB", 1.0, 0.25),
    Bar("1 MB", 0.9, 0.3),
    Bar("CJK", 1.0, 0.3),
    Bar("floats", 1.15, 0.65),
    Bar("unseen keys", 1.05),
    Bar("prose, fence", beacon=0.5, rate=PROSE_RATE),
    Bar("prose, inline", beacon=0.5, rate=PROSE_RATE),
    Bar("reasoning, fence", beacon=0.5, rate=PROSE_RATE),
    Bar("reasoning, inline", beacon=0.5, rate=PROSE_RATE),
    Bar("malformed", beacon=0.5, fault=1500),
    Bar("no JSON", beacon=0.5),
)


@dataclass(frozen=True)
class Verdict:
    what: str
    bar: str
    found: str
    met: bool | None  # None: not measured
    #: By which factor the figure is beyond its bar; below 1 it is within.
    factor: float = 0.0


def at_most(what: str, value: float | None, limit: float, form: str = "{:.2f}") -> Verdict:
    if value is None:
        return Verdict(what, f"≤ {form.format(limit)}", "not measured", None)
    return Verdict(what, f"≤ {form.format(limit)}", form.format(value), value <= limit, value / limit)


def at_least(what: str, value: float | None, limit: float, form: str = "{:.2f}") -> Verdict:
    if value is None:
        return Verdict(what, f"≥ {form.format(limit)}", "not measured", None)
    return Verdict(what, f"≥ {form.format(limit)}", form.format(value), value >= limit, limit / max(value, 1e-9))


def result(row: Results, name: str) -> Results | None:
    return next((each for each in row["results"] if each["name"] == name), None)


def middle(row: Results, name: str, measure: str) -> float | None:
    """The median of our ratio to, or difference from, another."""
    found = ((result(row, OURS) or {}).get("against", {}).get(name) or {}).get(measure)
    return found[1] if found else None


def of_row(bar: Bar, row: Results) -> Iterator[Verdict]:
    title = row["title"]
    if bar.orjson is not None:
        yield at_most(f"{title}: against orjson on the bare JSON", middle(row, "orjson", "ratio"), bar.orjson)
    if bar.beacon is not None:
        yield at_most(f"{title}: against llm-beacon", middle(row, "llm-beacon", "ratio"), bar.beacon)
    plain = next((each["name"] for each in row["results"] if each["name"].startswith(f"{OURS}, ")), "")
    difference = middle(row, plain, "difference")
    if bar.fault is not None:
        yield at_most(f"{title}: ns more than without the fault", difference, bar.fault, "{:.0f}")
    if bar.rate is not None:
        prose = row["reply_bytes"] - row["plain_bytes"]
        rate = None if difference is None else prose / max(difference, 1e-9)
        yield at_least(f"{title}: GB of prose a second", rate, bar.rate)
    if row["mode"] == "nothing":
        ours = result(row, OURS)
        limit = PROSE_CALL + row["reply_bytes"] / PROSE_RATE
        yield at_most(f"{title}: ns", ours["ns"][1] if ours else None, limit, "{:.0f}")


def of_rows(rows: list[Results]) -> Iterator[Verdict]:
    named = {row["row"]: row for row in rows}
    for bar in BARS:
        if bar.row in named:
            yield from of_row(bar, named[bar.row])


def of_hostile(hostile: Results) -> Iterator[Verdict]:
    table = hostile["table"]
    cells = {
        f"{name}{how}": cell
        for tool, how in ((OURS, ""), (LAST.name, ', select="last"'))
        for name, cell in table.get(tool, {}).items()
    }
    slow = {name: cell.get("ns_per_byte", float("inf")) for name, cell in cells.items()}
    growth = {name: cell.get("growth", float("inf")) for name, cell in cells.items()}
    worst, steepest = max(slow, key=lambda name: slow[name]), max(growth, key=lambda name: growth[name])
    yield at_most(f"hostile, slowest ({worst}): ns a byte", slow[worst], MOST_NS_PER_BYTE, "{:.1f}")
    yield at_most(f"hostile, steepest ({steepest}): twice the text takes", growth[steepest], MOST_GROWTH)


def of_repair(repair: Results) -> Iterator[Verdict]:
    yield at_most(
        "repair of 2 KB: against parse_json on the healthy document", repairs.middle(repair, repairs.HEALTHY), 2
    )
    yield at_least(
        "repair of 2 KB: times faster than json_repair", repairs.middle(repair, repairs.PYTHON), 50, "{:.0f}"
    )
    yield at_least("repair of 2 KB: times faster than jsonrepair", repairs.middle(repair, repairs.NODE), 5, "{:.1f}")
    cells = repair["hostile"]
    slowest, steepest = (max(cells, key=lambda name: cells[name][what]) for what in ("ns_per_byte", "growth"))
    yield at_most(f"repair, slowest ({slowest}): ns a byte", cells[slowest]["ns_per_byte"], MOST_NS_PER_BYTE, "{:.1f}")
    yield at_most(f"repair, steepest ({steepest}): twice the text takes", cells[steepest]["growth"], MOST_GROWTH)


def of_process(process: Results) -> Iterator[Verdict]:
    start = process["start"]["modules"].get(OURS, {})
    yield at_most("import: ms over an empty interpreter", start.get("ms"), 12, "{:.1f}")
    yield at_most("import: threads", start.get("threads"), 1, "{:.0f}")
    rss = start.get("rss_kb")
    yield at_most("import: MB of memory", rss and rss / 1024, 5, "{:.1f}")
    peak = process["memory"]["peak"][OURS]
    times = peak["beyond"] / peak["text"] if "text" in peak else None
    yield at_most("memory at the peak beyond the result, times the text", times, 2)
    after = [value for key, value in process["memory"]["rss_kb_after_calls"].items() if key != "failed"]
    yield at_most(
        "memory gained between a tenth of the calls and all, MB", (after[-1] - after[-2]) / 1024 if after else None, 1
    )
    yield at_most("wheel with the playground: MB", process["sizes"]["wheel"] / 1e6, 5)
    digits = process["integers"]["million_digits"]
    yield at_most("an integer of a million digits: s", digits.get("seconds"), 1)
    ended = process["integers"]["interrupt"].get("ended")
    yield Verdict("Ctrl-C ends a long integer", "yes", {True: "yes", False: "no"}.get(ended, "not measured"), ended)


def of_threads(threads: Results) -> Iterator[Verdict]:
    for each in threads["results"]:
        if "object" not in each["name"] or "then" in each["name"]:
            yield at_least(f"two threads, {each['name']}", each["speedup"], 1.6)


def of_calls(calls: Results) -> Iterator[Verdict]:
    named = {each["name"]: each["more"][1] for each in calls["results"]}
    three = next(value for name, value in named.items() if "required" in name)
    yield at_most("three keyword arguments: ns", three, 60, "{:.0f}")
    yield at_most("Extractor.extract over extract_json: ns", named["Extractor().extract(text)"], 60, "{:.0f}")


def verdicts(results: Results) -> list[Verdict]:
    found: list[Verdict] = []
    for part, judge in (
        ("rows", of_rows),
        ("calls", of_calls),
        ("hostile", of_hostile),
        ("repair", of_repair),
        ("process", of_process),
        ("threads", of_threads),
    ):
        if part in results:
            found += judge(results[part])
    return found
