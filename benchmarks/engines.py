"""What is extraction and what is engine: `python -m benchmarks.engines`, with .ci/requirements-engines.txt and Java.

The recipes of examples/engines run on the engine itself, on all cores of this machine. Each engine does a growing part
of its job: it reads; it hands the replies to Python and takes something back; it extracts; it writes. The
median processor time of one part, of all processes, less that of the part before is what was added. The time inside
`extract` is taken in the workers, in the job as a whole, on the clock and of the processor: its share is that of the
clock times the cores, and that of the processor time, which other work on the machine changes little. What all processes
used is less than the clock times the cores by the time in which a core had nothing to do, or other work. The start of
the engine is named apart.

The first line has no engine: a loop over the row groups of a file, in one process and one thread.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import psutil

from .environment import ENGINES_ENVIRONMENT, ROOT, load, machine
from .tables import table

RECIPES = ROOT / "examples" / "engines"
CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
ENGINES = ("none", "ray", "spark")
PARTS = ("read", "hand over", "extract", "write")

Job = Callable[[], object]


class Seconds(NamedTuple):
    wall: float
    processor: float


def timed(extract: Callable[..., Any], log: pathlib.Path) -> Callable[..., Any]:
    """`extract`, which writes down what each call takes; it travels to the workers with the recipe."""

    def wrapper(column: Any, **options: Any) -> Any:
        wall, processor = time.perf_counter(), time.process_time()
        found = extract(column, **options)
        with open(log / str(os.getpid()), "a") as file:
            file.write(f"{time.perf_counter() - wall} {time.process_time() - processor}\n")
        return found

    return wrapper


def inside(log: pathlib.Path) -> Seconds:
    """Of all calls since the last time."""
    lines = []
    for file in log.iterdir():
        lines += file.read_text().splitlines()
        file.unlink()
    calls = [[float(each) for each in line.split()] for line in lines]
    return Seconds(sum(wall for wall, _ in calls), sum(processor for _, processor in calls))


def now() -> Seconds:
    """Of the clock, and of the processor time of this process and all that descend from it."""
    processor = 0.0
    this = psutil.Process()
    for each in [this, *this.children(recursive=True)]:
        with contextlib.suppress(psutil.NoSuchProcess):
            times = each.cpu_times()
            processor += times.user + times.system
    return Seconds(time.perf_counter(), processor)


def measure(parts: dict[str, Job], runs: int, log: pathlib.Path) -> dict[str, Any]:
    """Median seconds of each part, and of the calls of `extract` in the last; the parts take turns."""
    taken: dict[str, list[Seconds]] = {name: [] for name in [*parts, "inside"]}
    for number in range(-1, runs):  # the first run warms up
        for name, job in parts.items():
            inside(log)
            start = now()
            job()
            end = now()
            if number >= 0:
                taken[name].append(Seconds(end.wall - start.wall, end.processor - start.processor))
                if name == PARTS[-1]:
                    taken["inside"].append(inside(log))
    return {name: [statistics.median(column) for column in zip(*each)] for name, each in taken.items()}


def none(source: str, target: str, runs: int, log: pathlib.Path) -> dict[str, Any]:
    import dask_files as recipe
    import pyarrow.parquet as pq

    recipe.extract = timed(recipe.extract, log)
    files = sorted(pathlib.Path(source).glob("*.parquet"))

    def batches() -> Any:
        for file in files:
            yield from pq.ParquetFile(file).iter_batches(recipe.BATCH, columns=["id", "reply"], use_threads=False)

    def write() -> None:
        shutil.rmtree(target, ignore_errors=True)
        recipe.prepare(pathlib.Path(target))
        for file in files:
            recipe.answer_file(file, pathlib.Path(target))

    parts: dict[str, Job] = {
        "read": lambda: [None for _ in batches()],
        "extract": lambda: [None for each in batches() if recipe.answer(each) is None],
        "write": write,
    }
    return {"start": 0.0, "cores": 1, "seconds": measure(parts, runs, log)}


def ray(source: str, target: str, runs: int, log: pathlib.Path) -> dict[str, Any]:
    start = time.perf_counter()
    import ray
    import ray_data as recipe

    ray.init(num_cpus=CORES, log_to_driver=False, logging_level="ERROR")
    ray.data.DataContext.get_current().enable_progress_bars = False
    ray.get([ray.remote(lambda: os.getpid()).remote() for _ in range(CORES)])
    started = time.perf_counter() - start
    ray.cloudpickle.register_pickle_by_value(recipe)
    recipe.extract = timed(recipe.extract, log)

    def replies() -> Any:
        return ray.data.read_parquet(source).select_columns(["id", "reply"])

    def through(function: Callable[..., Any]) -> Any:
        return replies().map_batches(function, batch_format="pyarrow", batch_size=recipe.BATCH)

    def consume(dataset: Any) -> None:
        for _ in dataset.iter_internal_ref_bundles():
            pass

    parts: dict[str, Job] = {
        "read": lambda: consume(replies()),
        "hand over": lambda: consume(through(lambda batch: batch)),
        "extract": lambda: consume(through(recipe.answer)),
        "write": lambda: recipe.run(source, target),
    }
    return {"start": started, "cores": CORES, "seconds": measure(parts, runs, log)}


def spark(source: str, target: str, runs: int, log: pathlib.Path) -> dict[str, Any]:
    start = time.perf_counter()
    from pyspark import cloudpickle
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.master(f"local[{CORES}]").config("spark.ui.enabled", "false")
    session = builder.config("spark.driver.memory", "1g").config("spark.driver.host", "127.0.0.1").getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    session.sparkContext.parallelize(range(CORES), CORES).map(lambda _: os.getpid()).collect()
    started = time.perf_counter() - start
    import spark as recipe

    cloudpickle.register_pickle_by_value(recipe)
    recipe.extract = timed(recipe.extract, log)

    def replies() -> Any:
        return session.read.parquet(source).select("id", "reply")

    def consume(frame: Any) -> None:
        frame.write.format("noop").mode("overwrite").save()

    parts: dict[str, Job] = {
        "read": lambda: consume(replies()),
        "hand over": lambda: consume(replies().mapInArrow(lambda batches: batches, "id bigint, reply string")),
        "extract": lambda: consume(replies().mapInArrow(recipe.answers, recipe.SCHEMA)),
        "write": lambda: recipe.run(session, source, target),
    }
    found = {"start": started, "cores": CORES, "seconds": measure(parts, runs, log)}
    session.stop()
    return found


HEAD = ["engine", "start", "wall", "in `extract`", *PARTS, "all", "in `extract`", "share", "a core-second"]


def row(name: str, size: float, found: dict[str, Any]) -> list[str]:
    """The start and the job on the clock, and `extract` of what the cores had in it; the rest in processor time."""
    seconds = {part: Seconds(*each) for part, each in found["seconds"].items()}
    every, extraction = seconds[PARTS[-1]], seconds["inside"]
    share = extraction.wall / every.wall / found["cores"]
    cells = [name, f"{found['start']:.1f} s", f"{every.wall:.1f} s", f"{100 * share:.0f} %"]
    before = 0.0
    for part in PARTS:
        cells.append(f"{seconds[part].processor - before:.2f} s" if part in seconds else "")
        before = seconds[part].processor if part in seconds else before
    share, rate = extraction.processor / every.processor, size / every.processor / 1e6
    return [
        *cells,
        f"{every.processor:.2f} s",
        f"{extraction.processor:.2f} s",
        f"{100 * share:.0f} %",
        f"{rate:.0f} MB/s",
    ]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--rows", type=int, default=100_000)
    options.add_argument("--runs", type=int, default=5)
    options.add_argument("--small", action="store_true", help="see that it runs, without an engine")
    options.add_argument("--engine", choices=ENGINES, action="append", help="only this one")
    options.add_argument("--inner", metavar="FOLDER", help=argparse.SUPPRESS)
    given = options.parse_args()
    sys.path.insert(0, str(RECIPES))
    if given.small:
        given.rows, given.runs, given.engine = 2_000, 1, ["none"]
    if given.inner:
        folder = pathlib.Path(given.inner)
        (folder / "log").mkdir(exist_ok=True)
        work = globals()[given.engine[0]]
        found = work(str(folder / "replies"), str(folder / given.engine[0]), given.runs, folder / "log")
        print(json.dumps(found))
        return
    import replies

    print(", ".join(f"{name}: {value}" for name, value in machine().items()), "load:", load())
    with tempfile.TemporaryDirectory() as folder:
        size = replies.write(pathlib.Path(folder) / "replies", given.rows)
        print(f"{given.rows:,} replies, {size / 1e6:.0f} MB\n")
        rows = []
        for engine in given.engine or ENGINES:
            command = [sys.executable, "-m", "benchmarks.engines", "--inner", folder, "--engine", engine]
            done = subprocess.run(
                [*command, "--runs", str(given.runs)],
                cwd=ROOT,
                env={**os.environ, **ENGINES_ENVIRONMENT},
                stdout=subprocess.PIPE,
                text=True,
                check=True,
            )
            rows.append(row(engine, size, json.loads(done.stdout.splitlines()[-1])))
        print(table(HEAD, rows))
        print("load:", load())


if __name__ == "__main__":
    main()
