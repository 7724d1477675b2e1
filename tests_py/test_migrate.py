"""The page on migrating is its rows, and they are true: of jsonbeacon always, of others where they are installed.

`python tests_py/test_migrate.py` writes `docs/migrate.md` anew.
"""

from __future__ import annotations

import importlib.metadata
import pathlib
import re
import sys
import textwrap
from typing import Any

import jsonbeacon
import pytest
from migrations import TOOLS, Call, Check, Tool

PAGE = pathlib.Path(__file__).parent.parent / "docs" / "migrate.md"
HEAD = """# Migrating

What you write now, what you write with jsonbeacon, and what changes. Each tool has two tables: the calls, and what both
give for the same text. A test runs the calls of jsonbeacon, and those of the others where they are installed in the
version that is named; an error is shown by its code or its class.

`text` is the reply, `Answer` a pydantic model with one integer, `a`, and all of `jsonbeacon` is imported.
"""


def outcome(code: str, text: str, before: str) -> str:
    """What a call gives, as the page shows it."""
    names = namespace(text)
    exec(before, names)  # noqa: S102 - the rows are this project's own
    try:
        return repr(eval(code, names))
    except Exception as error:  # noqa: BLE001 - the page shows whatever is raised
        ours = type(error).__module__.partition(".")[0] in ("jsonbeacon", "beacon")
        return str(error.code) if ours else type(error).__name__  # type: ignore[attr-defined]


def namespace(text: str) -> dict[str, Any]:
    import pydantic

    class Answer(pydantic.BaseModel):
        a: int

    class Client:
        def on(self, event: str, handler: object) -> None:
            assert event == "completion:response" and callable(handler)

    public = {name: getattr(jsonbeacon, name) for name in jsonbeacon.__all__}
    return {**public, "jsonbeacon": jsonbeacon, "text": text, "Answer": Answer, "client": Client()}


def needs(call: Call) -> str:
    """What an adapter of ours needs."""
    if "JSONBeaconOutputParser" in call.ours:
        pytest.importorskip("langchain_core")
        return "from jsonbeacon.integrations.langchain import JSONBeaconOutputParser"
    return ""


# Those without a text to check are run as they are.
CALLS = [call for tool in TOOLS for call in tool.calls if not call.checks]
CHECKS = [
    pytest.param(tool, call, check, id=f"{tool.title}-{call.theirs[:30]}-{check.text[:20]!r}")
    for tool in TOOLS
    for call in tool.calls
    for check in call.checks
]


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call.ours[:60])
def test_what_you_write_runs(call: Call) -> None:
    needs(call)
    exec(call.ours, namespace('{"a": 1}'))  # noqa: S102


@pytest.mark.parametrize("tool, call, check", CHECKS)
def test_what_jsonbeacon_gives(tool: Tool, call: Call, check: Check) -> None:
    assert outcome(call.ours, check.text, needs(call)) == check.ours


@pytest.mark.parametrize("tool, call, check", [each for each in CHECKS if each.values[0].before])
def test_what_the_other_gives(tool: Tool, call: Call, check: Check) -> None:
    if tool.distribution:
        try:
            version = importlib.metadata.version(tool.distribution)
        except importlib.metadata.PackageNotFoundError:
            pytest.skip(f"{tool.distribution} is not installed")
        if version != tool.version:
            pytest.skip(f"{tool.distribution} is {version}, the page is of {tool.version}")
    assert outcome(call.theirs, check.text, tool.before) == check.theirs


def span(code: str) -> str:
    """An inline code span in a table; of several lines one each."""
    if "\n" in code:
        return "<br>".join(map(span, code.split("\n")))
    ticks = "`" * (1 + max(map(len, re.findall("`+", code)), default=0))
    space = " " * ("`" in code)
    return f"{ticks}{space}{code}{space}{ticks}".replace("|", "\\|")


def page() -> str:
    parts = [HEAD]
    for tool in TOOLS:
        parts.append(f"\n## {tool.title}\n\n{textwrap.fill(tool.about, 120, break_on_hyphens=False)}\n\n")
        parts.append("| # | what you write now | what you write with jsonbeacon | what changes |\n|---|---|---|---|\n")
        for number, call in enumerate(tool.calls, 1):
            parts.append(f"| {number} | {span(call.theirs)} | {span(call.ours)} | {call.changes} |\n")
        now = f"{tool.title} {tool.version}" if tool.version else "the expression"
        parts.append(f"\n| # | text | {now} | jsonbeacon |\n|---|---|---|---|\n")
        for number, call in enumerate(tool.calls, 1):
            for check in call.checks:
                cells = map(span, (repr(check.text), check.theirs, check.ours))
                parts.append(f"| {number} | {' | '.join(cells)} |\n")
    return "".join(parts)


def test_the_page_is_its_rows() -> None:
    assert PAGE.read_text("utf-8") == page()


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
    sys.exit(0)
