"""The options of extraction on the command line: how they are written, and what was given with them."""

from __future__ import annotations

from .. import parse_json
from ._streams import Usage, read

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterable
    from typing import Any

    from ._parser import Parser

_AS_THEY_ARE = (
    "select",
    "kind",
    "required",
    "tags",
    "reasoning",
    "fallthrough",
    "repair",
    "invisible",
    "blank",
    "max_length",
    "formats",
)


def add_options(p: Parser) -> None:
    """Add what ``given_options`` reads."""
    choose = p.add_argument_group("which value is taken")
    one = choose.add_mutually_exclusive_group()
    for name, what in (
        ("first", "the first (the default)"),
        ("last", "the last"),
        ("largest", "the longest"),
        ("only", "several are an error"),
    ):
        one.add_argument(f"--{name}", dest="select", action="store_const", const=name, default="first", help=what)
    choose.add_argument(
        "--kind",
        choices=("auto", "object", "array", "any"),
        default="auto",
        help="what counts; auto passes over arrays where there is an object",
    )
    choose.add_argument(
        "--fallthrough",
        action="store_true",
        help="where one fails, try the next: in tags, then JSON fences, other fences, prose",
    )
    choose.add_argument(
        "--no-required",
        dest="required",
        action="store_false",
        help="no JSON at all is no failure; the value is null",
    )

    where = p.add_argument_group("where it is looked for")
    where.add_argument(
        "-t", "--tag", metavar="NAME", dest="tags", action="append", help="in <NAME>...</NAME> before all; repeatable"
    )
    where.add_argument(
        "--no-fence", dest="without", action="append_const", const="fence", default=[], help="not in fences"
    )
    where.add_argument(
        "--no-inline", "--no-bare", dest="without", action="append_const", const="inline", help="not in prose"
    )
    where.add_argument(
        "--reasoning",
        choices=("keep", "skip"),
        default="keep",
        help="skip: not in <think> and the like, closed or not",
    )
    where.add_argument("--max-length", metavar="N", type=_number, help="refuse texts of more than N characters")

    mend = p.add_argument_group("what is allowed")
    level = mend.add_mutually_exclusive_group()
    level.add_argument(
        "--repair",
        metavar="[=LEVEL]",
        choices=("syntax", "guess", "all"),
        help="mend what is damaged: syntax, where there is one reading; guess, where one is likelier (if LEVEL is left "
        "out); all, even where something is missing",
    )
    level.add_argument(
        "--no-repair", dest="repair", action="store_const", const=None, help="mend nothing (the default)"
    )
    mend.add_argument(
        "--invisible",
        choices=("keep", "syntax", "strip"),
        default="keep",
        help="characters that show nothing: keep; ignore between tokens; strip from strings too",
    )
    mend.add_argument(
        "--blank", choices=("allow", "reject"), default="allow", help="reject: refuse what has nothing filled in"
    )
    mend.add_argument("--schema", metavar="FILE", help="what the value must be, as JSON Schema")
    mend.add_argument("--formats", action="store_true", help="its keyword format asserts, and does not only annotate")
    mend.add_argument(
        "--schema-registry", metavar="FILE", help="a JSON object of the schemas that $ref may reach, by URI"
    )


def with_values(arguments: Iterable[str]) -> list[str]:
    """``--repair`` alone must not take the file behind it for its value."""
    return ["--repair=guess" if each == "--repair" else each for each in arguments]


def given_options(given: Namespace) -> dict[str, Any]:
    """What ``Extractor`` takes; the files that --schema and its like name are read."""
    sources = tuple(each for each in ("fence", "inline") if each not in given.without)
    if not sources:
        raise Usage("--no-fence and --no-inline leave no place to look in")
    most = 1 << 26
    schema = None if given.schema is None else read(given.schema, most).decode()
    registry = None if given.schema_registry is None else parse_json(read(given.schema_registry, most))
    options = {name: getattr(given, name) for name in _AS_THEY_ARE}
    return {**options, "sources": sources, "schema": schema, "schema_registry": registry}


def _number(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError
    return number


_number.__name__ = "number of characters, from 1 on,"
