"""What becomes of a reply under the options given, and under those that it is tried with beside them.

A trial reads a reply again only where its options could make a difference. Most replies hold one JSON object and nothing
else that could be one, and there they cannot: see ``_is_settled``.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from .. import Extraction, Extractor, JSONBeaconError
from .policies import trials

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    Outcome = Extraction[Any] | JSONBeaconError

_INVISIBLE = re.compile("[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\uff5b]")
"""What the option ``invisible`` is about, and the full-width brace that repair takes for one."""

_LOOKS = 40
"""How many values are looked at to find one that is filled in."""


class Place(NamedTuple):
    """What is counted of a value."""

    start: int
    end: int
    truncated: bool
    rules: frozenset[str]
    """Those of repair that it took."""


class Judge:
    """The options given, and the trials; ``judge`` takes replies, as many at a time as there are."""

    def __init__(self, given: dict[str, Any]) -> None:
        self.given: Extractor[Any] = Extractor(**given)
        self.required = self.given.required
        self.trials = trials(given)
        self._others: list[Extractor[Any]] = []
        self._run: list[int] = []
        """Of each trial the extractor, or -1 for that of the options given."""
        for trial in self.trials:
            extractor: Extractor[Any] = Extractor(**trial.options)
            if extractor == self.given:
                self._run.append(-1)
                continue
            if extractor not in self._others:
                self._others.append(extractor)
            self._run.append(self._others.index(extractor))
        self._rejects_blank = self.given.blank == "reject"
        self._repairs = self.given.repair is not None

    def judge(self, texts: Sequence[str]) -> list[tuple[Outcome, list[Place | None] | None]]:
        """Of each text what becomes of it, and what each trial takes of it: ``None`` where that is the same in all."""
        found = [_outcome(self.given, text) for text in texts]
        unsettled = [n for n, outcome in enumerate(found) if not self._is_settled(texts[n], outcome)]
        # One extractor after the other, and of a value only its place is kept.
        others = [[place(_outcome(extractor, texts[n])) for n in unsettled] for extractor in self._others]
        tried: list[list[Place | None] | None] = [None] * len(texts)
        for column, n in enumerate(unsettled):
            given = place(found[n])
            tried[n] = [given if run < 0 else others[run][column] for run in self._run]
        return list(zip(found, tried))

    def _is_settled(self, text: str, outcome: Outcome) -> bool:
        """Whether every trial comes to the same, as far as can be told from a look at the text.

        It does where no bracket stands outside the value and no fence but its own: no other candidate can come of that,
        by repair or otherwise, and what parses is not repaired. (If repair was given, it may have closed a fence, so
        then only what is a value as a whole is settled.) Without ``<`` there is no tag and no reasoning; without an
        invisible character, and with something filled in, nothing is stripped or refused.

        What is too long is so in every trial, and where there is no bracket at all, nothing is found.
        """
        if isinstance(outcome, Extraction):
            start, end = outcome.start, outcome.end
            before, after = text[:start], text[end:]
            return (
                text.startswith("{", start)
                and outcome.candidates == 1
                and "{" not in before
                and "[" not in before
                and "{" not in after
                and "[" not in after
                and "<" not in text
                and (text.isascii() or not _INVISIBLE.search(text))
                and (
                    outcome.source == "whole"
                    or (not self._repairs and _fence_marks(text) <= (2 if outcome.source == "fence" else 0))
                )
                and (self._rejects_blank or _is_filled(outcome.value))
                and not outcome.repairs
            )
        if outcome.code == "json.not_found":
            return "{" not in text and "[" not in text and "<" not in text and text.isascii()
        return outcome.reason == "too_long"


def place(outcome: Outcome) -> Place | None:
    """Of a value where it stands and how it was mended; ``None`` of an error."""
    if not isinstance(outcome, Extraction):
        return None
    return Place(outcome.start, outcome.end, outcome.truncated, frozenset(each.rule for each in outcome.repairs))


def _outcome(extractor: Extractor[Any], text: str) -> Outcome:
    try:
        return extractor.detailed(text)
    except JSONBeaconError as error:
        return error


def _fence_marks(text: str) -> int:
    return text.count("```") + text.count("~~~")


def _is_filled(value: Any) -> bool:
    """Whether one of the first values is neither null, nor empty, nor like a placeholder."""
    left = [value]
    for _ in range(_LOOKS):
        if not left:
            return False
        each = left.pop()
        if type(each) is dict:
            left += each.values()
        elif type(each) is list:
            left += each
        elif type(each) is str:
            if each[:1].isalnum():
                return True
        elif each is not None:
            return True
    return False
