"""The application: tools, health, metrics, the description of itself, and MCP."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp

from .. import __version__, _bridge, _tools
from .._json import dumped
from . import Settings, page
from .engine import Engine
from .guard import Guard
from .mcp import Door
from .metrics import Metrics
from .openapi import document
from .responses import Problem, answer, on_problem

_FOREVER = {"Cache-Control": "public, max-age=3600"}
_NEVER = {"Cache-Control": "no-store"}


class Application:
    """What uvicorn runs. ``stopping`` is what readiness answers by."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self._settings = settings
        self.engine = Engine(settings, metrics)
        self._contracts = {(each["id"], each["version"]): each for each in _tools.contracts()}
        self._listing = dumped({"tools": [_summary(each) for each in self._contracts.values()]})
        self._described = dumped(document(list(self._contracts.values()), settings))
        self._door = Door(self.engine, list(self._contracts.values()))
        self.stopping: Callable[[], bool] = bool
        app = Starlette(
            routes=[
                Route("/v1/tools", self._list),
                Route("/v1/tools/{id}/versions/{version}", self._contract),
                Route("/v1/tools/{id}/versions/{version}/execute", self._execute, methods=["POST"]),
                Route("/healthz", self._health),
                Route("/readyz", self._ready),
                Route("/version", self._version),
                Route("/metrics", metrics.endpoint),
                Route("/openapi.json", self._openapi),
                *page.ROUTES,
                Route("/mcp", self._door.over_http(settings)),
            ],
            exception_handlers={HTTPException: _on_http_exception, Problem: on_problem},
            lifespan=self._lifespan,
        )
        app.router.redirect_slashes = False
        self.app: ASGIApp = Guard(app, settings, metrics)

    @asynccontextmanager
    async def _lifespan(self, _: Starlette) -> AsyncIterator[None]:
        async with self._door.running():
            yield
        self.engine.close()

    async def _execute(self, request: Request) -> Response:
        tool, version = request.path_params["id"], request.path_params["version"]
        self._known(tool, version)
        _check_content_type(request)
        response = await self.engine.execute("http", tool, version, await request.body())
        return answer(response, _NEVER)

    async def _contract(self, request: Request) -> Response:
        tool, version = request.path_params["id"], request.path_params["version"]
        self._known(tool, version)
        return _json(dumped(self._contracts[tool, version]), _FOREVER)

    def _known(self, tool: str, version: str) -> None:
        if (tool, version) not in self._contracts:
            unknown = _tools.unknown(tool, version)
            raise Problem(*unknown)

    async def _list(self, _: Request) -> Response:
        return _json(self._listing, _FOREVER)

    async def _openapi(self, _: Request) -> Response:
        return _json(self._described, _FOREVER)

    async def _health(self, _: Request) -> Response:
        return _json('{"status":"ok"}', _NEVER)

    async def _ready(self, _: Request) -> Response:
        if self.stopping():
            return _json('{"status":"stopping"}', _NEVER, 503)
        return _json('{"status":"ready"}', _NEVER)

    async def _version(self, _: Request) -> Response:
        return _json(dumped({"version": __version__, "engine": _bridge.version()}), _NEVER)


def _json(text: str, headers: dict[str, str], status: int = 200) -> Response:
    return Response(text, status, headers, "application/json")


def _summary(contract: dict[str, str]) -> dict[str, str]:
    path = f"/v1/tools/{contract['id']}/versions/{contract['version']}"
    shown = {name: contract[name] for name in ("id", "version", "title", "description")}
    return {**shown, "contract": path, "execute": f"{path}/execute"}


def _check_content_type(request: Request) -> None:
    """Only what a web page of another origin cannot send without asking."""
    kind, _, parameters = request.headers.get("content-type", "").partition(";")
    charset = parameters.replace('"', "").strip().lower()
    if kind.strip().lower() != "application/json" or charset not in ("", "charset=utf-8"):
        raise Problem("request.content_type", "the request must have the header Content-Type: application/json")
    if request.headers.get("content-encoding", "identity").strip().lower() != "identity":
        raise Problem("request.content_type", "the request must not be compressed")


async def _on_http_exception(request: Request, exception: Exception) -> Response:
    """What the router has to say: there is no such path, or no such method for it."""
    assert isinstance(exception, HTTPException)
    if exception.status_code == 405:
        problem = Problem("request.method", f"{request.method} is not for this path", exception.headers)
    else:
        problem = Problem("request.not_found", "there is nothing at this path; /openapi.json has what there is")
    return await on_problem(request, problem)
