"""Catchment's own queue doing no-op tasks: what one process puts in, what one worker process claims and finishes, with every guarantee on.

`python -m tests.bench.queue_ours enqueue|batch|work REDIS_URL COUNT` prints tasks a second, as the peers' script does.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from kit.adapters.real.redis_client import connect
from kit.adapters.real.redis_queue import RedisTaskQueue
from kit.clock import SystemClock, to_ms
from kit.contracts.task import Outcome, Task, TaskState
from kit.ids import window_task_id
from kit.settings import load

START = datetime(2026, 1, 1, tzinfo=UTC)
SOURCES = 10_000
BATCH = 1000
# As many as a collector of default size has slots.
SLOTS = 32
DONE = Outcome(TaskState.SUCCESS)


def open_queue(url: str) -> RedisTaskQueue:
    settings = load()
    return RedisTaskQueue(connect(url, settings, SystemClock()), settings)


def now_ms() -> int:
    return to_ms(SystemClock().now())


def window(number: int, priority: int = 5) -> Task:
    """Task number `number` of as many as one likes, spread over SOURCES sources."""
    source, minute = 1 + number % SOURCES, number // SOURCES
    name = window_task_id(source, START + timedelta(minutes=minute))
    return Task(name, source, "COLUMN", priority, 0, 0)


def windows(count: int, priority: int = 5, first: int = 0) -> Iterable[list[Task]]:
    """`count` tasks in batches."""
    for start in range(0, count, BATCH):
        stop = min(start + BATCH, count)
        yield [window(first + number, priority) for number in range(start, stop)]


def enqueue(queue: RedisTaskQueue, count: int) -> float:
    started = time.perf_counter()
    for number in range(count):
        queue.enqueue([window(number)], now_ms=now_ms())
    return count / (time.perf_counter() - started)


def batch(queue: RedisTaskQueue, count: int) -> float:
    started = time.perf_counter()
    for tasks in windows(count):
        queue.enqueue(tasks, now_ms=now_ms())
    return count / (time.perf_counter() - started)


def work(queue: RedisTaskQueue, count: int) -> float:
    """Claims and finishes until `count` are done; the scheduler's part, taking the ends, is included."""
    done, started = 0, time.perf_counter()
    while done < count:
        for claim in queue.take("worker", limit=SLOTS, timeout_s=1.0, now_ms=now_ms()):
            queue.finish(claim, DONE, now_ms=now_ms())
            done += 1
        take_ends(queue)
    return count / (time.perf_counter() - started)


def take_ends(queue: RedisTaskQueue) -> None:
    while ends := queue.ended(limit=500):
        queue.confirm_ended(ends)


if __name__ == "__main__":
    action = {"enqueue": enqueue, "batch": batch, "work": work}[sys.argv[1]]
    opened = open_queue(sys.argv[2])
    # As with a scheduler: without an era nothing asks which server answers.
    opened.begin_era(1, now_ms=now_ms())
    print(action(opened, int(sys.argv[3])))
