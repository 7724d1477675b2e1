"""The streams of real clients, which talk to a server of ours that speaks as theirs do."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from jsonbeacon import Extractor, clients

PARTS = ["Sure:\n```js", 'on\n{"answer": "é', '\\u20ac"', ', "items": [1, ', "2]}", "\n```\n", "Done."]
VALUE = {"answer": "é€", "items": [1, 2]}


def chat(request: dict[str, Any]) -> Iterator[tuple[str | None, Any]]:
    def chunk(index: int = 0, **delta: Any) -> dict[str, Any]:
        choice = {"index": index, "delta": delta, "finish_reason": None}
        return {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": [choice]}

    yield None, chunk(role="assistant", content="")
    for part in PARTS:
        for index in range(request.get("n", 1)):
            yield None, chunk(index, content="{" if index else part)
    yield None, {**chunk(), "choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}
    usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
    yield None, {**chunk(), "choices": [], "usage": usage}
    yield None, "[DONE]"


def responses(_: dict[str, Any]) -> Iterator[tuple[str | None, Any]]:
    for number, part in enumerate(PARTS):
        event = {
            "type": "response.reasoning_text.delta",
            "delta": "{",
            "item_id": "i",
            "output_index": 0,
            "content_index": 0,
        }
        yield event["type"], {**event, "sequence_number": number}  # type: ignore[misc]
        event = {
            "type": "response.output_text.delta",
            "delta": part,
            "item_id": "i",
            "output_index": 0,
            "content_index": 0,
        }
        yield event["type"], {**event, "sequence_number": number, "logprobs": []}  # type: ignore[misc]


def messages(_: dict[str, Any]) -> Iterator[tuple[str | None, Any]]:
    message = {
        "id": "1", "type": "message", "role": "assistant", "model": "m", "content": [], "stop_reason": None,
        "stop_sequence": None, "usage": {"input_tokens": 1, "output_tokens": 1},
    }  # fmt: skip
    events: list[dict[str, Any]] = [{"type": "message_start", "message": message}]
    thinking = {"type": "thinking", "thinking": "", "signature": ""}
    events.append({"type": "content_block_start", "index": 0, "content_block": thinking})
    delta = {"type": "thinking_delta", "thinking": '{"draft": 1}'}
    events.append({"type": "content_block_delta", "index": 0, "delta": delta})
    events.append({"type": "content_block_stop", "index": 0})
    events.append({"type": "content_block_start", "index": 1, "content_block": {"type": "text", "text": ""}})
    for part in PARTS:
        events.append({"type": "content_block_delta", "index": 1, "delta": {"type": "text_delta", "text": part}})
    events.append({"type": "content_block_stop", "index": 1})
    events.append({"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": 9}})
    events.append({"type": "message_stop"})
    return ((event["type"], event) for event in events)


ANSWERS = {"/chat/completions": chat, "/responses": responses, "/v1/messages": messages}


class Server(BaseHTTPRequestHandler):
    """Answers with server-sent events."""

    protocol_version = "HTTP/1.0"  # the answer ends with the connection

    def do_POST(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        for name, data in ANSWERS[self.path.partition("?")[0]](request):
            line = data if isinstance(data, str) else json.dumps(data)
            self.wfile.write((f"event: {name}\n" * bool(name) + f"data: {line}\n\n").encode())
            self.wfile.flush()

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Server)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture(autouse=True)
def no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")


ASKED: list[Any] = [{"role": "user", "content": "?"}]


def check(text: Any) -> None:
    """A stream's text gives the value, and its items."""
    stream = Extractor().stream()
    items = stream.watch("items[*]")
    for _ in stream.events(text):
        pass
    assert stream.close() == VALUE and [item.value for item in items] == [1, 2]


async def acheck(text: Any) -> None:
    async with Extractor().stream() as stream:
        items = stream.watch("items[*]")
        async for _ in stream.aevents(text):
            pass
    assert stream.close() == VALUE and [item.value for item in items] == [1, 2]


def test_openai(address: str) -> None:
    openai = pytest.importorskip("openai")
    with openai.OpenAI(base_url=address, api_key="x") as client:
        check(clients.openai(client.chat.completions.create(model="m", messages=ASKED, stream=True)))
        check(clients.openai(client.responses.create(model="m", input="?", stream=True)))
        with client.chat.completions.stream(model="m", messages=ASKED) as events:
            check(clients.openai(events))
        for choice, first in ((0, PARTS[0]), (1, "{")):
            reply = client.chat.completions.create(model="m", messages=ASKED, stream=True, n=2)
            assert next(clients.openai(reply, choice=choice)) == first


def test_openai_asynchronous(address: str) -> None:
    openai = pytest.importorskip("openai")

    async def main() -> None:
        async with openai.AsyncOpenAI(base_url=address, api_key="x") as client:
            await acheck(clients.openai(await client.chat.completions.create(model="m", messages=ASKED, stream=True)))
            await acheck(clients.openai(await client.responses.create(model="m", input="?", stream=True)))

    asyncio.run(main())


def test_anthropic(address: str) -> None:
    anthropic = pytest.importorskip("anthropic")
    with anthropic.Anthropic(base_url=address, api_key="x") as client:
        check(clients.anthropic(client.messages.create(model="m", max_tokens=9, messages=ASKED, stream=True)))
        with client.messages.stream(model="m", max_tokens=9, messages=ASKED) as events:
            check(clients.anthropic(events))


def test_anthropic_asynchronous(address: str) -> None:
    anthropic = pytest.importorskip("anthropic")

    async def main() -> None:
        async with anthropic.AsyncAnthropic(base_url=address, api_key="x") as client:
            created = await client.messages.create(model="m", max_tokens=9, messages=ASKED, stream=True)
            await acheck(clients.anthropic(created))
            async with client.messages.stream(model="m", max_tokens=9, messages=ASKED) as events:
                await acheck(clients.anthropic(events))

    asyncio.run(main())


def models(address: str) -> Iterator[Any]:
    openai = pytest.importorskip("langchain_openai")
    anthropic = pytest.importorskip("langchain_anthropic")
    yield openai.ChatOpenAI(model="m", base_url=address, api_key="x")
    yield anthropic.ChatAnthropic(model="m", base_url=address, api_key="x", max_tokens=9)


def test_langchain(address: str) -> None:
    for model in models(address):
        check(clients.langchain(model.stream("?")))

        async def main(model: Any = model) -> None:
            await acheck(clients.langchain(model.astream("?")))

        asyncio.run(main())
    parsers = pytest.importorskip("langchain_core.output_parsers")
    check(clients.langchain((next(models(address)) | parsers.StrOutputParser()).stream("?")))


@pytest.mark.parametrize("function", [clients.openai, clients.anthropic, clients.langchain])
def test_what_is_no_stream(function: Any) -> None:
    for thing in (None, 3, "text", b"text"):
        with pytest.raises(TypeError, match="stream"):
            function(thing)
    assert list(function([])) == []
    assert list(function([object()])) == []
