"""``jsonbeacon [FILE]``: take the JSON out of a reply and print it."""

from __future__ import annotations

from .. import (
    Extraction,
    Extractor,
    JSONBeaconError,
    MalformedOutputError,
    __version__,
    _bridge,
    debug_info,
)
from . import DONE, NOTHING
from ._extraction import given_options, with_values
from ._options import parser
from ._streams import Usage, colourful, complain, note, read, report, write

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from typing import Any

NO_VALUE = '{"value":null,"candidates":0,"repairs":[],"truncated":false}'
"""What every door shows where there is no JSON and that is no error."""


def main(arguments: list[str]) -> int:
    """Run it with these arguments, and give its exit code."""
    given = parser().parse_args(with_values(arguments))
    if given.help:
        write(parser().format_help().rstrip("\n"))
    elif given.version:
        write(f"jsonbeacon {__version__}")
    elif given.debug_info:
        write(str(debug_info()))
    elif given.completion:
        write(_completion(given.completion))
    else:
        return _extract(given)
    return DONE


def _completion(shell: str) -> str:
    from importlib.resources import files

    return files("jsonbeacon._cli.completions").joinpath(shell).read_text("utf-8").rstrip("\n")


def _extract(given: Namespace) -> int:
    if given.all:
        _refuse_choices(given)
    try:
        extractor = Extractor(**given_options(given))
    except ValueError as error:
        raise Usage(str(error)) from None
    name = "standard input" if given.file in (None, "-") else given.file
    text = _decoded(read(given.file, given.max_length or _bridge.limits()["max_length"]))
    try:
        return _print_all(extractor, text, given) if given.all else _print_one(extractor, text, given)
    except JSONBeaconError as error:
        if given.raw and isinstance(error, MalformedOutputError) and _is_candidate(error):
            write(error.raw[error.start : error.end])
            return DONE
        if error.code == "json.not_found" and not given.required:
            _print(NO_VALUE if given.detailed else "null", given)
            return DONE
        report(error, name, given.format == "json")
        return NOTHING


def _decoded(data: bytes) -> str | bytes:
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data  # the engine says where


def _refuse_choices(given: Namespace) -> None:
    refused = {
        f"--{given.select}": given.select != "first",
        "--kind": given.kind != "auto",
        "--fallthrough": given.fallthrough,
        "--no-required": not given.required,
    }
    for option, used in refused.items():
        if used:
            raise Usage(f"{option} does not go with --all, which chooses nothing")


def _is_candidate(error: MalformedOutputError) -> bool:
    """Whether it is the fault of one candidate, which can be printed as it stands."""
    return error.start is not None and error.code != "extract_json.multiple_candidates"


def _print_one(extractor: Extractor[Any], text: str | bytes, given: Namespace) -> int:
    found = extractor.detailed(text)
    if given.diff and found.repairs:
        note(found.diff(colour=colourful()))
    if given.raw:
        assert isinstance(text, str)
        write(text[found.start : found.end])
    else:
        _print(found.to_json() if given.detailed else found.value_json, given)
    return DONE


def _print_all(extractor: Extractor[Any], text: str | bytes, given: Namespace) -> int:
    every = extractor.all(text)
    for each in every:
        _print(each.to_json(), given)
    if not every:
        complain("no JSON object or array found [json.not_found]")
    return DONE if any(isinstance(each, Extraction) for each in every) else NOTHING


def _print(text: str, given: Namespace) -> None:
    write(_bridge.formatted(text, 2) if given.pretty else text)
