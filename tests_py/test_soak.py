"""The short form of the soak; the long one is ``soak.py --minutes 120``."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="what the process takes is read from /proc")
def test_soak() -> None:
    script = Path(__file__).with_name("soak.py")
    ran = subprocess.run(
        [sys.executable, script, "--minutes", "0.3"], check=False, capture_output=True, text=True, timeout=300
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
