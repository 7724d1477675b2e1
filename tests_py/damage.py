"""Documents with one fault of a known kind each, and what they were before it.

``cases(seed, count)`` gives ``count`` cases of every kind. A document is made as a list of tokens, so that a fault is
put at a token and not at something that looks like one.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from damage_documents import LAYOUTS, NAMES, Token, document, scalar, tokens


class Case(NamedTuple):
    kind: str
    text: str
    value: Any


class Impossible(Exception):
    """The document has no place for the fault."""


class Draft:
    """A document that is being damaged."""

    def __init__(self, r: random.Random) -> None:
        self.r = r
        self.value = document(r)
        self.layout = r.choice(LAYOUTS)
        self.tokens = tokens(self.value, self.layout)

    def pick(self, test: Callable[[int, Token], bool]) -> int:
        places = [i for i, t in enumerate(self.tokens) if test(i, t)]
        if not places:
            raise Impossible
        return self.r.choice(places)

    def next(self, i: int) -> Token:
        """The token behind i that is not white space."""
        for t in self.tokens[i + 1 :]:
            if t.kind != "space":
                return t
        return Token("", "")

    def put(self, i: int, text: str) -> None:
        self.tokens[i] = self.tokens[i]._replace(text=text)

    def text(self) -> str:
        return "".join(t.text for t in self.tokens)

    def string(self, change: Callable[[str, random.Random], tuple[str, str]]) -> None:
        """Replaces a value that is a string: change gives its content and how that is written, quotes included."""
        i = self.pick(lambda i, t: t.kind == "string" and " " in t.text and len(t.text) > 8)
        content, written = change(json.loads(self.tokens[i].text), self.r)
        self.tokens[i] = self.tokens[i]._replace(text=written)
        saved = list(self.tokens)
        self.tokens[i] = saved[i]._replace(text=json.dumps(content))
        self.value = json.loads(self.text())
        self.tokens = saved


FAULTS: dict[str, Callable[[Draft], None]] = {}


def fault(name: str) -> Callable[[Callable[[Draft], None]], Callable[[Draft], None]]:
    def register(f: Callable[[Draft], None]) -> Callable[[Draft], None]:
        FAULTS[name] = f
        return f

    return register


@fault("trailing comma")
def _(d: Draft) -> None:
    i = d.pick(lambda i, t: t.kind in "}]" and d.tokens[i - 1].kind not in "{[")
    while d.tokens[i - 1].kind == "space":
        i -= 1
    d.tokens.insert(i, Token(",", ","))


@fault("missing comma")
def _(d: Draft) -> None:
    def fits(i: int, t: Token) -> bool:
        if t.kind != ",":
            return False
        # [1,2] without its comma is [12], which is no fault.
        scalars = d.tokens[i - 1].kind in ("number", "literal") and d.next(i).kind in ("number", "literal")
        return not scalars or d.tokens[i + 1].kind == "space"

    del d.tokens[d.pick(fits)]


@fault("missing colon")
def _(d: Draft) -> None:
    del d.tokens[d.pick(lambda i, t: t.kind == ":")]


@fault("python literals")
def _(d: Draft) -> None:
    if not any(t.kind == "literal" for t in d.tokens):
        raise Impossible
    python = {"true": "True", "false": "False", "null": "None"}
    d.tokens = [t._replace(text=python[t.text]) if t.kind == "literal" else t for t in d.tokens]


@fault("comments")
def _(d: Draft) -> None:
    texts = ['the "best" one', "it's here", 'say "x", then {y}', "TODO: check 'this'", 'a "quoted" word, and [this]']
    for _ in range(d.r.randint(1, 3)):
        text = d.r.choice(texts)
        lines = [i for i, t in enumerate(d.tokens) if t.kind == "space" and t.text[0] == "\n"]
        if lines and d.r.random() < 0.7:
            i = d.r.choice(lines)
            d.tokens.insert(i, Token("comment", d.r.choice([" // ", " # "]) + text))
        else:
            i = d.pick(lambda i, t: t.kind in (",", "{", "["))
            d.tokens.insert(i + 1, Token("comment", "/* " + text + " */"))


@fault("unquoted keys")
def _(d: Draft) -> None:
    d.tokens = [
        t._replace(text=t.text[1:-1]) if t.kind == "name" and t.text[1:-1].isidentifier() and t.text.isascii() else t
        for t in d.tokens
    ]


def quoting(place: str) -> Callable[[str, random.Random], tuple[str, str]]:
    def change(s: str, r: random.Random) -> tuple[str, str]:
        words = s.split(" ")
        if place == "start":
            at = 0
        elif place == "end":
            at = len(words) - 1
        else:
            at = r.randrange(1, len(words) - 1) if len(words) > 2 else 0
        words = [w.replace('"', "").replace("\\", "/") or "x" for w in words]
        word = words[at].strip(".,;:!?") or "word"
        words[at] = f'"{word}"'
        if place == "comma":
            words[at] += ","
            if at == len(words) - 1:
                words.append("then left")
        content = " ".join(words)
        # Only the quotes of the word are not escaped.
        written = json.dumps(content, ensure_ascii=False).replace('\\"', '"')
        return content, written

    return change


@fault("quoted word")
def _(d: Draft) -> None:
    d.string(quoting("middle"))


@fault("quoted word before a comma")
def _(d: Draft) -> None:
    d.string(quoting("comma"))


@fault("quoted word at the end")
def _(d: Draft) -> None:
    d.string(quoting("end"))


@fault("quoted word at the start")
def _(d: Draft) -> None:
    d.string(quoting("start"))


@fault("inch mark")
def _(d: Draft) -> None:
    def change(s: str, r: random.Random) -> tuple[str, str]:
        words = [w.replace('"', "").replace("\\", "/") or "x" for w in s.split(" ")]
        at = r.randrange(len(words))
        words.insert(at, str(r.choice([3, 7, 12, 24, 27, "5.5", "3/8"])) + '"')
        content = " ".join(words)
        return content, json.dumps(content, ensure_ascii=False).replace('\\"', '"')

    d.string(change)


def lose(kind: str, start: bool) -> Callable[[Draft], None]:
    def damage(d: Draft) -> None:
        i = d.pick(lambda i, t: t.kind == kind and len(t.text) > 2)
        text = d.tokens[i].text
        d.put(i, text[1:] if start else text[:-1])

    return damage


FAULTS["missing end quote"] = lose("string", False)
FAULTS["missing start quote"] = lose("string", True)


@fault("missing key quote")
def _(d: Draft) -> None:
    lose("name", d.r.random() < 0.5)(d)


@fault("missing inner closer")
def _(d: Draft) -> None:
    del d.tokens[d.pick(lambda i, t: t.kind in "}]" and t.depth > 0)]


@fault("missing last closers")
def _(d: Draft) -> None:
    n = 0
    while d.tokens and d.tokens[-1].kind in ("}", "]", "space") and (n == 0 or d.r.random() < 0.6):
        n += d.tokens.pop().kind != "space"


@fault("doubled closer")
def _(d: Draft) -> None:
    i = d.pick(lambda i, t: t.kind in "}]")
    d.tokens.insert(i, d.tokens[i])


@fault("raw newline")
def _(d: Draft) -> None:
    def change(s: str, r: random.Random) -> tuple[str, str]:
        words = s.split(" ")
        at = r.randrange(1, len(words))
        left, right = " ".join(words[:at]), " ".join(words[at:])
        dump = lambda s: json.dumps(s, ensure_ascii=False)
        return left + "\n" + right, dump(left)[:-1] + "\n" + dump(right)[1:]

    d.string(change)


@fault("stringified document")
def _(d: Draft) -> None:
    d.tokens = [Token("text", json.dumps(d.text(), ensure_ascii=d.layout.ascii)[1:-1])]


@fault("several documents on lines")
def _(d: Draft) -> None:
    values = [d.value] + [small(d.r) for _ in range(d.r.randint(1, 4))]
    d.r.shuffle(values)
    d.value = values
    d.tokens = [Token("text", "\n".join(json.dumps(v) for v in values))]


def small(r: random.Random) -> Any:
    return {n: scalar(r) for n in r.sample(NAMES, r.randint(1, 4))}


@fault("fence")
def _(d: Draft) -> None:
    label = d.r.choice(["json", "", "JSON", "json5", "python"])
    d.tokens = [Token("text", f"```{label}\n{d.text()}\n```")]


@fault("call wrapper")
def _(d: Draft) -> None:
    if d.r.random() < 0.5:
        d.tokens = [
            Token("text", d.r.choice(["callback", "cb_1", "JSON.parse"]) + "(" + d.text() + d.r.choice([")", ");"]))
        ]
        return
    i = d.pick(lambda i, t: t.kind in ("string", "number"))
    d.put(i, d.r.choice(["ObjectId", "NumberLong", "ISODate", "Decimal"]) + "(" + d.tokens[i].text + ")")


@fault("unquoted values")
def _(d: Draft) -> None:
    places = [
        i
        for i, t in enumerate(d.tokens)
        if t.kind == "string"
        and t.inside == "{"
        and t.text[1:-1].replace(" ", "").isalpha()
        and t.text[1:-1] not in ("true", "false", "null")
    ]
    if not places:
        raise Impossible
    for i in d.r.sample(places, min(len(places), 3)):
        d.put(i, d.tokens[i].text[1:-1])


@fault("curly quotes")
def _(d: Draft) -> None:
    d.tokens = [t._replace(text="“" + t.text[1:-1] + "”") if t.kind in ("name", "string") else t for t in d.tokens]


def anywhere(change: Callable[[str, int, random.Random], str]) -> Callable[[Draft], None]:
    def damage(d: Draft) -> None:
        text = d.text()
        d.tokens = [Token("text", change(text, d.r.randrange(1, len(text) - 1), d.r))]

    return damage


def mark(s: str, r: random.Random) -> int:
    """The place of one of the characters that JSON is made of."""
    return r.choice([k for k, c in enumerate(s) if c in '"{}[],:'])


def replaced(s: str, k: int, c: str) -> str:
    return s[:k] + c + s[k + 1 :]


# Edits that know nothing of tokens. What was there before cannot always be known from what is left.
EDITS: dict[str, Callable[[Draft], None]] = {
    "a character dropped": anywhere(lambda s, i, r: s[:i] + s[i + 1 :]),
    "a character doubled": anywhere(lambda s, i, r: s[:i] + s[i] + s[i:]),
    "a mark inserted": anywhere(lambda s, i, r: s[:i] + r.choice("\"'{}[],:\\\n ") + s[i:]),
    "a mark dropped": anywhere(lambda s, i, r: replaced(s, mark(s, r), "")),
    "a mark replaced": anywhere(lambda s, i, r: replaced(s, mark(s, r), r.choice('"{}[],:'))),
    "all quotes single": anywhere(
        lambda s, i, r: s.replace("'", "’").replace('\\"', "\0").replace('"', "'").replace("\0", '"')
    ),
}


def cases(seed: int, count: int, kinds: dict[str, Callable[[Draft], None]] = FAULTS) -> Iterator[Case]:
    for kind, damage in kinds.items():
        r = random.Random(f"{seed} {kind}")
        made = 0
        while made < count:
            draft = Draft(r)
            value = draft.value
            try:
                damage(draft)
            except Impossible:
                continue
            text = draft.text()
            if kind == "all quotes single":
                draft.value = json.loads(json.dumps(value).replace("'", "’"))
            try:
                json.loads(text)
            except ValueError:
                made += 1
                yield Case(kind, text, draft.value)


def main() -> None:
    """Prints cases, one JSON object a line."""
    import argparse

    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100, help="of each kind")
    parser.add_argument("--edits", action="store_true", help="edits at any character instead of faults")
    options = parser.parse_args()
    for case in cases(options.seed, options.count, EDITS if options.edits else FAULTS):
        print(json.dumps({"kind": case.kind, "text": case.text, "value": json.dumps(case.value)}))


if __name__ == "__main__":
    main()
