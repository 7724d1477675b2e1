"""The adapters and the cookbook, each with the real library where it is installed, and a model played by a server."""

from __future__ import annotations

import http.server
import json
import pathlib
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from typing import Any, ClassVar

import jsonbeacon
import pytest
from jsonbeacon import integrations

PAGE = (pathlib.Path(__file__).parent.parent / "docs" / "cookbook.md").read_text("utf-8")
SECTIONS = {
    title: re.findall(r"^```python\n(.*?)^```$", body, re.MULTILINE | re.DOTALL)
    for title, body in re.findall(r"^## (.*?)\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
}
SCHEMA = {"type": "object", "required": ["n"], "properties": {"n": {"type": "integer"}}}


class Model(http.server.BaseHTTPRequestHandler):
    """Answers with the replies in turn, and keeps what it was told."""

    replies: ClassVar[list[str]]
    told: ClassVar[list[list[dict[str, Any]]]]

    def do_POST(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.told.append(request["messages"])
        text = self.replies.pop(0)
        if self.path.endswith("/messages"):
            answer = {
                "id": "m", "type": "message", "role": "assistant", "model": "m", "stop_reason": "end_turn",
                "stop_sequence": None, "content": [{"type": "text", "text": text}],
                "usage": {"input_tokens": 1, "output_tokens": 1},
            }  # fmt: skip
        else:
            message = {"role": "assistant", "content": text, "refusal": None}
            answer = {
                "id": "c", "object": "chat.completion", "created": 0, "model": "m",
                "choices": [{"index": 0, "message": message, "finish_reason": "stop", "logprobs": None}],
                "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
            }  # fmt: skip
        body = json.dumps(answer).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: object) -> None:
        pass


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> Iterator[type[Model]]:
    class Own(Model):
        replies: ClassVar[list[str]] = []
        told: ClassVar[list[list[dict[str, Any]]]] = []

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Own)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}"
    for name, value in {
        "OPENAI_API_KEY": "none", "OPENAI_BASE_URL": f"{url}/v1",
        "ANTHROPIC_API_KEY": "none", "ANTHROPIC_BASE_URL": url, "NO_PROXY": "127.0.0.1",
    }.items():  # fmt: skip
        monkeypatch.setenv(name, value)
    yield Own
    server.shutdown()
    server.server_close()


def run(code: str) -> dict[str, Any]:
    names: dict[str, Any] = {}
    exec(code, names)  # noqa: S102 - of a page of ours
    return names


def test_nothing_is_imported_before_it_is_used() -> None:
    code = "import jsonbeacon.integrations, sys; print({'langchain_core', 'openai', 'dspy', 'json'} & {*sys.modules})"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert shown == "set()\n"


def test_instructions() -> None:
    assert integrations.instructions(SCHEMA).endswith(json.dumps(SCHEMA))
    assert integrations.instructions(None) == "Reply with one JSON object and nothing else."


def test_openai(model: type[Model]) -> None:
    pytest.importorskip("openai")
    ask = run(SECTIONS["A retry loop"][0])["ask"]
    good = 'Sure: {"intent": "cancel", "confidence": 0.9}'
    model.replies = ['{"intent": "cancel", "confidence": "high"}', "{'intent'}", good]
    assert ask("What do they want?") == {"intent": "cancel", "confidence": 0.9}
    assert 'expected number, found string (line 1, column 36): you wrote "high"' in model.told[1][-1]["content"]
    assert "Put every key in double quotes." in model.told[2][-1]["content"]
    model.replies = ["no"] * 3
    with pytest.raises(RuntimeError):
        ask("What do they want?")


def test_anthropic(model: type[Model]) -> None:
    pytest.importorskip("anthropic")
    ask = run(SECTIONS["A retry loop"][1])["ask"]
    model.replies = ["{}", 'So: {"n": 1}']
    assert ask("A number, please.") == {"n": 1}
    assert 'missing member "n"' in str(model.told[1][-1]["content"])


def test_langchain() -> None:
    pytest.importorskip("langchain_core")
    from langchain_core.exceptions import OutputParserException
    from langchain_core.language_models import FakeListChatModel

    parser = run(SECTIONS["LangChain"][0])["parser"]
    chain = FakeListChatModel(responses=['<think>{"n": 0}</think>Here: {"n": 1}', "{}"]) | parser
    assert chain.invoke("?") == {"n": 1}
    with pytest.raises(OutputParserException) as caught:
        chain.invoke("?")
    assert 'missing member "n"' in str(caught.value.observation) and caught.value.send_to_llm
    assert '"required": ["n"]' in parser.get_format_instructions()


def test_llama_index() -> None:
    pytest.importorskip("llama_index.core")
    parser = run(SECTIONS["LlamaIndex"][0])["parser"]
    assert parser.parse('Here: {"n": 1}') == {"n": 1}
    assert parser.format("A number?").startswith("A number?\n\nReply with one JSON object")
    with pytest.raises(jsonbeacon.SchemaValidationError):
        parser.parse("{}")


def test_pydantic_ai() -> None:
    pytest.importorskip("pydantic_ai")
    from jsonbeacon.integrations.pydantic_ai import output_validator
    from pydantic_ai import Agent
    from pydantic_ai.messages import ModelResponse, TextPart
    from pydantic_ai.models.function import FunctionModel

    told: list[str] = []
    replies: list[str] = []

    def answer(messages: Any, info: Any) -> ModelResponse:
        told.append(str(messages[-1]))
        return ModelResponse(parts=[TextPart(replies.pop(0))])

    agent = run(SECTIONS["pydantic-ai"][0])["agent"]
    replies += ["{}", 'Here: {"n": 1}']
    assert agent.run_sync("A number?", model=FunctionModel(answer)).output == {"n": 1}
    assert "missing member" in told[1]
    checked = Agent(FunctionModel(answer), output_type=str, retries=2)
    checked.output_validator(output_validator(SCHEMA))
    replies += ["{}", 'Here: {"n": 1}']
    assert checked.run_sync("A number?").output == 'Here: {"n": 1}'


def test_dspy() -> None:
    dspy = pytest.importorskip("dspy")
    from dspy.utils.exceptions import AdapterParseError
    from jsonbeacon.integrations.dspy import JSONBeaconAdapter

    signature = dspy.Signature("question -> answer: str, count: int")
    adapter = JSONBeaconAdapter()
    assert adapter.parse(signature, '<think>{}</think> Well: {"answer": "a", "count": 3}') == {
        "answer": "a",
        "count": 3,
    }
    for reply in ('{"answer": "a"}', "{'answer'}"):
        with pytest.raises(AdapterParseError):
            adapter.parse(signature, reply)


def test_instructor(model: type[Model]) -> None:
    pytest.importorskip("instructor")
    pydantic = pytest.importorskip("pydantic")
    client = run(SECTIONS["instructor"][0])["client"]

    class Answer(pydantic.BaseModel):  # type: ignore[misc, name-defined]
        n: int

    model.replies = ['<think>{"n": 0}</think>Of course! {"n": 1} Anything else?']
    messages = [{"role": "user", "content": "A number?"}]
    assert client.chat.completions.create(model="m", response_model=Answer, messages=messages, max_retries=0).n == 1
