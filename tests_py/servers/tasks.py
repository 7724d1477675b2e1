"""A Celery application whose broker is files in the folder that CELERY_FOLDER names, where it leaves its results too."""

from __future__ import annotations

import json
import os
import pathlib

import celery
from work import answer, reply

FOLDER = pathlib.Path(os.environ["CELERY_FOLDER"])

app = celery.Celery("tasks", broker="filesystem://")
app.conf.broker_transport_options = {
    "data_folder_in": str(FOLDER / "queue"),
    "data_folder_out": str(FOLDER / "queue"),
    "control_folder": str(FOLDER / "control"),
    "polling_interval": 0.01,
}

# Before the pool forks its workers, as in a module that reads its configuration with the package.
for i in range(8):
    answer(reply(i))


@app.task(ignore_result=True)
def extract(first: int, count: int) -> None:
    found = {"pid": os.getpid(), "answers": [answer(reply(number)) for number in range(first, first + count)]}
    part = FOLDER / f"{first}.part"
    part.write_text(json.dumps(found))
    part.rename(FOLDER / "results" / str(first))
