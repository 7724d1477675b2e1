"""What llm-beacon answers: the oracle, but for the rows of `differences.py` that are switched on.

With every row on, it gives llm-beacon's answer on every text; with none, the contract's. So a row is not a guess about
an answer but the behaviour itself, and a difference that no row makes is never mistaken for one.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NoReturn

from oracle import Candidate, Kind, Oracle
from oracle_syntax import WHITE_SPACE, Fault, Reader

UNICODE_SPACE = frozenset(
    "\t\n\x0b\x0c\r \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)


class ModelReader(Reader):
    def __init__(self, text: str, at: int, end: int, rows: Collection[str]) -> None:
        super().__init__(text, at, end)
        self.rows = rows

    def no_value(self, c: str) -> NoReturn:
        row = "number without a digit first" if c in (".", "+") else "python literal"
        if row in self.rows:
            self.fault("expected_value", self.at)
        super().no_value(c)

    def string(self) -> str:
        quote = self.at
        try:
            return super().string()
        except Fault as fault:
            raise self.unterminated(fault, quote) from None

    def escape(self) -> str | int:
        backslash = self.at
        try:
            return super().escape()
        except Fault as fault:
            raise self.unterminated(fault, backslash) from None

    def unterminated(self, fault: Fault, position: int) -> Fault:
        if fault.code == "json.unexpected_end" and "unterminated string" in self.rows:
            fault.code, fault.position = "json.unterminated_string", position
        return fault

    def pair(self, high_at: int, high: int) -> str:
        if "surrogate judged at once" in self.rows and not (self.peek() == "\\" and self.peek(1) == "u"):
            self.fault("lone_surrogate", high_at)
        return super().pair(high_at, high)


class Model(Oracle):
    def __init__(self, rows: Collection[str]) -> None:
        self.rows = frozenset(rows)
        if "white space of a fence line" in self.rows:
            self.fence_line_space = "".join(sorted(UNICODE_SPACE))
        if "form feed around fenced json" in self.rows:
            self.content_space = WHITE_SPACE | {"\f"}

    def reader(self, text: str, at: int, end: int) -> Reader:
        return ModelReader(text, at, end, self.rows)

    def candidates(self, text: str) -> list[Candidate]:
        if "empty json fence" in self.rows and not self.whole(text) and self.has_labelled_fence(text):
            return self.json_fences(text)
        return super().candidates(text)

    def has_labelled_fence(self, text: str) -> bool:
        return any(self.labelled_json(info) for info, _, _ in self.fences(text))

    def whole_source(self, text: str) -> str:
        marked = text.startswith("\ufeff") and "byte order mark" in self.rows
        return "inline" if marked else super().whole_source(text)

    def labelled_json(self, info: str) -> bool:
        if "bracket in an info string" in self.rows:
            return self.label(info) == "json"
        return super().labelled_json(info)

    def shown_what_it_is(self, text: str, opener: int, fault: Fault) -> bool:
        row = "nested too deep" if fault.code == "json.too_deep" else "cut off after a comma"
        if row in self.rows:
            return self.json_like(text, opener)
        return super().shown_what_it_is(text, opener, fault)

    def end_of_failed(self, text: str, fault: Fault) -> int:
        if "values inside a failed value" in self.rows:
            return fault.position
        return super().end_of_failed(text, fault)

    def of_kind(self, found: list[Candidate], kind: Kind) -> list[Candidate]:
        if kind == "array" and "scalar in a json fence" in self.rows:
            return [c for c in found if c.kind != "object"]
        return super().of_kind(found, kind)

    def largest(self, kept: list[Candidate]) -> Candidate:
        if "largest and malformed" in self.rows:
            return next((c for c in kept if c.fault is not None), super().largest(kept))
        return super().largest(kept)

    def place(self, text: str, position: int) -> tuple[int, int]:
        if "carriage return at the end" in self.rows:
            text = text[:position].replace("\r", " ")
        return super().place(text, position)
