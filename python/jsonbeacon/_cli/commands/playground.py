"""Open a page on which the engine can be tried."""

from __future__ import annotations

import pathlib
import threading

from .. import DONE
from .._parser import Parser
from .._streams import Unusable, write
from .serve import port_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..._playground.server import Server

DESCRIPTION = """\
Open a page that shows what the engine makes of a reply, and why: the value, the
candidates, the place of a fault, the repairs, the Python call that does the
same. The engine runs in the browser: what is pasted stays there. The page is
served on this machine until Ctrl-C; --export writes it for any static host.
"""

EPILOG = """\
exit codes:
  0  it was ended, or written
  2  wrong usage, the address cannot be had, FOLDER cannot be written, or the
     package was built without the playground

examples:
  jsonbeacon playground
  jsonbeacon playground --export site/playground
"""


def parser() -> Parser:
    """What reads the command line."""
    p = Parser("jsonbeacon playground", "jsonbeacon playground [OPTION]...", DESCRIPTION, EPILOG)
    where = p.add_argument_group("where")
    where.add_argument("--host", metavar="ADDRESS", default="127.0.0.1", help="the address (default: 127.0.0.1)")
    where.add_argument("--port", metavar="N", type=port_number, default=8765, help="the port (default: 8765); 0: any")
    where.add_argument("--no-browser", dest="browser", action="store_false", help="open no browser")
    where.add_argument("--export", metavar="FOLDER", help="write the page's files to FOLDER and serve nothing")
    p.add_argument_group("other").add_argument("-h", "--help", action="store_true", help="print this")
    return p


def main(arguments: list[str]) -> int:
    """Run it with these arguments, and give its exit code."""
    given = parser().parse_args(arguments)
    if given.help:
        write(parser().format_help().rstrip("\n"))
        return DONE
    from ... import _playground

    try:
        if given.export is not None:
            _export(pathlib.Path(given.export))
        else:
            _serve(given.host, given.port, given.browser)
    except _playground.NotBuilt as error:
        raise Unusable(f"playground: there is none: {error}") from None
    return DONE


def _export(folder: pathlib.Path) -> None:
    from ... import _playground

    try:
        count = _playground.export(folder)
    except OSError as error:
        raise Unusable(f"playground: {error.filename or folder}: {error.strerror or error}") from None
    write(f"{count} files written to {folder}")


def _serve(host: str, port: int, browser: bool) -> None:
    from ..._playground.server import Server

    try:
        server = Server(host, port)
    except OSError as error:
        raise Unusable(f"playground: cannot listen on {host}:{port}: {error.strerror or error}") from None
    try:
        with server:
            write(f"The playground is at {server.url} (Ctrl-C ends it)")
            if browser:
                threading.Thread(target=_open, args=[server], daemon=True).start()
            server.serve_forever()
    except KeyboardInterrupt:
        write("")


def _open(server: Server) -> None:
    import webbrowser

    webbrowser.open(server.url)
