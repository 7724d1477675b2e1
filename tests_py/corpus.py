"""The corpus that the tests of both languages read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

TESTDATA = Path(__file__).parent.parent / "tests_go" / "testdata"


def rows(name: str) -> list[dict[str, Any]]:
    """The objects of a file of one JSON object a line."""
    return [json.loads(line) for line in (TESTDATA / name).read_text("utf-8").splitlines()]
