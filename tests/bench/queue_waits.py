"""How long a p1 task waits for its claim while a worker has a deep p9 lane to work on."""

from __future__ import annotations

import threading
import time

from kit.adapters.real.redis_queue import RedisTaskQueue
from tests.bench import queue_ours
from tests.bench.table import Row

URGENT = 1000
EVERY_S = 0.005
GOAL_MS = 250.0
FIRST_URGENT = 5_000_000


def rows(url: str, *, deep: int) -> list[Row]:
    queue = queue_ours.open_queue(url)
    for tasks in queue_ours.windows(deep, priority=9):
        queue.enqueue(tasks, now_ms=queue_ours.now_ms())
    waits = sorted(_waits(url, queue))
    p99 = waits[int(len(waits) * 0.99)]
    return [
        Row(f"p1 wait p99 behind {deep:,} of p9", "ms", p99, goal_value=GOAL_MS, less_is_better=True),
        Row(f"p1 wait median behind {deep:,} of p9", "ms", waits[len(waits) // 2], less_is_better=True),
    ]


def _waits(url: str, queue: RedisTaskQueue) -> list[float]:
    """Milliseconds from before the enqueue to after the claim of each p1 task, one worker claiming and finishing all the time."""
    sent: dict[str, float] = {}
    waits: list[float] = []
    feeder = threading.Thread(target=_feed, args=(url, sent))
    feeder.start()
    while len(waits) < URGENT:
        for claim in queue.take("worker", limit=queue_ours.SLOTS, timeout_s=1.0, now_ms=queue_ours.now_ms()):
            if claim.task.priority == 1:
                waits.append((time.perf_counter() - sent[claim.task.id]) * 1000)
            queue.finish(claim, queue_ours.DONE, now_ms=queue_ours.now_ms())
        queue_ours.take_ends(queue)
    feeder.join()
    return waits


def _feed(url: str, sent: dict[str, float]) -> None:
    queue = queue_ours.open_queue(url)
    for number in range(URGENT):
        task = queue_ours.window(FIRST_URGENT + number, priority=1)
        sent[task.id] = time.perf_counter()
        queue.enqueue([task], now_ms=queue_ours.now_ms())
        time.sleep(EVERY_S)
