"""The text in the streams of other packages' clients, for ``Stream.feed``, ``Stream.events`` and ``Stream.aevents``.

Each function takes the stream that the client gives, and gives the parts of the reply's text as they come: an iterator,
or, of an asynchronous stream, an asynchronous one. What is no text of the reply (usage, tool calls, thinking that the
client keeps apart, refusals) is left out. None of the clients is imported or needed by this module.
"""

from __future__ import annotations

from collections.abc import AsyncIterable, AsyncIterator, Callable, Iterable, Iterator
from typing import Any, overload

__all__ = ["anthropic", "langchain", "openai"]


@overload
def openai(stream: Iterable[Any], *, choice: int = 0) -> Iterator[str]: ...
@overload
def openai(stream: AsyncIterable[Any], *, choice: int = 0) -> AsyncIterator[str]: ...
def openai(stream: Iterable[Any] | AsyncIterable[Any], *, choice: int = 0) -> Iterator[str] | AsyncIterator[str]:
    """The text in a stream of OpenAI's client: of chat completions, of responses, or of completions.

    :param stream: what ``client.chat.completions.create(stream=True)`` or ``client.responses.create(stream=True)``
        returns, or ``client.chat.completions.stream()`` and ``client.responses.stream()`` give to ``with``
    :param choice: which of several choices of a completion
    :raises TypeError: it is no stream

    ::

        reply = client.chat.completions.create(model=model, messages=messages, stream=True)
        with extractor.stream() as stream:
            for event in stream.events(jsonbeacon.clients.openai(reply)):
                ...
        answer = stream.close()
    """

    def text(event: Any) -> str | None:
        if getattr(event, "type", None) in ("response.output_text.delta", "content.delta"):
            return _str(event.delta)
        for each in getattr(event, "choices", None) or ():
            if each.index == choice:
                delta = getattr(each, "delta", None)
                return _str(each.text if delta is None else delta.content)
        return None

    return _texts(stream, text)


@overload
def anthropic(stream: Iterable[Any]) -> Iterator[str]: ...
@overload
def anthropic(stream: AsyncIterable[Any]) -> AsyncIterator[str]: ...
def anthropic(stream: Iterable[Any] | AsyncIterable[Any]) -> Iterator[str] | AsyncIterator[str]:
    """The text in a stream of Anthropic's client.

    :param stream: what ``client.messages.create(stream=True)`` returns, or ``client.messages.stream()`` gives to
        ``with``
    :raises TypeError: it is no stream
    """

    def text(event: Any) -> str | None:
        # A MessageStream tells of each part twice: as it came, and as a "text" event.
        if getattr(event, "type", None) == "content_block_delta" and event.delta.type == "text_delta":
            return _str(event.delta.text)
        return None

    return _texts(stream, text)


@overload
def langchain(stream: Iterable[Any]) -> Iterator[str]: ...
@overload
def langchain(stream: AsyncIterable[Any]) -> AsyncIterator[str]: ...
def langchain(stream: Iterable[Any] | AsyncIterable[Any]) -> Iterator[str] | AsyncIterator[str]:
    """The text in a stream of a LangChain chat model or chain.

    :param stream: what ``model.stream(messages)`` or ``model.astream(messages)`` returns: message chunks, or the
        strings that a chain with an output parser gives
    :raises TypeError: it is no stream
    """

    def text(chunk: Any) -> str | None:
        content = chunk if isinstance(chunk, str) else getattr(chunk, "content", None)
        if not isinstance(content, list):
            return _str(content)
        return "".join(
            part if isinstance(part, str) else _str(part.get("text")) or ""
            for part in content
            if isinstance(part, str) or part.get("type") == "text"
        )

    return _texts(stream, text)


def _str(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _texts(
    stream: Iterable[Any] | AsyncIterable[Any], text: Callable[[Any], str | None]
) -> Iterator[str] | AsyncIterator[str]:
    """The parts that are not empty."""
    if isinstance(stream, AsyncIterable):
        return _later(stream, text)
    if isinstance(stream, Iterable) and not isinstance(stream, str | bytes):
        return filter(None, map(text, stream))
    raise TypeError(f"a client's stream is iterable: {type(stream).__name__} is none (has it been entered by `with`?)")


async def _later(stream: AsyncIterable[Any], text: Callable[[Any], str | None]) -> AsyncIterator[str]:
    async for event in stream:
        if part := text(event):
            yield part
