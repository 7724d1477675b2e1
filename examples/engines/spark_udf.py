"""Spark SQL: `spark-submit spark_udf.py SOURCE TARGET` does with a function what `spark.py` does with batches."""

from __future__ import annotations

import sys

import pyarrow as pa
from jsonbeacon.arrow import extract
from pyspark.sql import SparkSession
from pyspark.sql.functions import arrow_udf

FIELDS = "value string, source string, reason string, code string, line bigint, column bigint"


def found(replies: pa.Array) -> pa.Array:
    # One thread, because Spark starts a Python worker for each core.
    found = pa.RecordBatch.from_struct_array(pa.array(extract(replies, threads=1)))
    return found.select(
        [field.split()[0] for field in FIELDS.split(", ")]
    ).to_struct_array()


def run(spark: SparkSession, source: str, target: str) -> None:
    spark.udf.register("extract_json", arrow_udf(found, f"struct<{FIELDS}>"))
    spark.read.parquet(source).createOrReplaceTempView("replies")
    answers = spark.sql("""
        SELECT id, found.*, found.value IS NULL AS failed
        FROM (SELECT id, extract_json(reply) AS found FROM replies)
    """)
    answers.write.mode("overwrite").partitionBy("failed").parquet(target)


if __name__ == "__main__":
    session = SparkSession.builder.appName("answers").getOrCreate()
    run(session, *sys.argv[1:])
    session.stop()
