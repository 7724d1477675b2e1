"""The OpenAPI document: it is one, and the server does what it says (schemathesis)."""

from __future__ import annotations

import json
import os
import pathlib
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the extra serve is not installed")
pytest.importorskip("mcp", reason="the extra serve is not installed")
pytest.importorskip("schemathesis", reason="schemathesis is not installed")

from jsonbeacon import _tools
from serving import JSON, Serving, serving

EXAMPLES = os.environ.get("SERVE_EXAMPLES", "20")
"""How many requests schemathesis makes for each operation."""


@pytest.fixture(scope="module")
def server() -> Iterator[Serving]:
    with serving() as running:
        yield running


def test_the_examples_of_the_document_are_true(server: Serving) -> None:
    document = json.loads(server.ask("GET", "/openapi.json")[2])
    assert document["openapi"] == "3.1.0"
    for contract in _tools.contracts():
        path = f"/v1/tools/{contract['id']}/versions/1.0.0/execute"
        body: dict[str, Any] = document["paths"][path]["post"]["requestBody"]["content"]["application/json"]
        shown = [each["value"] for each in body["examples"].values()]
        assert shown == [each["input"] for each in contract["examples"]]
        for example in contract["examples"]:
            answer = server.ask("POST", path, json.dumps(example["input"]), JSON)[2]
            assert json.loads(answer) == example["response"]


CONFIGURATION = """\
[[operations]]
include-operation-id = "execute-extract-json-1.0.0"

[operations.checks.positive_data_acceptance]
expected-statuses = [200, 422]
"""
"""That a schema is one, the document cannot say."""


def test_the_server_does_what_the_document_says(server: Serving, tmp_path: pathlib.Path) -> None:
    (tmp_path / "schemathesis.toml").write_text(CONFIGURATION)
    command = [sys.executable, "-m", "schemathesis.cli", "run", f"http://127.0.0.1:{server.port}/openapi.json"]
    command += ["--max-examples", EXAMPLES, "--seed", "1", "--checks", "all", "--no-color"]
    command += ["--phases", "examples,coverage,fuzzing", "--generation-database", "none"]
    ran = subprocess.run(
        command, capture_output=True, text=True, check=False, timeout=1200, cwd=tmp_path
    )  # it leaves files
    assert ran.returncode == 0, ran.stdout[-6000:] + ran.stderr[-2000:]
    assert not [line for line in server.lines() if "Traceback" in line]
