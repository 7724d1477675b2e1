"""The text of the pages."""

from __future__ import annotations

from typing import Any

from . import hostile as hostile_module
from . import outcomes, repairs
from .rivals import NODE, OURS, RIVALS
from .tables import bars_table, nanoseconds, table

Results = dict[str, Any]
BEGIN, END = "<!-- figures: begin -->\n", "<!-- figures: end -->\n"

METHOD = """## How it is measured

All tools of a table read the same replies in one process, in turn. A text is a `str` that was made for this one call,
so that no UTF-8 form of it and no hash is there for anybody; a row has many different documents, so that no branch
predictor learns one by heart. Results are freed inside the timing, and Python's collector is on. The clock is the
processor time of the process. A figure is the median over rounds, and a ratio is the median of the ratios within a
round. The tools that import much of Python's packages run in a second process, with ours again beside them; those of
Node in one process each, on Node's own timer.

The outcome stands beside a time where it is not the one wanted: *refused* is an error, *nothing* a result that says that
there is none, *wrong* another value than the one that was put in. On a malformed reply a strict tool refuses, and
*right* is the value before it was damaged.
"""


def picture(name: str, alt: str) -> str:
    base = f"../benchmarks/results/{name}"
    return (
        f'<picture>\n<source media="(prefers-color-scheme: dark)" srcset="{base}-dark.svg">\n'
        f'<img alt="{alt}" src="{base}-light.svg">\n</picture>\n'
    )


def machine(results: Results) -> str:
    found = results["machine"]
    versions = ", ".join(f"{name} {version}" for name, version in sorted(results["versions"].items(), key=str))
    missing = "; ".join(f"{name} ({why})" for name, why in results["missing"].items()) or "none"
    lines = (
        f"- {found['date']}, {found['cpu']}, {found['cores']} cores, {found['system']}, {found['python']}",
        f"- load (1, 5, 15 minutes) before {results['load_before']} and after {results['load_after']}",
        f"- {versions}",
        f"- could not be installed or loaded: {missing}",
    )
    return "\n".join(lines) + "\n"


def cell(ns: float, base: float | None, outcome: dict[str, int], right: str) -> str:
    words = nanoseconds(ns) if base is None else f"{ns / base:.3g}"
    return words if list(outcome) == [right] else f"{words} ({outcomes.shown(outcome)})"


def tools_table(results: Results, names: list[str], base: str, part: str) -> str:
    """Ratios to one tool, whose own column has times."""
    rows = []
    for row in results[part]:
        found = {each["name"]: each for each in row["results"]}
        cells = [row["title"]]
        for name in names:
            each = found.get(name)
            if name in row["too_slow"]:
                cells.append("over 2 s")
            elif each is None:
                cells.append("")
            else:
                right = (
                    "right"
                    if any(r.name == name and r.reads == "json" for r in RIVALS)
                    else outcomes.EXPECTED[row["mode"]]
                )
                against = (each["against"].get(base) or {}).get("ratio")
                words = (
                    nanoseconds(each["ns"][1])
                    if name == base
                    else f"{against[1]:.3g}"
                    if against
                    else nanoseconds(each["ns"][1])
                )
                if name != base and not against and base in found:
                    words = f"{each['ns'][1] / found[base]['ns'][1]:.3g}"
                if list(each["outcome"]) != [right]:
                    words += f" ({outcomes.shown(each['outcome'])})"
                cells.append(words)
        rows.append(cells)
    return table(["", *(f"{name}, time" if name == base else name for name in names)], rows)


def node_table(results: Results) -> str:
    rivals = results["node"]["rivals"]
    rows = []
    for row in results["rows"]:
        cells = [row["title"]]
        ours = next(each["ns"][1] for each in row["results"] if each["name"] == OURS)
        cells.append(nanoseconds(ours))
        for rival in rivals:
            found = next(each for each in rival["rows"] if each["row"] == row["row"])
            cells.append(cell(found["ns"][1], ours, found["outcome"], outcomes.EXPECTED[row["mode"]]))
        rows.append(cells)
    return table(["", f"{OURS}, time", *(rival["name"] for rival in rivals)], rows)


def code(text: str) -> str:
    ticks = "``" if "`" in text else "`"
    space = " " if "`" in text else ""
    return f"{ticks}{space}{text}{space}{ticks}".replace("\n", "\\n")


def hostile_cell(found: Results) -> str:
    if "timeout" in found:
        length = found["lengths"][len(found["ns"])]
        return f"**over {found['timeout']:g} s at {length // 1000:,} KB**"
    if "died" in found:
        return f"**died ({found['died']})**"
    steep = found["growth"] > hostile_module.MOST_GROWTH
    words = f"{found['ns_per_byte']:.3g} ({found['growth']:.2g})"
    if found["lengths"][1] != hostile_module.LARGE[1]:
        words += f" at {found['lengths'][1] // 1000} KB"
    if found["outcome"] == "recursion error":
        words += ", recursion error"
    return f"**{words}**" if steep else words


def hostile_table(results: Results) -> str:
    cells = results["hostile"]["table"]
    rows = []
    for name, shown in results["hostile"]["patterns"].items():
        rows.append([f"{name}: {code(shown)}", *(hostile_cell(cells[tool][name]) for tool in cells)])
    return table(["nanoseconds a byte (time for twice the text)", *cells], rows)


def process_tables(results: Results) -> str:
    found = results["process"]
    start = found["start"]
    names = {"beacon": "llm-beacon"}
    imports = [
        [f"`import {name}`", f"{each['ms']:.1f} ms", f"{each['rss_kb'] / 1024:.1f} MB", str(each["threads"])]
        for name, each in start["modules"].items()
    ]
    peaks = [
        [names.get(name, name), *(f"{each[key] / 2**20:.0f} MB" for key in ("text", "result", "beyond", "kept"))]
        for name, each in found["memory"]["peak"].items()
        if "text" in each
    ]
    flat = ", ".join(
        f"{rss / 1024:.1f} MB after {int(calls):,}" for calls, rss in found["memory"]["rss_kb_after_calls"].items()
    )
    sizes = ", ".join(f"{name} {size / 1e6:.2f} MB" for name, size in found["sizes"].items())
    digits, interrupt = found["integers"]["million_digits"], found["integers"]["interrupt"]
    return (
        f"Importing, beyond an empty interpreter ({start['empty_ms']:.0f} ms), processor time:\n\n"
        + table(["", "time", "memory", "threads"], imports)
        + "\nOne long list of objects; *beyond* is the peak above text and result, *kept* what stays afterwards:\n\n"
        + table(["", "text", "result", "beyond", "kept"], peaks)
        + f"\nMemory of a process that calls, with faults and new keys among the replies: {flat} calls.\n\n"
        + f"Sizes: {sizes}.\n\n"
        + f"An integer of a million digits takes {digits.get('seconds', 0):.2f} s; Ctrl-C during one of ten million "
        + f"ends it after {interrupt.get('after_ms', 0):.0f} ms.\n"
    )


def threads_table(results: Results) -> str:
    found = results["threads"]
    rows = [[each["name"], f"{each['speedup']:.2f}"] for each in found["results"]]
    rows.append(["two threads that share nothing (SHA-256), at the same time", f"{found['hashing']:.2f}"])
    return table([f"two threads on {found['cores']} cores", "times the throughput of one"], rows)


def calls_table(results: Results) -> str:
    found = results["calls"]
    rows = [[f"`{each['name']}`", f"{each['ns'][1]:.0f} ns", f"{each['more'][1]:+.0f} ns"] for each in found["results"]]
    return table([found["row"], "time", "more"], rows)


def repair_tables(results: Results) -> str:
    kinds, cells = results["repair"]["kinds"], results["repair"]["hostile"]
    names = {repairs.HEALTHY: "times the healthy one", repairs.PYTHON: "json_repair", repairs.NODE: "jsonrepair"}
    rows = [
        [kind, nanoseconds(found["ns"]), *(f"{found[each]:.1f}" if each in found else "–" for each in names)]
        for kind, found in kinds.items()
    ]
    slow = [
        [f"{name}: {code(each['unit'])}", f"{each['ns_per_byte']:.3g} ({each['growth']:.2g})", each["outcome"]]
        for name, each in cells.items()
    ]
    return (
        "Documents of 2 KB with one fault, at `all`: how many times as long as `parse_json` on the document without its\n"
        "fault, and how many times as long other tools take as jsonbeacon.\n\n"
        + table(["", "time", *names.values()], rows)
        + "\nRepair of texts made to be slow, at 2 MB:\n\n"
        + table(["nanoseconds a byte (time for twice the text)", "", "outcome"], slow)
    )


def benchmarks(results: Results) -> str:
    names = [rival.name for rival in RIVALS]
    fast = [
        name for name in names if name in results["versions"] and name in {r.name for r in RIVALS if r.group == "fast"}
    ]
    slow = [OURS, *(rival.name for rival in RIVALS if rival.group == "slow" and rival.name in results["versions"])]
    parts = [
        "# Benchmarks\n",
        (
            "Made by `python -m benchmarks`, which installs what it measures; the figures are in\n"
            "[latest.json](../benchmarks/results/latest.json). Where the time goes: [Performance](performance.md).\n"
        ),
        machine(results),
        picture("replies", "Time to read a reply, against orjson.loads of the bare JSON, on a logarithmic axis"),
        "## The bars\n",
        bars_table(results),
        "## Beside parsers\n",
        (
            "Times against `orjson.loads`. The parsers, `parse_json` too, are given the bare JSON without the prose around "
            "it,\nand undamaged.\n"
        ),
        tools_table(results, fast, "orjson", "rows"),
    ]
    if "slow" in results:
        parts += ["## Beside what reads replies\n", "Times against jsonbeacon's.\n"]
        parts.append(tools_table(results, slow, OURS, "slow"))
    if results.get("node", {}).get("rivals"):
        parts += [f"Node's {' and '.join(NODE)}, in its own process:\n", node_table(results)]
    if "hostile" in results:
        parts += [
            "## Texts made to be slow\n",
            picture("hostile", "Nanoseconds a byte on hostile patterns, logarithmic"),
        ]
        parts += [
            (
                "At 2 MB where a tool does that in a second, otherwise at the length named. In brackets what twice the\n"
                "text takes: 2 is linear, 4 quadratic. Bold: more than 2.3, or stopped.\n"
            ),
            hostile_table(results),
        ]
    for key, title, make in (
        ("repair", "Repair", repair_tables),
        ("calls", "Options", calls_table),
        ("threads", "Threads", threads_table),
        ("process", "The process", process_tables),
    ):
        if key in results:
            parts += [f"## {title}\n", make(results)]
    if results.get("go"):
        parts += ["## The scanner in Go\n", f"```\n{results['go']}\n```\n"]
    parts.append(METHOD)
    return "\n".join(parts)


def profile_table(results: Results) -> str:
    found = results["profile"]
    names = list(found[0]["parts"])
    rows = []
    for name in names:
        shares = [(each["parts"][name], each["parts"][name] / each["call"]) for each in found]
        rows.append([name, *(f"{ns:,.0f} ns, {100 * share:.0f} %" for ns, share in shares)])
    rows.append(["**the call**", *(f"**{each['call']:,.0f} ns**" for each in found)])
    rows.append(["objects made", *(f"{each['objects']:.0f}" for each in found)])
    rows.append(["`marshal.loads` of the same value", *(f"{each['limit']:,.0f} ns" for each in found)])
    return table(["", *(each["row"] for each in found)], rows)


def with_profile(page: str, results: Results) -> str:
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    when = results["machine"]
    words = f"{when['date']}, {when['cpu']}, {when['python']}, load {results['load_before'][0]} before and "
    words += f"{results['load_after'][0]} after:\n\n"
    return before + BEGIN + words + profile_table(results) + END + after
