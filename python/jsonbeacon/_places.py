"""Where in a JSON text the values stand that JSON Pointers (RFC 6901) name."""

from __future__ import annotations

import json
import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    Tokens = tuple[str, ...]
    # For each token the number of the path that ends there, if one does, and the tree of the tokens behind it.
    Tree = dict[str, "Tree"]

_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[{}\[\],:]|[^\s{}\[\],:"]+')


def pointer(tokens: Iterable[str]) -> str:
    """The JSON Pointer of a path.

    >>> pointer(["a/b", "0", "m~n"])
    '/a~1b/0/m~0n'
    """
    return "".join("/" + token.replace("~", "~0").replace("/", "~1") for token in tokens)


def places(text: str, start: int, end: int, paths: Sequence[Tokens]) -> list[int]:
    """For each path the offset at which the value it names starts in the JSON that is ``text[start:end]``.

    Of a path that names nothing, the place of the last value on it that exists. One walk over the text serves all
    paths. The JSON is taken to be valid.

    >>> places('x {"a": [10, {"b": 2}]}', 2, 23, [("a", "1", "b"), ("a", "0"), ("a", "7"), ()])
    [19, 9, 8, 2]
    """
    tree: Tree = {}
    for path in paths:
        node = tree
        for token in path:
            node = node.setdefault(token, {})
    found = _walk(text, start, end, tree)
    answers = []
    for path in paths:
        node, place = tree, start
        for token in path:
            node = node[token]
            place = found.get(id(node), place)
        answers.append(place)
    return answers


def spelt(violations: str, facts: list[dict[str, str]]) -> list[dict[str, str]]:
    """The members of the engine's violations that ``facts`` names, as they are spelt there.

    >>> spelt('{"count":1,"violations":[{"path":"","found":1.0e5}]}', [{"found": "100000.0"}])
    [{'found': '1.0e5'}]
    """
    paths = [("violations", str(place), name) for place, each in enumerate(facts) for name in each]
    starts = iter(places(violations, 0, len(violations), paths))
    read = json.JSONDecoder(parse_int=str).raw_decode  # str: there may be many digits
    return [
        {name: violations[start : read(violations, start)[1]] for name, start in zip(each, starts)} for each in facts
    ]


def origins(
    text: str, start: int, end: int, edits: str | list[str] | None, changed: str, offsets: Sequence[int]
) -> list[int]:
    """Where what stands at offsets of ``changed`` stood in ``text``.

    ``changed`` is ``text[start:end]`` with ``edits`` made and some characters taken out; what an edit put there stood
    where the edit was made.

    >>> origins("x [1,,2]", 2, 8, '[{"start": 4, "end": 5, "after": ""}]', "[1,2]", [0, 3])
    [2, 6]
    """
    where: list[int] = []
    pieces: list[str] = []
    at = start
    parts = [edits] if isinstance(edits, str) else edits or ()
    for edit in (edit for part in parts for edit in json.loads(part)):
        where += range(at, edit["start"])
        pieces += text[at : edit["start"]], edit["after"]
        where += [edit["start"]] * len(edit["after"])
        at = edit["end"]
    where += range(at, end + 1)
    edited = "".join(pieces) + text[at:end]
    if edited != changed:
        kept, index = [], 0
        for character in changed:
            found = edited.find(character, index)
            index = found if found >= 0 else index
            kept.append(where[min(index, len(where) - 1)])
            index += 1
        where = [*kept, end]
    return [where[min(offset, len(where) - 1)] for offset in offsets]


def _walk(text: str, start: int, end: int, tree: Tree) -> dict[int, int]:
    """The places of the nodes of the tree that exist in the text, by the identity of the node."""
    found: dict[int, int] = {}
    nodes: list[Tree | None] = []  # of the open containers; None: nothing in there is asked for
    counts: list[int] = []  # of their elements so far; -1: an object
    node: Tree | None = tree  # of the next value
    in_key = False
    for token in _TOKEN.finditer(text, start, end):
        first = text[token.start()]
        if first == ":":
            continue
        if in_key and first == '"':
            parent = nodes[-1]
            node = parent.get(json.loads(token.group())) if parent else None
            in_key = False
            continue
        if first in "]}":
            nodes.pop()
            counts.pop()
            if not nodes:
                break
            in_key = False
            continue
        if first == ",":
            in_key = counts[-1] < 0
            if not in_key:
                counts[-1] += 1
                parent = nodes[-1]
                node = parent.get(str(counts[-1])) if parent else None
            continue
        if node is not None:
            found[id(node)] = token.start()
        if first in "[{":
            nodes.append(node)
            counts.append(-1 if first == "{" else 0)
            in_key = first == "{"
            node = node.get("0") if node and not in_key else None
        elif not nodes:
            break
    return found


def lines(text: str, positions: Sequence[int]) -> list[tuple[int, int]]:
    r"""The line and the column of each position, from 1, in code points; a line ends at ``\n``, and at a
    ``\r`` that ends the text.

    >>> lines('ab\r\ncd\n', [0, 5, 1])
    [(1, 1), (2, 2), (1, 2)]
    >>> lines('ab\r', [2, 3])
    [(1, 3), (2, 1)]
    """
    answers: dict[int, tuple[int, int]] = {}
    line, begin = 1, 0
    for position in sorted(set(positions)):
        ends = text.count("\n", begin, position)
        if ends:
            line += ends
            begin = text.rfind("\n", begin, position) + 1
        answers[position] = line, position - begin + 1
        if position == len(text) > begin and text.endswith("\r"):
            answers[position] = line + 1, 1
    return [answers[position] for position in positions]
