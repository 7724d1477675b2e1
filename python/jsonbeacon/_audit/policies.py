"""The sets of options that replies are tried with: those that were given, and what ``docs/policies.md`` names."""

from __future__ import annotations

from typing import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

TAGS = ("result", "json", "output")
_FINAL_ANSWER: dict[str, Any] = {"select": "last", "reasoning": "skip", "tags": TAGS}

POLICIES: dict[str, tuple[str, dict[str, Any]]] = {
    "default": ("the default", {}),
    "one_object": (
        "one object or a counted failure",
        {"select": "only", "kind": "object", "reasoning": "skip", "tags": TAGS, "invisible": "strip"},
    ),
    "final_answer": ("the final answer", _FINAL_ANSWER),
    "whatever_can_be_saved": (
        "whatever can be saved",
        {**_FINAL_ANSWER, "repair": "guess", "fallthrough": True, "blank": "reject", "invisible": "strip"},
    ),
}
"""Of each its title and its options."""

LEVELS = (None, "syntax", "guess", "all")

KEPT = ("schema", "schema_registry", "formats", "required", "sources", "max_length")
"""What is no affair of a policy: what the value must be, and which texts and places are looked at."""


class Trial(NamedTuple):
    """Options that replies are tried with beside those given."""

    kind: str
    """``"policy"`` or ``"repair"``."""

    name: str
    """Of the policy; the level of repair, ``"none"`` for no repair."""

    options: dict[str, Any]


def trials(given: dict[str, Any]) -> list[Trial]:
    """What to try beside the options given, which are complete.

    A policy that names tags takes those that were given instead, if there are, and has the kind that was given unless
    it names one. A level of repair keeps all else.
    """
    kept = {name: given[name] for name in KEPT}
    found = [Trial("policy", "default", kept)]
    for name, (_, options) in POLICIES.items():
        if options:
            tags = given["tags"] or options["tags"]
            found.append(Trial("policy", name, {"kind": given["kind"], **kept, **options, "tags": tags}))
    found += [Trial("repair", level or "none", {**given, "repair": level}) for level in LEVELS]
    return found
