"""The page of the command line shows the help that the command prints.

`python tests_py/test_cli_docs.py` writes it anew.
"""

from __future__ import annotations

import pathlib
import re
from collections.abc import Callable

import pytest
from jsonbeacon._cli import _options
from jsonbeacon._cli._parser import Parser
from jsonbeacon._cli.commands import audit, candidates, mcp, playground, run, serve

PAGE = pathlib.Path(__file__).parent.parent / "docs" / "cli.md"
PARSERS: dict[str, Callable[[], Parser]] = {
    "": _options.parser,
    " candidates": candidates.parser,
    " audit": audit.parser,
    " run": run.parser,
    " serve": serve.parser,
    " mcp": mcp.parser,
    " playground": playground.parser,
}


def help_of(command: str) -> re.Pattern[str]:
    return re.compile(rf"(?<=<!-- help{command} -->\n```\n).*?(?=```\n<!-- end -->)", re.DOTALL)


@pytest.mark.parametrize("command", PARSERS)
def test_the_help_on_the_page(command: str) -> None:
    found = help_of(command).search(PAGE.read_text("utf-8"))
    assert found is not None
    assert found[0] == PARSERS[command]().format_help()


if __name__ == "__main__":
    page = PAGE.read_text("utf-8")
    for command, parser in PARSERS.items():
        page = help_of(command).sub(lambda _, parser=parser: parser().format_help(), page)  # type: ignore[misc]
    PAGE.write_text(page, "utf-8")
