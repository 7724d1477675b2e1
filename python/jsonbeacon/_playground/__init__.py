"""The playground: a page that runs the engine, as WebAssembly, in the browser.

The page's own files lie here; what the build adds is one archive, with the engine's two modules, Go's
``wasm_exec.js`` that starts them, and the licences.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import pathlib

ARCHIVE = "engine.tar.xz"

KINDS = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
}
"""What the page is made of, by the ends of names, and the media types."""


class NotBuilt(Exception):
    """Why there is no playground."""


def is_built() -> bool:
    """Whether this package has the engine."""
    from importlib.resources import files as resources

    return resources(__name__).joinpath(ARCHIVE).is_file()


def files() -> dict[str, bytes]:
    """Every file of the page by its name, without folders. They work from any static host.

    ``NotBuilt`` if the engine was left out, or this Python cannot unpack it.
    """
    import tarfile
    from importlib.resources import files as resources

    folder = resources(__name__)
    found = {each.name: each.read_bytes() for each in folder.iterdir() if _kind(each.name)}
    try:
        with folder.joinpath(ARCHIVE).open("rb") as packed, tarfile.open(fileobj=packed, mode="r:xz") as archive:
            for member in archive:
                content = archive.extractfile(member)
                assert content is not None
                found[member.name] = content.read()
    except FileNotFoundError:
        raise NotBuilt("it was left out when this package was built, by JSONBEACON_NO_PLAYGROUND=1") from None
    except tarfile.CompressionError:
        raise NotBuilt("this Python has no module lzma, which unpacks it") from None
    return found


def _kind(name: str) -> str | None:
    return KINDS.get(name[name.rfind(".") :])


def export(folder: pathlib.Path) -> int:
    """Write the page's files to a folder, which is made if it is not there, and give their number."""
    found = files()
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in found.items():
        (folder / name).write_bytes(content)
    return len(found)
