"""Contract §3, the strict parser, in plain Python: read it beside the table of codes.

It is slow on purpose: nothing here is clever. `oracle.py` builds §2 on it.
"""

from __future__ import annotations

import sys
from typing import Any, NoReturn

MAX_DEPTH = 512  # §3 json.too_deep
WHITE_SPACE = frozenset(" \t\n\r")  # JSON white space
DIGITS = frozenset("0123456789")
HEX_DIGITS = frozenset("0123456789abcdefABCDEF")
WORD = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_")
LITERALS = {"true": True, "false": False, "null": None}
PYTHON_LITERALS = ("True", "False", "None")
ESCAPES = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}

sys.setrecursionlimit(max(sys.getrecursionlimit(), 4 * MAX_DEPTH))  # a reader takes two frames a level


class Fault(Exception):
    """The first fault in reading order: its code, its position, and where it was found (§3)."""

    def __init__(self, code: str, position: int, found: int, containers: int, past_comma: bool) -> None:
        super().__init__(code, position)
        self.code, self.position = code, position
        self.found = found  # reading had come this far
        self.containers = containers  # open at that point
        self.past_comma = past_comma  # the outermost container had a complete element or member and its comma


class Reader:
    """Reads RFC 8259 from `at` on, in a text that ends at `end`."""

    def __init__(self, text: str, at: int, end: int) -> None:
        self.text, self.at, self.end = text, at, end
        self.containers = 0
        self.past_comma = False

    def fault(self, code: str, position: int) -> NoReturn:
        raise Fault(f"json.{code}", position, self.at, self.containers, self.past_comma)

    def peek(self, ahead: int = 0) -> str:
        """The character there, or an empty string past the end."""
        return self.text[self.at + ahead] if self.at + ahead < self.end else ""

    def due(self) -> str:
        """The character there; the text must not end here. unexpected_end: the end."""
        return self.peek() or self.fault("unexpected_end", self.end)

    def skip_space(self) -> None:
        while self.peek() in WHITE_SPACE:
            self.at += 1

    def value(self) -> Any:
        self.skip_space()
        c = self.due()
        if c == "{":
            return self.object()
        if c == "[":
            return self.array()
        if c == '"':
            return self.string()
        if c == "-" or c in DIGITS:
            return self.number()
        if c in ("t", "f", "n"):
            return self.literal()
        self.no_value(c)

    def no_value(self, c: str) -> NoReturn:
        """A value is due and something else stands there."""
        if c in (".", "+") and self.peek(1) in DIGITS:
            self.fault("invalid_number", self.at)
        for word in PYTHON_LITERALS:
            if self.text.startswith(word, self.at, self.end) and self.peek(len(word)) not in WORD:
                self.fault("invalid_literal", self.at)
        self.fault("expected_value", self.at)

    def open(self) -> None:
        if self.containers == MAX_DEPTH:
            self.fault("too_deep", self.at)  # the 513th opener
        self.containers += 1
        self.at += 1

    def close(self) -> None:
        self.containers -= 1
        self.at += 1

    def comma_or(self, closer: str) -> bool:
        """After a member or element: True past a comma that something must follow, False past the closer."""
        self.skip_space()
        c = self.due()
        if c == closer:
            self.close()
            return False
        if c != ",":
            self.fault("expected_comma", self.at)
        self.at += 1
        if self.containers == 1:
            self.past_comma = True
        self.skip_space()
        if self.due() == closer:
            self.fault("trailing_comma", self.at)  # the container's own closer, and at it
        return True

    def array(self) -> list[Any]:
        elements: list[Any] = []
        self.open()
        self.skip_space()
        if self.due() == "]":
            self.close()
            return elements
        while True:
            elements.append(self.value())
            if not self.comma_or("]"):
                return elements

    def object(self) -> dict[str, Any]:
        members: dict[str, Any] = {}
        self.open()
        self.skip_space()
        if self.due() == "}":
            self.close()
            return members
        while True:
            if self.due() != '"':
                self.fault("expected_key", self.at)
            key_at = self.at
            key = self.string()
            if key in members:
                self.fault("duplicate_key", key_at)  # at the second key; found when its closing quote is read
            self.skip_space()
            if self.due() != ":":
                self.fault("expected_colon", self.at)
            self.at += 1
            members[key] = self.value()
            if not self.comma_or("}"):
                return members

    def string(self) -> str:
        """A string, decoded."""
        decoded: list[str] = []
        self.at += 1
        while True:
            c = self.due()
            if c == "\\":
                decoded.append(self.escaped())
                continue
            if "\ud800" <= c <= "\udfff":
                self.fault("lone_surrogate", self.at)  # raw in the Python string: judged as written, never paired
            if c < " ":
                self.fault("control_character", self.at)
            self.at += 1
            if c == '"':
                return "".join(decoded)
            decoded.append(c)

    def escaped(self) -> str:
        """The character that an escape, or a pair of surrogate escapes, means."""
        backslash = self.at
        unit = self.escape()
        if isinstance(unit, str):
            return unit
        if 0xD800 <= unit <= 0xDBFF:
            return self.pair(backslash, unit)
        if 0xDC00 <= unit <= 0xDFFF:
            self.fault("lone_surrogate", backslash)
        return chr(unit)

    def pair(self, high_at: int, high: int) -> str:
        """A high one is judged when the next character, or the next whole escape, has been read."""
        low = self.escape() if self.due() == "\\" else None  # a malformed escape is a fault before that
        if not isinstance(low, int) or not 0xDC00 <= low <= 0xDFFF:
            self.fault("lone_surrogate", high_at)
        return chr(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))

    def escape(self) -> str | int:
        """A whole escape: the character it means, or for `\\u` the UTF-16 unit."""
        backslash = self.at
        self.at += 1
        c = self.due()
        if c in ESCAPES:
            self.at += 1
            return ESCAPES[c]
        if c != "u":
            self.fault("invalid_escape", backslash)
        self.at += 1
        unit = 0
        for _ in range(4):
            if self.due() not in HEX_DIGITS:
                self.fault("invalid_unicode_escape", backslash)
            unit = unit * 16 + int(self.peek(), 16)
            self.at += 1
        return unit

    def literal(self) -> Any:
        word_at = self.at
        word = next(word for word in LITERALS if word[0] == self.peek())
        for letter in word:
            if self.due() != letter:
                self.fault("invalid_literal", word_at)
            self.at += 1
        return LITERALS[word]

    def digits(self, number_at: int) -> None:
        """One digit or more; a number that cannot go on is at fault at its first character."""
        if self.due() not in DIGITS:
            self.fault("invalid_number", number_at)
        while self.peek() in DIGITS:
            self.at += 1

    def number(self) -> int | float:
        number_at = self.at
        if self.peek() == "-":
            self.at += 1
        if self.peek() == "0" and self.peek(1) in DIGITS:
            self.fault("invalid_number", number_at)
        self.digits(number_at)
        exact = True
        if self.peek() == ".":
            exact = False
            self.at += 1
            self.digits(number_at)
        if self.peek() in ("e", "E"):
            exact = False
            self.at += 1
            if self.peek() in ("+", "-"):
                self.at += 1
            self.digits(number_at)
        spelling = self.text[number_at : self.at]
        if exact:
            return integer(spelling)
        value = float(spelling)
        if abs(value) == float("inf"):
            self.fault("number_out_of_range", number_at)
        return value


def integer(spelling: str) -> int:
    """An integer of any size, in pieces that the interpreter's limit on digits never forbids (§1)."""
    digits = spelling.lstrip("-")
    value = 0
    for at in range(0, len(digits), 600):
        piece = digits[at : at + 600]
        value = value * 10 ** len(piece) + int(piece)
    return -value if spelling.startswith("-") else value
