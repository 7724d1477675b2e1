"""A Chromium with the playground open, for the tests of its page.

``CHROMIUM`` is the browser (otherwise ``chromium`` or ``google-chrome`` on the PATH), ``PLAYGROUND_URL`` a playground that is served already.
With ``JSONBEACON_BROWSER=required`` a missing browser is a failure and no reason to skip.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.parse
from typing import TYPE_CHECKING, Any

import jsonbeacon
import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, Page

REQUIRED = os.environ.get("JSONBEACON_BROWSER") == "required"
SCREENSHOTS = pathlib.Path(__file__).parent.parent / "build/screenshots"
SECONDS = 60
"""The most that an answer may take on a busy machine."""

SIX = ["Markdown fence", "Prose with citations", "Trailing comma", "Truncated", "Python dict", "Two objects"]
OPT_INS = [
    "Reasoning",
    "Answer in tags",
    "JSON Schema",
    "Invisible characters",
    "Blank form",
    "Unescaped quotes",
    "Try the next",
]


def needs_a_browser() -> None:
    """Skips the module where there is no browser, or fails."""
    missing = "".join(
        f"{name} is not installed; "
        for name in ("playwright", "axe_playwright_python")
        if not importlib.util.find_spec(name)
    )
    missing += "" if chromium() else "there is no chromium"
    if missing and REQUIRED:
        raise RuntimeError(missing)
    if missing:
        pytest.skip(missing, allow_module_level=True)


def chromium() -> str | None:
    return os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")


@contextlib.contextmanager
def served() -> Iterator[str]:
    """The address of a playground."""
    if given := os.environ.get("PLAYGROUND_URL"):
        yield given
        return
    command = [sys.executable, "-m", "jsonbeacon", "playground", "--port", "0", "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        assert process.stdout is not None
        try:
            said = ""
            for line in process.stdout:
                said += line
                if found := re.search(r"http://\S+", line):
                    yield found[0]
                    break
            else:
                raise RuntimeError(f"the playground did not start: {said}")
        finally:
            process.terminate()


@contextlib.contextmanager
def opened() -> Iterator[Browser]:
    from playwright.sync_api import sync_playwright

    # Root has no sandbox, and a browser that updates itself or asks for its home page is not the page's doing.
    options = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=options)
        yield browser
        browser.close()


class Playground:
    """The page, and what went wrong or out in it: what it logged, and whom it asked."""

    def __init__(self, browser: Browser, address: str, **context: Any) -> None:
        self.address = address
        self.context = browser.new_context(permissions=["clipboard-read", "clipboard-write"], **context)
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(SECONDS * 1000)
        self.logged: list[str] = []
        self.asked: list[str] = []
        self.page.on("console", lambda message: self.logged.append(message.text))
        self.page.on("pageerror", lambda error: self.logged.append(str(error)))
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.on("dialog", lambda dialog: self.logged.append(f"dialog: {dialog.message}"))
        self.open()

    def open(self, fragment: str = "") -> None:
        """The page anew, when it has its first answer."""
        self.page.goto("about:blank")
        self.page.goto(self.address + fragment)
        self.page.wait_for_selector("html[data-answered]", state="attached")

    def close(self) -> None:
        """That nothing failed, and nothing was asked of anybody else."""
        self.context.close()
        assert self.logged == []
        origin = urllib.parse.urlsplit(self.address).netloc
        assert {urllib.parse.urlsplit(url).netloc for url in self.asked if not url.startswith(("about:", "blob:"))} == {
            origin
        }

    def answers(self, act: Callable[[], object]) -> None:
        """Does something, and waits for the answer to it."""
        before = int(self.page.evaluate("document.documentElement.dataset.answered"))
        act()
        self.page.wait_for_function(
            "before => Number(document.documentElement.dataset.answered) > before"
            " && !document.querySelector('[role=tabpanel]:not([hidden])[aria-busy]')",
            arg=before,
        )

    def example(self, name: str) -> None:
        self.answers(self.page.get_by_role("button", name=name, exact=True).click)

    def reset(self) -> Playground:
        """The first example, with all options at their defaults, in the first tab."""
        if self.page.locator("#panel-extract").is_hidden():  # a test failed
            self.open()
        self.example("Markdown fence")
        return self

    def paste(self, text: str) -> None:
        """Puts a text in the box as a paste does: at once, whatever is in it."""
        self.answers(
            lambda: self.page.evaluate(
                "text => { const box = document.getElementById('reply'); box.value = text;"
                " box.dispatchEvent(new InputEvent('input', {bubbles: true, inputType: 'insertFromPaste'})) }",
                text,
            )
        )

    def choose(self, option: str, label: str) -> None:
        self.answers(lambda: self.page.locator(f"#option-{option}").select_option(label=label))

    def fill(self, selector: str, text: str) -> None:
        self.answers(lambda: self.page.locator(selector).fill(text))

    def open_schema(self) -> None:
        if not self.page.locator("#schema").is_visible():
            self.page.locator(".schema summary").click()

    def tab(self, name: str) -> None:
        self.answers(self.page.get_by_role("tab", name=name).click)

    def facts(self) -> dict[str, str]:
        """What the page says of its answer, but for how long it took."""
        shown: dict[str, str] = self.page.evaluate(
            "Object.fromEntries([...document.querySelectorAll('[role=tabpanel]:not([hidden]) .first .facts div')]"
            ".map(each => [each.children[0].textContent, each.children[1].textContent]))"
        )
        shown.pop("answered in", None)
        return shown

    def value(self) -> str | None:
        """The text of the value, all of it, with the characters that the page shows by their names; None without one."""
        if self.page.locator("#panel-extract .first .drawn").count():
            return self.copied("Copy value")
        text: str | None = self.page.evaluate(
            """() => {
              const shown = document.querySelector('#panel-extract .value')?.cloneNode(true);
              for (const each of shown?.querySelectorAll('.hidden-character') ?? []) {
                each.replaceWith(String.fromCodePoint(parseInt(each.textContent.slice(2), 16)));
              }
              return shown?.textContent ?? null;
            }"""
        )
        return text

    def copied(self, name: str) -> str:
        """What a button copies."""
        button = self.page.get_by_role("button", name=name).element_handle()
        button.click()
        self.page.wait_for_function("button => button.textContent.startsWith('Copied')", arg=button)
        text: str = self.page.evaluate("navigator.clipboard.readText()")
        return text

    def code(self) -> str:
        """The Python call."""
        return self.page.locator("#panel-extract .code").text_content() or ""

    def called(self) -> object:
        """What the Python call gives: a value, or the error it raises."""
        names: dict[str, Any] = {}
        code = self.code()
        try:
            with tempfile.TemporaryDirectory() as folder, chdir(folder):
                if "reply.txt" in code:
                    pathlib.Path("reply.txt").write_text(self.page.locator("#reply").input_value(), "utf-8", newline="")
                exec(compile(code, "<the page>", "exec"), names)  # noqa: S102 - it is what a user would run
        except jsonbeacon.JSONBeaconError as error:
            return error
        return names["value"]

    def agrees(self) -> object:
        """That the call on the page gives what the page shows; the value or the error."""
        result = self.called()
        facts = self.facts()
        if isinstance(result, jsonbeacon.JSONBeaconError):
            assert self.value() is None
            assert (facts["code"], facts["reason"]) == (result.code, result.reason)
            expected = f"# raises jsonbeacon.{type(result).__name__}: {result.code}"
            assert self.code().splitlines()[-1] == expected
        elif facts.get("source") is None:
            assert result is None
        else:
            value = self.value()
            assert value is not None
            assert jsonbeacon.parse_json(value) == result
            assert facts["reason"] == "ok"
        return result

    def screenshot(self, name: str, **options: Any) -> None:
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=SCREENSHOTS / f"{name}.png", **options)


@contextlib.contextmanager
def chdir(folder: str) -> Iterator[None]:
    """contextlib.chdir, which Python 3.10 has not."""
    before = pathlib.Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def as_numbers(facts: dict[str, str], name: str) -> list[int]:
    """The numbers of a fact, such as ``1,024, 1,030``."""
    return [int(each.replace(",", "")) for each in re.findall(r"\d{1,3}(?:,\d{3})*", facts[name])]
