"""The engine and llm-beacon, an independent implementation, agree but for the rows of `differences.py`.

`JSONBEACON_BEACON_TEXTS` is the number of generated texts; every text is asked about in every select and kind.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

import answers
import beacon
import generate
import oracle
import pytest
from answers import Answer
from beacon_model import Model
from differences import DIFFERENCES, NAMES, Row
from oracle import Kind, Select

TEXTS = int(os.environ.get("JSONBEACON_BEACON_TEXTS", "16000"))
SEED = int(os.environ.get("JSONBEACON_SEED", "1")) + 1_000_000  # other texts than the oracle's
CALLS = tuple((select, kind) for select in oracle.SELECTS for kind in oracle.KINDS)
LONE_SURROGATES = "lone surrogates"  # the one row that is not an answer but an exception
LONG_RUN = 20_000  # texts in which every row has come up


def of_beacon(text: str, select: Select, kind: Kind) -> Answer | None:
    """None: an exception that is not about JSON."""
    try:
        found = beacon.extract_json_detailed(text, select=select, kind=kind)
    except UnicodeEncodeError:
        return None
    except beacon.MalformedOutputError as error:
        return Answer(code=error.code, position=error.position, line=error.line, column=error.column)
    return Answer(repr(found.value), found.source, found.start, found.end, found.candidates)


def has_lone_surrogate(text: str) -> bool:
    return any("\ud800" <= c <= "\udfff" for c in text)


@lru_cache(maxsize=64)
def modelled_candidates(text: str, rows: frozenset[str]) -> list[oracle.Candidate]:
    return Model(rows).candidates(text)


def modelled(text: str, select: Select, kind: Kind, rows: frozenset[str]) -> Answer | None:
    """What llm-beacon would answer if these rows were all its differences."""
    if LONE_SURROGATES in rows and has_lone_surrogate(text):
        return None
    model = Model(rows)
    return answers.of_oracle(text, modelled_candidates(text, rows), select, kind, model).in_common()


def rows_for(
    text: str, select: Select, kind: Kind, ours: Answer, theirs: Answer | None, likely: Iterable[str] = NAMES
) -> frozenset[str] | None:
    """The rows that make the difference; None if it is not they that make it."""
    every = frozenset(NAMES)
    if modelled(text, select, kind, frozenset()) != ours or modelled(text, select, kind, every) != theirs:
        return None
    for name in likely:
        if modelled(text, select, kind, frozenset({name})) == theirs:
            return frozenset({name})
    rows = every
    for name in NAMES:  # leave out what the answer does not hang on
        if modelled(text, select, kind, rows - {name}) == theirs:
            rows -= {name}
    return rows


def test_generated() -> None:
    fired = Counter(dict.fromkeys(NAMES, 0))
    agreed = 0
    unexplained = []
    for text in generate.texts(SEED, TEXTS):
        for select, kind in CALLS:
            ours, theirs = answers.of_engine(text, select, kind).in_common(), of_beacon(text, select, kind)
            if ours == theirs:
                agreed += 1
                continue
            rows = rows_for(text, select, kind, ours, theirs, (name for name, _ in fired.most_common()))
            if rows is None:
                unexplained.append((text, select, kind, ours, theirs))
            else:
                fired.update(rows)
    print(f"\n{agreed} of {TEXTS * len(CALLS)} answers agree; rows of differences.py, and answers each had a part in:")
    for name in NAMES:
        print(f"{fired[name]:9} {name}")
    unexplained.sort(key=lambda case: len(case[0]))
    for text, select, kind, ours, theirs in unexplained[:5]:
        print(f"\ntext = {text!a}  # select={select!r}, kind={kind!r}\n  ours   {ours}\n  theirs {theirs}")
    assert not unexplained, f"{len(unexplained)} unexplained differences (JSONBEACON_SEED), the shortest printed"
    if TEXTS >= LONG_RUN:
        assert all(fired.values()), "a row that never comes up is no difference, or the texts miss it"


@pytest.mark.parametrize("row", DIFFERENCES, ids=lambda row: row.name)
def test_row(row: Row) -> None:
    """Each row's text shows that row and no other."""
    call = (row.text, row.select, row.kind)
    ours, theirs = answers.of_engine(*call).in_common(), of_beacon(*call)
    assert ours != theirs
    assert rows_for(*call, ours, theirs) == frozenset({row.name})


DOCUMENTED = (
    'Sure! Here it is:\n```json\n{"intent": "cancel", "confidence": 0.9}\n```\nDone.',
    'The user wants to {"intent": cancel',
    'Sure:\n```json\n{"a": 1}\n```',
)


@pytest.mark.parametrize("text", DOCUMENTED)
def test_documented_replies_have_no_row(text: str) -> None:
    for select, kind in CALLS:
        assert answers.of_engine(text, select, kind).in_common() == of_beacon(text, select, kind)
