"""The options of ``jsonbeacon [FILE]``, and what its help says."""

from __future__ import annotations

from ._extraction import add_options
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

    add_options(p)

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
