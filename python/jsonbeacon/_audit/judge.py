"""What becomes of a reply under the options given, and under those that it is tried with beside them.

A trial reads a reply again only where its options could make a difference. Most replies hold one JSON object and nothing
else that could be one, and there they cannot: see ``_is_settled``.
"""

from __future__ import annotations

import re

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

    def judge(self, texts: Sequence[str]) -> list[tuple[Outcome, list[Outcome] | None]]:
        """Of each text what becomes of it, and what becomes of it in each trial: ``None`` where that is the same."""
        found = _outcomes(self.given, texts)
        open_ = [n for n, (text, outcome) in enumerate(zip(texts, found)) if not self._is_settled(text, outcome)]
        again = [texts[n] for n in open_]
        others = [_outcomes(extractor, again) for extractor in self._others]
        tried: list[list[Outcome] | None] = [None] * len(texts)
        for place, n in enumerate(open_):
            tried[n] = [found[n] if run < 0 else others[run][place] for run in self._run]
        return list(zip(found, tried))

    def _is_settled(self, text: str, outcome: Outcome) -> bool:
        """Whether every trial comes to the same, as far as can be told from a look at the text.

        If repair was given, only what is a value as a whole is settled: it may have closed a fence. Else, every trial
        comes to the same where no bracket stands outside the value: no other candidate can come of it, by repair or
        otherwise, and what parses is not repaired. Without ``<`` there is no tag and no reasoning, and without an invisible
        character and with something filled in nothing is stripped or refused. There is no fence but the value's own. What is too long is so for every trial,
        and where there is no bracket at all, nothing is found.
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


def _outcomes(extractor: Extractor[Any], texts: Sequence[str]) -> list[Outcome]:
    found: list[Outcome] = []
    for text in texts:
        try:
            found.append(extractor.detailed(text))
        except JSONBeaconError as error:
            found.append(error)
    return found


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
