"""What the archives rest on: licences, versions that agree, errors where a build cannot work."""

from __future__ import annotations

import importlib.metadata
import pathlib
import re
import shutil
import sys

import jsonbeacon
import pytest

ROOT = pathlib.Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "pybind" / "tools"))
import headers
import notices
import target

needs_go = pytest.mark.skipif(shutil.which("go") is None, reason="there is no Go to ask")


@needs_go
def test_the_notices_are_those_of_what_is_linked() -> None:
    assert notices.FILE.read_text("utf-8") == notices.page(), "to be written anew: python pybind/tools/notices.py"


@needs_go
def test_the_licence_of_the_package_names_all_that_it_contains() -> None:
    expression = re.search(r'(?m)^license = "(.+)"', (ROOT / "pyproject.toml").read_text("utf-8"))
    assert expression
    assert {"MIT", *(each.license for each in notices.components())} == set(expression[1].split(" AND "))


def test_the_licences_are_in_the_wheel() -> None:
    files = {str(each): each for each in importlib.metadata.files("jsonbeacon") or [] if "licenses" in each.parts}
    assert {pathlib.PurePosixPath(name).name for name in files} == {"LICENSE", "THIRD-PARTY.txt"}
    for each in files.values():
        assert each.read_text() == (ROOT / each.name).read_text("utf-8")


@pytest.mark.parametrize(
    ("triple", "found"),
    [
        ("x86_64-linux-gnu", ("linux", "amd64", "glibc")),
        ("x86_64-unknown-linux-gnu.2.17", ("linux", "amd64", "glibc")),
        ("x86_64-redhat-linux", ("linux", "amd64", "glibc")),
        ("aarch64-linux-gnu", ("linux", "arm64", "glibc")),
        ("arm64-apple-darwin24.1.0", ("darwin", "arm64", "")),
        ("aarch64-unknown-macos", ("darwin", "arm64", "")),
    ],
)
def test_platforms_that_are_built_for(triple: str, found: tuple[str, str, str]) -> None:
    assert target.parse(triple) == found


@pytest.mark.parametrize(
    ("triple", "words"),
    [
        ("x86_64-alpine-linux-musl", "musl: .*thread-local storage"),
        ("aarch64-linux-musleabi", "musl"),
        ("aarch64-linux-android21", "android"),
        ("x86_64-w64-mingw32", "windows: .*WSL"),
        ("x86_64-unknown-windows-gnu", "windows"),
        ("s390x-linux-gnu", "s390x-linux-gnu: only Linux and macOS on x86-64 and 64-bit ARM"),
        ("i686-linux-gnu", "i686"),
        ("x86_64-unknown-freebsd14", "x86_64-unknown-freebsd14: only Linux"),
        ("", "this machine"),
    ],
)
def test_platforms_that_are_refused_with_the_reason(triple: str, words: str) -> None:
    with pytest.raises(target.UnsupportedPlatform, match=f"^jsonbeacon cannot be built for {words}"):
        target.parse(triple)


def test_without_a_compiler_the_build_says_so() -> None:
    with pytest.raises(target.UnsupportedPlatform, match="needs a C compiler, and 'no-such-compiler -x'"):
        target.triple("no-such-compiler -x")


def test_another_python_than_cpython_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    target.check_python()
    monkeypatch.setattr(sys.implementation, "name", "pypy")
    with pytest.raises(target.UnsupportedPlatform, match="for pypy: the extension is for CPython"):
        target.check_python()


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
@pytest.mark.parametrize("size", [8, 4])
def test_headers_of_another_machine_must_state_its_sizes(size: int, tmp_path: pathlib.Path) -> None:
    source = tmp_path / "source"
    source.mkdir()
    (source / "pyconfig.h").write_text(f"#define SIZEOF_VOID_P {size}\n#define HAVE_GCC_ASM_FOR_X64 1\n#define X 1\n")
    if size == 4:
        with pytest.raises(Exception, match="non-zero exit status"):
            headers.translate(source, tmp_path / "target", ["cc"])
    else:
        headers.translate(source, tmp_path / "target", ["cc"])
        text = (tmp_path / "target" / "pyconfig.h").read_text()
        assert text.splitlines()[1:] == ["/* #undef HAVE_GCC_ASM_FOR_X64 */", "#define X 1"]


def test_one_version_of_the_engine_and_the_package() -> None:
    about = (ROOT / "core" / "tools" / "about.go").read_text("utf-8")
    assert f'Release = "{jsonbeacon.__version__}"' in about
