"""The page of the playground for everybody: axe, the keyboard alone, every width, both themes, less motion."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import browser
import pytest
from browser import Playground

if TYPE_CHECKING:
    from playwright.sync_api import Browser

browser.needs_a_browser()

from axe_playwright_python.sync_playwright import Axe

STATES = ["Markdown fence", "Trailing comma", "Python dict", "JSON Schema", "Two objects"]
"""Examples that between them show everything the page has."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with browser.served() as address:
        yield address


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with browser.opened() as chromium:
        yield chromium


def violations(page: Playground) -> list[str]:
    # An answer that came late is still fading in.
    page.page.evaluate("Promise.all(document.getAnimations().map(each => each.finished))")
    found = Axe().run(page.page, options={"resultTypes": ["violations"]}).response["violations"]
    return [f"{each['id']}: {each['nodes'][0]['html'][:200]} {each['nodes'][0]['failureSummary']}" for each in found]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing(address: str, chromium: Browser, theme: str) -> None:
    page = Playground(chromium, address, color_scheme=theme, viewport={"width": 1280, "height": 900})
    for name in STATES:
        page.example(name)
        assert violations(page) == [], name
    page.page.get_by_role("button", name="Run 1,000×").click()
    page.page.locator("svg.histogram").wait_for()
    assert violations(page) == []
    page.screenshot(f"timing-{theme}", full_page=True)
    page.example("Trailing comma")
    page.tab("Candidate list")
    page.answers(page.page.locator("#list-repair").check)
    assert violations(page) == []
    page.screenshot(f"candidates-{theme}", full_page=True)
    page.answers(page.page.get_by_role("button", name="Clear").click)
    assert violations(page) == []
    page.close()


@pytest.mark.parametrize("width", [360, 1280, 3840])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_widths(address: str, chromium: Browser, width: int, theme: str) -> None:
    """Nothing is wider than the page, however long a word is, and everything can be reached."""
    page = Playground(
        chromium,
        address,
        color_scheme=theme,
        viewport={"width": width, "height": {360: 800, 1280: 900, 3840: 2160}[width]},
    )
    page.screenshot(f"first-{width}-{theme}")
    for name in ["Trailing comma", "JSON Schema"]:
        page.example(name)
        page.screenshot(f"{name.lower().replace(' ', '-')}-{width}-{theme}", full_page=width == 360)
    page.paste(f'{{"{"long" * 200}": "{"word" * 200}", {"bad" * 200}')
    wide = "document.documentElement.scrollWidth"
    assert page.page.evaluate(wide) == width
    page.tab("Candidate list")
    assert page.page.evaluate(wide) == width
    if width == 360:
        assert violations(page) == []
    page.close()


def test_the_theme_is_chosen_and_kept(address: str, chromium: Browser) -> None:
    page = Playground(chromium, address, color_scheme="light")
    ground = "getComputedStyle(document.body).backgroundColor"
    light = page.page.evaluate(ground)
    page.page.locator("#theme").select_option("dark")
    dark = page.page.evaluate(ground)
    assert dark != light
    page.open()
    assert page.page.evaluate(ground) == dark
    assert page.page.locator("#theme").input_value() == "dark"
    page.page.locator("#theme").select_option("auto")
    assert page.page.evaluate(ground) == light
    page.page.emulate_media(color_scheme="dark")
    assert page.page.evaluate(ground) == dark
    page.close()


def test_the_keyboard_alone(address: str, chromium: Browser) -> None:
    """From the top of the page: an example, an option, a remedy, the value and the code copied, and the other tab."""
    page = Playground(chromium, address)
    press = page.page.keyboard.press
    name = "(each => (each.labels?.[0] ?? each).textContent.trim() || each.getAttribute('aria-label'))(document.activeElement)"

    def tab_to(wanted: str, key: str = "Tab") -> None:
        for _ in range(80):
            press(key)
            focused = page.page.evaluate(name)
            if focused == wanted:
                assert page.page.evaluate("document.activeElement.matches(':focus-visible')")
                return
        raise AssertionError(f"{wanted!r} was not reached")

    press("Tab")
    assert page.page.evaluate(name) == "Skip to the result"
    tab_to("Trailing comma")
    page.answers(lambda: press("Enter"))
    tab_to("kind")
    page.answers(lambda: press("o"))  # typed ahead: object
    assert page.page.locator("#option-kind").evaluate("box => box.selectedOptions[0].textContent") == "object"
    tab_to('repair="syntax"')
    page.answers(lambda: press("Space"))
    assert page.value() is not None
    tab_to("Copy value")
    press("Enter")
    page.page.get_by_role("button", name="Copied").wait_for()
    assert page.page.evaluate("navigator.clipboard.readText()") == page.value()
    tab_to("Copy code")
    press("Enter")
    page.page.get_by_role("button", name="Copied").first.wait_for()
    tab_to("Extract", "Shift+Tab")
    page.answers(lambda: press("ArrowRight"))
    assert page.page.evaluate(name) == "Candidate list"
    assert page.page.get_by_role("tabpanel").get_attribute("id") == "panel-list"
    page.answers(lambda: press("ArrowLeft"))
    page.agrees()
    page.close()


def test_what_is_said_aloud(address: str, chromium: Browser) -> None:
    """The status that a screen reader reads is one sentence, and changes with the answer."""
    page = Playground(chromium, address)
    said = page.page.locator("#said")
    assert said.inner_text() == "An object in a Markdown fence, from 42 to 151, of 1 candidate"
    page.example("Trailing comma")
    assert (
        said.inner_text()
        == "The JSON is malformed: expected another element after the comma, found ']' (line 6, column 35)"
    )
    assert page.page.get_by_role("status").count() == 1
    page.close()


def test_failures_are_told_without_colour(address: str, chromium: Browser) -> None:
    """In words and shapes: a sign and a number before each candidate, a caret, a note, and struck and underlined edits."""
    page = Playground(chromium, address, forced_colors="active")
    page.example("Trailing comma")
    assert page.page.locator("#panel-extract .reply .sign").all_inner_texts()[0].endswith("✕ 1")
    assert page.page.evaluate("getComputedStyle(document.querySelector('.reply .fault'), '::after').content") == '"▲"'
    assert page.page.locator("#panel-extract .reply .note").count() == 1
    page.example("Python dict")
    line = "each => getComputedStyle(each).textDecorationLine"
    assert page.page.locator(".diff del").first.evaluate(line) == "line-through"
    assert page.page.locator(".diff ins").first.evaluate(line) == "underline"
    page.close()


def test_less_motion(address: str, chromium: Browser) -> None:
    page = Playground(chromium, address, reduced_motion="reduce")
    moving = (
        "[...document.querySelectorAll('*')].filter(each => getComputedStyle(each).transitionDuration !== '0s').length"
    )
    assert page.page.evaluate(moving) == 0
    page.page.emulate_media(reduced_motion="no-preference")
    assert page.page.evaluate(moving) > 0
    page.close()
