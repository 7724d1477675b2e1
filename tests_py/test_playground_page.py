"""The page of the playground: what it shows is what Python gives, for every example, control and link."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from random import Random

import browser
import jsonbeacon
import pytest
from browser import OPT_INS, SIX, Playground, as_numbers

browser.needs_a_browser()


@pytest.fixture(scope="module")
def playground() -> Iterator[Playground]:
    with browser.served() as address, browser.opened() as chromium:
        page = Playground(chromium, address)
        yield page
        page.close()


@pytest.fixture
def page(playground: Playground) -> Playground:
    """The page with its first example, and all options at their defaults."""
    return playground.reset()


def test_the_first_answer_needs_no_click(playground: Playground) -> None:
    page = playground
    page.open()
    assert page.facts() == {"source": "fence", "reason": "ok", "start, end": "42, 151", "candidates": "1"}
    value = page.value()
    assert value is not None
    assert '"order": 9007199254740993,' in value  # a JavaScript number would end in 2
    assert '"total": 12.0,' in value
    page.agrees()


@pytest.mark.parametrize("name", SIX + OPT_INS)
def test_examples(page: Playground, name: str) -> None:
    page.example(name)
    result = page.agrees()
    text = page.page.locator("#reply").input_value()
    if isinstance(result, jsonbeacon.MalformedOutputError) and result.position is not None:
        facts = page.facts()
        assert as_numbers(facts, "position") == [result.position]
        assert as_numbers(facts, "line, column") == [result.line, result.column]
        assert (
            page.page.locator(".excerpt .caret").text_content()
            == text[result.position : result.position + 1].strip("\n")
            or " "
        )
        assert result.message in page.page.locator("#panel-extract .note").all_inner_texts()[0]
    page.screenshot(f"example-{name.lower().replace(' ', '-')}", full_page=True)


@pytest.mark.parametrize(
    ("option", "label", "text"),
    [
        *[("select", each, '{"a": 1} {"b": [1, 2, 3]} {"c": 3}') for each in ("first", "last", "largest", "only")],
        *[("kind", each, '[1] {"a": 1}') for each in ("auto", "object", "array", "any")],
        *[("required", each, "I do not know.") for each in ("True", "False")],
        *[("repair", each, '{"a": "x" "b", c: 1') for each in ("None", "syntax", "guess", "all")],
        *[("reasoning", each, '<think>{"a": 1}</think>{"a": 2}') for each in ("keep", "skip")],
        *[("blank", each, '{"name": null}') for each in ("allow", "reject")],
        *[("invisible", each, '{"na\u200bme":\u200b 1}') for each in ("keep", "syntax", "strip")],
        *[("fallthrough", each, '{"a" 1} {"a": 2}') for each in ("False", "True")],
        *[("sources", each, '{"a": 1}\n```json\n{"a": 2}\n```') for each in ("fence, inline", "fence", "inline")],
    ],
)
def test_choices(page: Playground, option: str, label: str, text: str) -> None:
    values: dict[str, object] = {"None": None, "True": True, "False": False, "fence, inline": ("fence", "inline")}
    page.paste(text)
    control = page.page.locator(f"#option-{option}")
    if control.evaluate("box => box.selectedOptions[0].textContent") != label:
        page.choose(option, label)
        assert f"{option}=" in page.code()
    extractor = jsonbeacon.Extractor(**{option: values.get(label, label)})  # type: ignore[arg-type]
    expected: object
    try:
        expected = extractor.extract(text)
    except jsonbeacon.JSONBeaconError as error:
        expected = error.code
    result = page.agrees()
    assert (result.code if isinstance(result, jsonbeacon.JSONBeaconError) else result) == expected


def test_tags_and_length(page: Playground) -> None:
    page.paste('<a>{"n": 1}</a> <b>{"n": 2}</b>')
    page.fill("#option-tags", "b, json")
    assert page.facts()["source"] == "tag"
    assert page.agrees() == {"n": 2}
    page.fill("#option-max_length", "10")
    result = page.agrees()
    assert isinstance(result, jsonbeacon.JSONBeaconError)
    assert result.reason == "too_long"
    page.fill("#option-max_length", "0x7")  # is no length, so there is none
    assert page.agrees() == {"n": 2}


def test_a_tag_that_is_none_is_refused_in_words(page: Playground) -> None:
    page.fill("#option-tags", "<b>")
    assert "tags" in page.page.locator("#panel-extract .message").inner_text()
    page.fill("#option-tags", "")
    page.agrees()


def test_schema(page: Playground) -> None:
    page.paste('So: {"a": "x", "b": 1.0}')
    page.open_schema()
    page.fill("#schema", '{"properties": {"a": {"type": "integer"}}, "required": ["c", "d"]}')
    result = page.agrees()
    assert isinstance(result, jsonbeacon.SchemaValidationError)
    rows = page.page.locator("#panel-extract tbody tr").all()
    assert [row.locator("td").first.inner_text() for row in rows] == [each["path"] for each in result.errors]
    assert page.page.locator("#panel-extract .note").count() == len(result.errors)
    page.fill("#schema", '{"type": ')  # is being typed
    assert page.page.locator("#panel-extract h2").first.inner_text() == "The schema itself is at fault"
    page.fill("#schema", '{"properties": {"a": {"type": "string"}}}')
    assert page.agrees() == {"a": "x", "b": 1.0}


@pytest.mark.parametrize("policy", ["One object or a failure", "The final answer", "Whatever can be saved", "Strict"])
def test_policies(page: Playground, policy: str) -> None:
    page.paste('<think>{"draft": 1}</think>Like <result>{"a": 1}</result>? <result>{"a": 2,}</result>')
    button = page.page.get_by_role("button", name=policy)
    page.answers(button.click)
    assert button.get_attribute("aria-pressed") == "true"
    page.agrees()
    page.choose("kind", "any")
    assert button.get_attribute("aria-pressed") == "false"


def test_a_remedy_is_one_click(page: Playground) -> None:
    page.example("Trailing comma")
    button = page.page.get_by_role("button", name='repair="syntax"')
    page.answers(button.click)
    assert page.facts()["repairs"] == "2"
    result = page.agrees()
    assert result == {"name": "Flapjacks", "minutes": 35, "steps": ["melt", "mix", "bake"]}


def test_repairs_as_python_shows_them(page: Playground) -> None:
    page.example("Python dict")
    text = page.page.locator("#reply").input_value()
    found = jsonbeacon.extract_json_detailed(text, repair="syntax")
    lines = [line.replace("−", "-", 1) for line in page.page.locator(".diff > div:not(.at)").all_text_contents()]
    lines = [line.removeprefix("before: ").removeprefix("after: ") for line in lines]
    assert lines == found.diff().splitlines()[2:]
    deleted = "".join(page.page.locator(".diff del").all_text_contents())
    assert deleted == "".join(each.before for each in found.repairs)
    assert page.facts()["repairs"] == str(len(found.repairs))


def test_candidates_stand_in_the_reply(page: Playground) -> None:
    text = '😀 {"a": 1}, {\'b\': 2} and\n{"c": 3}'
    page.paste(text)
    page.choose("select", "last")
    kinds = [("other", '{"a": 1}'), ("bad", "{'b': 2}"), ("chosen", '{"c": 3}')]
    for kind, shown in kinds:
        drawn = page.page.locator(f".reply .candidate.{kind}").all()
        said = "".join(
            each.evaluate(
                "box => [...box.childNodes].filter(n => !n.className?.includes('sign')).map(n => n.textContent).join('')"
            )
            for each in drawn
        )
        assert said == shown
    assert page.page.locator("#panel-extract .reply .candidate.bad .fault").text_content() == "'"
    (note,) = page.page.locator("#panel-extract .reply .note").all_inner_texts()
    assert "expected a key in double quotes" in note
    whole = page.page.locator("#panel-extract .reply").evaluate(
        "box => [...box.querySelectorAll('.note, .sign')].forEach(each => each.remove()) ?? box.textContent"
    )
    assert whole == text
    page.page.get_by_role("button", name="Select it in the reply").click()
    selected = page.page.evaluate(
        "(box => box.value.slice(box.selectionStart, box.selectionEnd))(document.activeElement)"
    )
    assert selected == '{"c": 3}'


def test_candidate_list(page: Playground) -> None:
    text = "😀 See [1]:\n\n> ```json\n> {\"a\": [1, 2,]}\n> ```\n\n{'b': 1"
    page.paste(text)
    page.tab("Candidate list")
    found = jsonbeacon.list_candidates(text)
    items = page.page.locator(".candidates > li").all()
    assert [each.locator(".excerpt").first.text_content() for each in items] == [each.text for each in found.candidates]
    for item, each in zip(items, found.candidates):
        said = item.inner_text()
        assert each.source in said
        assert f"{each.start}, {each.end}" in said
        assert ("✓ valid" in said) == each.valid_json
        assert each.json_error is None or each.json_error.code in said
    page.answers(page.page.locator("#list-repair").check)
    assert "trailing_commas" in page.page.locator(".mended").first.inner_text()
    page.fill("#list-most", "1")
    assert page.page.locator(".candidates > li").count() == 1
    assert "3 candidates, the first 1 are listed" in page.page.locator("#panel-list").inner_text()
    page.tab("Extract")
    page.agrees()


@pytest.mark.parametrize("times", [1, 400])
def test_the_link_carries_everything(page: Playground, times: int) -> None:
    state = {
        "text": "\x00😀\ud800 {'a': \"\u202e<script>\", \u200b'n': 123456789012345678901234567890}\r\n\tend" * times,
        "options": {"repair": "guess", "tags": ["a", "b"], "max_length": 100_000},
        "schema": '{"type": "object"}',
        "tab": "extract",
        "list": {"repair": True},
    }
    follow = "async state => { location.hash = await (await import('./link.js')).encode(state) }"
    page.answers(lambda: page.page.evaluate(follow, state))
    before = (page.value(), page.facts(), page.code())
    assert 'repair="guess"' in before[2]
    page.page.get_by_role("button", name="Copy link").click()
    page.page.get_by_role("button", name="Link copied").wait_for()
    link = page.page.evaluate("navigator.clipboard.readText()")
    assert len(link) < 2000  # of the longer text too
    page.page.goto("about:blank")
    page.page.goto(link)
    page.page.wait_for_selector("html[data-answered]", state="attached")
    assert (page.value(), page.facts(), page.code()) == before
    assert page.page.locator("#schema").input_value() == '{"type": "object"}'
    page.tab("Candidate list")
    assert page.page.locator("#list-repair").is_checked()
    page.tab("Extract")
    page.agrees()


@pytest.mark.parametrize(
    "fragment",
    [
        "#",
        "#top",
        "#v1=",
        "#v1=%00",
        "#v1=e30",
        "#v1=bnVsbA",
        "#v1z=AAAA",
        "#v2=e30",
        "#v1=" + "A" * 100_000,
        "#<script>alert(1)</script>",
    ],
)
def test_links_that_are_none(page: Playground, fragment: str) -> None:
    page.open(fragment)
    assert page.facts()["source"] == "fence"  # the first example
    page.agrees()


def test_hostile_links(page: Playground) -> None:
    async_state = "async state => { const link = await import('./link.js'); return link.encode({list: {}, options: {}, schema: '', tab: 'extract', ...state}) }"
    hostile = {
        "text": '{"a": 1}',
        "options": {
            "select": "<img>",
            "kind": ["auto"],
            "repair": "syntax",
            "__proto__": {"x": 1},
            "tags": [1, "", "x" * 200],
            "max_length": -1,
            "new": 1,
        },
        "schema": 7,
        "tab": "constructor",
        "list": {"max_results": 1e9, "repair": "yes"},
    }
    page.open(page.page.evaluate(async_state, hostile))
    assert (
        page.code()
        == 'from jsonbeacon import extract_json\n\nreply = \'{"a": 1}\'\nvalue = extract_json(reply, repair="syntax")\n'
    )
    # 16 MB of spaces, in 22 KB: more than a link may hold.
    bomb = page.page.evaluate(f"state => ({async_state})({{text: ' '.repeat(16 << 20)}})")
    assert len(bomb) < 50_000
    page.open(bomb)
    assert page.facts()["source"] == "fence"
    page.page.get_by_role("button", name="This link cannot be read: it holds too much").wait_for()


def test_a_link_that_is_followed_on_the_page(page: Playground) -> None:
    fragment = page.page.evaluate(
        "import('./link.js').then(link => link.encode({text: 'x [1]', options: {}, schema: '', tab: 'extract', list: {}}))"
    )
    page.answers(lambda: page.page.evaluate("fragment => { location.hash = fragment }", fragment))
    assert page.agrees() == [1]
    page.answers(page.page.get_by_role("button", name="Undo").click)
    assert page.facts()["source"] == "fence"


def test_clear_and_undo(page: Playground) -> None:
    page.example("Two objects")
    text = page.page.locator("#reply").input_value()
    page.answers(page.page.get_by_role("button", name="Clear").click)
    assert page.page.locator("#reply").input_value() == ""
    assert "Paste a reply" in page.page.locator("#panel-extract").inner_text()
    page.answers(page.page.get_by_role("button", name="Undo").click)
    assert page.page.locator("#reply").input_value() == text
    page.agrees()


def test_a_thousand_runs(page: Playground) -> None:
    page.page.get_by_role("button", name="Run 1,000×").click()
    picture = page.page.locator("svg.histogram")
    picture.wait_for()
    label = picture.get_attribute("aria-label")
    assert label is not None
    assert label.startswith("1,000 runs: the fastest took ")
    assert picture.locator("rect").count() > 1
    page.page.get_by_role("button", name="Run 1,000×").wait_for()


def test_what_is_copied_is_what_is_shown(page: Playground) -> None:
    assert page.copied("Copy value") == page.value()
    assert page.copied("Copy code") == page.code()


def test_numbers_stay_as_they_were_written(page: Playground) -> None:
    numbers = ["9" * 5000, "-0", "0.0", "1.0", "1e5", "1E+05", "123456789.123456789123456789", "-0.0e-0"]
    page.paste(f"So: [{', '.join(numbers)}]")
    value = page.value()
    assert value is not None
    assert value.split() == ["[", *[f"{each}," for each in numbers[:-1]], numbers[-1], "]"]
    page.agrees()


def test_literals(page: Playground) -> None:
    """A reply is written in the call so that Python reads the same, whatever is in it."""
    dice = Random(9)
    parts = [
        "a",
        "😀",
        "é",
        "\n",
        "\r",
        "\t",
        "\0",
        '"',
        "'",
        "\\",
        '"""',
        "\\n",
        "\u200b",
        "\u3164",
        "\u2028",
        "\U0010ffff",
        "\x1b",
        "\ud800",
        " ",
    ]
    texts = ["".join(dice.choices(parts, k=dice.randrange(10))) for _ in range(2000)]
    written = page.page.evaluate("async texts => texts.map((await import('./call.js')).literal)", texts)
    assert [ast.literal_eval(each) for each in written] == texts
