"""The completion scripts that are shipped are those of the options.

`python tests_py/test_cli_completion.py` writes them anew; it needs shtab, which the package does not.
"""

from __future__ import annotations

import argparse
import pathlib
import shutil
import subprocess
import sys

import pytest
from jsonbeacon._cli._options import parser

SHELLS = ("bash", "zsh", "fish")
FOLDER = pathlib.Path(__file__).parent.parent / "python" / "jsonbeacon" / "_cli" / "completions"


def script(shell: str) -> str:
    shtab = pytest.importorskip("shtab")
    p = parser()
    for action in p._actions:
        if action.metavar == "FILE":
            action.complete = shtab.FILE  # type: ignore[attr-defined]
        if action.dest == "repair" and action.choices:
            # Its value is part of the word, or left out.
            action.nargs = argparse.OPTIONAL
    return str(shtab.complete(p, shell=shell)).rstrip("\n") + "\n"


@pytest.mark.parametrize("shell", SHELLS)
def test_they_are_up_to_date(shell: str) -> None:
    assert (FOLDER / shell).read_text("utf-8") == script(shell)


@pytest.mark.parametrize("shell", SHELLS)
def test_they_are_printed_and_the_shell_reads_them(shell: str) -> None:
    command = [sys.executable, "-m", "jsonbeacon", "--completion", shell]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert printed == (FOLDER / shell).read_text("utf-8")
    if shutil.which(shell):
        subprocess.run([shell, "-n"], input=printed, text=True, check=True)


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash")
def test_bash_completes_options_and_their_values() -> None:
    def completed(*words: str) -> list[str]:
        line = " ".join(words)
        code = (
            f"source {FOLDER / 'bash'}; COMP_WORDS=({line}); COMP_CWORD={len(words) - 1}; COMP_LINE='{line}';"
            "COMP_POINT=${#COMP_LINE}; _shtab_jsonbeacon; printf '%s\\n' \"${COMPREPLY[@]}\""
        )
        return subprocess.run(["bash", "-c", code], capture_output=True, text=True, check=True).stdout.split()

    assert "--pretty" in completed("jsonbeacon", "--pr")
    assert completed("jsonbeacon", "--kind", "ob") == ["object"]


if __name__ == "__main__":
    for shell in SHELLS:
        (FOLDER / shell).write_text(script(shell), "utf-8")
