"""Which kind of schema an object is, and the function that each kind becomes: it takes the value and returns or raises."""

from __future__ import annotations

import sys

from ._errors import SchemaError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from ._native import Schema

    Build = Callable[[Any], Any]

_TAKEN = (
    "a JSON Schema (dict, bool or text), a pydantic model or TypeAdapter, a dataclass, TypedDict, NamedTuple or "
    "annotated type, a msgspec Struct, an attrs class, or a callable that returns the result or raises"
)
_ADAPTERS = 128
"""The most schemas of which what they become is kept."""

_by_identity: dict[int, tuple[Any, Build]] = {}
_by_value: dict[tuple[Any, str], Build] = {}


def resolve(schema: Any, formats: bool = False, registry: dict[str, Any] | None = None) -> Build | Schema:
    """What a schema stands for: a compiled JSON Schema, or a function; what is wrong with the schema is raised here.

    ``formats`` and ``registry`` are for JSON Schemas.
    """
    if isinstance(schema, (dict, bool, str)):
        from ._json_schema import compiled

        return compiled(schema, formats, registry)
    if known := _by_identity.get(id(schema)):
        return known[1]
    for fits, build in _KINDS:
        if fits(schema):
            made = build(schema)
            if made is not schema:  # a function is not kept alive
                _keep(_by_identity, id(schema), (schema, made))
            return made
    raise TypeError(f"schema must be {_TAKEN}, got {type(schema).__name__}")


def _keep(cache: dict[Any, Any], key: Any, value: Any) -> None:
    if len(cache) >= _ADAPTERS:
        cache.clear()
    cache[key] = value


# ---- Which kind of schema it is. Nothing is imported for the question: whoever made the object has its library.


def _is_function(schema: Any) -> bool:
    return type(schema) is type(_is_function)


def _is_model(schema: Any) -> bool:
    return isinstance(schema, type) and hasattr(schema, "model_validate")


def _is_adapter(schema: Any) -> bool:
    return not isinstance(schema, type) and hasattr(schema, "validate_python")


def _is_struct(schema: Any) -> bool:
    struct = getattr(sys.modules.get("msgspec"), "Struct", None)
    origin = getattr(schema, "__origin__", schema)  # of a generic one with its arguments
    return struct is not None and isinstance(origin, type) and issubclass(origin, struct)


def _is_attrs(schema: Any) -> bool:
    return isinstance(schema, type) and hasattr(schema, "__attrs_attrs__")


def _is_described(schema: Any) -> bool:
    """Whether it says what a value looks like: a class with declared fields, or a form that an annotation may have."""
    if isinstance(schema, type) and type(schema) is not type(list[int]):
        return (
            schema.__module__ in ("builtins", "typing")
            or hasattr(schema, "__dataclass_fields__")
            or (dict in schema.__mro__ and hasattr(schema, "__total__"))
            or (tuple in schema.__mro__ and hasattr(schema, "_fields"))
        )
    return type(schema).__module__ in ("typing", "typing_extensions") or type(schema) in (
        type(list[int]),
        type(int | str),
    )


# ---- What each kind becomes.


def _model(schema: Any) -> Build:
    if not getattr(schema, "__pydantic_complete__", True):
        try:
            schema.model_rebuild()
        except MemoryError:  # says nothing of the schema
            raise
        except Exception as error:
            raise _fault(schema, error) from error
    build: Build = schema.model_validate
    return build


def _adapter(schema: Any) -> Build:
    build: Build = schema.validate_python
    return build


def _struct(schema: Any) -> Build:
    import msgspec

    try:
        msgspec.json.Decoder(schema)
    except MemoryError:  # says nothing of the schema
        raise
    except Exception as error:
        raise _fault(schema, error) from error
    return lambda value: msgspec.convert(value, schema)


def _attrs(schema: Any) -> Build:
    """attrs makes no object from a value; of those that do, the one that is there."""
    try:
        return _struct(schema)
    except ImportError:
        pass
    try:
        cattrs: Any = __import__("cattrs")
    except ImportError as error:
        raise ImportError(f"schema={schema!r} needs msgspec or cattrs: pip install msgspec") from error
    return lambda value: cattrs.structure(value, schema)


def _described(schema: Any) -> Build:
    """``list[int]`` is another object each time it is written, so what it becomes is kept by its value.

    A | B and B | A are equal, but pydantic may make different things of them, hence the text.
    """
    key = schema, repr(schema)
    try:
        if known := _by_value.get(key):
            return known
    except TypeError:  # Annotated, with metadata that has no hash
        return _type_adapter(schema)
    made = _type_adapter(schema)
    _keep(_by_value, key, made)
    return made


def _type_adapter(schema: Any) -> Build:
    try:
        from pydantic import TypeAdapter
    except ImportError as error:
        raise ImportError(f"schema={schema!r} needs pydantic: pip install pydantic") from error
    try:
        return TypeAdapter(schema).validate_python
    except MemoryError:  # says nothing of the schema
        raise
    except Exception as error:
        raise _fault(schema, error) from error


_KINDS: tuple[tuple[Callable[[Any], bool], Callable[[Any], Build]], ...] = (
    (_is_function, lambda schema: schema),
    (_is_model, _model),
    (_is_adapter, _adapter),
    (_is_struct, _struct),
    (_is_attrs, _attrs),
    (_is_described, _described),
    (callable, lambda schema: schema),
)


def _fault(schema: Any, error: Exception) -> SchemaError:
    """What a library says of a schema."""
    name = getattr(schema, "__qualname__", None) or repr(schema)
    return SchemaError(f"{name} is no schema: {error}")
