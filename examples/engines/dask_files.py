"""Dask: `python dask_files.py SOURCE TARGET` makes of each file of replies a file of values and one of failures."""

from __future__ import annotations

import pathlib
import sys
import uuid

import dask.bag
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from dask.distributed import Client
from jsonbeacon.arrow import extract

# A worker holds so many replies at a time, of 2 KB each 4 MB, and what is made of them.
BATCH = 2_048
SCHEMA = pa.schema(
    [("id", pa.int64())]
    + [(name, pa.string()) for name in ("value", "source", "reason", "code")]
    + [(name, pa.int64()) for name in ("line", "column")]
)


def answer(batch: pa.RecordBatch) -> pa.Table:
    # One thread, because Dask starts a worker for each core.
    found = pa.Table.from_struct_array(
        pa.chunked_array(extract(batch["reply"], threads=1))
    )
    return found.add_column(0, "id", batch["id"]).select(SCHEMA.names).cast(SCHEMA)


def answer_file(source: pathlib.Path, target: pathlib.Path) -> int:
    """The replies in a file; what was made of them is in two files of its name."""
    values, failures = (
        target / f"failed={failed}" / source.name for failed in ("false", "true")
    )
    replies = pq.ParquetFile(source)
    if not values.exists():  # it is there when all is: a run that was cut short is started again, and goes on
        # Readers pass over such names, and an attempt that is thought dead and is not has others.
        partial = [
            each.with_name(f".{each.name}.{uuid.uuid4()}")
            for each in (values, failures)
        ]
        with (
            pq.ParquetWriter(partial[0], SCHEMA) as good,
            pq.ParquetWriter(partial[1], SCHEMA) as bad,
        ):
            for batch in replies.iter_batches(BATCH, columns=["id", "reply"]):
                found = answer(batch)
                failed = pc.is_null(found["value"])
                good.write_table(found.filter(pc.invert(failed)))
                bad.write_table(found.filter(failed))
        # Nobody sees half a file, and an attempt that is made twice leaves what one leaves.
        partial[1].replace(failures)
        partial[0].replace(values)
    return replies.metadata.num_rows


def prepare(target: pathlib.Path) -> None:
    for failed in ("false", "true"):
        (target / f"failed={failed}").mkdir(parents=True, exist_ok=True)


def run(source: str, target: str) -> int:
    prepare(pathlib.Path(target))
    files = sorted(pathlib.Path(source).glob("*.parquet"))
    return (
        dask.bag.from_sequence(files, partition_size=1)
        .map(answer_file, pathlib.Path(target))
        .sum()
        .compute()
    )


if __name__ == "__main__":
    # A task whose worker died is tried again, on three more workers before it counts as what kills them.
    with Client(threads_per_worker=1):
        print(run(*sys.argv[1:]))
