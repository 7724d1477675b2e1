"""Whether a run is whole: `python counts.py SOURCE TARGET` compares the rows, and counts the failures by reason."""

from __future__ import annotations

import sys
from collections import Counter

import pyarrow as pa
import pyarrow.dataset as ds

FAILED = ds.partitioning(pa.schema([("failed", pa.bool_())]), flavor="hive")


def counts(target: str) -> Counter[str | None]:
    """Rows by reason: "" is a value, and None a reply that was null."""
    answers = ds.dataset(target, format="parquet", partitioning=FAILED)
    # The values are counted from the ends of the files, and of the failures one column is read, a batch at a time.
    found: Counter[str | None] = Counter(
        {"": answers.count_rows(filter=~ds.field("failed"))}
    )
    for batch in answers.to_batches(columns=["reason"], filter=ds.field("failed")):
        for each in batch["reason"].value_counts().to_pylist():
            found[each["values"]] += each["counts"]
    return found


def main(source: str, target: str) -> None:
    before, found = ds.dataset(source, format="parquet").count_rows(), counts(target)
    for reason, rows in found.most_common():
        print(f"{rows:>14,}  {'value' if reason == '' else reason or 'null'}")
    if found.total() != before:
        sys.exit(f"{before:,} replies, and {found.total():,} answers")


if __name__ == "__main__":
    main(*sys.argv[1:])
