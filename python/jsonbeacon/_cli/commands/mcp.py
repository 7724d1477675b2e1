"""Serve the tools to a model over standard input and output."""

from __future__ import annotations

from .. import DONE
from .._parser import Parser
from .._streams import Unusable, write

DESCRIPTION = """\
Serve the tools to models over the Model Context Protocol, on standard input and
output. It needs the extra "serve": pip install 'jsonbeacon[serve]'.
"""

EPILOG = """\
A host of models starts it itself; how it is told to is in docs/serving.md.
"""


def parser() -> Parser:
    """What reads the command line."""
    p = Parser("jsonbeacon mcp", "jsonbeacon mcp", DESCRIPTION, EPILOG)
    p.add_argument_group("other").add_argument("-h", "--help", action="store_true", help="print this")
    return p


def main(arguments: list[str]) -> int:
    """Run it with these arguments, and give its exit code."""
    if parser().parse_args(arguments).help:
        write(parser().format_help().rstrip("\n"))
        return DONE
    from ..._serve import missing

    if what := missing():
        raise Unusable(f"mcp: {what}")
    from ..._serve.run import serve_stdio

    serve_stdio()
    return DONE
