"""An adapter for DSPy: its own for JSON, with the reply read by jsonbeacon."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from .. import Extractor, JSONBeaconError

# Not imported by name, for the checkers of types must not need the library.
_Base: Any = import_module("dspy.adapters").JSONAdapter
_utils: Any = import_module("dspy.adapters.utils")
_exceptions: Any = import_module("dspy.utils.exceptions")


class JSONBeaconAdapter(_Base):  # type: ignore[misc]
    """Takes the output fields out of the JSON object in a reply.

    :param extractor: how; by default ``Extractor(kind="object", select="last", reasoning="skip")``
    """

    def __init__(self, *, extractor: Extractor[Any] | None = None, **options: Any) -> None:
        super().__init__(**options)
        self.extractor: Extractor[Any] = extractor or Extractor(kind="object", select="last", reasoning="skip")

    def parse(self, signature: Any, completion: str) -> dict[str, Any]:
        """The output fields of a reply."""
        fields = signature.output_fields
        try:
            value = self.extractor.extract(completion)
            found = {name: _utils.parse_value(value[name], fields[name].annotation) for name in fields if name in value}
            message = None
        except JSONBeaconError as error:
            found, message = {}, error.feedback()
        if found.keys() != fields.keys():
            raise _exceptions.AdapterParseError(
                adapter_name=type(self).__name__,
                signature=signature,
                lm_response=completion,
                message=message,
                parsed_result=found,
            )
        return found
