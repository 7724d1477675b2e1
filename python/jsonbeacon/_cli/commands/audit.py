"""Tell what goes wrong in many stored replies."""

from __future__ import annotations

from ..._audit.sources import FORMATS
from .. import DONE, NOTHING, WRONG_USAGE
from .._extraction import add_options, given_options, with_values
from .._parser import Parser
from .._streams import Unusable, Usage, colourful, complain, write

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from typing import Any

    from ..._audit.sources import Source

DESCRIPTION = """\
Tell what goes wrong in many stored replies: how many fail, why, where to look,
what each policy and repair would save, whether the long ones are cut off, and
what to do about it. FILE is one of JSON lines, of CSV or Parquet, of text that
is one reply, or a folder of such texts; .gz is unpacked; - is standard input.

The options of extraction are those of "jsonbeacon FILE".
"""

EPILOG = """\
exit codes:
  0  the report was printed
  1  it was, and more failed than --fail-above allows
  2  wrong usage, or a file cannot be read; one that is damaged further on is
     counted up to there, and the report says so
  130 and 141: ended by Ctrl-C, or by a reader that closed the pipe

files:
  Rows that hold no reply are counted, and never end the run. Files are read row
  by row: memory does not grow with them. Parquet, and a bar that shows how far
  it is, need the extra "audit": pip install 'jsonbeacon[audit]'.

examples:
  What is wrong, on the terminal and as a page:
    jsonbeacon audit replies.jsonl --column text --html report.html

  The answers in a file of OpenAI's batches:
    jsonbeacon audit batch_output.jsonl \\
      --column /response/body/choices/0/message/content

  Ten gigabytes, which may be interrupted at any time:
    jsonbeacon audit replies-*.jsonl.gz --column text --state audit.state

  A check that fails when more than 2 in 100 do:
    jsonbeacon audit sample.csv --column reply --schema answer.json \\
      --fail-above 2 --format json >audit.json
"""


def parser() -> Parser:
    """What reads the command line."""
    p = Parser("jsonbeacon audit", "jsonbeacon audit [OPTION]... FILE...", DESCRIPTION, EPILOG)
    files = p.add_argument_group("input")
    files.add_argument("files", metavar="FILE", nargs="*", help="the replies; - is standard input")
    files.add_argument(
        "-c", "--column", metavar="NAME", help="where in a row the reply stands; in JSON also as a JSON Pointer"
    )
    files.add_argument("--input-format", choices=FORMATS, help="what the files are (by default, what their names say)")
    files.add_argument("--delimiter", metavar="C", type=_character, help="what sets the columns of CSV apart")

    show = p.add_argument_group("what is reported")
    show.add_argument("--format", choices=("text", "json"), default="text", help="what is printed")
    show.add_argument("--html", metavar="FILE", help="write the report to FILE too, as a page of its own")
    show.add_argument(
        "--examples", metavar="N", type=_number, default=3, help="so many of each failure, from 0 to 100 (3)"
    )
    show.add_argument("--no-examples", action="store_true", help="show nothing of the replies, only which rows failed")
    show.add_argument(
        "--fail-above", metavar="PERCENT", type=_percent, help="exit with 1 when more than so many replies fail"
    )

    long = p.add_argument_group("long runs")
    long.add_argument("--state", metavar="FILE", help="keep in FILE how far it is, and go on from there if it exists")
    long.add_argument(
        "--jobs", metavar="N", type=_jobs, help="so many processes (as many as there are cores); 1: only this one"
    )
    long.add_argument("--no-progress", action="store_true", help="no bar on the terminal")

    add_options(p)
    p.add_argument_group("other").add_argument("-h", "--help", action="store_true", help="print this")
    return p


def main(arguments: list[str]) -> int:
    """Run it with these arguments, and give its exit code."""
    given = parser().parse_intermixed_args(with_values(arguments))
    if given.help:
        write(parser().format_help().rstrip("\n"))
        return DONE
    if not given.files:
        raise Usage("audit: name a FILE, or - for standard input")
    if given.state is not None and "-" in given.files:
        raise Usage("audit: --state does not go with standard input, which cannot be read again")
    if given.files.count("-") > 1:
        raise Usage("audit: standard input can be read once")
    from ..._audit import Unreadable

    try:
        return _audit(given)
    except Unreadable as error:
        raise Unusable(f"audit: {error}") from None


def _audit(given: Namespace) -> int:
    from ..._audit import run, sources
    from ..._audit.progress import progress
    from ..._audit.report import report
    from ..._audit.state import State, check_writable, write_whole
    from ..._audit.workers import Settings, Workers

    options = given_options(given)
    try:
        workers = Workers(Settings(options, given.examples, not given.no_examples), given.jobs or _cores())
    except ValueError as error:
        raise Usage(f"audit: {error}") from None
    found = sources.find(given.files, given.input_format)
    for path in filter(None, (given.html, given.state)):
        check_writable(path)
    state = State(given.state, _about(given, options, found))
    if not state.load():
        run.check(found, given.column, given.delimiter)
    try:
        with progress(found, wanted=not given.no_progress) as told:
            run.audit(
                found,
                workers,
                state,
                column=given.column,
                delimiter=given.delimiter,
                examples=given.examples,
                progress=told,
            )
    except KeyboardInterrupt:
        if given.state is not None:
            complain(f"audit: stopped; the same command goes on from {given.state}")
        raise
    finally:
        workers.close()
    made = report(found, state, _shown(given, options), given.examples)
    if given.html is not None:
        from ..._audit.page import page

        write_whole(given.html, page(made).encode("utf-8", "backslashreplace"))
    _print(made, given.format)
    damaged = [each["error"] for each in made["files"] if each["error"]]
    for fault in damaged:
        complain(f"audit: {fault}")
    if damaged:
        return WRONG_USAGE
    failed, replies = made["total"]["failed"], made["total"]["replies"]
    return NOTHING if given.fail_above is not None and 100 * failed > given.fail_above * replies else DONE


def _about(given: Namespace, options: dict[str, Any], found: list[Source]) -> dict[str, Any]:
    """What must be the same when an audit goes on."""
    from ... import __version__

    return {
        "version of jsonbeacon": __version__,
        "options": options,
        "column": [given.column, given.delimiter, given.input_format],
        "examples": [given.examples, given.no_examples],
        "files": [each.name for each in found],
        "contents of the files": [each.fingerprint() for each in found] if given.state is not None else [],
    }


def _shown(given: Namespace, options: dict[str, Any]) -> dict[str, Any]:
    """The options that are not the default; a schema is shown by its file's name."""
    from ..._extractor import _DEFAULTS

    shown = {**options, "schema": given.schema, "schema_registry": given.schema_registry}
    return {name: value for name, value in shown.items() if value != _DEFAULTS[name]}


def _print(made: dict[str, Any], form: str) -> None:
    if form == "json":
        from ..._json import dumped

        write(dumped(made))
        return
    import sys

    from ..._audit.text import text

    write(text(made, colourful(sys.stdout)))


def _character(text: str) -> str:
    if len(text) != 1:
        raise ValueError
    return text


def _number(text: str) -> int:
    number = int(text)
    if not 0 <= number <= 100:
        raise ValueError
    return number


def _jobs(text: str) -> int:
    jobs = int(text)
    if not 1 <= jobs <= 256:
        raise ValueError
    return jobs


def _cores() -> int:
    """How many this process may use."""
    import os

    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _percent(text: str) -> float:
    percent = float(text)
    if not 0 <= percent <= 100:
        raise ValueError
    return percent


_character.__name__ = "single character"
_number.__name__ = "number from 0 to 100"
_jobs.__name__ = "number from 1 to 256"
_percent.__name__ = "percentage, from 0 to 100,"
