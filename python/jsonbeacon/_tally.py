"""Outcomes, counted."""

from __future__ import annotations

from ._errors import JSONBeaconError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

REASONS = ("no_json", "truncated", "ambiguous", "malformed", "schema", "blank", "too_long")
"""Every ``reason`` of an error, in the order in which they are counted."""


def tally(outcomes: Iterable[object]) -> dict[str, int]:
    """Count outcomes by reason, for a dashboard: ``"ok"``, then every ``reason`` an error can have, always all of them.

    :param outcomes: of each reply the error, or whatever there is where it went well: the value, an ``Extraction``,
        ``None``

    An exception that is not of this package is counted under ``"other"``, which is there only then.

    >>> import jsonbeacon
    >>> def outcome(reply):
    ...     try:
    ...         return jsonbeacon.extract_json(reply, select="only")
    ...     except jsonbeacon.JSONBeaconError as error:
    ...         return error
    >>> jsonbeacon.tally(map(outcome, ['{"a": 1}', "Sorry.", '{"a": [', "[1] [2]", "{'a': 1}", "[1]"]))
    {'ok': 2, 'no_json': 1, 'truncated': 1, 'ambiguous': 1, 'malformed': 1, 'schema': 0, 'blank': 0, 'too_long': 0}
    """
    counts: dict[str, int] = dict.fromkeys(("ok", *REASONS), 0)
    for outcome in outcomes:
        name = "ok"
        if isinstance(outcome, BaseException):
            name = isinstance(outcome, JSONBeaconError) and outcome.reason or "other"
        counts[name] = counts.get(name, 0) + 1
    return counts


tally.__module__ = "jsonbeacon"
