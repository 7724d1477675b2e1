"""Extract JSON from what a language model wrote: exactly, quickly, with errors that say what is wrong.

>>> import jsonbeacon
>>> jsonbeacon.extract_json('Sure! Here it is: {"intent": "cancel"}. Anything else?')
{'intent': 'cancel'}

The exceptions::

    ValueError
    └── JSONBeaconError                 code, reason, message, excerpt(), feedback()
        ├── MalformedOutputError        position, line, column, start, end, raw
        │   ├── NoJSONFoundError        there is no JSON object or array
        │   └── MultipleCandidatesError there are several, and select="only"
        ├── SchemaValidationError       errors: every violation
        └── SchemaError                 the schema itself is at fault
"""

from __future__ import annotations

from . import _kinds, _native, _schemas
from ._errors import (
    JSONBeaconError,
    MalformedOutputError,
    MultipleCandidatesError,
    NoJSONFoundError,
    SchemaError,
    SchemaValidationError,
)
from ._extraction import Extraction
from ._extractor import Extractor
from ._native import extract_all, extract_json, extract_json_detailed, parse_json, repair_json
from ._schemas import schema_errors, validate_schema

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._batch import extract_json_many
    from ._candidates import Candidate, CandidateFault, CandidateList, CandidateRepair, list_candidates
    from ._debug import DebugInfo, debug_info
    from ._events import (
        CandidateCompleted,
        CandidateDropped,
        CandidateFailed,
        CandidateOpened,
        Event,
        MemberCompleted,
    )
    from ._repairs import Repair, Repaired
    from ._stream import Partial, Stream
    from ._tally import tally
    from ._watch import Watch

__version__ = "0.1.0"

__all__ = [
    "Candidate",
    "CandidateCompleted",
    "CandidateDropped",
    "CandidateFailed",
    "CandidateFault",
    "CandidateList",
    "CandidateOpened",
    "CandidateRepair",
    "DebugInfo",
    "Event",
    "Extraction",
    "Extractor",
    "JSONBeaconError",
    "MalformedOutputError",
    "MemberCompleted",
    "MultipleCandidatesError",
    "NoJSONFoundError",
    "Partial",
    "Repair",
    "Repaired",
    "SchemaError",
    "SchemaValidationError",
    "Stream",
    "Watch",
    "debug_info",
    "extract_all",
    "extract_json",
    "extract_json_detailed",
    "extract_json_many",
    "list_candidates",
    "parse_json",
    "repair_json",
    "schema_errors",
    "tally",
    "validate_schema",
]

# What most programs never use is loaded when it is first used.
_LATER = {
    "Candidate": "_candidates",
    "CandidateCompleted": "_events",
    "CandidateDropped": "_events",
    "CandidateFailed": "_events",
    "CandidateFault": "_candidates",
    "CandidateList": "_candidates",
    "CandidateOpened": "_events",
    "CandidateRepair": "_candidates",
    "DebugInfo": "_debug",
    "Event": "_events",
    "MemberCompleted": "_events",
    "Partial": "_stream",
    "Repair": "_repairs",
    "Repaired": "_repairs",
    "Stream": "_stream",
    "Watch": "_watch",
    "debug_info": "_debug",
    "extract_json_many": "_batch",
    "list_candidates": "_candidates",
    "tally": "_tally",
}


if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        if name not in _LATER:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        thing = globals()[name] = getattr(__import__(f"{__name__}.{_LATER[name]}", fromlist=[name]), name)
        return thing


del TYPE_CHECKING, annotations


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def _load_repaired() -> type[Repaired]:
    from ._repairs import Repaired

    return Repaired


_native.configure(
    malformed=MalformedOutputError,
    not_found=NoJSONFoundError,
    multiple=MultipleCandidatesError,
    violation=SchemaValidationError,
    load_repaired=_load_repaired,
    resolve=_kinds.resolve,
    refuse=_schemas.refuse,
    extraction=Extraction,
)
