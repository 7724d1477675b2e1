"""The reports: what they say follows from the counts, and nothing that a reply says is more than text in them."""

from __future__ import annotations

import base64
import hashlib
import html.parser
import json
import pathlib
import re
from typing import Any

import generate
import jsonschema
import pytest
from audits import REPLIES, SCHEMA, Run, jsonl, report
from jsonbeacon._audit.advice import RULES, advice

HOSTILE = (
    '<script>alert(1)</script>{"a": <script>',
    '{"<img src=x onerror=alert(1)>": 1, "<img src=x onerror=alert(1)>": 2}',
    "{'</pre></figure></main><h1>",
    '{"a": "\u202e\u0000\x1b[31m\x9b31m\ud800',
    '{"&lt;": &amp; "\'>',
    "</style><style>*{display:none}</style>",
    '{"a": javascript:alert(1)//\'"><svg onload=alert(1)>',
    '{"a": 1}\u2028{"b": <!--',
)
VOID = {"meta", "rect"}


class Page(html.parser.HTMLParser):
    """Elements and their attributes; every element that is opened is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.text: list[str] = []
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def reports(tmp_path: pathlib.Path, texts: list[str], *more: object) -> tuple[str, str, Any]:
    """As text, as a page and as JSON."""
    path = jsonl(tmp_path / "r.jsonl", texts)
    run = Run(path, "-c", "text", "--html", tmp_path / "r.html", *more)
    assert run.code == 0, run.err
    found = report(path, "-c", "text", *more)
    jsonschema.validate(found, SCHEMA)
    return run.out, (tmp_path / "r.html").read_text("utf-8"), found


def test_nothing_gets_out_of_a_reply(tmp_path: pathlib.Path) -> None:
    schema = tmp_path / "<b>schema.json"
    schema.write_text('{"additionalProperties": false}')
    texts = [*HOSTILE, *(f'{{"<b>{n}": 1}}' for n in range(3)), *generate.texts(5, 200)]
    shown, page, found = reports(tmp_path, texts, "--schema", schema, "--examples", "50")
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e\u2028\ud800-\udfff]", shown + page)
    parsed = Page(page)
    allowed = {
        "html", "head", "meta", "title", "style", "body", "main", "h1", "h2", "h3", "p", "div", "ul", "li", "span", "svg", "rect",
        "table", "thead", "tbody", "tr", "th", "td", "code", "a", "em", "small", "figure", "figcaption", "pre", "footer", "dl", "dt", "dd",
    }  # fmt: skip
    assert {tag for tag, _ in parsed.elements} <= allowed
    for _, attributes in parsed.elements:
        assert not {"style", "src", "srcset", "onload"} & attributes.keys()
        assert attributes.get("href", "#").startswith("#")  # type: ignore[union-attr]
    places = [attributes["id"] for _, attributes in parsed.elements if "id" in attributes]
    assert len(places) == len({*places})
    assert {attributes["href"][1:] for tag, attributes in parsed.elements if tag == "a"} == {*places}  # type: ignore[index]
    assert "<img src=x onerror=alert(1)>" in "".join(parsed.text)
    assert "/<b>0" in [each["path"] for each in found["total"]["violations"]]


def test_the_page_lets_nothing_in(tmp_path: pathlib.Path) -> None:
    _, page, _ = reports(tmp_path, REPLIES)
    style = re.search("<style>(.*?)</style>", page, re.DOTALL)
    assert style is not None
    digest = base64.b64encode(hashlib.sha256(style[1].encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    assert f'<meta http-equiv="Content-Security-Policy" content="{policy}">' in page
    assert "url(" not in page and "http:" not in page and "https:" not in page and "@import" not in page
    assert page.index("Content-Security-Policy") < page.index("<style>")


def test_the_text_fits_a_terminal(tmp_path: pathlib.Path) -> None:
    shown, _, _ = reports(tmp_path, [*REPLIES, *generate.texts(9, 100), *HOSTILE, '{"a": "' + "x" * 1000], "--only")
    assert not [line for line in shown.splitlines() if len(line) > 80]


def test_both_say_what_the_counts_are(tmp_path: pathlib.Path) -> None:
    shown, page, found = reports(tmp_path, REPLIES)
    text = " ".join("".join(Page(page).text).split())
    for each in found["advice"]:
        said = each["text"].replace("`", "")
        assert said in text
        assert said.split()[0] in shown
    for reason in found["total"]["failures"]:
        assert re.search(rf"^{reason['reason']}:.* {reason['replies']} ", shown, re.MULTILINE)
        for code in reason["codes"]:
            assert re.search(rf"^  {re.escape(code['code'])} +{code['replies']} ", shown, re.MULTILINE)
            assert code["code"] in text
    for each in found["total"]["policies"][1:]:
        assert re.search(rf"^{each['title']} +{each['values']} ", shown, re.MULTILINE)
    assert f"{found['total']['failed']} of 185 replies fail" in text
    assert f"{found['total']['failed']} of 185 replies fail" in shown


GOOD = ['{"a": 1}'] * 60
LONG = '{"a": "' + "x" * 500
CASES = {
    "output limit": ([*GOOD, *(LONG + "x" * n for n in range(20))], "Raise the model's output limit"),
    "stored": ([*GOOD, *[LONG] * 20], "at exactly 507 characters"),
    "interrupted": ([*('{"a": "' + "x" * n for n in range(40)), *(LONG + f'{n}"}}' for n in range(60))], "not the long ones"),
    "one length": (['{"a": "b"}', *['{"a": "bb'] * 3], "output limit"),
    "no_json": ([*GOOD, "Sorry.", "No."], "hold no JSON"),
    "syntax": ([*GOOD, "{'a': 1}", '{"a": "x "y" z"}'], "`--repair=syntax` would save 1.6% without a guess, `--repair=guess` 1.6% more"),
    "guess": ([*GOOD, '{"a": "x "y" z"}'], "`--repair=guess` would save 1.6%, and record each guess"),
    "final answer": ([*GOOD, '{"draft": 1} {"answer": 2}'], "the final answer is another value"),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_advice(tmp_path: pathlib.Path, name: str) -> None:
    texts, said = CASES[name]
    _, _, found = reports(tmp_path, texts)
    assert said in " ".join(each["text"] for each in found["advice"])


def test_advice_that_needs_options(tmp_path: pathlib.Path) -> None:
    schema = tmp_path / "schema.json"
    schema.write_text('{"properties": {"a": {"items": {"type": "integer"}}}}')
    texts = [*GOOD, '{"a": ["x"]}', '{"a": [1, "x"]}', '{"a": 1} {"b": 1}', '{"a": null}', "x" * 100]
    more = ["--schema", schema, "--only", "--blank", "reject", "--max-length", "50"]
    _, _, found = reports(tmp_path, texts, *more)
    assert {each["rule"] for each in found["advice"]} == {"schema", "ambiguous", "blank", "too_long", "repair"}
    assert "for `type` at `/a/*` (2 replies)" in str(found["advice"])
    (tmp_path / "f.jsonl").write_text('{"t": "{}"}\n{"t": 1}\n')
    assert [each["rule"] for each in report(tmp_path / "f.jsonl", "-c", "t")["advice"]] == ["faults"]
    assert {*RULES} == {*SCHEMA["properties"]["advice"]["items"]["properties"]["rule"]["enum"]}


def test_where_nothing_is_wrong_nothing_is_said(tmp_path: pathlib.Path) -> None:
    shown, page, found = reports(tmp_path, GOOD)
    assert found["advice"] == advice(found["total"]) == []
    assert "All 60 replies give a value" in shown
    assert "What goes wrong" not in shown + page
    assert json.dumps(found).isascii()
