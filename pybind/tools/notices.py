"""Writes THIRD-PARTY.txt: the licences of what is linked into the engine beside this project's own code. The
playground's engine has the same in it, and brings along Go's ``wasm_exec.js``.

    python pybind/tools/notices.py

What that is, is asked of Go, for the packages that the engine is made of: a module that comes in is
there too. A test compares the file with what would be written.
"""

from __future__ import annotations

import json
import pathlib
import subprocess
from typing import Any, NamedTuple

ROOT = pathlib.Path(__file__).resolve().parents[2]
FILE = ROOT / "THIRD-PARTY.txt"
ENGINE = ("./pybind/engine", "./pybind/engine/bridgeapi")

HEADER = """\
The library libjsonbeacon_engine and the engine of the playground, which are part of the package
jsonbeacon, contain software of others, under the licences below. (Written by pybind/tools/notices.py.)
"""

#: How a licence is told, by words that only it has. The first that fits.
LICENSES = {
    "Apache-2.0": ("Apache License", "Version 2.0"),
    "MPL-2.0": ("Mozilla Public License Version 2.0",),
    "BSD-3-Clause": ("Redistribution and use in source and binary forms", "Neither the name of"),
    "BSD-2-Clause": ("Redistribution and use in source and binary forms",),
    "ISC": ("Permission to use, copy, modify, and/or distribute",),
    "MIT": ("Permission is hereby granted, free of charge",),
}


class Component(NamedTuple):
    name: str
    license: str  # as SPDX names it
    text: str


def _go(*arguments: str) -> str:
    return subprocess.run(["go", *arguments], cwd=ROOT, check=True, capture_output=True, text=True).stdout


def license_of(text: str) -> str:
    words = " ".join(text.split())
    for name, signs in LICENSES.items():
        if all(sign in words for sign in signs):
            return name
    raise SystemExit(f"an unknown licence, to be added to notices.py:\n{text[:400]}")


def _texts(folder: pathlib.Path) -> str:
    """The licence in a module's folder, and what it wants to be passed on."""
    names = sorted(
        path for path in folder.iterdir() if path.stem.upper() in ("LICENSE", "LICENCE", "COPYING", "NOTICE")
    )
    if not names:
        raise SystemExit(f"{folder} has no licence")
    return "\n\n".join(path.read_text().strip() for path in names)


def _standard_library() -> Component:
    root = pathlib.Path(_go("env", "GOROOT").strip())
    # Not every distribution of Go has the first; the others are the same text, of packages that Go brings along.
    places = [root / "LICENSE", *sorted((root / "src/cmd/vendor/golang.org/x").glob("*/LICENSE"))]
    text = next(path.read_text().strip() for path in places if path.exists())
    return Component("Go: the runtime, the standard library, and wasm_exec.js", license_of(text), text)


def _modules() -> dict[str, pathlib.Path]:
    """The modules beside our own that a package of the engine is from, and their folders."""
    decoder, found = json.JSONDecoder(), {}
    rest = _go("list", "-deps", "-json=ImportPath,Dir,Module,Standard", *ENGINE)
    while rest := rest.strip():
        package, end = decoder.raw_decode(rest)
        rest = rest[end:]
        module: dict[str, Any] = package.get("Module") or {}
        if not package.get("Standard") and not module.get("Main"):
            found[module["Path"]] = pathlib.Path(module.get("Dir") or ROOT / "vendor" / module["Path"])
    return found


def components() -> list[Component]:
    """What the engine contains, in the order of names; Go itself first."""
    found = [_standard_library()]
    for name, folder in sorted(_modules().items()):
        text = _texts(folder)
        found.append(Component(name, license_of(text), text))
    return found


def page() -> str:
    parts = [HEADER]
    for each in components():
        parts.append(f"{'=' * 80}\n{each.name}\n{each.license}\n{'=' * 80}\n\n{each.text}\n")
    return "\n".join(parts)


if __name__ == "__main__":
    FILE.write_text(page())
