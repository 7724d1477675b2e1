"""The playground's engine, in Node: its answers are to the byte those of the package."""

from __future__ import annotations

import functools
import json
import lzma
import pathlib
import shutil
import subprocess
from typing import Any

import doors
import jsonbeacon
import pytest
from corpus import TESTDATA, rows
from jsonbeacon import _playground

NODE = shutil.which("node")
DRIVER = pathlib.Path(__file__).parent / "playground.mjs"
MODULES = ("extract", "full")

pytestmark = [
    pytest.mark.skipif(NODE is None, reason="there is no node"),
    pytest.mark.skipif(not _playground.is_built(), reason="built without the playground"),
]

Request = tuple[str, dict[str, Any]]


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    folder = tmp_path_factory.mktemp("playground")
    _playground.export(folder)
    return folder


def ask(page: pathlib.Path, lines: list[str]) -> tuple[list[str], dict[str, Any]]:
    """The answers, and what was measured."""
    assert NODE
    requests, answers = page / "requests", page / "answers"
    requests.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    done = subprocess.run([NODE, DRIVER, page, requests, answers], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return answers.read_text("utf-8").split("\n")[:-1], json.loads(done.stdout)


def line(module: str, do: str, request: dict[str, Any], **more: Any) -> str:
    return f"{module}\t{json.dumps({'do': do, 'input': request, **more})}"


DEEDS = {"extract-json": "extract", "repair-json": "repair", "json-candidate-list": "candidates"}


def texts() -> list[str]:
    """Those that are in no other corpus: suites, and what is long or made to hurt."""
    parsing = [path.read_bytes() for path in sorted((TESTDATA / "JSONTestSuite" / "test_parsing").iterdir())]
    found = [text.decode() for text in parsing if text.decode("utf-8", "replace").encode() == text]
    spec = (TESTDATA / "commonmark" / "spec.txt").read_text("utf-8")
    found += [part.partition("\n.\n")[0] for part in spec.split("`" * 32 + " example\n")[1:]]
    found += [
        row.get("before", "") + row["unit"] * (3_000 // len(row["unit"]) + 1) + row.get("after", "")
        for row in rows("hostile.jsonl")
    ]
    return found


@functools.cache
def requests() -> list[Request]:
    made = doors.requests()
    for i, text in enumerate(texts()):
        made += [("extract-json", {"text": text, **doors.POLICIES[(i + j) % 5]}) for j in range(2)]
        made += [("repair-json", {"text": text, "level": doors.LEVELS[i % 3]})]
        made += [("json-candidate-list", {"text": text, "repair": i % 2 == 1})]
    return made


def needs(request: Request) -> tuple[str, ...]:
    """The modules that can answer it."""
    small = request[0] != "json-candidate-list" and request[1].get("schema") is None
    return MODULES if small else MODULES[1:]


def test_every_text_has_the_answer_that_python_gives(page: pathlib.Path) -> None:
    asked = [(module, each) for each in requests() for module in needs(each)]
    answers, _ = ask(page, [line(module, DEEDS[tool], request) for module, (tool, request) in asked])
    wrong = []
    for (module, (tool, request)), answer in zip(asked, answers, strict=True):
        expected = python(tool, json.dumps(request))
        if tool != "extract-json" or not expected.startswith('{"result":'):
            right = answer == expected
        else:
            start = f'{{"answer":{result_of(expected)},"candidates":['
            right = answer.startswith(start) and told(answer, request)
        if not right:
            wrong.append((module, tool, request, answer, expected))
    assert not wrong, (len(wrong), wrong[0])


@functools.cache
def python(tool: str, request: str) -> str:
    return doors.PYTHON[tool](json.loads(request))


def result_of(response: str) -> str:
    return response.removeprefix('{"result":').removesuffix("}")


def told(answer: str, request: dict[str, Any]) -> bool:
    """Whether what is said of the candidates and the text is right."""
    parsed = json.loads(answer)
    expected = candidates(request, parsed)
    del parsed["answer"]
    return bool(parsed == expected)


BEFORE_CHOICE = ("tags", "reasoning", "repair", "invisible", "blank", "sources", "max_length")


def candidates(request: dict[str, Any], parsed: dict[str, Any]) -> dict[str, Any]:
    """The same by ``extract_all``. The chosen one is that of the answer's span."""
    text, chosen = request["text"], parsed["answer"]
    options = {name: request[name] for name in BEFORE_CHOICE if name in request}
    try:
        found = jsonbeacon.extract_all(text, **options)
    except jsonbeacon.MalformedOutputError:  # it is too long
        found = []
    span = span_of(chosen)
    of_schema = chosen.get("error", {}).get("code") == "schema.validation_failed"  # has no span
    listed = []
    for i, each in enumerate(found):
        row: dict[str, Any] = {"start": each.start, "end": each.end}
        if isinstance(each, jsonbeacon.MalformedOutputError):
            row["kind"] = {"{": "object", "[": "array"}.get(text[each.start])
            row["error"] = json.loads(each.to_json())["error"]
            row["source"] = parsed["candidates"][i]["source"]  # an error does not tell
            if each.code == "extract_json.blank_value":  # nor what it was once repaired
                row["kind"] = parsed["candidates"][i]["kind"]
        else:
            row["kind"] = "object" if isinstance(each.value, dict) else "array"
            row["source"] = each.source
        row["chosen"] = parsed["candidates"][i]["chosen"] if of_schema else (each.start, each.end) == span
        listed.append(row)
    return {"candidates": listed, "candidate_count": len(found), "text_length": len(text)}


def span_of(answer: dict[str, Any]) -> tuple[int, int] | None:
    where = answer.get("error", answer)
    if where.get("code") == "extract_json.multiple_candidates" or "start" not in where:
        return None
    return where["start"], where["end"]


def test_what_it_refuses_is_an_answer(page: pathlib.Path) -> None:
    text = {"text": "[1]"}
    cases = {
        "extract\t{": (
            "request.malformed",
            "the request is not JSON: found the end of the text in the object opened at line 1, column 1 (line 1, column 2)",
        ),
        "full\t": (
            "request.malformed",
            "the request is not JSON: expected a JSON value, found the end of the text (line 1, column 1)",
        ),
        "extract\t[1] 2": (
            "request.malformed",
            "the request is not JSON: expected nothing after the JSON value, found '2' (line 1, column 5)",
        ),
        "extract\t[]": ("request.invalid", "a request is an object, not []"),
        "extract\t{}": ("request.invalid", 'the member "do" is missing'),
        'full\t{"do": "x"}': (
            "request.invalid",
            'do must be one of "extract", "time", "repair", "candidates", not "x"',
        ),
        line("extract", "candidates", text): (
            "request.invalid",
            'do must be one of "extract", "time", "repair", not "candidates"',
        ),
        line("extract", "extract", {**text, "schema": {}}): ("request.invalid", "this module has no JSON Schema"),
        line("extract", "extract", {**text, "select": "best"}): (
            "request.invalid",
            'select must be one of "first", "last", "largest", "only", not "best"',
        ),
        line("full", "extract", text, runs=0): ("request.invalid", "runs must be a number from 1 to 10000, not 0"),
        line("full", "extract", text, why=1): (
            "request.invalid",
            'there is no member "why"; there are do, input, runs',
        ),
        f"extract\t{'[' * 600}{']' * 600}": (
            "request.malformed",
            "the request is not JSON: nested deeper than 512 levels (line 1, column 513)",
        ),
    }
    answers, _ = ask(page, [each for case in cases for each in (case, line("full", "extract", text))])
    refused = [json.loads(answer)["error"] for answer in answers[::2]]
    assert [(each["code"], each["message"]) for each in refused] == list(cases.values())
    assert all(json.loads(answer)["answer"]["value"] == [1] for answer in answers[1::2])


def test_of_many_candidates_some_are_told_and_the_chosen_one(page: pathlib.Path) -> None:
    text = '{"a": 1} {"b": } ' * 5000
    (answer,), _ = ask(page, [line("extract", "extract", {"text": text, "select": "last"})])
    found = json.loads(answer)
    assert (found["candidate_count"], len(found["candidates"])) == (10_000, 2001)
    assert [each["chosen"] for each in found["candidates"]] == [False] * 2000 + [True]
    assert found["candidates"][-1]["error"]["column"] == found["answer"]["error"]["column"] == len(text) - 1


def test_a_long_reply_and_one_that_needs_every_repair(page: pathlib.Path) -> None:
    long = "Sure:\n" + json.dumps(
        {"rows": [{"id": i, "name": "\u5b57 " * 3} for i in range(32_000)]}, ensure_ascii=False
    )
    asked: list[Request] = [("extract-json", {"text": long}), ("repair-json", {"text": long[6:].replace('"', "'")})]
    assert len(long) > 1_000_000
    answers, _ = ask(page, [line("extract", DEEDS[tool], request) for tool, request in asked])
    for (tool, request), answer in zip(asked, answers, strict=True):
        assert result_of(python(tool, json.dumps(request))) in answer


def test_memory_does_not_grow_with_the_number_of_calls(page: pathlib.Path) -> None:
    lines = []
    for module in MODULES:
        lines += [
            line(module, "extract", {"text": "Sure: {'a': 1,}", "repair": "all"}),
            "again 1000",
            "again 10000",
        ]
    _, measured = ask(page, lines)
    for before, after in measured["memory"].values():
        assert after - before < 1 << 20  # of which nobody loses a hundred bytes a call
        assert after < 128 << 20


def test_times_are_means_of_enough_calls(page: pathlib.Path) -> None:
    (answer,), _ = ask(page, [line("extract", "time", {"text": "Sure: [1]"}, runs=50)])
    found = json.loads(answer)
    assert len(found["nanoseconds"]) == 50
    assert min(found["nanoseconds"]) > 0
    assert found["calls"] & (found["calls"] - 1) == 0


def test_the_module_that_is_loaded_first_is_small(page: pathlib.Path) -> None:
    assert len(lzma.compress((page / "extract.wasm").read_bytes(), preset=2)) < 800_000


def test_the_page_takes_little_of_the_package() -> None:
    packed = pathlib.Path(_playground.__file__).with_name(_playground.ARCHIVE)
    assert packed.stat().st_size < 2_000_000
