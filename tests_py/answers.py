"""Whoever gives an answer, in one form that `==` compares.

A value is shown by its `repr`, since `1 == 1.0 == True` and `0.0 == -0.0`, and `repr` keeps the order of keys too.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import jsonbeacon
import oracle
from oracle import Kind, Select


class Answer(NamedTuple):
    value: str | None = None
    source: str | None = None
    start: int | None = None
    end: int | None = None
    candidates: int | None = None
    code: str | None = None
    position: int | None = None
    line: int | None = None
    column: int | None = None
    reason: str | None = None

    def in_common(self) -> Answer:
        """What llm-beacon tells too: nothing but code and place of an error."""
        return self if self.code is None else self._replace(start=None, end=None, reason=None)


def of_engine(text: Any, select: Select, kind: Kind) -> Answer:
    try:
        found = jsonbeacon.extract_json_detailed(text, select=select, kind=kind)
    except jsonbeacon.MalformedOutputError as error:
        return of_error(error)
    return Answer(repr(found.value), found.source, found.start, found.end, found.candidates)


def of_error(error: Any) -> Answer:
    return Answer(
        code=error.code,
        position=error.position,
        line=error.line,
        column=error.column,
        start=error.start,
        end=error.end,
        reason=error.reason,
    )


def of_oracle(
    text: str, candidates: list[oracle.Candidate], select: Select, kind: Kind, by: oracle.Oracle = oracle.CONTRACT
) -> Answer:
    try:
        found = by.choose(candidates, select, kind)
    except oracle.OracleError as error:
        line, column = (None, None) if error.position is None else by.place(text, error.position)
        return Answer(
            code=error.code,
            position=error.position,
            line=line,
            column=column,
            start=error.start,
            end=error.end,
            reason=error.reason,
        )
    assert found is not None
    return Answer(repr(found.value), found.source, found.start, found.end, found.candidates)
