"""The page of the command line shows the help that the command prints.

`python tests_py/test_cli_docs.py` writes it anew.
"""

from __future__ import annotations

import pathlib
import re

from jsonbeacon._cli._options import parser

PAGE = pathlib.Path(__file__).parent.parent / "docs" / "cli.md"
HELP = re.compile(r"(?<=<!-- help -->\n```\n).*?(?=```\n<!-- end -->)", re.DOTALL)


def test_the_help_on_the_page() -> None:
    found = HELP.search(PAGE.read_text("utf-8"))
    assert found is not None
    assert found[0] == parser().format_help()


if __name__ == "__main__":
    PAGE.write_text(HELP.sub(lambda _: parser().format_help(), PAGE.read_text("utf-8")), "utf-8")
