"""The pages are true: their examples run, their links lead somewhere, their tables are those of the code.

`python tests_py/test_docs.py` writes `docs/differences.md` anew.
"""

from __future__ import annotations

import doctest
import importlib
import pathlib
import pkgutil
import re
import sys

import jsonbeacon
import pytest
from differences import DIFFERENCES
from jsonbeacon import _bridge, _excerpt, _feedback, _html, _html_text, _kinds
from jsonbeacon._audit import counts, readers

ROOT = pathlib.Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
MODULES = [each.name for each in pkgutil.iter_modules(jsonbeacon.__path__, "jsonbeacon.") if "._" in each.name]
BLOCK = re.compile(r"^(```|~~~)pycon\n(.*?)^\1$", re.MULTILINE | re.DOTALL)


class Checker(doctest.OutputChecker):
    """Where an exception is expected, its notes may be left out; before Python 3.11 it has none."""

    def check_output(self, want: str, got: str, optionflags: int) -> bool:
        if got.startswith("jsonbeacon.") and "Error: " in got:
            want, got = want.split("\n")[0], got.split("\n")[0]
        return super().check_output(want, got, optionflags)


def run(test: doctest.DocTest) -> None:
    report: list[str] = []
    runner = doctest.DocTestRunner(Checker(), optionflags=doctest.ELLIPSIS)
    runner.run(test, out=report.append)
    assert not runner.failures, "".join(report)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples_of_a_page(page: pathlib.Path) -> None:
    text = page.read_text("utf-8")
    code = "\n".join(match[2] for match in BLOCK.finditer(text))
    assert code.count(">>> ") == text.count(">>> ")
    run(doctest.DocTestParser().get_doctest(code, {}, page.name, str(page), 0))


@pytest.mark.parametrize("name", ["jsonbeacon", *MODULES])
def test_examples_of_a_module(name: str) -> None:
    for test in doctest.DocTestFinder().find(importlib.import_module(name)):
        run(test)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_of_a_page(page: pathlib.Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text("utf-8")):
        path, _, anchor = target.partition("#")
        if path.startswith(("https:", "http:")):
            continue
        there = page.parent / path if path else page
        assert there.exists(), target
        if anchor:
            headings = re.findall(r"^#+ (.*)$", there.read_text("utf-8"), re.MULTILINE)
            assert anchor in {re.sub(r"[^\w\- ]", "", each).lower().replace(" ", "-") for each in headings}, target


def test_every_code_has_its_section_and_its_hint() -> None:
    limits = _bridge.limits()
    codes = [*limits["codes"], "schema.validation_failed", "schema.invalid"]
    page = (ROOT / "docs" / "errors.md").read_text("utf-8")
    assert re.findall(r"^### `(.*)`$", page, re.MULTILINE) == codes
    for section in re.split(r"^### ", page, flags=re.MULTILINE)[1:]:
        for part in ("*Position:* ", "*What to do:* ", "\n>>> "):
            assert part in section, section.split("\n")[0]
    for reason in limits["reasons"]:
        assert f"`{reason}`" in page
    assert sorted(_feedback.HINTS) == sorted({*codes} - {"schema.invalid"})


def test_the_limits_are_those_of_the_code() -> None:
    page = (ROOT / "docs" / "limits.md").read_text("utf-8")
    limits = _bridge.limits()
    numbers = [limits["max_length"], limits["max_depth"], limits["text_bytes"]]
    numbers += [_excerpt.WIDTH, _feedback._MOST, _html_text.MOST, _html._ROWS, _kinds._ADAPTERS]
    numbers += [counts.WIDTH, counts._DISTINCT, readers.MOST]
    for number in numbers:
        assert f"{number:,}" in page


def test_each_promise_names_tests_that_are_there() -> None:
    table = (ROOT / "README.md").read_text("utf-8").split("## What it promises")[1].split("\n## ")[0]
    rows = [line for line in table.splitlines() if line.startswith("| ")][1:]
    assert len(rows) > 10
    for row in rows:
        named = re.findall(r"`((?:tests_\w+|core)/[\w/]+(?:\.\w+)?)`", row.split("|")[2])
        assert named, row
        for path in named:
            there = ROOT / path
            files = list(there.glob("*.go")) if there.is_dir() else [there]
            assert any(
                re.search("^(def test_|func Test|package )", each.read_text("utf-8"), re.MULTILINE) for each in files
            ), path


# ---- The page "Differences"

HEAD = """# Differences

The package llm-beacon 0.1.0 (import name `beacon`) offers the same functions. On any text the two give the
same value, source, offsets and candidate count, or the same code and position of the error, but for the rows below.
Each has an example on which the two differ; a test holds the two packages against each other on generated texts, and
this page against its table of rows.

Beside that, jsonbeacon takes `bytes`, more kinds of schema, and tells more of an error.

| difference | llm-beacon 0.1.0 | jsonbeacon, and why | example |
|---|---|---|---|
"""


def code(text: str) -> str:
    """An inline code span that can stand in a table."""
    shown = repr(text) if len(text) <= 60 else f"{text[:40]!r}…"
    ticks = "`" * (1 + max((len(each) for each in re.findall("`+", shown)), default=0))
    space = " " * ("`" in shown)
    return f"{ticks}{space}{shown}{space}{ticks}".replace("|", "\\|")


def differences() -> str:
    rows = []
    for row in DIFFERENCES:
        options = [f'`{name}="{value}"`' for name, value in (("select", row.select), ("kind", row.kind))]
        options = [each for each, value in zip(options, (row.select, row.kind)) if value not in ("first", "auto")]
        cells = [row.name, row.theirs, row.reason]
        cells = [*(each.replace("|", "\\|") for each in cells), ", ".join([code(row.text), *options])]
        rows.append(f"| {' | '.join(cells)} |\n")
    return HEAD + "".join(rows)


def test_the_page_differences_is_its_table() -> None:
    assert (ROOT / "docs" / "differences.md").read_text("utf-8") == differences()


if __name__ == "__main__":
    (ROOT / "docs" / "differences.md").write_text(differences(), "utf-8")
    sys.exit(0)
