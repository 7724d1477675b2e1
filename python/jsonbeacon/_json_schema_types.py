"""The Arrow type that a JSON Schema stands for."""

from __future__ import annotations

import json
from urllib.parse import unquote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Type:
    """An Arrow type: its format in the C data interface, and as what it stands in the type that it is in."""

    __slots__ = ("children", "format", "json", "name", "nullable")

    def __init__(self, format: str, name: str = "", nullable: bool = False, children: list[Type] | None = None) -> None:
        self.format, self.name, self.nullable, self.children = format, name, nullable, children or []
        self.json = False

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Type) and self._key() == other._key()

    def _key(self) -> tuple[object, ...]:
        return self.format, self.name, self.nullable, self.json, self.children


MOST_SUBSCHEMAS = 1 << 16
"""The most subschemas that are read, those that are referred to each time."""
DEEPEST = 150
"""How deep they may be in one another."""

_FORMATS = {"null": "n", "boolean": "b", "integer": "l", "number": "g", "string": "u"}

_SHAPES = frozenset(
    ("$ref", "$dynamicRef", "$recursiveRef", "type", "enum", "const", "properties", "patternProperties", "items", "prefixItems")
    + ("additionalProperties", "anyOf", "oneOf", "allOf", "if", "then", "else", "dependentSchemas")
)  # fmt: skip
"""Keywords that may say what a value is made of; others only say which values of a type."""


def of_schema(schema: dict[str, Any] | str) -> Type:
    """The type of a JSON Schema, which is known to be one.

    :raises TypeError: the schema says nothing of what its values are made of
    """
    root = json.loads(schema) if isinstance(schema, str) else schema
    made = _Reader(root).type(root)
    if made.json:
        raise TypeError(
            "into: the schema does not say that a value is an object with properties, or an array with items"
        )
    return made


def _text(nullable: bool = False) -> Type:
    """JSON text, for what no column type can say."""
    made = Type("u", nullable=nullable)
    made.json = True
    return made


class _Reader:
    def __init__(self, root: Any) -> None:
        self.root = root
        self.within = ["#"]  # the references that are being followed
        self.left, self.depth = MOST_SUBSCHEMAS, 0

    def type(self, schema: Any) -> Type:
        self.left -= 1
        self.depth += 1
        if self.left < 0:
            raise TypeError(f"into refers to itself too often: it has more than {MOST_SUBSCHEMAS} subschemas")
        if self.depth > DEEPEST:
            raise TypeError(f"into has subschemas within one another deeper than {DEEPEST}")
        made = self.type_at(schema)
        self.depth -= 1
        return made

    def type_at(self, schema: Any) -> Type:
        if not isinstance(schema, dict) or self.is_apart(schema):
            return _text()
        for keyword, read in (("$ref", self.ref), ("type", self.typed), ("const", self.const), ("enum", self.enum)):
            if keyword in schema:
                return read(schema)
        if "allOf" in schema:
            return self.only(schema, "allOf")
        for keyword in ("anyOf", "oneOf"):
            if keyword in schema:
                return self.alternatives(schema, keyword)
        return _text()

    def is_apart(self, schema: Any) -> bool:
        """Whether it is a schema of its own, whose references are not those of the document."""
        named = isinstance(schema, dict) and (isinstance(schema.get("$id"), str) or isinstance(schema.get("id"), str))
        return named and schema is not self.root

    def only(self, schema: dict[str, Any], keyword: str) -> Type:
        """What one subschema is of which the others only say more."""
        subschemas = schema[keyword]
        if _SHAPES & schema.keys() != {keyword}:
            return _text()
        shaped = [each for each in subschemas if not isinstance(each, dict) or _SHAPES & each.keys()]
        return self.type(shaped[0]) if len(shaped) == 1 else _text()

    def ref(self, schema: dict[str, Any]) -> Type:
        reference = schema["$ref"]
        if _SHAPES & schema.keys() != {"$ref"} or not reference.startswith("#") or reference in self.within:
            return _text()
        target = self.root
        for token in unquote(reference[1:]).split("/")[1:]:
            token = token.replace("~1", "/").replace("~0", "~")
            try:
                target = target[int(token)] if isinstance(target, list) else target[token]
            except (KeyError, IndexError, TypeError, ValueError):
                return _text()
            if self.is_apart(target):
                return _text()
        if reference[1:2] not in ("", "/"):  # an anchor
            return _text()
        self.within.append(reference)
        made = self.type(target)
        self.within.pop()
        return made

    def typed(self, schema: dict[str, Any]) -> Type:
        given = schema["type"]
        names = [given] if isinstance(given, str) else [*given]
        nullable = "null" in names
        if nullable and len(names) > 1:
            names.remove("null")
        if sorted(names) == ["integer", "number"]:
            names = ["number"]
        if len(names) != 1:
            return _text(nullable)
        [name] = names
        if name == "object":
            made = self.object(schema)
        elif name == "array":
            made = self.array(schema)
        else:
            made = Type(_FORMATS[name])
        made.nullable = nullable
        return made

    def object(self, schema: dict[str, Any]) -> Type:
        properties, others = schema.get("properties"), schema.get("additionalProperties")
        if "patternProperties" in schema:
            return _text()
        if not properties:
            if not isinstance(others, dict):
                return _text()
            value = self.type(others)
            value.name = "value"
            return Type("+m", children=[Type("+s", "entries", children=[Type("u", "key"), value])])
        members = []
        required = {*schema.get("required", ())}
        for name, subschema in properties.items():
            if not _can_be_named(name):
                return _text()
            member = self.type(subschema)
            member.name = name
            member.nullable = member.nullable or name not in required
            members.append(member)
        return Type("+s", children=members)

    def array(self, schema: dict[str, Any]) -> Type:
        items = schema.get("items")
        if not isinstance(items, dict) or "prefixItems" in schema:
            return _text()
        element = self.type(items)
        element.name = "item"
        return Type("+l", children=[element])

    def const(self, schema: dict[str, Any]) -> Type:
        return _of_values([schema["const"]])

    def enum(self, schema: dict[str, Any]) -> Type:
        return _of_values(schema["enum"])

    def alternatives(self, schema: dict[str, Any], keyword: str) -> Type:
        if _SHAPES & schema.keys() != {keyword}:
            return _text()
        return _common([self.type(each) for each in schema[keyword]])


def _common(types: list[Type]) -> Type:
    """The one type that all are, null aside; an integer is a number too."""
    nullable = any(each.nullable or each.format == "n" for each in types)
    types = [each for each in types if each.format != "n"]
    if not types:
        return Type("n", nullable=True)
    for each in types:
        each.nullable = nullable
    if {each.format for each in types} == {"l", "g"}:
        return Type("g", nullable=nullable)
    return types[0] if all(each == types[0] for each in types) else _text(nullable)


def _of_values(values: list[Any]) -> Type:
    names = {bool: "boolean", int: "integer", float: "number", str: "string", type(None): "null"}
    return _common([Type(_FORMATS[names[type(each)]]) if type(each) in names else _text() for each in values])


def _can_be_named(name: str) -> bool:
    """Whether Arrow's C interface can tell of a member of this name."""
    return "\0" not in name and not any("\ud800" <= c < "\ue000" for c in name)
