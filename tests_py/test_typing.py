"""What type checkers make of the package: it is clean, and the types below are what they infer."""

from __future__ import annotations

import importlib.util
import pathlib
import subprocess
import sys

import pytest

SAMPLE = """
from __future__ import annotations

from dataclasses import dataclass
from collections.abc import Iterator
from typing import Any, Literal, TypeAlias

import jsonbeacon
import jsonbeacon.arrow
import pydantic
from jsonbeacon import Extraction, Extractor, extract_json, extract_json_detailed, extract_json_many
from typing_extensions import TypedDict, assert_type


class Model(pydantic.BaseModel):
    a: int


@dataclass
class Data:
    a: int


class Typed(TypedDict):
    a: int


def function(value: Any) -> list[int]:
    return [value["a"]]


assert_type(extract_json("x"), Any)
assert_type(extract_json(b"x", schema=Model), Model)
assert_type(extract_json(bytearray(), schema=Data), Data)
assert_type(extract_json(memoryview(b""), schema=Typed), Typed)
assert_type(extract_json("x", schema=list[int]), list[int])
assert_type(extract_json("x", schema=function), list[int])
assert_type(extract_json("x", schema=Model.model_validate), Model)
assert_type(extract_json("x", schema=lambda value: str(value)), str)
assert_type(extract_json("x", schema=pydantic.TypeAdapter(list[int])), list[int])
assert_type(extract_json("x", schema=Model, required=False), Model | None)
assert_type(extract_json("x", schema=Model, required=True, select="only", kind="object"), Model)
assert_type(extract_json_detailed("x"), Extraction[Any])
assert_type(extract_json_detailed("x", schema=Model).value, Model)
assert_type(Extractor(), Extractor[Any])
assert_type(Extractor(schema=Model).extract("x"), Model)
assert_type(Extractor(schema=Model, required=False).extract("x"), Model | None)
assert_type(Extractor(schema=function, select="last").detailed("x"), Extraction[list[int]])
assert_type(
    extract_json(
        "x", schema=Model, tags=("result", "json"), reasoning="skip", fallthrough=True, repair="guess",
        invisible="strip", blank="reject", sources="inline", max_length=9,
    ),
    Model,
)
assert_type(extract_json_detailed("x", tags="json", sources=["fence"]).repairs, tuple[jsonbeacon.Repair, ...])
assert_type(jsonbeacon.extract_all("x", reasoning="skip"), list[Extraction[Any] | jsonbeacon.JSONBeaconError])
assert_type(Extractor(schema=Model, repair="all").all("x"), list[Extraction[Model] | jsonbeacon.JSONBeaconError])
assert_type(Extractor(schema=Model, required=False, tags=["a"], blank="reject").extract("x"), Model | None)
assert_type(Extractor(sources=("fence",)).sources, tuple[Literal["fence", "inline"], ...])
assert_type(jsonbeacon.repair_json("x", level="guess").repairs, tuple[jsonbeacon.Repair, ...])
assert_type(Extractor(schema=Model).stream(), jsonbeacon.Stream[Model])
assert_type(Extractor(schema=Model, required=False).stream().close(), Model | None)
assert_type(Extractor(schema=Model).stream().close_detailed(), Extraction[Model])
assert_type(Extractor().stream().close(), Any)
for event in Extractor().stream().feed(b"x"):
    if isinstance(event, jsonbeacon.MemberCompleted):
        assert_type(event.path, tuple[str | int, ...])
with Extractor(schema=Model).stream() as stream:
    assert_type(stream, jsonbeacon.Stream[Model])
    assert_type(stream.partial(open_strings=True), jsonbeacon.Partial | None)
    assert_type(next(stream.watch("a")), jsonbeacon.MemberCompleted)
Fault: TypeAlias = jsonbeacon.JSONBeaconError | TypeError
texts: list[str] = ["x"]
gaps: list[str | None] = ["x", None]


class Column:
    def __arrow_c_array__(self, requested_schema: object | None = None, /) -> tuple[object, object]:
        raise NotImplementedError


column = Column()
assert_type(extract_json_many(texts), list[Any])
assert_type(extract_json_many(texts, schema=Model), list[Model])
assert_type(extract_json_many({"x": 1}, schema=Model), list[Model])
assert_type(extract_json_many(["x", b"y"], schema=function, select="last", threads=2), list[list[int]])
assert_type(extract_json_many(gaps, schema=Model), list[Model | None])
assert_type(extract_json_many(texts, schema=Model, required=False), list[Model | None])
assert_type(extract_json_many(texts, schema=Model, on_error="return"), list[Model | Fault])
assert_type(extract_json_many(gaps, schema=Model, on_error="return"), list[Model | Fault | None])
assert_type(extract_json_many(texts, schema=Model, detailed=True), list[Extraction[Model]])
assert_type(extract_json_many(texts, schema={"type": "object"}, detailed=True), list[Extraction[Any]])
assert_type(extract_json_many(texts, detailed=True, on_error="return"), list[Extraction[Any] | Fault])
assert_type(extract_json_many(column, schema=Model), list[Model | None])
assert_type(extract_json_many(column, schema=Model, on_error="return"), list[Model | Fault | None])
assert_type(extract_json_many(column, detailed=True), list[Extraction[Any] | None])
assert_type(extract_json_many(column, schema=Model, detailed=True, on_error="return"), list[Extraction[Model] | Fault | None])
assert_type(extract_json_many(iter(texts), schema=Model), Iterator[Model])
assert_type(extract_json_many(iter(gaps), schema=Model), Iterator[Model | None])
assert_type(extract_json_many(iter(texts), schema=Model, required=False), Iterator[Model | None])
assert_type(extract_json_many(iter(texts), schema=Model, on_error="return"), Iterator[Model | Fault])
assert_type(extract_json_many(iter(texts), schema=Model, detailed=True), Iterator[Extraction[Model]])
assert_type(Extractor(schema=Model).many(texts), list[Model])
assert_type(Extractor(schema=Model).many(gaps, on_error="return"), list[Model | Fault | None])
assert_type(Extractor(schema=Model).many(iter(texts), detailed=True), Iterator[Extraction[Model]])
assert_type(Extractor(schema=Model).many(column, detailed=True, on_error="return"), list[Extraction[Model] | Fault | None])
assert_type(Extractor().many(texts), list[Any])
assert_type(jsonbeacon.arrow.extract(column, schema={"type": "object"}), jsonbeacon.arrow.Column)
assert_type(jsonbeacon.arrow.extract(jsonbeacon.arrow.extract(column)).__arrow_c_array__(), tuple[object, object])
assert_type(jsonbeacon.parse_json("x"), Any)
assert_type(jsonbeacon.list_candidates(b"x", repair=True, max_results=3).candidates, tuple[jsonbeacon.Candidate, ...])
for each in jsonbeacon.list_candidates("x"):
    assert_type(each.source, Literal["json_fence", "untagged_fence", "indented_code", "prose"])
    assert_type(each.json_error, jsonbeacon.CandidateFault | None)
    assert each.repair
    assert_type(each.repair.rules, tuple[Literal["comments", "trailing_commas", "unclosed"], ...])
assert_type(jsonbeacon.schema_errors({}, Model), list[dict[str, Any]])
jsonbeacon.validate_schema({}, function)


def uses(extractor: Extractor[Model]) -> Extraction[Model]:
    found = extractor.detailed("x")
    match found:
        case Extraction(value, "fence", start, end):
            assert_type(value, Model)
            assert_type(start + end, int)
    return found


try:
    uses(Extractor(schema=Model))
except jsonbeacon.MultipleCandidatesError as error:
    assert_type(error.position, int | None)
    assert_type(error.raw, str)
    assert_type(error.feedback(), str)
except jsonbeacon.SchemaValidationError as error:
    assert_type(error.errors, list[dict[str, Any]])
"""

WRONG = """
import jsonbeacon
import jsonbeacon.arrow

jsonbeacon.extract_json("x", select="newest")
jsonbeacon.extract_json("x", kind="objects")
jsonbeacon.extract_json(3)
jsonbeacon.extract_json("x", schema=3)
jsonbeacon.extract_json("x", selekt="last")
jsonbeacon.extract_json_detailed("x", required=False)
jsonbeacon.extract_json_detailed("x").value = 3
jsonbeacon.extract_json("x", repair="some")
jsonbeacon.extract_json("x", sources=("whole",))
jsonbeacon.extract_all("x", select="last")
jsonbeacon.repair_json("x", level="none")
jsonbeacon.Extractor(invisible="keeps")
jsonbeacon.Extractor(max_length="9")
jsonbeacon.Extractor(select="newest")
jsonbeacon.Extractor().select = "last"
jsonbeacon.list_candidates("x", repair="all")
jsonbeacon.list_candidates("x", max_results="3")
jsonbeacon.list_candidates("x").truncated = True
jsonbeacon.Extractor().stream().feed(3)
jsonbeacon.Extractor().stream().watch(3)
jsonbeacon.Stream("x")
jsonbeacon.extract_json_many([1])
jsonbeacon.extract_json_many(["x"], on_error="skip")
jsonbeacon.extract_json_many(["x"], threads="2")
jsonbeacon.extract_json_many(["x"], selekt="last")
jsonbeacon.Extractor().many(["x"], select="last")
jsonbeacon.Extractor().many(["x"], on_error="return")[0].code
jsonbeacon.extract_json_many(["x", None], schema=int)[0].real
jsonbeacon.arrow.extract(["x"])
jsonbeacon.arrow.extract(None, schema=int)
"""

CHECKERS = {
    "mypy": ["--strict", "--no-incremental", "--cache-dir", "/dev/null", "--no-error-summary"],
    "basedpyright": ["--level", "error"],
}


def check(checker: str, folder: pathlib.Path, *paths: pathlib.Path) -> subprocess.CompletedProcess[str]:
    """Run a checker at the oldest Python supported, with no configuration but its own default."""
    if importlib.util.find_spec(checker) is None:
        pytest.skip(f"{checker} is not installed")
    (folder / "pyrightconfig.json").write_text('{"pythonVersion": "3.10", "typeCheckingMode": "standard"}')
    version = ["--python-version", "3.10"] if checker == "mypy" else ["--pythonpath", sys.executable]
    command = [sys.executable, "-m", checker, *CHECKERS[checker], *version, *map(str, paths)]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("checker", CHECKERS)
def test_types_are_inferred_and_mistakes_found(checker: str, tmp_path: pathlib.Path) -> None:
    sample, wrong = tmp_path / "sample.py", tmp_path / "wrong.py"
    sample.write_text(SAMPLE)
    wrong.write_text(WRONG)
    run = check(checker, tmp_path, sample, wrong)
    assert "sample.py:" not in run.stdout, run.stdout
    for number, line in enumerate(WRONG.splitlines(), 1):
        if "jsonbeacon." in line and not line.startswith("import "):
            assert f"wrong.py:{number}:" in run.stdout, (line, run.stdout)


@pytest.mark.parametrize("checker", CHECKERS)
def test_the_package_is_clean(checker: str, tmp_path: pathlib.Path) -> None:
    package = pathlib.Path(__file__).parent.parent / "python" / "jsonbeacon"
    run = check(checker, tmp_path, package)
    assert run.returncode == 0, run.stdout + run.stderr


def test_the_stub_is_what_the_extension_has(tmp_path: pathlib.Path) -> None:
    pytest.importorskip("mypy")
    allowed = tmp_path / "allowed.txt"
    # How an Extractor is made is said by the class that is public.
    allowed.write_text(
        r"jsonbeacon\._native\.Extractor(\.__new__|\.__getnewargs_ex__)?" "\n" r"jsonbeacon\._native\.(Events|Stream)"
    )
    command = [sys.executable, "-m", "mypy.stubtest", "jsonbeacon._native", "--allowlist", str(allowed)]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
