"""Daft: `python daft_frame.py SOURCE TARGET` reads replies from Parquet, and writes values and failures apart."""

from __future__ import annotations

import sys

import daft
import pyarrow as pa
from daft import DataType, col
from jsonbeacon.arrow import extract

TEXT, NUMBER = DataType.string(), DataType.int64()
FOUND = {
    "value": TEXT,
    "source": TEXT,
    "reason": TEXT,
    "code": TEXT,
    "line": NUMBER,
    "column": NUMBER,
}


@daft.func.batch(return_dtype=DataType.struct(FOUND), unnest=True)
def extract_json(replies: daft.Series) -> pa.Array:
    found = pa.Table.from_struct_array(pa.chunked_array(extract(replies.to_arrow())))
    return found.select(list(FOUND)).to_struct_array().combine_chunks()


def run(source: str, target: str) -> None:
    answers = daft.read_parquet(source).select(col("id"), extract_json(col("reply")))
    answers = answers.with_column("failed", col("value").is_null())
    answers.write_parquet(target, write_mode="overwrite", partition_cols=["failed"])


if __name__ == "__main__":
    run(*sys.argv[1:])
