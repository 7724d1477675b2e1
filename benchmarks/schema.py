"""Extraction with a schema, against those who do the same in two steps.

Run it as ``python benchmarks/schema.py`` where orjson, jsonschema, jsonschema-rs and pydantic are installed. The
document has 1 KB and 13 nested items. Each row is the best of several runs, in microseconds a call.
"""

from __future__ import annotations

import json
import timeit
from collections.abc import Callable
from typing import Any

import jsonbeacon
import jsonschema
import jsonschema_rs
import orjson
import pydantic

ITEM: dict[str, Any] = {
    "type": "object",
    "properties": {
        "id": {"type": "integer", "minimum": 1},
        "name": {"type": "string", "minLength": 1, "maxLength": 50},
        "price": {"type": "number", "minimum": 0},
        "kind": {"enum": ["book", "toy", "food"]},
        "tags": {"type": "array", "items": {"type": "string"}, "maxItems": 5},
    },
    "required": ["id", "name", "price"],
    "additionalProperties": False,
}
SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "properties": {
        "order": {"type": "string", "pattern": "^[A-Z]{2}[0-9]+$"},
        "items": {"type": "array", "items": ITEM, "minItems": 1},
        "total": {"type": "number"},
    },
    "required": ["order", "items"],
}


class Item(pydantic.BaseModel):
    id: int
    name: str
    price: float
    kind: str
    tags: list[str]


class Order(pydantic.BaseModel):
    order: str
    items: list[Item]
    total: float


def document() -> str:
    items = [{"id": n, "name": f"item {n}", "price": 9.99 + n, "kind": "toy", "tags": ["a", "b"]} for n in range(1, 14)]
    return json.dumps({"order": "AB1234", "items": items, "total": 129.87})


def rows() -> dict[str, Callable[[], Any]]:
    text = document()
    wrong = text.replace('"total": 129.87', '"total": "much"')
    validator = jsonschema.Draft202012Validator(SCHEMA)
    rust = jsonschema_rs.validator_for(SCHEMA)
    extractor, plain = jsonbeacon.Extractor(schema=SCHEMA), jsonbeacon.Extractor()
    model: jsonbeacon.Extractor[Order] = jsonbeacon.Extractor(schema=Order)
    source = json.dumps(SCHEMA)

    def refused() -> None:
        try:
            extractor.extract(wrong)
        except jsonbeacon.SchemaValidationError as error:
            assert error.errors

    return {
        "orjson.loads": lambda: orjson.loads(text),
        "Extractor().extract": lambda: plain.extract(text),
        "orjson.loads + jsonschema": lambda: validator.validate(orjson.loads(text)),
        "orjson.loads + jsonschema-rs": lambda: rust.validate(orjson.loads(text)),
        "Extractor(schema=dict).extract": lambda: extractor.extract(text),
        "extract_json(schema=dict)": lambda: jsonbeacon.extract_json(text, schema=SCHEMA),
        "extract_json(schema=str)": lambda: jsonbeacon.extract_json(text, schema=source),
        "the same, refused, with all that errors says": refused,
        "orjson.loads + Model.model_validate": lambda: Order.model_validate(orjson.loads(text)),
        "Extractor(schema=Model).extract": lambda: model.extract(text),
        "extract_json(schema=Model)": lambda: jsonbeacon.extract_json(text, schema=Order),
    }


def measure(calls: dict[str, Callable[[], Any]], rounds: int = 150) -> dict[str, float]:
    """Microseconds a call, the best of rounds in which every row has its turn, so that a busy moment hurts all alike."""
    best = dict.fromkeys(calls, float("inf"))
    for call in calls.values():
        call()
    for _ in range(rounds):
        for name, call in calls.items():
            number = 2 if "+ jsonschema" in name and "rs" not in name else 30
            best[name] = min(best[name], timeit.timeit(call, number=number) / number * 1e6)
    return best


def main() -> None:
    figures = measure(rows())
    for name, figure in figures.items():
        print(f"{name:48}{figure:9.2f}")
    ours = figures["Extractor(schema=dict).extract"]
    print(f"\nof orjson + jsonschema     {figures['orjson.loads + jsonschema'] / ours:6.1f} times as fast (bar: 6)")
    print(f"of orjson + jsonschema-rs  {figures['orjson.loads + jsonschema-rs'] / ours:6.2f} times as fast")
    ratio = figures["Extractor(schema=Model).extract"] / figures["orjson.loads + Model.model_validate"]
    print(f"of orjson + model_validate {ratio:6.2f} of the time (bar: 1.1)")


if __name__ == "__main__":
    main()
