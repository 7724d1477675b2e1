"""The types of typed columns: those that Arrow libraries have, and those that a JSON Schema stands for."""

from __future__ import annotations

import re

from . import _native
from ._json_schema import compiled
from ._json_schema_types import Type, of_schema

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ._extractor import Options

    Flat = tuple[tuple[str, bool, str, bool, int], ...]
    """A type and all in it, in preorder: (format, whether it is JSON, name, nullable, how many children)."""

MOST_TYPES = 4096
"""The most types that may be in one another, as ``MaxTypes`` in core/batch has it."""
DEEPEST = 60
"""How deep they may be in one another, as ``MaxTypeDepth`` has it."""

_TOO_DEEP = f"into has types within one another deeper than {DEEPEST}"
_TAKEN = (
    "an Arrow type, field or schema (an object with __arrow_c_schema__), a JSON Schema (dict or text), or True for the "
    "type of schema"
)
_SCALARS = "nbcCsSiIlLfguU"
"""The formats of Arrow's C data interface for null, bool, integers, floats and strings."""
_DECIMAL = re.compile(r"d:(\d+),(-?\d+)(?:,128)?")
MOST_DIGITS = 38
"""The most that a decimal may have, as ``MaxPrecision`` has it."""
_VIEWS = {"vu": "U"}
"""What a library that has views of strings takes as well."""
_CONTAINERS = ("+s", "+m", "+l", "+L")
_NAMES = {
    "e": "float16",
    "z": "binary",
    "Z": "large_binary",
    "vz": "binary_view",
    "+w": "fixed_size_list",
    "+vl": "list_view",
    "+vL": "large_list_view",
    "+ud": "dense_union",
    "+us": "sparse_union",
    "+r": "run_end_encoded",
    "w": "fixed_size_binary",
    "d": "decimal of a width other than 128",
    "tdD": "date32",
    "tdm": "date64",
    "ts": "timestamp",
    "tt": "time",
    "tD": "duration",
    "ti": "interval",
}


def column_type(into: Any, schema: Any, options: Options) -> Flat | None:
    """The type that ``into`` asks for, ``schema`` and ``options`` being those of the same call.

    :raises TypeError: no column of the type can be made; the message has the path to what is at fault
    :raises SchemaError: ``into`` is a JSON Schema that is at fault
    """
    if into is None:
        return None
    if into is True:
        if not isinstance(schema, (dict, str)):
            raise TypeError("into=True is the type of schema, which must be a JSON Schema (dict or text)")
        into = schema
    if hasattr(into, "__arrow_c_schema__") and not isinstance(into, type):
        made = _of_arrow(_native.describe_type(into), "", 1)
    elif isinstance(into, (dict, str)):
        compiled(into, options.get("formats", False), options.get("schema_registry"))  # refuses what is no schema
        made = of_schema(into)
    else:
        hint = "; a pydantic model has its model_json_schema()" if hasattr(into, "model_json_schema") else ""
        raise TypeError(f"into must be {_TAKEN}, not {into!r:.200}{hint}")
    if made.format not in _CONTAINERS:
        raise TypeError("into must be a struct, a map or a list: a value is an object or an array")
    flat: list[tuple[str, bool, str, bool, int]] = []
    _flatten(made, flat, 1)
    return tuple(flat)


def _flatten(each: Type, flat: list[tuple[str, bool, str, bool, int]], depth: int) -> None:
    if depth > DEEPEST:
        raise TypeError(_TOO_DEEP)
    if len(flat) == MOST_TYPES:
        raise TypeError(f"into has more than {MOST_TYPES} types")
    nullable = each.nullable or each.format == "n"
    flat.append((each.format, each.json, each.name, nullable, len(each.children)))
    for child in each.children:
        _flatten(child, flat, depth + 1)


def _of_arrow(described: _native._Described, path: str, depth: int) -> Type:
    if depth > DEEPEST:
        raise TypeError(_TOO_DEEP)
    format, extension, name, nullable, dictionary, children = described
    format = _VIEWS.get(format, format)
    made = Type(format, name, nullable)
    if dictionary:
        raise _untakable("dictionary", path)
    if extension is not None:
        if extension != "arrow.json" or format not in ("u", "U"):
            raise _untakable(f"extension<{extension}>", path)
        made.json = True
    elif format == "+s":
        made.children = [_of_arrow(child, f"{path}/{_token(child[2])}", depth + 1) for child in children]
        names: set[str] = set()
        for child in made.children:
            if child.name in names:
                raise TypeError(f"into{_at(path)}: a struct has two members {child.name!r}")
            names.add(child.name)
    elif format in ("+m", "+l", "+L") and len(children) != 1:
        raise _untakable(f"{format!r} of {len(children)} children", path)
    elif format == "+m":
        made.children = [_entries(children[0], path, depth + 1)]
    elif format in ("+l", "+L"):
        made.children = [_of_arrow(children[0], f"{path}/-", depth + 1)]
    elif decimal := _DECIMAL.fullmatch(format):
        precision, scale = map(int, decimal.groups())
        if not 0 <= scale <= precision <= MOST_DIGITS:
            raise _untakable(f"decimal128({precision}, {scale})", path)
        made.format = f"d:{precision},{scale}"
    elif len(format) != 1 or format not in _SCALARS:
        raise _untakable(_name(format), path)
    return made


def _entries(described: _native._Described, path: str, depth: int) -> Type:
    """The struct of a map: its keys are strings, and there is one for each member."""
    entries = Type("+s", described[2], False)
    if len(described[5]) != 2:
        raise TypeError(f"into{_at(path)}: a map must have keys and values")
    key, value = described[5]
    entries.children = [_of_arrow(key, path, depth + 1), _of_arrow(value, f"{path}/-", depth + 1)]
    key_type = entries.children[0]
    if key_type.format not in ("u", "U") or key_type.json:
        raise TypeError(f"into{_at(path)}: the keys of a map must be strings")
    key_type.nullable = False
    return entries


def _untakable(name: str, path: str) -> TypeError:
    return TypeError(f"into{_at(path)}: a column of JSON cannot have the type {name}")


def _at(path: str) -> str:
    return f" at {path}" if path else ""


def _name(format: str) -> str:
    """What Arrow calls a format."""
    for prefix in sorted(_NAMES, key=len, reverse=True):
        if format.startswith(prefix):
            return _NAMES[prefix]
    return repr(format)


def _token(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1")
