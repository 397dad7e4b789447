"""A no-op task in one of four task queues; runs in the peers' environment. `queue_peer.py enqueue|batch|work LIBRARY REDIS_URL COUNT`.

`enqueue` and `batch` print how many tasks a second this process put in, one call a task or as many at once as the library takes; `work`
is one worker process at its defaults with late acknowledgement, and prints how many tasks a second it did, first to last.
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

LIBRARY, URL, COUNT = sys.argv[2], sys.argv[3], int(sys.argv[4])


class Meter:
    """Counts done tasks; prints the speed and ends the process at the last one."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._done = 0
        self._first = 0.0

    def tick(self) -> None:
        with self._lock:
            self._first = self._first or time.perf_counter()
            self._done += 1
            if self._done >= COUNT:
                # Not `print`: a worker may have taken standard output for its log.
                print((COUNT - 1) / (time.perf_counter() - self._first), file=sys.__stdout__, flush=True)
                os._exit(0)


METER = Meter()


def noop(number: int) -> None:
    METER.tick()


def celery_app() -> Any:
    import celery  # type: ignore[import-not-found]

    app = celery.Celery("bench", broker=URL)
    app.conf.update(
        task_acks_late=True,
        task_reject_on_worker_lost=True,
        task_ignore_result=True,
        worker_hijack_root_logger=False,
        broker_connection_retry_on_startup=True,
    )
    app.task(name="noop")(noop)
    return app


def celery_work() -> None:
    celery_app().worker_main(["worker", "--pool=threads", "--concurrency=8", "--loglevel=ERROR"])


def dramatiq_actor() -> Any:
    import dramatiq  # type: ignore[import-not-found]
    from dramatiq.brokers.redis import RedisBroker  # type: ignore[import-not-found]

    broker = RedisBroker(url=URL)
    dramatiq.set_broker(broker)
    return dramatiq.actor(noop), broker


def dramatiq_work() -> None:
    import dramatiq

    _, broker = dramatiq_actor()
    dramatiq.Worker(broker, worker_threads=8).start()
    threading.Event().wait()


def rq_queue() -> Any:
    import redis
    import rq  # type: ignore[import-not-found]

    return rq.Queue("bench", connection=redis.Redis.from_url(URL))


def rq_batch() -> None:
    import rq

    queue = rq_queue()
    jobs = [rq.Queue.prepare_data("queue_peer.noop", args=(number,)) for number in range(COUNT)]
    for start in range(0, COUNT, 1000):
        queue.enqueue_many(jobs[start : start + 1000])


def rq_work() -> None:
    import rq

    # Its default forks a process per job; this one, which runs them in place, is many times quicker.
    sys.modules["queue_peer"] = sys.modules["__main__"]
    rq.SimpleWorker([rq_queue()], connection=rq_queue().connection).work(burst=True, logging_level="ERROR")


async def arq_enqueue(batch: int) -> None:
    import arq  # type: ignore[import-not-found]

    pool = await arq.create_pool(arq.connections.RedisSettings.from_dsn(URL))
    for start in range(0, COUNT, batch):
        await asyncio.gather(*(pool.enqueue_job("noop", number) for number in range(start, min(start + batch, COUNT))))


async def arq_noop(_context: Any, number: int) -> None:
    METER.tick()


def arq_work() -> None:
    import arq

    settings = arq.connections.RedisSettings.from_dsn(URL)
    functions = [arq.func(arq_noop, name="noop", keep_result=0)]
    worker = arq.Worker(functions, redis_settings=settings, poll_delay=0.01, max_jobs=50)
    worker.run()


def each(send: Callable[[int], object]) -> None:
    for number in range(COUNT):
        send(number)


def rq_enqueue() -> None:
    queue = rq_queue()
    each(lambda number: queue.enqueue("queue_peer.noop", number))


ENQUEUE: dict[str, Callable[[], object]] = {
    "celery": lambda: each(celery_app().tasks["noop"].delay),
    "dramatiq": lambda: each(dramatiq_actor()[0].send),
    "rq": rq_enqueue,
    "arq": lambda: asyncio.run(arq_enqueue(1)),
}
BATCH: dict[str, Callable[[], object]] = {
    "rq": rq_batch,
    "arq": lambda: asyncio.run(arq_enqueue(50)),
}
WORK = {"celery": celery_work, "dramatiq": dramatiq_work, "rq": rq_work, "arq": arq_work}


def timed(action: Callable[[], object]) -> float:
    started = time.perf_counter()
    action()
    return COUNT / (time.perf_counter() - started)


if __name__ == "__main__":
    if sys.argv[1] == "work":
        WORK[LIBRARY]()
    else:
        print(timed((ENQUEUE if sys.argv[1] == "enqueue" else BATCH)[LIBRARY]), flush=True)
