"""The completion scripts that are shipped are those of the options and the subcommands.

`python tests_py/test_cli_completion.py` writes them anew; it needs shtab, which the package does not.
"""

from __future__ import annotations

import argparse
import importlib
import pathlib
import shutil
import subprocess
import sys
from typing import Any

import pytest
from jsonbeacon._cli._options import parser
from jsonbeacon._cli.commands import NAMES

SHELLS = ("bash", "zsh", "fish")
FOLDER = pathlib.Path(__file__).parent.parent / "python" / "jsonbeacon" / "_cli" / "completions"


def with_subcommands() -> argparse.ArgumentParser:
    """One parser of everything: the command finds its subcommands by the names of files."""
    p = parser()
    commands: Any = p.add_subparsers(metavar="COMMAND")
    for name in sorted(NAMES):
        module = importlib.import_module(f"jsonbeacon._cli.commands.{name}")
        own = commands._name_parser_map[name] = module.parser()
        own.description = (module.__doc__ or "").splitlines()[0]
        commands._choices_actions.append(commands._ChoicesPseudoAction(name, [], own.description))
    # It stands where a file may stand.
    p._actions.remove(commands)
    p._actions.insert([each.metavar for each in p._actions].index("FILE"), commands)
    return p


def script(shell: str) -> str:
    shtab = pytest.importorskip("shtab")
    p = with_subcommands()
    parsers = [p, *(own for each in p._actions if each.metavar == "COMMAND" for own in (each.choices or {}).values())]  # type: ignore[attr-defined]
    for action in [action for each in parsers for action in each._actions]:
        if action.metavar == "FILE":
            action.complete = shtab.FILE
        if action.metavar == "FOLDER":
            action.complete = shtab.DIRECTORY
        if action.dest == "repair" and action.choices:
            # Its value is part of the word, or left out.
            action.nargs = argparse.OPTIONAL
    made = str(shtab.complete(p, shell=shell)).rstrip("\n") + "\n"
    # The first word is a file or a subcommand; bash completes files where there is nothing else.
    made = made.replace("': :_shtab_jsonbeacon_commands'", "': :{_shtab_jsonbeacon_commands; _files}'")
    return made.replace(
        "_shtab_jsonbeacon_using; and test $_shtab_jsonbeacon_npos -eq 1",
        "_shtab_jsonbeacon_using; and test $_shtab_jsonbeacon_npos -eq 0",
    )


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
    assert completed("jsonbeacon", "ser") == ["serve"]
    assert completed("jsonbeacon", "serve", "--po") == ["--port"]
    assert completed("jsonbeacon", "run", "--in") == ["--input"]


if __name__ == "__main__":
    for shell in SHELLS:
        (FOLDER / shell).write_text(script(shell), "utf-8")
