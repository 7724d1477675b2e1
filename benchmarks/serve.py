"""How much the server answers: wrk on this machine, and the server's memory meanwhile.

python -m benchmarks.serve                   10 seconds for each number of connections
python -m benchmarks.serve --seconds 300     five minutes for each: is its memory flat?
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from . import environment

CONNECTIONS = (1, 16, 64)
SCRIPT = """\
wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
local file = io.open("{body}", "rb")
wrk.body = file:read("*a")
done = function(summary, latency, requests)
  io.write(string.format("RESULT %d %d %d %d %d\\n", summary.requests, summary.duration,
    latency:percentile(50), latency:percentile(99), summary.errors.status + summary.errors.read + summary.errors.timeout))
end
"""


def body() -> str:
    """A request of 1 KB: a reply with prose around the JSON."""
    items = [{"id": i, "name": f"item {i}", "price": 10 + i / 4, "tags": ["a", "b"]} for i in range(13)]
    return json.dumps({"text": f"Sure! Here is the list:\n```json\n{json.dumps({'items': items})}\n```"})[:-2] + '"}'


def resident(process: int) -> float:
    """The process's resident memory in MB."""
    text = Path(f"/proc/{process}/status").read_text()
    found = re.search(r"VmRSS:\s+(\d+)", text)
    assert found
    return int(found[1]) / 1024


def cpu_seconds(process: int) -> float:
    """The processor time that it has taken."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def start(log: Path, arguments: list[str]) -> tuple[subprocess.Popen[bytes], int]:
    command = [sys.executable, "-m", "jsonbeacon", "serve", "--port", "0", *arguments]
    with log.open("wb") as file:
        process = subprocess.Popen(command, stdout=file, stderr=file)
    while process.poll() is None:
        if found := re.search(r"http://127\.0\.0\.1:(\d+)/", log.read_text()):
            return process, int(found[1])
        time.sleep(0.05)
    raise SystemExit(log.read_text())


def main() -> None:
    p = argparse.ArgumentParser(prog="python -m benchmarks.serve", description=__doc__)
    p.add_argument("--seconds", type=int, default=10)
    p.add_argument("--connections", type=int, nargs="*", default=CONNECTIONS)
    p.add_argument("--access-log", action="store_true", help="with the access log, to a file")
    given = p.parse_args()
    if not shutil.which("wrk"):
        raise SystemExit("wrk is needed (Debian: apt-get install wrk)")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "body").write_text(body())
        (folder / "script.lua").write_text(SCRIPT.format(body=folder / "body"))
        process, port = start(folder / "log", [] if given.access_log else ["--no-access-log"])
        try:
            where = environment.machine()
            print(f"{where}, load {os.getloadavg()[0]:.1f}; {len(body())} bytes a request; wrk on the same cores")
            for connections in given.connections:
                measure(process.pid, port, connections, given.seconds, folder / "script.lua")
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(60)


def measure(process: int, port: int, connections: int, seconds: int, script: Path) -> None:
    """One run of wrk, printed."""
    url = f"http://127.0.0.1:{port}/v1/tools/extract-json/versions/1.0.0/execute"
    command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--timeout", "20s", "-s", str(script), url]
    memory: list[float] = []
    ended = threading.Event()

    def watch() -> None:
        while not ended.wait(max(1.0, seconds / 30)):
            memory.append(resident(process))

    watcher = threading.Thread(target=watch)
    watcher.start()
    before = cpu_seconds(process)
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    spent = cpu_seconds(process) - before
    ended.set()
    watcher.join()
    found = re.search(r"RESULT (\d+) (\d+) (\d+) (\d+) (\d+)", ran.stdout)
    assert found, ran.stdout + ran.stderr
    requests, duration, p50, p99, errors = map(int, found.groups())
    # The first part is for what is made once.
    settled = memory[len(memory) // 5 :] or memory
    print(
        f"{connections:4} connections: {requests / duration * 1e6:7.0f} requests/s, p50 {p50 / 1000:.2f} ms, "
        f"p99 {p99 / 1000:.2f} ms, {spent / requests * 1e6:.0f} µs of processor time a request, {errors} errors of {requests}; memory {settled[0]:.1f} to {settled[-1]:.1f} MB, "
        f"at most {max(memory):.1f} MB",
        flush=True,
    )


if __name__ == "__main__":
    main()
