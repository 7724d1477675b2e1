"""Ray Data: `python ray_data.py SOURCE TARGET` reads replies from Parquet, and writes values and failures apart."""

from __future__ import annotations

import sys

import pyarrow as pa
import pyarrow.compute as pc
import ray
from jsonbeacon.arrow import extract

# A worker holds so many replies at a time, of 2 KB each 4 MB, and what is made of them.
BATCH = 2_048


def answer(batch: pa.Table) -> pa.Table:
    # One thread, because Ray starts a worker for each core.
    found = pa.Table.from_struct_array(
        pa.chunked_array(extract(batch["reply"], threads=1))
    )
    found = found.select(["value", "source", "reason", "code", "line", "column"])
    return found.add_column(0, "id", batch["id"]).append_column(
        "failed", pc.is_null(found["value"])
    )


def run(source: str, target: str) -> None:
    replies = ray.data.read_parquet(source).select_columns(["id", "reply"])
    answers = replies.map_batches(answer, batch_format="pyarrow", batch_size=BATCH)
    # Each task writes files of its own, under names that a second attempt takes again. Nothing is shuffled.
    answers.write_parquet(target, partition_cols=["failed"], mode="overwrite")


if __name__ == "__main__":
    run(*sys.argv[1:])
