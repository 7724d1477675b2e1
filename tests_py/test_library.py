"""What pybind/tools/library.py changes of the library that JSON Schema runs on, and that it is all that is changed."""

from __future__ import annotations

import difflib
import importlib.util
import os
import pathlib
import re
import shutil
import subprocess
from types import ModuleType

import pytest

ROOT = pathlib.Path(__file__).parent.parent
TOOL = ROOT / "pybind" / "tools" / "library.py"

pytestmark = pytest.mark.skipif(
    not (TOOL.exists() and shutil.which("go")), reason="the sources and Go are needed to build the engine"
)

MAIN = """package main

import (
	"fmt"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

func main() {
	c := jsonschema.NewCompiler()
	for _, draft := range []*jsonschema.Draft{jsonschema.Draft4, jsonschema.Draft2019, jsonschema.Draft2020} {
		for _, value := range []any{"string", "strung"} {
			uri := fmt.Sprintf("x:%v:%v", draft, value)
			c.DefaultDraft(draft)
			c.AddResource(uri, map[string]any{"properties": map[string]any{"a": map[string]any{"type": value}}})
			_, err := c.Compile(uri)
			fmt.Println(err == nil)
		}
	}
}
"""


@pytest.fixture(scope="module")
def library() -> ModuleType:
    spec = importlib.util.spec_from_file_location("library", TOOL)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def source(library: ModuleType, name: str) -> str:
    found = subprocess.run(
        ["go", "list", "-f", "{{.Dir}}", library.PACKAGE], cwd=ROOT, check=True, capture_output=True, text=True
    )
    return pathlib.Path(found.stdout.strip(), name).read_text("utf-8")


def test_nothing_else_is_changed(library: ModuleType) -> None:
    for name, changes in library.CHANGES.items():
        before = source(library, name)
        after = library.changed(name, before)
        lines = [*difflib.ndiff(before.splitlines(), after.splitlines())]
        gone = {line[2:] for line in lines if line.startswith("- ")}
        new = [line[2:] for line in lines if line.startswith("+ ")]
        assert gone <= {line for old, _ in changes for line in old.splitlines()}
        assert set(new[2:]) <= {line for _, made in changes for line in made.splitlines()}
        assert new[0].startswith("// Changed from the file of ")


def test_another_version_is_refused(library: ModuleType) -> None:
    before = source(library, "draft.go")
    for other in (before.replace("func init() {", "func init() { // first"), before + "\nfunc init() {}\n" + before):
        with pytest.raises(ValueError, match=r"draft\.go is not as it was"):
            library.changed("draft.go", other)


@pytest.mark.parametrize("vendored", [False, True])
def test_nothing_is_compiled_at_start(library: ModuleType, vendored: bool, tmp_path: pathlib.Path) -> None:
    env = dict(os.environ, GOFLAGS="", GOWORK="off")
    versions = re.findall(
        r"(?m)^(?:require)?\s+((?:github.com/santhosh-tekuri|golang.org/x/text)\S* \S+)", (ROOT / "go.mod").read_text()
    )
    (tmp_path / "go.mod").write_text("module x\n\ngo 1.26.0\n\n" + "".join(f"require {each}\n" for each in versions))
    shutil.copy(ROOT / "go.sum", tmp_path)
    (tmp_path / "main.go").write_text(MAIN)
    if vendored:
        subprocess.run(["go", "mod", "vendor"], cwd=tmp_path, env=env, check=True, capture_output=True)
    flags = library.build_flags(tmp_path, tmp_path / "build" / "library", env)
    assert flags[0].startswith("-overlay=" if vendored else "-modfile=")
    subprocess.run(["go", "build", *flags, "-o", "x", "."], cwd=tmp_path, env=env, check=True)
    run = subprocess.run(
        ["./x"], cwd=tmp_path, env=dict(env, GODEBUG="inittrace=1"), check=True, capture_output=True, text=True
    )
    assert run.stdout.split() == ["true", "false"] * 3
    allocations = re.search(rf"init {library.PACKAGE} .* (\d+) allocs", run.stderr)
    assert allocations is not None and int(allocations[1]) < 1000
