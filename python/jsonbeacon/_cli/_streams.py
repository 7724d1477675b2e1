"""What goes in and out: bytes, in UTF-8 whatever the locale says."""

from __future__ import annotations

import os
import sys

from .. import JSONBeaconError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import BinaryIO, TextIO

_CHUNK = 1 << 20
_CONTINUATIONS = bytes(range(0x80, 0xC0))
"""The bytes of UTF-8 with which no character starts."""


class Usage(Exception):
    """The command was not understood."""


class Unusable(Exception):
    """A file cannot be read, or nothing can be written."""


def read(path: str | None, limit: int) -> bytes:
    """The text in a file, or from standard input; of one with more than ``limit`` characters little more than that."""
    if path in (None, "-"):
        if sys.stdin is None:
            raise Unusable("standard input is closed")
        if sys.stdin.isatty():
            raise Usage("there is no text: name a FILE, or pipe one in")
        return _read(sys.stdin.buffer, "standard input", limit)
    assert path is not None
    try:
        with open(path, "rb", buffering=0) as file:
            return _read(file, path, limit)
    except OSError as error:
        raise Unusable(f"cannot read {path}: {error.strerror}") from None


def _read(file: BinaryIO, name: str, limit: int) -> bytes:
    text = bytearray()
    characters = 0
    try:
        while characters <= limit and (chunk := file.read(_CHUNK)):
            text += chunk
            characters += len(chunk.translate(None, _CONTINUATIONS))
    except OSError as error:
        raise Unusable(f"cannot read {name}: {error.strerror}") from None
    return bytes(text)


def write(text: str) -> None:
    """Print one result and a line end."""
    if sys.stdout is None:
        raise Unusable("standard output is closed")
    try:
        sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace") + b"\n")
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise Unusable(f"cannot write: {error.strerror}") from None


def complain(text: str) -> None:
    """Tell a person on standard error."""
    note(f"jsonbeacon: {text}")


def note(text: str) -> None:
    if sys.stderr is None:
        return
    try:
        sys.stderr.buffer.write(text.encode("utf-8", "backslashreplace") + b"\n")
        sys.stderr.buffer.flush()
    except OSError:
        pass  # there is nobody left to tell


def colourful(stream: TextIO | None = None) -> bool:
    """Whether a stream (by default standard error) shows colours: it is a terminal, and nobody has said otherwise
    (https://no-color.org)."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    stream = stream or sys.stderr
    return stream is not None and stream.isatty()


def report(error: JSONBeaconError, name: str, as_json: bool) -> None:
    """Tell what is wrong with the text, and show where."""
    if as_json:
        return note(error.to_json())
    excerpt = error.excerpt()
    if not colourful():
        return complain("\n".join(filter(None, [f"{name}: {error} [{error.code}]", excerpt])))
    bold, red, dim, off = "\x1b[1m", "\x1b[31m", "\x1b[2m", "\x1b[0m"
    lines = [f"{name}: {bold}{red}{error}{off} {dim}[{error.code}]{off}"]
    if excerpt:
        *text, caret = excerpt.split("\n")
        lines += [*text, f"{bold}{red}{caret}{off}"] if text else [excerpt]  # without a place there is no caret
    return complain("\n".join(lines))
