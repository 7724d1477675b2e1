"""Pages that are made when the site is built, and links that leave ``docs/``: hooks for MkDocs."""

from __future__ import annotations

import importlib
import importlib.util
import pathlib
import posixpath
import re
import subprocess
import sys
from typing import Any

from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from mkdocs.utils import get_relative_url

ROOT = pathlib.Path(__file__).parent.parent.parent
SOURCES = "https://github.com/jsonbeacon/jsonbeacon/blob/main/"
# What has a page here though it is not in docs/.
PAGES = {
    "README.md#a-tour": "tour.md",
    "README.md#what-it-promises": "promises.md",
    "CHANGELOG.md": "changelog.md",
    "SECURITY.md": "security.md",
}
# A code host goes by the colours of the system, the site by what the reader chose on it.
PICTURE = re.compile(r'<picture>\n<source .*srcset="(.*)">\n<img alt="(.*)" src="(.*)">\n</picture>')
FOUND_LAST = "---\nsearch:\n  boost: 0.2\n---\n"
GO = ("extract", "syntax", "repair", "schema", "candidates", "stream", "text")


def on_files(files: Files, config: Any) -> Files:
    for path, content in {**from_the_readme(), **of_the_go_packages()}.items():
        files.append(File.generated(config, path, content=content))
    for page in files.documentation_pages():
        for target in re.findall(r"\.\./([\w/.-]+\.svg)", page.content_string):
            if target not in files.src_uris:
                files.append(File.generated(config, target, abs_src_path=str(ROOT / target)))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    if page.file.src_uri == "api.md":
        markdown = re.sub(
            r"^- `([\w.]+)`.*\n(?:  .*\n)*", lambda found: directive(found[1]), markdown, flags=re.MULTILINE
        )
    if page.file.src_uri == "go.md":
        markdown = re.sub(r"^\| `core/(\w+)`", r"| [`core/\1`](go/\1.md)", markdown, flags=re.MULTILINE)
    if page.file.src_uri in ("index.md", "playground.md") and has_playground():
        title, first, rest = markdown.split("\n\n", 2)
        button = '<a class="md-button" href="playground/index.html">Open the playground</a>'
        markdown = f"{title}\n\n{first}\n\n{button}\n\n{rest}"
    markdown = PICTURE.sub(r'<img alt="\2" src="\3#only-light">\n<img alt="\2" src="\1#only-dark">', markdown)
    return re.sub(r"(\]\(|src=\")(\.\./)?([^)\s\"]+)", lambda found: outside(found, page.url), markdown)


def outside(found: re.Match[str], url: str) -> str:
    """A link from docs/ to what lies beside it, and a picture in HTML, which MkDocs leaves as it is."""
    target = found[3]
    path, hash_, scheme = target.partition("#")
    if path.endswith(".svg"):
        return found[1] + (path if found[1] == "](" else get_relative_url(path, url) + hash_ + scheme)
    if not found[2]:
        return found[0]
    if not (ROOT / path).exists():
        raise PluginError(f"there is no {path}")
    return found[1] + PAGES.get(target, SOURCES + target)


# ---- The playground


def has_playground() -> bool:
    package = importlib.util.find_spec("jsonbeacon._playground")
    return package is not None and (pathlib.Path(str(package.origin)).parent / "index.html").exists()


def on_post_build(config: Any) -> None:
    if has_playground():
        folder = pathlib.Path(config.site_dir) / "playground"
        subprocess.run([sys.executable, "-m", "jsonbeacon", "playground", "--export", str(folder)], check=True)
    elif (ROOT / "docs" / "playground.md").exists():
        raise PluginError("docs/playground.md tells of a page that the installed jsonbeacon does not have")


# ---- From the files at the top


def from_the_readme() -> dict[str, str]:
    readme = (ROOT / "README.md").read_text("utf-8")

    def section(title: str) -> str:
        text = readme.split(f"\n## {title}\n")[1]
        return re.split(r"\n## ", text)[0]

    pages = {
        "tour.md": "# A tour\n" + re.sub("^###", "##", section("A tour"), flags=re.MULTILINE),
        "promises.md": "# What it promises\n" + section("What it promises"),
        "changelog.md": (ROOT / "CHANGELOG.md").read_text("utf-8"),
        "security.md": (ROOT / "SECURITY.md").read_text("utf-8"),
    }
    # What is in docs/ is a page here, and the rest is with the sources.
    return {
        name: re.sub(r"\]\((?!https?:|#|docs/)", f"]({SOURCES}", text).replace("](docs/", "](")
        for name, text in pages.items()
    }


# ---- The reference


def directive(name: str) -> str:
    """What mkdocstrings is told of a public name. What it has from bases that are public is said there."""
    module, _, attribute = name.rpartition(".")
    options = ""
    if module != "jsonbeacon":
        options += "      show_root_full_path: true\n"
    else:
        thing = getattr(importlib.import_module(module), attribute)
        bases = thing.__mro__[1:] if isinstance(thing, type) else ()
        if any(base.__module__ == "jsonbeacon" for base in bases):
            hidden = [base for base in bases if base.__module__.startswith("jsonbeacon.")]
            names = [each for base in hidden for each in vars(base) if not each.startswith("_")]
            options += f"      inherited_members: {names or 'false'}\n"
    return f"::: {name}\n    options:\n{options}\n" if options else f"::: {name}\n\n"


def of_the_go_packages() -> dict[str, str]:
    made = subprocess.run(
        ["go", "run", "./docs/site/gopages", *(f"core/{each}" for each in GO)],
        cwd=ROOT, check=False, capture_output=True, text=True,
    )  # fmt: skip
    if made.returncode:
        raise PluginError(f"the pages of the Go packages: {made.stderr.strip()}")
    pages: dict[str, str] = {}
    for part in made.stdout.split("\x00")[1:]:
        path, _, text = part.partition("\n")
        pages[posixpath.join("go", path)] = FOUND_LAST + text
    return pages
