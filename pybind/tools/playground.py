"""Builds the WebAssembly modules of the playground, and packs them with what they need in a browser.

    python pybind/tools/playground.py FOLDER      for a look at them

The archive is compressed as one: the modules have much in common, so together they take 1.8 MB, and 2.2 MB apart.
"""

from __future__ import annotations

import hashlib
import io
import lzma
import os
import pathlib
import shlex
import subprocess
import sys
import tarfile

import library

#: What the page loads first, and what it loads when that is not enough.
MODULES = ("extract", "full")
ARCHIVE = "engine.tar.xz"
ROOT = pathlib.Path(__file__).resolve().parents[2]
#: A browser's worker unpacks nothing; Python needs memory of this size to.
FILTER = {"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lc": 4, "pb": 0, "dict_size": 16 << 20}


def build(folder: pathlib.Path, env: dict[str, str]) -> pathlib.Path:
    """The archive, made anew where it is not there or what it is made of has changed. ``env`` is for tools that run here."""
    env = dict(env, GOOS="js", GOARCH="wasm", CGO_ENABLED="0")
    folder.mkdir(parents=True, exist_ok=True)
    packed, stamp, digest = folder / ARCHIVE, folder / "stamp", _digest(env)
    if not packed.exists() or not stamp.exists() or stamp.read_text() != digest:
        stamp.unlink(missing_ok=True)
        _compile(folder, env)
        packed.write_bytes(_pack(_files(folder, env)))
        stamp.write_text(digest)
    return packed


def _command(name: str, folder: pathlib.Path) -> list[str]:
    command = ["go", "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w -buildid="]
    command += ["-mod=vendor"] * (ROOT / "vendor").exists()
    return [*command, "-o", str(folder / f"{name}.wasm"), f"./core/playground/{name}"]


def _compile(folder: pathlib.Path, env: dict[str, str]) -> None:
    host = {name: value for name, value in env.items() if name not in ("GOOS", "GOARCH")}
    flags = library.build_flags(ROOT, ROOT / "build/library", host)
    for name in MODULES:
        command = _command(name, folder)
        command[2:2] = flags
        print("+", "GOOS=js GOARCH=wasm", shlex.join(command), flush=True)
        subprocess.run(command, cwd=ROOT, env=env, check=True)


def _files(folder: pathlib.Path, env: dict[str, str]) -> dict[str, bytes]:
    """What the archive holds, in its order."""
    root = subprocess.run(["go", "env", "GOROOT"], cwd=ROOT, env=env, check=True, capture_output=True, text=True).stdout
    return {
        "wasm_exec.js": pathlib.Path(root.strip(), "lib/wasm/wasm_exec.js").read_bytes(),
        "THIRD-PARTY.txt": (ROOT / "THIRD-PARTY.txt").read_bytes(),
        **{f"{name}.wasm": (folder / f"{name}.wasm").read_bytes() for name in MODULES},
    }


def _pack(files: dict[str, bytes]) -> bytes:
    """The same bytes for the same files."""
    tar = io.BytesIO()
    with tarfile.open(fileobj=tar, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, content in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return lzma.compress(tar.getvalue(), filters=[FILTER])


def _digest(env: dict[str, str]) -> str:
    """Of everything that the modules are made from."""
    digest = hashlib.sha256()
    sources = [path for path in (ROOT / "core").rglob("*.go") if not path.name.endswith("_test.go")]
    for path in sorted([*sources, *(ROOT / "pybind/tools").glob("*.py")]):
        digest.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes())
    for name in ("go.mod", "go.sum", "THIRD-PARTY.txt"):
        digest.update((ROOT / name).read_bytes() if (ROOT / name).exists() else b"")
    command = ["go", "env", "GOVERSION", "GOFLAGS", "GOEXPERIMENT", "GOWASM"]
    digest.update(subprocess.run(command, cwd=ROOT, env=env, check=True, capture_output=True).stdout)
    return digest.hexdigest()


if __name__ == "__main__":
    target = pathlib.Path(sys.argv[1]).resolve()
    print(build(target, dict(os.environ)).stat().st_size, "bytes packed")
    for each in MODULES:
        print(each, (target / f"{each}.wasm").stat().st_size, "bytes")
