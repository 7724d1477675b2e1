"""Outputs for pydantic-ai, for models that answer in text: what is wrong is sent back to the model."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from .. import Extractor, JSONBeaconError

# Not imported by name, for the checkers of types must not need the library.
_library: Any = import_module("pydantic_ai")


def text_output(schema: Any = None, **options: Any) -> Any:
    """An ``output_type`` for an agent: the JSON of its text.

    :param schema: as of ``extract_json``
    :param options: those of ``Extractor``
    """
    extractor: Extractor[Any] = Extractor(schema=schema, **options)

    def extract(text: str) -> Any:
        return _or_retry(extractor, text)

    return _library.TextOutput(extract)


def output_validator(schema: Any = None, **options: Any) -> Callable[[str], str]:
    """A validator for ``agent.output_validator``: the text is left as it is, and must hold JSON that fits."""
    extractor: Extractor[Any] = Extractor(schema=schema, **options)

    def validate(text: str) -> str:
        _or_retry(extractor, text)
        return text

    return validate


def _or_retry(extractor: Extractor[Any], text: str) -> Any:
    try:
        return extractor.extract(text)
    except JSONBeaconError as error:
        raise _library.ModelRetry(error.feedback()) from error
