"""The report for a terminal of 80 columns."""

from __future__ import annotations

import re
import textwrap

from . import words
from .advice import percent
from .lengths import bars, class_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

WIDTH = 80
_EIGHTHS = " ▏▎▍▌▋▊▉"
_BOLD, _DIM, _RED, _OFF = "\x1b[1m", "\x1b[2m", "\x1b[31m", "\x1b[0m"


def text(report: dict[str, Any], colour: bool = False) -> str:
    """All of it, without a line end at its end."""
    return "\n".join(_Text(report, colour).lines())


class _Text:
    def __init__(self, report: dict[str, Any], colour: bool) -> None:
        self._report = report
        self._total: dict[str, Any] = report["total"]
        self._n: int = self._total["replies"]
        self._colour = colour
        files = report["files"]
        self._only_file = files[0]["file"] if len(files) == 1 else None

    def lines(self) -> Iterator[str]:
        yield from self._head()
        for section in (
            self._advice,
            self._failures,
            self._policies,
            self._repair,
            self._lengths,
            self._violations,
            self._faults,
            self._files,
            self._examples,
        ):
            yield from section()

    def _head(self) -> Iterator[str]:
        files = self._report["files"]
        name = words.about(files[0]) if len(files) == 1 else words.counted(len(files), "file", "files")
        yield from map(self._bold, _wrapped(f"Audit of {_shown(name)}"))
        yield words.headline(self._total)
        options = self._report["options"]
        if options:
            yield from _wrapped("with " + ", ".join(f"{name}={_value(value)}" for name, value in options.items()))
        if self._n:
            found = self._total["found"]
            places = [f"{percent(found[each], self._n)} {named}" for each, named in words.FOUND.items() if found[each]]
            if places:
                yield from _wrapped(f"Values: {', '.join(places)}.")
            if self._total["absent"]:
                yield f"{words.replies(self._total['absent'])} without JSON, which was allowed."
        for file in files:
            if file["error"]:
                yield from _wrapped(f"Read in part: {file['error']}")

    def _advice(self) -> Iterator[str]:
        if not self._report["advice"]:
            return
        yield from self._title("What to do")
        for each in self._report["advice"]:
            yield from _wrapped(each["text"].replace("`", ""), "- ", "  ")

    def _failures(self) -> Iterator[str]:
        if not self._total["failures"]:
            return
        yield from self._title("What goes wrong")
        for reason in self._total["failures"]:
            name = f"{reason['reason']}: {words.REASONS[reason['reason']]}"
            yield self._bold(self._row(name, reason["replies"]))
            for code in reason["codes"]:
                yield self._row(f"  {code['code']}", code["replies"])

    def _policies(self) -> Iterator[str]:
        if not self._n:
            return
        yield from self._title("What each policy would do (docs/policies.md)")
        yield self._dim(f"{'':<37}{'values':>15}{'saved':>8}{'refused':>9}{'elsewhere':>11}")
        yield self._trial("with the options given", {"values": self._total["values"]})
        for each in self._total["policies"]:
            if each["policy"] == "default" and not self._report["options"]:
                continue
            yield self._trial(each["title"], each)
        yield from self._dimmed(
            "saved: failed, and gives a value; refused: gave one, and fails; elsewhere: gives a value that stands "
            "somewhere else in the reply"
        )

    def _repair(self) -> Iterator[str]:
        if not self._n:
            return
        yield from self._title("What repair would do")
        for each in self._total["repair"]:
            yield self._trial(words.LEVELS[each["level"]], each)
        completed = self._total["repair"][-1]["completed"]
        if completed:
            yield self._dim(
                f"{words.replies(completed)} that “all” gives a value for are cut off or leave something out."
            )
        rules = ", ".join(
            f"{each['rule'].removeprefix('repair.')} {each['replies']:,}" for each in self._total["rules"]
        )
        if rules:
            yield from self._dimmed(f"replies mended by each rule of “guess”: {rules}")

    def _lengths(self) -> Iterator[str]:
        classes = self._total["lengths"]["classes"]
        if not classes:
            return
        yield from self._title("Lengths, in characters")
        found = bars(
            {class_of(each["from"]): (each["replies"], each["truncated"]) for each in classes}, words.MOST_BARS
        )
        names = [words.bar_name(bar) for bar in found]
        left = max(map(len, names))
        room = WIDTH - left - 30
        most = max(bar[2] for bar in found)
        yield self._dim(f"{'':<{left}}  {'':<{room}}{'replies':>10}{'cut off':>17}")
        for bar, name in zip(found, names):
            _, _, replies, cut = bar
            cut_off = f"{cut:,}" + f"{percent(cut, replies):>8}" if cut else ""
            drawn = _bar(replies / most * room, room)
            if cut:
                # As much of the bar as is cut off, but always some.
                marked = max(1, round(cut / most * room))
                drawn = "▒" * marked + drawn[marked:]
                if self._colour:
                    drawn = f"{_RED}{drawn[:marked]}{_OFF}{drawn[marked:]}"
            yield f"{name:>{left}}  {drawn}{replies:>10,}{cut_off:>17}".rstrip()
        if any(bar[3] for bar in found):
            yield self._dim("▒ cut off")

    def _violations(self) -> Iterator[str]:
        if not self._total["violations"]:
            return
        yield from self._title("What does not fit the schema")
        for each in self._total["violations"][:10]:
            yield self._row(f"{each['keyword']} {_shown(each['path'])}", each["replies"])
        yield from self._more(len(self._total["violations"]) - 10)

    def _faults(self) -> Iterator[str]:
        if not self._total["faults"]:
            return
        from .readers import FAULTS

        yield from self._title("Rows that hold no reply")
        for each in self._total["faults"]:
            yield f"{each['fault']}: {FAULTS[each['fault']]}, {words.counted(each['rows'], 'row', 'rows')}"
            places = [words.where(row, self._only_file) for row in each["first"]]
            more = ", …" if each["rows"] > len(places) else ""
            if places:
                yield from _wrapped(_shown("; ".join(places)) + more, "    ", "    ")

    def _files(self) -> Iterator[str]:
        if self._only_file is not None or not self._n:
            return
        yield from self._title("Files")
        yield self._dim(f"{'':<50}{'replies':>10}{'fail':>10}{'cut off':>10}")
        for file in self._report["files"]:
            n = file["replies"]
            cut = sum(each["replies"] for each in file["failures"] if each["reason"] == "truncated")
            name = _shown(file["file"])
            if len(name) > 49:
                name = "…" + name[-48:]
            yield f"{name:<50}{n:>10,}{percent(file['failed'], n) if n else '':>10}{percent(cut, n) if n else '':>10}"

    def _examples(self) -> Iterator[str]:
        codes = [code for reason in self._total["failures"] for code in reason["codes"] if code["examples"]]
        if not codes:
            return
        yield from self._title("Examples")
        for code in codes:
            yield self._bold(code["code"])
            for each in code["examples"]:
                place = _shown(words.where(each, self._only_file))
                if "message" not in each:
                    yield f"  {place}"
                    continue
                yield from _wrapped(f"{place}: {each['message']}", "  ", "  ")
                yield from (f"    {line}" for line in each["excerpt"].splitlines())

    def _row(self, name: str, n: int) -> str:
        if len(name) > 46:
            name = name[:45] + "…"
        return f"{name:<46}{n:>9,}{percent(n, self._n):>8}  {_bar(n / self._n * 15, 15).rstrip()}".rstrip()

    def _trial(self, name: str, trial: dict[str, Any]) -> str:
        cells = "".join(
            f"{trial[each] or '':{'>' + str(width)}{',' if trial[each] else ''}}" if each in trial else ""
            for each, width in (("saved", 8), ("lost", 9), ("moved", 11))
        )
        return f"{name:<37}{trial['values']:>7,}{percent(trial['values'], self._n):>8}{cells}".rstrip()

    def _title(self, title: str) -> Iterator[str]:
        yield ""
        yield self._bold(title)

    def _more(self, n: int) -> Iterator[str]:
        if n > 0:
            yield self._dim(f"and {n:,} more")

    def _bold(self, line: str) -> str:
        return f"{_BOLD}{line}{_OFF}" if self._colour else line

    def _dim(self, line: str) -> str:
        return f"{_DIM}{line}{_OFF}" if self._colour else line

    def _dimmed(self, line: str) -> Iterator[str]:
        yield from map(self._dim, _wrapped(line))


def _bar(eighths: float, room: int) -> str:
    """A bar of so many cells, and blanks up to ``room``; what is not nothing is seen."""
    n = max(1, round(eighths * 8)) if eighths > 0 else 0
    return ("█" * (n // 8) + _EIGHTHS[n % 8].strip()).ljust(room)


def _wrapped(line: str, first: str = "", rest: str = "") -> list[str]:
    return textwrap.wrap(line, WIDTH, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False)


def _value(value: object) -> str:
    return _shown(value if isinstance(value, str) else repr(value))


def _shown(name: str) -> str:
    """A file's name may hold anything."""
    return re.sub(r"[^\x20-\x7e\xa0-\U0010ffff]", lambda c: f"<U+{ord(c[0]):04X}>", name)
