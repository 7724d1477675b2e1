"""Who is measured, and how each is called as its own documentation has it."""

from __future__ import annotations

import functools
import importlib.metadata
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

Call = Callable[..., Any]


@dataclass(frozen=True)
class Rival:
    name: str
    #: The distribution whose version is recorded; "" is Python's own.
    package: str
    #: "reply" gets what the model wrote; "json" is a parser, and is given the bare JSON.
    reads: Literal["reply", "json"]
    load: Callable[[], Call]
    #: Whether it has required=False; where it has not, an error says that there is nothing.
    optional: bool = False
    #: What it returns to say that there is nothing.
    nothing: tuple[Any, ...] = (None,)
    #: What runs in one process: a rival that loads half of Python's packages must not slow the others down.
    group: Literal["fast", "slow", "node"] = "fast"

    def version(self) -> str:
        if not self.package:
            import platform

            return platform.python_version()
        return importlib.metadata.version(self.package)


OURS = "jsonbeacon"
PARSER = "jsonbeacon.parse_json"


def _jsonbeacon() -> Call:
    import jsonbeacon

    return jsonbeacon.extract_json


def _jsonbeacon_last() -> Call:
    import jsonbeacon

    return functools.partial(jsonbeacon.extract_json, select="last")


def _jsonbeacon_parse() -> Call:
    import jsonbeacon

    return jsonbeacon.parse_json


def _beacon() -> Call:
    import beacon

    return beacon.extract_json


def _orjson() -> Call:
    import orjson

    return orjson.loads


def _msgspec() -> Call:
    import msgspec

    return msgspec.json.Decoder().decode


def _jiter() -> Call:
    import jiter

    def from_json(text: str) -> Any:
        return jiter.from_json(text.encode())  # it takes bytes only

    return from_json


def _json_repair() -> Call:
    import json_repair

    return json_repair.loads


def _langchain() -> Call:
    from langchain_core.utils.json import parse_json_markdown

    return parse_json_markdown


def _instructor() -> Call:
    # What Instructor does to a reply in its JSON modes, before pydantic gets it.
    from instructor.v2.core.json import extract_json_from_codeblock

    def extract(text: str) -> Any:
        return json.loads(extract_json_from_codeblock(text))

    return extract


def _llm_output_parser() -> Call:
    from llm_output_parser import parse_json

    call: Call = parse_json
    return call


BAML = """
type JSON = string | int | float | bool | null | JSON[] | map<string, JSON>
type Reply = map<string, JSON> | JSON[]
client<llm> Nobody {
  provider openai
  options {
    model "none"
    api_key "none"
  }
}
function Read() -> Reply {
  client Nobody
  prompt #"-"#
}
"""


def _baml() -> Call:
    import types

    from baml_py import BamlRuntime

    runtime = BamlRuntime.from_files("baml_src", {"main.baml": BAML}, {})
    context = runtime.create_context_manager()
    names = types.ModuleType("names")

    def parse(text: str) -> Any:
        return runtime.parse_llm_response("Read", text, names, names, names, False, context, None, None, {})

    return parse


RIVALS = (
    Rival(OURS, "jsonbeacon", "reply", _jsonbeacon, optional=True),
    Rival("llm-beacon", "llm-beacon", "reply", _beacon, optional=True),
    Rival("orjson", "orjson", "json", _orjson),
    Rival("json", "", "json", lambda: json.loads),
    Rival("msgspec", "msgspec", "json", _msgspec),
    Rival("jiter", "jiter", "json", _jiter),
    Rival(PARSER, "jsonbeacon", "json", _jsonbeacon_parse),
    Rival("llm-output-parser", "llm-output-parser", "reply", _llm_output_parser, group="slow"),
    Rival("instructor", "instructor", "reply", _instructor, group="slow"),
    Rival("LangChain", "langchain-core", "reply", _langchain, group="slow"),
    Rival("json_repair", "json_repair", "reply", _json_repair, nothing=(None, ""), group="slow"),
    Rival("BAML", "baml-py", "reply", _baml, group="slow"),
)
#: Read by node/worker.mjs, which gives their versions.
NODE = ("llm-json-extract", "jsonrepair")
#: Has to read a text to its end, where the first of several values would be the answer otherwise.
LAST = Rival(f'{OURS}, select="last"', "jsonbeacon", "reply", _jsonbeacon_last)
BY_NAME = {rival.name: rival for rival in (*RIVALS, LAST)}


def describe(error: BaseException) -> str:
    first = (str(error).splitlines() or [""])[0]
    return f"{type(error).__name__}: {first}"[:200]
