"""The JSON form of an audit: everything that was found, in an order that depends on nothing else.

``docs/audit.schema.json`` describes it. The two other reports show what is in it and no more.
"""

from __future__ import annotations

from .. import __version__
from .._tally import REASONS
from .advice import advice
from .counts import Counts
from .lengths import EDGES
from .policies import LEVELS, POLICIES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from .sources import Source
    from .state import State

FORMAT = "jsonbeacon.audit"
VERSION = 1
"""Changes when something that was there is gone or means something else."""

_VIOLATIONS = 50
"""The most kinds of violations that are listed."""


def report(sources: Sequence[Source], state: State, options: dict[str, Any], examples: int) -> dict[str, Any]:
    """Everything that was found, ready for ``json.dumps``.

    :param options: those of extraction that differ from the default, as they are shown
    :param examples: how many rows are kept of each failure
    """
    total = Counts()
    files = []
    for source, counts, column, error in zip(sources, state.counts, state.columns, state.errors):
        total.add(counts, examples)
        about = {"file": source.name, "format": source.format, "column": column, "error": error}
        files.append({**about, **_sums(counts, with_examples=False)})
    sums = _sums(total, with_examples=True)
    return {
        "format": FORMAT,
        "version": VERSION,
        "jsonbeacon": __version__,
        "options": options,
        "advice": advice(sums),
        "total": sums,
        "files": files,
    }


def _sums(counts: Counts, with_examples: bool) -> dict[str, Any]:
    failed = sum(counts.failures.values())
    return {
        "rows": counts.rows,
        "replies": counts.replies,
        "values": counts.values,
        "absent": counts.absent,
        "failed": failed,
        "share_failed": share(failed, counts.replies),
        "faults": [
            {"fault": fault, "rows": n, **({"first": counts.fault_rows.get(fault, [])} if with_examples else {})}
            for fault, n in _by_count(counts.faults)
        ],
        "failures": _failures(counts, with_examples),
        "violations": _violations(counts.violations),
        "found": {
            **{source: counts.sources.get(source, 0) for source in ("whole", "fence", "inline", "tag")},
            "several": counts.several,
            "repaired": counts.repaired,
        },
        "policies": [
            {"policy": name, "title": title, **_trial(counts, f"policy {name}")}
            for name, (title, _) in POLICIES.items()
        ],
        "repair": [{"level": level, **_trial(counts, f"repair {level or 'none'}")} for level in LEVELS],
        "rules": [{"rule": rule, "replies": n} for rule, n in _by_count(counts.rules)],
        "lengths": _lengths(counts),
    }


def share(part: int, whole: int) -> float:
    """Between 0 and 1, to six places."""
    return round(part / whole, 6) if whole else 0.0


def _by_count(counts: dict[str, int]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda each: (-each[1], each[0]))


def _failures(counts: Counts, with_examples: bool) -> list[dict[str, Any]]:
    """The reasons, the most frequent first, and their codes in the same way."""
    reasons: dict[str, list[dict[str, Any]]] = {}
    for failure, n in _by_count(counts.failures):
        reason, code = failure.split(" ")
        found = {"code": code, "replies": n, "share": share(n, counts.replies)}
        if with_examples:
            found["examples"] = counts.examples.get(failure, [])
        reasons.setdefault(reason, []).append(found)
    sums = [(reason, sum(code["replies"] for code in codes), codes) for reason, codes in reasons.items()]
    sums.sort(key=lambda each: (-each[1], REASONS.index(each[0])))
    return [
        {"reason": reason, "replies": n, "share": share(n, counts.replies), "codes": codes} for reason, n, codes in sums
    ]


def _violations(counts: dict[str, int]) -> list[dict[str, Any]]:
    found = []
    for kind, n in _by_count(counts)[:_VIOLATIONS]:
        keyword, _, path = kind.partition(" ")
        found.append({"keyword": keyword, "path": path, "replies": n})
    return found


def _trial(counts: Counts, name: str) -> dict[str, Any]:
    n = {each: counts.trials.get(f"{name} {each}", 0) for each in ("values", "saved", "lost", "moved", "completed")}
    n["values"] += counts.alike
    return {**n, "share": share(n["values"], counts.replies)}


def _lengths(counts: Counts) -> dict[str, Any]:
    classes = []
    for number, (replies, truncated) in sorted((int(each), n) for each, n in counts.lengths.items()):
        last = EDGES[number + 1] - 1 if number + 1 < len(EDGES) else None
        classes.append({"from": EDGES[number], "to": last, "replies": replies, "truncated": truncated})
    longest, replies, truncated = counts.longest
    return {
        "characters": counts.characters,
        "longest": {"length": longest, "replies": replies, "truncated": truncated},
        "classes": classes,
    }
