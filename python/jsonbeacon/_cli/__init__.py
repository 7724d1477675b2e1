"""The command ``jsonbeacon``: which subcommand is meant, and what ends any of them.

A subcommand is a module in ``commands``, found by its name: it has ``main(argv) -> int``. Without one, ``extract.py``
does what most people want.
"""

from __future__ import annotations

import os
import sys

from ._streams import Unusable, Usage, complain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

DONE, NOTHING, WRONG_USAGE = 0, 1, 2
"""Exit codes: it was done; nothing came of the text; the command was not understood."""

INTERRUPTED, CLOSED_PIPE = 130, 141
"""What a shell reports of a program that SIGINT or SIGPIPE ended."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with these arguments (by default, those of the process), and give its exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    try:
        return _run(arguments)
    except Usage as wrong:
        complain(f"{wrong}\n{_usage(arguments)}")
        return WRONG_USAGE
    except Unusable as wrong:
        complain(str(wrong))
        return WRONG_USAGE
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # What is still buffered has nowhere to go; the interpreter must not try again when it exits.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return CLOSED_PIPE


def _usage(arguments: list[str]) -> str:
    from .commands import NAMES

    if arguments and arguments[0] in NAMES:
        return f"Try 'jsonbeacon {arguments[0]} --help'."
    return "usage: jsonbeacon [OPTION]... [FILE]\nTry 'jsonbeacon --help'."


def _run(arguments: list[str]) -> int:
    from importlib import import_module

    from .commands import NAMES

    if arguments and arguments[0] in NAMES:
        return int(import_module(f"{__name__}.commands.{arguments[0]}").main(arguments[1:]))
    from .extract import main as extract

    return extract(arguments)
