"""What a notebook shows: well-formed, escaped, bounded, and true, whatever is in the text."""

from __future__ import annotations

import pickle
import re
import unicodedata
from collections.abc import Iterator
from typing import Any

import generate
import html5lib
import jsonbeacon
import pytest
from corpus import rows
from jsonbeacon import Extraction, JSONBeaconError, _excerpt, _html_style, extract_json_detailed, list_candidates
from test_hostile import PATTERNS, build

TAGS = {
    "div", "strong", "code", "i", "b", "br", "pre", "mark", "span", "del", "ins",
    "details", "summary", "table", "thead", "tbody", "tr", "th", "td",
}  # fmt: skip
ATTRIBUTES = {("pre", "tabindex", "0"), ("th", "scope", "col"), ("details", "open", "")}
OUTER = {"jsonbeacon", "mathjax_ignore", "tex2jax_ignore"}
"""The last two say that nothing is a formula."""
CLASSES = OUTER | {"failed", "facts", "message", "text", "lines", "number", "caret", "at", "old", "new"}
MOST = 120_000
"""Bytes of the worst rendering, where every character is shown as one of 16; of the replies a tenth."""

ATTACKS = [
    "<script>alert(1)</script>",
    "</pre></div></style><img src=x onerror=alert(1)>",
    "\"' onmouseover='alert(1)' x=\"",
    "&lt;b&gt; &amp; &#60;",
    "<!-- --> <![CDATA[ ]]> <?php ?>",
    "\u202e\u2066\u061cשלום עולם مرحبا",
    "a\u200bb\u0000c\ufeffd\u00ade\x1b[31m\r",
    "e" + "\u0301" * 500,
    "👨\u200d👩\u200d👧 字 \U0010ffff \ufdd0 \x85 \u2028",
    "${x} {{y}} $$\\alpha$$",
    "x" * 100_000,
    "\U0010ffff" * 50_000,
    "&" * 100_000,
]
FORMS = [
    "{}",
    'Sure: {{"k": "{}", "n": [1, 2]}} and more {}',
    "{0}\n```json\n{{'{0}': ['{0}',], // {0}\n n: \"{0}\" \"{0}\"}}\n```\n{0}",
    '{0}\n\n{{"a": 1,\n "k": "{0}",\n {0} \n {{"b": 2}}\n{0}',
    '[[["{0}", {0}]]',
]
OPTIONS: list[dict[str, Any]] = [
    {},
    {"repair": "all", "invisible": "strip", "fallthrough": True},
    {"select": "only"},
    {"schema": {"type": "object", "propertyNames": {"maxLength": 0}, "additionalProperties": False}},
    {"max_length": 3},
]


def outcomes(text: str) -> Iterator[Any]:
    """Everything that a text can become and that is shown."""
    calls = [lambda options=options: extract_json_detailed(text, **options) for options in OPTIONS]
    calls += [lambda: jsonbeacon.repair_json(text), lambda: jsonbeacon.parse_json(text)]
    calls += [lambda: list_candidates(text, repair=True)]
    for call in calls:
        try:
            found = call()
        except JSONBeaconError as error:
            found = error
        if hasattr(found, "_repr_html_"):
            yield found
        if isinstance(found, jsonbeacon.CandidateList):
            yield from found
    stream = jsonbeacon.Extractor().stream()
    stream.feed(text)
    if snapshot := stream.partial(open_strings=True):
        yield snapshot


def tree(found: Any) -> Any:
    """The rendering as a strict parser reads it, once what always holds of it was checked."""
    shown = found._repr_html_()
    assert len(shown.encode("utf-8")) <= MOST
    # Nothing in it turns the text around, is drawn as nothing, or ends the line; joiners may stand in a value.
    assert {each for each in shown if unicodedata.category(each)[0] == "C"} <= set("\n\u200c\u200d")
    assert not re.search("[\u2028\u2029]", shown)
    parser = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False)
    shown = shown.replace(_html_style.STYLE, "", 1)  # which has a test of its own
    root = parser.parse(f"<!DOCTYPE html><title>x</title><body>{shown}</body>").find("body")
    (box,) = root
    assert set(box.get("class").split()) >= OUTER
    for each in box.iter():
        assert each.tag in TAGS
        for name, value in each.attrib.items():
            if name == "class":
                assert set(value.split()) <= CLASSES
            else:
                assert (each.tag, name, value) in ATTRIBUTES
    return root


def said(element: Any) -> str:
    return "".join(element.itertext())


def plain(found: Any, kind: str = "lines") -> str:
    """What stands in the rendering's block of that class, as someone copies it, without the lines' numbers."""
    (block,) = [each for each in tree(found).iter("pre") if each.get("class") == kind]
    for number in block.iter("span"):
        if number.get("class") == "number":
            number.text = ""
    return said(block)


def visible(text: str) -> str:
    lines = text.replace("\r\n", "\n").split("\n")
    return "\n".join(_excerpt.visible(line, len(line)) for line in lines)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("attack", ATTACKS, ids=lambda text: ascii(text[:9]))
def test_hostile_texts(attack: str, form: str) -> None:
    for found in outcomes(form.format(attack, *[attack] * form.count("{}"))):
        tree(found)


@pytest.mark.parametrize("name", PATTERNS)
def test_long_texts(name: str) -> None:
    text = build(PATTERNS[name], 20_000 // len(PATTERNS[name]["unit"]) + 1)
    for found in outcomes(text):
        assert len(found._repr_html_()) < MOST
    tree(found)


@pytest.mark.parametrize("text", [row["text"] for row in rows("replies.jsonl")], ids=lambda text: ascii(text[:20]))
def test_replies(text: str) -> None:
    for found in outcomes(text):
        assert len(found._repr_html_()) < MOST / 10


def test_generated_texts() -> None:
    for text in generate.texts(9, 100):
        for found in outcomes(text):
            tree(found)


# ---- It is true


def test_what_was_taken_is_highlighted() -> None:
    for text in [*generate.texts(10, 100), *(row["text"] for row in rows("replies.jsonl"))]:
        try:
            found = extract_json_detailed(text)
        except JSONBeaconError:
            continue
        (mark,) = tree(found).iter("mark")
        if found.end - found.start < 900:
            assert said(mark) == visible(text[found.start : found.end]), text


def test_the_place_of_a_fault_is_where_the_excerpt_has_it() -> None:
    count = 0
    for text in [*generate.texts(11, 200), *(row["text"] for row in rows("replies.jsonl"))]:
        try:
            extract_json_detailed(text)
        except jsonbeacon.MalformedOutputError as error:
            if error.position is None:
                continue
            line, caret = error.excerpt().split("\n")[-2:]
            shown = plain(error).split("\n")
            at = next(number for number, each in enumerate(shown) if each.strip() == "^" and "^" in caret)
            pad = len(shown[at]) - len(shown[at].lstrip()) - (len(caret) - 1)  # as wide as the numbers
            assert pad >= 0
            assert pad == 0 or len(shown) > 2
            assert shown[at - 1].rstrip() == line.rstrip()
            (box,) = [each for each in tree(error).iter("b") if each.get("class") == "at"]
            ended = error.position == _excerpt.line_at(text, error.position)[1]
            assert said(box) == (" " if ended else _excerpt.pointed_at(text[error.position])[0])
            count += 1
    assert count > 100


def test_the_lines_around_a_fault_are_numbered() -> None:
    text = "one\ntwo\r\n{\n\n\n" + '  "a": 1,\n' + '  "b": [1, 2,],\n' + '  "c": 3\n}\nend\nof\nit\n'
    with pytest.raises(JSONBeaconError) as raised:
        jsonbeacon.extract_json(text)
    (block,) = tree(raised.value).iter("pre")
    assert said(block).split("\n") == [
        " 4 ", " 5 ", ' 6   "a": 1,', ' 7   "b": [1, 2,],', "                ^", ' 8   "c": 3', " 9 }", "10 end",
    ]  # fmt: skip


def test_edits_are_shown_as_lines() -> None:
    text = "x\nHere: {'a': 1,\n 'b': True} end\ny"
    found = extract_json_detailed(text, repair="syntax")
    root = tree(found)
    rows = [said(each) for each in root.iter("span") if each.get("class") in ("old", "new")]
    assert rows == ["- Here: {'a': 1,", '+ Here: {"a": 1,', "-  'b': True} end", '+  "b": true} end']
    assert [said(each) for each in root.iter("span") if each.get("class") == "number"] == ["2 ", "  ", "3 ", "  "]
    assert [said(each) for each in root.iter("del")] == [each.before for each in found.repairs if each.before]
    assert [said(each) for each in root.iter("ins")] == [each.after for each in found.repairs if each.after]
    assert "repair.quotes ×4, repair.literal" in said(root)
    assert "(a guess)" not in said(root)
    assert "(a guess)" in said(tree(extract_json_detailed('{"a": "x "y" z"}', repair="guess")))
    assert "completed: the text was cut off" in said(tree(jsonbeacon.repair_json("[1, 2")))
    assert "nothing was changed" in said(tree(jsonbeacon.repair_json("[1]")))


def test_many_edits_are_cut() -> None:
    lines = said(tree(extract_json_detailed("[" + "'x',\n" * 2000 + "]", repair="syntax")))
    assert "… more changes …" in lines
    assert re.search(r"""\n +2 - 'x',\n +\+ "x",\n +3 - """, lines)
    one_line = [
        said(each)
        for each in tree(extract_json_detailed("[" + "'x'," * 5000 + "]", repair="syntax")).iter("span")
        if each.get("class") in ("old", "new")
    ]
    assert [each[:8] for each in one_line] == ["- ['x','", '+ ["x","']
    assert all(1000 < len(each) < 3000 and each.endswith("…") for each in one_line)


def test_facts_of_an_extraction() -> None:
    found = extract_json_detailed('One {"a": 1}, two {"a": 2}')
    assert "Extraction · source inline · text[4:12] · one of 2 candidates" in said(tree(found))
    assert "In the reply" in said(tree(found))
    again = tree(pickle.loads(pickle.dumps(found)))  # which has the value's own text alone
    assert "text[4:12]" in said(again)
    assert "In the reply" not in said(again)


def test_values_that_are_no_json() -> None:
    class Odd:
        def __repr__(self) -> str:
            raise RuntimeError

    around: list[Any] = []
    around.append(around)
    for value, shown in (
        ([10**5000], "a list that cannot be printed"),
        (Odd(), "a Odd that cannot be printed"),
        ("\ud800", '"\\ud800"'),
        ("\u202e", '"\\u202e"'),
        (around, "[[...]]"),
        ({1, 2}, "{1, 2}"),
        (float("nan"), "NaN"),
    ):
        assert said(next(tree(Extraction(value, "whole", 0, 1)).iter("pre"))) == shown
    deep: Any = []
    for _ in range(511):
        deep = [deep]
    assert "[" in Extraction(deep, "whole", 0, 1024)._repr_html_()


def test_a_long_value_is_cut_and_not_written_out() -> None:
    written = 0

    def parts() -> Iterator[str]:
        nonlocal written
        for _ in range(100_000):
            written += 1
            yield "x"

    class Endless(list):  # type: ignore[type-arg]
        def __iter__(self) -> Iterator[Any]:
            return parts()

    tree(Extraction(Endless([1]), "whole", 0, 1))
    assert written < 10_000


def test_violations_are_a_table_with_their_places() -> None:
    schema = {"properties": {"a": {"type": "integer"}, "b": {"maximum": 1}}, "required": ["c"]}
    with pytest.raises(jsonbeacon.SchemaValidationError) as raised:
        jsonbeacon.extract_json('Sure:\n{"a": "x",\n "b": 7}', schema=schema)
    root = tree(raised.value)
    cells = [[said(cell) for cell in row.iter("td")] for row in root.iter("tr")][1:]
    assert [(row[0], row[1], row[3]) for row in cells] == [
        ("/c", "required", "line 2, column 1"),
        ("/a", "type", "line 2, column 7"),
        ("/b", "maximum", "line 3, column 7"),
    ]
    assert "3 schema violations" in said(root)
    assert plain(raised.value).split("\n") == ["Sure:", '{"a": "x",', "  ^     ^", ' "b": 7}', "        ^"]
    with pytest.raises(jsonbeacon.SchemaValidationError) as raised:
        jsonbeacon.validate_schema({str(number): 1 for number in range(150)}, {"additionalProperties": False})
    root = tree(raised.value)
    assert "150 schema violations" in said(root)
    assert "and 130 more" in said(root)
    assert not list(root.iter("pre"))


def test_other_errors() -> None:
    with pytest.raises(JSONBeaconError) as raised:
        jsonbeacon.extract_json("{'a': 1} or {'b': 2} or {'c': 3}", fallthrough=True)
    assert "2 more were tried, and failed too" in said(tree(raised.value))
    with pytest.raises(JSONBeaconError) as raised:
        jsonbeacon.Extractor(schema={"type": "<int>"})
    assert "<int>" in said(tree(raised.value))
    with pytest.raises(JSONBeaconError) as raised:
        jsonbeacon.extract_json("\n\n<Sorry>,\nno.\n1\n2\n3\n4")
    assert plain(raised.value) == "<Sorry>,\nno.\n1\n2\n…"
    for error in (JSONBeaconError("<x>"), JSONBeaconError(), JSONBeaconError(1, "<y>")):
        assert str(error) in said(tree(error))
    for cls in (jsonbeacon.MalformedOutputError, jsonbeacon.SchemaValidationError, jsonbeacon.SchemaError):
        assert "<x>" in said(tree(cls("<x>")))


def test_candidates() -> None:
    text = '[name]: {"a": "😀", b}\n```json\n{"b": 2}\n```\n{"c": [1,'
    found = list_candidates(text, repair=True)
    root = tree(found)
    cells = [[said(cell) for cell in row.iter("td")] for row in root.iter("tr")][1:]
    assert [row[1] for row in cells] == [each.text + " " * (each.text == '{"c": [1,') for each in found]
    for each in found:
        boxes = [said(box) for box in tree(each).iter("b")]
        assert boxes == (
            [] if each.valid_json else ["n"] if "name" in each.text else ["b"] if "b}" in each.text else [" "]
        )
    assert "valid after trailing_commas, unclosed" in said(root)
    assert said(tree(list_candidates("none"))).endswith("CandidateList · 0 candidates")
    assert "the first 1" in said(tree(list_candidates("[1] [2]", max_results=1)))


def test_a_snapshot_is_no_result() -> None:
    stream = jsonbeacon.Extractor().stream()
    stream.feed('Sure: {"a": "<b>", "c": "d')
    snapshot = stream.partial()
    assert "Partial · a snapshot, not a result · open · source inline · from 6" in said(tree(snapshot))
    assert '{"a": "<b>"}' in said(tree(snapshot))


def test_the_style_sheet_keeps_to_itself() -> None:
    sheet = _html_style.STYLE
    assert not re.search(r"url\(|@import|expression|javascript|http", sheet)
    assert sheet.startswith("<style>\n")
    assert sheet.endswith("\n</style>")
    for selector in re.findall(r"^(?:@media print \{)?([^{}]+?) ?\{", sheet[8:], re.MULTILINE):
        assert selector.startswith("div.jsonbeacon"), selector
    # The page's colours are the page's: what is added is see-through.
    assert not re.search(r"#[0-9a-f]{3}|: *(white|black|red|green|yellow)\b", sheet)
