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

from . import _kinds, _native, _repairs, _schemas
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
from ._repairs import Repair, Repaired
from ._schemas import schema_errors, validate_schema
from ._tally import tally

__version__ = "0.1.0"

__all__ = [
    "Extraction",
    "Extractor",
    "JSONBeaconError",
    "MalformedOutputError",
    "MultipleCandidatesError",
    "NoJSONFoundError",
    "Repair",
    "Repaired",
    "SchemaError",
    "SchemaValidationError",
    "extract_all",
    "extract_json",
    "extract_json_detailed",
    "parse_json",
    "repair_json",
    "schema_errors",
    "tally",
    "validate_schema",
]

_native.configure(
    malformed=MalformedOutputError,
    not_found=NoJSONFoundError,
    multiple=MultipleCandidatesError,
    violation=SchemaValidationError,
    repairs=_repairs.from_json,
    repaired=Repaired,
    resolve=_kinds.resolve,
    refuse=_schemas.refuse,
    extraction=Extraction,
)
