"""Two packages with a Go runtime each share a process: pyyescrypt, which hashes passwords, is the other one."""

from __future__ import annotations

import importlib.util
import subprocess
import sys

import pytest

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="a child is given a runtime on Linux only"),
    pytest.mark.skipif(importlib.util.find_spec("pyyescrypt") is None, reason="pyyescrypt is not installed"),
]

OURS = "import jsonbeacon\n"
OTHER = "import pyyescrypt\nassert pyyescrypt._backend_name == 'native'\n"
ORDERS = {
    "ours first": OURS + OTHER,
    "the other first": OTHER + OURS,
    "ours first, and used": OURS + "jsonbeacon.parse_json('[1]')\n" + OTHER,
    "the other first, and used": OTHER + "pyyescrypt.generate_hash('x')\n" + OURS,
}

WORK = """
import os, signal, threading
DIGITS = "7" * 30_000
def ours():
    for i in range(50):
        assert jsonbeacon.extract_json('Sure: {"a": [1, %d]}' % i) == {"a": [1, i]}
    assert jsonbeacon.parse_json(f"[{DIGITS}]")[0] % 10 == 7  # Go allocates
    try:
        jsonbeacon.extract_json('{"intent": cancel')
    except jsonbeacon.MalformedOutputError as error:
        assert error.column == 12
def other():
    made = pyyescrypt.generate_hash("secret")
    assert pyyescrypt.verify_hash("secret", made) and not pyyescrypt.verify_hash("other", made)
def both():
    ours()
    other()
def threads(work, n=4):
    errors = []
    def body():
        try:
            work()
        except BaseException as error:
            errors.append(error)
    started = [threading.Thread(target=body) for _ in range(n)]
    for thread in started: thread.start()
    for thread in started: thread.join()
    assert not errors, errors
def in_child(work):
    pid = os.fork()
    if not pid:
        signal.alarm(60)
        try:
            work()
        except BaseException as error:
            print(repr(error), flush=True)
            os._exit(1)
        os._exit(0)
    assert os.waitpid(pid, 0)[1] == 0
"""

SCENARIOS = {
    "used in turn": "for _ in range(3): both()",
    "used in threads": "threads(both)",
    # The other's runtime does not survive a fork, which is its own affair; ours does, beside it.
    "ours in forked children": "both()\nfor _ in range(20): in_child(ours)\nboth()",
    "ours in children forked by threads": "both()\nthreads(lambda: [in_child(ours) for _ in range(5)])\nboth()",
    "ours in children of children": "both()\nin_child(lambda: (ours(), in_child(ours), ours()))\nboth()",
}


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("order", ORDERS)
def test_both_work(order: str, scenario: str) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "ignore::DeprecationWarning", "-c", ORDERS[order] + WORK + SCENARIOS[scenario]],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
