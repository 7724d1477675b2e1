"""The page on audits shows what the command prints.

`python tests_py/test_audit_docs.py` writes the report anew, and with `--pictures` the pictures too, which needs Chromium.
"""

from __future__ import annotations

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from audits import Run, report
from corpus import TESTDATA

DOCS = pathlib.Path(__file__).parent.parent / "docs"
REPORT = re.compile(r"(?<=<!-- report -->\n```\n).*?(?=```\n<!-- end -->)", re.DOTALL)
SCHEMES = {"light": 1, "dark": 0}
"""Chromium's numbers for them."""


def shown() -> str:
    file = TESTDATA / "replies.jsonl"
    return Run(file, "-c", "text", "--examples", "0").out.replace(str(file), file.name)


def test_the_report_on_the_page() -> None:
    page = (DOCS / "audit.md").read_text("utf-8")
    found = REPORT.search(page)
    assert found is not None
    assert found[0] == shown()
    counts = "".join(f"{each['reason']}\t{each['replies']}\n" for each in _failures())
    assert counts in page


def test_the_pictures_are_there() -> None:
    for scheme in SCHEMES:
        assert (DOCS / "pictures" / f"audit-{scheme}.png").read_bytes().startswith(b"\x89PNG")


def _failures() -> list[dict[str, object]]:
    found: list[dict[str, object]] = report(TESTDATA / "replies.jsonl", "-c", "text")["total"]["failures"]
    return found


def pictures() -> None:
    """The first screen of the report."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or "google-chrome"
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(TESTDATA / "replies.jsonl", folder)
        command = [sys.executable, "-m", "jsonbeacon", "audit", "replies.jsonl", "-c", "text", "--html", "report.html"]
        subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)
        for scheme, number in SCHEMES.items():
            to = DOCS / "pictures" / f"audit-{scheme}.png"
            to.parent.mkdir(exist_ok=True)
            options = ["--headless", "--no-sandbox", "--hide-scrollbars", "--window-size=1000,1260"]
            options += [f"--blink-settings=preferredColorScheme={number}", f"--screenshot={to}"]
            subprocess.run([chromium, *options, f"file://{folder}/report.html"], check=True)


if __name__ == "__main__":
    path = DOCS / "audit.md"
    path.write_text(REPORT.sub(lambda _: shown(), path.read_text("utf-8")), "utf-8")
    if "--pictures" in sys.argv:
        pictures()
