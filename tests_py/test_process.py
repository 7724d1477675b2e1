"""A process that imports and uses the package handles signals as one that does not: the same script with and without."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="signals as Linux has them")

USED = """
import jsonbeacon
assert jsonbeacon.extract_json('Sure: {"a": [1, 2]}') == {"a": [1, 2]}
jsonbeacon.parse_json("[" + "7" * 30_000 + "]")  # Go has allocated, so its other threads exist
"""
#: Python's name for "import it, and do not call it".
VARIANTS = {"imported": "import jsonbeacon\n", "used": USED}

SCRIPTS = {
    "faulthandler, segmentation fault": """
import faulthandler, ctypes
faulthandler.enable()
ctypes.string_at(8)
""",
    "faulthandler, abort": """
import faulthandler, os
faulthandler.enable()
os.abort()
""",
    "no faulthandler": """
import ctypes
ctypes.string_at(8)
""",
    "a signal that kills": """
import os, signal
os.kill(os.getpid(), signal.SIGTERM)
""",
    "dump_traceback_later": """
import faulthandler, time, sys
faulthandler.dump_traceback_later(0.2, file=sys.stdout)
def waits():
    time.sleep(0.6)
waits()
faulthandler.register(10, file=sys.stdout, all_threads=False)
import os
os.kill(os.getpid(), 10)
""",
    "interval timers": """
import signal, time
beats = []
for which, sent in ((signal.ITIMER_REAL, signal.SIGALRM), (signal.ITIMER_VIRTUAL, signal.SIGVTALRM),
                    (signal.ITIMER_PROF, signal.SIGPROF)):
    signal.signal(sent, lambda number, frame: beats.append(number))
    signal.setitimer(which, 0.01, 0.01)
    end = time.monotonic() + 30
    while beats.count(sent) < 5 and time.monotonic() < end:
        sum(range(1000))
    signal.setitimer(which, 0)
    print(sent.name, beats.count(sent) >= 5)
""",
    "children": """
import os, signal, time
seen = []
signal.signal(signal.SIGCHLD, lambda number, frame: seen.append(number))
for _ in range(3):
    before = len(seen)
    pid = os.fork()
    if not pid:
        os._exit(3)
    print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
    end = time.monotonic() + 30
    while len(seen) == before and time.monotonic() < end:
        time.sleep(0.001)
print(len(seen))
""",
    "pipes": """
import os, signal, subprocess, sys
print(signal.getsignal(signal.SIGPIPE))
status = "print([line for line in open('/proc/self/status') if line.startswith(('SigIgn', 'SigBlk'))])"
for restore in (False, True):
    subprocess.run([sys.executable, "-S", "-c", status], restore_signals=restore)
reader, writer = os.pipe()
os.close(reader)
try:
    os.write(writer, b"x")
except BrokenPipeError:
    print("broken pipe")
# A child that execs with SIGPIPE ignored gets an error, and one with it restored is killed.
for restore in (False, True):
    done = subprocess.run(["sh", "-c", "yes 2>/dev/null | head -1; :"], restore_signals=restore, capture_output=True)
    print(done.stdout, done.returncode)
""",
    "handlers and masks": """
import signal
for number in sorted(signal.valid_signals()):
    if number < 32:
        print(number, signal.getsignal(number))
print(sorted(signal.pthread_sigmask(signal.SIG_BLOCK, [])))
""",
    "waking up": """
import os, signal
reader, writer = os.pipe()
os.set_blocking(writer, False)
signal.signal(signal.SIGUSR1, lambda number, frame: print("handler", number))
signal.set_wakeup_fd(writer)
os.kill(os.getpid(), signal.SIGUSR1)
print(os.read(reader, 10))
signal.set_wakeup_fd(-1)
""",
    "asyncio": """
import asyncio, os, signal
async def main():
    loop = asyncio.get_running_loop()
    got = loop.create_future()
    loop.add_signal_handler(signal.SIGUSR2, lambda: got.set_result("heard"))
    os.kill(os.getpid(), signal.SIGUSR2)
    print(await asyncio.wait_for(got, 30))
    process = await asyncio.create_subprocess_exec("sh", "-c", "exit 5")
    print(await process.wait())
asyncio.run(main())
""",
    "interrupted system calls": """
import os, signal, time
signal.signal(signal.SIGALRM, lambda number, frame: None)
signal.setitimer(signal.ITIMER_REAL, 0.02, 0.02)
reader, writer = os.pipe()
pid = os.fork()
if not pid:
    time.sleep(0.3)
    os.write(writer, b"done")
    os._exit(0)
print(os.read(reader, 10))
signal.setitimer(signal.ITIMER_REAL, 0)
os.waitpid(pid, 0)
""",
}


def run(code: str) -> tuple[int, str]:
    """How a fresh interpreter ends, and what it says, without addresses and numbers of lines."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore::DeprecationWarning", "-c", code],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env={**os.environ, "PYTHONHASHSEED": "0"},
    )
    said = re.sub(r"\nExtension modules: .*", "", done.stdout + done.stderr)
    return done.returncode, re.sub(r"0x[0-9a-f]+|line \d+", "…", said).strip()


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("name", SCRIPTS)
def test_as_without_the_package(name: str, variant: str) -> None:
    script = SCRIPTS[name]
    without = run(script)
    assert without[1] or without[0]
    assert run(VARIANTS[variant] + script) == without


@pytest.mark.skipif(sys.version_info < (3, 12), reason="Python warns of a fork with several threads from 3.12 on")
def test_a_fork_after_the_import_alone_gives_no_warning() -> None:
    """No thread was started, so there is nothing to warn of; from the first call on there is."""
    code = """
import os, warnings, jsonbeacon
def fork():
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        pid = os.fork()
        if not pid:
            assert jsonbeacon.parse_json("[1]") == [1]
            os._exit(0)
    assert os.waitpid(pid, 0)[1] == 0
    return [each.category.__name__ for each in caught]
print(fork())
jsonbeacon.extract_json("{}")
print(fork())
"""
    assert run(code) == (0, "[]\n['DeprecationWarning']")
