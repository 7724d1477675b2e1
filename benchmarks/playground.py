"""What the page of the playground costs to load: `python -m benchmarks.playground`, with the package installed.

It needs Playwright and Chromium (.ci/requirements-browser.txt). Every figure is the median of several visits by a
browser that has been nowhere before, from the same machine. `--pictures` takes the pictures of the README instead.
"""

from __future__ import annotations

import argparse
import gzip
import statistics
import sys
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING

HERE = Path(__file__).parent
PICTURES = HERE.parent / "docs" / "pictures"

sys.path.insert(0, str(HERE.parent / "tests_py"))
import browser

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

REPLY = "Sure! Here is what I found:\n\n{'name': 'Zoë', 'active': True, 'visits': 9007199254740993,\n 'tags': ['new', 'vip',]}\n\nAn earlier draft was {\"name\": null}."


def visit(chromium: Browser, address: str) -> tuple[float, set[str], float, set[str]]:
    """Milliseconds to the first answer, the files it took, milliseconds to the first candidate list, and its files."""
    context = chromium.new_context()
    page = context.new_page()
    loaded: list[str] = []
    page.on("response", lambda response: loaded.append(response.url))
    page.goto(address)
    page.wait_for_selector("html[data-answered]", state="attached")
    first = page.evaluate("performance.getEntriesByName('first-answer')[0].startTime")
    files = set(loaded)
    started = page.evaluate("performance.now()")
    page.get_by_role("tab", name="Candidate list").click()
    page.wait_for_selector(".candidates")
    second = page.evaluate("performance.now()") - started
    context.close()
    return first, files, second, set(loaded) - files


def size(url: str) -> int:
    """The bytes of a file as it is sent to one that reads gzip from afar."""
    with urllib.request.urlopen(url) as response:
        return len(gzip.compress(response.read(), 6))


def take_pictures(chromium: Browser, address: str) -> None:
    """The pictures of the README: a damaged reply, what repair made of it, and the call."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    for theme in ("light", "dark"):
        context = chromium.new_context(
            color_scheme=theme, viewport={"width": 1400, "height": 1010}, device_scale_factor=2
        )  # type: ignore[arg-type]
        page = context.new_page()
        page.goto(address)
        page.wait_for_selector("html[data-answered]", state="attached")
        show(page)
        page.screenshot(path=PICTURES / f"playground-{theme}.png")
        context.close()
        smaller(PICTURES / f"playground-{theme}.png")


def show(page: Page) -> None:
    page.locator("#option-repair").select_option(label="syntax")
    page.locator("#reply").fill(REPLY)
    page.wait_for_selector(".diff")
    page.locator("#reply").blur()
    page.wait_for_timeout(300)


def smaller(path: Path) -> None:
    """Fewer colours, which a picture of text does not miss."""
    from PIL import Image

    with Image.open(path) as picture:
        picture.convert("RGB").quantize(128, dither=Image.Dither.NONE).save(path, optimize=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--visits", type=int, default=5)
    parser.add_argument("--pictures", action="store_true", help="take the pictures of the README; needs pillow")
    given = parser.parse_args()
    with browser.served() as address, browser.opened() as chromium:
        if given.pictures:
            take_pictures(chromium, address)
            return
        visits = [visit(chromium, address) for _ in range(given.visits)]
        sizes = {url: size(url) for url in visits[0][1] | visits[0][3]}
    _, files, _, more = visits[0]
    print("| | |\n|---|---|")
    print(f"| files until the first answer | {len(files)} |")
    print(f"| their bytes, gzip | {sum(map(sizes.__getitem__, files)):,} |")
    print(f"| of these the engine | {sum(sizes[url] for url in files if url.endswith('.wasm')):,} |")
    print(f"| milliseconds to the first answer | {statistics.median(each[0] for each in visits):.0f} |")
    print(f"| more bytes for the candidate list or a schema, gzip | {sum(map(sizes.__getitem__, more)):,} |")
    print(f"| milliseconds to the first candidate list | {statistics.median(each[2] for each in visits):.0f} |")


if __name__ == "__main__":
    main()
