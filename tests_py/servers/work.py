"""What every server here does with a request, and the replies it is sent."""

from __future__ import annotations

import jsonbeacon

EXTRACTOR = jsonbeacon.Extractor(select="last", repair="all")


def reply(i: int) -> str:
    """A model's reply: short, long (its reading releases the GIL), broken or without JSON."""
    if i % 4 == 0:
        return f"Sure: {{'n': {i}, 'é': [1, 2.5]}}"
    if i % 4 == 1:
        return "words " * 12_000 + f'```json\n{{"n": {i}, "digits": {"7" * 2_000}}}\n```'
    if i % 4 == 2:
        return f'{{"n": {i}, "é": [1, ]}} and {{"n": {i}, "n": 2'
    return f"nothing in {i}"


def answer(text: str) -> dict[str, object]:
    """In a form that every transport takes."""
    try:
        found = EXTRACTOR.detailed(text)
    except jsonbeacon.JSONBeaconError as error:
        return {"error": error.code, "message": str(error)}
    return {"value": repr(found.value), "source": found.source, "start": found.start}
