"""What the tests of batches share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import jsonbeacon
import pytest
from jsonbeacon import JSONBeaconError, _batch

#: As in pybind/native/pieces.h.
PIECE_TEXTS, PIECE_UNITS, LONGEST_AHEAD, PIECES_EACH, MOST_UNITS = 128, 1 << 15, 1 << 20, 4, 1 << 21


@pytest.fixture(autouse=True)
def goroutines_from_the_first_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_batch, "_CREW_FROM", 1)


def shown(values: Iterable[Any]) -> list[str]:
    """All that is seen of values and errors: types, order, signs of zero, places."""

    def show(each: Any) -> str:
        if isinstance(each, JSONBeaconError):
            facts = each.to_json(), getattr(each, "__notes__", None), each.__dict__["index"], each.__cause__
            return f"{type(each)} {facts!r}"
        if isinstance(each, TypeError):
            return f"{each!r} {each.__dict__!r}"
        if isinstance(each, jsonbeacon.Extraction):
            return f"{each!r} {each.value_json} {each.truncated} {each.repairs}"
        return repr(each)

    return [show(each) for each in values]


def failing(count: int, error: BaseException) -> Iterator[str]:
    for i in range(count):
        yield f"[{i}]"
    raise error
