"""The page of the playground under long and hostile replies: it stays what it is, and stays responsive."""

from __future__ import annotations

import json
from collections.abc import Iterator

import browser
import jsonbeacon
import pytest
from browser import Playground, as_numbers

browser.needs_a_browser()

LINE = '{"n": 12345678901234567890, "text": "The quick brown fox jumps over the lazy dog."},\n'
MEGABYTE = f"Here it is:\n```json\n[{LINE * (1_000_000 // len(LINE))}{{}}]\n```\nDone."


@pytest.fixture(scope="module")
def playground() -> Iterator[Playground]:
    with browser.served() as address, browser.opened() as chromium:
        page = Playground(chromium, address)
        yield page
        page.close()


@pytest.fixture
def page(playground: Playground) -> Playground:
    return playground.reset()


MARKUP = [
    '<img src=x onerror="alert(1)">',
    "<script>alert(1)</script>",
    "</textarea></pre><svg onload=alert(1)>",
    "<a href='javascript:alert(1)'>x</a>",
    "<style>* {display: none}</style>",
    "&lt;b&gt;&#0;&amp;",
    '<iframe src="https://example.com/"></iframe>',
]


def test_markup_is_text(page: Playground) -> None:
    """Wherever a text is shown: as key and value, in the reply, in messages, in repairs, in violations, in the list."""
    known = "a|button|code|d[dlt]|del|details|div|h[1-3]|header|input|ins|label|li|main|noscript|ol|option|p|path|pre|section|select"
    known += "|small|span|summary|svg|table|tbody|td|textarea|th|thead|tr|ul"
    strange = f"[...document.querySelectorAll('body *')].map(each => each.localName).filter(each => !/^({known})$/.test(each))"
    links = (
        "[...document.querySelectorAll('[href], [src], [style]')].filter(each => !each.matches('head *, .skip')).length"
    )
    markup = "".join(MARKUP)
    quoted = json.dumps(markup)
    page.open_schema()
    for text, schema in [
        (f"{markup} {{{quoted}: {quoted}}} {markup}", ""),
        (f"{{{quoted}: x{markup}", ""),
        (f"{{{quoted}: 1, {quoted}: 2}}", ""),
        (f"{{{quoted}: {quoted}}}", json.dumps({"properties": {markup: {"const": markup + "!"}}})),
        (f"{{{quoted}: {quoted}}}", json.dumps({"type": markup})),
    ]:
        page.paste(text)
        if schema:
            page.fill("#schema", schema)
        assert (page.page.evaluate(strange), page.page.evaluate(links)) == ([], 0)
        if not schema:
            page.agrees()
    page.fill("#schema", "")
    page.paste(f"{{{markup}: {quoted}, 'a': \u201c{markup.replace(chr(34), '')}\u201d,}}")
    page.choose("repair", "all")
    assert (page.page.evaluate(strange), page.page.evaluate(links)) == ([], 0)
    page.paste(f"{markup}\n\n```json\n[{quoted}, x{markup}]\n```\n[{quoted}]")
    page.tab("Candidate list")
    assert (page.page.evaluate(strange), page.page.evaluate(links)) == ([], 0)
    assert markup in (page.page.locator(".candidates").text_content() or "")
    page.tab("Extract")


@pytest.mark.parametrize(
    "text",
    [
        '\x00{"a": "b"}\x00',
        '{"a\x00": 1}',
        '\ud800 {"a": 1} \udc00',
        '{"\ud83d": 1}',
        '\udc00\ud800{"😀": "\U0010ffff"}',
        '\u202e{"user": "\u202e\u2066// admin\u2069"} \u202a',
        '{"שלום": "مرحبا", "n": [1, 2]} עברית',
        "\ufeff\ufeff[1]\u2028\u2029",
        '{"a": "' + "\u0301" * 3000 + '"}',
        "[" * 513 + "]" * 513,
        "[" * 512 + "]" * 512,
        '{"__proto__": {"toString": 1}, "constructor": 1, "length": -1}',
        "```json\n" * 50,
        "{" * 5000,
        '{"a": 1e999}',
        "\\u0000\\ud800 {'a': '\\ud800'}",
        "\t\x0b\x0c\x1b[31m\x7f {}",
    ],
    ids=lambda text: json.dumps(text)[:24],
)
def test_odd_characters(page: Playground, text: str) -> None:
    page.paste(text)
    page.agrees()
    page.tab("Candidate list")
    try:
        listed = [each.text for each in jsonbeacon.list_candidates(text).candidates]
    except jsonbeacon.MalformedOutputError as error:
        assert page.facts()["code"] == error.code
    else:
        assert page.page.locator(".candidates > li").count() == len(listed)
    page.tab("Extract")


def test_ten_thousand_candidates(page: Playground) -> None:
    page.paste("{'a': 1} {\"b\": 2}\n" * 5000)
    page.choose("fallthrough", "True")
    page.choose("select", "last")
    assert page.agrees() == {"b": 2}
    assert page.facts()["candidates"] == "10,000"
    said = page.page.locator("#panel-extract .second .drawn").inner_text()
    assert "of 10,000 candidates" in said
    assert "of 90,000 characters" in said
    # What is drawn does not grow with the reply.
    assert page.page.evaluate("document.querySelectorAll('*').length") < 4000
    assert page.page.locator("#panel-extract .reply .candidate.chosen").count() == 1


def test_as_many_repairs(page: Playground) -> None:
    page.paste(f"[{'None,' * 10_000}]")
    page.choose("repair", "syntax")
    assert page.agrees() == [None] * 10_000
    assert page.page.evaluate("document.querySelectorAll('*').length") < 4000
    assert "more not drawn" in page.page.locator("#panel-extract").inner_text()


def test_a_megabyte(page: Playground) -> None:
    page.paste(MEGABYTE)
    found = jsonbeacon.extract_json_detailed(MEGABYTE)
    assert as_numbers(page.facts(), "start, end") == [found.start, found.end]
    assert "Shown: the beginning" in page.page.locator("#panel-extract").inner_text()
    assert page.page.evaluate("document.querySelectorAll('*').length") < 8000
    # All of it is copied, and the call reads it from a file.
    assert page.agrees() == found.value
    # A fault at the end is drawn.
    page.paste(MEGABYTE.replace("{}]", "{},]"))
    assert page.page.locator("#panel-extract .reply .fault").text_content() == "]"
    page.tab("Candidate list")
    assert page.facts()["code"] == "limits.text_bytes"
    page.tab("Extract")


def test_typing_goes_on_while_the_engine_works(page: Playground) -> None:
    """The page's event loop turns while a thousand runs on a megabyte, of many seconds, are under way."""
    page.paste(MEGABYTE)
    page.page.evaluate(
        """() => {
          window.turns = 0;
          const channel = new MessageChannel();
          channel.port1.onmessage = () => { window.turns++; setTimeout(() => channel.port2.postMessage(0), 5); };
          channel.port2.postMessage(0);
        }"""
    )
    page.page.get_by_role("button", name="Run 1,000×").click()
    page.page.get_by_role("button", name="Stop").wait_for()
    page.page.locator("#option-tags").focus()
    before = page.page.evaluate("window.turns")
    page.page.wait_for_function("before => window.turns > before + 40", arg=before)
    page.page.locator("#reply").focus()
    page.page.keyboard.press("Control+End")
    for key in "typed":
        page.page.keyboard.press(key)
    assert page.page.evaluate("document.getElementById('reply').value.slice(-5)") == "typed"
    assert page.page.get_by_role("button", name="Stop").count() == 1  # nothing of this waited for the runs to end
    page.page.get_by_role("button", name="Run 1,000×").wait_for()  # another reply stops them


def test_only_the_newest_reply_is_answered(page: Playground) -> None:
    """Replies that come faster than answers: what is shown is of the last one, and of no other after it."""
    page.page.evaluate(
        """async texts => {
          window.shown = [];
          new MutationObserver(() => window.shown.push(document.querySelector('#panel-extract .value')?.textContent))
            .observe(document.getElementById('panel-extract'), {childList: true});
          const box = document.getElementById('reply');
          for (const text of texts) {
            box.value = text;
            box.dispatchEvent(new InputEvent('input', {bubbles: true}));
            await new Promise(done => setTimeout(done, 400));
          }
        }""",
        [MEGABYTE, MEGABYTE + " ", "[1]", "[2]"],
    )
    page.page.wait_for_function("() => window.shown.at(-1) === '[\\n  2\\n]'")
    page.page.wait_for_timeout(1000)
    assert page.page.evaluate("window.shown.at(-1)") == "[\n  2\n]"
    assert page.agrees() == [2]


def test_the_policy_lets_nothing_in_or_out(playground: Playground) -> None:
    """What a script could do that is not the page's own."""
    tried = playground.page.evaluate(
        """async () => {
          const said = [];
          addEventListener('securitypolicyviolation', event => said.push(event.effectiveDirective));
          await fetch('https://example.com/').catch(() => {});
          for (const [name, attributes] of [['script', {src: 'https://example.com/x.js'}], ['img', {src: 'https://example.com/x.png'}],
              ['iframe', {src: 'https://example.com/'}]]) {
            document.head.append(Object.assign(document.createElement(name), attributes));
          }
          const inline = document.createElement('script');
          inline.textContent = 'window.inlined = true';
          document.head.append(inline);
          await new Promise(done => setTimeout(done, 300));
          document.head.querySelectorAll('img, iframe, script[src^=https]').forEach(each => each.remove());
          inline.remove();
          return [[...new Set(said)].sort(), window.inlined ?? false];
        }"""
    )
    assert tried == [["connect-src", "frame-src", "img-src", "script-src-elem"], False]
    # Chromium reports what it stopped, and lists it among the requests.
    playground.logged[:] = [
        each
        for each in playground.logged
        if "Content Security Policy" not in each and "net::ERR_BLOCKED_BY_CSP" not in each
    ]
    playground.asked[:] = [each for each in playground.asked if not each.startswith("https://example.com/")]


def test_an_engine_that_does_not_come(playground: Playground) -> None:
    """It is said, and can be tried again."""
    playground.context.route("**/extract.wasm", lambda route: route.abort())
    playground.page.goto("about:blank")
    playground.page.goto(playground.address)
    again = playground.page.get_by_role("button", name="Try again")
    again.wait_for()
    assert "The engine could not answer" in playground.page.locator("#said").inner_text()
    playground.context.unroute("**/extract.wasm")
    again.click()
    playground.page.wait_for_selector("html[data-answered]", state="attached")
    playground.agrees()
    playground.logged[:] = [each for each in playground.logged if "net::ERR_FAILED" not in each]
