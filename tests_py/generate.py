"""Seeded generators of texts, each a family of its own.

`texts(seed, count)` mixes them; text number n of a seed depends on nothing else, so that a failure is named by two
numbers. `small(length)` gives every sequence of few tokens, `prefixes(document)` every truncation of a document.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from random import Random

import vocabulary as v


class Dice(Random):
    def pick(self, *options: str) -> str:
        return self.choice(options)

    def some(self, table: str | tuple[str, ...], most: int) -> str:
        """Up to `most` items of a table, joined."""
        return "".join(self.choices(table, k=self.randint(0, most)))

    def few(self, table: str | tuple[str, ...], most: int, kinds: int) -> str:
        """The same, of not more than so many kinds: what needs repetition comes about sooner."""
        return self.some(tuple(self.sample(table, self.randint(3, kinds))), most)

    def either(self, *families: Family) -> str:
        return self.choice(families)(self)


Family = Callable[[Dice], str]


def soup(dice: Dice) -> str:
    return dice.few(v.ALPHABET, 60, 14)


def token_soup(dice: Dice) -> str:
    return dice.few(v.TOKENS, 25, 20)


def scalar(dice: Dice) -> str:
    return dice.pick('"' + dice.some(v.STRING_PARTS, 3) + '"', dice.choice(v.SCALARS))


def document(dice: Dice, depth: int = 3) -> str:
    """A valid object or array, but that keys may repeat."""
    space = dice.choice((("",), ("",), ("", " "), v.SPACES))
    is_object = dice.random() < 0.6
    parts = []
    for n in range(dice.choice((0, 1, 1, 2, 2, 3, 4))):
        value = document(dice, depth - 1) if depth and dice.random() < 0.4 else scalar(dice)
        before, after_key, before_value, after = dice.choices(space, k=4)
        key = dice.pick(f"k{n}", f"k{n}", f"k{n}", dice.choice(v.KEYS))
        name = f'"{key}"{after_key}:{before_value}' if is_object else ""
        parts.append(before + name + value + after)
    body = ",".join(parts) or dice.choice(space)
    return "{" + body + "}" if is_object else "[" + body + "]"


def framed(dice: Dice, text: str) -> str:
    """As it is, or with something around it."""
    before, after = dice.choice(v.FRAMES)
    return before + text + after


def truncated(dice: Dice) -> str:
    text = framed(dice, document(dice))
    return text[: dice.randint(0, len(text))]


def changed(dice: Dice) -> str:
    """A valid document with one character replaced, put in, taken out, doubled, or exchanged with the next."""
    text = document(dice)
    at = dice.randrange(len(text))
    before, here, after = text[:at], text[at], text[at + 1 :]
    new = dice.choice(v.ALPHABET)
    edited = dice.pick(new + after, new + here + after, after, here + here + after, after[:1] + here + after[1:])
    return framed(dice, before + edited)


def number(dice: Dice) -> str:
    return dice.choice(v.NUMBERS)


def word(dice: Dice) -> str:
    return dice.choice(v.WORDS)


def bad_string(dice: Dice) -> str:
    end = dice.pick('"', '"', '"', "", "]", "x")
    return '"' + dice.some(v.STRING_PARTS, 2) + dice.choice(v.BAD_STRING_PARTS) + dice.some(v.STRING_PARTS, 2) + end


def faulty(dice: Dice) -> str:
    """A container around a part that is a fault, or may be."""
    before, after = dice.choice(v.AROUND_PART)
    return before + dice.either(number, word, bad_string) + after


def prose(dice: Dice) -> str:
    return dice.some(v.PROSE, 8)


def anything(dice: Dice) -> str:
    """What may stand where a document is due."""
    return dice.either(document, document, document, document, faulty, soup, prose, scalar, truncated)


def reply(dice: Dice) -> str:
    """Prose with documents in it, good and bad."""
    return "".join(dice.either(prose, prose, anything) for _ in range(dice.randint(1, 5)))


def fence_line(dice: Dice) -> str:
    info = dice.pick(dice.choice(v.INFO), dice.pick("", "", "", " ", "\t", " x"))
    return dice.choice(v.INDENTS) + dice.choice(v.RUNS) + info + dice.choice(v.LINE_ENDS)


def fences(dice: Dice) -> str:
    """Lines: fences of every kind, documents, prose."""
    lines = []
    for _ in range(dice.randint(1, 7)):
        content = dice.pick("", "", "", " ", "\n") + anything(dice) + dice.choice(v.LINE_ENDS)
        lines.append(dice.pick(fence_line(dice), content))
    return "".join(lines)


def fenced(dice: Dice) -> str:
    """JSON fences, well made but for some of the closers."""
    text = ""
    for _ in range(dice.choice((1, 1, 2, 3))):
        run, end = dice.pick("```", "~~~", "````"), dice.pick("\n", "\r\n")
        more = dice.pick("", "", "x", " {}", "\n1", ",")
        content = dice.pick(anything(dice), document(dice) + more, dice.pick("", " "))
        closer = dice.pick(run, run, run + run[0], " " + run + " ", "", run[1:])
        info = dice.pick("json", "json", "JSON x", "")
        text += dice.pick("", prose(dice)) + end + run + info + end + content + end + closer + end
    return text


def keys(dice: Dice) -> str:
    """Objects that repeat keys, plainly and as escapes; nested, so that equal keys of other objects are there too."""
    spellings = dice.sample(v.KEYS, dice.randint(1, 5))
    members = []
    for _ in range(dice.randint(1, 6)):
        nested = '{"' + dice.choice(spellings) + '":1}'
        members.append(f'"{dice.choice(spellings)}":' + dice.pick("1", '"a"', nested, "[]", '{"a":1,"a":2}', "["))
    return framed(dice, "{" + ",".join(members) + dice.pick("}", "}", "}", "", "}}", "] {}", "} {}"))


def many_keys(dice: Dice) -> str:
    """An object of many members, of which one key may come again."""
    size = dice.choice((7, 8, 9, 15, 16, 17, 31, 33, 64, 65, 130))
    names = [f"k{n}" for n in range(size)]
    if dice.random() < 0.6:
        names.insert(dice.randrange(size + 1), dice.choice([*names, "\\u006b1"]))
    return framed(dice, "{" + ",".join(f'"{name}":1' for name in names) + "}")


def patterns(dice: Dice) -> str:
    """Small forms of what is hostile at length."""
    units = [dice.choice(v.UNITS) * dice.choice((1, 1, 2, 3, 7)) for _ in range(dice.randint(1, 4))]
    return "".join(units)[:400]


def deep(dice: Dice) -> str:
    """Nesting around the limit of 512."""
    opener, closer = dice.choice((("[", "]"), ("[[", "]]"), ('{"a":', "}"), ('[{"a":', "}]"), ("[ ", "]")))
    times = dice.choice((510, 511, 512, 513, 514, 600)) // len(closer)
    core = dice.pick("", "1", "[]", "{}", "x", '"a', "]", "{", '{"a":1,"a":2}')
    closed = closer * dice.choice((times, times, times - 1, times + 1, 0, 1))
    return dice.pick("", "x ", "[1,", '{"a":1}', "{a} ") + opener * times + core + closed + dice.pick("", " {}", " [1]")


def joined(dice: Dice) -> str:
    return dice.either(*SHORT) + dice.pick("", " ", "\n", ",") + dice.either(*SHORT)


def widened(dice: Dice) -> str:
    """A text with one character put in that is stored in another width, or that a C string or UTF-8 cannot hold."""
    text = dice.either(*SHORT)
    at = dice.randint(0, len(text))
    return text[:at] + dice.choice(v.WIDTHS) + text[at:]


SHORT: tuple[Family, ...] = (soup, token_soup, document, truncated, changed, faulty, reply, fences, fenced, keys)
WEIGHTS: dict[Family, int] = {
    soup: 160,
    token_soup: 160,
    document: 20,
    truncated: 70,
    changed: 80,
    faulty: 80,
    reply: 90,
    fences: 90,
    fenced: 70,
    keys: 40,
    many_keys: 10,
    patterns: 50,
    joined: 40,
    widened: 38,
    deep: 2,  # the slow ones
}


def text(seed: int, number: int) -> str:
    dice = Dice(f"{seed}/{number}")
    family = dice.choices(list(WEIGHTS), list(WEIGHTS.values()))[0]
    return family(dice)


def texts(seed: int, count: int) -> Iterator[str]:
    return (text(seed, number) for number in range(count))


def long_text(seed: int, nth: int) -> str:
    """Some 10 to 200 thousand characters, of one width or another: an array, with a fault in it somewhere or none."""
    dice = Dice(f"long/{seed}/{nth}")
    size = dice.choice((10_000, 60_000, 70_000, 200_000))
    elements = []
    length = 0
    while length < size:
        elements.append(dice.either(document, scalar, long_string, nested))
        length += len(elements[-1]) + 2
    if dice.random() < 0.5:
        elements.insert(dice.randrange(len(elements)), dice.either(number, word, bad_string, changed, keys))
    text = framed(dice, "[" + dice.pick(",", ", ", ",\n  ").join(elements) + "]" * dice.choice((1, 1, 1, 0, 2)))
    widest = dice.choice("\x7f\xff\uffff\U0010ffff")
    return "".join(c if c <= widest else "y" for c in text)


def long_string(dice: Dice) -> str:
    return '"' + dice.some(v.STRING_PARTS, 2000) + '"'


def nested(dice: Dice) -> str:
    depth = dice.randint(1, 500)
    return "[" * depth + "]" * depth


def small(length: int) -> Iterator[str]:
    """Every sequence of `length` tokens."""
    return map("".join, itertools.product(v.SMALL_TOKENS, repeat=length))


def prefixes(text: str) -> Iterator[str]:
    """A text cut off at every place."""
    return (text[:end] for end in range(len(text) + 1))
