"""Audits to test: the command in this process, its report, and files of replies."""

from __future__ import annotations

import io
import json
import pathlib
import sys
from collections import Counter
from typing import Any

import jsonbeacon
import pytest
from corpus import rows
from jsonbeacon import Extractor
from jsonbeacon._cli import main

SCHEMA = json.loads((pathlib.Path(__file__).parent.parent / "docs" / "audit.schema.json").read_text("utf-8"))
REPLIES: list[str] = [row["text"] for row in rows("replies.jsonl")]


class Run:
    """What the command does with these arguments."""

    def __init__(self, *arguments: object, stdin: bytes | None = None) -> None:
        out, err = io.BytesIO(), io.BytesIO()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(sys, "stdout", io.TextIOWrapper(out, "utf-8"))
            patch.setattr(sys, "stderr", io.TextIOWrapper(err, "utf-8"))
            if stdin is not None:
                patch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO(stdin)), "utf-8"))
            self.code = main(["audit", *map(str, arguments)])
            self.out, self.err = out.getvalue().decode(), err.getvalue().decode()


def report(*arguments: object, code: int = 0, stdin: bytes | None = None) -> Any:
    """The report as JSON."""
    run = Run(*arguments, "--format", "json", stdin=stdin)
    assert run.code == code, run.err
    return json.loads(run.out)


def jsonl(path: pathlib.Path, texts: list[str]) -> pathlib.Path:
    path.write_text("".join(json.dumps({"id": n, "text": text}) + "\n" for n, text in enumerate(texts)), "utf-8")
    return path


def counted(texts: list[str], **options: Any) -> dict[str, int]:
    """The failures of a plain loop, by reason and code."""
    found = Counter[str]()
    for text in texts:
        try:
            Extractor(**options).detailed(text)
        except jsonbeacon.JSONBeaconError as error:
            found[f"{error.reason} {error.code}"] += 1
    return dict(found)


def failures(sums: Any) -> dict[str, int]:
    """The same, of a report."""
    return {
        f"{reason['reason']} {code['code']}": code["replies"] for reason in sums["failures"] for code in reason["codes"]
    }
