"""The results as pages and pictures: `docs/benchmarks.md`, the figures in `docs/performance.md`, SVG."""

from __future__ import annotations

from typing import Any

from . import pages, pictures
from .environment import HERE, ROOT
from .hostile import LIMIT, MOST_GROWTH
from .outcomes import REFUSED, RIGHT
from .pictures import Chart, Mark
from .rivals import NODE, OURS, PARSER, RIVALS
from .tables import rounded

PAGE = ROOT / "docs" / "benchmarks.md"
PERFORMANCE = ROOT / "docs" / "performance.md"
RESULTS = HERE / "results"
#: The rows that the first picture shows.
SIZES = ("60-100 B", "1 KB", "8 KB", "1 MB")

Results = dict[str, Any]


def merged(results: Results) -> dict[str, dict[str, tuple[float, dict[str, int]]]]:
    """For each row and each tool: nanoseconds and outcome."""
    found: dict[str, dict[str, tuple[float, dict[str, int]]]] = {}
    for row in (*results.get("slow", ()), *results["rows"]):
        for each in row["results"]:
            if each["outcome"]:
                found.setdefault(row["row"], {})[each["name"]] = (each["ns"][1], each["outcome"])
    for rival in results.get("node", {}).get("rivals", ()):
        for row in rival["rows"]:
            found.setdefault(row["row"], {})[rival["name"]] = (row["ns"][1], row["outcome"])
    return found


def replies(results: Results) -> Chart:
    found = merged(results)
    order = [OURS, "orjson", "msgspec", "jiter", "json", "llm-beacon"]
    others = [rival.name for rival in RIVALS if rival.name not in (*order, PARSER)] + list(NODE)
    rows = []
    for name in order + others:
        marks = [
            Mark(found[size][name][0] / found[size]["orjson"][0], number, list(found[size][name][1]) != [RIGHT])
            for number, size in enumerate(SIZES)
            if name in found.get(size, {}) and REFUSED not in found[size][name][1]
        ]
        if marks and name != "orjson":
            label = f"{name}*" if any(rival.name == name and rival.reads == "json" for rival in RIVALS) else name
            rows.append((label, marks))
    ours, rest = rows[:1], sorted(rows[1:], key=lambda row: row[1][min(1, len(row[1]) - 1)].value)
    return Chart(
        "Reading a reply: time against orjson.loads of the bare JSON",
        "A fence with prose around it. Parsers marked * cannot find it and are given the bare JSON.",
        SIZES,
        ours + rest,
        0.3,
        3000,
        (1.0, "orjson.loads"),
        "×",
        "not the right answer",
    )


def hostile(results: Results) -> Chart:
    rows = []
    for name, cells in results["hostile"]["table"].items():
        marks = []
        for cell in cells.values():
            if "ns_per_byte" in cell:
                steep = cell["growth"] > MOST_GROWTH
                marks.append(Mark(cell["ns_per_byte"], int(steep), cell["outcome"] == "recursion error"))
            else:
                length = cell["lengths"][len(cell["ns"])]
                marks.append(Mark(LIMIT * 1e9 / length, 1, stopped=True))
        rows.append((name, marks))
    return Chart(
        "Texts made to be slow: nanoseconds a byte",
        f"{len(results['hostile']['patterns'])} patterns, a mark each, at 2 MB where that takes less than a second. "
        "Crosses: stopped.",
        ("linear", "twice the text takes more than 2.3 times as long"),
        rows,
        0.03,
        2e5,
        (30, "30 ns a byte"),
        " ns",
        "recursion error",
    )


def write(results: Results) -> None:
    """All pages and pictures."""
    results = rounded(results)
    charts = {"replies": replies(results)}
    if "hostile" in results:
        charts["hostile"] = hostile(results)
    for name, chart in charts.items():
        for theme in pictures.THEMES:
            (RESULTS / f"{name}-{theme.name}.svg").write_text(pictures.draw(chart, theme), "utf-8")
    PAGE.write_text(pages.benchmarks(results), "utf-8")
    if "profile" in results and PERFORMANCE.exists():
        page = PERFORMANCE.read_text("utf-8")
        PERFORMANCE.write_text(pages.with_profile(page, results), "utf-8")
