"""The reference on the documentation site has every public name, with what it says of itself.

That the site can be built, and that its links lead somewhere, is what `docs/build.py` checks.
"""

from __future__ import annotations

import pathlib
import pkgutil
import re
import sys
from typing import Any

import jsonbeacon
import jsonbeacon.clients
import jsonbeacon.integrations
import pytest

DOCS = pathlib.Path(__file__).parent.parent / "docs"
NAMES = re.findall(r"^- `(jsonbeacon[\w.]*)`: ", (DOCS / "api.md").read_text("utf-8"), re.MULTILINE)
# They read a type at run time, or have none to tell.
UNTYPED = {"self", "options"}


def test_the_reference_has_every_public_name() -> None:
    wanted = {f"jsonbeacon.{name}" for name in jsonbeacon.__all__}
    wanted |= {f"jsonbeacon.clients.{name}" for name in jsonbeacon.clients.__all__}
    assert {name for name in NAMES if ".integrations." not in name} == wanted
    assert len(NAMES) == len(set(NAMES))
    adapters = {each.name for each in pkgutil.iter_modules(jsonbeacon.integrations.__path__)}
    assert {name.split(".")[2] for name in NAMES if ".integrations." in name} == adapters | {"instructions"}


@pytest.fixture(scope="module")
def reference() -> Any:
    """The package as the site documents it."""
    griffe = pytest.importorskip("griffe", reason=".ci/requirements-docs.txt is not installed")
    sys.path.insert(0, str(DOCS / "site"))
    try:
        extensions = griffe.load_extensions(str(DOCS / "site" / "docstrings.py"))
        return griffe.load("jsonbeacon", extensions=extensions, docstring_parser="sphinx", resolve_aliases=True)
    finally:
        sys.path.remove(str(DOCS / "site"))


@pytest.mark.parametrize("name", NAMES)
def test_what_a_name_says_of_itself(reference: Any, name: str) -> None:
    thing = reference[name.removeprefix("jsonbeacon.")]
    assert thing.docstring and thing.docstring.parsed
    functions = [thing] if thing.is_function else [each for each in thing.all_members.values() if each.is_function]
    for function in functions:
        if function.name.startswith("_"):
            continue
        assert function.docstring, function.name
        for parameter in function.parameters:
            assert parameter.annotation or parameter.name in UNTYPED, (function.name, parameter.name)
            assert "_T" not in str(parameter.annotation)


def test_the_signature_of_a_function_in_the_extension(reference: Any) -> None:
    function = reference["extract_json"]
    shown = {each.name: str(each.annotation) for each in function.parameters}
    assert shown["text"] == "str | bytes | bytearray | memoryview"
    assert shown["select"] == "Literal['first', 'last', 'largest', 'only']"
    assert list(shown)[1:] == list(jsonbeacon.Extractor.__init__.__kwdefaults__ or {})
    described = next(each for each in function.docstring.parsed if each.kind.value == "parameters")
    assert [each.name for each in described.value] == list(shown)


def test_the_pictures_are_what_is_drawn() -> None:
    sys.path.insert(0, str(DOCS / "site"))
    try:
        import pictures  # type: ignore[import-not-found]
    finally:
        sys.path.remove(str(DOCS / "site"))
    there = {path.name: path.read_text("utf-8") for path in (DOCS / "pictures").glob("*.svg")}
    assert there == pictures.drawn()
