"""JSON as models write it: the values inside the replies."""

from __future__ import annotations

import json
import random
from typing import Any

WORDS = [
    "the",
    "model",
    "returned",
    "a",
    "structured",
    "answer",
    "with",
    "several",
    "fields",
    "that",
    "describe",
    "user",
    "request",
    "order",
    "customer",
    "analysis",
    "summary",
    "result",
    "context",
    "value",
    "system",
    "report",
    "quality",
    "data",
    "step",
    "tool",
    "account",
    "invoice",
    "delivery",
    "window",
    "region",
    "contract",
    "review",
    "supplier",
    "message",
    "priority",
    "schedule",
    "deadline",
    "budget",
    "account",
    "training",
    "garden",
    "bridge",
]
CJK = "今天天气很好我们去公园散步然后一起吃饭讨论模型输出结构化数据的方法和结果客户订单发票合同报告质量分析"
EMOJI = "😀🚀✅🔥📦🎉⚠️"
TOOLS = ("search_web", "get_weather", "send_email", "lookup_order", "create_ticket", "translate")
INTENTS = ("cancel", "refund", "order_status", "change_address", "complaint", "upgrade", "other")


def phrase(r: random.Random, fewest: int, most: int) -> str:
    return " ".join(r.choice(WORDS) for _ in range(r.randint(fewest, most)))


def sentence(r: random.Random, fewest: int, most: int) -> str:
    return phrase(r, fewest, most).capitalize() + "."


def intent(r: random.Random) -> str:
    """About 40 bytes."""
    return json.dumps({"intent": r.choice(INTENTS), "confidence": round(r.random(), 2)})


def small(r: random.Random) -> str:
    """60 to 100 bytes: an intent, a tool call, a verdict."""
    while True:
        match r.randrange(3):
            case 0:
                value: Any = {"name": r.choice(TOOLS), "query": phrase(r, 2, 5), "top_k": r.randint(1, 50)}
            case 1:
                value = {"intent": r.choice(INTENTS), "confidence": round(r.random(), 2), "reason": phrase(r, 2, 5)}
            case _:
                value = {
                    "valid": r.random() < 0.5,
                    "score": r.randint(0, 10),
                    "tags": [phrase(r, 1, 1), phrase(r, 1, 2)],
                }
        text = json.dumps(value)
        if 60 <= len(text) <= 100:
            return text


def object_200(r: random.Random) -> str:
    value = {
        "id": r.randint(1000, 99999),
        "title": phrase(r, 3, 5),
        "done": r.random() < 0.5,
        "score": round(r.random(), 3),
        "tags": [phrase(r, 1, 1) for _ in range(3)],
        "owner": {"name": phrase(r, 2, 2), "email": None},
        "note": phrase(r, 4, 7),
    }
    return json.dumps(value)


def nested(r: random.Random) -> str:
    """About 1 KB: nested, with escapes, over several lines."""
    value = {
        "answer": sentence(r, 10, 14),
        "confidence": round(r.random(), 2),
        "steps": [
            {"id": i, "title": sentence(r, 2, 4), "done": bool(i % 2), "tags": [phrase(r, 1, 1), phrase(r, 1, 1)]}
            for i in range(r.randint(2, 3))
        ],
        "quote": f'He said: "{phrase(r, 3, 6)}".',
        "sources": [
            {"url": f"https://example.com/{phrase(r, 1, 1)}/{i}", "score": round(r.random(), 4)} for i in (0, 1)
        ],
        "code": f'print("{phrase(r, 1, 2)}")\nfor x in range({r.randint(2, 9)}):\n\tprint(x)',
        "note": None,
        "usage": {"input_tokens": r.randint(100, 9000), "output_tokens": r.randint(10, 900)},
    }
    return json.dumps(value, indent=2)


def record(r: random.Random, number: int) -> dict[str, Any]:
    return {
        "id": 100000 + number,
        "name": phrase(r, 2, 3).capitalize(),
        "category": r.choice(WORDS),
        "price": round(r.uniform(1, 500), 2),
        "in_stock": r.random() < 0.7,
        "tags": [r.choice(WORDS) for _ in range(r.randint(1, 4))],
        "rating": {"average": round(r.uniform(1, 5), 1), "count": r.randint(0, 4000)},
        "description": sentence(r, 6, 14),
    }


def records(r: random.Random, size: int, indent: int | None) -> str:
    """A list of objects."""
    parts: list[dict[str, Any]] = []
    length = 2
    while length < size:
        parts.append(record(r, len(parts)))
        length += len(json.dumps(parts[-1], indent=indent)) + (2 if indent is None else 30)
    return json.dumps(parts, indent=indent)


def chinese(r: random.Random) -> str:
    """4 KB of UTF-8, with a character beyond the basic plane."""

    def words(fewest: int, most: int) -> str:
        return "".join(r.choice(CJK) for _ in range(r.randint(fewest, most)))

    parts: list[dict[str, Any]] = []
    size = 2
    while size < 4096:
        value = {
            "标题": words(6, 12),
            "summary": words(20, 60) + r.choice(EMOJI[:5]),
            "lang": "zh",
            "score": round(r.random(), 3),
            "关键词": [words(2, 4) for _ in range(3)],
            "author": "Zoë Müller",
        }
        parts.append(value)
        size += len(json.dumps(value, ensure_ascii=False).encode()) + 2
    return json.dumps(parts, ensure_ascii=False, indent=1)


def floats(r: random.Random) -> str:
    """10 KB of doubles at full length, as of an embedding."""
    numbers: list[float] = []
    size = 2
    while size < 10240:
        numbers.append(r.uniform(-1, 1) * 10.0 ** r.randint(-2, 3))
        size += len(repr(numbers[-1])) + 2
    return json.dumps(numbers)


#: Stands in the keys of `unseen_keys` for what makes them new each time they are read.
NEW = "@@@@@"


def unseen_keys(r: random.Random) -> str:
    """1 KB of keys that nobody has met before, once NEW has been replaced."""
    value: dict[str, Any] = {}
    while len(value) < 22:
        key = f"{r.choice(WORDS)}_{NEW}{r.getrandbits(r.choice((8, 16, 32))):x}"
        new = {f"k{NEW}{r.getrandbits(16):x}": True}
        value[key] = r.choice((r.randint(0, 10**6), round(r.random(), 3), phrase(r, 1, 4), new))
    return json.dumps(value, indent=2)
