"""The page on which people read the OpenAPI document and try the tools. It loads nothing from elsewhere."""

from __future__ import annotations

from importlib.resources import files

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

_FILES = {
    "/docs": ("index.html", "text/html; charset=utf-8"),
    "/docs/page.css": ("page.css", "text/css; charset=utf-8"),
    "/docs/page.js": ("page.js", "text/javascript; charset=utf-8"),
}
_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; "
    "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-cache",
}


async def _file(request: Request) -> Response:
    name, kind = _FILES[request.url.path]
    return Response(
        files("jsonbeacon._serve.web").joinpath(name).read_bytes(), headers={**_HEADERS, "Content-Type": kind}
    )


async def _front(_: Request) -> Response:
    return RedirectResponse("/docs")


ROUTES = [Route("/", _front), *(Route(path, _file) for path in _FILES)]
