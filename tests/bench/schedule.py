"""How long the scheduler takes to turn due sources into windows in ledger and queue, on one core.

`python -m tests.bench.schedule [--json] [--quick]`. On SQLite, and on MariaDB where `mariadbd` is installed. Nothing comparable exists to
stand beside it: the goals are 100,000 due sources within a minute, and 10,000 due among 1,000,000 held within five seconds.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Engine

from kit.adapters.real.redis_cache import RedisConfigCache
from kit.adapters.real.redis_client import connect
from kit.adapters.real.redis_queue import RedisTaskQueue
from kit.adapters.sql import engine as open_engine
from kit.clock import ManualClock
from kit.settings import load
from scheduler.context import Context
from scheduler.due import BATCH, enqueue_due
from services import migrate
from services.db import Database
from tests.bench.redis_server import Server
from tests.bench.schedule_sources import NOW, fill
from tests.bench.table import Row, show
from tests.stack.mariadb import MariaDb

FULL = ((100_000, 0, 60.0), (10_000, 990_000, 5.0))
QUICK = ((2_000, 0, 1.2), (1_000, 20_000, 0.6))


@dataclass(frozen=True, slots=True)
class Tick:
    """Seconds by the clock on the wall, and of this process's processor time."""

    wall: float
    processor: float


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.schedule", description=__doc__)
    parser.add_argument("--json", action="store_true", help="machine-readable rows")
    parser.add_argument("--quick", action="store_true", help="small sizes: ends within a minute")
    parser.add_argument("--database", choices=("sqlite", "mariadb"), help="only this one")
    options = parser.parse_args(arguments)
    rows: list[Row] = []
    for name in [options.database] if options.database else databases():
        for due, idle, goal in QUICK if options.quick else FULL:
            rows += _rows(name, due, idle, goal)
    show(rows, machine=options.json)


def databases() -> list[str]:
    there = shutil.which("mariadbd") or Path("/usr/sbin/mariadbd").exists()
    return ["sqlite", "mariadb"] if there else ["sqlite"]


def _rows(name: str, due: int, idle: int, goal: float) -> list[Row]:
    with tempfile.TemporaryDirectory(prefix="catchment-schedule-") as folder:
        tick = measure(Path(folder), name, due, idle)
    print(f"{name}: {due:,} of {due + idle:,}: {tick}", file=sys.stderr, flush=True)
    what = f"{due:,} due of {due + idle:,}, {name}"
    return [
        Row(f"schedule {what}", "s", tick.wall, goal_value=goal, less_is_better=True),
        Row(f"schedule {what}: processor time", "s", tick.processor, less_is_better=True),
    ]


def measure(folder: Path, name: str, due: int, idle: int) -> Tick:
    """One pass over all due sources, in the scheduler's own batches. Raises AssertionError unless each got its window."""
    server = Server(folder)
    try:
        with database(folder, name) as engine:
            migrate.upgrade(engine)
            fill(engine, due=due, idle=idle)
            return _tick(engine, server, due)
    finally:
        server.stop()


def _tick(engine: Engine, server: Server, due: int) -> Tick:
    settings, clock = load(), ManualClock(NOW)
    client = connect(server.url, settings, clock)
    queue = RedisTaskQueue(client, settings)
    context = Context(Database(engine), queue, RedisConfigCache(client, settings), clock, settings)
    wall, processor, done = time.perf_counter(), time.process_time(), 0
    while batch := enqueue_due(context):
        done += batch
        if batch < BATCH:
            break
    tick = Tick(time.perf_counter() - wall, time.process_time() - processor)
    assert (done, queue.stats().pending) == (due, due), f"{done} of {due} sources, {queue.stats().pending} windows"
    return tick


@contextmanager
def database(folder: Path, name: str) -> Iterator[Engine]:
    """An empty database of that kind."""
    if name == "sqlite":
        yield open_engine(f"sqlite:///{folder}/catchment.db", load(), ManualClock(NOW))
        return
    place = folder / "mariadb"
    place.mkdir()
    server = MariaDb(place)
    server.start()
    try:
        yield open_engine(server.url, load(), ManualClock(NOW))
    finally:
        server.stop()


if __name__ == "__main__":
    main(sys.argv[1:])
