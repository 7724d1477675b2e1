"""The subcommands, a module each; its docstring's first line says what it is for."""

from __future__ import annotations

import pkgutil

NAMES = frozenset(module.name for module in pkgutil.iter_modules(__path__))
"""What can stand first on the command line; a file of that name is ``./NAME``."""
