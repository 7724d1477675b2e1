"""What the benchmarks know of the engine is what engine.h says."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.mark.skipif(not shutil.which("cc"), reason="there is no C compiler to ask")
def test_a_job_is_laid_out_as_in_c(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The engine writes into it: one that is too small is memory of others."""
    monkeypatch.syspath_prepend(str(ROOT))
    from benchmarks.engine import TAPE_SLACK, Job

    names = [name for name, *_ in Job._fields_]
    offsets = "".join(f'printf("%zu ", offsetof(jsonbeacon_job, {name}));' for name in names)
    source = tmp_path / "job.c"
    source.write_text(
        f"""#include <stddef.h>
#include <stdio.h>
#include "engine.h"
int main(void) {{ {offsets} printf("%zu %d", sizeof(jsonbeacon_job), JB_TAPE_SLACK); return 0; }}
"""
    )
    program = tmp_path / "job"
    subprocess.run(["cc", "-I", ROOT / "pybind/engine", "-o", program, source], check=True)
    printed = subprocess.run([program], check=True, capture_output=True, text=True).stdout
    assert [int(each) for each in printed.split()] == [
        *(getattr(Job, name).offset for name in names),
        ctypes.sizeof(Job),
        TAPE_SLACK,
    ]
