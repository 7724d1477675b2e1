"""What a bug report needs."""

from __future__ import annotations

import os
import platform
import sys
import sysconfig
from typing import TypedDict

from . import __version__, _bridge, _native


class DebugInfo(TypedDict):
    """What ``debug_info()`` returns: a ``dict`` with these keys, always all of them.

    >>> import jsonbeacon
    >>> list(jsonbeacon.DebugInfo.__annotations__)[:4]
    ['jsonbeacon', 'engine', 'go', 'python']
    """

    jsonbeacon: str
    """The version of the package."""

    engine: str | None
    """The version of the engine: another one is a broken installation. ``None`` where the engine cannot run."""

    go: str | None
    """The release of Go that built the engine. ``None`` where the engine cannot run."""

    python: str
    """Which Python, and its version."""

    gil: bool
    """Whether this Python has a global interpreter lock: not, if it was built to run free of it."""

    platform: str
    """The operating system and the machine."""

    libc: str | None
    """The C library and its version, where it tells."""

    cpython_internals: bool
    """Whether objects are made in the ways that only this version of CPython has, the faster ones. Otherwise only the
    public C API is used, with the same results."""

    fork_support: bool
    """Whether the package works in a child that is forked from this process. (Otherwise a call there is an error.)"""

    fork_fault: str | None
    """Why not."""

    runtime_running: bool
    """Whether the engine ran in this process, before it was asked for this."""

    runtime_starts: int
    """How often it had been started by then, in this process and those that it was forked from."""

    runtime_fault: str | None
    """Why the engine cannot run in this process."""


class _Printable(dict[str, object]):
    """Prints as lines that can be pasted into a report."""

    def __str__(self) -> str:
        width = max(map(len, self))
        return "\n".join(f"{name:{width}}  {value}" for name, value in self.items())


def debug_info() -> DebugInfo:
    """Tell the versions, the platform, which of the faster ways are taken, and the state of the engine's runtime.

    A ``dict`` that can be written as JSON; printed, it is a line for each key. Nothing in it is private: there is no
    path, no name of a person or machine, nothing of a text. It starts the engine if it does not run yet, and never
    raises.

    :return: a ``DebugInfo``, which documents each key

    >>> import jsonbeacon
    >>> info = jsonbeacon.debug_info()
    >>> info["jsonbeacon"] == info["engine"] == jsonbeacon.__version__
    True
    >>> print(info)
    jsonbeacon ...
    """
    about = _native.about()
    try:
        engine, fault = _bridge.version(), None
    except RuntimeError as error:
        engine, fault = {}, str(error)
    info = DebugInfo(
        jsonbeacon=__version__,
        engine=engine.get("version"),
        go=engine.get("go"),
        python=f"{platform.python_implementation()} {platform.python_version()}",
        gil=not sysconfig.get_config_var("Py_GIL_DISABLED"),
        platform=f"{sys.platform} {platform.machine()}",
        libc=_libc(),
        cpython_internals=about["internals"],
        fork_support=about["fork_fault"] is None,
        fork_fault=about["fork_fault"],
        runtime_running=about["running"],
        runtime_starts=about["epoch"],
        runtime_fault=fault,
    )
    return _Printable(info)  # type: ignore[return-value]


def _libc() -> str | None:
    try:
        return os.confstr("CS_GNU_LIBC_VERSION")
    except (AttributeError, ValueError, OSError):
        return " ".join(filter(None, platform.libc_ver())) or None


DebugInfo.__module__ = debug_info.__module__ = "jsonbeacon"
