"""Contract §2 in plain Python, written to be read beside the contract, clause by clause.

It is slow on purpose: where the contract says that a parse is made at each opener, this makes a parse at each opener.
It is not used for anything but to say what the engine must answer. The strict parser is in `oracle_syntax.py`; what
`Oracle` keeps in a method of its own is what `differences.py` has a row for.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Literal

from oracle_syntax import WHITE_SPACE, Fault, Reader

Select = Literal["first", "last", "largest", "only"]
Kind = Literal["auto", "object", "array", "any"]
SELECTS: tuple[Select, ...] = ("first", "last", "largest", "only")
KINDS: tuple[Kind, ...] = ("auto", "object", "array", "any")
KIND_OF = {"{": "object", "[": "array"}  # §2.3: that of its first character
FENCE_LINE = re.compile(r"[ ]{0,3}(`{3,}|~{3,})(.*)", re.DOTALL)
JSON_LIKE = {"{": frozenset("\"'}"), "[": frozenset('{["]')}
REASONS = {"json.not_found": "no_json", "json.unexpected_end": "truncated"}  # §4; everything else is "malformed"


class OracleError(Exception):
    def __init__(
        self, code: str, position: int | None = None, start: int | None = None, end: int | None = None, reason: str = ""
    ) -> None:
        self.code, self.position, self.start, self.end = code, position, start, end
        self.reason = reason or REASONS.get(code, "malformed")
        super().__init__(code, position, start, end, self.reason)


@dataclass(frozen=True)
class Found:
    value: Any
    source: str
    start: int
    end: int
    candidates: int


@dataclass(frozen=True)
class Candidate:
    source: str
    kind: str | None  # "object", "array", or None: a candidate without a kind (§2.1)
    start: int
    end: int
    value: Any = None
    fault: Fault | None = None


class Oracle:
    fence_line_space = " \t"  # §2: in a fence's own lines
    content_space = WHITE_SPACE  # §2: everywhere else

    def candidates(self, text: str) -> list[Candidate]:
        """§2.0 to §2.2: every candidate, in text order."""
        return self.whole(text) or self.json_fences(text) or self.inline(text)

    def reader(self, text: str, at: int, end: int) -> Reader:
        return Reader(text, at, end)

    def document(self, text: str, start: int, end: int) -> Any:
        """Exactly one JSON document in text[start:end], white space around it allowed (§3 trailing_characters)."""
        reader = self.reader(text, start, end)
        value = reader.value()
        reader.skip_space()
        if reader.at < end:
            reader.fault("trailing_characters", reader.at)
        return value

    # §2.0. Whole

    def whole(self, text: str) -> list[Candidate]:
        start, end = trimmed(text, after_mark(text), len(text), WHITE_SPACE)
        if text[start:end][:1] not in KIND_OF:
            return []
        try:
            value = self.document(text, start, end)
        except Fault:
            return []
        return [Candidate(self.whole_source(text), KIND_OF[text[start]], start, end, value)]

    def whole_source(self, text: str) -> str:
        return "whole"

    # §2.1. Fences

    def fences(self, text: str) -> list[tuple[str, int, int]]:
        """Each fence's info string and the span of its content."""
        found: list[tuple[str, int, int]] = []
        fence = None  # the open one: its run, its info string, where its content starts
        for start, end, following in lines(text):
            match = FENCE_LINE.fullmatch(text, start, end)
            run, rest = match.groups() if match else ("", "")
            rest = rest.strip(self.fence_line_space)
            if fence is None:
                if run and not (run[0] == "`" and "`" in rest):
                    fence = (run, rest, following)
            elif run.startswith(fence[0]) and rest == "":
                found.append((fence[1], fence[2], start))
                fence = None
        if fence is not None:
            found.append((fence[1], fence[2], len(text)))  # never closed: runs to the end of the text
        return found

    def json_fences(self, text: str) -> list[Candidate]:
        """The candidates of the JSON fences; none if there is no JSON fence."""
        found = []
        for info, content_start, content_end in self.fences(text):
            start, end = trimmed(text, content_start, content_end, self.content_space)
            if start == end:
                continue  # nothing in it: not a JSON fence at all
            if self.labelled_json(info) or (info == "" and text[start] in KIND_OF):
                found.append(self.fenced(text, start, end))
        return found

    def labelled_json(self, info: str) -> bool:
        if "{" in info or "[" in info:
            return False  # never a JSON fence
        return self.label(info) == "json"

    def label(self, info: str) -> str:
        """The info string up to its first space or tab, in ASCII lower case."""
        label = re.split(f"[{self.fence_line_space}]", info)[0]
        return label.lower() if label.isascii() else label

    def fenced(self, text: str, start: int, end: int) -> Candidate:
        if text[start] not in KIND_OF:
            fault = Fault("json.expected_value", start, start, 0, False)
            return Candidate("fence", None, start, end, fault=fault)
        kind = KIND_OF[text[start]]
        try:
            return Candidate("fence", kind, start, end, self.document(text, start, end))
        except Fault as fault:
            return Candidate("fence", kind, start, end, fault=fault)

    # §2.2. Inline scan

    def inline(self, text: str) -> list[Candidate]:
        found = []
        at = 0
        while at < len(text):
            if text[at] not in KIND_OF:
                at += 1
                continue
            kind = KIND_OF[text[at]]
            reader = self.reader(text, at, len(text))
            try:
                value = reader.value()
            except Fault as fault:
                if not self.shown_what_it_is(text, at, fault):
                    at += 1  # prose
                    continue
                end = self.end_of_failed(text, fault)
                found.append(Candidate("inline", kind, at, end, fault=fault))
            else:
                end = reader.at
                found.append(Candidate("inline", kind, at, end, value))
            at = end
        return found

    def shown_what_it_is(self, text: str, opener: int, fault: Fault) -> bool:
        """Whether a failed opener is a malformed candidate rather than prose."""
        return (
            self.json_like(text, opener)
            or fault.code == "json.too_deep"
            or (fault.code == "json.unexpected_end" and fault.past_comma)
        )

    def json_like(self, text: str, opener: int) -> bool:
        following, _ = trimmed(text, opener + 1, len(text), WHITE_SPACE)
        return text[following : following + 1] in JSON_LIKE[text[opener]]

    def end_of_failed(self, text: str, fault: Fault) -> int:
        """From where the fault was found on, brackets count up and down until none is open, or the text ends."""
        containers = fault.containers
        for at in range(fault.found, len(text)):
            if text[at] in "{[":
                containers += 1
            elif text[at] in "}]":
                containers -= 1
                if containers == 0:
                    return at + 1
        return len(text)

    # §2.3. Kind, §2.4. Selection

    def of_kind(self, found: list[Candidate], kind: Kind) -> list[Candidate]:
        if kind == "any":
            return found
        if kind == "auto":
            return [c for c in found if c.kind == "object"] or found
        return [c for c in found if c.kind == kind]

    def largest(self, kept: list[Candidate]) -> Candidate:
        return max(kept, key=lambda c: c.end - c.start)  # the first of equal ones

    def choose(self, found: list[Candidate], select: Select, kind: Kind, required: bool = True) -> Found | None:
        """The answer, given the candidates of a text."""
        kept = self.of_kind(found, kind)
        if not kept:
            if required:
                raise OracleError("json.not_found")
            return None
        if select == "only" and len(kept) > 1:
            cut = any(c.fault is not None and c.fault.code == "json.unexpected_end" for c in kept)
            reason = "truncated" if cut else "ambiguous"  # §4
            raise OracleError("extract_json.multiple_candidates", kept[1].start, kept[1].start, kept[1].end, reason)
        chosen = {"last": kept[-1], "largest": self.largest(kept)}.get(select, kept[0])
        if chosen.fault is not None:
            raise OracleError(chosen.fault.code, chosen.fault.position, chosen.start, chosen.end)
        return Found(chosen.value, chosen.source, chosen.start, chosen.end, len(kept))

    def extract(self, text: str, select: Select = "first", kind: Kind = "auto", required: bool = True) -> Found | None:
        return self.choose(self.candidates(text), select, kind, required)

    # Terms. Line and column

    def place(self, text: str, position: int) -> tuple[int, int]:
        """Line and column of an offset, from 1."""
        starts = [0] + [following for _, end, following in lines(text) if following > end]
        line = sum(start <= position for start in starts)
        return line, position - starts[line - 1] + 1

    # §3. parse_json

    def parse(self, text: str) -> Any:
        """A bare document, scalars allowed, one U+FEFF at the start skipped."""
        try:
            return self.document(text, after_mark(text), len(text))
        except Fault as fault:
            raise OracleError(fault.code, fault.position) from None


def after_mark(text: str) -> int:
    return 1 if text.startswith("\ufeff") else 0


def trimmed(text: str, start: int, end: int, space: frozenset[str]) -> tuple[int, int]:
    """The span without the white space around it."""
    while start < end and text[start] in space:
        start += 1
    while start < end and text[end - 1] in space:
        end -= 1
    return start, end


def lines(text: str) -> list[tuple[int, int, int]]:
    """Each line's start, its end without its line ending, and the start of the next (Terms)."""
    found = []
    start = 0
    for ending in re.finditer(r"\r?\n|\r\Z", text):
        found.append((start, ending.start(), ending.end()))
        start = ending.end()
    if start < len(text):
        found.append((start, len(text), len(text)))
    return found


CONTRACT = Oracle()
candidates, choose, extract = CONTRACT.candidates, CONTRACT.choose, CONTRACT.extract
parse, place = CONTRACT.parse, CONTRACT.place
