"""Whole replies, each with what a careful person would take or refuse, under the policies of the documentation.

`python tests_py/test_replies.py` writes the table of `docs/policies.md` anew and lists what is not as labelled.
"""

from __future__ import annotations

import pathlib
import re
import sys
from collections.abc import Iterator
from typing import Any, NamedTuple

import jsonbeacon
import pytest
from corpus import rows
from policies import POLICIES

REPLIES = rows("replies.jsonl")
PAGE = pathlib.Path(__file__).parent.parent / "docs" / "policies.md"
TABLE = re.compile(r"(?<=<!-- replies -->\n).*?(?=<!-- end -->)", re.DOTALL)


class Outcome(NamedTuple):
    id: str
    kind: str
    text: str
    verdict: str  # right, refused or wrong
    got: Any
    wanted: Any


def outcomes(options: dict[str, Any]) -> Iterator[Outcome]:
    for row in REPLIES:
        try:
            got: Any = jsonbeacon.extract_json(row["text"], **options)
        except jsonbeacon.JSONBeaconError as error:
            verdict, got = "right" if row["expect"] == "reject" else "refused", error
        else:
            # repr: 1 is not true, and the order of members counts
            same = row["expect"] == "accept" and repr(got) == repr(row["value"])
            verdict = "right" if same else "wrong"
        yield Outcome(row["id"], row["kind"], row["text"], verdict, got, row.get("value"))


def table() -> str:
    lines = ["| policy | right | refused | wrong |", "|---|---|---|---|"]
    for name, options in POLICIES.items():
        verdicts = [each.verdict for each in outcomes(options)]
        cells = [
            f"{verdicts.count(each)} ({verdicts.count(each) / len(verdicts):.1%})"
            for each in ("right", "refused", "wrong")
        ]
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def test_there_are_many_and_none_twice() -> None:
    assert len(REPLIES) >= 150
    assert len({row["id"] for row in REPLIES}) == len({row["text"] for row in REPLIES}) == len(REPLIES)
    assert {row["expect"] for row in REPLIES} == {"accept", "reject"}
    assert all(("value" in row) == (row["expect"] == "accept") for row in REPLIES)


def test_whatever_can_be_saved() -> None:
    verdicts = [each.verdict for each in outcomes(POLICIES["whatever can be saved"])]
    assert verdicts.count("right") >= 0.90 * len(verdicts)
    assert verdicts.count("wrong") <= 0.03 * len(verdicts)


@pytest.mark.parametrize("policy", POLICIES)
def test_wrong_answers_are_explained_on_the_page(policy: str) -> None:
    page = PAGE.read_text("utf-8")
    for each in outcomes(POLICIES[policy]):
        if each.verdict == "wrong" and policy != "the default":
            assert f"`{each.id}`" in page, each


def test_the_table_of_the_page() -> None:
    found = TABLE.search(PAGE.read_text("utf-8"))
    assert found is not None
    assert found[0] == table()


if __name__ == "__main__":
    PAGE.write_text(TABLE.sub(table(), PAGE.read_text("utf-8")), "utf-8")
    for policy, options in POLICIES.items():
        for each in outcomes(options):
            if each.verdict != "right" and policy in sys.argv:
                print(policy, each, sep=": ")
