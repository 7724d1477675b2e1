"""The notebooks in examples/ run, and give what is stored in them.

`python tests_py/test_notebooks.py` runs them and stores what they give.
"""

from __future__ import annotations

import json
import pathlib
import re
import sys
from typing import Any

import pytest
from corpus import rows

nbformat = pytest.importorskip("nbformat", reason="what runs notebooks is not installed")
nbclient = pytest.importorskip("nbclient", reason="what runs notebooks is not installed")
pytest.importorskip("ipykernel", reason="what runs notebooks is not installed")
pytest.importorskip("pandas", reason="pandas is not installed")
pytest.importorskip("matplotlib", reason="matplotlib is not installed")

EXAMPLES = pathlib.Path(__file__).parent.parent / "examples"
NOTEBOOKS = sorted(EXAMPLES.glob("*.ipynb"))
LARGEST = 150_000
"""Bytes of a notebook with its outputs."""


def executed(path: pathlib.Path) -> Any:
    """The notebook with the outputs of a new run."""
    notebook = nbformat.read(path, as_version=4)
    client = nbclient.NotebookClient(
        notebook,
        timeout=300,
        kernel_name="python3",
        resources={"metadata": {"path": str(path.parent)}},
        record_timing=False,
        coalesce_streams=True,
    )
    client.execute()
    notebook.metadata = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    return notebook


def texts(notebook: Any) -> list[Any]:
    """What each cell shows, without pictures and without HTML that others make, which changes with their versions."""
    found: list[Any] = []
    for cell in notebook.cells:
        for output in cell.get("outputs", ()):
            if output.output_type == "stream":
                found.append((cell.id, output.name, output.text))
            for kind, data in sorted(output.get("data", {}).items()):
                if kind == "text/plain" or (kind == "text/html" and 'class="jsonbeacon' in data):
                    found.append((cell.id, kind, data))
    return found


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_run_gives_what_is_stored(path: pathlib.Path) -> None:
    stored = nbformat.read(path, as_version=4)
    again = executed(path)
    assert texts(again) == texts(stored)
    assert len(texts(stored)) > 5
    kinds = [[sorted(output.get("data", ())) for output in cell.get("outputs", ())] for cell in again.cells]
    assert kinds == [[sorted(output.get("data", ())) for output in cell.get("outputs", ())] for cell in stored.cells]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_file_is_small_and_tells_nothing_of_where_it_ran(path: pathlib.Path) -> None:
    text = path.read_text("utf-8")
    assert len(text.encode()) <= LARGEST
    notebook = nbformat.reads(text, as_version=4)
    nbformat.validate(notebook)
    assert set(notebook.metadata) == {"kernelspec", "language_info"}
    assert notebook.metadata.language_info == {"name": "python"}
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1))
    assert not any(cell.metadata for cell in notebook.cells)
    assert not any(output.output_type == "error" for cell in cells for output in cell.outputs)
    assert not re.search(
        r"/(home|root|tmp|usr)/|site-packages|\\u001b\[", "".join(str(each) for each in texts(notebook))
    )


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_links(path: pathlib.Path) -> None:
    for cell in nbformat.read(path, as_version=4).cells:
        if cell.cell_type == "markdown":
            for target in re.findall(r"\]\(([^)\s#]+)\)", cell.source):
                assert (path.parent / target).exists(), target


def test_there_are_three_and_they_stand_alone() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["first_steps", "messy_replies", "retry_loop"]
    lines = (EXAMPLES / "data" / "replies.jsonl").read_text("utf-8").splitlines()
    assert [json.loads(line) for line in lines] == [{"text": row["text"]} for row in rows("replies.jsonl")]


if __name__ == "__main__":
    for each in NOTEBOOKS:
        each.write_text(nbformat.writes(executed(each)) + "\n", "utf-8")
        print(each.name)
    sys.exit(0)
