"""What one writes with another tool, what with jsonbeacon, and what each gives: the rows of ``docs/migrate.md``."""

from __future__ import annotations

from typing import NamedTuple


class Check(NamedTuple):
    """A text, and what the two calls give for it: the ``repr`` of a value, or of an error its code or class."""

    text: str
    theirs: str
    ours: str


class Call(NamedTuple):
    theirs: str
    ours: str
    changes: str
    checks: tuple[Check, ...] = ()


class Tool(NamedTuple):
    title: str
    distribution: str  # whose version the checks are true of; empty: the standard library
    version: str
    about: str
    calls: tuple[Call, ...]
    before: str = ""  # what theirs needs


CUT = '{"steps": ["mix", "ba'
TWO = '{"a": 1} or {"a": 2}'
CITED = 'As in [1]: {"a": 1}'
NESTED = '{"a": [1, 2,], "b": {"c": 3}}'
NONE = "I cannot help with that."
TAIL = 'tags=("result", "json", "output"), select="last", fallthrough=True, repair="guess"'

TOOLS = (
    Tool(
        "llm-beacon",
        "llm-beacon",
        "0.1.0",
        "The functions have the same names and arguments and, but for the rows of [Differences](differences.md), the same"
        " answers. What llm-beacon does beside JSON (tool calls, templates, retries, personal data) has no counterpart"
        " here; the two can be installed together.",
        (
            Call(
                "from beacon import extract_json",
                "from jsonbeacon import extract_json",
                "So too `extract_json_detailed`, `validate_schema`, `schema_errors`.",
            ),
            Call(
                "extract_json(text)",
                "extract_json(text)",
                "The same. A reply that was cut off has one code, `json.unexpected_end`, and the reason `truncated`.",
                (
                    Check(TWO, "{'a': 1}", "{'a': 1}"),
                    Check("{'a': 1}", "json.expected_key", "json.expected_key"),
                    Check(CUT, "json.unterminated_string", "json.unexpected_end"),
                ),
            ),
            Call(
                'extract_json(text, select="last")',
                'extract_json(text, select="last")',
                "A value inside a failed value is never taken.",
                (
                    Check(TWO, "{'a': 2}", "{'a': 2}"),
                    Check(NESTED, "{'c': 3}", "json.trailing_comma"),
                ),
            ),
            Call(
                "schema_errors({'a': 'x'}, {'properties': {'a': {'type': 'integer'}}})",
                "schema_errors({'a': 'x'}, {'properties': {'a': {'type': 'integer'}}})",
                "The messages have other words. Each violation also has the line and column in the reply, and `expected`"
                " and `found`.",
            ),
            Call(
                "BeaconError",
                "jsonbeacon.JSONBeaconError",
                "It is a `ValueError`. `code`, `position`, `line` and `column` have the same names; `raw` is always the"
                " whole text.",
            ),
        ),
        "from beacon import *\nfrom beacon import BeaconError",
    ),
    Tool(
        "json_repair",
        "json_repair",
        "0.64.6",
        "json_repair always gives something; jsonbeacon gives what the text says, or an error that says why not. So"
        " there are two questions where there was one: which value of the reply, and how much may be mended"
        " ([Repair](repair.md)).",
        (
            Call(
                "json_repair.loads(text)",
                'extract_json(text, repair="guess")',
                "For a reply. What is missing is an error, not `''` or a value that ends early. The first value counts;"
                ' `select="last"` takes the last.',
                (
                    Check("{'a': [1, 2,]}", "{'a': [1, 2]}", "{'a': [1, 2]}"),
                    Check('{"t": "say "x" now", "u": cancel}', *["{'t': 'say \"x\" now', 'u': 'cancel'}"] * 2),
                    Check(NONE, "''", "json.not_found"),
                    Check(CUT, "{'steps': ['mix', 'ba']}", "json.unexpected_end"),
                    Check(CITED, "[[1], {'a': 1}]", "{'a': 1}"),
                    Check('Use {name} here: {"a": 1}', "{'here': {'a': 1}}", "{'a': 1}"),
                    Check(TWO, "{'a': 2}", "{'a': 1}"),
                    Check('{"a": 1, "a": 2}', "{'a': 2}", "json.duplicate_key"),
                ),
            ),
            Call(
                "json_repair.loads(text)",
                "repair_json(text).value",
                "For a text that is one damaged document. `truncated` says whether something was missing and supplied.",
                (
                    Check(CUT, "{'steps': ['mix', 'ba']}", "{'steps': ['mix', 'ba']}"),
                    Check('{"a": NaN}', "{'a': nan}", "{'a': None}"),
                ),
            ),
            Call(
                "json_repair.repair_json(text)",
                "repair_json(text).text",
                "The text is edited in place: numbers, white space and the order of members stay as they were written.",
                (Check('{"a":1.0, b: 1e5,}', '\'{"a": 1.0, "b": 100000.0}\'', '\'{"a":1.0, "b": 1e5}\''),),
            ),
            Call(
                "json_repair.loads(text, logging=True)",
                "repair_json(text).repairs",
                "Every edit, with its rule, its place, and whether it was a guess; `diff()` shows them.",
            ),
            Call(
                "json_repair.loads(text, stream_stable=True)",
                "Extractor().stream().partial()",
                "[Streams](streams.md): a part is read once, not all of the text again with each.",
            ),
        ),
        "import json_repair",
    ),
    Tool(
        "LangChain",
        "langchain-core",
        "1.8.3",
        "The adapter is an output parser, so that a chain stays as it is. A chain that retries gets what to tell the model"
        " in the exception's `observation`.",
        (
            Call(
                "JsonOutputParser()",
                "from jsonbeacon.integrations.langchain import JSONBeaconOutputParser",
                "`JSONBeaconOutputParser()` in its place. It takes the options of `Extractor`.",
            ),
            Call(
                "JsonOutputParser().parse(text)",
                "JSONBeaconOutputParser().parse(text)",
                "JSON is found in prose too. A reply that was cut off is an error and not a shorter answer.",
                (
                    Check('```json\n{"a": 1}\n```', "{'a': 1}", "{'a': 1}"),
                    Check('Sure: {"a": 1}. Anything else?', "OutputParserException", "{'a': 1}"),
                    Check(CUT, "{'steps': ['mix', 'ba']}", "OutputParserException"),
                    Check('{"a": 1, "a": 2}', "{'a': 2}", "OutputParserException"),
                ),
            ),
            Call(
                "JsonOutputParser(pydantic_object=Answer).parse(text)",
                "JSONBeaconOutputParser(schema=Answer).parse(text)",
                "An `Answer`, and checked; `PydanticOutputParser(pydantic_object=Answer)` is the same call here.",
                (
                    Check('{"a": 1}', "{'a': 1}", "Answer(a=1)"),
                    Check('{"a": "x"}', "{'a': 'x'}", "OutputParserException"),
                ),
            ),
            Call(
                "parse_json_markdown(text)",
                "extract_json(text)",
                "Without a chain. `json.JSONDecodeError` becomes `JSONBeaconError`; both are `ValueError`s.",
                (
                    Check('```json\n{"a": 1}\n```', "{'a': 1}", "{'a': 1}"),
                    Check('Sure: {"a": 1}. Anything else?', "JSONDecodeError", "{'a': 1}"),
                    Check("42", "42", "json.not_found"),
                ),
            ),
            Call(
                "parse_partial_json(text)",
                'extract_json_detailed(text, repair="all").value',
                "`truncated` of the result says that it was cut off. For a reply that is still arriving:"
                " [Streams](streams.md).",
                (Check(CUT, "{'steps': ['mix', 'ba']}", "{'steps': ['mix', 'ba']}"),),
            ),
        ),
        "from langchain_core.output_parsers import JsonOutputParser\n"
        "from langchain_core.utils.json import parse_json_markdown, parse_partial_json",
    ),
    Tool(
        "instructor",
        "instructor",
        "1.17.0",
        "instructor asks the model, checks, and asks again; jsonbeacon only reads the reply. You can keep instructor and"
        " let jsonbeacon find the JSON, or write the loop yourself ([Cookbook](cookbook.md)). In the modes in which the"
        " model calls a tool there is no JSON to be found, and nothing to change.",
        (
            Call(
                "instructor.Mode.JSON",
                "from jsonbeacon.integrations.instructor import clean_response\n"
                'client.on("completion:response", clean_response())',
                "The client stays. The hook hands instructor the JSON alone; a reply without usable JSON is left as it is,"
                " and instructor asks again.",
            ),
            Call(
                "response_model=Answer",
                "Extractor(schema=Answer).extract(text)",
                "Without instructor: an `Answer`, or an error whose `feedback()` is the message to send back.",
            ),
            Call(
                "extract_json_from_codeblock(text)",
                'extract_json_detailed(text, select="last").value_json',
                "The text of the JSON. Where there is none it is an error and not the reply itself, and a piece of a"
                " failed value is never taken.",
                (
                    Check('```json\n{"a":1}\n```', "'{\"a\":1}'", "'{\"a\":1}'"),
                    Check(NONE, f"{NONE!r}", "json.not_found"),
                    Check(NESTED, "'{\"c\": 3}'", "json.trailing_comma"),
                    Check('{"a":1}, see [1]', "'[1]'", "'{\"a\":1}'"),
                ),
            ),
        ),
        "import instructor\nfrom instructor.utils import extract_json_from_codeblock",
    ),
    Tool(
        "llm-json-extract",
        "",
        "2.0.0",
        "A package for Node. What is on there unless it is switched off is off here unless it is asked for: tags, the last"
        " tag, the next candidate where one fails, repair. Its command line has its own table in"
        " [Command line](cli.md#coming-from-llm-json-extract).",
        (
            Call(
                "extractJson(text)",
                f"extract_json(text, {TAIL})",
                'Give the options once, to an `Extractor`. Outside tags `select="last"` takes the last value too, where'
                ' `extractJson` takes the first. With `kind="auto"` objects come before arrays. Integers stay exact.',
                (
                    Check('Like <result>{"a": 0}</result>? <result>{"a": 1}</result>', '{"a":1}', "{'a': 1}"),
                    Check("{'a': [1,]}", '{"a":[1]}', "{'a': [1]}"),
                    Check(TWO, '{"a":1}', "{'a': 2}"),
                    Check(CITED, "[1]", "{'a': 1}"),
                    Check('{"n": 12345678901234567890}', '{"n":12345678901234567000}', "{'n': 12345678901234567890}"),
                    Check('{"a": 1, "a": 2}', '{"a":2}', "json.duplicate_key"),
                ),
            ),
            Call(
                "extractJsonWith(text, schema)",
                f"extract_json(text, schema=Answer, {TAIL})",
                "A model, a type, a JSON Schema or a function. A value that does not fit gives way to the next.",
            ),
            Call("extractJsonString(text)", "extract_json_detailed(text).value_json", "The JSON text, checked."),
            Call(
                "extractJsonCandidates(text)",
                "extract_all(text)",
                "Each a result or its error, in text order; [`list_candidates`](candidates.md) ranks them.",
            ),
            Call(
                "extractJson(text, { tags: ['answer'], pickLast: false })",
                'extract_json(text, tags="answer")',
                '`tryCodeFence: false` is `sources="inline"`, `tryBareJson: false` is `sources="fence"`, `repair: false`'
                " is the default.",
            ),
        ),
    ),
    Tool(
        "Hand-written regular expressions",
        "",
        "",
        "A regular expression cannot count brackets or know what stands in a string. What each of these gets wrong is in"
        " the second table.",
        (
            Call(
                r'json.loads(re.search(r"\{.*\}", text, re.S)[0])',
                'extract_json(text, kind="object")',
                "From the first brace to the last, whatever lies between.",
                (
                    Check(TWO, "JSONDecodeError", "{'a': 1}"),
                    Check('Use {name} here: {"a": 1}', "JSONDecodeError", "{'a': 1}"),
                    Check(NONE, "TypeError", "json.not_found"),
                ),
            ),
            Call(
                'json.loads(re.search(r"```(?:json)?\\s*(.*?)```", text, re.S)[1])',
                'extract_json(text, sources="fence")',
                "Back-ticks in a string end it, and a fence that is not closed is none. Leave `sources` out to read a"
                " reply without a fence too.",
                (
                    Check('```json\n{"md": "```x```"}\n```', "JSONDecodeError", "{'md': '```x```'}"),
                    Check('```json\n{"a": 1}', "TypeError", "{'a': 1}"),
                    Check('```sh\nls\n```\n```json\n{"a": 1}\n```', "JSONDecodeError", "{'a': 1}"),
                ),
            ),
            Call(
                'json.loads(re.search(r"<result>(.*?)</result>", text, re.S)[1])',
                'extract_json(text, tags="result", select="last")',
                "An example that the model repeats comes first, and a tag may have attributes or be left open.",
                (
                    Check('Like <result>{"a": 0}</result>? <result>{"a": 1}</result>', "{'a': 0}", "{'a': 1}"),
                    Check('<Result id="1">{"a": 1}', "TypeError", "{'a': 1}"),
                ),
            ),
            Call(
                'json.loads(re.sub(r"<think>.*?</think>", "", text, flags=re.S))',
                'extract_json(text, reasoning="skip")',
                "A tag in a string is text, and thoughts may have lost one of their tags.",
                (
                    Check('<think>{"a": 0}</think>{"a": 1}', "{'a': 1}", "{'a': 1}"),
                    Check('{"a": 0}</think>{"a": 1}', "JSONDecodeError", "{'a': 1}"),
                    Check('{"t": "<think>x</think>"}', "{'t': ''}", "{'t': '<think>x</think>'}"),
                ),
            ),
            Call(
                'json.loads(re.sub(r",\\s*([}\\]])", r"\\1", text))',
                'extract_json(text, repair="syntax")',
                "A comma and a bracket in a string are changed too.",
                (Check('{"s": "a,] b", "t": [1,]}', "{'s': 'a] b', 't': [1]}", "{'s': 'a,] b', 't': [1]}"),),
            ),
            Call(
                "json.loads(text)",
                "parse_json(text)",
                "No expression, but often what is left behind one. `parse_json` is strict: a key that is there twice and"
                " `NaN` are errors.",
                (
                    Check('{"a": 1, "a": 2}', "{'a': 2}", "json.duplicate_key"),
                    Check("[NaN]", "[nan]", "json.expected_value"),
                ),
            ),
        ),
        "import json, re",
    ),
)
