"""Completes a source archive, so that it builds without a network and is the same bytes each time.

What setuptools has put into it stays. Added are what the build would otherwise fetch or make with
tools that it would fetch: the Go modules (``vendor/``), and what gopy and pybindgen write
(``pybind/generated/``). Then gopy is not needed any more, and leaves ``go.mod``.
"""

from __future__ import annotations

import gzip
import io
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import tempfile

GENERATED = pathlib.Path("pybind/generated")
#: What vendoring looks at.
GO_FOLDERS = ("core", "pybind", "tests_go")


def is_source_archive() -> bool:
    """Whether the current folder is one, unpacked."""
    return GENERATED.exists()


def date() -> int:
    """When the sources were made, in seconds since 1970: the commit's date, which an archive's files bear too."""
    if pathlib.Path("PKG-INFO").exists():
        return int(os.stat("PKG-INFO").st_mtime)
    run = subprocess.run(["git", "log", "-1", "--format=%ct"], capture_output=True, text=True, check=False)
    return int(run.stdout) if run.returncode == 0 and run.stdout.strip() else int(os.stat("pyproject.toml").st_mtime)


def complete(path: pathlib.Path) -> None:
    """Adds to the archive what is missing, and writes it anew: sorted, all files of one date and nobody's."""
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(path) as archive:
            archive.extractall(folder, filter="data") if hasattr(tarfile, "data_filter") else archive.extractall(folder)
        (root,) = pathlib.Path(folder).iterdir()
        if not is_source_archive():
            _generate(root / GENERATED)
            _vendor(root)
        path.write_bytes(_pack(root, int(os.environ["SOURCE_DATE_EPOCH"])))


def _generate(target: pathlib.Path) -> None:
    command = [sys.executable, "pybind/tools/gopy_gen.py", "pybind/engine/bridgeapi", str(target)]
    subprocess.run(command, env=_environment(), check=True)


def _vendor(root: pathlib.Path) -> None:
    """Runs in a copy of the sources: ``go mod vendor`` writes into the module's own folder."""
    with tempfile.TemporaryDirectory() as folder:
        for name in GO_FOLDERS:
            shutil.copytree(root / name, pathlib.Path(folder, name))
        for name in ("go.mod", "go.sum"):
            shutil.copy(name, folder)
        module = _go(folder, "mod", "edit", "-json")
        tools = [f"-droptool={tool['Path']}" for tool in json.loads(module).get("Tool") or []]
        if tools:
            _go(folder, "mod", "edit", *tools)
        _go(folder, "mod", "tidy")  # and what only the tools required
        _go(folder, "mod", "vendor")
        for name in ("go.mod", "go.sum", "vendor"):
            _replace(pathlib.Path(folder, name), root / name)


def _replace(source: pathlib.Path, target: pathlib.Path) -> None:
    if source.is_dir():
        shutil.copytree(source, target)
    elif source.exists():
        shutil.copy(source, target)
    else:
        target.unlink(missing_ok=True)


def _go(folder: str, *arguments: str) -> str:
    command = ["go", *arguments]
    return subprocess.run(command, cwd=folder, env=_environment(), check=True, stdout=subprocess.PIPE, text=True).stdout


def _environment() -> dict[str, str]:
    # gopy looks for its tools beside the Python that runs it
    path = os.pathsep.join([os.path.dirname(sys.executable), os.environ.get("PATH", os.defpath)])
    return dict(os.environ, PATH=path)


def _pack(root: pathlib.Path, date: int) -> bytes:
    tar = io.BytesIO()
    with tarfile.open(fileobj=tar, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for path in [root, *sorted(root.rglob("*"))]:
            member = archive.gettarinfo(path, str(path.relative_to(root.parent)))
            member.uid = member.gid = 0
            member.uname = member.gname = ""
            member.mtime = date
            member.mode = 0o755 if path.is_dir() or member.mode & 0o100 else 0o644
            if path.is_file():
                with open(path, "rb") as content:
                    archive.addfile(member, content)
            else:
                archive.addfile(member)
    return gzip.compress(tar.getvalue(), mtime=date)
