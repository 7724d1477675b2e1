"""An output parser for LlamaIndex."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from .. import Extractor
from . import instructions

# Not imported by name, for the checkers of types must not need the library.
_Base: Any = import_module("llama_index.core.types").BaseOutputParser


class JSONBeaconOutputParser(_Base):  # type: ignore[misc]
    """Takes the JSON out of a reply; a reply that does not hold is a ``JSONBeaconError``.

    :param schema: as of ``extract_json``
    :param options: those of ``Extractor``
    """

    def __init__(self, schema: Any = None, **options: Any) -> None:
        self.extractor: Extractor[Any] = Extractor(schema=schema, **options)

    def parse(self, output: str) -> Any:
        """The value of a reply."""
        return self.extractor.extract(output)

    def format(self, query: str) -> str:
        """The query, and what is wanted as its answer."""
        return f"{query}\n\n{instructions(self.extractor.schema)}"
