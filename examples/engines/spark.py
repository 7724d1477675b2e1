"""Spark: `spark-submit spark.py SOURCE TARGET` reads replies from Parquet, and writes values and failures apart."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pyarrow as pa
import pyarrow.compute as pc
from jsonbeacon.arrow import extract
from pyspark.sql import SparkSession

SCHEMA = "id bigint, value string, source string, reason string, code string, line bigint, column bigint, failed boolean"


def answers(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    for batch in batches:
        # One thread, because Spark starts a Python worker for each core.
        found = pa.RecordBatch.from_struct_array(
            pa.array(extract(batch["reply"], threads=1))
        )
        found = found.select(["value", "source", "reason", "code", "line", "column"])
        yield found.add_column(0, "id", batch["id"]).append_column(
            "failed", pc.is_null(found["value"])
        )


def run(spark: SparkSession, source: str, target: str) -> None:
    replies = spark.read.parquet(source).select("id", "reply")
    # No shuffle: a task writes a file in each folder, and Spark takes them over when the task has ended.
    replies.mapInArrow(answers, SCHEMA).write.mode("overwrite").partitionBy(
        "failed"
    ).parquet(target)


if __name__ == "__main__":
    session = SparkSession.builder.appName("answers").getOrCreate()
    run(session, *sys.argv[1:])
    session.stop()
