"""Serve the tools over HTTP and MCP."""

from __future__ import annotations

from .. import DONE
from .._parser import Parser
from .._streams import Unusable, write

DESCRIPTION = """\
Serve the tools over HTTP, and at /mcp to models over MCP. It needs the extra
"serve": pip install 'jsonbeacon[serve]'. The page at / shows what there is.
"""

EPILOG = """\
signals:
  SIGTERM and SIGINT end it: no more requests are accepted, and those that were
  are answered.

example:
  jsonbeacon serve --port 8000 &
  curl -s http://127.0.0.1:8000/v1/tools/extract-json/versions/1.0.0/execute \\
    -H 'Content-Type: application/json' -d '{"text": "Sure: {\\"a\\": 1}"}'
"""


def parser() -> Parser:
    """What reads the command line."""
    p = Parser("jsonbeacon serve", "jsonbeacon serve [OPTION]...", DESCRIPTION, EPILOG)
    where = p.add_argument_group("where")
    where.add_argument("--host", metavar="ADDRESS", default="127.0.0.1", help="the address (default: 127.0.0.1)")
    where.add_argument("--port", metavar="N", type=port_number, default=8000, help="the port (default: 8000); 0: any")
    where.add_argument(
        "--allow-host",
        metavar="NAME",
        dest="allowed_hosts",
        action="append",
        default=[],
        help="a name under which MCP is served, beside those of this machine; repeatable",
    )
    limits = p.add_argument_group("limits")
    limits.add_argument(
        "--max-body", metavar="BYTES", type=_count, default=1 << 20, help="of a request (default: 1048576)"
    )
    limits.add_argument(
        "--timeout",
        metavar="SECONDS",
        type=_seconds,
        default=10.0,
        help="for a request, and for its answer (default: 10)",
    )
    limits.add_argument(
        "--concurrency", metavar="N", type=_count, default=64, help="requests worked on at one time (default: 64)"
    )
    limits.add_argument("--connections", metavar="N", type=_count, default=1000, help="clients (default: 1000)")
    limits.add_argument(
        "--grace", metavar="SECONDS", type=_seconds, default=30.0, help="for accepted requests at the end (default: 30)"
    )
    other = p.add_argument_group("other")
    other.add_argument("--no-access-log", dest="access_log", action="store_false", help="log no requests")
    other.add_argument("-h", "--help", action="store_true", help="print this")
    return p


def main(arguments: list[str]) -> int:
    """Run it with these arguments, and give its exit code."""
    given = vars(parser().parse_args(arguments))
    if given.pop("help"):
        write(parser().format_help().rstrip("\n"))
        return DONE
    from ..._serve import Settings, missing

    if what := missing():
        raise Unusable(f"serve: {what}")
    from ..._serve.run import serve

    try:
        serve(Settings(**{**given, "allowed_hosts": tuple(given["allowed_hosts"])}))
    except OSError as error:
        raise Unusable(f"serve: cannot listen on {given['host']}:{given['port']}: {error.strerror or error}") from None
    return DONE


def port_number(text: str) -> int:
    port = int(text)
    if not 0 <= port < 1 << 16:
        raise ValueError
    return port


def _count(text: str) -> int:
    count = int(text)
    if count < 1:
        raise ValueError
    return count


def _seconds(text: str) -> float:
    seconds = float(text)
    if not 0 < seconds < 1e6:
        raise ValueError
    return seconds


port_number.__name__ = "port number, from 0 to 65535,"
_count.__name__ = "number, from 1 on,"
_seconds.__name__ = "number of seconds"
