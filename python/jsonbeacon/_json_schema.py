"""JSON Schemas: compiled once, and found again by what they say."""

from __future__ import annotations

import json
import marshal

from . import _native
from ._errors import SchemaError
from ._serial import serialised

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

KEPT = 128
"""The most compiled schemas that are kept here; one that is in use is kept by its user."""

_by_identity: dict[tuple[int, bool, int], tuple[Any, Any, bytes, _native.Schema]] = {}
_by_text: dict[tuple[str, bool], _native.Schema] = {}


def compiled(schema: dict[str, Any] | bool | str, formats: bool, registry: dict[str, Any] | None) -> _native.Schema:
    """The compiled form of a JSON Schema: a ``dict``, a ``bool``, or the text of one.

    A ``dict`` is known again by its identity, and by its content, for it may have changed.

    :raises SchemaError: the schema is at fault
    """
    if registry is None and not isinstance(schema, dict):
        text = schema if isinstance(schema, str) else ("false", "true")[schema]
        made = _by_text.get((text, formats))
        if made is None:
            made = _compile(text, formats, {})
            _keep(_by_text, (text, formats), made)
        return made
    content = _content(schema, registry)
    key = id(schema), formats, id(registry)
    known = _by_identity.get(key)
    if known is not None and known[0] is schema and known[1] is registry and known[2] == content:
        return known[3]
    made = _compile(schema, formats, registry or {})
    _keep(_by_identity, key, (schema, registry, content, made))
    return made


def _content(schema: Any, registry: Any) -> bytes:
    """Bytes that are the same only for the same content; 1, 1.0 and True are not the same."""
    try:
        return marshal.dumps((schema, registry), 2)  # the last version without references, which are not of the content
    except ValueError:  # types that marshal does not know
        return repr((schema, registry)).encode("utf-8", "surrogatepass")


def _text(schema: Any, what: str) -> str:
    if isinstance(schema, str):
        return schema
    if not isinstance(schema, (dict, bool)):
        raise SchemaError(f"{what} must be a dict, a bool or the text of a JSON Schema, not {type(schema).__name__}")
    try:
        return serialised(schema)
    except (TypeError, ValueError) as error:
        raise SchemaError(f"{what} is no JSON: {error}") from error


def _compile(schema: dict[str, Any] | bool | str, formats: bool, registry: dict[str, Any]) -> _native.Schema:
    texts = {uri: _text(each, f"the registry's {uri!r}") for uri, each in registry.items()}
    text = _text(schema, "the schema")
    for uri in registry:
        if not isinstance(uri, str):
            raise ValueError(  # noqa: TRY004 - a wrong value of an option
                f"schema_registry must be None or a dict of JSON Schemas by URI, not with the key {uri!r}"
            )
    try:
        return _native.Schema(json.dumps({"schema": text, "registry": texts, "formats": formats}))
    except ValueError as error:
        fault = json.loads(str(error))
    document = fault.get("document")
    given = schema if document is None else registry.get(document)
    place = (fault.get("line"), fault.get("column")) if isinstance(given, str) else (None, None)
    raise SchemaError(fault["message"], fault["path"], document, *place) from None


def _keep(cache: dict[Any, Any], key: Any, value: Any) -> None:
    if len(cache) >= KEPT:
        cache.clear()  # in one step, as threads need it
    cache[key] = value
