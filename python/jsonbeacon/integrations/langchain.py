"""An output parser for LangChain.

A reply that does not hold is an ``OutputParserException`` with what to tell the model, so that a chain with a retry
sends it back.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from .. import Extractor, JSONBeaconError
from . import instructions

# Not imported by name, for the checkers of types must not need the library.
_exceptions: Any = import_module("langchain_core.exceptions")
_Base: Any = import_module("langchain_core.output_parsers").BaseOutputParser[Any]


class JSONBeaconOutputParser(_Base):  # type: ignore[misc]
    """Takes the JSON out of a reply.

    :param schema: as of ``extract_json``
    :param options: those of ``Extractor``
    """

    extractor: Any

    def __init__(self, schema: Any = None, **options: Any) -> None:
        super().__init__(extractor=Extractor(schema=schema, **options))

    def parse(self, text: str) -> Any:
        """The value of a reply."""
        try:
            return self.extractor.extract(text)
        except JSONBeaconError as error:
            raise _exceptions.OutputParserException(
                str(error), observation=error.feedback(), llm_output=text, send_to_llm=True
            ) from error

    def get_format_instructions(self) -> str:
        """What to tell the model of the answer that is wanted."""
        return instructions(self.extractor.schema)

    @property
    def _type(self) -> str:
        return "jsonbeacon"
