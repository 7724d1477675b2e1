"""What griffe must know of jsonbeacon to document it: an extension for griffe.

The types are in the sources and in the stub of the extension module, and are read without running anything. What the
functions and attributes of the extension say of themselves is in the built module, and is asked of it.
"""

from __future__ import annotations

import ast
import builtins
import importlib
import inspect
import re
import textwrap
from typing import Any

import griffe
import jsonbeacon

# They have no public names, and importing them does more than that.
_PROGRAMS = ("__main__", "_cli", "_serve")

_DOCTEST = re.compile(r"^>>> .*\n(?:.+\n?)*", re.MULTILINE)
_LITERAL = re.compile(r"(^|:)::\n\n((?:    .*\n|\n)+)", re.MULTILINE)
_TERM = re.compile(r"^(``\w+``)\n((?:    .*\n)+)", re.MULTILINE)
_NAME = re.compile(r"``(\w+)``")
_PAGE = re.compile(r"``docs/(\w+)\.md``")


class Docstrings(griffe.Extension):
    """Puts the docstrings of the built package where the sources have none, and all of them into Markdown."""

    def on_package(self, *, pkg: griffe.Module, loader: griffe.GriffeLoader, **kwargs: Any) -> None:
        if pkg.path == "jsonbeacon":
            _add_functions(pkg["_native"])
            names = {name: str(each.value) for name, each in pkg["_native"].attributes.items() if each.annotation}
            # Its own take what the functions take, in fewer words.
            for option in list(pkg["_extractor.Extractor.__init__"].parameters)[1:]:
                option.annotation = pkg["_native.extract_json"].parameters[option.name].annotation
            _visit(pkg, {name: value.replace("_T]", "T]") for name, value in names.items()})


def _add_functions(stub: griffe.Module) -> None:
    """A function that the stub has by its overloads alone; the first takes what most callers give."""
    for name, overloads in stub.overloads.items():
        if name not in stub.members and overloads:
            stub.set_member(name, overloads[0])
            overloads[0].parameters["schema"].annotation = " | ".join(
                dict.fromkeys(str(each.parameters["schema"].annotation).removesuffix(" | None") for each in overloads)
            ) + " | None"  # fmt: skip


def _visit(place: griffe.Object, aliases: dict[str, str]) -> None:
    for each in list(place.members.values()):
        if each.is_alias or each.name in _PROGRAMS:
            continue
        if isinstance(each, griffe.Function | griffe.Attribute | griffe.Class):
            _document(each)
        if isinstance(each, griffe.Class):
            each.bases = _public_bases(each)
        if isinstance(each, griffe.Function):
            each.returns = _spelt_out(each.returns, aliases)
            for parameter in each.parameters:
                parameter.annotation = _spelt_out(parameter.annotation, aliases)
        elif isinstance(each, griffe.Attribute):
            each.annotation = _spelt_out(each.annotation, aliases)
        if each.is_class or each.is_module:
            _visit(each, aliases)


def _public_bases(place: griffe.Class) -> list[Any]:
    """In the place of a base that is not public, what it is made of."""
    found = []
    for base in place.bases:
        name = str(base).split("[")[0]
        if name in jsonbeacon.__all__ or hasattr(builtins, name):
            found.append(base)
        elif isinstance(inner := place.module.members.get(name), griffe.Class):
            found += _public_bases(inner)
    return found


def _spelt_out(annotation: Any, aliases: dict[str, str]) -> Any:
    """Without the stub's names for types, which are not public."""
    text = str(annotation)
    if not re.search(r"\b_[A-Z]", text):
        return annotation
    for _ in range(2):  # an alias may be made of others
        text = re.sub(r"\b(_[A-Z]\w+)(\[_?\w+\])?", lambda found: aliases.get(found[1], found[0]), text)
    return text.replace("_ValidatesPython", "TypeAdapter").replace("_T_co", "T").replace("_T", "T")


def _document(thing: griffe.Object) -> None:
    text = thing.docstring.value if thing.docstring else None
    if text is None and not thing.name.startswith("_"):
        text = _at_run_time(thing)
    if text:
        thing.docstring = griffe.Docstring(_markdown(text), parent=thing, parser="sphinx")


def _at_run_time(thing: griffe.Object) -> str | None:
    if ".integrations." in thing.path:
        return None  # would import the library that it adapts to
    module = importlib.import_module(thing.module.path)
    owner, _, name = thing.path.removeprefix(f"{module.__name__}.").rpartition(".")
    if not owner:
        return getattr(getattr(module, name, None), "__doc__", None)
    holder = getattr(module, owner, None)
    for each in getattr(holder, "__mro__", ()):
        slots = vars(each).get("__slots__")
        if isinstance(slots, dict) and slots.get(name):
            return str(slots[name])
        if documented := getattr(vars(each).get(name), "__doc__", None):
            return inspect.cleandoc(documented)
    return None


def _markdown(text: str) -> str:
    """A docstring of this package in Markdown: its examples, literal blocks, lists of terms, and names as links."""
    text = inspect.cleandoc(text) + "\n"
    text = _LITERAL.sub(lambda found: f"{found[1]}\n\n{_fenced(textwrap.dedent(found[2]).strip())}\n\n", text)
    text = _DOCTEST.sub(lambda found: _fenced(found[0].rstrip(), "pycon") + "\n", text)
    text = _TERM.sub(lambda found: f"- {found[1]}: {' '.join(found[2].split())}\n", text)
    prose = re.split(r"(^```.*?^```$)", text, flags=re.MULTILINE | re.DOTALL)
    for at in range(0, len(prose), 2):
        prose[at] = _NAME.sub(_linked, _PAGE.sub(r"[\1](\1.md)", prose[at]))
    return "".join(prose).strip()


def _fenced(code: str, language: str = "") -> str:
    if not language:
        try:
            ast.parse(code)
            language = "python"
        except SyntaxError:
            language = "text"
    return f"```{language}\n{code}\n```"


def _linked(found: re.Match[str]) -> str:
    return f"[{found[0]}][jsonbeacon.{found[1]}]" if found[1] in jsonbeacon.__all__ else found[0]
