"""Polars: `python polars_frame.py SOURCE TARGET` reads replies part by part, and writes them apart."""

from __future__ import annotations

import sys

import polars as pl
from jsonbeacon.arrow import extract

TYPES = {"line": pl.Int64, "column": pl.Int64}
FOUND = pl.Struct(
    {
        name: TYPES.get(name, pl.String)
        for name in ("value", "source", "reason", "code", "line", "column")
    }
)


def extract_json(replies: pl.Series) -> pl.Series:
    found = pl.Series(extract(replies.rechunk()))  # Polars takes a result in one chunk
    return found.struct.unnest().select(*FOUND.to_schema()).to_struct()


def answers(replies: pl.LazyFrame) -> pl.LazyFrame:
    """For a frame in memory: `answers(frame.lazy()).collect()`."""
    # What a reply gives does not depend on the others: so Polars may call the function on one part after the other.
    found = pl.col("reply").map_batches(extract_json, FOUND, is_elementwise=True)
    return (
        replies.select("id", found.alias("found"))
        .unnest("found")
        .with_columns(failed=pl.col("value").is_null())
    )


def run(source: str, target: str) -> None:
    answers(pl.scan_parquet(source)).sink_parquet(
        pl.PartitionBy(target, key="failed"), mkdir=True
    )


if __name__ == "__main__":
    run(*sys.argv[1:])
