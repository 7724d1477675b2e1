"""The options of ``jsonbeacon [FILE]``, and what its help says."""

from __future__ import annotations

from ._parser import Parser

USAGE = "jsonbeacon [OPTION]... [FILE]"

DESCRIPTION = """\
Take the JSON object or array out of what a language model wrote and print it
on one line. Reads FILE, or standard input where there is none or it is "-".

The JSON must be strict, and nothing is guessed, unless an option below allows
it. Numbers, the order of members and all characters stay as they were written.
"""

EPILOG = """\
exit codes:
  0  the JSON was printed
  1  there is none, it is damaged, or an option refused it: the message and
     the place are on standard error
  2  wrong usage, or FILE cannot be read
  130 and 141: ended by Ctrl-C, or by a reader that closed the pipe

environment:
  NO_COLOR  if set, messages have no colour (nor have they outside a terminal)

files:
  Input and output are UTF-8. Of a text longer than the limit no more is read
  than shows that it is, so memory stays below 4 GB, and for a text of ASCII
  below 1 GB; --max-length lowers that.

examples:
  Print the JSON in a reply:
    jsonbeacon reply.txt
    ask-a-model "List 3 fruits as JSON" | jsonbeacon --pretty

  One object or a failure that can be counted, never a guess:
    jsonbeacon --only --kind object --reasoning skip -t result -t json \\
               -t output --invisible strip reply.txt

  The final answer of a reasoning model:
    jsonbeacon --last --reasoning skip -t result -t json -t output reply.txt

  Whatever can be saved:
    jsonbeacon --last --reasoning skip -t result -t json -t output --repair \\
               --fallthrough --blank reject --invisible strip reply.txt

  Tell the model what was wrong with its reply:
    jsonbeacon --format json reply.txt 2>error.json || retry error.json

  Completion, for this shell session:
    source <(jsonbeacon --completion bash)
"""


def parser() -> Parser:
    """What reads the command line."""
    p = Parser(prog="jsonbeacon", usage=USAGE, description=DESCRIPTION, epilog=EPILOG)
    p.add_argument_group("input").add_argument("file", metavar="FILE", nargs="?", help="the text; - is standard input")

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
        help="where there is no JSON at all, print null and exit 0",
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

    show = p.add_argument_group("what is printed")
    form = show.add_mutually_exclusive_group()
    form.add_argument("-r", "--raw", action="store_true", help="the JSON as it stands in the text, checked or not")
    form.add_argument("--detailed", action="store_true", help="the value with its place and repairs, as JSON")
    form.add_argument("--all", action="store_true", help="every candidate, the errors too, a line each")
    show.add_argument("-p", "--pretty", action="store_true", help="indented by two spaces")
    show.add_argument("--diff", action="store_true", help="what repair changed, on standard error")
    show.add_argument("--format", choices=("text", "json"), default="text", help="how errors are told")

    other = p.add_argument_group("other")
    other.add_argument("--completion", choices=("bash", "zsh", "fish"), help="print a script that completes options")
    other.add_argument("--debug-info", action="store_true", help="print what a bug report needs to say")
    other.add_argument("-h", "--help", action="store_true", help="print this")
    other.add_argument("-V", "--version", action="store_true", help="print the version")
    return p


def _number(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError
    return number


_number.__name__ = "a number of characters from 1 on, "
