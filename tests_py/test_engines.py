"""The recipes in examples/engines, each on its engine, with the replies of examples/engines/replies.py.

A recipe runs as its users run it, in processes of its own, and every answer is compared with the known one. The engines
are in .ci/requirements-engines.txt, and Spark needs Java; with ENGINES=1 none may be missing.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator

import pytest

ALL = "ENGINES" in os.environ
if not ALL:
    for module in ("pyarrow", "psutil"):
        pytest.importorskip(module, reason=f"{module} is not installed")

import psutil
import pyarrow as pa
import pyarrow.dataset as ds
import pyarrow.parquet as pq

ROOT = pathlib.Path(__file__).parent.parent
HERE = ROOT / "examples" / "engines"
sys.path[:0] = [str(HERE), str(ROOT)]

import counts
import replies

from benchmarks.environment import ENGINES_ENVIRONMENT

ROWS = int(os.environ.get("ENGINE_ROWS", "100000"))
PATIENCE = 300  # seconds, for what takes ten on an idle machine
COLUMNS = ("value", "source", "reason", "code", "line", "column")
# Spark's compiler for long runs costs a short one more than it gives.
SPARK = ["--driver-memory", "1g", "--conf", "spark.ui.enabled=false"]
SPARK += ["--conf", "spark.sql.files.maxPartitionBytes=2m"]
SPARK += ["--driver-java-options", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"]


def needs(module: str) -> pytest.MarkDecorator:
    missing = importlib.util.find_spec(module) is None
    return pytest.mark.skipif(missing and not ALL, reason=f"{module} is not installed")


long = pytest.mark.skipif(not os.environ.get("ENGINES_LONG"), reason="a long form: ENGINES_LONG=1")
needs_java = pytest.mark.skipif(shutil.which("java") is None and not ALL, reason="Spark needs Java")


@pytest.fixture(scope="session")
def source(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    folder = tmp_path_factory.mktemp("replies")
    replies.write(folder, ROWS)
    return folder


@pytest.fixture(scope="session")
def wanted() -> pa.Table:
    answers = replies.answers(0, ROWS)
    types = {name: pa.int64() if name in ("line", "column") else pa.string() for name in COLUMNS}
    columns = {name: pa.array(answers[name], type) for name, type in types.items()}
    return pa.table({"id": pa.array(range(ROWS)), **columns, "failed": pa.array([v is None for v in answers["value"]])})


def check(target: pathlib.Path, wanted: pa.Table) -> None:
    """Every row once, with the right answer, in the right folder."""
    answers = ds.dataset(target, format="parquet", partitioning=counts.FAILED).to_table(columns=wanted.column_names)
    assert answers.num_rows == ROWS
    answers = answers.sort_by("id").cast(wanted.schema)
    for name in wanted.column_names:
        assert answers[name].equals(wanted[name]), name
    reasons = Counter(wanted.filter(wanted["failed"])["reason"].to_pylist())
    assert counts.counts(str(target)) == reasons + Counter({"": ROWS - reasons.total()})


def is_fork_of_daemon(process: psutil.Process) -> bool:
    parent = process.parent()
    return parent is not None and all("pyspark.daemon" in each.cmdline() for each in (process, parent))


class Run:
    """A recipe at work, in processes of its own."""

    def __init__(self, recipe: str, source: pathlib.Path, target: pathlib.Path, master: str) -> None:
        command, environment = [sys.executable], {**os.environ, **ENGINES_ENVIRONMENT}
        if recipe.startswith("spark"):
            command = [str(pathlib.Path(sys.executable).with_name("spark-submit")), "--master", master, *SPARK]
        if recipe == "spark_udf.py":  # it needs no pandas: what it finds cannot be imported
            (target.parent / "pandas.py").write_text("raise ImportError('no pandas here')")
            environment["PYTHONPATH"] = str(target.parent)
        self.log = target.with_suffix(".log")
        with self.log.open("wb") as log:
            self.process = psutil.Popen(
                [*command, str(HERE / recipe), str(source), str(target)],
                env=environment,
                stdout=log,
                stderr=subprocess.STDOUT,
            )

    def end(self) -> str:
        """What it said; nothing of it runs on."""
        try:
            assert self.process.wait(PATIENCE) == 0, self.said()
            return self.said()
        finally:
            self.stop()

    def stop(self) -> None:
        if self.process.is_running():
            for each in [*self.process.children(recursive=True), self.process]:
                with contextlib.suppress(psutil.NoSuchProcess):
                    each.kill()
            self.process.wait()

    def said(self) -> str:
        return self.log.read_text(errors="replace")

    def workers(self, at_work: Callable[[psutil.Process], bool]) -> list[psutil.Process]:
        found = []
        for each in self.process.children(recursive=True):
            with contextlib.suppress(psutil.NoSuchProcess):
                if at_work(each):
                    found.append(each)
        return found


@pytest.fixture
def run(source: pathlib.Path, tmp_path: pathlib.Path) -> Iterator[Callable[..., Run]]:
    started = []

    def start(recipe: str, master: str = "local[2,8]") -> Run:
        started.append(Run(recipe, source, tmp_path / "answers", master))
        return started[-1]

    yield start
    for each in started:
        each.stop()


IN_ONE_PROCESS = [
    pytest.param("daft_frame.py", marks=needs("daft")),
    pytest.param("duckdb_sql.py", marks=needs("duckdb")),
    pytest.param("polars_frame.py", marks=needs("polars")),
]


@pytest.mark.parametrize(
    "recipe", [*IN_ONE_PROCESS, pytest.param("spark_udf.py", marks=[needs("pyspark"), needs_java])]
)
def test_recipe(recipe: str, run: Callable[..., Run], tmp_path: pathlib.Path, wanted: pa.Table) -> None:
    run(recipe).end()
    check(tmp_path / "answers", wanted)


def killed(job: Run, at_work: Callable[[psutil.Process], bool], times: int = 2) -> None:
    """Kills so many workers while they are at work."""
    gone: set[int] = set()
    while len(gone) < times:
        assert job.process.poll() is None, "it has ended before\n" + job.said()
        for each in job.workers(at_work):
            if each.pid not in gone:
                each.kill()
                gone.add(each.pid)
                break
        time.sleep(0.1)


@needs("ray")
def test_ray_does_the_work_of_killed_workers_again(
    run: Callable[..., Run], tmp_path: pathlib.Path, wanted: pa.Table
) -> None:
    """A worker of Ray has the name of its task while it works on it."""
    job = run("ray_data.py")
    killed(job, lambda process: "(answer)" in " ".join(process.cmdline()))
    job.end()
    check(tmp_path / "answers", wanted)


@needs("pyspark")
@needs_java
def test_spark_does_the_work_of_killed_workers_again(
    run: Callable[..., Run], tmp_path: pathlib.Path, wanted: pa.Table
) -> None:
    """Spark's daemon forks workers, which live on from task to task; some tasks have ended when the first is killed."""
    job = run("spark.py")
    lost = 0
    while lost < 2:
        assert job.process.poll() is None, "it has ended before\n" + job.said()
        if len(re.findall("Finished task .* in stage 1", job.said())) > 2:
            for each in job.workers(is_fork_of_daemon)[:1]:
                each.kill()
        time.sleep(0.2)
        lost = job.said().count("Lost task")
    job.end()
    check(tmp_path / "answers", wanted)


@long
@needs("pyspark")
@needs_java
def test_spark_does_the_work_of_killed_executors_again(
    run: Callable[..., Run], tmp_path: pathlib.Path, wanted: pa.Table
) -> None:
    """With executors of their own, as on a cluster; a worker's machine starts another in place of one that died."""
    job = run("spark.py", "local-cluster[2,1,1024]")
    while "Lost executor" not in job.said():
        assert job.process.poll() is None, "it has ended before\n" + job.said()
        if len(re.findall("Finished task .* in stage 1", job.said())) > 2:
            for each in job.workers(lambda process: "CoarseGrainedExecutorBackend" in " ".join(process.cmdline()))[:1]:
                each.kill()
                time.sleep(5)
        time.sleep(0.2)
    job.end()
    check(tmp_path / "answers", wanted)


@needs("distributed")
def test_dask_does_the_work_of_killed_workers_again(
    run: Callable[..., Run], tmp_path: pathlib.Path, wanted: pa.Table
) -> None:
    """A worker is at work while it has a file open in the folder of answers."""
    job = run("dask_files.py")
    killed(job, lambda process: any("answers" in pathlib.Path(each.path).parts for each in process.open_files()))
    assert job.end().strip().endswith(str(ROWS))
    check(tmp_path / "answers", wanted)


@long
@pytest.mark.parametrize("recipe", IN_ONE_PROCESS)
def test_a_job_that_was_killed_is_started_again(
    recipe: str, run: Callable[..., Run], tmp_path: pathlib.Path, wanted: pa.Table
) -> None:
    """What the first left half done does not show."""
    job = run(recipe)
    while not any(each.is_file() for each in (tmp_path / "answers").rglob("*")):
        assert job.process.poll() is None, "it has ended before\n" + job.said()
        time.sleep(0.01)
    job.stop()
    run(recipe).end()
    check(tmp_path / "answers", wanted)


@needs("dask")
def test_a_file_that_is_done_is_not_done_again(source: pathlib.Path, tmp_path: pathlib.Path) -> None:
    """What a run left that was ended half way is completed by the next one."""
    import dask_files

    first = min(source.iterdir())
    dask_files.prepare(tmp_path)
    rows = dask_files.answer_file(first, tmp_path)
    written = sorted(tmp_path.rglob("*.parquet"))
    times = [each.stat().st_mtime_ns for each in written]
    assert dask_files.answer_file(first, tmp_path) == rows
    assert [each.stat().st_mtime_ns for each in written] == times
    written[0].unlink()  # of the values, the last that is put in its place
    assert dask_files.answer_file(first, tmp_path) == rows
    assert counts.counts(str(tmp_path)).total() == rows


@needs("polars")
def test_polars_in_memory(source: pathlib.Path, wanted: pa.Table) -> None:
    import polars
    import polars_frame

    file = min(source.iterdir())
    found = polars_frame.answers(polars.read_parquet(file).lazy()).collect().to_arrow().cast(wanted.schema)
    assert found.equals(wanted.slice(0, found.num_rows))


@needs("duckdb")
def test_the_values_are_json_to_duckdb(source: pathlib.Path, wanted: pa.Table) -> None:
    import duckdb

    found = duckdb.sql("SELECT id, (value->>'$.id')::BIGINT FROM wanted WHERE NOT failed").fetchall()
    assert found and all(number == inner for number, inner in found)


def test_a_run_that_is_not_whole_is_seen(
    source: pathlib.Path, tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "failed=false").mkdir()
    pq.write_table(
        pa.table({"id": [1], "value": ["{}"], "reason": pa.array([None], pa.string())}),
        tmp_path / "failed=false" / "1.parquet",
    )
    with pytest.raises(SystemExit, match=f"{ROWS:,} replies, and 1 answers"):
        counts.main(str(source), str(tmp_path))
    assert capsys.readouterr().out.split() == ["1", "value"]
