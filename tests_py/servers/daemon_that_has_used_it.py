"""PySpark's forking daemon in a process where the engine already runs."""

from __future__ import annotations

from pyspark.daemon import manager
from work import answer, reply

for i in range(8):
    answer(reply(i))

if __name__ == "__main__":
    manager()
