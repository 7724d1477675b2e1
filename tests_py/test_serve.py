"""`jsonbeacon serve`: the tools over HTTP."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the extra serve is not installed")
pytest.importorskip("mcp", reason="the extra serve is not installed")

import doors
from jsonbeacon import _tools
from jsonbeacon._serve import Settings
from jsonbeacon._serve.engine import AT_ONCE, Engine
from jsonbeacon._serve.guard import Guard
from jsonbeacon._serve.metrics import Metrics
from jsonbeacon._serve.responses import Problem
from serving import EXTRACT, JSON, ROUTE, Serving, reads_until_closed, serving

LONG = os.environ.get("SERVE_LONG") == "1"
"""Whether all of the corpora and 1,000 bad clients are wanted: `SERVE_LONG=1 pytest tests_py/test_serve*.py`."""


@pytest.fixture(scope="module")
def server() -> Iterator[Serving]:
    with serving() as running:
        yield running


@pytest.fixture(scope="module")
def impatient() -> Iterator[Serving]:
    with serving("--timeout", "1", "--connections", "100") as running:
        yield running


def post(body: bytes, *headers: str, path: str = EXTRACT) -> bytes:
    """A request as it goes over the wire."""
    head = ["POST " + path + " HTTP/1.1", "Host: x", "Content-Type: application/json", f"Content-Length: {len(body)}"]
    return "\r\n".join([*head, *headers, "", ""]).encode() + body


# ---- What the tools answer


def test_the_example_of_the_candidate_list(server: Serving) -> None:
    want = (
        '{"result":{"candidates":[{"rank":1,"source":"prose","fence_index":null,"start":6,"end":14,"start_line":1,'
        '"end_line":1,"text":"{\\"a\\": 1}","contiguous":true,"top_level":"object","complete":true,'
        '"incomplete_reason":null,"valid_json":true,"json_error":null,"repair":null}],"candidate_count":1,"truncated":false}}'
    )
    assert server.execute("json-candidate-list", {"text": 'Sure! {"a": 1} is what you need.'}) == (200, want)


def test_http_gives_the_bytes_that_python_gives(server: Serving) -> None:
    for tool, request in doors.requests(1 if LONG else 31):
        response = doors.PYTHON[tool](request)
        refused = response.startswith('{"error":')
        status = 200 if not refused else 413 if "limits.text_bytes" in response[:40] else 422
        assert server.execute(tool, request) == (status, response), request


@pytest.mark.parametrize("contract", _tools.contracts(), ids=lambda each: each["id"])
def test_contracts_are_served(server: Serving, contract: dict[str, Any]) -> None:
    status, headers, body = server.ask("GET", f"/v1/tools/{contract['id']}/versions/1.0.0")
    assert (status, json.loads(body), headers["Content-Type"]) == (200, contract, "application/json")
    listed = json.loads(server.ask("GET", "/v1/tools")[2])["tools"]
    (own,) = [each for each in listed if each["id"] == contract["id"]]
    assert own["execute"] == ROUTE.format(contract["id"])
    assert json.loads(server.ask("GET", own["contract"])[2]) == contract


def test_health_and_version(server: Serving) -> None:
    assert server.ask("GET", "/healthz")[::2] == (200, '{"status":"ok"}')
    assert server.ask("GET", "/readyz")[::2] == (200, '{"status":"ready"}')
    assert server.ask("HEAD", "/healthz")[::2] == (200, "")
    version = json.loads(server.ask("GET", "/version")[2])
    assert version["version"] == version["engine"]["version"]


# ---- What is refused


@pytest.mark.parametrize(
    ("method", "path", "body", "headers", "status", "code"),
    [
        ("POST", EXTRACT, "{", JSON, 400, "request.malformed"),
        ("POST", EXTRACT, "", JSON, 400, "request.malformed"),
        ("POST", EXTRACT, b'{"text":"\xff"}', JSON, 400, "request.malformed"),
        ("POST", EXTRACT, '{"text":"\0"}', JSON, 400, "request.malformed"),
        ("POST", EXTRACT, '{"text":1}', JSON, 422, "request.invalid"),
        ("POST", EXTRACT, '{"text":"","selec":"first"}', JSON, 422, "request.invalid"),
        ("POST", EXTRACT, '{"text":"[]","schema":[]}', JSON, 422, "request.invalid"),
        ("POST", EXTRACT, '{"text":"[]","schema":{"type":"int"}}', JSON, 422, "schema.invalid"),
        ("POST", EXTRACT, '{"text":"[]","schema":{"type":"object"}}', JSON, 200, "schema.validation_failed"),
        ("POST", EXTRACT, '{"text":""}', {}, 415, "request.content_type"),
        ("POST", EXTRACT, '{"text":""}', {"Content-Type": "text/plain"}, 415, "request.content_type"),
        (
            "POST",
            EXTRACT,
            '{"text":""}',
            {"Content-Type": "application/json; charset=latin-1"},
            415,
            "request.content_type",
        ),
        ("POST", EXTRACT, '{"text":""}', {**JSON, "Content-Encoding": "gzip"}, 415, "request.content_type"),
        ("POST", EXTRACT, '{"text":""}', {"Content-Type": 'Application/JSON; charset="UTF-8"'}, 200, "json.not_found"),
        ("POST", ROUTE.format("x"), "{}", JSON, 404, "request.unknown_tool"),
        ("POST", EXTRACT.replace("1.0.0", "1.0"), "{}", JSON, 404, "request.unknown_version"),
        ("GET", "/v1/tools/%00%22x/versions/1", None, {}, 404, "request.unknown_tool"),
        ("GET", "/v1/tool", None, {}, 404, "request.not_found"),
        ("GET", "/v1/tools/", None, {}, 404, "request.not_found"),
        ("GET", EXTRACT, None, {}, 405, "request.method"),
        ("PUT", EXTRACT, "{}", JSON, 405, "request.method"),
        ("DELETE", "/healthz", None, {}, 405, "request.method"),
        ("GET", "/mcp", None, {}, 405, "request.method"),
        ("POST", EXTRACT, " " * (1 << 20) + "{}", JSON, 413, "request.too_large"),
        (
            "POST",
            ROUTE.format("json-candidate-list"),
            json.dumps({"text": "x" * 131_073}),
            JSON,
            413,
            "limits.text_bytes",
        ),
        (
            "POST",
            ROUTE.format("json-candidate-list"),
            json.dumps({"text": ">" * 65}),
            JSON,
            422,
            "limits.container_depth",
        ),
    ],
)
def test_errors_are_structured(
    server: Serving, method: str, path: str, body: str | bytes | None, headers: dict[str, str], status: int, code: str
) -> None:
    got, answered, text = server.ask(method, path, body, headers)
    error = json.loads(text)
    error = (error.get("result") or error)["error"]
    assert (got, error["code"]) == (status, code)
    assert answered["Content-Type"] == "application/json"
    assert (answered["Allow"] is not None) == (status == 405)


def test_a_body_at_the_limit_is_taken(server: Serving) -> None:
    body = '{"text":"[1]"}'
    assert server.execute("extract-json", body + " " * ((1 << 20) - len(body)))[0] == 200


def test_a_body_in_chunks_is_limited_too(server: Serving) -> None:
    head = f"POST {EXTRACT} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    with server.connect() as connection:
        connection.sendall(head.encode() + b'5\r\n{"tex\r\n8\r\nt":"[1]"\r\n1\r\n}\r\n0\r\n\r\n')
        answer = b""
        while not answer.endswith(b"}}"):
            answer += connection.recv(1 << 16)
        assert answer.startswith(b"HTTP/1.1 200 ")
        connection.sendall(head.encode())
        chunk = b"10000\r\n" + b" " * (1 << 16) + b"\r\n"
        for _ in range(17):
            connection.sendall(chunk)
        connection.sendall(b"0\r\n\r\n")
        assert reads_until_closed(connection).startswith(b"HTTP/1.1 413 ")


def test_requests_one_behind_the_other_are_answered_in_order(server: Serving) -> None:
    bodies = [json.dumps({"text": f"[{i}]"}).encode() for i in range(50)]
    with server.connect() as connection:
        connection.sendall(b"".join(map(post, bodies[:-1])) + post(bodies[-1], "Connection: close"))
        values = re.findall(rb'"value":\[(\d+)\]', reads_until_closed(connection))
    assert values == [str(i).encode() for i in range(50)]


def test_a_long_stream_of_requests_is_not_a_long_head(server: Serving) -> None:
    """Its parts end anywhere."""
    body = json.dumps({"text": "[1]"}).encode()
    stream = post(body) * 2000 + post(body, "Connection: close")
    with server.connect() as connection:
        sender = threading.Thread(target=connection.sendall, args=(stream,))
        sender.start()
        assert reads_until_closed(connection).count(b'"value":[1]') == 2001
        sender.join()


# ---- Clients that are bad


def bad_clients() -> list[bytes]:
    """What bad clients send. Each either gets an answer or is closed."""
    good = post(b'{"text": "[1]"}')
    head = f"POST {EXTRACT} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n".encode()
    return [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",  # TLS
        b"\0" * 100,
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET /\xff\xfe HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 20_000,
        b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"a" * 200_000,
        head + b"Content-Length: -1\r\n\r\n",
        head + b"Content-Length: 5, 6\r\n\r\n{}",
        head + b"Content-Length: 99999999999999999999\r\n\r\n{}",
        head + b"Content-Length: 2000000\r\n\r\n" + b" " * 2_000_000,
        head + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
        head + b"Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n1\r\n{\r\n0\r\n\r\n",
        head + b"Content-Length: 2\r\n\r\n{",  # the rest never comes
        head,  # nor the end of the head
        b"\r\n\r\n\r\n",
        b"",
        good[:-5],
        good[: len(good) // 2],
        post(b"[" * 100_000, "Connection: close"),
        post(b'{"text":' + b"[" * 100_000, "Connection: close"),
        post(b'{"text":"' + b"\\ud800" * 1000 + b'"}', "Connection: close"),
        post(b'{"text":"' + b"{" * 100_000 + b'"}', "Expect: 100-continue", "Connection: close"),
        post(b"{}", "Connection: upgrade, close", "Upgrade: websocket"),
    ]


def test_bad_clients_get_an_error_or_are_closed(impatient: Serving) -> None:
    kinds = bad_clients()
    closed = failed = 0
    for start in range(0, 1000 if LONG else 100, 50):
        clients = []
        for i in range(start, start + 50):
            connection = impatient.connect()
            try:
                connection.sendall(kinds[i % len(kinds)])
                if i // len(kinds) % 4 == 1:
                    connection.shutdown(socket.SHUT_WR)
                if i // len(kinds) % 4 == 3:
                    connection.close()  # cut off
            except (ConnectionResetError, BrokenPipeError):
                pass  # it has been closed, which is an answer
            clients.append(connection)
        for connection in clients:
            if connection.fileno() < 0:
                continue
            connection.settimeout(20)
            answer = reads_until_closed(connection)
            statuses = re.findall(rb"HTTP/1\.1 (\d+) ", answer)
            closed += not statuses
            failed += any(status >= b"400" for status in statuses)
            assert all(status < b"500" for status in statuses), answer[:300]
            connection.close()
        assert impatient.execute("extract-json", {"text": "[1]"})[0] == 200
    assert failed > closed
    assert impatient.process.poll() is None
    assert not [line for line in impatient.lines() if "Traceback" in line]
    until = time.monotonic() + 20
    while impatient.metrics()["jsonbeacon_calls_running"]:
        assert time.monotonic() < until


def test_a_slow_client_is_told_and_closed(impatient: Serving) -> None:
    for sent in (b"POST ", post(b'{"text": "[1]"}')[:-3]):
        with impatient.connect() as connection:
            connection.settimeout(20)
            connection.sendall(sent)
            answer = reads_until_closed(connection)
        assert answer.startswith(b"HTTP/1.1 408 "), answer
        assert b'"request.timeout"' in answer


def test_a_byte_now_and_then_is_too_slow(impatient: Serving) -> None:
    with impatient.connect() as connection:
        sent = 0
        try:
            for byte in post(b'{"text": "[1]"}'):
                connection.sendall(bytes([byte]))
                sent += 1
                time.sleep(0.05)
        except (ConnectionResetError, BrokenPipeError):
            pass
        assert 0 < sent < len(post(b'{"text": "[1]"}'))


def test_a_client_that_does_not_read_is_closed(impatient: Serving) -> None:
    text = json.dumps({"text": "[" + "1," * 200_000 + "1]"}).encode()
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.connect(("127.0.0.1", impatient.port))
    with connection:
        connection.settimeout(20)
        for _ in range(40):  # answers of 400 kB, which nobody takes
            try:
                connection.sendall(post(text))
            except (ConnectionResetError, BrokenPipeError, TimeoutError):
                break
        until = time.monotonic() + 30
        while not impatient.metrics().get('jsonbeacon_connections_closed_total{reason="response.timeout"}'):
            assert time.monotonic() < until, impatient.metrics()
            time.sleep(0.2)
    assert impatient.execute("extract-json", {"text": "[1]"})[0] == 200


def test_too_many_connections(impatient: Serving) -> None:
    waiting = [impatient.connect() for _ in range(100)]
    with impatient.connect() as connection:
        answer = reads_until_closed(connection)
    assert answer.startswith(b"HTTP/1.1 503 ")
    assert b'"server.connections"' in answer
    for each in waiting:
        each.close()
    time.sleep(0.2)
    assert impatient.execute("extract-json", {"text": "[1]"})[0] == 200


# ---- The bounds of the engine


def test_too_many_requests_are_told_to_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    release = threading.Event()
    monkeypatch.setattr(_tools, "execute", lambda *_: release.wait(60) and "{}" or '{"result":{"value":1}}')

    async def body() -> None:
        engine = Engine(Settings(concurrency=3, timeout=0.2), Metrics())
        calls = [
            asyncio.create_task(engine.execute("http", "extract-json", "1.0.0", "{}" + " " * AT_ONCE)) for _ in range(3)
        ]
        await asyncio.sleep(0.05)
        with pytest.raises(Problem) as caught:
            await engine.execute("http", "extract-json", "1.0.0", "{}")
        assert caught.value.args == ("server.busy",)
        assert caught.value.headers == {"Retry-After": "1"}
        for call in calls:
            with pytest.raises(Problem) as caught:
                await call
            assert caught.value.args == ("server.timeout",)
        # Those that run still count: a thread cannot be stopped.
        await asyncio.sleep(0.1)
        assert engine._running == min(3, os.cpu_count() or 1)
        release.set()
        while engine._running:
            await asyncio.sleep(0.01)
        engine.close()

    asyncio.run(body())


@pytest.mark.parametrize(
    ("request_", "in_thread"),
    [
        ('{"text":"[1]"}', False),
        ('{"text":"\\u5b57\\ud800"}', False),
        ('{"text":"[1]"' + " " * AT_ONCE + "}", True),
        ('{"text":"[1]","schema":{}}', True),
        ('{"text":"[1]","\\u0073chem\\u0061":{}}', True),
    ],
)
def test_what_may_take_long_does_not_stop_the_server(
    request_: str, in_thread: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A check against a schema takes up to seconds, however short the request is."""
    threads: list[bool] = []
    execute = _tools.execute

    def note(tool: str, version: str, request: str | bytes) -> str:
        threads.append(threading.current_thread() is not threading.main_thread())
        return execute(tool, version, request)

    monkeypatch.setattr(_tools, "execute", note)

    async def ask() -> None:
        engine = Engine(Settings(), Metrics())
        for each in (request_, request_.encode()):
            await engine.execute("http", "extract-json", "1.0.0", each)
        engine.close()

    asyncio.run(ask())
    assert threads == [in_thread, in_thread]


def test_whatever_fails_is_answered_and_logged_without_texts(caplog: pytest.LogCaptureFixture) -> None:
    async def broken(_scope: Any, _receive: Any, _send: Any) -> None:
        secret = "4111 1111 1111 1111"
        raise RuntimeError(secret)

    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    scope = {"type": "http", "method": "POST", "path": "/x\n", "headers": []}
    asyncio.run(Guard(broken, Settings(), Metrics())(scope, receive, send))
    assert sent[0]["status"] == 500
    assert json.loads(sent[1]["body"])["error"]["code"] == "internal"
    assert "RuntimeError in POST /x\\n" in caplog.text
    assert "in broken" in caplog.text
    assert "4111" not in caplog.text


def test_the_log_and_the_metrics_show_no_text_and_count_reasons(server: Serving) -> None:
    before = server.metrics()
    secret = "tell-nobody-5d1f"
    texts = {"ok": "[1]", "no_json": secret, "malformed": f"{{'{secret}'}}", "truncated": f'["{secret}'}
    for text in texts.values():
        server.execute("extract-json", {"text": text})
    server.execute("extract-json", json.dumps({secret: secret}))
    server.execute("extract-json", secret)
    server.ask(
        "POST",
        "/mcp",
        json.dumps({"jsonrpc": "2.0", "id": 1, "method": secret, "params": secret}),
        {**JSON, "Accept": "*/*"},
    )
    server.ask("POST", "/mcp", secret, {**JSON, "Accept": "*/*", "Host": secret})
    server.ask("GET", "/healthz?" + secret, headers={"X-Secret": secret})
    server.ask("GET", "/no%0A%1B%C3%A9" + "such" * 100)
    after = server.metrics()
    for outcome in [*texts, "request.invalid", "request.malformed"]:
        name = f'jsonbeacon_outcomes_total{{door="http",outcome="{outcome}",tool="extract-json"}}'
        assert after[name] - before.get(name, 0) == 1, outcome
    assert not [line for line in server.lines() if secret in line]
    assert not [line for line in server.lines() if not line.isascii() or len(line) > 400]
    assert secret not in str(after)
    assert [line for line in server.lines() if "POST " + EXTRACT + " 200 in=15 out=" in line]


# ---- The end


def test_no_accepted_request_is_lost_when_the_server_is_told_to_stop() -> None:
    with serving() as server:
        stop, lost, answered, refused = threading.Event(), [], [0] * 8, [0] * 8

        def client(i: int) -> None:
            # Half of the clients keep their connection, half take a new one each time.
            request = post(json.dumps({"text": f"[{i}]"}).encode(), *(["Connection: close"] if i % 2 else []))
            connection = None
            while not stop.is_set():
                try:
                    connection = connection or server.connect()
                except OSError:
                    refused[i] += 1
                    return  # nothing listens any more
                try:
                    connection.sendall(request)
                    answer = b""
                    while not answer.endswith(b"}}"):
                        part = connection.recv(1 << 16)
                        if not part:
                            break
                        answer += part
                except OSError as error:
                    lost.append(error)
                    return
                if not answer.startswith(b"HTTP/1.1 200 ") or not answer.endswith(b"}}"):
                    lost.append(answer)
                    return
                answered[i] += 1
                if b"connection: close" in answer:
                    connection.close()
                    connection = None

        threads = [threading.Thread(target=client, args=(i,)) for i in range(8)]
        for thread in threads:
            thread.start()
        time.sleep(1)
        code = server.stop()
        stop.set()
        for thread in threads:
            thread.join()
        assert lost == []
        assert all(answered)
        assert all(refused)
        assert code == -signal.SIGTERM


def test_a_request_that_is_being_sent_is_answered_after_the_signal() -> None:
    body = json.dumps({"text": "[1]"}).encode()
    with serving() as server, server.connect() as connection:
        connection.sendall(post(body)[:-4])
        time.sleep(0.3)
        server.process.send_signal(signal.SIGTERM)
        # A connection that waits while the socket closes is reset.
        with contextlib.suppress(ConnectionRefusedError, ConnectionResetError):
            while True:  # until it knows
                server.connect().close()
        connection.sendall(body[-4:])
        answer = reads_until_closed(connection)
        assert answer.startswith(b"HTTP/1.1 200 ")
        assert b"connection: close" in answer
        assert server.process.wait(20) == -signal.SIGTERM


def test_a_port_that_is_taken_is_told() -> None:
    with serving() as server:
        command = [sys.executable, "-m", "jsonbeacon", "serve", "--port", str(server.port)]
        ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert ran.returncode == 2
    assert f"cannot listen on 127.0.0.1:{server.port}" in ran.stderr
    assert "Traceback" not in ran.stderr


# ---- The page


def test_the_page_loads_nothing_from_elsewhere(server: Serving) -> None:
    status, headers, page = server.ask("GET", "/docs")
    assert status == 200
    assert headers["Content-Security-Policy"].startswith("default-src 'none'; ")
    parts = re.findall(r'(?:href|src)="([^"]*)"', page)
    assert "/docs/page.js" in parts
    for path in parts:
        if path.startswith("data:"):
            continue
        status, _, text = server.ask("GET", path)
        assert status == 200, path
        if path.startswith("/docs"):
            assert not re.search(r"https?:|//[a-z]|@import|url\(|innerHTML", text.replace("// ", "")), path
    assert server.ask("GET", "/")[0] == 307
