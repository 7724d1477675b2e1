"""How far an audit has come, in a file that is whole at any moment."""

from __future__ import annotations

import json
import os
import tempfile
import time
from dataclasses import asdict

from . import Unreadable
from .counts import Counts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .readers import Position

FORMAT = "jsonbeacon.audit.state"
VERSION = 1
EVERY = 2.0
"""How often the file is written, in seconds."""


class State:
    """What has been counted of each source, and where the last of them goes on.

    :param path: where it is kept; ``None``: nowhere
    :param about: what must be the same when it goes on: options, files, their sizes and times
    """

    def __init__(self, path: str | None, about: dict[str, Any]) -> None:
        self.path = path
        self.about: dict[str, Any] = json.loads(json.dumps(about))
        self.counts: list[Counts] = []
        self.columns: list[str | None] = []
        self.errors: list[str | None] = []
        self.position: Position | None = None
        """Of the last source; ``None``: it has been read to its end."""
        self._written = time.monotonic()

    def load(self) -> bool:
        """Take over what the file holds; whether there was one.

        :raises Unreadable: it is none of ours, or of another audit
        """
        if self.path is None or not os.path.exists(self.path):
            return False
        try:
            with open(self.path, "rb") as file:
                kept = json.load(file)
            if kept["format"] != FORMAT or kept["version"] != VERSION:
                raise ValueError
            about = kept["about"]
            counts = [Counts(**each) for each in kept["counts"]]
            columns, errors, position = kept["columns"], kept["errors"], kept["position"]
        except OSError as error:
            raise Unreadable(f"cannot read {self.path}: {error.strerror}") from None
        except (ValueError, LookupError, TypeError):
            raise Unreadable(f"{self.path} is not the state of an audit by this version of jsonbeacon") from None
        for name, now in self.about.items():
            if about.get(name) != now:
                raise Unreadable(f"{self.path} is the state of an audit with other {name}; without it, one starts anew")
        self.counts, self.columns, self.errors, self.position = counts, columns, errors, position
        return True

    def save_now_and_then(self) -> None:
        if time.monotonic() - self._written >= EVERY:
            self.save()

    def save(self) -> None:
        """Write it, so that a reader finds what it was or what it is, and nothing between.

        :raises Unreadable: it cannot be written
        """
        if self.path is None:
            return
        kept = {
            "format": FORMAT,
            "version": VERSION,
            "about": self.about,
            "counts": [asdict(each) for each in self.counts],
            "columns": self.columns,
            "errors": self.errors,
            "position": self.position,
        }
        write_whole(self.path, json.dumps(kept).encode())
        self._written = time.monotonic()


def check_writable(path: str) -> None:
    """Whether ``write_whole`` is going to work, as far as can be told before.

    :raises Unreadable: it is not
    """
    folder = os.path.dirname(path) or "."
    if os.path.isdir(path) or not os.path.isdir(folder) or not os.access(folder, os.W_OK | os.X_OK):
        raise Unreadable(f"cannot write {path}: there is no such folder, or nothing may be written there")


def write_whole(path: str, data: bytes) -> None:
    """Write a file, or leave what was there.

    :raises Unreadable: it cannot be written
    """
    temporary = None
    try:
        with tempfile.NamedTemporaryFile(dir=os.path.dirname(path) or ".", prefix=".audit-", delete=False) as file:
            temporary = file.name
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, _mode())
        os.replace(temporary, path)
    except OSError as error:
        raise Unreadable(f"cannot write {path}: {error.strerror}") from None
    finally:
        if temporary is not None and os.path.exists(temporary):
            os.unlink(temporary)


def _mode() -> int:
    """What a file has that a program makes: only one way shows the mask."""
    mask = os.umask(0o077)
    os.umask(mask)
    return 0o666 & ~mask
