"""The platform that is built for, and whether the engine can work there (``docs/platforms.md``).

The C compiler is asked for it: with ``CC`` set to a cross compiler, the build is for another machine.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from typing import NamedTuple

#: The machines that the engine is built for, by the compiler's name: Go's name of each.
MACHINES = {"x86_64": "amd64", "amd64": "amd64", "aarch64": "arm64", "arm64": "arm64"}

WHY_NOT = {
    "musl": "musl's loader refuses the thread-local storage of Go's shared libraries (golang/go#54805), and hands their "
    "constructors no arguments (golang/go#13492). Use an image with glibc, such as Debian's",
    "android": "it has not been tried",
    "windows": "the engine's gate (pybind/engine/gate_other.c) has not been written for it. Use the Linux subsystem (WSL)",
}


class Target(NamedTuple):
    system: str  # "linux", "darwin"
    machine: str  # Go's name: "amd64", "arm64"
    libc: str  # "glibc", or "" where it is the system's own

    @property
    def resets_after_fork(self) -> bool:
        """Whether ``forkreset.c`` knows the platform. Elsewhere a call in a forked child is an error."""
        return self == ("linux", "amd64", "glibc")


class UnsupportedPlatform(Exception):
    """Says why the package cannot be built, in a sentence for the person who tried."""

    def __init__(self, what: str, why: str) -> None:
        super().__init__(f"jsonbeacon cannot be built for {what}: {why}.")


def triple(compiler: str) -> str:
    """What the compiler says it compiles for, such as ``x86_64-linux-gnu``."""
    try:
        run = subprocess.run([*shlex.split(compiler), "-dumpmachine"], capture_output=True, text=True, check=False)
    except OSError as error:
        raise UnsupportedPlatform(
            "this machine", f"it needs a C compiler, and {compiler!r} is none ({error})"
        ) from None
    return run.stdout.strip()  # zig prints it, and complains


def parse(words: str) -> Target:
    """The target that a compiler's triple names; UnsupportedPlatform where the engine could not work."""
    machine, _, rest = words.partition("-")
    for name, why in WHY_NOT.items():
        if name in rest or (name == "windows" and "mingw" in rest):
            raise UnsupportedPlatform(name, why)
    system = "linux" if "linux" in rest else "darwin" if "darwin" in rest or "macos" in rest else ""
    if not system or machine not in MACHINES:
        raise UnsupportedPlatform(words or "this machine", "only Linux and macOS on x86-64 and 64-bit ARM are known")
    return Target(system, MACHINES[machine], "glibc" if system == "linux" else "")


def check_python() -> None:
    """UnsupportedPlatform where the extension could not be built for the Python that runs this."""
    if sys.implementation.name != "cpython":
        raise UnsupportedPlatform(sys.implementation.name, "the extension is for CPython")
    if sys.platform == "win32":
        raise UnsupportedPlatform("windows", WHY_NOT["windows"])


def find() -> Target:
    """The target of this build; UnsupportedPlatform where there can be none."""
    check_python()
    return parse(triple(os.environ.get("CC") or "cc"))
