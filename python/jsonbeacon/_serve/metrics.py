"""What is counted, for Prometheus. No label holds anything of a request's text."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, PlatformCollector, ProcessCollector
from prometheus_client.exposition import choose_encoder
from starlette.requests import Request
from starlette.responses import Response

_SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Metrics:
    """The metrics of one server."""

    def __init__(self) -> None:
        self.registry = r = CollectorRegistry()
        ProcessCollector(registry=r)
        PlatformCollector(registry=r)
        self._outcomes = Counter(
            "jsonbeacon_outcomes",
            "Calls of a tool by outcome: ok, the reason of an error in the text, or the code of another error.",
            ("door", "tool", "outcome"),
            registry=r,
        )
        self._seconds = Histogram(
            "jsonbeacon_call_seconds",
            "Time of a call of a tool, waiting included.",
            ("tool",),
            buckets=_SECONDS,
            registry=r,
        )
        self.responses = Counter("jsonbeacon_http_responses", "HTTP responses.", ("route", "status"), registry=r)
        self.running = Gauge("jsonbeacon_calls_running", "Calls that are worked on or wait for it.", registry=r)
        self.refused = Counter("jsonbeacon_calls_refused", "Calls for which there was no room.", registry=r)
        self.closed = Counter(
            "jsonbeacon_connections_closed", "Connections that the server ended, by reason.", ("reason",), registry=r
        )

    def answered(self, door: str, tool: str, outcome: str, seconds: float) -> None:
        """Counts a call of a tool."""
        self._outcomes.labels(door, tool, outcome).inc()
        self._seconds.labels(tool).observe(seconds)

    async def endpoint(self, request: Request) -> Response:
        """All of them, in the format that is asked for."""
        encode, content_type = choose_encoder(request.headers.get("accept", ""))
        return Response(encode(self.registry), media_type=content_type, headers={"Content-Type": content_type})
