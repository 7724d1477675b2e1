"""Random pairs of a schema and an instance, the instance often such as the schema asks for."""

from __future__ import annotations

import random
from typing import Any

NAMES = ["a", "b", "c", "d/e", "é"]
STRINGS = ["", "a", "ab", "abc", "x1", "字字", "2024-01-01", "é"]
NUMBERS: list[Any] = [0, 1, -1, 2, 3, 1.0, 0.5, 2.5, -3.25, 10, 2**53, 2**53 + 1, 2**64, -(2**70), 1e3]
PATTERNS = ["^a", "b$", "^[a-c]+$", r"\d", "^.{2}$", "字", "^$", r"^\w*$"]
TYPES = ["null", "boolean", "integer", "number", "string", "array", "object"]
DRAFTS = {
    2020: "https://json-schema.org/draft/2020-12/schema",
    2019: "https://json-schema.org/draft/2019-09/schema",
    7: "http://json-schema.org/draft-07/schema#",
    6: "http://json-schema.org/draft-06/schema#",
    4: "http://json-schema.org/draft-04/schema#",
}


def instance(r: random.Random, depth: int = 3) -> Any:
    kind = r.random()
    if depth and kind < 0.25:
        return [instance(r, depth - 1) for _ in range(r.randrange(4))]
    if depth and kind < 0.55:
        return {name: instance(r, depth - 1) for name in r.sample(NAMES, r.randrange(4))}
    if kind < 0.75:
        return r.choice(NUMBERS)
    return r.choice([None, True, False, *STRINGS])


class Schemas:
    """Makes schemas of one draft."""

    def __init__(self, r: random.Random, year: int) -> None:
        self.r, self.year = r, year

    def document(self) -> dict[str, Any]:
        schema = self.schema(3)
        if not isinstance(schema, dict):
            schema = {"allOf": [schema]} if self.year >= 6 else {}
        if "$ref" in schema and self.year < 2019:
            schema = {"allOf": [schema]}
        definitions = "$defs" if self.year >= 2019 else "definitions"
        return {"$schema": DRAFTS[self.year], **schema, definitions: {"x": self.schema(1), "y": self.schema(1)}}

    def schema(self, depth: int) -> Any:
        r = self.r
        if self.year >= 6 and r.random() < 0.06:
            return r.random() < 0.8
        if r.random() < 0.08 and depth > 1:
            return {"$ref": f"#/{'$defs' if self.year >= 2019 else 'definitions'}/{r.choice('xy')}"}
        schema: dict[str, Any] = {}
        for _ in range(r.choice([1, 1, 2, 2, 3, 4])):
            name = r.choice(self.names(depth))
            schema[name] = getattr(self, "_" + name)(depth - 1)
        if self.year == 4:
            for side in ("Minimum", "Maximum"):
                if f"exclusive{side}" in schema:
                    schema[side.lower()] = r.choice(NUMBERS)
        if "then" in schema or "else" in schema:
            schema.setdefault("if", self.schema(depth - 1))
        return schema

    def names(self, depth: int) -> list[str]:
        names = (
            "type type enum minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern"
        )
        names += " minItems maxItems uniqueItems required minProperties maxProperties"
        if self.year >= 6:
            names += " const"
        if self.year >= 2019:
            names += " dependentRequired"
        if depth:
            names += " properties properties properties items items additionalProperties patternProperties allOf anyOf"
            names += " oneOf not"
            if self.year < 2019:
                names += " dependencies"
            if self.year >= 6:
                names += " contains propertyNames"
            if self.year >= 7:
                names += " if then else"
            if self.year >= 2019:
                names += " dependentSchemas unevaluatedProperties unevaluatedItems"
            if self.year >= 2020:
                names += " prefixItems minContains maxContains"
            else:
                names += " additionalItems"
        return names.split()

    def _map(self, names: list[str], depth: int) -> dict[str, Any]:
        return {name: self.schema(depth) for name in self.r.sample(names, self.r.randrange(1, 3))}

    def _list(self, depth: int) -> list[Any]:
        return [self.schema(depth) for _ in range(self.r.randrange(1, 4))]

    def _type(self, depth: int) -> Any:
        return self.r.choice(TYPES) if self.r.random() < 0.7 else self.r.sample(TYPES, 2)

    def _enum(self, depth: int) -> Any:
        values: list[Any] = []
        for _ in range(self.r.randrange(1, 4)):
            value = instance(self.r, 1)
            if not any(repr(value) == repr(each) or value == each for each in values):
                values.append(value)
        return values

    def _const(self, depth: int) -> Any:
        return instance(self.r, 1)

    def _minimum(self, depth: int) -> Any:
        return self.r.choice(NUMBERS)

    _maximum = _minimum

    def _exclusiveMinimum(self, depth: int) -> Any:
        return self.r.random() < 0.7 if self.year == 4 else self.r.choice(NUMBERS)

    _exclusiveMaximum = _exclusiveMinimum

    def _multipleOf(self, depth: int) -> Any:
        return self.r.choice([1, 2, 3, 0.5, 0.25])

    def _count(self, depth: int) -> Any:
        return self.r.randrange(4)

    _minLength = _maxLength = _minItems = _maxItems = _minProperties = _maxProperties = _minContains = _maxContains = (
        _count
    )

    def _pattern(self, depth: int) -> Any:
        return self.r.choice(PATTERNS)

    def _uniqueItems(self, depth: int) -> Any:
        return self.r.random() < 0.8

    def _required(self, depth: int) -> Any:
        return self.r.sample(NAMES, self.r.randrange(1, 3))

    def _dependentRequired(self, depth: int) -> Any:
        return {self.r.choice(NAMES): self._required(0)}

    def _dependencies(self, depth: int) -> Any:
        return {self.r.choice(NAMES): self.r.choice([self._required(0), self.schema(depth)])}

    def _dependentSchemas(self, depth: int) -> Any:
        return self._map(NAMES, depth)

    _properties = _dependentSchemas

    def _patternProperties(self, depth: int) -> Any:
        return self._map(PATTERNS, depth)

    def _items(self, depth: int) -> Any:
        return self._list(depth) if self.year < 2020 and self.r.random() < 0.3 else self.schema(depth)

    def _one(self, depth: int) -> Any:
        return self.schema(depth)

    def _additionalProperties(self, depth: int) -> Any:
        return self.r.choice([False, self.schema(depth)])

    _additionalItems = _additionalProperties

    def _unevaluatedProperties(self, depth: int) -> Any:
        return self.r.choice([False, False, self.schema(depth)])

    _unevaluatedItems = _unevaluatedProperties
    _not = _contains = _propertyNames = _if = _then = _else = _one

    def _anyOf(self, depth: int) -> Any:
        return self._list(depth)

    _allOf = _oneOf = _prefixItems = _anyOf


def pairs(seed: int, count: int) -> Any:
    """So many pairs; the same for the same seed."""
    r = random.Random(seed)
    while count > 0:
        schema = Schemas(r, r.choice([2020, 2020, 2020, 2019, 7, 7, 6, 4])).document()
        for _ in range(min(count, 4)):
            count -= 1
            yield schema, instance(r)
