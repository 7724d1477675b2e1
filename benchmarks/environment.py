"""Where a run happens: an environment with the rivals, and what the machine is."""

from __future__ import annotations

import datetime
import os
import platform
import shutil
import subprocess
import sys
import venv
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parent
BUILT = ROOT / "build" / "benchmarks"
# Ray takes a process that is slow to start for a dead one, and runs workers at a lower priority than other work.
ENGINES_ENVIRONMENT = {
    "PYSPARK_PYTHON": sys.executable,
    "SPARK_LOCAL_IP": "127.0.0.1",
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_raylet_start_wait_time_s": "300",
    "RAY_worker_register_timeout_seconds": "300",
    "RAY_agent_register_timeout_ms": "300000",
    "RAY_worker_niceness": "0",
}


def install() -> Path:
    """The interpreter of an environment with this package and every rival that can be had."""
    folder = BUILT / "venv"
    venv.create(folder, with_pip=True, clear=True)
    python = folder / "bin" / "python"
    pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, str(ROOT)], check=True)
    lines = [each.strip() for each in (HERE / "requirements.txt").read_text().splitlines()]
    pinned = [each for each in lines if each and not each.startswith("#")]
    if subprocess.run([*pip, *pinned], check=False).returncode:
        # One that cannot be had must not keep the others out; it is reported as missing.
        for each in pinned:
            subprocess.run([*pip, each], check=False)
    return python


def install_node() -> Path | None:
    """A folder with worker.mjs and what it imports; None where there is no Node, or no package."""
    if not shutil.which("node") or not shutil.which("npm"):
        return None
    folder = BUILT / "node"
    folder.mkdir(parents=True, exist_ok=True)
    for each in (HERE / "node").iterdir():
        shutil.copy(each, folder)
    done = subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--silent"], cwd=folder, check=False)
    return folder if done.returncode == 0 else None


def cpu() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def machine() -> dict[str, Any]:
    return {
        "date": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d"),
        "cpu": cpu(),
        "cores": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "compiler": platform.python_compiler(),
        "optimised": sys.flags.optimize,
    }


def load() -> list[float]:
    """Of the last minute, five and fifteen; 1.0 is one core's worth of work."""
    return [round(each, 2) for each in os.getloadavg()]
