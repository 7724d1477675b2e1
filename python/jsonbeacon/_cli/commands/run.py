"""Run a tool: a request in JSON, and its response."""

from __future__ import annotations

from .. import DONE, NOTHING, WRONG_USAGE
from .._parser import Parser
from .._streams import Usage, read, write

DESCRIPTION = """\
Run a tool on a request in JSON and print the response: {"result": ...} or
{"error": ...}, the same bytes that HTTP and MCP give for it.

  jsonbeacon run                    lists the tools
  jsonbeacon run ID VERSION         runs one
"""

EPILOG = """\
exit codes:
  0  the result is what was asked for
  1  nothing came of the text; what is wrong with it is in the response
  2  the request is not one, its schema is none, there is no such tool, or
     wrong usage

example:
  echo '{"text": "Sure: {\\"a\\": 1}"}' | jsonbeacon run extract-json 1.0.0
"""


def parser() -> Parser:
    """What reads the command line."""
    p = Parser("jsonbeacon run", "jsonbeacon run [ID VERSION] [OPTION]...", DESCRIPTION, EPILOG)
    what = p.add_argument_group("what to run")
    what.add_argument("id", metavar="ID", nargs="?", help="the tool, such as extract-json")
    what.add_argument("version", metavar="VERSION", nargs="?", help="its version, such as 1.0.0")
    what.add_argument("--input", metavar="FILE", help="the request; without it, or as -, standard input")
    what.add_argument("--contract", action="store_true", help="print what the tool takes and gives, as JSON")
    p.add_argument_group("other").add_argument("-h", "--help", action="store_true", help="print this")
    return p


def main(arguments: list[str]) -> int:
    """Run it with these arguments, and give its exit code."""
    import json

    from ... import _bridge, _tools
    from ..._json import dumped

    given = parser().parse_args(arguments)
    if given.help:
        write(parser().format_help().rstrip("\n"))
        return DONE
    contracts = _tools.contracts()
    if given.id is None:
        for each in contracts:
            write(f"{each['id']} {each['version']}  {each['title']}")
        return DONE
    if given.version is None:
        raise Usage("run: which VERSION?")
    if given.contract:
        for each in contracts:
            if (each["id"], each["version"]) == (given.id, given.version):
                write(dumped(each))
                return DONE
        raise Usage(f"run: there is no {given.id} {given.version}")
    # A request has at most six characters for one of the text: \u0000.
    response = _tools.execute(given.id, given.version, read(given.input, 6 * _bridge.limits()["max_length"]))
    write(response)
    told = json.loads(response)
    if "error" in told:
        return WRONG_USAGE if told["error"]["code"].startswith(("request.", "schema.")) else NOTHING
    return NOTHING if "error" in told["result"] else DONE
