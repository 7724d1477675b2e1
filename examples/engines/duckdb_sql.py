"""DuckDB: `python duckdb_sql.py SOURCE TARGET` extracts in SQL, and writes values and failures apart."""

from __future__ import annotations

import pathlib
import sys

import duckdb
import pyarrow as pa
from duckdb import sqltypes
from jsonbeacon.arrow import extract

FIELDS = {
    "value": "VARCHAR",
    "source": "VARCHAR",
    "reason": "VARCHAR",
    "code": "VARCHAR",
    "line": "BIGINT",
    "column": "BIGINT",
}
FOUND = duckdb.struct_type(
    {name: duckdb.sqltype(type) for name, type in FIELDS.items()}
)


def extract_json(replies: pa.ChunkedArray) -> pa.Array:
    found = pa.Table.from_struct_array(pa.chunked_array(extract(replies)))
    return found.select(list(FIELDS)).to_struct_array()


def run(source: str, target: str) -> None:
    database = duckdb.connect()
    # With "special" the function is given nulls too, and says itself what becomes of them.
    database.create_function(
        "extract_json",
        extract_json,
        [sqltypes.VARCHAR],
        FOUND,
        type="arrow",
        null_handling="special",
    )
    replies = database.read_parquet(f"{source}/*.parquet")  # noqa: F841 - the query names it
    # The inner query calls the function once for a reply, however many fields the outer one asks for.
    answers = database.sql("""
        SELECT id, unnest(found), found.value IS NULL AS failed
        FROM (SELECT id, extract_json(reply) AS found FROM replies)
    """)
    pathlib.Path(target).parent.mkdir(parents=True, exist_ok=True)
    answers.write_parquet(target, partition_by=["failed"], overwrite=True)


if __name__ == "__main__":
    run(*sys.argv[1:])
