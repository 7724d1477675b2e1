"""Builds the wheels of a release from its source archive, with zig, for a glibc that is older than this machine's.

    pip install -r pybind/tools/wheels.txt
    python pybind/tools/wheels.py --out dist                        for each Python 3.10 to 3.13 that is found
    python pybind/tools/wheels.py --out dist --machine aarch64      cross-compiled

Each wheel is checked: that it keeps what its tag promises (auditwheel), and, where this machine can
run it, that it works in an environment of its own, in a forked child too.
"""

from __future__ import annotations

import argparse
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile

import headers
import ziglang

ROOT = pathlib.Path(__file__).resolve().parents[2]
VERSIONS = ("3.10", "3.11", "3.12", "3.13")
#: What wheels are built for, and the number by which ELF files name it.
MACHINES = {"x86_64": 62, "aarch64": 183}

SMOKE = """
import os, jsonbeacon
assert jsonbeacon.extract_json('Sure: {"a": [1, 2.5, "x"]}') == {"a": [1, 2.5, "x"]}
child = os.fork()
if not child:
    os._exit(jsonbeacon.extract_json('Sure: {"b": 1}') != {"b": 1})
assert os.waitpid(child, 0)[1] == 0
print(jsonbeacon.__version__, "works here, and in a forked child")
"""


def find_pythons() -> list[str]:
    """Of each version one: pyenv's or the one on PATH."""
    found = []
    for version in VERSIONS:
        pyenv = pathlib.Path(os.environ.get("PYENV_ROOT", pathlib.Path.home() / ".pyenv"), "versions")
        candidates = [
            *sorted(map(str, pyenv.glob(f"{version}.*/bin/python")), reverse=True),
            shutil.which(f"python{version}"),
        ]
        found += [each for each in candidates if each][:1]
    return found


def run(*command: object, **environment: str) -> None:
    arguments = [str(each) for each in command]
    print("+", shlex.join(arguments), flush=True)
    subprocess.run(arguments, check=True, env=dict(os.environ, **environment), cwd=ROOT)


def ask(python: str, code: str) -> str:
    return subprocess.run([python, "-c", code], check=True, capture_output=True, text=True).stdout.strip()


def source_archive(out: pathlib.Path) -> pathlib.Path:
    with tempfile.TemporaryDirectory() as folder:
        run(sys.executable, "-m", "build", "-q", "--sdist", "-o", folder, ".")
        (path,) = pathlib.Path(folder).iterdir()
        return pathlib.Path(shutil.copy(path, out))


def unpack(archive: pathlib.Path, target: pathlib.Path) -> pathlib.Path:
    """One folder for all Pythons: they share the engine."""
    shutil.rmtree(target, ignore_errors=True)
    with tarfile.open(archive) as tar:
        tar.extractall(target)
    (root,) = target.iterdir()
    return root


def build(python: str, source: pathlib.Path, machine: str, glibc: str, out: pathlib.Path) -> pathlib.Path:
    """The wheel of the unpacked source archive for one Python."""
    triple = f"{machine}-linux-gnu"
    # Go calls it a hundred times: not by way of Python.
    compiler = [str(pathlib.Path(ziglang.__file__).parent / "zig"), "cc", "-target", f"{triple}.{glibc}"]
    environment = {
        "CC": shlex.join(compiler),
        "LDSHARED": shlex.join([*compiler, "-shared"]),
        "JSONBEACON_SBOM": "1",
        # no -g: the names of this machine's folders must not come into the wheel
        "CFLAGS": "-g0",
    }
    if machine != ask(python, "import platform; print(platform.machine())"):
        suffix = ask(python, "import sysconfig; print(sysconfig.get_config_var('EXT_SUFFIX'))")
        include = source.parent / f"headers{suffix}"
        headers.translate(
            pathlib.Path(ask(python, "import sysconfig; print(sysconfig.get_path('include'))")), include, compiler
        )
        environment["CFLAGS"] += f" -I{include}"
        environment["SETUPTOOLS_EXT_SUFFIX"] = re.sub(r"\w+-linux-gnu", triple, suffix)
        environment["_PYTHON_HOST_PLATFORM"] = f"linux-{machine}"
    tag = f"manylinux_{glibc.replace('.', '_')}_{machine}"
    with tempfile.TemporaryDirectory() as folder:
        option = f"--config-settings=--build-option=--plat-name={tag}"
        run(python, "-m", "pip", "wheel", "-q", "--no-deps", option, "-w", folder, source, **environment)
        (wheel,) = pathlib.Path(folder).iterdir()
        return pathlib.Path(shutil.copy(wheel, out))


def check_tag(wheel: pathlib.Path) -> None:
    """What auditwheel finds the wheel to need must be no more than its tag promises."""
    shown = subprocess.run(
        [sys.executable, "-m", "auditwheel", "show", wheel], capture_output=True, text=True, check=False
    )
    words = " ".join(shown.stdout.split())  # it breaks lines
    found = re.search(r'consistent with the following platform tag: "manylinux_(\d+)_(\d+)_(\w+)"', words)
    promised = re.search(r"-manylinux_(\d+)_(\d+)_(\w+)\.whl", wheel.name)
    if not found or not promised or found.group(3) != promised.group(3):
        raise SystemExit(f"{wheel.name}: auditwheel says:\n{shown.stdout}{shown.stderr}")
    if tuple(map(int, found.groups()[:2])) > tuple(map(int, promised.groups()[:2])):
        raise SystemExit(f"{wheel.name} needs glibc {found.group(1)}.{found.group(2)}")
    print(f"{wheel.name}: {wheel.stat().st_size:,} bytes, needs glibc {found.group(1)}.{found.group(2)} at most")


def check_contents(wheel: pathlib.Path) -> None:
    """The two libraries are of the machine that the tag names; licences and the list of modules are there."""
    elf_machine = MACHINES[wheel.stem.rpartition("-")[2].split("_", 3)[3]]
    with zipfile.ZipFile(wheel) as archive:
        libraries = [name for name in archive.namelist() if name.endswith(".so")]
        machines = {int.from_bytes(archive.read(name)[18:20], "little") for name in libraries}
        parts = {
            "/".join(pathlib.PurePosixPath(name).parts[1:]) for name in archive.namelist() if ".dist-info/" in name
        }
    if len(libraries) != 2 or machines != {elf_machine}:
        raise SystemExit(f"{wheel.name}: libraries {libraries} of ELF machines {machines}, not {elf_machine}")
    missing = {"licenses/LICENSE", "licenses/THIRD-PARTY.txt", "sboms/jsonbeacon-engine.cdx.json"} - parts
    if missing:
        raise SystemExit(f"{wheel.name} lacks {sorted(missing)}")


def check_works(python: str, wheel: pathlib.Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        run(python, "-m", "venv", "--without-pip", folder)
        inside = pathlib.Path(folder, "bin", "python")
        run(python, "-m", "pip", "--python", inside, "install", "-q", "--no-index", wheel)
        subprocess.run([inside, "-I", "-c", SMOKE], check=True, cwd=folder)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "dist", help="where the archives go")
    parser.add_argument("--python", action="append", metavar="PATH", help="build for this one; repeatable")
    parser.add_argument("--machine", choices=MACHINES, default="x86_64")
    parser.add_argument("--glibc", default="2.17", help="the oldest one that the wheels shall work with")
    parser.add_argument("--work", type=pathlib.Path, default=ROOT / "build" / "wheels", help="where they are built")
    parser.add_argument("--sdist", type=pathlib.Path, help="build from this source archive instead of a new one")
    given = parser.parse_args()
    given.out, given.work = given.out.resolve(), given.work.resolve()
    given.out.mkdir(parents=True, exist_ok=True)
    archive = given.sdist.resolve() if given.sdist else source_archive(given.out)
    source = unpack(archive, given.work / given.machine)
    for python in given.python or find_pythons():
        python = ask(python, "import sys; print(sys.executable)")
        wheel = build(python, source, given.machine, given.glibc, given.out)
        check_tag(wheel)
        check_contents(wheel)
        if given.machine == ask(python, "import platform; print(platform.machine())"):
            check_works(python, wheel)


if __name__ == "__main__":
    main()
