"""Contract §6 in plain Python, slow on purpose: `reasoning`, `tags`, `sources` and `fallthrough` over the oracle of §2.

A text is taken as characters with their offsets, so that what stands between two walls, or in a tag, can be handed to
the oracle as a text of its own and what it finds be put back in its place.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import NamedTuple

import oracle
from oracle import Candidate, Found, OracleError
from oracle_syntax import Fault, Reader

REASONING = ("think", "thinking", "reasoning", "analysis", "reflection", "scratchpad")
Span = tuple[int, int]


class Undecided(Exception):
    """This oracle cannot tell."""


class Tag(NamedTuple):
    name: str
    start: int
    end: int
    closing: bool
    empty: bool


def tag_at(text: str, at: int, names: tuple[str, ...]) -> Tag | None:
    """The tag there: its attributes run to the next `>`, and hold no `<`."""
    for name in names:
        form = rf"<(/?)({re.escape(name)})(?:>|[/ \t\r\n][^<>]*>)"
        if match := re.compile(form, re.IGNORECASE | re.ASCII).match(text, at):
            return Tag(name, at, match.end(), bool(match[1]), text[match.end() - 2] == "/")
    return None


def value_end(text: str, at: int) -> int | None:
    """Where the value ends that parses there."""
    reader = Reader(text, at, len(text))
    try:
        reader.value()
    except Fault:
        return None
    return reader.at


def next_tag(text: str, at: int, names: tuple[str, ...]) -> Tag | None:
    """The first tag from there on, with a step over every value that parses."""
    while at < len(text):
        if text[at] == "<" and (tag := tag_at(text, at, names)):
            return tag
        end = value_end(text, at) if text[at] in "{[" else None
        at = end or at + 1
    return None


def outside_reasoning(text: str) -> tuple[list[Span], bool]:
    """The spans that are no reasoning, and whether the text ends in it."""
    spans: list[Span] = []
    start = at = 0
    while tag := next_tag(text, at, REASONING):
        at = tag.end
        if tag.closing:
            spans, start = [], at
        elif not tag.empty:
            spans.append((start, tag.start))
            closers = (tag_at(text, place, (tag.name,)) for place in range(at, len(text)) if text[place] == "<")
            closer = next((each for each in closers if each and each.closing), None)
            if closer is None:
                return spans, True
            start = at = closer.end
    return [*spans, (start, len(text))], False


def bodies(text: str, spans: list[Span], names: tuple[str, ...]) -> list[list[Span]]:
    """The bodies of the outermost tags; the walls of reasoning go through them."""
    found: list[list[Span]] = []
    body: list[Span] = []
    name, depth = "", 0  # of the tag that is open
    for low, high in spans:
        piece, start, at = text[low:high], low, 0
        while tag := next_tag(piece, at, (name,) if depth else names):
            at = tag.end
            if tag.empty or tag.closing and not depth:
                continue
            if not depth:
                name, depth, start = tag.name, 1, low + tag.end
            elif not tag.closing:
                depth += 1
            elif depth := depth - 1:
                pass
            else:
                found.append([*body, (start, low + tag.start)])
                body = []
        if depth:
            body.append((start, high))
    if depth:
        found.append(body)
    return [[unwrapped(text, *each[0])] if len(each) == 1 else each for each in found]


def unwrapped(text: str, start: int, end: int) -> Span:
    inner = re.fullmatch(r"([ \t\r\n]*<!\[CDATA\[)(.*)(\]\]>[ \t\r\n]*)", text[start:end], re.DOTALL)
    return (start + len(inner[1]), end - len(inner[3])) if inner else (start, end)


def shifted(candidate: Candidate, by: int, source: str | None = None) -> Candidate:
    fault = candidate.fault
    if fault is not None:
        fault = Fault(fault.code, fault.position + by, fault.found + by, fault.containers, fault.past_comma)
    start, end = candidate.start + by, candidate.end + by
    return replace(candidate, start=start, end=end, fault=fault, source=source or candidate.source)


def fenced(text: str, spans: list[Span]) -> list[Candidate]:
    return [shifted(each, low) for low, high in spans for each in oracle.CONTRACT.json_fences(text[low:high])]


def other_fences(text: str, spans: list[Span]) -> list[Candidate]:
    """What stands inside the fences that are no JSON fences."""
    found = []
    for low, high in spans:
        piece = text[low:high]
        json_fences = [(each.start, each.end) for each in oracle.CONTRACT.json_fences(piece)]
        for _, start, end in oracle.CONTRACT.fences(piece):
            end = max(start, end)
            if any(start <= first and last <= end for first, last in json_fences):
                continue
            found += [shifted(each, low + start, "fence") for each in oracle.CONTRACT.inline(piece[start:end])]
    return found


def inline(text: str, spans: list[Span]) -> list[Candidate]:
    """Rule 0 belongs here: a value that is all there is comes from the whole."""
    filled = [(low, high) for low, high in spans if text[low:high].lstrip("\ufeff").strip(" \t\r\n")]
    if len(filled) == 1 and (whole := oracle.CONTRACT.whole(text[slice(*filled[0])])):
        return [shifted(each, filled[0][0]) for each in whole]
    return [shifted(each, low) for low, high in filled for each in oracle.CONTRACT.inline(text[low:high])]


def by_rules(text: str, spans: list[Span], sources: tuple[str, ...]) -> list[Candidate]:
    found = fenced(text, spans) if "fence" in sources else []
    return found or (inline(text, spans) if "inline" in sources else [])


def tagged(text: str, spans: list[Span], tags: tuple[str, ...], sources: tuple[str, ...]) -> list[Candidate]:
    parts = [by_rules(text, body, sources) for body in bodies(text, spans, tags)]
    return [replace(each, source="tag") for part in parts for each in part]


def extract(
    text: str,
    select: str,
    kind: str,
    tags: tuple[str, ...] = (),
    reasoning: str = "keep",
    fallthrough: bool = False,
    sources: tuple[str, ...] = ("fence", "inline"),
) -> Found:
    spans, left_open = outside_reasoning(text) if reasoning == "skip" else ([(0, len(text))], False)
    in_tags = tagged(text, spans, tags, sources) if tags else []
    if not fallthrough:
        lists = [in_tags or by_rules(text, spans, sources)]
    else:
        fences = [fenced(text, spans), other_fences(text, spans)] if "fence" in sources else []
        lists = [in_tags, *fences, *([inline(text, spans)] if "inline" in sources else [])]
    first: OracleError | None = None
    tried: set[Span] = set()
    for found in lists:
        kept = oracle.CONTRACT.of_kind(found, kind)
        if not kept:
            continue
        selected = kept[-1] if select == "last" else oracle.CONTRACT.largest(kept) if select == "largest" else kept[0]
        if not fallthrough or (select == "only" and first is None):  # only: of the first source that has candidates
            oracle.CONTRACT.choose(kept, "only", kind) if select == "only" and len(kept) > 1 else None
        for each in [selected, *(each for each in kept if each is not selected and fallthrough)]:
            if (each.start, each.end) in tried:  # the inline scan finds again what stands in a fence or a tag
                continue
            tried.add((each.start, each.end))
            if each.fault is None:
                return Found(each.value, each.source, each.start, each.end, len(kept))
            error = OracleError(each.fault.code, each.fault.position, each.start, each.end)
            if error.reason == "truncated":
                raise error
            if fallthrough and text[each.end :].strip(" \t\r\n")[:1] in ("", "<", "`", "~", "]"):
                raise Undecided  # damaged, and perhaps cut off as well: the rules of repair say
            first = first or error
    raise first or OracleError("json.not_found", reason="truncated" if left_open else "")
