"""A hook for instructor: its parser gets the JSON that jsonbeacon found in the reply, and nothing around it.

::

    client = instructor.from_openai(openai.OpenAI(), mode=instructor.Mode.JSON)
    client.on("completion:response", clean_response())
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .. import Extractor, JSONBeaconError


def clean_response(**options: Any) -> Callable[[Any], None]:
    """A handler of ``completion:response``. A reply without usable JSON is left to instructor, which asks again.

    :param options: those of ``Extractor``, but for ``schema``, which is instructor's affair
    """
    options.setdefault("kind", "object")
    options.setdefault("reasoning", "skip")
    extractor: Extractor[Any] = Extractor(**options)

    def clean(response: Any) -> None:
        for choice in getattr(response, "choices", None) or ():
            message: Any = getattr(choice, "message", None)
            if isinstance(text := getattr(message, "content", None), str):
                message.content = _json_of(extractor, text)
        for block in getattr(response, "content", None) or ():
            if isinstance(text := getattr(block, "text", None), str):
                block.text = _json_of(extractor, text)

    return clean


def _json_of(extractor: Extractor[Any], text: str) -> str:
    try:
        return extractor.detailed(text).value_json
    except JSONBeaconError:
        return text
