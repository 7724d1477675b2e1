"""Documents to be damaged: nested, with prose, addresses, code and many scripts in them, in several layouts, as the
tokens that they are written with."""

from __future__ import annotations

import json
import random
from typing import Any, NamedTuple


class Token(NamedTuple):
    kind: str  # { } [ ] , : name string number literal space
    text: str
    depth: int = 0
    inside: str = ""  # the container around it
    last: bool = False  # of its container


WORDS = [
    "order",
    "status",
    "invoice",
    "customer",
    "region",
    "total",
    "draft",
    "review",
    "summary",
    "release",
    "window",
    "backup",
    "engine",
    "garden",
    "market",
    "table",
    "river",
    "north",
    "system",
    "report",
    "value",
    "signal",
    "filter",
    "update",
    "module",
    "winter",
    "bridge",
    "copper",
    "silver",
    "planet",
    "method",
    "answer",
    "quality",
    "training",
    "policy",
    "service",
    "network",
    "storage",
    "monitor",
    "panel",
    "budget",
    "forecast",
    "travel",
    "ticket",
    "museum",
    "library",
    "kitchen",
    "recipe",
    "ingredient",
    "student",
    "teacher",
    "lesson",
    "chapter",
    "section",
    "paragraph",
    "the",
    "a",
    "of",
    "and",
    "to",
    "in",
    "with",
    "for",
    "on",
    "at",
    "by",
    "from",
    "is",
    "was",
    "are",
    "be",
    "not",
    "this",
    "that",
    "which",
    "it",
    "its",
    "as",
    "or",
    "if",
    "then",
    "when",
    "after",
    "before",
    "between",
    "without",
    "within",
]
NAMES = [
    "id",
    "name",
    "title",
    "description",
    "status",
    "type",
    "items",
    "tags",
    "notes",
    "author",
    "email",
    "url",
    "path",
    "created_at",
    "updated_at",
    "price",
    "quantity",
    "total",
    "currency",
    "address",
    "city",
    "country",
    "zip",
    "lat",
    "lon",
    "enabled",
    "visible",
    "score",
    "rating",
    "count",
    "version",
    "metadata",
    "children",
    "parent",
    "owner",
    "steps",
    "result",
    "errors",
    "warnings",
    "summary",
    "content",
    "text",
    "code",
    "language",
    "labels",
    "priority",
    "assignee",
    "due-date",
    "first",
    "name",
    "user.id",
    "$ref",
    "@type",
]
NAMES = [n for n in NAMES if n != "first"] + ["first name", "größe", "名前"]
PHRASES = [
    "Done; see section 4.2 (page 17).",
    "It's ready - don't wait!",
    "Costs: 12,50 EUR, plus 19% tax.",
    "if (x > 0) { return [x, y]; }",
    "SELECT * FROM t WHERE a = 'b';",
    "https://example.org/a/b?q=1,2&r=%20#top",
    "C:/data/reports/2024-01-31.csv",
    "Überprüfung der Maße: 3 × 4 m²",
    "価格は1,200円です。",
    "Привет, мир: всё в порядке?",
    'Line one, line two: "quoted" words inside.',
    "tabs\tand\nnew lines",
    "a\\b\\c and c:\\temp",
    "emoji 🎉, done ✅",
    "",
    "yes",
    "true",
    "42",
    "2024-05-01T12:30:00Z",
    "key: value, other: thing",
    "[draft] {todo}",
    "f(x) = {x, y}",
    "// not a comment",
    "well... maybe # 1",
]


def sentence(r: random.Random) -> str:
    words = [r.choice(WORDS) for _ in range(r.randint(2, 14))]
    for i in range(1, len(words)):
        if r.random() < 0.12:
            words[i - 1] += r.choice([",", ";", ":", " -", ",", ","])
    return " ".join(words).capitalize() + r.choice([".", ".", "!", "?", ""])


def scalar(r: random.Random) -> Any:
    x = r.random()
    if x < 0.40:
        return sentence(r)
    if x < 0.55:
        return r.choice(PHRASES)
    if x < 0.62:
        return r.choice(WORDS)
    if x < 0.82:
        return r.choice(
            [
                r.randint(0, 9),
                r.randint(-1000, 100000),
                round(r.uniform(-100, 1000), 3),
                r.randint(10**12, 10**19),
                1.5e-7,
            ]
        )
    return r.choice([True, False, None])


def container(r: random.Random, depth: int) -> Any:
    if r.random() < 0.65:
        names = r.sample(NAMES, r.randint(2, 7))
        return {n: node(r, depth - 1) for n in names}
    if r.random() < 0.4:
        return [r.choice([sentence, lambda r: r.choice(WORDS)])(r) for _ in range(r.randint(1, 6))]
    if r.random() < 0.4:
        return [r.randint(0, 500) for _ in range(r.randint(1, 8))]
    names = r.sample(NAMES, r.randint(2, 5))
    return [{n: scalar(r) for n in names} for _ in range(r.randint(1, 5))]


def node(r: random.Random, depth: int) -> Any:
    return container(r, depth) if depth > 0 and r.random() < 0.45 else scalar(r)


def document(r: random.Random) -> Any:
    """A document of 1 to 8 KB."""
    while True:
        names = r.sample(NAMES, r.randint(5, 12))
        value: Any = {n: node(r, 4) for n in names}
        if r.random() < 0.2:
            value = [{n: node(r, 2) for n in r.sample(NAMES, r.randint(3, 7))} for _ in range(r.randint(3, 9))]
        if 1000 <= len(json.dumps(value)) <= 8000:
            return value


class Layout(NamedTuple):
    comma: str
    colon: str
    indent: str | None
    ascii: bool


LAYOUTS = [
    Layout(",", ":", None, False),
    Layout(", ", ": ", None, True),
    Layout(",", ": ", "  ", False),
    Layout(",", ": ", "    ", True),
    Layout(",", ": ", "\t", False),
    Layout(",", ": ", "  ", False),
]


def tokens(value: Any, layout: Layout) -> list[Token]:
    out: list[Token] = []

    def space(text: str, depth: int) -> None:
        if text:
            out.append(Token("space", text, depth))

    def line(depth: int) -> None:
        if layout.indent is not None:
            space("\n" + layout.indent * depth, depth)

    def comma(depth: int, inside: str) -> None:
        out.append(Token(",", ",", depth, inside))
        if layout.indent is None:
            space(layout.comma[1:], depth)

    def write(v: Any, depth: int, inside: str, last: bool) -> None:
        if isinstance(v, dict):
            out.append(Token("{", "{", depth, inside, last))
            for i, (k, w) in enumerate(v.items()):
                line(depth + 1)
                out.append(Token("name", json.dumps(k, ensure_ascii=layout.ascii), depth + 1, "{"))
                out.append(Token(":", ":", depth + 1, "{"))
                space(layout.colon[1:], depth + 1)
                write(w, depth + 1, "{", i == len(v) - 1)
                if i < len(v) - 1:
                    comma(depth + 1, "{")
            if v:
                line(depth)
            out.append(Token("}", "}", depth, inside, last))
        elif isinstance(v, list):
            out.append(Token("[", "[", depth, inside, last))
            for i, w in enumerate(v):
                line(depth + 1)
                write(w, depth + 1, "[", i == len(v) - 1)
                if i < len(v) - 1:
                    comma(depth + 1, "[")
            if v:
                line(depth)
            out.append(Token("]", "]", depth, inside, last))
        elif isinstance(v, str):
            out.append(Token("string", json.dumps(v, ensure_ascii=layout.ascii), depth, inside, last))
        elif v is None or isinstance(v, bool):
            out.append(Token("literal", json.dumps(v), depth, inside, last))
        else:
            out.append(Token("number", json.dumps(v), depth, inside, last))

    write(value, 0, "", True)
    return out
