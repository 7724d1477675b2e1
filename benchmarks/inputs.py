"""The rows: what is read, and what the answer is. Everything follows from the names of the rows.

A row holds many documents, so that no branch predictor learns one by heart, as UTF-8: each timed call is given a str
that was made for it alone.
"""

from __future__ import annotations

import functools
import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from . import documents, prose

#: What is in one round's hands at most, in bytes of UTF-8: about what a core's own cache holds.
AT_ONCE = 256 << 10

#: "value": there is one. "fault": the reply is malformed. "nothing": there is no JSON, and none is required.
Mode = Literal["value", "fault", "nothing"]


@dataclass(frozen=True)
class Case:
    """One reply, the JSON text in it, and the texts it is compared with."""

    reply: bytes
    json: bytes
    #: The same reply without what the row is about: without the prose before it, or without the fault.
    plain: bytes = b""

    @property
    def answer(self) -> Any:
        return json.loads(self.json)

    def made_new(self, number: int) -> Case:
        old, new = documents.NEW.encode(), b"%0*x" % (len(documents.NEW), number)
        return Case(self.reply.replace(old, new), self.json.replace(old, new), self.plain)


@dataclass(frozen=True)
class Row:
    name: str
    title: str
    make: Callable[[random.Random], Case]
    count: int
    mode: Mode = "value"
    #: documents.NEW is replaced by something new for each round.
    unseen: bool = False
    #: What `plain` is, where it is measured too.
    plain: str = ""

    def cases(self) -> list[Case]:
        return [self.make(random.Random(f"{self.name} {i}")) for i in range(self.count)]

    def rounds(self) -> Iterator[list[Case]]:
        """For each round its cases, without end."""
        pool = self.cases()
        size = max(1, sum(len(case.reply) for case in pool) // len(pool))
        many = max(1, min(len(pool), AT_ONCE // size))
        at = 0
        while True:
            cases = [pool[(at + i) % len(pool)] for i in range(many)]
            yield [each.made_new(at + i) for i, each in enumerate(cases)] if self.unseen else cases
            at += many


def case(reply: str, document: str, plain: str = "") -> Case:
    return Case(reply.encode(), document.encode(), plain.encode())


def fenced(document: Callable[[random.Random], str], r: random.Random) -> Case:
    text = document(r)
    return case(prose.fenced(r, text), text)


def inline(document: Callable[[random.Random], str], r: random.Random) -> Case:
    text = document(r)
    return case(prose.inline(r, text), text)


BEFORE = 8 << 10


def after(
    text: Callable[[random.Random, int], str], reply: Callable[[random.Random, str], str], r: random.Random
) -> Case:
    """A small object behind 8 KB of text."""
    document = documents.object_200(r)
    plain = reply(r, document)
    return case(text(r, BEFORE) + plain, document, plain)


def bracketed(r: random.Random, length: int) -> str:
    return prose.paragraphs(r, length, prose.SENTENCES * 2 + prose.BRACKETS * 2)


def damaged(r: random.Random) -> Case:
    """1 KB with one fault of the kinds that models make, anywhere in it."""
    text = documents.nested(r)
    plain = prose.fenced(r, text)
    line_ends = [i for i, c in enumerate(text) if c == "\n"]
    match r.randrange(5):
        case 0:  # a comma before a closer
            closers = [i for i in line_ends if text[i + 1 :].lstrip()[:1] in ("]", "}")]
            at = r.choice(closers)
            broken = text[:at] + "," + text[at:]
        case 1:  # a comma is missing
            commas = [i for i in line_ends if text[i - 1] == ","]
            at = r.choice(commas)
            broken = text[: at - 1] + text[at:]
        case 2:  # a quote mark inside a string
            at = text.index(" ", text.index("answer") + 20 + r.randrange(20)) + 1
            broken = f'{text[:at]}"{text[at:]}'
        case 3:  # Python's spelling
            broken = text.replace("false", "False", 1).replace("null", "None")
        case _:  # no quotes around a name
            broken = text.replace('"note"', "note")
    return case(plain.replace(text, broken), text, plain)


def no_json(r: random.Random) -> Case:
    text = prose.paragraphs(r, 1024)
    return case(text, "null")


FENCE = "in a fence, prose around it"
ROWS = (
    Row("40 B", f"40 B object {FENCE}", functools.partial(fenced, documents.intent), 2000),
    Row("60-100 B", f"60–100 B object {FENCE}", functools.partial(fenced, documents.small), 2000),
    Row("1 KB", f"1 KB object, nested, escapes, {FENCE}", functools.partial(fenced, documents.nested), 500),
    Row("1 KB inline", "the same without a fence", functools.partial(inline, documents.nested), 500),
    Row(
        "8 KB",
        f"8 KB list of objects {FENCE}",
        functools.partial(fenced, functools.partial(documents.records, size=8 << 10, indent=2)),
        120,
    ),
    Row(
        "1 MB",
        f"1 MB list of objects {FENCE}",
        functools.partial(fenced, functools.partial(documents.records, size=1 << 20, indent=None)),
        3,
    ),
    Row("CJK", f"4 KB of CJK and emoji {FENCE}", functools.partial(fenced, documents.chinese), 120),
    Row("floats", f"10 KB of floats {FENCE}", functools.partial(fenced, documents.floats), 60),
    Row("unseen keys", f"1 KB, keys never seen before, {FENCE}", functools.partial(fenced, documents.unseen_keys), 100,
        unseen=True),
    Row("prose, fence", "8 KB of prose, then a 200 B object in a fence",
        functools.partial(after, prose.paragraphs, prose.fenced), 120, plain="without the 8 KB"),
    Row("prose, inline", "8 KB of prose, then a 200 B object without a fence",
        functools.partial(after, prose.paragraphs, prose.inline), 120, plain="without the 8 KB"),
    Row("reasoning, fence", "8 KB of reasoning, then a 200 B object in a fence",
        functools.partial(after, prose.reasoning, prose.fenced), 120, plain="without the 8 KB"),
    Row("reasoning, inline", "8 KB of reasoning, then a 200 B object without a fence",
        functools.partial(after, prose.reasoning, prose.inline), 120, plain="without the 8 KB"),
    Row("brackets", "8 KB of prose with `[1]`, `{name}` and the like, then a 200 B object without a fence",
        functools.partial(after, bracketed, prose.inline), 120, plain="without the 8 KB"),
    Row("malformed", "1 KB with one fault, in a fence, prose around it", damaged, 500, "fault",
        plain="without the fault"),
    Row("no JSON", "1 KB of prose, nothing required", no_json, 200, "nothing"),
)  # fmt: skip
