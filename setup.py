"""Builds the engine (Go, one library for all Pythons) and the extension that is linked to it (C).

Everything else about the package is in pyproject.toml. The environment chooses variants:

    JSONBEACON_ASAN=1         both libraries with AddressSanitizer, without support for fork
    JSONBEACON_PUBLIC_API=1   the extension without anything of CPython's internals
    JSONBEACON_SYMBOLS=1      both libraries with symbols, for profilers and debuggers
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import pathlib
import platform
import shlex
import subprocess
import sys
from collections.abc import Iterator

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

ROOT = pathlib.Path(__file__).parent.resolve()
NATIVE = pathlib.Path("pybind/native")

ASAN = os.environ.get("JSONBEACON_ASAN") == "1"
PUBLIC_API = os.environ.get("JSONBEACON_PUBLIC_API") == "1"
STRIP = os.environ.get("JSONBEACON_SYMBOLS") != "1" and not ASAN
VARIANT = "-asan" * ASAN + "-public" * PUBLIC_API + "-symbols" * (not STRIP)
# In the module's tree: the main package that gopy_gen.py writes imports ours.
GENERATED = pathlib.Path("build/gen" + "-asan" * ASAN)

LINUX = sys.platform == "linux"
#: What forkreset.c relies on. Elsewhere a call in a forked child is an error.
FORKRESET = LINUX and platform.machine() == "x86_64" and platform.libc_ver()[0] == "glibc" and not ASAN
#: File name and SONAME: the dynamic linker takes a loaded library of the same SONAME for ours.
ENGINE = "libjsonbeacon_engine" + (".so" if LINUX else ".dylib")


def engine_link_flags() -> list[str]:
    if not LINUX:
        return [f"-Wl,-install_name,@rpath/{ENGINE}"]
    flags = [
        f"-Wl,-soname,{ENGINE}",
        f"-Wl,--version-script={ROOT / 'pybind/engine/exports.map'}",
        "-Wl,-z,now",  # so that no relocated table lies in the data that forkreset puts back
        "-Wl,-z,nodelete",
    ]
    if not ASAN:  # the sanitizer's own names are resolved when the process starts
        flags.append("-Wl,-z,defs")
    if FORKRESET:
        wrapped = ("pthread_create", "pthread_key_create", "_cgo_wait_runtime_init_done")
        flags += [f"-Wl,--wrap={name}" for name in wrapped]
    return flags


def engine_command() -> list[str]:
    strip = "-s -w " * STRIP
    command = ["go", "build", "-trimpath", "-buildvcs=false", "-buildmode=c-shared"]
    command += ["-asan"] * ASAN + ["-tags=forkreset"] * FORKRESET
    command.append(f"-ldflags={strip}-extldflags '{' '.join(engine_link_flags())}'")
    return [*command, "-o", str(GENERATED / ENGINE), f"./{GENERATED}/go"]


def engine_digest(env: dict[str, str]) -> str:
    """Of everything that the engine is made from: while it is the same, so is the engine."""
    digest = hashlib.sha256()
    for folder in ("core", "pybind/engine", "pybind/tools"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_file() and path.suffix != ".pyc":
                digest.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes())
    for name in ("go.mod", "go.sum", "pyproject.toml", "setup.py"):
        digest.update((ROOT / name).read_bytes())
    names = ["GOVERSION", "GOOS", "GOARCH", "GOAMD64", "GOFLAGS", "GOEXPERIMENT", "CC", "CGO_CFLAGS", "CGO_LDFLAGS"]
    digest.update(subprocess.run(["go", "env", *names], cwd=ROOT, env=env, check=True, capture_output=True).stdout)
    digest.update(repr(engine_command()).encode())
    return digest.hexdigest()


def extension() -> Extension:
    compile_flags = ["-std=c11", "-O3", "-fvisibility=hidden", "-Wall", "-Wextra", "-Wno-missing-field-initializers"]
    link_flags = ["-Wl,-rpath,$ORIGIN", "-Wl,-z,now"] if LINUX else ["-Wl,-rpath,@loader_path"]
    if ASAN:
        compile_flags += ["-fsanitize=address", "-fno-omit-frame-pointer", "-g", "-O1"]
        link_flags += ["-fsanitize=address"]
    if STRIP and LINUX:
        link_flags += ["-Wl,-s"]
    if PUBLIC_API:
        compile_flags.append("-DJSONBEACON_PUBLIC_API")
    sources = sorted(str(path.relative_to(ROOT)) for path in (ROOT / NATIVE).glob("*.c"))
    headers = sorted(str(path.relative_to(ROOT)) for path in (ROOT / NATIVE).glob("*.h"))
    return Extension(
        "jsonbeacon._native",
        sources=sources,
        depends=[*headers, "setup.py", "pybind/engine/engine.h", f"{GENERATED}/pybind.c", f"{GENERATED}/pybind_go.h"],
        include_dirs=["pybind/engine", str(GENERATED)],
        library_dirs=[str(GENERATED)],
        libraries=["jsonbeacon_engine"],
        extra_compile_args=compile_flags,
        extra_link_args=link_flags,
    )


@contextlib.contextmanager
def only_one_build() -> Iterator[None]:
    """Builds for several Pythons share what is generated."""
    (ROOT / "build").mkdir(exist_ok=True)
    try:
        import fcntl
    except ImportError:
        yield
        return
    with open(ROOT / "build" / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


class BuildPython(build_py):
    def run(self) -> None:
        # A module that was deleted or renamed since the last build must not stay in the wheel.
        if not self.editable_mode:
            for path in (pathlib.Path(self.build_lib) / "jsonbeacon").rglob("*.py*"):
                path.unlink()
        super().run()


class BuildExtension(build_ext):
    def run(self) -> None:
        last = pathlib.Path(self.build_temp) / "variant"
        with only_one_build():
            self.build_engine()
            # setuptools looks at the age of files alone
            self.force = self.force or not last.exists() or last.read_text() != VARIANT
            super().run()
            last.parent.mkdir(parents=True, exist_ok=True)
            last.write_text(VARIANT)

    def build_engine(self) -> None:
        env = dict(os.environ, CGO_ENABLED="1")
        env.setdefault("CGO_CFLAGS", "-O2")
        env["PATH"] = os.pathsep.join([os.path.dirname(sys.executable), env.get("PATH", os.defpath)])
        generate = [sys.executable, "pybind/tools/gopy_gen.py", "pybind/engine/bridgeapi", str(GENERATED)]
        stamp, digest = ROOT / GENERATED / "stamp", engine_digest(env)
        if not stamp.exists() or stamp.read_text() != digest:
            stamp.unlink(missing_ok=True)
            sys.path.insert(0, str(ROOT / "pybind/tools"))
            import library

            changed = library.build_flags(ROOT, ROOT / "build/library", env)
            for command in (generate, [*engine_command()[:2], *changed, *engine_command()[2:]]):
                print("+", shlex.join(command), flush=True)
                subprocess.run(command, cwd=ROOT, env=env, check=True)
            stamp.write_text(digest)
        package = (ROOT / "python" if self.inplace else pathlib.Path(self.build_lib)) / "jsonbeacon"
        package.mkdir(parents=True, exist_ok=True)
        self.copy_file(str(ROOT / GENERATED / ENGINE), str(package / ENGINE))

    def build_extensions(self) -> None:
        # A wheel must not look for libraries where the Python that built it lives.
        self.compiler.linker_so = [flag for flag in self.compiler.linker_so if not flag.startswith("-Wl,-rpath")]
        super().build_extensions()

    def get_outputs(self) -> list[str]:
        return [*super().get_outputs(), os.path.join(self.build_lib, "jsonbeacon", ENGINE)]


setup(ext_modules=[extension()], cmdclass={"build_ext": BuildExtension, "build_py": BuildPython})
