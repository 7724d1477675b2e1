"""Small adapters to libraries that ask language models for JSON; each is a module that imports its library.

``langchain``, ``llama_index``, ``pydantic_ai``, ``dspy`` and ``instructor``: see ``docs/cookbook.md``.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def instructions(schema: Any) -> str:
    """What to tell a model of the answer that is wanted.

    >>> print(instructions({"type": "object"}))
    Reply with one JSON object and nothing else. It must be valid against this JSON Schema:
    {"type": "object"}
    """
    import json

    if hasattr(schema, "model_json_schema"):
        schema = schema.model_json_schema()
    elif hasattr(schema, "json_schema"):
        schema = schema.json_schema()
    if isinstance(schema, str):
        text = schema
    elif isinstance(schema, dict):
        text = json.dumps(schema, ensure_ascii=False)
    else:
        return "Reply with one JSON object and nothing else."
    return f"Reply with one JSON object and nothing else. It must be valid against this JSON Schema:\n{text}"
