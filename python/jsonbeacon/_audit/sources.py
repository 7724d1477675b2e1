"""The files that replies are stored in, and what they are."""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass

from . import Unreadable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

FORMATS = ("jsonl", "csv", "parquet", "text")

STDIN = "-"

_SUFFIXES = {
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".csv": "csv",
    ".tsv": "csv",
    ".parquet": "parquet",
    ".pq": "parquet",
    ".txt": "text",
    ".md": "text",
}
_COMPRESSED = ".gz"
_UNPACK = {".zst": "zstd -dc", ".xz": "xz -dc", ".bz2": "bzip2 -dc"}
"""What is not read, and the command that reads it."""


@dataclass(frozen=True)
class Source:
    """Replies that are counted together: one file of many, or all files that hold one each."""

    name: str
    format: str
    paths: tuple[str, ...]

    @property
    def compressed(self) -> bool:
        return self.paths[0].endswith(_COMPRESSED)

    @property
    def tabs(self) -> bool:
        """Whether the columns are set apart by tabs."""
        return _suffix(self.paths[0]) == ".tsv"

    def size(self) -> int | None:
        """Of all files, in bytes; unknown of a pipe."""
        return None if self.paths == (STDIN,) else sum(os.stat(path).st_size for path in self.paths)

    def fingerprint(self) -> str:
        """Changes when a file is another one, or was written to."""
        facts = hashlib.sha256(self.format.encode())
        for path in self.paths:
            found = os.stat(path)
            facts.update(f"{path}\0{found.st_size}\0{found.st_mtime_ns}\0".encode("utf-8", "surrogateescape"))
        return facts.hexdigest()


def find(paths: Iterable[str], stored_as: str | None) -> list[Source]:
    """What these files and folders are, by their names or as ``stored_as`` says. Each is opened once.

    A folder, and all single files of text, are one source.

    :raises Unreadable: one cannot be read, or is of no format that is known
    """
    found: list[Source] = []
    single: list[str] = []
    for path in paths:
        if path != STDIN and os.path.isdir(path):
            found.append(Source(path, "text", _files_in(path)))
            continue
        stored = stored_as or ("jsonl" if path == STDIN else _format_of(path))
        if path != STDIN:
            try:
                with open(path, "rb"):
                    pass
            except OSError as error:
                raise Unreadable(f"cannot read {path}: {error.strerror}") from None
        if stored == "text":
            single.append(path)
        else:
            found.append(Source("standard input" if path == STDIN else path, stored, (path,)))
    if single:
        name = f"{len(single)} files of text" if single[1:] else single[0]
        found.append(Source("standard input" if name == STDIN else name, "text", tuple(single)))
    return found


def _suffix(path: str) -> str:
    name = os.path.basename(path).lower().removesuffix(_COMPRESSED)
    return os.path.splitext(name)[1]


def _format_of(path: str) -> str:
    suffix = _suffix(path)
    if suffix in _UNPACK:
        raise Unreadable(f"cannot read {path} as it is: {_UNPACK[suffix]} {path} | jsonbeacon audit -")
    if suffix not in _SUFFIXES:
        raise Unreadable(
            f"cannot tell from its name what {path} is: say --input-format {', '.join(FORMATS[:-1])} or {FORMATS[-1]}"
        )
    return _SUFFIXES[suffix]


def _files_in(folder: str) -> tuple[str, ...]:
    """Its files, in the order of their names; each is a reply."""
    try:
        with os.scandir(folder) as entries:
            names = sorted(each.name for each in entries if each.is_file() and not each.name.startswith("."))
    except OSError as error:
        raise Unreadable(f"cannot read {folder}: {error.strerror}") from None
    for name in names:
        if _SUFFIXES.get(_suffix(name), "text") != "text":
            raise Unreadable(f"{folder} holds {name}, which is more than one reply: name such files themselves")
    if not names:
        raise Unreadable(f"there are no files in {folder}")
    return tuple(os.path.join(folder, name) for name in names)
