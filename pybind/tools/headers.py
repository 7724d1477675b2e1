"""Python's headers for another machine than the one they were installed for.

Among them ``pyconfig.h`` alone depends on the machine. Both are 64-bit Linux, where the sizes that it
states are the same: a C file that asserts each goes through the cross compiler first.
"""

from __future__ import annotations

import pathlib
import re
import shutil
import subprocess
import tempfile

#: What ``configure`` finds out about x86 and no other machine.
X86_ALONE = ("HAVE_GCC_ASM_FOR_X64", "HAVE_GCC_ASM_FOR_X87", "VA_LIST_IS_ARRAY")

#: ``SIZEOF_X`` where X is not the type's name in capitals.
TYPES = {
    "VOID_P": "void *",
    "_BOOL": "_Bool",
    "LONG_LONG": "long long",
    "LONG_DOUBLE": "long double",
    "UINTPTR_T": "uintptr_t",
    "PTHREAD_KEY_T": "pthread_key_t",
    "PTHREAD_T": "pthread_t",
}

CHECK = "#include <pthread.h>\n#include <stddef.h>\n#include <stdint.h>\n#include <stdio.h>\n#include <sys/types.h>\n#include <time.h>\n"


def translate(source: pathlib.Path, target: pathlib.Path, compiler: list[str]) -> None:
    """Copies the headers in a folder to another, for the machine that the compiler compiles for."""
    if target.exists():
        shutil.rmtree(target)
    shutil.copytree(source, target)
    config = target / "pyconfig.h"
    text = config.read_text()
    if "SIZEOF_VOID_P" not in text:
        raise SystemExit(f"{source}/pyconfig.h only includes another, which is not known how to translate")
    _check(text, compiler)
    for name in X86_ALONE:
        text = re.sub(rf"(?m)^#define {name} 1$", f"/* #undef {name} */", text)
    config.write_text(text)


def _check(text: str, compiler: list[str]) -> None:
    """Stops where a size or an alignment that ``pyconfig.h`` states is another on that machine."""
    lines = CHECK
    for what, name, value in re.findall(r"(?m)^#define (SIZEOF|ALIGNOF)_(\w+) (\d+)$", text):
        c_type = TYPES.get(name, name.lower().replace("_", " ") if not name.endswith("_T") else name.lower())
        operator = "sizeof" if what == "SIZEOF" else "_Alignof"
        lines += f'_Static_assert({operator}({c_type}) == {value}, "{what}_{name}");\n'
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "sizes.c")
        path.write_text(lines)
        subprocess.run([*compiler, "-std=c11", "-c", str(path), "-o", str(path.with_suffix(".o"))], check=True)
