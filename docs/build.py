"""Builds the documentation site: ``python docs/build.py [FOLDER]``, by default ``build/site``.

Nothing is installed: the Python that runs it has jsonbeacon and ``.ci/requirements-docs.txt``, and there is a Go on the
PATH. A warning of MkDocs is an error. So is a link or an anchor that leads nowhere, an element without its text for
those who do not see it, and anything that the reader's browser would load from elsewhere.
"""

from __future__ import annotations

import html.parser
import os
import pathlib
import posixpath
import subprocess
import sys
import urllib.parse

DOCS = pathlib.Path(__file__).parent
# What a browser loads by itself, and what it only follows.
LOADS = {"img": "src", "script": "src", "source": "srcset", "iframe": "src"}
LOADED_LINKS = {"stylesheet", "icon", "preconnect", "preload", "modulepreload"}


class Page(html.parser.HTMLParser):
    """The places in a page, and where it leads to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.faults: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        of = dict(attrs)
        if name := of.get("id"):
            if name in self.ids:
                self.faults.append(f"two places are called {name}")
            self.ids.add(name)
        if tag == "img" and of.get("alt") is None:
            self.faults.append(f"a picture without alt: {of.get('src')}")
        if (target := of.get(LOADS.get(tag, ""))) or (
            tag == "link" and LOADED_LINKS & {*(of.get("rel") or "").split()} and (target := of.get("href"))
        ):
            self.loads.append(target)
        elif tag == "a" and (target := of.get("href")):
            self.links.append(target)


def faults(site: pathlib.Path) -> list[str]:
    """What is wrong with the pages of a site."""
    pages = {
        path: Page(path.read_text("utf-8")) for path in sorted(site.rglob("*.html")) if "playground" not in path.parts
    }
    found = []
    for path, page in pages.items():
        name = path.relative_to(site)
        found += [f"{name}: {each}" for each in page.faults]
        found += [f"{name}: loads {each}" for each in page.loads if urllib.parse.urlsplit(each).netloc]
        if name.name == "404.html":
            continue  # it stands at every address, and so refers to the address of the site
        for target in page.links + page.loads:
            link = urllib.parse.urlsplit(target)
            if link.scheme or link.netloc:
                continue
            there = path
            if link.path:
                there = site / posixpath.normpath(
                    posixpath.join(name.parent.as_posix(), urllib.parse.unquote(link.path))
                )
                there = there / "index.html" if there.is_dir() else there
            anchor = urllib.parse.unquote(link.fragment)
            if not there.is_file():
                found.append(f"{name}: there is no {target}")
            elif anchor and there in pages and anchor not in pages[there].ids:
                found.append(f"{name}: there is no place {target}")
    return found


def main(folder: str = "build/site") -> int:
    site = pathlib.Path(folder).absolute()
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--clean"]
    run = subprocess.run(
        [*command, "--config-file", str(DOCS / "site" / "mkdocs.yml"), "--site-dir", str(site)],
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        check=False,
    )
    if run.returncode:
        return run.returncode
    found = faults(site)
    print(*found, sep="\n", end="\n" if found else "")
    print(f"{site}: {len(list(site.rglob('*.html')))} pages, {len(found)} faults")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
