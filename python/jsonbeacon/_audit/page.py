"""The report as a page: one file, without a script and without anything from elsewhere.

Everything that came from a file or a reply is escaped, and the page's policy lets nothing in but its own style.
"""

from __future__ import annotations

import base64
import hashlib
import html
import re
from importlib.resources import files

from .._feedback import HINTS
from . import words
from .advice import percent
from .lengths import bars, class_of
from .picture import bar, swatch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

_VIOLATIONS = 20
_DOCS = "docs/policies.md"


def page(report: dict[str, Any]) -> str:
    """The whole document."""
    style = files("jsonbeacon._audit").joinpath("page.css").read_text("utf-8")
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    shown = _Page(report)
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="referrer" content="no-referrer">',
            f"<title>{_e(shown.title())}</title>",
            f"<style>{style}</style>",
            "</head>",
            "<body>",
            "<main>",
            *shown.sections(),
            "</main>",
            "</body>",
            "</html>\n",
        ]
    )


class _Page:
    def __init__(self, report: dict[str, Any]) -> None:
        self._report = report
        self._total: dict[str, Any] = report["total"]
        self._n: int = self._total["replies"]
        self._files: list[dict[str, Any]] = report["files"]
        self._only_file = self._files[0]["file"] if len(self._files) == 1 else None

    def title(self) -> str:
        return f"Audit of {words.replies(self._n)}"

    def sections(self) -> Iterator[str]:
        yield from self._head()
        yield from self._advice()
        if self._n:
            yield from self._failures()
            yield from self._lengths()
            yield from self._policies()
            yield from self._repair()
            yield from self._violations()
            yield from self._examples()
        yield from self._faults()
        yield from self._file_table()
        yield from self._foot()

    def _head(self) -> Iterator[str]:
        yield f"<h1>{_e(words.headline(self._total))}</h1>"
        names = words.about(self._files[0]) if self._only_file else words.counted(len(self._files), "file", "files")
        yield f'<p class="quiet">An audit of {_e(names)}, made by jsonbeacon {_e(self._report["jsonbeacon"])}.</p>'
        yield from (
            f'<p class="problem">Read in part: {_e(each["error"])}</p>' for each in self._files if each["error"]
        )
        if not self._n:
            return
        well = self._n - self._total["failed"]
        parts = [("value", "a value", well)]
        parts += [(each["reason"], words.REASONS[each["reason"]], each["replies"]) for each in self._total["failures"]]
        yield '<div class="outcome">'
        yield bar([(name, n / self._n) for name, _, n in parts], 28)
        yield '<ul class="legend">'
        for name, meaning, n in parts:
            if n:
                yield f"<li>{swatch(name)}<span>{_e(meaning)}: {percent(n, self._n)} ({n:,})</span></li>"
        yield "</ul></div>"

    def _advice(self) -> Iterator[str]:
        if not self._n and not self._report["advice"]:
            return
        yield "<h2>What to do</h2>"
        if not self._report["advice"]:
            yield "<p>Nothing that goes wrong is as frequent as 1 in 100.</p>"
            return
        yield '<ul class="advice">'
        yield from (f"<li>{_code(each['text'])}</li>" for each in self._report["advice"])
        yield "</ul>"

    def _failures(self) -> Iterator[str]:
        if not self._total["failures"]:
            return
        yield "<h2>What goes wrong</h2>"
        yield '<p class="quiet">Each reason, and the codes of its errors, which lead to examples.</p>'
        yield from _table("What goes wrong", "", ("reason and code", "*", "#replies", "#share"))
        most = self._total["failures"][0]["replies"]
        for reason in self._total["failures"]:
            name, n = reason["reason"], reason["replies"]
            yield (
                f'<tr><th scope="row" class="strong">{_e(name)}: {_e(words.REASONS[name])}</th>'
                f'<td class="picture">{bar([(name, n / most)])}</td>'
                f'<td class="number strong">{n:,}</td><td class="number strong">{percent(n, self._n)}</td></tr>'
            )
            for code in reason["codes"]:
                n = code["replies"]
                link = f"<code>{_e(code['code'])}</code>"
                if code["examples"]:
                    link = f'<a href="#{_anchor(name, code)}">{link}</a>'
                yield (
                    f'<tr class="code"><th scope="row">{link}</th>'
                    f'<td class="picture">{bar([(name, n / most)], 8)}</td>'
                    f'<td class="number">{n:,}</td><td class="number">{percent(n, self._n)}</td></tr>'
                )
        yield "</tbody></table></div>"

    def _lengths(self) -> Iterator[str]:
        classes = self._total["lengths"]["classes"]
        found = bars(
            {class_of(each["from"]): (each["replies"], each["truncated"]) for each in classes}, words.MOST_BARS
        )
        most = max(each[2] for each in found)
        yield "<h2>Are the long replies cut off?</h2>"
        longest = self._total["lengths"]["longest"]
        yield (
            f'<p class="quiet">Replies by their length in characters. The longest has {longest["length"]:,}'
            f"{_same(longest)}. {swatch('truncated')}cut off {swatch('value')}not cut off</p>"
        )
        yield from _table("Lengths", "lengths", ("length", "*", "#replies", "#cut off", "#share"))
        for each in found:
            _, _, n, cut = each
            drawn = bar([("truncated", cut / most), ("value", (n - cut) / most)], 14)
            yield (
                f'<tr><th scope="row">{words.bar_name(each)}</th><td class="picture">{drawn}</td>'
                f'<td class="number">{n:,}</td><td class="number">{_some(cut)}</td>'
                f'<td class="number">{percent(cut, n) if cut else ""}</td></tr>'
            )
        yield "</tbody></table></div>"

    def _policies(self) -> Iterator[str]:
        yield "<h2>What each policy would do</h2>"
        yield (
            f'<p class="quiet">Policies are sets of options ({_DOCS}). <em>Saved</em> replies failed and give a value; '
            "<em>refused</em> ones gave a value and fail; <em>elsewhere</em>: the value is taken from another place "
            "in the reply.</p>"
        )
        yield from _table("Policies", "policies", ("policy", "*", "#values", "#saved", "#refused", "#elsewhere"))
        yield self._trial("with the options given", "", {"values": self._total["values"]})
        for each in self._total["policies"]:
            if each["policy"] == "default" and not self._report["options"]:
                continue
            yield self._trial(each["title"], words.FLAGS[each["policy"]], each)
        yield "</tbody></table></div>"

    def _repair(self) -> Iterator[str]:
        yield "<h2>What repair would do</h2>"
        completed = self._total["repair"][-1]["completed"]
        if completed:
            yield (
                f'<p class="quiet">{words.replies(completed)} for which <em>all</em> gives a value are cut off or leave '
                "something out: look at <code>truncated</code>.</p>"
            )
        yield from _table("Repair", "policies", ("level", "*", "#values", "#saved", "#refused", "#elsewhere"))
        for each in self._total["repair"]:
            yield self._trial(words.LEVELS[each["level"]], "", each)
        yield "</tbody></table></div>"
        if self._total["rules"]:
            rules = ", ".join(f"<code>{_e(each['rule'])}</code> {each['replies']:,}" for each in self._total["rules"])
            yield f'<p class="quiet">Replies that each rule helps to mend at the level <em>guess</em>: {rules}</p>'

    def _trial(self, name: str, flags: str, trial: dict[str, Any]) -> str:
        n = trial["values"]
        shown = "".join(f"<span>{_e(flag)}</span> " for flag in re.split(" (?=-)", flags) if flag)
        shown = f'<span class="flags">{shown}</span>' if shown else ""
        numbers = "".join(f'<td class="number">{_some(trial.get(each, 0))}</td>' for each in ("saved", "lost", "moved"))
        return (
            f'<tr><th scope="row">{_e(name)}{shown}</th>'
            f'<td class="picture">{bar([("value", n / self._n), ("ground", 1 - n / self._n)])}</td>'
            f'<td class="number">{n:,} <small>{percent(n, self._n)}</small></td>{numbers}</tr>'
        )

    def _violations(self) -> Iterator[str]:
        found = self._total["violations"]
        if not found:
            return
        yield "<h2>What does not fit the schema</h2>"
        yield from _table("Violations", "", ("keyword", "where in the value", "#replies", "#share"))
        for each in found[:_VIOLATIONS]:
            n = each["replies"]
            yield (
                f'<tr><th scope="row"><code>{_e(each["keyword"])}</code></th><td><code>{_e(each["path"])}</code></td>'
                f'<td class="number">{n:,}</td><td class="number">{percent(n, self._n)}</td></tr>'
            )
        yield "</tbody></table></div>"
        if len(found) > _VIOLATIONS:
            yield f'<p class="quiet">The {_VIOLATIONS} most frequent of {len(found)}.</p>'

    def _examples(self) -> Iterator[str]:
        codes = [(each["reason"], code) for each in self._total["failures"] for code in each["codes"]]
        if not any(code["examples"] for _, code in codes):
            return
        yield "<h2>Examples</h2>"
        yield '<p class="quiet">The first of each, with a caret under the place. Long lines are cut.</p>'
        for reason, code in codes:
            if not code["examples"]:
                continue
            yield f'<h3 id="{_anchor(reason, code)}">{swatch(reason)}<code>{_e(code["code"])}</code></h3>'
            yield f'<p class="quiet">{words.replies(code["replies"])}.{_hint(code["code"])}</p>'
            if "message" not in code["examples"][0]:
                places = "; ".join(words.where(each, self._only_file) for each in code["examples"])
                yield f'<p class="rows">{_e(places)}</p>'
                continue
            for each in code["examples"]:
                yield f"<figure><figcaption>{_e(words.where(each, self._only_file))}: {_e(each['message'])}</figcaption>"
                yield f"{_excerpt(each['excerpt'], code['code'])}</figure>"

    def _faults(self) -> Iterator[str]:
        from .readers import FAULTS

        if not self._total["faults"]:
            return
        yield "<h2>Rows that hold no reply</h2>"
        yield '<p class="quiet">They are not counted as replies.</p>'
        yield from _table("Faults", "", ("fault", "#rows", "the first"))
        for each in self._total["faults"]:
            places = "; ".join(words.where(row, self._only_file) for row in each["first"])
            more = ", …" if each["rows"] > len(each["first"]) else ""
            yield (
                f'<tr><th scope="row"><code>{_e(each["fault"])}</code>: {_e(FAULTS[each["fault"]])}</th>'
                f'<td class="number">{each["rows"]:,}</td><td class="rows">{_e(places)}{more}</td></tr>'
            )
        yield "</tbody></table></div>"

    def _file_table(self) -> Iterator[str]:
        if self._only_file is not None:
            return
        yield "<h2>Files</h2>"
        reasons = [each["reason"] for each in self._total["failures"]]
        heads = ("file", "#replies", "#fail", "*", *(f"#{each}" for each in reasons))
        yield from _table("Files", "", heads)
        for file in self._files:
            n, by_reason = file["replies"], {each["reason"]: each["replies"] for each in file["failures"]}
            drawn = bar([(each, by_reason.get(each, 0) / n) for each in reasons]) if n else ""
            yield f'<tr><th scope="row">{_e(words.about(file))}</th><td class="number">{n:,}</td>'
            yield f'<td class="number">{percent(file["failed"], n) if n else ""}</td><td class="picture">{drawn}</td>'
            yield "".join(f'<td class="number">{_some(by_reason.get(each, 0))}</td>' for each in reasons) + "</tr>"
        yield "</tbody></table></div>"

    def _foot(self) -> Iterator[str]:
        yield "<footer><h2>How it was counted</h2><dl>"
        for name, value in self._report["options"].items() or (("options", "none: the strict default"),):
            yield f"<dt>{_e(name)}</dt><dd>{_e(value if isinstance(value, str) else repr(value))}</dd>"
        found = self._total["found"]
        places = ", ".join(f"{found[each]:,} {named}" for each, named in words.FOUND.items() if found[each])
        facts = {
            "rows": f"{self._total['rows']:,}",
            "replies": f"{self._n:,}",
            "without JSON, allowed": _some(self._total["absent"]),
            "values stood": places,
            "chosen from several": _some(found["several"]),
            "repaired": _some(found["repaired"]),
        }
        yield from (f"<dt>{_e(name)}</dt><dd>{_e(value)}</dd>" for name, value in facts.items() if value)
        yield "</dl></footer>"


def _e(text: object) -> str:
    return html.escape(str(text))


def _code(text: str) -> str:
    return re.sub("`([^`]*)`", r"<code>\1</code>", _e(text))


def _some(n: int) -> str:
    return f"{n:,}" if n else ""


def _same(longest: dict[str, int]) -> str:
    n, cut = longest["replies"], longest["truncated"]
    return f", as have {n:,} replies, of which {cut:,} are cut off" if n > 1 else ""


def _hint(code: str) -> str:
    """What the model is told by ``error.feedback()``."""
    return f" To tell the model: {_e(HINTS[code])}" if code in HINTS else ""


def _anchor(reason: str, code: dict[str, Any]) -> str:
    return _e(f"{reason}-{code['code']}")


def _excerpt(excerpt: str, code: str) -> str:
    lines = excerpt.split("\n")
    shown = [_e(line) for line in lines]
    if len(lines) > 1:
        shown[-1] = f'<span class="caret">{shown[-1]}</span>'
    label = f"excerpt, {code}"
    return f'<pre dir="ltr" tabindex="0" role="group" aria-label="{_e(label)}">{chr(10).join(shown)}</pre>'


def _table(label: str, name: str, heads: Iterable[str]) -> Iterator[str]:
    """Its beginning. ``#`` marks a column of numbers, ``*`` one of bars."""
    yield f'<div class="table" tabindex="0" role="group" aria-label="{_e(label)}"><table class="{name}"><thead><tr>'
    for head in heads:
        if head == "*":
            yield '<td class="picture"></td>'
        else:
            kind = ' class="number"' if head.startswith("#") else ""
            yield f'<th scope="col"{kind}>{_e(head.lstrip("#"))}</th>'
    yield "</tr></thead><tbody>"
