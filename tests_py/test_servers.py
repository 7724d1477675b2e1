"""Servers that fork, under load: right answers, from several processes, and a clean end. All on the loopback interface.

They are in .ci/requirements-servers.txt; PySpark needs Java as well.
"""

from __future__ import annotations

import concurrent.futures
import importlib.util
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator

import pytest

HERE = pathlib.Path(__file__).parent / "servers"
sys.path.insert(0, str(HERE))

from work import answer, reply

REQUESTS = int(os.environ.get("REQUESTS", "400"))
CLIENTS = 8
PATIENCE = 120  # seconds, for what takes one on an idle machine

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="a child is given a runtime on Linux only")


def needs(module: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(importlib.util.find_spec(module) is None, reason=f"{module} is not installed")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """A process group that answers on a port."""

    def __init__(self, log: pathlib.Path, command: list[str], **env: str) -> None:
        self.log = log
        with log.open("wb") as output:
            self.process = subprocess.Popen(
                [sys.executable, "-m", *command],
                cwd=HERE,
                env={**os.environ, **env},
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def end(self) -> int:
        """Asks it to stop, as a supervisor does; its exit code."""
        self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            raise AssertionError("it hangs at its end:\n" + self.log.read_text()) from None

    def others(self) -> list[str]:
        """What still runs of its session."""
        command = ["ps", "-o", "stat=,args=", "-g", str(self.process.pid)]
        left = subprocess.run(command, capture_output=True, text=True, check=False)
        return [line for line in left.stdout.splitlines() if not line.startswith("Z")]


def get(url: str) -> dict[str, object]:
    end = time.monotonic() + PATIENCE
    while True:
        try:
            with urllib.request.urlopen(url, timeout=PATIENCE) as response:
                found = json.load(response)
                assert isinstance(found, dict)
                return found
        except ConnectionError:
            pass
        except OSError as error:
            if not isinstance(error.__cause__ or getattr(error, "reason", None), ConnectionError):
                raise
        assert time.monotonic() < end, "nothing listens"
        time.sleep(0.05)


def load(port: int) -> set[object]:
    """Several clients ask at once; the processes that answered."""
    pids: set[object] = set()

    def ask(number: int) -> None:
        found = get(f"http://127.0.0.1:{port}/{number}")
        pids.add(found.pop("pid"))
        assert found == answer(reply(number)), number

    get(f"http://127.0.0.1:{port}/0")
    with concurrent.futures.ThreadPoolExecutor(CLIENTS) as clients:
        for done in [clients.submit(ask, number) for number in range(REQUESTS)]:
            done.result(timeout=PATIENCE)
    return pids


@pytest.fixture
def started(tmp_path: pathlib.Path) -> Iterator[list[Server]]:
    servers: list[Server] = []
    yield servers
    for server in servers:
        if server.process.poll() is None:
            os.killpg(server.process.pid, signal.SIGKILL)
            server.process.wait()


@needs("gunicorn")
@pytest.mark.parametrize("kind", ["sync", "gthread"])
def test_gunicorn_with_preload(kind: str, tmp_path: pathlib.Path, started: list[Server]) -> None:
    port = free_port()
    command = ["gunicorn", "--preload", "-w", "3", "-k", kind, "-b", f"127.0.0.1:{port}", "--timeout", str(PATIENCE)]
    command += ["--threads", "4"] if kind == "gthread" else []
    command += ["--max-requests", "60"]  # workers are replaced: forks go on while the load does
    server = Server(tmp_path / "log", [*command, "wsgi:application"])
    started.append(server)
    assert len(load(port)) >= 3
    assert server.end() == 0, server.log.read_text()
    assert not server.others()


@needs("uvicorn")
def test_uvicorn_with_several_workers(tmp_path: pathlib.Path, started: list[Server]) -> None:
    port = free_port()
    command = ["uvicorn", "--workers", "3", "--host", "127.0.0.1", "--port", str(port), "--log-level", "warning"]
    server = Server(tmp_path / "log", [*command, "asgi:application"])
    started.append(server)
    assert len(load(port)) >= 1  # which worker answers is the kernel's choice
    assert server.end() in (0, -signal.SIGTERM), server.log.read_text()
    assert not server.others()


@needs("celery")
def test_celery_prefork(tmp_path: pathlib.Path, started: list[Server], monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("queue", "control", "results"):
        (tmp_path / name).mkdir()
    monkeypatch.setenv("CELERY_FOLDER", str(tmp_path))
    import tasks

    command = ["celery", "-A", "tasks", "worker", "--pool", "prefork", "-c", "3", "-l", "WARNING"]
    command += ["--without-gossip", "--without-mingle", "--without-heartbeat", "--max-tasks-per-child", "10"]
    server = Server(tmp_path / "log", command, C_FORCE_ROOT="1")
    started.append(server)
    firsts = range(0, REQUESTS, 8)
    for first in firsts:
        tasks.extract.delay(first, 8)
    results = {first: tmp_path / "results" / str(first) for first in firsts}
    end = time.monotonic() + PATIENCE
    while not all(path.exists() for path in results.values()):
        assert time.monotonic() < end, server.log.read_text()
        time.sleep(0.05)
    pids = set()
    for first, path in results.items():
        found = json.loads(path.read_text())
        pids.add(found["pid"])
        assert found["answers"] == [answer(reply(number)) for number in range(first, first + 8)]
    assert len(pids) >= 3
    assert server.end() == 0, server.log.read_text()
    assert not server.others()


@needs("pyspark")
@pytest.mark.skipif(shutil.which("java") is None, reason="PySpark needs Java")
def test_pyspark(tmp_path: pathlib.Path) -> None:
    """Its daemon forks a worker for each task at once; the daemon has loaded the package, and used it."""
    code = f"""
import os, sys
sys.path.insert(0, {str(HERE)!r})
from pyspark.sql import SparkSession
from work import answer, reply

spark = (SparkSession.builder.master("local[3]").appName("jsonbeacon")
         .config("spark.ui.enabled", "false").config("spark.driver.host", "127.0.0.1")
         .config("spark.driver.bindAddress", "127.0.0.1").config("spark.python.worker.reuse", "false")
         .config("spark.python.daemon.module", "daemon_that_has_used_it")
         .config("spark.executorEnv.PYTHONPATH", {str(HERE)!r}).getOrCreate())
spark.sparkContext.setLogLevel("ERROR")

def work(number):
    return os.getpid(), number, answer(reply(number))

found = spark.sparkContext.parallelize(range({REQUESTS}), 24).map(work).collect()
assert [number for _, number, _ in found] == list(range({REQUESTS}))
assert all(got == answer(reply(number)) for _, number, got in found)
assert len({{pid for pid, _, _ in found}}) >= 3
spark.stop()
print("done")
"""
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        cwd=tmp_path,
        env={**os.environ, "PYSPARK_PYTHON": sys.executable, "PYTHONPATH": str(HERE), "SPARK_LOCAL_IP": "127.0.0.1"},
    )
    assert done.returncode == 0, done.stderr[-3000:]
    assert done.stdout.endswith("done\n")
