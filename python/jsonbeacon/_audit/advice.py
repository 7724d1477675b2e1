"""What follows from the counts: a table of rules, each a condition on the sums and a sentence."""

from __future__ import annotations

from typing import NamedTuple

from .lengths import best_split, class_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

LEAST = 0.01
"""What is rarer, as a share of the replies, is not mentioned."""

_SAME_LENGTH = 5
"""So many replies, cut off at one length that none exceeds, are no accident."""

_CLEARLY = 0.4
"""From which index of Youden's on length is said to be why."""


class Said(NamedTuple):
    replies: int
    """How many it is about."""
    text: str
    """With code between back-ticks."""


def advice(sums: dict[str, Any]) -> list[dict[str, Any]]:
    """What the rules say, what is most frequent first."""
    found = []
    for number, (name, rule) in enumerate(RULES.items()):
        said = rule(sums)
        if said is not None:
            found.append((-said.replies, number, {"rule": name, "replies": said.replies, "text": said.text}))
    return [each for *_, each in sorted(found, key=lambda each: each[:2])]


def percent(part: int, whole: int) -> str:
    """A share to one place, but never 0 or 100 where it is not quite that.

    >>> percent(1, 8), percent(0, 8), percent(1, 10_000), percent(9_999, 10_000), percent(8, 8)
    ('12.5%', '0%', '<0.1%', '>99.9%', '100%')
    """
    if part in (0, whole):
        return "100%" if part else "0%"
    share = 100 * part / whole
    if share < 0.1:
        return "<0.1%"
    return f"{share:.1f}%" if share <= 99.9 else ">99.9%"


def _of(sums: dict[str, Any], reason: str) -> int:
    return sum(each["replies"] for each in sums["failures"] if each["reason"] == reason)


def _matters(sums: dict[str, Any], replies: int) -> bool:
    return replies > 0 and replies >= LEAST * sums["replies"]


def _share(sums: dict[str, Any], replies: int) -> str:
    return percent(replies, sums["replies"])


def _truncated(sums: dict[str, Any]) -> Said | None:
    cut = _of(sums, "truncated")
    if not _matters(sums, cut):
        return None
    start = f"{_share(sums, cut)} are cut off"
    longest = sums["lengths"]["longest"]
    if longest["truncated"] >= _SAME_LENGTH and 2 * longest["truncated"] >= cut:
        return Said(
            cut,
            f"{start}, {longest['truncated']:,} of them at exactly {longest['length']:,} characters, which no reply "
            "exceeds: whatever stores or sends the replies cuts them there. Raise that limit.",
        )
    counts = {class_of(each["from"]): (each["replies"], each["truncated"]) for each in sums["lengths"]["classes"]}
    split = best_split(counts)
    if split is not None:
        (longer, longer_cut), (shorter, shorter_cut) = split.longer, split.shorter
        compared = (
            f"of the {longer:,} replies from {split.length:,} characters on, {percent(longer_cut, longer)} are cut "
            f"off, of the shorter ones {percent(shorter_cut, shorter)}"
        )
        if split.youden >= _CLEARLY:
            return Said(
                cut,
                f"{start}, and it is the long ones: {compared}. Raise the model's output limit, or ask for shorter "
                "replies.",
            )
        return Said(
            cut,
            f"{start}, and not the long ones above all: {compared}. Look for a stop sequence that occurs in the JSON, "
            "a stream that breaks off, or a time limit, before you raise the output limit.",
        )
    return Said(cut, f"{start}. Raise the model's output limit, or ask for shorter replies.")


def _no_json(sums: dict[str, Any]) -> Said | None:
    if not _matters(sums, n := _of(sums, "no_json")):
        return None
    return Said(
        n,
        f"{_share(sums, n)} hold no JSON. If the examples are refusals, count them apart; if they are prose, ask for "
        "JSON and nothing else, or switch the provider's JSON mode on.",
    )


def _ambiguous(sums: dict[str, Any]) -> Said | None:
    if not _matters(sums, n := _of(sums, "ambiguous")):
        return None
    return Said(
        n,
        f"{_share(sums, n)} hold several values where one is asked for. Ask for the answer between `<result>` and "
        "`</result>`, and look there: `--tag result`.",
    )


def _schema(sums: dict[str, Any]) -> Said | None:
    if not _matters(sums, n := _of(sums, "schema")):
        return None
    first = sums["violations"][0] if sums["violations"] else None
    most = ""
    if first is not None:
        place = f" at `{first['path']}`" if first["path"] else ""
        most = f", most often for `{first['keyword']}`{place} ({first['replies']:,} replies)"
    return Said(
        n,
        f"{_share(sums, n)} are JSON that does not fit the schema{most}. Give the model the schema, with an example of "
        "what it gets wrong.",
    )


def _blank(sums: dict[str, Any]) -> Said | None:
    if not _matters(sums, n := _of(sums, "blank")):
        return None
    return Said(
        n,
        f"{_share(sums, n)} are forms with nothing filled in. Tell the model what to answer when it does not know.",
    )


def _too_long(sums: dict[str, Any]) -> Said | None:
    if not _matters(sums, n := _of(sums, "too_long")):
        return None
    return Said(n, f"{_share(sums, n)} are longer than the limit. Raise `--max-length`, or ask for shorter replies.")


def _repair(sums: dict[str, Any]) -> Said | None:
    saved = {each["level"]: each["saved"] for each in sums["repair"]}
    syntax, more = saved["syntax"], saved["guess"] - saved["syntax"]
    if _matters(sums, syntax):
        guess = f", `--repair=guess` {_share(sums, more)} more" if _matters(sums, more) else ""
        return Said(syntax, f"`--repair=syntax` would save {_share(sums, syntax)} without a guess{guess}.")
    if _matters(sums, more):
        return Said(more, f"`--repair=guess` would save {_share(sums, more)}, and record each guess.")
    return None


def _final_answer(sums: dict[str, Any]) -> Said | None:
    moved = next(each["moved"] for each in sums["policies"] if each["policy"] == "final_answer")
    if not _matters(sums, moved):
        return None
    return Said(
        moved,
        f"In {_share(sums, moved)} the final answer is another value than the one that is taken, perhaps of a draft or "
        "of an example. See what `--last --reasoning skip --tag result` takes.",
    )


def _faults(sums: dict[str, Any]) -> Said | None:
    n = sum(each["rows"] for each in sums["faults"])
    if not n or n < LEAST * sums["rows"]:
        return None
    first = sums["faults"][0]
    return Said(
        n,
        f"{percent(n, sums['rows'])} of the rows hold no reply, most of them for `{first['fault']}` "
        f"({first['rows']:,}). They are not counted as replies.",
    )


RULES: dict[str, Callable[[dict[str, Any]], Said | None]] = {
    "truncated": _truncated,
    "no_json": _no_json,
    "ambiguous": _ambiguous,
    "schema": _schema,
    "blank": _blank,
    "too_long": _too_long,
    "repair": _repair,
    "final_answer": _final_answer,
    "faults": _faults,
}
"""Of each its name, which stays, and what it says of the sums, if anything."""
