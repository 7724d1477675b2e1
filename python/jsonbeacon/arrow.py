"""Extraction from Apache Arrow columns: a column of replies in, a struct column of what was found in them out.

The base package depends on no Arrow library: columns come and go through the Arrow PyCapsule interface, which pyarrow,
polars, DuckDB, nanoarrow and arro3 have.
"""

from __future__ import annotations

from ._batch import cores
from ._column_types import column_type
from ._extractor import Extractor
from ._native import Column, extract_column

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from typing_extensions import Unpack

    from ._batch import ArrowArray, ArrowSchema, ArrowStream
    from ._extractor import Options
    from ._native import _JSONSchema

__all__ = ["Column", "extract"]


def extract(
    column: ArrowArray | ArrowStream,
    *,
    schema: _JSONSchema | None = None,
    into: ArrowSchema | dict[str, Any] | str | bool | None = None,
    required: bool = True,
    threads: int | None = None,
    **options: Unpack[Options],
) -> Column:
    """What ``extract_json`` makes of each text in an Arrow column, as a struct column.

    The texts are read where they lie. Every text has its own row, with its value or its error: no text ends the batch.
    A missing text is a missing row.

    :param column: strings or binaries in any of Arrow's layouts (with 32-bit or 64-bit offsets, views, or a
        dictionary), or a table of one such column
    :param schema: a JSON Schema (``dict``, ``bool`` or its text) that every value must satisfy; other kinds of schema
        take Python objects, which are not made here
    :param into: a type that every value must fit, for a further field ``data`` of this type: an Arrow type, field or
        schema (of pyarrow, polars, nanoarrow or arro3), a JSON Schema, or ``True`` for that of ``schema``
    :param required: ``False``: a row with neither value nor error where there is no JSON at all
    :param threads: how many threads extract; ``None``: as many as the process has cores
    :param options: those of ``extract_json``
    :returns: a struct column, chunk for chunk, with the fields of the documentation's page "Batches"
    :raises TypeError: it is no such column, or ``schema`` is no JSON Schema, or ``into`` no type that a column
        of JSON can have
    :raises ValueError: an option's value is not one of its choices, or the column is corrupt
    :raises SchemaError: the schema itself is at fault

    >>> import jsonbeacon.arrow, pyarrow
    >>> replies = pyarrow.array(['Sure: {"id": 7}', '{"id": "seven"}'])
    >>> found = pyarrow.array(jsonbeacon.arrow.extract(replies, into=pyarrow.struct({"id": pyarrow.int32()})))
    >>> found.field("data").to_pylist(), found.field("code").to_pylist()
    ([{'id': 7}, None], [None, 'schema.validation_failed'])
    """
    extractor: Extractor[Any] = Extractor(schema=schema, required=required, **options)
    return extract_column(extractor, column, cores(threads), column_type(into, schema, options))
