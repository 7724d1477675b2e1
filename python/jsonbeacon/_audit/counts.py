"""The sums of one source, or of several: bounded, whatever was counted, and equal however the work was cut up."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, fields

from .. import Extraction, MalformedOutputError, SchemaValidationError
from .._excerpt import excerpt, first_line, visible
from .judge import place
from .lengths import class_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .judge import Judge, Outcome, Place
    from .readers import Row

WIDTH = 76
"""The most terminal cells of a line of an example."""

_MESSAGE = 400
"""The most characters of an example's message."""

_PATH = 200
"""The most characters of the path of a violation."""

_DISTINCT = 1000
"""The most kinds of violations that are told apart; what comes later is counted under ``OTHERS``."""

OTHERS = "..."

_INDEX = re.compile(r"/\d+(?=/|$)")


@dataclass
class Counts:
    """Everything that is counted. What is a ``dict`` has a count for each key that has come up."""

    rows: int = 0
    faults: dict[str, int] = field(default_factory=dict)
    fault_rows: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    """The first rows of each fault."""

    replies: int = 0
    values: int = 0
    absent: int = 0
    """Replies without JSON, where that was allowed."""
    several: int = 0
    """Replies with a value that was chosen from several."""
    repaired: int = 0
    sources: dict[str, int] = field(default_factory=dict)
    failures: dict[str, int] = field(default_factory=dict)
    """By reason and code, such as ``"truncated json.unexpected_end"``."""
    examples: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    violations: dict[str, int] = field(default_factory=dict)
    """By keyword and path, such as ``"enum /items/*/kind"``: how many replies have one."""

    alike: int = 0
    """Replies with a value that is the same in every trial; ``trials`` does not count them."""
    trials: dict[str, int] = field(default_factory=dict)
    """Such as ``"policy final_answer saved"``."""
    rules: dict[str, int] = field(default_factory=dict)
    """How many replies repair mends by which rule, where it is allowed to guess."""

    lengths: dict[str, list[int]] = field(default_factory=dict)
    """By class of length: replies, and those that were cut off."""
    longest: list[int] = field(default_factory=lambda: [0, 0, 0])
    """The greatest length, how many replies have it, and how many of them were cut off."""
    characters: int = 0

    def add(self, other: Counts, examples: int) -> None:
        """Add what was counted after this."""
        for each in fields(self):
            mine, others = getattr(self, each.name), getattr(other, each.name)
            if each.name == "longest":
                self.longest = _longest(mine, others)
            elif each.name in ("examples", "fault_rows"):
                for key, more in others.items():
                    mine[key] = (mine.get(key, []) + more)[:examples]
            elif each.name == "lengths":
                for key, (replies, cut) in others.items():
                    had = mine.setdefault(key, [0, 0])
                    had[0] += replies
                    had[1] += cut
            elif each.name == "violations":
                for key, count in others.items():
                    self._count_violation(key, count)
            elif isinstance(mine, dict):
                for key, count in others.items():
                    _count(mine, key, count)
            else:
                setattr(self, each.name, mine + others)

    def fault(self, where: dict[str, Any], fault: str, examples: int) -> None:
        """Count a row that holds no reply."""
        self.rows += 1
        _count(self.faults, fault)
        if len(rows := self.fault_rows.setdefault(fault, [])) < examples:
            rows.append(where)

    def reply(self, text: str, outcome: Outcome, required: bool, show: bool) -> str:
        """Count a reply, and return what its failure is counted under; empty if it has not failed.

        :param required: whether a reply without JSON has failed
        :param show: whether the names of members may be kept
        """
        self.rows += 1
        self.replies += 1
        length = len(text)
        self.characters += length
        failure, cut_off = "", False
        if isinstance(outcome, Extraction):
            self.values += 1
            self.several += outcome.candidates > 1
            _count(self.sources, outcome.source)
            self.repaired += bool(outcome.repairs)
            cut_off = outcome.truncated
        elif not required and outcome.code == "json.not_found":
            self.absent += 1
        else:
            failure = f"{outcome.reason} {outcome.code}"
            _count(self.failures, failure)
            cut_off = outcome.reason == "truncated"
            if isinstance(outcome, SchemaValidationError):
                self._count_violations(outcome, show)
        lengths = self.lengths.setdefault(str(class_of(length)), [0, 0])
        lengths[0] += 1
        lengths[1] += cut_off
        if length >= self.longest[0]:
            self.longest = _longest(self.longest, [length, 1, int(cut_off)])
        return failure

    def put(self, where: Callable[[int], dict[str, Any]]) -> None:
        """Say of the rows that are kept where they stand."""
        for kept in (self.fault_rows, self.examples):
            for key, rows in kept.items():
                kept[key] = [{**where(each["row"]), **{k: v for k, v in each.items() if k != "row"}} for each in rows]

    def _count_violations(self, error: SchemaValidationError, show: bool) -> None:
        """Once for each keyword and path; the indices of a path are all one."""
        kinds = dict.fromkeys(
            f"{each['keyword']} {visible(_INDEX.sub('/*', each['path']), _PATH) if show else ''}"
            for each in error.errors
        )
        for kind in kinds:
            self._count_violation(kind, 1)

    def _count_violation(self, kind: str, replies: int) -> None:
        known = kind in self.violations or len(self.violations) < _DISTINCT
        _count(self.violations, kind if known else OTHERS, replies)

    def tried(self, judge: Judge, outcome: Outcome, others: list[Place | None] | None) -> None:
        """Count what each trial takes of a reply, against what was taken; no ``others``: the same in all."""
        if others is None:
            self.alike += isinstance(outcome, Extraction)
            return
        before = place(outcome)
        failed = not isinstance(outcome, Extraction) and (judge.required or outcome.code != "json.not_found")
        for trial, after in zip(judge.trials, others):
            name = f"{trial.kind} {trial.name}"
            if after is None:
                if before is not None:
                    _count(self.trials, f"{name} lost")
                continue
            _count(self.trials, f"{name} values")
            if after.truncated:
                _count(self.trials, f"{name} completed")
            if failed:
                _count(self.trials, f"{name} saved")
            elif before is not None and before[:2] != after[:2]:
                _count(self.trials, f"{name} moved")
            if name == "repair guess":
                for rule in after.rules:
                    _count(self.rules, rule)


def count_piece(rows: list[Row], judge: Judge, examples: int, show: bool) -> Counts:
    """Count some rows. An example says of its place the row alone.

    :param examples: how many rows are kept of each failure
    :param show: whether they may show what a reply says
    """
    counts = Counts()
    judged = iter(judge.judge([text for _, text, _ in rows if text is not None]))
    for row, text, fault in rows:
        if text is None:
            counts.fault({"row": row}, fault, examples)
            continue
        outcome, others = next(judged)
        failure = counts.reply(text, outcome, judge.required, show)
        counts.tried(judge, outcome, others)
        if failure and len(kept := counts.examples.setdefault(failure, [])) < examples:
            kept.append({"row": row, **(example(text, outcome) if show else {})})
    return counts


def example(text: str, outcome: Outcome) -> dict[str, Any]:
    """What there is to see of a failure: what is wrong, and the line with a caret under the place."""
    position = None
    if isinstance(outcome, MalformedOutputError):
        position = outcome.position
    elif isinstance(outcome, SchemaValidationError) and outcome.errors:
        position = _offset(text, outcome.errors[0]["line"], outcome.errors[0]["column"])
    shown = first_line(text, WIDTH) if position is None else excerpt(text, position, WIDTH)
    return {"message": visible(str(outcome), _MESSAGE), "excerpt": shown}


def _count(counts: dict[str, int], key: str, more: int = 1) -> None:
    counts[key] = counts.get(key, 0) + more


def _longest(one: list[int], other: list[int]) -> list[int]:
    if one[0] == other[0]:
        return [one[0], one[1] + other[1], one[2] + other[2]]
    return list(max(one, other))


def _offset(text: str, line: int | None, column: int | None) -> int | None:
    """The code point at a line and a column, which count from 1."""
    if line is None or column is None:
        return None
    start = 0
    for _ in range(line - 1):
        start = text.index("\n", start) + 1
    return start + column - 1
