"""Builds the engine (Go, one library for all Pythons) and the extension that is linked to it (C).

Everything else about the package is in pyproject.toml. The environment chooses variants:

    JSONBEACON_ASAN=1         both libraries with AddressSanitizer, without support for fork, and the
                              extension with UndefinedBehaviorSanitizer, any finding of which ends the process
    JSONBEACON_PUBLIC_API=1   the extension without anything of CPython's internals
    JSONBEACON_SYMBOLS=1      both libraries with symbols, for profilers and debuggers
    JSONBEACON_NO_PLAYGROUND=1  without the engine of ``jsonbeacon playground``: 1.8 MB less
    JSONBEACON_SBOM=1         the wheel with a list of what the engine is made of (asks the module proxy for the tool)

``CC`` and ``LDSHARED`` choose the compiler, and with it the platform: pybind/tools/wheels.py sets them.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import json
import os
import pathlib
import shlex
import subprocess
import sys
from collections.abc import Iterator

from setuptools import Extension, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

ROOT = pathlib.Path(__file__).parent.resolve()
sys.path.insert(0, str(ROOT / "pybind/tools"))
import library
import playground
import target

NATIVE = pathlib.Path("pybind/native")

ASAN = os.environ.get("JSONBEACON_ASAN") == "1"
PUBLIC_API = os.environ.get("JSONBEACON_PUBLIC_API") == "1"
SYMBOLS = os.environ.get("JSONBEACON_SYMBOLS") == "1"
PLAYGROUND = os.environ.get("JSONBEACON_NO_PLAYGROUND") != "1"
SBOM = os.environ.get("JSONBEACON_SBOM") == "1"
STRIP = not SYMBOLS and not ASAN
VARIANT = repr([ASAN, PUBLIC_API, SYMBOLS, *map(os.environ.get, ("CC", "LDSHARED", "CFLAGS"))])

#: What gopy and pybindgen write, in the module's tree because the main package among it imports ours.
#: A source archive brings it along, so that neither is needed to build from one.
SHIPPED = pathlib.Path("pybind/generated")
BUILD = pathlib.Path("build/gen" + "-asan" * ASAN)
GENERATED = SHIPPED if (ROOT / SHIPPED).exists() else BUILD

LINUX = sys.platform == "linux"
#: File name and SONAME: the dynamic linker takes a loaded library of the same SONAME for ours.
ENGINE = "libjsonbeacon_engine" + (".so" if LINUX else ".dylib")

#: The same of the playground: WebAssembly.
PAGE_ENGINE = f"_playground/{playground.ARCHIVE}"

#: What lists the Go modules in the engine (CycloneDX).
SBOM_TOOL = "github.com/CycloneDX/cyclonedx-gomod/cmd/cyclonedx-gomod@v1.10.0"


@functools.cache
def built_for() -> target.Target:
    try:
        return target.find()
    except target.UnsupportedPlatform as error:
        sys.exit(str(error))


def resets_after_fork() -> bool:
    return built_for().resets_after_fork and not ASAN


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
    if resets_after_fork():
        wrapped = ("pthread_create", "pthread_key_create", "_cgo_wait_runtime_init_done")
        flags += [f"-Wl,--wrap={name}" for name in wrapped]
    return flags


def engine_command() -> list[str]:
    strip = "-s -w " * STRIP
    command = ["go", "build", "-trimpath", "-buildvcs=false", "-buildmode=c-shared"]
    command += ["-asan"] * ASAN + ["-tags=forkreset"] * resets_after_fork()
    # Without this, go would fetch what a source archive has in its own folder.
    command += ["-mod=vendor"] * (ROOT / "vendor").exists()
    # Go's own build ID tells the folder apart, through the path in these flags.
    command.append(f"-ldflags={strip}-buildid= -extldflags '{' '.join(engine_link_flags())}'")
    return [*command, "-o", str(BUILD / ENGINE), f"./{GENERATED}/go"]


def sbom_command() -> list[str]:
    options = ["-json", "-std", "-noserial", "-output", str(BUILD / "sbom.json")]
    return ["go", "run", SBOM_TOOL, "bin", *options, str(BUILD / ENGINE)]


def go_environment() -> dict[str, str]:
    env = dict(os.environ, CGO_ENABLED="1", GOARCH=built_for().machine)
    env.setdefault("CGO_CFLAGS", "-O2")
    env["PATH"] = os.pathsep.join([os.path.dirname(sys.executable), env.get("PATH", os.defpath)])
    return env


def host_environment(env: dict[str, str]) -> dict[str, str]:
    """For what runs here, whatever is built for: tools, which need no C compiler."""
    ours = ("CC", "CXX", "CFLAGS", "CGO_CFLAGS", "CGO_ENABLED", "GOARCH", "GOOS", "LDSHARED")
    return {name: value for name, value in env.items() if name not in ours}


def engine_digest(env: dict[str, str]) -> str:
    """Of everything that the engine is made from: while it is the same, so is the engine."""
    digest = hashlib.sha256()
    for folder in ("core", "pybind/engine", "pybind/tools"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_file() and path.suffix != ".pyc":
                digest.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes())
    for name in ("go.mod", "go.sum", "pyproject.toml", "setup.py"):
        digest.update((ROOT / name).read_bytes() if (ROOT / name).exists() else b"")
    names = ["GOVERSION", "GOOS", "GOARCH", "GOAMD64", "GOFLAGS", "GOEXPERIMENT", "CC", "CGO_CFLAGS", "CGO_LDFLAGS"]
    digest.update(subprocess.run(["go", "env", *names], cwd=ROOT, env=env, check=True, capture_output=True).stdout)
    digest.update(repr([engine_command(), SBOM]).encode())
    return digest.hexdigest()


def extension() -> Extension:
    compile_flags = ["-std=c11", "-O3", "-fvisibility=hidden", "-Wall", "-Wextra", "-Wno-missing-field-initializers"]
    link_flags = ["-Wl,-rpath,$ORIGIN", "-Wl,-z,now"] if LINUX else ["-Wl,-rpath,@loader_path"]
    if ASAN:
        compile_flags += ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]
        compile_flags += ["-fno-omit-frame-pointer", "-g", "-O1"]
        link_flags += ["-fsanitize=address,undefined"]
    if STRIP and LINUX:
        link_flags += ["-Wl,-s"]
    if PUBLIC_API:
        compile_flags.append("-DJSONBEACON_PUBLIC_API")
    sources = sorted(str(path.relative_to(ROOT)) for path in (ROOT / NATIVE).glob("*.c"))
    folders = (ROOT / NATIVE, ROOT / "pybind/engine")
    headers = sorted(str(path.relative_to(ROOT)) for folder in folders for path in folder.glob("*.h"))
    return Extension(
        "jsonbeacon._native",
        sources=sources,
        depends=[*headers, "setup.py", f"{GENERATED}/pybind.c", f"{GENERATED}/pybind_go.h"],
        include_dirs=["pybind/engine", str(GENERATED)],
        library_dirs=[str(BUILD)],
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
        env = go_environment()
        (ROOT / BUILD).mkdir(parents=True, exist_ok=True)
        stamp, digest = ROOT / BUILD / "stamp", engine_digest(env)
        if not stamp.exists() or stamp.read_text() != digest:
            stamp.unlink(missing_ok=True)
            engine = engine_command()
            engine[2:2] = library.build_flags(ROOT, ROOT / "build/library", host_environment(env))
            commands = [(engine, env)]
            if GENERATED == BUILD:
                generate = [sys.executable, "pybind/tools/gopy_gen.py", "pybind/engine/bridgeapi", str(BUILD)]
                commands.insert(0, (generate, host_environment(env)))
            if SBOM:
                commands.append((sbom_command(), host_environment(env) | {"CGO_ENABLED": "0"}))
            for command, environment in commands:
                print("+", shlex.join(command), flush=True)
                subprocess.run(command, cwd=ROOT, env=environment, check=True)
            stamp.write_text(digest)
        package = (ROOT / "python" if self.inplace else pathlib.Path(self.build_lib)) / "jsonbeacon"
        package.mkdir(parents=True, exist_ok=True)
        for made in (ENGINE, PAGE_ENGINE):  # what a build of another kind left there may be younger, and would stay
            (package / made).unlink(missing_ok=True)
        self.copy_file(str(ROOT / BUILD / ENGINE), str(package / ENGINE))
        if PLAYGROUND:
            packed = playground.build(ROOT / "build/playground", host_environment(env))
            (package / PAGE_ENGINE).parent.mkdir(exist_ok=True)
            self.copy_file(str(packed), str(package / PAGE_ENGINE))

    def build_extensions(self) -> None:
        # A wheel must not look for libraries where the Python that built it lives.
        self.compiler.linker_so = [flag for flag in self.compiler.linker_so if not flag.startswith("-Wl,-rpath")]
        super().build_extensions()

    def get_outputs(self) -> list[str]:
        made = [ENGINE, *[PAGE_ENGINE] * PLAYGROUND]
        return [*super().get_outputs(), *(os.path.join(self.build_lib, "jsonbeacon", name) for name in made)]


class BuildWheel(bdist_wheel):
    def write_wheelfile(self, wheelfile_base: str, **more: str) -> None:
        super().write_wheelfile(wheelfile_base, **more)
        if SBOM:  # PEP 770
            folder = pathlib.Path(wheelfile_base, "sboms")
            folder.mkdir(exist_ok=True)
            (folder / "jsonbeacon-engine.cdx.json").write_text(self.sbom())

    def sbom(self) -> str:
        """What the tool wrote, with the package's version, and without the time at which it ran."""
        bom = json.loads((ROOT / BUILD / "sbom.json").read_text())
        bom["metadata"]["component"]["version"] = self.distribution.get_version()
        del bom["metadata"]["timestamp"]
        return json.dumps(bom, indent=1) + "\n"


COMMANDS = {"build_ext": BuildExtension, "build_py": BuildPython, "bdist_wheel": BuildWheel}
setup(ext_modules=[extension()], cmdclass=COMMANDS)
