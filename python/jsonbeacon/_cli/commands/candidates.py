"""List everything in a text that may be JSON."""

from __future__ import annotations

from ... import JSONBeaconError, list_candidates
from ..._candidates import MOST_BYTES, MOST_RESULTS
from .. import DONE, NOTHING
from .._parser import Parser
from .._streams import Usage, complain, read, report, write

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ... import Candidate

USAGE = "jsonbeacon candidates [OPTION]... [FILE]"

DESCRIPTION = """\
List everything in a text that may be JSON, the likeliest first: where it
stands, whether it is complete and valid, and what is wrong with it. Reads FILE,
or standard input where there is none or it is "-".

Offsets count UTF-16 code units, as JavaScript and most editors do.
"""

EPILOG = """\
exit codes:
  0  there are candidates
  1  there are none, or the text is beyond a limit: 131,072 bytes of UTF-8, or
     block quotes and lists nested 64 deep
  2  wrong usage, or FILE cannot be read

examples:
  The text of the best candidate:
    jsonbeacon candidates reply.txt | jq -r '.candidates[0].text'

  A table, with what could be mended:
    jsonbeacon candidates --repair --format text reply.txt
"""


def parser() -> Parser:
    """What reads the command line."""
    p = Parser("jsonbeacon candidates", USAGE, DESCRIPTION, EPILOG)
    p.add_argument_group("input").add_argument("file", metavar="FILE", nargs="?", help="the text; - is standard input")
    what = p.add_argument_group("what is listed")
    what.add_argument(
        "--repair",
        action="store_true",
        help="say what removing comments and trailing commas and closing what is open make of each",
    )
    what.add_argument("--max-results", metavar="N", type=int, default=10, help="at most N, from 1 to 100 (10)")
    what.add_argument(
        "--format", choices=("json", "text"), default="json", help="json: all of it on one line; text: a line for each"
    )
    p.add_argument_group("other").add_argument("-h", "--help", action="store_true", help="print this")
    return p


def main(arguments: list[str]) -> int:
    """Run it with these arguments, and give its exit code."""
    given = parser().parse_args(arguments)
    if given.help:
        write(parser().format_help().rstrip("\n"))
        return DONE
    if not 1 <= given.max_results <= MOST_RESULTS:
        raise Usage(f"--max-results must be from 1 to {MOST_RESULTS}, not {given.max_results}")
    name = "standard input" if given.file in (None, "-") else given.file
    text = read(given.file, MOST_BYTES)  # more is too long anyway
    try:
        found = list_candidates(text, repair=given.repair, max_results=given.max_results)
    except JSONBeaconError as error:
        report(error, name, given.format == "json")
        return NOTHING
    if given.format == "json":
        write(found.to_json())
        return DONE if found.candidate_count else NOTHING
    for each in found:
        write(_line(each))
    if not found.candidate_count:
        complain("there are no candidates")
        return NOTHING
    if found.truncated:
        complain(f"{found.candidate_count - len(found)} more are not listed: see --max-results")
    return DONE


def _line(candidate: Candidate) -> str:
    """One candidate for a person; of its text only what fits."""
    state = [candidate.json_error.code if candidate.json_error else "valid"]
    if candidate.incomplete_reason:
        state.append(candidate.incomplete_reason)
    if candidate.repair and candidate.repair.rules:
        state.append(
            ("mended by " if candidate.repair.valid_json else "not mended by ") + ", ".join(candidate.repair.rules)
        )
    text = " ".join(candidate.text.split())
    if len(text) > 60:
        text = text[:59] + "…"
    text = "".join(c if c.isprintable() else f"<U+{ord(c):04X}>" for c in text)
    return f"{candidate.rank:3}  line {candidate.start_line:<4} {candidate.source:14} {'; '.join(state)}\n     {text}"
