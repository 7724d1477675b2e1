"""How options are written and shown in help; the same whatever the version of Python."""

from __future__ import annotations

import argparse
import sys

from ._streams import Usage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn


class Formatter(argparse.RawDescriptionHelpFormatter):
    """``-t, --tag NAME``, and what an option does beside it."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=26, width=80)

    def _format_action_invocation(self, action: argparse.Action) -> str:
        if not action.option_strings:
            return str(action.metavar)
        names = ", ".join(action.option_strings)
        if action.nargs == 0:
            return names
        metavar = action.metavar or "{" + ",".join(map(str, action.choices or ())) + "}"
        return f"{names}{'' if str(metavar).startswith('[=') else ' '}{metavar}"


class Parser(argparse.ArgumentParser):
    """Mistakes are raised, and options are written in full."""

    def __init__(self, prog: str, usage: str, description: str, epilog: str) -> None:
        more: dict[str, Any] = {"color": False} if sys.version_info >= (3, 14) else {}
        super().__init__(
            prog, usage, description, epilog, formatter_class=Formatter, add_help=False, allow_abbrev=False, **more
        )

    def error(self, message: str) -> NoReturn:
        raise Usage(message)
